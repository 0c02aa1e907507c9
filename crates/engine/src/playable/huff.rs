//! Games with huffing: a removal that is owed is settled before anybody judges.

use damier_rules::bits::Bits;
use damier_rules::board::Board;
use damier_rules::game::Side;
use damier_rules::huff::{Huff, HuffAction};
use damier_rules::jump::Rulebook;

use super::draughts::{KINDS, balance, things};
use super::{Playable, quarters, slot};

impl<B: Board, R: Rulebook + Sync> Playable for Huff<B, R> {
    const KINDS: usize = KINDS;

    #[inline]
    fn things(&self, state: &Self::State, found: impl FnMut(usize, [u64; 2])) {
        things(state.position(), found);
    }

    #[inline]
    fn impatience(&self, state: &Self::State) -> usize {
        quarters(state.position().quiet(), self.rules().draws.quiet)
    }

    #[inline]
    fn patience(&self, state: &Self::State) -> Option<u16> {
        self.patience(state.position())
    }

    #[inline]
    fn side(&self, state: &Self::State) -> Side {
        state.position().turn()
    }

    #[inline]
    fn is_noisy(&self, _state: &Self::State, action: HuffAction<B::Bits>) -> bool {
        match action {
            HuffAction::Huff(_) => true,
            HuffAction::Play(play) => play.is_capture(),
            HuffAction::Pass { .. } => false,
        }
    }

    fn taken(&self, _state: &Self::State, action: HuffAction<B::Bits>) -> u32 {
        match action {
            HuffAction::Huff(_) => 1,
            HuffAction::Play(play) => play.taken().count(),
            HuffAction::Pass { .. } => 0,
        }
    }

    #[inline]
    fn slot(&self, action: HuffAction<B::Bits>) -> usize {
        match action {
            HuffAction::Huff(square) => slot(square, square),
            HuffAction::Play(play) => slot(play.from(), play.to()),
            HuffAction::Pass { .. } => slot(127, 127),
        }
    }

    #[inline]
    fn balance(&self, state: &Self::State) -> i32 {
        balance(state.position(), self.rules().flying)
    }
}
