//! Rolls for games that nobody plays for real: tests of strength, training, random games.

use damier_rules::game::Weight;

/// One of the outcomes, each as likely as its weight says. There has to be one.
pub(crate) fn drawn<R: Copy>(rolls: &[(R, Weight)], random: &mut fastrand::Rng) -> R {
    let mut left = random.u32(0..rolls.iter().map(|roll| roll.1).sum());
    for &(roll, weight) in rolls {
        match left.checked_sub(weight) {
            Some(rest) => left = rest,
            None => return roll,
        }
    }
    rolls[rolls.len() - 1].0
}
