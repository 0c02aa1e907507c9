//! A search in a thread of its own, so that an interface is heard at any moment.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use damier_arena::{Inquiry, Story};
use damier_engine::{Limits, Line as Found, Score, Table, WIN, end_in};
use damier_notation::hub::{Dialect, Line};

use super::clock::Plan;
use super::{Opened, say};

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// A move to play.
    Think,
    /// A move to play, should the opponent do what is expected; until then no clock runs.
    Ponder,
    /// To know more about a position.
    Analyse,
}

/// Everything that a search needs.
pub(super) struct Question {
    pub(super) opened: Arc<Opened>,
    pub(super) table: Arc<Table>,
    pub(super) story: Story,
    pub(super) purpose: Purpose,
    pub(super) plan: Plan,
    pub(super) threads: usize,
    pub(super) dialect: Dialect,
}

/// A search under way.
pub(super) struct Thinking {
    thread: JoinHandle<()>,
    reins: Arc<Reins>,
}

/// How a search is held from outside.
struct Reins {
    begun: Instant,
    stopped: AtomicBool,
    pondering: AtomicBool,
    /// Microseconds after the beginning at which the clock began to run.
    clock: AtomicU64,
    /// Enough has been thought, should the clock be running.
    sated: AtomicBool,
}

impl Reins {
    fn is_over(&self, plan: &Plan) -> bool {
        if self.stopped.load(Ordering::Relaxed) {
            return true;
        }
        if self.pondering.load(Ordering::Acquire) {
            return false;
        }
        let clock = Duration::from_micros(self.clock.load(Ordering::Relaxed));
        self.sated.load(Ordering::Relaxed) || self.begun.elapsed().saturating_sub(clock) >= plan.most
    }
}

impl Thinking {
    /// Begins to search; the thread tells what it finds, and its answer.
    pub(super) fn begin(question: Question) -> Self {
        let reins = Arc::new(Reins {
            begun: Instant::now(),
            stopped: AtomicBool::new(false),
            pondering: AtomicBool::new(question.purpose == Purpose::Ponder),
            clock: AtomicU64::new(0),
            sated: AtomicBool::new(false),
        });
        let held = Arc::clone(&reins);
        // Only a closed pipe fails, and then nobody is left to hear of it.
        let thread = std::thread::spawn(move || drop(question.answer(&held)));
        Thinking { thread, reins }
    }

    /// Ends it soon; its answer still comes.
    pub(super) fn stop(&self) {
        self.reins.stopped.store(true, Ordering::Relaxed);
    }

    /// The opponent has played what was expected: the clock runs from now on.
    pub(super) fn ponder_hit(&self) {
        let micros = u64::try_from(self.reins.begun.elapsed().as_micros()).unwrap_or(u64::MAX);
        if self.reins.pondering.load(Ordering::Relaxed) {
            self.reins.clock.store(micros, Ordering::Relaxed);
            self.reins.pondering.store(false, Ordering::Release);
        }
    }

    /// Waits until the answer has been told.
    pub(super) fn end(self) {
        // Its answer has been told; there is no other result.
        drop(self.thread.join());
    }
}

impl Question {
    fn answer(&self, reins: &Reins) -> std::io::Result<()> {
        /// Deep enough to expect an answer to a forced move.
        const SHALLOW: u32 = 4;
        let is_forced = self.story.choices == 1 && self.plan.by_clock && self.purpose != Purpose::Analyse;
        let depth = if is_forced { self.plan.depth.min(SHALLOW) } else { self.plan.depth };
        let stop = || reins.is_over(&self.plan);
        let limits = Limits { depth, nodes: self.plan.nodes, stop: &stop, ..Limits::default() };
        let inquiry = Inquiry { limits, threads: self.threads, table: &self.table, dialect: self.dialect };
        let has_chance = self.opened.game.has_chance();
        let (mut best, mut told) = (None, Ok(()));
        let searched =
            self.opened.game.search(&self.story, self.opened.net.as_ref(), &inquiry, &mut |line| {
                let elapsed = reins.begun.elapsed();
                if told.is_ok() {
                    told = say(&info(line, has_chance, elapsed));
                }
                // Whoever listened is gone.
                reins.stopped.fetch_or(told.is_err(), Ordering::Relaxed);
                reins.sated.fetch_or(elapsed >= self.plan.enough, Ordering::Relaxed);
                best = Some(line.clone());
            });
        told?;
        // Until the opponent has moved, nobody wants an answer, also where there is nothing left to think about.
        while reins.pondering.load(Ordering::Acquire) && !reins.stopped.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(2));
        }
        if let Err(error) = searched {
            say(&Line::new("error").with("message", error))?;
        }
        let mut done = Line::new("done");
        for (name, action) in ["move", "ponder"].into_iter().zip(best.iter().flat_map(|line| &line.actions)) {
            done = done.with(name, action);
        }
        say(&done)
    }
}

fn info(line: &Found<String>, has_chance: bool, elapsed: Duration) -> Line {
    let seconds = elapsed.as_secs_f64();
    let speed = line.nodes as f64 / seconds.max(1e-6) / 1e6;
    Line::new("info")
        .with("depth", line.depth)
        .with("score", format!("{:.2}", men(line.score, has_chance)))
        .with("nodes", line.nodes)
        .with("time", format!("{seconds:.3}"))
        .with("nps", format!("{speed:.3}"))
        .with("pv", line.actions.join(" "))
}

/// A score as interfaces want it, in men. An expected result bends towards the ends of its scale as a man more
/// counts less and less; wins that are seen are 100 less a hundredth for each action until then. Where chance has a part, a
/// high score is the mean of what may come, and no win that is seen.
fn men(score: Score, has_chance: bool) -> f64 {
    if let Some(actions) = end_in(score).filter(|_| !has_chance) {
        return f64::from(score.signum()) * (100.0 - f64::from(actions) / 100.0);
    }
    // Two men more are three wins for each loss.
    2.0 * (f64::from(score.clamp(1 - WIN, WIN - 1)) / f64::from(WIN)).atanh() / 0.5_f64.atanh()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_told_in_men() {
        let men = |score| super::men(score, false);
        assert_eq!(men(0), 0.0);
        assert!((men(WIN / 2) - 2.0).abs() < 1e-9 && (men(-WIN / 2) + 2.0).abs() < 1e-9);
        assert_eq!(men(WIN), 100.0);
        assert_eq!(men(5 - WIN), -99.95);
        let rising: Vec<f64> = (-WIN..=WIN).map(men).collect();
        assert!(rising.windows(2).all(|pair| pair[0] < pair[1]), "a better score is more men");
        let of_chance = [1 - WIN, 0, WIN / 2, WIN - 13, WIN].map(|score| super::men(score, true));
        assert!(of_chance.is_sorted() && of_chance[4] < 20.0, "no win is seen beyond chance: {of_chance:?}");
    }
}
