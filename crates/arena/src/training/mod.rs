//! Training a network: games of the engine with itself, a fit to their results, and a match that decides
//! whether the new network is kept; at the end its chances are fitted too.

mod selfplay;
mod state;

pub use state::{BadState, State};

use std::ops::ControlFlow;

use damier_engine::{Examples, Fit, Net, Odds, Playable, kinds};
use damier_rules::tell::Tell;

use crate::contest::{self, Budget, Mind, Player, Report, Terms};
use crate::eyes::suits;
use selfplay::Practice;

/// How a network is trained.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lessons<'g> {
    /// The game with its options, so that no training of another one goes on here.
    pub game: &'g str,
    /// How often the whole loop is gone through.
    pub generations: u32,
    /// Games of the engine with itself in each.
    pub games: u32,
    /// Positions it looks at for each action in them.
    pub nodes: u64,
    /// Games of the match that decides.
    pub trials: u32,
    /// Where the random numbers start; the same seed gives the same network.
    pub seed: u64,
    /// How many games are played at once.
    pub threads: usize,
}

/// What training has come to.
#[derive(Clone, Debug)]
pub enum Lesson<'t> {
    /// So many games of a generation are played.
    Played(u32, u32),
    /// So many epochs of a generation are fitted, with this error on positions kept apart.
    Fitted(u32, u32, f32),
    /// The match is over; whether the new network is kept.
    Tried(u32, &'t Report, bool),
    /// A generation is over: training can go on from here.
    Reached(&'t State),
    /// Chances are fitted, with this mean error on games kept apart.
    Measured(f32),
}

/// Generations whose games are learned from.
const MEMORY: usize = 3;

/// How a network is fitted.
struct Pace {
    /// How often every example is learned from.
    epochs: u32,
    /// How much a step does at first. It falls to nothing with every part of an epoch, because what luck has added
    /// to examples is only averaged out by steps that are small in the end.
    rate: f32,
    /// How much of what an example says is what the next one says; the rest is what the search thought (TD(λ); Sutton,
    /// 1988). Better than the result of the game mixed with what the search thought: +96 Elo [+62, +132] in
    /// international draughts.
    later: f32,
}

const ANEW: Pace = Pace { epochs: 8, rate: 0.002, later: 0.9 };
/// From the best network on, which remembers games that are long forgotten here: 50.5 % ± 0.7 instead of 49.2 % ± 0.7
/// against the same opponent, from 16 000 games of ranked pawns.
const GOING_ON: Pace = Pace { epochs: 4, rate: 0.0005, later: 0.9 };
/// Where luck is taken from what examples say, nearly all of it may come from the end of the game, which knows what the
/// search misjudges again and again: 51.1 % ± 0.5 instead of 50.8 % ± 0.5, and 50.6 % ± 0.5 against each other, from
/// 150 000 games of ranked pawns. Once is then enough.
const WITHOUT_LUCK: Pace = Pace { epochs: 1, rate: 0.0005, later: 0.98 };
/// Parts of an epoch.
const PARTS: usize = 20;
/// How often an action of a game to learn from is random, so that games differ.
const WHIM: f32 = 0.04;
/// Positions that a player of the deciding match, and of the games that chances are fitted to, may look at.
const TRIAL_NODES: u64 = 5_000;

/// Trains a network from a state on; nothing comes of it where no network is better than what there was.
pub(crate) fn train<G: Tell + Playable>(
    game: &G,
    mut state: State,
    lessons: Lessons<'_>,
    heard: &(dyn Fn(Lesson<'_>) + Sync),
) -> Option<Net> {
    while state.generation < lessons.generations {
        let generation = state.generation;
        let seed = lessons.seed.wrapping_add(u64::from(generation) << 32);
        let practice = Practice {
            net: state.best.as_ref(),
            games: lessons.games,
            nodes: lessons.nodes,
            seed,
            threads: lessons.threads,
            whim: WHIM,
            later: pace(game, state.best.as_ref()).later,
        };
        let played = |games| heard(Lesson::Played(generation, games));
        state.memory.push(selfplay::examples(game, practice, &played));
        if state.memory.len() > MEMORY {
            state.memory.remove(0);
        }
        let candidate = fitted(game, state.best.as_ref(), &state.memory, seed, &|epoch, error| {
            heard(Lesson::Fitted(generation, epoch, error));
        });
        let player = Player { mind: Mind::Engine, budget: Budget::Nodes(TRIAL_NODES), weights: None };
        let pairs = lessons.trials.div_ceil(2);
        let (judge, threads) = (state.best.as_ref(), lessons.threads);
        let terms = Terms { pairs, judge, seed, threads, ..Terms::default() };
        let nets = [Some(&candidate), state.best.as_ref()];
        let report =
            contest::run(game, &[player.clone(), player], nets, &terms, &|_| ControlFlow::Continue(()));
        let better = report.score_without_luck().map_or(report.score(), |(score, _)| score) > 0.5;
        heard(Lesson::Tried(generation, &report, better));
        if better {
            (state.best, state.is_better) = (Some(candidate), true);
        }
        state.generation += 1;
        heard(Lesson::Reached(&state));
    }
    let mut best = state.best.filter(|_| state.is_better)?;
    let practice = Practice {
        net: Some(&best),
        games: lessons.trials,
        nodes: TRIAL_NODES,
        seed: !lessons.seed,
        threads: lessons.threads,
        whim: 0.0,
        later: 0.0,
    };
    let seen =
        selfplay::sightings(game, practice, &|games| heard(Lesson::Played(lessons.generations, games)));
    // Games come one after the other: each half is of other games.
    let (kept_apart, learned) = seen.split_at(seen.len() / 2);
    heard(Lesson::Measured(Odds::fitted(learned).error(kept_apart)));
    best.odds = Odds::fitted(&seen);
    Some(best)
}

/// How a network is fitted to games that were played with another one, or with none that suits.
fn pace<G: Tell + Playable>(game: &G, best: Option<&Net>) -> Pace {
    match best.filter(|net| suits(game, net)) {
        None => ANEW,
        Some(_) if game.has_chance() => WITHOUT_LUCK,
        Some(_) => GOING_ON,
    }
}

/// A network fitted to examples, from another one on if there is one.
fn fitted<G: Tell + Playable>(
    game: &G,
    best: Option<&Net>,
    memory: &[Examples],
    seed: u64,
    progress: &dyn Fn(u32, f32),
) -> Net {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut examples = Examples::default();
    memory.iter().for_each(|part| examples.append(part));
    let mut order: Vec<usize> = (0..examples.len()).collect();
    random.shuffle(&mut order);
    let (kept_apart, learned) = order.split_at_mut(examples.len() / 20);
    let Pace { epochs, rate, .. } = pace(game, best);
    let first = match best.filter(|net| suits(game, net)) {
        Some(best) => best.clone(),
        None => Net::new(usize::from(game.layout().squares()), kinds::<G>(), || random.f32()),
    };
    let mut fit = Fit::new(first, rate);
    for epoch in 0..epochs {
        random.shuffle(learned);
        let part = learned.len().div_ceil(PARTS).max(1);
        for (nth, learned) in learned.chunks(part).enumerate() {
            let done = epoch as f32 + nth as f32 / PARTS as f32;
            fit.set_rate(rate * (1.0 - done / epochs as f32));
            fit.learn(&examples, learned);
        }
        progress(epoch + 1, fit.error(&examples, kept_apart));
    }
    fit.net().clone()
}

#[cfg(test)]
mod tests;
