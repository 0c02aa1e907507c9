//! Rounds: looking after time, clocks, rooms and the engine's games until the server stops.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use damier_arena::clock::Moment;

use super::Hall;
use crate::api::socket::ToPage;
use crate::fault::Fault;
use crate::room::Room;
use crate::secrets::tag;
use crate::storage::StorageError;

/// Whoever looks after rooms: no address outside has this one.
pub(super) const SELF: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
/// How long a room that nobody uses stays in memory.
const IDLE: Duration = Duration::from_secs(60);
/// How often rooms are looked after, and how often time's heart beats.
const ROUND: Duration = Duration::from_millis(500);
/// How often the storage hears that the server is alive.
const SIGN_OF_LIFE: Duration = Duration::from_secs(5);
/// The most games whose clocks are ended in one round.
const MOST_DUE: u32 = 100;
/// The most games that are removed at once.
const MOST_EXPIRED: u32 = 500;

impl Hall {
    /// Looks after time, rooms, clocks, the engine and the lobby until the server stops.
    pub(crate) async fn look_after(self: Arc<Self>) {
        tokio::join!(self.keep_time(), self.keep_lobby(), self.make_rounds());
    }

    /// Keeps time going. What was missed is downtime, and time waits until that is kept.
    async fn keep_time(self: &Arc<Self>) {
        let mut round = tokio::time::interval(ROUND);
        round.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            round.tick().await;
            let Some(downtime) = self.time.beat() else { continue };
            let length = downtime.up_at - downtime.down_at;
            match self.storage.note_downtime(downtime).await {
                Ok(()) => {
                    tracing::warn!(millis = length, "nothing could be done for a while: clocks stood still");
                    self.time.go_on(downtime);
                    self.tell_clocks().await;
                }
                Err(error) => tracing::error!(%error, "time stands still until a downtime can be kept"),
            }
        }
    }

    /// Tells pages that clocks stood still: theirs ran on.
    async fn tell_clocks(self: &Arc<Self>) {
        let ids: Vec<String> = self.rooms().keys().cloned().collect();
        for id in ids {
            let told = self.visit(&id, SELF, |mut visit| async move {
                let now = visit.hall.now();
                if visit.game()?.sitting.clock().is_some_and(|clock| clock.running().is_some()) {
                    visit.inside.tell_all(now);
                }
                Ok(())
            });
            if let Err(error) = told.await {
                tracing::debug!(%error, "pages aren't told of a downtime");
            }
        }
    }

    /// Looks after rooms and clocks.
    async fn make_rounds(self: &Arc<Self>) {
        self.wake_engine().await;
        let mut round = tokio::time::interval(ROUND);
        round.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut sign = tokio::time::Instant::now();
        loop {
            round.tick().await;
            self.metrics.rounds.beat();
            if sign.elapsed() >= SIGN_OF_LIFE {
                sign = tokio::time::Instant::now();
                if let Err(error) = self.storage.note_alive(self.now()).await {
                    tracing::error!(%error, "no sign of life in the storage");
                }
                if let Err(error) = self.expire(self.now()).await {
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
            let Ok(mut inside) = room.inside.clone().try_lock_owned() else { continue };
            inside.watchers.retain(|watcher| watcher.outbox.is_open());
            let place = inside.game.as_ref().and_then(|game| game.thinking.as_ref());
            let place = place.map(|(ticket, _)| ticket.place());
            if let Some(place) = place {
                inside.tell_place(place);
            }
            if inside.is_newly_away(self.now()) {
                inside.tell_presence(self.now());
            }
            if inside.used_at.elapsed() >= IDLE && place.is_none() {
                self.forget_if_empty(&room, &inside);
            }
            let is_lost = inside.game.is_none() && !inside.watchers.is_empty();
            let engine_waits = inside.game.as_ref().is_some_and(|game| game.engine_waits());
            drop(inside);
            // Whoever waits gets the game as soon as it can be read, and the engine as soon as it has room.
            if is_lost || engine_waits {
                let visited =
                    self.visit(&room.id, SELF, |mut visit| async move { visit.drive_engine().await });
                if let Err(error) = visited.await {
                    tracing::debug!(%error, game = tag(&room.id), "still can't be read");
                }
            }
        }
    }

    /// Removes games that nobody came to play, and those that have been over for long, where they aren't kept for ever.
    pub(super) async fn expire(&self, now: Moment) -> Result<(), StorageError> {
        let before = |age: Duration| now - age.as_millis() as Moment;
        let mut removed = self.storage.expire(before(self.care.keep_unplayed), now, MOST_EXPIRED).await?;
        if let Some(age) = self.care.keep_finished {
            removed.extend(self.storage.retire(before(age), now, MOST_EXPIRED).await?);
        }
        for id in removed {
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
        let due = match self.storage.due(self.now(), MOST_DUE).await {
            Ok(due) => due,
            Err(error) => return tracing::error!(%error, "clocks can't be read"),
        };
        for id in due {
            if let Err(error) = self.visit(&id, SELF, |visit| visit.flag()).await {
                tracing::error!(%error, game = tag(&id), "a clock can't be ended");
            }
        }
    }

    /// Goes on with the games in which the engine had to act when the server stopped.
    async fn wake_engine(self: &Arc<Self>) {
        match self.storage.engine_games().await {
            Ok(games) => {
                for id in games {
                    // Entering is enough: the engine is asked as soon as its game has been read.
                    if let Err(error) = self.visit(&id, SELF, |_| async { Ok(()) }).await {
                        tracing::error!(%error, game = tag(&id), "the engine can't go on");
                    }
                }
            }
            Err(error) => tracing::error!(%error, "the engine's games can't be found"),
        }
    }
}
