//! Levels: their numbers, and how long they think.

use damier_notation::position;
use damier_rules::game::Game;
use damier_rules::games::{classics, dames_10x10};

use super::*;

#[test]
fn levels_are_numbers_from_one_to_ten() {
    assert_eq!(Level::all().count(), 10);
    assert_eq!("3".parse(), Ok(Level(3)));
    for text in ["0", "11", "x", ""] {
        assert!(text.parse::<Level>().unwrap_err().to_string().contains("expected"));
    }
    assert_eq!(Ladder::USUAL.skill(Level::HIGHEST), Skill::BEST);
    for entry in crate::catalogue::all() {
        assert!(Level::all().map(|level| entry.levels.skill(level)).is_sorted(), "{}", entry.id);
    }
}

#[test]
fn levels_that_would_rather_lose_are_the_lowest() {
    assert_eq!(Ladder::USUAL.lets_win(), 0);
    assert_eq!(Ladder([-9, -1, 0, 3, 5, 7, 9, 11, 13]).lets_win(), 2);
}

#[test]
fn there_is_nothing_to_think_about_a_single_action() {
    let game = classics::Russian::game();
    let state = position::read(&game, "W:W22:B18,9").unwrap();
    let opponent = Opponent { skill: Skill::BEST, net: None };
    let action = choose(&game, &opponent, (&state, &[]), 1, &|| panic!("asked whether to stop"));
    assert!(action.is_some());
}

#[test]
fn a_turn_of_several_decisions_takes_no_longer_than_two_thoughts() {
    let game = dames_10x10::Options::default().game();
    // White can capture and doesn't; then Black huffs, and moves.
    let missed = position::read(&game, "W:W32,33,38,43:B28,12,13,18:H0:F9").unwrap();
    let (mut states, mut thoughts, mut actions) = (vec![missed], Vec::new(), Vec::new());
    for stays in [false, true, false] {
        let state = *states.last().unwrap();
        thoughts.push(longest_thought(&game, &state, states[..states.len() - 1].iter()));
        game.actions(&state, &mut actions);
        let after = actions.iter().filter(|&&action| !game.is_noisy(&state, action) || stays);
        let mut after = after.map(|&action| game.apply(&state, action));
        states.push(after.find(|next| (game.side(next) == game.side(&state)) == stays).unwrap());
    }
    assert_eq!(thoughts, [LONGEST_THOUGHT, LONGEST_THOUGHT, LONGEST_THOUGHT / 2]);
}
