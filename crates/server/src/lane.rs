//! A lane: threads for one kind of work, and a queue before them that serves addresses in turn.
//!
//! However much one address wants, the next one waits for one piece of its work at most, and one thread is left to
//! others where there are several. The queue has an end, and what nobody waits for any more leaves it.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

use crate::limits::network;
use crate::metrics::LaneMetrics;

/// How much may wait before a lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    /// In all.
    pub(crate) most: usize,
    /// Of one address.
    pub(crate) each: usize,
}

/// Why something can't wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Full {
    /// Too much waits.
    All,
    /// Too much of this address waits.
    Yours,
}

/// What work can see of its lane.
pub(crate) struct Turn<'a> {
    lane: &'a Shared,
    stale: &'a AtomicBool,
}

impl Turn<'_> {
    /// How many wait for each thread.
    pub(crate) fn crowd(&self) -> u32 {
        self.lane.lock().length.div_ceil(self.lane.threads) as u32
    }

    /// Whether nobody waits for it any more.
    pub(crate) fn is_stale(&self) -> bool {
        self.stale.load(Ordering::Relaxed)
    }
}

type Work = Box<dyn FnOnce(&Turn<'_>) + Send>;

struct Job {
    number: u64,
    stale: Arc<AtomicBool>,
    work: Work,
}

#[derive(Default)]
struct Queue {
    /// What waits, by address; the first address is served next, and then goes to the end.
    waiting: VecDeque<(IpAddr, VecDeque<Job>)>,
    /// How much waits.
    length: usize,
    /// The addresses for which somebody works, one for each piece of work.
    served: Vec<IpAddr>,
    next: u64,
    closed: bool,
}

impl Queue {
    /// The next piece of work, of an address for which fewer than `each` threads work.
    fn take(&mut self, each: usize) -> Option<(IpAddr, Job)> {
        let free = |address: &IpAddr| self.served.iter().filter(|one| *one == address).count() < each;
        let nth = self.waiting.iter().position(|(address, _)| free(address))?;
        let (address, mut jobs) = self.waiting.remove(nth)?;
        let job = jobs.pop_front()?;
        if !jobs.is_empty() {
            self.waiting.push_back((address, jobs));
        }
        self.length -= 1;
        self.served.push(address);
        Some((address, job))
    }

    /// How many are served before a job that waits, itself included; 0 where it waits no longer.
    fn place(&self, number: u64) -> u32 {
        let mine = |jobs: &VecDeque<Job>| jobs.iter().position(|job| job.number == number);
        let found = self.waiting.iter().enumerate().find_map(|(nth, (_, jobs))| Some((nth, mine(jobs)?)));
        let Some((nth, round)) = found else { return 0 };
        // Each address before it has one turn more by then.
        let turns = |(other, (_, jobs)): (usize, &(IpAddr, VecDeque<Job>))| match other.cmp(&nth) {
            std::cmp::Ordering::Less => jobs.len().min(round + 1),
            std::cmp::Ordering::Equal => round + 1,
            std::cmp::Ordering::Greater => jobs.len().min(round),
        };
        self.waiting.iter().enumerate().map(turns).sum::<usize>() as u32
    }

    fn remove(&mut self, number: u64) {
        for (_, jobs) in &mut self.waiting {
            if let Some(nth) = jobs.iter().position(|job| job.number == number) {
                jobs.remove(nth);
                self.length -= 1;
                break;
            }
        }
        self.waiting.retain(|(_, jobs)| !jobs.is_empty());
    }
}

struct Shared {
    queue: Mutex<Queue>,
    news: Condvar,
    threads: usize,
    room: Room,
    metrics: LaneMetrics,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn work(&self) {
        // One thread is left to others.
        let each = (self.threads - 1).max(1);
        loop {
            let mut queue = self.lock();
            let (address, job) = loop {
                if queue.closed {
                    return;
                }
                if let Some(found) = queue.take(each) {
                    break found;
                }
                queue = self.news.wait(queue).unwrap_or_else(|poisoned| poisoned.into_inner());
            };
            self.metrics.waiting.set(queue.length as i64);
            self.metrics.pulse.beat();
            drop(queue);
            let start = std::time::Instant::now();
            (job.work)(&Turn { lane: self, stale: &job.stale });
            self.metrics.seconds.observe(start.elapsed().as_secs_f64());
            let mut queue = self.lock();
            if let Some(nth) = queue.served.iter().position(|one| *one == address) {
                queue.served.swap_remove(nth);
            }
            // More of the same address may have waited for this.
            self.news.notify_one();
        }
    }
}

/// Threads and the queue before them.
pub(crate) struct Lane(Arc<Shared>);

impl Lane {
    /// A lane with so many threads, and room for so much that waits.
    pub(crate) fn open(
        name: &str,
        threads: usize,
        room: Room,
        metrics: LaneMetrics,
    ) -> std::io::Result<Self> {
        let threads = threads.max(1);
        let shared = Shared { queue: Mutex::default(), news: Condvar::new(), threads, room, metrics };
        let lane = Lane(Arc::new(shared));
        for nth in 0..threads {
            let shared = lane.0.clone();
            std::thread::Builder::new().name(format!("{name} {nth}")).spawn(move || shared.work())?;
        }
        Ok(lane)
    }

    /// Has something done for an address. It is dropped with its ticket.
    pub(crate) fn push(
        &self,
        address: IpAddr,
        work: impl FnOnce(&Turn<'_>) + Send + 'static,
    ) -> Result<Ticket, Full> {
        let address = network(address);
        let mut queue = self.0.lock();
        if queue.length >= self.0.room.most {
            return Err(Full::All);
        }
        queue.next += 1;
        let (number, stale) = (queue.next, Arc::new(AtomicBool::new(false)));
        let job = Job { number, stale: stale.clone(), work: Box::new(work) };
        match queue.waiting.iter_mut().find(|(one, _)| *one == address) {
            Some((_, jobs)) if jobs.len() >= self.0.room.each => return Err(Full::Yours),
            Some((_, jobs)) => jobs.push_back(job),
            None => queue.waiting.push_back((address, [job].into())),
        }
        queue.length += 1;
        if queue.length == 1 {
            self.0.metrics.pulse.beat();
        }
        self.0.metrics.waiting.set(queue.length as i64);
        self.0.news.notify_one();
        Ok(Ticket { lane: self.0.clone(), number, stale })
    }
}

impl Drop for Lane {
    fn drop(&mut self) {
        let mut queue = self.0.lock();
        queue.closed = true;
        queue.waiting.clear();
        self.0.news.notify_all();
    }
}

/// Work that somebody waits for. Dropped, it is stale: it leaves the queue, or ends early.
pub(crate) struct Ticket {
    lane: Arc<Shared>,
    number: u64,
    stale: Arc<AtomicBool>,
}

impl Ticket {
    /// Its place among those that wait, from 1; 0 once it is worked on.
    #[must_use]
    pub(crate) fn place(&self) -> u32 {
        self.lane.lock().place(self.number)
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.stale.store(true, Ordering::Relaxed);
        let mut queue = self.lane.lock();
        queue.remove(self.number);
        self.lane.metrics.waiting.set(queue.length as i64);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, Sender, channel};

    use super::*;

    const ROOM: Room = Room { most: 40, each: 30 };

    fn address(last: u8) -> IpAddr {
        [192, 0, 2, last].into()
    }

    /// A lane whose threads are all busy, each for an address of its own, until the other end is dropped.
    fn busy_lane(threads: usize) -> (Lane, Vec<Sender<()>>) {
        let lane = Lane::open("test", threads, ROOM, LaneMetrics::default()).unwrap();
        let mut ends = Vec::new();
        for nth in 0..threads {
            let (end, wait) = channel::<()>();
            let (begin, begun) = channel();
            let ticket = lane.push(address(200 + nth as u8), move |_| {
                begin.send(()).unwrap();
                wait.recv().unwrap_or_default();
            });
            begun.recv().unwrap();
            // It is at work and stays there.
            drop(ticket.unwrap());
            ends.push(end);
        }
        (lane, ends)
    }

    /// Work that says its name.
    fn says(tell: &Sender<&'static str>, name: &'static str) -> impl FnOnce(&Turn<'_>) + Send + 'static {
        let tell = tell.clone();
        move |_| tell.send(name).unwrap()
    }

    fn heard(told: &Receiver<&'static str>, number: usize) -> Vec<&'static str> {
        told.iter().take(number).collect()
    }

    #[test]
    fn addresses_are_served_in_turn() {
        let (lane, ends) = busy_lane(1);
        let (tell, told) = channel();
        let asked = [(1, "a1"), (1, "a2"), (1, "a3"), (2, "b1"), (2, "b2"), (3, "c1")];
        let tickets = asked.map(|(who, name)| lane.push(address(who), says(&tell, name)).unwrap());
        assert_eq!(tickets.each_ref().map(Ticket::place), [1, 4, 6, 2, 5, 3]);
        drop(ends);
        assert_eq!(heard(&told, 6), ["a1", "b1", "c1", "a2", "b2", "a3"]);
        while tickets[2].place() != 0 {
            std::thread::yield_now();
        }
    }

    #[test]
    fn a_queue_has_an_end_for_each_and_for_all() {
        let (lane, ends) = busy_lane(1);
        let tickets: Vec<_> = (0..35).map(|_| lane.push(address(1), |_| {})).collect();
        assert_eq!(tickets.iter().filter(|ticket| ticket.is_ok()).count(), ROOM.each);
        assert_eq!(tickets[34].as_ref().err(), Some(&Full::Yours));
        let others: Vec<_> = (0..15).map(|_| lane.push(address(2), |_| {})).collect();
        assert_eq!(others.iter().filter(|ticket| ticket.is_ok()).count(), ROOM.most - ROOM.each);
        assert_eq!(others[14].as_ref().err(), Some(&Full::All));
        drop(ends);
    }

    #[test]
    fn one_thread_is_left_to_others() {
        let (lane, mut ends) = busy_lane(2);
        let (tell, told) = channel();
        let (end, wait) = channel::<()>();
        let long = lane.push(address(1), move |_| wait.recv().unwrap_or_default()).unwrap();
        let more = lane.push(address(1), says(&tell, "a")).unwrap();
        let other = lane.push(address(2), says(&tell, "b")).unwrap();
        ends.clear();
        assert_eq!(heard(&told, 1), ["b"], "although it came last");
        assert_eq!(more.place(), 1);
        drop(end);
        assert_eq!(heard(&told, 1), ["a"]);
        drop((long, other));
    }

    #[test]
    fn what_nobody_waits_for_is_not_done() {
        let (lane, ends) = busy_lane(1);
        let (tell, told) = channel();
        let stale = lane.push(address(1), says(&tell, "stale")).unwrap();
        let wanted = lane.push(address(1), says(&tell, "wanted")).unwrap();
        drop(stale);
        assert_eq!(wanted.place(), 1);
        drop(ends);
        assert_eq!(heard(&told, 1), ["wanted"]);
        let (begin, begun) = channel();
        let (tell, told) = channel();
        let running = lane.push(address(1), move |turn| {
            begin.send(()).unwrap();
            while !turn.is_stale() {
                std::thread::yield_now();
            }
            tell.send(()).unwrap();
        });
        begun.recv().unwrap();
        drop(running);
        told.recv().unwrap();
    }
}
