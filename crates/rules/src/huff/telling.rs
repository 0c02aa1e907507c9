//! Games with huffing told to the outside.

use super::{Huff, HuffAction, HuffState, Huffing, Obligation};
use crate::bits::Bits;
use crate::board::{Board, Layout};
use crate::game::Game;
use crate::jump::{Rulebook, refuse_parts};
use crate::reason::{Refusal, Rule};
use crate::tell::{Deed, Misfit, Part, Setup, Tell, Told};

impl<B: Board, R: Rulebook> Tell for Huff<B, R> {
    fn layout(&self) -> &Layout {
        &self.draughts.layout
    }

    fn huffing(&self) -> Option<Huffing> {
        (!self.must()).then_some(self.huffing)
    }

    fn setup(&self, state: &Self::State) -> Setup {
        let owed = self.layout().numbers(state.owed);
        Setup { owed, ..self.draughts.tell_position(&state.position) }
    }

    fn place(&self, setup: &Setup) -> Result<Self::State, Misfit> {
        refuse_parts(setup, &[Part::Open, Part::Spin, Part::Fight, Part::Last, Part::Runs])?;
        if self.obligation == Obligation::Must {
            refuse_parts(setup, &[Part::Owed])?;
        }
        let position = self.draughts.place_position(setup)?;
        let mut owed = B::Bits::NONE;
        for &number in &setup.owed {
            let index = self.layout().index(number);
            let piece = B::Bits::bit(index.ok_or(Misfit::NoSuchSquare(Part::Owed, number))?);
            if !position.theirs().meets(piece) {
                return Err(Misfit::NotOwed(number));
            }
            owed |= piece;
        }
        self.draughts.refuse_excess(&position, B::Bits::NONE)?;
        Ok(HuffState { position, owed })
    }

    fn work(&self, state: &Self::State) -> u32 {
        self.draughts.work(&state.position, B::Bits::NONE)
    }

    fn deeds(&self, state: &Self::State) -> Vec<Told<Self::Action>> {
        let mut actions = Vec::new();
        self.actions(state, &mut actions);
        let captures = self.draughts.captures_with_ways(&state.position, B::Bits::NONE);
        self.draughts.tell_actions(actions, captures, |action| match action {
            HuffAction::Huff(square) => Deed::Huff(self.layout().number(*square)),
            _ => Deed::Pass,
        })
    }

    fn taken_along(&self, state: &Self::State, path: &[u8]) -> Option<Vec<u8>> {
        self.draughts.jumped_along(&state.position, path).map(|taken| self.layout().numbers(taken))
    }

    fn refuse(&self, state: &Self::State, deed: &Deed) -> Refusal {
        if let Some(refusal) = self.draughts.refuse_out_of_turn(self.turn(state)) {
            return refusal;
        }
        let owed = self.layout().numbers(state.owed);
        match deed {
            Deed::Huff(square) if self.layout().index(*square).is_none() => {
                Refusal::new(Rule::NoSuchSquare, [*square])
            }
            Deed::Huff(_) if owed.is_empty() => Refusal::new(Rule::NothingToHuff, []),
            Deed::Huff(square) if !owed.contains(square) => {
                let instead = owed.iter().copied().map(Deed::Huff).collect();
                Refusal::owing(Rule::NotTheCulprit, [*square], instead)
            }
            Deed::Huff(_) => Refusal::new(Rule::Legal, []),
            _ if !owed.is_empty() && self.huffing == Huffing::Compulsory => {
                let first = owed.iter().copied().map(Deed::Huff).collect();
                Refusal::owing(Rule::HuffFirst, owed, first)
            }
            Deed::Pass if !self.may_pass => Refusal::new(Rule::NoPassing, []),
            Deed::Pass => self.refuse_pass(state),
            _ => self.draughts.refuse_play(&state.position, B::Bits::NONE, self.must(), deed),
        }
    }
}

impl<B: Board, R: Rulebook> Huff<B, R> {
    fn must(&self) -> bool {
        self.obligation == Obligation::Must
    }

    /// Why a turn can't be passed where passing is known: a capture is compulsory.
    fn refuse_pass(&self, state: &HuffState<B::Bits>) -> Refusal {
        let captures = self.draughts.captures_with_ways(&state.position, B::Bits::NONE);
        if self.must() && !captures.is_empty() {
            return self.draughts.refuse_for_captures(&captures);
        }
        Refusal::new(Rule::Legal, [])
    }
}
