//! `damier train`: a network from games of the engine with itself.

use std::path::Path;

use damier_arena::training::{Lesson, Lessons};
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::{Schooling, Spot};

pub(crate) fn run(spot: &Spot, schooling: &Schooling) -> anyhow::Result<()> {
    let game = spot.open()?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let lessons = Lessons {
        generations: schooling.generations,
        games: schooling.games,
        depth: schooling.depth,
        trials: schooling.trials,
        seed: schooling.seed,
        threads,
    };
    // What an earlier run left is where this one goes on.
    let start = match schooling.out.exists() {
        true => Some(crate::arena::read_net(&schooling.out.to_string_lossy(), &*game)?),
        false => None,
    };
    let bar = ProgressBar::new(u64::from(lessons.games));
    bar.set_style(ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg} {eta}")?);
    let trained = game.train(start, lessons, &|lesson| match lesson {
        Lesson::Played(generation, games) => {
            bar.set_message(format!("generation {}", generation + 1));
            bar.set_position(u64::from(games));
        }
        Lesson::Fitted(_, epoch, error) => bar.set_message(format!("epoch {epoch}, error {error:.4}")),
        Lesson::Tried(generation, report, kept) => {
            let verdict = if kept { "kept" } else { "dropped" };
            bar.suspend(|| {
                eprintln!(
                    "generation {}: +{} ={} -{} ({:.1} %): {verdict}",
                    generation + 1,
                    report.wins,
                    report.draws,
                    report.losses,
                    100.0 * report.score()
                );
            });
        }
    });
    bar.finish_and_clear();
    let Some(net) = trained else { anyhow::bail!("train: no network was better than what there is") };
    write_whole(&schooling.out, &net.to_bytes())?;
    Ok(())
}

/// Writes a file so that it is there whole or not at all.
fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let part = path.with_extension("part");
    std::fs::write(&part, bytes)?;
    Ok(std::fs::rename(&part, path)?)
}
