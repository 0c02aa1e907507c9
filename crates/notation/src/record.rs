//! Records of games as PDN: tags, then moves.
//!
//! Whatever a draughts program knows as a move is written as one. Chance, huffs, traps and passes are
//! commands in comments (`{[%spin green]}`, `{[%roll 5-3]}`, `{[%huff 33]}`, `{[%open 22]}`,
//! `{[%close 22]}`, `{[%pass]}`), so that other programs still read the moves, and this one reads back
//! exactly what was written.

use std::fmt::Write;

use damier_rules::game::Side;
use damier_rules::tell::{Deed, Event, Tell};

use crate::action::{self, ActionError};
use crate::position::{self, PositionError, read_spin, spin_word};
use crate::square::Style;

/// The longest text that is read.
pub const LONGEST: usize = 1 << 20;
/// The most tags that are read.
pub const MOST_TAGS: usize = 100;
/// The most actions and rolls that are read.
pub const MOST_STEPS: usize = 20_000;
const LINE: usize = 78;

/// The tag that names the game.
pub const GAME_TAG: &str = "Game";
/// The tag that holds the options, as `name=value` separated by `;`.
pub const OPTIONS_TAG: &str = "Options";
/// The tag that says what the sides are called where that isn't White and Black, White's name first.
pub const SIDES_TAG: &str = "Sides";
/// The tag of the starting position, where it isn't the usual one.
pub const FEN_TAG: &str = "FEN";
/// The tag of the result.
pub const RESULT_TAG: &str = "Result";

/// A record as it is written: tags and steps that no rules have looked at yet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// The tags in their order.
    pub tags: Vec<(String, String)>,
    /// What happened, in order.
    pub steps: Vec<Step>,
    /// How it ended.
    pub result: Ended,
}

/// One thing that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// An action of a player, as text.
    Action(String),
    /// Something that chance did.
    Chance(Event),
}

/// The result at the end of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)]
pub enum Ended {
    #[default]
    Unknown,
    White,
    Black,
    Draw,
}

impl Ended {
    /// The result for a winner.
    #[must_use]
    pub const fn won_by(winner: Option<Side>) -> Self {
        match winner {
            Some(Side::White) => Ended::White,
            Some(Side::Black) => Ended::Black,
            None => Ended::Draw,
        }
    }

    const fn text(self) -> &'static str {
        match self {
            Ended::Unknown => "*",
            Ended::White => "1-0",
            Ended::Black => "0-1",
            Ended::Draw => "1/2-1/2",
        }
    }

    fn read(text: &str) -> Option<Self> {
        match text {
            "*" => Some(Ended::Unknown),
            "1-0" | "2-0" => Some(Ended::White),
            "0-1" | "0-2" => Some(Ended::Black),
            "1/2-1/2" | "1-1" => Some(Ended::Draw),
            _ => None,
        }
    }
}

/// Why a text is not a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecordError {
    /// It isn't written as records are.
    #[error("record: line {line}: \"{text}\": {problem}; expected {expected}")]
    Text {
        /// The line, from 1.
        line: usize,
        /// What it says there.
        text: String,
        /// What is wrong with it.
        problem: &'static str,
        /// What was expected.
        expected: &'static str,
    },
    /// It is too long.
    #[error("record: {what}: {number}; expected at most {most}")]
    TooMuch {
        /// What is too much.
        what: &'static str,
        /// How much there is.
        number: usize,
        /// How much is read at most.
        most: usize,
    },
    /// Its starting position is none.
    #[error("record: tag FEN: {0}")]
    Start(#[from] PositionError),
    /// A step can't follow those before it.
    #[error("record: step {number}: {source}")]
    Action {
        /// The step, from 1.
        number: usize,
        /// What is wrong with it.
        source: ActionError,
    },
    /// A roll where none is due, or one that can't come up.
    #[error("record: step {number}: {text}: chance can't do that here; expected {expected}")]
    Chance {
        /// The step, from 1.
        number: usize,
        /// What it says.
        text: String,
        /// What was expected.
        expected: String,
    },
}

impl Record {
    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.0 == name).map(|tag| tag.1.as_str())
    }

    /// The options named in the tags.
    #[must_use]
    pub fn options(&self) -> Vec<(String, String)> {
        let options = self.tag(OPTIONS_TAG).unwrap_or_default();
        let parts = options.split(';').filter(|part| !part.is_empty());
        parts
            .map(|part| part.split_once('=').unwrap_or((part, "")))
            .map(|(name, value)| (name.into(), value.into()))
            .collect()
    }
}

/// Every position of a recorded game, the first one included.
pub fn replay<G: Tell>(game: &G, record: &Record) -> Result<Vec<G::State>, RecordError> {
    let mut states = vec![start(game, record)?];
    for (step, number) in record.steps.iter().zip(1..) {
        let state = &states[states.len() - 1];
        let next = match step {
            Step::Action(text) => {
                let action = action::read(game, state, text);
                game.apply(state, action.map_err(|source| RecordError::Action { number, source })?)
            }
            Step::Chance(event) => settle(game, state, *event).ok_or_else(|| RecordError::Chance {
                number,
                text: action::write_event(*event),
                expected: possible_events(game, state),
            })?,
        };
        states.push(next);
    }
    Ok(states)
}

fn start<G: Tell>(game: &G, record: &Record) -> Result<G::State, PositionError> {
    match record.tag(FEN_TAG) {
        Some(text) => position::read(game, text),
        None => Ok(game.start()),
    }
}

/// The position after something that chance did, if it can.
pub fn settle<G: Tell>(game: &G, state: &G::State, event: Event) -> Option<G::State> {
    let mut rolls = Vec::new();
    game.rolls(state, &mut rolls);
    let roll = rolls.into_iter().map(|(roll, _)| roll).find(|&roll| roll.into() == event)?;
    Some(game.settle(state, roll))
}

fn possible_events<G: Tell>(game: &G, state: &G::State) -> String {
    let mut rolls = Vec::new();
    game.rolls(state, &mut rolls);
    if rolls.is_empty() {
        return "an action".into();
    }
    rolls.into_iter().map(|(roll, _)| action::write_event(roll.into())).collect::<Vec<_>>().join(" ")
}

/// Writes a record. Its steps have to be legal from its starting position; squares are written in `style`.
pub fn write<G: Tell>(game: &G, record: &Record, style: Style) -> Result<String, RecordError> {
    let states = replay(game, record)?;
    let mut text = String::new();
    for (name, value) in &record.tags {
        let _ = writeln!(text, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
    }
    if record.tag(RESULT_TAG).is_none() {
        let _ = writeln!(text, "[{RESULT_TAG} \"{}\"]", record.result.text());
    }
    text.push('\n');
    let mut words = Words { text, column: 0 };
    let mut numbered = None;
    for (step, state) in record.steps.iter().zip(&states) {
        let setup = game.setup(state);
        if numbered != Some(setup.number) {
            numbered = Some(setup.number);
            words.push(&format!("{}.", setup.number));
        }
        words.push(&match step {
            Step::Action(text) => write_action(game, state, text, style),
            Step::Chance(Event::Spin(spin)) => format!("{{[%spin {}]}}", spin_word(*spin)),
            Step::Chance(Event::Round(round)) => format!("{{[%roll {}-{}]}}", round.attacker, round.defender),
        });
    }
    words.push(record.result.text());
    words.text.push('\n');
    Ok(words.text)
}

/// Writes one legal action, whole and in one style.
fn write_action<G: Tell>(game: &G, state: &G::State, text: &str, style: Style) -> String {
    let layout = game.layout();
    let deed = match action::read(game, state, text) {
        Ok(action) => game.deeds(state).into_iter().find(|told| told.action == action).map(|told| told.deed),
        Err(_) => None,
    };
    let square = |number: u8| crate::square::write(layout, number, style);
    match deed {
        Some(Deed::Huff(number)) => format!("{{[%huff {}]}}", square(number)),
        Some(Deed::Open(number)) => format!("{{[%open {}]}}", square(number)),
        Some(Deed::Close(number)) => format!("{{[%close {}]}}", square(number)),
        Some(Deed::Pass) => "{[%pass]}".into(),
        Some(deed) => action::write_deed(layout, &deed, style),
        None => text.into(),
    }
}

/// Words filled into lines.
struct Words {
    text: String,
    column: usize,
}

impl Words {
    fn push(&mut self, word: &str) {
        if self.column > 0 {
            let fits = self.column + 1 + word.len() <= LINE;
            self.text.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.text.push_str(word);
        self.column += word.len();
    }
}

/// Reads a record.
pub fn read(text: &str) -> Result<Record, RecordError> {
    if text.len() > LONGEST {
        return Err(RecordError::TooMuch { what: "bytes", number: text.len(), most: LONGEST });
    }
    let mut reader = Reader { rest: text, whole: text, record: Record::default() };
    reader.tags()?;
    reader.steps()?;
    Ok(reader.record)
}

struct Reader<'t> {
    rest: &'t str,
    whole: &'t str,
    record: Record,
}

impl<'t> Reader<'t> {
    fn error(&self, problem: &'static str, expected: &'static str) -> RecordError {
        let read = self.whole.len() - self.rest.len();
        let line = self.whole.as_bytes()[..read].iter().filter(|&&byte| byte == b'\n').count() + 1;
        let text = self.rest.lines().next().unwrap_or("").chars().take(60).collect();
        RecordError::Text { line, text, problem, expected }
    }

    fn space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn tags(&mut self) -> Result<(), RecordError> {
        const EXPECTED: &str = "[Name \"value\"]";
        loop {
            self.space();
            let Some(after) = self.rest.strip_prefix('[') else { return Ok(()) };
            let name_end = after.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
            let (name, after) = after.split_at(name_end.unwrap_or(after.len()));
            if name.is_empty() || name.len() > 64 {
                return Err(self.error("no name of a tag", EXPECTED));
            }
            if self.record.tag(name).is_some() {
                return Err(self.error("the same tag twice", "each tag once"));
            }
            let Some(after) = after.trim_start().strip_prefix('"') else {
                return Err(self.error("no value in quotes", EXPECTED));
            };
            let Some((value, after)) = quoted(after) else {
                return Err(self.error("a value without its closing quote", EXPECTED));
            };
            let Some(after) = after.trim_start().strip_prefix(']') else {
                return Err(self.error("a tag without its closing bracket", EXPECTED));
            };
            if value.len() > 4096 {
                return Err(RecordError::TooMuch { what: "bytes in a tag", number: value.len(), most: 4096 });
            }
            self.record.tags.push((name.into(), value));
            if self.record.tags.len() > MOST_TAGS {
                let number = self.record.tags.len();
                return Err(RecordError::TooMuch { what: "tags", number, most: MOST_TAGS });
            }
            self.rest = after;
        }
    }

    fn steps(&mut self) -> Result<(), RecordError> {
        loop {
            self.space();
            if self.rest.is_empty() {
                return Ok(());
            }
            if let Some(after) = self.rest.strip_prefix('{') {
                let Some((comment, after)) = after.split_once('}') else {
                    return Err(self.error("a comment without its end", "}"));
                };
                self.commands(comment)?;
                self.rest = after;
                continue;
            }
            let end = self.rest.find(|letter: char| letter.is_whitespace() || letter == '{');
            let (word, after) = self.rest.split_at(end.unwrap_or(self.rest.len()));
            if let Some(result) = Ended::read(word) {
                self.record.result = result;
                self.rest = after.trim_start();
                if self.rest.is_empty() {
                    return Ok(());
                }
                return Err(self.error("text after the result", "one game in a record"));
            }
            match after_number(word) {
                Some("") => {}
                Some(action) => self.step(Step::Action(action.into()))?,
                None => return Err(self.error("not a move", "a move, a comment in braces, or a result")),
            }
            self.rest = after;
        }
    }

    /// Takes the commands out of a comment; what else it says is left out.
    fn commands(&mut self, comment: &str) -> Result<(), RecordError> {
        const EXPECTED: &str = "[%spin green], [%roll 5-3], [%huff 33], [%open 22], [%close 22] or [%pass]";
        let mut rest = comment;
        while let Some((_, after)) = rest.split_once("[%") {
            let Some((command, after)) = after.split_once(']') else {
                return Err(self.error("a command without its closing bracket", EXPECTED));
            };
            rest = after;
            let (name, value) = command.split_once(' ').unwrap_or((command, ""));
            let step = match name {
                "spin" => read_spin(value).map(|spin| Step::Chance(Event::Spin(spin))),
                "roll" => value
                    .split_once('-')
                    .and_then(|(attacker, defender)| action::read_round(attacker, defender))
                    .map(Step::Chance),
                "huff" => Some(Step::Action(format!("*{value}"))),
                "open" => Some(Step::Action(format!("+{value}"))),
                "close" => Some(Step::Action(format!("-{value}"))),
                "pass" => Some(Step::Action("pass".into())),
                // Commands of other programs: clocks, drawings, evaluations.
                _ => continue,
            };
            match step {
                Some(step) => self.step(step)?,
                None => return Err(self.error("a command that is not understood", EXPECTED)),
            }
        }
        Ok(())
    }

    fn step(&mut self, step: Step) -> Result<(), RecordError> {
        if self.record.steps.len() == MOST_STEPS {
            return Err(RecordError::TooMuch { what: "steps", number: MOST_STEPS + 1, most: MOST_STEPS });
        }
        self.record.steps.push(step);
        Ok(())
    }
}

/// The text up to the closing quote, escapes undone, and what follows.
fn quoted(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Some((value, &text[at + 1..])),
            '\\' => value.push(letters.next()?.1),
            _ => value.push(letter),
        }
    }
    None
}

/// What follows a move number such as `12.` or `12...`; the word itself where there is none, nothing where
/// it can be no move.
fn after_number(word: &str) -> Option<&str> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 && word[digits..].starts_with('.') {
        return Some(word[digits..].trim_start_matches('.'));
    }
    let is_move = word.len() <= action::LONGEST
        && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b':'));
    is_move.then_some(word)
}
