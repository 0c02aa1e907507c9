//! Positions to learn from, in one piece of memory.

use std::ops::RangeInclusive;

use super::QUARTERS;

/// What results may be: without luck, some games are more than won.
const RESULTS: RangeInclusive<f32> = -1.0..=2.0;

/// Positions as the inputs that are on, and what came of each: 1 for a win of the side to move, 1/2 for a draw. Without
/// the luck that came between it may be more than a win or less than a loss.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Examples {
    inputs: Vec<u16>,
    /// For each position, where its inputs end.
    ends: Vec<usize>,
    results: Vec<f32>,
}

/// One position.
pub(super) struct Example<'e> {
    pub(super) inputs: &'e [u16],
    pub(super) result: f32,
}

impl Examples {
    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.results.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.results.is_empty()
    }

    /// Adds a position. What is far beyond a win or a loss is cut off.
    pub fn push(&mut self, inputs: &[u16], result: f32) {
        self.inputs.extend(inputs);
        self.ends.push(self.inputs.len());
        self.results.push(result.clamp(*RESULTS.start(), *RESULTS.end()));
    }

    /// Adds the positions of another collection.
    pub fn append(&mut self, other: &Examples) {
        let before = self.inputs.len();
        self.inputs.extend(&other.inputs);
        self.ends.extend(other.ends.iter().map(|end| before + end));
        self.results.extend(&other.results);
    }

    #[inline]
    pub(super) fn get(&self, nth: usize) -> Example<'_> {
        let start = if nth == 0 { 0 } else { self.ends[nth - 1] };
        Example { inputs: &self.inputs[start..self.ends[nth]], result: self.results[nth] }
    }

    /// The positions as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(2 * self.inputs.len() + 5 * self.len() + 4);
        for nth in 0..self.len() {
            let example = self.get(nth);
            bytes.extend(example.result.to_le_bytes());
            bytes.push(example.inputs.len() as u8);
            example.inputs.iter().for_each(|input| bytes.extend(input.to_le_bytes()));
        }
        bytes
    }

    /// The positions that bytes hold; nothing where they don't.
    #[must_use]
    pub fn from_bytes(mut bytes: &[u8]) -> Option<Self> {
        let mut examples = Examples::default();
        while let Some((result, rest)) = bytes.split_first_chunk() {
            let result = Some(f32::from_le_bytes(*result)).filter(|result| RESULTS.contains(result))?;
            let (&length, rest) = rest.split_first()?;
            let (inputs, rest) = rest.split_at_checked(2 * usize::from(length))?;
            let inputs: Vec<u16> =
                inputs.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
            examples.push(&inputs, result);
            bytes = rest;
        }
        bytes.is_empty().then_some(examples)
    }

    /// Whether every input is one of a network for so many squares and kinds of inputs.
    #[must_use]
    pub fn fit(&self, squares: usize, kinds: usize) -> bool {
        let inputs = squares * kinds + QUARTERS;
        let known = self.inputs.iter().all(|&input| usize::from(input) < inputs);
        known && (0..self.len()).all(|nth| !self.get(nth).inputs.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_read_as_they_are_written() {
        let mut examples = Examples::default();
        examples.push(&[1, 2, 300], 1.0);
        examples.push(&[7], 0.25);
        let bytes = examples.to_bytes();
        assert_eq!(Examples::from_bytes(&bytes), Some(examples.clone()));
        assert_eq!(Examples::from_bytes(&bytes[..bytes.len() - 1]), None);
        assert!(examples.fit(100, 4) && !examples.fit(10, 4));
    }

    #[test]
    fn results_stay_on_their_scale() {
        let mut examples = Examples::default();
        examples.push(&[1], 9.0);
        assert_eq!(examples.get(0).result, 2.0);
        let mut bytes = examples.to_bytes();
        for foreign in [2.5, -1.5, f32::NAN] {
            bytes[..4].copy_from_slice(&foreign.to_le_bytes());
            assert_eq!(Examples::from_bytes(&bytes), None, "{foreign}");
        }
    }
}
