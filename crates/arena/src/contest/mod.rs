//! Contests: matches between players of any kind, in pairs of games with colours swapped.
//!
//! Both games of a pair begin with the same random opening and, in games with chance, meet the same stream
//! of random numbers, so that luck weighs as little as possible.

mod elo;
mod player;
mod run;

pub use elo::Elo;
pub use player::{BadPlayer, Budget, Mind, Player};
pub(crate) use run::run;

use damier_notation::record::Record;

/// How a contest is held.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// How many pairs of games.
    pub pairs: u32,
    /// How many random actions each opening has.
    pub opening: u32,
    /// Where the random numbers start.
    pub seed: u64,
    /// How many games are played at once.
    pub threads: usize,
    /// Whether the games are wanted, and not only their results.
    pub records: bool,
}

/// What came of a contest, from the first player's view.
#[derive(Clone, Default, Debug)]
pub struct Report {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// What each pair brought, in half points from 0 to 4.
    pub pairs: Vec<u8>,
    /// Every game, in the order of the openings, where they are wanted.
    pub records: Vec<Record>,
}

impl Report {
    /// How many games were played.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The share of the points, from 0 to 1.
    #[must_use]
    pub fn score(&self) -> f64 {
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games().max(1))
    }

    /// The difference in strength.
    #[must_use]
    pub fn elo(&self) -> Elo {
        Elo::of(&self.pairs)
    }
}
