//! Games of the engine with itself: what training learns from, and what chances are measured on.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use damier_engine::{
    Examples, Limits, Net, Playable, Score, Search, Sighting, Table, expected, inputs, kinds, mirrored,
    number_of_things,
};
use damier_rules::game::{Side, Turn};
use damier_rules::tell::Tell;

use crate::eyes::Eyes;
use crate::luck::{Prospects, from, points};
use crate::rolling;

/// How games with itself are played.
#[derive(Clone, Copy)]
pub(super) struct Practice<'n> {
    pub(super) net: Option<&'n Net>,
    pub(super) games: u32,
    /// Positions looked at for each action.
    pub(super) nodes: u64,
    pub(super) seed: u64,
    pub(super) threads: usize,
    /// How often an action after the opening is random.
    pub(super) whim: f32,
    /// How much of what an example says comes from later.
    pub(super) later: f32,
}

/// The longest random opening.
const OPENING: u32 = 10;
const LONGEST: usize = 400;
/// Slots of each thread's table.
const TABLE: usize = 1 << 15;

/// A position on the way.
struct Seen {
    inputs: Vec<u16>,
    side: Side,
    score: Score,
    /// How lucky White was just before the score was found.
    luck_before: f32,
    /// How lucky White was from here to the next position, what came before the score included.
    luck: f32,
    /// Nobody has to take anything at once: the network can be asked to judge it.
    is_free: bool,
    /// A whim came next: what happened later says nothing of this position.
    is_forsaken: bool,
}

/// A game that is over.
struct Finished {
    seen: Vec<Seen>,
    winner: Option<Side>,
}

/// The positions of games with itself in which nothing has to be taken, and what came of them: the result of the game
/// or, where a whim came between, what the search thought just before it, and on the way what it thought later; all
/// without the luck that came after them.
pub(super) fn examples<G: Tell + Playable>(
    game: &G,
    practice: Practice<'_>,
    progress: &(dyn Fn(u32) + Sync),
) -> Examples {
    let mut examples = Examples::default();
    for played in play(game, practice, progress) {
        let mut white_expects = points(Side::White, played.winner);
        for one in played.seen.iter().rev() {
            let thought = from(one.side, expected(one.score)) - one.luck_before;
            let later = if one.is_forsaken { thought } else { white_expects - one.luck };
            white_expects = practice.later * later + (1.0 - practice.later) * thought;
            if one.is_free {
                let result = from(one.side, white_expects);
                examples.push(&one.inputs, result);
                if let Some(inputs) = mirrored::<G>(game.layout(), &one.inputs) {
                    examples.push(&inputs, result);
                }
            }
        }
    }
    examples
}

/// Every judgement of games with itself, and what came of it.
pub(super) fn sightings<G: Tell + Playable>(
    game: &G,
    practice: Practice<'_>,
    progress: &(dyn Fn(u32) + Sync),
) -> Vec<Sighting> {
    let squares = usize::from(game.layout().squares());
    let of_game = |played: Finished| {
        let sighting = move |one: Seen| Sighting {
            score: one.score,
            things: number_of_things(&one.inputs, squares, kinds::<G>()),
            squares,
            points: (2.0 * points(one.side, played.winner)) as u8,
        };
        played.seen.into_iter().map(sighting)
    };
    play(game, practice, progress).into_iter().flat_map(of_game).collect()
}

/// Games in the order of their numbers, whatever the number of threads.
fn play<G: Tell + Playable>(
    game: &G,
    practice: Practice<'_>,
    progress: &(dyn Fn(u32) + Sync),
) -> Vec<Finished> {
    let (next, done) = (AtomicU32::new(0), AtomicU32::new(0));
    let played = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..practice.threads.max(1) {
            scope.spawn(|| {
                let table = Table::new(TABLE);
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= practice.games {
                        return;
                    }
                    // Each game begins with an empty table, so that it is the same on any number of threads.
                    table.clear();
                    let seed = practice.seed ^ u64::from(number).wrapping_mul(0x9E37_79B9);
                    let one = play_one(game, practice, &table, fastrand::Rng::with_seed(seed));
                    let mut played = played.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                    played.push((number, one));
                    progress(done.fetch_add(1, Ordering::Relaxed) + 1);
                }
            });
        }
    });
    let mut played = played.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    played.sort_by_key(|game: &(u32, Finished)| game.0);
    played.into_iter().map(|game| game.1).collect()
}

fn play_one<G: Tell + Playable>(
    game: &G,
    practice: Practice<'_>,
    table: &Table,
    mut random: fastrand::Rng,
) -> Finished {
    let mut search = Search::new(game, Eyes::new(game, practice.net), table);
    let limits = Limits { nodes: practice.nodes, ..Limits::default() };
    let mut state = game.start();
    let (mut keys, mut actions, mut rolls) = (Vec::new(), Vec::new(), Vec::new());
    let mut seen: Vec<Seen> = Vec::new();
    let mut opening = random.u32(2..=OPENING);
    // Where chance comes before an action, the position before the roll is what the network judges.
    let (mut before_roll, mut luck_before) = (None, 0.0);
    let winner = loop {
        match game.turn(&state) {
            Turn::Over(outcome) => break outcome.winner,
            Turn::Chance => {
                let (before, prospects) = (state, Prospects::of(game, &mut search, &state));
                while game.is_chance(&state) {
                    game.rolls(&state, &mut rolls);
                    state = game.settle(&state, rolling::drawn(&rolls, &mut random));
                }
                let luck = prospects.luck(&state);
                if !game.is_midway(&before) {
                    (before_roll, luck_before) = (Some(before), luck);
                } else if let Some(last) = seen.last_mut() {
                    last.luck += luck;
                }
                continue;
            }
            Turn::Act(_) => {}
        }
        let key = game.key(&state);
        let occurrences = keys.iter().filter(|&&known| known == key).count() + 1;
        let is_repeated = game.repetition().is_some_and(|times| occurrences >= usize::from(times));
        if keys.len() >= LONGEST || is_repeated {
            break None;
        }
        game.actions(&state, &mut actions);
        let is_random = opening > 0 || random.f32() < practice.whim;
        opening = opening.saturating_sub(1);
        let mut action = actions[random.usize(0..actions.len())];
        let judged = before_roll.take().unwrap_or(state);
        if !is_random && let Some(line) = search.run(&state, &keys, limits, |_| {}) {
            action = line.actions[0];
            seen.push(Seen {
                inputs: inputs(game, game.layout(), &judged),
                side: game.side(&judged),
                score: line.score,
                luck_before,
                luck: luck_before,
                is_free: actions.iter().any(|&action| !game.is_noisy(&state, action)),
                is_forsaken: false,
            });
        } else if let Some(last) = seen.last_mut() {
            last.is_forsaken |= actions.len() > 1;
            last.luck += luck_before;
        }
        luck_before = 0.0;
        keys.push(key);
        state = game.apply(&state, action);
    };
    Finished { seen, winner }
}
