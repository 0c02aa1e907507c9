//! How squares are named: numbers from 1, and where each one is drawn.

use super::{Board, Place};
use crate::bits::Bits;
use crate::game::Side;

/// Which square is number 1, and whether the board is seen in a mirror.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Naming {
    /// Row by row from the top left as White sees it; the corner at White's left is dark.
    Usual,
    /// The same on the mirrored board: the corner at White's right is dark.
    Mirrored,
    /// On the mirrored board, row by row from the bottom right.
    MirroredFromBelow,
    /// Row by row from the bottom right.
    FromBelow,
}

/// The squares of a board with their numbers and places.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The columns to draw.
    pub columns: std::ops::Range<i8>,
    /// The number of rows.
    pub rows: u8,
    /// Rows (from 0 at White's edge) that slide between turns.
    pub sliding: Vec<i8>,
    /// The index of each number, from 1.
    indices: Vec<u8>,
    /// The number of each index; 0 where there is no square.
    numbers: [u8; 128],
    /// The place of each number at White's and at Black's turn.
    places: Vec<[Place; 2]>,
}

impl Layout {
    /// Numbers the squares of a board.
    pub fn new<B: Board>(board: &B, naming: Naming) -> Self {
        let columns = board.columns();
        let mirrored = matches!(naming, Naming::Mirrored | Naming::MirroredFromBelow);
        let from_below = matches!(naming, Naming::FromBelow | Naming::MirroredFromBelow);
        let place = |index: u8, view: Side| {
            let place = board.place(index, view);
            let column = if mirrored { columns.end - 1 - place.column } else { place.column };
            Place { column, ..place }
        };
        let mut indices: Vec<u8> = board.squares().indices().collect();
        indices.sort_by_key(|&index| {
            let place = place(index, Side::White);
            if from_below { (place.row, -place.column) } else { (-place.row, place.column) }
        });
        let mut numbers = [0; 128];
        for (number, &index) in (1..).zip(&indices) {
            numbers[usize::from(index)] = number;
        }
        let places: Vec<[Place; 2]> =
            indices.iter().map(|&index| Side::BOTH.map(|view| place(index, view))).collect();
        let mut sliding: Vec<i8> =
            places.iter().filter(|[white, black]| white != black).map(|[white, _]| white.row).collect();
        sliding.dedup();
        Layout { columns, rows: board.height(), sliding, indices, numbers, places }
    }

    /// How many squares there are; they have the numbers from 1 on.
    #[must_use]
    pub fn squares(&self) -> u8 {
        self.indices.len() as u8
    }

    /// The index of a number, if there is such a square.
    #[must_use]
    pub fn index(&self, number: u8) -> Option<u8> {
        self.indices.get(usize::from(number).checked_sub(1)?).copied()
    }

    /// The number of an index.
    #[must_use]
    pub fn number(&self, index: u8) -> u8 {
        self.numbers[usize::from(index)]
    }

    /// The numbers of a set, rising.
    pub(crate) fn numbers<S: Bits>(&self, set: S) -> Vec<u8> {
        let mut numbers: Vec<u8> = set.indices().map(|index| self.number(index)).collect();
        numbers.sort_unstable();
        numbers
    }

    /// Where the square with this number is at the turn of `view`.
    #[must_use]
    pub fn place(&self, number: u8, view: Side) -> Option<Place> {
        self.places.get(usize::from(number).checked_sub(1)?).map(|places| places[view as usize])
    }

    /// The number that a square has in a mirror, left for right, where the board looks the same there.
    #[must_use]
    pub fn mirrored(&self, number: u8) -> Option<u8> {
        let place = self.place(number, Side::White).filter(|_| self.sliding.is_empty())?;
        let column = self.columns.start + self.columns.end - 1 - place.column;
        self.at(Place { column, ..place })
    }

    /// The number of the square at a place that doesn't move.
    #[must_use]
    pub fn at(&self, place: Place) -> Option<u8> {
        let nth = self.places.iter().position(|&places| places == [place; 2])?;
        Some(nth as u8 + 1)
    }
}
