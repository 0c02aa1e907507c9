//! The game of ranked pawns: a fight is looked through to its end, whatever the number of rounds.

use damier_rules::bits::Bits;
use damier_rules::combat::{Combat, CombatAction, CombatState, Head, QUIET_LIMIT};
use damier_rules::game::{Game, Side};

use super::{Playable, left, quarters, slot};

const fn worth(head: Head) -> i32 {
    match head {
        Head::Blue => 100,
        Head::Green => 140,
        Head::Red => 190,
        Head::Yellow => 260,
    }
}

impl Playable for Combat {
    const KINDS: usize = 8;
    // A combat has several results and each of them several combats: one is worth its time (+78 Elo
    // [+31, +128] at 3000 positions an action against 4), the next ones aren't.
    const FREE_PLIES: i32 = 1;
    const BEST_FIRST: bool = true;

    #[inline]
    fn things(&self, state: &CombatState, mut found: impl FnMut(usize, [u64; 2])) {
        for (side, kind) in [(state.turn(), 0), (state.turn().other(), 4)] {
            for head in Head::ALL {
                found(kind + head as usize, state.pawns_with(side, head).words());
            }
        }
    }

    const THREATS: usize = 32;

    /// Who could attack whom, by the heads of both.
    #[inline]
    fn threats(&self, state: &CombatState, mut found: impl FnMut(usize, u8)) {
        for (side, kind) in [(state.turn(), 0), (state.turn().other(), 16)] {
            self.attacks(state, side, |from, to| {
                found(kind + 4 * state.head(from) as usize + state.head(to) as usize, to);
            });
        }
    }

    #[inline]
    fn impatience(&self, state: &CombatState) -> usize {
        quarters(state.quiet(), QUIET_LIMIT)
    }

    #[inline]
    fn patience(&self, state: &CombatState) -> Option<u16> {
        left(state.quiet(), QUIET_LIMIT)
    }

    #[inline]
    fn side(&self, state: &CombatState) -> Side {
        state.turn()
    }

    #[inline]
    fn is_noisy(&self, state: &CombatState, action: CombatAction) -> bool {
        match action {
            CombatAction::Go { to, .. } => state.pawns_of(state.turn().other()).meets(u64::bit(to)),
            CombatAction::Pass => false,
        }
    }

    #[inline]
    fn noisy(&self, state: &CombatState, out: &mut Vec<CombatAction>) -> bool {
        let all = self.count(state, out);
        out.clear();
        if all > 0 {
            self.attacks(state, state.turn(), |from, to| out.push(CombatAction::Go { from, to }));
        }
        (out.len() as u64) < all
    }

    fn taken(&self, state: &CombatState, action: CombatAction) -> u32 {
        u32::from(self.is_noisy(state, action))
    }

    #[inline]
    fn slot(&self, action: CombatAction) -> usize {
        match action {
            CombatAction::Go { from, to } => slot(from, to),
            CombatAction::Pass => slot(127, 127),
        }
    }

    #[inline]
    fn balance(&self, state: &CombatState) -> i32 {
        let worth_of = |side: Side, head| worth(head) * state.pawns_with(side, head).count() as i32;
        let sum = |side: Side| Head::ALL.map(|head| worth_of(side, head)).iter().sum::<i32>();
        sum(state.turn()) - sum(state.turn().other())
    }

    #[inline]
    fn is_midway(&self, state: &CombatState) -> bool {
        self.is_chance(state)
    }

    /// Ties lead to another round with lower heads: at most four rounds, folded into the results they have.
    fn outcomes(&self, state: &CombatState, out: &mut Vec<(CombatState, f32)>) {
        out.clear();
        let (mut fight, mut chance) = (*state, 1.0);
        loop {
            let rounds = self.rounds(&fight);
            let total = rounds.iter().map(|round| round.1).sum::<u32>() as f32;
            let mut tie = None;
            for &(round, weight) in rounds {
                let next = self.settle(&fight, round);
                let probability = chance * weight as f32 / total;
                if self.is_chance(&next) {
                    tie = Some((next, probability));
                } else if let Some(known) = out.iter_mut().find(|known| known.0 == next) {
                    known.1 += probability;
                } else {
                    out.push((next, probability));
                }
            }
            match tie {
                Some(next) => (fight, chance) = next,
                None => return,
            }
        }
    }
}
