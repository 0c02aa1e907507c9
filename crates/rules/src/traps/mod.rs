//! Traps: trap doors worked by sliders, and a roulette that says what a player may do.
//!
//! A capture that is possible must be made, without a spin. Otherwise the roulette is spun first: it lets
//! the player move a piece, or push a slider of its colour one step, which opens or closes a trap.

mod sliders;
mod telling;

pub use sliders::{BadSliders, Colour, Sliders};

use crate::bits::Bits;
use crate::board::Diagonal;
use crate::game::{Ending, Game, Outcome, Side, Turn, Weight};
use crate::jump::{Draughts, Field, Holds, Move, Position, Rules};

/// What the roulette shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Spin {
    /// A piece moves.
    Pawn,
    /// A green slider is pushed.
    Green,
    /// An orange slider is pushed.
    Orange,
    /// A slider of either colour is pushed.
    Both,
}

impl Spin {
    /// Every sector, in the order of a roulette's weights.
    pub const ALL: [Spin; 4] = [Spin::Pawn, Spin::Green, Spin::Orange, Spin::Both];

    /// Whether it lets a player push a slider of this colour.
    #[must_use]
    pub const fn allows(self, colour: Colour) -> bool {
        matches!(
            (self, colour),
            (Spin::Both, _) | (Spin::Green, Colour::Green) | (Spin::Orange, Colour::Orange)
        )
    }
}

/// The game with trap doors.
#[derive(Clone, Debug)]
pub struct Traps {
    pub(crate) draughts: Draughts<Diagonal<8, u64>, Rules>,
    pub(crate) sliders: Sliders,
    /// How many sectors of the roulette each of [`Spin::ALL`] has.
    pub(crate) roulette: [Weight; 4],
    /// A trap shuts again as soon as it has opened.
    pub(crate) close_after_use: bool,
}

/// A position with its open traps, and the spin that awaits an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrapState {
    pub(crate) position: Position<u64>,
    pub(crate) open: u64,
    pub(crate) spin: Option<Spin>,
}

impl TrapState {
    /// The pieces, and whose turn it is.
    #[inline(always)]
    #[must_use]
    pub fn position(&self) -> &Position<u64> {
        &self.position
    }
    /// The open traps.
    #[inline(always)]
    #[must_use]
    pub fn open(&self) -> u64 {
        self.open
    }
}

/// What a player does in the game with trap doors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TrapAction {
    /// Moves or captures.
    Play(Move<u64>),
    /// Opens the trap on this square.
    Open(u8),
    /// Closes the trap on this square.
    Close(u8),
}

impl Holds<u64> for TrapAction {
    #[inline(always)]
    fn of(play: Move<u64>) -> Self {
        TrapAction::Play(play)
    }
    #[inline(always)]
    fn play(&self) -> Option<&Move<u64>> {
        match self {
            TrapAction::Play(play) => Some(play),
            _ => None,
        }
    }
}

type View<'a, const WHITE: bool> = Field<'a, Diagonal<8, u64>, Rules, WHITE>;

impl Traps {
    /// The rules of moving and capturing.
    #[inline(always)]
    #[must_use]
    pub fn rules(&self) -> &Rules {
        self.draughts.rules()
    }

    #[inline(always)]
    fn view<const WHITE: bool>(&self, state: &TrapState) -> View<'_, WHITE> {
        Field::new(&self.draughts.board, &self.draughts.book, &state.position, state.open)
    }

    /// Whether the side to move can capture.
    pub(crate) fn can_capture(&self, state: &TrapState) -> bool {
        self.draughts.can_capture(&state.position)
    }

    #[inline(always)]
    fn can_move(&self, state: &TrapState) -> bool {
        match state.position.turn {
            Side::White => self.view::<true>(state).can_move(0),
            Side::Black => self.view::<false>(state).can_move(0),
        }
    }

    /// Whether a side has no piece, or the game is drawn.
    #[inline(always)]
    fn is_finished(&self, state: &TrapState) -> bool {
        state.position.pieces.contains(&0) || self.draughts.drawn(&state.position).is_some()
    }

    #[inline(always)]
    fn plays<const WHITE: bool>(&self, state: &TrapState, out: &mut Vec<TrapAction>) {
        let field = self.view::<WHITE>(state);
        field.captures(out);
        match state.spin {
            Some(Spin::Pawn) if out.is_empty() => field.quiets(false, 0, out),
            Some(spin) if out.is_empty() => {
                let (open, close) = self.sliders.steps(state.open, spin);
                out.extend(open.indices().map(TrapAction::Open));
                out.extend(close.indices().map(TrapAction::Close));
            }
            _ => {}
        }
    }

    #[inline(always)]
    fn count_plays<const WHITE: bool>(&self, state: &TrapState, scratch: &mut Vec<TrapAction>) -> u64 {
        let field = self.view::<WHITE>(state);
        match (field.count_captures(scratch), state.spin) {
            (0, None) => 0,
            (0, Some(Spin::Pawn)) => field.count_quiets(0),
            (0, Some(spin)) => {
                let (open, close) = self.sliders.steps(state.open, spin);
                u64::from((open | close).count())
            }
            (captures, _) => captures,
        }
    }
}

impl Game for Traps {
    type State = TrapState;
    type Action = TrapAction;
    type Roll = Spin;

    fn start(&self) -> TrapState {
        TrapState { position: self.draughts.start_position(), open: 0, spin: None }
    }

    fn turn(&self, state: &TrapState) -> Turn {
        let (side, other) = (state.position.turn, state.position.turn.other());
        // The side to move first: a capture of the last piece wins even if the captor fell.
        if state.position.own().is_none() {
            return Turn::Over(Outcome::won(other, Ending::NoPieces));
        }
        if state.position.theirs().is_none() {
            return Turn::Over(Outcome::won(side, Ending::NoPieces));
        }
        let can_capture = self.can_capture(state);
        if !can_capture && !self.can_move(state) {
            return Turn::Over(Outcome::won(other, Ending::Blocked));
        }
        if let Some(ending) = self.draughts.drawn(&state.position) {
            return Turn::Over(Outcome::drawn(ending));
        }
        if can_capture || state.spin.is_some() { Turn::Act(side) } else { Turn::Chance }
    }

    #[inline]
    fn is_chance(&self, state: &TrapState) -> bool {
        state.spin.is_none() && !self.is_finished(state) && !self.can_capture(state) && self.can_move(state)
    }

    #[inline]
    fn actions(&self, state: &TrapState, out: &mut Vec<TrapAction>) {
        out.clear();
        if self.is_finished(state) {
            return;
        }
        match state.position.turn {
            Side::White => self.plays::<true>(state, out),
            Side::Black => self.plays::<false>(state, out),
        }
    }

    #[inline]
    fn count(&self, state: &TrapState, scratch: &mut Vec<TrapAction>) -> u64 {
        if self.is_finished(state) {
            return 0;
        }
        match state.position.turn {
            Side::White => self.count_plays::<true>(state, scratch),
            Side::Black => self.count_plays::<false>(state, scratch),
        }
    }

    #[inline]
    fn apply(&self, state: &TrapState, action: TrapAction) -> TrapState {
        let first = self.draughts.book.first;
        match action {
            TrapAction::Play(play) => {
                let mut position = self.draughts.moved(&state.position, play);
                let to = u64::bit(play.to);
                if to.meets(state.open) {
                    position.remove(to);
                    position.quiet = 0;
                }
                TrapState { position, open: state.open, spin: None }
            }
            TrapAction::Open(square) => {
                let trap = u64::bit(square);
                let mut position = state.position;
                let swallows = position.occupied().meets(trap);
                position.remove(trap);
                position.end_turn(swallows, first);
                let open = if self.close_after_use { state.open } else { state.open | trap };
                TrapState { position, open, spin: None }
            }
            TrapAction::Close(square) => {
                let mut position = state.position;
                position.end_turn(false, first);
                TrapState { position, open: state.open.without(u64::bit(square)), spin: None }
            }
        }
    }

    fn rolls(&self, state: &TrapState, out: &mut Vec<(Spin, Weight)>) {
        out.clear();
        if self.is_chance(state) {
            out.extend(Spin::ALL.into_iter().zip(self.roulette).filter(|&(_, sectors)| sectors > 0));
        }
    }

    fn settle(&self, state: &TrapState, roll: Spin) -> TrapState {
        TrapState { spin: Some(roll), ..*state }
    }

    fn key(&self, state: &TrapState) -> u64 {
        let spin = state.spin.map_or(0, |spin| spin as u64 + 1);
        state.position.key(state.open ^ spin << 61)
    }

    fn repetition(&self) -> Option<u8> {
        None
    }
}
