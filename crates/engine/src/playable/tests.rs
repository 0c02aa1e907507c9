//! What a search is told about a game, against the rules themselves.

use damier_rules::combat::{Combat, CombatAction};
use damier_rules::game::{Game, Turn};
use damier_rules::games::dame_2000::Options;

use super::Playable;

/// Attacks are found by themselves as among all actions, and each is a threat.
fn check(game: &Combat) {
    let mut random = fastrand::Rng::with_seed(6);
    let (mut all, mut noisy, mut rolls) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..50 {
        let mut state = game.start();
        loop {
            let is_free = game.noisy(&state, &mut noisy);
            game.actions(&state, &mut all);
            let attacks = all.iter().copied().filter(|&action| game.is_noisy(&state, action));
            let attacks: Vec<CombatAction> = attacks.collect();
            assert_eq!((is_free, &noisy), (attacks.len() < all.len(), &attacks));
            state = match game.turn(&state) {
                Turn::Over(_) => break,
                Turn::Chance => {
                    game.rolls(&state, &mut rolls);
                    game.settle(&state, rolls[random.usize(0..rolls.len())].0)
                }
                Turn::Act(_) => {
                    let mut threats = 0;
                    game.threats(&state, |kind, _| threats += usize::from(kind < 16));
                    assert_eq!(threats, attacks.len());
                    game.apply(&state, all[random.usize(0..all.len())])
                }
            };
        }
    }
}

#[test]
fn attacks_are_found_without_other_moves() {
    check(&Options::basic().game().unwrap());
    check(&Options::variant().game().unwrap());
}
