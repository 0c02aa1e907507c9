//! What those who run a server want to know, as Prometheus reads it.

mod process;
mod requests;

use std::path::Path;
use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use prometheus_client::encoding::text::{encode_eof, encode_registry};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

use crate::pulse::Pulse;
use requests::Requests;

/// The figures of a server.
pub(crate) struct Metrics {
    registry: Registry,
    /// Games created.
    pub(crate) games: Counter,
    /// Games in memory.
    pub(crate) rooms: Gauge,
    /// Open sockets.
    pub(crate) connections: Gauge,
    /// Orders carried out.
    pub(crate) orders: Counter,
    /// Orders refused.
    pub(crate) refusals: Counter,
    /// Requests and messages turned away because there were too many.
    pub(crate) limited: Counter,
    /// How long an order waited for the disk, in seconds.
    pub(crate) commit: Histogram,
    /// Writes that failed.
    pub(crate) commit_failures: Counter,
    /// Games that couldn't be read.
    pub(crate) set_aside: Counter,
    /// What waits before each lane.
    waiting: Family<LaneName, Gauge>,
    /// How long each lane worked at a time, in seconds.
    seconds: Family<LaneName, Histogram>,
    /// Every lane by its name.
    lanes: Mutex<Vec<(&'static str, LaneMetrics)>>,
    /// How long the engine took for a move, waiting included, in seconds.
    pub(crate) thought: Histogram,
    /// Somebody looks after rooms and clocks.
    pub(crate) rounds: Pulse,
    /// Requests by HTTP.
    pub(crate) requests: Requests,
}

/// The name of a lane, as a label.
type LaneName = [(&'static str, &'static str); 1];

/// The figures of a lane.
#[derive(Clone)]
pub(crate) struct LaneMetrics {
    /// What waits.
    pub(crate) waiting: Gauge,
    /// How long it worked at a time.
    pub(crate) seconds: Histogram,
    /// It took up something new, or began to be waited for.
    pub(crate) pulse: Pulse,
}

impl Default for LaneMetrics {
    fn default() -> Self {
        LaneMetrics { waiting: Gauge::default(), seconds: seconds(), pulse: Pulse::default() }
    }
}

fn seconds() -> Histogram {
    Histogram::new(exponential_buckets(0.0005, 2.0, 16))
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("damier");
        let (games, orders, refusals, limited) = (
            Counter::<u64, AtomicU64>::default(),
            Counter::default(),
            Counter::default(),
            Counter::default(),
        );
        let (rooms, connections) = (Gauge::default(), Gauge::default());
        let (commit, thought) = (seconds(), seconds());
        let (commit_failures, set_aside) = (Counter::default(), Counter::default());
        let (waiting, lane_seconds) = (Family::default(), Family::new_with_constructor(seconds as fn() -> _));
        registry.register("games_created", "Games created", games.clone());
        registry.register("games_in_memory", "Games in memory", rooms.clone());
        registry.register("connections", "Open sockets", connections.clone());
        registry.register("actions", "Orders carried out", orders.clone());
        registry.register("refusals", "Orders refused", refusals.clone());
        registry.register("limited", "Requests turned away by rate limits", limited.clone());
        registry.register("commit_seconds", "Time until an order was on disk", commit.clone());
        registry.register("commit_failures", "Writes that failed", commit_failures.clone());
        registry.register("games_set_aside", "Games found that can't be read", set_aside.clone());
        registry.register("lane_waiting", "What waits before each lane", waiting.clone());
        registry.register("lane_seconds", "How long each lane worked at a time", lane_seconds.clone());
        registry.register("engine_seconds", "Time until the engine had moved", thought.clone());
        let requests = Requests::register(&mut registry);
        Metrics {
            registry,
            games,
            rooms,
            connections,
            orders,
            refusals,
            limited,
            commit,
            commit_failures,
            set_aside,
            waiting,
            seconds: lane_seconds,
            lanes: Mutex::default(),
            thought,
            rounds: Pulse::default(),
            requests,
        }
    }
}

impl Metrics {
    /// The figures of a lane.
    pub(crate) fn lane(&self, name: &'static str) -> LaneMetrics {
        let label = [("lane", name)];
        let lane = LaneMetrics {
            waiting: self.waiting.get_or_create(&label).clone(),
            seconds: self.seconds.get_or_create(&label).clone(),
            pulse: Pulse::default(),
        };
        self.lanes.lock().unwrap_or_else(PoisonError::into_inner).push((name, lane.clone()));
        lane
    }

    /// The lane that has taken up nothing new for so long though something waits, if there is one.
    pub(crate) fn stuck_lane(&self, longest: Duration) -> Option<&'static str> {
        let lanes = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
        let is_stuck = |lane: &LaneMetrics| lane.waiting.get() > 0 && lane.pulse.elapsed() > longest;
        lanes.iter().find(|(_, lane)| is_stuck(lane)).map(|(name, _)| *name)
    }

    /// The figures as text, with those of the process and of the files in its folder.
    pub(crate) fn text(&self, data: &Path) -> Result<String, std::fmt::Error> {
        let mut text = String::new();
        encode_registry(&mut text, &self.registry)?;
        encode_registry(&mut text, &process::figures(data))?;
        encode_eof(&mut text)?;
        Ok(text)
    }
}
