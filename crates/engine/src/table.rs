//! The transposition table: what is known of positions met before, shared by all threads without locks.

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

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

/// Searches after which an age comes round again.
const AGES: u8 = 64;

impl Entry {
    fn packed(self, age: u8) -> u64 {
        let bound = match self.bound {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        };
        let best = self.best.unwrap_or(u16::MAX);
        u64::from(self.score as i16 as u16) << 48
            | u64::from(self.depth.clamp(-128, 127) as i8 as u8) << 40
            | u64::from(age) << 34
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
            depth: depth_of(word),
            bound,
            best: (best != u16::MAX).then_some(best),
        })
    }
}

fn depth_of(word: u64) -> i32 {
    i32::from((word >> 40) as u8 as i8)
}

fn age_of(word: u64) -> u8 {
    (word >> 34) as u8 % AGES
}

/// Two words: what is known, and the key mixed with it, so that a slot torn between two writers belongs to no
/// position.
type Slot = [AtomicU64; 2];

/// Slots in which a position may be.
const NEIGHBOURS: usize = 4;

/// Neighbouring slots, laid out as one line of the processor's cache: looking at all costs no more than at one.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Neighbours([Slot; NEIGHBOURS]);

/// A table of positions.
#[derive(Debug)]
pub struct Table {
    lines: Vec<Neighbours>,
    age: AtomicU8,
}

impl Table {
    /// A table with at most this many slots of 16 bytes, but at least four.
    ///
    /// # Panics
    ///
    /// Where there is no memory for it; [`Table::try_new`] tells.
    #[must_use]
    pub fn new(slots: usize) -> Self {
        Table::try_new(slots).expect("there is memory for a table")
    }

    /// The same, for as many slots as somebody wishes.
    pub fn try_new(slots: usize) -> Result<Self, TryReserveError> {
        let lines = (slots / NEIGHBOURS).max(1);
        let lines = if lines.is_power_of_two() { lines } else { lines.next_power_of_two() / 2 };
        let mut memory = Vec::new();
        memory.try_reserve_exact(lines)?;
        ask_for_large_pages(&mut memory);
        memory.resize_with(lines, Neighbours::default);
        Ok(Table { lines: memory, age: AtomicU8::new(0) })
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for word in self.lines.iter().flat_map(|line| &line.0).flatten() {
            word.store(0, Ordering::Relaxed);
        }
        self.age.store(0, Ordering::Relaxed);
    }

    /// Begins another search: what earlier ones found is forgotten first.
    pub(crate) fn grow_older(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    #[inline]
    fn line(&self, key: u64) -> &[Slot; NEIGHBOURS] {
        &self.lines[key as usize & (self.lines.len() - 1)].0
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        self.line(key).iter().find_map(|[check, word]| {
            let word = word.load(Ordering::Relaxed);
            if check.load(Ordering::Relaxed) ^ word == key { Entry::unpacked(word) } else { None }
        })
    }

    #[inline]
    pub(crate) fn put(&self, key: u64, entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let line = self.line(key);
        let (mut least, mut place) = (i32::MAX, &line[0]);
        for slot in line {
            let word = slot[1].load(Ordering::Relaxed);
            if slot[0].load(Ordering::Relaxed) ^ word == key {
                place = slot;
                break;
            }
            // Shallow entries go first, and those of each earlier search as if they were shallower still.
            let older = i32::from((age + AGES - age_of(word)) % AGES);
            let worth = depth_of(word) - 8 * older;
            if worth < least {
                (least, place) = (worth, slot);
            }
        }
        let packed = entry.packed(age);
        place[0].store(key ^ packed, Ordering::Relaxed);
        place[1].store(packed, Ordering::Relaxed);
    }
}

/// Asks the system to lay memory out in pages of two megabytes. A search looks all over the table, and with small
/// pages it waits for the page's address almost as long as for what is on it: a fifth faster, see
/// `docs/benchmarks.md`. Nothing depends on whether the system agrees.
#[cfg(target_os = "linux")]
fn ask_for_large_pages(memory: &mut Vec<Neighbours>) {
    const PAGE: usize = 1 << 21;
    let free = memory.spare_capacity_mut();
    let bytes = size_of_val(free);
    let before = free.as_ptr().addr().wrapping_neg() % PAGE;
    if bytes < before + PAGE {
        return;
    }
    let first = free.as_mut_ptr().cast::<u8>().wrapping_add(before);
    // SAFETY: `first` is inside the memory that the vector owns (`before < bytes`), and what is advised ends where
    // that memory ends. This advice changes neither contents nor access, only how pages are grouped.
    #[allow(unsafe_code)]
    let _ = unsafe { rustix::mm::madvise(first.cast(), bytes - before, rustix::mm::Advice::LinuxHugepage) };
}

#[cfg(not(target_os = "linux"))]
fn ask_for_large_pages(_memory: &mut Vec<Neighbours>) {}

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
            assert_eq!(table.get(key + 64), None, "another position in the same line");
        }
        table.clear();
        assert_eq!(table.get(5), None);
    }

    #[test]
    fn deep_entries_stay_until_they_are_old() {
        let table = Table::new(4);
        let entry = |depth| Entry { score: 1, depth, bound: Bound::Exact, best: None };
        (1..=4).for_each(|key| table.put(key, entry(20)));
        table.put(5, entry(1));
        table.put(6, entry(2));
        assert_eq!((1..=6).filter(|&key| table.get(key).is_some()).count(), 4);
        assert_eq!(table.get(6), Some(entry(2)), "the shallow one made room");
        for _ in 0..4 {
            table.grow_older();
        }
        (7..=10).for_each(|key| table.put(key, entry(3)));
        assert!((7..=10).all(|key| table.get(key).is_some()));
    }
}
