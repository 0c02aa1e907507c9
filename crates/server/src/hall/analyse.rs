//! What the engine thinks of a position that somebody asks about. No game has a part in it.

use std::net::IpAddr;
use std::ops::ControlFlow;
use std::time::Duration;

use damier_arena::Moves;
use damier_arena::analysis::{Analyst, Chances, Source, WIN};
use damier_arena::catalogue;

use super::Hall;
use crate::api::analysis::{self, Analysis, AskAnalysis, BestLine, Prospect};
use crate::fault::Fault;
use crate::lane::Turn;

/// Slots of an analyst's table: 16 MiB.
const TABLE: usize = 1 << 20;
/// The deepest iteration.
const DEEPEST: u32 = 60;

impl Hall {
    /// What the engine thinks of a position.
    pub(crate) async fn analyse(&self, address: IpAddr, asked: AskAnalysis) -> Result<Analysis, Fault> {
        check(&asked)?;
        let wanted = Duration::from_millis(asked.budget_ms.into());
        self.pool.analyse(address, wanted, move |longest, turn| look(&asked, longest, turn)).await
    }
}

fn check(asked: &AskAnalysis) -> Result<(), Fault> {
    let within = |name: &str, value: u32, least: u32, most: u32| {
        let problem = || format!("{name}: {value}; expected {least} to {most}");
        if (least..=most).contains(&value) { Ok(()) } else { Err(Fault::BadRequest(problem())) }
    };
    within("lines", asked.lines, 1, 10)?;
    within("budget_ms", asked.budget_ms, 50, 2_000)
}

fn bad(error: impl std::fmt::Display) -> Fault {
    Fault::BadRequest(error.to_string())
}

fn look(asked: &AskAnalysis, time: Duration, turn: &Turn<'_>) -> Result<Analysis, Fault> {
    let entry = catalogue::find(&asked.game).map_err(bad)?;
    let options: Vec<_> = asked.options.clone().into_iter().collect();
    let analyst = Analyst::new(entry, entry.open(&options).map_err(bad)?, TABLE, 1, DEEPEST);
    let position = asked.position.as_deref();
    let side = analyst.side(position).map_err(bad)?.into();
    match analyst.game().moves(position).map_err(bad)? {
        Moves::Over(_) => Err(bad("position: the game is over; expected one that goes on")),
        Moves::Actions(_) => {
            let mut lines: Vec<BestLine> = Vec::new();
            let found = &mut |line: &damier_arena::analysis::Line<String>, chances| {
                lines.truncate(line.rank);
                lines.push(BestLine {
                    chances: told(chances),
                    score: line.score as f32 / WIN as f32,
                    depth: line.depth,
                    actions: line.actions.clone(),
                });
                if turn.is_stale() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            analyst.lines((position, ""), time, asked.lines as usize, found).map_err(bad)?;
            Ok(Analysis::Lines { turn: side, lines })
        }
        Moves::Rolls(rolls) => {
            let (prospects, mean) = analyst.prospects(position, rolls, time).map_err(bad)?;
            let outcomes = prospects.into_iter().map(|one| Prospect {
                outcome: one.outcome.trim_matches(['[', ']']).into(),
                weight: one.weight,
                chances: told(one.worth.chances),
                actions: match one.worth.from {
                    Source::Line { actions, .. } => actions,
                    Source::Over | Source::Chance => Vec::new(),
                },
            });
            Ok(Analysis::Outcomes { turn: side, outcomes: outcomes.collect(), chances: told(mean) })
        }
    }
}

fn told(chances: Chances) -> analysis::Chances {
    analysis::Chances { win: chances.win, draw: chances.draw, loss: chances.loss }
}
