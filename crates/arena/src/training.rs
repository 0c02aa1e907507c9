//! Training a network: games of the engine with itself, a fit to their results, and a match that decides
//! whether the new network is kept.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use damier_engine::{Example, Fit, Limits, Net, Playable, Search, Table, WIN, active};
use damier_rules::game::{Side, Turn};
use damier_rules::tell::Tell;

use crate::contest::{self, Budget, Mind, Player, Report, Terms};
use crate::eyes::Eyes;

/// How a network is trained.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lessons {
    /// How often the whole loop is gone through.
    pub generations: u32,
    /// Games of the engine with itself in each.
    pub games: u32,
    /// How deep it looks in them.
    pub depth: u32,
    /// Games of the match that decides.
    pub trials: u32,
    /// Where the random numbers start; the same seed gives the same network.
    pub seed: u64,
    /// How many games are played at once.
    pub threads: usize,
}

/// What training has come to.
#[derive(Clone, Debug)]
pub enum Lesson {
    /// So many games of a generation are played.
    Played(u32, u32),
    /// So many epochs of a generation are fitted, with this error on positions kept apart.
    Fitted(u32, u32, f32),
    /// The match is over; whether the new network is kept.
    Tried(u32, Report, bool),
}

/// Generations whose games are learned from.
const MEMORY: usize = 3;
const EPOCHS: u32 = 8;
const RATE: f32 = 0.002;
/// How much of what an example says is the result of its game; the rest is what the search thought.
const RESULT: f32 = 0.6;
/// The longest random opening, and how often a later action is random too.
const OPENING: u32 = 10;
const WHIM: f32 = 0.04;
const LONGEST: usize = 400;
/// Positions that a player of the deciding match may look at.
const TRIAL_NODES: u64 = 5_000;

pub(crate) fn train<G: Tell + Playable>(
    game: &G,
    start: Option<Net>,
    lessons: Lessons,
    heard: &(dyn Fn(Lesson) + Sync),
) -> Option<Net> {
    let mut best = start;
    let mut memory: Vec<Vec<Example>> = Vec::new();
    for generation in 0..lessons.generations {
        let seed = lessons.seed.wrapping_add(u64::from(generation) << 32);
        memory.push(play(game, best.as_ref(), lessons, seed, &|games| {
            heard(Lesson::Played(generation, games))
        }));
        if memory.len() > MEMORY {
            memory.remove(0);
        }
        let mut random = fastrand::Rng::with_seed(seed);
        let mut examples: Vec<Example> = memory.iter().flatten().cloned().collect();
        random.shuffle(&mut examples);
        let (kept_apart, learned) = examples.split_at(examples.len() / 20);
        let mut learned = learned.to_vec();
        let squares = usize::from(game.layout().squares());
        let mut fit = Fit::new(Net::new(squares, G::PLANES, || random.f32()), RATE);
        for epoch in 0..EPOCHS {
            fit.set_rate(RATE * (1.0 - epoch as f32 / EPOCHS as f32));
            random.shuffle(&mut learned);
            fit.epoch(&learned);
            heard(Lesson::Fitted(generation, epoch + 1, fit.error(kept_apart)));
        }
        let candidate = fit.net().clone();
        let player = Player { mind: Mind::Engine, budget: Budget::Nodes(TRIAL_NODES) };
        let terms =
            Terms { pairs: lessons.trials.div_ceil(2), seed, threads: lessons.threads, ..Terms::default() };
        let nets = [Some(&candidate), best.as_ref()];
        let report = contest::run(game, &[player.clone(), player], nets, &terms, &|_| {});
        let better = report.score() > 0.5;
        heard(Lesson::Tried(generation, report, better));
        if better {
            best = Some(candidate);
        }
    }
    best
}

/// Games of the engine with itself, as examples in the order of the games.
fn play<G: Tell + Playable>(
    game: &G,
    net: Option<&Net>,
    lessons: Lessons,
    seed: u64,
    progress: &(dyn Fn(u32) + Sync),
) -> Vec<Example> {
    let (next, done) = (AtomicU32::new(0), AtomicU32::new(0));
    let played = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..lessons.threads.max(1) {
            scope.spawn(|| {
                let table = Table::new(1 << 16);
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= lessons.games {
                        return;
                    }
                    // Each game begins with an empty table, so that it is the same on any number of threads.
                    table.clear();
                    let random = fastrand::Rng::with_seed(seed ^ u64::from(number).wrapping_mul(0x9E37_79B9));
                    let examples = play_one(game, net, &table, lessons.depth, random);
                    let mut played = played.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                    played.push((number, examples));
                    progress(done.fetch_add(1, Ordering::Relaxed) + 1);
                }
            });
        }
    });
    let mut played = played.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    played.sort_by_key(|game: &(u32, Vec<Example>)| game.0);
    played.into_iter().flat_map(|game| game.1).collect()
}

fn play_one<G: Tell + Playable>(
    game: &G,
    net: Option<&Net>,
    table: &Table,
    depth: u32,
    mut random: fastrand::Rng,
) -> Vec<Example> {
    let eyes = Eyes::new(game, net);
    let mut search = Search::new(game, &eyes, table);
    let mut state = game.start();
    let (mut keys, mut actions, mut rolls) = (Vec::new(), Vec::new(), Vec::new());
    let mut seen: Vec<(Vec<u16>, Side, f32)> = Vec::new();
    let mut opening = random.u32(2..=OPENING);
    let mut judged = None;
    let winner = loop {
        match game.turn(&state) {
            Turn::Over(outcome) => break outcome.winner,
            Turn::Chance => {
                if !game.is_midway(&state) {
                    judged = Some(state);
                }
                game.rolls(&state, &mut rolls);
                let mut left = random.u32(0..rolls.iter().map(|roll| roll.1).sum());
                for &(roll, weight) in &rolls {
                    if left < weight {
                        state = game.settle(&state, roll);
                        break;
                    }
                    left -= weight;
                }
                continue;
            }
            Turn::Act(_) => {}
        }
        let key = game.key(&state);
        let repeated = keys.iter().filter(|&&known| known == key).count() >= 2;
        if keys.len() >= LONGEST || (repeated && game.repetition().is_some()) {
            break None;
        }
        game.actions(&state, &mut actions);
        let is_random = opening > 0 || random.f32() < WHIM;
        opening = opening.saturating_sub(1);
        let mut action = actions[random.usize(0..actions.len())];
        if !is_random {
            let limits = Limits { depth, ..Limits::default() };
            if let Some(line) = search.run(&state, &keys, limits, |_| {}) {
                action = line.actions[0];
                let quiet = actions.iter().any(|&action| !game.is_noisy(&state, action));
                if quiet {
                    let at = judged.take().unwrap_or(state);
                    let expected = (line.score as f32 / WIN as f32 + 1.0) / 2.0;
                    seen.push((active(game, game.layout(), &at), game.side(&at), expected));
                }
            }
        }
        judged = None;
        keys.push(key);
        state = game.apply(&state, action);
    };
    let example = |(active, side, expected): (Vec<u16>, Side, f32)| {
        let result = winner.map_or(0.5, |winner| if winner == side { 1.0 } else { 0.0 });
        Example { active, result: RESULT * result + (1.0 - RESULT) * expected }
    };
    seen.into_iter().map(example).collect()
}
