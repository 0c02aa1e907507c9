//! A game as a watcher has been told of it: whole at first, then by what changed.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::board::BoardSeen;
use super::wire::{Fields, Heard, View};

/// Fields that say when they were told rather than what is: two messages of one version may differ in them.
const PASSING: [&str; 4] = ["clock", "engine", "may", "seats"];

/// A game as a watcher has been told of it.
#[derive(Default)]
pub(super) struct Seen {
    pub(super) version: u64,
    fields: Vec<(String, String)>,
    board: BoardSeen,
    /// The list of moves: of each its hash.
    moves: Vec<u64>,
}

fn hash(line: &RawValue) -> u64 {
    let mut hasher = DefaultHasher::new();
    line.get().hash(&mut hasher);
    hasher.finish()
}

impl Seen {
    /// Takes in a whole game.
    pub(super) fn begin(&mut self, view: &View<'_>) {
        self.moves = view.moves.iter().copied().map(hash).collect();
        self.replace(&view.state);
    }

    /// Takes in a whole state, or what changed of the one before; and what changed of the list of moves. Nothing where
    /// that can't be.
    pub(super) fn update(&mut self, heard: &Heard<'_>) -> Option<()> {
        match (&heard.change, &heard.state) {
            (Some(change), _) => {
                self.change(change, heard.events)?;
            }
            (None, Some(state)) => self.replace(state),
            (None, None) => return None,
        }
        let Some(moves) = &heard.moves else { return Some(()) };
        let fits = moves.from <= self.moves.len();
        self.moves.truncate(moves.from);
        self.moves.extend(moves.lines.iter().copied().map(hash));
        fits.then_some(())
    }

    /// In a whole state, what is left out isn't there.
    fn replace(&mut self, told: &Fields<'_>) {
        let mut at = 0;
        for &(name, value) in &told.0 {
            match name {
                "board" => self.board = BoardSeen::Whole(value.get().into()),
                _ => at = self.set(at, name, value.get()),
            }
        }
        // The board is not among the others.
        if self.fields.len() + 1 > told.0.len() {
            self.fields.retain(|(name, _)| told.0.iter().any(|field| field.0 == name));
        }
        self.version = told.version().unwrap_or(self.version);
    }

    /// Of what changed, a field that is left out stays as it was, and one that is null is there no more.
    fn change(&mut self, told: &Fields<'_>, events: Option<&RawValue>) -> Option<()> {
        let mut at = 0;
        for &(name, value) in &told.0 {
            match name {
                "board" => self.board.change(value.get())?,
                "last_from" => {
                    let from: usize = value.get().parse().ok()?;
                    let events: Vec<&RawValue> = serde_json::from_str(events?.get()).ok()?;
                    let last: Vec<&str> = events.get(from..)?.iter().map(|event| event.get()).collect();
                    at = self.set(at, "last", &format!("[{}]", last.join(",")));
                }
                _ => at = self.set(at, name, value.get()),
            }
        }
        self.version = told.version().unwrap_or(self.version);
        Some(())
    }

    /// Sets a field; where the next one is. They come in the same order every time.
    fn set(&mut self, at: usize, name: &str, value: &str) -> usize {
        let (behind, before) = (self.fields[at..].iter(), self.fields[..at].iter());
        let known = behind.chain(before).position(|field| field.0 == name);
        let Some(known) = known.map(|known| (at + known) % self.fields.len()) else {
            self.fields.push((name.into(), value.into()));
            return self.fields.len();
        };
        self.fields[known].1.clear();
        self.fields[known].1.push_str(value);
        known + 1
    }

    fn field(&self, name: &str) -> &str {
        let field = self.fields.iter().find(|field| field.0 == name);
        field.map_or("null", |field| &field.1)
    }

    pub(super) fn lines(&self) -> usize {
        self.moves.len()
    }

    pub(super) fn is_over(&self) -> bool {
        self.field("status") == "\"over\""
    }

    pub(super) fn is_playing(&self) -> bool {
        self.field("status") == "\"playing\""
    }

    /// Whether whoever sees it has to do something.
    pub(super) fn has_turn(&self) -> bool {
        self.is_playing() && self.field("you").contains(self.field("turn"))
    }

    /// Something at random that may be done now, as a command, and whether it may be refused.
    pub(super) fn choose(&self, random: &mut fastrand::Rng) -> Option<(String, bool)> {
        let may = self.field("may");
        if may.contains("\"chance\":true") {
            return Some((r#"{"type":"chance"}"#.into(), false));
        }
        if may.contains("\"claim_huff\":true")
            && random.u32(0..CLAIMS) == 0
            && let Some(square) = self.enemy(random)
        {
            return Some((format!(r#"{{"type":"act","action":"*{square}"}}"#), true));
        }
        let actions: Vec<Action<'_>> = serde_json::from_str(self.field("actions")).ok()?;
        let action = actions.get(random.usize(..actions.len().max(1)))?;
        Some((format!(r#"{{"type":"act","action":{}}}"#, action.text), false))
    }

    /// The square of a piece of the other side: it might have missed a capture.
    fn enemy(&self, random: &mut fastrand::Rng) -> Option<u8> {
        let you = self.field("you");
        let pieces = self.board.pieces()?;
        let pieces = pieces.iter().filter_map(|piece| serde_json::from_str::<Piece<'_>>(&piece.1).ok());
        let enemies = pieces.filter(|piece| !you.contains(piece.side));
        let squares: Vec<u8> = enemies.map(|piece| piece.at).collect();
        squares.get(random.usize(..squares.len().max(1))).copied()
    }

    /// What the whole game says otherwise; nothing where it is what was told.
    pub(super) fn differs(&self, view: &View<'_>) -> Option<String> {
        let mut other = Seen::default();
        other.begin(view);
        self.differs_from(&other)
    }

    /// What another watcher was told otherwise.
    pub(super) fn differs_from(&self, other: &Seen) -> Option<String> {
        if self.version != other.version {
            return Some(format!("version {}, not {}", other.version, self.version));
        }
        if self.moves != other.moves {
            return Some("another list of moves".into());
        }
        if !self.board.is_same(&other.board) {
            return Some("another board".into());
        }
        let names = self.fields.iter().chain(&other.fields).map(|field| &*field.0);
        let mut names = names.filter(|name| !PASSING.contains(name));
        let differs = names.find(|name| !is_same(self.field(name), other.field(name)))?;
        Some(format!("another \"{differs}\": {}, not {}", other.field(differs), self.field(differs)))
    }
}

/// Of so many turns at which a huff may be claimed, one is used for it.
const CLAIMS: u32 = 20;

#[derive(Deserialize)]
struct Action<'a> {
    #[serde(borrow)]
    text: &'a RawValue,
}

#[derive(Deserialize)]
struct Piece<'a> {
    at: u8,
    side: &'a str,
}

/// The same letters or, written in another way, the same value.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    let value = |text| serde_json::from_str::<Value>(text).ok();
    one == other || value(one) == value(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(seen: &mut Seen, message: &str) -> Option<()> {
        let text = format!(r#"{{"type":"update",{message}}}"#);
        seen.update(&serde_json::from_str(&text).unwrap())
    }

    fn differs(seen: &Seen, view: &str) -> bool {
        seen.differs(&serde_json::from_str(view).unwrap()).is_some()
    }

    #[test]
    fn of_a_change_what_is_left_out_stays_and_what_is_null_goes() {
        let mut seen = Seen::default();
        let state =
            r#""state":{"version":3,"status":"playing","turn":"white","you":["white"],"quiet":1,"last":[1]}"#;
        told(&mut seen, state).unwrap();
        assert!(seen.has_turn());
        told(&mut seen, r#""change":{"version":4,"turn":"black","last_from":1},"events":[5,6,7]"#).unwrap();
        assert!(!seen.has_turn() && seen.is_playing() && seen.version == 4 && seen.field("quiet") == "1");
        assert_eq!(seen.field("last"), "[6,7]");
        let over = r#""change":{"version":5,"status":"over","turn":null,"result":{"reason":"resigned"}}"#;
        told(&mut seen, over).unwrap();
        let view = r#"{"id":"x","moves":[],"state":{"status":"over","version":5,"you":["white"],"quiet":1,
            "last":[6,7],"result":{"reason": "resigned"},"may":{}}}"#;
        assert!(!differs(&seen, view));
        for (from, to) in [("resigned", "timeout"), ("\"version\":5", "\"version\":6"), ("\"quiet\":1,", "")]
        {
            assert!(differs(&seen, &view.replace(from, to)), "{from}");
        }
        assert!(told(&mut seen, r#""change":{"version":6,"last_from":4},"events":[5]"#).is_none());
    }

    #[test]
    fn in_a_whole_state_what_is_left_out_is_not_there() {
        let mut seen = Seen::default();
        told(&mut seen, r#""state":{"version":1,"turn":"white","board":{"pieces":[]}}"#).unwrap();
        assert_eq!(seen.field("turn"), "\"white\"");
        told(&mut seen, r#""state":{"version":2,"board":{"pieces":[]}}"#).unwrap();
        assert_eq!(seen.field("turn"), "null");
        assert!(told(&mut seen, r#""from":2"#).is_none());
    }

    #[test]
    fn moves_are_cut_and_added_to() {
        let mut seen = Seen::default();
        let state = r#""state":{"version":1}"#;
        told(&mut seen, &format!(r#"{state},"moves":{{"from":0,"lines":[{{"a":1}},{{"a":2}}]}}"#)).unwrap();
        told(&mut seen, &format!(r#"{state},"moves":{{"from":1,"lines":[{{"a":3}}]}}"#)).unwrap();
        let view = r#"{"id":"x","moves":[{"a":1},{"a":3}],"state":{"version":1}}"#;
        assert!(seen.lines() == 2 && !differs(&seen, view) && differs(&seen, &view.replace('3', "4")));
        assert!(told(&mut seen, &format!(r#"{state},"moves":{{"from":3,"lines":[]}}"#)).is_none());
    }
}
