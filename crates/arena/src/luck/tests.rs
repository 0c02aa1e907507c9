//! Luck evens out.

use super::*;
use damier_engine::Table;
use damier_rules::games::{dame_2000, trappes};
use damier_rules::tell::Tell;

/// Every roll of some random games is as lucky as it should be: on average not at all.
fn luck_evens_out<G: Tell + Playable>(game: &G) {
    let table = Table::new(1 << 10);
    let mut search = Search::new(game, Eyes::new(game, None), &table);
    let mut random = fastrand::Rng::with_seed(4);
    let (mut state, mut actions, mut rolls) = (game.start(), Vec::new(), Vec::new());
    let mut lucky = 0;
    for _ in 0..300 {
        if game.is_chance(&state) {
            let prospects = Prospects::of(game, &mut search, &state);
            let (mut outcomes, mut mean) = (Vec::new(), 0.0);
            game.outcomes(&state, &mut outcomes);
            for (after, probability) in &outcomes {
                mean += probability * prospects.luck(after);
            }
            assert!(mean.abs() < 1e-4, "{mean}");
            while game.is_chance(&state) {
                game.rolls(&state, &mut rolls);
                state = game.settle(&state, crate::rolling::drawn(&rolls, &mut random));
            }
            assert!(outcomes.iter().any(|outcome| outcome.0 == state), "what came could come");
            lucky += usize::from(prospects.luck(&state) != 0.0);
        }
        game.actions(&state, &mut actions);
        state = match actions.len() {
            0 => game.start(),
            number => game.apply(&state, actions[random.usize(0..number)]),
        };
    }
    assert!(lucky > 10, "{lucky}");
}

#[test]
fn nobody_is_lucky_on_average() {
    luck_evens_out(&dame_2000::Options::basic().game().unwrap());
    luck_evens_out(&trappes::Options::default().game().unwrap());
}
