//! Captures: following a piece from jump to jump, and keeping what precedence allows.
//!
//! The search is depth first. Where a position has so many ways that the same piece reaches the same
//! square with the same victims again and again, it starts to remember what it has seen, so that the
//! work is bounded by what can be reached, not by the number of ways to reach it. For flying kings that must
//! take as much as they can, even that is too much in the worst positions: see [`Layers`]. And since anybody
//! can set up a position that is worse than all of them, the work itself is counted and has an end.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::action::{Holds, Move};
use super::field::Field;
use super::layers::Layers;
use super::rules::{KingPriority, Landing, Precedence, Promotion, Removal, Rulebook};
use crate::bits::Bits;
use crate::board::{Board, Dir};

/// Jumps of one piece that are followed before the search starts to remember; ordinary positions stay far below.
const PLENTY: u32 = 1_000;

/// The most work that is done for the captures of one position: one for every jump that is followed, one or two for
/// every jump by which a set of victims grows, and [`TELLING`] for every capture. Where there is more, the captures found by then are all there are; no play leads there, and what is set up is refused before
/// ([`Misfit::TooComplex`](crate::tell::Misfit::TooComplex)). See DESIGN.md for what was found in the worst ones.
pub const MOST_WORK: u32 = 16_000_000;
/// The work of a capture that is found, as jumps: it has to be kept, tried and told.
const TELLING: u32 = 100;

/// A search for the captures of one side, written to `out`.
pub(crate) struct Hunt<'f, 'a, 'o, B: Board, R, A, T, const WHITE: bool> {
    field: &'f Field<'a, B, R, WHITE>,
    out: &'o mut Vec<A>,
    /// Where the captures of this search begin in `out`.
    start: usize,
    /// The rank of the captures found so far; lower ones are dropped.
    best: u64,
    /// The piece that captures.
    from: B::Bits,
    /// Free squares, the one that it left included.
    empty: B::Bits,
    last_row: B::Bits,
    /// Its kind.
    by_king: bool,
    /// It was crowned on the way.
    crowned: bool,
    /// Where the captures of the piece begin in `out`.
    mark: usize,
    /// Jumps followed so far, by all pieces.
    jumps: u32,
    /// The jump from which on the search remembers what the piece has met.
    plenty: u32,
    /// The work after which it gives up; what it has found by then is incomplete.
    most: u32,
    /// The piece has too many captures to be followed.
    overwhelmed: bool,
    seen: HashMap<(B::Bits, u32), bool, BuildHasherDefault<Mixer>>,
    pub(crate) trace: T,
}

/// Takes note of the way of each capture, or doesn't.
pub(crate) trait Trace<S> {
    /// Whether it does.
    const NOTES: bool;
    fn enter(&mut self, at: S);
    fn leave(&mut self);
    /// A capture that ends at `at` was found.
    fn found(&mut self, from: S, at: S);
    /// A capture was found whose way is known already.
    fn told(&mut self, way: impl FnOnce() -> Vec<u8>);
    /// All captures found but the first were dropped.
    fn keep(&mut self, first: usize);
}

/// No note is taken.
impl<S> Trace<S> for () {
    const NOTES: bool = false;
    #[inline(always)]
    fn enter(&mut self, _at: S) {}
    #[inline(always)]
    fn leave(&mut self) {}
    #[inline(always)]
    fn found(&mut self, _from: S, _at: S) {}
    #[inline(always)]
    fn told(&mut self, _way: impl FnOnce() -> Vec<u8>) {}
    #[inline(always)]
    fn keep(&mut self, _first: usize) {}
}

/// The squares of each capture from its start to its end, by index.
#[derive(Default)]
pub(crate) struct Ways {
    here: Vec<u8>,
    pub(crate) found: Vec<Vec<u8>>,
}

impl<S: Bits> Trace<S> for Ways {
    const NOTES: bool = true;
    fn enter(&mut self, at: S) {
        self.here.push(at.first());
    }
    fn leave(&mut self) {
        self.here.pop();
    }
    fn found(&mut self, from: S, at: S) {
        let mut way = Vec::with_capacity(self.here.len() + 2);
        way.push(from.first());
        way.extend(&self.here);
        if self.here.last() != Some(&at.first()) {
            way.push(at.first());
        }
        self.found.push(way);
    }
    fn told(&mut self, way: impl FnOnce() -> Vec<u8>) {
        self.found.push(way());
    }
    fn keep(&mut self, first: usize) {
        self.found.truncate(first);
    }
}

/// What has been captured so far on one way.
#[derive(Clone, Copy)]
struct Bag<S> {
    taken: S,
    /// A bit for each victim in the order of capture, set for kings; kept where precedence asks for it.
    order: u32,
}

const TERMINAL: u32 = 0;
const AS_MAN: u32 = 1;
const AS_KING: u32 = 2;

impl<'f, 'a, 'o, B, R, A, T, const WHITE: bool> Hunt<'f, 'a, 'o, B, R, A, T, WHITE>
where
    B: Board,
    R: Rulebook,
    A: Holds<B::Bits>,
    T: Trace<B::Bits>,
{
    #[inline(always)]
    pub(crate) fn new(field: &'f Field<'a, B, R, WHITE>, out: &'o mut Vec<A>, trace: T, most: u32) -> Self {
        let start = out.len();
        Hunt {
            field,
            out,
            start,
            best: 0,
            from: B::Bits::NONE,
            empty: B::Bits::NONE,
            last_row: field.board.last_row(Field::<'a, B, R, WHITE>::SIDE),
            by_king: false,
            crowned: false,
            mark: start,
            jumps: 0,
            plenty: PLENTY,
            most,
            overwhelmed: false,
            seen: HashMap::default(),
            trace,
        }
    }

    #[inline(never)]
    pub(crate) fn run(&mut self) {
        let field = self.field;
        let priority = field.rules().king_priority;
        let mut kings_targets = B::Bits::NONE;
        if field.kings.is_some() {
            kings_targets = self.kings();
            if priority == KingPriority::Always && kings_targets.is_some() {
                return;
            }
        }
        let mut prey = field.men_prey();
        if priority == KingPriority::SameTarget {
            prey = prey.without(kings_targets);
        }
        for &dir in field.men_jumps() {
            let over = field.step(field.men, dir) & prey;
            let land = field.step(over, dir) & field.empty;
            if land.is_some() {
                self.men(dir, land);
            }
        }
    }

    /// Follows every king; returns the victims with which they can begin.
    fn kings(&mut self) -> B::Bits {
        let mut targets = B::Bits::NONE;
        for king in self.field.kings.singles() {
            self.from = king;
            self.empty = self.field.empty | king;
            self.by_king = true;
            self.crowned = false;
            self.begin();
            for &dir in B::JUMPS {
                let first = Bag { taken: B::Bits::NONE, order: 1 };
                if self.king_jumps(king, dir, first) {
                    targets |= self.field.first_met(king, dir, self.empty);
                }
            }
            if self.overwhelmed && self.grows_sets() {
                if field_tells_arrivals(self.field) {
                    self.king_by_layers::<4>();
                } else {
                    self.king_by_layers::<1>();
                }
            }
        }
        targets
    }

    /// Begins with another piece: nothing is known of it, and some of its jumps are followed in any case.
    #[inline(always)]
    fn begin(&mut self) {
        (self.mark, self.plenty, self.overwhelmed) = (self.out.len(), self.jumps + PLENTY, false);
        if !self.seen.is_empty() {
            self.seen.clear();
        }
    }

    /// Whether kings with too many captures are followed by sets of victims: they fly, land anywhere, and
    /// have to take as much as they can.
    #[inline(always)]
    fn grows_sets(&self) -> bool {
        let rules = self.field.rules();
        let most = !matches!(rules.precedence, Precedence::Free | Precedence::MostThenRank);
        let anywhere = rules.flying && rules.landing == Landing::Any && self.field.falls.is_none();
        most && anywhere
    }

    #[inline(never)]
    fn king_by_layers<const ARRIVALS: usize>(&mut self) {
        let left = self.most.saturating_sub(self.work());
        let mut layers = Layers::<B, R, WHITE, ARRIVALS>::new(self.field, self.from, left);
        let (mut best, mut found) = (self.best, Vec::new());
        let done = layers.run(T::NOTES, |taken, stands| {
            let rank = self.rank(&Bag { taken, order: 0 });
            if rank > best {
                best = rank;
                found.clear();
            }
            if rank == best {
                found.push((taken, stands));
            }
        });
        self.jumps += layers.work;
        let number = found.iter().fold(0, |number, (_, stands)| number + stands.count());
        if !done || number > left / TELLING {
            return;
        }
        // What was found before is part of what is found now.
        self.overwhelmed = false;
        self.out.truncate(self.mark);
        self.trace.keep(self.mark - self.start);
        if best > self.best {
            self.best = best;
            self.out.truncate(self.start);
            self.trace.keep(0);
        }
        // Sets come in no order: the list of actions has to have one.
        found.sort_unstable_by_key(|(taken, _)| taken.words());
        for (taken, stands) in found {
            for at in stands.singles() {
                let (from, to) = (self.from.first(), at.first());
                self.out.push(A::of(Move { from, to, crowned: false, missed: false, taken }));
                self.trace.told(|| layers.way(taken, at));
            }
        }
    }

    /// Follows every man that can begin in this direction, given the squares where they land.
    fn men(&mut self, dir: Dir, land: B::Bits) {
        let field = self.field;
        for at in land.singles() {
            let over = field.step(at, dir.back());
            self.from = field.step(over, dir.back());
            self.empty = field.empty | self.from;
            self.by_king = false;
            self.crowned = false;
            self.begin();
            let bag = self.put(Bag { taken: B::Bits::NONE, order: 1 }, over);
            self.trace.enter(at);
            self.man_landed(at, dir, bag);
            self.trace.leave();
        }
    }

    #[inline(always)]
    fn put(&self, bag: Bag<B::Bits>, victim: B::Bits) -> Bag<B::Bits> {
        let order = if self.field.rules().precedence == Precedence::MostThenRank {
            bag.order << 1 | u32::from(victim.meets(self.field.prey_kings))
        } else {
            0
        };
        Bag { taken: bag.taken | victim, order }
    }

    /// Free squares after what has been captured so far.
    #[inline(always)]
    fn free(&self, bag: &Bag<B::Bits>) -> B::Bits {
        match self.field.rules().removal {
            Removal::AtEnd => self.empty,
            Removal::AtOnce => self.empty | bag.taken,
        }
    }

    /// Whether a capture that came in one direction may go on in another.
    #[inline(always)]
    fn may_turn(&self, came: Dir, to: Dir) -> bool {
        // Where victims stay on the board, the one just jumped bars the way back anyhow.
        self.field.rules().turning_back || to != came.back()
    }

    /// A man has landed: it goes on, or its capture ends here.
    fn man_landed(&mut self, at: B::Bits, came: Dir, bag: Bag<B::Bits>) {
        let field = self.field;
        if at.meets(field.falls) {
            return self.found(at, &bag, false);
        }
        if at.meets(self.last_row) {
            match field.rules().promotion {
                Promotion::End => {}
                Promotion::Stop => return self.found(at, &bag, false),
                Promotion::Immediate => {
                    self.crowned = true;
                    let goes_on = self.king_goes_on(at, came, true, bag);
                    self.stops(at, &bag, goes_on);
                    self.crowned = false;
                    return;
                }
            }
        }
        if self.remembered(at, came, AS_MAN, &bag).is_some() {
            return;
        }
        let prey = field.men_prey().without(bag.taken);
        let free = self.free(&bag);
        let mut goes_on = false;
        for &dir in field.men_jumps() {
            let over = field.step(at, dir) & prey;
            let land = field.step(over, dir) & free;
            if land.is_some() && self.may_turn(came, dir) {
                goes_on = true;
                let bag = self.put(bag, over);
                self.trace.enter(land);
                self.man_landed(land, dir, bag);
                self.trace.leave();
            }
        }
        self.stops(at, &bag, goes_on);
    }

    /// Follows a king from where it landed; `straight` says whether also in the direction it came.
    /// Returns whether it can go on.
    fn king_goes_on(&mut self, at: B::Bits, came: Dir, straight: bool, bag: Bag<B::Bits>) -> bool {
        if let Some(goes_on) = self.remembered(at, came, AS_KING + u32::from(straight), &bag) {
            return goes_on;
        }
        let mut goes_on = false;
        for &dir in B::JUMPS {
            if (straight || dir != came) && self.may_turn(came, dir) {
                goes_on |= self.king_jumps(at, dir, bag);
            }
        }
        if goes_on && !self.seen.is_empty() {
            self.seen.insert(self.memo(at, came, AS_KING + u32::from(straight), &bag), true);
        }
        goes_on
    }

    /// Follows a king over the first piece in one direction; returns whether it can jump it.
    fn king_jumps(&mut self, at: B::Bits, dir: Dir, bag: Bag<B::Bits>) -> bool {
        let field = self.field;
        let free = self.free(&bag);
        let over = field.first_met(at, dir, free) & field.prey.without(bag.taken);
        let land = field.step(over, dir) & free;
        if land.is_none() {
            return false;
        }
        let bag = self.put(bag, over);
        if field.rules().landing == Landing::Adjacent || !field.rules().flying {
            self.trace.enter(land);
            let goes_on = !land.meets(field.falls) && self.king_goes_on(land, dir, true, bag);
            self.stops(land, &bag, goes_on);
            self.trace.leave();
        } else {
            self.king_lands_anywhere(land, dir, bag);
        }
        true
    }

    /// Follows a king that may choose its square behind the victim, from the nearest on.
    fn king_lands_anywhere(&mut self, nearest: B::Bits, dir: Dir, bag: Bag<B::Bits>) {
        let field = self.field;
        let free = self.free(&bag);
        let (mut safe, mut fatal, mut farthest_safe) = (B::Bits::NONE, B::Bits::NONE, B::Bits::NONE);
        let mut at = nearest;
        while at.meets(free) {
            if at.meets(field.falls) {
                fatal |= at;
            } else {
                safe |= at;
                farthest_safe = at;
            }
            at = field.step(at, dir);
        }
        // Straight on is the same capture from wherever the king stops in between: followed once.
        self.trace.enter(farthest_safe);
        let straight = safe.is_some() && self.king_jumps(farthest_safe, dir, bag);
        self.trace.leave();
        let mut stops = if straight { B::Bits::NONE } else { safe };
        for at in safe.singles() {
            self.trace.enter(at);
            if self.king_goes_on(at, dir, false, bag) {
                stops = stops.without(at);
            }
            self.trace.leave();
        }
        if field.rules().landing == Landing::Seeking && (straight || stops != safe) {
            stops = B::Bits::NONE;
        }
        let short = if field.rules().stopping_short { safe.without(stops) } else { B::Bits::NONE };
        for at in (stops | fatal | short).singles() {
            self.found(at, &bag, at.meets(short));
        }
    }

    /// A capture may be complete: if it can't go on, or need not.
    #[inline(always)]
    fn stops(&mut self, at: B::Bits, bag: &Bag<B::Bits>, goes_on: bool) {
        if !goes_on || self.field.rules().stopping_short {
            self.found(at, bag, goes_on);
        }
    }

    fn memo(&self, at: B::Bits, came: Dir, state: u32, bag: &Bag<B::Bits>) -> (B::Bits, u32) {
        let squares = u32::from(at.first()) << 7 | u32::from(self.from.first());
        let way = (came as u32) << 2 | state;
        (bag.taken, squares << 5 | way)
    }

    /// What is remembered of this situation, if it has been met before; from now on it has.
    #[inline(always)]
    fn remembered(&mut self, at: B::Bits, came: Dir, state: u32, bag: &Bag<B::Bits>) -> Option<bool> {
        self.jumps += 1;
        if self.is_plenty() { self.recall(at, came, state, bag) } else { None }
    }

    /// Whether it is time to remember.
    #[inline(always)]
    fn is_plenty(&self) -> bool {
        self.jumps > self.plenty
    }

    /// The work done so far.
    pub(crate) fn work(&self) -> u32 {
        self.jumps.saturating_add(TELLING.saturating_mul((self.out.len() - self.start) as u32))
    }

    #[cold]
    #[inline(never)]
    fn recall(&mut self, at: B::Bits, came: Dir, state: u32, bag: &Bag<B::Bits>) -> Option<bool> {
        if self.work() > self.most || (self.by_king && self.grows_sets()) {
            self.overwhelmed = true;
            return Some(false);
        }
        // Where the order of victims counts, situations differ by it, and hardly any comes again.
        if self.field.rules().precedence == Precedence::MostThenRank {
            return None;
        }
        if self.seen.is_empty() {
            for found in self.out[self.start..].iter().filter_map(A::play) {
                let squares = u32::from(found.to) << 7 | u32::from(found.from);
                self.seen.insert((found.taken, squares << 5 | TERMINAL), true);
            }
        }
        let memo = self.memo(at, came, state, bag);
        let known = self.seen.get(&memo).copied();
        if known.is_none() {
            self.seen.insert(memo, false);
        }
        known
    }

    /// A capture is complete, or stops short: kept if nothing goes before it and it isn't known yet. Whether it stops short
    /// follows from where it ends and what it has taken: ways in another order can go on from there in the same ways.
    #[inline(always)]
    fn found(&mut self, at: B::Bits, bag: &Bag<B::Bits>, short: bool) {
        let rank = self.rank(bag);
        if rank < self.best || self.overwhelmed {
            return;
        }
        if rank > self.best {
            self.best = rank;
            self.out.truncate(self.start);
            self.trace.keep(0);
            self.mark = self.start;
        }
        let crowned = self.crowned || (!self.by_king && at.meets(self.last_row));
        let found =
            Move { from: self.from.first(), to: at.first(), crowned, missed: short, taken: bag.taken };
        if bag.taken.rest().is_some() && self.is_known(&found) {
            return;
        }
        self.out.push(A::of(found));
        self.trace.found(self.from, at);
    }

    #[inline(never)]
    fn is_known(&mut self, found: &Move<B::Bits>) -> bool {
        if self.seen.is_empty() {
            return self.out[self.start..].iter().any(|known| known.play() == Some(found));
        }
        let squares = u32::from(found.to) << 7 | u32::from(found.from);
        self.seen.insert((found.taken, squares << 5 | TERMINAL), true).is_some()
    }

    /// Compares captures: the greater goes before the lesser.
    #[inline(always)]
    fn rank(&self, bag: &Bag<B::Bits>) -> u64 {
        let number = u64::from(bag.taken.count());
        let kings = || u64::from((bag.taken & self.field.prey_kings).count());
        match self.field.rules().precedence {
            Precedence::Free => 0,
            Precedence::Most => number,
            Precedence::MostThenKings => number << 8 | kings(),
            Precedence::MostThenRank => {
                number << 48 | u64::from(self.by_king) << 40 | kings() << 32 | u64::from(bag.order)
            }
            // Two per king and one per man, less a trifle for each king.
            Precedence::Worth => ((number + kings()) * 64 - kings()) * 2 + u64::from(self.by_king),
        }
    }
}

/// Whether a rule against turning back has to be watched.
fn field_tells_arrivals<B: Board, R: Rulebook, const WHITE: bool>(field: &Field<'_, B, R, WHITE>) -> bool {
    field.rules().removal == Removal::AtOnce && !field.rules().turning_back
}

/// A fast hash for what the search remembers.
#[derive(Default)]
pub(crate) struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }
    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }
    fn write_u64(&mut self, word: u64) {
        let wide = u128::from(self.0 ^ word ^ 0x9E37_79B9_7F4A_7C15) * 0xD6E8_FEB8_6659_FD93;
        self.0 = (wide as u64) ^ ((wide >> 64) as u64);
    }
    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }
}
