//! The four dice, one for each colour of head.

use super::Head;
use crate::game::Weight;

/// One round of a fight: what each of the two rolled.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Round {
    /// The attacker's score.
    pub attacker: u16,
    /// The defender's score.
    pub defender: u16,
}

/// The faces of the dice, for each head in rising order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dice([[u16; 6]; 4]);

/// Dice that can't be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadDice {
    /// A face above [`Dice::HIGHEST`].
    TooHigh(u16),
    /// A blue die that always shows the same, where two blue heads that tie roll again for ever.
    EndlessTie,
}

impl Dice {
    /// The highest number that a face can show.
    pub const HIGHEST: u16 = 999;

    /// The dice of the game: each colour scores one more than the one below.
    pub const USUAL: Dice =
        Dice([[1, 2, 3, 4, 5, 6], [2, 3, 4, 5, 6, 7], [3, 4, 5, 6, 7, 8], [4, 5, 6, 7, 8, 9]]);

    /// Dice with these faces.
    pub fn new(faces: [[u16; 6]; 4]) -> Result<Self, BadDice> {
        match faces.iter().flatten().find(|&&face| face > Self::HIGHEST) {
            Some(&face) => Err(BadDice::TooHigh(face)),
            None => Ok(Dice(faces)),
        }
    }

    /// The faces of one head's die.
    #[must_use]
    pub fn faces(&self, head: Head) -> &[u16; 6] {
        &self.0[head as usize]
    }

    /// Whether one die of this head may show more than another one.
    pub(super) fn can_differ(&self, head: Head) -> bool {
        let faces = self.faces(head);
        faces.iter().any(|face| face != &faces[0])
    }

    /// Appends every round between two heads, in rising order, with its weight out of 36.
    pub(super) fn rounds(&self, attacker: Head, defender: Head, out: &mut Vec<(Round, Weight)>) {
        let start = out.len();
        for &attacker in self.faces(attacker) {
            for &defender in self.faces(defender) {
                out.push((Round { attacker, defender }, 1));
            }
        }
        out[start..].sort_unstable_by_key(|&(round, _)| round);
        out.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += next.1;
            }
            same
        });
    }
}
