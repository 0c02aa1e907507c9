//! What goes wrong, in words: refused commands and failed requests.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Words;
use super::board::Action;

/// Why something is refused.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Refusal {
    /// A stable id: of the rule that an action breaks (also the anchor of the rule in the pages), or of what
    /// else forbids it (`stale`, `not-your-turn`, `takeback-past-chance`, …).
    pub id: String,
    /// Whether `id` is a rule of the game.
    pub is_rule: bool,
    /// The rule in words.
    pub words: Words,
    /// Squares that show it: the piece in the way, the piece that can't be there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub squares: Vec<u8>,
    /// What is owed or possible instead, to be drawn on the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub owed: Vec<Action>,
}

/// Why a request failed. The body of every answer that isn't a success.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Problem {
    /// A stable id, such as `bad-request`, `not-found`, `too-many-requests`, `storage`.
    pub id: String,
    /// In words.
    pub words: Words,
    /// What exactly is wrong: the field, what it says and what was expected; in English.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// After how many seconds it is worth trying again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u32>,
}
