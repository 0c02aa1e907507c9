//! A game told from a position on, move by move, and the search of where it has come to.
//!
//! What has been played before matters where repetition draws, so a search wants more than a position.

use damier_engine::{Limits, Line, Net, Playable, Table, search_together};
use damier_notation::action::{self, ActionError};
use damier_notation::hub::{self, Dialect};
use damier_notation::position::{self, PositionError};
use damier_notation::record;
use damier_rules::game::Turn;
use damier_rules::tell::Tell;

use crate::eyes::Eyes;

/// The most moves that are followed.
const MOST_MOVES: usize = record::MOST_STEPS;

/// Where a game has come to.
#[derive(Clone, PartialEq, Debug)]
pub struct Story {
    /// The position.
    pub position: String,
    /// The keys of the positions before it, for repetition.
    pub keys: Vec<u64>,
    /// What happens next.
    pub turn: Turn,
    /// How many actions there are to choose from.
    pub choices: usize,
}

/// Why a story can't be followed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadStory {
    /// Its first position is none.
    #[error(transparent)]
    Start(#[from] PositionError),
    /// A move that can't follow those before it.
    #[error("move {number}: {source}")]
    Action {
        /// The move, from 1.
        number: usize,
        /// What is wrong with it.
        source: ActionError,
    },
    /// A move of a player where chance decides, or the other way round.
    #[error("move {number}: \"{text}\": can't happen here; expected {expected}")]
    OutOfTurn {
        /// The move, from 1.
        number: usize,
        /// What it says.
        text: String,
        /// What was expected.
        expected: &'static str,
    },
    /// More moves than any game has.
    #[error("moves: {0}; expected at most {MOST_MOVES}")]
    TooMany(usize),
}

/// How a position is searched.
pub struct Inquiry<'s> {
    /// When to end.
    pub limits: Limits<'s>,
    /// How many threads search at once.
    pub threads: usize,
    /// What is known of positions met before.
    pub table: &'s Table,
    /// How actions are written.
    pub dialect: Dialect,
}

pub(crate) fn follow<G: Tell>(
    game: &G,
    start: Option<&str>,
    moves: &str,
    dialect: Dialect,
) -> Result<Story, BadStory> {
    let mut state = match start {
        Some(text) => hub::read_position(game, text)?,
        None => game.start(),
    };
    let number = moves.split_whitespace().count();
    if number > MOST_MOVES {
        return Err(BadStory::TooMany(number));
    }
    let mut keys = Vec::with_capacity(number);
    for (text, number) in moves.split_whitespace().zip(1..) {
        let out_of_turn =
            |expected| BadStory::OutOfTurn { number, text: text.chars().take(60).collect(), expected };
        state = match game.turn(&state) {
            Turn::Over(_) => return Err(out_of_turn("nothing: the game is over")),
            Turn::Chance => {
                let event = action::read_event(text).and_then(|event| record::settle(game, &state, event));
                event.ok_or_else(|| out_of_turn("an outcome of chance such as [green] or [5:3]"))?
            }
            Turn::Act(_) if text.starts_with('[') => return Err(out_of_turn("an action of a player")),
            Turn::Act(_) => {
                let action = hub::read_action(game, &state, text, dialect)
                    .map_err(|source| BadStory::Action { number, source })?;
                keys.push(game.key(&state));
                game.apply(&state, action)
            }
        };
    }
    let position = position::write(game, &state);
    let mut choices = Vec::new();
    game.actions(&state, &mut choices);
    Ok(Story { position, keys, turn: game.turn(&state), choices: choices.len() })
}

pub(crate) fn search<G: Tell + Playable>(
    game: &G,
    story: &Story,
    net: Option<&Net>,
    inquiry: &Inquiry<'_>,
    found: &mut dyn FnMut(&Line<String>),
) -> Result<(), PositionError> {
    let state = position::read(game, &story.position)?;
    let at = (&state, &story.keys[..]);
    let Inquiry { limits, threads, table, dialect } = *inquiry;
    search_together(game, Eyes::new(game, net), table, threads, at, limits, |line| {
        let actions = told(game, &state, &line.actions, dialect);
        let Line { depth, score, nodes, rank, .. } = *line;
        found(&Line { depth, score, nodes, rank, actions });
    });
    Ok(())
}

/// A line of play as text.
pub(crate) fn told<G: Tell>(game: &G, state: &G::State, line: &[G::Action], dialect: Dialect) -> Vec<String> {
    let mut state = state.clone();
    let mut texts = Vec::new();
    for &action in line {
        let Some(one) = game.deeds(&state).into_iter().find(|one| one.action == action) else { break };
        texts.push(hub::write_action(game, &one, dialect));
        state = game.apply(&state, action);
    }
    texts
}
