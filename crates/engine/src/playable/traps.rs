//! The game with trap doors: captures come before the spin, so judging after them needs no chance.

use damier_rules::bits::Bits;
use damier_rules::game::Side;
use damier_rules::traps::{TrapAction, TrapState, Traps};

use super::draughts::{KINDS, balance, things};
use super::{Playable, left, quarters, slot};

impl Playable for Traps {
    const KINDS: usize = KINDS + 1;

    #[inline]
    fn things(&self, state: &TrapState, mut found: impl FnMut(usize, [u64; 2])) {
        things(state.position(), &mut found);
        found(KINDS, state.open().words());
    }

    #[inline]
    fn impatience(&self, state: &TrapState) -> usize {
        quarters(state.position().quiet(), self.rules().draws.quiet)
    }

    #[inline]
    fn patience(&self, state: &TrapState) -> Option<u16> {
        left(state.position().quiet(), self.rules().draws.quiet)
    }

    #[inline]
    fn side(&self, state: &TrapState) -> Side {
        state.position().turn()
    }

    #[inline]
    fn is_noisy(&self, _state: &TrapState, action: TrapAction) -> bool {
        matches!(action, TrapAction::Play(play) if play.is_capture())
    }

    fn taken(&self, _state: &TrapState, action: TrapAction) -> u32 {
        match action {
            TrapAction::Play(play) => play.taken().count(),
            TrapAction::Open(_) | TrapAction::Close(_) => 0,
        }
    }

    #[inline]
    fn slot(&self, action: TrapAction) -> usize {
        match action {
            TrapAction::Play(play) => slot(play.from(), play.to()),
            TrapAction::Open(square) => slot(square, 126),
            TrapAction::Close(square) => slot(square, 127),
        }
    }

    #[inline]
    fn balance(&self, state: &TrapState) -> i32 {
        balance(state.position(), self.rules().flying)
    }
}
