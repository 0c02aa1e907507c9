//! `damier analyse`: the best lines of a position, deeper and deeper.

use std::io::Write;
use std::time::{Duration, Instant};

use damier_engine::{Limits, Line, Table, WIN};

use crate::cli::{Depths, Spot};

/// Slots of the table: 64 MiB.
const TABLE: usize = 1 << 22;

pub(crate) fn run(spot: &Spot, depths: &Depths) -> anyhow::Result<()> {
    let game = spot.open()?;
    let start = Instant::now();
    let end = Duration::from_secs_f64(depths.time);
    let stop = || start.elapsed() >= end;
    let limits = Limits { depth: depths.depth, stop: &stop, lines: depths.lines, ..Limits::default() };
    let mut out = std::io::stdout().lock();
    let mut failed = None;
    let mut said = false;
    let mut found = |line: &Line<String>| {
        said = true;
        let seconds = start.elapsed().as_secs_f64().max(1e-6);
        let written = writeln!(
            out,
            "depth {} {} {:+.3} nodes {} {:.1} M/s  {}",
            line.depth,
            line.rank + 1,
            f64::from(line.score) / f64::from(WIN),
            line.nodes,
            line.nodes as f64 / seconds / 1e6,
            line.actions.join(" ")
        );
        failed = failed.take().or(written.err());
    };
    let net = spot.entry()?.net();
    game.analyse(spot.position.as_deref(), net.as_ref(), limits, &Table::new(TABLE), &mut found)?;
    if let Some(error) = failed {
        return Err(error.into());
    }
    if !said {
        anyhow::bail!("position: nobody acts there; expected a player's turn");
    }
    Ok(())
}
