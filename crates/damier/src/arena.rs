//! `damier arena`: a match between two players.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

use damier_arena::contest::{self, HubGame, Hypothesis, Mind, Openings, Player, Report, Sprt, Terms};
use damier_arena::{Moves, Rulebox};
use damier_engine::Net;
use damier_notation::record::{GAME_TAG, OPTIONS_TAG};
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::{Contest, Spot, threads};
use crate::files::{Pending, read_limited};
use crate::note::note;

/// Where there is no terminal for a bar, a line after so many games.
const EVERY: u32 = 20;

pub(crate) fn run(spot: &Spot, contest: &Contest) -> anyhow::Result<()> {
    let game = spot.open()?;
    let entry = spot.entry()?;
    let players: [Player; 2] = [contest.first.parse()?, contest.second.parse()?];
    let net = |player: &Player| match &player.weights {
        Some(file) => read_net(Path::new(file), &*game).map(Some),
        None => Ok(entry.net()),
    };
    let nets = [net(&players[0])?, net(&players[1])?];
    let judge = entry.net();
    let terms = Terms {
        pairs: contest.games.div_ceil(2),
        openings: openings(&*game, contest)?,
        judge: judge.as_ref(),
        seed: contest.seed,
        threads: threads(contest.threads),
        records: contest.records.is_some(),
        sprt: contest.sprt.as_deref().map(str::parse::<Sprt>).transpose()?,
        hub: HubGame { variant: entry.variant(), options: spot.options_text() },
        ladder: entry.levels,
    };
    let bar = ProgressBar::new(u64::from(terms.pairs) * 2);
    bar.set_style(ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg} {eta}")?);
    let playing = Arc::new(AtomicBool::new(false));
    let interrupted = interrupted(&bar, &playing)?;
    // Tried before anything is played, so that no match is lost to a bad name.
    for player in &players {
        if let Mind::Hub(program) = &player.mind {
            contest::try_program(program, player.budget, &terms.hub)?;
        }
    }
    playing.store(true, Ordering::Relaxed);
    let file = contest.records.as_deref().map(Pending::new).transpose().context("records")?;
    let mut report =
        game.contest(&players, nets.each_ref().map(Option::as_ref), &terms, &|report: &Report| {
            bar.set_message(standing(report));
            bar.set_position(u64::from(report.games()));
            if bar.is_hidden() && report.games().is_multiple_of(EVERY) {
                note(format_args!("{}/{} {}", report.games(), terms.pairs * 2, standing(report)));
            }
            if interrupted.load(Ordering::Relaxed) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
    bar.finish_and_clear();
    if interrupted.load(Ordering::Relaxed) {
        note(format_args!("interrupted after {} of {} games", report.games(), terms.pairs * 2));
    }
    if report.repeats > 0 && !game.has_chance() {
        note(format_args!(
            "{} of {} pairs began like an earlier one: players without whims repeat such games, which prove nothing more",
            report.repeats,
            report.pairs.len()
        ));
    }
    // Before the result is told: the games stay, whoever reads that.
    if let Some(file) = file {
        let mut text = String::new();
        for mut record in std::mem::take(&mut report.records) {
            record.tags.insert(0, (OPTIONS_TAG.into(), spot.options_text()));
            record.tags.insert(0, (GAME_TAG.into(), entry.id.into()));
            record.tags.insert(0, ("GameType".into(), entry.game_type.into()));
            text += &game.write_record(&record, entry.style)?;
            text.push('\n');
        }
        file.finish(text.as_bytes()).context("records")?;
    }
    Ok(tell(&players, &report, contest.sprt.as_deref())?)
}

/// Becomes true with the first Ctrl-C or request to end while games are played: what has been played until then is told.
/// Before that, and the second time, it ends the program.
fn interrupted(bar: &ProgressBar, playing: &Arc<AtomicBool>) -> anyhow::Result<Arc<AtomicBool>> {
    let interrupted = Arc::new(AtomicBool::new(false));
    let (told, bar, playing) = (interrupted.clone(), bar.clone(), playing.clone());
    ctrlc::set_handler(move || {
        if told.swap(true, Ordering::Relaxed) || !playing.load(Ordering::Relaxed) {
            contest::kill_programs();
            std::process::exit(130);
        }
        bar.suspend(|| note("The games under way are played to their end; interrupt once more to stop now."));
    })?;
    Ok(interrupted)
}

/// How a match stands, in a line.
fn standing(report: &Report) -> String {
    let elo = report.elo();
    let mut text = format!("+{} ={} -{} elo {:+.0}", report.wins, report.draws, report.losses, elo.value);
    if let Some((llr, _)) = report.sprt {
        text += &format!(" llr {llr:+.2}");
    }
    text
}

/// Tells the result.
fn tell(players: &[Player; 2], report: &Report, sprt: Option<&str>) -> std::io::Result<()> {
    let elo = report.elo();
    let mut out = std::io::stdout().lock();
    writeln!(out, "{} against {}, {} games", players[0], players[1], report.games())?;
    writeln!(out, "+{} ={} -{}", report.wins, report.draws, report.losses)?;
    writeln!(out, "score {:.1} %", 100.0 * report.score())?;
    writeln!(out, "elo {:+.0} [{:+.0}, {:+.0}]", elo.value, elo.least, elo.most)?;
    if let Some((score, error)) = report.score_without_luck() {
        writeln!(out, "without luck {:.1} % ± {:.1}", 100.0 * score, 100.0 * error)?;
    }
    if let (Some(bounds), Some((llr, verdict))) = (sprt, report.sprt) {
        let verdict = match verdict {
            Some(Hypothesis::H0) => "accepted H0",
            Some(Hypothesis::H1) => "accepted H1",
            None => "undecided",
        };
        writeln!(out, "sprt [{bounds}] {verdict}, llr {llr:+.2}")?;
    }
    for (player, faults) in players.iter().zip(report.faults) {
        for (number, what) in [
            (faults.crashes, "crashed"),
            (faults.hangs, "gave no answer in time"),
            (faults.illegal, "played an illegal move"),
        ] {
            if number > 0 {
                writeln!(out, "{player} {what} in {number} of the games and lost them")?;
            }
        }
    }
    Ok(())
}

fn openings(game: &dyn Rulebox, contest: &Contest) -> anyhow::Result<Openings> {
    if !contest.ballots {
        return Ok(Openings::Random(contest.opening));
    }
    let is_chance =
        |position: Option<&str>| game.moves(position).map(|moves| matches!(moves, Moves::Rolls(_)));
    let mut decides = is_chance(None)?;
    if let Moves::Actions(actions) = game.moves(None)? {
        for (_, after) in actions {
            decides |= is_chance(Some(&after))?;
        }
    }
    anyhow::ensure!(!decides, "ballots: chance decides in the first moves of this game; expected --opening");
    Ok(Openings::Ballots)
}

/// Reads a network for a game from a file.
pub(crate) fn read_net(path: &Path, game: &dyn Rulebox) -> anyhow::Result<Net> {
    /// Far more than any network has.
    const LONGEST: usize = 1 << 26;
    let shown = path.display();
    let bytes = read_limited(path, LONGEST).context("weights")?;
    let net = Net::from_bytes(&bytes).with_context(|| shown.to_string())?;
    anyhow::ensure!(game.suits(&net), "weights: {shown}: made for another kind of game or board");
    Ok(net)
}
