//! Dames 8x8: one test for each sentence of its rule sheet, and for each value of its options.

mod harness;

use damier_notation::position;
use damier_rules::board::Place;
use damier_rules::game::{Ending, Game, Outcome, Side, Turn};
use damier_rules::games::dames_8x8;
use harness::{game, game_with, played};

const GAME: &str = "dames-8x8";

fn turn_after(start: &str, action: &str) -> Turn {
    let game = dames_8x8::usual();
    game.turn(&played(&game, start, &[action])[1])
}

#[test]
fn taking_every_enemy_piece_wins() {
    let won = Outcome { winner: Some(Side::White), ending: Ending::NoPieces };
    assert_eq!(turn_after("W:W23:B18", "23x14"), Turn::Over(won));
}

#[test]
fn blocking_the_opponent_wins() {
    // The man on a5 has b6 in front of it, and c7 behind b6 is taken.
    assert_eq!(game(GAME).over("W:W13:B6,9"), Some(("B", "blocked")));
    assert_eq!(game(GAME).over("B:W24,27:B20"), Some(("W", "blocked")));
}

#[test]
fn twelve_men_each_stand_on_the_dark_squares_of_three_rows() {
    let start = game(GAME).start();
    assert_eq!(start, "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12:H0:F1");
}

#[test]
fn only_dark_squares_are_played_on() {
    let game = game(GAME);
    let layout = game.rulebox().layout();
    assert_eq!(layout.squares(), 32);
    for number in 1..=32 {
        let Place { column, row } = layout.place(number, Side::White).unwrap();
        assert_eq!((column + row) % 2, 0, "{number} is as dark as a1");
    }
    assert_eq!(layout.at(Place { column: 0, row: 0 }), Some(29));
    assert_eq!(layout.at(Place { column: 1, row: 7 }), Some(1));
}

#[test]
fn white_begins_and_turns_alternate() {
    let game = game(GAME);
    let first = game.after(&game.start(), "22-18");
    assert!(first.starts_with("B:") && first.ends_with(":F1"), "{first}");
    let second = game.after(&first, "9-13");
    assert!(second.starts_with("W:") && second.ends_with(":F2"), "{second}");
}

#[test]
fn a_man_moves_one_square_diagonally_forward() {
    let game = game(GAME);
    assert_eq!(game.actions("W:W23:B1"), ["23-18", "23-19"]);
    assert_eq!(game.actions("B:W32:B10"), ["10-14", "10-15"]);
    assert_eq!(game.why("W:W23:B1", "23-26"), "man-forward");
    assert_eq!(game.why("W:W23:B1", "23-14"), "man-one-step");
}

#[test]
fn a_capture_is_compulsory() {
    let game = game(GAME);
    assert_eq!(game.actions("W:W21,23:B1,18"), ["23x14"]);
    assert_eq!(game.why("W:W21,23:B1,18", "21-17"), "capture-compulsory");
}

#[test]
fn a_man_captures_a_neighbour_with_a_free_square_behind_it() {
    let game = game(GAME);
    assert_eq!(game.actions("W:W23:B14,18"), ["23-19"], "c5 behind d4 is taken");
    assert_eq!(game.actions("W:W23:B14"), ["23-18", "23-19"], "c5 is no neighbour of e3");
}

#[test]
fn the_captor_lands_behind_and_the_jumped_man_leaves() {
    assert_eq!(game(GAME).after("W:W21,23:B1,18", "23x14"), "B:W14,21:B1:H0:F1");
}

#[test]
fn men_capture_forwards_and_backwards() {
    assert_eq!(game(GAME).actions("W:W14:B9,18"), ["14x23", "14x5"]);
    assert_eq!(game(GAME).actions("B:W9,18:B14"), ["14x23", "14x5"]);
}

#[test]
fn any_of_several_captures_will_do() {
    assert_eq!(game(GAME).actions("W:W23:B9,18,19"), ["23x14x5", "23x16"]);
}

#[test]
fn a_capture_goes_on_as_long_as_the_man_can_capture() {
    let game = game(GAME);
    assert_eq!(game.actions("W:W23:B1,9,18"), ["23x14x5"]);
    assert_eq!(game.why("W:W23:B1,9,18", "23x14"), "capture-goes-on");
    assert_eq!(game.after("W:W23:B1,9,18", "23x14x5"), "B:W5:B1:H0:F1");
}

#[test]
fn free_squares_between_enemies_let_a_capture_cascade() {
    let game = game(GAME);
    // With b6 and a7 both held nothing is free behind b6: the capture stops on c5.
    assert_eq!(game.actions("W:W23:B5,9,18"), ["23x14"]);
    assert_eq!(game.actions("W:W23:B9,18"), ["23x14x5"]);
}

#[test]
fn jumped_pieces_leave_only_when_the_capture_is_over() {
    let game = game(GAME);
    // On b6 the king would take e3 next, were d4, which it has jumped, not still in the way.
    let captures = ["29x11x2x13", "29x11x2x9", "29x15x1", "29x4", "29x8"];
    assert_eq!(game.actions("W:WK29:B6,7,18,23"), captures);
    assert_eq!(game.after("W:WK29:B6,7,18,23", "29x11x2x9"), "B:WK9:B23:H0:F1");
}

#[test]
fn no_piece_is_jumped_twice_and_ways_round_are_one_capture() {
    let game = game(GAME);
    // Around from c3 to c3, either way: the start square counts as empty, and d4 can't be jumped again.
    let round = "W:W22:B1,18,19,26,27";
    let captures = game.actions(round);
    assert_eq!(captures.len(), 1, "{captures:?}");
    assert_eq!(game.after(round, &captures[0]), "B:W22:B1:H0:F1");
}

#[test]
fn a_man_on_the_last_row_becomes_a_king() {
    assert_eq!(game(GAME).after("W:W6:B12", "6-1"), "B:WK1:B12:H0:F1");
    assert_eq!(game(GAME).after("B:W12:B26", "26-31"), "W:W12:BK31:H0:F2");
}

#[test]
fn promotion_immediate_a_crowned_captor_goes_on_as_a_king() {
    for game in [game(GAME), game_with(GAME, &["promotion=immediate", "quiet-limit=29"])] {
        // On d8 it takes b6 from a distance, as only a king does.
        assert_eq!(game.actions("W:W11:B7,9,12"), ["11x2x13"]);
        assert_eq!(game.after("W:W11:B7,9,12", "11x2x13"), "B:WK13:B12:H0:F1");
        assert_eq!(game.actions("W:W11:B6,7,12"), ["11x2x13", "11x2x9"]);
        assert_eq!(game.after("W:W11:B6,7,12", "11x2x9"), "B:WK9:B12:H0:F1");
    }
}

#[test]
fn promotion_end_crowns_only_where_the_capture_stops() {
    let game = game_with(GAME, &["promotion=end"]);
    assert_eq!(game.actions("W:W11:B7,9,12"), ["11x2"]);
    assert_eq!(game.after("W:W11:B7,9,12", "11x2"), "B:WK2:B9,12:H0:F1");
    assert_eq!(game.actions("W:W11:B6,7,12"), ["11x2x9"]);
    assert_eq!(game.after("W:W11:B6,7,12", "11x2x9"), "B:W9:B12:H0:F1");
}

#[test]
fn promotion_stop_ends_the_turn_with_the_crowning() {
    let game = game_with(GAME, &["promotion=stop"]);
    assert_eq!(game.actions("W:W11:B6,7,12"), ["11x2"]);
    assert_eq!(game.after("W:W11:B6,7,12", "11x2"), "B:WK2:B6,12:H0:F1");
    assert_eq!(game.why("W:W11:B6,7,12", "11x2x9"), "crowning-ends-turn");
}

#[test]
fn a_king_flies_forwards_and_backwards_over_free_squares() {
    let game = game(GAME);
    let all = [
        "18-11", "18-14", "18-15", "18-22", "18-23", "18-25", "18-27", "18-29", "18-32", "18-4", "18-5",
        "18-8", "18-9",
    ];
    assert_eq!(game.actions("W:WK18:B12"), all);
    assert_eq!(game.why("W:WK18,15:B12", "18-11"), "blocked-path");
}

#[test]
fn a_king_captures_before_a_man_that_could_take_the_same_piece() {
    let game = game(GAME);
    assert_eq!(game.actions("W:W23,K29:B1,18"), ["29x11", "29x15", "29x4", "29x8"]);
    assert_eq!(game.why("W:W23,K29:B1,18", "23x14"), "king-priority");
}

#[test]
fn king_priority_always_a_king_that_can_capture_must() {
    let captures = ["29x11", "29x15x24", "29x15x28", "29x4", "29x8"];
    assert_eq!(game(GAME).actions("W:W23,K29:B18,19"), captures);
    let game = game_with(GAME, &["king-priority=always", "quiet-limit=29"]);
    assert_eq!(game.actions("W:W23,K29:B18,19"), captures);
}

#[test]
fn king_priority_same_target_leaves_men_the_other_victims() {
    let game = game_with(GAME, &["king-priority=same-target"]);
    // The king could begin with d4, not with f4.
    let captures = ["23x16", "29x11", "29x15x24", "29x15x28", "29x4", "29x8"];
    assert_eq!(game.actions("W:W23,K29:B18,19"), captures);
    assert_eq!(game.why("W:W23,K29:B18,19", "23x14"), "king-priority");
}

#[test]
fn a_king_takes_a_piece_at_a_distance() {
    let game = game(GAME);
    // From a1 over the free squares b2, c3 and d4 to e5.
    assert_eq!(game.actions("W:WK29:B12,15"), ["29x11", "29x4", "29x8"]);
    assert_eq!(game.actions("W:WK29:B11,15"), ["29-18", "29-22", "29-25"], "two in a row can't be jumped");
}

#[test]
fn king_landing_any_it_chooses_where_it_stops_behind_its_victim() {
    for game in [game(GAME), game_with(GAME, &["king-landing=any", "quiet-limit=29"])] {
        assert_eq!(game.actions("W:WK29:B12,18"), ["29x11", "29x15", "29x4", "29x8"]);
    }
}

#[test]
fn king_landing_adjacent_it_stops_just_behind_its_victim() {
    let game = game_with(GAME, &["king-landing=adjacent"]);
    assert_eq!(game.actions("W:WK29:B12,18"), ["29x15"]);
    assert_eq!(game.actions("W:WK29:B6,7,18,23"), ["29x15x1"]);
}

#[test]
fn a_king_goes_on_if_it_can_but_may_land_where_it_cannot() {
    let game = game(GAME);
    // On e5 it has f4 to take; on f6, g7 and h8 nothing.
    let captures = ["29x11", "29x15x24", "29x15x28", "29x4", "29x8"];
    assert_eq!(game.actions("W:WK29:B18,19"), captures);
    assert_eq!(game.why("W:WK29:B18,19", "29x15"), "capture-goes-on");
}

#[test]
fn a_king_can_be_taken_by_a_man_or_a_king() {
    assert_eq!(game(GAME).after("W:W23:B1,K18", "23x14"), "B:W14:B1:H0:F1");
    assert_eq!(game(GAME).after("W:WK29:B1,K18", "29x4"), "B:WK4:B1:H0:F1");
}

#[test]
fn the_game_ends_when_a_side_has_no_piece_or_is_blocked() {
    let won = |winner| Turn::Over(Outcome { winner: Some(winner), ending: Ending::NoPieces });
    assert_eq!(turn_after("B:W18:B15", "15x22"), won(Side::Black));
    assert_eq!(turn_after("W:WK29:B18", "29x4"), won(Side::White));
    assert_eq!(game(GAME).over("W:W13,17:B9,6"), None, "b4 can still move");
    assert_eq!(game(GAME).over("W:W13:B9,6"), Some(("B", "blocked")));
}

#[test]
fn a_lone_king_each_is_left_to_agreement() {
    assert_eq!(game(GAME).over("W:WK30:BK13"), None);
}

#[test]
fn fifteen_turns_each_without_a_capture_or_a_mans_move_draw() {
    let game = game(GAME);
    assert_eq!(game.over("W:WK30:BK13:H29:F20"), None);
    let after = game.after("W:WK30:BK13:H29:F20", "30-25");
    assert_eq!(after, "B:WK25:BK13:H30:F20");
    assert_eq!(game.over(&after), Some(("draw", "quiet-limit")));
}

#[test]
fn a_mans_move_or_a_capture_starts_the_count_again() {
    let game = game(GAME);
    assert_eq!(game.after("W:W23,K30:BK13:H29:F20", "23-18"), "B:W18,K30:BK13:H0:F20");
    assert_eq!(game.after("W:WK29:B1,K18:H29:F20", "29x4"), "B:WK4:B1:H0:F20");
}

#[test]
fn quiet_limit_sets_the_length_of_the_count() {
    let game = game_with(GAME, &["quiet-limit=10"]);
    assert_eq!(game.over("W:WK30:BK13:H9"), None);
    assert_eq!(game.over("W:WK30:BK13:H10"), Some(("draw", "quiet-limit")));
    assert_eq!(game_with(GAME, &["quiet-limit=30"]).over("W:WK30:BK13:H29"), None);
}

#[test]
fn the_same_position_a_third_time_draws() {
    let game = dames_8x8::usual();
    assert_eq!(game.repetition(), Some(3));
    let there_and_back = ["30-25", "13-9", "25-30", "9-13"];
    let states = played(&game, "W:WK30:BK13", &[there_and_back, there_and_back].concat());
    let keys: Vec<u64> = states.iter().map(|state| game.key(state)).collect();
    let again: Vec<usize> = (0..keys.len()).filter(|&nth| keys[nth] == keys[0]).collect();
    assert_eq!(again, [0, 4, 8], "the start a third time, whatever the counters say");
}

#[test]
fn a_repeated_board_with_the_other_side_to_move_is_another_position() {
    let game = dames_8x8::usual();
    let key = |text| game.key(&position::read(&game, text).unwrap());
    assert_ne!(key("W:WK30:BK13"), key("B:WK30:BK13"));
    assert_eq!(key("W:WK30:BK13:H3:F9"), key("W:WK30:BK13"));
}
