//! Actions and records as text: what is read, and a clear message for what isn't.

use damier_notation::action::{ActionError, read, read_deed, read_event};
use damier_notation::position;
use damier_notation::record::{self, Ended, MOST_STEPS, MOST_TAGS, RecordError, Step};
use damier_rules::games::classics;
use damier_rules::tell::{Deed, Tell};

#[test]
fn middle_squares_may_be_left_out_where_that_is_unambiguous() {
    let game = classics::International::game();
    let state = position::read(&game, "W:W38:B32,21,33,24").unwrap();
    let captures: Vec<Deed> = game.deeds(&state).into_iter().map(|told| told.deed).collect();
    assert_eq!(captures, [Deed::Capture(vec![38, 27, 16]), Deed::Capture(vec![38, 29, 20])]);
    assert_eq!(read(&game, &state, "38x16"), read(&game, &state, "38x27x16"));
    // Around the left or around the right to the same square, with other victims.
    let game = classics::English::game();
    let state = position::read(&game, "W:W23:B18,10,19,11").unwrap();
    let Err(ActionError::Ambiguous { could_be, .. }) = read(&game, &state, "23x7") else {
        panic!("two ways lead there")
    };
    assert_eq!(could_be, ["23x14x7", "23x16x7"]);
    assert!(read(&game, &state, "23x14x7").is_ok());
}

#[test]
fn a_capture_may_be_told_along_another_way() {
    let game = classics::International::game();
    // A round trip that can be made in both senses is one action.
    let state = position::read(&game, "W:WK46:B37,38,28,27").unwrap();
    for told in game.deeds(&state) {
        let Deed::Capture(path) = &told.deed else { continue };
        let mut reversed = path.clone();
        reversed.reverse();
        if path.first() == path.last() {
            let text = reversed.iter().map(u8::to_string).collect::<Vec<_>>().join("x");
            assert_eq!(read(&game, &state, &text), Ok(told.action), "{text}");
        }
    }
}

#[test]
fn texts_that_are_no_actions_are_refused() {
    let game = classics::International::game();
    for text in
        ["", "31", "31-", "-", "x", "31x", "31--27", "*", "+", "*a2", "300-1", "a1-b2-c3", "é", "[5:3]"]
    {
        let error = read_deed(game.layout(), text).expect_err(text);
        assert!(matches!(error, ActionError::Text { .. }), "{text}: {error}");
        assert!(error.to_string().contains("expected such as 31-27, 31x22"), "{error}");
    }
    assert!(read_deed(game.layout(), &"1x".repeat(400)).is_err());
}

#[test]
fn rolls_are_read() {
    for text in ["[pawn]", "[green]", "[orange]", "[both]", "[5:3]", "[0:999]"] {
        let event = read_event(text).unwrap();
        assert_eq!(damier_notation::action::write_event(event), text);
    }
    for text in ["", "[]", "[blue]", "pawn", "[5:]", "[5:3:1]", "[-5:3]", "[99999:1]"] {
        assert_eq!(read_event(text), None, "{text}");
    }
}

#[test]
fn a_record_is_read_with_what_other_programs_add() {
    let text = "[Event \"Some \\\"cup\\\"\"]\n[GameType \"21\"]\n\n\
        1. 11-15 {a remark [%clk 0:10]} 22-18 2. 15x22\n2... 25x18 1/2-1/2\n";
    let record = record::read(text).unwrap();
    assert_eq!(record.tag("Event"), Some("Some \"cup\""));
    assert_eq!(record.result, Ended::Draw);
    let actions = ["11-15", "22-18", "15x22", "25x18"].map(|text| Step::Action(text.into()));
    assert_eq!(record.steps, actions);
    assert_eq!(record::replay(&classics::English::game(), &record).unwrap().len(), 5);
}

#[test]
fn texts_that_are_no_records_are_refused() {
    for (text, problem) in [
        ("[", "no name"),
        ("[Event]", "no value"),
        ("[Event \"a]", "closing quote"),
        ("[Event \"a\"", "closing bracket"),
        ("[Event \"a\"]\n[Event \"b\"]", "twice"),
        ("1. 11-15 {no end", "without its end"),
        ("1. 11-15 {[%spin blue]}", "not understood"),
        ("1. 11-15 {[%roll 5]}", "not understood"),
        ("1. 11-15 {[%huff 5}", "closing bracket"),
        ("1. 11/15", "not a move"),
        ("1. 11-15 * 2. 11-15", "after the result"),
    ] {
        let error = record::read(text).expect_err(text);
        assert!(error.to_string().contains(problem), "{text}: {error}");
    }
    let tags: String = (0..=MOST_TAGS).map(|nth| format!("[T{nth} \"\"]\n")).collect();
    assert!(matches!(record::read(&tags), Err(RecordError::TooMuch { what: "tags", .. })));
    let steps = "11-15 ".repeat(MOST_STEPS + 1);
    assert!(matches!(record::read(&steps), Err(RecordError::TooMuch { what: "steps", .. })));
    let long = " ".repeat(record::LONGEST + 1);
    assert!(matches!(record::read(&long), Err(RecordError::TooMuch { what: "bytes", .. })));
}

#[test]
fn a_step_that_cannot_follow_is_named() {
    let game = classics::English::game();
    let record = record::read("1. 11-15 11-15").unwrap();
    let error = record::replay(&game, &record).unwrap_err();
    assert!(error.to_string().starts_with("record: step 2: action: \"11-15\": not legal"), "{error}");
    let record = record::read("1. {[%spin green]}").unwrap();
    let error = record::replay(&game, &record).unwrap_err();
    assert!(error.to_string().contains("step 1: [green]: chance can't do that here"), "{error}");
    let record = record::read("[FEN \"W:W1\"]").unwrap();
    let error = record::replay(&game, &record).unwrap_err();
    assert!(error.to_string().starts_with("record: tag FEN: position: field B"), "{error}");
}
