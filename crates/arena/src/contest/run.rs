//! Playing a contest: pairs of games on several threads.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use damier_engine::{Net, Playable};
use damier_rules::game::Side;
use damier_rules::tell::Tell;

use super::mind::{Thinker, seat};
use super::openings::{Book, Judge};
use super::play::{Match, Played};
use super::{Player, Report, Terms};

/// Plays a contest; the engine's players see through their networks, if they have one. `progress` hears of
/// every finished pair, and says whether others begin.
pub(crate) fn run<G: Tell + Playable>(
    game: &G,
    players: &[Player; 2],
    nets: [Option<&Net>; 2],
    terms: &Terms<'_>,
    progress: &(dyn Fn(&Report) -> ControlFlow<()> + Sync),
) -> Report {
    let (next, ended) = (AtomicU32::new(0), AtomicBool::new(false));
    let report = Mutex::new((Report::default(), Vec::new(), HashSet::new()));
    let book = Book::new(game, terms.openings, terms.seed, terms.judge);
    std::thread::scope(|scope| {
        for _ in 0..terms.threads.clamp(1, terms.pairs.max(1) as usize) {
            scope.spawn(|| {
                let mut seats = [0, 1].map(|nth| seat::<G>(&players[nth], nets[nth], terms));
                let judge = Judge::new(terms.judge);
                while !ended.load(Ordering::Relaxed) {
                    let pair = next.fetch_add(1, Ordering::Relaxed);
                    if pair >= terms.pairs {
                        return;
                    }
                    let opened = book.opened(pair, &judge);
                    let beginning = game.key(&opened.state);
                    let games = play_pair(opened, players, &mut seats, (pair, book.seed_of(pair)), &judge);
                    let mut report = report.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                    report.0.add(&games, terms.sprt.as_ref());
                    report.0.repeats += u32::from(!report.2.insert(beginning));
                    if terms.records {
                        report.1.push((pair, games.map(|played| played.record)));
                    }
                    let ends = progress(&report.0).is_break() || report.0.is_decided();
                    ended.fetch_or(ends, Ordering::Relaxed);
                }
            });
        }
    });
    let (mut report, mut records, _) = report.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    records.sort_by_key(|(pair, _)| *pair);
    report.records = records.into_iter().flat_map(|(_, records)| records).collect();
    report
}

fn play_pair<G: Tell + Playable>(
    opened: Match<'_, G>,
    players: &[Player; 2],
    seats: &mut [Box<dyn Thinker<G> + '_>; 2],
    (pair, seed): (u32, u64),
    judge: &Judge<'_>,
) -> [Played; 2] {
    [Side::White, Side::Black].map(|first_plays| {
        for (nth, seat) in seats.iter_mut().enumerate() {
            // Other random numbers in each game, so that two games of a pair between players of one kind aren't
            // the same game twice.
            let own = (nth as u64 + 1) << 1 | first_plays as u64;
            seat.begin(!seed ^ own.wrapping_mul(0xD6E8_FEB8_6659_FD93));
        }
        opened.clone().play(players, seats, first_plays, pair, &mut judge.search(opened.game))
    })
}
