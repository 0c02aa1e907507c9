//! A small network that judges positions: what stands where, seen from the side to move, through one hidden
//! layer to the expected result.

mod examples;
mod file;
mod fit;
mod judge;
mod odds;

pub use examples::Examples;
pub use file::BadNet;
pub use fit::Fit;
pub use judge::{Judge, inputs};
pub use odds::{Chances, Odds, Sighting};

/// Units of the hidden layer.
const HIDDEN: usize = 64;
/// Inputs for turns without progress, of which one is on; see [`crate::Playable::impatience`].
const QUARTERS: usize = 4;
/// Stages of a game, by how full the board is; each has an output of its own.
const STAGES: usize = 4;

/// The weights of a network.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    /// Squares of the board.
    squares: usize,
    /// For each input, what it adds to each hidden unit. An input is a kind of thing on a square; those of
    /// impatience come last.
    inputs: Vec<[f32; HIDDEN]>,
    bias: [f32; HIDDEN],
    output: [[f32; HIDDEN]; STAGES],
    output_bias: [f32; STAGES],
    /// How its scores turn into chances of winning, drawing and losing.
    pub odds: Odds,
}

impl Net {
    /// A network that knows nothing, with small weights from a source of numbers below one.
    pub fn new(squares: usize, kinds: usize, mut random: impl FnMut() -> f32) -> Self {
        let mut small = |scale: f32| (random() - 0.5) * scale;
        let inputs = (0..squares * kinds + QUARTERS).map(|_| std::array::from_fn(|_| small(0.2))).collect();
        let bias = std::array::from_fn(|_| 0.1);
        let output = [std::array::from_fn(|_| small(0.5)); STAGES];
        Net { squares, inputs, bias, output, output_bias: [0.0; STAGES], odds: Odds::default() }
    }

    /// Whether it was made for a game with so many squares and kinds of things.
    #[must_use]
    pub fn fits(&self, squares: usize, kinds: usize) -> bool {
        self.squares == squares && self.inputs.len() == squares * kinds + QUARTERS
    }

    /// The sums of the hidden layer where these inputs are on.
    #[inline]
    fn hidden(&self, active: &[u16]) -> [f32; HIDDEN] {
        let mut sums = self.bias;
        for &input in active {
            for (sum, weight) in sums.iter_mut().zip(&self.inputs[usize::from(input)]) {
                *sum += weight;
            }
        }
        sums
    }

    /// The logarithm of the odds of winning, from sums of the hidden layer.
    #[inline]
    fn logit(&self, sums: &[f32; HIDDEN], stage: usize) -> f32 {
        // Eight sums side by side: the compiler may not reorder floating-point additions by itself.
        let mut logit = [0.0; 8];
        for (sums, weights) in sums.chunks(8).zip(self.output[stage].chunks(8)) {
            for ((logit, sum), weight) in logit.iter_mut().zip(sums).zip(weights) {
                *logit += activation(*sum) * weight;
            }
        }
        self.output_bias[stage] + logit.iter().sum::<f32>()
    }
}

/// What a hidden unit passes on: nothing below zero, and no more than one.
#[inline(always)]
fn activation(sum: f32) -> f32 {
    sum.clamp(0.0, 1.0)
}

/// The stage of a game with so many things on the board.
#[inline(always)]
fn stage(things: usize, squares: usize) -> usize {
    (5 * things / squares).min(STAGES - 1)
}

#[cfg(test)]
mod tests;
