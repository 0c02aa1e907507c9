//! The usual board: dark squares of a `SIZE` x `SIZE` grid, played along the diagonals.
//!
//! Bits run row by row from the top left, with one unused bit after every second row. With these ghosts,
//! a step in a given diagonal direction is the same shift everywhere, and whatever steps over an edge
//! lands on a ghost. The lower left corner is dark; boards on which it is light are this one seen in a
//! mirror, which only changes how squares are named.

use std::marker::PhantomData;

use super::{Board, Dir, Place};
use crate::bits::Bits;
use crate::game::Side;

/// Where men step on boards of dark squares, for White and for Black.
pub(crate) const ADVANCE: [&[Dir]; 2] =
    [&[Dir::NorthWest, Dir::NorthEast], &[Dir::SouthWest, Dir::SouthEast]];
/// The four diagonals.
pub(crate) const DIAGONALS: &[Dir] = &[Dir::NorthWest, Dir::NorthEast, Dir::SouthWest, Dir::SouthEast];

/// The dark squares of a square grid; `SIZE` is even: 8, 10 or 12. With `STRAIGHT`, pieces also jump
/// along rows and columns.
#[derive(Clone, Copy, Default, Debug)]
pub struct Diagonal<const SIZE: u8, B, const STRAIGHT: bool = false>(PhantomData<B>);

impl<const SIZE: u8, B, const STRAIGHT: bool> Diagonal<SIZE, B, STRAIGHT> {
    const HALF: u8 = SIZE / 2;

    const SQUARES: u128 = {
        let (mut set, mut row) = (0, 0);
        while row < SIZE {
            set |= Self::row_set(row);
            row += 1;
        }
        set
    };

    /// By how much a word is turned for a step in each direction; none for those that aren't played.
    const TURNS: [u32; 8] = {
        let (bits, half) = (8 * size_of::<B>() as u32, Self::HALF as u32);
        let mut turns = [0; 8];
        turns[Dir::NorthEast as usize] = bits - half;
        turns[Dir::NorthWest as usize] = bits - half - 1;
        turns[Dir::SouthWest as usize] = half;
        turns[Dir::SouthEast as usize] = half + 1;
        turns
    };

    /// The board.
    #[must_use]
    pub const fn new() -> Self {
        Diagonal(PhantomData)
    }

    /// The index of the leftmost square of a row counted from the top.
    const fn leftmost(from_top: u8) -> u8 {
        (from_top / 2) * (SIZE + 1) + (from_top % 2) * Self::HALF
    }

    const fn row_set(row: u8) -> u128 {
        ((1 << Self::HALF) - 1) << Self::leftmost(SIZE - 1 - row)
    }

    /// The squares that are the `nth` of their row.
    const fn file_set(nth: u8) -> u128 {
        let (mut set, mut from_top) = (0, 0);
        while from_top < SIZE {
            set |= 1 << (Self::leftmost(from_top) + nth);
            from_top += 1;
        }
        set
    }
}

impl<const SIZE: u8, B: Bits, const STRAIGHT: bool> Board for Diagonal<SIZE, B, STRAIGHT> {
    type Bits = B;
    const ADVANCE: [&'static [Dir]; 2] = ADVANCE;
    const STRIDE: &'static [Dir] = DIAGONALS;
    const FORWARD_JUMPS: [&'static [Dir]; 2] = ADVANCE;
    const JUMPS: &'static [Dir] = if STRAIGHT {
        &[
            Dir::NorthWest,
            Dir::NorthEast,
            Dir::SouthWest,
            Dir::SouthEast,
            Dir::North,
            Dir::West,
            Dir::East,
            Dir::South,
        ]
    } else {
        DIAGONALS
    };

    #[inline(always)]
    fn squares(&self) -> B {
        B::of(const { Self::SQUARES })
    }

    #[inline(always)]
    fn step(&self, from: B, dir: Dir, _view: Side) -> B {
        if !STRAIGHT {
            // No square is near enough to the ends of the word to come back on a square. Unlike a shift, a turn
            // needs no branch where the direction isn't known before.
            return from.turned(const { Self::TURNS }[dir as usize]);
        }
        let half = u32::from(SIZE / 2);
        match dir {
            Dir::NorthEast => from >> half,
            Dir::NorthWest => from >> (half + 1),
            Dir::SouthWest => from << half,
            Dir::SouthEast => from << (half + 1),
            Dir::North => from >> (2 * half + 1),
            Dir::South => from << (2 * half + 1),
            Dir::East => from.without(B::of(const { Self::file_set(Self::HALF - 1) })) << 1,
            Dir::West => from.without(B::of(const { Self::file_set(0) })) >> 1,
        }
    }

    #[inline(always)]
    fn row(&self, row: u8) -> B {
        B::of(Self::row_set(row))
    }

    #[inline(always)]
    fn height(&self) -> u8 {
        SIZE
    }

    fn place(&self, index: u8, _view: Side) -> Place {
        let (pair, within) = (index / (SIZE + 1), index % (SIZE + 1));
        let from_top = pair * 2 + within / Self::HALF;
        let nth = within % Self::HALF;
        Place { column: (2 * nth + 1 - from_top % 2) as i8, row: (SIZE - 1 - from_top) as i8 }
    }
}
