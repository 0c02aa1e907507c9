//! The levels for people, as players of a contest.

use std::time::Instant;

use damier_engine::{Net, Playable, Skill, Table};
use damier_rules::tell::Tell;

use super::Fault;
use super::mind::{Moment, Thinker};
use crate::level::{longest_thought, table_for, think};

/// Somebody of some skill.
pub(super) struct Leveller<'n> {
    skill: Skill,
    net: Option<&'n Net>,
    table: Table,
    seed: u64,
}

impl<'n> Leveller<'n> {
    pub(super) fn new(skill: Skill, net: Option<&'n Net>) -> Self {
        Leveller { skill, net, table: table_for(skill), seed: 0 }
    }
}

impl<G: Tell + Playable> Thinker<G> for Leveller<'_> {
    fn begin(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn choose(&mut self, moment: &Moment<'_, G>) -> Result<G::Action, Fault> {
        let start = Instant::now();
        let played = moment.path.iter().map(|step| &step.before);
        let longest = longest_thought(moment.game, moment.state, played);
        let stop = || start.elapsed() >= longest;
        // What a weak player believes of a position is nothing to build on later.
        self.table.clear();
        let at = (moment.state, moment.keys);
        think(moment.game, self.skill, self.net, &self.table, at, self.seed, &stop).ok_or(Fault::Crashed)
    }
}
