//! Dame 2000: ranked heads and combat by dice; and its variant, in which each head has its own distance.

use crate::combat::{BadDice, Blocked, Combat, Dice, DoubleBlueTie, Gait, StrongLine};

/// What players can choose, in both forms of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The row that has the strong heads.
    pub strong_line: StrongLine,
    /// The faces of the dice, for each head in rising order.
    pub dice: [[u16; 6]; 4],
    /// What becomes of two blue heads that tie.
    pub double_blue_tie: DoubleBlueTie,
    /// What becomes of a player who can do nothing.
    pub blocked: Blocked,
    /// How pawns move.
    pub gait: Gait,
}

impl Options {
    /// The basic game.
    #[must_use]
    pub fn basic() -> Self {
        Options {
            strong_line: StrongLine::Home,
            dice: crate::combat::Head::ALL.map(|head| *Dice::USUAL.faces(head)),
            double_blue_tie: DoubleBlueTie::Both,
            blocked: Blocked::Pass,
            gait: Gait::Step,
        }
    }

    /// The variant.
    #[must_use]
    pub fn variant() -> Self {
        Options { blocked: Blocked::Loses, gait: Gait::Stride, ..Self::basic() }
    }

    /// The game with these options.
    pub fn game(self) -> Result<Combat, BadDice> {
        Combat::new(Dice::new(self.dice)?, self.gait, self.blocked, self.double_blue_tie, self.strong_line)
    }
}
