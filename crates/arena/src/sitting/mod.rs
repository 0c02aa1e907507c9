//! Two seats at a table: who sits there, whose clock runs, what is offered, and what comes up by chance.
//!
//! A [`Sitting`] is made from its [`Terms`], its secret and the list of what happened, and from nothing else: the
//! same list gives the same sitting, in every phase, whenever it is read again. It asks no clock, keeps no file
//! and knows no network; whoever has one says what time it is, keeps the list, and tells the players.

mod denial;
mod happening;
mod may;
mod perform;
mod record;
mod terms;

use damier_notation::action::read_event;
use damier_rules::game::Side;

use crate::catalogue::{self, Entry as Game};
use crate::clock::{Clock, Millis, Moment};
use crate::fair::{self, Secret};
use crate::finish::Finished;
use crate::table::Table;
pub use denial::{Denial, No};
pub use happening::{Entry, Happening, Kept, Seat, WireSide};
pub use may::May;
pub use perform::{Asker, Command, Next};
pub use terms::{Colour, LONGEST_NAME, Opponent, Terms, tidy_name};

/// How long the clock stands still while dice or the roulette are shown.
const SHOWN: Millis = 2_500;
/// The most offers and takebacks of a game: its list doesn't grow for ever.
const MOST_OFFERS: usize = 1_000;
/// How long somebody has to be away before the other may claim the game.
pub const AWAY: Millis = 60_000;

/// Who sits on a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sitter {
    /// Nobody yet.
    Nobody,
    /// Somebody of this name.
    Person(String),
    /// The engine at a level.
    Engine(u8),
}

/// What is offered, and by whom.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Offers {
    /// A draw.
    pub draw: Option<Side>,
    /// A takeback.
    pub takeback: Option<Side>,
    /// Another game.
    pub rematch: Option<Side>,
}

/// A list of what happened that makes no game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("game {id}: entry {version}: {problem}")]
pub struct BrokenGame {
    /// The game.
    pub id: String,
    /// The entry, from 1; 0 for the terms.
    pub version: u64,
    /// What is wrong with it.
    pub problem: String,
}

/// A game between two seats.
pub struct Sitting {
    terms: Terms,
    game: &'static Game,
    secret: Secret,
    table: Box<dyn Table>,
    log: Vec<Entry>,
    sitters: [Sitter; 2],
    seeds: [Option<String>; 2],
    white: Option<Seat>,
    started: bool,
    draws: u32,
    clock: Option<Clock>,
    offers: Offers,
    /// How many steps there were when each side last offered a draw.
    offered_at: [Option<usize>; 2],
    /// How many offers and takebacks there were.
    offers_made: usize,
    finished: Option<Finished>,
    rematch: Option<String>,
}

impl Sitting {
    /// A game in which nothing has happened yet.
    pub fn new(terms: Terms, secret: Secret) -> Result<Self, BrokenGame> {
        let broken = |problem: String| BrokenGame { id: terms.id.clone(), version: 0, problem };
        let game = catalogue::find(&terms.game).map_err(|error| broken(error.to_string()))?;
        let rules = game.open(&terms.options).map_err(|error| broken(error.to_string()))?;
        let table = rules.table(None, game.style).map_err(|error| broken(error.to_string()))?;
        let guest = match (terms.opponent, &terms.guest) {
            (_, Some(name)) => Sitter::Person(name.clone()),
            (Opponent::Engine { level }, None) => Sitter::Engine(level),
            (Opponent::SameDevice {}, None) => Sitter::Person(String::new()),
            (Opponent::Friend {} | Opponent::Open {}, None) => Sitter::Nobody,
        };
        let white = match terms.colour {
            Colour::White => Some(0),
            Colour::Black => Some(1),
            Colour::Random => None,
        };
        Ok(Sitting {
            game,
            secret,
            table,
            log: Vec::new(),
            sitters: [Sitter::Person(terms.host.clone()), guest],
            seeds: [None, None],
            white,
            started: false,
            draws: 0,
            clock: Clock::new(terms.clock),
            offers: Offers::default(),
            offered_at: [None; 2],
            offers_made: 0,
            finished: None,
            rematch: None,
            terms,
        })
    }

    /// The game in which all this happened.
    pub fn replay(terms: Terms, secret: Secret, list: Vec<Kept>) -> Result<Self, BrokenGame> {
        let mut sitting = Sitting::new(terms, secret)?;
        for kept in list {
            let version = sitting.version() + 1;
            sitting.enter(kept).map_err(|denial| BrokenGame {
                id: sitting.terms.id.clone(),
                version,
                problem: format!("{denial:?}"),
            })?;
        }
        Ok(sitting)
    }

    /// Lets something happen now, and enters it in the list.
    fn push(&mut self, what: Happening, now: Moment) -> Result<(), Denial> {
        self.happen(what, now, None)
    }

    /// Lets something happen that was kept.
    fn enter(&mut self, kept: Kept) -> Result<(), Denial> {
        self.happen(kept.what, kept.at, kept.clocks)
    }

    fn happen(&mut self, mut what: Happening, at: Moment, clocks: Option<[Millis; 2]>) -> Result<(), Denial> {
        let steps_before = self.table.len();
        let before = self.table.side();
        match &mut what {
            Happening::Sat { name } => self.sitters[1] = Sitter::Person(name.clone()),
            Happening::Seeded { seat, seed } => {
                *self.seeds.get_mut(*seat).ok_or(No::NoOpponent)? = Some(seed.clone());
            }
            Happening::Started { white } => {
                self.started = true;
                self.white = Some(*white);
            }
            Happening::Acted { action } => {
                *action = self.table.act(action)?;
                self.offers.takeback = None;
                if self.offers.draw == Some(before.other()) {
                    self.offers.draw = None;
                }
            }
            Happening::Rolled { outcome } => {
                let event = read_event(outcome).filter(|&event| self.table.settle(event));
                event.ok_or(No::NoChanceDue)?;
                self.draws += 1;
                self.offers.takeback = None;
            }
            Happening::DrawOffered { by } => {
                let by = Side::from(*by);
                self.offers.draw = Some(by);
                self.offered_at[by as usize] = Some(steps_before);
            }
            Happening::DrawDeclined { .. } => self.offers.draw = None,
            Happening::TakebackAsked { by } => self.offers.takeback = Some((*by).into()),
            Happening::TakebackDeclined { .. } => self.offers.takeback = None,
            Happening::TakenBack { steps } => {
                self.table.take_back(*steps);
                (self.offers.takeback, self.offers.draw) = (None, None);
            }
            Happening::Ended { winner, finish } => {
                self.finished = Some(Finished { winner: winner.map(Side::from), finish: *finish });
                self.offers = Offers::default();
            }
            Happening::RematchOffered { by } => self.offers.rematch = Some((*by).into()),
            Happening::RematchDeclined { .. } => self.offers.rematch = None,
            Happening::Rematched { game } => {
                self.rematch = Some(game.clone());
                self.offers.rematch = None;
            }
        }
        self.offers_made += usize::from(what.is_offer());
        if what.changes_board() {
            self.turn_clock(&what, before, at);
        }
        if let (Some(clock), Some(clocks)) = (&mut self.clock, clocks) {
            clock.set(clocks);
        }
        let happened = match &what {
            Happening::Acted { .. } | Happening::Rolled { .. } => {
                self.table.moment(self.table.len()).map(|(_, happened)| happened.to_vec()).unwrap_or_default()
            }
            _ => Vec::new(),
        };
        let clocks = self.clock.as_ref().map(Clock::stopped_at);
        let kept = Kept { at, clocks, what };
        self.log.push(Entry { kept, happened, steps_before, draws: self.draws });
        Ok(())
    }

    /// Sets the clocks after the board has changed. Each side's first turn is free, and so is the engine.
    fn turn_clock(&mut self, what: &Happening, before: Side, at: Moment) {
        let (side, actions, over) = (self.table.side(), self.actions_made(), self.finished.is_some());
        let is_counted = self.started && !over && actions >= 2 && !self.is_engine(side);
        let Some(clock) = &mut self.clock else { return };
        let has_acted = matches!(what, Happening::Acted { .. } | Happening::Rolled { .. });
        if has_acted && side != before {
            clock.finish_turn(before);
        }
        clock.halt();
        if is_counted {
            let shown = if matches!(what, Happening::Rolled { .. }) { SHOWN } else { 0 };
            clock.start(side, at + shown);
        }
    }

    /// How many actions of players stand.
    fn actions_made(&self) -> usize {
        self.table.lines().iter().filter(|line| !line.chance).count()
    }

    /// What was agreed on.
    #[must_use]
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }
    /// The game in the catalogue.
    #[must_use]
    pub const fn game(&self) -> &'static Game {
        self.game
    }
    /// The board and what happened on it.
    #[must_use]
    pub fn table(&self) -> &dyn Table {
        &*self.table
    }
    /// How many entries the list has: the version of the game.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.log.len() as u64
    }
    /// The list of what happened.
    #[must_use]
    pub fn log(&self) -> &[Entry] {
        &self.log
    }
    /// Who sits where.
    #[must_use]
    pub const fn sitters(&self) -> &[Sitter; 2] {
        &self.sitters
    }
    /// The seeds that are in.
    #[must_use]
    pub const fn seeds(&self) -> &[Option<String>; 2] {
        &self.seeds
    }
    /// Whether the game has begun.
    #[must_use]
    pub const fn has_started(&self) -> bool {
        self.started
    }
    /// How the game ended.
    #[must_use]
    pub const fn finished(&self) -> Option<Finished> {
        self.finished
    }
    /// What is offered.
    #[must_use]
    pub const fn offers(&self) -> Offers {
        self.offers
    }
    /// The clocks.
    #[must_use]
    pub const fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }
    /// Lets the clock that runs stand still for some time that has passed.
    pub fn pause(&mut self, millis: Millis) {
        if let Some(clock) = &mut self.clock {
            clock.pause(millis);
        }
    }
    /// The next game between the two.
    #[must_use]
    pub fn rematch(&self) -> Option<&str> {
        self.rematch.as_deref()
    }
    /// How many outcomes were drawn; the draw of colours isn't counted.
    #[must_use]
    pub const fn draws(&self) -> u32 {
        self.draws
    }
    /// The secret, once the game is over.
    #[must_use]
    pub fn revealed(&self) -> Option<String> {
        self.finished.map(|_| self.secret.reveal())
    }
    /// Whether the game is being played.
    #[must_use]
    pub const fn is_playing(&self) -> bool {
        self.started && self.finished.is_none()
    }

    /// The side that a seat plays, once that is known.
    #[must_use]
    pub fn side_of(&self, seat: Seat) -> Option<Side> {
        self.white.map(|white| if white == seat { Side::White } else { Side::Black })
    }

    /// The seat that plays a side, once that is known.
    #[must_use]
    pub fn seat_of(&self, side: Side) -> Option<Seat> {
        self.white.map(|white| if side == Side::White { white } else { 1 - white })
    }

    /// Whether the engine plays a side.
    #[must_use]
    pub fn is_engine(&self, side: Side) -> bool {
        self.engine_level(side).is_some()
    }

    /// The level at which the engine plays a side.
    #[must_use]
    pub fn engine_level(&self, side: Side) -> Option<u8> {
        match self.sitters[self.seat_of(side)?] {
            Sitter::Engine(level) => Some(level),
            _ => None,
        }
    }

    /// The level of the engine if it has to do something now.
    #[must_use]
    pub fn engine_to_act(&self) -> Option<u8> {
        if self.is_playing() { self.engine_level(self.table.side()) } else { None }
    }

    /// The version at which the board last changed.
    #[must_use]
    pub fn board_version(&self) -> u64 {
        let last = self.log.iter().rposition(|entry| entry.kept.what.changes_board());
        last.map_or(0, |nth| nth as u64 + 1)
    }

    /// What comes up in draw number `number`.
    fn draw(&self, number: u32, weights: &[u32]) -> Option<usize> {
        let seeds = [self.seeds[0].as_deref(), self.seeds[1].as_deref()];
        fair::draw(&self.secret, seeds, &self.terms.id, number, weights)
    }
}
