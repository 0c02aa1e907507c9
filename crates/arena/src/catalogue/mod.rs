//! The catalogue: every game with its names, what is odd about it, and its options.

mod classics;
mod dame_2000;
mod dames_10x10;
mod dames_8x8;
mod damsystem;
mod house_rules;

mod shared;
mod trappes;
mod weights;

use damier_engine::Net;
use damier_notation::square::Style;

use house_rules::Given;
pub use house_rules::{Choice, HouseRule, Opened, OptionError, Values};

/// A text in French and in English.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Text {
    /// In French.
    pub fr: &'static str,
    /// In English.
    pub en: &'static str,
}

const fn text(fr: &'static str, en: &'static str) -> Text {
    Text { fr, en }
}

/// Where a game comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// An old French rule sheet.
    Sheet,
    /// The classics.
    Classic,
}

/// A game of the catalogue.
#[derive(Debug)]
pub struct Entry {
    /// The name that scripts and links use.
    pub id: &'static str,
    /// What people call it.
    pub name: Text,
    /// What is odd about it, in a sentence.
    pub sentence: Text,
    /// Where it comes from.
    pub family: Family,
    /// The value of PDN's tag GameType; our own games have numbers that PDN doesn't use.
    pub game_type: &'static str,
    /// How squares are written in records.
    pub style: Style,
    /// What players can choose.
    pub options: &'static [HouseRule],
    open: fn(&Given) -> Opened,
}

/// A name that is not in the catalogue.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("game: \"{name}\": unknown; expected one of {}", .expected.join(", "))]
pub struct UnknownGame {
    /// The name.
    pub name: String,
    /// Every name that is.
    pub expected: Vec<&'static str>,
}

/// The games.
///
/// A static, not a constant: a constant would be compiled again, with every game in it, by each crate that asks.
static ALL: [&Entry; 18] = [
    &dame_2000::BASIC,
    &dame_2000::VARIANT,
    &dames_8x8::ENTRY,
    &trappes::ENTRY,
    &damsystem::ENTRY,
    &dames_10x10::ENTRY,
    &classics::INTERNATIONAL,
    &classics::FRISIAN,
    &classics::ENGLISH,
    &classics::RUSSIAN,
    &classics::POOL,
    &classics::BRAZILIAN,
    &classics::ITALIAN,
    &classics::SPANISH,
    &classics::CZECH,
    &classics::THAI,
    &classics::CANADIAN,
    &classics::TURKISH,
];

/// Every game, those of the sheets first.
#[must_use]
pub fn all() -> &'static [&'static Entry] {
    &ALL
}

/// The game with this id.
pub fn find(id: &str) -> Result<&'static Entry, UnknownGame> {
    all().iter().copied().find(|entry| entry.id == id).ok_or_else(|| UnknownGame {
        name: id.chars().take(60).collect(),
        expected: all().iter().map(|entry| entry.id).collect(),
    })
}

impl Entry {
    /// Opens the game with these options, given as name and value; the others have their defaults.
    pub fn open(&self, options: &[(String, String)]) -> Opened {
        (self.open)(&Given::check(self.options, options)?)
    }

    /// The network that comes with the program for this game, if there is one.
    #[must_use]
    pub fn net(&self) -> Option<Net> {
        weights::of(self.id).and_then(|bytes| Net::from_bytes(bytes).ok())
    }
}
