//! The levels for people, as players of a contest.

use damier_engine::{Limits, Net, Playable, Random, Search, Table};
use damier_rules::tell::Tell;

use super::mind::Moment;
use crate::eyes::Eyes;

/// Positions that a level may look at: each level three times those of the one below.
fn nodes(level: u8) -> u64 {
    300 * 3_u64.pow(u32::from(level))
}

/// Chooses an action as a level does; nothing where nobody acts.
pub(super) fn choose_at_level<G: Tell + Playable>(
    moment: &Moment<'_, G>,
    level: u8,
    net: Option<&Net>,
    table: &Table,
    _random: &mut impl Random,
) -> Option<G::Action> {
    let eyes = Eyes::new(moment.game, net);
    let limits = Limits { nodes: nodes(level), ..Limits::default() };
    let line = Search::new(moment.game, &eyes, table).run(moment.state, moment.keys, limits, |_| {})?;
    line.actions.first().copied()
}
