//! `damier bench`: one number that changes with the search, and how fast it is.

use std::io::Write;
use std::time::Instant;

use damier_arena::{Inquiry, Moves, Rulebox, catalogue};
use damier_engine::{Limits, Line, Net, Table};
use damier_notation::hub::Dialect;

use crate::note::note;

/// Positions of each game.
const POSITIONS: usize = 4;
/// Actions and rolls between them.
const APART: usize = 9;
/// Positions that each search may look at.
const NODES: u64 = 150_000;
/// Slots of the table.
const TABLE: usize = 1 << 16;

pub(crate) fn run() -> anyhow::Result<()> {
    let start = Instant::now();
    let mut total = 0;
    let mut out = std::io::stdout().lock();
    for entry in catalogue::all() {
        let (game, net) = (entry.open(&[])?, entry.net());
        let (mut position, mut nodes) = (None, 0);
        for nth in 0..POSITIONS {
            nodes += searched(&*game, position.as_deref(), net.as_ref())?;
            for step in 0..APART {
                let Some(next) = walked(&*game, position.as_deref(), 5 * nth + step)? else { break };
                position = Some(next);
            }
        }
        writeln!(out, "{:<20}{nodes:>10}", entry.id)?;
        total += nodes;
    }
    writeln!(out, "{:<20}{total:>10}", "total")?;
    let speed = total as f64 / start.elapsed().as_secs_f64() / 1e6;
    note(format_args!("{speed:.2} M positions/s"));
    Ok(())
}

/// Positions met until the last line was found, not counting one that is told because the limit is reached.
fn searched(game: &dyn Rulebox, position: Option<&str>, net: Option<&Net>) -> anyhow::Result<u64> {
    let story = game.follow(position, "", Dialect::Own)?;
    let limits = Limits { nodes: NODES, ..Limits::default() };
    let inquiry = Inquiry { limits, threads: 1, table: &Table::new(TABLE), dialect: Dialect::Own };
    let mut nodes = 0;
    let mut found = |line: &Line<String>| {
        if line.nodes < NODES {
            nodes = line.nodes;
        }
    };
    game.search(&story, net, &inquiry, &mut found)?;
    Ok(nodes)
}

/// A position further on, unless the game is over there: which one follows from a number, not from chance.
fn walked(game: &dyn Rulebox, position: Option<&str>, number: usize) -> anyhow::Result<Option<String>> {
    let mut next: Vec<String> = match game.moves(position)? {
        Moves::Actions(actions) => actions.into_iter().map(|(_, next)| next).collect(),
        Moves::Rolls(rolls) => rolls.into_iter().map(|(_, _, next)| next).collect(),
        Moves::Over(_) => return Ok(None),
    };
    let nth = (7 * number + 3) % next.len();
    let next = next.swap_remove(nth);
    // A side without pieces can't be set up, and has nothing to search.
    Ok(game.moves(Some(&next)).is_ok_and(|moves| !matches!(moves, Moves::Over(_))).then_some(next))
}
