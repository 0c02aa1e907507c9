//! The search: iterative deepening, principal variation search, quiescence, and chance.
//!
//! A score is always told from the view of the side whose turn it is ([`Playable::side`]). Where the side
//! stays the same from one position to the next, as after a huff or before a roll, the score does too.

mod busy;
mod chance;
mod order;
mod quiet;
mod team;
mod tree;

pub use team::search_together;

use std::cmp::Reverse;

use damier_rules::game::{Game, Turn};

use crate::best_first::BestFirst;
use crate::evaluate::Evaluate;
use crate::playable::{Playable, key_with_patience};
use crate::score::{Score, WIN};
use crate::table::Table;
use crate::weakness::Weakness;
use order::Order;
use team::Part;

/// The deepest line, in actions and rolls.
const DEEPEST: usize = 120;
/// Positions between two questions whether to stop, once a search is under way.
const ASKED_EVERY: u64 = 1 << 10;
/// How far from the score of the last iteration the next one is expected at first.
const ASPIRATION: Score = 150;

/// When a search ends. Whatever comes first counts; the first depth is always finished, unless it is told to stop. A search
/// best first also ends when its graph has no more room, the game is as good as decided, or little more is to be found.
#[derive(Clone, Copy)]
pub struct Limits<'s> {
    /// The deepest iteration; from 60 on it is no limit.
    pub depth: u32,
    /// The most positions.
    pub nodes: u64,
    /// Asked now and then whether to stop.
    pub stop: &'s (dyn Fn() -> bool + Sync),
    /// How many of the best actions to rank.
    pub lines: usize,
    /// What isn't seen.
    pub weakness: Option<Weakness>,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits { depth: 100, nodes: u64::MAX, stop: &|| false, lines: 1, weakness: None }
    }
}

impl Limits<'_> {
    /// Whether the best action is wanted, however it is found: not one at a certain depth, which only a search by depth
    /// knows, nor one of a weak player, whose weaknesses are those of that search.
    fn is_for_the_best(&self) -> bool {
        self.depth >= DEEPEST as u32 / 2 && self.weakness.is_none()
    }
}

/// What a search has come to: an action, what it is worth, and what is expected to follow.
#[derive(Clone, PartialEq, Debug)]
pub struct Line<A> {
    /// How deep it was searched, on average where the best comes first.
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
    evaluate: E,
    table: &'a Table,
    order: Order,
    /// A buffer for each ply, which later positions use again.
    buffers: Vec<Buffers<G>>,
    /// The keys of the positions played and searched through, for repetition.
    keys: Vec<u64>,
    nodes: u64,
    /// The depth of this iteration.
    depth: u32,
    limits: Limits<'a>,
    stopped: bool,
    /// Whether what only looks settled may be cut off or searched less deep.
    guesses: bool,
    /// The part in a search by several threads, if this is one.
    part: Option<Part<'a>>,
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

/// Scores that matter: what is at most `alpha` or at least `beta` need not be known exactly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Window {
    alpha: Score,
    beta: Score,
}

impl Window {
    const FULL: Window = Window { alpha: -WIN, beta: WIN };

    /// Asks only whether a score is above this.
    fn above(alpha: Score) -> Self {
        Window { alpha, beta: alpha + 1 }
    }

    /// The same scores as the other side sees them.
    fn turned(self) -> Self {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    fn is_wide(self) -> bool {
        self.beta - self.alpha > 1
    }
}

impl<'a, G: Playable, E: Evaluate<G>> Search<'a, G, E> {
    /// A search with an evaluation and a table, which may be shared.
    pub fn new(game: &'a G, evaluate: E, table: &'a Table) -> Self {
        Search {
            game,
            evaluate,
            table,
            order: Order::new(DEEPEST + 1),
            buffers: (0..=DEEPEST).map(|_| Buffers::default()).collect(),
            keys: Vec::new(),
            nodes: 0,
            depth: 0,
            limits: Limits::default(),
            stopped: false,
            guesses: true,
            part: None,
        }
    }

    /// Searches a position; `played` are the keys of the positions before it. `found` hears of every line of
    /// every finished iteration and, if one line is asked for, of a better one that an unfinished iteration
    /// has come to; best first, of every line whenever twice as much was tried. Returns the best line, or nothing where
    /// nobody acts.
    pub fn run(
        &mut self,
        state: &G::State,
        played: &[u64],
        limits: Limits<'a>,
        found: impl FnMut(&Line<G::Action>),
    ) -> Option<Line<G::Action>> {
        if G::BEST_FIRST && limits.is_for_the_best() {
            return BestFirst::new(self.game, &mut self.evaluate, state)?.run(limits, found);
        }
        self.table.grow_older();
        self.deepen(state, played, limits, found)
    }

    /// The iterations.
    fn deepen(
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
        self.overlook_roots(state, &mut roots);
        let mut best: Vec<Line<G::Action>> = Vec::new();
        for depth in 1..=limits.depth.clamp(1, DEEPEST as u32 / 2) {
            self.depth = depth;
            let lines = self.iteration(state, &mut roots, &best);
            if self.stopped && !best.is_empty() {
                // An iteration that was cut off began with the best action of the one before it: whatever it
                // found is as good or better (+33 Elo [+2, +65] in international draughts, 200 games).
                let better = lines.into_iter().next().filter(|line| line.actions[0] != best[0].actions[0]);
                if let Some(line) = better.filter(|_| limits.lines == 1) {
                    found(&line);
                    best[0] = line;
                }
                break;
            }
            lines.iter().for_each(&mut found);
            best = lines;
            if self.stopped || best.iter().all(|line| line.score.abs() > WIN - depth as i32) {
                break;
            }
        }
        best.into_iter().next()
    }

    /// One iteration: the best lines, best first. Each is searched without the actions of those before it.
    fn iteration(
        &mut self,
        state: &G::State,
        roots: &mut [G::Action],
        before: &[Line<G::Action>],
    ) -> Vec<Line<G::Action>> {
        let mut lines = Vec::new();
        for rank in 0..self.limits.lines.min(roots.len()) {
            let expected = before.get(rank).map(|line| line.score);
            let Some((score, nth)) = self.aspire(state, &roots[rank..], expected) else { break };
            roots[rank..=rank + nth].rotate_right(1);
            let actions = self.expected(state, roots[rank]);
            lines.push(Line { depth: self.depth, score, nodes: self.nodes, rank, actions });
            if self.stopped {
                break;
            }
        }
        // What a narrow window refused for a line before may turn out better when it is looked at in full.
        lines.sort_by_key(|line: &Line<_>| Reverse(line.score));
        for (rank, line) in lines.iter_mut().enumerate() {
            (line.rank, roots[rank]) = (rank, line.actions[0]);
        }
        lines
    }

    /// The best of some actions: first within a narrow window around what is expected, then in wider ones.
    fn aspire(
        &mut self,
        state: &G::State,
        roots: &[G::Action],
        expected: Option<Score>,
    ) -> Option<(Score, usize)> {
        let mut width = ASPIRATION;
        let mut window = match expected {
            Some(score) if self.depth >= 4 => Window { alpha: score - width, beta: score + width },
            _ => Window::FULL,
        };
        loop {
            window = Window { alpha: window.alpha.max(-WIN), beta: window.beta.min(WIN) };
            let (score, nth) = self.best_root(state, roots, window)?;
            let is_low = score <= window.alpha && window.alpha > -WIN;
            let is_high = score >= window.beta && window.beta < WIN;
            if self.stopped && is_low {
                // Nothing is known but that what was expected fails.
                return None;
            }
            if self.stopped || !(is_low || is_high) {
                return Some((score, nth));
            }
            width *= 4;
            if is_low {
                window.alpha = score - width;
            } else {
                window.beta = score + width;
            }
        }
    }

    fn best_root(&mut self, state: &G::State, roots: &[G::Action], window: Window) -> Option<(Score, usize)> {
        let depth = self.depth as i32 - 1;
        let mut best: Option<(Score, usize)> = None;
        for (nth, &action) in roots.iter().enumerate() {
            let next = self.game.apply(state, action);
            let alpha = best.map_or(window.alpha, |(score, _)| score.max(window.alpha));
            let wanted = Window { alpha, beta: window.beta };
            let score = self.child(state, &next, depth, wanted, 1, nth > 0);
            if self.stopped {
                // Somebody who may not even look at the first action plays it, and knows what he sees.
                let unseen = (best.is_none() && depth == 0).then(|| (self.judge(state), nth));
                return best.or(unseen);
            }
            if best.is_none_or(|(known, _)| score > known) {
                best = Some((score, nth));
            }
            if score >= window.beta {
                break;
            }
        }
        best
    }

    /// The action and what the table expects after it.
    fn expected(&self, state: &G::State, first: G::Action) -> Vec<G::Action> {
        let (mut line, mut list) = (vec![first], Vec::new());
        let mut at = self.game.apply(state, first);
        while line.len() < 20 {
            self.game.actions(&at, &mut list);
            let best = self.table.get(self.table_key(&at)).and_then(|entry| entry.best);
            let Some(&next) = best.and_then(|best| list.get(usize::from(best))) else { break };
            line.push(next);
            at = self.game.apply(&at, next);
        }
        line
    }

    /// Leaves out what a weak player doesn't see, unless that is everything.
    fn overlook_roots(&self, state: &G::State, roots: &mut Vec<G::Action>) {
        let first = roots.first().copied();
        roots.retain(|&action| !self.overlooks(state, action, 0));
        if roots.is_empty() {
            roots.extend(first);
        }
    }

    /// Whether a weak player doesn't see an action so many plies ahead.
    fn overlooks(&self, state: &G::State, action: G::Action, ply: usize) -> bool {
        self.limits.weakness.is_some_and(|weakness| {
            let taken = self.game.taken(state, action);
            weakness.overlooks(self.game.key(state), self.game.slot(action), ply, taken)
        })
    }

    /// What a position is worth without looking ahead.
    fn judge(&mut self, state: &G::State) -> Score {
        let score = self.evaluate.score(self.game, state);
        match self.limits.weakness {
            Some(weakness) => weakness.misjudged(weakness.wished(score), self.game.key(state)),
            None => score,
        }
    }

    /// The score of a game that is over.
    fn result(&mut self, state: &G::State, ply: usize) -> Score {
        let Turn::Over(outcome) = self.game.turn(state) else { return self.judge(state) };
        let score = match outcome.winner {
            None => 0,
            Some(winner) if winner == self.game.side(state) => WIN - ply as Score,
            Some(_) => ply as Score - WIN,
        };
        self.limits.weakness.map_or(score, |weakness| weakness.wished(score))
    }

    /// What the table knows a position by.
    fn table_key(&self, state: &G::State) -> u64 {
        key_with_patience(self.game, state, self.game.key(state))
    }

    /// Whether a position was met before: then it will be met again.
    fn repeats(&self, key: u64) -> bool {
        self.game.repetition().is_some() && self.keys.contains(&key)
    }
}

#[cfg(test)]
mod tests;
