//! `damier analyse`: the best lines of a position, of every outcome of chance, or of every position of a record.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Context;
use damier_arena::{Inquiry, Moves, Rulebox};
use damier_engine::{Chances, Limits, Line, Net, Score, Table, WIN};
use damier_notation::hub::Dialect;
use damier_notation::record::{self, Step};
use damier_rules::game::Side;

use crate::cli::{Depths, Spot};

/// Slots of the table: 64 MiB.
const TABLE: usize = 1 << 22;

/// Somebody who looks at positions of one game.
struct Analyst<'d> {
    game: Box<dyn Rulebox>,
    net: Option<Net>,
    depths: &'d Depths,
    threads: usize,
    table: Table,
}

pub(crate) fn run(spot: &Spot, depths: &Depths) -> anyhow::Result<()> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let analyst = Analyst {
        game: spot.open()?,
        net: spot.entry()?.net(),
        depths,
        threads: depths.threads.map_or(threads, usize::from),
        table: Table::new(TABLE),
    };
    match &depths.record {
        Some(path) => analyst.record(path),
        None => analyst.position(spot.position.as_deref()),
    }
}

impl Analyst<'_> {
    fn position(&self, position: Option<&str>) -> anyhow::Result<()> {
        match self.game.moves(position)? {
            Moves::Over(_) => anyhow::bail!("position: the game is over; expected one that goes on"),
            Moves::Actions(_) => self.lines(position),
            Moves::Rolls(rolls) => self.outcomes(position, rolls),
        }
    }

    /// Tells every line of every iteration.
    fn lines(&self, position: Option<&str>) -> anyhow::Result<()> {
        let start = Instant::now();
        let mut out = std::io::stdout().lock();
        let mut told = Ok(());
        self.search(position, self.depths.time, self.depths.lines, &mut |line, chances| {
            let speed = line.nodes as f64 / start.elapsed().as_secs_f64().max(1e-6) / 1e6;
            if told.is_ok() {
                told = writeln!(
                    out,
                    "depth {} {} {:+.3} {}  nodes {} {speed:.1} M/s  {}",
                    line.depth,
                    line.rank + 1,
                    f64::from(line.score) / f64::from(WIN),
                    percents(chances),
                    line.nodes,
                    line.actions.join(" ")
                );
            }
        })?;
        Ok(told?)
    }

    /// Tells the best line of every outcome of chance, and what they are worth together to the side to move.
    fn outcomes(&self, position: Option<&str>, rolls: Vec<Roll>) -> anyhow::Result<()> {
        let total = rolls.iter().map(|roll| roll.1).sum::<u32>();
        let rolls = merged(rolls);
        let side = self.game.scene(position)?.setup.turn;
        let mut out = std::io::stdout().lock();
        let mut mean = Mean::default();
        for (outcome, weight, next) in &rolls {
            let (chances, text) = self.worth(next, self.depths.time / rolls.len() as f64)?;
            let chances = seen_by(side, chances);
            mean.add(chances, *weight as f32 / total as f32);
            writeln!(out, "{outcome} {weight}/{total}  {}  {text}", percents(chances))?;
        }
        Ok(writeln!(out, "in all  {}", percents(mean.0))?)
    }

    /// White's chances in a position, and the best line as text.
    fn worth(&self, position: &str, time: f64) -> anyhow::Result<(Chances, String)> {
        match self.game.moves(Some(position))? {
            Moves::Over(outcome) => {
                let chance = |winner| if outcome.winner == winner { 1.0 } else { 0.0 };
                let [win, draw, loss] = [Some(Side::White), None, Some(Side::Black)].map(chance);
                Ok((Chances { win, draw, loss }, "over".into()))
            }
            Moves::Rolls(rolls) => {
                let total = rolls.iter().map(|roll| roll.1).sum::<u32>();
                let rolls = merged(rolls);
                let mut mean = Mean::default();
                for (_, weight, next) in &rolls {
                    let (chances, _) = self.worth(next, time / rolls.len() as f64)?;
                    mean.add(chances, *weight as f32 / total as f32);
                }
                Ok((mean.0, "chance".into()))
            }
            Moves::Actions(_) => {
                let side = self.game.scene(Some(position))?.setup.turn;
                let mut best = (Mean::default().0, String::new());
                self.search(Some(position), time, 1, &mut |line, chances| {
                    let text = format!("depth {}  {}", line.depth, line.actions.join(" "));
                    best = (seen_by(side, chances), text);
                })?;
                Ok(best)
            }
        }
    }

    /// Tells of every action of a record what was expected before it, and what would have been best.
    fn record(&self, path: &Path) -> anyhow::Result<()> {
        let name = || format!("record: {}", path.display());
        let length = std::fs::metadata(path).with_context(name)?.len();
        anyhow::ensure!(
            length <= record::LONGEST as u64,
            "{}: {length} bytes; expected at most {}",
            name(),
            record::LONGEST
        );
        let record = record::read(&std::fs::read_to_string(path).with_context(name)?).with_context(name)?;
        let positions = self.game.replay(&record).with_context(name)?;
        let mut out = std::io::stdout().lock();
        for (step, position) in record.steps.iter().zip(&positions) {
            let Step::Action(action) = step else { continue };
            let side = self.game.scene(Some(position))?.setup.turn;
            let (chances, best) = self.worth(position, self.depths.time)?;
            writeln!(out, "{action:<12} {}  {best}", percents(seen_by(side, chances)))?;
            out.flush()?;
        }
        Ok(())
    }

    fn search(
        &self,
        position: Option<&str>,
        time: f64,
        lines: usize,
        found: &mut dyn FnMut(&Line<String>, Chances),
    ) -> anyhow::Result<()> {
        let (start, end) = (Instant::now(), Duration::from_secs_f64(time));
        let stop = || start.elapsed() >= end;
        let limits = Limits { depth: self.depths.depth, stop: &stop, lines, ..Limits::default() };
        let inquiry = Inquiry { limits, threads: self.threads, table: &self.table, dialect: Dialect::Own };
        let story = self.game.follow(position, "", Dialect::Own)?;
        let chances = |score: Score| self.game.chances(position, self.net.as_ref(), score);
        chances(0)?;
        self.game.search(&story, self.net.as_ref(), &inquiry, &mut |line| {
            if let Ok(chances) = chances(line.score) {
                found(line, sure(line.score).unwrap_or(chances));
            }
        })?;
        Ok(())
    }
}

/// An outcome of chance, its weight, and the position after it.
type Roll = (String, u32, String);

/// Outcomes with the same position after them as one, named after the first.
fn merged(rolls: Vec<Roll>) -> Vec<Roll> {
    let mut merged: Vec<Roll> = Vec::new();
    for roll in rolls {
        match merged.iter_mut().find(|known| known.2 == roll.2) {
            Some(known) => known.1 += roll.1,
            None => merged.push(roll),
        }
    }
    merged
}

/// Chances weighed by how likely they are.
struct Mean(Chances);

impl Default for Mean {
    fn default() -> Self {
        Mean(Chances { win: 0.0, draw: 0.0, loss: 0.0 })
    }
}

impl Mean {
    fn add(&mut self, chances: Chances, share: f32) {
        self.0.win += share * chances.win;
        self.0.draw += share * chances.draw;
        self.0.loss += share * chances.loss;
    }
}

/// Chances of a side as White sees them, or the other way round.
fn seen_by(side: Side, chances: Chances) -> Chances {
    match side {
        Side::White => chances,
        Side::Black => Chances { win: chances.loss, loss: chances.win, ..chances },
    }
}

/// The chances of a game whose end is in sight.
fn sure(score: Score) -> Option<Chances> {
    /// The longest win that a search sees.
    const SEEN: Score = 200;
    let chance = |yes: bool| if yes { 1.0 } else { 0.0 };
    (WIN - score.abs() <= SEEN).then(|| Chances {
        win: chance(score > 0),
        draw: 0.0,
        loss: chance(score < 0),
    })
}

fn percents(chances: Chances) -> String {
    let [win, draw, loss] = [chances.win, chances.draw, chances.loss].map(|chance| 100.0 * chance);
    format!("win {win:.0} % draw {draw:.0} % loss {loss:.0} %")
}
