//! `damier train`: a network from games of the engine with itself.

use std::path::PathBuf;

use anyhow::Context;
use damier_arena::training::{Lesson, Lessons, State};
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::{Schooling, Spot, threads};
use crate::files::Pending;
use crate::note::note;

/// Where there is no terminal for a bar, so many lines tell how far the games of a generation are.
const TELLINGS: u64 = 10;

pub(crate) fn run(spot: &Spot, schooling: &Schooling) -> anyhow::Result<()> {
    let game = spot.open()?;
    let title = format!("{} {}", spot.entry()?.id, spot.options_text());
    let lessons = Lessons {
        game: title.trim_end(),
        generations: schooling.generations,
        games: schooling.games,
        nodes: schooling.nodes,
        trials: schooling.trials,
        seed: schooling.seed,
        threads: threads(schooling.threads),
    };
    let kept = PathBuf::from(format!("{}.state", schooling.out.display()));
    let state = if kept.exists() {
        let bytes = std::fs::read(&kept).with_context(|| kept.display().to_string())?;
        game.resume(&bytes, &lessons).with_context(|| kept.display().to_string())?
    } else if schooling.out.exists() {
        State::new(Some(crate::arena::read_net(&schooling.out, &*game)?))
    } else {
        State::default()
    };
    // Hours later would be too late to learn that nothing can be written there.
    Pending::new(&kept)?.finish(&state.to_bytes(&lessons))?;
    let bar = ProgressBar::new(u64::from(lessons.games));
    bar.set_style(ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg} {eta}")?);
    let trained = game.train(state, lessons, &|lesson| match lesson {
        Lesson::Played(generation, games) => {
            bar.set_length(u64::from(if generation < lessons.generations {
                lessons.games
            } else {
                lessons.trials
            }));
            bar.set_message(format!("generation {}", generation + 1));
            bar.set_position(u64::from(games));
            let most = bar.length().unwrap_or_default();
            if bar.is_hidden() && u64::from(games).is_multiple_of(most.div_ceil(TELLINGS)) {
                note(format_args!("generation {}: {games} of {most} games", generation + 1));
            }
        }
        Lesson::Fitted(generation, epoch, error) => {
            let message = format!("epoch {epoch}, error {error:.4}");
            if bar.is_hidden() {
                note(format_args!("generation {}: {message}", generation + 1));
            }
            bar.set_message(message);
        }
        Lesson::Tried(generation, report, kept) => {
            let verdict = if kept { "kept" } else { "dropped" };
            let skill = report.score_without_luck().map_or(String::new(), |(score, error)| {
                format!(", without luck {:.1} % ± {:.1}", 100.0 * score, 100.0 * error)
            });
            let [wins, draws, losses] = [report.wins, report.draws, report.losses];
            let score = 100.0 * report.score();
            bar.suspend(|| {
                let generation = generation + 1;
                note(format_args!(
                    "generation {generation}: +{wins} ={draws} -{losses} ({score:.1} %{skill}): {verdict}"
                ));
            });
        }
        Lesson::Reached(state) => {
            let written = Pending::new(&kept).and_then(|file| file.finish(&state.to_bytes(&lessons)));
            if let Err(error) = written {
                bar.suspend(|| note(format_args!("{error:#}; an interruption would be costly")));
            }
        }
        Lesson::Measured(error) => bar.suspend(|| {
            note(format_args!("chances of a win, a draw and a loss: {:.1} % off on average", 100.0 * error));
        }),
    });
    bar.finish_and_clear();
    if let Some(net) = &trained {
        Pending::new(&schooling.out)?.finish(&net.to_bytes())?;
    }
    // Nothing is left to go on with; the file isn't there if it couldn't be written.
    let _ = std::fs::remove_file(&kept);
    anyhow::ensure!(trained.is_some(), "train: no network was better than what there was");
    Ok(())
}
