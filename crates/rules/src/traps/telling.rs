//! The game with trap doors told to the outside.

use super::{Colour, Spin, TrapAction, TrapState, Traps};
use crate::bits::Bits;
use crate::board::Layout;
use crate::game::{Game, Turn};
use crate::jump::refuse_parts;
use crate::reason::{Refusal, Rule};
use crate::tell::{Deed, Misfit, Part, Setup, Tell, Told};

impl Tell for Traps {
    fn layout(&self) -> &Layout {
        &self.draughts.layout
    }

    fn traps(&self) -> Vec<(Colour, u8, u8)> {
        let number = |index| self.layout().number(index);
        self.sliders
            .all()
            .iter()
            .map(|&(colour, left, right)| (colour, number(left), number(right)))
            .collect()
    }

    fn setup(&self, state: &TrapState) -> Setup {
        let open = self.layout().numbers(state.open);
        Setup { open, spin: state.spin, ..self.draughts.tell_position(&state.position) }
    }

    fn place(&self, setup: &Setup) -> Result<TrapState, Misfit> {
        refuse_parts(setup, &[Part::Owed, Part::Fight, Part::Last, Part::Runs])?;
        let position = self.draughts.place_position(setup)?;
        let mut open = 0;
        for &number in &setup.open {
            let index = self.layout().index(number).ok_or(Misfit::NoSuchSquare(Part::Open, number))?;
            let (_, other) = self.sliders.of(index).ok_or(Misfit::NotATrap(number))?;
            if open.meets(u64::bit(other)) {
                return Err(Misfit::BothTraps(self.layout().number(other), number));
            }
            if position.occupied().meets(u64::bit(index)) {
                return Err(Misfit::OnOpenTrap(number));
            }
            open |= u64::bit(index);
        }
        let state = TrapState { position, open, spin: setup.spin };
        if let Some(spin) = setup.spin {
            if self.roulette[spin as usize] == 0 {
                return Err(Misfit::NoSuchSector(spin));
            }
            if self.can_capture(&state) {
                return Err(Misfit::SpinBeforeCapture);
            }
        }
        self.draughts.refuse_excess(&state.position, state.open)?;
        Ok(state)
    }

    fn work(&self, state: &TrapState) -> u32 {
        self.draughts.work(&state.position, state.open)
    }

    fn deeds(&self, state: &TrapState) -> Vec<Told<TrapAction>> {
        let mut actions = Vec::new();
        self.actions(state, &mut actions);
        let number = |index: u8| self.layout().number(index);
        let captures = self.draughts.captures_with_ways(&state.position, state.open);
        self.draughts.tell_actions(actions, captures, |action| match *action {
            TrapAction::Open(trap) => Deed::Open(number(trap)),
            TrapAction::Close(trap) => Deed::Close(number(trap)),
            TrapAction::Play(_) => Deed::Pass,
        })
    }

    fn taken_along(&self, state: &TrapState, path: &[u8]) -> Option<Vec<u8>> {
        self.draughts.jumped_along(&state.position, path).map(|taken| self.layout().numbers(taken))
    }

    fn refuse(&self, state: &TrapState, deed: &Deed) -> Refusal {
        match self.turn(state) {
            Turn::Over(_) => return Refusal::new(Rule::GameOver, []),
            Turn::Chance => return Refusal::new(Rule::SpinFirst, []),
            Turn::Act(_) => {}
        }
        match *deed {
            Deed::Open(number) | Deed::Close(number) => self.refuse_slider(state, number, deed),
            Deed::Huff(_) | Deed::Pass => Refusal::new(Rule::NotInThisGame, []),
            Deed::Move(..) | Deed::Capture(_) => {
                let refusal = self.draughts.refuse_play(&state.position, state.open, true, deed);
                match (refusal.rule, state.spin) {
                    // Nothing wrong with the move itself: the roulette forbids it.
                    (Rule::Legal, Some(spin)) if spin != Spin::Pawn => Refusal::new(Rule::WrongSpin, []),
                    _ => refusal,
                }
            }
        }
    }
}

impl Traps {
    fn refuse_slider(&self, state: &TrapState, number: u8, deed: &Deed) -> Refusal {
        let Some(index) = self.layout().index(number) else {
            return Refusal::new(Rule::NoSuchSquare, [number]);
        };
        let Some((colour, other)) = self.sliders.of(index) else {
            return Refusal::new(Rule::NotATrap, [number]);
        };
        let Some(spin) = state.spin else {
            let captures = self.draughts.captures_with_ways(&state.position, state.open);
            return self.draughts.refuse_for_captures(&captures);
        };
        if !spin.allows(colour) {
            return Refusal::new(Rule::WrongSpin, [number]);
        }
        let is_open = state.open.meets(u64::bit(index));
        match deed {
            Deed::Open(_) if is_open => Refusal::new(Rule::TrapIsOpen, [number]),
            Deed::Open(_) if state.open.meets(u64::bit(other)) => {
                let other = self.layout().number(other);
                Refusal::owing(Rule::SliderElsewhere, [other], vec![Deed::Close(other)])
            }
            Deed::Close(_) if !is_open => Refusal::new(Rule::TrapIsClosed, [number]),
            _ => Refusal::new(Rule::Legal, []),
        }
    }
}
