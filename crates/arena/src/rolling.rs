//! Rolls for games that nobody plays for real: tests of strength, training, random games.

use damier_engine::weighted;
use damier_rules::game::Weight;

/// One of the outcomes, each as likely as its weight says. There has to be one.
pub(crate) fn drawn<R: Copy>(rolls: &[(R, Weight)], random: &mut fastrand::Rng) -> R {
    rolls[weighted(rolls, &mut |end| random.u32(0..end))].0
}
