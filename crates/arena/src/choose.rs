//! What the engine plays at a level.

use std::time::{Duration, Instant};

use damier_engine::{Limits, Playable, Search, Table};
use damier_notation::action;
use damier_notation::position::{self, PositionError};
use damier_notation::square::Style;
use damier_rules::tell::Tell;

use crate::eyes::Eyes;

/// The highest level.
pub const MOST_LEVEL: u8 = 10;
/// Slots of the table.
const TABLE: usize = 1 << 18;
/// The longest thought.
const LONGEST: Duration = Duration::from_millis(1000);

/// The action that the engine chooses in a position, given those before it; nothing where nobody acts.
pub(crate) fn choose<G: Tell + Playable>(
    game: &G,
    state: &G::State,
    played: &[String],
    level: u8,
    seed: u64,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Option<String>, PositionError> {
    let played: Vec<G::State> =
        played.iter().map(|text| position::read(game, text)).collect::<Result<_, _>>()?;
    let keys: Vec<u64> = played.iter().map(|state| game.key(state)).collect();
    let mut actions = Vec::new();
    game.actions(state, &mut actions);
    let (eyes, table, start) = (Eyes::new(game, None), Table::new(TABLE), Instant::now());
    let stop = || stop() || start.elapsed() >= LONGEST;
    let nodes = 300 * 3_u64.pow(u32::from(level.min(MOST_LEVEL)));
    let limits = Limits { nodes, stop: &stop, ..Limits::default() };
    let best = Search::new(game, &eyes, &table).run(state, &keys, limits, |_| {});
    let chosen = match best.and_then(|line| line.actions.first().copied()) {
        Some(action) => Some(action),
        None if actions.is_empty() => None,
        None => actions.get(seed as usize % actions.len()).copied(),
    };
    let told = game.deeds(state).into_iter().find(|told| Some(told.action) == chosen);
    Ok(told.map(|told| action::write_deed(game.layout(), &told.deed, Style::Numbers)))
}
