//! The hall: every room that is in use, and what happens there.
//!
//! Rooms are read from the storage when somebody comes and given up when nobody has been there for a while. In a
//! room one thing happens after the other: an order is checked, kept on disk, and only then told to anybody. Whoever
//! enters a room does so in a task of its own (see [`Visit`]), so that what has begun is finished whoever hangs up.

mod analyse;
mod ask;
mod engine;
mod found;
mod health;
mod play;
mod rounds;
#[cfg(test)]
mod tests;
mod visit;
mod watch;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use damier_arena::clock::Moment;
use tokio::sync::{Notify, watch as channel};
use tokio_util::task::TaskTracker;

use crate::api::requests::Lobby;
use crate::fault::Fault;
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::pool::Pool;
use crate::room::{Inside, Room};
use crate::secrets;
use crate::storage::{Downtime, Storage, StorageError};
use crate::time::{Time, wall};
pub(crate) use play::Answer;
pub(crate) use visit::Visit;

/// How long a task may take that was under way when the hall is closed.
const FAREWELL: Duration = Duration::from_secs(5);

/// How a hall is run.
pub(crate) struct Care {
    /// Threads for the engine's moves.
    pub(crate) engine_threads: usize,
    /// How long games are kept that nobody comes to play.
    pub(crate) keep_unplayed: Duration,
    /// How long games are kept that are over; for ever where it isn't said.
    pub(crate) keep_finished: Option<Duration>,
}

/// Every room that is in use.
pub(crate) struct Hall {
    storage: Arc<dyn Storage>,
    time: Time,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    /// What is going on in rooms.
    visits: TaskTracker,
    pool: Pool,
    limits: Arc<Limits>,
    metrics: Arc<Metrics>,
    care: Care,
    lobby: channel::Sender<Arc<Lobby>>,
    lobby_changed: Notify,
}

impl Hall {
    /// A hall over a storage. The time since the last sign of life there is downtime.
    pub(crate) async fn open(
        storage: Arc<dyn Storage>,
        care: Care,
        limits: Arc<Limits>,
        metrics: Arc<Metrics>,
    ) -> Result<Arc<Self>, StorageError> {
        let alive = storage.alive().await?;
        // A clock that was set back doesn't take games back: they go on from where they were.
        let now = wall().max(alive.unwrap_or(Moment::MIN));
        if let Some(down_at) = alive.filter(|&alive| alive < now) {
            storage.note_downtime(Downtime { down_at, up_at: now }).await?;
        }
        let time = Time::start(now, storage.downtimes().await?);
        let pool = Pool::new(care.engine_threads, limits.clone(), metrics.clone());
        Ok(Arc::new(Hall {
            storage,
            time,
            rooms: Mutex::default(),
            visits: TaskTracker::new(),
            pool: pool.map_err(|error| StorageError::Other(error.to_string()))?,
            limits,
            metrics,
            care,
            lobby: channel::Sender::new(Arc::new(Lobby { challenges: Vec::new() })),
            lobby_changed: Notify::new(),
        }))
    }

    /// The figures of the server.
    #[must_use]
    pub(crate) fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// The engine's threads.
    #[must_use]
    pub(crate) fn pool(&self) -> &Pool {
        &self.pool
    }

    /// What time it is for games.
    #[must_use]
    pub(crate) fn now(&self) -> Moment {
        self.time.now()
    }

    /// The room of a game; it may turn out that there is no such game.
    fn room(&self, id: &str) -> Result<Arc<Room>, Fault> {
        if !secrets::is_id(id) {
            return Err(Fault::NotFound);
        }
        let mut rooms = self.rooms();
        let room = rooms.entry(id.into()).or_insert_with(|| Arc::new(Room::new(id, self.now()))).clone();
        self.metrics.rooms.set(rooms.len() as i64);
        Ok(room)
    }

    fn rooms(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Gives a room up if nobody follows its game and nobody else waits to enter. Whoever asks has entered it, so
    /// that nobody can come in meanwhile.
    fn forget_if_empty(&self, room: &Arc<Room>, inside: &Inside) {
        let mut rooms = self.rooms();
        // One is here and one in the map; from there nobody gets another now.
        if inside.watchers.is_empty() && Arc::strong_count(room) <= 2 {
            rooms.remove(&room.id);
        }
        self.metrics.rooms.set(rooms.len() as i64);
    }

    /// Lets what is going on in rooms come to its end.
    pub(crate) async fn close(&self) {
        self.visits.close();
        if tokio::time::timeout(FAREWELL, self.visits.wait()).await.is_err() {
            tracing::warn!("something was still going on in a room");
        }
    }
}
