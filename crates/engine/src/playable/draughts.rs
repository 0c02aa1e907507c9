//! Jumping games in which captures are compulsory.

use damier_rules::bits::Bits;
use damier_rules::board::Board;
use damier_rules::game::Side;
use damier_rules::jump::{Draughts, Move, Position, Rulebook};

use super::{Playable, quarters, slot};

/// What a king is worth where it flies, and where it steps, in hundredths of a man.
const FLYING: i32 = 300;
const STEPPING: i32 = 140;

/// The balance of men and kings to the advantage of the side to move.
pub(super) fn balance<S: Bits>(position: &Position<S>, flying: bool) -> i32 {
    let king = if flying { FLYING } else { STEPPING };
    let worth = |side: Side| {
        100 * position.men_of(side).count() as i32 + king * position.kings_of(side).count() as i32
    };
    worth(position.turn()) - worth(position.turn().other())
}

/// Own men, own kings, their men, their kings.
pub(super) const KINDS: usize = 4;

/// Tells men and kings from the view of the side to move.
#[inline(always)]
pub(super) fn things<S: Bits>(position: &Position<S>, mut found: impl FnMut(usize, [u64; 2])) {
    for (side, kind) in [(position.turn(), 0), (position.turn().other(), 2)] {
        found(kind, position.men_of(side).words());
        found(kind + 1, position.kings_of(side).words());
    }
}

impl<B: Board, R: Rulebook + Sync> Playable for Draughts<B, R> {
    const KINDS: usize = KINDS;

    #[inline]
    fn things(&self, state: &Self::State, found: impl FnMut(usize, [u64; 2])) {
        things(state, found);
    }

    #[inline]
    fn impatience(&self, state: &Self::State) -> usize {
        quarters(state.quiet(), self.rules().draws.quiet)
    }

    #[inline]
    fn patience(&self, state: &Self::State) -> Option<u16> {
        Draughts::patience(self, state)
    }

    #[inline]
    fn side(&self, state: &Self::State) -> Side {
        state.turn()
    }

    #[inline]
    fn is_noisy(&self, _state: &Self::State, action: Move<B::Bits>) -> bool {
        action.is_capture()
    }

    #[inline]
    fn noisy(&self, state: &Self::State, out: &mut Vec<Self::Action>) -> bool {
        self.captures(state, out)
    }

    fn taken(&self, _state: &Self::State, action: Move<B::Bits>) -> u32 {
        action.taken().count()
    }

    #[inline]
    fn slot(&self, action: Move<B::Bits>) -> usize {
        slot(action.from(), action.to())
    }

    #[inline]
    fn balance(&self, state: &Self::State) -> i32 {
        balance(state, self.rules().flying)
    }
}
