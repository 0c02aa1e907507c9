//! Actions and rolls as text.
//!
//! `31-27` moves, `31x22x13` captures (or attacks), `*33` huffs, `+22` and `-22` open and close a trap,
//! `pass` passes; `[green]` and `[5:3]` are what chance did. On input, the middle squares of a capture may
//! be left out where that is unambiguous, squares may be written by letter and row, and a space does for a move.

use std::fmt::Write;

use damier_rules::board::Layout;
use damier_rules::combat::Round;
use damier_rules::reason::Refusal;
use damier_rules::tell::{Deed, Event, Tell, Told};

use crate::position::{read_spin, spin_word};
use crate::square::{self, Style};

/// The longest text that is read.
pub const LONGEST: usize = 256;

/// Why a text is not a legal action.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ActionError {
    /// It isn't written as actions are.
    #[error("action: \"{text}\": {problem}; expected such as {}", .expected.join(", "))]
    Text {
        /// What it says.
        text: String,
        /// What is wrong with it.
        problem: String,
        /// How actions are written.
        expected: Vec<String>,
    },
    /// Several legal actions could be meant.
    #[error("action: \"{text}\": several actions could be meant; expected one of {}", .could_be.join(", "))]
    Ambiguous {
        /// What it says.
        text: String,
        /// The actions that could be meant.
        could_be: Vec<String>,
    },
    /// It breaks a rule.
    #[error("action: \"{text}\": not legal: {}", .refusal.rule.id())]
    Illegal {
        /// What it says.
        text: String,
        /// Which rule, and what shows it.
        refusal: Box<Refusal>,
    },
}

/// Writes what is done.
#[must_use]
pub fn write_deed(layout: &Layout, deed: &Deed, style: Style) -> String {
    let square = |number: u8| square::write(layout, number, style);
    match deed {
        Deed::Move(from, to) => format!("{}-{}", square(*from), square(*to)),
        Deed::Capture(path) => {
            let mut text = String::with_capacity(path.len() * 3);
            for (nth, &number) in path.iter().enumerate() {
                if nth > 0 {
                    text.push('x');
                }
                match style {
                    Style::Numbers => {
                        let _ = write!(text, "{number}");
                    }
                    Style::Letters => text.push_str(&square(number)),
                }
            }
            text
        }
        Deed::Huff(number) => format!("*{}", square(*number)),
        Deed::Open(number) => format!("+{}", square(*number)),
        Deed::Close(number) => format!("-{}", square(*number)),
        Deed::Pass => "pass".into(),
    }
}

/// Writes what chance did.
#[must_use]
pub fn write_event(event: Event) -> String {
    match event {
        Event::Spin(spin) => format!("[{}]", spin_word(spin)),
        Event::Round(Round { attacker, defender }) => format!("[{attacker}:{defender}]"),
    }
}

/// Reads what chance did.
#[must_use]
pub fn read_event(text: &str) -> Option<Event> {
    let inner = text.strip_prefix('[')?.strip_suffix(']')?;
    match inner.split_once(':') {
        Some((attacker, defender)) => read_round(attacker, defender),
        None => read_spin(inner).map(Event::Spin),
    }
}

pub(crate) fn read_round(attacker: &str, defender: &str) -> Option<Event> {
    let score = |text: &str| {
        let is_plain = (1..=3).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        if is_plain { text.parse().ok() } else { None }
    };
    Some(Event::Round(Round { attacker: score(attacker)?, defender: score(defender)? }))
}

/// The actions that every game has: a move and a capture.
fn plain_deeds() -> Vec<Deed> {
    vec![Deed::Move(31, 27), Deed::Capture(vec![31, 22])]
}

/// How actions of a game are written, with an example of each kind that it has; passing where it is possible now.
pub fn forms<G: Tell>(game: &G, state: &G::State, style: Style) -> Vec<String> {
    let mut deeds = plain_deeds();
    if game.huffing().is_some() {
        deeds.push(Deed::Huff(27));
    }
    if let Some(&(_, left, _)) = game.traps().first() {
        deeds.extend([Deed::Open(left), Deed::Close(left)]);
    }
    if game.deeds(state).iter().any(|told| told.deed == Deed::Pass) {
        deeds.push(Deed::Pass);
    }
    deeds.iter().map(|deed| write_deed(game.layout(), deed, style)).collect()
}

/// Reads what somebody wants to do, legal or not.
pub fn read_deed(layout: &Layout, text: &str) -> Result<Deed, ActionError> {
    let problem = |problem: &str| ActionError::Text {
        text: shortened(text),
        problem: problem.into(),
        expected: plain_deeds().iter().map(|deed| write_deed(layout, deed, Style::Numbers)).collect(),
    };
    if text.len() > LONGEST {
        return Err(problem(&format!("more than {LONGEST} bytes")));
    }
    let square =
        |part: &str| square::read(layout, part).ok_or_else(|| problem(&format!("\"{part}\" is no square")));
    if text == "pass" {
        return Ok(Deed::Pass);
    }
    if let Some(rest) = text.strip_prefix('*') {
        return square(rest).map(Deed::Huff);
    }
    if let Some(rest) = text.strip_prefix('+') {
        return square(rest).map(Deed::Open);
    }
    if let Some(rest) = text.strip_prefix('-') {
        return square(rest).map(Deed::Close);
    }
    if text.contains(['x', ':']) {
        return text.split(['x', ':']).map(square).collect::<Result<_, _>>().map(Deed::Capture);
    }
    match text.split_once('-').or_else(|| text.split_once(' ')) {
        Some((from, to)) => Ok(Deed::Move(square(from)?, square(to.trim_start())?)),
        None => Err(problem("no separator between squares")),
    }
}

pub(crate) fn shortened(text: &str) -> String {
    text.chars().take(60).collect()
}

/// Reads a legal action.
pub fn read<G: Tell>(game: &G, state: &G::State, text: &str) -> Result<G::Action, ActionError> {
    let text = text.trim();
    let deed = read_deed(game.layout(), text).map_err(|error| match error {
        ActionError::Text { text, problem, .. } => {
            ActionError::Text { text, problem, expected: forms(game, state, Style::Numbers) }
        }
        error => error,
    })?;
    find(game, state, &deed).map(|told| told.action).map_err(|error| match error {
        NotFound::Illegal => {
            ActionError::Illegal { text: shortened(text), refusal: Box::new(game.refuse(state, &deed)) }
        }
        NotFound::Ambiguous(could_be) => ActionError::Ambiguous { text: shortened(text), could_be },
    })
}

enum NotFound {
    Illegal,
    Ambiguous(Vec<String>),
}

fn find<G: Tell>(game: &G, state: &G::State, deed: &Deed) -> Result<Told<G::Action>, NotFound> {
    let mut legal = game.deeds(state);
    if let Some(nth) = legal.iter().position(|told| told.deed == *deed) {
        return Ok(legal.swap_remove(nth));
    }
    let Deed::Capture(path) = deed else { return Err(NotFound::Illegal) };
    // A capture told along another way, with every landing square.
    if let Some(taken) = game.taken_along(state, path) {
        let same = |told: &Told<G::Action>| {
            matches!(&told.deed, Deed::Capture(known) if ends(known) == ends(path)) && told.taken == taken
        };
        if let Some(nth) = legal.iter().position(same) {
            return Ok(legal.swap_remove(nth));
        }
    }
    // A capture with middle squares left out.
    legal.retain(|told| matches!(&told.deed, Deed::Capture(known) if leads_along(known, path)));
    match legal.len() {
        0 => Err(NotFound::Illegal),
        1 => Ok(legal.swap_remove(0)),
        _ => {
            let text = |told: &Told<G::Action>| write_deed(game.layout(), &told.deed, Style::Numbers);
            Err(NotFound::Ambiguous(legal.iter().take(12).map(text).collect()))
        }
    }
}

fn ends(path: &[u8]) -> (Option<&u8>, Option<&u8>) {
    (path.first(), path.last())
}

/// Whether a whole way starts and ends as the given squares do, and meets those between in their order.
fn leads_along(way: &[u8], given: &[u8]) -> bool {
    let mut rest = way.iter();
    ends(way) == ends(given) && given.len() >= 2 && given.iter().all(|square| rest.any(|at| at == square))
}
