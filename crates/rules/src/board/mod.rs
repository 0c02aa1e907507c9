//! Boards: where the squares are, how one steps from one to the next, and how they are numbered.
//!
//! A board knows nothing of pieces. Squares are bits of a word, laid out so that a step in any direction
//! is a shift for all squares at once. Between players, squares have numbers from 1 (see [`Place`]).

mod diagonal;
mod layout;
mod orthogonal;

pub use diagonal::Diagonal;
pub(crate) use diagonal::{ADVANCE, DIAGONALS};
pub use layout::{Layout, Naming};
pub use orthogonal::Orthogonal;

use crate::bits::Bits;
use crate::game::Side;

/// A direction as White sees the board: north is away from White.
///
/// On a board whose dark squares alone are played on, the diagonals lead to the neighbouring dark square,
/// and the four others to the next dark square in the same column or row, two away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Dir {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

impl Dir {
    /// The opposite direction.
    #[inline(always)]
    #[must_use]
    pub const fn back(self) -> Dir {
        match self {
            Dir::North => Dir::South,
            Dir::NorthEast => Dir::SouthWest,
            Dir::East => Dir::West,
            Dir::SouthEast => Dir::NorthWest,
            Dir::South => Dir::North,
            Dir::SouthWest => Dir::NorthEast,
            Dir::West => Dir::East,
            Dir::NorthWest => Dir::SouthEast,
        }
    }
}

/// Where a square is: column and row counted from 0 at White's left and White's edge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// Columns from the left; squares of a plate that sticks out on the left are negative.
    pub column: i8,
    /// Rows from White's edge.
    pub row: i8,
}

/// The geometry of a board.
///
/// `view` is the side whose turn it is: on boards with sliding plates it decides which squares touch.
pub trait Board: Clone + Send + Sync {
    /// The word that holds one bit for each square.
    type Bits: Bits;

    /// Where a man steps, for White and for Black.
    const ADVANCE: [&'static [Dir]; 2];
    /// Where a king steps.
    const STRIDE: &'static [Dir];
    /// Where a man jumps that may capture forwards only.
    const FORWARD_JUMPS: [&'static [Dir]; 2];
    /// Where a piece jumps that may capture all around.
    const JUMPS: &'static [Dir];

    /// Every square of the board.
    fn squares(&self) -> Self::Bits;

    /// All of `from` moved one step. Squares that leave the board end up outside [`Board::squares`] (or
    /// vanish), so the result means something only where it meets a set of squares of the board.
    fn step(&self, from: Self::Bits, dir: Dir, view: Side) -> Self::Bits;

    /// The row, counted from White's edge, as a set.
    fn row(&self, row: u8) -> Self::Bits;

    /// How many rows there are.
    fn height(&self) -> u8;

    /// How many columns a page has to draw, and the first of them.
    fn columns(&self) -> std::ops::Range<i8> {
        0..self.height() as i8
    }

    /// Where a square is when it is `view`'s turn.
    fn place(&self, index: u8, view: Side) -> Place;

    /// The row in which `side`'s men are crowned.
    #[inline(always)]
    fn last_row(&self, side: Side) -> Self::Bits {
        match side {
            Side::White => self.row(self.height() - 1),
            Side::Black => self.row(0),
        }
    }
}
