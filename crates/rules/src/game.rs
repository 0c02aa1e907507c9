//! The trait that every game implements, and the few words all games share.

use std::fmt::Debug;

/// One of the two players. White sits at the bottom of the board, Black at the top.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// The side at the bottom (the blue pawns of the dice game).
    White,
    /// The side at the top (its red pawns).
    Black,
}

impl Side {
    /// Both sides, White first; `Side as usize` indexes arrays in this order.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// The opponent.
    #[inline(always)]
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// A side has no piece left.
    NoPieces,
    /// The side to move has nothing that it may do.
    Blocked,
    /// Neither side has anything that it may do.
    BothBlocked,
    /// The last pieces of both sides left the board together.
    BothGone,
    /// Too many turns went by without progress.
    QuietLimit,
    /// An ending that the rules call drawn, at once or after a number of turns.
    DrawnEnding,
    /// The same position came up too often.
    Repetition,
}

impl Ending {
    /// The stable id of this reason.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Ending::NoPieces => "no-pieces",
            Ending::Blocked => "blocked",
            Ending::BothBlocked => "both-blocked",
            Ending::BothGone => "both-gone",
            Ending::QuietLimit => "quiet-limit",
            Ending::DrawnEnding => "drawn-ending",
            Ending::Repetition => "repetition",
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// Why.
    pub ending: Ending,
}

impl Outcome {
    pub(crate) const fn won(winner: Side, ending: Ending) -> Self {
        Outcome { winner: Some(winner), ending }
    }
    pub(crate) const fn drawn(ending: Ending) -> Self {
        Outcome { winner: None, ending }
    }
}

/// What happens next in a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// This side acts.
    Act(Side),
    /// Chance decides: see [`Game::rolls`].
    Chance,
    /// Nothing: the game is over.
    Over(Outcome),
}

/// A whole number proportional to a probability; a roll's chance is its weight over the sum of weights.
pub type Weight = u32;

/// A game: a rule set together with its options. Its states are values, its moves make new ones.
///
/// Turns need not alternate (a huff keeps the turn), chance may come before an action (a roulette) or
/// inside a turn (a combat), and the geometry may depend on whose turn it is (sliding plates). Code
/// that works with any game assumes none of these.
pub trait Game {
    /// A position with everything that decides how the game goes on, except repetition.
    type State: Clone + PartialEq + Debug + Send + Sync;
    /// What a player does.
    type Action: Copy + PartialEq + Eq + Debug + Send + Sync;
    /// What chance does; [`std::convert::Infallible`] where there is none.
    type Roll: Copy + PartialEq + Eq + Debug + Send + Sync;

    /// The position that a game starts from.
    fn start(&self) -> Self::State;

    /// What happens next.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Replaces `out` by every legal action, in a stable order; none where chance decides or the game
    /// is over.
    fn actions(&self, state: &Self::State, out: &mut Vec<Self::Action>);

    /// How many legal actions there are. `scratch` is a buffer to work in.
    #[inline]
    fn count(&self, state: &Self::State, scratch: &mut Vec<Self::Action>) -> u64 {
        self.actions(state, scratch);
        scratch.len() as u64
    }

    /// The position after a legal action.
    fn apply(&self, state: &Self::State, action: Self::Action) -> Self::State;

    /// Replaces `out` by every outcome that chance has here, with its weight.
    fn rolls(&self, state: &Self::State, out: &mut Vec<(Self::Roll, Weight)>) {
        let _ = state;
        out.clear();
    }

    /// The position after an outcome of chance.
    fn settle(&self, state: &Self::State, roll: Self::Roll) -> Self::State;

    /// As [`Game::rolls`], with the outcomes that lead to the same position merged into one, and those that change
    /// nothing left out: what follows is then rolled again.
    fn classes(&self, state: &Self::State, out: &mut Vec<(Self::Roll, Weight)>) {
        self.rolls(state, out);
    }

    /// Whether dice or a roulette are in the game: where there is no roll, there is one value of `Option` of it.
    fn has_chance(&self) -> bool {
        size_of::<Option<Self::Roll>>() > 0
    }

    /// Whether chance decides here: the same as `turn(state) == Turn::Chance`, and cheaper.
    #[inline(always)]
    fn is_chance(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// As [`Game::classes`], with the number of outcomes merged into each instead of their weight.
    fn branches(&self, state: &Self::State, out: &mut Vec<(Self::Roll, u32)>) {
        self.rolls(state, out);
        out.iter_mut().for_each(|(_, number)| *number = 1);
    }

    /// A number for what repeats: pieces, side to move and pending phase, without counters.
    fn key(&self, state: &Self::State) -> u64;

    /// The occurrence of a position at which the game is drawn, in games that know repetition.
    fn repetition(&self) -> Option<u8>;
}

/// The highest count of quiet turns or of moves that a position keeps.
pub const HIGHEST_COUNT: u16 = 9_999;

/// The next count, as far as counts go.
#[inline(always)]
pub(crate) fn counted(count: u16) -> u16 {
    (count + 1).min(HIGHEST_COUNT)
}

/// Mixes words into a key whose every bit depends on every word.
#[inline]
pub(crate) fn mix(words: &[u64]) -> u64 {
    let mut hash = 0x9E37_79B9_7F4A_7C15_u64;
    for &word in words {
        let wide = u128::from(hash ^ word) * 0xD6E8_FEB8_6659_FD93;
        hash = (wide as u64) ^ ((wide >> 64) as u64) ^ 0xA076_1D64_78BD_642F;
    }
    hash
}
