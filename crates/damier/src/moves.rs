//! `damier moves`: what can happen in a position, a line each.

use std::io::{BufWriter, Write};

use damier_arena::Moves;
use damier_notation::position::letter;

use crate::cli::Spot;

pub(crate) fn run(spot: &Spot) -> anyhow::Result<()> {
    let moves = spot.open()?.moves(spot.position.as_deref())?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    match moves {
        Moves::Actions(actions) => {
            for (action, after) in actions {
                writeln!(out, "{action}\t{after}")?;
            }
        }
        Moves::Rolls(rolls) => {
            let total: u32 = rolls.iter().map(|roll| roll.1).sum();
            for (roll, weight, after) in rolls {
                writeln!(out, "{roll}\t{weight}/{total}\t{after}")?;
            }
        }
        Moves::Over(outcome) => {
            let winner = outcome.winner.map_or("draw".into(), |side| letter(side).to_string());
            writeln!(out, "over\t{winner}\t{}", outcome.ending.id())?;
        }
    }
    out.flush()?;
    Ok(())
}
