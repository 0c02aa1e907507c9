//! The law kit: what has to hold in every position of every game, checked along random games.

use std::collections::HashMap;
use std::fmt::Debug;

use damier_rules::combat::{Blocked, DoubleBlueTie, Gait, StrongLine};
use damier_rules::game::{Game, Turn};
use damier_rules::games::{classics, dame_2000, dames_8x8, dames_10x10, damsystem, trappes};
use damier_rules::huff::{Huffing, Obligation};
use damier_rules::jump::{KingPriority, Landing, Promotion, Removal};
use damier_rules::perft::perft;
use damier_rules::reason::Rule;
use damier_rules::tell::{Deed, Tell};

const GAMES: u64 = 30;
/// Longer than any game that isn't stuck.
const LONGEST: usize = 5_000;

/// Plays random games and checks every law in every position met.
fn obeys_the_laws<G: Tell>(game: &G) {
    let mut random = fastrand::Rng::with_seed(7);
    let mut keys: HashMap<u64, String> = HashMap::new();
    for _ in 0..GAMES {
        let mut state = game.start();
        let mut steps = 0;
        while let Some(next) = checked_step(game, &state, &mut random, &mut keys) {
            state = next;
            steps += 1;
            assert!(steps < LONGEST, "a game comes to its end");
        }
    }
}

/// Checks one position, and goes on to a random one after it.
fn checked_step<G: Tell>(
    game: &G,
    state: &G::State,
    random: &mut fastrand::Rng,
    keys: &mut HashMap<u64, String>,
) -> Option<G::State> {
    let (mut actions, mut again, mut rolls) = (Vec::new(), Vec::new(), Vec::new());
    let turn = game.turn(state);
    game.actions(state, &mut actions);
    game.actions(state, &mut again);
    game.rolls(state, &mut rolls);

    assert_eq!(actions, again, "the order is stable");
    assert_eq!(actions.is_empty(), !matches!(turn, Turn::Act(_)), "who acts has actions: {state:?}");
    assert_eq!(rolls.is_empty(), turn != Turn::Chance, "chance has rolls: {state:?}");
    assert_eq!(game.is_chance(state), turn == Turn::Chance, "{state:?}");
    assert_eq!(
        game.count(state, &mut again),
        actions.len() as u64,
        "the count is that of the list: {state:?}"
    );
    for (nth, action) in actions.iter().enumerate() {
        assert!(!actions[..nth].contains(action), "no action comes twice: {action:?} in {state:?}");
    }
    told_is_what_is(game, state, turn, &actions);
    equal_states_have_equal_keys(game, state, keys);
    classes_have_the_distribution_of_rolls(game, state, &rolls);

    match turn {
        Turn::Over(_) => None,
        Turn::Act(_) => Some(game.apply(state, actions[random.usize(0..actions.len())])),
        Turn::Chance => Some(game.settle(state, rolls[random.usize(0..rolls.len())].0)),
    }
}

fn told_is_what_is<G: Tell>(game: &G, state: &G::State, turn: Turn, actions: &[G::Action]) {
    let setup = game.setup(state);
    // A position with an empty side is told, but nobody can set it up.
    if !setup.pieces.iter().any(Vec::is_empty) {
        let placed = game.place(&setup).expect("what is told can be placed");
        assert_eq!(placed, *state, "and is the same");
        assert_eq!(game.key(&placed), game.key(state), "equal states have equal keys");
    }
    let told = game.deeds(state);
    assert!(told.iter().map(|told| told.action).eq(actions.iter().copied()), "told in the same order");
    for (nth, one) in told.iter().enumerate() {
        assert!(told[..nth].iter().all(|other| other.deed != one.deed || other.taken != one.taken));
        if let (Deed::Capture(way), false) = (&one.deed, one.taken.is_empty()) {
            assert_eq!(
                game.taken_along(state, way).as_ref(),
                Some(&one.taken),
                "the way can be gone: {one:?}"
            );
        }
        if matches!(turn, Turn::Act(_)) {
            let rule = game.refuse(state, &one.deed).rule;
            assert_eq!(rule, Rule::Legal, "nothing is wrong with {:?} in {setup:?}", one.deed);
        }
    }
}

fn equal_states_have_equal_keys<G: Tell>(game: &G, state: &G::State, keys: &mut HashMap<u64, String>) {
    let mut setup = game.setup(state);
    // A last move counts only where it can be taken back.
    (setup.quiet, setup.number, setup.last) = (0, 1, Default::default());
    let told = format!("{setup:?}");
    let known = keys.entry(game.key(state)).or_insert_with(|| told.clone());
    assert_eq!(*known, told, "different positions have different keys, counters apart");
}

fn classes_have_the_distribution_of_rolls<G: Game>(game: &G, state: &G::State, rolls: &[(G::Roll, u32)])
where
    G::State: Debug,
{
    let distribution = |rolls: &[(G::Roll, u32)]| {
        let mut weights: HashMap<String, u32> = HashMap::new();
        for &(roll, weight) in rolls {
            *weights.entry(format!("{:?}", game.settle(state, roll))).or_default() += weight;
        }
        weights
    };
    let (mut classes, mut branches) = (Vec::new(), Vec::new());
    game.classes(state, &mut classes);
    game.branches(state, &mut branches);
    // What changes nothing is rolled again.
    let leads_on = |roll: &&(G::Roll, u32)| game.settle(state, roll.0) != *state;
    let leading: Vec<_> = rolls.iter().filter(leads_on).copied().collect();
    assert_eq!(distribution(&classes), distribution(&leading));
    assert_eq!(classes.is_empty(), rolls.is_empty(), "chance leads somewhere");
    assert!(classes.len() <= rolls.len());
    assert!(rolls.iter().all(|roll| roll.1 > 0));
    assert_eq!(branches.iter().map(|branch| branch.1 as usize).sum::<usize>(), leading.len());
}

macro_rules! laws {
    ($($name:ident: $($game:expr),+;)*) => {$(
        #[test]
        fn $name() {
            $(obeys_the_laws(&$game);)+
        }
    )*};
}

laws! {
    international: classics::International::game();
    frisian: classics::Frisian::game();
    english: classics::English::game();
    russian: classics::Russian::game();
    pool: classics::Pool::game();
    brazilian: classics::Brazilian::game();
    italian: classics::Italian::game();
    spanish: classics::Spanish::game();
    czech: classics::Czech::game();
    thai: classics::Thai::game(), classics::thai_of_eight();
    canadian: classics::Canadian::game();
    turkish: classics::Turkish::game();
}

#[test]
fn dames_8x8_with_every_option() {
    obeys_the_laws(&dames_8x8::usual());
    for king_priority in [KingPriority::Always, KingPriority::SameTarget] {
        for king_landing in [Landing::Any, Landing::Adjacent] {
            for promotion in [Promotion::Immediate, Promotion::End, Promotion::Stop] {
                let options = dames_8x8::Options { king_priority, king_landing, promotion, quiet_limit: 20 };
                obeys_the_laws(&options.game());
            }
        }
    }
}

#[test]
fn dames_10x10_with_every_option() {
    for obligation in [Obligation::HuffAny, Obligation::HuffCulprit, Obligation::Must] {
        for huffing in [Huffing::Compulsory, Huffing::Claimed] {
            for promotion in [Promotion::Immediate, Promotion::End, Promotion::Stop] {
                let (king_landing, men_capture_backwards) = match promotion {
                    Promotion::End => (Landing::Adjacent, true),
                    _ => (Landing::Any, false),
                };
                let options = dames_10x10::Options {
                    men_capture_backwards,
                    king_landing,
                    promotion,
                    obligation,
                    huffing,
                    few_kings: if promotion == Promotion::Stop { 0 } else { 10 },
                    ..dames_10x10::Options::default()
                };
                obeys_the_laws(&options.game());
                let victims = Removal::AtOnce;
                obeys_the_laws(&dames_10x10::Options { victims, ..options }.game());
                let short = dames_10x10::Options { stopping_short: true, ..options };
                obeys_the_laws(&short.game());
                obeys_the_laws(
                    &dames_10x10::Options { victims, men_capture_backwards: true, ..short }.game(),
                );
            }
        }
    }
}

#[test]
fn damsystem_with_every_option() {
    for plates in [vec![4, 6, 8], vec![5, 7], vec![], vec![4, 5, 8]] {
        for obligation in [Obligation::HuffAny, Obligation::HuffCulprit, Obligation::Must] {
            for huffing in [Huffing::Compulsory, Huffing::Claimed] {
                let options = damsystem::Options {
                    plates: plates.clone(),
                    obligation,
                    huffing,
                    ..damsystem::Options::default()
                };
                obeys_the_laws(&options.clone().game().unwrap());
                let other =
                    damsystem::Options { victims: Removal::AtOnce, king_landing: Landing::Any, ..options };
                obeys_the_laws(
                    &damsystem::Options { longest_capture: true, ..other.clone() }.game().unwrap(),
                );
                obeys_the_laws(&damsystem::Options { stopping_short: true, ..other }.game().unwrap());
            }
        }
    }
}

#[test]
fn trappes_with_every_option() {
    for close_after_use in [false, true] {
        for both_colours in [false, true] {
            for english in [false, true] {
                let options = trappes::Options {
                    close_after_use,
                    both_colours,
                    english,
                    ..trappes::Options::default()
                };
                obeys_the_laws(&options.game().unwrap());
            }
        }
    }
}

/// Adds every position within so many actions.
fn gather<G: Game>(game: &G, state: &G::State, depth: u32, out: &mut Vec<G::State>) {
    let (mut actions, mut rolls) = (Vec::new(), Vec::new());
    game.classes(state, &mut rolls);
    for &(roll, _) in &rolls {
        gather(game, &game.settle(state, roll), depth, out);
    }
    out.push(state.clone());
    if depth > 0 {
        game.actions(state, &mut actions);
        for &action in &actions {
            gather(game, &game.apply(state, action), depth - 1, out);
        }
    }
}

#[test]
fn a_last_move_without_a_key_changes_nothing() {
    let mut random = fastrand::Rng::with_seed(5);
    for gait in [Gait::Step, Gait::Stride, Gait::Leap] {
        let game = dame_2000::Options { gait, ..dame_2000::Options::basic() }.game().unwrap();
        let mut compared = 0;
        for _ in 0..12 {
            let (mut state, mut actions, mut rolls) = (game.start(), Vec::new(), Vec::new());
            for _ in 0..random.usize(20..120) {
                game.rolls(&state, &mut rolls);
                game.actions(&state, &mut actions);
                if let Some(&(roll, _)) = random.choice(&rolls) {
                    state = game.settle(&state, roll);
                } else if let Some(&action) = random.choice(&actions) {
                    state = game.apply(&state, action);
                }
            }
            let mut near = Vec::new();
            gather(&game, &state, 3, &mut near);
            random.shuffle(&mut near);
            let mut known = HashMap::new();
            for state in near {
                let other = *known.entry(game.key(&state)).or_insert(state);
                if game.setup(&other).last != game.setup(&state).last {
                    assert_eq!(perft(&game, &other, 2), perft(&game, &state, 2), "{other:?} {state:?}");
                    compared += 1;
                }
            }
        }
        assert!(compared > 200, "{gait:?}: {compared}");
    }
}

#[test]
fn dame_2000_with_every_option() {
    let flat = [[1, 1, 2, 2, 3, 3], [2, 2, 2, 2, 2, 2], [3, 3, 3, 1, 1, 1], [0, 0, 0, 0, 0, 9]];
    for gait in [Gait::Step, Gait::Stride, Gait::Leap] {
        for blocked in [Blocked::Pass, Blocked::Loses] {
            for (strong_line, double_blue_tie) in
                [(StrongLine::Home, DoubleBlueTie::Both), (StrongLine::Front, DoubleBlueTie::Again)]
            {
                let usual = dame_2000::Options::basic();
                let options = dame_2000::Options { gait, blocked, strong_line, double_blue_tie, ..usual };
                obeys_the_laws(&options.clone().game().unwrap());
                obeys_the_laws(&dame_2000::Options { dice: flat, ..options }.game().unwrap());
            }
        }
    }
}
