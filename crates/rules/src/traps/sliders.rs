//! Sliders: each has two traps and stands left, neutral or right.

use super::Spin;
use crate::bits::Bits;

/// The colour of a slider and of its traps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Colour {
    Green,
    Orange,
}

/// The sliders of a board.
#[derive(Clone, Debug)]
pub struct Sliders {
    /// For each slider its colour, its left and its right trap.
    all: Vec<(Colour, u8, u8)>,
}

/// Sliders that can't be on one board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadSliders {
    /// More than [`Sliders::MOST`].
    TooMany,
    /// Two traps on the square with this index.
    Shared(u8),
}

impl Sliders {
    /// How many sliders a board can have.
    pub const MOST: usize = 16;

    /// Sliders given as colour, left and right trap, squares by index.
    pub fn new(all: Vec<(Colour, u8, u8)>) -> Result<Self, BadSliders> {
        if all.len() > Self::MOST {
            return Err(BadSliders::TooMany);
        }
        let mut traps = 0_u64;
        for trap in all.iter().flat_map(|&(_, left, right)| [left, right]) {
            if traps.meets(u64::bit(trap)) {
                return Err(BadSliders::Shared(trap));
            }
            traps |= u64::bit(trap);
        }
        Ok(Sliders { all })
    }

    /// For each slider its colour, its left and its right trap.
    pub(crate) fn all(&self) -> &[(Colour, u8, u8)] {
        &self.all
    }

    /// The slider that works this trap, and the trap at its other end.
    pub(crate) fn of(&self, trap: u8) -> Option<(Colour, u8)> {
        self.all.iter().find_map(|&(colour, left, right)| match trap {
            _ if trap == left => Some((colour, right)),
            _ if trap == right => Some((colour, left)),
            _ => None,
        })
    }

    /// The traps that one step of a slider can open, and those that it can close.
    #[inline]
    pub(crate) fn steps(&self, open: u64, spin: Spin) -> (u64, u64) {
        let (mut opens, mut closes) = (0, 0);
        for &(colour, left, right) in &self.all {
            if spin.allows(colour) {
                let both = u64::bit(left) | u64::bit(right);
                if open.meets(both) {
                    closes |= open & both;
                } else {
                    opens |= both;
                }
            }
        }
        (opens, closes)
    }
}
