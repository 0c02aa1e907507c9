//! What a step did on the board, told in events from which a drawing can be moved.

use damier_rules::combat::{Head, Round};
use damier_rules::game::{Side, Weight};
use damier_rules::tell::{Deed, Event, Kind, Setup};
use damier_rules::traps::{Colour, Spin};

use super::odds::FightOdds;
use super::{Board, Choice, Piece};

/// Something that happened on the board.
#[derive(Clone, PartialEq, Debug)]
pub enum Happened {
    /// A piece moved: its number, whose it is, start and every landing square.
    Moved(u16, Side, Vec<u8>),
    /// Pieces were captured.
    Captured(Vec<Piece>),
    /// A piece became another kind; the piece as it was.
    Crowned(Piece, Kind),
    /// A piece was huffed, for these captures.
    Huffed(Piece, Vec<Choice>),
    /// A trap opened, and perhaps shut again at once.
    TrapOpened(u8, Colour, bool),
    /// A trap closed.
    TrapClosed(u8, Colour),
    /// A piece fell into a trap.
    Fell(Piece),
    /// The plates slid from one offset to another.
    PlatesSlid(i8, i8),
    /// A turn was passed.
    Passed(Side),
    /// The roulette stopped; the sectors with their weights.
    Spun(Side, Spin, Vec<(Event, Weight)>),
    /// A pawn attacked another.
    Attacked(Piece, Piece, FightOdds),
    /// A round was fought: attacker, defender, and whether the fight is over.
    Round(Fighter, Fighter, bool),
}

/// One of two fighters in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fighter {
    /// The pawn as it was.
    pub piece: Piece,
    /// What it rolled.
    pub rolled: u16,
    /// Its head afterwards; nothing where it is gone.
    pub after: Option<Head>,
}

/// The board before and after a step.
pub(super) struct Change<'a> {
    /// The board before it.
    pub(super) before: &'a Board,
    /// The position before it.
    pub(super) setup: &'a Setup,
    /// The position after it.
    pub(super) after: &'a Setup,
    /// The traps of the game.
    pub(super) traps: &'a [(Colour, u8, u8)],
    /// The captures that were missed in the turn before, where huffing tells them.
    pub(super) missed: &'a [Choice],
}

impl Change<'_> {
    fn piece(&self, square: u8) -> Option<Piece> {
        self.before.pieces.iter().find(|piece| piece.at == square).copied()
    }

    fn colour(&self, square: u8) -> Option<Colour> {
        let slider = self.traps.iter().find(|&&(_, left, right)| left == square || right == square);
        slider.map(|slider| slider.0)
    }

    /// What an action did; `odds` are those of the fight that it began.
    pub(super) fn acted(&self, deed: &Deed, taken: &[u8], odds: Option<FightOdds>) -> Vec<Happened> {
        let side = self.setup.turn;
        let mut events = Vec::new();
        match deed {
            Deed::Move(from, to) => self.went(&[*from, *to], &[], &mut events),
            Deed::Capture(path) => match (path[..].first().and_then(|&from| self.piece(from)), odds) {
                (Some(attacker), Some(odds)) => {
                    let defender = path.last().and_then(|&to| self.piece(to));
                    events.extend(defender.map(|defender| Happened::Attacked(attacker, defender, odds)));
                }
                _ => self.went(path, taken, &mut events),
            },
            Deed::Huff(square) => {
                events.extend(self.piece(*square).map(|piece| Happened::Huffed(piece, self.missed.to_vec())));
            }
            Deed::Open(square) => {
                let shut = !self.after.open.contains(square);
                events.extend(self.colour(*square).map(|colour| Happened::TrapOpened(*square, colour, shut)));
                events.extend(self.piece(*square).map(Happened::Fell));
            }
            Deed::Close(square) => {
                events.extend(self.colour(*square).map(|colour| Happened::TrapClosed(*square, colour)));
            }
            Deed::Pass => events.push(Happened::Passed(side)),
        }
        events
    }

    fn went(&self, path: &[u8], taken: &[u8], events: &mut Vec<Happened>) {
        let (Some(&from), Some(&to)) = (path.first(), path.last()) else { return };
        let Some(piece) = self.piece(from) else { return };
        events.push(Happened::Moved(piece.id, piece.side, path.to_vec()));
        if !taken.is_empty() {
            events.push(Happened::Captured(taken.iter().filter_map(|&square| self.piece(square)).collect()));
        }
        let arrived = Piece { at: to, ..piece };
        match self.after.piece(to) {
            Some((side, kind)) if side == piece.side => {
                if kind != piece.kind {
                    events.push(Happened::Crowned(arrived, kind));
                }
            }
            _ => events.push(Happened::Fell(arrived)),
        }
    }

    /// What chance did.
    pub(super) fn rolled(&self, event: Event, odds: Vec<(Event, Weight)>) -> Vec<Happened> {
        match event {
            Event::Spin(spin) => vec![Happened::Spun(self.setup.turn, spin, odds)],
            Event::Round(round) => self.fought(round),
        }
    }

    fn fought(&self, round: Round) -> Vec<Happened> {
        let Some((from, to)) = self.setup.fight else { return Vec::new() };
        let (Some(attacker), Some(defender)) = (self.piece(from), self.piece(to)) else { return Vec::new() };
        let over = self.after.fight.is_none();
        let head = |square: u8, side: Side| match self.after.piece(square) {
            Some((found, Kind::Pawn(head))) if found == side => Some(head),
            _ => None,
        };
        let stands_on = if over { to } else { from };
        let won = over && head(to, attacker.side).is_some();
        let attacker_after = head(stands_on, attacker.side);
        let one = Fighter { piece: attacker, rolled: round.attacker, after: attacker_after };
        let other = Fighter { piece: defender, rolled: round.defender, after: head(to, defender.side) };
        let mut events = vec![Happened::Round(one, other, over)];
        if won {
            events.push(Happened::Moved(attacker.id, attacker.side, vec![from, to]));
        }
        events
    }
}
