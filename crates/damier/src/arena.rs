//! `damier arena`: a match between two players.

use std::io::Write;

use damier_arena::contest::{Player, Report, Terms};
use damier_notation::record::{GAME_TAG, OPTIONS_TAG};
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::{Contest, Spot};

pub(crate) fn run(spot: &Spot, contest: &Contest) -> anyhow::Result<()> {
    let players: [Player; 2] = [contest.first.parse()?, contest.second.parse()?];
    let game = spot.open()?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let terms = Terms {
        pairs: contest.games.div_ceil(2),
        opening: contest.opening,
        seed: contest.seed,
        threads: contest.threads.unwrap_or(threads),
    };
    let bar = ProgressBar::new(u64::from(terms.pairs) * 2);
    bar.set_style(ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg} {eta}")?);
    let report = game.contest(players, terms, &|report: &Report| {
        bar.set_message(format!("+{} ={} -{}", report.wins, report.draws, report.losses));
        bar.set_position(u64::from(report.games()));
    });
    bar.finish_and_clear();
    let elo = report.elo();
    let mut out = std::io::stdout().lock();
    writeln!(out, "{} against {}, {} games", players[0], players[1], report.games())?;
    writeln!(out, "+{} ={} -{}", report.wins, report.draws, report.losses)?;
    writeln!(out, "score {:.1} %", 100.0 * report.score())?;
    writeln!(out, "elo {:+.0} [{:+.0}, {:+.0}]", elo.value, elo.least, elo.most)?;
    if let Some(path) = &contest.records {
        let entry = spot.entry()?;
        let mut file = std::io::BufWriter::new(std::fs::File::create(path)?);
        for mut record in report.records {
            record.tags.insert(0, (OPTIONS_TAG.into(), spot.options_text()));
            record.tags.insert(0, (GAME_TAG.into(), entry.id.into()));
            record.tags.insert(0, ("GameType".into(), entry.game_type.into()));
            writeln!(file, "{}", game.write_record(&record, entry.style)?)?;
        }
        file.flush()?;
    }
    Ok(())
}
