//! Dames on 100 squares: a capture may be missed, and a piece pays for it.

use super::classics::INTERNATIONAL;
use crate::board::Diagonal;
use crate::huff::{Huff, Huffing, Obligation};
use crate::jump::{Draughts, DrawnEnding, Draws, Landing, Precedence, Promotion, Removal, Rules};

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
    /// A capture may stop after any jump, which costs as much as a missed one; nothing where none can be missed.
    pub stopping_short: bool,
    /// When captured pieces leave the board.
    pub victims: Removal,
    /// After how many quiet turns (plies) up to three kings against one are a draw.
    pub few_kings: u16,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            men_capture_backwards: true,
            king_landing: RULES.landing,
            promotion: RULES.promotion,
            obligation: Obligation::HuffAny,
            huffing: Huffing::Compulsory,
            stopping_short: false,
            victims: RULES.removal,
            few_kings: 10,
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
            removal: self.victims,
            turning_back: self.victims == Removal::AtOnce,
            stopping_short: self.stopping_short && self.obligation != Obligation::Must,
            ..RULES
        };
        Huff {
            draughts: Draughts::new(Diagonal::new(), rules),
            obligation: self.obligation,
            huffing: self.huffing,
            may_pass: false,
            few_kings: Some(DrawnEnding { strong: 3, quiet: self.few_kings }),
        }
    }
}
