//! Fitting a network to examples: stochastic gradient descent with momentum of its own for each weight (Adam).

use super::examples::{Example, Examples};
use super::{HIDDEN, Net, SECOND, Sums, activation, add};

/// How a network is fitted.
pub struct Fit {
    net: Net,
    rate: f32,
    /// For each weight the gradient of each half of a batch, and running means of it and of its square.
    gradients: [Vec<f32>; 2],
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
}

const BATCH: usize = 512;
const KEPT: f32 = 0.9;
const SQUARES_KEPT: f32 = 0.999;
/// Weights that are learned stay below this: larger ones would only have followed a few examples too far.
const HEAVIEST_LEARNED: f32 = 3.0;

impl Fit {
    /// Begins with a network; `rate` is about 0.001.
    #[must_use]
    pub fn new(net: Net, rate: f32) -> Self {
        let zero = vec![0.0; net.weights.len()];
        let gradients = [zero.clone(), zero.clone()];
        Fit { net, rate, gradients, means: zero.clone(), squares: zero, steps: 0 }
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

    /// Learns from the examples of these numbers, in their order. Two threads share each batch in a fixed way, so that
    /// the same network comes of it on any machine. It stays light enough to be read again.
    pub fn learn(&mut self, examples: &Examples, order: &[usize]) {
        for batch in order.chunks(BATCH) {
            let (net, [one, other]) = (&self.net, &mut self.gradients);
            let learn = |gradient: &mut [f32], half: &[usize]| {
                half.iter().for_each(|&nth| learn_one(net, gradient, &examples.get(nth)));
            };
            let (half, rest) = batch.split_at(batch.len() / 2);
            std::thread::scope(|scope| {
                scope.spawn(|| learn(other, rest));
                learn(one, half);
            });
            self.step(batch.len());
        }
        self.net.lighten();
    }

    /// The mean error over examples that aren't learned from.
    #[must_use]
    pub fn error(&self, examples: &Examples, order: &[usize]) -> f32 {
        let one = |&nth: &usize| {
            let example = examples.get(nth);
            let sums = self.net.sums(example.inputs, self.net.stage(example.inputs));
            cross_entropy(sums.logit, example.result)
        };
        order.iter().map(one).sum::<f32>() / order.len().max(1) as f32
    }

    /// Moves the weights against the gradient of a batch.
    fn step(&mut self, examples: usize) {
        self.steps += 1;
        let correction = (1.0 - SQUARES_KEPT.powi(self.steps)).sqrt() / (1.0 - KEPT.powi(self.steps));
        let rate = self.rate * correction;
        let share = 1.0 / examples as f32;
        let [one, other] = &mut self.gradients;
        let gradients = one.iter_mut().zip(other);
        let running = self.means.iter_mut().zip(&mut self.squares);
        for ((weight, (one, other)), (mean, square)) in
            self.net.weights.iter_mut().zip(gradients).zip(running)
        {
            let slope = (std::mem::take(one) + std::mem::take(other)) * share;
            *mean = KEPT * *mean + (1.0 - KEPT) * slope;
            *square = SQUARES_KEPT * *square + (1.0 - SQUARES_KEPT) * slope * slope;
            *weight =
                (*weight - rate * *mean / (square.sqrt() + 1e-8)).clamp(-HEAVIEST_LEARNED, HEAVIEST_LEARNED);
        }
    }
}

/// Adds the gradient of one example, from the output back to the inputs.
fn learn_one(net: &Net, gradient: &mut [f32], example: &Example<'_>) {
    let stage = net.stage(example.inputs);
    let Sums { hidden, second, logit } = net.sums(example.inputs, stage);
    let slope = 1.0 / (1.0 + (-logit).exp()) - example.result;
    gradient[net.output_bias(stage)] += slope;
    let (output, second_bias) = (net.output(stage), net.second_bias(stage));
    let passed = hidden.map(activation);
    let mut back = [0.0; HIDDEN];
    for unit in 0..SECOND {
        gradient[output + unit] += slope * activation(second[unit]);
        if is_live(second[unit]) {
            let slope = slope * net.weights[output + unit];
            gradient[second_bias + unit] += slope;
            let row = net.second(stage) + unit * HIDDEN;
            add(part(gradient, row), &passed, slope);
            add(&mut back, net.part(row), slope);
        }
    }
    for (back, sum) in back.iter_mut().zip(hidden) {
        *back = if is_live(sum) { *back } else { 0.0 };
    }
    add(part(gradient, net.bias()), &back, 1.0);
    for &input in example.inputs {
        add(part(gradient, usize::from(input) * HIDDEN), &back, 1.0);
    }
}

/// Whether a hidden unit passes on a change of its sum.
#[inline(always)]
fn is_live(sum: f32) -> bool {
    sum > 0.0 && sum < 1.0
}

/// The gradients of a row of weights.
#[inline(always)]
fn part(gradient: &mut [f32], at: usize) -> &mut [f32; HIDDEN] {
    gradient[at..].first_chunk_mut().expect("there is a gradient for each weight")
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
            fit.learn(&examples, &order);
        }
        let after = fit.error(&examples, &order);
        assert!(after < before - 0.1 && after < 0.5, "{before} {after}");
    }
}
