//! What the engine thinks of a position that somebody asks about. No game has a part in it.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use damier_arena::Moves;
use damier_arena::analysis::{Analyst, Chances, Source, WIN};
use damier_arena::catalogue;
use tokio::sync::oneshot;

use super::Hall;
use crate::api::analysis::{self, Analysis, AskAnalysis, BestLine, Prospect};
use crate::fault::Fault;

/// Slots of an analyst's table: 16 MiB.
const TABLE: usize = 1 << 20;
/// The deepest iteration.
const DEEPEST: u32 = 60;

impl Hall {
    /// What the engine thinks of a position, and how much longer that took than it should have: a position can be made
    /// to be hard. Whoever leaves before it has begun costs it nothing.
    pub(crate) async fn analyse(&self, asked: AskAnalysis) -> Result<(Analysis, Duration), Fault> {
        check(&asked)?;
        let (tell, told) = oneshot::channel();
        let wanted = Duration::from_millis(asked.budget_ms.into());
        let has_room = self.pool.analyse(wanted, move |longest| {
            if !tell.is_closed() {
                let start = Instant::now();
                let found = look(&asked, longest);
                let late = start.elapsed().saturating_sub(wanted);
                // Whoever asked may have gone.
                let _ = tell.send(found.map(|found| (found, late)));
            }
        });
        if !has_room {
            return Err(Fault::Busy);
        }
        told.await.map_err(|_| Fault::Busy)?
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

fn look(asked: &AskAnalysis, time: Duration) -> Result<Analysis, Fault> {
    let entry = catalogue::find(&asked.game).map_err(bad)?;
    let options: Vec<_> = asked.options.clone().into_iter().collect();
    let analyst = Analyst::new(entry, entry.open(&options).map_err(bad)?, TABLE, 1, DEEPEST);
    let position = asked.position.as_deref();
    let turn = analyst.side(position).map_err(bad)?.into();
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
                ControlFlow::Continue(())
            };
            analyst.lines((position, ""), time, asked.lines as usize, found).map_err(bad)?;
            Ok(Analysis::Lines { turn, lines })
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
            Ok(Analysis::Outcomes { turn, outcomes: outcomes.collect(), chances: told(mean) })
        }
    }
}

fn told(chances: Chances) -> analysis::Chances {
    analysis::Chances { win: chances.win, draw: chances.draw, loss: chances.loss }
}
