//! Positions made to be hard: as many captures as can be found for each game, and the longest way to them.
//!
//! Nobody gets there by playing, but anybody can set them up and ask. The counts were confirmed by a search
//! that remembers nothing, or by one that goes through sets of victims rather than along captures. Whatever is
//! worse than them is refused where it is read, and bounded where a search comes to it.

mod harness;

use std::time::{Duration, Instant};

use damier_arena::Moves;
use damier_notation::hub::{self, Dialect};
use damier_notation::position;
use damier_notation::record;
use damier_notation::square::Style;
use damier_rules::game::Game;
use damier_rules::games::classics;
use damier_rules::jump::MOST_WORK;
use damier_rules::perft::perft;
use damier_rules::tell::{Deed, Tell};
use harness::game_with;

/// How long a list of actions may take where the program is optimised: a second on a machine with nothing else
/// to do, and some more on one that is busy.
const LONGEST: Duration = Duration::from_secs(4);

fn assert_actions(game: &str, options: &[&str], position: &str, number: usize) {
    let asked = game_with(game, options);
    let start = Instant::now();
    let moves = asked.rulebox().moves(Some(position)).unwrap();
    let time = start.elapsed();
    let Moves::Actions(mut actions) = moves else { panic!("{game}: nobody acts") };
    assert_eq!(actions.len(), number, "{game} {position}");
    actions.sort();
    actions.dedup();
    assert_eq!(actions.len(), number, "{game} {position}: an action is listed twice");
    if !cfg!(debug_assertions) {
        assert!(time < LONGEST, "{game} {position}: {time:?}");
    }
}

#[test]
fn frisian_kings_among_two_dozen_pieces() {
    let game = |position, number| assert_actions("frisian", &[], position, number);
    game(
        "W:WK32,K50:BK3,9,11,13,14,17,K20,21,22,23,K24,K25,26,K28,31,33,37,39,42,43,44,K48",
        38, // 21 of 22 pieces in each
    );
    game(
        "W:WK2,K4,K5,K10,K15,K20:B1,7,11,12,13,14,18,21,22,23,24,27,29,31,32,33,34,36,38,40,41,42,43,44,\
         K47,K49",
        1,
    );
    game("W:WK1,K2,K3,K6,K7,K10,K16,K25,K41:BK5,9,12,14,17,19,21,23,28,29,30,32,34,37,39,43,K48", 387);
}

#[test]
fn turkish_kings_that_clear_their_own_way() {
    let game = |position, number| assert_actions("turkish", &[], position, number);
    game(
        "W:WK12,K13,K64:B2,4,K7,10,14,15,16,19,21,23,26,28,30,31,33,K35,37,40,42,45,47,49,50,51,52,K53,54,\
         K58,K61,K63",
        59,
    );
    game(
        "W:WK1,K21:BK3,7,10,12,13,K16,K17,19,K22,23,26,29,K32,K33,36,K38,42,K43,45,47,48,52,54,K59,K61",
        126, // the whole board in each
    );
    game(
        "W:WK23,25,K42,K60,K61,K62:BK3,7,11,15,19,26,27,28,K29,30,31,33,35,K44,45,K46,47,48,51,K55,K63,K64",
        452,
    );
}

#[test]
fn canadian_kings_on_the_largest_board() {
    let game = |position, number| assert_actions("canadian", &[], position, number);
    game(
        "W:WK3,K6,K7,K16,K18,K42,K67,K68,K72:B10,11,K12,13,K14,K22,23,25,27,K29,K33,K37,K38,46,47,48,K49,K50,\
         K58,59,K60,61,K62",
        3,
    );
    game(
        "W:WK1,K7,K17,K19,K30,K42,K66,K70,K72:BK6,8,K9,10,11,12,20,21,23,K24,28,33,34,36,K37,44,K45,46,K48,\
         K52,K56,57,60,61,63,64",
        4, // 25 pieces in each
    );
    game(
        "W:WK1,K2,K15,K35,K42,K54:B4,8,K9,K10,K11,12,21,K22,24,K26,28,29,38,K40,41,44,46,48,K49,51,K55,K57,\
         61,62,K68",
        1278,
    );
}

#[test]
fn kings_on_a_hundred_squares() {
    let game = |position, number| assert_actions("international", &[], position, number);
    game("W:WK1,K6,K26,K35,K45,K48,K50:B3,5,8,K9,10,11,12,19,K20,21,K28,31,K32,K39,40,41,K42", 4);
    game("W:WK2,K3,K4,K5,K6,25,K36,K46,K47:B7,8,9,11,K14,16,21,24,27,29,K32,33,38,42,43", 334);
    let game = |options: &[&str], position, number| assert_actions("dames-10x10", options, position, number);
    game(
        &[],
        "W:WK2,K3,K4,K5,K15,K16,K25,26,K35,45,K46,K47,K49:B11,12,K13,14,21,22,23,K24,K31,32,33,K34,41,42,\
         43,44",
        263,
    );
    game(
        &["king-landing=any"],
        "W:WK1,K2,K6,K35,K45,K46,K48,K50:B10,11,12,K13,K14,23,24,28,K31,32,34,K41,42,44",
        1411,
    );
    game(
        &["king-landing=any", "promotion=immediate"],
        "W:WK3,K4,K5,K6,10,15,K26,K29,K46,K47:BK1,7,8,12,18,K20,21,K23,24,33,34,40,41,42,43",
        908,
    );
    game(
        &["king-landing=any", "promotion=stop"],
        "W:WK5,K6,K15,K16,18,K26,K34,K41,K47:B1,4,K7,9,12,K13,22,23,27,K29,K30,K31,K39,K40,K42,43,45,K46",
        896,
    );
}

#[test]
fn damsys_that_may_take_anything_and_needn_t_take_most() {
    let game = |options: &[&str], position, number| assert_actions("damsystem", options, position, number);
    game(
        &[],
        "W:WK4,K23,K47,K60:BK7,8,9,K10,11,18,K19,K20,21,22,30,31,32,33,34,42,43,44,K45,46,54,55,57,K58",
        1425,
    );
    game(
        &["king-landing=any"],
        "W:WK1,K2,K3,K4,K6,K47,K51,K54,59,K60,K61,K64:BK11,K14,15,18,K19,K21,29,30,K31,33,K38,41,K44,45,49,\
         56,K57,58",
        7422,
    );
    game(
        &["king-landing=any", "promotion=immediate"],
        "W:WK1,K2,K6,K12,K44,K53,K60,K63,K64:BK7,K8,9,10,17,18,21,K22,K25,26,28,31,K33,34,37,42,K46,47,K50,\
         51,54,K55,57,58",
        5295,
    );
}

#[test]
fn kings_on_sixty_four_squares() {
    let game = |game: &str, position, number| assert_actions(game, &[], position, number);
    game("dames-8x8", "W:WK1,K2,K3,K5,18,K28:B8,K9,K11,14,15,22,23,25,27,K29,K32", 89);
    game("trappes", "W:WK1,K4,K12,K28,K29:B5,6,8,14,K16,K18,19,23,26,27,K30", 38);
    game("thai", "W:WK1,K5,K13,K21,K29,K30,K31,K32:BK6,7,K8,14,15,16,22,23,K24", 101);
    game("russian", "W:WK3,K4,K5,K13,K28,K32:B8,9,10,K16,17,K18,24,K25,K26", 66);
    game("pool", "W:WK1,K20,K28,K29,K30,K32:B7,K8,9,K15,16,17,23,24,25", 68);
    game("czech", "W:WK4,K12,K28,K30,K31,K32:B6,7,8,K17,K18,19,25,27", 58);
    game("brazilian", "W:WK1,K4,K5,K28,K29,K32:B6,K7,K8,14,15,16,25,26,27", 2);
    game("spanish", "W:WK4,K8,K25,K29,K32:BK1,K5,K6,7,K10,12,13,14,K17,K19,20,21,26,27,28", 8);
    game("english", "W:WK2,K3,K4,K17,K20,K29,31,K32:B6,7,8,13,14,K15,K16,21,22,K23,24", 27);
    game("italian", "W:WK1,K4,K8,16,K24,K25,K28:B5,K6,7,K13,14,15,21,22,K23,K29,K30,K32", 1);
}

/// Captures found by sets of victims get their ways afterwards: each can be gone.
#[test]
fn ways_of_captures_found_by_sets_can_be_gone() {
    fn can_be_gone<G: Tell>(game: &G, text: &str) {
        let state = position::read(game, text).unwrap();
        for told in game.deeds(&state) {
            let Deed::Capture(way) = &told.deed else { panic!("only captures") };
            assert_eq!(game.taken_along(&state, way), Some(told.taken), "{way:?}");
        }
    }
    let frisian = "W:WK32,K50:BK3,9,11,13,14,17,K20,21,22,23,K24,K25,26,K28,31,33,37,39,42,43,44,K48";
    can_be_gone(&classics::Frisian::game(), frisian);
    let turkish =
        "W:WK1,K21:BK3,7,10,12,13,K16,K17,19,K22,23,26,29,K32,K33,36,K38,42,K43,45,47,48,52,54,K59,K61";
    can_be_gone(&classics::Turkish::game(), turkish);
}

/// A position of Turkish draughts in which more sets of pieces can be captured than are looked at.
const TOO_COMPLEX: &str = "W:WK13,K64:B2,K5,K7,9,10,12,14,15,16,19,21,23,K26,K28,K29,30,31,33,K34,K35,37,K39,40,42,45,\
                           K47,49,50,51,52,K53,K54,56,K58,K61,K63";

#[test]
fn what_is_worse_is_refused_by_name_wherever_it_is_read() {
    let asked = game_with("turkish", &[]);
    let (rules, position) = (asked.rulebox(), TOO_COMPLEX);
    let refusals = [
        rules.scene(Some(position)).err().map(|error| error.to_string()),
        rules.moves(Some(position)).err().map(|error| error.to_string()),
        rules.judge(Some(position), "13-14").err().map(|error| error.to_string()),
        rules.perft(Some(position), 2).err().map(|error| error.to_string()),
        rules.table(Some(position), Style::Numbers).err().map(|error| error.to_string()),
        rules.follow(Some(position), "", Dialect::Own).err().map(|error| error.to_string()),
        {
            let text = format!("[FEN \"{position}\"]\n\n1. 13-14 *");
            rules.replay(&record::read(&text).unwrap()).err().map(|error| error.to_string())
        },
    ];
    for refusal in refusals {
        let refusal = refusal.expect("refused");
        assert!(refusal.contains("field W (White's pieces)") && refusal.contains("too complex"), "{refusal}");
    }
    // The other notation of positions, as interfaces send it.
    let turkish = classics::Turkish::game();
    let pieces = |side: &str| {
        let list = TOO_COMPLEX.split(':').find_map(|field| field.strip_prefix(side)).unwrap();
        list.split(',').map(String::from).collect::<Vec<_>>()
    };
    let (white, black) = (pieces("WK"), pieces("B"));
    let letters: String = (1..=64)
        .map(|square: u8| {
            let (man, king) = (square.to_string(), format!("K{square}"));
            match () {
                () if white.contains(&man) || white.contains(&king) => 'W',
                () if black.contains(&king) => 'B',
                () if black.contains(&man) => 'b',
                () => 'e',
            }
        })
        .collect();
    let refusal = hub::read_position(&turkish, &format!("W{letters}")).unwrap_err().to_string();
    assert!(refusal.contains("too complex"), "{refusal}");
}

/// What is read may be harmless and yet lead to something worse, were it only because it is the other side's turn.
/// There the work has its end, and what has been found by then is what can be played.
#[test]
fn what_a_search_comes_to_is_bounded_and_always_the_same() {
    let (game, text) = (classics::Turkish::game(), TOO_COMPLEX.replacen('W', "B", 1));
    let state = position::read(&game, &text).unwrap();
    let (mut actions, mut again) = (Vec::new(), Vec::new());
    game.actions(&state, &mut actions);
    let mut next = actions.into_iter().map(|action| game.apply(&state, action));
    let worst = next.find(|state| game.work(state) > MOST_WORK).expect("something worse");
    assert!(game.work(&worst) < MOST_WORK + 100_000, "{}: bounded", game.work(&worst));
    let mut actions = Vec::new();
    game.actions(&worst, &mut actions);
    game.actions(&worst, &mut again);
    assert!(!actions.is_empty() && actions == again, "the same each time");
    assert_eq!(game.count(&worst, &mut again), actions.len() as u64);
    let told = game.deeds(&worst);
    assert!(told.iter().map(|told| told.action).eq(actions), "told in the same order");
    for told in told {
        let Deed::Capture(way) = &told.deed else { panic!("captures are compulsory") };
        assert_eq!(game.taken_along(&worst, way), Some(told.taken), "{way:?}: can be gone");
    }
    assert!(perft(&game, &worst, 1) > 0);
}
