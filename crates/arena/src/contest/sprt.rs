//! A sequential test: a match goes on until it shows which of two differences in strength fits better.
//!
//! The generalised sequential probability ratio test over pairs of games, each worth 0 to 4 half points (M. Van
//! den Bergh, "A Practical Introduction to the GSPRT"): the likelihood of the pairs seen so far, at its best
//! with either expected score.

use std::str::FromStr;

use super::elo::expected;

/// How often either answer may be wrong.
const ERROR: f64 = 0.05;
/// What a result that never came up counts, so that nothing is impossible.
const RARE: f64 = 1e-3;

/// Two differences in Elo to choose between.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    least: f64,
    most: f64,
}

/// Which difference fits better.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hypothesis {
    /// The lower one.
    H0,
    /// The higher one.
    H1,
}

/// A text that names no test.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("sprt: \"{0}\"; expected two differences in Elo such as 0,10, the lower one first")]
pub struct BadSprt(String);

impl FromStr for Sprt {
    type Err = BadSprt;

    fn from_str(text: &str) -> Result<Self, BadSprt> {
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|elo| elo.abs() <= 1000.0);
        let numbers = text.split_once(',').and_then(|(least, most)| Some((number(least)?, number(most)?)));
        match numbers {
            Some((least, most)) if least < most => Ok(Sprt { least, most }),
            _ => Err(BadSprt(text.chars().take(60).collect())),
        }
    }
}

impl Sprt {
    /// The logarithm of how much better the higher difference fits, where `pairs[n]` pairs brought n half points.
    #[must_use]
    pub fn llr(&self, pairs: &[u32; 5]) -> f64 {
        let number: f64 = pairs.iter().map(|&pairs| f64::from(pairs)).sum();
        if number == 0.0 {
            return 0.0;
        }
        let counts = pairs.map(|pairs| f64::from(pairs).max(RARE));
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / total);
        let [low, high] = [self.least, self.most].map(|elo| likeliest(&shares, expected(elo)));
        let terms = shares.iter().zip(low.iter().zip(high));
        number * terms.map(|(share, (low, high))| share * (high / low).ln()).sum::<f64>()
    }

    /// What the test has come to, if it has.
    #[must_use]
    pub fn verdict(&self, llr: f64) -> Option<Hypothesis> {
        let bound = ((1.0 - ERROR) / ERROR).ln();
        match llr {
            llr if llr >= bound => Some(Hypothesis::H1),
            llr if llr <= -bound => Some(Hypothesis::H0),
            _ => None,
        }
    }
}

/// The shares nearest to those seen whose expected score is `score`: each is divided by 1 + x (value - score),
/// where x is the one number that makes the expected score right.
fn likeliest(shares: &[f64; 5], score: f64) -> [f64; 5] {
    let values = [0.0, 0.25, 0.5, 0.75, 1.0];
    let excess = |x: f64| -> f64 {
        let terms = shares.iter().zip(values);
        terms.map(|(share, value)| share * (value - score) / (1.0 + x * (value - score))).sum()
    };
    // Between its poles the excess falls steadily and has one root.
    let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    let x = (low + high) / 2.0;
    std::array::from_fn(|nth| shares[nth] / (1.0 + x * (values[nth] - score)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs between players of whom the first expects this score, with games drawn this often.
    fn pair(random: &mut fastrand::Rng, score: f64, draws: f64) -> usize {
        let game = |random: &mut fastrand::Rng| match random.f64() {
            luck if luck < draws => 1,
            luck if luck < draws + score - draws / 2.0 => 2,
            _ => 0,
        };
        game(random) + game(random)
    }

    fn run(test: Sprt, elo: f64, draws: f64, seed: u64) -> (Option<Hypothesis>, u32) {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut pairs = [0; 5];
        for number in 1..50_000 {
            pairs[pair(&mut random, expected(elo), draws)] += 1;
            if let Some(verdict) = test.verdict(test.llr(&pairs)) {
                return (Some(verdict), number);
            }
        }
        (None, 50_000)
    }

    #[test]
    fn streams_are_judged_rightly_nineteen_times_of_twenty() {
        let test: Sprt = "0,30".parse().unwrap();
        for (elo, truth) in [(0.0, Hypothesis::H0), (30.0, Hypothesis::H1)] {
            for draws in [0.2, 0.8] {
                let runs: Vec<_> = (0..200).map(|seed| run(test, elo, draws, seed)).collect();
                assert!(runs.iter().all(|run| run.0.is_some()), "every stream is judged in the end");
                let wrong = runs.iter().filter(|run| run.0 != Some(truth)).count();
                assert!(wrong <= 20, "{wrong} of 200 wrong at {elo} with {draws} drawn");
            }
        }
        let clear = (0..20).map(|seed| run(test, 150.0, 0.5, seed));
        assert!(clear.into_iter().all(|run| run.0 == Some(Hypothesis::H1) && run.1 < 200));
        let hopeless = (0..20).map(|seed| run(test, -150.0, 0.5, seed));
        assert!(hopeless.into_iter().all(|run| run.0 == Some(Hypothesis::H0) && run.1 < 200));
    }

    #[test]
    fn the_ratio_agrees_with_the_normal_approximation() {
        let test: Sprt = "0,10".parse().unwrap();
        let pairs = [40_u32, 180, 400, 210, 50];
        let number: f64 = pairs.iter().map(|&pairs| f64::from(pairs)).sum();
        let mean = pairs.iter().zip(0..).map(|(&pairs, n)| f64::from(pairs) * f64::from(n)).sum::<f64>()
            / 4.0
            / number;
        let variance = pairs
            .iter()
            .zip(0..)
            .map(|(&pairs, n)| f64::from(pairs) * (f64::from(n) / 4.0 - mean).powi(2))
            .sum::<f64>()
            / number;
        let (low, high) = (expected(0.0), expected(10.0));
        let normal = number * (high - low) * (2.0 * mean - low - high) / (2.0 * variance);
        let llr = test.llr(&pairs);
        assert!((llr - normal).abs() < 0.02 * normal.abs().max(1.0), "{llr} {normal}");
    }

    #[test]
    fn matches_that_go_one_way_are_numbers_too() {
        let test: Sprt = "0,10".parse().unwrap();
        assert_eq!(test.llr(&[0; 5]), 0.0);
        for pairs in [[0, 0, 0, 0, 9], [9, 0, 0, 0, 0], [0, 0, 9, 0, 0]] {
            assert!(test.llr(&pairs).is_finite(), "{pairs:?}");
        }
        assert!(test.llr(&[0, 0, 0, 0, 9]) > 0.0 && test.llr(&[9, 0, 0, 0, 0]) < 0.0);
    }

    #[test]
    fn bad_tests_are_refused() {
        for text in ["", "10", "10,0", "0,0", "a,b", "0,1e9", "0,nan"] {
            assert!(text.parse::<Sprt>().unwrap_err().to_string().contains("the lower one first"), "{text}");
        }
        assert_eq!("-5, 0".parse::<Sprt>().unwrap(), Sprt { least: -5.0, most: 0.0 });
    }
}
