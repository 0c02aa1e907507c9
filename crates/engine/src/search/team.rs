//! Several threads on one search: each deepens by itself, and what one puts into the table the others find
//! (lazy SMP).

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::{Limits, Line, PATIENCE, Search};
use crate::evaluate::Evaluate;
use crate::playable::Playable;
use crate::table::Table;

/// Searches a position as [`Search::run`] does, with so many threads. With one thread and a limit of nodes the
/// result is always the same; with more it isn't.
pub fn search_together<G: Playable, E: Evaluate<G>>(
    game: &G,
    evaluate: E,
    table: &Table,
    threads: usize,
    (state, played): (&G::State, &[u64]),
    limits: Limits<'_>,
    mut found: impl FnMut(&Line<G::Action>),
) -> Option<Line<G::Action>> {
    let (done, others) = (AtomicBool::new(false), AtomicU64::new(0));
    let stop = || {
        others.fetch_add(PATIENCE, Ordering::Relaxed);
        done.load(Ordering::Relaxed)
    };
    std::thread::scope(|scope| {
        for nth in 1..threads {
            let (evaluate, stop) = (evaluate.clone(), &stop);
            scope.spawn(move || {
                let limits = Limits { stop, nodes: u64::MAX, ..limits };
                // Every other helper is one depth ahead, so that they don't all do the same at once.
                let first = 1 + (nth % 2) as u32;
                Search::new(game, evaluate, table).deepen(state, played, limits, first, |_| {});
            });
        }
        let best = Search::new(game, evaluate, table).run(state, played, limits, |line| {
            found(&Line { nodes: line.nodes + others.load(Ordering::Relaxed), ..line.clone() });
        });
        done.store(true, Ordering::Relaxed);
        best
    })
}
