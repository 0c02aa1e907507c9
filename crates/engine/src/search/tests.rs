//! The search against slower ones that can't be wrong, and on positions whose outcome is known.

use damier_notation::{action, position};
use damier_rules::game::{Game, Side};
use damier_rules::games::{classics, dame_2000, dames_8x8, dames_10x10, damsystem, trappes};
use damier_rules::tell::Tell;

use super::*;
use crate::evaluate::Material;
use crate::score::SURE;

/// Every branch of every roll, no bounds and no table.
fn expectiminimax<G: Playable>(game: &G, state: &G::State, depth: i32, ply: usize) -> Score {
    let evaluation = || Evaluate::<G>::score(&mut Material, game, state);
    let from =
        |next: &G::State, score: Score| if game.side(state) == game.side(next) { score } else { -score };
    if game.is_chance(state) {
        if depth <= 0 && !game.is_midway(state) {
            return evaluation();
        }
        let mut outcomes = Vec::new();
        game.outcomes(state, &mut outcomes);
        let worth = |(next, probability): &(G::State, f32)| {
            probability * from(next, expectiminimax(game, next, depth, ply + 1)) as f32
        };
        return outcomes.iter().map(worth).fold(0.0, |sum, part| sum + part).round() as Score;
    }
    let mut actions = Vec::new();
    game.actions(state, &mut actions);
    if actions.is_empty() {
        return match game.turn(state) {
            Turn::Over(outcome) if outcome.winner.is_none() => 0,
            Turn::Over(outcome) if outcome.winner == Some(game.side(state)) => WIN - ply as Score,
            _ => ply as Score - WIN,
        };
    }
    let mut best = -WIN;
    if depth <= 0 {
        let all = actions.len();
        actions.retain(|&action| game.is_noisy(state, action));
        if actions.len() < all {
            best = evaluation();
            if depth <= -G::FREE_PLIES {
                return best;
            }
        }
    }
    for action in actions {
        let next = game.apply(state, action);
        best = best.max(from(&next, expectiminimax(game, &next, depth - 1, ply + 1)));
    }
    best
}

/// The same value with bounds of all kinds but no guesses, and how many positions each way takes.
fn same_value<G: Playable + Tell>(game: &G, text: &str, depth: i32) -> (Score, u64) {
    let state = position::read(game, text).unwrap();
    let table = Table::new(1 << 10);
    let mut search = Search::new(game, Material, &table);
    search.guesses = false;
    let score = search.visit(&state, depth, Window::FULL, 0);
    assert_eq!(score, expectiminimax(game, &state, depth, 0), "{text} at depth {depth}");
    (score, search.nodes)
}

#[test]
fn chance_is_averaged_exactly() {
    let traps = trappes::Options::default().game().unwrap();
    for depth in 1..=2 {
        same_value(&traps, "W:W22,26,K5:B12,15,K30:H0:F8", depth);
        same_value(&traps, "B:W21,23,27,32:B2,6,9,14:O17:H0:F8", depth);
        same_value(&traps, "W:W25,26,27:B5,6,7:Rgreen:H0:F8", depth);
    }
    let combat = dame_2000::Options::basic().game().unwrap();
    for depth in 1..=4 {
        same_value(&combat, "W:W26,g27,y30:B17,r18,21:H0:F8", depth);
        same_value(&combat, "W:Wg26,y30:By21,18:C26x21:H0:F8", depth);
    }
}

#[test]
fn a_fight_folds_into_the_results_of_its_rounds() {
    let game = dame_2000::Options::basic().game().unwrap();
    let state = position::read(&game, "W:Wy26,1:By21,41:C26x21:H0:F8").unwrap();
    let mut outcomes = Vec::new();
    game.outcomes(&state, &mut outcomes);
    let total: f32 = outcomes.iter().map(|outcome| outcome.1).sum();
    assert!((total - 1.0).abs() < 1e-6, "{total}");
    assert!(outcomes.iter().all(|outcome| !game.is_chance(&outcome.0)));
    // Round by round: a win, a loss, or a tie that goes on with heads one lower, four rounds at most.
    let white = |outcome: &&(_, f32)| {
        let state: &damier_rules::combat::CombatState = &outcome.0;
        state.pawns_of(damier_rules::game::Side::White).count_ones() == 2
    };
    let wins: f32 = outcomes.iter().filter(white).map(|outcome| outcome.1).sum();
    let both_gone = (1.0_f32 / 6.0).powi(4);
    assert!((wins - (1.0 - both_gone) / 2.0).abs() < 1e-6, "{wins}");
}

fn best<G: Playable + Tell>(game: &G, text: &str, depth: u32) -> (String, Score) {
    let state = position::read(game, text).unwrap();
    let table = Table::new(1 << 16);
    let mut search = Search::new(game, Material, &table);
    let limits = Limits { depth, ..Limits::default() };
    let line = search.run(&state, &[], limits, |_| {}).unwrap();
    let told = game.deeds(&state).into_iter().find(|told| told.action == line.actions[0]).unwrap();
    (action::write_deed(game.layout(), &told.deed, Default::default()), line.score)
}

#[test]
fn bounds_change_nothing_without_chance() {
    let mut random = fastrand::Rng::with_seed(3);
    let game = classics::Brazilian::game();
    let mut actions = Vec::new();
    for _ in 0..20 {
        let mut state = game.start();
        for _ in 0..random.usize(10..50) {
            game.actions(&state, &mut actions);
            if actions.is_empty() {
                break;
            }
            state = game.apply(&state, actions[random.usize(0..actions.len())]);
        }
        let text = position::write(&game, &state);
        if !text.contains(":W:") && !text.contains(":B:") {
            same_value(&game, &text, 2);
        }
    }
}

#[test]
fn the_last_piece_is_taken_at_once() {
    let (first, score) = best(&classics::English::game(), "W:WK18,K23:B10", 7);
    assert!(score > WIN - 20, "a win in sight: {first} {score}");
    let (first, score) = best(&classics::English::game(), "B:W18:B14,1", 3);
    assert_eq!((first.as_str(), score), ("14x23", WIN - 1));
}

#[test]
fn a_capture_is_missed_only_where_it_pays() {
    // Taking costs the game on the spot, missing it only a man.
    let game = dames_10x10::Options::default().game();
    let (_, score) = best(&game, "W:W32,K5:B28,K45,40", 5);
    assert!(score.abs() < WIN, "{score}");
}

#[test]
fn a_node_limit_makes_a_search_repeatable() {
    let game = classics::Russian::game();
    let run = || {
        let table = Table::new(1 << 14);
        let mut search = Search::new(&game, Material, &table);
        let limits = Limits { nodes: 20_000, lines: 3, ..Limits::default() };
        let mut lines = Vec::new();
        search.run(&game.start(), &[], limits, |line| lines.push(line.clone()));
        (lines, search.nodes)
    };
    let (lines, nodes) = run();
    assert_eq!((lines.clone(), nodes), run());
    assert!(nodes <= 20_000 && lines.len() >= 6, "{nodes} {}", lines.len());
    let ranks: Vec<usize> = lines[..3].iter().map(|line| line.rank).collect();
    assert_eq!(ranks, [0, 1, 2]);
    assert!(lines[0].actions[0] != lines[1].actions[0]);
}

/// A level has a second to think: nothing may go on for long once it is over.
#[test]
fn a_search_ends_as_soon_as_it_is_told_to() {
    fn ends<G: Tell + Playable>(game: &G) {
        for (patience, nodes) in [(5, 5), (ASKED_EVERY, ASKED_EVERY), (ASKED_EVERY + 3, 4 * ASKED_EVERY)] {
            let asked = std::sync::atomic::AtomicU64::new(0);
            let stop = || asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1 >= patience;
            let table = Table::new(1 << 10);
            let mut search = Search::new(game, Material, &table);
            let limits = Limits { depth: 30, stop: &stop, ..Limits::default() };
            assert!(search.run(&game.start(), &[], limits, |_| {}).is_some());
            assert_eq!(search.nodes, nodes);
        }
    }
    ends(&classics::International::game());
    ends(&dame_2000::Options::basic().game().unwrap());
    ends(&dames_10x10::Options::default().game());
    ends(&damsystem::Options::default().game().unwrap());
}

#[test]
fn a_game_that_is_over_has_no_best_action() {
    let game = classics::English::game();
    let state = position::read(&game, "W:W5:B1").unwrap();
    let table = Table::new(16);
    assert!(Search::new(&game, Material, &table).run(&state, &[], Limits::default(), |_| {}).is_none());
}

#[test]
fn several_threads_find_what_one_finds() {
    let game = classics::English::game();
    let mut random = fastrand::Rng::with_seed(3);
    let (mut sure, mut actions) = (0, Vec::new());
    for _ in 0..60 {
        let squares = random.choose_multiple(1..=32, 4);
        let text = format!("W:WK{},K{},K{}:B{}", squares[0], squares[1], squares[2], squares[3]);
        let Ok(state) = position::read(&game, &text) else { continue };
        let find = |threads, depth, found: &mut dyn FnMut(&Line<_>)| {
            let limits = Limits { depth, ..Limits::default() };
            let table = Table::new(1 << 16);
            search_together(&game, Material, &table, threads, (&state, &[]), limits, found)
        };
        let Some(one) = find(1, 7, &mut |_| {}) else { continue };
        let mut heard = 0;
        let many = find(4, 15, &mut |_| heard += 1).unwrap();
        game.actions(&state, &mut actions);
        assert!(actions.contains(&many.actions[0]) && heard > 0, "{text}: {many:?}");
        if one.score.abs() > SURE {
            sure += 1;
            assert!((many.score > SURE) == (one.score > 0), "{text}: {one:?} {many:?}");
        }
    }
    assert!(sure > 20, "{sure}");
}

#[test]
fn a_weak_player_overlooks_things_and_still_plays() {
    let game = classics::Russian::game();
    let mut random = fastrand::Rng::with_seed(8);
    let (mut actions, mut differs) = (Vec::new(), 0);
    for seed in 0..10 {
        let mut state = game.start();
        for _ in 0..30 {
            game.actions(&state, &mut actions);
            if actions.is_empty() {
                break;
            }
            let play = |weakness| {
                let limits = Limits { nodes: 500, weakness, ..Limits::default() };
                let line = Search::new(&game, Material, &Table::new(1 << 8)).run(&state, &[], limits, |_| {});
                line.unwrap().actions[0]
            };
            let weak = play(crate::Skill::new(5).weakness(seed));
            assert!(actions.contains(&weak));
            differs += u32::from(weak != play(None));
            state = game.apply(&state, actions[random.usize(0..actions.len())]);
        }
    }
    assert!(differs > 50, "{differs}");
}

#[test]
fn captures_are_forgotten_where_that_is_allowed() {
    let game = dames_10x10::Options::default().game();
    // White can capture; whoever forgets it is huffed.
    let state = position::read(&game, "W:W32,33,38,43:B28,12,13,18:H0:F9").unwrap();
    let forgets = |seed| {
        let limits = Limits { nodes: 60, weakness: crate::Skill::new(4).weakness(seed), ..Limits::default() };
        let line =
            Search::new(&game, Material, &Table::new(1 << 8)).run(&state, &[], limits, |_| {}).unwrap();
        !game.is_noisy(&state, line.actions[0])
    };
    let times = (0..200).filter(|&seed| forgets(seed * 7919)).count();
    assert!((10..190).contains(&times), "{times} of 200");
}

#[test]
fn a_kind_player_lets_anybody_win() {
    let game = classics::Russian::game();
    let table = Table::new(1 << 10);
    let limits = Limits { nodes: 1_000, weakness: crate::Skill::KINDEST.weakness(1), ..Limits::default() };
    let mut kind = Search::new(&game, Material, &table);
    let mut random = fastrand::Rng::with_seed(3);
    let (mut actions, mut lost) = (Vec::new(), 0);
    for kind_side in Side::BOTH.repeat(10) {
        let mut state = game.start();
        let winner = loop {
            match game.turn(&state) {
                Turn::Over(outcome) => break outcome.winner,
                Turn::Act(side) if side == kind_side => {
                    table.clear();
                    let line = kind.run(&state, &[], limits, |_| {}).unwrap();
                    state = game.apply(&state, line.actions[0]);
                }
                _ => {
                    game.actions(&state, &mut actions);
                    state = game.apply(&state, actions[random.usize(0..actions.len())]);
                }
            }
        };
        lost += u32::from(winner == Some(kind_side.other()));
    }
    assert!(lost >= 18, "{lost} of 20");
}

#[test]
fn the_first_depth_is_finished_with_any_number_of_nodes_unless_told_to_stop() {
    fn check<G: Playable + Tell>(game: &G) {
        let mut random = fastrand::Rng::with_seed(4);
        let (mut state, mut actions, mut rolls, mut later) = (game.start(), Vec::new(), Vec::new(), 0);
        for _ in 0..60 {
            if game.is_chance(&state) {
                game.classes(&state, &mut rolls);
                state = game.settle(&state, rolls[random.usize(0..rolls.len())].0);
                continue;
            }
            game.actions(&state, &mut actions);
            if actions.is_empty() {
                break;
            }
            let run =
                |limits| Search::new(game, Material, &Table::new(1 << 8)).run(&state, &[], limits, |_| {});
            let one = run(Limits { depth: 30, nodes: 1, ..Limits::default() }).unwrap();
            let whole = run(Limits { depth: 1, ..Limits::default() }).unwrap();
            assert_eq!((one.score, one.actions[0]), (whole.score, whole.actions[0]));
            later += usize::from(one.actions[0] != actions[0]);
            let stopped = run(Limits { depth: 30, stop: &|| true, ..Limits::default() }).unwrap();
            assert!(stopped.score.abs() < SURE, "nothing is sure for who hasn't looked: {stopped:?}");
            state = game.apply(&state, actions[random.usize(0..actions.len())]);
        }
        assert!(later > 5, "{later}");
    }
    check(&classics::Russian::game());
    check(&dame_2000::Options::basic().game().unwrap());
    check(&trappes::Options::default().game().unwrap());
}

#[test]
fn what_was_once_won_is_drawn_when_patience_is_used_up() {
    let game = dames_8x8::Options::default().game();
    let table = Table::new(1 << 16);
    let limits = Limits { depth: 9, ..Limits::default() };
    let score = |quiet: u16| {
        let text = format!("W:WK1,K2,K3,K4:BK32:H{quiet}:F9");
        let state = position::read(&game, &text).unwrap();
        Search::new(&game, Material, &table).run(&state, &[], limits, |_| {}).unwrap().score
    };
    assert!(score(0) > 100);
    assert_eq!(score(game.rules().draws.quiet - 1), 0);
}

#[test]
fn a_win_that_takes_longer_than_patience_lasts_is_none() {
    let game = dames_8x8::Options::default().game();
    let table = Table::new(1 << 16);
    let limits = Limits { depth: 14, ..Limits::default() };
    // Nine quiet moves before anything can be taken; the table knows both positions by the same key.
    let score = |left: u16| {
        let text = format!("W:WK18,K26,K28:BK2:H{}:F9", game.rules().draws.quiet - left);
        let state = position::read(&game, &text).unwrap();
        Search::new(&game, Material, &table).run(&state, &[], limits, |_| {}).unwrap().score
    };
    assert!(score(15) > SURE);
    assert!(score(9) < SURE);
}

/// Has an opinion of every position, and seldom a good one.
#[derive(Clone)]
struct Moody;

impl<G: Playable> Evaluate<G> for Moody {
    fn score(&mut self, game: &G, state: &G::State) -> Score {
        Evaluate::<G>::score(&mut Material, game, state) + (game.key(state) >> 32) as Score % 200
    }
}

#[test]
fn the_lines_of_every_depth_come_best_first() {
    let game = classics::International::game();
    let limits = Limits { depth: 11, lines: 3, ..Limits::default() };
    let mut lines: Vec<Line<_>> = Vec::new();
    Search::new(&game, Moody, &Table::new(1 << 14))
        .run(&game.start(), &[], limits, |line| lines.push(line.clone()));
    assert_eq!(lines.len(), 33);
    for three in lines.chunks(3) {
        assert!(three.is_sorted_by(|one, next| one.score >= next.score), "{three:?}");
        assert!(three.iter().map(|line| line.rank).eq(0..3), "{three:?}");
        assert!((1..3).all(|nth| three[nth].actions[0] != three[nth - 1].actions[0]), "{three:?}");
    }
}

#[test]
fn lines_deepen_while_one_of_them_is_open() {
    let game = classics::English::game();
    // One capture wins at once, the other one doesn't.
    let state = position::read(&game, "W:W18,27:B15,14,1:H0:F9").unwrap();
    let limits = Limits { depth: 7, lines: 2, ..Limits::default() };
    let mut lines = Vec::new();
    Search::new(&game, Material, &Table::new(1 << 10))
        .run(&state, &[], limits, |line| lines.push(line.clone()));
    let last = lines.last().unwrap();
    assert_eq!((last.depth, last.rank), (7, 1), "{lines:?}");
}

#[test]
fn the_nodes_of_all_threads_count() {
    let game = classics::Russian::game();
    let limits = Limits { nodes: 200_000, ..Limits::default() };
    let mut nodes = 0;
    let found = |line: &Line<_>| nodes = line.nodes;
    search_together(&game, Material, &Table::new(1 << 12), 4, (&game.start(), &[]), limits, found);
    assert!((20_000..220_000).contains(&nodes), "{nodes}");
}
