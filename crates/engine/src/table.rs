//! The transposition table: what is known of positions met before, shared by all threads without locks.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::score::Score;

/// How a remembered score relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// The true score is at least that.
    Lower,
    /// The true score is at most that.
    Upper,
    /// It is the true score.
    Exact,
}

/// What is remembered of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) score: Score,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    /// The best action, as its place in the list of actions, whose order is stable.
    pub(crate) best: Option<u16>,
}

impl Entry {
    fn packed(self) -> u64 {
        let bound = match self.bound {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        };
        let best = self.best.unwrap_or(u16::MAX);
        u64::from(self.score as i16 as u16) << 48
            | u64::from(self.depth.clamp(-128, 127) as i8 as u8) << 40
            | bound << 32
            | u64::from(best)
    }

    fn unpacked(word: u64) -> Option<Self> {
        let bound = match word >> 32 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => return None,
        };
        let best = word as u16;
        Some(Entry {
            score: Score::from((word >> 48) as u16 as i16),
            depth: i32::from((word >> 40) as u8 as i8),
            bound,
            best: (best != u16::MAX).then_some(best),
        })
    }
}

/// A table of positions. A slot is two words: what is known, and the key mixed with it, so that a slot torn
/// between two writers belongs to no position.
#[derive(Debug)]
pub struct Table {
    slots: Vec<[AtomicU64; 2]>,
}

impl Table {
    /// A table with at least one and at most this many slots of 16 bytes.
    #[must_use]
    pub fn new(slots: usize) -> Self {
        let slots = if slots.is_power_of_two() { slots } else { (slots / 2 + 1).next_power_of_two() };
        Table { slots: (0..slots).map(|_| [AtomicU64::new(0), AtomicU64::new(0)]).collect() }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for [check, word] in &self.slots {
            check.store(0, Ordering::Relaxed);
            word.store(0, Ordering::Relaxed);
        }
    }

    #[inline]
    fn slot(&self, key: u64) -> &[AtomicU64; 2] {
        &self.slots[key as usize & (self.slots.len() - 1)]
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let [check, word] = self.slot(key);
        let word = word.load(Ordering::Relaxed);
        if check.load(Ordering::Relaxed) ^ word == key { Entry::unpacked(word) } else { None }
    }

    #[inline]
    pub(crate) fn put(&self, key: u64, entry: Entry) {
        let [check, word] = self.slot(key);
        let packed = entry.packed();
        check.store(key ^ packed, Ordering::Relaxed);
        word.store(packed, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_got() {
        let table = Table::new(64);
        let entries = [
            Entry { score: -9_999, depth: 40, bound: Bound::Exact, best: Some(17) },
            Entry { score: 9_999, depth: -3, bound: Bound::Lower, best: None },
            Entry { score: 0, depth: 0, bound: Bound::Upper, best: Some(0) },
        ];
        for (entry, key) in entries.into_iter().zip(5..) {
            assert_eq!(table.get(key), None);
            table.put(key, entry);
            assert_eq!(table.get(key), Some(entry));
            assert_eq!(table.get(key + 64), None, "another position in the same slot");
        }
        table.clear();
        assert_eq!(table.get(5), None);
    }
}
