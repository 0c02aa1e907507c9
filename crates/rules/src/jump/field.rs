//! One side's view of a position: what it can move, and whether it can capture.
//!
//! The side is a constant of the type, so that every direction is a fixed shift.

use super::action::{Holds, Move};
use super::capture::{Hunt, MOST_WORK, Ways};
use super::position::Position;
use super::rules::{Precedence, Promotion, Rulebook, Rules};
use crate::bits::Bits;
use crate::board::{Board, Dir};
use crate::game::Side;

/// The pieces of a position as the side to move sees them.
pub(crate) struct Field<'a, B: Board, R, const WHITE: bool> {
    pub(crate) board: &'a B,
    pub(crate) book: &'a R,
    /// Men of the side to move.
    pub(crate) men: B::Bits,
    /// Kings of the side to move.
    pub(crate) kings: B::Bits,
    /// Pieces of the opponent.
    pub(crate) prey: B::Bits,
    /// Kings of the opponent.
    pub(crate) prey_kings: B::Bits,
    /// Free squares.
    pub(crate) empty: B::Bits,
    /// Free squares in which a piece disappears: open traps.
    pub(crate) falls: B::Bits,
}

/// What the first jumps of all men look like.
enum First<S> {
    /// There is none.
    None,
    /// None goes on: where they land, for each direction.
    Single([S; 8]),
    /// Some may go on, or kings are about: each piece has to be followed.
    Any,
}

impl<'a, B: Board, R: Rulebook, const WHITE: bool> Field<'a, B, R, WHITE> {
    pub(crate) const SIDE: Side = if WHITE { Side::White } else { Side::Black };

    #[inline(always)]
    pub(crate) fn new(board: &'a B, book: &'a R, position: &Position<B::Bits>, falls: B::Bits) -> Self {
        let own = position.pieces[Self::SIDE as usize];
        let prey = position.pieces[Self::SIDE.other() as usize];
        Field {
            board,
            book,
            men: own.without(position.kings),
            kings: own & position.kings,
            prey,
            prey_kings: prey & position.kings,
            empty: board.squares().without(own | prey),
            falls,
        }
    }

    #[inline(always)]
    pub(crate) fn rules(&self) -> &Rules {
        self.book.rules()
    }

    #[inline(always)]
    pub(crate) fn step(&self, from: B::Bits, dir: Dir) -> B::Bits {
        self.board.step(from, dir, Self::SIDE)
    }

    /// Where men may jump.
    #[inline(always)]
    pub(crate) fn men_jumps(&self) -> &'static [Dir] {
        if self.rules().men_capture_backwards { B::JUMPS } else { B::FORWARD_JUMPS[Self::SIDE as usize] }
    }

    /// What men may capture.
    #[inline(always)]
    pub(crate) fn men_prey(&self) -> B::Bits {
        if self.rules().men_capture_kings { self.prey } else { self.prey.without(self.prey_kings) }
    }

    /// The first square that isn't free on the way from one square, as far as a king looks.
    #[inline(always)]
    pub(crate) fn first_met(&self, from: B::Bits, dir: Dir, empty: B::Bits) -> B::Bits {
        let mut at = self.step(from, dir);
        if self.rules().flying {
            while at.meets(empty) {
                at = self.step(at, dir);
            }
        }
        at
    }

    /// Appends every legal capture.
    #[inline(always)]
    pub(crate) fn captures<A: Holds<B::Bits>>(&self, out: &mut Vec<A>) {
        let jumps = self.men_jumps();
        match self.first_jumps() {
            First::None => {}
            First::Single(lands) => {
                let last_row = self.board.last_row(Self::SIDE);
                for (&dir, land) in jumps.iter().zip(lands) {
                    for at in land.singles() {
                        let over = self.step(at, dir.back());
                        let from = self.step(over, dir.back()).first();
                        let crowned = at.meets(last_row);
                        out.push(A::of(Move { from, to: at.first(), crowned, missed: false, taken: over }));
                    }
                }
            }
            First::Any => Hunt::new(self, out, (), MOST_WORK).run(),
        }
    }

    /// The work of finding every legal capture, or more than [`MOST_WORK`].
    pub(crate) fn work(&self) -> u32 {
        let mut captures: Vec<Move<B::Bits>> = Vec::new();
        let mut hunt = Hunt::new(self, &mut captures, (), MOST_WORK);
        hunt.run();
        hunt.work()
    }

    /// Every legal capture with its way, squares by index, in the same order; some of them where there are more
    /// than `most` jumps to follow.
    pub(crate) fn captures_with_ways(&self, most: u32) -> Vec<(Move<B::Bits>, Vec<u8>)> {
        let mut captures = Vec::new();
        let mut hunt = Hunt::new(self, &mut captures, Ways::default(), most);
        hunt.run();
        let ways = hunt.trace.found;
        captures.into_iter().zip(ways).collect()
    }

    /// How many legal captures there are.
    #[inline(always)]
    pub(crate) fn count_captures<A: Holds<B::Bits>>(&self, scratch: &mut Vec<A>) -> u64 {
        match self.first_jumps() {
            First::None => 0,
            First::Single(lands) => u64::from(lands.map(Bits::count).iter().sum::<u32>()),
            First::Any => {
                scratch.clear();
                Hunt::new(self, scratch, (), MOST_WORK).run();
                scratch.len() as u64
            }
        }
    }

    /// Looks at all men's first jumps at once. Mostly there are none, or none that goes on: then the
    /// squares where they land, direction by direction, are all there is to know.
    #[inline(always)]
    fn first_jumps(&self) -> First<B::Bits> {
        if self.kings.is_some() {
            return First::Any;
        }
        let (jumps, prey) = (self.men_jumps(), self.men_prey());
        let mut lands = [B::Bits::NONE; 8];
        let mut all = B::Bits::NONE;
        for (land, &dir) in lands.iter_mut().zip(jumps) {
            *land = self.step(self.step(self.men, dir) & prey, dir) & self.empty;
            all |= *land;
        }
        if all.is_none() {
            return First::None;
        }
        let rules = self.rules();
        let alike = matches!(rules.precedence, Precedence::Free | Precedence::Most);
        let crowned = all & self.board.last_row(Self::SIDE);
        if (!alike && self.prey_kings.is_some())
            || (rules.promotion == Promotion::Immediate && crowned.is_some())
        {
            return First::Any;
        }
        let ended = if rules.promotion == Promotion::Stop { self.falls | crowned } else { self.falls };
        let mut second = B::Bits::NONE;
        for (&land, &dir) in lands.iter().zip(jumps) {
            if land.is_some() {
                // The square that a man left is free for it; taking all of them as free errs on the safe side.
                let left = self.step(self.step(land, dir.back()), dir.back());
                for &on in jumps {
                    if on != dir.back() {
                        let over = self.step(land.without(ended), on) & prey;
                        second |= self.step(over, on) & (self.empty | left);
                    }
                }
            }
        }
        if second.is_none() { First::Single(lands) } else { First::Any }
    }

    /// The pieces that can capture, whatever precedence says.
    pub(crate) fn capturers(&self) -> B::Bits {
        let mut able = B::Bits::NONE;
        for &dir in self.men_jumps() {
            let over = self.step(self.men, dir) & self.men_prey();
            let land = self.step(over, dir) & self.empty;
            able |= self.step(self.step(land, dir.back()), dir.back());
        }
        for king in self.kings.singles() {
            if B::JUMPS.iter().any(|&dir| {
                let over = self.first_met(king, dir, self.empty) & self.prey;
                self.step(over, dir).meets(self.empty)
            }) {
                able |= king;
            }
        }
        able
    }

    /// Appends every move that captures nothing, whether or not it is legal beside captures.
    #[inline(always)]
    pub(crate) fn quiets<A: Holds<B::Bits>>(&self, missed: bool, tired: B::Bits, out: &mut Vec<A>) {
        let last_row = self.board.last_row(Self::SIDE);
        for &dir in B::ADVANCE[Self::SIDE as usize] {
            for to in (self.step(self.men, dir) & self.empty).singles() {
                let from = self.step(to, dir.back()).first();
                let crowned = to.meets(last_row);
                out.push(A::of(Move { from, to: to.first(), crowned, missed, taken: B::Bits::NONE }));
            }
        }
        if self.kings.is_some() {
            self.king_quiets(tired, |from, to| {
                out.push(A::of(Move { from, to, crowned: false, missed, taken: B::Bits::NONE }));
            });
        }
    }

    /// How many moves capture nothing.
    #[inline(always)]
    pub(crate) fn count_quiets(&self, tired: B::Bits) -> u64 {
        let mut count = 0;
        for &dir in B::ADVANCE[Self::SIDE as usize] {
            count += (self.step(self.men, dir) & self.empty).count();
        }
        if self.kings.is_some() {
            self.king_quiets(tired, |_, _| count += 1);
        }
        u64::from(count)
    }

    /// Whether anything can move without capturing.
    #[inline(always)]
    pub(crate) fn can_move(&self, tired: B::Bits) -> bool {
        B::ADVANCE[Self::SIDE as usize].iter().any(|&dir| self.step(self.men, dir).meets(self.empty))
            || B::STRIDE.iter().any(|&dir| self.step(self.kings.without(tired), dir).meets(self.empty))
    }

    #[inline(always)]
    fn king_quiets(&self, tired: B::Bits, mut found: impl FnMut(u8, u8)) {
        for king in self.kings.without(tired).singles() {
            for &dir in B::STRIDE {
                let mut to = self.step(king, dir);
                while to.meets(self.empty) {
                    found(king.first(), to.first());
                    if !self.rules().flying {
                        break;
                    }
                    to = self.step(to, dir);
                }
            }
        }
    }
}
