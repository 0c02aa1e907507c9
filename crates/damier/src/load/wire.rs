//! What the server says, as far as it matters here: read once, with whatever is missing or unknown left alone.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde::Deserialize;
use serde::de::{MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

/// A message of the socket.
#[derive(Deserialize)]
pub(super) struct Heard<'a> {
    #[serde(rename = "type")]
    pub(super) kind: &'a str,
    pub(super) game: Option<&'a str>,
    pub(super) number: Option<u64>,
    pub(super) from: Option<u64>,
    #[serde(borrow)]
    pub(super) moves: Option<Moves<'a>>,
    #[serde(borrow)]
    pub(super) state: Option<Fields<'a>>,
    #[serde(borrow)]
    pub(super) view: Option<View<'a>>,
    pub(super) done: Option<Done<'a>>,
    #[serde(borrow)]
    pub(super) refused: Option<NotDone<'a>>,
    pub(super) key: Option<&'a str>,
    pub(super) problem: Option<Problem>,
}

/// What changed in the list of moves.
#[derive(Deserialize)]
pub(super) struct Moves<'a> {
    from: usize,
    #[serde(borrow)]
    lines: Vec<&'a RawValue>,
}

/// A whole game.
#[derive(Deserialize)]
pub(super) struct View<'a> {
    pub(super) id: &'a str,
    #[serde(borrow)]
    moves: Vec<&'a RawValue>,
    #[serde(borrow)]
    state: Fields<'a>,
}

#[derive(Deserialize)]
pub(super) struct Done<'a> {
    pub(super) key: &'a str,
    pub(super) version: u64,
    #[serde(default)]
    pub(super) repeated: bool,
}

#[derive(Deserialize)]
pub(super) struct NotDone<'a> {
    pub(super) key: &'a str,
    #[serde(borrow)]
    pub(super) refusal: Refusal<'a>,
}

#[derive(Deserialize)]
pub(super) struct Refusal<'a> {
    pub(super) id: &'a str,
}

/// Why something was not done, over the socket and over HTTP.
#[derive(Deserialize, Default, Debug)]
pub(super) struct Problem {
    #[serde(default)]
    pub(super) id: String,
    pub(super) detail: Option<String>,
    pub(super) retry_after: Option<u64>,
}

/// The problem of whoever did more than one address may.
pub(super) const LIMITED: &str = "too-many-requests";

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.id)?;
        self.detail.iter().try_for_each(|detail| write!(out, " ({detail})"))?;
        self.retry_after.iter().try_for_each(|seconds| write!(out, ", for another {seconds} s"))
    }
}

/// A new game.
#[derive(Deserialize)]
pub(super) struct Created {
    pub(super) id: String,
    pub(super) secret: String,
    pub(super) invitation: Option<Invitation>,
}

#[derive(Deserialize)]
pub(super) struct Invitation {
    pub(super) code: String,
}

/// A seat.
#[derive(Deserialize)]
pub(super) struct Joined {
    pub(super) secret: String,
}

/// The fields of a state as they were written.
pub(super) struct Fields<'a>(Vec<(&'a str, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Fields<'a> {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Vec<(&'de str, &'de RawValue)>;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("a state")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
                let mut fields = Vec::with_capacity(24);
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(fields)
            }
        }
        from.deserialize_map(Reader).map(Fields)
    }
}

impl Fields<'_> {
    /// The version of the state; nothing where it isn't told.
    pub(super) fn version(&self) -> Option<u64> {
        let version = self.0.iter().find(|field| field.0 == "version")?;
        version.1.get().parse().ok()
    }

    /// Whether it is a whole state rather than what changed: never do all of these change at once.
    fn is_whole(&self) -> bool {
        ALWAYS.iter().all(|name| self.0.iter().any(|field| field.0 == *name))
    }
}

/// The fields that every whole state has.
const ALWAYS: [&str; 15] = [
    "version",
    "status",
    "seats",
    "you",
    "board",
    "phase",
    "actions",
    "more_actions",
    "odds",
    "last",
    "offers",
    "may",
    "chance",
    "position",
    "quiet",
];

/// Fields that say when they were told rather than what is: two messages of one version may differ in them.
const PASSING: [&str; 4] = ["clock", "engine", "may", "seats"];

/// A game as a watcher has been told of it.
#[derive(Default)]
pub(super) struct Seen {
    pub(super) version: u64,
    fields: Vec<(String, String)>,
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
        self.fields.clear();
        self.moves = view.moves.iter().copied().map(hash).collect();
        self.change(&view.state);
    }

    /// Takes in what changed; whether the list of moves could be changed like that.
    pub(super) fn update(&mut self, state: &Fields<'_>, moves: Option<&Moves<'_>>) -> bool {
        self.change(state);
        let Some(change) = moves else { return true };
        let fits = change.from <= self.moves.len();
        self.moves.truncate(change.from);
        self.moves.extend(change.lines.iter().copied().map(hash));
        fits
    }

    /// A field that is left out stays as it was, and one that is null is there no more; unless the state is whole.
    fn change(&mut self, told: &Fields<'_>) {
        // They come in the same order every time, so each is looked for behind the one before.
        let mut at = 0;
        for &(name, value) in &told.0 {
            let (behind, before) = (self.fields[at..].iter(), self.fields[..at].iter());
            let known = behind.chain(before).position(|field| field.0 == name);
            match known.map(|known| (at + known) % self.fields.len()) {
                Some(known) => {
                    self.fields[known].1.clear();
                    self.fields[known].1.push_str(value.get());
                    at = known + 1;
                }
                None => self.fields.push((name.into(), value.get().into())),
            }
            at = at.min(self.fields.len());
        }
        // In a whole state, what is left out isn't there.
        if self.fields.len() > told.0.len() && told.is_whole() {
            self.fields.retain(|(name, _)| told.0.iter().any(|field| field.0 == name));
        }
        self.version = told.version().unwrap_or(self.version);
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
        let board: Board<'_> = serde_json::from_str(self.field("board")).ok()?;
        let you = self.field("you");
        let enemies = board.pieces.iter().filter(|piece| !you.contains(piece.side));
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
struct Board<'a> {
    #[serde(borrow)]
    pieces: Vec<Piece<'a>>,
}

#[derive(Deserialize)]
struct Piece<'a> {
    at: u8,
    side: &'a str,
}

/// The same letters or, written in another way, the same value.
fn is_same(one: &str, other: &str) -> bool {
    let value = |text| serde_json::from_str::<Value>(text).ok();
    one == other || value(one) == value(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(seen: &mut Seen, state: &str) {
        let fields = serde_json::from_str(state).unwrap();
        assert!(seen.update(&fields, None));
    }

    #[test]
    fn what_is_left_out_stays_and_what_is_null_goes() {
        let mut seen = Seen::default();
        told(&mut seen, r#"{"version":3,"status":"playing","turn":"white","you":["white"],"quiet":1}"#);
        assert!(seen.has_turn());
        told(&mut seen, r#"{"version":4,"turn":"black"}"#);
        assert!(!seen.has_turn() && seen.is_playing() && seen.version == 4 && seen.field("quiet") == "1");
        told(&mut seen, r#"{"version":5,"status":"over","turn":null,"result":{"reason":"resigned"}}"#);
        let view = r#"{"id":"x","moves":[],"state":{"status":"over","version":5,"you":["white"],"quiet":1,
            "result":{"reason": "resigned"},"may":{}}}"#;
        assert_eq!(seen.differs(&serde_json::from_str(view).unwrap()), None);
        for (from, to) in [("resigned", "timeout"), ("\"version\":5", "\"version\":6"), ("\"quiet\":1,", "")]
        {
            let other = view.replace(from, to);
            assert!(seen.differs(&serde_json::from_str(&other).unwrap()).is_some(), "{other}");
        }
    }

    #[test]
    fn in_a_whole_state_what_is_left_out_is_not_there() {
        let mut seen = Seen::default();
        let whole: Vec<String> = ALWAYS.iter().map(|name| format!("\"{name}\":1")).collect();
        let whole = whole.join(",");
        told(&mut seen, &format!(r#"{{{whole},"turn":"white"}}"#));
        assert_eq!(seen.field("turn"), "\"white\"");
        told(&mut seen, &format!("{{{whole}}}"));
        assert_eq!(seen.field("turn"), "null");
    }

    #[test]
    fn messages_may_have_more_and_less_than_is_known() {
        let heard: Heard<'_> = serde_json::from_str(r#"{"type":"later","anything":{"at":[1]}}"#).unwrap();
        assert!(heard.kind == "later" && heard.state.is_none());
    }
}
