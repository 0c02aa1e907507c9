//! Chance: the average over outcomes, with as few of them searched as bounds allow (Star2; Ballard, 1983).

use super::team::Errand;
use super::tree::settled;
use super::{Search, Window, order};
use crate::evaluate::Evaluate;
use crate::playable::Playable;
use crate::score::{Score, WIN};

/// From this depth on it pays to look at one action of each outcome first.
const PROBED_FROM: i32 = 2;
/// From this depth on, an average that looks far too good or bad is only glanced at (ChanceProbCut; Schadd, Winands
/// and Uiterwijk, 2009).
const GLANCED_FROM: i32 = 3;
/// How far, for each ply that is left and one more.
const FAR: Score = 100;

/// From this depth on, a result of a fight is searched one ply less where it is rare and two where it hardly ever
/// happens: +7 Elo without luck (51.0 % ± 0.7, 400 games at 10 000 positions).
const RARE_FROM: i32 = 2;
const RARE: f32 = 0.2;
const HARDLY_EVER: f32 = 0.05;

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
        if let Some(score) = self.glance_at_chance(state, depth, window, ply) {
            return score;
        }
        let mut buffers = std::mem::take(&mut self.buffers[ply]);
        self.game.outcomes(state, &mut buffers.outcomes);
        let score = self.average(state, &buffers.outcomes, depth, window, ply);
        self.buffers[ply] = buffers;
        self.remember(state, Errand { key, depth, window, ply }, score, None);
        score
    }

    /// Whether a shallow search finds an average so far outside a narrow window that a deep one would hardly come
    /// back into it. A fight is worth a glance, together with probes that have bounds (+27 Elo [+6, +48] in the game of
    /// strides); a spin before every turn isn't (−8 [−32, +17] and −2 [−25, +22]). 600 games each.
    fn glance_at_chance(
        &mut self,
        state: &G::State,
        depth: i32,
        window: Window,
        ply: usize,
    ) -> Option<Score> {
        if window.is_wide() || depth < GLANCED_FROM || !self.may_guess(state) {
            return None;
        }
        let far = FAR * (depth + 1);
        let Window { alpha, beta } = Window { alpha: window.alpha - far, beta: window.beta + far };
        if alpha <= -WIN || beta >= WIN {
            return None;
        }
        // One ply further, so that this position keeps its buffers.
        let score = self.chance(state, depth * 2 / 5, Window { alpha, beta }, ply + 1);
        match score {
            _ if self.stopped => None,
            score if score >= beta => Some(window.beta),
            score if score <= alpha => Some(window.alpha),
            _ => None,
        }
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
        let unknown = Range { probability: 0.0, least: -WIN as f32, most: WIN as f32 };
        let mut ranges = [unknown; MOST_OUTCOMES];
        let ranges = &mut ranges[..outcomes.len().min(MOST_OUTCOMES)];
        for (range, outcome) in ranges.iter_mut().zip(outcomes) {
            range.probability = outcome.1;
        }
        if depth >= PROBED_FROM {
            for (nth, (next, _)) in outcomes.iter().enumerate().take(ranges.len()) {
                let inner = inner(window, ranges, nth);
                self.probe(state, next, depth, inner, ply, &mut ranges[nth]);
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
        let may_be_rare = depth >= RARE_FROM && self.may_guess(state);
        for nth in 0..ranges.len() {
            let inner = inner(window, ranges, nth);
            let (next, probability) = &outcomes[nth];
            let less = if may_be_rare { plies_less(*probability) } else { 0 };
            let score = self.seen_from(state, next, depth - less, inner, ply + 1);
            if self.stopped || score <= inner.alpha && inner.alpha > -WIN {
                return alpha;
            }
            if score >= inner.beta && inner.beta < WIN {
                return beta;
            }
            (ranges[nth].least, ranges[nth].most) = (score as f32, score as f32);
        }
        sum(ranges, |range| range.least).round() as Score
    }

    /// Whether an average may be guessed: that of a fight, but not that of a spin before every turn. Fights are searched by
    /// depth only for weak players and where a depth is asked for; the ladders of those games were measured with it.
    fn may_guess(&self, state: &G::State) -> bool {
        self.guesses && self.game.is_midway(state)
    }

    /// Looks at the most promising action of an outcome: whoever acts there can have at least that.
    fn probe(
        &mut self,
        state: &G::State,
        next: &G::State,
        depth: i32,
        window: Window,
        ply: usize,
        range: &mut Range,
    ) {
        if self.game.is_chance(next) {
            return;
        }
        let mut buffers = std::mem::take(&mut self.buffers[ply + 1]);
        self.game.actions(next, &mut buffers.actions);
        let known = self.table.get(self.table_key(next)).and_then(|entry| entry.best);
        self.order.rate(self.game, next, &buffers.actions, known, ply + 1, &mut buffers.picks);
        if let Some(nth) = order::pick(&mut buffers.picks) {
            let after = self.game.apply(next, buffers.actions[nth]);
            let is_own = self.game.side(state) == self.game.side(next);
            let window = if is_own { window } else { window.turned() };
            let score = self.seen_from(next, &after, depth - 1, window, ply + 2);
            if score > window.alpha && is_own {
                range.least = score as f32;
            } else if score > window.alpha {
                range.most = -score as f32;
            }
        }
        self.buffers[ply + 1] = buffers;
    }
}

/// How much less deep a result is searched for being unlikely.
fn plies_less(probability: f32) -> i32 {
    match probability {
        ..HARDLY_EVER => 2,
        ..RARE => 1,
        _ => 0,
    }
}

/// More outcomes than any game has: three spins and a fourth, or the results of a fight.
const MOST_OUTCOMES: usize = 16;

/// The window of one outcome: outside it, nothing that the others do can bring the average back inside its own.
fn inner(Window { alpha, beta }: Window, ranges: &[Range], nth: usize) -> Window {
    let Range { probability, least, most } = ranges[nth];
    let worst = sum(ranges, |range| range.least) - probability * least;
    let best = sum(ranges, |range| range.most) - probability * most;
    Window {
        alpha: ((alpha as f32 - best) / probability).floor().max(-WIN as f32) as Score,
        beta: ((beta as f32 - worst) / probability).ceil().min(WIN as f32) as Score,
    }
}

fn sum(ranges: &[Range], bound: impl Fn(&Range) -> f32) -> f32 {
    ranges.iter().map(|range| range.probability * bound(range)).sum()
}
