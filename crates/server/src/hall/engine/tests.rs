//! What the engine gets to know.

use damier_arena::clock::ClockTerms;
use damier_arena::fair::Secret;
use damier_arena::sitting::{Colour, Opponent, Sitting, Terms};

use super::*;

/// Games that differ in nothing but their secret ask the engine the same until chance has acted, and the
/// secret is nowhere in what it is asked.
#[test]
fn the_engine_is_told_nothing_of_the_secret() {
    let secrets = [Secret::from_bytes([1; 32]), Secret::from_bytes([2; 32])];
    let questions = secrets.map(|secret| {
        let terms = Terms {
            id: "aaaabbbbccccdddd".into(),
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
        let host = Asker { seats: [true, false], ..Asker::default() };
        sitting.perform(host, &Command::Seed("rose".into()), 0).unwrap();
        assert_eq!(sitting.engine_to_act(), Some(3));
        let game = Game {
            sitting,
            seat_key: [0; 32],
            invitation: None,
            keys: Vec::new(),
            done: Default::default(),
            thinking: None,
        };
        let asked = question(&game, 3);
        assert!(!format!("{asked:?}").contains(&secret.reveal()));
        asked
    });
    assert_eq!(questions[0], questions[1]);
}
