//! `damier analyse`: the best lines of a position, of every outcome of chance, or of every position of a record.

use std::io::Write;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::Context;
use damier_arena::analysis::{Analyst, Chances, Source, WIN, seen_by};
use damier_arena::{Moves, Rulebox, words};
use damier_notation::action::write_event;
use damier_notation::hub::Dialect;
use damier_notation::position::letter;
use damier_notation::record::{self, FEN_TAG, GAME_TAG, OPTIONS_TAG, Record, Step};
use damier_rules::game::{Side, Turn};

use crate::cli::{Depths, Spot, threads};
use crate::files::read_text;

/// Slots of the table: 64 MiB.
const TABLE: usize = 1 << 22;

pub(crate) fn run(spot: &Spot, depths: &Depths) -> anyhow::Result<()> {
    let time = Duration::from_secs_f64(depths.time);
    let entry = spot.entry()?;
    let analyst = |game| Analyst::new(entry, game, TABLE, threads(depths.threads), depths.depth);
    if let Some(path) = &depths.record {
        let name = || path.display().to_string();
        let record = record::read(&read_text(path, record::LONGEST).context("record")?).with_context(name)?;
        let game = opened(spot, &record).with_context(name)?;
        return every_position(&analyst(game), &record, time).with_context(name);
    }
    let analyst = analyst(spot.open()?);
    let position = spot.position.as_deref();
    match analyst.game().moves(position)? {
        Moves::Over(_) => anyhow::bail!("position: the game is over; expected one that goes on"),
        Moves::Actions(_) => lines(&analyst, position, time, depths.lines),
        Moves::Rolls(rolls) => outcomes(&analyst, position, rolls, time),
    }
}

/// Tells every line of every iteration.
fn lines(analyst: &Analyst, position: Option<&str>, time: Duration, number: usize) -> anyhow::Result<()> {
    let start = Instant::now();
    let mut out = std::io::stdout().lock();
    let mut told = Ok(());
    analyst.lines((position, ""), time, number, &mut |line, chances| {
        let speed = line.nodes as f64 / start.elapsed().as_secs_f64().max(1e-6) / 1e6;
        let one = writeln!(
            out,
            "depth {} {} {:+.3} {}  nodes {} {speed:.1} M/s  {}",
            line.depth,
            line.rank + 1,
            f64::from(line.score) / f64::from(WIN),
            percents(chances),
            line.nodes,
            line.actions.join(" ")
        );
        if one.is_ok() {
            return ControlFlow::Continue(());
        }
        // Whoever listened is gone: nobody wants to know more.
        told = one;
        ControlFlow::Break(())
    })?;
    Ok(told?)
}

/// Tells the best line of every outcome of chance, and what they are worth together to the side to move.
fn outcomes(
    analyst: &Analyst,
    position: Option<&str>,
    rolls: Vec<(String, u32, String)>,
    time: Duration,
) -> anyhow::Result<()> {
    let total = rolls.iter().map(|roll| roll.1).sum::<u32>();
    let (prospects, mean) = analyst.prospects(position, rolls, time)?;
    let mut out = std::io::stdout().lock();
    for one in prospects {
        let (chances, text) = (percents(one.worth.chances), told(&one.worth.from));
        writeln!(out, "{} {}/{total}  {chances}  {text}", one.outcome, one.weight)?;
    }
    Ok(writeln!(out, "in all  {}", percents(mean))?)
}

/// The game of a record, which has to be the one that is asked for, with the options of the record.
fn opened(spot: &Spot, record: &Record) -> anyhow::Result<Box<dyn Rulebox>> {
    let entry = spot.entry()?;
    if let Some(game) = record.tag(GAME_TAG).filter(|&game| game != entry.id) {
        let shown: String = game.chars().take(60).collect();
        anyhow::bail!("tag {GAME_TAG}: \"{shown}\"; expected {}", entry.id);
    }
    let Some(told) = record.tag(OPTIONS_TAG) else { return spot.open() };
    let sorted = |mut options: Vec<(String, String)>| {
        options.sort();
        options
    };
    let asked = sorted(spot.options()?);
    anyhow::ensure!(
        asked.is_empty() || asked == sorted(record.options()),
        "tag {OPTIONS_TAG}: \"{told}\"; expected {}",
        spot.options_text()
    );
    Ok(entry.open(&record.options())?)
}

/// Tells of every action of a record what was expected before it, what it gave away and what would have been best, of every
/// outcome of chance how lucky it was, and what it all came to.
fn every_position(analyst: &Analyst, record: &Record, time: Duration) -> anyhow::Result<()> {
    // All of it is read before a part of it is looked at for long.
    analyst.game().replay(record)?;
    let (start, mut moves) = (record.tag(FEN_TAG), String::new());
    // Where the letters of a position aren't the colours of the sheet, sides are called by those.
    let is_ranked = analyst.game().scene(start)?.setup.is_ranked();
    let name = |side: Side| match (is_ranked, letter(side)) {
        (true, _) => words::side(side, true).en.to_string(),
        (false, letter) => letter.to_string(),
    };
    let mut out = std::io::stdout().lock();
    let mut before = analyst.worth((start, ""), time)?;
    let (mut given_away, mut luck) = ([0.0; 2], 0.0);
    for step in &record.steps {
        let turn = analyst.game().follow(start, &moves, Dialect::Own)?.turn;
        let what = match step {
            Step::Chance(event) => write_event(*event),
            Step::Action(action) => action.clone(),
        };
        moves += &what;
        moves.push(' ');
        let after = analyst.worth((start, &moves), time)?;
        if let Turn::Act(side) = turn {
            let [hoped, left] = [&before, &after].map(|worth| seen_by(side, worth.chances));
            // What looks better afterwards was only seen late: nothing was given away, but in the sum such errors cancel out.
            let lost = hoped.points() - left.points();
            given_away[side as usize] += lost;
            let lost = lost.max(0.0);
            let (hoped, best) = (percents(hoped), told(&before.from));
            writeln!(out, "{} {what:<12} {hoped}  gives away {:.1} %  {best}", name(side), 100.0 * lost)?;
        } else {
            let lucky = after.chances.points() - before.chances.points();
            luck += lucky;
            writeln!(out, "  {what:<12} luck of {} {:+.1} %", name(Side::White), 100.0 * lucky)?;
        }
        out.flush()?;
        before = after;
    }
    let [white, black] = given_away.map(|lost| 100.0 * lost);
    write!(out, "in all  {} gives away {white:.1} %, {} {black:.1} %", name(Side::White), name(Side::Black))?;
    if analyst.game().has_chance() {
        write!(out, "; luck of {} {:+.1} %", name(Side::White), 100.0 * luck)?;
    }
    Ok(writeln!(out)?)
}

fn told(source: &Source) -> String {
    match source {
        Source::Over => "over".into(),
        Source::Chance => "chance".into(),
        Source::Line { depth, actions } => format!("depth {depth}  {}", actions.join(" ")),
    }
}

fn percents(chances: Chances) -> String {
    let [win, draw, loss] = [chances.win, chances.draw, chances.loss].map(|chance| 100.0 * chance);
    format!("win {win:.0} % draw {draw:.0} % loss {loss:.0} %")
}
