//! Evaluation: what a position is worth without looking ahead.

use crate::playable::Playable;
use crate::score::{Score, squashed};

/// Judges positions of a game.
pub trait Evaluate<G: Playable>: Sync {
    /// What a position is worth to [`Playable::side`].
    fn score(&self, game: &G, state: &G::State) -> Score;
}

/// Counts pieces, and nothing else: the yardstick that everything better has to beat.
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

/// A balance of so many hundredths of a man is worth three wins for each loss.
const UNIT: f32 = 200.0;

impl<G: Playable> Evaluate<G> for Material {
    #[inline]
    fn score(&self, game: &G, state: &G::State) -> Score {
        squashed(game.balance(state) as f32, UNIT)
    }
}
