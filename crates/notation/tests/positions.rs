//! Positions as text: every form that is read, and a clear message for every one that isn't.

use damier_notation::position::{LONGEST, read, write};
use damier_rules::games::{classics, dame_2000, dames_10x10, trappes};

/// The same position, written in the standard's many ways.
#[test]
fn standard_positions_are_read_in_every_form() {
    let game = classics::International::game();
    let plain = "W:W31,32,33,K46:B1,2,3,K5:H0:F1";
    for text in [
        plain,
        "W:W31-33,K46:B1-3,K5",
        "W:B1-3,K5:W31-33,K46",
        "W:W31-33,K46:B1-3,K5.",
        " W:WK46,33,31,32:BK5,3,2,1:H0:F1\n",
        "W:B1,2,3,K5:W31,32,33,K46:F1:H0.",
        "W:Wb4,d4,f4,Ka1:Bb10,d10,f10,Kj10",
    ] {
        let state = read(&game, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(write(&game, &state), plain, "{text}");
    }
    let kings = read(&game, "B:WK31-35:BK1-5:H7:F20").unwrap();
    assert_eq!(write(&game, &kings), "B:WK31,K32,K33,K34,K35:BK1,K2,K3,K4,K5:H7:F20");
}

#[test]
fn the_numbers_of_a_board_are_those_of_its_standard() {
    use damier_rules::board::Place;
    use damier_rules::tell::Tell;
    let at = |game: &dyn Fn(Place) -> Option<u8>, column: i8, row: i8| game(Place { column, row });
    let english = classics::English::game();
    let place = |place| english.layout().at(place);
    assert_eq!((at(&place, 1, 7), at(&place, 0, 0)), (Some(1), Some(29)));
    let italian = classics::Italian::game();
    let place = |place| italian.layout().at(place);
    assert_eq!((at(&place, 0, 7), at(&place, 7, 0)), (Some(1), Some(32)));
    let spanish = classics::Spanish::game();
    let place = |place| spanish.layout().at(place);
    assert_eq!((at(&place, 7, 0), at(&place, 0, 7)), (Some(1), Some(32)));
    let thai = classics::Thai::game();
    let place = |place| thai.layout().at(place);
    assert_eq!((at(&place, 6, 0), at(&place, 1, 7)), (Some(1), Some(32)));
    let canadian = classics::Canadian::game();
    let place = |place| canadian.layout().at(place);
    assert_eq!((at(&place, 1, 11), at(&place, 10, 0)), (Some(1), Some(72)));
    let nine = dame_2000::Options::basic().game().unwrap();
    let place = |place| nine.layout().at(place);
    assert_eq!((at(&place, 0, 8), at(&place, 0, 0), at(&place, 8, 0)), (Some(1), Some(37), Some(41)));
}

/// Each bad text, the field that its message has to name, and a word of what is wrong.
#[test]
fn bad_positions_are_refused_by_field() {
    let game = classics::International::game();
    for (text, field, problem) in [
        ("", "turn", "no side"),
        ("X:W31:B1", "turn", "no side"),
        ("W", "field W", "missing"),
        ("W:W31", "field B", "missing"),
        ("W:W31:B1:W32", "field W", "second time"),
        ("W:W31:B", "field B", "without pieces"),
        ("W:W31,31:B1", "field W", "two pieces"),
        ("W:W31,K31:B1", "field W", "two pieces"),
        ("W:W31:B31", "field B", "two pieces"),
        ("W:W0:B1", "field W", "no such square"),
        ("W:W51:B1", "field W", "no such square"),
        ("W:W300:B1", "field W", "no such square"),
        ("W:Wa2:B1", "field W", "no such square"),
        ("W:Wz9:B1", "field W", "no such square"),
        ("W:W31,:B1", "field W", "no such square"),
        ("W:W-:B1", "field W", "no such square"),
        ("W:W40-31:B1", "field W", "range"),
        ("W:W31-:B1", "field W", "no such square"),
        ("W:Wg31:B1", "field W", "no such square"),
        ("W:W3:B1", "field W", "last row"),
        ("W:W31:B47", "field B", "last row"),
        ("W:W31:B1:Z9", "field", "unknown"),
        ("W:W31:B1:", "field", "unknown"),
        ("W:W31:B1:H-1", "field H", "no such number"),
        ("W:W31:B1:H10000", "field H", "no such number"),
        ("W:W31:B1:H0:F0", "field F", "no such number"),
        ("W:W31:B1:F1x", "field F", "no such number"),
        ("W:W31:B1:O22", "field O", "no such field"),
        ("W:W31:B1:Rgreen", "field R", "no such field"),
        ("W:W31:B1:P1", "field P", "no such field"),
        ("W:W31:B1:C31x27", "field C", "no such field"),
        ("W:W31:B1:L31-27,-", "field L", "no such field"),
        ("W:WK31:B1:K31*2,-", "field K", "no such field"),
        ("W:W31:é1", "field", "unknown"),
    ] {
        let error = read(&game, text).expect_err(text);
        assert!(error.field.starts_with(field), "{text}: {error}");
        assert!(error.problem.contains(problem), "{text}: {error}");
        assert!(!error.expected.is_empty(), "{text}: {error}");
    }
    let long = format!("W:W31:B1{}", ",2".repeat(LONGEST));
    assert_eq!(read(&game, &long).unwrap_err().field, "length");
}

#[test]
fn fields_of_one_game_are_checked_by_its_rules() {
    let game = trappes::Options::default().game().unwrap();
    for (text, field, problem) in [
        ("W:W25:B1:O1", "field O", "no trap"),
        ("W:W25:B1:O22,24", "field O", "both traps"),
        ("W:W22:B1:O22", "field O", "on an open trap"),
        ("W:W25:B1:O22,22", "field O", "named twice"),
        ("W:W25:B1:Rblue", "field R", "no result"),
        ("W:W25:B1:Rboth", "field R", "no such sector"),
        ("W:W22:B18:Rpawn", "field R", "capture is possible"),
    ] {
        let error = read(&game, text).expect_err(text);
        assert!(error.field.starts_with(field) && error.problem.contains(problem), "{text}: {error}");
    }
    let game = dames_10x10::Options::default().game();
    for (text, problem) in [("B:W31:B1:P1", "no piece"), ("B:W31:B1:P32", "no piece")] {
        let error = read(&game, text).expect_err(text);
        assert!(error.field.starts_with("field P") && error.problem.contains(problem), "{text}: {error}");
    }
    let game = dame_2000::Options::basic().game().unwrap();
    for (text, field, problem) in [
        ("W:WK20:B1", "field W", "no such piece"),
        ("W:W20:B15:C20x1", "field C", "no fight"),
        ("W:W20:B15:C15x20", "field C", "no fight"),
        ("W:W20:B15:C20-15", "field C", "no attack"),
        ("W:W20:B15:L20-20,-", "field L", "no such move"),
        ("W:W20:B15:L20-25", "field L", "not understood"),
        ("W:W20:B15:L20-99,-", "field L", "no such square"),
    ] {
        let error = read(&game, text).expect_err(text);
        assert!(error.field.starts_with(field) && error.problem.contains(problem), "{text}: {error}");
    }
    let game = classics::Frisian::game();
    for (text, problem) in [
        ("W:W31,K28:B1:K31*2,-", "no king"),
        ("W:W31,K28:B1:K28*4,-", "no king"),
        ("W:WK28:B1:K28*2,-", "no king"),
    ] {
        let error = read(&game, text).expect_err(text);
        assert!(error.field.starts_with("field K") && error.problem.contains(problem), "{text}: {error}");
    }
}

#[test]
fn heads_are_letters_before_the_square() {
    let game = dame_2000::Options::basic().game().unwrap();
    let text = "W:W20,g21,r22,y23:Bg1,2,y3:L21-17,-:H3:F9";
    assert_eq!(write(&game, &read(&game, text).unwrap()), text);
}
