//! The engine's pool: a few threads, and a queue in which each game has one place.
//!
//! A [`Question`] is all that the engine ever gets: the name of a game, positions as text, a level and a number to
//! start from. It has no way to a game's secret or seeds.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use damier_arena::catalogue;

use crate::metrics::Metrics;

/// The longest thought while nobody waits.
const LONGEST: Duration = Duration::from_millis(1_500);
/// The longest thought however many wait.
const SHORTEST: Duration = Duration::from_millis(60);
/// With this many waiting the thought is half as long.
const CROWD: u32 = 8;

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

type Answer = Box<dyn FnOnce(Option<String>) + Send>;

struct Job {
    ticket: u64,
    asked: Instant,
    question: Question,
    answer: Answer,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Job>,
    next: u64,
    closed: bool,
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
        let mut queue = lock(&self.shared.queue);
        queue.next += 1;
        let ticket = queue.next;
        let job = Job { ticket, asked: Instant::now(), question, answer: Box::new(answer) };
        queue.waiting.push_back(job);
        self.shared.metrics.queue.set(queue.waiting.len() as i64);
        self.shared.news.notify_one();
        ticket
    }

    /// The place of a ticket in the queue, from 1; 0 once it is thought about.
    #[must_use]
    pub(crate) fn place(&self, ticket: u64) -> u32 {
        let queue = lock(&self.shared.queue);
        queue.waiting.iter().position(|job| job.ticket == ticket).map_or(0, |nth| nth as u32 + 1)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let mut queue = lock(&self.shared.queue);
        queue.closed = true;
        queue.waiting.clear();
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
            if let Some(job) = queue.waiting.pop_front() {
                break (job, queue.waiting.len() as u32);
            }
            queue = shared.news.wait(queue).unwrap_or_else(|poisoned| poisoned.into_inner());
        };
        shared.metrics.queue.set(i64::from(behind));
        drop(queue);
        let answer = think(&job.question, longest(behind));
        shared.metrics.thought.observe(job.asked.elapsed().as_secs_f64());
        (job.answer)(answer);
    }
}

/// The more wait, the shorter each thought: nobody waits for ever.
fn longest(behind: u32) -> Duration {
    (LONGEST * CROWD / (CROWD + behind)).max(SHORTEST)
}

/// The engine's move, or nothing where it finds none.
fn think(question: &Question, longest: Duration) -> Option<String> {
    let start = Instant::now();
    let stop = || start.elapsed() >= longest;
    let rules = catalogue::find(&question.game).ok()?.open(&question.options).ok()?;
    let Question { position, played, level, seed, .. } = question;
    match rules.choose(Some(position), played, *level, *seed, &stop) {
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
        assert_eq!(longest(0), LONGEST);
        assert_eq!(longest(CROWD), LONGEST / 2);
        assert_eq!(longest(1_000_000), SHORTEST);
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
