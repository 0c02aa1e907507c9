//! Quiescence: where the depth is used up, captures and whatever else is forced are still played out.

use super::{Buffers, Search, Window, order};
use crate::evaluate::Evaluate;
use crate::playable::Playable;
use crate::score::{Score, WIN};

/// How far actions that nobody is forced to are followed.
const FREE_PLIES: i32 = 4;

impl<G: Playable, E: Evaluate<G>> Search<'_, G, E> {
    pub(super) fn quiesce(&mut self, state: &G::State, depth: i32, window: Window, ply: usize) -> Score {
        let mut buffers = std::mem::take(&mut self.buffers[ply]);
        self.game.actions(state, &mut buffers.actions);
        let score = if buffers.actions.is_empty() {
            self.result(state, ply)
        } else {
            self.noisy_best(state, &mut buffers, depth, window, ply)
        };
        self.buffers[ply] = buffers;
        score
    }

    fn noisy_best(
        &mut self,
        state: &G::State,
        buffers: &mut Buffers<G>,
        depth: i32,
        window: Window,
        ply: usize,
    ) -> Score {
        let game = self.game;
        let noisy = buffers.actions.iter().filter(|&&action| game.is_noisy(state, action)).count();
        let forced = noisy == buffers.actions.len();
        let Window { mut alpha, beta } = window;
        let mut best = -WIN;
        if !forced {
            best = self.judge(state);
            if noisy == 0 || depth <= -FREE_PLIES || best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        self.order.rate(game, state, &buffers.actions, None, ply, &mut buffers.picks);
        // Noisy actions are rated above all others.
        for tried in 0..noisy {
            let Some(nth) = order::pick(&mut buffers.picks) else { break };
            if (tried > 0 || !forced) && self.overlooks(state, buffers.actions[nth], ply) {
                continue;
            }
            let next = game.apply(state, buffers.actions[nth]);
            let score = self.seen_from(state, &next, depth - 1, Window { alpha, beta }, ply + 1);
            if self.stopped {
                break;
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta && !self.exhaustive {
                break;
            }
        }
        best
    }
}
