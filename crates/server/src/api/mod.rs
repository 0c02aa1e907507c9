//! What goes over the wire: every message as a closed type.
//!
//! What comes in refuses fields that it doesn't know; what goes out is described by the OpenAPI document that
//! is made from these types. `docs/api.md` explains them with examples. Fields are written in snake case,
//! words that stand for something (phases, kinds, commands) in kebab case.

pub mod analysis;
pub mod board;
pub mod catalogue;
pub mod change;
pub mod command;
pub mod event;
pub mod problem;
pub mod requests;
pub mod rules;
pub mod socket;
pub mod state;

use damier_arena::catalogue::Text;
use damier_rules::game;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A text in French and in English.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Words {
    /// In French.
    pub fr: String,
    /// In English.
    pub en: String,
}

impl From<Text> for Words {
    fn from(text: Text) -> Self {
        Words { fr: text.fr.into(), en: text.en.into() }
    }
}

/// A side of the board: White sits at the bottom, Black at the top.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Side {
    White,
    Black,
}

impl From<game::Side> for Side {
    fn from(side: game::Side) -> Self {
        match side {
            game::Side::White => Side::White,
            game::Side::Black => Side::Black,
        }
    }
}

impl From<Side> for game::Side {
    fn from(side: Side) -> Self {
        match side {
            Side::White => game::Side::White,
            Side::Black => game::Side::Black,
        }
    }
}
