//! Quiescence: where the depth is used up, captures and whatever else is forced are still played out.

use super::{Buffers, Search, Window, order};
use crate::evaluate::Evaluate;
use crate::playable::Playable;
use crate::score::{Score, WIN};

impl<G: Playable, E: Evaluate<G>> Search<'_, G, E> {
    pub(super) fn quiesce(&mut self, state: &G::State, depth: i32, window: Window, ply: usize) -> Score {
        let mut buffers = std::mem::take(&mut self.buffers[ply]);
        let is_free = self.game.noisy(state, &mut buffers.actions);
        let score = if is_free && (buffers.actions.is_empty() || depth <= -G::FREE_PLIES) {
            self.judge(state)
        } else if buffers.actions.is_empty() {
            self.result(state, ply)
        } else {
            self.noisy_best(state, &mut buffers, is_free, depth, window, ply)
        };
        self.buffers[ply] = buffers;
        score
    }

    fn noisy_best(
        &mut self,
        state: &G::State,
        buffers: &mut Buffers<G>,
        is_free: bool,
        depth: i32,
        window: Window,
        ply: usize,
    ) -> Score {
        let game = self.game;
        let Window { mut alpha, beta } = window;
        let mut best = -WIN;
        if is_free {
            best = self.judge(state);
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        self.order.rate(game, state, &buffers.actions, None, ply, &mut buffers.picks);
        let mut tried = 0;
        while let Some(nth) = order::pick(&mut buffers.picks) {
            if (tried > 0 || is_free) && self.overlooks(state, buffers.actions[nth], ply) {
                continue;
            }
            tried += 1;
            let next = game.apply(state, buffers.actions[nth]);
            let score = self.seen_from(state, &next, depth - 1, Window { alpha, beta }, ply + 1);
            if self.stopped {
                break;
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
