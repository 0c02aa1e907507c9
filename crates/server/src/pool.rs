//! The engine's pool: a lane for moves, one for analyses, and one for whatever else takes long.
//!
//! A [`Question`] is all that the engine ever gets of a game: its name, positions as text, a level and a number to
//! start from. It has no way to a game's secret or seeds. A move never waits for an analysis.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use damier_arena::catalogue;
use damier_arena::level::{LONGEST_THOUGHT, Level, Opponent};
use tokio::sync::oneshot;

use crate::fault::Fault;
use crate::lane::{Full, Lane, Room, Ticket, Turn};
use crate::limits::Limits;
use crate::metrics::Metrics;

/// How long somebody waits for a move at most, the time in the queue included, as long as no crowd waits.
const PATIENCE: Duration = Duration::from_millis(1_500);
/// What a thought may take however many wait.
const SHORTEST: Duration = Duration::from_millis(60);
/// How many games wait for the engine in its queue; others ask again later.
const MOVES: Room = Room { most: 4_096, each: 256 };
/// How many analyses wait.
const ANALYSES: Room = Room { most: 64, each: 8 };
/// How many scenes and verifications wait: a page of rules asks for some dozen at once.
const ASIDES: Room = Room { most: 1_024, each: 128 };
/// How many scenes and verifications are worked out at once.
const ASIDE_THREADS: usize = 2;

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

/// The engine's threads.
pub(crate) struct Pool {
    moves: Lane,
    analyses: Lane,
    asides: Lane,
    limits: Arc<Limits>,
    metrics: Arc<Metrics>,
}

impl Pool {
    /// A pool with so many threads for moves, and half as many for analyses.
    pub(crate) fn new(threads: usize, limits: Arc<Limits>, metrics: Arc<Metrics>) -> std::io::Result<Self> {
        Ok(Pool {
            moves: Lane::open("engine", threads, MOVES, metrics.lane("moves"))?,
            analyses: Lane::open("analyst", threads.div_ceil(2), ANALYSES, metrics.lane("analyses"))?,
            asides: Lane::open("aside", ASIDE_THREADS, ASIDES, metrics.lane("asides"))?,
            limits,
            metrics,
        })
    }

    /// One thread fewer than there are cores, at least one.
    #[must_use]
    pub(crate) fn usual_threads() -> usize {
        std::thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1)).max(1)
    }

    /// Asks for a move on behalf of an address; `answer` is called from a thread of the pool, unless the ticket is
    /// dropped before. Nothing where too many wait.
    pub(crate) fn ask(
        &self,
        address: IpAddr,
        question: Question,
        answer: impl FnOnce(Option<String>) + Send + 'static,
    ) -> Option<Ticket> {
        let (asked, metrics) = (Instant::now(), self.metrics.clone());
        let work = move |turn: &Turn<'_>| {
            let action = think(&question, asked, turn);
            metrics.thought.observe(asked.elapsed().as_secs_f64());
            if !turn.is_stale() {
                answer(action);
            }
        };
        self.moves.push(address, work).ok()
    }

    /// Has something looked at for as long as is wanted, or less where many wait. What it takes beyond that is charged
    /// to the address.
    pub(crate) async fn analyse<T: Send + 'static>(
        &self,
        address: IpAddr,
        wanted: Duration,
        work: impl FnOnce(Duration, &Turn<'_>) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let work = move |turn: &Turn<'_>| work(longest(wanted, turn.crowd()), turn);
        self.wait(&self.analyses, address, wanted, work).await
    }

    /// Does something slow away from the threads that talk, and charges it to the address.
    pub(crate) async fn aside<T: Send + 'static>(
        &self,
        address: IpAddr,
        work: impl FnOnce() -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        self.wait(&self.asides, address, Duration::ZERO, move |_| work()).await
    }

    /// Has something done in a lane, beyond a time that is free at the expense of the address. Whoever hangs up before
    /// its turn has come costs nothing, and is charged for what was done.
    async fn wait<T: Send + 'static>(
        &self,
        lane: &Lane,
        address: IpAddr,
        free: Duration,
        work: impl FnOnce(&Turn<'_>) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let (tell, told) = oneshot::channel();
        let limits = self.limits.clone();
        let ticket = lane.push(address, move |turn| {
            // What was done since it began to wait may have been too much.
            let done = limits.check_debt(address).and_then(|()| {
                let start = Instant::now();
                let done = work(turn);
                limits.charge(address, start.elapsed().saturating_sub(free));
                done
            });
            // Whoever asked may have gone.
            let _ = tell.send(done);
        });
        let _ticket = ticket.map_err(|full| match full {
            Full::All => Fault::Busy,
            Full::Yours => Fault::TooMany(2),
        })?;
        told.await.map_err(|_| Fault::Busy)?
    }
}

/// Whoever waits halves the thought of the one before: together they take less than twice as long as one alone.
fn longest(wanted: Duration, crowd: u32) -> Duration {
    (wanted / (1 << crowd.min(10))).max(SHORTEST.min(wanted))
}

/// The engine's move, or nothing where it finds none. It hurries when others come to wait.
fn think(question: &Question, asked: Instant, turn: &Turn<'_>) -> Option<String> {
    let start = Instant::now();
    let stop = || {
        let thought = start.elapsed();
        let is_late = thought >= SHORTEST && asked.elapsed() >= PATIENCE;
        is_late || thought >= longest(LONGEST_THOUGHT, turn.crowd()) || turn.is_stale()
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

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    fn pool() -> Pool {
        let metrics = Arc::new(Metrics::default());
        Pool::new(1, Arc::new(Limits::new(true, metrics.limited.clone())), metrics).unwrap()
    }

    /// Keeps the analyst of a pool busy until the other end is dropped.
    fn keep_analyst_busy(pool: &Arc<Pool>) -> std::sync::mpsc::Sender<()> {
        let (end, wait) = std::sync::mpsc::channel::<()>();
        let (begin, begun) = std::sync::mpsc::channel();
        let pool = pool.clone();
        tokio::spawn(async move {
            pool.analyse(HERE, PATIENCE, move |_, _| {
                begin.send(()).unwrap();
                wait.recv().unwrap_or_default();
                Ok(())
            })
            .await
        });
        begun.recv().unwrap();
        end
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn no_crowd_of_analyses_waits() {
        let pool = Arc::new(pool());
        let end = keep_analyst_busy(&pool);
        let asked = (0..20).map(|_| {
            let pool = pool.clone();
            tokio::spawn(async move { pool.analyse(HERE, PATIENCE, |_, _| Ok(())).await })
        });
        let asked: Vec<_> = asked.collect();
        tokio::time::sleep(Duration::from_millis(100)).await;
        drop(end);
        let mut refused = 0;
        for one in asked {
            refused += u32::from(matches!(one.await.unwrap(), Err(Fault::TooMany(_))));
        }
        assert_eq!(refused, 20 - ANALYSES.each as u32);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn whoever_hangs_up_is_charged_for_what_was_done() {
        let pool = Arc::new(pool());
        let (begin, begun) = std::sync::mpsc::channel();
        let hard = {
            let pool = pool.clone();
            tokio::spawn(async move {
                pool.aside(HERE, move || {
                    begin.send(()).unwrap();
                    std::thread::sleep(Duration::from_millis(3_100));
                    Ok(())
                })
                .await
            })
        };
        begun.recv().unwrap();
        let waiting = {
            let pool = pool.clone();
            tokio::spawn(async move { pool.aside(HERE, || Ok(())).await })
        };
        hard.abort();
        let waited = waiting.await.unwrap();
        assert!(matches!(waited, Err(Fault::TooMany(_))), "the debt is looked at after the wait: {waited:?}");
        assert!(pool.aside([192, 0, 2, 1].into(), || Ok(())).await.is_ok(), "others have none");
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

    #[tokio::test(flavor = "multi_thread")]
    async fn a_move_waits_for_no_analysis_and_hurries_when_others_wait() {
        let pool = Arc::new(pool());
        let _busy = keep_analyst_busy(&pool);
        let (tell, told) = std::sync::mpsc::channel();
        let start = Instant::now();
        let tickets = [(); 4].map(|()| {
            let tell = tell.clone();
            let position = "W:W21-32:B1-12:H0:F1";
            let answer = move |answer| tell.send((answer, start.elapsed())).unwrap();
            pool.ask(HERE, question(position, 10), answer).unwrap()
        });
        let answers: Vec<_> = told.iter().take(4).collect();
        assert!(answers.iter().all(|(answer, _)| answer.is_some()), "{answers:?}");
        assert!(answers[0].1 < LONGEST_THOUGHT / 2, "{answers:?}");
        assert!(answers[3].1 < LONGEST_THOUGHT * 2, "{answers:?}");
        drop(tickets);
    }

    #[test]
    fn questions_of_an_address_are_answered_in_their_order() {
        let pool = pool();
        let (tell, told) = std::sync::mpsc::channel();
        let asked = ["B:W18,21:B11,14:H0:F1", "rubbish", "B:W18,21:B11,14:H0:F1"];
        let tickets = asked.iter().enumerate().map(|(nth, position)| {
            let tell = tell.clone();
            pool.ask(HERE, question(position, 1), move |answer| tell.send((nth, answer)).unwrap()).unwrap()
        });
        let tickets: Vec<_> = tickets.collect();
        let answers: Vec<_> = told.iter().take(3).collect();
        assert_eq!(answers, [(0, Some("14x23".into())), (1, None), (2, Some("14x23".into()))]);
        drop(tickets);
    }
}
