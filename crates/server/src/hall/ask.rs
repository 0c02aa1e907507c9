//! Questions about games that change nothing.

use std::net::IpAddr;
use std::sync::Arc;

use damier_arena::sitting::Sitter;

use super::Hall;
use crate::api::Side;
use crate::api::requests::{AskSummary, Summary};
use crate::api::state::{Frames, GameView};
use crate::fault::Fault;
use crate::room::Game;
use crate::secrets;
use crate::storage::StorageError;
use crate::view;

impl Hall {
    /// A game as somebody with this secret sees it, or a spectator.
    pub(crate) async fn view(
        self: &Arc<Self>,
        address: IpAddr,
        id: &str,
        secret: Option<String>,
    ) -> Result<GameView, Fault> {
        self.visit(id, address, move |mut visit| async move {
            let now = visit.hall.now();
            let game = visit.game()?;
            let seats = secret.as_ref().map_or([false; 2], |secret| secrets::seats_of(&game.keys, secret));
            if secret.is_some() && seats == [false; 2] {
                return Err(Fault::NoSeat);
            }
            visit.view(seats, now)
        })
        .await
    }

    /// The record of a game so far.
    pub(crate) async fn record(self: &Arc<Self>, address: IpAddr, id: &str) -> Result<String, Fault> {
        self.visit(id, address, |mut visit| async move {
            visit.game()?.sitting.record().map_err(|error| Fault::Broken(error.to_string()))
        })
        .await
    }

    /// Every position of a game so far.
    pub(crate) async fn frames(self: &Arc<Self>, address: IpAddr, id: &str) -> Result<Frames, Fault> {
        self.visit(id, address, |mut visit| async move { Ok(view::frames(&visit.game()?.sitting)) }).await
    }

    /// A game in a few words; nothing where there is no such game, or none that can be read: the others are told.
    pub(crate) async fn summary(
        self: &Arc<Self>,
        address: IpAddr,
        asked: AskSummary,
    ) -> Result<Option<Summary>, Fault> {
        let id = asked.id.clone();
        let summary =
            self.visit(&id, address, move |mut visit| async move { Ok(summary(asked, visit.game()?)) });
        match summary.await {
            Ok(summary) => Ok(Some(summary)),
            Err(Fault::NotFound | Fault::Expired) => Ok(None),
            Err(Fault::Storage(StorageError::SetAside(_) | StorageError::Damaged(_))) => Ok(None),
            Err(fault) => Err(fault),
        }
    }
}

fn summary(asked: AskSummary, game: &Game) -> Summary {
    let sitting = &game.sitting;
    let seats = asked.secret.as_ref().map_or([false; 2], |secret| secrets::seats_of(&game.keys, secret));
    let names = [0, 1].map(|seat| match &sitting.sitters()[seat] {
        Sitter::Person(name) => Some(name.clone()),
        Sitter::Nobody | Sitter::Engine(_) => None,
    });
    let last = sitting.log().last().map_or(sitting.terms().created_at, |entry| entry.kept.at);
    Summary {
        id: asked.id,
        game: sitting.terms().game.clone(),
        options: sitting.terms().options.iter().cloned().collect(),
        board: view::board(&sitting.table().board()),
        status: view::status(sitting),
        names,
        you: sitting.sides_of(seats).into_iter().map(Side::from).collect(),
        turn: sitting.is_playing().then(|| sitting.table().side().into()),
        result: sitting.finished().map(view::result),
        updated_at: last,
    }
}
