//! The game of ranked pawns told to the outside.

use super::{Combat, CombatAction, CombatState, Gait, Head, Way};
use crate::bits::Bits;
use crate::board::{Board, DIAGONALS, Dir, Layout};
use crate::game::{Game, Side, Turn};
use crate::jump::refuse_parts;
use crate::reason::{Refusal, Rule};
use crate::tell::{Deed, Kind, Misfit, Part, Setup, Tell, Told};

impl Tell for Combat {
    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn setup(&self, state: &CombatState) -> Setup {
        let pieces = state.pawns.map(|pawns| {
            let mut pieces: Vec<(u8, Kind)> = pawns
                .indices()
                .map(|index| (self.layout.number(index), Kind::Pawn(state.head(index))))
                .collect();
            pieces.sort_unstable();
            pieces
        });
        let tell = |(from, to): Way| (self.layout.number(from), self.layout.number(to));
        Setup {
            fight: state.fight.map(tell),
            last: state.last.map(|last| last.map(tell)),
            quiet: state.quiet,
            number: state.number,
            ..Setup::new(state.turn, pieces)
        }
    }

    fn place(&self, setup: &Setup) -> Result<CombatState, Misfit> {
        refuse_parts(setup, &[Part::Open, Part::Spin, Part::Owed, Part::Runs])?;
        let mut state = CombatState {
            pawns: [0; 2],
            heads: [0; 2],
            turn: setup.turn,
            fight: None,
            last: [None; 2],
            quiet: setup.quiet,
            number: setup.number,
        };
        let index = |part, number| self.layout.index(number).ok_or(Misfit::NoSuchSquare(part, number));
        for side in Side::BOTH {
            for &(number, kind) in &setup.pieces[side as usize] {
                let square = index(Part::Pieces(side), number)?;
                let Kind::Pawn(head) = kind else { return Err(Misfit::WrongKind(side, number, kind)) };
                if (state.pawns[0] | state.pawns[1]).meets(u64::bit(square)) {
                    return Err(Misfit::TwoPieces(side, number));
                }
                state.pawns[side as usize] |= u64::bit(square);
                state.set_head(square, head);
            }
            if state.pawns[side as usize].is_none() {
                return Err(Misfit::NoPieces(side));
            }
            if let Some((from, to)) = setup.last[side as usize] {
                let way = (index(Part::Last, from)?, index(Part::Last, to)?);
                if from == to {
                    return Err(Misfit::NoSuchMove(side, from, to));
                }
                state.last[side as usize] = Some(way);
            }
        }
        if let Some((from, to)) = setup.fight {
            let way = (index(Part::Fight, from)?, index(Part::Fight, to)?);
            let (attacker, defender) = (setup.turn as usize, setup.turn.other() as usize);
            let are_there =
                state.pawns[attacker].meets(u64::bit(way.0)) && state.pawns[defender].meets(u64::bit(way.1));
            let in_reach = self.line(way).is_some_and(|(_, distance)| self.is_distance(distance));
            if !are_there || !in_reach {
                return Err(Misfit::NoFight(from, to));
            }
            // The attack is the attacker's last move, whether or not the data say so.
            if let Some((from, to)) = setup.last[attacker].filter(|last| *last != (from, to)) {
                return Err(Misfit::NoSuchMove(setup.turn, from, to));
            }
            state.last[attacker] = Some(way);
            state.fight = Some(way);
        }
        Ok(state)
    }

    fn deeds(&self, state: &CombatState) -> Vec<Told<CombatAction>> {
        let mut actions = Vec::new();
        self.actions(state, &mut actions);
        let tell = |action| {
            let CombatAction::Go { from, to } = action else {
                return Told { action, deed: Deed::Pass, taken: Vec::new() };
            };
            let attacks = state.pawns[state.turn.other() as usize].meets(u64::bit(to));
            let (from, to) = (self.layout.number(from), self.layout.number(to));
            let deed = if attacks { Deed::Capture(vec![from, to]) } else { Deed::Move(from, to) };
            Told { action, deed, taken: Vec::new() }
        };
        actions.into_iter().map(tell).collect()
    }

    fn taken_along(&self, _state: &CombatState, _path: &[u8]) -> Option<Vec<u8>> {
        None
    }

    fn refuse(&self, state: &CombatState, deed: &Deed) -> Refusal {
        match self.turn(state) {
            Turn::Over(_) => return Refusal::new(Rule::GameOver, []),
            Turn::Chance => {
                let (from, to) = state.fight.unwrap_or_default();
                return Refusal::new(Rule::CombatFirst, [self.layout.number(from), self.layout.number(to)]);
            }
            Turn::Act(_) => {}
        }
        match deed {
            Deed::Move(from, to) => self.refuse_go(state, *from, *to, false),
            Deed::Capture(path) => match path[..] {
                [from, to] => self.refuse_go(state, from, to, true),
                _ => Refusal::new(Rule::NotInThisGame, path.clone()),
            },
            Deed::Pass if self.count_goes(state, state.turn) == 0 => Refusal::new(Rule::Legal, []),
            Deed::Pass => Refusal::new(Rule::NoPassing, []),
            Deed::Huff(_) | Deed::Open(_) | Deed::Close(_) => Refusal::new(Rule::NotInThisGame, []),
        }
    }
}

impl Combat {
    /// The direction and distance from one square to another, if they are on one diagonal.
    fn line(&self, (from, to): Way) -> Option<(Dir, u8)> {
        DIAGONALS.iter().find_map(|&dir| {
            let mut at = u64::bit(from);
            (1..9).find_map(|distance| {
                at = self.board.step(at, dir, Side::White) & self.board.squares();
                (at == u64::bit(to)).then_some((dir, distance))
            })
        })
    }

    /// Whether any head moves this far.
    fn is_distance(&self, distance: u8) -> bool {
        match self.gait {
            Gait::Step => distance == 1,
            Gait::Stride | Gait::Leap => distance <= 4,
        }
    }

    fn refuse_go(&self, state: &CombatState, from: u8, to: u8, attack: bool) -> Refusal {
        let (Some(start), Some(end)) = (self.layout.index(from), self.layout.index(to)) else {
            let missing = [from, to].into_iter().filter(|&number| self.layout.index(number).is_none());
            return Refusal::new(Rule::NoSuchSquare, missing.collect::<Vec<_>>());
        };
        let [own, theirs] = [state.turn, state.turn.other()].map(|side| state.pawns[side as usize]);
        if !(own | theirs).meets(u64::bit(start)) {
            return Refusal::new(Rule::NoPiece, [from]);
        }
        if theirs.meets(u64::bit(start)) {
            return Refusal::new(Rule::NotYours, [from]);
        }
        if start == end {
            return Refusal::new(Rule::SameSquare, [from]);
        }
        if own.meets(u64::bit(end)) {
            return Refusal::new(Rule::Occupied, [to]);
        }
        let Some((dir, distance)) = self.line((start, end)) else {
            return Refusal::new(Rule::NotDiagonal, [from, to]);
        };
        let head = state.head(start);
        let (reach, backward) = match self.gait {
            Gait::Step => (1, head == Head::Yellow),
            Gait::Stride | Gait::Leap => (head as u8 + 1, head != Head::Blue),
        };
        if !backward && !crate::board::ADVANCE[state.turn as usize].contains(&dir) {
            return Refusal::new(Rule::HeadForward, [from, to]);
        }
        if distance != reach {
            let rule = if self.gait == Gait::Step { Rule::ManOneStep } else { Rule::ExactDistance };
            return Refusal::new(rule, [from, to]);
        }
        let passed = (1..distance).scan(u64::bit(start), |at, _| {
            *at = self.board.step(*at, dir, state.turn);
            Some(*at)
        });
        let in_the_way = passed.fold(0, |all, square| all | square) & (own | theirs);
        if self.gait == Gait::Stride && in_the_way.is_some() {
            return Refusal::new(Rule::BlockedPath, self.layout.numbers(in_the_way));
        }
        if state.last[state.turn as usize] == Some((end, start)) {
            return Refusal::new(Rule::NoGoingBack, [from, to]);
        }
        let meets_enemy = theirs.meets(u64::bit(end));
        match (attack, meets_enemy) {
            (true, false) => Refusal::new(Rule::NobodyToAttack, [to]),
            (false, true) => Refusal::owing(Rule::IsAnAttack, [to], vec![Deed::Capture(vec![from, to])]),
            _ => Refusal::new(Rule::Legal, []),
        }
    }
}
