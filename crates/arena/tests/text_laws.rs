//! Laws of text, for every game and every option: what is written is read back as the same thing.

use damier_arena::{Moves, Rulebox, Verdict, catalogue};
use damier_notation::action::read_event;
use damier_notation::position::write_setup;
use damier_notation::record::{self, FEN_TAG, GAME_TAG, OPTIONS_TAG, Record, Step};
use damier_notation::square::Style;

/// Every game with its defaults, and with each option at each value that can be listed.
fn every_game() -> Vec<(&'static catalogue::Entry, Vec<(String, String)>)> {
    let mut games = Vec::new();
    for entry in catalogue::all() {
        games.push((*entry, Vec::new()));
        for rule in entry.options {
            let values: Vec<&str> = match &rule.values {
                catalogue::Values::Choices(choices) => choices.iter().map(|choice| choice.value).collect(),
                catalogue::Values::Number { least, .. } => vec![if *least == 1 { "7" } else { "1" }],
                catalogue::Values::Form { example, .. } => vec![example],
            };
            for value in values.into_iter().filter(|&value| value != rule.default) {
                let mut options = vec![(rule.name.to_string(), value.to_string())];
                if rule.name == "traps" {
                    options.push(("roulette".into(), "4,2,2,1".into()));
                }
                games.push((*entry, options));
            }
        }
    }
    games
}

/// Plays a random game by text alone, checking each position, and returns its steps and positions.
fn played(rulebox: &dyn Rulebox, random: &mut fastrand::Rng, longest: usize) -> (Vec<Step>, Vec<String>) {
    let mut position = write_setup(&rulebox.scene(None).unwrap().setup);
    let (mut steps, mut positions) = (Vec::new(), vec![position.clone()]);
    while steps.len() < longest {
        let scene = rulebox.scene(Some(&position)).expect("what is written can be read");
        assert_eq!(write_setup(&scene.setup), position, "and is the same");
        position = match rulebox.moves(Some(&position)).unwrap() {
            Moves::Over(_) => break,
            Moves::Actions(actions) => {
                let (action, after) = &actions[random.usize(0..actions.len())];
                let verdict = rulebox.judge(Some(&position), action).unwrap().unwrap();
                assert_eq!(verdict, Verdict::Legal(action.clone()), "{position}");
                steps.push(Step::Action(action.clone()));
                after.clone()
            }
            Moves::Rolls(rolls) => {
                let (roll, _, after) = &rolls[random.usize(0..rolls.len())];
                steps.push(Step::Chance(read_event(roll).expect("a roll is read back")));
                after.clone()
            }
        };
        positions.push(position.clone());
        // Nobody can set up a side without pieces.
        if position.contains(":W:") || position.contains(":B:") {
            break;
        }
    }
    (steps, positions)
}

#[test]
fn positions_and_actions_are_read_as_they_are_written() {
    let mut random = fastrand::Rng::with_seed(11);
    for (entry, options) in every_game() {
        let rulebox = entry.open(&options).unwrap();
        for _ in 0..3 {
            played(&*rulebox, &mut random, 400);
        }
    }
}

#[test]
fn a_game_is_replayed_from_its_record() {
    let mut random = fastrand::Rng::with_seed(12);
    for (entry, options) in every_game() {
        let rulebox = entry.open(&options).unwrap();
        let (steps, positions) = played(&*rulebox, &mut random, 200);
        let options: Vec<String> = options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let tags = vec![
            ("Event".to_string(), "A \"quoted\" name with a \\".to_string()),
            ("GameType".to_string(), entry.game_type.to_string()),
            (GAME_TAG.to_string(), entry.id.to_string()),
            (OPTIONS_TAG.to_string(), options.join(";")),
            ("Result".to_string(), "*".to_string()),
        ];
        let record = Record { tags, steps, ..Record::default() };
        for style in [Style::Numbers, entry.style] {
            let text = rulebox.write_record(&record, style).unwrap();
            let read = record::read(&text).unwrap();
            assert_eq!(read.tags, record.tags);
            assert_eq!(rulebox.replay(&read).unwrap(), positions, "{text}");
            assert_eq!(rulebox.write_record(&read, style).unwrap(), text, "written again, it is the same");
        }
    }
}

#[test]
fn a_record_may_begin_in_the_middle_of_a_turn() {
    let rulebox = catalogue::find("dames-10x10").unwrap().open(&[]).unwrap();
    let position = "B:W28,32:B12,19:P28,32:H0:F9";
    let tags = vec![(FEN_TAG.to_string(), position.to_string()), ("Result".to_string(), "*".to_string())];
    let steps = vec![Step::Action("*28".into()), Step::Action("19-23".into())];
    let record = Record { tags, steps, ..Record::default() };
    let text = rulebox.write_record(&record, Style::Numbers).unwrap();
    assert!(text.ends_with("9. {[%huff 28]} 19-23 *\n"), "{text}");
    assert_eq!(record::read(&text).unwrap(), record);
}

#[test]
fn squares_may_be_written_by_letter_and_row() {
    let rulebox = catalogue::find("russian").unwrap().open(&[]).unwrap();
    assert_eq!(rulebox.judge(None, "c3-d4").unwrap(), Ok(Verdict::Legal("22-18".into())));
    let by_letters = rulebox.moves(Some("W:Wc3,Ka1:Bd4")).unwrap();
    assert_eq!(by_letters, rulebox.moves(Some("W:W22,K29:B18:H0:F1")).unwrap());
    assert_eq!(rulebox.judge(Some("W:Wc3:Bd4"), "c3:e5").unwrap(), Ok(Verdict::Legal("22x15".into())));
}

/// A plain order of actions is what users see; it only changes on purpose.
#[test]
fn the_order_of_actions_is_pinned() {
    let mut found = String::new();
    for line in include_str!("fixtures/order.txt").lines() {
        if line.is_empty() || line.starts_with('#') || line.starts_with("  ") {
            continue;
        }
        let (game, position) = line.split_once(' ').expect("a game and a position");
        let rulebox = catalogue::find(game).unwrap().open(&[]).unwrap();
        let moves = match rulebox.moves((position != "start").then_some(position)).unwrap() {
            Moves::Actions(actions) => actions.into_iter().map(|action| action.0).collect::<Vec<_>>(),
            Moves::Rolls(rolls) => rolls.into_iter().map(|roll| roll.0).collect(),
            Moves::Over(outcome) => panic!("{line}: over: {outcome:?}"),
        };
        found += &format!("{line}\n  {}\n", moves.join(" "));
    }
    let pinned: String = include_str!("fixtures/order.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!(found, pinned);
}
