//! A move or a capture of one piece.

use crate::bits::Bits;

/// What a player does with one piece. Two captures with the same start, end and victims are one action,
/// whatever the way between.
#[derive(Clone, Copy, Debug)]
pub struct Move<B> {
    /// Where the piece stands.
    pub(crate) from: u8,
    /// Where it ends.
    pub(crate) to: u8,
    /// It is a man that becomes a king on the way or at the end.
    pub(crate) crowned: bool,
    /// It captures nothing although something could have been captured, or stops although the capture could go on.
    pub(crate) missed: bool,
    /// The pieces that it captures.
    pub(crate) taken: B,
}

impl<B: PartialEq> PartialEq for Move<B> {
    fn eq(&self, other: &Self) -> bool {
        self.from == other.from && self.to == other.to && self.taken == other.taken
    }
}
impl<B: Eq> Eq for Move<B> {}

impl<B: Bits> Move<B> {
    /// The index of the square where the piece stands.
    #[inline(always)]
    #[must_use]
    pub fn from(&self) -> u8 {
        self.from
    }
    /// The index of the square where it ends.
    #[inline(always)]
    #[must_use]
    pub fn to(&self) -> u8 {
        self.to
    }
    /// The pieces it takes.
    #[inline(always)]
    pub fn taken(&self) -> B {
        self.taken
    }
    /// Whether anything is captured.
    #[inline(always)]
    #[must_use]
    pub fn is_capture(&self) -> bool {
        self.taken.is_some()
    }
}

/// An action of some game that may be a move or a capture, so that the generators can write it.
pub(crate) trait Holds<B>: Copy {
    /// The action that plays this.
    fn of(play: Move<B>) -> Self;
    /// The move or capture in it, if it is one.
    fn play(&self) -> Option<&Move<B>>;
}

impl<B: Bits> Holds<B> for Move<B> {
    #[inline(always)]
    fn of(play: Move<B>) -> Self {
        play
    }
    #[inline(always)]
    fn play(&self) -> Option<&Move<B>> {
        Some(self)
    }
}
