//! Fitting a network to examples: stochastic gradient descent with momentum of its own for each weight (Adam).

use super::{HIDDEN, Net, activation};

/// A position and what came of it.
#[derive(Clone, Debug)]
pub struct Example {
    /// The inputs that are on.
    pub active: Vec<u16>,
    /// The result for the side to move: 1 for a win, 1/2 for a draw.
    pub result: f32,
}

/// How a network is fitted.
pub struct Fit {
    net: Net,
    rate: f32,
    /// Running means of each gradient and of its square, in the order of [`Weights`].
    means: Vec<[f32; HIDDEN]>,
    squares: Vec<[f32; HIDDEN]>,
    gradient: Vec<[f32; HIDDEN]>,
    touched: Vec<u16>,
    steps: i32,
}

const BATCH: usize = 256;
const KEPT: f32 = 0.9;
const SQUARES_KEPT: f32 = 0.999;

impl Fit {
    /// Begins with a network; `rate` is about 0.001.
    #[must_use]
    pub fn new(net: Net, rate: f32) -> Self {
        // The rows after the inputs: the hidden units' bias, the output, and the output's bias.
        let rows = net.inputs.len() + 3;
        let zero = vec![[0.0; HIDDEN]; rows];
        let (means, squares, gradient) = (zero.clone(), zero.clone(), zero);
        Fit { net, rate, means, squares, gradient, touched: Vec::new(), steps: 0 }
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

    /// Goes through the examples once, in their order; returns the mean error (cross entropy).
    pub fn epoch(&mut self, examples: &[Example]) -> f32 {
        let mut error = 0.0;
        for batch in examples.chunks(BATCH) {
            error += batch.iter().map(|example| self.learn(example)).sum::<f32>();
            self.step(batch.len());
        }
        error / examples.len().max(1) as f32
    }

    /// The mean error over examples that aren't learned from.
    #[must_use]
    pub fn error(&self, examples: &[Example]) -> f32 {
        let one = |example: &Example| {
            let sums = self.net.hidden(example.active.iter().map(|&input| usize::from(input)));
            cross_entropy(self.net.odds(&sums), example.result)
        };
        examples.iter().map(one).sum::<f32>() / examples.len().max(1) as f32
    }

    /// Adds the gradient of one example; returns its error.
    fn learn(&mut self, example: &Example) -> f32 {
        let inputs = self.net.inputs.len();
        let sums = self.net.hidden(example.active.iter().map(|&input| usize::from(input)));
        let odds = self.net.odds(&sums);
        let slope = 1.0 / (1.0 + (-odds).exp()) - example.result;
        let mut back = [0.0; HIDDEN];
        for unit in 0..HIDDEN {
            self.gradient[inputs + 1][unit] += slope * activation(sums[unit]);
            if (0.0..1.0).contains(&sums[unit]) {
                back[unit] = slope * self.net.output[unit];
            }
        }
        self.gradient[inputs + 2][0] += slope;
        add(&mut self.gradient[inputs], &back);
        for &input in &example.active {
            add(&mut self.gradient[usize::from(input)], &back);
        }
        self.touched.extend(&example.active);
        cross_entropy(odds, example.result)
    }

    /// Moves the weights against the gradient of a batch.
    fn step(&mut self, examples: usize) {
        self.steps += 1;
        let inputs = self.net.inputs.len();
        let correction = (1.0 - SQUARES_KEPT.powi(self.steps)).sqrt() / (1.0 - KEPT.powi(self.steps));
        let rate = self.rate * correction;
        self.touched.sort_unstable();
        self.touched.dedup();
        let mut rows: Vec<usize> = self.touched.drain(..).map(usize::from).collect();
        rows.extend([inputs, inputs + 1, inputs + 2]);
        for row in rows {
            let gradient = std::mem::replace(&mut self.gradient[row], [0.0; HIDDEN]);
            let (means, squares) = (&mut self.means[row], &mut self.squares[row]);
            let mut change = [0.0; HIDDEN];
            for unit in 0..HIDDEN {
                let slope = gradient[unit] / examples as f32;
                means[unit] = KEPT * means[unit] + (1.0 - KEPT) * slope;
                squares[unit] = SQUARES_KEPT * squares[unit] + (1.0 - SQUARES_KEPT) * slope * slope;
                change[unit] = -rate * means[unit] / (squares[unit].sqrt() + 1e-8);
            }
            match row - row.min(inputs) {
                0 if row < inputs => add(&mut self.net.inputs[row], &change),
                0 => add(&mut self.net.bias, &change),
                1 => add(&mut self.net.output, &change),
                _ => self.net.output_bias += change[0],
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

fn cross_entropy(odds: f32, result: f32) -> f32 {
    // log(1 + e^odds) without overflow.
    let softplus = odds.max(0.0) + (-odds.abs()).exp().ln_1p();
    softplus - result * odds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_pieces_are_learned_to_be_better() {
        let mut random = fastrand::Rng::with_seed(5);
        let examples: Vec<Example> = (0..20_000)
            .map(|_| {
                let mut active: Vec<u16> = (0..8).filter(|_| random.bool()).collect();
                let own = active.len() as f32;
                active.extend((8..16).filter(|_| random.bool()));
                let balance = own - (active.len() as f32 - own);
                let won = random.f32() < 1.0 / (1.0 + (-balance).exp());
                Example { active, result: f32::from(u8::from(won)) }
            })
            .collect();
        let mut fit = Fit::new(Net::new(8, 2, || random.f32()), 0.003);
        let before = fit.error(&examples);
        for _ in 0..5 {
            fit.epoch(&examples);
        }
        let after = fit.error(&examples);
        assert!(after < before - 0.1 && after < 0.5, "{before} {after}");
    }
}
