//! Differences in strength, with what is known about their error.

/// A difference in Elo with its 95 % interval; infinite where one side won everything.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// The lower end.
    pub least: f64,
    /// The most likely value.
    pub value: f64,
    /// The upper end.
    pub most: f64,
}

impl Elo {
    /// The difference shown by pairs of games, each worth 0 to 4 half points. Pairs are what varies: the two
    /// games of one share their opening and their luck.
    #[must_use]
    pub fn of(pairs: &[u8]) -> Self {
        let shares: Vec<f64> = pairs.iter().map(|&points| f64::from(points) / 4.0).collect();
        let (mean, error) = mean_and_error(&shares);
        Elo { least: elo(mean - error), value: elo(mean), most: elo(mean + error) }
    }
}

/// The mean of what pairs brought, as shares of their points, and how far it may be off 19 times in 20.
pub(super) fn mean_and_error(shares: &[f64]) -> (f64, f64) {
    let number = shares.len().max(1) as f64;
    let mean = shares.iter().sum::<f64>() / number;
    // A nearly even pair more than there were: a few games that all went the same way, draws too, prove little.
    let spread = shares.iter().chain(&[0.5]).map(|share| (share - mean).powi(2)).sum::<f64>();
    let variance = (spread + 1.0 / 16.0) / number;
    (mean, 1.96 * (variance / number).sqrt())
}

/// The score that a difference in Elo promises.
pub(super) fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

fn elo(score: f64) -> f64 {
    match score {
        score if score <= 0.0 => f64::NEG_INFINITY,
        score if score >= 1.0 => f64::INFINITY,
        score => 400.0 * (score / (1.0 - score)).log10(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_points_of_four_are_191() {
        let elo = Elo::of(&[3; 10]);
        assert!((elo.value - 190.8).abs() < 0.1 && (125.0..135.0).contains(&elo.least), "{elo:?}");
        let even = Elo::of(&[0, 4, 2, 2]);
        assert!(even.value.abs() < 1e-9 && even.least < -100.0 && even.most > 100.0, "{even:?}");
        assert_eq!(Elo::of(&[4, 4]).value, f64::INFINITY);
        let drawn = Elo::of(&[2, 2]);
        assert!(drawn.least < -100.0 && drawn.most > 100.0, "four draws prove little: {drawn:?}");
    }
}
