//! Dame 2000 and its variant: one test for each sentence of the rule sheet, and for each option's values.

mod harness;

use damier_notation::{action, position, record};
use damier_rules::board::Place;
use damier_rules::game::{Ending, Game, Outcome, Side, Turn};
use damier_rules::games::dame_2000::Options;
use harness::{Asked, game, game_with, refused};

const GAME: &str = "dame-2000";
const VARIANT: &str = "dame-2000-variant";

/// The four heads in rising order, as a position writes them.
const HEADS: [&str; 4] = ["", "g", "r", "y"];

/// White's pawn on 26 attacks Black's on 21; both sides have another pawn far away.
fn duel(attacker: &str, defender: &str) -> String {
    format!("W:W{attacker}26,37:B1,{defender}21")
}

/// The position after an attack from 26 on 21 and these rounds of dice.
fn fought(game: &Asked, start: &str, rounds: &[&str]) -> String {
    let attacked = game.after(start, "26x21");
    rounds.iter().fold(attacked, |position, round| game.settled(&position, round))
}

/// How the game stands after a combat between the last pawns: no text tells a position without pawns.
fn turn_after(options: Options, start: &str, attack: &str, round: &str) -> Turn {
    let game = options.game().unwrap();
    let state = position::read(&game, start).unwrap();
    let attack = action::read(&game, &state, attack).unwrap();
    let event = action::read_event(round).unwrap();
    game.turn(&record::settle(&game, &game.apply(&state, attack), event).unwrap())
}

fn won(winner: Side) -> Turn {
    Turn::Over(Outcome { winner: Some(winner), ending: Ending::NoPieces })
}

/// The scores that come up in a combat, each with its weight.
fn scores(game: &Asked, start: &str) -> Vec<(u16, u16, u32)> {
    let rolls = game.rolls(&game.after(start, "26x21"));
    let scores = rolls.iter().map(|(round, weight, _)| {
        let (attacker, defender) = round.trim_matches(['[', ']']).split_once(':').unwrap();
        (attacker.parse().unwrap(), defender.parse().unwrap(), *weight)
    });
    let mut scores: Vec<_> = scores.collect();
    scores.sort_unstable();
    scores
}

#[test]
fn play_is_on_the_dark_squares_of_nine_rows() {
    let game = game(GAME);
    let layout = game.rulebox().layout();
    assert_eq!((layout.squares(), layout.rows), (41, 9));
    for number in 1..=41 {
        let Place { column, row } = layout.place(number, Side::White).unwrap();
        assert_eq!((column + row) % 2, 0, "{number} is as dark as a1");
    }
}

#[test]
fn each_side_has_fourteen_pawns_at_its_own_edge() {
    let start = "W:W28,29,30,31,32,33,34,35,36,g37,r38,y39,r40,g41:Bg1,r2,y3,r4,g5,6,7,8,9,10,11,12,13,14";
    assert_eq!(game(GAME).start(), format!("{start}:H0:F1"));
}

#[test]
fn the_first_line_is_green_red_yellow_red_green() {
    let start = game(GAME).start();
    assert!(start.contains(",g37,r38,y39,r40,g41:"), "{start}");
    assert!(start.contains(":Bg1,r2,y3,r4,g5,"), "{start}");
}

#[test]
fn the_second_and_third_lines_are_blue() {
    let start = game(GAME).start();
    assert!(start.contains(":W28,29,30,31,32,33,34,35,36,"), "{start}");
    assert!(start.contains(",6,7,8,9,10,11,12,13,14:"), "{start}");
}

#[test]
fn strong_line_home_and_front_place_the_strong_heads() {
    assert_eq!(game_with(GAME, &["strong-line=home"]).start(), game(GAME).start());
    let front = "W:Wg28,r29,y30,r31,g32,33,34,35,36,37,38,39,40,41:B1,2,3,4,5,6,7,8,9,g10,r11,y12,r13,g14";
    for id in [GAME, VARIANT] {
        assert_eq!(game_with(id, &["strong-line=front"]).start(), format!("{front}:H0:F1"));
    }
}

#[test]
fn whoever_removes_the_last_enemy_pawn_wins() {
    assert_eq!(turn_after(Options::basic(), "W:W26:B21", "26x21", "[6:1]"), won(Side::White));
}

#[test]
fn the_blue_side_begins() {
    let game = game(GAME);
    let moves = ["28-24", "29-24", "29-25", "30-25", "30-26", "31-26", "31-27", "32-27"];
    assert_eq!(game.actions(&game.start()), moves);
}

#[test]
fn the_sides_take_turns() {
    let game = game(GAME);
    let first = game.after("W:W26:B6", "26-21");
    assert_eq!(first, "B:W21:B6:L26-21,-:H1:F1");
    assert_eq!(game.after(&first, "6-10"), "W:W21:B10:L26-21,6-10:H2:F2");
}

#[test]
fn a_pawn_steps_one_square_diagonally_forward() {
    let game = game(GAME);
    for head in ["", "g", "r"] {
        assert_eq!(game.actions(&format!("W:W{head}26:B1")), ["26-21", "26-22"]);
        assert_eq!(game.actions(&format!("B:W37:B{head}21")), ["21-25", "21-26"]);
    }
}

#[test]
fn a_pawn_enters_a_free_square_or_an_enemys_and_never_jumps() {
    let game = game(GAME);
    assert_eq!(game.actions("W:W26:B21"), ["26-22", "26x21"]);
    assert_eq!(game.actions("W:W22,26:B1"), ["22-17", "22-18", "26-21"]);
}

#[test]
fn only_a_yellow_head_steps_backward() {
    let game = game(GAME);
    assert_eq!(game.actions("W:Wy26:B1"), ["26-21", "26-22", "26-30", "26-31"]);
    assert_eq!(game.actions("W:Wy26:B1,30"), ["26-21", "26-22", "26-31", "26x30"]);
    assert_eq!(game.why("W:Wr26:B1", "26-30"), "head-forward");
}

#[test]
fn a_pawn_on_the_last_row_gets_a_yellow_head() {
    let game = game(GAME);
    assert_eq!(game.after("W:W6:B32", "6-1"), "B:Wy1:B32:L6-1,-:H0:F1");
    assert_eq!(game.after("B:W10:Bg36", "36-41"), "W:W10:By41:L-,36-41:H0:F2");
    let attacked = game.after("W:W6:B1,32", "6x1");
    assert_eq!(game.settled(&attacked, "[6:1]"), "B:Wy1:B32:L6-1,-:H0:F1", "arriving by a combat too");
}

#[test]
fn heads_rise_from_blue_over_green_and_red_to_yellow() {
    let game = game(GAME);
    for pair in HEADS.windows(2) {
        // The higher head has the better die, whoever attacks.
        let rounds = scores(&game, &duel(pair[1], pair[0]));
        let chance = |wins: fn(u16, u16) -> bool| -> u32 {
            rounds.iter().filter(|round| wins(round.0, round.1)).map(|round| round.2).sum()
        };
        assert!(chance(|higher, lower| higher > lower) > chance(|higher, lower| higher < lower), "{pair:?}");
    }
}

#[test]
fn meeting_an_enemy_means_a_combat() {
    let game = game(GAME);
    let attacked = game.after(&duel("", ""), "26x21");
    assert_eq!(attacked, "W:W26,37:B1,21:C26x21:L26-21,-:H0:F1");
    assert_eq!(game.rolls(&attacked).len(), 36);
    assert_eq!(game.why(&attacked, "26-22"), "combat-first");
}

#[test]
fn attacking_is_never_compulsory() {
    assert_eq!(game(GAME).actions(&duel("", "")), ["26-22", "26x21", "37-33"]);
}

#[test]
fn each_fighter_rolls_the_die_of_its_head() {
    let game = game(GAME);
    for (attacker, first) in HEADS.into_iter().zip(1..) {
        for (defender, second) in HEADS.into_iter().zip(1..) {
            // Blue 1 to 6, green 2 to 7, red 3 to 8, yellow 4 to 9.
            let all = (first..first + 6).flat_map(|one| (second..second + 6).map(move |two| (one, two, 1)));
            assert_eq!(scores(&game, &duel(attacker, defender)), all.collect::<Vec<_>>());
        }
    }
}

#[test]
fn dice_option_sets_the_faces() {
    let usual = "dice=1,2,3,4,5,6/2,3,4,5,6,7/3,4,5,6,7,8/4,5,6,7,8,9";
    assert_eq!(scores(&game_with(GAME, &[usual]), &duel("g", "")), scores(&game(GAME), &duel("g", "")));
    let odd = "dice=1,1,1,1,1,1/2,2,2,2,2,9/3,3,3,3,3,3/4,4,4,4,4,4";
    for id in [GAME, VARIANT] {
        let game = game_with(id, &[odd]);
        let rolls = game.rolls("W:Wg26,37:B1,21:C26x21");
        let chances: Vec<_> = rolls.iter().map(|(round, weight, _)| (round.as_str(), *weight)).collect();
        assert_eq!(chances.iter().map(|chance| chance.0).collect::<Vec<_>>(), ["[2:1]", "[9:1]"]);
        assert_eq!(chances[0].1, 5 * chances[1].1, "five faces of six");
    }
}

#[test]
fn the_higher_score_wins_and_the_loser_is_removed() {
    let game = game(GAME);
    assert_eq!(fought(&game, &duel("", ""), &["[5:3]"]), "B:Wg21,37:B1:L26-21,-:H0:F1");
    assert_eq!(fought(&game, &duel("", ""), &["[3:5]"]), "B:W37:B1,g21:H0:F1");
}

#[test]
fn a_winning_attacker_takes_the_square_and_a_winning_defender_keeps_it() {
    let game = game(GAME);
    assert!(fought(&game, &duel("", ""), &["[6:1]"]).starts_with("B:Wg21,37:B1:"));
    assert!(fought(&game, &duel("", ""), &["[1:6]"]).starts_with("B:W37:B1,g21:"));
}

#[test]
fn a_tie_drops_both_heads_by_one() {
    let game = game(GAME);
    assert_eq!(
        fought(&game, &duel("y", "r"), &["[5:5]"]),
        "W:Wr26,37:B1,g21:C26x21:L26-21,-:H0:F1",
        "yellow to red, red to green"
    );
    assert_eq!(
        fought(&game, &duel("g", "y"), &["[5:5]"]),
        "W:W26,37:B1,r21:C26x21:L26-21,-:H0:F1",
        "green to blue, yellow to red"
    );
}

#[test]
fn a_blue_head_is_removed_on_a_tie() {
    let game = game(GAME);
    // The red one drops to green, is left alone, and rises again.
    assert_eq!(fought(&game, &duel("", "r"), &["[4:4]"]), "B:W37:B1,r21:H0:F1");
    assert_eq!(fought(&game, &duel("r", ""), &["[4:4]"]), "B:Wr21,37:B1:L26-21,-:H0:F1");
}

#[test]
fn two_blue_heads_that_tie_both_go_and_the_square_is_empty() {
    assert_eq!(fought(&game(GAME), &duel("", ""), &["[4:4]"]), "B:W37:B1:H0:F1");
}

#[test]
fn double_blue_tie_both_is_the_usual_end_of_two_blue_heads() {
    for id in [GAME, VARIANT] {
        let game = game_with(id, &["double-blue-tie=both"]);
        assert_eq!(fought(&game, "W:W26,37:B1,21", &["[4:4]"]), "B:W37:B1:H0:F1");
    }
}

#[test]
fn double_blue_tie_again_two_blue_heads_roll_until_one_wins() {
    for id in [GAME, VARIANT] {
        let game = game_with(id, &["double-blue-tie=again"]);
        let fight = "W:W26,37:B1,21:C26x21:L26-21,-:H0:F1";
        assert_eq!(game.after(&duel("", ""), "26x21"), fight);
        assert_eq!(game.rolls(fight).len(), 36, "a tie is a roll like any other");
        assert_eq!(game.settled(fight, "[4:4]"), fight, "and leaves everything as it was");
        assert_eq!(fought(&game, &duel("", ""), &["[4:4]", "[4:4]", "[5:3]"]), "B:Wg21,37:B1:L26-21,-:H0:F1");
        // One round later two green heads are blue ones.
        assert_eq!(game.settled("W:Wg26,37:B1,g21:C26x21", "[5:5]"), fight);
        // A tie with a higher head still ends a blue one.
        assert_eq!(game.settled("W:W26,37:B1,r21:C26x21", "[4:4]"), "B:W37:B1,r21:H0:F1");
        // What is rolled again is no position of its own to be counted: of 36 rounds 30 lead on.
        let count = |round: &str| game.actions(&game.settled(fight, round)).len() as u64;
        let counted = game.rulebox().perft(Some(fight), 1).unwrap();
        assert_eq!(counted, 15 * (count("[5:3]") + count("[3:5]")));
    }
    let endless = ["double-blue-tie=again", "dice=3,3,3,3,3,3/2,3,4,5,6,7/3,4,5,6,7,8/4,5,6,7,8,9"];
    assert!(refused(GAME, &endless).contains("not together with double-blue-tie"));
    assert!(game_with(GAME, &endless[1..]).start().starts_with("W:"), "with the usual end such dice will do");
}

#[test]
fn a_combat_goes_on_until_one_pawn_is_gone() {
    let game = game(GAME);
    let first = fought(&game, &duel("y", "y"), &["[9:9]"]);
    assert_eq!(first, "W:Wr26,37:B1,r21:C26x21:L26-21,-:H0:F1");
    assert_eq!(game.why(&first, "37-33"), "combat-first");
    // Now with the dice of the heads they have left.
    let second = game.settled(&first, "[8:8]");
    assert_eq!(second, "W:Wg26,37:B1,g21:C26x21:L26-21,-:H0:F1");
    assert_eq!(game.settled(&second, "[7:2]"), "B:Wr21,37:B1:L26-21,-:H0:F1");
}

#[test]
fn the_winner_rises_one_head() {
    let game = game(GAME);
    for pair in HEADS.windows(2) {
        let attacked = fought(&game, &duel(pair[0], ""), &["[6:1]"]);
        assert!(attacked.starts_with(&format!("B:W{}21,37:B1:", pair[1])), "{attacked}");
        let defended = fought(&game, &duel("", pair[0]), &["[1:6]"]);
        assert!(defended.starts_with(&format!("B:W37:B1,{}21:", pair[1])), "{defended}");
    }
}

#[test]
fn a_yellow_winner_stays_yellow() {
    let game = game(GAME);
    assert_eq!(fought(&game, &duel("y", ""), &["[6:1]"]), "B:Wy21,37:B1:L26-21,-:H0:F1");
    assert_eq!(fought(&game, &duel("", "y"), &["[1:6]"]), "B:W37:B1,y21:H0:F1");
}

#[test]
fn the_game_ends_when_a_side_has_no_pawn() {
    assert_eq!(turn_after(Options::basic(), "W:W26:B21", "26x21", "[1:6]"), won(Side::Black));
    assert_eq!(turn_after(Options::basic(), "B:W26:B21", "21x26", "[6:1]"), won(Side::Black));
}

#[test]
fn last_pawns_that_go_together_are_a_draw() {
    let drawn = Turn::Over(Outcome { winner: None, ending: Ending::BothGone });
    assert_eq!(turn_after(Options::basic(), "W:W26:B21", "26x21", "[3:3]"), drawn);
}

#[test]
fn a_hundred_turns_without_a_combat_or_a_new_head_are_a_draw() {
    let game = game(GAME);
    assert_eq!(game.over("W:W26:B6:H99"), None);
    let after = game.after("W:W26:B6:H99", "26-22");
    assert_eq!(after, "B:W22:B6:L26-22,-:H100:F1", "a plain step doesn't start the count again");
    assert_eq!(game.over(&after), Some(("draw", "quiet-limit")));
    assert_eq!(game.after("W:W6:B32:H99", "6-1"), "B:Wy1:B32:L6-1,-:H0:F1", "a new head does");
    let fight = fought(&game, &format!("{}:H99", duel("", "")), &["[5:3]"]);
    assert_eq!(fight, "B:Wg21,37:B1:L26-21,-:H0:F1", "a combat does");
}

#[test]
fn no_position_is_drawn_by_repetition() {
    assert_eq!(Options::basic().game().unwrap().repetition(), None);
}

#[test]
fn the_variant_starts_from_the_same_position() {
    assert_eq!(game(VARIANT).start(), game(GAME).start());
}

#[test]
fn the_variant_has_the_same_goal() {
    assert_eq!(turn_after(Options::variant(), "W:W26:B21", "26x21", "[6:1]"), won(Side::White));
}

#[test]
fn in_the_variant_the_head_decides_how_a_pawn_moves() {
    let game = game(VARIANT);
    // From e5 one, two, three and four squares up to the right.
    for (head, to) in HEADS.into_iter().zip([17, 13, 9, 5]) {
        let position = format!("W:W{head}21:B32");
        assert!(game.actions(&position).contains(&format!("21-{to}")), "{position}");
    }
    assert_eq!(game.why("W:Wg21:B32", "21-17"), "exact-distance");
}

#[test]
fn in_the_variant_a_blue_head_moves_one_square_forward() {
    assert_eq!(game(VARIANT).actions("W:W26:B6"), ["26-21", "26-22"]);
}

#[test]
fn in_the_variant_a_green_head_moves_two_squares_either_way() {
    assert_eq!(game(VARIANT).actions("W:Wg26:B6"), ["26-16", "26-18", "26-34", "26-36"]);
}

#[test]
fn in_the_variant_a_red_head_moves_three_squares_either_way() {
    assert_eq!(game(VARIANT).actions("W:Wr26:B6"), ["26-11", "26-14", "26-38", "26-41"]);
}

#[test]
fn in_the_variant_a_yellow_head_moves_four_squares_either_way() {
    assert_eq!(game(VARIANT).actions("W:Wy21:B32"), ["21-1", "21-37", "21-41", "21-5"]);
}

#[test]
fn leap_false_wants_every_square_passed_to_be_free() {
    for game in [game(VARIANT), game_with(VARIANT, &["leap=false"])] {
        // An enemy on e5 and an own pawn on g5 bar both ways forward.
        let barred = ["22-17", "22-18", "26-34", "26-36"];
        assert_eq!(game.actions("W:W22,g26:B21"), barred);
    }
}

#[test]
fn leap_true_passes_over_anybody() {
    let game = game_with(VARIANT, &["leap=true"]);
    let moves = ["22-17", "22-18", "26-16", "26-18", "26-34", "26-36"];
    assert_eq!(game.actions("W:W22,g26:B21"), moves);
    assert_eq!(game.after("W:W22,g26:B21", "26-16"), "B:Wg16,22:B21:L26-16,-:H1:F1", "without a combat");
}

#[test]
fn combats_in_the_variant_are_those_of_the_basic_game() {
    let (basic, variant) = (game(GAME), game(VARIANT));
    assert_eq!(fought(&variant, &duel("", "r"), &["[4:4]"]), fought(&basic, &duel("", "r"), &["[4:4]"]));
    // A green head attacks two squares away.
    let attacked = variant.after("W:Wg26,37:B1,16", "26x16");
    assert_eq!(attacked, "W:Wg26,37:B1,16:C26x16:L26-16,-:H0:F1");
    assert_eq!(variant.settled(&attacked, "[7:1]"), "B:Wr16,37:B1:L26-16,-:H0:F1");
}

#[test]
fn blocked_loses_is_the_variants_rule() {
    // The enemy on e5 bars the only way of the yellow head on d6, to h2.
    for game in [game(VARIANT), game_with(VARIANT, &["blocked=loses"])] {
        assert_eq!(game.over("W:Wy16:B21"), Some(("B", "blocked")));
    }
    assert_eq!(game_with(VARIANT, &["blocked=pass"]).actions("W:Wy16:B21"), ["pass"]);
    assert_eq!(game_with(GAME, &["blocked=loses"]).over("W:Wy1:B32:L6-1,-"), Some(("B", "blocked")));
}

#[test]
fn blocked_pass_is_the_basic_games_rule() {
    for game in [game(GAME), game_with(GAME, &["blocked=pass"])] {
        // The only way from the corner leads back.
        assert_eq!(game.actions("W:Wy1:B32:L6-1,-"), ["pass"]);
        assert_eq!(game.after("W:Wy1:B32:L6-1,-", "pass"), "B:Wy1:B32:H1:F1");
        assert_eq!(game.over("W:W1:B41"), Some(("draw", "both-blocked")), "nobody will ever move again");
        assert_eq!(game.why("W:W26:B1", "pass"), "no-passing");
    }
}

#[test]
fn a_block_that_a_pass_lifts_is_none() {
    let game = game(GAME);
    // Both could only go back where they came from. White passes, Black passes, and then both may.
    let both = "W:Wy1:By41:L6-1,36-41";
    assert_eq!(game.actions(both), ["pass"]);
    let passed = game.after(both, "pass");
    assert_eq!(passed, "B:Wy1:By41:L-,36-41:H1:F1");
    assert_eq!(game.actions(&passed), ["pass"]);
    assert_eq!(game.actions(&game.after(&passed, "pass")), ["1-6"]);
    // Blocked for good, while the other only may not go back.
    assert_eq!(game.actions("W:W1:By41:L-,36-41"), ["pass"]);
    assert_eq!(game.actions("B:W1:By41:L-,36-41"), ["pass"]);
    // Where being blocked loses, the ban counts.
    assert_eq!(game_with(GAME, &["blocked=loses"]).over(both), Some(("B", "blocked")));
}

#[test]
fn a_pawn_does_not_go_straight_back() {
    let game = game(GAME);
    assert_eq!(game.actions("W:Wy26:B1:L30-26,-"), ["26-21", "26-22", "26-31"]);
    assert_eq!(game.why("W:Wy26:B1:L30-26,-", "26-30"), "no-going-back");
    assert_eq!(game.actions("W:Wy26:B1,30:L30-26,-"), ["26-21", "26-22", "26-31"], "nor to attack");
    assert_eq!(game.actions("B:W37:By21:L-,17-21"), ["21-16", "21-25", "21-26"]);
}

#[test]
fn going_back_is_free_after_another_move_and_for_another_pawn() {
    let game = game(GAME);
    let other_pawn = ["25-20", "25-21", "25-29", "25-30", "26-21", "26-22", "26-31"];
    assert_eq!(game.actions("W:Wy25,y26:B1:L30-26,-"), other_pawn);
    assert!(game.actions("W:Wy26,29:B1:L34-29,-").contains(&"26-30".to_string()));
}

#[test]
fn in_the_variant_too_a_pawn_does_not_go_straight_back() {
    assert_eq!(game(VARIANT).actions("W:Wg26:B6:L36-26,-"), ["26-16", "26-18", "26-34"]);
}
