//! What the server says, as far as it matters here: read once, with whatever is missing or unknown left alone.

use std::fmt;

use serde::Deserialize;
use serde::de::{MapAccess, Visitor};
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
    pub(super) events: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) state: Option<Fields<'a>>,
    #[serde(borrow)]
    pub(super) change: Option<Fields<'a>>,
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
    pub(super) from: usize,
    #[serde(borrow)]
    pub(super) lines: Vec<&'a RawValue>,
}

/// A whole game.
#[derive(Deserialize)]
pub(super) struct View<'a> {
    pub(super) id: &'a str,
    #[serde(borrow)]
    pub(super) moves: Vec<&'a RawValue>,
    #[serde(borrow)]
    pub(super) state: Fields<'a>,
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

/// The fields of a state, or of what changed of one, as they were written.
pub(super) struct Fields<'a>(pub(super) Vec<(&'a str, &'a RawValue)>);

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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_may_have_more_and_less_than_is_known() {
        let heard: Heard<'_> = serde_json::from_str(r#"{"type":"later","anything":{"at":[1]}}"#).unwrap();
        assert!(heard.kind == "later" && heard.state.is_none());
    }
}
