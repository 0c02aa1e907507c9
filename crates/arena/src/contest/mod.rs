//! Contests: matches between players of any kind, in pairs of games with colours swapped.
//!
//! Both games of a pair begin with the same opening and, in games with chance, meet the same stream of random
//! numbers, so that luck weighs as little as possible. `player.rs` reads who plays, `mind.rs` lets them think,
//! `level.rs` those of some skill, `external.rs` asks other programs, which `child.rs` runs, `openings.rs` begins games,
//! `play.rs` plays one, `run.rs` plays them all, `elo.rs` and `sprt.rs` say what it means.

mod child;
mod elo;
mod external;
mod level;
mod mind;
mod openings;
mod play;
mod player;
mod run;
mod sprt;

pub use child::kill_programs;
pub use elo::Elo;
use elo::mean_and_error;
pub use external::{BadProgram, try_program};
pub use openings::Openings;
pub use player::{BadPlayer, Budget, Mind, Player, Program};
pub(crate) use run::run;
pub use sprt::{BadSprt, Hypothesis, Sprt};

use damier_engine::Net;
use damier_notation::hub::Dialect;
use damier_notation::record::Record;

use crate::catalogue::Variant;
use crate::level::Ladder;

/// How a contest is held.
#[derive(Clone, Default, Debug)]
pub struct Terms<'n> {
    /// How many pairs of games, at most.
    pub pairs: u32,
    /// How they begin.
    pub openings: Openings,
    /// The network that judges whether an opening is even; without one, pieces are counted.
    pub judge: Option<&'n Net>,
    /// Where the random numbers start.
    pub seed: u64,
    /// How many games are played at once.
    pub threads: usize,
    /// Whether the games are wanted, and not only their results.
    pub records: bool,
    /// A test that ends the contest as soon as it is decided.
    pub sprt: Option<Sprt>,
    /// The game as other programs name it.
    pub hub: HubGame,
    /// What the levels for people are in this game.
    pub ladder: Ladder,
}

/// A game as programs that speak Hub name it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct HubGame {
    /// Its name, and how it is written.
    pub variant: Variant,
    /// Its options as a record has them.
    pub options: String,
}

/// The game that every program plays.
const NORMAL: Variant = Variant { name: "normal", dialect: Dialect::Hub };

/// What a player did that lost it the game at once.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// It ended, or couldn't be started again.
    #[error("crashed")]
    Crashed,
    /// It gave no answer in time.
    #[error("gave no answer in time")]
    Hung,
    /// It played something that isn't legal.
    #[error("played an illegal move: {0}")]
    Illegal(String),
}

/// How often a player lost a game in each of these ways.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Faults {
    /// It crashed.
    pub crashes: u32,
    /// It gave no answer in time.
    pub hangs: u32,
    /// It played something that isn't legal.
    pub illegal: u32,
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
    /// The same without the luck that each player had, as a share of the points; it may be more or less than there are.
    pub skill: Vec<f64>,
    /// How many pairs brought 0 to 4 half points.
    pub counts: [u32; 5],
    /// How many pairs began like an earlier one.
    pub repeats: u32,
    /// What went wrong with each player.
    pub faults: [Faults; 2],
    /// What the sequential test has come to, if there is one: the logarithm of its ratio, and its verdict once
    /// there is one.
    pub sprt: Option<(f64, Option<Hypothesis>)>,
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

    /// The share of the points without luck, and how far it may be off 19 times in 20; nothing where chance has no part.
    #[must_use]
    pub fn score_without_luck(&self) -> Option<(f64, f64)> {
        let with_luck = self.pairs.iter().map(|&points| f64::from(points) / 4.0);
        let had_luck = self.skill.iter().zip(with_luck).any(|(&without, with)| without != with);
        had_luck.then(|| mean_and_error(&self.skill))
    }

    fn add(&mut self, games: &[play::Played; 2], sprt: Option<&Sprt>) {
        for played in games {
            match played.points {
                2 => self.wins += 1,
                1 => self.draws += 1,
                _ => self.losses += 1,
            }
            if let Some((nth, fault)) = &played.fault {
                let faults = &mut self.faults[*nth];
                match fault {
                    Fault::Crashed => faults.crashes += 1,
                    Fault::Hung => faults.hangs += 1,
                    Fault::Illegal(_) => faults.illegal += 1,
                }
            }
        }
        let points = games.iter().map(|played| played.points).sum::<u8>();
        self.pairs.push(points);
        let luck = games.iter().map(|played| f64::from(played.luck)).sum::<f64>();
        self.skill.push(f64::from(points) / 4.0 - luck / 2.0);
        self.counts[usize::from(points)] += 1;
        if let Some(sprt) = sprt.filter(|_| !self.is_decided()) {
            let llr = sprt.llr(&self.counts);
            self.sprt = Some((llr, sprt.verdict(llr)));
        }
    }

    /// Whether the sequential test is decided; pairs still under way then change nothing about it.
    fn is_decided(&self) -> bool {
        self.sprt.is_some_and(|(_, verdict)| verdict.is_some())
    }
}
