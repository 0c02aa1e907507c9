//! The sources of the pages that explain the rules, a file for each game and one for what games share.

use super::Entry;

/// Rules that several games have.
pub(crate) const SHARED_RULES: &str = include_str!("../../pages/shared.toml");

macro_rules! page_sources {
    ($($id:literal)*) => {
        const SOURCES: &[(&str, &str)] = &[$(($id, include_str!(concat!("../../pages/", $id, ".toml"))),)*];
    };
}

page_sources! {
    "dame-2000" "dame-2000-variant" "dames-8x8" "trappes" "damsystem" "dames-10x10"
    "international" "frisian" "english" "russian" "pool" "brazilian" "italian" "spanish" "czech" "thai"
    "canadian" "turkish"
}

impl Entry {
    /// The source of the game's page; empty where somebody forgot it, which no page may be.
    pub(crate) fn page_source(&self) -> &'static str {
        SOURCES.iter().find(|source| source.0 == self.id).map_or("", |source| source.1)
    }
}
