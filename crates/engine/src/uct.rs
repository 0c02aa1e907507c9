//! A plain UCT player with random playouts: a fair public yardstick, not the engine.

use damier_rules::game::{Game, Outcome, Side, Turn, Weight};

use crate::playable::Playable;

/// How much what is little known is preferred; √2 for results between 0 and 1.
const CURIOSITY: f64 = std::f64::consts::SQRT_2;
/// Actions and rolls after which a playout counts as a draw.
const LONGEST_PLAYOUT: usize = 2_000;

/// Positions in a tree at most, some 350 MB; beyond them nothing is added, and the games played from there still count.
const MOST_POSITIONS: usize = 1 << 19;

/// A tree of what has been tried.
pub struct Uct<'a, G: Playable> {
    game: &'a G,
    nodes: Vec<Node<G>>,
}

struct Node<G: Game> {
    state: G::State,
    turn: Turn,
    actions: Vec<G::Action>,
    rolls: Vec<(G::Roll, Weight)>,
    /// In the order of the actions or rolls; none where a branch was never tried.
    children: Vec<Option<usize>>,
    visits: u32,
    /// Results from White's view: 1 for a win, 1/2 for a draw.
    white: f64,
}

impl<'a, G: Playable> Uct<'a, G> {
    /// A tree with nothing in it but the position.
    pub fn new(game: &'a G, state: &G::State) -> Self {
        let mut tree = Uct { game, nodes: Vec::new() };
        tree.grow(state);
        tree
    }

    /// Tries until told to stop, and returns the action tried most, or nothing where nobody acts. `random` gives a number
    /// below another one: this crate has none of its own.
    pub fn run(
        &mut self,
        random: &mut impl FnMut(u32) -> u32,
        mut stop: impl FnMut() -> bool,
    ) -> Option<G::Action> {
        while !stop() {
            self.try_once(random);
        }
        let root = &self.nodes[0];
        let visits = |child: &Option<usize>| child.map_or(0, |child| self.nodes[child].visits);
        let nth = (0..root.actions.len()).max_by_key(|&nth| visits(&root.children[nth]))?;
        Some(root.actions[nth])
    }

    fn grow(&mut self, state: &G::State) -> usize {
        let (mut actions, mut rolls) = (Vec::new(), Vec::new());
        self.game.actions(state, &mut actions);
        self.game.rolls(state, &mut rolls);
        let children = vec![None; actions.len().max(rolls.len())];
        let turn = self.game.turn(state);
        self.nodes.push(Node { state: *state, turn, actions, rolls, children, visits: 0, white: 0.0 });
        self.nodes.len() - 1
    }

    /// One way down the tree, one playout, and its result noted all the way up.
    fn try_once(&mut self, random: &mut impl FnMut(u32) -> u32) {
        let mut way = vec![0];
        let last = loop {
            let at = way[way.len() - 1];
            let nth = match self.nodes[at].turn {
                Turn::Over(_) => break self.nodes[at].state,
                Turn::Chance => weighted(&self.nodes[at].rolls, random),
                Turn::Act(side) => self.choose(at, side, random),
            };
            if let Some(child) = self.nodes[at].children[nth] {
                way.push(child);
                continue;
            }
            let node = &self.nodes[at];
            let next = match node.turn {
                Turn::Chance => self.game.settle(&node.state, node.rolls[nth].0),
                _ => self.game.apply(&node.state, node.actions[nth]),
            };
            if self.nodes.len() < MOST_POSITIONS {
                let child = self.grow(&next);
                self.nodes[at].children[nth] = Some(child);
                way.push(child);
            }
            break next;
        };
        let result = self.playout(&last, random);
        for at in way {
            self.nodes[at].visits += 1;
            self.nodes[at].white += result;
        }
    }

    /// An action never tried, or the one with the best upper bound.
    fn choose(&self, at: usize, side: Side, random: &mut impl FnMut(u32) -> u32) -> usize {
        let node = &self.nodes[at];
        let fresh: Vec<usize> =
            (0..node.children.len()).filter(|&nth| node.children[nth].is_none()).collect();
        if !fresh.is_empty() {
            return fresh[random(fresh.len() as u32) as usize];
        }
        let log = f64::from(node.visits).ln();
        let bound = |nth: &usize| {
            let child = &self.nodes[node.children[*nth].unwrap_or(0)];
            let visits = f64::from(child.visits);
            let mean = child.white / visits;
            let mean = if side == Side::White { mean } else { 1.0 - mean };
            mean + CURIOSITY * (log / visits).sqrt()
        };
        let better = |one: &usize, other: &usize| bound(one).total_cmp(&bound(other));
        (0..node.children.len()).max_by(better).unwrap_or(0)
    }

    fn playout(&self, state: &G::State, random: &mut impl FnMut(u32) -> u32) -> f64 {
        let (mut state, mut actions, mut rolls) = (*state, Vec::new(), Vec::new());
        for _ in 0..LONGEST_PLAYOUT {
            if self.game.is_chance(&state) {
                self.game.rolls(&state, &mut rolls);
                state = self.game.settle(&state, rolls[weighted(&rolls, random)].0);
                continue;
            }
            self.game.actions(&state, &mut actions);
            if actions.is_empty() {
                break;
            }
            state = self.game.apply(&state, actions[random(actions.len() as u32) as usize]);
        }
        match self.game.turn(&state) {
            Turn::Over(Outcome { winner: Some(Side::White), .. }) => 1.0,
            Turn::Over(Outcome { winner: Some(Side::Black), .. }) => 0.0,
            _ => 0.5,
        }
    }
}

/// The place of one of some outcomes, each as likely as its weight says; `random` gives a number below another one. There
/// has to be an outcome.
pub fn weighted<R>(rolls: &[(R, Weight)], random: &mut impl FnMut(Weight) -> Weight) -> usize {
    let mut left = random(rolls.iter().map(|roll| roll.1).sum());
    for (nth, roll) in rolls.iter().enumerate() {
        match left.checked_sub(roll.1) {
            Some(rest) => left = rest,
            None => return nth,
        }
    }
    rolls.len() - 1
}
