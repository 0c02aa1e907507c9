//! The ways of thinking that are at home here.

use std::time::{Duration, Instant};

use damier_engine::{Limits, Net, Playable, Search, Table, Uct};
use damier_rules::tell::Tell;

use super::external::External;
use super::level::Leveller;
use super::play::Done;
use super::{Budget, Fault, Mind, Player, Terms};
use crate::eyes::Eyes;

/// Slots of a player's table.
const TABLE: usize = 1 << 20;

/// A moment of a game at which a player has several actions to choose from.
pub(super) struct Moment<'m, G: Tell> {
    pub(super) game: &'m G,
    pub(super) state: &'m G::State,
    /// The keys of the positions before, for repetition.
    pub(super) keys: &'m [u64],
    /// Everything that was done before, from the start.
    pub(super) path: &'m [Done<G::State, G::Action>],
}

/// Somebody who plays game after game.
pub(super) trait Thinker<G: Tell + Playable> {
    /// A new game begins; the seed is for whoever wants random numbers.
    fn begin(&mut self, seed: u64);

    /// Chooses an action.
    fn choose(&mut self, moment: &Moment<'_, G>) -> Result<G::Action, Fault>;
}

/// Gives a player a seat, with the network that the engine's have.
pub(super) fn seat<'n, G: Tell + Playable>(
    player: &Player,
    net: Option<&'n Net>,
    terms: &Terms<'_>,
) -> Box<dyn Thinker<G> + 'n> {
    let budget = player.budget;
    match &player.mind {
        Mind::Engine => Box::new(Searcher { budget, net, table: Table::new(TABLE) }),
        Mind::Material => Box::new(Searcher { budget, net: None, table: Table::new(TABLE) }),
        Mind::Uct => Box::new(Sampler { budget, random: fastrand::Rng::new() }),
        Mind::Random => Box::new(Whim(fastrand::Rng::new())),
        Mind::Level(level) => Box::new(Leveller::new(terms.ladder.skill(*level), net)),
        Mind::Skill(skill) => Box::new(Leveller::new(*skill, net)),
        Mind::Hub(program) => Box::new(External::new(program, budget, &terms.hub)),
    }
}

/// Any action will do.
struct Whim(fastrand::Rng);

impl<G: Tell + Playable> Thinker<G> for Whim {
    fn begin(&mut self, seed: u64) {
        self.0 = fastrand::Rng::with_seed(seed);
    }

    fn choose(&mut self, moment: &Moment<'_, G>) -> Result<G::Action, Fault> {
        let mut list = Vec::new();
        moment.game.actions(moment.state, &mut list);
        self.0.choice(list).ok_or(Fault::Crashed)
    }
}

/// Until when a budget lasts that begins now.
fn clock(budget: Budget) -> impl Fn() -> bool + Sync {
    let begun = Instant::now();
    let time = match budget {
        Budget::Seconds(seconds) => Duration::from_secs_f64(seconds),
        _ => Duration::MAX,
    };
    move || begun.elapsed() >= time
}

/// The engine's search, with a network or without.
struct Searcher<'n> {
    budget: Budget,
    net: Option<&'n Net>,
    table: Table,
}

impl<G: Tell + Playable> Thinker<G> for Searcher<'_> {
    fn begin(&mut self, _seed: u64) {
        self.table.clear();
    }

    fn choose(&mut self, moment: &Moment<'_, G>) -> Result<G::Action, Fault> {
        let is_late = clock(self.budget);
        let mut limits = Limits { stop: &is_late, ..Limits::default() };
        match self.budget {
            Budget::Nodes(nodes) => limits.nodes = nodes,
            Budget::Depth(depth) => limits.depth = depth,
            Budget::Seconds(_) => {}
        }
        let eyes = Eyes::new(moment.game, self.net);
        let mut search = Search::new(moment.game, eyes, &self.table);
        let line = search.run(moment.state, moment.keys, limits, |_| {});
        line.and_then(|line| line.actions.first().copied()).ok_or(Fault::Crashed)
    }
}

/// UCT with random playouts.
struct Sampler {
    budget: Budget,
    random: fastrand::Rng,
}

impl<G: Tell + Playable> Thinker<G> for Sampler {
    fn begin(&mut self, seed: u64) {
        self.random = fastrand::Rng::with_seed(seed);
    }

    fn choose(&mut self, moment: &Moment<'_, G>) -> Result<G::Action, Fault> {
        let is_late = clock(self.budget);
        let mut left = match self.budget {
            Budget::Nodes(nodes) => nodes,
            _ => u64::MAX,
        };
        let stop = || {
            let is_enough = left == 0 || is_late();
            left = left.saturating_sub(1);
            is_enough
        };
        let mut random = |end| self.random.u32(0..end);
        Uct::new(moment.game, moment.state).run(&mut random, stop).ok_or(Fault::Crashed)
    }
}
