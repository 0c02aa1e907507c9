//! The judge at work against the network itself.

use damier_notation::position;
use damier_rules::combat::Combat;
use damier_rules::game::Turn;
use damier_rules::games::{classics, dame_2000, damsystem, trappes};
use damier_rules::tell::Tell;

use super::*;
use crate::evaluate::Evaluate;
use crate::playable::Playable;
use crate::score::SURE;

/// A judge that follows games says the same as one that sees each position for the first time, and about the
/// same as the network in floating point.
fn follows<G: Tell + Playable>(game: &G) {
    let mut random = fastrand::Rng::with_seed(4);
    let squares = usize::from(game.layout().squares());
    let net = Net::new(squares, kinds::<G>(), || random.f32());
    let mut following = Judge::new(&net, game.layout());
    let (mut actions, mut rolls, mut off) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..20 {
        let mut state = game.start();
        for _ in 0..60 {
            let score = following.score(game, &state);
            assert_eq!(score, Judge::new(&net, game.layout()).score(game, &state));
            let active = inputs(game, game.layout(), &state);
            let logit = net.sums(&active, net.stage(&active)).logit;
            let exact = SURE as f32 * (logit * 0.5).tanh();
            off.push((score as f32 - exact).abs());
            state = match game.turn(&state) {
                Turn::Over(_) => break,
                Turn::Chance => {
                    game.rolls(&state, &mut rolls);
                    game.settle(&state, rolls[random.usize(0..rolls.len())].0)
                }
                Turn::Act(_) => {
                    game.actions(&state, &mut actions);
                    game.apply(&state, actions[random.usize(0..actions.len())])
                }
            };
        }
    }
    let (mean, most) =
        (off.iter().sum::<f32>() / off.len() as f32, off.iter().fold(0.0, |most: f32, &one| most.max(one)));
    // Whole numbers round the weights, and those of a new network are small.
    assert!(mean < 60.0 && most < 200.0, "{mean} off on average, {most} at most");
}

#[test]
fn following_a_game_changes_no_judgement() {
    follows(&classics::Russian::game());
    follows(&classics::Canadian::game());
    follows(&trappes::Options::default().game().unwrap());
    follows(&dame_2000::Options::basic().game().unwrap());
    follows(&dame_2000::Options::variant().game().unwrap());
}

#[test]
fn a_board_that_looks_the_same_in_a_mirror_has_mirrored_inputs() {
    let game = dame_2000::Options::basic().game().unwrap();
    let active = |text| inputs(&game, game.layout(), &position::read(&game, text).unwrap());
    let mirrored = |inputs: &[u16]| judge::mirrored::<Combat>(game.layout(), inputs);
    let (left, right) = (active("W:W37,g32:By27,14:H30:F9"), active("W:W41,g28:By24,10:H30:F9"));
    assert_eq!(left.len(), 4 + 2 + 1, "four pawns, of which two could attack each other, and patience");
    let sorted = |mut inputs: Vec<u16>| {
        inputs.sort_unstable();
        inputs
    };
    assert_eq!(mirrored(&left).map(sorted), Some(sorted(right)));
    assert_eq!(mirrored(&mirrored(&left).unwrap()), Some(left));
}

#[test]
fn a_board_that_looks_different_in_a_mirror_has_none() {
    fn check<G: Tell + Playable>(game: &G) {
        let active = inputs(game, game.layout(), &game.start());
        assert_eq!(judge::mirrored::<G>(game.layout(), &active), None);
    }
    check(&classics::International::game());
    check(&damsystem::Options::default().game().unwrap());
    check(&trappes::Options::default().game().unwrap());
}
