//! Several threads on one search: each deepens by itself, what one puts into the table the others find, what one is
//! busy with the others put off, and what one has settled the others abandon.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::busy::{Busy, Claim};
use super::tree::settled;
use super::{Limits, Line, Search, Window};
use crate::evaluate::Evaluate;
use crate::playable::Playable;
use crate::score::Score;
use crate::table::Table;

/// Below this depth a position is searched sooner than shared.
const SHARED_FROM: i32 = 3;
/// Positions between two looks at what others have settled.
const HEED: u64 = 1 << 8;

/// Searches a position as [`Search::run`] does, with so many threads; best first always with one. With one thread and a
/// limit of nodes the result is always the same; with more it isn't.
pub fn search_together<G: Playable, E: Evaluate<G>>(
    game: &G,
    evaluate: E,
    table: &Table,
    threads: usize,
    (state, played): (&G::State, &[u64]),
    limits: Limits<'_>,
    mut found: impl FnMut(&Line<G::Action>),
) -> Option<Line<G::Action>> {
    let threads = if G::BEST_FIRST && limits.is_for_the_best() { 1 } else { threads };
    let (done, met) = (AtomicBool::new(false), AtomicU64::new(0));
    // The nodes of all threads count, and each of them heeds it: the first one may have to wait for a core.
    let is_enough = || threads > 1 && met.load(Ordering::Relaxed) >= limits.nodes;
    let stop = || done.load(Ordering::Relaxed) || is_enough();
    let main_stop = || (limits.stop)() || is_enough();
    let busy = Busy::new();
    let part = || (threads > 1).then(|| Part { busy: &busy, met: &met, errands: Vec::new(), relief: None });
    std::thread::scope(|scope| {
        for _ in 1..threads {
            let mut search = Search { part: part(), ..Search::new(game, evaluate.clone(), table) };
            let limits = Limits { stop: &stop, nodes: u64::MAX, ..limits };
            scope.spawn(move || search.deepen(state, played, limits, |_| {}));
        }
        let mut search = Search { part: part(), ..Search::new(game, evaluate.clone(), table) };
        let limits = Limits { stop: &main_stop, ..limits };
        let best = search.run(state, played, limits, |line| {
            found(&Line { nodes: line.nodes.max(met.load(Ordering::Relaxed)), ..line.clone() });
        });
        done.store(true, Ordering::Relaxed);
        best
    })
}

/// One thread's part in a search by several.
pub(super) struct Part<'b> {
    busy: &'b Busy,
    /// How many positions all threads have met.
    met: &'b AtomicU64,
    /// The positions it is searching, each inside the one before it.
    errands: Vec<Errand>,
    /// Which of them another thread has settled, and how: until this one has come back to it, it stops.
    relief: Option<(usize, Score)>,
}

/// A position to search, and what is to be known of it.
#[derive(Clone, Copy)]
pub(super) struct Errand {
    pub(super) key: u64,
    pub(super) depth: i32,
    pub(super) window: Window,
    pub(super) ply: usize,
}

impl<'a, G: Playable, E: Evaluate<G>> Search<'a, G, E> {
    /// Sets out to search a position; says whether others may settle it meanwhile.
    pub(super) fn share(&mut self, errand: Errand) -> bool {
        let part = self.part.as_mut().filter(|_| errand.depth >= SHARED_FROM);
        part.map(|part| part.errands.push(errand)).is_some()
    }

    /// An action of the position that is being searched, where others could be busy with it.
    pub(super) fn claim(&self, nth: usize, depth: i32) -> Option<Claim<'a>> {
        let part = self.part.as_ref().filter(|_| depth >= SHARED_FROM)?;
        Some(part.busy.claim(*self.keys.last()?, nth))
    }

    /// Now and then tells how many positions were met, looks whether others have settled what this thread is doing, and
    /// stops if so.
    #[inline]
    pub(super) fn heed_others(&mut self) {
        if self.part.is_some() && self.nodes.is_multiple_of(HEED) && !self.stopped {
            self.find_relief();
        }
    }

    fn find_relief(&mut self) {
        let Some(part) = &self.part else { return };
        part.met.fetch_add(HEED, Ordering::Relaxed);
        let relief = part.errands.iter().enumerate().find_map(|(nth, errand)| {
            let entry = self.known(errand.key, errand.ply)?;
            Some((nth, settled(entry, errand.depth, errand.window)?))
        });
        self.stopped = relief.is_some();
        if let Some(part) = &mut self.part {
            part.relief = relief;
        }
    }

    /// Comes back from a position; if others have settled it, tells its score and goes on.
    pub(super) fn settled_by_others(&mut self, is_shared: bool) -> Option<Score> {
        let part = self.part.as_mut().filter(|_| is_shared)?;
        part.errands.pop();
        let (_, score) = part.relief.take_if(|(nth, _)| *nth == part.errands.len())?;
        self.stopped = false;
        Some(score)
    }
}
