//! The board of Turkish draughts: all 64 squares, played along rows and columns.

use super::{Board, Dir, Place};
use crate::bits::Bits;
use crate::game::Side;

const LEFT: u64 = 0x0101_0101_0101_0101;
const RIGHT: u64 = LEFT << 7;

/// All squares of an 8x8 grid; bits run row by row from the top left.
#[derive(Clone, Copy, Default, Debug)]
pub struct Orthogonal;

impl Board for Orthogonal {
    type Bits = u64;
    const ADVANCE: [&'static [Dir]; 2] =
        [&[Dir::West, Dir::North, Dir::East], &[Dir::West, Dir::South, Dir::East]];
    const STRIDE: &'static [Dir] = &[Dir::North, Dir::West, Dir::East, Dir::South];
    const FORWARD_JUMPS: [&'static [Dir]; 2] = Self::ADVANCE;
    const JUMPS: &'static [Dir] = Self::STRIDE;

    #[inline(always)]
    fn squares(&self) -> u64 {
        u64::MAX
    }

    #[inline(always)]
    fn step(&self, from: u64, dir: Dir, _view: Side) -> u64 {
        match dir {
            Dir::North => from >> 8,
            Dir::South => from << 8,
            Dir::West => from.without(LEFT) >> 1,
            Dir::East => from.without(RIGHT) << 1,
            Dir::NorthWest => from.without(LEFT) >> 9,
            Dir::NorthEast => from.without(RIGHT) >> 7,
            Dir::SouthWest => from.without(LEFT) << 7,
            Dir::SouthEast => from.without(RIGHT) << 9,
        }
    }

    #[inline(always)]
    fn row(&self, row: u8) -> u64 {
        0xFF << (8 * (7 - row))
    }

    #[inline(always)]
    fn height(&self) -> u8 {
        8
    }

    fn place(&self, index: u8, _view: Side) -> Place {
        Place { column: (index % 8) as i8, row: (7 - index / 8) as i8 }
    }
}
