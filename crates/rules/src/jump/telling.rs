//! Jumping games told to the outside: positions and captures with square numbers.

use super::action::{Holds, Move};
use super::capture::MOST_WORK;
use super::draughts::Draughts;
use super::field::Field;
use super::position::{KingRun, Position};
use super::rules::{Removal, Rulebook};
use crate::bits::Bits;
use crate::board::{Board, Dir, Layout};
use crate::game::{Game, Side, Turn};
use crate::reason::Refusal;
use crate::tell::{Deed, Kind, Misfit, Part, Setup, Tell, Told};

impl<B: Board, R: Rulebook> Draughts<B, R> {
    /// The position as data.
    pub(crate) fn tell_position(&self, position: &Position<B::Bits>) -> Setup {
        let pieces = position.pieces.map(|pieces| {
            let kind = |number: u8| {
                let square = self.square(number);
                if position.kings.meets(square) { Kind::King } else { Kind::Man }
            };
            self.layout.numbers(pieces).into_iter().map(|number| (number, kind(number))).collect()
        });
        let runs = position
            .runs
            .map(|run| (run.moves() > 0).then(|| (self.layout.number(run.square()), run.moves())));
        Setup { runs, quiet: position.quiet, number: position.number, ..Setup::new(position.turn, pieces) }
    }

    /// The position that the data describe; parts that belong to other games are the caller's business.
    pub(crate) fn place_position(&self, setup: &Setup) -> Result<Position<B::Bits>, Misfit> {
        let mut pieces = [B::Bits::NONE; 2];
        let mut kings = B::Bits::NONE;
        for side in Side::BOTH {
            for &(number, kind) in &setup.pieces[side as usize] {
                let index = self.layout.index(number);
                let index = index.ok_or(Misfit::NoSuchSquare(Part::Pieces(side), number))?;
                let square = B::Bits::bit(index);
                if square.meets(pieces[0] | pieces[1]) {
                    return Err(Misfit::TwoPieces(side, number));
                }
                match kind {
                    Kind::King => kings |= square,
                    Kind::Man if square.meets(self.board.last_row(side)) => {
                        return Err(Misfit::Uncrowned(side, number));
                    }
                    Kind::Man => {}
                    Kind::Pawn(_) => return Err(Misfit::WrongKind(side, number, kind)),
                }
                pieces[side as usize] |= square;
            }
            if pieces[side as usize].is_none() {
                return Err(Misfit::NoPieces(side));
            }
        }
        let mut runs = [KingRun::NONE; 2];
        for side in Side::BOTH {
            if let Some((number, moves)) = setup.runs[side as usize] {
                let index = self.layout.index(number).ok_or(Misfit::NoSuchSquare(Part::Runs, number))?;
                let own = pieces[side as usize];
                let is_run = (own & kings).meets(B::Bits::bit(index)) && own.without(kings).is_some();
                let limit = self.rules().king_moves;
                if limit == 0 {
                    return Err(Misfit::Foreign(Part::Runs));
                }
                if !is_run || !(1..=limit).contains(&moves) {
                    return Err(Misfit::NoRun(side, number));
                }
                runs[side as usize] = KingRun::new(index, moves);
            }
        }
        Ok(Position { pieces, kings, quiet: setup.quiet, number: setup.number, turn: setup.turn, runs })
    }

    /// The work of finding every legal capture.
    pub(crate) fn work(&self, position: &Position<B::Bits>, falls: B::Bits) -> u32 {
        let (board, book) = (&self.board, &self.book);
        match position.turn {
            Side::White => Field::<B, R, true>::new(board, book, position, falls).work(),
            Side::Black => Field::<B, R, false>::new(board, book, position, falls).work(),
        }
    }

    /// Refuses a position with more captures than are followed.
    pub(crate) fn refuse_excess(&self, position: &Position<B::Bits>, falls: B::Bits) -> Result<(), Misfit> {
        if self.work(position, falls) > MOST_WORK { Err(Misfit::TooComplex(position.turn)) } else { Ok(()) }
    }

    /// The set of one square, by number; the number is one of the board's.
    fn square(&self, number: u8) -> B::Bits {
        self.layout.index(number).map_or(B::Bits::NONE, B::Bits::bit)
    }

    /// Every legal capture with its way, squares by index.
    pub(crate) fn captures_with_ways(
        &self,
        position: &Position<B::Bits>,
        falls: B::Bits,
    ) -> Vec<(Move<B::Bits>, Vec<u8>)> {
        self.some_captures_with_ways(position, falls, MOST_WORK)
    }

    /// As [`Self::captures_with_ways`], but some of them only where there are more than `most` jumps to follow.
    pub(crate) fn some_captures_with_ways(
        &self,
        position: &Position<B::Bits>,
        falls: B::Bits,
        most: u32,
    ) -> Vec<(Move<B::Bits>, Vec<u8>)> {
        let (board, book) = (&self.board, &self.book);
        match position.turn {
            Side::White => Field::<B, R, true>::new(board, book, position, falls).captures_with_ways(most),
            Side::Black => Field::<B, R, false>::new(board, book, position, falls).captures_with_ways(most),
        }
    }

    /// Tells legal actions, given the ways of the captures among them; `other` tells those that are neither a
    /// move nor a capture.
    pub(crate) fn tell_actions<A: Holds<B::Bits>>(
        &self,
        actions: Vec<A>,
        captures: Vec<(Move<B::Bits>, Vec<u8>)>,
        other: impl Fn(&A) -> Deed,
    ) -> Vec<Told<A>> {
        // Captures come in the same order from both generators.
        let mut ways = captures.into_iter().map(|(_, way)| way);
        let tell = |action: A| match action.play() {
            None => Told { action, deed: other(&action), taken: Vec::new() },
            Some(play) if play.is_capture() => {
                let way = ways.next().unwrap_or_default();
                let deed = Deed::Capture(way.into_iter().map(|index| self.layout.number(index)).collect());
                Told { action, deed, taken: self.layout.numbers(play.taken) }
            }
            Some(play) => {
                let deed = Deed::Move(self.layout.number(play.from), self.layout.number(play.to));
                Told { action, deed, taken: Vec::new() }
            }
        };
        actions.into_iter().map(tell).collect()
    }

    /// The direction from one square to another, and the squares between them.
    pub(crate) fn line(&self, from: B::Bits, to: B::Bits, view: Side) -> Option<(Dir, B::Bits)> {
        B::JUMPS.iter().find_map(|&dir| {
            let mut between = B::Bits::NONE;
            let mut at = self.board.step(from, dir, view) & self.board.squares();
            while at.is_some() {
                if at == to {
                    return Some((dir, between));
                }
                between |= at;
                at = self.board.step(at, dir, view) & self.board.squares();
            }
            None
        })
    }

    /// The pieces jumped along squares given by number, each leg over exactly one enemy.
    pub(crate) fn jumped_along(&self, position: &Position<B::Bits>, path: &[u8]) -> Option<B::Bits> {
        let start = self.square(*path.first()?);
        let mut taken = B::Bits::NONE;
        for leg in path.windows(2) {
            let (_, between) = self.line(self.square(leg[0]), self.square(leg[1]), position.turn)?;
            let mut standing = position.occupied().without(start);
            if self.rules().removal == Removal::AtOnce {
                standing = standing.without(taken);
            }
            let over = between & standing;
            if over.count() != 1 || !over.meets(position.theirs().without(taken)) {
                return None;
            }
            taken |= over;
        }
        Some(taken)
    }
}

impl<B: Board, R: Rulebook> Tell for Draughts<B, R> {
    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn setup(&self, state: &Self::State) -> Setup {
        self.tell_position(state)
    }

    fn place(&self, setup: &Setup) -> Result<Self::State, Misfit> {
        refuse_parts(setup, &[Part::Open, Part::Spin, Part::Owed, Part::Fight, Part::Last])?;
        let position = self.place_position(setup)?;
        self.refuse_excess(&position, B::Bits::NONE)?;
        Ok(position)
    }

    fn work(&self, state: &Self::State) -> u32 {
        Draughts::work(self, state, B::Bits::NONE)
    }

    fn deeds(&self, state: &Self::State) -> Vec<Told<Self::Action>> {
        if matches!(self.turn(state), Turn::Over(_)) {
            return Vec::new();
        }
        let captures = self.captures_with_ways(state, B::Bits::NONE);
        if captures.is_empty() {
            let mut actions = Vec::new();
            self.actions(state, &mut actions);
            return self.tell_actions(actions, captures, |_| Deed::Pass);
        }
        let actions = captures.iter().map(|capture| capture.0).collect();
        self.tell_actions(actions, captures, |_| Deed::Pass)
    }

    fn taken_along(&self, state: &Self::State, path: &[u8]) -> Option<Vec<u8>> {
        self.jumped_along(state, path).map(|taken| self.layout.numbers(taken))
    }

    fn refuse(&self, state: &Self::State, deed: &Deed) -> Refusal {
        match self.refuse_out_of_turn(self.turn(state)) {
            Some(refusal) => refusal,
            None => self.refuse_play(state, B::Bits::NONE, true, deed),
        }
    }
}

/// Refuses the parts that a game doesn't have.
pub(crate) fn refuse_parts(setup: &Setup, foreign: &[Part]) -> Result<(), Misfit> {
    let present = |part: &Part| match part {
        Part::Open => !setup.open.is_empty(),
        Part::Spin => setup.spin.is_some(),
        Part::Owed => !setup.owed.is_empty(),
        Part::Fight => setup.fight.is_some(),
        Part::Last => setup.last != [None; 2],
        Part::Runs => setup.runs != [None; 2],
        Part::Pieces(_) => false,
    };
    match foreign.iter().find(|part| present(part)) {
        Some(&part) => Err(Misfit::Foreign(part)),
        None => Ok(()),
    }
}
