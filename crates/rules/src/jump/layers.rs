//! Captures of one flying king in a position with more of them than can be followed one by one.
//!
//! Where the longest capture is compulsory, all that counts is which pieces can be taken together, and where
//! the king can stand having taken them. So instead of following jumps, sets of victims grow by one piece at
//! a time: a layer maps each set that can be taken to the squares where the king may then stand. A set from
//! which nothing further can be taken is a capture, for each of its squares. Rays are followed from all
//! squares at once. The work is bounded by the number of sets, whatever the number of ways.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::capture::Mixer;
use super::field::Field;
use super::rules::{Removal, Rulebook};
use crate::bits::Bits;
use crate::board::{Board, Dir};

/// Where a king may stand, for each direction that it may have come from. Directions are told apart only
/// where turning back is forbidden by a rule; where victims stay on the board they bar the way themselves.
type Stands<S, const ARRIVALS: usize> = [S; ARRIVALS];
type Layer<S, const ARRIVALS: usize> = HashMap<S, Stands<S, ARRIVALS>, BuildHasherDefault<Mixer>>;

/// A search by sets of victims for one king.
pub(crate) struct Layers<'f, 'a, B: Board, R, const WHITE: bool, const ARRIVALS: usize> {
    field: &'f Field<'a, B, R, WHITE>,
    from: B::Bits,
    /// Free squares, the one that the king left included.
    empty: B::Bits,
    /// All layers so far, where ways are asked for later.
    kept: Vec<Layer<B::Bits, ARRIVALS>>,
    /// The work of the jumps by which sets have grown so far.
    pub(crate) work: u32,
    /// The work after which the search gives up.
    most: u32,
}

impl<'f, 'a, B: Board, R: Rulebook, const WHITE: bool, const ARRIVALS: usize>
    Layers<'f, 'a, B, R, WHITE, ARRIVALS>
{
    /// The work of a jump: sets take twice as much time and room where arrivals are told apart.
    const WORK: u32 = (ARRIVALS as u32).div_ceil(2);

    pub(crate) fn new(field: &'f Field<'a, B, R, WHITE>, from: B::Bits, most: u32) -> Self {
        Layers { field, from, empty: field.empty | from, kept: Vec::new(), work: 0, most }
    }

    /// Calls `found` with every set that can't be added to and the squares where the king may stand with it.
    /// With `keep`, ways can be asked for afterwards. Returns whether it could be done with the work that it may do.
    pub(crate) fn run(&mut self, keep: bool, mut found: impl FnMut(B::Bits, B::Bits)) -> bool {
        let mut layer = Layer::default();
        layer.insert(B::Bits::NONE, [self.from; ARRIVALS]);
        while !layer.is_empty() {
            let mut next = Layer::with_capacity_and_hasher(layer.len(), BuildHasherDefault::default());
            for (&taken, stands) in &layer {
                let mut jumps = 0;
                self.jumps(taken, stands, |victim, arrival, ray| {
                    jumps += 1;
                    next.entry(taken | victim).or_insert([B::Bits::NONE; ARRIVALS])[arrival] |= ray;
                });
                self.work += jumps * Self::WORK;
                if self.work > self.most {
                    return false;
                }
                if jumps == 0 && taken.is_some() {
                    found(taken, stands.iter().fold(B::Bits::NONE, |all, &stand| all | stand));
                }
            }
            let done = std::mem::replace(&mut layer, next);
            if keep {
                self.kept.push(done);
            }
        }
        true
    }

    /// Free squares once some pieces have been taken.
    #[inline(always)]
    fn free(&self, taken: B::Bits) -> B::Bits {
        match self.field.rules().removal {
            Removal::AtEnd => self.empty,
            Removal::AtOnce => self.empty | taken,
        }
    }

    /// Everything that can be jumped from some squares: the victim, the direction's number, and the squares
    /// behind it.
    #[inline(always)]
    fn jumps(
        &self,
        taken: B::Bits,
        stands: &Stands<B::Bits, ARRIVALS>,
        mut found: impl FnMut(B::Bits, usize, B::Bits),
    ) {
        let (field, free) = (self.field, self.free(taken));
        let prey = field.prey.without(taken);
        for (nth, &dir) in B::JUMPS.iter().enumerate() {
            let starts = self.starts(stands, dir);
            let reach = starts | self.ray(starts, dir, free);
            for victim in (field.step(reach, dir) & prey).singles() {
                let ray = self.ray(victim, dir, free);
                if ray.is_some() {
                    found(victim, nth % ARRIVALS, ray);
                }
            }
        }
    }

    /// The squares from which a king may leave in one direction.
    #[inline(always)]
    fn starts(&self, stands: &Stands<B::Bits, ARRIVALS>, dir: Dir) -> B::Bits {
        let arrivals = stands.iter().enumerate();
        arrivals.fold(B::Bits::NONE, |all, (nth, &stand)| {
            if ARRIVALS > 1 && B::JUMPS[nth] == dir.back() { all } else { all | stand }
        })
    }

    /// The free squares that follow some squares in one direction.
    #[inline(always)]
    fn ray(&self, from: B::Bits, dir: Dir, free: B::Bits) -> B::Bits {
        let mut ray = B::Bits::NONE;
        let mut at = self.field.step(from, dir) & free;
        while at.is_some() {
            ray |= at;
            at = self.field.step(at, dir) & free;
        }
        ray
    }

    /// The squares from start to end of one way to take a set of pieces and end on a square, by index. Found
    /// backwards through the layers kept.
    pub(crate) fn way(&self, taken: B::Bits, to: B::Bits) -> Vec<u8> {
        let mut way = vec![to.first()];
        let (mut taken, mut to, mut left_in) = (taken, to, None);
        for layer in self.kept[..taken.count() as usize].iter().rev() {
            let Some((victim, stand, arrived)) = self.before(layer, taken, to, left_in) else { break };
            taken = taken.without(victim);
            to = stand;
            left_in = Some(arrived);
            way.push(to.first());
        }
        way.reverse();
        way
    }

    /// The last victim of a set, the square from which it was taken and in which direction, for a king that
    /// stands on `to` and then leaves in another one.
    fn before(
        &self,
        layer: &Layer<B::Bits, ARRIVALS>,
        taken: B::Bits,
        to: B::Bits,
        leaves: Option<Dir>,
    ) -> Option<(B::Bits, B::Bits, Dir)> {
        for victim in taken.singles() {
            let rest = taken.without(victim);
            let Some(stands) = layer.get(&rest) else { continue };
            let free = self.free(rest);
            for &dir in B::JUMPS {
                let turns_back = ARRIVALS > 1 && leaves == Some(dir.back());
                if turns_back || !self.ray(victim, dir, free).meets(to) {
                    continue;
                }
                let back = self.field.step(victim, dir.back()) & free;
                let from = (back | self.ray(back, dir.back(), free)) & self.starts(stands, dir);
                if let Some(stand) = from.singles().next() {
                    return Some((victim, stand, dir));
                }
            }
        }
        None
    }
}
