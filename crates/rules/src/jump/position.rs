//! Pieces on a board, whose turn it is, and the counters.

use crate::bits::Bits;
use crate::game::{Side, counted, mix};

/// A position of a jumping game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position<B> {
    /// All pieces of White and of Black.
    pub(crate) pieces: [B; 2],
    /// The kings among them.
    pub(crate) kings: B,
    /// Plies since the last progress.
    pub(crate) quiet: u16,
    /// The number of the move, from 1; grows after the second player's turn.
    pub(crate) number: u16,
    /// Whose turn it is.
    pub(crate) turn: Side,
    /// For each side the king that moved last, and how often in a row; see [`KingRun`].
    pub(crate) runs: [KingRun; 2],
}

/// A run of quiet moves by one king: its square and their number, packed to keep positions small.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct KingRun(u8);

impl KingRun {
    pub(crate) const NONE: KingRun = KingRun(0);

    /// `moves` from 1 to 3, `square` an index below 64.
    pub(crate) fn new(square: u8, moves: u8) -> Self {
        KingRun(square << 2 | moves)
    }
    pub(crate) fn moves(self) -> u8 {
        self.0 & 3
    }
    pub(crate) fn square(self) -> u8 {
        self.0 >> 2
    }
    /// The run after a further move of the king from one square to another.
    pub(crate) fn extended(self, from: u8, to: u8) -> Self {
        let before = if self.moves() > 0 && self.square() == from { self.moves() } else { 0 };
        KingRun::new(to, (before + 1).min(3))
    }
}

impl<B: Bits> Position<B> {
    /// Whose turn it is.
    #[inline(always)]
    pub fn turn(&self) -> Side {
        self.turn
    }
    /// The men of one side.
    #[inline(always)]
    pub fn men_of(&self, side: Side) -> B {
        self.pieces[side as usize].without(self.kings)
    }
    /// The kings of one side.
    #[inline(always)]
    pub fn kings_of(&self, side: Side) -> B {
        self.pieces[side as usize] & self.kings
    }
    /// Plies since the last progress.
    #[inline(always)]
    pub fn quiet(&self) -> u16 {
        self.quiet
    }
    /// The pieces of the side to move.
    #[inline(always)]
    pub(crate) fn own(&self) -> B {
        if self.turn == Side::White { self.pieces[0] } else { self.pieces[1] }
    }
    /// The pieces of its opponent.
    #[inline(always)]
    pub(crate) fn theirs(&self) -> B {
        if self.turn == Side::White { self.pieces[1] } else { self.pieces[0] }
    }
    /// Every occupied square.
    #[inline(always)]
    pub(crate) fn occupied(&self) -> B {
        self.pieces[0] | self.pieces[1]
    }
    /// The men of both sides.
    #[inline(always)]
    pub(crate) fn men(&self) -> B {
        self.occupied().without(self.kings)
    }

    /// Passes the turn, counting it as progress or as a quiet one.
    #[inline(always)]
    pub(crate) fn end_turn(&mut self, progress: bool, first: Side) {
        self.quiet = if progress { 0 } else { counted(self.quiet) };
        if self.turn != first {
            self.number = counted(self.number);
        }
        self.turn = self.turn.other();
    }

    /// Takes pieces off the board.
    #[inline(always)]
    pub(crate) fn remove(&mut self, gone: B) {
        self.pieces = self.pieces.map(|pieces| pieces.without(gone));
        self.kings = self.kings.without(gone);
    }

    /// A number for pieces and side to move, and whatever else `phase` stands for.
    pub(crate) fn key(&self, phase: u64) -> u64 {
        let [white, black] = self.pieces.map(Bits::words);
        let kings = self.kings.words();
        let runs = u64::from(self.runs[0].0) << 16 | u64::from(self.runs[1].0) << 8;
        mix(&[white[0], white[1], black[0], black[1], kings[0], kings[1], runs | self.turn as u64, phase])
    }
}
