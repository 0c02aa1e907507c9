//! A room: one game in memory, and everybody who follows it.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::ws::Utf8Bytes;
use damier_arena::clock::Moment;
use damier_arena::sitting::{AWAY, Entry, Happening, Opponent, Sitter, Sitting};
use tokio::sync::{Mutex, Notify, mpsc};

use crate::api::change::StateChange;
use crate::api::event::Event;
use crate::api::socket::ToPage;
use crate::api::state::{MovesChange, State};
use crate::lane::Ticket;
use crate::receipt::Receipt;
use crate::storage::{SeatKey, Standing};
use crate::view::{self, Attendance, Looker, Own};

/// Messages that may wait for a page; a page that falls behind by more is let go.
const OUTBOX: usize = 128;
/// The most entries that are told to a page that comes back; with more it gets the whole game.
const MOST_MISSED: u64 = 100;

/// The way to one page. Sending never waits.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    messages: mpsc::Sender<Utf8Bytes>,
    too_slow: Arc<Notify>,
}

impl Outbox {
    /// A way to a page, its other end, and what says that the page is too slow.
    pub(crate) fn new() -> (Self, mpsc::Receiver<Utf8Bytes>, Arc<Notify>) {
        let (messages, receiver) = mpsc::channel(OUTBOX);
        let too_slow = Arc::new(Notify::new());
        (Outbox { messages, too_slow: too_slow.clone() }, receiver, too_slow)
    }

    /// Whether somebody is at its other end.
    pub(crate) fn is_open(&self) -> bool {
        !self.messages.is_closed()
    }

    /// Sends a message that is written already.
    pub(crate) fn send_text(&self, text: Utf8Bytes) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.messages.try_send(text) {
            self.too_slow.notify_one();
        }
    }

    /// Sends a message.
    pub(crate) fn send(&self, message: &ToPage) {
        self.send_text(written(message));
    }
}

/// A message as text.
fn written(message: &ToPage) -> Utf8Bytes {
    match serde_json::to_string(message) {
        Ok(text) => text.into(),
        Err(error) => {
            tracing::error!(%error, "a message can't be written");
            Utf8Bytes::default()
        }
    }
}

/// Somebody who follows the game.
pub(crate) struct Watcher {
    pub(crate) connection: u64,
    pub(crate) seats: [bool; 2],
    pub(crate) outbox: Outbox,
}

/// A game in memory.
pub(crate) struct Game {
    pub(crate) sitting: Sitting,
    pub(crate) seat_key: [u8; 32],
    pub(crate) invitation: Option<String>,
    pub(crate) keys: Vec<SeatKey>,
    /// The orders that were carried out by their keys, with the version that each led to.
    pub(crate) done: HashMap<String, (Receipt, u64)>,
    /// The engine's ticket, and the version of the board that it thinks about.
    pub(crate) thinking: Option<(Ticket, u64)>,
    /// The number of downtimes for which its clock stood still.
    pub(crate) downtimes: usize,
}

impl Game {
    /// Whether the engine has to act and hasn't been asked yet.
    pub(crate) fn engine_waits(&self) -> bool {
        self.thinking.is_none() && self.sitting.engine_to_act().is_some()
    }

    /// What has to be found without reading the game.
    pub(crate) fn standing(&self, now: Moment) -> Standing {
        let sitting = &self.sitting;
        let open = sitting.terms().opponent == (Opponent::Open {});
        Standing {
            over: sitting.finished().is_some(),
            open: open && sitting.finished().is_none() && sitting.sitters()[1] == Sitter::Nobody,
            deadline: sitting.clock().and_then(|clock| clock.deadline()),
            engine: sitting.engine_to_act().is_some(),
            unplayed: sitting.is_unplayed(),
            updated_at: now,
        }
    }
}

/// A room. Whatever happens in it happens one after the other.
pub(crate) struct Room {
    /// The id of the game.
    pub(crate) id: String,
    pub(crate) inside: Arc<Mutex<Inside>>,
}

/// The inside of a room.
pub(crate) struct Inside {
    /// The game; nothing before it is read, and after a write that failed: then it is read again.
    pub(crate) game: Option<Game>,
    pub(crate) watchers: Vec<Watcher>,
    /// The state that everybody has been told last.
    told: Option<State>,
    /// What those with the same seats have been told besides.
    told_own: Vec<([bool; 2], Own)>,
    /// Where whoever did something last came from: the engine works for him.
    pub(crate) address: Option<IpAddr>,
    /// Since when nobody of each seat has been there.
    away_since: [Option<Moment>; 2],
    /// Whether it was told that somebody has been away for long.
    told_away: [bool; 2],
    /// The engine's place that was told last.
    told_place: u32,
    pub(crate) used_at: Instant,
}

impl Room {
    pub(crate) fn new(id: &str, now: Moment) -> Self {
        let inside = Inside {
            game: None,
            watchers: Vec::new(),
            told: None,
            told_own: Vec::new(),
            address: None,
            away_since: [Some(now); 2],
            told_away: [false; 2],
            told_place: 0,
            used_at: Instant::now(),
        };
        Room { id: id.into(), inside: Arc::new(Mutex::new(inside)) }
    }
}

impl Inside {
    pub(crate) fn attendance(&self, now: Moment) -> Attendance {
        Attendance { away: self.away_since.map(|since| since.map(|since| (now - since).max(0))) }
    }

    fn looker(&self, seats: [bool; 2], place: Option<u32>, now: Moment) -> Looker {
        Looker { seats, attendance: self.attendance(now), place, now }
    }

    /// The whole game as somebody sees it.
    pub(crate) fn view(&self, game: &Game, seats: [bool; 2], now: Moment) -> crate::api::state::GameView {
        view::game(&game.sitting, self.looker(seats, Some(self.told_place), now))
    }

    /// The state as somebody sees it.
    pub(crate) fn state(&self, game: &Game, seats: [bool; 2], now: Moment) -> crate::api::state::State {
        view::state(&game.sitting, self.looker(seats, Some(self.told_place), now))
    }

    /// What somebody with these seats needs who has a version of the game already; the whole game where that was too long
    /// ago.
    pub(crate) fn news(&mut self, have: Option<u64>, seats: [bool; 2], now: Moment) -> Option<ToPage> {
        let game = self.game.as_ref()?;
        let missed = have.and_then(|have| game.sitting.version().checked_sub(have));
        let told = self.look(game, seats, now);
        let news = match (have, missed) {
            (Some(have), Some(missed)) if missed <= MOST_MISSED => {
                let state = Some(Box::new(self.state(game, seats, now)));
                Happened::since(game, have).update(None, state)
            }
            _ => ToPage::Game { view: Box::new(self.view(game, seats, now)) },
        };
        self.note_told([told]);
        Some(news)
    }

    /// What those with the same seats see now.
    fn look(&self, game: &Game, seats: [bool; 2], now: Moment) -> ([bool; 2], State, Own) {
        let looker = self.looker(seats, Some(self.told_place), now);
        (seats, view::common(&game.sitting, looker), Own::of(&game.sitting, looker))
    }

    /// Notes what was told; of what everybody sees, the last one.
    fn note_told(&mut self, told: impl IntoIterator<Item = ([bool; 2], State, Own)>) {
        for (seats, common, own) in told {
            self.told = Some(common);
            self.told_own.retain(|(known, _)| *known != seats);
            self.told_own.push((seats, own));
        }
    }

    /// Tells everybody what happened after a version: what has changed since they were told last.
    pub(crate) fn tell_update(&mut self, from: u64, now: Moment) {
        let Some(game) = &self.game else { return };
        let happened = Happened::since(game, from);
        let common = view::common(&game.sitting, self.looker([false; 2], Some(self.told_place), now));
        let before = self.told.as_ref().filter(|before| before.version == from);
        let change = before.map(|before| StateChange::between(before, &common, &happened.events));
        let mut told_own = Vec::with_capacity(self.told_own.len());
        self.tell(|seats| {
            let own = Own::of(&game.sitting, self.looker(seats, None, now));
            let known = self.told_own.iter().find(|(known, _)| *known == seats);
            let update = match (&change, known) {
                (Some(change), Some((_, before))) => {
                    let mut change = change.clone();
                    own.change(before, &mut change);
                    happened.update(Some(Box::new(change)), None)
                }
                _ => happened.update(None, Some(Box::new(own.clone().with(common.clone())))),
            };
            told_own.push((seats, own));
            update
        });
        (self.told, self.told_own) = (Some(common), told_own);
    }

    /// Tells everybody the whole game, after it was read again.
    pub(crate) fn tell_all(&mut self, now: Moment) {
        let Some(game) = &self.game else { return };
        let mut told = Vec::new();
        self.tell(|seats| {
            told.push(self.look(game, seats, now));
            ToPage::Game { view: Box::new(self.view(game, seats, now)) }
        });
        self.note_told(told);
    }

    /// Sends everybody a message; those with the same seats get the same.
    pub(crate) fn tell(&self, mut message: impl FnMut([bool; 2]) -> ToPage) {
        let mut made: Vec<([bool; 2], Utf8Bytes)> = Vec::new();
        for watcher in &self.watchers {
            let known = made.iter().find(|(seats, _)| *seats == watcher.seats);
            let text = match known {
                Some((_, text)) => text.clone(),
                None => {
                    let text = written(&message(watcher.seats));
                    made.push((watcher.seats, text.clone()));
                    text
                }
            };
            watcher.outbox.send_text(text);
        }
    }

    /// Notes who is there now; whether that changed.
    pub(crate) fn note_presence(&mut self, now: Moment) -> bool {
        let before = self.away_since.map(|since| since.is_none());
        for seat in 0..2 {
            let is_there = self.watchers.iter().any(|watcher| watcher.seats[seat]);
            self.away_since[seat] = if is_there { None } else { self.away_since[seat].or(Some(now)) };
            self.told_away[seat] &= !is_there;
        }
        before != self.away_since.map(|since| since.is_none())
    }

    /// Whether somebody has now been away for so long that the other may claim the game, for the first time.
    pub(crate) fn is_newly_away(&mut self, now: Moment) -> bool {
        let mut news = false;
        for seat in 0..2 {
            let long = self.away_since[seat].is_some_and(|since| now - since >= AWAY);
            news |= long && !self.told_away[seat];
            self.told_away[seat] = long;
        }
        news
    }

    /// Tells everybody who is there.
    pub(crate) fn tell_presence(&mut self, now: Moment) {
        let Some(game) = &self.game else { return };
        let attendance = self.attendance(now);
        let sitting = &game.sitting;
        let id = &sitting.terms().id;
        let seats_now = view::seats_of(sitting, attendance);
        let may_claim = |seats| sitting.may(seats, attendance.opponent_away(seats)).claim_left;
        if let Some(told) = &mut self.told {
            told.seats = seats_now.clone();
        }
        for (seats, own) in &mut self.told_own {
            own.set_claim_left(may_claim(*seats));
        }
        self.tell(|seats| ToPage::Presence {
            game: id.clone(),
            seats: seats_now.clone(),
            may_claim_left: may_claim(seats),
        });
    }

    /// Notes the engine's place in the queue, and tells it where it changed.
    pub(crate) fn tell_place(&mut self, place: u32) {
        let id = self.game.as_ref().map(|game| game.sitting.terms().id.clone());
        if let Some(game) = id.filter(|_| self.told_place != place) {
            self.told_place = place;
            let engine = crate::api::state::EngineState { place };
            if let Some(told) = self.told.as_mut().and_then(|told| told.engine.as_mut()) {
                *told = engine.clone();
            }
            self.tell(|_| ToPage::Engine { game: game.clone(), engine: engine.clone() });
        }
    }
}

/// What happened after a version.
struct Happened {
    game: String,
    from: u64,
    events: Vec<Event>,
    moves: MovesChange,
}

impl Happened {
    fn since(game: &Game, from: u64) -> Self {
        let entries = &game.sitting.log()[from as usize..];
        let game_id = game.sitting.terms().id.clone();
        Happened {
            game: game_id,
            from,
            events: view::events(entries),
            moves: moves_change(&game.sitting, entries),
        }
    }

    fn update(&self, change: Option<Box<StateChange>>, state: Option<Box<State>>) -> ToPage {
        let Happened { game, from, events, moves } = self;
        let (game, events, moves) = (game.clone(), events.clone(), moves.clone());
        ToPage::Update { game, from: *from, events, moves, change, state }
    }
}

/// What entries changed in the list of moves.
fn moves_change(sitting: &Sitting, entries: &[Entry]) -> MovesChange {
    let lines = sitting.table().lines();
    let kept = |entry: &Entry| match entry.kept.what {
        Happening::TakenBack { steps } => steps,
        _ => entry.steps_before,
    };
    let from = entries.iter().map(kept).min().unwrap_or(lines.len()).min(lines.len());
    MovesChange { from: from as u32, lines: lines[from..].iter().copied().map(view::line).collect() }
}
