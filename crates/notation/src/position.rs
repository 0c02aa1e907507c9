//! Positions as text: PDN's FEN, with further fields for what the other games need.
//!
//! `turn:Wlist:Blist[:Osquares][:Rresult][:Psquares][:Cfromxto][:Lw,b][:Kw,b]:Hn:Fn`; absent fields are
//! empty. On input the lists may come in either order, with ranges and a final dot, squares by number or
//! by letter and row, and the fields in any order.

use std::fmt::Write;

use damier_rules::board::Layout;
use damier_rules::combat::Head;
use damier_rules::game::{HIGHEST_COUNT, Side};
use damier_rules::tell::{Kind, Misfit, Part, Setup, Tell};
use damier_rules::traps::Spin;

use crate::square;

/// The longest text that is read.
pub const LONGEST: usize = 1024;

/// Why a text is not a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("position: {field}: \"{text}\": {problem}; expected {expected}")]
pub struct PositionError {
    /// The field that is wrong.
    pub field: String,
    /// What it says.
    pub text: String,
    /// What is wrong with it.
    pub problem: String,
    /// What was expected.
    pub expected: String,
}

pub(crate) fn error(field: &str, text: &str, problem: &str, expected: &str) -> PositionError {
    let mut shown: String = text.chars().take(60).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    PositionError { field: field.into(), text: shown, problem: problem.into(), expected: expected.into() }
}

/// Writes a position.
pub fn write<G: Tell>(game: &G, state: &G::State) -> String {
    write_setup(&game.setup(state))
}

/// Writes a position given as data.
#[must_use]
pub fn write_setup(setup: &Setup) -> String {
    let mut text = String::with_capacity(160);
    text.push(letter(setup.turn));
    for side in Side::BOTH {
        text.push(':');
        text.push(letter(side));
        for (nth, &(number, kind)) in setup.pieces[side as usize].iter().enumerate() {
            if nth > 0 {
                text.push(',');
            }
            text.push_str(prefix(kind));
            let _ = write!(text, "{number}");
        }
    }
    let squares = |squares: &[u8]| squares.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
    if !setup.open.is_empty() {
        let _ = write!(text, ":O{}", squares(&setup.open));
    }
    if let Some(spin) = setup.spin {
        let _ = write!(text, ":R{}", spin_word(spin));
    }
    if !setup.owed.is_empty() {
        let _ = write!(text, ":P{}", squares(&setup.owed));
    }
    if let Some((from, to)) = setup.fight {
        let _ = write!(text, ":C{from}x{to}");
    }
    if setup.last != [None; 2] {
        let [white, black] = setup.last.map(|last| match last {
            Some((from, to)) => format!("{from}-{to}"),
            None => "-".into(),
        });
        let _ = write!(text, ":L{white},{black}");
    }
    if setup.runs != [None; 2] {
        let [white, black] = setup.runs.map(|run| match run {
            Some((king, moves)) => format!("{king}*{moves}"),
            None => "-".into(),
        });
        let _ = write!(text, ":K{white},{black}");
    }
    let _ = write!(text, ":H{}:F{}", setup.quiet, setup.number);
    text
}

/// A side as positions write it.
#[must_use]
pub const fn letter(side: Side) -> char {
    match side {
        Side::White => 'W',
        Side::Black => 'B',
    }
}

const fn prefix(kind: Kind) -> &'static str {
    match kind {
        Kind::Man | Kind::Pawn(Head::Blue) => "",
        Kind::King => "K",
        Kind::Pawn(Head::Green) => "g",
        Kind::Pawn(Head::Red) => "r",
        Kind::Pawn(Head::Yellow) => "y",
    }
}

/// The word for a spin.
#[must_use]
pub const fn spin_word(spin: Spin) -> &'static str {
    match spin {
        Spin::Pawn => "pawn",
        Spin::Green => "green",
        Spin::Orange => "orange",
        Spin::Both => "both",
    }
}

/// Reads the word for a spin.
pub(crate) fn read_spin(word: &str) -> Option<Spin> {
    Spin::ALL.into_iter().find(|&spin| spin_word(spin) == word)
}

/// Reads a position of a game.
pub fn read<G: Tell>(game: &G, text: &str) -> Result<G::State, PositionError> {
    let reader = Reader { layout: game.layout(), ranked: is_ranked(game) };
    let setup = reader.read(text)?;
    game.place(&setup).map_err(|misfit| explain(misfit, game.layout()))
}

/// Whether the pieces of a game have heads.
fn is_ranked<G: Tell>(game: &G) -> bool {
    let start = game.setup(&game.start());
    matches!(start.pieces[0].first(), Some((_, Kind::Pawn(_))))
}

struct Reader<'a> {
    layout: &'a Layout,
    ranked: bool,
}

impl Reader<'_> {
    fn read(&self, text: &str) -> Result<Setup, PositionError> {
        if text.len() > LONGEST {
            let problem = format!("{} bytes", text.len());
            return Err(error("length", text, &problem, &format!("at most {LONGEST} bytes")));
        }
        let text = text.trim();
        let text = text.strip_suffix('.').unwrap_or(text);
        let mut fields = text.split(':');
        let turn = match fields.next() {
            Some("W") => Side::White,
            Some("B") => Side::Black,
            other => return Err(error("turn", other.unwrap_or(""), "no side", "W or B")),
        };
        let mut setup = Setup::new(turn, [Vec::new(), Vec::new()]);
        let mut seen = String::new();
        for field in fields {
            let mut letters = field.chars();
            let name = letters.next().unwrap_or(' ');
            if seen.contains(name) {
                return Err(error(&field_name(name), field, "a second time", "each field once"));
            }
            seen.push(name);
            self.field(&mut setup, name, letters.as_str())?;
        }
        for side in Side::BOTH {
            if !seen.contains(letter(side)) {
                return Err(error(
                    &field_name(letter(side)),
                    "",
                    "missing",
                    "the list of that side's pieces",
                ));
            }
        }
        Ok(setup)
    }

    fn field(&self, setup: &mut Setup, name: char, text: &str) -> Result<(), PositionError> {
        let label = field_name(name);
        match name {
            'W' => setup.pieces[0] = self.pieces(&label, text)?,
            'B' => setup.pieces[1] = self.pieces(&label, text)?,
            'O' => setup.open = self.squares(&label, text)?,
            'P' => setup.owed = self.squares(&label, text)?,
            'R' => {
                let spin = read_spin(text);
                let expected = "pawn, green, orange or both";
                setup.spin = Some(spin.ok_or_else(|| error(&label, text, "no result", expected))?);
            }
            'C' => {
                let fight = self.pair(text, &['x']);
                setup.fight = Some(fight.ok_or_else(|| error(&label, text, "no attack", "such as 27x23"))?);
            }
            'L' => setup.last = self.sides(&label, text, "27-23", |part| self.pair(part, &['-', 'x']))?,
            'K' => {
                setup.runs = self.sides(&label, text, "46*2", |part| {
                    let (king, moves) = part.split_once('*')?;
                    Some((square::read(self.layout, king)?, square::number(moves)?))
                })?
            }
            'H' => setup.quiet = count(&label, text, 0)?,
            'F' => setup.number = count(&label, text, 1)?,
            _ => return Err(error("field", &format!("{name}{text}"), "unknown", FIELDS)),
        }
        Ok(())
    }

    fn square(&self, label: &str, text: &str) -> Result<u8, PositionError> {
        // Where pawns have heads, letters before a number are theirs.
        let number = if self.ranked { square::number(text) } else { square::read(self.layout, text) };
        let number = number.filter(|&number| self.layout.index(number).is_some());
        number.ok_or_else(|| error(label, text, "no such square", &board_squares(self.layout)))
    }

    fn squares(&self, label: &str, text: &str) -> Result<Vec<u8>, PositionError> {
        let mut squares: Vec<u8> =
            text.split(',').map(|part| self.square(label, part)).collect::<Result<_, _>>()?;
        squares.sort_unstable();
        if let Some(twice) = squares.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(error(label, &twice[0].to_string(), "named twice", "each square once"));
        }
        Ok(squares)
    }

    fn pair(&self, text: &str, separators: &[char]) -> Option<(u8, u8)> {
        let (first, second) = text.split_once(separators)?;
        Some((square::read(self.layout, first)?, square::read(self.layout, second)?))
    }

    fn sides(
        &self,
        label: &str,
        text: &str,
        example: &str,
        read: impl Fn(&str) -> Option<(u8, u8)>,
    ) -> Result<[Option<(u8, u8)>; 2], PositionError> {
        let expected = format!("White's, a comma, Black's: each such as {example}, or - for none");
        let problem = || error(label, text, "not understood", &expected);
        let (white, black) = text.split_once(',').ok_or_else(problem)?;
        let side = |part: &str| if part == "-" { Some(None) } else { read(part).map(Some) };
        Ok([side(white).ok_or_else(problem)?, side(black).ok_or_else(problem)?])
    }

    /// A list of pieces. An empty one is for the rules to judge.
    fn pieces(&self, label: &str, text: &str) -> Result<Vec<(u8, Kind)>, PositionError> {
        let mut pieces = Vec::new();
        if text.is_empty() {
            return Ok(pieces);
        }
        for part in text.split(',') {
            let (kind, squares) = self.kind(part);
            match squares.split_once('-') {
                None => pieces.push((self.square(label, squares)?, kind)),
                Some((first, last)) => {
                    let (first, last) = (self.square(label, first)?, self.square(label, last)?);
                    if first > last {
                        return Err(error(label, part, "a range that goes down", "the lower square first"));
                    }
                    pieces.extend((first..=last).map(|number| (number, kind)));
                }
            }
            if pieces.len() > 128 {
                return Err(error(label, part, "too many pieces", "each square once"));
            }
        }
        pieces.sort_unstable();
        if let Some(twice) = pieces.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(error(label, &twice[0].0.to_string(), "two pieces on a square", "one at most"));
        }
        Ok(pieces)
    }

    /// Splits the letter of a kind from a square. Where pawns have heads, `g5` is a green head on 5.
    fn kind<'t>(&self, text: &'t str) -> (Kind, &'t str) {
        let plain = if self.ranked { Kind::Pawn(Head::Blue) } else { Kind::Man };
        let kind = match text.as_bytes().first() {
            Some(b'K') => Kind::King,
            Some(b'g') if self.ranked => Kind::Pawn(Head::Green),
            Some(b'r') if self.ranked => Kind::Pawn(Head::Red),
            Some(b'y') if self.ranked => Kind::Pawn(Head::Yellow),
            _ => return (plain, text),
        };
        (kind, &text[1..])
    }
}

const FIELDS: &str = "W and B (pieces), O (open traps), R (roulette), P (pieces to huff), C (combat), \
    L (last moves), K (king moves), H (quiet turns) or F (move number)";

fn field_name(name: char) -> String {
    let meaning = match name {
        'W' => "White's pieces",
        'B' => "Black's pieces",
        'O' => "open traps",
        'R' => "roulette",
        'P' => "pieces to huff",
        'C' => "combat",
        'L' => "last moves",
        'K' => "king moves",
        'H' => "quiet turns",
        'F' => "move number",
        _ => return "field".into(),
    };
    format!("field {name} ({meaning})")
}

fn count(label: &str, text: &str, least: u16) -> Result<u16, PositionError> {
    let is_plain = !text.is_empty() && text.len() <= 5 && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = if is_plain { text.parse::<u16>().ok() } else { None };
    number.filter(|number| (least..=HIGHEST_COUNT).contains(number)).ok_or_else(|| {
        error(label, text, "no such number", &format!("a whole number from {least} to {HIGHEST_COUNT}"))
    })
}

fn board_squares(layout: &Layout) -> String {
    format!("a square from 1 to {}", layout.squares())
}

/// Puts what the rules have against a position into words.
pub(crate) fn explain(misfit: Misfit, layout: &Layout) -> PositionError {
    let name = match misfit.part() {
        Part::Pieces(side) => letter(side),
        Part::Open => 'O',
        Part::Spin => 'R',
        Part::Owed => 'P',
        Part::Fight => 'C',
        Part::Last => 'L',
        Part::Runs => 'K',
    };
    let (text, problem, expected) = match misfit {
        Misfit::Foreign(_) => (String::new(), "this game or its options have no such field", "none".into()),
        Misfit::NoSuchSquare(_, number) => (number.to_string(), "no such square", board_squares(layout)),
        Misfit::TwoPieces(_, number) => (number.to_string(), "two pieces on a square", "one at most".into()),
        Misfit::WrongKind(_, number, kind) => {
            let text = format!("{}{number}", prefix(kind));
            (text, "no such piece in this game", "K for a king, or g, r, y for a head, by game".into())
        }
        Misfit::Uncrowned(_, number) => {
            (number.to_string(), "a man on its last row", format!("K{number}: it would have been crowned"))
        }
        Misfit::NoPieces(_) => (String::new(), "a side without pieces", "at least one piece".into()),
        Misfit::TooComplex(_) => {
            let problem = "too complex: more ways to capture than can be followed";
            (String::new(), problem, "fewer kings, or fewer pieces to capture".into())
        }
        Misfit::NotATrap(number) => {
            (number.to_string(), "no trap on that square", "a trap of the board".into())
        }
        Misfit::BothTraps(one, other) => {
            (format!("{one},{other}"), "both traps of one slider are open", "one of them at most".into())
        }
        Misfit::OnOpenTrap(number) => {
            (number.to_string(), "a piece on an open trap", "nothing on it: it would have fallen".into())
        }
        Misfit::SpinBeforeCapture => {
            (String::new(), "a capture is possible", "no spin: it must be made without one".into())
        }
        Misfit::NoSuchSector(spin) => {
            (spin_word(spin).into(), "the roulette has no such sector", "a result it can show".into())
        }
        Misfit::NotOwed(number) => {
            let problem = "no piece there that the side to move could huff";
            (number.to_string(), problem, "pieces of the side that has just played".into())
        }
        Misfit::NoFight(from, to) => {
            let expected = "a pawn of the side to move, an x, and an enemy within its reach".into();
            (format!("{from}x{to}"), "no fight can be fought there", expected)
        }
        Misfit::NoSuchMove(side, from, to) => {
            let problem = "no such move can have been the last one of that side";
            (format!("{from}-{to}"), problem, format!("a possible move of {side:?}"))
        }
        Misfit::NoRun(_, number) => {
            let problem = "no king there whose moves are counted";
            (number.to_string(), problem, "a king of a side that also has men, and 1 to 3 moves".into())
        }
    };
    error(&field_name(name), &text, problem, &expected)
}
