//! `damier random`: random games to the end.

use std::io::Write;
use std::time::Instant;

use crate::cli::Spot;

pub(crate) fn run(spot: &Spot, games: u64, seed: u64) -> anyhow::Result<()> {
    let game = spot.open()?;
    let start = Instant::now();
    let results = game.playouts(games, seed);
    let seconds = start.elapsed().as_secs_f64();
    let mut out = std::io::stdout().lock();
    writeln!(out, "W {}  B {}  draw {}", results.white, results.black, results.drawn)?;
    eprintln!(
        "{games} games in {seconds:.3} s: {:.0} games/s, {:.1} actions each",
        games as f64 / seconds,
        results.actions as f64 / games as f64
    );
    Ok(())
}
