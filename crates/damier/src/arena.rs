//! `damier arena`: a match between two players.

use std::fs::File;
use std::io::Write;

use anyhow::Context;

use damier_arena::Rulebox;
use damier_arena::contest::{Player, Report, Terms};
use damier_engine::Net;
use damier_notation::record::{GAME_TAG, OPTIONS_TAG};
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::{Contest, Spot};

pub(crate) fn run(spot: &Spot, contest: &Contest) -> anyhow::Result<()> {
    let game = spot.open()?;
    let [(first, first_net), (second, second_net)] =
        [seated(spot, &*game, &contest.first)?, seated(spot, &*game, &contest.second)?];
    let players = [first, second];
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let terms = Terms {
        pairs: contest.games.div_ceil(2),
        opening: contest.opening,
        seed: contest.seed,
        threads: contest.threads.map_or(threads, usize::from),
        records: contest.records.is_some(),
    };
    // Opened before anything is played, so that no match is lost to a bad name.
    let file = match &contest.records {
        Some(path) => Some(File::create(path).with_context(|| format!("records: {}", path.display()))?),
        None => None,
    };
    let bar = ProgressBar::new(u64::from(terms.pairs) * 2);
    bar.set_style(ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg} {eta}")?);
    let nets = [first_net.as_ref(), second_net.as_ref()];
    let report = game.contest(players, nets, terms, &|report: &Report| {
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
    if let Some(file) = file {
        let entry = spot.entry()?;
        let mut file = std::io::BufWriter::new(file);
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

/// A player and the network it sees through: that of a file given as `weights=FILE`, or the game's own.
fn seated(spot: &Spot, game: &dyn Rulebox, text: &str) -> anyhow::Result<(Player, Option<Net>)> {
    let (file, rest): (Vec<&str>, Vec<&str>) = text.split(',').partition(|word| word.starts_with("weights="));
    let player = rest.join(",").parse()?;
    match file[..] {
        [] => Ok((player, spot.entry()?.net())),
        [word] => Ok((player, Some(read_net(word.trim_start_matches("weights="), game)?))),
        _ => anyhow::bail!("player: \"{text}\": weights twice; expected one file"),
    }
}

/// Reads a network for a game from a file.
pub(crate) fn read_net(path: &str, game: &dyn Rulebox) -> anyhow::Result<Net> {
    /// Far more than any network has.
    const LONGEST: u64 = 1 << 26;
    let length = std::fs::metadata(path).map_err(|error| anyhow::anyhow!("weights: {path}: {error}"))?.len();
    anyhow::ensure!(length <= LONGEST, "weights: {path}: {length} bytes; expected at most {LONGEST}");
    let net = Net::from_bytes(&std::fs::read(path)?)?;
    anyhow::ensure!(game.suits(&net), "weights: {path}: made for another kind of game or board");
    Ok(net)
}
