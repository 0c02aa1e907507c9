//! The engine's pool: threads for moves, half as many for analyses, and a queue before each.
//!
//! A [`Question`] is all that the engine ever gets of a game: its name, positions as text, a level and a number to
//! start from. It has no way to a game's secret or seeds. A move never waits for an analysis.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use damier_arena::catalogue;
use damier_arena::level::{LONGEST_THOUGHT, Level, Opponent};

use crate::metrics::Metrics;

/// How long somebody waits for a move at most, the time in the queue included, as long as no crowd waits.
const PATIENCE: Duration = Duration::from_millis(1_500);
/// What a thought may take however many wait.
const SHORTEST: Duration = Duration::from_millis(60);
/// The most analyses that wait.
const MOST_ANALYSES: usize = 32;

/// What the engine is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Question {
    /// The id of the game in the catalogue.
    pub(crate) game: String,
    /// The options that were chosen.
    pub(crate) options: Vec<(String, String)>,
    /// The position.
    pub(crate) position: String,
    /// The positions before it, oldest first.
    pub(crate) played: Vec<String>,
    /// The level.
    pub(crate) level: u8,
    /// Where the engine's own random numbers start.
    pub(crate) seed: u64,
}

/// Tells at any time how many wait for each thread.
type Crowd<'a> = &'a (dyn Fn() -> u32 + Sync);
/// What is done by a thread of the pool.
type Work = Box<dyn FnOnce(Crowd<'_>) + Send>;

struct Job {
    ticket: u64,
    work: Work,
}

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Job>,
    next: u64,
    closed: bool,
}

/// A queue and the threads that work on it.
struct Lane {
    queue: Mutex<Queue>,
    news: Condvar,
    threads: usize,
    metrics: Arc<Metrics>,
}

impl Lane {
    fn open(name: &str, threads: usize, metrics: &Arc<Metrics>) -> std::io::Result<Arc<Self>> {
        let lane = Arc::new(Lane {
            queue: Mutex::default(),
            news: Condvar::new(),
            threads: threads.max(1),
            metrics: metrics.clone(),
        });
        for nth in 0..lane.threads {
            let lane = lane.clone();
            std::thread::Builder::new().name(format!("{name} {nth}")).spawn(move || lane.work())?;
        }
        Ok(lane)
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Puts something at the end of the queue unless so many wait already; its ticket.
    fn push(&self, most: usize, work: Work) -> Option<u64> {
        let mut queue = self.lock();
        if queue.jobs.len() >= most {
            return None;
        }
        queue.next += 1;
        let ticket = queue.next;
        queue.jobs.push_back(Job { ticket, work });
        self.metrics.queue.inc();
        self.news.notify_one();
        Some(ticket)
    }

    /// How many wait for each thread.
    fn crowd(&self) -> u32 {
        self.lock().jobs.len().div_ceil(self.threads) as u32
    }

    fn work(&self) {
        loop {
            let mut queue = self.lock();
            let job = loop {
                if queue.closed {
                    return;
                }
                if let Some(job) = queue.jobs.pop_front() {
                    break job;
                }
                queue = self.news.wait(queue).unwrap_or_else(|poisoned| poisoned.into_inner());
            };
            drop(queue);
            self.metrics.queue.dec();
            (job.work)(&|| self.crowd());
        }
    }

    fn close(&self) {
        let mut queue = self.lock();
        queue.closed = true;
        queue.jobs.clear();
        self.news.notify_all();
    }
}

/// The engine's threads.
pub(crate) struct Pool {
    moves: Arc<Lane>,
    analyses: Arc<Lane>,
    metrics: Arc<Metrics>,
}

impl Pool {
    /// A pool with so many threads for moves.
    pub(crate) fn new(threads: usize, metrics: Arc<Metrics>) -> std::io::Result<Self> {
        let moves = Lane::open("engine", threads, &metrics)?;
        let analyses = Lane::open("analyst", threads.div_ceil(2), &metrics)?;
        Ok(Pool { moves, analyses, metrics })
    }

    /// One thread fewer than there are cores, at least one.
    #[must_use]
    pub(crate) fn usual_threads() -> usize {
        std::thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1)).max(1)
    }

    /// Asks for a move; `answer` is called from a thread of the pool. The ticket tells the place in the queue.
    pub(crate) fn ask(
        &self,
        question: Question,
        answer: impl FnOnce(Option<String>) + Send + 'static,
    ) -> u64 {
        let (asked, metrics) = (Instant::now(), self.metrics.clone());
        let work = move |crowd: Crowd<'_>| {
            let action = think(&question, asked, crowd);
            metrics.thought.observe(asked.elapsed().as_secs_f64());
            answer(action);
        };
        self.moves.push(usize::MAX, Box::new(work)).unwrap_or_default()
    }

    /// Has something looked at for as long as is wanted, or less where many wait. Whether there was room for it.
    pub(crate) fn analyse(&self, wanted: Duration, work: impl FnOnce(Duration) + Send + 'static) -> bool {
        let work = move |crowd: Crowd<'_>| work(longest(wanted, crowd()));
        self.analyses.push(MOST_ANALYSES, Box::new(work)).is_some()
    }

    /// The place of a ticket among the moves that wait, from 1; 0 once it is thought about.
    #[must_use]
    pub(crate) fn place(&self, ticket: u64) -> u32 {
        let queue = self.moves.lock();
        queue.jobs.iter().position(|job| job.ticket == ticket).map_or(0, |nth| nth as u32 + 1)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.moves.close();
        self.analyses.close();
    }
}

/// Whoever waits halves the thought of the one before: together they take less than twice as long as one alone.
fn longest(wanted: Duration, crowd: u32) -> Duration {
    (wanted / (1 << crowd.min(10))).max(SHORTEST.min(wanted))
}

/// The engine's move, or nothing where it finds none. It hurries when others come to wait.
fn think(question: &Question, asked: Instant, crowd: Crowd<'_>) -> Option<String> {
    let start = Instant::now();
    let stop = || {
        let thought = start.elapsed();
        thought >= longest(LONGEST_THOUGHT, crowd()) || thought >= SHORTEST && asked.elapsed() >= PATIENCE
    };
    let entry = catalogue::find(&question.game).ok()?;
    let rules = entry.open(&question.options).ok()?;
    let opponent = Opponent::new(entry, Level::new(question.level).ok()?);
    let Question { position, played, seed, .. } = question;
    match rules.choose(Some(position), played, &opponent, *seed, &stop) {
        Ok(action) => action,
        Err(error) => {
            tracing::error!(%error, game = question.game, position, "the engine can't read a position");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crowd_makes_thoughts_short() {
        assert_eq!(longest(LONGEST_THOUGHT, 0), LONGEST_THOUGHT);
        assert_eq!(longest(LONGEST_THOUGHT, 1), LONGEST_THOUGHT / 2);
        assert_eq!(longest(LONGEST_THOUGHT, 1_000_000), SHORTEST);
    }

    /// A pool with one thread for moves whose analyst is busy until the other end is dropped.
    fn with_a_busy_analyst() -> (Pool, std::sync::mpsc::Sender<()>) {
        let pool = Pool::new(1, Arc::default()).unwrap();
        let (busy, free) = std::sync::mpsc::channel::<()>();
        assert!(pool.analyse(PATIENCE, move |_| free.recv().unwrap_or_default()));
        while !pool.analyses.lock().jobs.is_empty() {
            std::thread::yield_now();
        }
        (pool, busy)
    }

    #[test]
    fn no_crowd_of_analyses_waits() {
        let (pool, busy) = with_a_busy_analyst();
        let taken = (0..100).filter(|_| pool.analyse(PATIENCE, |_| {})).count();
        assert_eq!(taken, MOST_ANALYSES);
        drop(busy);
    }

    fn question(position: &str, level: u8) -> Question {
        Question {
            game: "english".into(),
            options: Vec::new(),
            position: position.into(),
            played: Vec::new(),
            level,
            seed: 1,
        }
    }

    #[test]
    fn a_move_waits_for_no_analysis_and_hurries_when_others_wait() {
        let (pool, _busy) = with_a_busy_analyst();
        let (tell, told) = std::sync::mpsc::channel();
        let start = Instant::now();
        for _ in 0..4 {
            let tell = tell.clone();
            let position = "W:W21-32:B1-12:H0:F1";
            pool.ask(question(position, 10), move |answer| tell.send((answer, start.elapsed())).unwrap());
        }
        let answers: Vec<_> = told.iter().take(4).collect();
        assert!(answers.iter().all(|(answer, _)| answer.is_some()), "{answers:?}");
        assert!(answers[0].1 < LONGEST_THOUGHT / 2, "{answers:?}");
        assert!(answers[3].1 < LONGEST_THOUGHT * 2, "{answers:?}");
    }

    #[test]
    fn questions_are_answered_in_their_order() {
        let pool = Pool::new(1, Arc::default()).unwrap();
        let (tell, told) = std::sync::mpsc::channel();
        for (nth, position) in
            ["B:W18,21:B11,14:H0:F1", "rubbish", "B:W18,21:B11,14:H0:F1"].iter().enumerate()
        {
            let tell = tell.clone();
            pool.ask(question(position, 1), move |answer| tell.send((nth, answer)).unwrap());
        }
        let answers: Vec<_> = told.iter().take(3).collect();
        assert_eq!(answers, [(0, Some("14x23".into())), (1, None), (2, Some("14x23".into()))]);
    }
}
