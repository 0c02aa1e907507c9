//! Positions and moves as the Hub protocol writes them.

use damier_notation::hub::{Dialect, read_action, read_position, write_action, write_position};
use damier_notation::position;
use damier_rules::game::Game;
use damier_rules::games::classics::{English, International};
use damier_rules::tell::Tell;

const START: &str = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";

#[test]
fn the_start_is_the_example_of_the_protocol() {
    let game = International::game();
    assert_eq!(write_position(&game, &game.start(), Dialect::Hub), START);
    assert_eq!(read_position(&game, START).unwrap(), game.start());
    let kings = "BeeeWWeeeeeeeeeeeeeeeeeeeweeeeeeeeewweBeeeeeeeeeBee";
    let state = read_position(&game, kings).unwrap();
    assert_eq!(position::write(&game, &state), "B:WK4,K5,25,35,36:BK38,K48:H0:F1");
    assert_eq!(write_position(&game, &state, Dialect::Hub), kings);
}

#[test]
fn a_position_may_come_in_either_dialect() {
    let game = English::game();
    let fen = position::write(&game, &game.start());
    assert_eq!(read_position(&game, &fen).unwrap(), game.start());
    assert_eq!(
        read_position(&game, &write_position(&game, &game.start(), Dialect::Hub)).unwrap(),
        game.start()
    );
}

#[test]
fn bad_positions_are_refused_by_name() {
    let game = International::game();
    for (text, problem) in [
        ("", "no side to move"),
        ("X", "no side to move"),
        ("W", "0 letters"),
        (&START[..50], "49 letters"),
        (&START.replacen('e', "x", 1), "'x' on square 21"),
        (&START.replacen("Wb", "Ww", 1), "row"),
        ("Weeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee", "without pieces"),
        ("W:W31:B1:X", "unknown"),
        (&"é".repeat(51), "no side"),
    ] {
        let error = read_position(&game, text).unwrap_err().to_string();
        assert!(error.contains(problem), "{text}: {error}");
    }
}

#[test]
fn captures_name_their_victims() {
    let game = International::game();
    let state = position::read(&game, "W:W28,45:B23,14,40").unwrap();
    let told = game.deeds(&state);
    let texts: Vec<String> = told.iter().map(|told| write_action(&game, told, Dialect::Hub)).collect();
    assert_eq!(told.len(), 1, "{texts:?}");
    assert_eq!(texts, ["28x10x14x23"]);
    for text in ["28x10x14x23", "28x10x23x14", "28x10"] {
        assert_eq!(read_action(&game, &state, text, Dialect::Hub).unwrap(), told[0].action, "{text}");
    }
    for text in ["28x10x22", "28x19x23", "28-23", "45x34x40", "28", "28x", "x", "28x99x23", "28x10x14x23xx"] {
        assert!(read_action(&game, &state, text, Dialect::Hub).is_err(), "{text}");
    }
    assert_eq!(read_action(&game, &state, "28x19x10", Dialect::Own).unwrap(), told[0].action);
}

#[test]
fn what_is_written_is_read_back_in_every_position_of_random_games() {
    let game = International::game();
    let mut seed = 7_u64;
    for _ in 0..20 {
        let mut state = game.start();
        loop {
            let told = game.deeds(&state);
            if told.is_empty() {
                break;
            }
            for one in &told {
                let text = write_action(&game, one, Dialect::Hub);
                assert_eq!(read_action(&game, &state, &text, Dialect::Hub), Ok(one.action), "{text}");
            }
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state = game.apply(&state, told[(seed >> 33) as usize % told.len()].action);
        }
    }
}
