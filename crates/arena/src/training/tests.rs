//! What a fit begins with, and how far examples look ahead.

use damier_engine::{Evaluate, Judge, inputs};
use damier_notation::position;
use damier_rules::game::Game;
use damier_rules::games::classics::English;
use damier_rules::games::dame_2000;

use super::*;
use crate::catalogue;

#[test]
fn a_network_goes_on_from_the_best_one() {
    let game = English::game();
    let best = catalogue::find("english").unwrap().net().unwrap();
    let mut examples = Examples::default();
    examples.push(&inputs(&game, game.layout(), &game.start()), 0.5);
    let ahead = position::read(&game, "W:W21,22,25,26,29,30,31,32:B1,2:H0:F20").unwrap();
    let judged = |best: Option<&Net>| {
        let net = fitted(&game, best, &[examples.clone()], 1, &|_, _| {});
        Judge::new(&net, game.layout()).score(&game, &ahead)
    };
    assert!(judged(Some(&best)) > 9_000, "one example changes little");
    assert!(judged(None) < 5_000, "and teaches nobody who begins anew");
}

#[test]
fn only_results_without_luck_come_from_the_end_of_the_game() {
    let net = |id: &str| catalogue::find(id).unwrap().net().unwrap();
    let pawns = dame_2000::Options::basic().game().unwrap();
    let later = |pace: Pace| pace.later;
    assert!(later(pace(&pawns, Some(&net("dame-2000")))) > later(ANEW));
    assert_eq!(later(pace(&pawns, Some(&net("english")))), later(ANEW), "it doesn't suit");
    assert_eq!(later(pace(&English::game(), Some(&net("english")))), later(ANEW), "there is no luck");
}
