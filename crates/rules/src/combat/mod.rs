//! Combat: ranked pawns that fight with dice.
//!
//! A pawn that steps onto an enemy attacks it; then rounds of dice are rolled, each a node of chance of its
//! own, until one of the two is gone. The attacker stands on its start square until the fight is over.

mod dice;
mod nine;
mod telling;

pub use dice::{BadDice, Dice, Round};
pub use nine::Nine;

use crate::bits::Bits;
use crate::board::{Board, DIAGONALS, Dir, Layout, Naming};
use crate::game::{Ending, Game, Outcome, Side, Turn, Weight, counted, mix};

/// A pawn's head, in rising order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Head {
    Blue,
    Green,
    Red,
    Yellow,
}

impl Head {
    /// All heads, in rising order.
    pub const ALL: [Head; 4] = [Head::Blue, Head::Green, Head::Red, Head::Yellow];

    /// The next higher head; yellow stays.
    #[must_use]
    pub const fn risen(self) -> Head {
        match self {
            Head::Blue => Head::Green,
            Head::Green => Head::Red,
            Head::Red | Head::Yellow => Head::Yellow,
        }
    }

    /// The next lower head; a blue pawn is gone.
    #[must_use]
    pub const fn dropped(self) -> Option<Head> {
        match self {
            Head::Blue => None,
            Head::Green => Some(Head::Blue),
            Head::Red => Some(Head::Green),
            Head::Yellow => Some(Head::Red),
        }
    }
}

/// How pawns move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gait {
    /// One square forward; yellow heads backward too.
    Step,
    /// Each head its own distance, all but blue backward too, with a free way.
    Stride,
    /// As [`Gait::Stride`], over whatever stands between.
    Leap,
}

/// What becomes of two blue heads that tie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DoubleBlueTie {
    /// Both are removed.
    Both,
    /// They roll again.
    Again,
}

/// What becomes of a player who can do nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blocked {
    /// He passes; the game is drawn if neither could do anything even by going straight back.
    Pass,
    /// He has lost.
    Loses,
}

/// The row that has the strong heads at the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StrongLine {
    /// The one at the player's edge.
    Home,
    /// The third.
    Front,
}

/// The game of ranked pawns.
#[derive(Clone, Debug)]
pub struct Combat {
    pub(crate) board: Nine,
    pub(crate) layout: Layout,
    pub(crate) dice: Dice,
    /// For each two heads, the attacker's first, what a round between them can come to.
    classes: [[Vec<(Round, Weight)>; 4]; 4],
    pub(crate) gait: Gait,
    pub(crate) blocked: Blocked,
    pub(crate) double_blue_tie: DoubleBlueTie,
    pub(crate) strong_line: StrongLine,
}

/// Plies without a combat or a change of head after which the game is drawn.
pub const QUIET_LIMIT: u16 = 100;

/// A move from one square to another, by index.
pub(crate) type Way = (u8, u8);

/// A position of the game of ranked pawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CombatState {
    pub(crate) pawns: [u64; 2],
    /// The heads as two bits: green and yellow have the low one, red and yellow the high one.
    pub(crate) heads: [u64; 2],
    pub(crate) turn: Side,
    /// The fight being fought: attacker, defender.
    pub(crate) fight: Option<Way>,
    /// Each side's last own move, for the rule against going back.
    pub(crate) last: [Option<Way>; 2],
    pub(crate) quiet: u16,
    pub(crate) number: u16,
}

/// What a player does in the game of ranked pawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CombatAction {
    /// Goes to a free square, or attacks the enemy on it.
    Go {
        /// Where the pawn stands.
        from: u8,
        /// Where it goes.
        to: u8,
    },
    /// Can do nothing.
    Pass,
}

impl CombatState {
    /// Whose turn it is; the attacker's in a fight.
    #[inline(always)]
    #[must_use]
    pub fn turn(&self) -> Side {
        self.turn
    }
    /// The pawns of one side.
    #[inline(always)]
    #[must_use]
    pub fn pawns_of(&self, side: Side) -> u64 {
        self.pawns[side as usize]
    }

    /// The pawns of one side that have this head.
    #[inline(always)]
    #[must_use]
    pub fn pawns_with(&self, side: Side, head: Head) -> u64 {
        let plane = |nth: usize| {
            if head as usize >> nth & 1 == 1 { self.heads[nth] } else { !self.heads[nth] }
        };
        self.pawns[side as usize] & plane(0) & plane(1)
    }

    /// Plies since the last progress.
    #[inline(always)]
    #[must_use]
    pub fn quiet(&self) -> u16 {
        self.quiet
    }

    /// The head of the pawn on this square.
    #[inline(always)]
    #[must_use]
    pub fn head(&self, square: u8) -> Head {
        let bit = |plane: u64| usize::from(plane.meets(u64::bit(square)));
        Head::ALL[bit(self.heads[0]) + 2 * bit(self.heads[1])]
    }

    /// Gives the pawn on this square a head.
    #[inline(always)]
    pub(crate) fn set_head(&mut self, square: u8, head: Head) {
        let bit = u64::bit(square);
        for (nth, plane) in self.heads.iter_mut().enumerate() {
            *plane = plane.without(bit);
            if head as usize >> nth & 1 == 1 {
                *plane |= bit;
            }
        }
    }

    /// Takes the pawn on this square off the board.
    #[inline(always)]
    fn remove(&mut self, square: u8) {
        let bit = u64::bit(square);
        self.pawns = self.pawns.map(|pawns| pawns.without(bit));
        self.heads = self.heads.map(|plane| plane.without(bit));
    }

    fn end_turn(&mut self, progress: bool) {
        self.quiet = if progress { 0 } else { counted(self.quiet) };
        if self.turn == Side::Black {
            self.number = counted(self.number);
        }
        self.turn = self.turn.other();
    }
}

impl Combat {
    /// The game with these dice, moves and rules.
    pub fn new(
        dice: Dice,
        gait: Gait,
        blocked: Blocked,
        double_blue_tie: DoubleBlueTie,
        strong_line: StrongLine,
    ) -> Result<Self, BadDice> {
        if double_blue_tie == DoubleBlueTie::Again && !dice.can_differ(Head::Blue) {
            return Err(BadDice::EndlessTie);
        }
        let (board, layout) = (Nine, Layout::new(&Nine, Naming::Usual));
        let classes = Head::ALL.map(|attacker| {
            Head::ALL.map(|defender| {
                let mut rounds = Vec::new();
                dice.rounds(attacker, defender, &mut rounds);
                merge_rounds(&mut rounds);
                if double_blue_tie == DoubleBlueTie::Again && (attacker, defender) == (Head::Blue, Head::Blue)
                {
                    drop_ties(&mut rounds);
                }
                rounds
            })
        });
        Ok(Combat { board, layout, dice, classes, gait, blocked, double_blue_tie, strong_line })
    }

    /// Whether the two who fight roll again after a tie as if nothing had happened.
    #[inline]
    fn is_tie_nothing(&self, state: &CombatState) -> bool {
        self.double_blue_tie == DoubleBlueTie::Again
            && state
                .fight
                .is_some_and(|(from, to)| (state.head(from), state.head(to)) == (Head::Blue, Head::Blue))
    }

    /// The rounds that can be next in a fight, one for each of win, loss and tie, with their weights, but for a tie that
    /// changes nothing; none where nobody fights.
    #[inline]
    #[must_use]
    pub fn rounds(&self, state: &CombatState) -> &[(Round, Weight)] {
        state
            .fight
            .map_or(&[], |(from, to)| &self.classes[state.head(from) as usize][state.head(to) as usize])
    }

    /// A side's last move, where it matters: a pawn could take it back, now or after it has won a fight. In a fight
    /// heads drop that may rise again, and every last move counts.
    #[inline]
    fn way_back(&self, state: &CombatState, side: Side) -> Option<Way> {
        let is_forward = |from: u8, to: u8| {
            let step = |&dir: &Dir| self.board.step(u64::bit(from), dir, side) == u64::bit(to);
            Nine::ADVANCE[side as usize].iter().any(step)
        };
        state.last[side as usize].filter(|&(from, to)| {
            let head = state.head(to);
            let can_return = match self.gait {
                Gait::Step => head.risen() == Head::Yellow || !is_forward(from, to),
                Gait::Stride | Gait::Leap => head > Head::Blue,
            };
            state.fight.is_some() || can_return && state.pawns[side as usize].meets(u64::bit(to))
        })
    }

    /// Where the pawns of one side can go: `found` gets the squares they can reach in one direction over one
    /// distance, all at once.
    #[inline(always)]
    fn each_way(&self, state: &CombatState, side: Side, mut found: impl FnMut(u64, Dir, u32)) {
        let own = state.pawns[side as usize];
        let free = self.board.squares().without(state.pawns[0] | state.pawns[1]);
        let open = free | state.pawns[side.other() as usize];
        let [low, high] = state.heads;
        let forward = Nine::ADVANCE[side as usize];
        if self.gait == Gait::Step {
            for &dir in DIAGONALS {
                let pawns = if forward.contains(&dir) { own } else { own & low & high };
                found(self.board.step(pawns, dir, side) & open, dir, 1);
            }
            return;
        }
        let ranks = [own & !low & !high, own & low & !high, own & !low & high, own & low & high];
        for (pawns, distance) in ranks.into_iter().zip(1_u32..) {
            for &dir in DIAGONALS {
                if distance == 1 && !forward.contains(&dir) {
                    continue;
                }
                let mut at = pawns;
                for _ in 1..distance {
                    at = self.board.step(at, dir, side) & self.board.squares();
                    if self.gait == Gait::Stride {
                        at &= free;
                    }
                }
                found(self.board.step(at, dir, side) & open, dir, distance);
            }
        }
    }

    /// The square from which one came over a distance.
    #[inline(always)]
    fn origin(&self, to: u64, dir: Dir, distance: u32, side: Side) -> u64 {
        (0..distance).fold(to, |at, _| self.board.step(at, dir.back(), side))
    }

    /// Every attack of a side, whoever's turn it is: from where and on whom.
    #[inline(always)]
    pub fn attacks(&self, state: &CombatState, side: Side, found: impl FnMut(u8, u8)) {
        self.goes(state, side, state.pawns[side.other() as usize], found);
    }

    /// Every move and attack of a side that ends on one of these squares.
    #[inline(always)]
    fn goes(&self, state: &CombatState, side: Side, ends: u64, mut found: impl FnMut(u8, u8)) {
        let last = state.last[side as usize];
        self.each_way(state, side, |land, dir, distance| {
            for to in (land & ends).singles() {
                let way = (self.origin(to, dir, distance, side).first(), to.first());
                if last != Some((way.1, way.0)) {
                    found(way.0, way.1);
                }
            }
        });
    }

    /// How many moves and attacks a side has.
    #[inline(always)]
    pub(crate) fn count_goes(&self, state: &CombatState, side: Side) -> u32 {
        let mut count = 0;
        // One of the moves counted may be the forbidden way back.
        let (back_to, stands_on) = match state.last[side as usize] {
            Some((from, to)) => (u64::bit(from), u64::bit(to)),
            None => (0, 0),
        };
        self.each_way(state, side, |land, dir, distance| {
            count += land.count();
            if land.meets(back_to) && self.origin(back_to, dir, distance, side) == stands_on {
                count -= 1;
            }
        });
        count
    }

    /// Whether neither side could move even by going straight back: what only that forbids is free after a pass.
    fn is_stuck(&self, state: &CombatState) -> bool {
        let free = CombatState { last: [None; 2], ..*state };
        Side::BOTH.into_iter().all(|side| self.count_goes(&free, side) == 0)
    }

    /// The fight is over: the survivor rises, and the turn passes on.
    fn end_fight(&self, state: &mut CombatState, attacker: Option<Head>, defender: Option<Head>) {
        let (from, to) = state.fight.take().expect("a fight has an end");
        state.remove(from);
        match defender {
            Some(head) => state.set_head(to, head.risen()),
            None => state.remove(to),
        }
        match attacker {
            Some(head) => {
                state.pawns[state.turn as usize] |= u64::bit(to);
                let on_last_row = self.board.last_row(state.turn).meets(u64::bit(to));
                state.set_head(to, if on_last_row { Head::Yellow } else { head.risen() });
            }
            None => state.last[state.turn as usize] = None,
        }
        state.end_turn(true);
    }

    fn outcome(&self, state: &CombatState) -> Option<Outcome> {
        if state.fight.is_some() {
            return None;
        }
        let side = state.turn;
        let [own, theirs] = [side, side.other()].map(|side| state.pawns[side as usize]);
        match (own, theirs) {
            (0, 0) => return Some(Outcome::drawn(Ending::BothGone)),
            (0, _) => return Some(Outcome::won(side.other(), Ending::NoPieces)),
            (_, 0) => return Some(Outcome::won(side, Ending::NoPieces)),
            _ => {}
        }
        if self.count_goes(state, side) == 0 {
            if self.blocked == Blocked::Loses {
                return Some(Outcome::won(side.other(), Ending::Blocked));
            }
            if self.is_stuck(state) {
                return Some(Outcome::drawn(Ending::BothBlocked));
            }
        }
        (state.quiet >= QUIET_LIMIT).then_some(Outcome::drawn(Ending::QuietLimit))
    }
}

impl Game for Combat {
    type State = CombatState;
    type Action = CombatAction;
    type Roll = Round;

    fn start(&self) -> CombatState {
        let mut state = CombatState {
            pawns: [0; 2],
            heads: [0; 2],
            turn: Side::White,
            fight: None,
            last: [None; 2],
            quiet: 0,
            number: 1,
        };
        let strong = [Head::Green, Head::Red, Head::Yellow, Head::Red, Head::Green];
        for side in Side::BOTH {
            let row = |row: u8| self.board.row(if side == Side::White { row } else { 8 - row });
            state.pawns[side as usize] = row(0) | row(1) | row(2);
            let line = row(if self.strong_line == StrongLine::Home { 0 } else { 2 });
            for (square, head) in line.indices().zip(strong) {
                state.set_head(square, head);
            }
        }
        state
    }

    fn turn(&self, state: &CombatState) -> Turn {
        match self.outcome(state) {
            Some(outcome) => Turn::Over(outcome),
            None if state.fight.is_some() => Turn::Chance,
            None => Turn::Act(state.turn),
        }
    }

    #[inline(always)]
    fn is_chance(&self, state: &CombatState) -> bool {
        state.fight.is_some()
    }

    #[inline]
    fn actions(&self, state: &CombatState, out: &mut Vec<CombatAction>) {
        out.clear();
        let other = state.turn.other();
        if state.fight.is_some() || state.quiet >= QUIET_LIMIT || state.pawns[other as usize].is_none() {
            return;
        }
        let everywhere = self.board.squares();
        self.goes(state, state.turn, everywhere, |from, to| out.push(CombatAction::Go { from, to }));
        let may_pass = self.blocked == Blocked::Pass && state.pawns[state.turn as usize].is_some();
        if out.is_empty() && may_pass && !self.is_stuck(state) {
            out.push(CombatAction::Pass);
        }
    }

    #[inline]
    fn count(&self, state: &CombatState, scratch: &mut Vec<CombatAction>) -> u64 {
        let other = state.turn.other();
        if state.fight.is_some() || state.quiet >= QUIET_LIMIT || state.pawns[other as usize].is_none() {
            return 0;
        }
        match self.count_goes(state, state.turn) {
            0 => {
                self.actions(state, scratch);
                scratch.len() as u64
            }
            count => u64::from(count),
        }
    }

    #[inline]
    fn apply(&self, state: &CombatState, action: CombatAction) -> CombatState {
        let mut next = *state;
        let side = state.turn;
        let CombatAction::Go { from, to } = action else {
            next.last[side as usize] = None;
            next.end_turn(false);
            return next;
        };
        next.last[side as usize] = Some((from, to));
        if state.pawns[side.other() as usize].meets(u64::bit(to)) {
            next.fight = Some((from, to));
            next.quiet = 0;
            return next;
        }
        let head = state.head(from);
        let mut risen = head;
        if self.board.last_row(side).meets(u64::bit(to)) {
            risen = Head::Yellow;
        }
        next.remove(from);
        next.pawns[side as usize] |= u64::bit(to);
        next.set_head(to, risen);
        next.end_turn(risen != head);
        next
    }

    fn rolls(&self, state: &CombatState, out: &mut Vec<(Round, Weight)>) {
        out.clear();
        if let Some((from, to)) = state.fight {
            self.dice.rounds(state.head(from), state.head(to), out);
        }
    }

    fn settle(&self, state: &CombatState, roll: Round) -> CombatState {
        let mut next = *state;
        let Some((from, to)) = state.fight else { return next };
        let (attacker, defender) = (state.head(from), state.head(to));
        if roll.attacker == roll.defender && self.is_tie_nothing(state) {
            return next;
        }
        match roll.attacker.cmp(&roll.defender) {
            std::cmp::Ordering::Greater => self.end_fight(&mut next, Some(attacker), None),
            std::cmp::Ordering::Less => self.end_fight(&mut next, None, Some(defender)),
            std::cmp::Ordering::Equal => match (attacker.dropped(), defender.dropped()) {
                (Some(attacker), Some(defender)) => {
                    next.set_head(from, attacker);
                    next.set_head(to, defender);
                    next.quiet = 0;
                }
                (attacker, defender) => self.end_fight(&mut next, attacker, defender),
            },
        }
        next
    }

    fn classes(&self, state: &CombatState, out: &mut Vec<(Round, Weight)>) {
        out.clear();
        out.extend(self.rounds(state));
    }

    fn branches(&self, state: &CombatState, out: &mut Vec<(Round, u32)>) {
        self.rolls(state, out);
        out.iter_mut().for_each(|(_, number)| *number = 1);
        merge_rounds(out);
        if self.is_tie_nothing(state) {
            drop_ties(out);
        }
    }

    fn key(&self, state: &CombatState) -> u64 {
        let way =
            |way: Option<Way>| way.map_or(0, |(from, to)| u64::from(from) << 8 | u64::from(to) | 1 << 16);
        mix(&[
            state.pawns[0],
            state.pawns[1],
            state.heads[0],
            state.heads[1],
            way(state.fight) << 1 | state.turn as u64,
            way(self.way_back(state, Side::White)) << 32 | way(self.way_back(state, Side::Black)),
        ])
    }

    fn repetition(&self) -> Option<u8> {
        None
    }
}

/// Keeps one round for each of win, loss and tie: what happens next depends on nothing else.
fn merge_rounds(rounds: &mut Vec<(Round, u32)>) {
    let mut merged: [Option<(Round, u32)>; 3] = [None; 3];
    for &(round, number) in rounds.iter() {
        let class = round.attacker.cmp(&round.defender) as i8 + 1;
        merged[class as usize].get_or_insert((round, 0)).1 += number;
    }
    rounds.clear();
    rounds.extend(merged.into_iter().flatten());
}

/// Leaves out what changes nothing where a tie is rolled again.
fn drop_ties(rounds: &mut Vec<(Round, u32)>) {
    rounds.retain(|(round, _)| round.attacker != round.defender);
}
