//! The catalogue: games, options, levels and phrases, all in both languages.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Words;

/// Everything that a page shows before a game is chosen.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Catalogue {
    /// Every game, those of the sheets first.
    pub games: Vec<GameInfo>,
    /// The levels of the engine, from the weakest.
    pub levels: Vec<LevelInfo>,
    /// What players can say to each other.
    pub phrases: Vec<PhraseInfo>,
}

/// A game of the catalogue.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameInfo {
    /// The name that links use.
    pub id: String,
    /// What people call it.
    pub name: Words,
    /// What is odd about it, in a sentence.
    pub sentence: Words,
    /// Where it comes from.
    pub family: FamilyName,
    /// Whether dice or a roulette are in it.
    pub chance: bool,
    /// How its players write squares.
    pub naming: Naming,
    /// What players can choose.
    pub options: Vec<OptionInfo>,
    /// How many of its levels, from the lowest, would rather lose: where luck decides much, the others have to be kind.
    pub lets_win: u8,
}

/// Where a game comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FamilyName {
    /// An old French rule sheet.
    Sheet,
    /// The classics.
    Classic,
}

/// How squares are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Naming {
    /// By number.
    Numbers,
    /// By letter and row.
    Letters,
}

/// Something that players can choose about a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct OptionInfo {
    /// The name that links use.
    pub name: String,
    /// The value where nothing is chosen.
    pub default: String,
    /// What it decides.
    pub meaning: Words,
    /// What can be chosen.
    pub values: OptionValues,
}

/// The values of an option.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum OptionValues {
    /// One of these.
    Choices {
        /// The values with their meanings.
        choices: Vec<ChoiceInfo>,
    },
    /// A whole number in a range.
    Number {
        /// The smallest.
        least: u16,
        /// The greatest.
        most: u16,
    },
    /// A text of a certain form.
    Form {
        /// The form, by example.
        example: String,
        /// In words.
        meaning: Words,
    },
}

/// One value of an option.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ChoiceInfo {
    /// The value.
    pub value: String,
    /// What it means.
    pub meaning: Words,
}

/// A level of the engine.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct LevelInfo {
    /// From 1, the weakest.
    pub level: u8,
    /// A word for it.
    pub name: Words,
}

/// Something that players can say.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct PhraseInfo {
    /// Its id.
    pub id: String,
    /// How it is said.
    pub words: Words,
}
