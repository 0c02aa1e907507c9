//! Damsystem: plates slide after every move, and whoever misses a capture loses the culprit.

use super::classics::INTERNATIONAL;
use crate::huff::{Huff, Huffing, Obligation};
use crate::jump::{Draughts, Draws, Landing, Precedence, Promotion, Removal, Rules};
use crate::plates::{BadPlates, Plates};

const RULES: Rules = Rules {
    rows: 3,
    landing: Landing::Adjacent,
    precedence: Precedence::Free,
    draws: Draws { quiet: 100, endings: &[], repetition: 3 },
    ..INTERNATIONAL
};

/// What players can choose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The rows that slide, counted from 1 at White's edge.
    pub plates: Vec<u8>,
    /// Where a king lands.
    pub king_landing: Landing,
    /// When a man is crowned.
    pub promotion: Promotion,
    /// What a missed capture costs.
    pub obligation: Obligation,
    /// Whether it must be claimed.
    pub huffing: Huffing,
    /// A capture may stop after any jump, which costs as much as a missed one; nothing where none can be missed.
    pub stopping_short: bool,
    /// When captured pieces leave the board.
    pub victims: Removal,
    /// Only the captures that take most are legal, and none stops short.
    pub longest_capture: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            plates: vec![4, 6, 8],
            king_landing: RULES.landing,
            promotion: RULES.promotion,
            obligation: Obligation::HuffCulprit,
            huffing: Huffing::Compulsory,
            stopping_short: false,
            victims: RULES.removal,
            longest_capture: false,
        }
    }
}

impl Options {
    /// The game with these options.
    pub fn game(self) -> Result<Huff<Plates, Rules>, BadPlates> {
        let rules = Rules {
            landing: self.king_landing,
            promotion: self.promotion,
            removal: self.victims,
            turning_back: self.victims == Removal::AtOnce,
            precedence: if self.longest_capture { Precedence::Most } else { Precedence::Free },
            stopping_short: self.stopping_short
                && self.obligation != Obligation::Must
                && !self.longest_capture,
            ..RULES
        };
        Ok(Huff {
            draughts: Draughts::new(Plates::new(&self.plates)?, rules),
            obligation: self.obligation,
            huffing: self.huffing,
            may_pass: true,
            few_kings: None,
        })
    }
}
