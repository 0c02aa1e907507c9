//! What a search best first finds, and when it ends.

use std::sync::atomic::{AtomicU64, Ordering};

use damier_notation::position;
use damier_rules::combat::{Combat, CombatAction, CombatState};
use damier_rules::game::Game;
use damier_rules::games::dame_2000;

use super::*;
use crate::evaluate::Material;
use crate::search::{Search, search_together};
use crate::table::Table;

fn game() -> Combat {
    dame_2000::Options::basic().game().unwrap()
}

fn read(game: &Combat, text: &str) -> CombatState {
    position::read(game, text).unwrap()
}

/// Every line that is told of, those of the last telling last.
fn told(game: &Combat, state: &CombatState, limits: Limits<'_>) -> Vec<Line<CombatAction>> {
    let mut lines = Vec::new();
    let table = Table::new(16);
    Search::new(game, Material, &table).run(state, &[], limits, |line| lines.push(line.clone()));
    lines
}

fn within(nodes: u64) -> Limits<'static> {
    Limits { nodes, ..Limits::default() }
}

/// Sees nothing at all.
#[derive(Clone)]
struct Blind;

impl Evaluate<Combat> for Blind {
    fn score(&mut self, _: &Combat, _: &CombatState) -> Score {
        0
    }
}

/// The exact worth to the side to move for whoever sees nothing but the end of the game, so many plies ahead at most.
fn exact(game: &Combat, state: &CombatState, plies: u32) -> f64 {
    let sign = |next: &CombatState| if game.side(next) == game.side(state) { 1.0 } else { -1.0 };
    match game.turn(state) {
        Turn::Over(outcome) => {
            outcome.winner.map_or(0.0, |winner| if winner == game.side(state) { 1.0 } else { -1.0 })
        }
        Turn::Chance => {
            let mut outcomes = Vec::new();
            game.outcomes(state, &mut outcomes);
            let part = |(next, chance): &(CombatState, f32)| {
                f64::from(*chance) * sign(next) * exact(game, next, plies)
            };
            outcomes.iter().map(part).sum()
        }
        Turn::Act(_) if plies == 0 => 0.0,
        Turn::Act(_) => {
            let mut actions = Vec::new();
            game.actions(state, &mut actions);
            let after = |action: &CombatAction| {
                let next = game.apply(state, *action);
                sign(&next) * exact(game, &next, plies - 1)
            };
            actions.iter().map(after).fold(f64::MIN, f64::max)
        }
    }
}

#[test]
fn it_comes_to_the_exact_worth_where_the_end_is_in_sight() {
    let game = game();
    for text in ["W:Wy22,y23:B18:H0:F9", "W:W22:B18:H0:F9", "B:Wg22:Br18,g17:H0:F9", "W:Wr26,23:By22:H0:F9"] {
        let state = read(&game, text);
        let line = BestFirst::new(&game, &mut Blind, &state).unwrap().run(within(200_000), |_| {}).unwrap();
        let (found, exact) = (f64::from(line.score) / f64::from(WIN), exact(&game, &state, 5));
        assert!((found - exact).abs() < 0.03, "{text}: {found:.3}, in truth {exact:.3}: {line:?}");
    }
}

#[test]
fn the_same_limit_finds_the_same() {
    let game = game();
    let state = read(&game, "W:W26,g27,y30:B17,r18,21:H0:F8");
    for nodes in [1, 100, 5_000] {
        let lines = told(&game, &state, within(nodes));
        assert_eq!(lines, told(&game, &state, within(nodes)));
        let met = lines.last().unwrap().nodes;
        assert!(met >= nodes && met < nodes + 200, "{met} of {nodes}");
    }
}

#[test]
fn lines_come_best_first_and_differ() {
    let game = game();
    let limits = Limits { lines: 3, ..within(3_000) };
    let lines = told(&game, &game.start(), limits);
    assert!(lines.len() >= 9 && lines.len().is_multiple_of(3), "{}", lines.len());
    for three in lines.chunks(3) {
        assert!(three.iter().map(|line| line.rank).eq(0..3), "{three:?}");
        assert!((1..3).all(|nth| three[nth].actions[0] != three[nth - 1].actions[0]), "{three:?}");
        assert!(three.is_sorted_by(|one, next| one.score >= next.score), "{three:?}");
    }
    let longest = lines.iter().map(|line| line.actions.len()).max().unwrap();
    assert!(longest > 2, "{longest}");
}

#[test]
fn every_line_can_be_played() {
    let game = game();
    let mut random = fastrand::Rng::with_seed(6);
    let (mut state, mut actions, mut rolls) = (game.start(), Vec::new(), Vec::new());
    while !matches!(game.turn(&state), Turn::Over(_)) {
        if game.is_chance(&state) {
            game.classes(&state, &mut rolls);
            state = game.settle(&state, rolls[random.usize(0..rolls.len())].0);
            continue;
        }
        let line = told(&game, &state, within(400)).pop().unwrap();
        let mut at = state;
        for &action in &line.actions {
            game.actions(&at, &mut actions);
            assert!(actions.contains(&action), "{line:?}");
            at = game.apply(&at, action);
        }
        game.actions(&state, &mut actions);
        state = game.apply(&state, actions[random.usize(0..actions.len())]);
    }
}

#[test]
fn nothing_is_looked_for_where_nobody_acts() {
    let game = game();
    assert!(told(&game, &read(&game, "W:Wg26,y30:By21,18:C26x21:H0:F8"), within(100)).is_empty());
    let over = read(&game, "W:W26,g27:B17:H100:F80");
    assert!(matches!(game.turn(&over), Turn::Over(_)) && told(&game, &over, within(100)).is_empty());
}

#[test]
fn it_ends_when_told_to_and_knows_an_action_even_then() {
    let game = game();
    assert!(!told(&game, &game.start(), Limits { stop: &|| true, ..Limits::default() }).is_empty());
    let asked = AtomicU64::new(0);
    let stop = || asked.fetch_add(1, Ordering::Relaxed) >= 50;
    let met = told(&game, &game.start(), Limits { stop: &stop, ..Limits::default() }).pop().unwrap().nodes;
    assert_eq!(asked.into_inner(), 51);
    assert!(met < 20_000, "{met}");
}

#[test]
fn a_graph_stops_growing_before_it_fills_the_memory() {
    let game = game();
    let (mut blind, start) = (Blind, game.start());
    let graph = BestFirst { most: 2_000, ..BestFirst::new(&game, &mut blind, &start).unwrap() };
    let line = graph.run(Limits::default(), |_| {}).unwrap();
    assert!((2_000..8_000).contains(&line.nodes), "{}", line.nodes);
}

#[test]
fn it_ends_where_nothing_new_is_to_be_found() {
    let game = game();
    let state = read(&game, "W:Wy22,g23:B18,17:H99:F80");
    let line = told(&game, &state, Limits { lines: 2, ..Limits::default() }).pop().unwrap();
    assert!(line.nodes < 1_000_000, "{line:?}");
}

#[test]
fn several_threads_find_what_one_finds() {
    let game = game();
    let at = (&game.start(), &[][..]);
    let find = |threads| {
        search_together(&game, Material, &Table::new(16), threads, at, within(2_000), |_| {}).unwrap()
    };
    assert_eq!(find(4), find(1));
}
