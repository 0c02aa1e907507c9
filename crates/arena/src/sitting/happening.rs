//! What is kept of a game: a list that only grows, from which everything else is made again.

use damier_rules::game::Side;
use serde::{Deserialize, Serialize};

use crate::clock::{Millis, Moment};
use crate::finish::Finish;
use crate::table::Happened;

/// One of two seats: the host's is 0, the guest's 1.
pub type Seat = usize;

/// Something that happened in a game, as it is kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Happening {
    /// The guest sat down.
    Sat {
        /// The guest's name.
        name: String,
    },
    /// A seat's seed came in.
    Seeded {
        /// The seat.
        seat: Seat,
        /// The seed.
        seed: String,
    },
    /// The game began.
    Started {
        /// The seat that plays White.
        white: Seat,
    },
    /// The side to move acted.
    Acted {
        /// What it did, in full.
        action: String,
    },
    /// Chance acted.
    Rolled {
        /// What came up.
        outcome: String,
    },
    /// A draw was offered.
    DrawOffered {
        /// By whom.
        by: WireSide,
    },
    /// A draw was declined.
    DrawDeclined {
        /// By whom.
        by: WireSide,
    },
    /// A takeback was asked for.
    TakebackAsked {
        /// By whom.
        by: WireSide,
    },
    /// A takeback was declined.
    TakebackDeclined {
        /// By whom.
        by: WireSide,
    },
    /// Steps were taken back.
    TakenBack {
        /// How many steps stay.
        steps: usize,
    },
    /// The game ended.
    Ended {
        /// Who won.
        winner: Option<WireSide>,
        /// Why.
        finish: Finish,
    },
    /// Another game was offered.
    RematchOffered {
        /// By whom.
        by: WireSide,
    },
    /// Another game was declined.
    RematchDeclined {
        /// By whom.
        by: WireSide,
    },
    /// The next game is there.
    Rematched {
        /// Its id.
        game: String,
    },
}

impl Happening {
    /// Whether it is an offer or a takeback, of which there can be any number in a game.
    #[must_use]
    pub const fn is_offer(&self) -> bool {
        matches!(
            self,
            Happening::DrawOffered { .. }
                | Happening::TakebackAsked { .. }
                | Happening::TakenBack { .. }
                | Happening::RematchOffered { .. }
        )
    }

    /// Whether it changes the board, so that whoever looked at the board before has to look again.
    #[must_use]
    pub const fn changes_board(&self) -> bool {
        matches!(
            self,
            Happening::Started { .. }
                | Happening::Acted { .. }
                | Happening::Rolled { .. }
                | Happening::TakenBack { .. }
                | Happening::Ended { .. }
        )
    }
}

/// A side as it is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum WireSide {
    White,
    Black,
}

impl From<Side> for WireSide {
    fn from(side: Side) -> Self {
        match side {
            Side::White => WireSide::White,
            Side::Black => WireSide::Black,
        }
    }
}

impl From<WireSide> for Side {
    fn from(side: WireSide) -> Self {
        match side {
            WireSide::White => Side::White,
            WireSide::Black => Side::Black,
        }
    }
}

/// An entry as it is kept: what happened, when, and what was left on the clocks after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    /// When.
    pub at: Moment,
    /// What was left to White and Black, where time is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<[Millis; 2]>,
    /// What.
    pub what: Happening,
}

/// An entry with what it did on the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// As it is kept.
    pub kept: Kept,
    /// What it did on the board.
    pub happened: Vec<Happened>,
    /// How many steps the game had before it.
    pub steps_before: usize,
    /// How many outcomes had been drawn after it.
    pub draws: u32,
}
