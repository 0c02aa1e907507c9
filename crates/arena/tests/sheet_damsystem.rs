//! Damsystem: one test for each sentence of its rule sheet, and for each value of its options.

mod harness;

use damier_rules::board::Place;
use damier_rules::game::{Ending, Game, Outcome, Side, Turn};
use damier_rules::games::damsystem::Options;
use harness::{Asked, game, game_with, played, refused};

const GAME: &str = "damsystem";

/// White's man on 50 can take 43; the man on 64 has nothing to do with it.
const MISSABLE: &str = "W:W50,64:B1,43";

/// The columns of a row's squares as one side finds them at its turn; White's left edge is 0.
fn columns(game: &Asked, squares: std::ops::RangeInclusive<u8>, turn: Side) -> Vec<i8> {
    squares.map(|number| game.rulebox().layout().place(number, turn).unwrap().column).collect()
}

#[test]
fn rows_four_six_and_eight_are_plates_that_slide_sideways() {
    let game = game(GAME);
    assert_eq!(game.rulebox().layout().squares(), 64);
    for plate in [42..=47, 30..=35, 18..=23] {
        let white = columns(&game, plate.clone(), Side::White);
        let black = columns(&game, plate, Side::Black);
        assert!(white.iter().zip(&black).all(|(white, black)| white - black == 2));
    }
    for fixed in [1..=6, 7..=11, 12..=17, 24..=29, 36..=41, 48..=53, 54..=58, 59..=64] {
        assert_eq!(columns(&game, fixed.clone(), Side::White), columns(&game, fixed, Side::Black));
    }
}

#[test]
fn plates_stick_out_two_squares_on_the_right_of_the_side_to_move() {
    let game = game(GAME);
    // The board's columns are 0 to 10; Black's right is White's left.
    assert_eq!(columns(&game, 42..=47, Side::White), [1, 3, 5, 7, 9, 11]);
    assert_eq!(columns(&game, 42..=47, Side::Black), [-1, 1, 3, 5, 7, 9]);
}

#[test]
fn squares_that_stick_out_are_played_on() {
    let game = game(GAME);
    assert_eq!(game.actions("W:W53:B1"), ["53-46", "53-47", "pass"]);
    assert_eq!(game.actions("W:W47:B1"), ["47-41", "pass"], "right of the board there is no row 5");
    assert_eq!(game.actions("B:W64:B42"), ["42-48", "pass"]);
}

#[test]
fn seventeen_men_each_stand_on_the_dark_squares_of_three_rows() {
    let squares = |from: u8, to: u8| (from..=to).map(|n| n.to_string()).collect::<Vec<_>>().join(",");
    let start = format!("W:W{}:B{}:H0:F1", squares(48, 64), squares(1, 17));
    assert_eq!(game(GAME).start(), start);
}

#[test]
fn whoever_has_the_only_pieces_left_wins() {
    let game = Options::default().game().unwrap();
    let turn = |start: &str, actions: &[&str]| game.turn(played(&game, start, actions).last().unwrap());
    let won = |winner| Turn::Over(Outcome { winner: Some(winner), ending: Ending::NoPieces });
    assert_eq!(turn("W:W50:B43", &["50x37"]), won(Side::White));
    assert_eq!(turn("W:W50:B1,43", &["pass", "*50"]), won(Side::Black));
}

#[test]
fn one_side_begins_and_turns_alternate() {
    let game = game(GAME);
    let first = game.after(&game.start(), "50-44");
    assert!(first.starts_with("B:") && first.ends_with(":F1"), "{first}");
    let second = game.after(&first, "pass");
    assert!(second.starts_with("W:") && second.ends_with(":F2"), "{second}");
}

#[test]
fn the_beginners_colour_is_white() {
    assert!(game(GAME).start().starts_with("W:"));
}

#[test]
fn a_man_moves_one_dark_square_diagonally() {
    let game = game(GAME);
    assert_eq!(game.actions("W:W44:B1"), ["44-38", "44-39", "pass"]);
    assert_eq!(game.why("W:W44:B1", "44-31"), "man-one-step");
    for number in 1..=64 {
        let Place { column, row } = game.rulebox().layout().place(number, Side::White).unwrap();
        assert_eq!((column + row) % 2, 0, "{number} is as dark as a1");
    }
}

#[test]
fn plates_stay_put_until_the_turn_is_over() {
    let game = game(GAME);
    // Both victims stand on plates, and both are jumped where White found them.
    assert_eq!(game.captures("W:W50:B1,31,43"), ["50x37x26"]);
    // A huff is not the turn: afterwards Black still finds 43 in its own column 1.
    let huffed = game.after(&game.after(MISSABLE, "64-58"), "*50");
    assert_eq!(game.actions(&huffed), ["1-7", "43-48", "43-49", "pass"]);
}

#[test]
fn sliding_without_moving_is_a_pass() {
    let game = game(GAME);
    assert_eq!(game.after("W:W44:B1", "pass"), "B:W44:B1:H1:F1");
    assert!(game.actions(&game.start()).contains(&"pass".to_string()));
}

#[test]
fn nobody_is_ever_blocked() {
    let game = game(GAME);
    // The man on 24 has 18 before it, with 13 behind that one.
    assert_eq!(game.actions("W:W24:B13,18"), ["pass"]);
}

#[test]
fn a_pass_that_misses_a_capture_costs_the_culprit() {
    let game = game(GAME);
    let passed = game.after(MISSABLE, "pass");
    assert_eq!(passed, "B:W50,64:B1,43:P50:H1:F1");
    assert_eq!(game.actions(&passed), ["*50"]);
    assert_eq!(game.after(&passed, "*50"), "B:W64:B1,43:H0:F1");
}

#[test]
fn the_mover_slides_the_plates_to_his_left_after_a_move() {
    let game = game(GAME);
    // 47 is at the far right when White enters it, and slides beside Black's man on 40.
    let moved = game.after("W:W53:B1,40", "53-47");
    assert_eq!(moved, "B:W47:B1,40:H0:F1");
    assert_eq!(game.captures(&moved), ["40x53"]);
    assert_eq!(columns(&game, 47..=47, Side::White), [11]);
    assert_eq!(columns(&game, 47..=47, Side::Black), [9]);
}

#[test]
fn the_plates_slide_after_a_capture_too() {
    let game = game(GAME);
    let taken = game.after("W:W50:B1,43,45", "50x37");
    // 45 stood in column 7 at White's turn; now it goes down from column 5.
    assert_eq!(game.actions(&taken), ["1-7", "45-50", "45-51", "pass"]);
}

#[test]
fn pieces_on_a_plate_ride_along() {
    let game = game(GAME);
    assert_eq!(game.actions("W:W44:B1"), ["44-38", "44-39", "pass"], "column 5 at White's turn");
    assert_eq!(game.actions("B:W64:B44"), ["44-49", "44-50", "pass"], "column 3 at Black's");
}

#[test]
fn plates_option_says_which_rows_slide() {
    assert_eq!(game_with(GAME, &["plates=4,6,8"]).start(), game(GAME).start());
    let fixed = game_with(GAME, &["plates=none"]);
    assert_eq!(fixed.rulebox().layout().squares(), 61);
    // Row 4 has five squares now, 40 to 44, in the same columns for both.
    assert_eq!(fixed.actions("W:W50:B1"), ["50-44", "pass"]);
    assert_eq!(fixed.actions("B:W61:B41"), ["41-46", "41-47", "pass"]);
    let fifth = game_with(GAME, &["plates=5"]);
    // Row 5 has seven squares, 34 to 40: the last one sticks out at White's turn, the first at Black's.
    assert_eq!(fifth.actions("W:W40:B1"), ["pass"]);
    assert_eq!(fifth.actions("B:W62:B40"), ["40-45", "pass"]);
    assert_eq!(fifth.actions("B:W62:B34"), ["pass"]);
}

#[test]
fn a_capture_jumps_an_enemy_onto_the_square_just_behind() {
    let game = game(GAME);
    assert_eq!(game.actions("W:W50:B1,43"), ["50-44", "50x37", "pass"]);
    assert_eq!(game.after("W:W50:B1,43", "50x37"), "B:W37:B1:H0:F1");
    assert_eq!(game.captures("W:W50:B37,43"), Vec::<String>::new(), "37 behind it is taken");
}

#[test]
fn several_men_are_taken_in_a_row() {
    let game = game(GAME);
    assert_eq!(game.captures("W:W50:B1,31,43"), ["50x37x26"]);
    assert_eq!(game.after("W:W50:B1,31,43", "50x37x26"), "B:W26:B1:H0:F1");
    assert_eq!(game.why("W:W50:B1,31,43", "50x37"), "capture-goes-on");
}

#[test]
fn a_capture_goes_on_even_into_danger() {
    let game = game(GAME);
    let start = "W:W50:B15,20,31,43";
    assert_eq!(game.captures(start), ["50x37x26"]);
    assert_eq!(game.captures(&game.after(start, "50x37x26")), ["20x33"]);
}

#[test]
fn any_capture_will_do() {
    let game = game(GAME);
    // Over 43 and 31 two men, over 44 one.
    let choice = "W:W50:B1,31,43,44";
    assert_eq!(game.captures(choice), ["50x37x26", "50x39"]);
    assert_eq!(game.after(choice, "50x39"), "B:W39:B1,31,43:H0:F1", "no piece is owed");
}

#[test]
fn whoever_misses_a_capture_loses_the_piece_that_could_have_made_it() {
    let game = game(GAME);
    let missed = game.after(MISSABLE, "64-58");
    assert_eq!(missed, "B:W50,58:B1,43:P50:H0:F1");
    assert_eq!(game.after(&missed, "*50"), "B:W58:B1,43:H0:F1");
    assert_eq!(game.why(&missed, "*58"), "not-the-culprit");
}

#[test]
fn a_culprit_that_moved_is_removed_from_its_new_square() {
    assert_eq!(game(GAME).after(MISSABLE, "50-44"), "B:W44,64:B1,43:P44:H0:F1");
}

#[test]
fn of_several_culprits_the_opponent_chooses_one() {
    let game = game(GAME);
    let missed = game.after("W:W49,50,64:B1,43", "64-58");
    assert_eq!(missed, "B:W49,50,58:B1,43:P49,50:H0:F1");
    assert_eq!(game.actions(&missed), ["*49", "*50"]);
}

#[test]
fn obligation_huff_culprit_is_the_usual_penalty() {
    let game = game_with(GAME, &["obligation=huff-culprit"]);
    assert_eq!(game.after(MISSABLE, "64-58"), "B:W50,58:B1,43:P50:H0:F1");
}

#[test]
fn obligation_huff_any_lets_any_piece_go() {
    let game = game_with(GAME, &["obligation=huff-any"]);
    assert_eq!(game.after(MISSABLE, "64-58"), "B:W50,58:B1,43:P50,58:H0:F1");
}

#[test]
fn obligation_must_leaves_no_choice_but_capturing() {
    let game = game_with(GAME, &["obligation=must"]);
    assert_eq!(game.actions(MISSABLE), ["50x37"]);
    assert_eq!(game.actions("W:W44:B1"), ["44-38", "44-39", "pass"], "with nothing to take one may pass");
}

#[test]
fn huffing_compulsory_the_culprit_goes_before_anything_else() {
    for game in [game(GAME), game_with(GAME, &["huffing=compulsory"])] {
        let missed = game.after(MISSABLE, "64-58");
        assert_eq!(game.actions(&missed), ["*50"]);
        assert_eq!(game.why(&missed, "1-7"), "huff-first");
    }
}

#[test]
fn huffing_claimed_the_opponent_may_play_instead() {
    let game = game_with(GAME, &["huffing=claimed"]);
    let missed = game.after(MISSABLE, "64-58");
    assert_eq!(game.actions(&missed), ["*50", "1-7", "43-48", "43-49", "pass"]);
    assert_eq!(game.after(&missed, "1-7"), "W:W50,58:B7,43:H0:F2", "the right has lapsed");
}

#[test]
fn men_go_back_only_to_capture() {
    let game = game(GAME);
    assert_eq!(game.actions("W:W37:B1,43"), ["37-30", "37-31", "37x50", "pass"]);
    assert_eq!(game.why("W:W37:B1,43", "37-42"), "man-forward");
    // Backwards over 43, then forwards again over 44.
    assert_eq!(game.captures("W:W37:B1,43,44"), ["37x50x39"]);
}

#[test]
fn a_man_that_crossed_the_whole_board_becomes_a_damsy() {
    assert_eq!(game(GAME).after("W:W7:B58", "7-1"), "B:WK1:B58:H0:F1");
    assert_eq!(game(GAME).after("B:W7:B58", "58-64"), "W:W7:BK64:H0:F2");
}

#[test]
fn promotion_end_crowns_only_where_the_move_stops() {
    for game in [game(GAME), game_with(GAME, &["promotion=end"])] {
        assert_eq!(game.actions("W:W13:B8,9,58"), ["13-7", "13x3x15", "pass"]);
        assert_eq!(game.after("W:W13:B8,9,58", "13x3x15"), "B:W15:B58:H0:F1");
        assert_eq!(game.after("W:W13:B8,58", "13x3"), "B:WK3:B58:H0:F1");
    }
}

#[test]
fn promotion_immediate_goes_on_as_a_damsy() {
    let game = game_with(GAME, &["promotion=immediate"]);
    assert_eq!(game.after("W:W13:B8,9,58", "13x3x15"), "B:WK15:B58:H0:F1");
}

#[test]
fn promotion_stop_ends_the_turn_with_the_crowning() {
    let game = game_with(GAME, &["promotion=stop"]);
    assert_eq!(game.captures("W:W13:B8,9,58"), ["13x3"]);
    assert_eq!(game.after("W:W13:B8,9,58", "13x3"), "B:WK3:B9,58:H0:F1");
}

#[test]
fn a_damsy_flies_forwards_and_backwards() {
    let all = [
        "37-10", "37-15", "37-20", "37-24", "37-26", "37-30", "37-31", "37-42", "37-43", "37-48", "37-5",
        "37-50", "37-56", "37-62", "pass",
    ];
    assert_eq!(game(GAME).actions("W:WK37:B58"), all);
}

#[test]
fn a_damsy_takes_from_a_distance_along_its_diagonals() {
    let game = game(GAME);
    // Three free squares before 20, one between 15 and 28.
    assert_eq!(game.captures("W:WK37:B20,28,58"), ["37x15x34"]);
    assert_eq!(game.after("W:WK37:B20,28,58", "37x15x34"), "B:WK34:B58:H0:F1");
}

#[test]
fn king_landing_adjacent_a_damsy_lands_like_a_man() {
    for game in [game(GAME), game_with(GAME, &["king-landing=adjacent"])] {
        assert_eq!(game.captures("W:WK37:B20,58"), ["37x15"]);
    }
}

#[test]
fn king_landing_any_a_damsy_chooses_where_it_stops() {
    let game = game_with(GAME, &["king-landing=any"]);
    assert_eq!(game.captures("W:WK37:B20,58"), ["37x10", "37x15", "37x5"]);
    // Beyond 28 lie 34, 41, and 47, which sticks out: from there 58 hangs.
    let taken = ["37x10", "37x15x34", "37x15x41", "37x15x47x63", "37x5"];
    assert_eq!(game.captures("W:WK37:B20,28,58"), taken);
}

#[test]
fn a_damsy_that_misses_a_capture_is_huffed() {
    let game = game(GAME);
    let missed = game.after("W:WK37,64:B1,20", "64-58");
    assert_eq!(missed, "B:WK37,58:B1,20:P37:H0:F1");
    assert_eq!(game.after(&missed, "*37"), "B:W58:B1,20:H0:F1");
}

#[test]
fn a_hundred_turns_without_progress_are_a_draw() {
    let game = game(GAME);
    assert_eq!(game.over("W:WK37:BK6:H99"), None);
    let after = game.after("W:WK37:BK6:H99", "pass");
    assert_eq!(after, "B:WK37:BK6:H100:F1");
    assert_eq!(game.over(&after), Some(("draw", "quiet-limit")));
    assert_eq!(game.after("W:W44:BK6:H99", "44-38"), "B:W38:BK6:H0:F1");
}

#[test]
fn the_same_position_a_third_time_is_a_draw() {
    let game = Options::default().game().unwrap();
    assert_eq!(game.repetition(), Some(3));
    let states = played(&game, "W:W44:B1", &["pass"; 4]);
    let keys: Vec<u64> = states.iter().map(|state| game.key(state)).collect();
    let again: Vec<usize> = (0..keys.len()).filter(|&nth| keys[nth] == keys[0]).collect();
    assert_eq!(again, [0, 2, 4], "two passes bring the plates back");
}

#[test]
fn short_capture_forbidden_a_capture_goes_on_as_long_as_it_can() {
    for game in [game(GAME), game_with(GAME, &["short-capture=forbidden"])] {
        assert_eq!(game.captures("W:W50:B1,31,43"), ["50x37x26"]);
    }
    let together = refused(GAME, &["short-capture=huffed", "obligation=must"]);
    assert!(together.contains("short-capture") && together.contains("obligation=\"must\""), "{together}");
}

#[test]
fn short_capture_huffed_the_piece_that_stopped_is_the_culprit() {
    let start = "W:W50,64:B1,31,43:H7";
    let game = game_with(GAME, &["short-capture=huffed"]);
    assert_eq!(game.captures(start), ["50x37", "50x37x26"]);
    let stopped = game.after(start, "50x37");
    assert_eq!(stopped, "B:W37,64:B1,31:P37:H0:F1", "at its new square");
    assert_eq!(game.actions(&stopped), ["*37"]);
    assert_eq!(game.after(start, "50x37x26"), "B:W26,64:B1:H0:F1");
    let any = game_with(GAME, &["short-capture=huffed", "obligation=huff-any"]);
    assert_eq!(any.after(start, "50x37"), "B:W37,64:B1,31:P37,64:H0:F1");
    let claimed = game_with(GAME, &["short-capture=huffed", "huffing=claimed"]);
    assert!(claimed.actions(&stopped).contains(&"pass".to_string()));
}

#[test]
fn victims_stay_until_the_capture_is_over() {
    for game in [game(GAME), game_with(GAME, &["victims=stay"])] {
        assert_eq!(
            game.captures("W:WK37:B16,20,42"),
            ["37x15", "37x48"],
            "the first victim bars the way back"
        );
    }
}

#[test]
fn victims_leave_as_they_are_jumped() {
    let game = game_with(GAME, &["victims=leave"]);
    assert_eq!(game.captures("W:WK37:B16,20,42"), ["37x15x48", "37x48x15"]);
    assert_eq!(game.after("W:WK37:B16,20,42", "37x48x15"), "B:WK15:B16:H0:F1");
}

#[test]
fn longest_capture_false_any_capture_will_do() {
    for game in [game(GAME), game_with(GAME, &["longest-capture=false"])] {
        assert_eq!(game.captures("W:W50:B1,31,43,44"), ["50x37x26", "50x39"]);
    }
}

#[test]
fn longest_capture_true_the_most_pieces_have_to_be_taken() {
    let game = game_with(GAME, &["longest-capture=true"]);
    assert_eq!(game.captures("W:W50:B1,31,43,44"), ["50x37x26"]);
    assert_eq!(game.why("W:W50:B1,31,43,44", "50x39"), "longest-capture");
    // Only what could have taken most is guilty: 53 could have taken one piece.
    let both = "W:W50,53:B1,31,43,46";
    assert_eq!(self::game(GAME).captures(both), ["50x37x26", "53x40"]);
    assert_eq!(self::game(GAME).after(both, "pass"), "B:W50,53:B1,31,43,46:P50,53:H1:F1");
    assert_eq!(game.captures(both), ["50x37x26"]);
    assert_eq!(game.after(both, "pass"), "B:W50,53:B1,31,43,46:P50:H1:F1");
    assert_eq!(game.after(both, "53-47"), "B:W47,50:B1,31,43,46:P50:H0:F1");
    assert_eq!(game.after(both, "50-44"), "B:W44,53:B1,31,43,46:P44:H0:F1");
    let together = refused(GAME, &["longest-capture=true", "short-capture=huffed"]);
    assert!(
        together.contains("longest-capture") && together.contains("short-capture=\"huffed\""),
        "{together}"
    );
}
