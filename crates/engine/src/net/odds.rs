//! Scores as chances: how likely a win, a draw and a loss are.
//!
//! A score is an expected result. How much of it are draws differs from game to game, and from the opening to
//! the endgame: two numbers for each stage, fitted to games that were played to their end.

use super::{STAGES, stage};
use crate::score::{Score, WIN};

/// The chances of the side to move; they sum up to one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chances {
    /// Of winning.
    pub win: f32,
    /// Of drawing.
    pub draw: f32,
    /// Of losing.
    pub loss: f32,
}

impl Chances {
    /// What they come to on average: 1 for a win, 1/2 for a draw.
    #[must_use]
    pub fn points(self) -> f32 {
        self.win + self.draw / 2.0
    }
}

/// A judgement of the search and what came of the game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sighting {
    /// What the search said.
    pub score: Score,
    /// How many things stood on how many squares.
    pub things: usize,
    /// See `things`.
    pub squares: usize,
    /// Twice the points of the side to move: 2 for a win, 1 for a draw.
    pub points: u8,
}

/// How scores turn into chances.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Odds {
    /// For each stage, how steep the curve of wins is, and how far it stands from that of losses.
    pub(super) curves: [[f32; 2]; STAGES],
}

impl Default for Odds {
    /// Scores taken at their word, with few draws.
    fn default() -> Self {
        Odds { curves: [[1.0, 0.1]; STAGES] }
    }
}

impl Odds {
    /// The chances that a score means, with so many things on so many squares.
    #[must_use]
    pub fn chances(&self, score: Score, things: usize, squares: usize) -> Chances {
        chances(logit(score), self.curves[stage(things, squares)])
    }

    /// The curves that fit what was seen best.
    #[must_use]
    pub fn fitted(seen: &[Sighting]) -> Self {
        let mut odds = Odds::default();
        for (nth, curve) in odds.curves.iter_mut().enumerate() {
            let of_stage: Vec<(f32, u8)> = seen
                .iter()
                .filter(|one| stage(one.things, one.squares) == nth)
                .map(|one| (logit(one.score), one.points))
                .collect();
            if of_stage.len() >= ENOUGH {
                *curve = fitted_curve(&of_stage);
            }
        }
        odds
    }

    /// How far chances are from what happened, on average: sightings are sorted into tenths by their chance of
    /// each result, and the mean chance of each tenth is compared with how often it came true.
    #[must_use]
    pub fn error(&self, seen: &[Sighting]) -> f32 {
        let mut tenths = [(0.0_f32, 0.0_f32, 0_u32); 30];
        for one in seen {
            let chances = self.chances(one.score, one.things, one.squares);
            for (points, chance) in [chances.loss, chances.draw, chances.win].into_iter().enumerate() {
                let tenth = &mut tenths[10 * points + ((chance * 10.0) as usize).min(9)];
                tenth.0 += chance;
                tenth.1 += f32::from(u8::from(usize::from(one.points) == points));
                tenth.2 += 1;
            }
        }
        let off: f32 = tenths.iter().map(|(chance, came_true, _)| (chance - came_true).abs()).sum();
        off / (3 * seen.len()).max(1) as f32
    }
}

/// Sightings that a curve needs.
const ENOUGH: usize = 200;

/// The logarithm of the odds of an expected result; sure wins are very likely.
fn logit(score: Score) -> f32 {
    let share = (score as f32 / WIN as f32).clamp(-0.999, 0.999);
    2.0 * share.atanh()
}

fn chances(logit: f32, [steep, apart]: [f32; 2]) -> Chances {
    let sigmoid = |x: f32| 1.0 / (1.0 + (-x).exp());
    let win = sigmoid(steep * logit - apart);
    let loss = sigmoid(-steep * logit - apart);
    Chances { win, draw: (1.0 - win - loss).max(0.0), loss }
}

/// The curve of the greatest likelihood, by steps that get smaller.
fn fitted_curve(seen: &[(f32, u8)]) -> [f32; 2] {
    let surprise = |curve: [f32; 2]| -> f64 {
        let of = |&(logit, points): &(f32, u8)| {
            let chances = chances(logit, curve);
            let chance = [chances.loss, chances.draw, chances.win][usize::from(points.min(2))];
            -f64::from(chance.max(1e-4).ln())
        };
        seen.iter().map(of).sum()
    };
    let mut best = [1.0, 0.5];
    let mut least = surprise(best);
    let mut step = 0.5;
    while step > 0.004 {
        let mut improved = false;
        for (nth, by) in [(0, step), (0, -step), (1, step), (1, -step)] {
            let mut tried: [f32; 2] = best;
            tried[nth] = (tried[nth] + by).clamp([0.05, 0.001][nth], [5.0, 12.0][nth]);
            let surprise = surprise(tried);
            if surprise < least {
                (best, least, improved) = (tried, surprise, true);
            }
        }
        if !improved {
            step /= 2.0;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_found_again() {
        let mut random = fastrand::Rng::with_seed(9);
        let seen: Vec<Sighting> = (0..20_000)
            .map(|_| {
                let score = random.i32(-9_000..9_000);
                let chances = chances(logit(score), [0.8, 1.5]);
                let drawn = random.f32();
                let points = if drawn < chances.loss { 0 } else { 1 + u8::from(drawn > 1.0 - chances.win) };
                Sighting { score, things: 20, squares: 32, points }
            })
            .collect();
        let odds = Odds::fitted(&seen);
        let [steep, apart] = odds.curves[3];
        assert!((steep - 0.8).abs() < 0.1 && (apart - 1.5).abs() < 0.15, "{odds:?}");
        assert!(odds.error(&seen) < 0.01 && Odds::default().error(&seen) > 0.05);
        let even = odds.chances(0, 20, 32);
        assert!((even.win - even.loss).abs() < 1e-6 && (even.win + even.draw + even.loss - 1.0).abs() < 1e-6);
    }
}
