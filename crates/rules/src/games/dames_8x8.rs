//! Dames on 64 squares: a flying king that captures before men do.

use super::classics::INTERNATIONAL;
use crate::board::Diagonal;
use crate::jump::{Draughts, Draws, KingPriority, Landing, Precedence, Promotion, Rulebook, Rules};

/// The rules with every option at its default.
pub const RULES: Rules = Rules {
    rows: 3,
    landing: Landing::Any,
    promotion: Promotion::Immediate,
    precedence: Precedence::Free,
    king_priority: KingPriority::Always,
    draws: Draws { quiet: 30, endings: &[], repetition: 3 },
    ..INTERNATIONAL
};

/// What players can choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// When a king has to capture instead of a man.
    pub king_priority: KingPriority,
    /// Where a king lands.
    pub king_landing: Landing,
    /// When a man is crowned.
    pub promotion: Promotion,
    /// Plies without progress that draw.
    pub quiet_limit: u16,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            king_priority: RULES.king_priority,
            king_landing: RULES.landing,
            promotion: RULES.promotion,
            quiet_limit: RULES.draws.quiet,
        }
    }
}

impl Options {
    /// The game with these options.
    #[must_use]
    pub fn game(self) -> Draughts<Diagonal<8, u64>, Rules> {
        let rules = Rules {
            king_priority: self.king_priority,
            landing: self.king_landing,
            promotion: self.promotion,
            draws: Draws { quiet: self.quiet_limit, ..RULES.draws },
            ..RULES
        };
        Draughts::new(Diagonal::new(), rules)
    }
}

/// [`RULES`] as a constant that the compiler knows.
#[derive(Clone, Copy, Default, Debug)]
pub struct Usual;

impl Rulebook for Usual {
    #[inline(always)]
    fn rules(&self) -> &Rules {
        &RULES
    }
}

/// The game with every option at its default.
#[must_use]
pub fn usual() -> Draughts<Diagonal<8, u64>, Usual> {
    Draughts::new(Diagonal::new(), Usual)
}
