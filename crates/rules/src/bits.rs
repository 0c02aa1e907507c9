//! Sets of squares as machine words.
//!
//! Boards of up to 64 bits use `u64`; the 12x12 board needs `u128` (see DESIGN.md for what that costs).

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A set of squares, one bit each.
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Send
    + Sync
    + Debug
    + Default
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The empty set.
    const NONE: Self;

    /// The set of the one square with this index.
    fn bit(index: u8) -> Self;
    /// The set whose bits are those of `word` that fit.
    fn of(word: u128) -> Self;
    /// How many squares are in the set.
    fn count(self) -> u32;
    /// The lowest index in the set; meaningless for the empty set.
    fn first(self) -> u8;
    /// The set without its lowest square.
    fn rest(self) -> Self;
    /// The bits moved up by so many places, those that leave at the top coming back at the bottom.
    fn turned(self, places: u32) -> Self;
    /// Two words that together hold the whole set, for hashing.
    fn words(self) -> [u64; 2];

    /// Whether the set is empty.
    #[inline(always)]
    fn is_none(self) -> bool {
        self == Self::NONE
    }
    /// Whether the set holds anything.
    #[inline(always)]
    fn is_some(self) -> bool {
        self != Self::NONE
    }
    /// Whether the two sets share a square.
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        (self & other).is_some()
    }
    /// The set without the squares of `other`.
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self & !other
    }
    /// The indices in rising order.
    #[inline(always)]
    fn indices(self) -> Indices<Self> {
        Indices(self)
    }
    /// The squares one by one, each as a set, in rising order.
    #[inline(always)]
    fn singles(self) -> impl Iterator<Item = Self> {
        self.indices().map(Self::bit)
    }
}

/// Iterator over the indices of a set; see [`Bits::indices`].
pub struct Indices<B>(B);

impl<B: Bits> Iterator for Indices<B> {
    type Item = u8;
    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        if self.0.is_none() {
            return None;
        }
        let index = self.0.first();
        self.0 = self.0.rest();
        Some(index)
    }
}

macro_rules! word {
    ($word:ty, $words:expr) => {
        impl Bits for $word {
            const NONE: Self = 0;
            #[inline(always)]
            fn bit(index: u8) -> Self {
                1 << index
            }
            #[inline(always)]
            fn of(word: u128) -> Self {
                word as $word
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn first(self) -> u8 {
                self.trailing_zeros() as u8
            }
            #[inline(always)]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn turned(self, places: u32) -> Self {
                self.rotate_left(places)
            }
            #[inline(always)]
            fn words(self) -> [u64; 2] {
                let words: fn($word) -> [u64; 2] = $words;
                words(self)
            }
        }
    };
}
word!(u64, |set| [set, 0]);
word!(u128, |set| [set as u64, (set >> 64) as u64]);
