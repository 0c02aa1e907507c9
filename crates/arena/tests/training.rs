//! Matches and training: repeatable from their seed, and won by whom they should be.

use std::ops::ControlFlow;

use damier_arena::catalogue;
use damier_arena::contest::{Openings, Player, Report, Terms};
use damier_arena::training::{Lesson, Lessons, State};

fn player(text: &str) -> Player {
    text.parse().unwrap()
}

fn contest(game: &str, players: [&str; 2], pairs: u32, threads: usize) -> Report {
    let entry = catalogue::find(game).unwrap();
    let net = entry.net();
    let (openings, judge) = (Openings::Random(4), net.as_ref());
    let terms = Terms { pairs, openings, judge, seed: 3, threads, records: true, ..Terms::default() };
    entry
        .open(&[])
        .unwrap()
        .contest(&players.map(player), [net.as_ref(); 2], &terms, &|_| ControlFlow::Continue(()))
}

#[test]
fn thinking_beats_not_thinking_in_every_game() {
    for entry in catalogue::all() {
        // Enough games for luck to even out where there is much of it.
        let report = contest(entry.id, ["depth=3", "random"], 20, 2);
        assert_eq!((report.games(), report.records.len()), (40, 40), "{}", entry.id);
        assert!(report.score() > 0.5, "{}: +{} ={} -{}", entry.id, report.wins, report.draws, report.losses);
    }
}

#[test]
fn luck_is_told_apart_from_skill_where_there_is_any() {
    // Of the same games a result without luck tells more, the more of it there is.
    for (game, most) in [("trappes", 0.9), ("dame-2000", 0.5), ("dame-2000-variant", 0.5)] {
        let report = contest(game, ["nodes=300", "nodes=30"], 20, 2);
        let (score, error) = report.score_without_luck().expect(game);
        let elo = report.elo();
        let share = |elo: f64| 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
        let error_with_luck = (share(elo.most) - share(elo.least)) / 2.0;
        assert!(error < most * error_with_luck, "{game}: {error} and {error_with_luck}");
        assert!((score - report.score()).abs() < error + error_with_luck, "{game}: {score}");
    }
    assert_eq!(contest("dames-10x10", ["nodes=300", "nodes=30"], 4, 2).score_without_luck(), None);
}

#[test]
fn a_match_is_the_same_on_any_number_of_threads() {
    for game in ["trappes", "dame-2000", "dames-10x10"] {
        let records = |threads| contest(game, ["nodes=300", "uct,nodes=20"], 6, threads).records;
        assert_eq!(records(1), records(3), "{game}");
    }
}

#[test]
fn players_of_one_kind_do_not_play_the_same_game_twice() {
    let records = contest("english", ["random", "random"], 6, 2).records;
    assert!(records.chunks(2).any(|pair| pair[0].steps != pair[1].steps));
}

#[test]
fn every_game_of_a_match_can_be_replayed() {
    for entry in catalogue::all() {
        let rulebox = entry.open(&[]).unwrap();
        for record in contest(entry.id, ["depth=2", "random"], 6, 2).records {
            let positions = rulebox.replay(&record).unwrap();
            assert_eq!(positions.len(), record.steps.len() + 1, "{}", entry.id);
        }
    }
}

const LESSONS: Lessons<'_> =
    Lessons { game: "a game", generations: 2, games: 60, nodes: 60, trials: 10, seed: 5, threads: 2 };

#[test]
fn training_is_repeatable_from_its_seed() {
    let rulebox = catalogue::find("dames-8x8").unwrap().open(&[]).unwrap();
    let train = |threads| {
        let tried = std::sync::Mutex::new(0);
        let net = rulebox.train(State::default(), Lessons { threads, ..LESSONS }, &|lesson| {
            if matches!(lesson, Lesson::Tried(..)) {
                *tried.lock().unwrap() += 1;
            }
        });
        assert_eq!(*tried.lock().unwrap(), 2);
        net
    };
    assert_eq!(train(1), train(2));
}

#[test]
fn an_interrupted_training_goes_on_where_it_was() {
    let rulebox = catalogue::find("trappes").unwrap().open(&[]).unwrap();
    let reached = std::sync::Mutex::new(Vec::new());
    let whole = rulebox.train(State::default(), LESSONS, &|lesson| {
        if let Lesson::Reached(state) = lesson {
            reached.lock().unwrap().push(state.to_bytes(&LESSONS));
        }
    });
    let reached = reached.into_inner().unwrap();
    assert_eq!(reached.len(), 2);
    let state = rulebox.resume(&reached[0], &LESSONS).unwrap();
    assert_eq!(rulebox.train(state, LESSONS, &|_| {}), whole);
    let other = Lessons { seed: 6, ..LESSONS };
    assert!(rulebox.resume(&reached[0], &other).unwrap_err().to_string().contains("seed 6"));
    let other = Lessons { game: "another", ..LESSONS };
    assert!(rulebox.resume(&reached[0], &other).unwrap_err().to_string().contains("another training"));
    assert!(rulebox.resume(&reached[0][..reached[0].len() - 1], &LESSONS).is_err());
    assert!(rulebox.resume(b"something else", &LESSONS).is_err());
    let english = catalogue::find("english").unwrap().open(&[]).unwrap();
    assert!(english.resume(&reached[0], &LESSONS).is_err(), "a board with other things on it");
}

#[test]
fn networks_that_come_with_the_program_suit_their_games() {
    let mut found = 0;
    for entry in catalogue::all() {
        if let Some(net) = entry.net() {
            assert!(entry.open(&[]).unwrap().suits(&net), "{}", entry.id);
            assert!(net.to_bytes().len() < 1 << 20, "{}", entry.id);
            found += 1;
        }
    }
    let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/weights")).unwrap();
    let nets = files.filter(|file| file.as_ref().unwrap().path().extension().is_some_and(|end| end == "net"));
    assert_eq!(found, nets.count(), "each file of weights belongs to a game and can be read");
}
