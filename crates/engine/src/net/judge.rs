//! A network at work: whole numbers instead of floating point, and sums that follow the position.
//!
//! Positions that a search judges one after the other differ by a few pieces. The judge remembers for each
//! side the last position it saw and adds or takes away only what has changed, which is exact with whole
//! numbers.

use damier_rules::board::Layout;
use damier_rules::game::Side;

use super::file::HEAVIEST;
use super::{HIDDEN, MOST_KINDS, Net, QUARTERS, SECOND, STAGES, kinds, stage};
use crate::evaluate::Evaluate;
use crate::playable::Playable;
use crate::score::{SURE, Score};

/// What one is as a sum of the first layer, as a weight after it, and as what the second layer passes on.
const UNIT: i16 = 256;
const WEIGHT: i32 = 2048;
const SECOND_UNIT: i32 = 4096;
/// From a sum of the second layer to what it passes on.
const SHIFT: u32 = (WEIGHT * UNIT as i32 / SECOND_UNIT).ilog2();
/// Steps of the curve for one of the logarithm of the odds, and how far it goes.
const STEPS: i32 = 128;
const STEEPEST: i32 = 10;

/// A network together with the board of a game.
#[derive(Clone, Debug)]
pub struct Judge {
    squares: usize,
    inputs: Vec<[i16; HIDDEN]>,
    stages: [Stage; STAGES],
    /// The expected result for each step of the odds.
    curve: Vec<i16>,
    /// For each side and index, the square as that side sees it.
    seen: [[u8; 128]; 2],
    views: [View; 2],
}

/// What comes after the first layer in one stage of the game.
#[derive(Clone, Debug)]
struct Stage {
    second: [[i16; HIDDEN]; SECOND],
    second_bias: [i32; SECOND],
    output: [i32; SECOND],
    output_bias: i32,
}

impl Stage {
    fn new(net: &Net, stage: usize) -> Self {
        const { assert!(HEAVIEST * WEIGHT as f32 <= i16::MAX as f32, "sixteen bits hold every weight") };
        let weight = |weight: f32| (weight * WEIGHT as f32).round() as i32;
        let bias = |bias: f32, unit: i32| (bias * (unit * WEIGHT) as f32).round() as i32;
        let row = |unit| net.part::<HIDDEN>(net.second(stage) + unit * HIDDEN).map(|one| weight(one) as i16);
        Stage {
            second: std::array::from_fn(row),
            second_bias: net.part(net.second_bias(stage)).map(|one| bias(one, UNIT.into())),
            output: net.part(net.output(stage)).map(weight),
            output_bias: bias(net.weights[net.output_bias(stage)], SECOND_UNIT),
        }
    }

    /// The odds that follow from the sums of the first layer.
    #[inline(always)]
    fn odds(&self, sums: &[i16; HIDDEN]) -> i32 {
        let passed = sums.map(|sum| sum.clamp(0, UNIT));
        let mut odds = self.output_bias;
        for unit in 0..SECOND {
            let mut sum = self.second_bias[unit];
            for (&passed, &weight) in passed.iter().zip(&self.second[unit]) {
                sum += i32::from(passed) * i32::from(weight);
            }
            odds += (sum >> SHIFT).clamp(0, SECOND_UNIT) * self.output[unit];
        }
        odds
    }
}

/// The last position that was judged for one side.
#[derive(Clone, Debug)]
struct View {
    things: [[u64; 2]; MOST_KINDS],
    quarter: usize,
    sums: [i16; HIDDEN],
}

impl Judge {
    /// A judge for the board of a game.
    #[must_use]
    pub fn new(net: &Net, layout: &Layout) -> Self {
        let row = |nth: usize| {
            net.part::<HIDDEN>(nth * HIDDEN).map(|weight| (weight * f32::from(UNIT)).round() as i16)
        };
        let inputs: Vec<[i16; HIDDEN]> = (0..net.inputs()).map(row).collect();
        let mut sums = row(net.inputs());
        add(&mut sums, &inputs[inputs.len() - QUARTERS]);
        let view = View { things: [[0; 2]; MOST_KINDS], quarter: 0, sums };
        Judge {
            squares: net.squares,
            inputs,
            stages: std::array::from_fn(|stage| Stage::new(net, stage)),
            curve: (-STEPS * STEEPEST..=STEPS * STEEPEST).map(expected).collect(),
            seen: seen(layout),
            views: [view.clone(), view],
        }
    }

    /// The expected result at these odds, on a straight line between two steps of the curve.
    #[inline(always)]
    fn expected(&self, odds: i32) -> Score {
        let at = (odds + PARTS * STEPS * STEEPEST).clamp(0, PARTS * 2 * STEPS * STEEPEST - 1);
        let (step, part) = ((at / PARTS) as usize, at % PARTS);
        let (low, high) = (Score::from(self.curve[step]), Score::from(self.curve[step + 1]));
        low + (high - low) * part / PARTS
    }
}

/// Parts of a step, which is a power of two.
const PARTS: i32 = SECOND_UNIT * WEIGHT / STEPS;

/// The expected result, from -[`SURE`] to [`SURE`], at so many steps of the odds.
fn expected(step: i32) -> i16 {
    (SURE as f32 * (step as f32 / STEPS as f32 * 0.5).tanh()) as i16
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
pub fn inputs<G: Playable>(game: &G, layout: &Layout, state: &G::State) -> Vec<u16> {
    let seen = seen(layout)[game.side(state) as usize];
    let squares = usize::from(layout.squares());
    let mut active = Vec::new();
    game.things(state, |kind, squares_of_kind| {
        each(squares_of_kind, |index| active.push((kind * squares + usize::from(seen[index])) as u16));
    });
    game.threats(state, |kind, index| {
        active.push(((G::KINDS + kind) * squares + usize::from(seen[usize::from(index)])) as u16);
    });
    active.push((kinds::<G>() * squares + game.impatience(state)) as u16);
    active
}

/// The same inputs in a mirror, on a board that looks the same there: left and right are alike in every game.
pub fn mirrored<G: Playable>(layout: &Layout, inputs: &[u16]) -> Option<Vec<u16>> {
    let squares = u16::from(layout.squares());
    let on_squares = kinds::<G>() as u16 * squares;
    let mirrored = |&input: &u16| {
        if input >= on_squares {
            return Some(input);
        }
        let number = layout.mirrored((input % squares) as u8 + 1)?;
        Some(input - input % squares + u16::from(number) - 1)
    };
    inputs.iter().map(mirrored).collect()
}

/// Calls for every bit that is set.
#[inline(always)]
fn each(set: [u64; 2], mut call: impl FnMut(usize)) {
    for (half, mut word) in set.into_iter().enumerate() {
        while word != 0 {
            call(half << 6 | word.trailing_zeros() as usize);
            word &= word - 1;
        }
    }
}

#[inline(always)]
fn add(sums: &mut [i16; HIDDEN], row: &[i16; HIDDEN]) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum = sum.wrapping_add(*weight);
    }
}

/// Adds a row; a sum that has no room for it stays at its end, far outside what a unit passes on.
#[inline(always)]
fn add_at_most(sums: &mut [i16; HIDDEN], row: &[i16; HIDDEN]) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum = sum.saturating_add(*weight);
    }
}

#[inline(always)]
fn subtract(sums: &mut [i16; HIDDEN], row: &[i16; HIDDEN]) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum = sum.wrapping_sub(*weight);
    }
}

impl<G: Playable> Evaluate<G> for Judge {
    #[inline]
    fn score(&mut self, game: &G, state: &G::State) -> Score {
        let side = game.side(state) as usize;
        let (seen, view, inputs) = (&self.seen[side], &mut self.views[side], &self.inputs);
        let sums = &mut view.sums;
        let mut number = 0;
        game.things(state, |kind, now| {
            let before = std::mem::replace(&mut view.things[kind], now);
            let row = |index: usize| &inputs[kind * self.squares + usize::from(seen[index])];
            each([before[0] & !now[0], before[1] & !now[1]], |index| subtract(sums, row(index)));
            each([now[0] & !before[0], now[1] & !before[1]], |index| add(sums, row(index)));
            number += now[0].count_ones() + now[1].count_ones();
        });
        let quarter = game.impatience(state);
        if quarter != view.quarter {
            let first = inputs.len() - QUARTERS;
            subtract(sums, &inputs[first + view.quarter]);
            add(sums, &inputs[first + quarter]);
            view.quarter = quarter;
        }
        let stage = stage(number as usize, self.squares);
        let odds = if G::THREATS == 0 {
            self.stages[stage].odds(sums)
        } else {
            // Threats come and go with every move: there is little to follow.
            let mut sums = *sums;
            game.threats(state, |kind, index| {
                let row = (G::KINDS + kind) * self.squares + usize::from(seen[usize::from(index)]);
                add_at_most(&mut sums, &inputs[row]);
            });
            self.stages[stage].odds(&sums)
        };
        self.expected(odds)
    }
}
