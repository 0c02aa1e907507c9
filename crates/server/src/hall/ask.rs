//! Questions about games that change nothing.

use std::sync::Arc;

use damier_arena::sitting::Sitter;

use super::{Hall, now};
use crate::api::Side;
use crate::api::requests::{AskSummary, Summary};
use crate::api::state::{Frames, GameView};
use crate::fault::Fault;
use crate::secrets;
use crate::view;

impl Hall {
    /// A game as somebody with this secret sees it, or a spectator.
    pub(crate) async fn view(self: &Arc<Self>, id: &str, secret: Option<&str>) -> Result<GameView, Fault> {
        let room = self.room(id)?;
        let inside = self.enter(&room).await?;
        let Some(game) = &inside.game else { return Err(Fault::NotFound) };
        let seats = secret.map_or([false; 2], |secret| secrets::seats_of(&game.keys, secret));
        if secret.is_some() && seats == [false; 2] {
            return Err(Fault::NoSeat);
        }
        Ok(inside.view(game, seats, now()))
    }

    /// Whether games can be kept.
    pub(crate) async fn check_health(&self) -> Result<(), Fault> {
        Ok(self.storage.note_alive(now()).await?)
    }

    /// The record of a game so far.
    pub(crate) async fn record(self: &Arc<Self>, id: &str) -> Result<String, Fault> {
        let room = self.room(id)?;
        let inside = self.enter(&room).await?;
        let Some(game) = &inside.game else { return Err(Fault::NotFound) };
        game.sitting.record().map_err(|error| Fault::Broken(error.to_string()))
    }

    /// Every position of a game so far.
    pub(crate) async fn frames(self: &Arc<Self>, id: &str) -> Result<Frames, Fault> {
        let room = self.room(id)?;
        let inside = self.enter(&room).await?;
        let Some(game) = &inside.game else { return Err(Fault::NotFound) };
        Ok(view::frames(&game.sitting))
    }

    /// A game in a few words; nothing where there is no such game.
    pub(crate) async fn summary(self: &Arc<Self>, asked: &AskSummary) -> Result<Option<Summary>, Fault> {
        let room = match self.room(&asked.id) {
            Ok(room) => room,
            Err(_) => return Ok(None),
        };
        let inside = match self.enter(&room).await {
            Ok(inside) => inside,
            Err(Fault::NotFound | Fault::Expired) => return Ok(None),
            Err(fault) => return Err(fault),
        };
        let Some(game) = &inside.game else { return Ok(None) };
        let sitting = &game.sitting;
        let seats = asked.secret.as_ref().map_or([false; 2], |secret| secrets::seats_of(&game.keys, secret));
        let names = [0, 1].map(|seat| match &sitting.sitters()[seat] {
            Sitter::Person(name) => Some(name.clone()),
            Sitter::Nobody | Sitter::Engine(_) => None,
        });
        let last = sitting.log().last().map_or(sitting.terms().created_at, |entry| entry.kept.at);
        Ok(Some(Summary {
            id: asked.id.clone(),
            game: sitting.terms().game.clone(),
            status: view::status(sitting),
            names,
            you: sitting.sides_of(seats).into_iter().map(Side::from).collect(),
            turn: sitting.is_playing().then(|| sitting.table().side().into()),
            result: sitting.finished().map(view::result),
            updated_at: last,
        }))
    }
}
