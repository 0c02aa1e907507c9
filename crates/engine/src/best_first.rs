//! Best first: where one fight follows another, hardly any depth can be searched in full. Here the graph of positions
//! grows where play is likely to go, and what a position is worth is the mean over what was tried from it, so that
//! misjudgements cancel out (Monte-Carlo graph search; Czech, Korus and Kersting, 2021; with the rule of choice of
//! PUCT; Rosin, 2011). Nothing is random: a judgement stands where others play a game at random, and results of a
//! fight are averaged with their true probabilities.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

use damier_rules::game::{Side, Turn};

use crate::evaluate::Evaluate;
use crate::playable::{Playable, key_with_patience};
use crate::score::{Score, WIN};
use crate::search::{Limits, Line};

/// How much an action that was tried little is preferred.
const CURIOSITY: f32 = 0.1;
/// How much worse an action may look for a third of the attention.
const HEAT: f32 = 0.015;
/// How much an action that was tried little is distrusted in the end.
const DISTRUST: f32 = 0.05;
/// What is left of a win for every action until then, so that nearer wins are preferred.
const HASTE: f32 = 1.0 - 1.0 / WIN as f32;
/// As good as won or lost.
const SETTLED: f32 = 0.999;
/// Positions in a graph, at most: some 85 MB. Four branches count as one, as they take as much room.
const MOST_POSITIONS: usize = 1 << 20;
/// Ways down for each position, after which little new is to be found; as long as there is, each leads to several new ones.
const MOST_WAYS: usize = 4;
/// Positions that count on top of them: the fewer there are, the more it matters which of them are gone to.
const FEW_POSITIONS: usize = 2_500;
/// Ways between two questions whether to stop, once a search is under way.
const ASKED_EVERY: u32 = 16;
/// The longest way down: positions may repeat.
const LONGEST_WAY: usize = 120;
/// The longest line that is told.
const LONGEST_LINE: usize = 20;

/// A graph of positions that grows from one of them.
pub(crate) struct BestFirst<'a, G: Playable, E> {
    game: &'a G,
    evaluate: &'a mut E,
    states: Vec<G::State>,
    /// In the same order.
    nodes: Vec<Node>,
    /// The branches of a node stand together, in the order of its actions or outcomes.
    branches: Vec<Branch>,
    known: HashMap<u64, u32, BuildHasherDefault<KeyItself>>,
    /// Positions judged and passed through.
    met: u64,
    /// How much it may hold.
    most: usize,
    /// Steps of all ways down.
    steps: u64,
    buffers: Buffers<G>,
}

/// Buffers that every step uses again.
struct Buffers<G: Playable> {
    actions: Vec<G::Action>,
    outcomes: Vec<(G::State, f32)>,
    grown: Vec<Branch>,
    way: Vec<(usize, usize)>,
}

/// What is known of a position.
#[derive(Clone, Copy)]
struct Node {
    /// What it is worth to White, from -1 to 1.
    worth: f32,
    visits: u32,
    /// Where its branches begin, and how many there are; none before a player's choice was visited.
    first: u32,
    count: u16,
    side: Side,
    turn: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Act,
    Chance,
    Over,
}

/// A way on from a position.
#[derive(Clone, Copy)]
struct Branch {
    to: u32,
    visits: u32,
    /// How promising the action looks, or how probable the outcome is; these sum up to one.
    share: f32,
    /// What it leads to is worth to White, when it was last gone.
    worth: f32,
}

/// Keys of positions are mixed already: a cheap turn, so that any bits of them will do, is enough.
#[derive(Default)]
struct KeyItself(u64);

impl Hasher for KeyItself {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0.rotate_left(8) ^ u64::from(byte));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(32);
    }
}

impl<'a, G: Playable, E: Evaluate<G>> BestFirst<'a, G, E> {
    /// A graph with one position in it, or none where nobody acts.
    pub(crate) fn new(game: &'a G, evaluate: &'a mut E, state: &G::State) -> Option<Self> {
        let Turn::Act(_) = game.turn(state) else { return None };
        let mut graph = BestFirst {
            game,
            evaluate,
            states: Vec::new(),
            nodes: Vec::new(),
            branches: Vec::new(),
            known: HashMap::default(),
            met: 0,
            most: MOST_POSITIONS,
            steps: 0,
            buffers: Buffers {
                actions: Vec::new(),
                outcomes: Vec::new(),
                grown: Vec::new(),
                way: Vec::new(),
            },
        };
        graph.place(state);
        Some(graph)
    }

    /// Grows the graph within some limits and returns the best line; `found` hears of the best ones whenever twice as
    /// much was tried, and at the end.
    pub(crate) fn run(
        mut self,
        limits: Limits<'_>,
        mut found: impl FnMut(&Line<G::Action>),
    ) -> Option<Line<G::Action>> {
        self.grow();
        let mut told = 0;
        loop {
            let tried = self.nodes[0].visits;
            let asks = tried < ASKED_EVERY || tried.is_multiple_of(ASKED_EVERY);
            let is_over = self.is_full() || self.is_settled() && limits.lines == 1;
            let ends = self.met >= limits.nodes || is_over || asks && (limits.stop)();
            if ends || tried / 2 >= told {
                told = tried;
                let lines = self.lines(limits.lines);
                lines.iter().for_each(&mut found);
                if ends {
                    return lines.into_iter().next();
                }
            }
            self.grow();
        }
    }

    /// Whether there is no room for more, or little more to be found.
    fn is_full(&self) -> bool {
        let positions = self.nodes.len() + FEW_POSITIONS;
        self.nodes.len() + self.branches.len() / 4 >= self.most
            || self.nodes[0].visits as usize >= MOST_WAYS * positions
    }

    /// Whether the game is as good as decided.
    fn is_settled(&self) -> bool {
        self.nodes[0].worth.abs() > SETTLED
    }

    /// One way down to a position where no way on is known, ways on from it, and what it is worth noted all the way up.
    fn grow(&mut self) {
        let mut way = std::mem::take(&mut self.buffers.way);
        let mut at = 0;
        while self.nodes[at].count > 0 && way.len() < LONGEST_WAY {
            let branch = self.choose(at);
            way.push((at, branch));
            at = self.branches[branch].to as usize;
        }
        self.steps += way.len() as u64;
        self.met += way.len() as u64;
        if self.nodes[at].turn == Kind::Act && self.nodes[at].count == 0 {
            self.branch_out(at);
        }
        self.nodes[at].visits += 1;
        for (from, branch) in way.drain(..).rev() {
            let worth = self.nodes[self.branches[branch].to as usize].worth;
            let branch = &mut self.branches[branch];
            branch.visits += 1;
            branch.worth = worth;
            self.nodes[from].visits += 1;
            self.sum_up(from);
        }
        self.buffers.way = way;
    }

    /// The action that is worth most with what may be hoped of it, or the outcome that is due.
    fn choose(&self, at: usize) -> usize {
        let Node { visits, side, turn, .. } = self.nodes[at];
        let visits = visits as f32 + 1.0;
        let hope = CURIOSITY * visits.sqrt();
        let rated = |branch: &Branch| match turn {
            Kind::Chance => branch.share * visits - branch.visits as f32,
            _ => seen_by(side, branch.worth) + hope * branch.share / (1.0 + branch.visits as f32),
        };
        let (mut best, mut most) = (0, f32::MIN);
        for (nth, branch) in self.branches[self.span(at)].iter().enumerate() {
            let rated = rated(branch);
            if rated > most {
                (best, most) = (nth, rated);
            }
        }
        self.nodes[at].first as usize + best
    }

    /// Finds the place of a position, a new one where it wasn't met yet. A new one is judged, or is the mean of what
    /// chance can bring.
    fn place(&mut self, state: &G::State) -> u32 {
        let key = key_with_patience(self.game, state, self.game.key(state));
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let side = self.game.side(state);
        let mut node = Node { worth: 0.0, visits: 0, first: 0, count: 0, side, turn: Kind::Act };
        match self.game.turn(state) {
            Turn::Act(_) => {
                self.met += 1;
                let score = self.evaluate.score(self.game, state);
                node.worth = seen_by(side, score as f32 / WIN as f32);
            }
            Turn::Chance => {
                node.turn = Kind::Chance;
                let grown = self.buffers.grown.len();
                let mut outcomes = std::mem::take(&mut self.buffers.outcomes);
                self.game.outcomes(state, &mut outcomes);
                for (after, probability) in &outcomes {
                    let branch = self.branch_to(after, *probability);
                    node.worth += probability * branch.worth;
                    self.buffers.grown.push(branch);
                }
                self.buffers.outcomes = outcomes;
                (node.first, node.count) = self.attach(grown);
            }
            Turn::Over(outcome) => {
                node.turn = Kind::Over;
                node.worth = outcome.winner.map_or(0.0, |winner| seen_by(winner, 1.0));
            }
        }
        self.states.push(*state);
        self.nodes.push(node);
        let place = self.nodes.len() as u32 - 1;
        self.known.insert(key, place);
        place
    }

    /// A branch that wasn't gone yet.
    fn branch_to(&mut self, state: &G::State, share: f32) -> Branch {
        let to = self.place(state);
        Branch { to, visits: 0, share, worth: self.nodes[to as usize].worth }
    }

    /// Puts the branches from here on among those of the graph; says where they begin and how many they are.
    fn attach(&mut self, grown: usize) -> (u32, u16) {
        let first = self.branches.len();
        self.branches.extend(self.buffers.grown.drain(grown..));
        (first as u32, (self.branches.len() - first) as u16)
    }

    /// Gives a position a branch for every action; what looks better gets a larger share of the attention.
    fn branch_out(&mut self, at: usize) {
        let (state, side) = (self.states[at], self.nodes[at].side);
        let mut actions = std::mem::take(&mut self.buffers.actions);
        self.game.actions(&state, &mut actions);
        let mut best = f32::MIN;
        for &action in &actions {
            let branch = self.branch_to(&self.game.apply(&state, action), 0.0);
            best = best.max(seen_by(side, branch.worth));
            self.buffers.grown.push(branch);
        }
        self.buffers.actions = actions;
        let grown = &mut self.buffers.grown;
        grown
            .iter_mut()
            .for_each(|branch| branch.share = ((seen_by(side, branch.worth) - best) / HEAT).exp());
        let sum: f32 = grown.iter().map(|branch| branch.share).sum();
        grown.iter_mut().for_each(|branch| branch.share /= sum);
        (self.nodes[at].first, self.nodes[at].count) = self.attach(0);
        self.sum_up(at);
    }

    /// What a position is worth: the mean over its outcomes as they come, or over its actions as they were tried.
    fn sum_up(&mut self, at: usize) {
        let is_chance = self.nodes[at].turn == Kind::Chance;
        let (mut sum, mut total) = (0.0, 0.0);
        for branch in &self.branches[self.span(at)] {
            let weight = if is_chance { branch.share } else { branch.visits as f32 + branch.share };
            sum += weight * branch.worth;
            total += weight;
        }
        self.nodes[at].worth = if is_chance { sum } else { HASTE * sum / total };
    }

    fn span(&self, at: usize) -> Range<usize> {
        let Node { first, count, .. } = self.nodes[at];
        first as usize..first as usize + usize::from(count)
    }

    /// The branches of a position, best first, as whoever acts there sees them: what was tried little is distrusted.
    fn ranked(&self, at: usize) -> Vec<usize> {
        let side = self.nodes[at].side;
        let trusted =
            |branch: &Branch| seen_by(side, branch.worth) - DISTRUST / (1.0 + branch.visits as f32).sqrt();
        let mut ranked: Vec<usize> = self.span(at).collect();
        ranked
            .sort_by(|&one, &other| trusted(&self.branches[other]).total_cmp(&trusted(&self.branches[one])));
        ranked
    }

    /// The best lines. One that was tried little may look better than those before it, and isn't told to be.
    fn lines(&self, number: usize) -> Vec<Line<G::Action>> {
        let mut actions = Vec::new();
        self.game.actions(&self.states[0], &mut actions);
        let root = self.nodes[0];
        let depth = (self.steps / u64::from(root.visits.max(1))).max(1) as u32;
        let mut least = WIN;
        let line = |(rank, branch): (usize, usize)| {
            let Branch { to, worth, .. } = self.branches[branch];
            let mut line = vec![actions[branch - root.first as usize]];
            self.follow(to as usize, &mut line);
            least = least.min((HASTE * seen_by(root.side, worth) * WIN as f32).round() as Score);
            Line { depth, score: least, nodes: self.met, rank, actions: line }
        };
        self.ranked(0).into_iter().take(number.max(1)).enumerate().map(line).collect()
    }

    /// What is expected from a position on, as far as ways on are known and chance allows to foresee it.
    fn follow(&self, mut at: usize, line: &mut Vec<G::Action>) {
        let mut actions = Vec::new();
        while line.len() < LONGEST_LINE && self.nodes[at].turn == Kind::Act {
            let Some(&best) = self.ranked(at).first() else { return };
            self.game.actions(&self.states[at], &mut actions);
            line.push(actions[best - self.nodes[at].first as usize]);
            at = self.branches[best].to as usize;
        }
    }
}

/// What is worth so much to White as a side sees it, and the other way round.
fn seen_by(side: Side, worth: f32) -> f32 {
    if side == Side::White { worth } else { -worth }
}

#[cfg(test)]
mod tests;
