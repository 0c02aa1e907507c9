//! Games with huffing: a removal that is owed is settled before anybody judges.

use damier_rules::board::Board;
use damier_rules::game::Side;
use damier_rules::huff::{Huff, HuffAction};
use damier_rules::jump::Rulebook;

use super::draughts::{PLANES, balance, features};
use super::{Playable, slot};

impl<B: Board, R: Rulebook + Sync> Playable for Huff<B, R> {
    const PLANES: usize = PLANES;

    #[inline]
    fn features(&self, state: &Self::State, found: impl FnMut(usize, u8)) {
        features(state.position(), found);
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
