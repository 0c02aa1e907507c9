//! The game with trap doors: captures come before the spin, so judging after them needs no chance.

use damier_rules::bits::Bits;
use damier_rules::game::Side;
use damier_rules::traps::{TrapAction, TrapState, Traps};

use super::draughts::{PLANES, balance, features};
use super::{Playable, slot};

impl Playable for Traps {
    const PLANES: usize = PLANES + 1;

    #[inline]
    fn features(&self, state: &TrapState, mut found: impl FnMut(usize, u8)) {
        features(state.position(), &mut found);
        state.open().indices().for_each(|index| found(PLANES, index));
    }

    #[inline]
    fn side(&self, state: &TrapState) -> Side {
        state.position().turn()
    }

    #[inline]
    fn is_noisy(&self, _state: &TrapState, action: TrapAction) -> bool {
        matches!(action, TrapAction::Play(play) if play.is_capture())
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
