//! A small network that judges positions: what stands where, seen from the side to move, through two hidden
//! layers to the expected result.

mod examples;
mod file;
mod fit;
mod heaviness;
mod judge;
mod odds;

pub use examples::Examples;
pub use file::BadNet;
pub use fit::Fit;
pub use judge::{Judge, inputs, mirrored};
pub use odds::{Chances, Odds, Sighting};

use crate::playable::Playable;

/// Units of the first hidden layer, whose sums follow the position.
const HIDDEN: usize = 128;
/// Units of the second, which is small enough to be computed anew each time.
const SECOND: usize = 8;
/// Inputs for turns without progress, of which one is on; see [`crate::Playable::impatience`].
const QUARTERS: usize = 4;
/// Stages of a game, by how full the board is; each has a second layer and an output of its own.
const STAGES: usize = 4;
/// The most kinds of things that a game has. Only a game with so many has kinds of threats, which come after them.
const MOST_KINDS: usize = 8;
/// Weights besides those of the inputs.
const OTHERS: usize = HIDDEN + STAGES * (SECOND * (HIDDEN + 2) + 1);

/// The weights of a network.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    /// Squares of the board.
    squares: usize,
    /// In this order: for each input what it adds to each unit of the first layer, then that layer's bias; for each
    /// stage, what each unit of the second layer makes of the first, then their bias and what the output makes of
    /// them; the outputs' biases. An input is a kind of thing or threat on a square; those of impatience come last.
    weights: Vec<f32>,
    /// How its scores turn into chances of winning, drawing and losing.
    pub odds: Odds,
}

/// What the layers come to in a position.
struct Sums {
    hidden: [f32; HIDDEN],
    second: [f32; SECOND],
    /// The logarithm of the odds of winning.
    logit: f32,
}

impl Net {
    /// A network that knows nothing, with small weights from a source of numbers below one.
    pub fn new(squares: usize, kinds: usize, mut random: impl FnMut() -> f32) -> Self {
        let inputs = squares * kinds + QUARTERS;
        let mut net = Net { squares, weights: vec![0.0; inputs * HIDDEN + OTHERS], odds: Odds::default() };
        let mut small = |scale: f32| (random() - 0.5) * scale;
        let bias = net.bias();
        net.weights[..bias].fill_with(|| small(0.2));
        net.weights[bias..][..HIDDEN].fill(0.1);
        // All stages begin alike.
        let second: [f32; SECOND * HIDDEN] = std::array::from_fn(|_| small(0.5));
        let output: [f32; SECOND] = std::array::from_fn(|_| small(1.0));
        for stage in 0..STAGES {
            let [row, bias, out] = [net.second(stage), net.second_bias(stage), net.output(stage)];
            net.weights[row..][..SECOND * HIDDEN].copy_from_slice(&second);
            net.weights[bias..][..SECOND].fill(0.3);
            net.weights[out..][..SECOND].copy_from_slice(&output);
        }
        net
    }

    /// Whether it was made for a game with so many squares and kinds of inputs for each.
    #[must_use]
    pub fn fits(&self, squares: usize, kinds: usize) -> bool {
        self.squares == squares && self.inputs() == squares * kinds + QUARTERS
    }

    /// The stage of a position with these inputs.
    #[inline]
    fn stage(&self, inputs: &[u16]) -> usize {
        stage(number_of_things(inputs, self.squares, self.kinds()), self.squares)
    }

    /// Kinds of things and threats.
    fn kinds(&self) -> usize {
        self.inputs().saturating_sub(QUARTERS) / self.squares
    }

    fn inputs(&self) -> usize {
        (self.weights.len() - OTHERS) / HIDDEN
    }

    /// Where the first layer's bias begins among the weights.
    fn bias(&self) -> usize {
        self.inputs() * HIDDEN
    }

    /// Where the second layer of a stage begins.
    fn second(&self, stage: usize) -> usize {
        self.bias() + HIDDEN + stage * SECOND * (HIDDEN + 2)
    }

    /// Where its bias begins.
    fn second_bias(&self, stage: usize) -> usize {
        self.second(stage) + SECOND * HIDDEN
    }

    /// Where what the output of a stage makes of the second layer begins.
    fn output(&self, stage: usize) -> usize {
        self.second_bias(stage) + SECOND
    }

    /// Where the output's bias is.
    fn output_bias(&self, stage: usize) -> usize {
        self.second(STAGES) + stage
    }

    /// Some of the weights.
    #[inline(always)]
    fn part<const N: usize>(&self, at: usize) -> &[f32; N] {
        self.weights[at..].first_chunk().expect("weights have the length of their sizes")
    }

    /// What the layers come to where these inputs are on.
    #[inline]
    fn sums(&self, active: &[u16], stage: usize) -> Sums {
        let mut hidden = *self.part::<HIDDEN>(self.bias());
        for &input in active {
            add(&mut hidden, self.part(usize::from(input) * HIDDEN), 1.0);
        }
        let passed = hidden.map(activation);
        let (mut second, first) = (*self.part::<SECOND>(self.second_bias(stage)), self.second(stage));
        for (unit, sum) in second.iter_mut().enumerate() {
            *sum += product(&passed, self.part(first + unit * HIDDEN));
        }
        let output = product(&second.map(activation), self.part(self.output(stage)));
        Sums { hidden, second, logit: self.weights[self.output_bias(stage)] + output }
    }
}

/// What a hidden unit passes on: nothing below zero, and no more than one.
#[inline(always)]
fn activation(sum: f32) -> f32 {
    sum.clamp(0.0, 1.0)
}

/// Adds a row, multiplied.
#[inline(always)]
fn add<const N: usize>(sums: &mut [f32; N], row: &[f32; N], times: f32) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += times * weight;
    }
}

/// The sum of what two rows come to, multiplied one by one.
#[inline(always)]
fn product<const N: usize>(one: &[f32; N], other: &[f32; N]) -> f32 {
    // Eight sums side by side: the compiler may not reorder floating-point additions by itself.
    let mut sums = [0.0; 8];
    for (one, other) in one.chunks(8).zip(other.chunks(8)) {
        for ((sum, one), other) in sums.iter_mut().zip(one).zip(other) {
            *sum += one * other;
        }
    }
    sums.iter().sum()
}

/// How many kinds of inputs a game has for each square.
#[must_use]
pub fn kinds<G: Playable>() -> usize {
    const { assert!(G::THREATS == 0 || G::KINDS == MOST_KINDS, "threats come after the most kinds of things") };
    G::KINDS + G::THREATS
}

/// How many things stand on a board with these inputs, in which they come first.
#[must_use]
pub fn number_of_things(inputs: &[u16], squares: usize, kinds: usize) -> usize {
    inputs.partition_point(|&input| usize::from(input) < squares * kinds.min(MOST_KINDS))
}

/// The stage of a game with so many things on the board.
#[inline(always)]
fn stage(things: usize, squares: usize) -> usize {
    (5 * things / squares).min(STAGES - 1)
}

#[cfg(test)]
mod tests;
