//! How heavy the first layer is: what its sums can come to, which sixteen bits have to hold.

use super::{HIDDEN, MOST_KINDS, Net, QUARTERS};

/// What a sum of sixteen bits holds, with something to spare for rounding.
const MOST_SUM: f32 = 127.0;
/// What a fit leaves of a heavier one.
const LIGHT_SUM: f32 = MOST_SUM - 1.0;
/// Up and down.
const WAYS: [f32; 2] = [1.0, -1.0];

/// The furthest that anything on the board can bring a unit from 0 in one direction.
struct Heaviest {
    /// What comes from the squares.
    squares: f32,
    /// What comes from the bias and from impatience.
    others: f32,
}

impl Net {
    /// Whether the sum of a unit could overflow.
    pub(super) fn is_too_heavy(&self) -> bool {
        let is_heavy = |unit, way| {
            let Heaviest { squares, others } = self.heaviest(unit, way);
            squares + others >= MOST_SUM
        };
        (0..HIDDEN).any(|unit| WAYS.iter().any(|&way| is_heavy(unit, way)))
    }

    /// Takes as much from the weights of such a unit as is needed, from each in proportion: far from 0 its sum says
    /// nothing more than that it is far from 0.
    pub(super) fn lighten(&mut self) {
        let of_things = 0..self.squares * self.kinds().min(MOST_KINDS);
        for (unit, way) in (0..HIDDEN).flat_map(|unit| WAYS.map(|way| (unit, way))) {
            let Heaviest { squares, others } = self.heaviest(unit, way);
            if squares + others < MOST_SUM {
                continue;
            }
            let kept = (LIGHT_SUM - others) / squares;
            for input in of_things.clone() {
                let weight = &mut self.weights[input * HIDDEN + unit];
                if *weight * way > 0.0 {
                    *weight *= kept;
                }
            }
        }
    }

    /// The heaviest sum of a unit, up (1) or down (-1): on a square there is a piece at most, and perhaps what it
    /// stands on. Threats don't count: they are added without overflow.
    fn heaviest(&self, unit: usize, way: f32) -> Heaviest {
        let weight = |input: usize| self.weights[input * HIDDEN + unit] * way;
        let quarter = (self.inputs() - QUARTERS..self.inputs()).map(weight).fold(0.0, f32::max);
        let on = |square: usize| {
            let weight = |kind: usize| weight(kind * self.squares + square);
            let things = 0..self.kinds().min(MOST_KINDS);
            let (first, second) = things.map(weight).fold((0.0, 0.0), heavier);
            first + second
        };
        Heaviest { squares: (0..self.squares).map(on).sum(), others: weight(self.inputs()) + quarter }
    }
}

/// The two heaviest of two and another one.
fn heavier((first, second): (f32, f32), weight: f32) -> (f32, f32) {
    (first.max(weight), second.max(first.min(weight)))
}

#[cfg(test)]
mod tests {
    use crate::net::{BadNet, Examples, Fit, HIDDEN, Net};

    #[test]
    fn a_fit_makes_no_network_that_is_refused() {
        let light = Net::new(41, 8, || 0.6);
        let mut heavy = light.clone();
        for kind in [2, 6] {
            (0..41).for_each(|square| heavy.weights[(kind * 41 + square) * HIDDEN + 7] = -2.5);
        }
        assert_eq!(Net::from_bytes(&heavy.to_bytes()), Err(BadNet::Sum));
        let fitted = |net: &Net| {
            let mut fit = Fit::new(net.clone(), 0.0);
            fit.learn(&Examples::default(), &[]);
            fit.net().clone()
        };
        let lighter = fitted(&heavy);
        assert_eq!(Net::from_bytes(&lighter.to_bytes()), Ok(lighter.clone()));
        let changed = (0..heavy.weights.len()).filter(|&nth| lighter.weights[nth] != heavy.weights[nth]);
        assert!(changed.clone().count() == 82 && changed.clone().all(|nth| nth % HIDDEN == 7));
        assert_eq!(fitted(&light), light, "nothing is taken from a light one");
    }
}
