//! A board as a watcher has been told of it: whole, and then by the pieces that changed.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::seen::is_same;
use super::wire::Fields;

/// A board. As long as it is told whole nobody looks into it.
pub(super) enum BoardSeen {
    Whole(String),
    Parts {
        /// Pieces as they were written, by their ids.
        pieces: Vec<(u64, String)>,
        /// Everything else.
        rest: Vec<(String, String)>,
    },
}

impl Default for BoardSeen {
    fn default() -> Self {
        BoardSeen::Whole("{}".into())
    }
}

/// What is known of every piece.
#[derive(Deserialize)]
struct Numbered {
    id: u64,
}

/// Puts a field in its place. One that is null is there no more.
fn set<K: PartialEq>(fields: &mut Vec<(K, String)>, name: K, value: &str) {
    fields.retain(|field| field.0 != name);
    if value != "null" {
        fields.push((name, value.into()));
    }
}

impl BoardSeen {
    /// Takes in what changed: pieces by their ids, those that are gone, and other fields. Nothing where it can't be read.
    pub(super) fn change(&mut self, change: &str) -> Option<()> {
        if let BoardSeen::Whole(whole) = self {
            let whole = std::mem::take(whole);
            *self = BoardSeen::Parts { pieces: Vec::new(), rest: Vec::new() };
            self.change(&whole)?;
        }
        let BoardSeen::Parts { pieces, rest } = self else { return None };
        let told: Fields<'_> = serde_json::from_str(change).ok()?;
        for (name, value) in told.0 {
            match name {
                "pieces" => {
                    for piece in serde_json::from_str::<Vec<&RawValue>>(value.get()).ok()? {
                        let id = serde_json::from_str::<Numbered>(piece.get()).ok()?.id;
                        set(pieces, id, piece.get());
                    }
                }
                "gone" => {
                    for id in serde_json::from_str::<Vec<u64>>(value.get()).ok()? {
                        set(pieces, id, "null");
                    }
                }
                _ => set(rest, name.into(), value.get()),
            }
        }
        Some(())
    }

    /// The same in parts.
    fn parts(&self) -> Option<Self> {
        match self {
            BoardSeen::Whole(whole) => {
                let mut parts = BoardSeen::Whole(whole.clone());
                parts.change("{}")?;
                Some(parts)
            }
            BoardSeen::Parts { pieces, rest } => {
                Some(BoardSeen::Parts { pieces: pieces.clone(), rest: rest.clone() })
            }
        }
    }

    /// The pieces as they were written, by their ids.
    pub(super) fn pieces(&self) -> Option<Vec<(u64, String)>> {
        match self.parts()? {
            BoardSeen::Parts { pieces, .. } => Some(pieces),
            BoardSeen::Whole(_) => None,
        }
    }

    /// Whether another one has the same pieces and everything else.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let (
            Some(BoardSeen::Parts { pieces, rest }),
            Some(BoardSeen::Parts { pieces: others, rest: remaining }),
        ) = (self.parts(), other.parts())
        else {
            return false;
        };
        holds(&pieces, &others)
            && holds(&others, &pieces)
            && holds(&rest, &remaining)
            && holds(&remaining, &rest)
    }
}

/// Whether everything of one is in the other.
fn holds<K: PartialEq>(one: &[(K, String)], other: &[(K, String)]) -> bool {
    one.iter().all(|(name, value)| other.iter().any(|field| field.0 == *name && is_same(&field.1, value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_move_go_and_come() {
        let start =
            r#"{"pieces":[{"id":1,"at":31},{"id":2,"at":20},{"id":3,"at":5}],"offset":0,"fight":{"a":1}}"#;
        let mut board = BoardSeen::Whole(start.into());
        let change = r#"{"pieces":[{"id":1,"at":27},{"id":4,"at":9}],"gone":[2],"offset":-2,"fight":null}"#;
        board.change(change).unwrap();
        let end = r#"{"pieces":[{"id":3,"at":5},{"id":4,"at":9},{"at":27,"id":1}],"offset":-2}"#;
        assert!(board.is_same(&BoardSeen::Whole(end.into())));
        for other in [end.replace("27", "28"), end.replace("-2", "0"), start.into()] {
            assert!(!board.is_same(&BoardSeen::Whole(other.clone())), "{other}");
        }
        assert!(board.change("[]").is_none());
    }
}
