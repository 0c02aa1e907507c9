//! Random games to the end: how fast the rules are in play, and who wins when nobody thinks.

use damier_rules::game::{Game, Side, Turn};

use crate::rolling;

/// The longest random game, in actions and rolls; the rules end nearly all of theirs much sooner.
const LONGEST: u32 = 100_000;

/// The results of random games.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Playouts {
    /// Games that White won.
    pub white: u64,
    /// Games that Black won.
    pub black: u64,
    /// Games that nobody won.
    pub drawn: u64,
    /// Actions in all.
    pub actions: u64,
}

pub(crate) fn run<G: Game>(game: &G, games: u64, seed: u64) -> Playouts {
    let mut random = fastrand::Rng::with_seed(seed);
    let (mut actions, mut rolls) = (Vec::with_capacity(64), Vec::new());
    let mut results = Playouts::default();
    for _ in 0..games {
        let mut state = game.start();
        for _ in 0..LONGEST {
            if game.is_chance(&state) {
                game.rolls(&state, &mut rolls);
                let roll = rolling::drawn(&rolls, &mut random);
                state = game.settle(&state, roll);
                continue;
            }
            game.actions(&state, &mut actions);
            if actions.is_empty() {
                break;
            }
            state = game.apply(&state, actions[random.usize(0..actions.len())]);
            results.actions += 1;
        }
        match game.turn(&state) {
            Turn::Over(outcome) if outcome.winner == Some(Side::White) => results.white += 1,
            Turn::Over(outcome) if outcome.winner == Some(Side::Black) => results.black += 1,
            _ => results.drawn += 1,
        }
    }
    results
}
