//! Orders: checked, kept, and only then told.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use damier_arena::sitting::{self, Asker, Denial, Next, No};

use super::{Hall, Visit};
use crate::api::command::{Claim, Command, Done, NotDone, Order};
use crate::api::problem::Refusal;
use crate::api::socket::ToPage;
use crate::fault::Fault;
use crate::receipt::Receipt;
use crate::secrets;
use crate::storage::{SeatKey, Write};
use crate::view;

/// The answer to an order.
#[derive(Debug)]
pub(crate) enum Answer {
    /// It was carried out and is on disk.
    Done(Done),
    /// It wasn't carried out.
    Refused(Box<NotDone>),
}

impl From<&Command> for sitting::Command {
    fn from(command: &Command) -> Self {
        match command {
            Command::Seed { seed } => sitting::Command::Seed(seed.clone()),
            Command::Act { action } => sitting::Command::Act(action.clone()),
            Command::Chance {} => sitting::Command::Chance,
            Command::OfferDraw {} => sitting::Command::OfferDraw,
            Command::AcceptDraw {} => sitting::Command::AcceptDraw,
            Command::DeclineDraw {} => sitting::Command::DeclineDraw,
            Command::AskTakeback {} => sitting::Command::AskTakeback,
            Command::AcceptTakeback {} => sitting::Command::AcceptTakeback,
            Command::DeclineTakeback {} => sitting::Command::DeclineTakeback,
            Command::Resign {} => sitting::Command::Resign,
            Command::Abort {} => sitting::Command::Abort,
            Command::ClaimLeft { claim } => sitting::Command::ClaimLeft { win: *claim == Claim::Win },
            Command::OfferRematch {} => sitting::Command::OfferRematch,
            Command::AcceptRematch {} => sitting::Command::AcceptRematch,
            Command::DeclineRematch {} => sitting::Command::DeclineRematch,
            Command::Say { phrase } => sitting::Command::Say(phrase.clone()),
        }
    }
}

impl Command {
    /// Whether it means the board that its sender saw.
    const fn is_about_board(&self) -> bool {
        matches!(self, Command::Act { .. } | Command::Chance {})
    }
}

impl Hall {
    /// Carries out an order of somebody with a secret.
    pub(crate) async fn order_with_secret(
        self: &Arc<Self>,
        address: IpAddr,
        id: &str,
        secret: String,
        order: Order,
    ) -> Result<Answer, Fault> {
        self.visit(id, address, move |mut visit| async move {
            match secrets::seats_of(&visit.game()?.keys, &secret) {
                [false, false] => Err(Fault::NoSeat),
                seats => visit.carry_out(address, seats, &order, 0).await,
            }
        })
        .await
    }

    /// Carries out an order of somebody who follows the game; `lag` is how long his messages are on their way.
    pub(crate) async fn order(
        self: &Arc<Self>,
        address: IpAddr,
        id: &str,
        connection: u64,
        order: Order,
        lag: i64,
    ) -> Result<Answer, Fault> {
        self.visit(id, address, move |mut visit| async move {
            let watcher = visit.inside.watchers.iter().find(|watcher| watcher.connection == connection);
            match watcher.map(|watcher| watcher.seats) {
                None | Some([false, false]) => Err(Fault::NoSeat),
                Some(seats) => visit.carry_out(address, seats, &order, lag).await,
            }
        })
        .await
    }
}

impl Visit {
    async fn carry_out(
        &mut self,
        address: IpAddr,
        seats: [bool; 2],
        order: &Order,
        lag: i64,
    ) -> Result<Answer, Fault> {
        let now = self.hall.now();
        if !secrets::is_order_key(&order.key) {
            let problem = "key: expected 8 to 64 letters, digits, - or _";
            return Err(Fault::BadRequest(problem.into()));
        }
        let away = self.inside.attendance(now).opponent_away(seats);
        let game = self.game()?;
        let receipt = Receipt::of(order, seats);
        match game.done.get(&order.key) {
            Some((known, version)) if known.fits(&receipt) => {
                return Ok(Answer::Done(Done { key: order.key.clone(), version: *version, repeated: true }));
            }
            Some(_) => {
                let problem = "key: another order of this game has it; expected a new one for each order";
                return Err(Fault::BadRequest(problem.into()));
            }
            None => {}
        }
        let version = game.sitting.version();
        let is_stale = order.version > version
            || order.command.is_about_board() && order.version < game.sitting.board_version();
        if is_stale {
            return Ok(self.refuse(seats, order, view::no_refusal(No::Stale), true));
        }
        let asker = Asker { seats, side: order.side.map(Into::into), lag, opponent_away: away };
        let performed = game.sitting.perform(asker, &(&order.command).into(), now);
        let rematch = match &performed {
            Ok(Next::Rematch) => Some(self.found_rematch(now)?),
            _ => None,
        };
        self.inside.address = Some(address);
        // A refused order may still have ended the game on time; only one that was carried out keeps its key.
        let receipt = performed.is_ok().then_some(receipt);
        self.keep(version, receipt, Vec::new(), rematch).await?;
        match performed {
            Ok(next) => {
                if let Next::Say(seat, phrase) = next {
                    let game = self.room.id.clone();
                    let phrase = phrase.to_string();
                    self.inside.tell(|_| ToPage::Said {
                        game: game.clone(),
                        seat: seat as u8,
                        phrase: phrase.clone(),
                    });
                }
                self.hall.metrics.orders.inc();
                let version = self.game()?.sitting.version();
                let done = Done { key: order.key.clone(), version, repeated: false };
                // It is done and told; if the engine's part can't be kept, it is tried again later.
                let _ = self.drive_engine().await;
                Ok(Answer::Done(done))
            }
            Err(denial) => {
                let sitting = &self.game()?.sitting;
                let refusal = view::refusal(&denial, sitting.table(), sitting.game().style);
                let show_state = matches!(denial, Denial::No(_));
                Ok(self.refuse(seats, order, refusal, show_state))
            }
        }
    }

    fn refuse(&self, seats: [bool; 2], order: &Order, refusal: Refusal, show_state: bool) -> Answer {
        self.hall.metrics.refusals.inc();
        let game = self.inside.game.as_ref().filter(|_| show_state);
        let state = game.map(|game| Box::new(self.inside.state(game, seats, self.hall.now())));
        Answer::Refused(Box::new(NotDone { key: order.key.clone(), refusal, state }))
    }

    /// Keeps what happened after a version, and tells everybody. If it can't be kept it didn't happen: the game is
    /// read again.
    pub(super) async fn keep(
        &mut self,
        after: u64,
        receipt: Option<Receipt>,
        keys: Vec<SeatKey>,
        also: Option<Write>,
    ) -> Result<(), Fault> {
        if self.game()?.sitting.version() == after {
            return Ok(());
        }
        // The game is out of the room until it is kept: whatever comes between, nobody sees what isn't on disk.
        let Some(mut game) = self.inside.game.take() else { return Ok(()) };
        let now = self.hall.now();
        let log = &game.sitting.log()[after as usize..];
        let last = log.len() - 1;
        let entries = log.iter().enumerate().map(|(nth, entry)| {
            let receipt = receipt.as_ref().filter(|_| nth == last).map(Receipt::written);
            (entry.kept.clone(), receipt)
        });
        let append = Write::Append {
            game: self.room.id.clone(),
            after,
            entries: entries.collect(),
            keys: keys.clone(),
            standing: game.standing(now),
        };
        let start = Instant::now();
        // The next game first: this one's last entry names it.
        let kept = self.hall.storage.commit(also.into_iter().chain([append]).collect()).await;
        self.hall.metrics.commit.observe(start.elapsed().as_secs_f64());
        if let Err(error) = kept {
            tracing::error!(%error, game = crate::secrets::tag(&self.room.id), "not kept");
            self.hall.metrics.commit_failures.inc();
            return Err(error.into());
        }
        game.keys.extend(keys);
        if let Some(receipt) = receipt {
            game.done.insert(receipt.key.clone(), (receipt, game.sitting.version()));
        }
        if game.sitting.terms().opponent == (sitting::Opponent::Open {}) {
            self.hall.lobby_changed.notify_one();
        }
        self.inside.game = Some(game);
        self.inside.tell_update(after, now);
        Ok(())
    }

    /// Ends the game if its time is over; otherwise notes when that will be, since the storage has it wrong.
    pub(super) async fn flag(mut self) -> Result<(), Fault> {
        let now = self.hall.now();
        let game = self.game()?;
        let before = game.sitting.version();
        game.sitting.flag(now).map_err(|denial| Fault::Broken(format!("{denial:?}")))?;
        if game.sitting.version() != before {
            return self.keep(before, None, Vec::new(), None).await;
        }
        let (entries, keys, standing) = (Vec::new(), Vec::new(), game.standing(now));
        let append = Write::Append { game: self.room.id.clone(), after: before, entries, keys, standing };
        Ok(self.hall.storage.commit(vec![append]).await?)
    }
}
