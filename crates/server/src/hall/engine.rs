//! The engine's turn in a room.

use std::pin::Pin;
use std::sync::Arc;

use damier_arena::sitting::{Asker, Command};
use damier_arena::table::Phase;
use sha2::{Digest, Sha256};

use super::{Hall, now};
use crate::pool::Question;
use crate::room::{Game, Inside, Room};

type Later = Pin<Box<dyn Future<Output = ()> + Send>>;

/// What the engine is asked about a game: what everybody can see of it, and nothing else.
pub(crate) fn question(game: &Game, level: u8) -> Question {
    let sitting = &game.sitting;
    // The same for a whole game: a weak player is wrong in a consistent way.
    let digest = Sha256::digest(sitting.terms().id.as_bytes());
    Question {
        game: sitting.terms().game.clone(),
        options: sitting.terms().options.clone(),
        position: sitting.table().position(false),
        played: sitting.table().positions_before(),
        level,
        seed: digest.iter().take(8).fold(0, |seed, &byte| seed << 8 | u64::from(byte)),
    }
}

impl Hall {
    /// Lets the engine spin, roll or think, if it has to.
    pub(super) async fn drive_engine(self: &Arc<Self>, room: &Arc<Room>, inside: &mut Inside) {
        loop {
            let Some(game) = &mut inside.game else { return };
            let Some(level) = game.sitting.engine_to_act() else {
                game.thinking = None;
                return;
            };
            let seat = game.sitting.seat_of(game.sitting.table().side());
            let asker = Asker { seats: [seat == Some(0), seat == Some(1)], ..Asker::default() };
            let version = game.sitting.version();
            if matches!(game.sitting.table().phase(), Phase::Spin | Phase::Combat(_)) {
                if let Err(denial) = game.sitting.perform(asker, &Command::Chance, now()) {
                    return tracing::error!(?denial, game = room.id, "the engine can't roll");
                }
                if self.keep(room, inside, version, None, Vec::new(), None).await.is_err() {
                    return;
                }
                continue;
            }
            let board = game.sitting.board_version();
            if game.thinking.is_some_and(|(_, about)| about == board) {
                return;
            }
            let (hall, room, runtime) = (self.clone(), room.clone(), tokio::runtime::Handle::current());
            let ticket = self.pool.ask(question(game, level), move |action| {
                runtime.spawn(hall.engine_moved_later(room, board, action));
            });
            game.thinking = Some((ticket, board));
            let place = self.pool.place(ticket);
            inside.tell_place(place);
            return;
        }
    }

    /// As [`Hall::engine_moved`], with a type of its own: entering a room may ask the engine again.
    fn engine_moved_later(self: Arc<Self>, room: Arc<Room>, board: u64, action: Option<String>) -> Later {
        Box::pin(async move { self.engine_moved(&room, board, action).await })
    }

    /// Plays what the engine chose, unless the board has changed meanwhile. An engine that chose nothing plays the
    /// first action there is: a game never waits for ever.
    async fn engine_moved(self: Arc<Self>, room: &Arc<Room>, board: u64, action: Option<String>) {
        let Ok(mut inside) = self.enter(room).await else { return };
        let Some(game) = &mut inside.game else { return };
        if game.sitting.board_version() != board || game.sitting.engine_to_act().is_none() {
            return;
        }
        game.thinking = None;
        let first = || game.sitting.table().choices().into_iter().next().map(|choice| choice.text);
        let Some(action) = action.or_else(first) else { return };
        let seat = game.sitting.seat_of(game.sitting.table().side());
        let asker = Asker { seats: [seat == Some(0), seat == Some(1)], ..Asker::default() };
        let version = game.sitting.version();
        if let Err(denial) = game.sitting.perform(asker, &Command::Act(action.clone()), now()) {
            return tracing::error!(?denial, action, game = room.id, "the engine can't play");
        }
        if self.keep(room, &mut inside, version, None, Vec::new(), None).await.is_ok() {
            self.drive_engine(room, &mut inside).await;
        }
    }

    /// Goes on with the games in which the engine had to act when the server stopped.
    pub(super) async fn wake_engine(self: &Arc<Self>) {
        match self.storage.engine_games().await {
            Ok(games) => {
                for id in games {
                    let entered = match self.room(&id) {
                        Ok(room) => self.enter(&room).await.map(|_| ()),
                        Err(fault) => Err(fault),
                    };
                    if let Err(error) = entered {
                        tracing::error!(%error, game = id, "the engine can't go on");
                    }
                }
            }
            Err(error) => tracing::error!(%error, "the engine's games can't be found"),
        }
    }
}

#[cfg(test)]
mod tests;
