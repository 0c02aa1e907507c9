//! The board on which pawns fight: the 41 dark squares of a 9x9 grid.
//!
//! Rows of five and of four alternate. Bits run row by row from the top left, with an unused bit after each
//! row, so that a diagonal step is the same shift everywhere and steps over an edge land on unused bits.

use crate::board::{ADVANCE, Board, DIAGONALS, Dir, Place};
use crate::game::Side;

/// The 9x9 board.
#[derive(Clone, Copy, Default, Debug)]
pub struct Nine;

/// Bits from a row to the next but one.
const PAIR: u8 = 11;
const LONG: u64 = 0b1_1111;
const SHORT: u64 = 0b1111;

const fn row_set(row: u8) -> u64 {
    let from_top = 8 - row;
    if from_top.is_multiple_of(2) {
        LONG << (from_top / 2 * PAIR)
    } else {
        SHORT << (from_top / 2 * PAIR + 6)
    }
}

const SQUARES: u64 = {
    let (mut set, mut row) = (0, 0);
    while row < 9 {
        set |= row_set(row);
        row += 1;
    }
    set
};

impl Board for Nine {
    type Bits = u64;
    const ADVANCE: [&'static [Dir]; 2] = ADVANCE;
    const STRIDE: &'static [Dir] = DIAGONALS;
    const FORWARD_JUMPS: [&'static [Dir]; 2] = ADVANCE;
    const JUMPS: &'static [Dir] = DIAGONALS;

    #[inline(always)]
    fn squares(&self) -> u64 {
        SQUARES
    }

    #[inline(always)]
    fn step(&self, from: u64, dir: Dir, _view: Side) -> u64 {
        match dir {
            Dir::NorthWest => from >> 6,
            Dir::NorthEast => from >> 5,
            Dir::SouthWest => from << 5,
            Dir::SouthEast => from << 6,
            _ => 0,
        }
    }

    #[inline(always)]
    fn row(&self, row: u8) -> u64 {
        row_set(row)
    }

    #[inline(always)]
    fn height(&self) -> u8 {
        9
    }

    fn place(&self, index: u8, _view: Side) -> Place {
        let (pair, within) = (index / PAIR, index % PAIR);
        let (from_top, column) =
            if within < 5 { (pair * 2, within * 2) } else { (pair * 2 + 1, (within - 6) * 2 + 1) };
        Place { column: column as i8, row: (8 - from_top) as i8 }
    }
}
