//! What the engine gets to know.

use std::collections::HashMap;

use damier_arena::clock::ClockTerms;
use damier_arena::fair::{self, Secret};
use damier_arena::sitting::{Colour, Opponent, Sitting, Terms};

use super::*;

const ID: &str = "aaaabbbbccccdddd";

/// A game in which the engine has spun for the first time and has to act.
fn game(secret: &Secret) -> Game {
    let terms = Terms {
        id: ID.into(),
        game: "trappes".into(),
        options: Vec::new(),
        opponent: Opponent::Engine { level: 3 },
        colour: Colour::Black,
        clock: ClockTerms::None {},
        host: "Anna".into(),
        guest: None,
        commitment: secret.commitment(),
        created_at: 0,
        rematch_of: None,
    };
    let mut sitting = Sitting::new(terms, secret.clone()).unwrap();
    let [host, engine] = [[true, false], [false, true]].map(|seats| Asker { seats, ..Asker::default() });
    sitting.perform(host, &Command::Seed("rose".into()), 0).unwrap();
    assert_eq!(sitting.engine_to_act(), Some(3));
    sitting.perform(engine, &Command::Chance, 0).unwrap();
    Game {
        sitting,
        seat_key: [0; 32],
        invitation: None,
        keys: Vec::new(),
        done: Default::default(),
        thinking: None,
        downtimes: 0,
    }
}

/// Games with many secrets, which all look the same as soon as the same has come up: then the engine is asked the
/// same, although what comes up next differs.
#[test]
fn the_engine_can_not_know_what_comes_next() {
    let mut asked: HashMap<String, (Question, Vec<usize>)> = HashMap::new();
    for byte in 0..40 {
        let secret = Secret::from_bytes([byte; 32]);
        let game = game(&secret);
        let question = question(&game, 3);
        assert!(!format!("{question:?}").contains(&secret.reveal()));
        let next = fair::draw(&secret, [Some("rose"), None], ID, 2, &[4, 2, 2]).unwrap();
        let came_up = game.sitting.table().lines()[0].text.clone();
        let (known, nexts) = asked.entry(came_up).or_insert_with(|| (question.clone(), Vec::new()));
        assert_eq!(*known, question);
        nexts.push(next);
    }
    assert_eq!(asked.len(), 3, "pawn, green and orange came up");
    for (came_up, (_, nexts)) in asked {
        assert!(nexts.iter().any(|next| *next != nexts[0]), "after {came_up} always {}", nexts[0]);
    }
}
