//! What several threads are searching at the moment, so that each tries something else first and finds the result
//! of the others in the table when it comes back (ABDADA, Weill 1996, as simplified by Kerrigan).

use std::sync::atomic::{AtomicU64, Ordering};

/// Places for what is being searched: far more than threads times plies.
const PLACES: usize = 1 << 12;

/// The actions being searched, each at a place of its own most of the time. Where two meet, one is forgotten, and
/// may be searched twice.
pub(super) struct Busy(Vec<AtomicU64>);

impl Busy {
    pub(super) fn new() -> Self {
        Busy((0..PLACES).map(|_| AtomicU64::new(0)).collect())
    }

    /// An action of a position, given by its place in the list.
    pub(super) fn claim(&self, key: u64, nth: usize) -> Claim<'_> {
        let mark = (key ^ (nth as u64 + 1)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Claim { place: &self.0[(mark >> 32) as usize % PLACES], mark }
    }
}

/// An action that a thread may be searching.
pub(super) struct Claim<'b> {
    place: &'b AtomicU64,
    mark: u64,
}

impl Claim<'_> {
    /// Begins to search it, unless another thread does already and this one doesn't insist. Says whether it has
    /// begun.
    pub(super) fn begin(&self, insists: bool) -> bool {
        let begins = insists || self.place.load(Ordering::Relaxed) != self.mark;
        if begins {
            self.place.store(self.mark, Ordering::Relaxed);
        }
        begins
    }

    pub(super) fn end(&self) {
        // Where something else has taken the place, it stays.
        let _ = self.place.compare_exchange(self.mark, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_begun_is_left_to_others_until_it_ends() {
        let busy = Busy::new();
        let (one, other) = (busy.claim(5, 0), busy.claim(5, 1));
        assert!(one.begin(false) && other.begin(false));
        assert!(!one.begin(false));
        assert!(one.begin(true), "whoever insists");
        other.end();
        assert!(!one.begin(false), "another one has ended");
        one.end();
        assert!(one.begin(false));
    }

    #[test]
    fn where_two_meet_the_first_is_forgotten() {
        let busy = Busy::new();
        let (one, other) = (Claim { place: &busy.0[7], mark: 1 }, Claim { place: &busy.0[7], mark: 2 });
        assert!(one.begin(false) && other.begin(false));
        one.end();
        assert!(!other.begin(false));
        assert!(one.begin(false));
    }
}
