//! Human weaknesses: what a player of little skill doesn't see, how far he misjudges what he sees, and that he
//! may want the other one to win.
//!
//! Nothing here is left to chance: what is overlooked follows from the position, the action and a seed, so that
//! within one game a weak player is wrong in a consistent way, as people are.

use crate::score::{SURE, Score};

/// How good a player is, from 0 for somebody who has just learned the rules to [`Skill::BEST`]. Below 0 is the
/// kindness of a grown-up who lets a child win: where luck decides much, nobody else is weak enough.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Skill(i8);

impl std::fmt::Display for Skill {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(out)
    }
}

impl Skill {
    /// No weakness.
    pub const BEST: Skill = Skill(100);

    /// The kindest.
    pub const KINDEST: Skill = Skill(-99);

    /// A skill from -99 to 100; more and less is cut off.
    #[must_use]
    pub const fn new(skill: i8) -> Self {
        match skill {
            100.. => Skill::BEST,
            ..=-99 => Skill::KINDEST,
            _ => Skill(skill),
        }
    }

    /// How much is understood, from 0 to 1, whatever it is used for.
    fn insight(self) -> f32 {
        f32::from(self.0).abs() / 100.0
    }

    /// How many positions such a player looks at: twice as many for every seven points.
    #[must_use]
    pub fn nodes(self) -> u64 {
        (40.0 * (100.0 * self.insight() / 7.0).exp2()) as u64
    }

    /// The weakness of such a player in one game; none for the best.
    #[must_use]
    pub fn weakness(self, seed: u64) -> Option<Weakness> {
        let lack = 1.0 - self.insight();
        (lack > 0.0).then(|| Weakness {
            seed,
            doubt: (7_000.0 * lack.powi(2)) as Score,
            blindness: (450.0 * lack.powf(1.5)) as u64,
            is_kind: self.0 < 0,
        })
    }
}

/// What a search doesn't see, and how far it misjudges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weakness {
    seed: u64,
    /// How far a judgement may be off, to either side.
    doubt: Score,
    /// How often a simple action is overlooked, in thousandths.
    blindness: u64,
    /// Plays to lose.
    is_kind: bool,
}

impl Weakness {
    /// Whether an action is overlooked that comes so many turns after the present one and takes so many pieces:
    /// what is far away or complicated is overlooked more often.
    pub(crate) fn overlooks(&self, key: u64, slot: usize, ply: usize, taken: u32) -> bool {
        let hard = 2 + ply.min(4) as u64 + 2 * u64::from(taken.saturating_sub(1).min(4));
        self.number(key ^ (slot as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)) % 1000
            < self.blindness * hard / 4
    }

    /// A score as the player wishes it. Who wants to lose supposes that the other one wants to lose too, and loses
    /// even so.
    pub(crate) fn wished(&self, score: Score) -> Score {
        if self.is_kind { -score } else { score }
    }

    /// A judgement as it seems to the player.
    pub(crate) fn misjudged(&self, score: Score, key: u64) -> Score {
        if self.doubt == 0 {
            return score;
        }
        let span = 2 * self.doubt as u64 + 1;
        let off = (self.number(key) % span) as Score - self.doubt;
        (score + off).clamp(-SURE, SURE)
    }

    /// A number that follows from a key and the seed.
    fn number(&self, key: u64) -> u64 {
        let mixed = (key ^ self.seed).wrapping_mul(0xA076_1D64_78BD_642F);
        let wide = u128::from(mixed ^ mixed >> 29) * 0xD6E8_FEB8_6659_FD93;
        (wide as u64) ^ ((wide >> 64) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skill_only_ever_helps() {
        for skill in 0..100 {
            let (less, more) = (Skill::new(skill), Skill::new(skill + 1));
            assert!(less.nodes() <= more.nodes());
            let (less, more) = (less.weakness(1).unwrap(), more.weakness(1));
            assert!(more.is_none_or(|more| { more.doubt <= less.doubt && more.blindness <= less.blindness }));
        }
        assert_eq!(Skill::new(127), Skill::BEST);
        assert_eq!(Skill::new(-128), Skill::KINDEST);
    }

    #[test]
    fn long_captures_are_overlooked_more_often() {
        let weakness = Skill::new(10).weakness(7).unwrap();
        let overlooked = |taken| (0..1000).filter(|&key| weakness.overlooks(key * 977, 5, 0, taken)).count();
        let counts = [0, 2, 4].map(overlooked);
        assert!(counts[0] > 50 && counts[0] < counts[1] && counts[1] < counts[2], "{counts:?}");
        let wrong = |key| (weakness.misjudged(0, key), weakness.misjudged(0, key));
        assert!((0..100).all(|key| wrong(key).0 == wrong(key).1), "wrong in the same way each time");
        assert!((0..100).any(|key| wrong(key * 977).0.abs() > 1000));
    }
}
