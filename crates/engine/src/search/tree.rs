//! Positions inside the tree: what the table knows, which actions are tried, and how deep.

use super::order::{self, Ranked};
use super::team::Errand;
use super::{ASKED_EVERY, Buffers, DEEPEST, Search, Window};
use crate::evaluate::Evaluate;
use crate::playable::{Playable, key_with_patience, least_patience};
use crate::score::{SURE, Score, WIN, end_in};
use crate::table::{Bound, Entry};

/// From this depth on, late actions are searched less deep.
const REDUCED_FROM: i32 = 3;
/// From this depth on, a position that looks much too good is only glanced at (ProbCut; Buro, 1995).
const GLANCED_FROM: i32 = 3;
/// How much too good, for each ply that is left.
const MUCH: Score = 200;

impl<G: Playable, E: Evaluate<G>> Search<'_, G, E> {
    /// The score of a position after another one, from the view of the side in the other one. With `scout`,
    /// a narrow window first asks whether it is worth a closer look.
    pub(super) fn child(
        &mut self,
        state: &G::State,
        next: &G::State,
        depth: i32,
        window: Window,
        ply: usize,
        scout: bool,
    ) -> Score {
        if scout {
            let score = self.seen_from(state, next, depth, Window::above(window.alpha), ply);
            if score <= window.alpha || score >= window.beta {
                return score;
            }
        }
        self.seen_from(state, next, depth, window, ply)
    }

    /// Searches a position and tells its score from the view of the side to move in another one.
    pub(super) fn seen_from(
        &mut self,
        state: &G::State,
        next: &G::State,
        depth: i32,
        window: Window,
        ply: usize,
    ) -> Score {
        if self.game.side(state) == self.game.side(next) {
            self.visit(next, depth, window, ply)
        } else {
            -self.visit(next, depth, window.turned(), ply)
        }
    }

    /// Searches a position.
    pub(super) fn visit(&mut self, state: &G::State, depth: i32, window: Window, ply: usize) -> Score {
        if self.stopped {
            return window.alpha;
        }
        self.nodes += 1;
        // At first always, because there are positions whose actions alone take a while to find.
        let is_enough = self.nodes >= self.limits.nodes && self.depth > 1;
        if self.nodes < ASKED_EVERY || self.nodes.is_multiple_of(ASKED_EVERY) || is_enough {
            self.stopped = is_enough || (self.limits.stop)();
        }
        self.heed_others();
        if ply >= DEEPEST - 1 {
            return self.judge(state);
        }
        if self.game.is_chance(state) {
            return self.chance(state, depth, window, ply);
        }
        if depth <= 0 {
            return self.quiesce(state, depth, window, ply);
        }
        let position = self.game.key(state);
        if self.repeats(position) {
            return 0;
        }
        let key = key_with_patience(self.game, state, position);
        let known = self.known(key, ply);
        if let Some(score) = known.and_then(|entry| settled(entry, depth, window)) {
            return score;
        }
        if let Some(score) = self.glance(state, depth, window, ply) {
            return score;
        }
        let mut buffers = std::mem::take(&mut self.buffers[ply]);
        self.game.actions(state, &mut buffers.actions);
        let score = if buffers.actions.is_empty() {
            self.result(state, ply)
        } else {
            self.keys.push(position);
            let best = known.and_then(|entry| entry.best);
            let errand = Errand { key, depth, window, ply };
            let is_shared = self.share(errand);
            let (score, best) = self.best_of(state, &mut buffers, best, depth, window, ply);
            self.keys.pop();
            match self.settled_by_others(is_shared) {
                Some(score) => score,
                None => {
                    self.remember(state, errand, score, best);
                    score
                }
            }
        };
        self.buffers[ply] = buffers;
        score
    }

    /// What the table knows; wins and losses are counted from here.
    pub(super) fn known(&self, key: u64, ply: usize) -> Option<Entry> {
        let entry = self.table.get(key)?;
        let score = match entry.score {
            score if score > SURE => score - ply as Score,
            score if score < -SURE => score + ply as Score,
            score => score,
        };
        Some(Entry { score, ..entry })
    }

    /// Puts a score into the table; wins and losses are counted from this position on. Of an end that is further away than
    /// patience may last, where the same key is met again, only the action is kept.
    pub(super) fn remember(&self, state: &G::State, errand: Errand, score: Score, best: Option<u16>) {
        if self.stopped {
            return;
        }
        let Errand { key, depth, window, ply } = errand;
        let bound = if score >= window.beta {
            Bound::Lower
        } else if score > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let score = match score {
            score if score > SURE => (score + ply as Score).min(WIN),
            score if score < -SURE => (score - ply as Score).max(-WIN),
            score => score,
        };
        let comes_in_time =
            |plies| least_patience(self.game, state).is_none_or(|left| plies < u32::from(left));
        let (score, bound) = match end_in(score) {
            Some(plies) if !comes_in_time(plies) => (-WIN, Bound::Lower),
            _ => (score, bound),
        };
        self.table.put(key, Entry { score, depth, bound, best });
    }

    /// Whether a shallow search finds a position so good that a deep one would hardly find less.
    fn glance(&mut self, state: &G::State, depth: i32, window: Window, ply: usize) -> Option<Score> {
        if window.is_wide() || depth < GLANCED_FROM || !self.guesses {
            return None;
        }
        let much = window.beta + MUCH * depth;
        if much >= SURE || self.judge(state) < window.beta {
            return None;
        }
        // One ply further, so that this position keeps its buffers.
        let score = self.visit(state, depth * 2 / 5, Window::above(much - 1), ply + 1);
        (score >= much && !self.stopped).then_some(window.beta)
    }

    /// Searches the actions of a position, the most promising first.
    fn best_of(
        &mut self,
        state: &G::State,
        buffers: &mut Buffers<G>,
        known: Option<u16>,
        depth: i32,
        window: Window,
        ply: usize,
    ) -> (Score, Option<u16>) {
        self.order.rate(self.game, state, &buffers.actions, known, ply, &mut buffers.picks);
        let only = buffers.actions.len() == 1;
        let deeper = if only { depth } else { depth - 1 };
        let (mut best, mut best_score) = (None, -WIN);
        let Window { mut alpha, beta } = window;
        let (mut picked, mut tried) = (0, 0);
        while let Some(pick) = order::pick_ranked(&mut buffers.picks, picked) {
            let Ranked { nth, rank, was_put_off } = pick;
            let action = buffers.actions[nth];
            if tried > 0 && self.overlooks(state, action, ply) {
                continue;
            }
            picked += usize::from(!was_put_off);
            let (claim, insists) = (self.claim(nth, depth), tried == 0 || was_put_off);
            if claim.as_ref().is_some_and(|claim| !claim.begin(insists)) {
                order::put_off(&mut buffers.picks, pick);
                continue;
            }
            let next = self.game.apply(state, action);
            let may_be_late = self.guesses && !self.game.is_noisy(state, action);
            let mut score = alpha + 1;
            if depth >= REDUCED_FROM && rank >= 3 && may_be_late {
                let less = if rank >= 8 { 2 } else { 1 };
                score = self.seen_from(state, &next, deeper - less, Window::above(alpha), ply + 1);
            }
            if score > alpha {
                score = self.child(state, &next, deeper, Window { alpha, beta }, ply + 1, tried > 0);
            }
            if let Some(claim) = claim {
                claim.end();
            }
            if self.stopped {
                break;
            }
            tried += 1;
            if score > best_score || best.is_none() {
                best_score = score;
                best = u16::try_from(nth).ok();
            }
            if score > alpha {
                alpha = score;
                if alpha >= beta {
                    let Buffers { actions, picks, .. } = buffers;
                    self.order.learn(self.game, state, (actions, picks), nth, depth, ply);
                    break;
                }
            }
        }
        (best_score, best)
    }
}

/// The score that an entry settles, if it was searched deep enough for this window.
pub(super) fn settled(entry: Entry, depth: i32, window: Window) -> Option<Score> {
    let settles = entry.depth >= depth
        && match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.score >= window.beta,
            Bound::Upper => entry.score <= window.alpha,
        };
    settles.then_some(entry.score)
}
