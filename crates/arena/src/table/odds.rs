//! How a fight may end, counted exactly.

use damier_rules::game::{Side, Weight};
use damier_rules::tell::{Kind, Tell};

/// How a fight ends, in equally likely cases.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct FightOdds {
    /// Cases in all.
    pub of: u64,
    /// Cases in which the attacker wins.
    pub win: u64,
    /// Cases in which both go.
    pub both: u64,
    /// Cases in which the defender wins.
    pub lose: u64,
    /// The attacker's head after a win: cases of blue, green, red and yellow.
    pub heads: [u64; 4],
}

impl FightOdds {
    /// The odds of the fight that is being fought in a position, if one is.
    pub(super) fn of<G: Tell>(game: &G, state: &G::State) -> Option<Self> {
        let setup = game.setup(state);
        let (_, to) = setup.fight?;
        let cases = cases(game, state)?;
        let mut odds = FightOdds { of: cases, ..Self::default() };
        odds.add(game, state, setup.turn, to, cases);
        odds.reduce();
        Some(odds)
    }

    /// Shares `cases` among the ways in which the fight goes on.
    fn add<G: Tell>(&mut self, game: &G, state: &G::State, attacker: Side, square: u8, cases: u64) {
        let mut rolls = Vec::new();
        game.classes(state, &mut rolls);
        let each = cases / u64::from(total(&rolls).max(1));
        for (roll, weight) in rolls {
            let (next, cases) = (game.settle(state, roll), each * u64::from(weight));
            if game.is_chance(&next) {
                self.add(game, &next, attacker, square, cases);
                continue;
            }
            match game.setup(&next).piece(square) {
                None => self.both += cases,
                Some((side, kind)) if side == attacker => {
                    self.win += cases;
                    if let Kind::Pawn(head) = kind {
                        self.heads[head as usize] += cases;
                    }
                }
                Some(_) => self.lose += cases,
            }
        }
    }

    /// Divides by what all numbers share.
    fn reduce(&mut self) {
        let all = [self.of, self.win, self.both, self.lose].into_iter().chain(self.heads);
        let shared = all.fold(0, divisor).max(1);
        for number in [&mut self.of, &mut self.win, &mut self.both, &mut self.lose] {
            *number /= shared;
        }
        self.heads = self.heads.map(|cases| cases / shared);
    }
}

/// A number of cases that can be shared evenly in every round there may be: what a round leaves open is fought on.
fn cases<G: Tell>(game: &G, state: &G::State) -> Option<u64> {
    let (mut rolls, mut cases, mut fight) = (Vec::new(), 1_u64, Some(state.clone()));
    while let Some(state) = fight {
        game.classes(&state, &mut rolls);
        cases = cases.checked_mul(u64::from(total(&rolls)))?;
        fight = rolls.iter().map(|&(roll, _)| game.settle(&state, roll)).find(|next| game.is_chance(next));
    }
    Some(cases)
}

fn total<R>(rolls: &[(R, Weight)]) -> Weight {
    rolls.iter().map(|roll| roll.1).sum()
}

/// The greatest number that divides both.
fn divisor(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { divisor(other, one % other) }
}
