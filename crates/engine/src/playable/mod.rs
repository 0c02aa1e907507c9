//! What a search wants to know about a game beyond its rules.

mod combat;
mod draughts;
mod huff;
mod traps;

use damier_rules::game::{Game, Side};

/// How many slots [`Playable::slot`] has.
pub(crate) const SLOTS: usize = 1 << 14;

/// A game that can be searched.
pub trait Playable: Game<State: Copy> + Sync {
    /// Whose turn it is, also while chance decides in it: scores are told from this side's view.
    fn side(&self, state: &Self::State) -> Side;

    /// Whether an action captures, huffs or attacks, so that no judgement may stop before it.
    fn is_noisy(&self, state: &Self::State, action: Self::Action) -> bool;

    /// Replaces `out` by every noisy action. Returns whether there is anything else to do.
    fn noisy(&self, state: &Self::State, out: &mut Vec<Self::Action>) -> bool {
        self.actions(state, out);
        let all = out.len();
        out.retain(|&action| self.is_noisy(state, action));
        out.len() < all
    }

    /// How far noisy actions that nobody is forced to are followed where the depth is used up.
    const FREE_PLIES: i32 = 4;

    /// Whether the best action is looked for best first instead of by depth: where one fight follows another, a search by
    /// depth doesn't get far. Only for games in which repetition means nothing, and
    /// whoever acts has something to do.
    const BEST_FIRST: bool = false;

    /// How many pieces an action takes: long captures are hard to see.
    fn taken(&self, state: &Self::State, action: Self::Action) -> u32;

    /// A number below 2^14 that similar actions share, for learning which are good.
    fn slot(&self, action: Self::Action) -> usize;

    /// The balance of pieces in hundredths of a man, to the advantage of [`Playable::side`].
    fn balance(&self, state: &Self::State) -> i32;

    /// How many kinds of things [`Playable::things`] tells.
    const KINDS: usize;

    /// Everything that stands on the board, as kinds below [`Playable::KINDS`], each once, with its squares;
    /// kinds are told from the view of [`Playable::side`].
    fn things(&self, state: &Self::State, found: impl FnMut(usize, [u64; 2]));

    /// How many kinds of threats [`Playable::threats`] tells.
    const THREATS: usize = 0;

    /// What pieces could do to each other at once, as kinds below [`Playable::THREATS`], each with the square it is
    /// done to, from the same view.
    #[inline]
    fn threats(&self, state: &Self::State, found: impl FnMut(usize, u8)) {
        let _ = (state, found);
    }

    /// How much of the patience of the game is used up: turns without progress, in quarters of the number that
    /// ends it, from 0 to 3.
    fn impatience(&self, state: &Self::State) -> usize;

    /// How many more turns without progress draw the game, where any number does.
    fn patience(&self, state: &Self::State) -> Option<u16>;

    /// Whether chance decides in the middle of something, so that no judgement may stop there.
    fn is_midway(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// Every position that chance can lead to, merged, with its probability; they sum up to one. A game may
    /// look through several rolls at once.
    fn outcomes(&self, state: &Self::State, out: &mut Vec<(Self::State, f32)>) {
        let mut rolls = Vec::new();
        self.classes(state, &mut rolls);
        let total: u32 = rolls.iter().map(|roll| roll.1).sum();
        out.clear();
        out.extend(
            rolls.iter().map(|&(roll, weight)| (self.settle(state, roll), weight as f32 / total as f32)),
        );
    }
}

/// What a search knows a position by: its key, which tells what repeats, and how close the game is to a draw for want of
/// progress.
pub(crate) fn key_with_patience<G: Playable>(game: &G, state: &G::State, key: u64) -> u64 {
    let stage = least_patience(game, state).map_or(0, |left| u64::from(left) + 1);
    key ^ stage.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// How much patience is left at least wherever a search knows a position by the same key.
pub(crate) fn least_patience<G: Playable>(game: &G, state: &G::State) -> Option<u16> {
    /// From here on, so many numbers count as one.
    const EXACT: u16 = 8;
    game.patience(state).map(|left| if left < EXACT { left } else { left / EXACT * EXACT })
}

/// The slot of a move between two squares by index.
fn slot(from: u8, to: u8) -> usize {
    (usize::from(from) << 7 | usize::from(to)) % SLOTS
}

/// Turns without progress in quarters of a limit, 0 for none.
fn quarters(quiet: u16, limit: u16) -> usize {
    usize::from(quiet).saturating_mul(4).checked_div(usize::from(limit)).unwrap_or(0).min(3)
}

/// The turns left of a limit, where there is one.
fn left(quiet: u16, limit: u16) -> Option<u16> {
    (limit > 0).then(|| limit.saturating_sub(quiet))
}

#[cfg(test)]
mod tests;
