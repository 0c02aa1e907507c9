//! Why a move or a capture is not legal.

use super::action::Move;
use super::draughts::Draughts;
use super::position::Position;
use super::rules::{KingPriority, Landing, Precedence, Promotion, Removal, Rulebook, Rules};
use crate::bits::Bits;
use crate::board::{Board, DIAGONALS, Dir};
use crate::game::Turn;
use crate::reason::{Refusal, Rule};
use crate::tell::Deed;

/// A capture and the squares along which it goes, by index.
type Way<B> = (Move<B>, Vec<u8>);

/// How many captures a refusal names at most.
const ENOUGH: usize = 12;
/// How many jumps of a piece are followed to find out what it could do if it were free to choose.
const PATIENCE: u32 = 50_000;

/// What is wrong with squares that none of these directions joins.
fn off_line(directions: &[Dir]) -> Rule {
    let diagonal = directions.iter().all(|dir| DIAGONALS.contains(dir));
    if diagonal { Rule::NotDiagonal } else { Rule::NotInLine }
}

/// A piece on its way through a capture.
struct Jumper<B> {
    start: B,
    at: B,
    is_king: bool,
    /// What it has jumped so far.
    taken: B,
    /// The direction of its last jump.
    came: Option<Dir>,
}

impl<B: Board, R: Rulebook> Draughts<B, R> {
    /// Refuses everything in a game that is over.
    pub(crate) fn refuse_out_of_turn(&self, turn: Turn) -> Option<Refusal> {
        matches!(turn, Turn::Over(_)).then(|| Refusal::new(Rule::GameOver, []))
    }

    /// Refuses a move or capture by the side to move; `must` says whether captures are compulsory.
    pub(crate) fn refuse_play(
        &self,
        position: &Position<B::Bits>,
        falls: B::Bits,
        must: bool,
        deed: &Deed,
    ) -> Refusal {
        let path = match deed {
            Deed::Move(from, to) => vec![*from, *to],
            Deed::Capture(path) => path.clone(),
            _ => return Refusal::new(Rule::NotInThisGame, []),
        };
        if let Some(&missing) = path.iter().find(|&&number| self.layout.index(number).is_none()) {
            return Refusal::new(Rule::NoSuchSquare, [missing]);
        }
        let squares: Vec<B::Bits> =
            path.iter().filter_map(|&number| self.layout.index(number)).map(B::Bits::bit).collect();
        let (Some(&from), Some(&to)) = (squares.first(), squares.last()) else {
            return Refusal::new(Rule::NoPiece, []);
        };
        if !position.occupied().meets(from) {
            return Refusal::new(Rule::NoPiece, [path[0]]);
        }
        if position.theirs().meets(from) {
            return Refusal::new(Rule::NotYours, [path[0]]);
        }
        let legal = self.captures_with_ways(position, falls);
        if matches!(deed, Deed::Move(..)) {
            self.refuse_move(position, from, to, must, &legal)
        } else {
            self.refuse_capture(position, falls, &squares, &legal)
        }
    }

    fn numbers(&self, set: B::Bits) -> Vec<u8> {
        self.layout.numbers(set)
    }

    /// The captures as deeds, each starting at `from` if any does.
    fn owed(&self, captures: &[Way<B::Bits>], from: B::Bits) -> Vec<Deed> {
        let starts = |way: &&Way<B::Bits>| way.1.first() == Some(&from.first());
        let tell = |way: &Way<B::Bits>| {
            Deed::Capture(way.1.iter().map(|&index| self.layout.number(index)).collect())
        };
        let own: Vec<Deed> = captures.iter().filter(starts).take(ENOUGH).map(tell).collect();
        if own.is_empty() { captures.iter().take(ENOUGH).map(tell).collect() } else { own }
    }

    /// Refuses whatever is no capture where one is compulsory.
    pub(crate) fn refuse_for_captures(&self, legal: &[Way<B::Bits>]) -> Refusal {
        let victims = legal.iter().take(ENOUGH).fold(B::Bits::NONE, |all, (play, _)| all | play.taken);
        let every = self.owed(legal, B::Bits::NONE);
        Refusal::owing(Rule::CaptureCompulsory, self.numbers(victims), every)
    }

    fn refuse_move(
        &self,
        position: &Position<B::Bits>,
        from: B::Bits,
        to: B::Bits,
        must: bool,
        legal: &[Way<B::Bits>],
    ) -> Refusal {
        let rules = self.rules();
        if from == to {
            return Refusal::new(Rule::SameSquare, self.numbers(from));
        }
        let is_clear = self
            .line(from, to, position.turn)
            .is_some_and(|(_, between)| !between.meets(position.occupied()));
        let same_ends = |(play, _): &&Way<B::Bits>| (play.from, play.to) == (from.first(), to.first());
        if let Some(capture) = legal.iter().find(same_ends).filter(|_| !is_clear) {
            let owed = self.owed(std::slice::from_ref(capture), from);
            return Refusal::owing(Rule::IsACapture, self.numbers(capture.0.taken), owed);
        }
        if position.occupied().meets(to) {
            return Refusal::new(Rule::Occupied, self.numbers(to));
        }
        let Some((dir, between)) =
            self.line(from, to, position.turn).filter(|line| B::STRIDE.contains(&line.0))
        else {
            return Refusal::new(off_line(B::STRIDE), self.numbers(from | to));
        };
        let in_the_way = between & position.occupied();
        if !position.kings.meets(from) {
            if !B::ADVANCE[position.turn as usize].contains(&dir) {
                return Refusal::new(Rule::ManForward, self.numbers(from | to));
            }
            if between.is_some() {
                return Refusal::new(Rule::ManOneStep, self.numbers(from | to));
            }
        } else if !rules.flying && between.is_some() {
            return Refusal::new(Rule::KingOneStep, self.numbers(from | to));
        } else if in_the_way.is_some() {
            return Refusal::new(Rule::BlockedPath, self.numbers(in_the_way));
        }
        if must && !legal.is_empty() {
            return self.refuse_for_captures(legal);
        }
        if self.tired(position).meets(from) {
            return Refusal::new(Rule::KingRests, self.numbers(from));
        }
        Refusal::new(Rule::Legal, [])
    }

    fn refuse_capture(
        &self,
        position: &Position<B::Bits>,
        falls: B::Bits,
        squares: &[B::Bits],
        legal: &[Way<B::Bits>],
    ) -> Refusal {
        let from = squares[0];
        let goes_along = |way: &[u8], whole: bool| {
            let mut rest = way.iter();
            let meets = squares.iter().all(|square| rest.any(|&index| index == square.first()));
            meets && (!whole || rest.next().is_none())
        };
        // The same position without precedence: whatever is complete there is refused for another's sake.
        let free = Rules {
            precedence: Precedence::Free,
            king_priority: KingPriority::Never,
            landing: if self.rules().landing == Landing::Seeking {
                Landing::Any
            } else {
                self.rules().landing
            },
            ..*self.rules()
        };
        let possible =
            Draughts::new(self.board.clone(), free).some_captures_with_ways(position, falls, PATIENCE);
        if let Some(complete) = possible.iter().find(|(_, way)| goes_along(way, true)) {
            return self.refuse_for_precedence(position, complete, legal);
        }
        let is_king = position.kings.meets(from);
        let mut jumper = Jumper { start: from, at: from, is_king, taken: B::Bits::NONE, came: None };
        for &to in &squares[1..] {
            if let Err(refusal) = self.refuse_jump(position, falls, &mut jumper, to) {
                return refusal;
            }
        }
        // Told along another way than ours, the capture is complete all the same.
        let is_same = |(play, _): &&Way<B::Bits>| {
            (play.from, play.to, play.taken) == (from.first(), jumper.at.first(), jumper.taken)
        };
        if let Some(complete) = possible.iter().find(is_same) {
            return self.refuse_for_precedence(position, complete, legal);
        }
        let further: Vec<Way<B::Bits>> =
            legal.iter().filter(|(_, way)| goes_along(way, false)).cloned().collect();
        let owed = if further.is_empty() { self.owed(legal, from) } else { self.owed(&further, from) };
        Refusal::owing(Rule::CaptureGoesOn, self.numbers(squares[squares.len() - 1]), owed)
    }

    fn refuse_for_precedence(
        &self,
        position: &Position<B::Bits>,
        tried: &Way<B::Bits>,
        legal: &[Way<B::Bits>],
    ) -> Refusal {
        let rules = self.rules();
        let is_king = |way: &Way<B::Bits>| position.kings.meets(B::Bits::bit(way.0.from));
        let Some(better) = legal.first() else { return Refusal::new(Rule::Legal, []) };
        let number = |way: &Way<B::Bits>| way.0.taken.count();
        let kings = |way: &Way<B::Bits>| (way.0.taken & position.kings).count();
        let by_king_instead = is_king(better) && !is_king(tried);
        let rule = if legal.iter().any(|way| way.0 == tried.0) {
            Rule::Legal
        } else if rules.king_priority != KingPriority::Never && !is_king(tried) {
            Rule::KingPriority
        } else if rules.precedence == Precedence::Worth {
            let worth = |way: &Way<B::Bits>| (number(way) + kings(way)) * 64 - kings(way);
            if worth(better) > worth(tried) { Rule::MostWorth } else { Rule::CaptureWithKing }
        } else if rules.precedence != Precedence::Free && number(better) > number(tried) {
            Rule::LongestCapture
        } else {
            match rules.precedence {
                Precedence::MostThenRank if by_king_instead => Rule::CaptureWithKing,
                Precedence::MostThenRank if kings(better) > kings(tried) => Rule::MostKings,
                Precedence::MostThenRank => Rule::KingsFirst,
                Precedence::MostThenKings => Rule::MostKings,
                _ => Rule::LandToGoOn,
            }
        };
        let mine = if rule == Rule::LandToGoOn { B::Bits::bit(tried.0.from) } else { B::Bits::NONE };
        Refusal::owing(rule, self.numbers(better.0.taken), self.owed(legal, mine))
    }

    /// Makes one jump, or tells what is wrong with it.
    fn refuse_jump(
        &self,
        position: &Position<B::Bits>,
        falls: B::Bits,
        jumper: &mut Jumper<B::Bits>,
        to: B::Bits,
    ) -> Result<(), Refusal> {
        let rules = self.rules();
        let refuse = |rule, set| Err(Refusal::new(rule, self.numbers(set)));
        let side = position.turn;
        let Jumper { start, at, taken, came, .. } = *jumper;
        if came.is_some() {
            if at.meets(falls) {
                return refuse(Rule::FallEndsCapture, at);
            }
            if !jumper.is_king && at.meets(self.board.last_row(side)) {
                match rules.promotion {
                    Promotion::Stop => return refuse(Rule::CrowningEndsTurn, at),
                    Promotion::Immediate => jumper.is_king = true,
                    Promotion::End => {}
                }
            }
        }
        if to == at {
            return refuse(Rule::SameSquare, at);
        }
        let mut standing = position.occupied().without(start);
        if rules.removal == Removal::AtOnce {
            standing = standing.without(taken);
        }
        if standing.meets(to) {
            return refuse(Rule::Occupied, to);
        }
        let Some((dir, between)) = self.line(at, to, side) else {
            return refuse(off_line(B::JUMPS), at | to);
        };
        let met = between & standing;
        if met.meets(taken) {
            return refuse(Rule::JumpedTwice, met & taken);
        }
        if met.is_none() {
            return refuse(Rule::NothingToCapture, at | to);
        }
        if met.count() > 1 || met.meets(position.own()) {
            return refuse(Rule::BlockedPath, met);
        }
        if came == Some(dir.back()) && !rules.turning_back {
            return refuse(Rule::NoTurningBack, at | to);
        }
        if !jumper.is_king {
            if between != met {
                return refuse(Rule::ManJumpsNeighbour, at | to);
            }
            let forward = B::FORWARD_JUMPS[side as usize];
            if !rules.men_capture_backwards && !forward.contains(&dir) {
                return refuse(Rule::ManCapturesForward, at | to);
            }
            if !rules.men_capture_kings && met.meets(position.kings) {
                return refuse(Rule::ManTakesNoKing, met);
            }
        } else if !rules.flying && between != met {
            return refuse(Rule::KingOneStep, at | to);
        } else if rules.landing == Landing::Adjacent && self.board.step(met, dir, side) != to {
            return refuse(Rule::LandJustBehind, self.board.step(met, dir, side) & self.board.squares());
        }
        *jumper = Jumper { at: to, taken: taken | met, came: Some(dir), ..*jumper };
        Ok(())
    }
}
