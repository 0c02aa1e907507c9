//! Fitting a network to examples: stochastic gradient descent with momentum of its own for each weight (Adam).

use super::examples::{Example, Examples};
use super::{HIDDEN, Net, STAGES, activation};

/// How a network is fitted.
pub struct Fit {
    net: Net,
    rate: f32,
    /// Running means of each gradient and of its square: rows for the inputs, then the hidden units' bias, the
    /// outputs, and one for the outputs' biases.
    means: Vec<[f32; HIDDEN]>,
    squares: Vec<[f32; HIDDEN]>,
    gradient: Vec<[f32; HIDDEN]>,
    steps: i32,
}

const BATCH: usize = 512;
const KEPT: f32 = 0.9;
const SQUARES_KEPT: f32 = 0.999;
/// Weights stay below this, so that whole numbers can stand for them.
const HEAVIEST: f32 = 3.0;

impl Fit {
    /// Begins with a network; `rate` is about 0.001.
    #[must_use]
    pub fn new(net: Net, rate: f32) -> Self {
        let zero = vec![[0.0; HIDDEN]; net.inputs.len() + 2 + STAGES];
        let (means, squares, gradient) = (zero.clone(), zero.clone(), zero);
        Fit { net, rate, means, squares, gradient, steps: 0 }
    }

    /// Changes how much each step does.
    pub fn set_rate(&mut self, rate: f32) {
        self.rate = rate;
    }

    /// The network as it is now.
    #[must_use]
    pub fn net(&self) -> &Net {
        &self.net
    }

    /// Goes once through the examples of these numbers, in their order; returns the mean error (cross entropy).
    pub fn epoch(&mut self, examples: &Examples, order: &[usize]) -> f32 {
        let mut error = 0.0;
        for batch in order.chunks(BATCH) {
            error += batch.iter().map(|&nth| self.learn(&examples.get(nth))).sum::<f32>();
            self.step(batch.len());
        }
        error / order.len().max(1) as f32
    }

    /// The mean error over examples that aren't learned from.
    #[must_use]
    pub fn error(&self, examples: &Examples, order: &[usize]) -> f32 {
        let one = |&nth: &usize| {
            let example = examples.get(nth);
            let sums = self.net.hidden(example.inputs);
            cross_entropy(self.net.logit(&sums, example.stage(self.net.squares)), example.result)
        };
        order.iter().map(one).sum::<f32>() / order.len().max(1) as f32
    }

    /// Adds the gradient of one example; returns its error.
    fn learn(&mut self, example: &Example<'_>) -> f32 {
        let inputs = self.net.inputs.len();
        let stage = example.stage(self.net.squares);
        let sums = self.net.hidden(example.inputs);
        let logit = self.net.logit(&sums, stage);
        let slope = 1.0 / (1.0 + (-logit).exp()) - example.result;
        let mut back = [0.0; HIDDEN];
        let (output, gradient) = (&self.net.output[stage], &mut self.gradient[inputs + 1 + stage]);
        for unit in 0..HIDDEN {
            gradient[unit] += slope * activation(sums[unit]);
            let is_live = sums[unit] > 0.0 && sums[unit] < 1.0;
            back[unit] = if is_live { slope * output[unit] } else { 0.0 };
        }
        self.gradient[inputs + 1 + STAGES][stage] += slope;
        add(&mut self.gradient[inputs], &back);
        for &input in example.inputs {
            add(&mut self.gradient[usize::from(input)], &back);
        }
        cross_entropy(logit, example.result)
    }

    /// Moves the weights against the gradient of a batch.
    fn step(&mut self, examples: usize) {
        self.steps += 1;
        let inputs = self.net.inputs.len();
        let correction = (1.0 - SQUARES_KEPT.powi(self.steps)).sqrt() / (1.0 - KEPT.powi(self.steps));
        let rate = self.rate * correction;
        let share = 1.0 / examples as f32;
        for row in 0..self.gradient.len() {
            let gradient = std::mem::replace(&mut self.gradient[row], [0.0; HIDDEN]);
            let (means, squares) = (&mut self.means[row], &mut self.squares[row]);
            let mut change = [0.0; HIDDEN];
            for unit in 0..HIDDEN {
                let slope = gradient[unit] * share;
                means[unit] = KEPT * means[unit] + (1.0 - KEPT) * slope;
                squares[unit] = SQUARES_KEPT * squares[unit] + (1.0 - SQUARES_KEPT) * slope * slope;
                change[unit] = -rate * means[unit] / (squares[unit].sqrt() + 1e-8);
            }
            match row.checked_sub(inputs) {
                None => move_by(&mut self.net.inputs[row], &change),
                Some(0) => move_by(&mut self.net.bias, &change),
                Some(nth) if nth <= STAGES => move_by(&mut self.net.output[nth - 1], &change),
                Some(_) => self.net.output_bias.iter_mut().zip(change).for_each(|(bias, by)| *bias += by),
            }
        }
    }
}

#[inline(always)]
fn add(row: &mut [f32; HIDDEN], change: &[f32; HIDDEN]) {
    for (weight, change) in row.iter_mut().zip(change) {
        *weight += change;
    }
}

#[inline(always)]
fn move_by(row: &mut [f32; HIDDEN], change: &[f32; HIDDEN]) {
    for (weight, change) in row.iter_mut().zip(change) {
        *weight = (*weight + change).clamp(-HEAVIEST, HEAVIEST);
    }
}

fn cross_entropy(logit: f32, result: f32) -> f32 {
    // log(1 + e^logit) without overflow.
    let softplus = logit.max(0.0) + (-logit.abs()).exp().ln_1p();
    softplus - result * logit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_pieces_are_learned_to_be_better() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut examples = Examples::default();
        for _ in 0..20_000 {
            let mut inputs: Vec<u16> = (0..8).filter(|_| random.bool()).collect();
            let own = inputs.len() as f32;
            inputs.extend((8..16).filter(|_| random.bool()));
            let balance = own - (inputs.len() as f32 - own);
            inputs.push(16);
            let won = random.f32() < 1.0 / (1.0 + (-balance).exp());
            examples.push(&inputs, f32::from(u8::from(won)));
        }
        let order: Vec<usize> = (0..examples.len()).collect();
        let mut fit = Fit::new(Net::new(8, 2, || random.f32()), 0.003);
        let before = fit.error(&examples, &order);
        for _ in 0..5 {
            fit.epoch(&examples, &order);
        }
        let after = fit.error(&examples, &order);
        assert!(after < before - 0.1 && after < 0.5, "{before} {after}");
    }
}
