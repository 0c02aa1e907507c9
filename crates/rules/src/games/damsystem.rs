//! Damsystem: plates slide after every move, and whoever misses a capture loses the culprit.

use super::classics::INTERNATIONAL;
use crate::huff::{Huff, Huffing, Obligation};
use crate::jump::{Draughts, Draws, Landing, Precedence, Promotion, Rules};
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
}

impl Default for Options {
    fn default() -> Self {
        Options {
            plates: vec![4, 6, 8],
            king_landing: RULES.landing,
            promotion: RULES.promotion,
            obligation: Obligation::HuffCulprit,
            huffing: Huffing::Compulsory,
        }
    }
}

impl Options {
    /// The game with these options.
    pub fn game(self) -> Result<Huff<Plates, Rules>, BadPlates> {
        let rules = Rules { landing: self.king_landing, promotion: self.promotion, ..RULES };
        Ok(Huff {
            draughts: Draughts::new(Plates::new(&self.plates)?, rules),
            obligation: self.obligation,
            huffing: self.huffing,
            may_pass: true,
            drawn_kings: 0,
        })
    }
}
