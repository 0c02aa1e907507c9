//! The engine's pool: a few threads, a queue in which each game has one place, and one for analyses.
//!
//! A [`Question`] is all that the engine ever gets of a game: its name, positions as text, a level and a number to
//! start from. It has no way to a game's secret or seeds. Where moves and analyses both wait, the two take turns.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use damier_arena::catalogue;
use damier_arena::level::{Level, Opponent};

use crate::metrics::Metrics;

/// The longest thought while nobody waits.
const LONGEST: Duration = Duration::from_millis(1_500);
/// The longest thought however many wait.
const SHORTEST: Duration = Duration::from_millis(60);
/// With this many waiting the thought is half as long.
const CROWD: u32 = 8;
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

/// What is done by a thread of the pool; it is told for how long it may think.
type Work = Box<dyn FnOnce(Duration) + Send>;

struct Job {
    ticket: u64,
    wanted: Duration,
    work: Work,
}

#[derive(Default)]
struct Queue {
    moves: VecDeque<Job>,
    analyses: VecDeque<Job>,
    /// Whether the last one was an analysis.
    analysed: bool,
    next: u64,
    closed: bool,
}

impl Queue {
    fn job(&mut self, wanted: Duration, work: Work) -> Job {
        self.next += 1;
        Job { ticket: self.next, wanted, work }
    }

    fn waiting(&self) -> usize {
        self.moves.len() + self.analyses.len()
    }

    /// The next job: a move after an analysis and the other way round, where both wait.
    fn pop(&mut self) -> Option<Job> {
        let analyse = !self.analyses.is_empty() && (!self.analysed || self.moves.is_empty());
        self.analysed = analyse;
        if analyse { self.analyses.pop_front() } else { self.moves.pop_front() }
    }
}

struct Shared {
    queue: Mutex<Queue>,
    news: Condvar,
    metrics: Arc<Metrics>,
}

/// The engine's threads.
pub(crate) struct Pool {
    shared: Arc<Shared>,
}

impl Pool {
    /// A pool with so many threads.
    pub(crate) fn new(threads: usize, metrics: Arc<Metrics>) -> std::io::Result<Self> {
        let shared = Arc::new(Shared { queue: Mutex::default(), news: Condvar::new(), metrics });
        for nth in 0..threads.max(1) {
            let shared = shared.clone();
            std::thread::Builder::new().name(format!("engine {nth}")).spawn(move || work(&shared))?;
        }
        Ok(Pool { shared })
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
        let (asked, metrics) = (Instant::now(), self.shared.metrics.clone());
        let work = move |longest| {
            let action = think(&question, longest);
            metrics.thought.observe(asked.elapsed().as_secs_f64());
            answer(action);
        };
        let mut queue = lock(&self.shared.queue);
        let job = queue.job(LONGEST, Box::new(work));
        let ticket = job.ticket;
        queue.moves.push_back(job);
        self.note(&queue);
        ticket
    }

    /// Has something looked at for as long as is wanted, or less where many wait. Whether there was room for it.
    pub(crate) fn analyse(&self, wanted: Duration, work: impl FnOnce(Duration) + Send + 'static) -> bool {
        let mut queue = lock(&self.shared.queue);
        let has_room = queue.analyses.len() < MOST_ANALYSES;
        if has_room {
            let job = queue.job(wanted, Box::new(work));
            queue.analyses.push_back(job);
            self.note(&queue);
        }
        has_room
    }

    fn note(&self, queue: &Queue) {
        self.shared.metrics.queue.set(queue.waiting() as i64);
        self.shared.news.notify_one();
    }

    /// The place of a ticket among the moves that wait, from 1; 0 once it is thought about.
    #[must_use]
    pub(crate) fn place(&self, ticket: u64) -> u32 {
        let queue = lock(&self.shared.queue);
        queue.moves.iter().position(|job| job.ticket == ticket).map_or(0, |nth| nth as u32 + 1)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let mut queue = lock(&self.shared.queue);
        queue.closed = true;
        queue.moves.clear();
        queue.analyses.clear();
        self.shared.news.notify_all();
    }
}

fn lock(queue: &Mutex<Queue>) -> MutexGuard<'_, Queue> {
    queue.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn work(shared: &Shared) {
    loop {
        let mut queue = lock(&shared.queue);
        let (job, behind) = loop {
            if queue.closed {
                return;
            }
            if let Some(job) = queue.pop() {
                break (job, queue.waiting() as u32);
            }
            queue = shared.news.wait(queue).unwrap_or_else(|poisoned| poisoned.into_inner());
        };
        shared.metrics.queue.set(i64::from(behind));
        drop(queue);
        (job.work)(longest(job.wanted, behind));
    }
}

/// The more wait, the shorter each thought: nobody waits for ever.
fn longest(wanted: Duration, behind: u32) -> Duration {
    (wanted * CROWD / (CROWD + behind)).max(SHORTEST.min(wanted))
}

/// The engine's move, or nothing where it finds none.
fn think(question: &Question, longest: Duration) -> Option<String> {
    let start = Instant::now();
    let stop = || start.elapsed() >= longest;
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
        assert_eq!(longest(LONGEST, 0), LONGEST);
        assert_eq!(longest(LONGEST, CROWD), LONGEST / 2);
        assert_eq!(longest(LONGEST, 1_000_000), SHORTEST);
    }

    #[test]
    fn moves_and_analyses_take_turns_and_no_crowd_of_analyses_waits() {
        let mut queue = Queue::default();
        for _ in 0..3 {
            let job = queue.job(LONGEST, Box::new(|_| {}));
            queue.analyses.push_back(job);
        }
        for _ in 0..3 {
            let job = queue.job(LONGEST, Box::new(|_| {}));
            queue.moves.push_back(job);
        }
        let order: Vec<u64> = std::iter::from_fn(|| queue.pop()).map(|job| job.ticket).collect();
        assert_eq!(order, [1, 4, 2, 5, 3, 6]);

        let pool = Pool::new(1, Arc::default()).unwrap();
        let (busy, free) = std::sync::mpsc::channel::<()>();
        assert!(pool.analyse(LONGEST, move |_| free.recv().unwrap_or_default()));
        while lock(&pool.shared.queue).waiting() > 0 {
            std::thread::yield_now();
        }
        let taken = (0..100).filter(|_| pool.analyse(LONGEST, |_| {})).count();
        assert_eq!(taken, MOST_ANALYSES);
        drop(busy);
    }

    #[test]
    fn questions_are_answered_in_their_order() {
        let pool = Pool::new(1, Arc::default()).unwrap();
        let (tell, told) = std::sync::mpsc::channel();
        let question = |position: &str| Question {
            game: "english".into(),
            options: Vec::new(),
            position: position.into(),
            played: Vec::new(),
            level: 1,
            seed: 1,
        };
        for (nth, position) in
            ["B:W18,21:B11,14:H0:F1", "rubbish", "B:W18,21:B11,14:H0:F1"].iter().enumerate()
        {
            let tell = tell.clone();
            pool.ask(question(position), move |answer| tell.send((nth, answer)).unwrap());
        }
        let answers: Vec<_> = told.iter().take(3).collect();
        assert_eq!(answers, [(0, Some("14x23".into())), (1, None), (2, Some("14x23".into()))]);
    }
}
