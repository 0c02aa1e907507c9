//! A small network that judges positions: what stands where, seen from the side to move, through one hidden
//! layer to the expected result.

mod file;
mod fit;

pub use file::BadNet;
pub use fit::{Example, Fit};

use damier_rules::board::Layout;
use damier_rules::game::Side;

use crate::evaluate::Evaluate;
use crate::playable::Playable;
use crate::score::{SURE, Score};

/// Units of the hidden layer.
pub(crate) const HIDDEN: usize = 32;

/// The weights of a network.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    /// Squares of the board.
    squares: usize,
    /// For each input, what it adds to each hidden unit. An input is a kind of thing on a square.
    inputs: Vec<[f32; HIDDEN]>,
    bias: [f32; HIDDEN],
    output: [f32; HIDDEN],
    output_bias: f32,
}

impl Net {
    /// A network that knows nothing, with small weights from a source of numbers below one.
    pub fn new(squares: usize, planes: usize, mut random: impl FnMut() -> f32) -> Self {
        let mut small = |scale: f32| (random() - 0.5) * scale;
        let inputs = (0..squares * planes).map(|_| std::array::from_fn(|_| small(0.2))).collect();
        let bias = std::array::from_fn(|_| 0.1);
        let output = std::array::from_fn(|_| small(0.5));
        Net { squares, inputs, bias, output, output_bias: 0.0 }
    }

    /// Whether it was made for a game with so many squares and kinds of things.
    #[must_use]
    pub fn fits(&self, squares: usize, planes: usize) -> bool {
        self.squares == squares && self.inputs.len() == squares * planes
    }

    #[inline]
    fn hidden(&self, active: impl IntoIterator<Item = usize>) -> [f32; HIDDEN] {
        let mut sums = self.bias;
        for input in active {
            for (sum, weight) in sums.iter_mut().zip(&self.inputs[input]) {
                *sum += weight;
            }
        }
        sums
    }

    /// The logarithm of the odds of winning, from sums of the hidden layer.
    #[inline]
    fn odds(&self, sums: &[f32; HIDDEN]) -> f32 {
        let mut odds = [0.0; 8];
        for (sums, weights) in sums.chunks(8).zip(self.output.chunks(8)) {
            for ((odd, sum), weight) in odds.iter_mut().zip(sums).zip(weights) {
                *odd += activation(*sum) * weight;
            }
        }
        self.output_bias + odds.iter().sum::<f32>()
    }
}

/// What a hidden unit passes on: nothing below zero, and no more than one.
#[inline(always)]
fn activation(sum: f32) -> f32 {
    sum.clamp(0.0, 1.0)
}

/// A network together with the board of a game.
#[derive(Debug)]
pub struct Judge<'n> {
    net: &'n Net,
    /// For each side and index, the square as that side sees it.
    seen: [[u8; 128]; 2],
}

impl<'n> Judge<'n> {
    /// A judge for the board of a game.
    #[must_use]
    pub fn new(net: &'n Net, layout: &Layout) -> Self {
        Judge { net, seen: seen(layout) }
    }
}

/// For each side and index the square as that side sees it, from 0: Black sees the board turned around.
fn seen(layout: &Layout) -> [[u8; 128]; 2] {
    let mut seen = [[0; 128]; 2];
    for number in 1..=layout.squares() {
        if let Some(index) = layout.index(number) {
            seen[Side::White as usize][usize::from(index)] = number - 1;
            seen[Side::Black as usize][usize::from(index)] = layout.squares() - number;
        }
    }
    seen
}

/// The inputs that are on in a position.
pub fn active<G: Playable>(game: &G, layout: &Layout, state: &G::State) -> Vec<u16> {
    let seen = seen(layout)[game.side(state) as usize];
    let squares = u16::from(layout.squares());
    let mut active = Vec::new();
    game.features(state, |plane, index| {
        active.push(plane as u16 * squares + u16::from(seen[usize::from(index)]));
    });
    active
}

impl<G: Playable> Evaluate<G> for Judge<'_> {
    #[inline]
    fn score(&self, game: &G, state: &G::State) -> Score {
        let seen = &self.seen[game.side(state) as usize];
        let mut sums = self.net.bias;
        game.features(state, |plane, index| {
            let input = plane * self.net.squares + usize::from(seen[usize::from(index)]);
            for (sum, weight) in sums.iter_mut().zip(&self.net.inputs[input]) {
                *sum += weight;
            }
        });
        let odds = self.net.odds(&sums);
        // The expected result, from -1 to 1.
        (SURE as f32 * (odds * 0.5).tanh()) as Score
    }
}
