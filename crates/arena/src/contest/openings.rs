//! How games begin: after random actions, or with one of all first moves and replies, and in balance.
//!
//! A position that is won or over proves nothing, so a short search judges each opening first.

use damier_engine::{Limits, Net, Playable, Score, Search, Table, WIN};
use damier_rules::game::Turn;
use damier_rules::tell::Tell;

use super::play::Match;
use crate::eyes::Eyes;

/// How the games of a contest begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Openings {
    /// With so many random actions.
    Random(u32),
    /// With every first move and every reply to it, in a random order; after the last one they come again.
    Ballots,
}

impl Default for Openings {
    fn default() -> Self {
        Openings::Random(6)
    }
}

/// How much is looked at to judge an opening.
const NODES: u64 = 2_000;
const SLOTS: usize = 1 << 12;
/// The worst score of an opening: a quarter of a win, which is an expected result of 37 to 63 in a hundred.
const BALANCED: Score = WIN / 4;
/// Random openings that are looked at before the best of them has to do.
const TRIES: u64 = 100;
/// Actions of a ballot.
const BALLOT: usize = 2;

/// The openings of a contest.
pub(super) struct Book<'g, G: Tell + Playable> {
    pub(super) game: &'g G,
    kind: Openings,
    seed: u64,
    /// Ballots in the order in which they are played.
    ballots: Vec<Vec<G::Action>>,
}

impl<'g, G: Tell + Playable> Book<'g, G> {
    pub(super) fn new(game: &'g G, kind: Openings, seed: u64, net: Option<&Net>) -> Self {
        let mut book = Book { game, kind, seed, ballots: Vec::new() };
        if kind == Openings::Ballots {
            let all = ballots(game);
            let judge = Judge::new(net);
            let balanced: Vec<_> = all
                .iter()
                .filter(|ballot| judge.unbalance(&book.dealt(ballot, 0)).is_some_and(|off| off <= BALANCED))
                .cloned()
                .collect();
            book.ballots = if balanced.is_empty() { all } else { balanced };
            fastrand::Rng::with_seed(seed).shuffle(&mut book.ballots);
        }
        book
    }

    /// Where the random numbers of a pair start.
    pub(super) fn seed_of(&self, pair: u32) -> u64 {
        self.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ u64::from(pair)
    }

    /// The game of a pair after its opening. It depends on the seed and the pair alone.
    pub(super) fn opened(&self, pair: u32, judge: &Judge<'_>) -> Match<'g, G> {
        let seed = self.seed_of(pair);
        match self.kind {
            Openings::Ballots => match self.ballots.get(pair as usize % self.ballots.len().max(1)) {
                Some(ballot) => self.dealt(ballot, seed),
                None => Match::new(self.game, seed),
            },
            Openings::Random(0) => Match::new(self.game, seed),
            Openings::Random(actions) => {
                let mut best: Option<(Score, Match<'_, G>)> = None;
                for again in 0..TRIES {
                    let tried = self.wandered(actions, seed ^ again << 32);
                    match judge.unbalance(&tried) {
                        Some(off) if off <= BALANCED => return tried,
                        Some(off) if best.as_ref().is_none_or(|best| off < best.0) => {
                            best = Some((off, tried))
                        }
                        _ => {}
                    }
                }
                best.map_or_else(|| Match::new(self.game, seed), |best| best.1)
            }
        }
    }

    fn dealt(&self, ballot: &[G::Action], seed: u64) -> Match<'g, G> {
        let mut opened = Match::new(self.game, seed);
        ballot.iter().for_each(|&action| opened.act(action));
        opened
    }

    /// A game after random actions, fewer where it would be over.
    fn wandered(&self, actions: u32, seed: u64) -> Match<'g, G> {
        let mut opened = Match::new(self.game, seed);
        let mut list = Vec::new();
        for _ in 0..actions {
            opened.roll();
            self.game.actions(&opened.state, &mut list);
            if list.is_empty() {
                break;
            }
            let action = list[opened.chance.usize(0..list.len())];
            opened.act(action);
        }
        opened.roll();
        opened
    }
}

/// Every sequence of a ballot's actions that chance takes no part in.
fn ballots<G: Tell + Playable>(game: &G) -> Vec<Vec<G::Action>> {
    let mut found = vec![(game.start(), Vec::new())];
    let mut list = Vec::new();
    for _ in 0..BALLOT {
        let shorter = std::mem::take(&mut found);
        for (state, actions) in shorter {
            game.actions(&state, &mut list);
            for &action in &list {
                found.push((game.apply(&state, action), [&actions[..], &[action]].concat()));
            }
        }
    }
    found.into_iter().map(|(_, actions)| actions).collect()
}

/// Somebody who says how even a position is.
pub(super) struct Judge<'n> {
    net: Option<&'n Net>,
    table: Table,
}

impl<'n> Judge<'n> {
    pub(super) fn new(net: Option<&'n Net>) -> Self {
        Judge { net, table: Table::new(SLOTS) }
    }

    /// A search of somebody who takes no side, and for whom what was judged before doesn't matter.
    pub(super) fn search<'s, G: Tell + Playable>(&'s self, game: &'s G) -> Search<'s, G, Eyes> {
        self.table.clear();
        Search::new(game, Eyes::new(game, self.net), &self.table)
    }

    /// How far from even a game is; nothing where it is over.
    fn unbalance<G: Tell + Playable>(&self, opened: &Match<'_, G>) -> Option<Score> {
        if !matches!(opened.game.turn(&opened.state), Turn::Act(_)) {
            return None;
        }
        let limits = Limits { nodes: NODES, ..Limits::default() };
        let line = self.search(opened.game).run(&opened.state, &opened.keys, limits, |_| {});
        line.map(|line| line.score.abs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_rules::game::Game;
    use damier_rules::games::classics::{English, International};

    #[test]
    fn there_are_81_ballots_of_which_the_even_ones_are_played() {
        let game = International::game();
        assert_eq!(ballots(&game).len(), 81);
        let judge = Judge::new(None);
        let states = |seed: u64| -> Vec<_> {
            let book = Book::new(&game, Openings::Ballots, seed, None);
            (0..book.ballots.len() as u32).map(|pair| book.opened(pair, &judge).state).collect()
        };
        let first = states(1);
        assert!((60..=81).contains(&first.len()), "{}", first.len());
        for (nth, state) in first.iter().enumerate() {
            assert!(!first[..nth].contains(state), "no ballot comes twice before all have come");
        }
        assert_eq!(first, states(1), "the same seed again");
        assert_ne!(first, states(2));
    }

    #[test]
    fn random_openings_are_even() {
        let game = English::game();
        let book = Book::new(&game, Openings::Random(8), 1, None);
        let judge = Judge::new(None);
        for pair in 0..30 {
            let opened = book.opened(pair, &judge);
            assert_eq!(opened.keys.len(), 8);
            let off = judge.unbalance(&opened).unwrap();
            assert!(off <= BALANCED, "{off}");
        }
        let wild = (0..30).map(|seed| book.wandered(8, seed));
        assert!(wild.into_iter().any(|opened| judge.unbalance(&opened).unwrap() > BALANCED), "not all are");
        assert_eq!(Book::new(&game, Openings::Random(0), 1, None).opened(3, &judge).state, game.start());
    }
}
