//! The rules of every game in words: one page each, for the browser and for the terminal.
//!
//! The pages are written in `pages/*.toml`, French and English side by side. A page is a list of articles
//! in the order in which a player needs them; each has an anchor that never changes, so that a refused move
//! can point at the article that explains it.

mod read;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use damier_rules::reason::Rule;
use serde::{Deserialize, Serialize};

use crate::words::Language;

/// A text in French and in English. Paragraphs are lines of their own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    /// In French.
    pub fr: String,
    /// In English.
    pub en: String,
}

impl Words {
    /// The text in one language.
    #[must_use]
    pub fn in_language(&self, language: Language) -> &str {
        match language {
            Language::French => &self.fr,
            Language::English => &self.en,
        }
    }
}

/// The rules of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Page {
    /// The game's id.
    pub game: &'static str,
    /// What is odd and fun about it.
    pub introduction: Words,
    /// The set-up first, then the rules in the order in which a player needs them.
    pub articles: Vec<Article>,
}

/// A rule in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Article {
    /// The anchor: a stable word, unique on its page.
    pub id: String,
    /// What it is about.
    pub title: Words,
    /// What it says.
    pub text: Words,
    /// The ids of the refusals that it explains.
    #[serde(default)]
    pub refusals: Vec<String>,
    /// What it looks like.
    #[serde(default)]
    pub diagrams: Vec<Diagram>,
    /// What can be read or played in another way.
    #[serde(default)]
    pub readings: Vec<Reading>,
}

/// A position with something that happens in it, or is refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Diagram {
    /// The position; the start where it's left out.
    pub position: Option<String>,
    /// The options that it needs.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// An action, or an outcome of chance.
    pub action: Option<String>,
    /// The refusal that the action meets; it is legal where this is left out.
    pub refused: Option<String>,
    /// What it shows.
    pub caption: Words,
}

/// A point that can be played in several ways.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// Whose doing it is.
    pub origin: Origin,
    /// The option that changes it; none where it can't be changed.
    pub option: Option<String>,
    /// What is left open, how it is played here, and why.
    pub text: Words,
}

/// Where the freedom to play in another way comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// The rule sheet leaves the point open.
    Open,
    /// The rule sheet itself offers a variant.
    Variant,
    /// Nobody's sheet: an option that this project adds.
    House,
}

static PAGES: LazyLock<Vec<Page>> =
    // The pages are part of the program, and the tests read every one.
    LazyLock::new(|| read::all().unwrap_or_else(|error| panic!("{error}")));

/// Every page, in the order of the catalogue.
#[must_use]
pub fn all() -> &'static [Page] {
    &PAGES
}

/// The page of the game with this id.
#[must_use]
pub fn of(game: &str) -> Option<&'static Page> {
    all().iter().find(|page| page.game == game)
}

/// The anchor, on a game's page, of the article that explains a refusal.
#[must_use]
pub fn anchor(game: &str, refusal: Rule) -> Option<&'static str> {
    Some(&of(game)?.explaining(refusal)?.id)
}

impl Page {
    /// The article with this anchor.
    #[must_use]
    pub fn article(&self, id: &str) -> Option<&Article> {
        self.articles.iter().find(|article| article.id == id)
    }

    /// The article that explains a refusal.
    #[must_use]
    pub fn explaining(&self, refusal: Rule) -> Option<&Article> {
        self.articles.iter().find(|article| article.refusals.iter().any(|id| id == refusal.id()))
    }
}
