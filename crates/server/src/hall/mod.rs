//! The hall: every room that is in use, and what happens there.
//!
//! Rooms are read from the storage when somebody comes and given up when nobody has been there for a while. In a
//! room one thing happens after the other: an order is checked, kept on disk, and only then told to anybody.

mod analyse;
mod ask;
mod engine;
mod found;
mod play;
#[cfg(test)]
mod tests;
mod watch;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use damier_arena::clock::Moment;
use damier_arena::sitting::Sitting;
use tokio::sync::{MutexGuard, Notify, watch as channel};

use crate::api::requests::Lobby;
use crate::api::socket::ToPage;
use crate::fault::Fault;
use crate::metrics::Metrics;
use crate::pool::Pool;
use crate::receipt::Receipt;
use crate::room::{Game, Inside, Room};
use crate::secrets;
use crate::storage::{Storage, StorageError};
pub(crate) use play::Answer;

/// How long a room that nobody uses stays in memory.
const IDLE: Duration = Duration::from_secs(60);
/// How often rooms are looked after.
const ROUND: Duration = Duration::from_millis(500);
/// How often the storage hears that the server is alive.
const SIGN_OF_LIFE: Duration = Duration::from_secs(5);
/// The most games whose clocks are ended in one round.
const MOST_DUE: u32 = 100;
/// The most games that are removed at once.
const MOST_EXPIRED: u32 = 500;

/// Milliseconds since 1970.
#[must_use]
pub(crate) fn now() -> Moment {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_millis() as Moment
}

/// Every room that is in use.
pub(crate) struct Hall {
    storage: Arc<dyn Storage>,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    pool: Pool,
    metrics: Arc<Metrics>,
    /// How long games are kept that nobody comes to play.
    keep_unplayed: Duration,
    lobby: channel::Sender<Arc<Lobby>>,
    lobby_changed: Notify,
}

impl Hall {
    /// A hall over a storage, with so many threads for the engine, that keeps games for so long that nobody comes to
    /// play.
    pub(crate) fn open(
        storage: Arc<dyn Storage>,
        engine_threads: usize,
        keep_unplayed: Duration,
        metrics: Arc<Metrics>,
    ) -> std::io::Result<Arc<Self>> {
        Ok(Arc::new(Hall {
            storage,
            rooms: Mutex::default(),
            pool: Pool::new(engine_threads, metrics.clone())?,
            metrics,
            keep_unplayed,
            lobby: channel::Sender::new(Arc::new(Lobby { challenges: Vec::new() })),
            lobby_changed: Notify::new(),
        }))
    }

    /// The figures of the server.
    #[must_use]
    pub(crate) fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// The room of a game; it may turn out that there is no such game.
    fn room(&self, id: &str) -> Result<Arc<Room>, Fault> {
        if !secrets::is_id(id) {
            return Err(Fault::NotFound);
        }
        let mut rooms = self.rooms();
        let room = rooms.entry(id.into()).or_insert_with(|| Arc::new(Room::new(id, now()))).clone();
        self.metrics.rooms.set(rooms.len() as i64);
        Ok(room)
    }

    fn rooms(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Enters a room, its game read.
    async fn enter<'r>(self: &Arc<Self>, room: &'r Arc<Room>) -> Result<MutexGuard<'r, Inside>, Fault> {
        let mut inside = room.inside.lock().await;
        inside.used_at = std::time::Instant::now();
        if inside.game.is_none() {
            match self.read(&room.id).await {
                Ok(game) => {
                    inside.game = Some(game);
                    inside.tell_all(now());
                    self.drive_engine(room, &mut inside).await;
                }
                Err(fault) => {
                    self.forget_if_empty(room, &inside);
                    return Err(fault);
                }
            }
        }
        // The engine's part may have failed to be kept.
        if inside.game.is_none() {
            return Err(StorageError::Other("the game has to be read again".into()).into());
        }
        Ok(inside)
    }

    async fn read(&self, id: &str) -> Result<Game, Fault> {
        let Some(stored) = self.storage.load(id).await? else {
            let expired = self.storage.has_expired(id).await?;
            return Err(if expired { Fault::Expired } else { Fault::NotFound });
        };
        let last = stored.entries.last().map(|(kept, _)| kept.at);
        let done = stored.entries.iter().zip(1..).filter_map(|((_, receipt), version)| {
            let receipt = Receipt::read(receipt.as_ref()?);
            Some((receipt.key.clone(), (receipt, version)))
        });
        let done = done.collect();
        let list = stored.entries.into_iter().map(|(kept, _)| kept).collect();
        let founding = stored.founding;
        let replayed = tokio::task::block_in_place(|| Sitting::replay(founding.terms, founding.secret, list));
        let mut sitting = replayed.map_err(|broken| StorageError::Damaged(broken.to_string()))?;
        if let Some(last) = last {
            sitting.pause(self.storage.downtime_since(last).await?);
        }
        Ok(Game {
            sitting,
            seat_key: founding.seat_key,
            invitation: founding.invitation,
            keys: stored.keys,
            done,
            thinking: None,
        })
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

    /// Looks after rooms, clocks, the engine and the lobby until the server stops.
    pub(crate) async fn look_after(self: Arc<Self>) {
        self.wake_engine().await;
        tokio::join!(self.keep_lobby(), self.make_rounds());
    }

    /// Looks after rooms and clocks.
    async fn make_rounds(self: &Arc<Self>) {
        let mut round = tokio::time::interval(ROUND);
        round.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut sign = tokio::time::Instant::now();
        loop {
            round.tick().await;
            if sign.elapsed() >= SIGN_OF_LIFE {
                sign = tokio::time::Instant::now();
                if let Err(error) = self.storage.note_alive(now()).await {
                    tracing::error!(%error, "no sign of life in the storage");
                }
                if let Err(error) = self.expire(now()).await {
                    tracing::error!(%error, "games that nobody plays can't be removed");
                }
            }
            self.end_clocks().await;
            self.look_into_rooms().await;
        }
    }

    async fn look_into_rooms(self: &Arc<Self>) {
        let rooms: Vec<Arc<Room>> = self.rooms().values().cloned().collect();
        for room in rooms {
            // A room in which something is going on is looked into the next time.
            let Ok(mut inside) = room.inside.try_lock() else { continue };
            let place = inside
                .game
                .as_ref()
                .and_then(|game| game.thinking)
                .map(|(ticket, _)| self.pool.place(ticket));
            if let Some(place) = place {
                inside.tell_place(place);
            }
            if inside.is_newly_away(now()) {
                inside.tell_presence(now());
            }
            if inside.used_at.elapsed() >= IDLE && place.is_none() {
                self.forget_if_empty(&room, &inside);
            }
            if inside.game.is_none() && !inside.watchers.is_empty() {
                // Whoever waits gets the game as soon as it can be read.
                drop(inside);
                if let Err(error) = self.enter(&room).await {
                    tracing::warn!(%error, game = room.id, "still can't be read");
                }
            }
        }
    }

    /// Removes games that nobody came to play.
    async fn expire(&self, now: Moment) -> Result<(), StorageError> {
        let since = now - self.keep_unplayed.as_millis() as Moment;
        for id in self.storage.expire(since, now, MOST_EXPIRED).await? {
            let room = self.rooms().get(&id).cloned();
            let Some(room) = room else { continue };
            let mut inside = room.inside.lock().await;
            // Something may have happened there at the last moment.
            if !self.storage.has_expired(&id).await? {
                continue;
            }
            let problem =
                || ToPage::Problem { problem: Fault::Expired.problem(), game: Some(id.clone()), key: None };
            inside.tell(|_| problem());
            inside.tell(|_| ToPage::Unwatched { game: id.clone() });
            inside.watchers.clear();
            inside.game = None;
        }
        Ok(())
    }

    /// Ends the games whose time is over.
    async fn end_clocks(self: &Arc<Self>) {
        let due = match self.storage.due(now(), MOST_DUE).await {
            Ok(due) => due,
            Err(error) => return tracing::error!(%error, "clocks can't be read"),
        };
        for id in due {
            if let Err(error) = self.flag(&id).await {
                tracing::error!(%error, game = id, "a clock can't be ended");
            }
        }
    }
}
