//! `damier random`: random games to the end.

use std::io::Write;
use std::time::Instant;

use crate::cli::Spot;
use crate::note::note;

pub(crate) fn run(spot: &Spot, games: u64, seed: u64) -> anyhow::Result<()> {
    let game = spot.open()?;
    let start = Instant::now();
    let results = game.playouts(games, seed);
    let seconds = start.elapsed().as_secs_f64();
    let mut out = std::io::stdout().lock();
    writeln!(out, "W {}  B {}  draw {}", results.white, results.black, results.drawn)?;
    let (speed, length) = (games as f64 / seconds, results.actions as f64 / games as f64);
    note(format_args!("{games} games in {seconds:.3} s: {speed:.0} games/s, {length:.1} actions each"));
    Ok(())
}
