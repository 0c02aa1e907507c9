//! Matches and training: repeatable from their seed, and won by whom they should be.

use damier_arena::catalogue;
use damier_arena::contest::{Openings, Player, Report, Terms};
use damier_arena::training::{Lesson, Lessons};

fn player(text: &str) -> Player {
    text.parse().unwrap()
}

fn contest(game: &str, first: &str, second: &str, threads: usize) -> Report {
    let openings = Openings::Random(4);
    let terms = Terms { pairs: 6, openings, seed: 3, threads, records: true, ..Terms::default() };
    let rulebox = catalogue::find(game).unwrap().open(&[]).unwrap();
    rulebox.contest(&[player(first), player(second)], [None, None], &terms, &|_| {})
}

#[test]
fn thinking_beats_not_thinking_in_every_game() {
    for entry in catalogue::all() {
        let report = contest(entry.id, "material,depth=2", "random", 2);
        assert_eq!((report.games(), report.records.len()), (12, 12), "{}", entry.id);
        assert!(report.score() > 0.5, "{}: +{} ={} -{}", entry.id, report.wins, report.draws, report.losses);
    }
}

#[test]
fn a_match_is_the_same_on_any_number_of_threads() {
    for game in ["trappes", "dame-2000", "dames-10x10"] {
        let records = |threads| contest(game, "nodes=300", "uct,nodes=20", threads).records;
        assert_eq!(records(1), records(3), "{game}");
    }
}

#[test]
fn players_of_one_kind_do_not_play_the_same_game_twice() {
    let records = contest("english", "random", "random", 2).records;
    assert!(records.chunks(2).any(|pair| pair[0].steps != pair[1].steps));
}

#[test]
fn every_game_of_a_match_can_be_replayed() {
    for entry in catalogue::all() {
        let rulebox = entry.open(&[]).unwrap();
        for record in contest(entry.id, "depth=2", "random", 2).records {
            let positions = rulebox.replay(&record).unwrap();
            assert_eq!(positions.len(), record.steps.len() + 1, "{}", entry.id);
        }
    }
}

#[test]
fn training_is_repeatable_from_its_seed() {
    let lessons = Lessons { generations: 1, games: 100, depth: 2, trials: 20, seed: 5, threads: 2 };
    let rulebox = catalogue::find("dames-8x8").unwrap().open(&[]).unwrap();
    let train = |threads| {
        let tried = std::sync::Mutex::new(0);
        let net = rulebox.train(None, Lessons { threads, ..lessons }, &|lesson| {
            if matches!(lesson, Lesson::Tried(..)) {
                *tried.lock().unwrap() += 1;
            }
        });
        assert_eq!(*tried.lock().unwrap(), 1);
        net
    };
    assert_eq!(train(1), train(2));
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
