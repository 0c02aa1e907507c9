//! The time that games run on. It never jumps: it goes on from heartbeat to heartbeat, and while these are missing,
//! whatever the cause, every clock stands still.

use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use damier_arena::clock::{Millis, Moment};

/// How long after a heartbeat time goes on by itself; after that it waits for the next one.
pub(crate) const LONGEST_BEAT: Duration = Duration::from_secs(2);

/// A time when no server was running, or none that could do anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Downtime {
    /// When it began.
    pub down_at: Moment,
    /// When it was over.
    pub up_at: Moment,
}

impl Downtime {
    /// How much of it lies after a moment.
    fn since(self, moment: Moment) -> Millis {
        (self.up_at - self.down_at.max(moment)).max(0)
    }
}

/// How long this machine has been up. No clock that is set can move it, and it counts sleep.
type Uptime = Box<dyn Fn() -> Duration + Send + Sync>;

/// The time that games run on.
pub(crate) struct Time {
    uptime: Uptime,
    line: Mutex<Line>,
}

struct Line {
    /// What time it was at the last heartbeat.
    at: Moment,
    /// For how long the machine had been up then.
    beat: Duration,
    /// Every downtime so far, the oldest first.
    downtimes: Vec<Downtime>,
}

/// What this machine's wall clock says, in milliseconds since 1970: believed when the server starts, and never again.
pub(crate) fn wall() -> Moment {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.unwrap_or_default().as_millis() as Moment
}

#[cfg(target_os = "linux")]
fn uptime() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec as u32)
}

/// Elsewhere sleep may not be counted; then a clock runs on after it as if there had been none.
#[cfg(not(target_os = "linux"))]
fn uptime() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

impl Time {
    /// Time from a moment on, with every downtime so far.
    pub(crate) fn start(at: Moment, downtimes: Vec<Downtime>) -> Self {
        Self::with(Box::new(uptime), at, downtimes)
    }

    fn with(uptime: Uptime, at: Moment, downtimes: Vec<Downtime>) -> Self {
        let beat = uptime();
        Time { uptime, line: Mutex::new(Line { at, beat, downtimes }) }
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// What time it is, in milliseconds since 1970.
    #[must_use]
    pub(crate) fn now(&self) -> Moment {
        let line = self.line();
        let since = (self.uptime)().saturating_sub(line.beat).min(LONGEST_BEAT);
        line.at + since.as_millis() as Moment
    }

    /// A heartbeat. Where some were missed, the downtime that has to be kept before time goes on.
    pub(crate) fn beat(&self) -> Option<Downtime> {
        let mut line = self.line();
        let up = (self.uptime)();
        let since = up.saturating_sub(line.beat);
        if since > LONGEST_BEAT {
            let at = |since: Duration| line.at + since.as_millis() as Moment;
            return Some(Downtime { down_at: at(LONGEST_BEAT), up_at: at(since) });
        }
        // In whole milliseconds: what is left of one counts at the next beat.
        let millis = since.as_millis() as u64;
        line.at += millis as Moment;
        line.beat += Duration::from_millis(millis);
        None
    }

    /// Time goes on after a downtime that was kept.
    pub(crate) fn go_on(&self, downtime: Downtime) {
        let mut line = self.line();
        let passed = downtime.up_at - line.at;
        line.beat += Duration::from_millis(passed.unsigned_abs());
        line.at = downtime.up_at;
        line.downtimes.push(downtime);
    }

    /// How many downtimes there have been.
    #[must_use]
    pub(crate) fn downtimes(&self) -> usize {
        self.line().downtimes.len()
    }

    /// How much downtime there was after a moment, leaving out the first `known` ones.
    #[must_use]
    pub(crate) fn downtime_since(&self, moment: Moment, known: usize) -> Millis {
        self.line().downtimes.iter().skip(known).map(|downtime| downtime.since(moment)).sum()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    /// Time on a machine whose uptime, in milliseconds, is set by hand.
    fn by_hand() -> (Time, Arc<AtomicU64>) {
        let up = Arc::new(AtomicU64::new(5_000));
        let read = up.clone();
        let uptime = Box::new(move || Duration::from_millis(read.load(Ordering::SeqCst)));
        (Time::with(uptime, 1_000_000, Vec::new()), up)
    }

    #[test]
    fn time_goes_on_from_beat_to_beat() {
        let (time, up) = by_hand();
        for nth in 1..=10 {
            up.fetch_add(500, Ordering::SeqCst);
            assert_eq!(time.now(), 1_000_000 + nth * 500);
            assert_eq!(time.beat(), None);
            assert_eq!(time.now(), 1_000_000 + nth * 500);
        }
        assert_eq!(time.downtimes(), 0);
    }

    #[test]
    fn a_missed_beat_is_downtime_and_time_waits_until_it_is_kept() {
        let (time, up) = by_hand();
        up.fetch_add(14_000, Ordering::SeqCst);
        assert_eq!(time.now(), 1_002_000, "it doesn't run further by itself");
        let downtime = time.beat().unwrap();
        assert_eq!(downtime, Downtime { down_at: 1_002_000, up_at: 1_014_000 });
        assert_eq!(time.now(), 1_002_000, "nothing is kept yet");
        up.fetch_add(100, Ordering::SeqCst);
        time.go_on(downtime);
        assert_eq!(time.now(), 1_014_100);
        assert_eq!(time.beat(), None);
        assert_eq!(time.downtimes(), 1);
        assert_eq!(time.downtime_since(1_000_000, 0), 12_000);
        assert_eq!(time.downtime_since(1_010_000, 0), 4_000);
        assert_eq!(time.downtime_since(1_020_000, 0), 0);
        assert_eq!(time.downtime_since(1_000_000, 1), 0, "known already");
    }
}
