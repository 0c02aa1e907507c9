//! The search: iterative deepening, principal variation search, quiescence, and chance.
//!
//! A score is always told from the view of the side whose turn it is ([`Playable::side`]). Where the side
//! stays the same from one position to the next, as after a huff or before a roll, the score does too.

mod chance;
mod order;
mod quiet;

use damier_rules::game::{Game, Turn};

use crate::evaluate::Evaluate;
use crate::playable::Playable;
use crate::score::{Score, WIN};
use crate::table::{Bound, Entry, Table};
use order::{Order, Picked};

/// The deepest line, in actions and rolls.
const DEEPEST: usize = 120;
/// Positions between two questions whether to stop.
const PATIENCE: u64 = 1 << 11;
/// From this depth on, late actions are searched less deep.
const REDUCED_FROM: i32 = 3;

/// When a search ends. Whatever comes first counts; the first depth is always finished.
#[derive(Clone, Copy)]
pub struct Limits<'s> {
    /// The deepest iteration.
    pub depth: u32,
    /// The most positions.
    pub nodes: u64,
    /// Asked now and then whether to stop.
    pub stop: &'s (dyn Fn() -> bool + Sync),
    /// How many of the best actions to rank.
    pub lines: usize,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits { depth: 100, nodes: u64::MAX, stop: &|| false, lines: 1 }
    }
}

/// The result of an iteration: an action, what it is worth, and what is expected to follow.
#[derive(Clone, PartialEq, Debug)]
pub struct Line<A> {
    /// How deep it was searched.
    pub depth: u32,
    /// What it is worth to the side to move.
    pub score: Score,
    /// Positions met so far.
    pub nodes: u64,
    /// Its place among the best, from 0.
    pub rank: usize,
    /// The action, and those expected after it, as far as chance allows to foresee them.
    pub actions: Vec<A>,
}

/// A search of one game by one thread.
pub struct Search<'a, G: Playable, E> {
    game: &'a G,
    evaluate: &'a E,
    table: &'a Table,
    order: Order,
    /// A buffer for each ply, so that no position allocates memory.
    buffers: Vec<Buffers<G>>,
    /// The keys of the positions played and searched through, for repetition.
    keys: Vec<u64>,
    nodes: u64,
    limits: Limits<'a>,
    stopped: bool,
    /// Searches every branch to the full depth, for comparison.
    exhaustive: bool,
}

struct Buffers<G: Game> {
    actions: Vec<G::Action>,
    picks: Vec<i32>,
    outcomes: Vec<(G::State, f32)>,
}

impl<G: Game> Default for Buffers<G> {
    fn default() -> Self {
        Buffers { actions: Vec::new(), picks: Vec::new(), outcomes: Vec::new() }
    }
}

impl<'a, G: Playable, E: Evaluate<G>> Search<'a, G, E> {
    /// A search with an evaluation and a table, which may be shared.
    pub fn new(game: &'a G, evaluate: &'a E, table: &'a Table) -> Self {
        Search {
            game,
            evaluate,
            table,
            order: Order::new(DEEPEST + 1),
            buffers: (0..=DEEPEST).map(|_| Buffers::default()).collect(),
            keys: Vec::new(),
            nodes: 0,
            limits: Limits::default(),
            stopped: false,
            exhaustive: false,
        }
    }

    /// Searches a position; `played` are the keys of the positions before it. `found` hears of every line
    /// of every finished iteration. Returns the best line, or nothing where nobody acts.
    pub fn run(
        &mut self,
        state: &G::State,
        played: &[u64],
        limits: Limits<'a>,
        mut found: impl FnMut(&Line<G::Action>),
    ) -> Option<Line<G::Action>> {
        self.limits = limits;
        (self.nodes, self.stopped) = (0, false);
        self.keys.clear();
        self.keys.extend(played);
        self.keys.push(self.game.key(state));
        let mut roots = Vec::new();
        self.game.actions(state, &mut roots);
        let mut best: Option<Line<G::Action>> = None;
        for depth in 1..=limits.depth.min(DEEPEST as u32 / 2) {
            let lines = self.iteration(state, &mut roots, depth);
            if self.stopped && best.is_some() {
                break;
            }
            lines.iter().for_each(&mut found);
            best = lines.into_iter().next();
            if best.as_ref().is_none_or(|line| self.stopped || line.score.abs() > WIN - depth as i32) {
                break;
            }
        }
        best
    }

    /// One iteration: the best lines, each without the actions of those before it.
    fn iteration(&mut self, state: &G::State, roots: &mut [G::Action], depth: u32) -> Vec<Line<G::Action>> {
        let mut lines = Vec::new();
        for rank in 0..self.limits.lines.min(roots.len()) {
            let (mut alpha, mut best) = (-WIN, None);
            for (nth, &action) in roots.iter().enumerate().skip(rank) {
                let next = self.game.apply(state, action);
                let score = self.child(state, &next, depth as i32 - 1, alpha, WIN, 1, nth > rank);
                // Whatever is known of the first depth is better than nothing.
                if self.stopped && (depth > 1 || best.is_some()) {
                    break;
                }
                if best.is_none() || score > alpha {
                    (alpha, best) = (score, Some(nth));
                }
            }
            let Some(nth) = best else { break };
            roots[rank..=nth].rotate_right(1);
            let actions = self.expected(state, roots[rank]);
            lines.push(Line { depth, score: alpha, nodes: self.nodes, rank, actions });
            if self.stopped {
                break;
            }
        }
        lines
    }

    /// The action and what the table expects after it.
    fn expected(&self, state: &G::State, first: G::Action) -> Vec<G::Action> {
        let (mut line, mut list) = (vec![first], Vec::new());
        let mut at = self.game.apply(state, first);
        while line.len() < 20 {
            self.game.actions(&at, &mut list);
            let best = self.table.get(self.game.key(&at)).and_then(|entry| entry.best);
            let Some(&next) = best.and_then(|best| list.get(usize::from(best))) else { break };
            line.push(next);
            at = self.game.apply(&at, next);
        }
        line
    }

    /// The score of a position after another one, from the view of the side in the other one. With `scout`,
    /// a narrow window first asks whether it is worth a closer look.
    #[allow(clippy::too_many_arguments)]
    fn child(
        &mut self,
        state: &G::State,
        next: &G::State,
        depth: i32,
        alpha: Score,
        beta: Score,
        ply: usize,
        scout: bool,
    ) -> Score {
        if scout && !self.exhaustive {
            let score = self.seen_from(state, next, depth, alpha, alpha + 1, ply);
            if score <= alpha || score >= beta {
                return score;
            }
        }
        self.seen_from(state, next, depth, alpha, beta, ply)
    }

    /// Searches a position and tells its score from the view of the side to move in another one.
    fn seen_from(
        &mut self,
        state: &G::State,
        next: &G::State,
        depth: i32,
        alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Score {
        if self.game.side(state) == self.game.side(next) {
            self.visit(next, depth, alpha, beta, ply)
        } else {
            -self.visit(next, depth, -beta, -alpha, ply)
        }
    }

    /// Searches a position.
    fn visit(&mut self, state: &G::State, depth: i32, alpha: Score, beta: Score, ply: usize) -> Score {
        if self.stopped {
            return alpha;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(PATIENCE) || self.nodes >= self.limits.nodes {
            self.stopped = self.nodes >= self.limits.nodes || (self.limits.stop)();
        }
        if ply >= DEEPEST {
            return self.evaluate.score(self.game, state);
        }
        if self.game.is_chance(state) {
            return self.chance(state, depth, alpha, beta, ply);
        }
        if depth <= 0 {
            return self.quiesce(state, depth, alpha, beta, ply);
        }
        let key = self.game.key(state);
        if !self.exhaustive && self.repeats(key) {
            return 0;
        }
        let known = self.table.get(key).filter(|_| !self.exhaustive);
        if let Some(entry) = known.filter(|entry| entry.depth >= depth) {
            match entry.bound {
                Bound::Exact => return entry.score,
                Bound::Lower if entry.score >= beta => return entry.score,
                Bound::Upper if entry.score <= alpha => return entry.score,
                _ => {}
            }
        }
        let mut buffers = std::mem::take(&mut self.buffers[ply]);
        self.game.actions(state, &mut buffers.actions);
        let score = if buffers.actions.is_empty() {
            self.result(state, ply)
        } else {
            self.keys.push(key);
            let best = known.and_then(|entry| entry.best);
            let (score, best) = self.best_of(state, &mut buffers, best, depth, alpha, beta, ply);
            self.keys.pop();
            if !self.stopped {
                let bound = if score >= beta {
                    Bound::Lower
                } else if score > alpha {
                    Bound::Exact
                } else {
                    Bound::Upper
                };
                self.table.put(key, Entry { score, depth, bound, best });
            }
            score
        };
        self.buffers[ply] = buffers;
        score
    }

    /// Searches the actions of a position, the most promising first.
    #[allow(clippy::too_many_arguments)]
    fn best_of(
        &mut self,
        state: &G::State,
        buffers: &mut Buffers<G>,
        known: Option<u16>,
        depth: i32,
        alpha: Score,
        beta: Score,
        ply: usize,
    ) -> (Score, Option<u16>) {
        self.order.rate(self.game, state, &buffers.actions, known, ply, &mut buffers.picks);
        let only = buffers.actions.len() == 1 && !self.exhaustive;
        let deeper = if only { depth } else { depth - 1 };
        let (mut best, mut best_score, mut alpha) = (None, -WIN, alpha);
        let mut tried = 0;
        while let Some(Picked { nth, .. }) = order::pick(&mut buffers.picks) {
            let action = buffers.actions[nth];
            let next = self.game.apply(state, action);
            let noisy = self.game.is_noisy(state, action);
            let mut score = alpha + 1;
            if depth >= REDUCED_FROM && tried >= 3 && !noisy && !self.exhaustive {
                let less = if tried >= 8 { 2 } else { 1 };
                score = self.seen_from(state, &next, deeper - less, alpha, alpha + 1, ply + 1);
            }
            if score > alpha {
                score = self.child(state, &next, deeper, alpha, beta, ply + 1, tried > 0);
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
                if alpha >= beta && !self.exhaustive {
                    self.order.learn(self.game, action, &buffers.actions, nth, depth, ply, noisy);
                    break;
                }
            }
        }
        (best_score, best)
    }

    /// The score of a game that is over.
    fn result(&self, state: &G::State, ply: usize) -> Score {
        match self.game.turn(state) {
            Turn::Over(outcome) => match outcome.winner {
                None => 0,
                Some(winner) if winner == self.game.side(state) => WIN - ply as Score,
                Some(_) => ply as Score - WIN,
            },
            _ => self.evaluate.score(self.game, state),
        }
    }

    /// Whether a position was met before: then it will be met again.
    fn repeats(&self, key: u64) -> bool {
        self.game.repetition().is_some() && self.keys.contains(&key)
    }
}

#[cfg(test)]
mod tests;
