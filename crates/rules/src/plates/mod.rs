//! Plates: a board some of whose rows slide after every turn.
//!
//! Eleven rows of eleven squares. A plate is a row of thirteen that sticks out by two squares on the right
//! of the side to move; which squares touch therefore depends on whose turn it is. Squares keep their
//! index (and number) as their plate slides, so nothing moves in a position when plates do: only the
//! view changes. With at most three plates the dark squares fit a 64-bit word.

use crate::board::{ADVANCE, Board, DIAGONALS, Dir, Place};
use crate::game::Side;

const SIZE: u8 = 11;
/// How many plates there can be.
pub const MOST_PLATES: usize = 3;

/// A board with sliding plates.
#[derive(Clone, Debug)]
pub struct Plates {
    /// Whether each row, from White's edge, slides.
    slides: [bool; SIZE as usize],
    squares: u64,
    rows: [u64; SIZE as usize],
    /// For each view and direction, the squares that step by the shorter and by the longer shift.
    steps: [[[u64; 2]; 4]; 2],
    places: [[Place; 64]; 2],
}

/// Rows that can't be plates together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadPlates {
    /// More than [`MOST_PLATES`].
    TooMany,
    /// A row in which men start, or that the board doesn't have.
    NotBetweenTheCamps(u8),
    /// The same row twice.
    Twice(u8),
}

/// The four diagonals and the two shifts that each may need, which depend on the rows' lengths.
const SHIFTS: [(Dir, u32, u32); 4] =
    [(Dir::NorthWest, 6, 7), (Dir::NorthEast, 5, 6), (Dir::SouthWest, 5, 6), (Dir::SouthEast, 6, 7)];

impl Plates {
    /// The board whose plates are these rows, counted from 1 at White's edge.
    pub fn new(plates: &[u8]) -> Result<Self, BadPlates> {
        if plates.len() > MOST_PLATES {
            return Err(BadPlates::TooMany);
        }
        let mut slides = [false; SIZE as usize];
        for &row in plates {
            if !(4..=8).contains(&row) {
                return Err(BadPlates::NotBetweenTheCamps(row));
            }
            if std::mem::replace(&mut slides[usize::from(row) - 1], true) {
                return Err(BadPlates::Twice(row));
            }
        }
        Ok(Self::laid(slides))
    }

    fn laid(slides: [bool; SIZE as usize]) -> Self {
        let nowhere = Place { column: i8::MIN, row: i8::MIN };
        let mut board = Plates {
            slides,
            squares: 0,
            rows: [0; SIZE as usize],
            steps: [[[0; 2]; 4]; 2],
            places: [[nowhere; 64]; 2],
        };
        let mut index = 0;
        for row in (0..SIZE as i8).rev() {
            for (column, black_column) in board.columns_of(row) {
                board.places[Side::White as usize][index] = Place { column, row };
                board.places[Side::Black as usize][index] = Place { column: black_column, row };
                board.rows[row as usize] |= 1 << index;
                board.squares |= 1 << index;
                index += 1;
            }
        }
        for view in Side::BOTH {
            for (nth, &(dir, shorter, _)) in SHIFTS.iter().enumerate() {
                for from in 0..index {
                    if let Some(to) = board.neighbour(from, dir, view) {
                        let longer = to.abs_diff(from) != shorter as usize;
                        board.steps[view as usize][nth][usize::from(longer)] |= 1 << from;
                    }
                }
            }
        }
        board
    }

    /// The columns of a row's dark squares at White's and at Black's turn.
    fn columns_of(&self, row: i8) -> Vec<(i8, i8)> {
        let slides = self.slides[row as usize];
        let length = if slides { SIZE as i8 + 2 } else { SIZE as i8 };
        let slide = if slides { 2 } else { 0 };
        (0..length).filter(|column| (column + row) % 2 == 0).map(|column| (column, column - slide)).collect()
    }

    fn neighbour(&self, from: usize, dir: Dir, view: Side) -> Option<usize> {
        let places = &self.places[view as usize];
        let (east, north) = match dir {
            Dir::NorthWest => (-1, 1),
            Dir::NorthEast => (1, 1),
            Dir::SouthWest => (-1, -1),
            Dir::SouthEast => (1, -1),
            _ => return None,
        };
        let there = Place { column: places[from].column + east, row: places[from].row + north };
        places.iter().position(|&place| place == there)
    }
}

impl Board for Plates {
    type Bits = u64;
    const ADVANCE: [&'static [Dir]; 2] = ADVANCE;
    const STRIDE: &'static [Dir] = DIAGONALS;
    const FORWARD_JUMPS: [&'static [Dir]; 2] = ADVANCE;
    const JUMPS: &'static [Dir] = DIAGONALS;

    #[inline(always)]
    fn squares(&self) -> u64 {
        self.squares
    }

    #[inline(always)]
    fn step(&self, from: u64, dir: Dir, view: Side) -> u64 {
        let steps = &self.steps[view as usize];
        match dir {
            Dir::NorthWest => (from & steps[0][0]) >> 6 | (from & steps[0][1]) >> 7,
            Dir::NorthEast => (from & steps[1][0]) >> 5 | (from & steps[1][1]) >> 6,
            Dir::SouthWest => (from & steps[2][0]) << 5 | (from & steps[2][1]) << 6,
            Dir::SouthEast => (from & steps[3][0]) << 6 | (from & steps[3][1]) << 7,
            _ => 0,
        }
    }

    #[inline(always)]
    fn row(&self, row: u8) -> u64 {
        self.rows[usize::from(row)]
    }

    #[inline(always)]
    fn height(&self) -> u8 {
        SIZE
    }

    fn columns(&self) -> std::ops::Range<i8> {
        -2..SIZE as i8 + 2
    }

    fn place(&self, index: u8, view: Side) -> Place {
        self.places[view as usize][usize::from(index)]
    }
}
