//! Huffing: a capture may be missed, and the opponent then takes a piece off the board for it.
//!
//! The removal is an action of its own before the opponent's turn. What it may hit, and whether it may be
//! left undone, are options; in some games a turn may also be passed.

mod telling;

use std::convert::Infallible;

use crate::bits::Bits;
use crate::board::Board;
use crate::game::{Ending, Game, Outcome, Side, Turn};
use crate::jump::{Draughts, DrawnEnding, Field, Holds, Move, Position, Precedence, Rulebook, Rules};

/// What happens when a capture is missed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obligation {
    /// It can't be missed.
    Must,
    /// The opponent removes any piece of the side that missed it.
    HuffAny,
    /// The opponent removes a piece that could have captured.
    HuffCulprit,
}

/// Whether the opponent has to remove a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Huffing {
    /// He must.
    Compulsory,
    /// He may, or just play: then the right is gone.
    Claimed,
}

/// A jumping game with huffing.
#[derive(Clone, Debug)]
pub struct Huff<B, R> {
    pub(crate) draughts: Draughts<B, R>,
    /// What a missed capture costs.
    pub(crate) obligation: Obligation,
    /// Who sees to it.
    pub(crate) huffing: Huffing,
    /// A turn may be passed.
    pub(crate) may_pass: bool,
    /// How many kings against a lone one are a draw, and after how many quiet turns, where nothing else is left.
    pub(crate) few_kings: Option<DrawnEnding>,
}

/// A position, and the pieces of which one may be huffed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HuffState<S> {
    pub(crate) position: Position<S>,
    /// Pieces of the side that just played; one of them is owed to the side to move.
    pub(crate) owed: S,
}

impl<S: Bits> HuffState<S> {
    /// The pieces, and whose turn it is.
    #[inline(always)]
    pub fn position(&self) -> &Position<S> {
        &self.position
    }
    /// The pieces of the side that just played of which one is owed to the side to move.
    #[inline(always)]
    pub fn owed(&self) -> S {
        self.owed
    }
}

/// What a player does in a game with huffing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HuffAction<S> {
    /// Takes the piece on this square off the board, and then plays.
    Huff(u8),
    /// Moves or captures.
    Play(Move<S>),
    /// Lets the turn pass by; whether a capture is missed by that.
    Pass {
        /// It is.
        missed: bool,
    },
}

impl<S: Bits> Holds<S> for HuffAction<S> {
    #[inline(always)]
    fn of(play: Move<S>) -> Self {
        HuffAction::Play(play)
    }
    #[inline(always)]
    fn play(&self) -> Option<&Move<S>> {
        match self {
            HuffAction::Play(play) => Some(play),
            _ => None,
        }
    }
}

impl<B: Board, R: Rulebook> Huff<B, R> {
    /// The rules of moving and capturing.
    #[inline(always)]
    pub fn rules(&self) -> &Rules {
        self.draughts.rules()
    }

    #[inline(always)]
    fn plays<const WHITE: bool>(&self, position: &Position<B::Bits>, out: &mut Vec<HuffAction<B::Bits>>) {
        let game = &self.draughts;
        let field = Field::<B, R, WHITE>::new(&game.board, &game.book, position, B::Bits::NONE);
        let before = out.len();
        field.captures(out);
        let missed = out.len() > before;
        if missed && self.obligation == Obligation::Must {
            return;
        }
        field.quiets(missed, B::Bits::NONE, out);
        if self.may_pass {
            out.push(HuffAction::Pass { missed });
        }
    }

    #[inline(always)]
    fn count_plays<const WHITE: bool>(
        &self,
        position: &Position<B::Bits>,
        scratch: &mut Vec<HuffAction<B::Bits>>,
    ) -> u64 {
        let game = &self.draughts;
        let field = Field::<B, R, WHITE>::new(&game.board, &game.book, position, B::Bits::NONE);
        let captures = field.count_captures(scratch);
        if captures > 0 && self.obligation == Obligation::Must {
            return captures;
        }
        captures + field.count_quiets(B::Bits::NONE) + u64::from(self.may_pass)
    }

    /// Whether the position is drawn as it stands.
    #[inline(always)]
    fn drawn(&self, state: &HuffState<B::Bits>) -> Option<Ending> {
        self.draughts.drawn(&state.position).or_else(|| {
            let position = &state.position;
            let is_due = self.few_kings_quiet(position).is_some_and(|quiet| position.quiet >= quiet);
            // What hangs, or is still owed, may decide the ending: it comes first.
            let settled = is_due && state.owed.is_none() && !self.draughts.can_capture(position);
            settled.then_some(Ending::DrawnEnding)
        })
    }

    /// After how many quiet turns a position is drawn in which a lone king faces too few kings to be beaten.
    #[inline]
    fn few_kings_quiet(&self, position: &Position<B::Bits>) -> Option<u16> {
        let ending = self.few_kings.filter(|_| position.men().is_none())?;
        let [white, black] = position.pieces.map(Bits::count);
        let few = white.min(black) == 1 && white.max(black) <= u32::from(ending.strong);
        few.then_some(ending.quiet)
    }

    /// How many more quiet turns draw the game, where any number does.
    #[inline]
    #[must_use]
    pub fn patience(&self, position: &Position<B::Bits>) -> Option<u16> {
        let left = self.few_kings_quiet(position).map(|quiet| quiet.saturating_sub(position.quiet));
        left.into_iter().chain(self.draughts.patience(position)).min()
    }

    /// The pieces owed to the opponent when the side to move misses a capture, where they stand now.
    fn owed(&self, position: &Position<B::Bits>) -> B::Bits {
        match self.obligation {
            Obligation::Must => B::Bits::NONE,
            Obligation::HuffAny => position.own(),
            Obligation::HuffCulprit if self.rules().precedence == Precedence::Free => {
                self.draughts.capturers(position)
            }
            Obligation::HuffCulprit => {
                let mut captures = Vec::new();
                self.draughts.captures(position, &mut captures);
                captures.iter().fold(B::Bits::NONE, |able, capture| able | B::Bits::bit(capture.from))
            }
        }
    }

    /// The pieces owed after a move that missed a capture, or a capture that stopped short: its own piece's fault alone.
    fn owed_after(&self, position: &Position<B::Bits>, play: Move<B::Bits>) -> B::Bits {
        let (from, to) = (B::Bits::bit(play.from), B::Bits::bit(play.to));
        if play.is_capture() && self.obligation == Obligation::HuffCulprit {
            return to;
        }
        let owed = self.owed(position);
        if owed.meets(from) { owed.without(from) | to } else { owed }
    }
}

impl<B: Board, R: Rulebook> Game for Huff<B, R> {
    type State = HuffState<B::Bits>;
    type Action = HuffAction<B::Bits>;
    type Roll = Infallible;

    fn start(&self) -> Self::State {
        HuffState { position: self.draughts.start_position(), owed: B::Bits::NONE }
    }

    fn turn(&self, state: &Self::State) -> Turn {
        let position = &state.position;
        let (side, other) = (position.turn, position.turn.other());
        if position.own().is_none() {
            return Turn::Over(Outcome::won(other, Ending::NoPieces));
        }
        if position.theirs().is_none() {
            return Turn::Over(Outcome::won(side, Ending::NoPieces));
        }
        if state.owed.is_none() && !self.may_pass && !self.draughts.can_act(position) {
            return Turn::Over(Outcome::won(other, Ending::Blocked));
        }
        if let Some(ending) = self.drawn(state) {
            return Turn::Over(Outcome::drawn(ending));
        }
        Turn::Act(side)
    }

    #[inline]
    fn actions(&self, state: &Self::State, out: &mut Vec<Self::Action>) {
        out.clear();
        let position = &state.position;
        if position.own().is_none() || position.theirs().is_none() || self.drawn(state).is_some() {
            return;
        }
        out.extend(state.owed.indices().map(HuffAction::Huff));
        if state.owed.is_some() && self.huffing == Huffing::Compulsory {
            return;
        }
        match position.turn {
            Side::White => self.plays::<true>(position, out),
            Side::Black => self.plays::<false>(position, out),
        }
    }

    #[inline]
    fn count(&self, state: &Self::State, scratch: &mut Vec<Self::Action>) -> u64 {
        let position = &state.position;
        if position.own().is_none() || position.theirs().is_none() || self.drawn(state).is_some() {
            return 0;
        }
        let huffs = u64::from(state.owed.count());
        if huffs > 0 && self.huffing == Huffing::Compulsory {
            return huffs;
        }
        huffs
            + match position.turn {
                Side::White => self.count_plays::<true>(position, scratch),
                Side::Black => self.count_plays::<false>(position, scratch),
            }
    }

    #[inline]
    fn apply(&self, state: &Self::State, action: Self::Action) -> Self::State {
        let none = B::Bits::NONE;
        match action {
            HuffAction::Huff(square) => {
                let mut position = state.position;
                position.remove(B::Bits::bit(square));
                position.quiet = 0;
                HuffState { position, owed: none }
            }
            HuffAction::Play(play) => {
                let owed = if play.missed { self.owed_after(&state.position, play) } else { none };
                HuffState { position: self.draughts.moved(&state.position, play), owed }
            }
            HuffAction::Pass { missed } => {
                let mut position = state.position;
                position.end_turn(false, self.draughts.rules().first);
                HuffState { position, owed: if missed { self.owed(&state.position) } else { none } }
            }
        }
    }

    fn settle(&self, _state: &Self::State, roll: Infallible) -> Self::State {
        match roll {}
    }

    fn key(&self, state: &Self::State) -> u64 {
        let [low, high] = state.owed.words();
        state.position.key(low ^ high.rotate_left(32))
    }

    fn repetition(&self) -> Option<u8> {
        self.draughts.repetition()
    }
}
