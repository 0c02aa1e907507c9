//! Dames 10x10: one test for each sentence of its rule sheet, and for each value of its options.

mod harness;

use damier_notation::position;
use damier_notation::record::{self, Ended};
use damier_rules::board::Place;
use damier_rules::game::{Ending, Game, Outcome, Side, Turn};
use damier_rules::games::dames_10x10::Options;
use harness::{game, game_with, played, refused};

const GAME: &str = "dames-10x10";

/// White's man on d4 can take e5; the man on i1 has nothing to do with it.
const MISSABLE: &str = "W:W32,50:B1,28";

fn turn_after(start: &str, actions: &[&str]) -> Turn {
    let game = Options::default().game();
    game.turn(played(&game, start, actions).last().unwrap())
}

#[test]
fn taking_every_enemy_piece_wins() {
    let won = |winner| Turn::Over(Outcome { winner: Some(winner), ending: Ending::NoPieces });
    assert_eq!(turn_after("W:W32:B28", &["32x23"]), won(Side::White));
    assert_eq!(turn_after("W:W32:B1,28", &["32-27", "*27"]), won(Side::Black), "a huffed piece is gone too");
}

#[test]
fn twenty_men_each_stand_on_the_dark_squares_of_four_rows() {
    let squares = |from: u8, to: u8| (from..=to).map(|n| n.to_string()).collect::<Vec<_>>().join(",");
    let start = format!("W:W{}:B{}:H0:F1", squares(31, 50), squares(1, 20));
    assert_eq!(game(GAME).start(), start);
}

#[test]
fn white_begins_and_turns_alternate() {
    let game = game(GAME);
    let first = game.after(&game.start(), "32-28");
    assert!(first.starts_with("B:") && first.ends_with(":F1"), "{first}");
    let second = game.after(&first, "16-21");
    assert!(second.starts_with("W:") && second.ends_with(":F2"), "{second}");
}

#[test]
fn moves_and_captures_keep_to_the_dark_diagonals() {
    let game = game(GAME);
    let layout = game.rulebox().layout();
    assert_eq!(layout.squares(), 50);
    for number in 1..=50 {
        let Place { column, row } = layout.place(number, Side::White).unwrap();
        assert_eq!((column + row) % 2, 0, "{number} is as dark as a1");
    }
    assert_eq!(game.why("W:W32:B1", "32-22"), "not-diagonal", "d4 to d6 is no diagonal");
}

#[test]
fn a_man_moves_one_square_diagonally_forward() {
    let game = game(GAME);
    assert_eq!(game.actions("W:W32:B1"), ["32-27", "32-28"]);
    assert_eq!(game.actions("B:W50:B22"), ["22-27", "22-28"]);
    assert_eq!(game.why("W:W32:B1", "32-37"), "man-forward");
}

#[test]
fn a_man_captures_by_jumping_an_enemy() {
    assert_eq!(game(GAME).captures(MISSABLE), ["32x23"]);
}

#[test]
fn captor_victim_and_free_square_touch_each_other() {
    let game = game(GAME);
    assert_eq!(game.actions("W:W32:B23"), ["32-27", "32-28"], "f6 is no neighbour of d4");
    assert_eq!(game.actions("W:W32:B23,28"), ["32-27"], "f6 behind e5 is taken");
}

#[test]
fn a_captured_piece_leaves_the_board() {
    assert_eq!(game(GAME).after(MISSABLE, "32x23"), "B:W23,50:B1:H0:F1");
}

#[test]
fn one_piece_may_take_several_in_a_turn() {
    let game = game(GAME);
    assert_eq!(game.captures("W:W32:B1,14,19,28"), ["32x23"], "h8 behind g7 is taken");
    assert_eq!(game.captures("W:W32:B1,19,28"), ["32x23x14"]);
    assert_eq!(game.after("W:W32:B1,19,28", "32x23x14"), "B:W14:B1:H0:F1");
    assert_eq!(game.why("W:W32:B1,19,28", "32x23"), "capture-goes-on");
}

#[test]
fn a_capture_may_change_direction_between_jumps() {
    let game = game(GAME);
    assert_eq!(game.captures("W:W32:B1,18,28"), ["32x23x12"]);
    assert_eq!(game.captures("W:W32:B1,28,29"), ["32x23x34"], "forwards, then backwards");
}

#[test]
fn men_capture_backwards_true_lets_men_take_both_ways() {
    for game in [game(GAME), game_with(GAME, &["men-capture-backwards=true"])] {
        assert_eq!(game.actions("W:W23:B1,28"), ["23-18", "23-19", "23x32"]);
    }
}

#[test]
fn men_capture_backwards_false_lets_men_take_forwards_only() {
    let game = game_with(GAME, &["men-capture-backwards=false"]);
    assert_eq!(game.actions("W:W23:B1,28"), ["23-18", "23-19"]);
    assert_eq!(game.after("W:W23:B1,28", "23-18"), "B:W18:B1,28:H0:F1", "nothing was missed");
    assert_eq!(game.actions("W:W32:B1,28"), ["32-27", "32x23"]);
}

#[test]
fn any_capture_satisfies_the_duty_to_capture() {
    let game = game(GAME);
    // One way takes two men, the other one.
    let choice = "W:W32:B1,18,27,28";
    assert_eq!(game.captures(choice), ["32x21", "32x23x12"]);
    assert_eq!(game.after(choice, "32x21"), "B:W21:B1,18,28:H0:F1", "no piece is owed");
}

#[test]
fn a_missed_capture_costs_a_piece() {
    let game = game(GAME);
    assert_eq!(game.actions(MISSABLE), ["32-27", "32x23", "50-44", "50-45"], "missing it is allowed");
    let missed = game.after(MISSABLE, "50-45");
    assert_eq!(missed, "B:W32,45:B1,28:P32,45:H0:F1");
    assert_eq!(game.actions(&missed), ["*32", "*45"]);
}

#[test]
fn huffing_is_not_playing() {
    let game = game(GAME);
    let huffed = game.after(&game.after(MISSABLE, "32-27"), "*50");
    assert_eq!(huffed, "B:W27:B1,28:H0:F1", "it is still Black's turn");
    assert_eq!(game.actions(&huffed), ["1-6", "1-7", "28-32", "28-33"]);
}

#[test]
fn obligation_huff_any_the_opponent_chooses_any_piece() {
    for game in [game(GAME), game_with(GAME, &["obligation=huff-any"])] {
        assert_eq!(game.after(MISSABLE, "32-27"), "B:W27,50:B1,28:P27,50:H0:F1");
        // A king pays like a man, at its place after the move.
        let missed = game.after("W:W32,K46:B1,28", "46-41");
        assert_eq!(missed, "B:W32,K41:B1,28:P32,41:H1:F1");
        assert_eq!(game.after(&missed, "*41"), "B:W32:B1,28:H0:F1");
    }
}

#[test]
fn obligation_huff_culprit_only_a_piece_that_could_capture_goes() {
    let game = game_with(GAME, &["obligation=huff-culprit"]);
    assert_eq!(game.after(MISSABLE, "50-45"), "B:W32,45:B1,28:P32:H0:F1");
    assert_eq!(game.after(MISSABLE, "32-27"), "B:W27,50:B1,28:P27:H0:F1");
}

#[test]
fn obligation_must_leaves_no_choice_but_capturing() {
    let game = game_with(GAME, &["obligation=must"]);
    assert_eq!(game.actions(MISSABLE), ["32x23"]);
    assert_eq!(game.why(MISSABLE, "50-45"), "capture-compulsory");
}

#[test]
fn huffing_compulsory_the_piece_goes_before_anything_else() {
    for game in [game(GAME), game_with(GAME, &["huffing=compulsory"])] {
        let missed = game.after(MISSABLE, "32-27");
        assert_eq!(game.actions(&missed), ["*27", "*50"]);
        assert_eq!(game.why(&missed, "1-6"), "huff-first");
    }
}

#[test]
fn huffing_claimed_the_opponent_may_play_instead() {
    let game = game_with(GAME, &["huffing=claimed"]);
    let missed = game.after(MISSABLE, "32-27");
    assert_eq!(game.actions(&missed), ["*27", "*50", "1-6", "1-7", "28-32", "28-33"]);
    assert_eq!(game.after(&missed, "1-6"), "W:W27,50:B6,28:H0:F2", "the right has lapsed");
    assert_eq!(game.after(&missed, "*27"), "B:W50:B1,28:H0:F1");
}

#[test]
fn a_player_can_be_driven_into_a_harmful_capture() {
    let game = game(GAME);
    // Taking e5 puts the man under g7's jump; anything else is huffed.
    let trap = "W:W32,50:B14,19,28";
    let taken = game.after(trap, "32x23");
    assert!(game.actions(&taken).contains(&"19x28".to_string()));
    for quiet in ["32-27", "50-44", "50-45"] {
        let huffs = game.actions(&game.after(trap, quiet));
        assert!(huffs.iter().all(|huff| huff.starts_with('*')), "{huffs:?}");
    }
}

#[test]
fn a_man_on_the_far_edge_becomes_a_king() {
    assert_eq!(game(GAME).after("W:W6:B35", "6-1"), "B:WK1:B35:H0:F1");
    assert_eq!(game(GAME).after("B:W35:B42", "42-47"), "W:W35:BK47:H0:F2");
}

#[test]
fn promotion_end_crowns_only_where_the_move_stops() {
    for game in [game(GAME), game_with(GAME, &["promotion=end"])] {
        assert_eq!(game.captures("W:W13:B7,8,45"), ["13x2x11"]);
        assert_eq!(game.after("W:W13:B7,8,45", "13x2x11"), "B:W11:B45:H0:F1");
        assert_eq!(game.after("W:W13:B8,45", "13x2"), "B:WK2:B45:H0:F1");
    }
}

#[test]
fn promotion_immediate_goes_on_as_a_king() {
    let game = game_with(GAME, &["promotion=immediate"]);
    assert_eq!(game.after("W:W13:B7,8,45", "13x2x11"), "B:WK11:B45:H0:F1");
    // From d10 a king takes b8 over the free square c9.
    assert_eq!(game.captures("W:W13:B8,11,45"), ["13x2x16"]);
    assert_eq!(self::game(GAME).captures("W:W13:B8,11,45"), ["13x2"]);
}

#[test]
fn promotion_stop_ends_the_turn_with_the_crowning() {
    let game = game_with(GAME, &["promotion=stop"]);
    assert_eq!(game.captures("W:W13:B7,8,45"), ["13x2"]);
    assert_eq!(game.after("W:W13:B7,8,45", "13x2"), "B:WK2:B7,45:H0:F1");
}

#[test]
fn a_king_moves_until_something_stands_in_its_way() {
    let game = game(GAME);
    let all = [
        "19-13", "19-14", "32-16", "32-21", "32-23", "32-27", "32-28", "32-37", "32-38", "32-41", "32-43",
        "32-46", "32-49",
    ];
    assert_eq!(game.actions("W:W19,K32:B45"), all);
    assert_eq!(game.why("W:W19,K32:B45", "32-14"), "blocked-path");
}

#[test]
fn king_landing_adjacent_it_stops_just_behind_its_victim() {
    for game in [game(GAME), game_with(GAME, &["king-landing=adjacent"])] {
        assert_eq!(game.actions("W:WK46:B1,28"), ["46-32", "46-37", "46-41", "46x23"]);
        assert_eq!(game.why("W:WK46:B1,28", "46x19"), "land-just-behind");
    }
}

#[test]
fn king_landing_any_it_chooses_where_it_stops() {
    let game = game_with(GAME, &["king-landing=any"]);
    assert_eq!(game.captures("W:WK46:B1,28"), ["46x10", "46x14", "46x19", "46x23", "46x5"]);
}

#[test]
fn a_king_goes_on_from_where_it_landed_if_it_can() {
    let game = game(GAME);
    // From f6 it takes d8 over the free square e7.
    assert_eq!(game.captures("W:WK46:B12,28"), ["46x23x7"]);
    assert_eq!(game.why("W:WK46:B12,28", "46x23"), "capture-goes-on");
}

#[test]
fn a_player_who_cannot_move_has_lost() {
    assert_eq!(game(GAME).over("W:W26:B17,21"), Some(("B", "blocked")));
    assert_eq!(game(GAME).over("W:W26,50:B17,21"), None);
}

#[test]
fn a_player_may_resign() {
    // Resigning is no move: the record says who won, and the rules alone would go on.
    let record = record::read("1. 32-28 16-21 0-1").unwrap();
    assert_eq!(record.result, Ended::Black);
    let positions = game(GAME).rulebox().replay(&record).unwrap();
    assert_eq!(game(GAME).over(positions.last().unwrap()), None);
}

#[test]
fn three_kings_against_one_are_a_draw() {
    let game = game(GAME);
    for position in ["W:WK46,K47,K48:BK6", "B:WK46,K47,K48:BK6", "W:WK47:BK6", "W:WK6:BK46,K47"] {
        assert_eq!(game.over(&format!("{position}:H10")), Some(("draw", "drawn-ending")), "{position}");
    }
    // Four kings, two against two, a man, or a king that hangs: the game goes on.
    for position in ["W:WK46,K47,K48,K49:BK6", "W:WK46,K47:BK6,K7", "W:W45,K47:BK6", "W:WK46,K47:BK28"] {
        assert_eq!(game.over(&format!("{position}:H10")), None, "{position}");
    }
}

#[test]
fn few_kings_leaves_each_side_five_turns_to_win_at_once() {
    // Black's only move is into the corner of White's crossing diagonals, where it is lost.
    let last_hope = "B:WK14,K19:BK5";
    for game in [game(GAME), game_with(GAME, &["few-kings=10"])] {
        assert_eq!(game.actions(last_hope), ["5-10"]);
        assert_eq!(game.captures(&game.after(last_hope, "5-10")), ["14x5"]);
        assert_eq!(game.over(&format!("{last_hope}:H9")), None);
        assert_eq!(game.over(&format!("{last_hope}:H10")), Some(("draw", "drawn-ending")));
    }
    assert_eq!(game_with(GAME, &["few-kings=0"]).over(last_hope), Some(("draw", "drawn-ending")));
    assert_eq!(game_with(GAME, &["few-kings=60"]).over(&format!("{last_hope}:H49")), None);
    assert!(refused(GAME, &["few-kings=101"]).contains("from 0 to 100"));
}

#[test]
fn a_crowning_a_capture_and_a_huff_begin_the_count_of_few_kings() {
    let game = game(GAME);
    for (before, action) in [("W:W6,K47:BK15:H30", "6-1"), ("W:WK46,K47:BK6,28:H30", "46x23")] {
        let after = game.after(before, action);
        assert!(after.contains(":H0:"), "{after}");
        assert_eq!(game.over(&after), None);
    }
    let missed = game.after("W:WK46,K47:BK28:H30", "47-42");
    let huffed = game.after(&missed, "*46");
    assert_eq!((huffed.as_str(), game.over(&huffed)), ("B:WK42:BK28:H0:F1", None));
}

#[test]
fn a_huff_that_is_owed_comes_before_the_draw_between_kings() {
    let game = game(GAME);
    // White's king could have taken e5. What is left after the huff decides.
    let missed = game.after("W:WK46,K47:BK28", "47-42");
    assert_eq!(missed, "B:WK42,K46:BK28:P42,46:H1:F1");
    assert_eq!(game.actions(&missed), ["*42", "*46"]);
    let long = game.after("W:WK46,K47:BK28:H10", "47-42");
    assert_eq!(game.actions(&long), ["*42", "*46"], "however long it has been quiet");
    let at_once = game_with(GAME, &["few-kings=0"]);
    assert_eq!(at_once.over(&at_once.after(&missed, "*46")), Some(("draw", "drawn-ending")));
}

#[test]
fn fifty_turns_without_progress_are_a_draw() {
    let game = game(GAME);
    assert_eq!(game.over("W:WK46,K47:BK6,K7:H49"), None);
    let after = game.after("W:WK46,K47:BK6,K7:H49", "46-41");
    assert_eq!(after, "B:WK41,K47:BK6,K7:H50:F1");
    assert_eq!(game.over(&after), Some(("draw", "quiet-limit")));
}

#[test]
fn a_mans_move_a_capture_or_a_huff_starts_the_count_again() {
    let game = game(GAME);
    assert_eq!(game.after("W:W32,50:B1,28:H49", "50-45"), "B:W32,45:B1,28:P32,45:H0:F1");
    assert_eq!(game.after("W:W32,50:B1,28:H49", "32x23"), "B:W23,50:B1:H0:F1");
    let missed = game.after("W:W32,K46:B1,28:H7", "46-41");
    assert_eq!(missed, "B:W32,K41:B1,28:P32,41:H8:F1");
    assert_eq!(game.after(&missed, "*32"), "B:WK41:B1,28:H0:F1");
}

#[test]
fn the_same_position_a_third_time_is_a_draw() {
    let game = Options::default().game();
    assert_eq!(game.repetition(), Some(3));
    let there_and_back = ["46-41", "6-11", "41-46", "11-6"];
    let states = played(&game, "W:WK46,K47:BK6,K7", &[there_and_back, there_and_back].concat());
    let keys: Vec<u64> = states.iter().map(|state| game.key(state)).collect();
    let again: Vec<usize> = (0..keys.len()).filter(|&nth| keys[nth] == keys[0]).collect();
    assert_eq!(again, [0, 4, 8]);
}

#[test]
fn a_pending_huff_makes_another_position() {
    let game = Options::default().game();
    let key = |text| game.key(&position::read(&game, text).unwrap());
    assert_ne!(key("B:W32,45:B1,28:P32,45"), key("B:W32,45:B1,28"));
}

#[test]
fn short_capture_forbidden_a_capture_goes_on_as_long_as_it_can() {
    for game in [game(GAME), game_with(GAME, &["short-capture=forbidden"])] {
        assert_eq!(game.captures("W:W32,50:B1,19,28"), ["32x23x14"]);
        assert_eq!(game.why("W:W32,50:B1,19,28", "32x23"), "capture-goes-on");
    }
    let together = refused(GAME, &["short-capture=huffed", "obligation=must"]);
    assert!(together.contains("short-capture") && together.contains("obligation=\"must\""), "{together}");
}

#[test]
fn short_capture_huffed_it_may_stop_and_costs_a_piece() {
    let start = "W:W32,50:B1,19,28:H7";
    let game = game_with(GAME, &["short-capture=huffed"]);
    assert_eq!(game.captures(start), ["32x23", "32x23x14"]);
    assert_eq!(game.after(start, "32x23x14"), "B:W14,50:B1:H0:F1", "nothing is owed for all of it");
    let stopped = game.after(start, "32x23");
    assert_eq!(stopped, "B:W23,50:B1,19:P23,50:H0:F1", "what was taken is taken, and any piece may go");
    assert_eq!(game.actions(&stopped), ["*23", "*50"]);
    assert_eq!(game.after(&stopped, "*50"), "B:W23:B1,19:H0:F1");
    // Of the culprits, only the one that stopped.
    let culprit = game_with(GAME, &["short-capture=huffed", "obligation=huff-culprit"]);
    assert_eq!(culprit.after("W:W32,47:B1,19,28,41", "32x23"), "B:W23,47:B1,19,41:P23:H0:F1");
    // Where it has to be noticed, it may also be overlooked.
    let claimed = game_with(GAME, &["short-capture=huffed", "huffing=claimed"]);
    assert_eq!(
        claimed.actions(&claimed.after(start, "32x23")),
        ["*23", "*50", "1-6", "1-7", "19-24", "19x28"]
    );
}

#[test]
fn short_capture_huffed_a_man_that_stops_on_the_last_row_is_crowned() {
    let start = "W:W13:B7,8,45";
    for promotion in ["promotion=end", "promotion=immediate"] {
        let game = game_with(GAME, &["short-capture=huffed", promotion]);
        assert_eq!(game.captures(start), ["13x2", "13x2x11"]);
        assert_eq!(game.after(start, "13x2"), "B:WK2:B7,45:P2:H0:F1");
    }
    let game = game_with(GAME, &["short-capture=huffed", "promotion=stop"]);
    assert_eq!(game.after(start, "13x2"), "B:WK2:B7,45:H0:F1", "here it can't go on");
}

#[test]
fn short_capture_huffed_a_king_may_stop_behind_any_victim() {
    let start = "W:WK46:B12,28";
    let adjacent = game_with(GAME, &["short-capture=huffed"]);
    assert_eq!(adjacent.captures(start), ["46x23", "46x23x7"]);
    assert_eq!(adjacent.after(start, "46x23"), "B:WK23:B12:P23:H0:F1");
    let any = game_with(GAME, &["short-capture=huffed", "king-landing=any"]);
    assert_eq!(any.captures(start), ["46x10", "46x14", "46x19", "46x23", "46x23x1", "46x23x7", "46x5"]);
    assert_eq!(any.after(start, "46x23"), "B:WK23:B12:P23:H0:F1");
    assert_eq!(any.after(start, "46x19"), "B:WK19:B12:H0:F1", "from there it couldn't go on");
}

#[test]
fn victims_stay_until_the_capture_is_over() {
    let start = "W:WK33:B16,20,42";
    for game in [game(GAME), game_with(GAME, &["victims=stay"])] {
        assert_eq!(game.captures(start), ["33x15", "33x47"], "the first victim bars the way back");
        assert_eq!(game.why(start, "33x15x47"), "jumped-twice");
    }
}

#[test]
fn victims_leave_as_they_are_jumped() {
    let start = "W:WK33:B16,20,42";
    let game = game_with(GAME, &["victims=leave"]);
    assert_eq!(game.captures(start), ["33x15x47", "33x47x15"]);
    assert_eq!(game.after(start, "33x15x47"), "B:WK47:B16:H0:F1");
}
