//! The catalogue as the Hub protocol names it: its `variant` parameter.

use damier_notation::hub::Dialect;

use super::{Entry, all};

/// Games that Scan, whose protocol Hub is, knows: our name, its name. They are written in its letters.
const KNOWN_TO_SCAN: [(&str, &str); 2] = [("international", "normal"), ("frisian", "frisian")];

/// A game as the protocol names and writes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Variant {
    /// The value of the parameter `variant`.
    pub name: &'static str,
    /// How its positions and actions are written.
    pub dialect: Dialect,
}

impl Entry {
    /// The game as the Hub protocol names and writes it.
    #[must_use]
    pub fn variant(&self) -> Variant {
        match KNOWN_TO_SCAN.iter().find(|known| known.0 == self.id) {
            Some(&(_, name)) => Variant { name, dialect: Dialect::Hub },
            None => Variant { name: self.id, dialect: Dialect::Own },
        }
    }
}

/// The game that the protocol names so; our own names of its games will do too.
#[must_use]
pub fn find_variant(name: &str) -> Option<&'static Entry> {
    all().iter().copied().find(|entry| entry.variant().name == name || entry.id == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_variant_of_its_own() {
        for entry in all() {
            assert_eq!(find_variant(entry.variant().name).map(|found| found.id), Some(entry.id));
            assert_eq!(find_variant(entry.id).map(|found| found.id), Some(entry.id));
        }
        assert_eq!(find_variant("normal").unwrap().variant().dialect, Dialect::Hub);
        assert!(find_variant("bt").is_none());
    }
}
