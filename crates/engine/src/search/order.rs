//! The order in which actions are tried: what the table says, what captures, what was good elsewhere.

use crate::playable::{Playable, SLOTS};

/// Above everything learned.
const KNOWN: i32 = 1 << 24;
const NOISY: i32 = 1 << 22;
const KILLER: i32 = 1 << 21;
/// What is learned stays below this.
const MOST: i32 = 1 << 14;
/// Tried already.
const DONE: i32 = i32::MIN;
/// Put off: after all others, in the order in which they were put off.
const LATER: i32 = DONE + (1 << 16);

/// What has been learned about actions.
pub(super) struct Order {
    /// How good an action of each slot has been.
    history: Vec<i32>,
    /// For each ply the slots of the last two quiet actions that refuted what came before.
    killers: Vec<[usize; 2]>,
}

impl Order {
    pub(super) fn new(plies: usize) -> Self {
        Order { history: vec![0; SLOTS], killers: vec![[SLOTS; 2]; plies] }
    }

    /// Rates the actions of a position into `picks`.
    pub(super) fn rate<G: Playable>(
        &self,
        game: &G,
        state: &G::State,
        actions: &[G::Action],
        known: Option<u16>,
        ply: usize,
        picks: &mut Vec<i32>,
    ) {
        picks.clear();
        picks.extend(actions.iter().enumerate().map(|(nth, &action)| {
            if known == u16::try_from(nth).ok() {
                return KNOWN;
            }
            let slot = game.slot(action);
            let learned = self.history[slot];
            if game.is_noisy(state, action) {
                NOISY + learned
            } else if self.killers[ply].contains(&slot) {
                KILLER + learned
            } else {
                learned
            }
        }));
    }

    /// Learns that an action refuted what came before, and that those tried before it didn't: `picks` knows
    /// which they are.
    pub(super) fn learn<G: Playable>(
        &mut self,
        game: &G,
        state: &G::State,
        (actions, picks): (&[G::Action], &[i32]),
        nth: usize,
        depth: i32,
        ply: usize,
    ) {
        let slot = game.slot(actions[nth]);
        let bonus = (depth * depth).min(400);
        self.shift(slot, bonus);
        for (other, action) in actions.iter().enumerate() {
            if picks[other] == DONE && other != nth {
                self.shift(game.slot(*action), -bonus);
            }
        }
        if !game.is_noisy(state, actions[nth]) && self.killers[ply][0] != slot {
            self.killers[ply][1] = self.killers[ply][0];
            self.killers[ply][0] = slot;
        }
    }

    /// Moves what is known of a slot towards its bounds, less the nearer it is.
    fn shift(&mut self, slot: usize, bonus: i32) {
        let learned = &mut self.history[slot];
        *learned += bonus - *learned * bonus.abs() / MOST;
    }
}

/// Takes the best action not tried yet, the first of equals.
#[inline]
pub(super) fn pick(picks: &mut [i32]) -> Option<usize> {
    take(picks).map(|(nth, _)| nth)
}

/// An action to try: its place in the list, how many come before it, and whether it was put off.
pub(super) struct Ranked {
    pub(super) nth: usize,
    pub(super) rank: usize,
    pub(super) was_put_off: bool,
}

/// Takes an action as [`pick`] does. So many were picked before, and those put off keep their rank.
#[inline]
pub(super) fn pick_ranked(picks: &mut [i32], before: usize) -> Option<Ranked> {
    let (nth, rating) = take(picks)?;
    let was_put_off = rating <= LATER;
    let rank = if was_put_off { (LATER - rating) as usize } else { before };
    Some(Ranked { nth, rank, was_put_off })
}

/// Puts an action off until all others were tried.
pub(super) fn put_off(picks: &mut [i32], Ranked { nth, rank, .. }: Ranked) {
    picks[nth] = LATER - rank as i32;
}

#[inline]
fn take(picks: &mut [i32]) -> Option<(usize, i32)> {
    let (mut best, mut rating) = (None, DONE);
    for (nth, &pick) in picks.iter().enumerate() {
        if pick > rating {
            (best, rating) = (Some(nth), pick);
        }
    }
    picks[best?] = DONE;
    best.map(|nth| (nth, rating))
}
