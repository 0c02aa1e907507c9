//! Trappes: one test for each sentence of its rule sheet, and for each value of its options.

mod harness;

use damier_notation::{action, position};
use damier_rules::game::{Ending, Game, Outcome, Side, Turn};
use damier_rules::games::trappes::Options;
use damier_rules::traps::Colour;
use harness::{Asked, game, game_with};

const GAME: &str = "trappes";
const ENGLISH: &[&str] = &["english=true"];

/// How the game stands after an action that takes the last piece: no text tells such a position.
fn turn_after(start: &str, action: &str) -> Turn {
    let game = Options::default().game().unwrap();
    let state = position::read(&game, start).unwrap();
    let action = action::read(&game, &state, action).unwrap();
    game.turn(&game.apply(&state, action))
}

/// The sectors of the roulette that come up, with their number.
fn sectors(game: &Asked, position: &str) -> Vec<(String, u32)> {
    game.rolls(position).into_iter().map(|(roll, weight, _)| (roll, weight)).collect()
}

fn told(sectors: &[(&str, u32)]) -> Vec<(String, u32)> {
    sectors.iter().map(|&(roll, weight)| (roll.to_string(), weight)).collect()
}

#[test]
fn taking_every_enemy_piece_wins() {
    let won = Outcome { winner: Some(Side::White), ending: Ending::NoPieces };
    assert_eq!(turn_after("W:W23:B18", "23x14"), Turn::Over(won));
    assert_eq!(turn_after("W:W23:B9:Rorange", "+9"), Turn::Over(won), "swallowed is gone too");
}

#[test]
fn a_player_who_cannot_move_has_to_give_up() {
    let game = game(GAME);
    // Before any spin, although a slider could be pushed.
    assert_eq!(game.over("W:W13:B6,9"), Some(("B", "blocked")));
    assert_eq!(game.over("B:W24,27:B20"), Some(("W", "blocked")));
    assert_eq!(game.over("W:W13,30:B6,9"), None);
}

#[test]
fn four_sliders_have_two_traps_each() {
    let game = game(GAME);
    let (orange, green) = (Colour::Orange, Colour::Green);
    // c3|g3 and b6|f6, b4|f4 and c5|g5.
    let mut traps = game.rulebox().traps();
    traps.sort_by_key(|trap| trap.1);
    assert_eq!(traps, [(orange, 9, 11), (green, 14, 16), (green, 17, 19), (orange, 22, 24)]);
}

#[test]
fn every_slider_starts_neutral_with_its_traps_closed() {
    let start = game(GAME).start();
    assert!(!start.contains(":O"), "{start}");
}

#[test]
fn twelve_men_each_stand_on_the_dark_squares_of_three_rows() {
    let start = game(GAME).start();
    assert_eq!(start, "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12:H0:F1");
}

#[test]
fn the_game_is_draughts_plus_traps() {
    let game = game(GAME);
    // With every slider neutral the moves and captures are those of plain draughts.
    let moves = ["21-17", "22-17", "22-18", "23-18", "23-19", "24-19", "24-20"];
    assert_eq!(game.actions(&game.settled(&game.start(), "[pawn]")), moves);
    assert_eq!(game.after("W:W21,23:B1,18", "23x14"), "B:W14,21:B1:H0:F1");
}

#[test]
fn white_begins_by_spinning() {
    let game = game(GAME);
    assert!(game.start().starts_with("W:"));
    assert_eq!(sectors(&game, &game.start()), told(&[("[pawn]", 4), ("[green]", 2), ("[orange]", 2)]));
}

#[test]
fn a_turn_without_a_capture_begins_with_a_spin() {
    let game = game(GAME);
    assert_eq!(game.why("W:W23:B1", "23-18"), "spin-first");
    let spun = game.settled("W:W23:B1", "[pawn]");
    assert_eq!(spun, "W:W23:B1:Rpawn:H0:F1");
    let moved = game.after(&spun, "23-18");
    assert_eq!(sectors(&game, &moved).len(), 3, "now Black spins");
}

#[test]
fn a_capture_goes_before_the_spin() {
    let game = game(GAME);
    assert_eq!(game.actions("W:W21,23:B1,18"), ["23x14"]);
    let refused = game.refused_position("W:W21,23:B1,18:Rpawn");
    assert!(refused.contains("field R"), "{refused}");
}

#[test]
fn pawn_lets_a_man_or_a_king_move() {
    let game = game(GAME);
    let moves = ["23-18", "23-19", "30-21", "30-25", "30-26"];
    assert_eq!(game.actions("W:W23,K30:B1:Rpawn"), moves);
    assert_eq!(game.why("W:W23,K30:B1:Rpawn", "+17"), "wrong-spin");
}

#[test]
fn green_lets_a_green_slider_step_left_or_right() {
    let game = game(GAME);
    assert_eq!(game.actions("W:W23:B1:Rgreen"), ["+14", "+16", "+17", "+19"]);
    assert_eq!(game.why("W:W23:B1:Rgreen", "+22"), "wrong-spin");
    assert_eq!(game.why("W:W23:B1:Rgreen", "23-18"), "wrong-spin");
}

#[test]
fn a_piece_over_an_opening_green_trap_is_lost() {
    let game = game(GAME);
    let start = "W:W17,30:B1,16:Rgreen";
    assert_eq!(game.after(start, "+16"), "B:W17,30:B1:O16:H0:F1");
    assert_eq!(game.after(start, "+17"), "B:W30:B1,16:O17:H0:F1", "one's own piece too");
}

#[test]
fn a_green_trap_stays_open_and_the_turn_is_over() {
    let game = game(GAME);
    let opened = game.after("W:W23:B1:Rgreen:H4", "+19");
    assert_eq!(opened, "B:W23:B1:O19:H5:F1");
    assert_eq!(sectors(&game, &opened).len(), 3);
}

#[test]
fn orange_lets_an_orange_slider_step_left_or_right() {
    let game = game(GAME);
    assert_eq!(game.actions("W:W23:B1:Rorange"), ["+11", "+22", "+24", "+9"]);
    assert_eq!(game.why("W:W23:B1:Rorange", "+17"), "wrong-spin");
}

#[test]
fn a_piece_over_an_opening_orange_trap_is_lost() {
    let game = game(GAME);
    let start = "W:W22,30:B1,9:Rorange";
    assert_eq!(game.after(start, "+9"), "B:W22,30:B1:O9:H0:F1");
    assert_eq!(game.after(start, "+22"), "B:W30:B1,9:O22:H0:F1");
}

#[test]
fn an_orange_trap_stays_open_and_the_turn_is_over() {
    let opened = game(GAME).after("W:W23:B1:Rorange", "+24");
    assert_eq!(opened, "B:W23:B1:O24:H1:F1");
}

#[test]
fn a_slider_goes_back_to_neutral_before_it_opens_its_other_trap() {
    let game = game(GAME);
    assert_eq!(game.actions("W:W23:B1:O17:Rgreen"), ["+14", "+16", "-17"]);
    assert_eq!(game.why("W:W23:B1:O17:Rgreen", "+19"), "slider-elsewhere");
    assert_eq!(game.after("W:W23:B1:O17:Rgreen", "-17"), "B:W23:B1:H1:F1");
}

#[test]
fn the_sides_take_turns_with_one_action_each() {
    let game = game(GAME);
    let first = game.after("W:W23:B1:Rpawn", "23-18");
    assert_eq!(first, "B:W18:B1:H0:F1");
    assert_eq!(game.after(&game.settled(&first, "[pawn]"), "1-5"), "W:W18:B5:H0:F2");
}

#[test]
fn a_man_moves_diagonally_forward_to_the_next_row() {
    let game = game(GAME);
    assert_eq!(game.actions("W:W23:B1:Rpawn"), ["23-18", "23-19"]);
    assert_eq!(game.actions("B:W32:B10:Rpawn"), ["10-14", "10-15"]);
    assert_eq!(game.actions("W:W23,19:B4:Rpawn"), ["19-15", "19-16", "23-18"], "f4 is not free");
}

#[test]
fn a_man_has_to_jump_a_neighbour_with_a_free_square_behind_it() {
    let game = game(GAME);
    assert_eq!(game.actions("W:W21,23:B1,18"), ["23x14"]);
    assert_eq!(sectors(&game, "W:W23:B14,18").len(), 3, "c5 is taken: no capture, a spin");
}

#[test]
fn a_man_goes_on_jumping_as_long_as_it_can() {
    let game = game(GAME);
    assert_eq!(game.actions("W:W23:B1,9,18"), ["23x14x5"]);
    assert_eq!(game.why("W:W23:B1,9,18", "23x14"), "capture-goes-on");
}

#[test]
fn jumped_pieces_leave_when_the_capture_is_over() {
    let game = game(GAME);
    assert_eq!(game.after("W:W23:B1,9,18", "23x14x5"), "B:W5:B1:H0:F1");
    // On b6 the king would take e3 next, were d4, which it has jumped, not still in the way.
    assert_eq!(game.actions("W:WK29:B6,7,18,23"), ["29x11x2x13", "29x11x2x9"]);
}

#[test]
fn men_capture_forwards_and_backwards() {
    assert_eq!(game(GAME).actions("W:W14:B9,18"), ["14x23", "14x5"]);
}

#[test]
fn own_pieces_are_never_jumped() {
    let game = game(GAME);
    assert_eq!(game.actions("W:W18,23:B4:Rpawn"), ["18-14", "18-15", "23-19"]);
}

#[test]
fn a_bad_capture_has_to_be_made_even_into_an_open_trap() {
    let game = game(GAME);
    assert_eq!(game.actions("W:W23,30:B1,18:O14"), ["23x14"]);
    assert_eq!(game.after("W:W23,30:B1,18:O14", "23x14"), "B:W30:B1:O14:H0:F1");
}

#[test]
fn the_way_that_takes_most_is_compulsory() {
    let game = game(GAME);
    assert_eq!(game.actions("W:W23:B9,18,19"), ["23x14x5"]);
    assert_eq!(game.why("W:W23:B9,18,19", "23x16"), "longest-capture");
}

#[test]
fn a_fall_ends_the_capture_and_what_it_would_take() {
    let game = game(GAME);
    // c5 is open: neither way takes more than one, so either will do.
    assert_eq!(game.actions("W:W23,30:B9,18,19:O14"), ["23x14", "23x16"]);
    assert_eq!(game.after("W:W23,30:B9,18,19:O14", "23x14"), "B:W30:B9,19:O14:H0:F1");
    assert_eq!(game.why("W:W23,30:B9,18,19:O14", "23x14x5"), "fall-ends-capture");
}

#[test]
fn a_move_onto_an_open_trap_is_legal_and_the_piece_falls() {
    let game = game(GAME);
    assert_eq!(game.actions("W:W21,30:B1:O17:Rpawn"), ["21-17", "30-25", "30-26"]);
    assert_eq!(game.after("W:W21,30:B1:O17:Rpawn", "21-17"), "B:W30:B1:O17:H0:F1");
}

#[test]
fn a_king_may_pass_over_an_open_trap() {
    let game = game(GAME);
    let start = "W:W21,K30:B1:O19:Rpawn";
    // From c1 over d2, e3, the trap on f4 and g5 to h6.
    assert_eq!(game.after(start, "30-12"), "B:WK12,21:B1:O19:H1:F1");
    assert_eq!(game.after(start, "30-19"), "B:W21:B1:O19:H0:F1");
}

#[test]
fn taking_the_last_piece_wins_even_with_a_fall() {
    let won = Outcome { winner: Some(Side::White), ending: Ending::NoPieces };
    assert_eq!(turn_after("W:W23:B18:O14", "23x14"), Turn::Over(won));
}

#[test]
fn falling_with_ones_own_last_piece_loses() {
    let lost = Outcome { winner: Some(Side::Black), ending: Ending::NoPieces };
    assert_eq!(turn_after("W:W21:B1:O17:Rpawn", "21-17"), Turn::Over(lost));
}

#[test]
fn a_man_on_the_far_edge_becomes_a_king() {
    assert_eq!(game(GAME).after("W:W6:B12:Rpawn", "6-1"), "B:WK1:B12:H0:F1");
    assert_eq!(game(GAME).after("B:W12:B26:Rpawn", "26-31"), "W:W12:BK31:H0:F2");
}

#[test]
fn crowning_ends_the_turn_even_in_mid_capture() {
    let game = game(GAME);
    assert_eq!(game.actions("W:W11:B6,7"), ["11x2"]);
    assert_eq!(game.after("W:W11:B6,7", "11x2"), "B:WK2:B6:H0:F1");
    assert_eq!(game.why("W:W11:B6,7", "11x2x9"), "crowning-ends-turn");
}

#[test]
fn a_king_flies_forwards_and_backwards_over_free_squares() {
    let all = [
        "18-11", "18-14", "18-15", "18-22", "18-23", "18-25", "18-27", "18-29", "18-32", "18-4", "18-5",
        "18-8", "18-9",
    ];
    assert_eq!(game(GAME).actions("W:WK18:B12:Rpawn"), all);
}

#[test]
fn a_king_has_to_capture_and_never_jumps_its_own() {
    let game = game(GAME);
    assert_eq!(game.actions("W:W21,K29:B4,15"), ["29x11", "29x8"], "from afar, along a diagonal");
    assert_eq!(game.actions("W:W18,K29:B15"), ["18x11"], "its own man on d4 is in its way");
}

#[test]
fn a_king_may_land_on_any_free_square_behind() {
    assert_eq!(game(GAME).actions("W:WK29:B12,18"), ["29x11", "29x15", "29x4", "29x8"]);
}

#[test]
fn the_capturer_of_all_or_the_last_who_can_move_wins() {
    let won = Outcome { winner: Some(Side::Black), ending: Ending::NoPieces };
    assert_eq!(turn_after("B:W18:B15", "15x22"), Turn::Over(won));
    // Black shuts a5 in, and White is next.
    let shut = game(GAME).after("B:W13:B2,9:Rpawn", "2-6");
    assert_eq!(game(GAME).over(&shut), Some(("B", "blocked")));
}

#[test]
fn the_board_is_the_same_for_both_sides() {
    // So that colours can be swapped for the next game: turned round, every slider lies on another.
    let traps = game(GAME).rulebox().traps();
    for &(colour, left, right) in &traps {
        assert!(traps.contains(&(colour, 33 - right, 33 - left)));
    }
}

#[test]
fn close_after_use_true_shuts_a_trap_at_once() {
    let game = game_with(GAME, &["close-after-use=true"]);
    assert_eq!(game.after("W:W22,30:B1,9:Rorange", "+9"), "B:W22,30:B1:H0:F1");
    assert_eq!(game.after("W:W23:B1:Rgreen", "+17"), "B:W23:B1:H1:F1");
}

#[test]
fn close_after_use_false_leaves_it_open() {
    let game = game_with(GAME, &["close-after-use=false"]);
    assert_eq!(game.after("W:W22,30:B1,9:Rorange", "+9"), "B:W22,30:B1:O9:H0:F1");
}

#[test]
fn both_colours_true_leaves_the_choice_of_colour() {
    let game = game_with(GAME, &["both-colours=true"]);
    let four = [("[pawn]", 4), ("[green]", 1), ("[orange]", 1), ("[both]", 2)];
    assert_eq!(sectors(&game, "W:W23:B1"), told(&four));
    let traps = ["+11", "+14", "+16", "+17", "+19", "+22", "+24", "+9"];
    assert_eq!(game.actions("W:W23:B1:Rboth"), traps);
}

#[test]
fn both_colours_false_gives_each_sector_its_colour() {
    let three = [("[pawn]", 4), ("[green]", 2), ("[orange]", 2)];
    assert_eq!(sectors(&game_with(GAME, &["both-colours=false"]), "W:W23:B1"), told(&three));
}

#[test]
fn roulette_option_sets_the_sectors() {
    let usual = game_with(GAME, &["roulette=4,2,2,0"]);
    assert_eq!(sectors(&usual, "W:W23:B1"), sectors(&game(GAME), "W:W23:B1"));
    assert_eq!(sectors(&game_with(GAME, &["roulette=1,0,0,0"]), "W:W23:B1"), told(&[("[pawn]", 1)]));
    let four = [("[pawn]", 1), ("[green]", 2), ("[orange]", 3), ("[both]", 5)];
    assert_eq!(sectors(&game_with(GAME, &["roulette=1,2,3,5"]), "W:W23:B1"), told(&four));
}

#[test]
fn traps_option_places_the_sliders() {
    let game = game_with(GAME, &["traps=orange:c3/g3,green:a5/h4"]);
    assert_eq!(game.actions("W:W23:B1:Rgreen"), ["+13", "+20"]);
    assert_eq!(game.actions("W:W23:B1:Rorange"), ["+22", "+24"]);
}

#[test]
fn english_true_black_begins() {
    let game = game_with(GAME, ENGLISH);
    let start = game.start();
    assert!(start.starts_with("B:"), "{start}");
    let first = game.after(&game.settled(&start, "[pawn]"), "9-13");
    assert!(first.starts_with("W:") && first.ends_with(":F1"), "{first}");
}

#[test]
fn english_true_men_capture_forwards_only() {
    let game = game_with(GAME, ENGLISH);
    assert_eq!(game.actions("W:W14:B9,18"), ["14x5"]);
    assert_eq!(sectors(&game, "W:W14:B18").len(), 3, "backwards there is nothing to take: a spin");
    assert_eq!(game.actions("W:W14:B18:Rpawn"), ["14-10", "14-9"]);
}

#[test]
fn english_true_a_king_steps_and_takes_one_square_all_ways() {
    let game = game_with(GAME, ENGLISH);
    assert_eq!(game.actions("W:WK18:B12:Rpawn"), ["18-14", "18-15", "18-22", "18-23"]);
    assert_eq!(game.actions("W:WK18:B15,22"), ["18x11", "18x25"]);
    assert_eq!(sectors(&game, "W:WK29:B18").len(), 3, "d4 is no neighbour of a1");
}

#[test]
fn english_true_any_capture_will_do() {
    assert_eq!(game_with(GAME, ENGLISH).actions("W:W23:B9,18,19"), ["23x14x5", "23x16"]);
}

#[test]
fn english_false_is_the_usual_game() {
    let game = game_with(GAME, &["english=false"]);
    assert!(game.start().starts_with("W:"));
    assert_eq!(game.actions("W:W23:B9,18,19"), ["23x14x5"]);
}

#[test]
fn a_hundred_turns_without_progress_are_a_draw() {
    let game = game(GAME);
    assert_eq!(game.over("W:WK30:BK13:H99"), None);
    let after = game.after("W:WK30:BK13:Rgreen:H99", "+17");
    assert_eq!(after, "B:WK30:BK13:O17:H100:F1");
    assert_eq!(game.over(&after), Some(("draw", "quiet-limit")));
}

#[test]
fn no_position_is_drawn_by_repetition() {
    assert_eq!(Options::default().game().unwrap().repetition(), None);
}
