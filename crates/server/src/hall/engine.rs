//! The engine's turn in a room.

use std::pin::Pin;
use std::sync::Arc;

use damier_arena::sitting::{Asker, Command};
use damier_arena::table::Phase;
use sha2::{Digest, Sha256};

use super::rounds::SELF;
use super::{Hall, Visit};
use crate::fault::Fault;
use crate::pool::Question;
use crate::room::Game;

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

impl Visit {
    /// Lets the engine spin, roll or think, if it has to.
    pub(super) async fn drive_engine(&mut self) -> Result<(), Fault> {
        loop {
            let now = self.hall.now();
            let game = self.game()?;
            let Some(level) = game.sitting.engine_to_act() else {
                // What it may be thinking about has been taken back or is over.
                game.thinking = None;
                return Ok(());
            };
            if matches!(game.sitting.table().phase(), Phase::Spin | Phase::Combat(_)) {
                let (version, asker) = (game.sitting.version(), engine(game));
                if let Err(denial) = game.sitting.perform(asker, &Command::Chance, now) {
                    return Err(Fault::Broken(format!("the engine can't roll: {denial:?}")));
                }
                self.keep(version, None, Vec::new(), None).await?;
                continue;
            }
            let board = game.sitting.board_version();
            if game.thinking.as_ref().is_some_and(|(_, about)| *about == board) {
                return Ok(());
            }
            // What it was thinking about before is stale.
            game.thinking = None;
            let question = question(game, level);
            let address = self.inside.address.unwrap_or(SELF);
            let (hall, id, runtime) =
                (self.hall.clone(), self.room.id.clone(), tokio::runtime::Handle::current());
            let ticket = self.hall.pool.ask(address, question, move |action| {
                runtime.spawn(hall.engine_moved_later(id, board, action));
            });
            // Where too many wait already, the next round tries again.
            if let Some(ticket) = ticket {
                let place = ticket.place();
                self.game()?.thinking = Some((ticket, board));
                self.inside.tell_place(place);
            }
            return Ok(());
        }
    }

    /// Plays what the engine chose, unless the board has changed meanwhile. An engine that chose nothing plays the
    /// first action there is: a game never waits for ever.
    async fn engine_moved(mut self, board: u64, action: Option<String>) -> Result<(), Fault> {
        let now = self.hall.now();
        let game = self.game()?;
        if game.sitting.board_version() != board || game.sitting.engine_to_act().is_none() {
            return Ok(());
        }
        game.thinking = None;
        let first = || game.sitting.table().choices().into_iter().next().map(|choice| choice.text);
        let Some(action) = action.or_else(first) else { return Ok(()) };
        let (version, asker) = (game.sitting.version(), engine(game));
        if let Err(denial) = game.sitting.perform(asker, &Command::Act(action.clone()), now) {
            return Err(Fault::Broken(format!("the engine can't play {action}: {denial:?}")));
        }
        self.keep(version, None, Vec::new(), None).await?;
        self.drive_engine().await
    }
}

/// The engine at its seat.
fn engine(game: &Game) -> Asker {
    let seat = game.sitting.seat_of(game.sitting.table().side());
    Asker { seats: [seat == Some(0), seat == Some(1)], ..Asker::default() }
}

impl Hall {
    /// As [`Visit::engine_moved`], with a type of its own: entering a room may ask the engine again.
    fn engine_moved_later(self: Arc<Self>, id: String, board: u64, action: Option<String>) -> Later {
        Box::pin(async move {
            let moved = self.visit(&id, SELF, move |visit| visit.engine_moved(board, action)).await;
            if let Err(error) = moved {
                tracing::error!(%error, game = crate::secrets::tag(&id), "the engine's move isn't played");
            }
        })
    }
}

#[cfg(test)]
mod tests;
