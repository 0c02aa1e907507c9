//! `damier perft`: counting positions.

use std::io::Write;
use std::time::Instant;

use crate::cli::Spot;
use crate::note::note;

pub(crate) fn run(spot: &Spot, depth: u32, divide: bool, bench: bool) -> anyhow::Result<()> {
    let game = spot.open()?;
    let position = spot.position.as_deref();
    let start = Instant::now();
    let (parts, total) = if divide && depth > 0 {
        let parts = game.divide(position, depth)?;
        let total = parts.iter().map(|part| part.1).sum();
        (parts, total)
    } else {
        (Vec::new(), game.perft(position, depth)?)
    };
    let seconds = start.elapsed().as_secs_f64();
    let mut out = std::io::stdout().lock();
    for (action, count) in parts {
        writeln!(out, "{action}\t{count}")?;
    }
    writeln!(out, "{total}")?;
    if bench {
        let speed = total as f64 / seconds / 1e6;
        note(format_args!("{total} leaves in {seconds:.3} s: {speed:.1} M/s"));
    }
    Ok(())
}
