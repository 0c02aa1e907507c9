//! What somebody at a seat can do, over the socket and over HTTP alike.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Side;
use super::problem::Refusal;
use super::state::State;

/// A command with what makes it safe to send twice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// A text of 8 to 64 letters, digits, `-` or `_` that only this command has in this game: sent again, it is
    /// acknowledged again and done once.
    pub key: String,
    /// The version that the sender had before its eyes. An action is refused as stale if the board has changed
    /// since.
    pub version: u64,
    /// Who does it, at one device; elsewhere it may be left out.
    #[serde(default)]
    pub side: Option<Side>,
    /// What to do.
    pub command: Command,
}

/// What somebody at a seat can do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Command {
    /// Adds this seat's seed; at one device both seats'.
    Seed {
        /// 1 to 64 printable ASCII characters.
        seed: String,
    },
    /// Plays.
    Act {
        /// `31-27`, `31x22x13`, `*33`, `+22`, `-22`, `pass`; middle squares may be left out where that is
        /// unambiguous, squares may be written by letter and row.
        action: String,
    },
    /// Spins the roulette or rolls the dice.
    Chance {},
    /// Offers a draw.
    OfferDraw {},
    /// Accepts a draw.
    AcceptDraw {},
    /// Declines a draw.
    DeclineDraw {},
    /// Would like to take back; against the engine and at one device it happens at once.
    AskTakeback {},
    /// Lets the other take back.
    AcceptTakeback {},
    /// Doesn't let the other take back.
    DeclineTakeback {},
    /// Resigns.
    Resign {},
    /// Ends the game without a result, before the second move.
    Abort {},
    /// Claims the game, or a draw, from an opponent who has left.
    ClaimLeft {
        /// What is claimed.
        claim: Claim,
    },
    /// Would like another game with colours swapped; against the engine and at one device it is there at once.
    /// The next game has a commitment of its own, so each seat adds a seed there.
    OfferRematch {},
    /// Plays another game.
    AcceptRematch {},
    /// Doesn't play another game.
    DeclineRematch {},
    /// Says one of the fixed phrases.
    Say {
        /// Its id.
        phrase: String,
    },
}

/// What is claimed from an opponent who has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// The game.
    Win,
    /// A draw.
    Draw,
}

/// A command that was carried out and is on disk.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Done {
    /// The command's key.
    pub key: String,
    /// The version that it led to.
    pub version: u64,
    /// Whether it had been carried out before: this was a retry.
    pub repeated: bool,
}

/// A command that was not carried out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct NotDone {
    /// The command's key.
    pub key: String,
    /// Why.
    pub refusal: Refusal,
    /// The current state, where the sender's was stale.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<Box<State>>,
}
