//! Dames on 100 squares: a capture may be missed, and a piece pays for it.

use super::classics::INTERNATIONAL;
use crate::board::Diagonal;
use crate::huff::{Huff, Huffing, Obligation};
use crate::jump::{Draughts, Draws, Landing, Precedence, Promotion, Rules};

const RULES: Rules = Rules {
    landing: Landing::Adjacent,
    precedence: Precedence::Free,
    draws: Draws { quiet: 50, endings: &[], repetition: 3 },
    ..INTERNATIONAL
};

/// What players can choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Men capture backwards too.
    pub men_capture_backwards: bool,
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
            men_capture_backwards: true,
            king_landing: RULES.landing,
            promotion: RULES.promotion,
            obligation: Obligation::HuffAny,
            huffing: Huffing::Compulsory,
        }
    }
}

impl Options {
    /// The game with these options.
    #[must_use]
    pub fn game(self) -> Huff<Diagonal<10, u64>, Rules> {
        let rules = Rules {
            men_capture_backwards: self.men_capture_backwards,
            landing: self.king_landing,
            promotion: self.promotion,
            ..RULES
        };
        Huff {
            draughts: Draughts::new(Diagonal::new(), rules),
            obligation: self.obligation,
            huffing: self.huffing,
            may_pass: false,
            drawn_kings: 3,
        }
    }
}
