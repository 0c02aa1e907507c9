//! Visits: the one way into a room, each in a task of its own.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use damier_arena::sitting::Sitting;
use tokio::sync::OwnedMutexGuard;

use super::Hall;
use crate::fault::Fault;
use crate::limits::Metered;
use crate::receipt::Receipt;
use crate::room::{Game, Inside, Room};
use crate::storage::StorageError;

/// Somebody in a room: nobody else is there meanwhile, and its game has been read.
pub(crate) struct Visit {
    pub(super) hall: Arc<Hall>,
    pub(super) room: Arc<Room>,
    pub(super) inside: OwnedMutexGuard<Inside>,
}

impl Hall {
    /// Enters the room of a game on behalf of an address and does something there, in a task of its own: whoever asked
    /// may hang up at any moment, and it is finished all the same.
    pub(super) async fn visit<T, F>(
        self: &Arc<Self>,
        id: &str,
        address: IpAddr,
        work: impl FnOnce(Visit) -> F + Send + 'static,
    ) -> Result<T, Fault>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, Fault>> + Send,
    {
        let room = self.room(id)?;
        let hall = self.clone();
        let task = async move { work(hall.enter(room, address).await?).await };
        self.finish(address, task).await
    }

    /// Does something to its end, whoever hangs up, and charges it to an address.
    pub(super) async fn finish<T: Send + 'static>(
        &self,
        address: IpAddr,
        task: impl Future<Output = Result<T, Fault>> + Send + 'static,
    ) -> Result<T, Fault> {
        let task = self.visits.spawn(Metered::new(task, self.limits.clone(), address));
        task.await.map_err(|error| Fault::Broken(error.to_string()))?
    }

    /// Enters a room, its game read. Only visits do.
    async fn enter(self: Arc<Self>, room: Arc<Room>, address: IpAddr) -> Result<Visit, Fault> {
        let mut inside = room.inside.clone().lock_owned().await;
        inside.used_at = Instant::now();
        let is_new = inside.game.is_none();
        if is_new {
            match self.read(&room.id).await {
                Ok(game) => inside.game = Some(game),
                Err(fault) => {
                    self.forget_if_empty(&room, &inside);
                    return Err(fault);
                }
            }
        }
        if let Some(game) = &mut inside.game {
            self.stand_still(game);
        }
        let mut visit = Visit { hall: self, room, inside };
        visit.inside.address.get_or_insert(address);
        if is_new {
            visit.inside.tell_all(visit.hall.now());
            visit.drive_engine().await?;
        }
        Ok(visit)
    }

    /// Lets the clock of a game stand still for downtimes that it doesn't know of.
    fn stand_still(&self, game: &mut Game) {
        let number = self.time.downtimes();
        if game.downtimes < number {
            if let Some((_, since)) = game.sitting.clock().and_then(|clock| clock.running()) {
                game.sitting.pause(self.time.downtime_since(since, game.downtimes));
            }
            game.downtimes = number;
        }
    }

    /// Reads a game. One that makes no sense is set aside, so that nobody tries again and again.
    async fn read(&self, id: &str) -> Result<Game, Fault> {
        let read = self.try_to_read(id).await;
        if let Err(Fault::Storage(StorageError::Damaged(why))) = &read {
            tracing::error!(game = crate::secrets::tag(id), why, "set aside: it can't be read");
            self.metrics.set_aside.inc();
            if let Err(error) = self.storage.set_aside(id, why).await {
                tracing::error!(%error, game = crate::secrets::tag(id), "can't be set aside");
            }
        }
        read
    }

    async fn try_to_read(&self, id: &str) -> Result<Game, Fault> {
        let Some(stored) = self.storage.load(id).await? else {
            let expired = self.storage.has_expired(id).await?;
            return Err(if expired { Fault::Expired } else { Fault::NotFound });
        };
        let done = stored.entries.iter().zip(1..).filter_map(|((_, receipt), version)| {
            let receipt = Receipt::read(receipt.as_ref()?);
            Some((receipt.key.clone(), (receipt, version)))
        });
        let done = done.collect();
        let list = stored.entries.into_iter().map(|(kept, _)| kept).collect();
        let founding = stored.founding;
        let replayed = tokio::task::block_in_place(|| Sitting::replay(founding.terms, founding.secret, list));
        let sitting = replayed.map_err(|broken| StorageError::Damaged(broken.to_string()))?;
        Ok(Game {
            sitting,
            seat_key: founding.seat_key,
            invitation: founding.invitation,
            keys: stored.keys,
            done,
            thinking: None,
            downtimes: 0,
        })
    }
}

impl Visit {
    /// The game. It is gone after a write that failed.
    pub(super) fn game(&mut self) -> Result<&mut Game, Fault> {
        let again = || StorageError::Other("the game has to be read again".into()).into();
        self.inside.game.as_mut().ok_or_else(again)
    }
}
