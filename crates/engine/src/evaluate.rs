//! Evaluation: what a position is worth without looking ahead.

use crate::playable::Playable;
use crate::score::{Score, squashed};

/// Judges positions of a game. Each thread of a search has a judge of its own, which may remember what it saw,
/// as long as that changes no score.
pub trait Evaluate<G: Playable>: Clone + Send {
    /// What a position is worth to [`Playable::side`].
    fn score(&mut self, game: &G, state: &G::State) -> Score;
}

/// Counts pieces, and nothing else: the yardstick that everything better has to beat.
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

/// A balance of so many hundredths of a man is worth three wins for each loss.
const UNIT: f32 = 200.0;

impl<G: Playable> Evaluate<G> for Material {
    #[inline]
    fn score(&mut self, game: &G, state: &G::State) -> Score {
        squashed(game.balance(state) as f32, UNIT)
    }
}
