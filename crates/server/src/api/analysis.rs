//! What the engine thinks of a position.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Side;

/// Asks what the engine thinks of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AskAnalysis {
    /// The id of the game in the catalogue.
    pub game: String,
    /// The options that aren't at their default.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The position as text; the start where it's left out.
    #[serde(default)]
    pub position: Option<String>,
    /// How many of the best actions, from 1 to 10.
    #[serde(default = "usual_lines")]
    pub lines: u32,
    /// How long to think, from 50 to 2000 milliseconds; where many ask it is less.
    #[serde(default = "usual_budget")]
    pub budget_ms: u32,
}

const fn usual_lines() -> u32 {
    3
}

const fn usual_budget() -> u32 {
    1_000
}

/// What the engine thinks of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Analysis {
    /// Somebody acts.
    Lines {
        /// Whose turn it is: chances are his.
        turn: Side,
        /// The best actions, the best one first.
        lines: Vec<BestLine>,
    },
    /// Chance acts.
    Outcomes {
        /// Whose turn it is: chances are his.
        turn: Side,
        /// What can come up. Outcomes that come to the same are one, named after the first.
        outcomes: Vec<Prospect>,
        /// The chances before anything has come up.
        chances: Chances,
    },
}

/// One of the best actions, and what is expected after it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct BestLine {
    /// What it promises.
    pub chances: Chances,
    /// The engine's score, from -1 for a loss to 1 for a win.
    pub score: f32,
    /// How many actions ahead it was searched.
    pub depth: u32,
    /// The action and those expected after it, up to the next roll or spin; squares are numbers.
    pub actions: Vec<String>,
}

/// What can come up by chance, and what it promises.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Prospect {
    /// What comes up.
    pub outcome: String,
    /// In how many cases, of the sum of all weights.
    pub weight: u32,
    /// What it promises.
    pub chances: Chances,
    /// What is expected after it, up to the next roll or spin.
    pub actions: Vec<String>,
}

/// How likely the three results are; together they are 1.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[allow(missing_docs)]
pub struct Chances {
    pub win: f32,
    pub draw: f32,
    pub loss: f32,
}
