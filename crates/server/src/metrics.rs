//! What those who run a server want to know, as Prometheus reads it.

use std::sync::atomic::AtomicU64;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

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
    /// Engine moves and analyses that wait.
    pub(crate) queue: Gauge,
    /// How long the engine took for a move, waiting included, in seconds.
    pub(crate) thought: Histogram,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("damier");
        let seconds = || Histogram::new(exponential_buckets(0.0005, 2.0, 16));
        let (games, orders, refusals, limited) = (
            Counter::<u64, AtomicU64>::default(),
            Counter::default(),
            Counter::default(),
            Counter::default(),
        );
        let (rooms, connections, queue) = (Gauge::default(), Gauge::default(), Gauge::default());
        let (commit, thought, commit_failures) = (seconds(), seconds(), Counter::default());
        registry.register("games_created", "Games created", games.clone());
        registry.register("games_in_memory", "Games in memory", rooms.clone());
        registry.register("connections", "Open sockets", connections.clone());
        registry.register("actions", "Orders carried out", orders.clone());
        registry.register("refusals", "Orders refused", refusals.clone());
        registry.register("limited", "Requests turned away by rate limits", limited.clone());
        registry.register("commit_seconds", "Time until an order was on disk", commit.clone());
        registry.register("commit_failures", "Writes that failed", commit_failures.clone());
        registry.register("engine_queue", "Engine moves and analyses that wait", queue.clone());
        registry.register("engine_seconds", "Time until the engine had moved", thought.clone());
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
            queue,
            thought,
        }
    }
}

impl Metrics {
    /// The figures as text.
    pub(crate) fn text(&self) -> Result<String, std::fmt::Error> {
        let mut text = String::new();
        encode(&mut text, &self.registry)?;
        Ok(text)
    }
}
