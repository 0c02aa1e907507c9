//! What a draughts game can differ in, as data.

use crate::board::Naming;
use crate::game::Side;

/// Whether captures must be made in full or by preference; how two captures compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precedence {
    /// Any capture will do.
    Free,
    /// The most pieces.
    Most,
    /// The most pieces, then the most kings among them.
    MostThenKings,
    /// The most pieces; then by a king rather than a man; then the most kings taken; then the one that
    /// meets a king first.
    MostThenRank,
    /// The greatest worth, a king being worth a little less than two men; then by a king.
    Worth,
}

/// What a king capturing rather than a man has to do with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KingPriority {
    /// Nothing.
    Never,
    /// Where a king can capture, a king must.
    Always,
    /// A man may not begin with a victim with which a king could begin.
    SameTarget,
}

/// When a man that reaches the last row is crowned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Promotion {
    /// Where its move stops there; passing through in a capture does nothing.
    End,
    /// At once; it goes on capturing as a king.
    Immediate,
    /// At once, and its turn ends there.
    Stop,
}

/// Where a flying king may stop behind its victim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Landing {
    /// On the square just behind.
    Adjacent,
    /// On any free square behind.
    Any,
    /// On any free square behind, but on one from which it can go on where there is one.
    Seeking,
}

/// When captured pieces leave the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Removal {
    /// When the whole capture is over; until then they block the way and can't be jumped again.
    AtEnd,
    /// As they are jumped.
    AtOnce,
}

/// An ending drawn after a number of turns: `strong` pieces at most against a lone king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawnEnding {
    /// How many pieces the stronger side has, at most.
    pub strong: u8,
    /// After how many quiet turns (plies) it is drawn.
    pub quiet: u16,
}

/// When a game is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draws {
    /// Plies without a capture or a man's move; 0 for no limit.
    pub quiet: u16,
    /// Endings against a lone king that are drawn sooner, smallest first.
    pub endings: &'static [DrawnEnding],
    /// The occurrence of a position that draws; 0 for none.
    pub repetition: u8,
}

/// The rules of a jumping game. Variants say only what differs from another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// How squares are numbered.
    pub naming: Naming,
    /// Who begins.
    pub first: Side,
    /// How many rows of men each side starts with.
    pub rows: u8,
    /// How many rows behind them stay free.
    pub free_rows: u8,
    /// Men capture backwards too.
    pub men_capture_backwards: bool,
    /// Men may capture kings.
    pub men_capture_kings: bool,
    /// Kings fly over any number of free squares; otherwise they step and jump as men do, all around.
    pub flying: bool,
    /// Where a flying king lands.
    pub landing: Landing,
    /// When captured pieces leave the board.
    pub removal: Removal,
    /// A capture may turn straight back.
    pub turning_back: bool,
    /// A capture may stop after any jump, even where it could go on: only in games that have a price for it.
    pub stopping_short: bool,
    /// When men are crowned.
    pub promotion: Promotion,
    /// Which captures go before others.
    pub precedence: Precedence,
    /// Whether kings capture before men.
    pub king_priority: KingPriority,
    /// How many quiet moves in a row the same king may make while its side has men; 0 for any number.
    pub king_moves: u8,
    /// When the game is drawn.
    pub draws: Draws,
}

/// Where a game takes its rules from: a value chosen by players, or a constant of the program, for which
/// the compiler drops every branch not taken.
pub trait Rulebook: Clone + Send + Sync {
    /// The rules.
    fn rules(&self) -> &Rules;
}

impl Rulebook for Rules {
    #[inline(always)]
    fn rules(&self) -> &Rules {
        self
    }
}
