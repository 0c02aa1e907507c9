//! A game of any kind behind one object that speaks text and plain data.

use std::ops::ControlFlow;

use damier_engine::{Chances, Line, Net, Playable, Score, inputs, kinds, number_of_things};
use damier_notation::action::{self, ActionError};
use damier_notation::hub::Dialect;
use damier_notation::position::{self, PositionError};
use damier_notation::record::{self, Record, RecordError};
use damier_notation::square::Style;
use damier_rules::board::Layout;
use damier_rules::game::{Game, Outcome, Turn, Weight};
use damier_rules::perft;
use damier_rules::reason::Refusal;
use damier_rules::tell::{Setup, Tell};
use damier_rules::traps::Colour;

use crate::contest::{self, Player, Report, Terms};
use crate::eyes;
use crate::level::{self, Opponent};
use crate::playouts::{self, Playouts};
use crate::story::{self, BadStory, Inquiry, Story};
use crate::table::{self, Played};
use crate::training::{self, BadState, Lesson, Lessons, State};

/// What can happen in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Moves {
    /// Each legal action, and the position after it.
    Actions(Vec<(String, String)>),
    /// Each outcome of chance, its weight, and the position after it.
    Rolls(Vec<(String, Weight, String)>),
    /// Nothing: the game is over.
    Over(Outcome),
}

/// A position to draw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scene {
    /// Its pieces and fields.
    pub setup: Setup,
    /// What happens next.
    pub turn: Turn,
}

/// What the rules say of an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is legal; this is how it is written in full.
    Legal(String),
    /// It is not.
    Refused(Box<Refusal>),
}

/// A game with its options, whatever its kind. Positions are text; none stands for the start.
pub trait Rulebox: Send + Sync {
    /// The squares.
    fn layout(&self) -> &Layout;
    /// The traps as colour, left and right, squares by number.
    fn traps(&self) -> Vec<(Colour, u8, u8)>;
    /// A position to draw.
    fn scene(&self, position: Option<&str>) -> Result<Scene, PositionError>;
    /// Everything that can happen in a position.
    fn moves(&self, position: Option<&str>) -> Result<Moves, PositionError>;
    /// What comes after an outcome of chance, if it can come up: no text tells a position without pieces.
    fn turn_after(&self, position: Option<&str>, outcome: &str) -> Result<Option<Turn>, PositionError>;
    /// How many positions are reached after some actions.
    fn perft(&self, position: Option<&str>, depth: u32) -> Result<u64, PositionError>;
    /// The same for each first action, or each first outcome of chance.
    fn divide(&self, position: Option<&str>, depth: u32) -> Result<Vec<(String, u64)>, PositionError>;
    /// What the rules say of an action; an error where it isn't even written as one, or ambiguous.
    fn judge(
        &self,
        position: Option<&str>,
        action: &str,
    ) -> Result<Result<Verdict, ActionError>, PositionError>;
    /// Whether dice or a roulette are in the game.
    fn has_chance(&self) -> bool;
    /// Plays random games to their end.
    fn playouts(&self, games: u64, seed: u64) -> Playouts;
    /// Plays a contest between players, with the networks that the engine's have; `progress` hears of every
    /// finished pair of games, and says whether others begin.
    fn contest(
        &self,
        players: &[Player; 2],
        nets: [Option<&Net>; 2],
        terms: &Terms<'_>,
        progress: &(dyn Fn(&Report) -> ControlFlow<()> + Sync),
    ) -> Report;
    /// Whether a network was made for a game of this kind on a board of this size.
    fn suits(&self, net: &Net) -> bool;
    /// Trains a network; `heard` hears how it goes. Nothing comes of it where no network beats what there was.
    fn train(&self, state: State, lessons: Lessons<'_>, heard: &(dyn Fn(Lesson<'_>) + Sync)) -> Option<Net>;
    /// A training that was interrupted, from its bytes.
    fn resume(&self, bytes: &[u8], lessons: &Lessons<'_>) -> Result<State, BadState>;
    /// Follows a game from a position, by moves with blanks between them.
    fn follow(&self, start: Option<&str>, moves: &str, dialect: Dialect) -> Result<Story, BadStory>;
    /// Searches where a game has come to; `found` hears of every line of every iteration, and of a better one
    /// that an unfinished iteration has come to.
    fn search(
        &self,
        story: &Story,
        net: Option<&Net>,
        inquiry: &Inquiry<'_>,
        found: &mut dyn FnMut(&Line<String>),
    ) -> Result<(), PositionError>;
    /// The chances that a score means to the side to move in a position.
    fn chances(
        &self,
        position: Option<&str>,
        net: Option<&Net>,
        score: Score,
    ) -> Result<Chances, PositionError>;
    /// What an opponent plays in a position; `played` are the positions before it, the oldest first. Nothing where
    /// nobody acts. The seed decides how a weak one is wrong: the same one for a whole game.
    fn choose(
        &self,
        position: Option<&str>,
        played: &[String],
        opponent: &Opponent,
        seed: u64,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<String>, PositionError>;
    /// A game in progress from a position; squares are written in `style`.
    fn table(&self, position: Option<&str>, style: Style) -> Result<Box<dyn table::Table>, PositionError>;
    /// The positions of a record, as text.
    fn replay(&self, record: &Record) -> Result<Vec<String>, RecordError>;
    /// Writes a record.
    fn write_record(&self, record: &Record, style: Style) -> Result<String, RecordError>;
}

fn place<G: Tell>(game: &G, text: Option<&str>) -> Result<G::State, PositionError> {
    match text {
        Some(text) => position::read(game, text),
        None => Ok(game.start()),
    }
}

impl<G: Tell + Playable + Clone + Send + Sync + 'static> Rulebox for G {
    fn layout(&self) -> &Layout {
        Tell::layout(self)
    }

    fn traps(&self) -> Vec<(Colour, u8, u8)> {
        Tell::traps(self)
    }

    fn scene(&self, position: Option<&str>) -> Result<Scene, PositionError> {
        let state = place(self, position)?;
        Ok(Scene { setup: self.setup(&state), turn: self.turn(&state) })
    }

    fn moves(&self, position: Option<&str>) -> Result<Moves, PositionError> {
        let state = place(self, position)?;
        Ok(match self.turn(&state) {
            Turn::Over(outcome) => Moves::Over(outcome),
            Turn::Chance => {
                let mut rolls = Vec::new();
                self.rolls(&state, &mut rolls);
                let tell = |(roll, weight): (G::Roll, Weight)| {
                    let next = self.settle(&state, roll);
                    (action::write_event(roll.into()), weight, position::write(self, &next))
                };
                Moves::Rolls(rolls.into_iter().map(tell).collect())
            }
            Turn::Act(_) => Moves::Actions(
                self.deeds(&state)
                    .into_iter()
                    .map(|told| {
                        let next = self.apply(&state, told.action);
                        let text = action::write_deed(Tell::layout(self), &told.deed, Style::Numbers);
                        (text, position::write(self, &next))
                    })
                    .collect(),
            ),
        })
    }

    fn turn_after(&self, position: Option<&str>, outcome: &str) -> Result<Option<Turn>, PositionError> {
        let state = place(self, position)?;
        let event = action::read_event(outcome);
        Ok(event.and_then(|event| record::settle(self, &state, event)).map(|next| self.turn(&next)))
    }

    fn perft(&self, position: Option<&str>, depth: u32) -> Result<u64, PositionError> {
        Ok(perft::perft(self, &place(self, position)?, depth))
    }

    fn divide(&self, position: Option<&str>, depth: u32) -> Result<Vec<(String, u64)>, PositionError> {
        let state = place(self, position)?;
        let mut rolls = Vec::new();
        self.rolls(&state, &mut rolls);
        if !rolls.is_empty() {
            let count = |(roll, _): (G::Roll, Weight)| {
                let next = self.settle(&state, roll);
                (action::write_event(roll.into()), perft::perft(self, &next, depth))
            };
            return Ok(rolls.into_iter().map(count).collect());
        }
        let count = |told: damier_rules::tell::Told<G::Action>| {
            let next = self.apply(&state, told.action);
            let text = action::write_deed(Tell::layout(self), &told.deed, Style::Numbers);
            (text, perft::perft(self, &next, depth.saturating_sub(1)))
        };
        Ok(self.deeds(&state).into_iter().map(count).collect())
    }

    fn judge(
        &self,
        position: Option<&str>,
        text: &str,
    ) -> Result<Result<Verdict, ActionError>, PositionError> {
        let state = place(self, position)?;
        Ok(match action::read(self, &state, text) {
            Ok(action) => {
                let told = self.deeds(&state).into_iter().find(|told| told.action == action);
                let deed =
                    told.map(|told| action::write_deed(Tell::layout(self), &told.deed, Style::Numbers));
                Ok(Verdict::Legal(deed.unwrap_or_else(|| text.into())))
            }
            Err(ActionError::Illegal { refusal, .. }) => Ok(Verdict::Refused(refusal)),
            Err(error) => Err(error),
        })
    }

    fn has_chance(&self) -> bool {
        Game::has_chance(self)
    }

    fn playouts(&self, games: u64, seed: u64) -> Playouts {
        playouts::run(self, games, seed)
    }

    fn contest(
        &self,
        players: &[Player; 2],
        nets: [Option<&Net>; 2],
        terms: &Terms<'_>,
        progress: &(dyn Fn(&Report) -> ControlFlow<()> + Sync),
    ) -> Report {
        contest::run(self, players, nets, terms, progress)
    }

    fn suits(&self, net: &Net) -> bool {
        eyes::suits(self, net)
    }

    fn train(&self, state: State, lessons: Lessons<'_>, heard: &(dyn Fn(Lesson<'_>) + Sync)) -> Option<Net> {
        training::train(self, state, lessons, heard)
    }

    fn resume(&self, bytes: &[u8], lessons: &Lessons<'_>) -> Result<State, BadState> {
        State::from_bytes(bytes, lessons, usize::from(Tell::layout(self).squares()), kinds::<G>())
    }

    fn follow(&self, start: Option<&str>, moves: &str, dialect: Dialect) -> Result<Story, BadStory> {
        story::follow(self, start, moves, dialect)
    }

    fn search(
        &self,
        story: &Story,
        net: Option<&Net>,
        inquiry: &Inquiry<'_>,
        found: &mut dyn FnMut(&Line<String>),
    ) -> Result<(), PositionError> {
        story::search(self, story, net, inquiry, found)
    }

    fn chances(
        &self,
        position: Option<&str>,
        net: Option<&Net>,
        score: Score,
    ) -> Result<Chances, PositionError> {
        let state = place(self, position)?;
        let (layout, squares) = (Tell::layout(self), usize::from(Tell::layout(self).squares()));
        let things = number_of_things(&inputs(self, layout, &state), squares, kinds::<G>());
        let odds = net.map(|net| net.odds).unwrap_or_default();
        Ok(odds.chances(score, things, squares))
    }

    fn choose(
        &self,
        position: Option<&str>,
        played: &[String],
        opponent: &Opponent,
        seed: u64,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<String>, PositionError> {
        let state = place(self, position)?;
        let played = played.iter().map(|text| place(self, Some(text))).collect::<Result<Vec<_>, _>>()?;
        let chosen = level::choose(self, opponent, (&state, &played), seed, stop);
        Ok(chosen.and_then(|action| story::told(self, &state, &[action], Dialect::Own).pop()))
    }

    fn table(&self, position: Option<&str>, style: Style) -> Result<Box<dyn table::Table>, PositionError> {
        let state = place(self, position)?;
        Ok(Box::new(Played::new(self.clone(), state, style)))
    }

    fn replay(&self, record: &Record) -> Result<Vec<String>, RecordError> {
        let states = record::replay(self, record)?;
        Ok(states.iter().map(|state| position::write(self, state)).collect())
    }

    fn write_record(&self, record: &Record, style: Style) -> Result<String, RecordError> {
        record::write(self, record, style)
    }
}
