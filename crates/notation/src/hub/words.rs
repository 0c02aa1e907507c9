//! Positions and actions as the Hub protocol writes them.
//!
//! Games that the protocol knows are written in its letters: a position is the side to move and one letter for
//! each square (`Wbbb…eee…www`), and a capture names its victims after its ends (`28x19x23`). The protocol
//! leaves other games open; their positions and actions are written as everywhere else, chance included.

use damier_rules::game::Side;
use damier_rules::tell::{Deed, Kind, Setup, Tell, Told};

use crate::action::{self, ActionError};
use crate::position::{self, PositionError};
use crate::square::Style;

/// In which of the two ways a game is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// As the protocol says.
    Hub,
    /// As Damier writes it everywhere else.
    #[default]
    Own,
}

/// Writes a position.
pub fn write_position<G: Tell>(game: &G, state: &G::State, dialect: Dialect) -> String {
    match dialect {
        Dialect::Hub => write_letters(&game.setup(state), game.layout().squares()),
        Dialect::Own => position::write(game, state),
    }
}

/// Writes the pieces of a position as letters, square by square.
#[must_use]
pub fn write_letters(setup: &Setup, squares: u8) -> String {
    let letter = |number: u8| match setup.piece(number) {
        None => 'e',
        Some((Side::White, Kind::King)) => 'W',
        Some((Side::Black, Kind::King)) => 'B',
        Some((Side::White, _)) => 'w',
        Some((Side::Black, _)) => 'b',
    };
    std::iter::once(position::letter(setup.turn)).chain((1..=squares).map(letter)).collect()
}

/// Reads a position, in either dialect: what has a colon in it isn't in letters.
pub fn read_position<G: Tell>(game: &G, text: &str) -> Result<G::State, PositionError> {
    if text.contains(':') {
        return position::read(game, text);
    }
    let squares = game.layout().squares();
    let expected = format!("W or B, then {squares} of w, W, b, B and e");
    let problem = |problem: &str| position::error("letters", text, problem, &expected);
    let mut letters = text.chars();
    let turn = match letters.next() {
        Some('W' | 'w') => Side::White,
        Some('B' | 'b') => Side::Black,
        _ => return Err(problem("no side to move")),
    };
    if letters.clone().count() != usize::from(squares) {
        return Err(problem(&format!("{} letters", letters.count())));
    }
    let mut pieces = [Vec::new(), Vec::new()];
    for (letter, number) in letters.zip(1..) {
        let (side, kind) = match letter {
            'w' => (Side::White, Kind::Man),
            'W' => (Side::White, Kind::King),
            'b' => (Side::Black, Kind::Man),
            'B' => (Side::Black, Kind::King),
            'e' => continue,
            _ => return Err(problem(&format!("'{letter}' on square {number}"))),
        };
        pieces[side as usize].push((number, kind));
    }
    let placed = game.place(&Setup::new(turn, pieces));
    placed.map_err(|misfit| position::explain(misfit, game.layout()))
}

/// Writes an action.
pub fn write_action<G: Tell>(game: &G, told: &Told<G::Action>, dialect: Dialect) -> String {
    match (&told.deed, dialect) {
        (Deed::Capture(path), Dialect::Hub) => {
            let ends = [path.first(), path.last()].into_iter().flatten();
            let squares: Vec<String> = ends.chain(&told.taken).map(u8::to_string).collect();
            squares.join("x")
        }
        (deed, _) => action::write_deed(game.layout(), deed, Style::Numbers),
    }
}

/// Reads a legal action. In the protocol's own dialect, victims may come in any order, and may be left out
/// where the ends alone say which capture is meant.
pub fn read_action<G: Tell>(
    game: &G,
    state: &G::State,
    text: &str,
    dialect: Dialect,
) -> Result<G::Action, ActionError> {
    if dialect == Dialect::Own || !text.contains('x') {
        return action::read(game, state, text);
    }
    let deed = action::read_deed(game.layout(), text)?;
    let Deed::Capture(squares) = &deed else { return action::read(game, state, text) };
    let (ends, victims) = squares.split_at(2.min(squares.len()));
    let mut legal = game.deeds(state);
    legal.retain(|told| {
        let Deed::Capture(path) = &told.deed else { return false };
        [path.first(), path.last()] == [ends.first(), ends.last()]
            && victims.iter().all(|victim| told.taken.contains(victim))
    });
    match legal.as_slice() {
        [told] => Ok(told.action),
        [] => {
            let refusal = Box::new(game.refuse(state, &Deed::Capture(ends.to_vec())));
            Err(ActionError::Illegal { text: action::shortened(text), refusal })
        }
        several => {
            let could_be = several.iter().take(12).map(|told| write_action(game, told, dialect)).collect();
            Err(ActionError::Ambiguous { text: action::shortened(text), could_be })
        }
    }
}
