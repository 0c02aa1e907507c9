//! Chance: the average over outcomes, with as few of them searched as bounds allow (Star2; Ballard, 1983).

use super::tree::settled;
use super::{Search, Window, order};
use crate::evaluate::Evaluate;
use crate::playable::Playable;
use crate::score::{Score, WIN};

/// From this depth on it pays to look at one action of each outcome first.
const PROBED_FROM: i32 = 2;

/// What is known of one outcome.
#[derive(Clone, Copy)]
struct Range {
    probability: f32,
    least: f32,
    most: f32,
}

impl<G: Playable, E: Evaluate<G>> Search<'_, G, E> {
    pub(super) fn chance(&mut self, state: &G::State, depth: i32, window: Window, ply: usize) -> Score {
        if depth <= 0 && !self.game.is_midway(state) {
            return self.judge(state);
        }
        let key = self.table_key(state);
        if let Some(score) = self.known(key, ply).and_then(|entry| settled(entry, depth, window)) {
            return score;
        }
        let mut buffers = std::mem::take(&mut self.buffers[ply]);
        self.game.outcomes(state, &mut buffers.outcomes);
        let score = self.average(state, &buffers.outcomes, depth, window, ply);
        self.buffers[ply] = buffers;
        self.remember(key, score, depth, window, None, ply);
        score
    }

    fn average(
        &mut self,
        state: &G::State,
        outcomes: &[(G::State, f32)],
        depth: i32,
        window: Window,
        ply: usize,
    ) -> Score {
        let Window { alpha, beta } = window;
        let (low, high) = (-WIN as f32, WIN as f32);
        let mut ranges = [Range { probability: 0.0, least: low, most: high }; MOST_OUTCOMES];
        let ranges = &mut ranges[..outcomes.len().min(MOST_OUTCOMES)];
        for (range, outcome) in ranges.iter_mut().zip(outcomes) {
            range.probability = outcome.1;
        }
        if depth >= PROBED_FROM {
            for (nth, (next, _)) in outcomes.iter().enumerate().take(ranges.len()) {
                self.probe(state, next, depth, ply, &mut ranges[nth]);
                if self.stopped {
                    return alpha;
                }
                if sum(ranges, |range| range.least) >= beta as f32 {
                    return beta;
                }
                if sum(ranges, |range| range.most) <= alpha as f32 {
                    return alpha;
                }
            }
        }
        let mut exact = 0.0;
        for nth in 0..ranges.len() {
            let (next, probability) = outcomes[nth];
            let rest = &ranges[nth + 1..];
            let (worst, best) = (sum(rest, |range| range.least), sum(rest, |range| range.most));
            // Outside this window, nothing that the others do can bring the average back inside.
            let least = ((alpha as f32 - exact - best) / probability).floor().max(low);
            let most = ((beta as f32 - exact - worst) / probability).ceil().min(high);
            let inner = Window { alpha: least as Score, beta: most as Score };
            let score = self.seen_from(state, &next, depth, inner, ply + 1) as f32;
            if self.stopped {
                return alpha;
            }
            if score <= least && least > low {
                return alpha;
            }
            if score >= most && most < high {
                return beta;
            }
            exact += probability * score;
        }
        exact.round() as Score
    }

    /// Looks at the most promising action of an outcome: whoever acts there can have at least that.
    fn probe(&mut self, state: &G::State, next: &G::State, depth: i32, ply: usize, range: &mut Range) {
        if self.game.is_chance(next) {
            return;
        }
        let mut buffers = std::mem::take(&mut self.buffers[ply + 1]);
        self.game.actions(next, &mut buffers.actions);
        let known = self.table.get(self.table_key(next)).and_then(|entry| entry.best);
        self.order.rate(self.game, next, &buffers.actions, known, ply + 1, &mut buffers.picks);
        if let Some(nth) = order::pick(&mut buffers.picks) {
            let after = self.game.apply(next, buffers.actions[nth]);
            let score = self.seen_from(next, &after, depth - 1, Window::FULL, ply + 2) as f32;
            if self.game.side(state) == self.game.side(next) {
                range.least = score;
            } else {
                range.most = -score;
            }
        }
        self.buffers[ply + 1] = buffers;
    }
}

/// More outcomes than any game has: three spins and a fourth, or the results of a fight.
const MOST_OUTCOMES: usize = 16;

fn sum(ranges: &[Range], bound: impl Fn(&Range) -> f32) -> f32 {
    ranges.iter().map(|range| range.probability * bound(range)).sum()
}
