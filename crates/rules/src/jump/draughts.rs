//! Draughts in which captures are compulsory: the classics, and every game that changes only data.

use std::convert::Infallible;

use super::action::Move;
use super::field::Field;
use super::position::{KingRun, Position};
use super::rules::{Rulebook, Rules};
use crate::bits::Bits;
use crate::board::{Board, Layout};
use crate::game::{Ending, Game, Outcome, Side, Turn};

/// A jumping game on a board, by a rulebook.
#[derive(Clone, Debug)]
pub struct Draughts<B, R> {
    pub(crate) board: B,
    pub(crate) book: R,
    pub(crate) layout: Layout,
}

impl<B: Board, R: Rulebook> Draughts<B, R> {
    /// The game of these rules on this board.
    pub fn new(board: B, book: R) -> Self {
        let layout = Layout::new(&board, book.rules().naming);
        Draughts { board, book, layout }
    }

    /// The rules.
    #[inline(always)]
    pub fn rules(&self) -> &Rules {
        self.book.rules()
    }

    /// The position that a game starts from.
    pub(crate) fn start_position(&self) -> Position<B::Bits> {
        let rules = self.rules();
        let height = self.board.height();
        let camp = |row_of: &dyn Fn(u8) -> u8| {
            (rules.free_rows..rules.free_rows + rules.rows)
                .fold(B::Bits::NONE, |camp, row| camp | self.board.row(row_of(row)))
        };
        Position {
            pieces: [camp(&|row| row), camp(&|row| height - 1 - row)],
            kings: B::Bits::NONE,
            quiet: 0,
            number: 1,
            turn: rules.first,
            runs: [KingRun::NONE; 2],
        }
    }

    /// The position after a move or a capture, its turn passed on.
    #[inline(always)]
    pub(crate) fn moved(&self, position: &Position<B::Bits>, play: Move<B::Bits>) -> Position<B::Bits> {
        let (from, to) = (B::Bits::bit(play.from), B::Bits::bit(play.to));
        let is_king = position.kings.meets(from);
        // A capture may end where it began: first leave, then arrive.
        let own = position.own().without(from) | to;
        let theirs = position.theirs().without(play.taken);
        let kings = position.kings.without(from | play.taken);
        let mut next = Position {
            // Not `pieces[turn] = …`: a store at a variable index stalls the loads that follow.
            pieces: if position.turn == Side::White { [own, theirs] } else { [theirs, own] },
            kings: if is_king || play.crowned { kings | to } else { kings },
            ..*position
        };
        if self.rules().king_moves > 0 && position.kings.is_some() {
            self.count_king_moves(&mut next, play, is_king);
        }
        next.end_turn(!is_king || play.is_capture(), self.rules().first);
        next
    }

    /// Keeps the runs of quiet king moves: only a side with both men and kings has one.
    fn count_king_moves(&self, next: &mut Position<B::Bits>, play: Move<B::Bits>, is_king: bool) {
        let mover = next.turn as usize;
        next.runs[mover] = if is_king && !play.is_capture() {
            next.runs[mover].extended(play.from, play.to)
        } else {
            KingRun::NONE
        };
        for side in Side::BOTH {
            let run = &mut next.runs[side as usize];
            let pieces = next.pieces[side as usize];
            let gone = run.moves() > 0 && !pieces.meets(B::Bits::bit(run.square()));
            if gone || pieces.without(next.kings).is_none() {
                *run = KingRun::NONE;
            }
        }
    }

    /// The king that has made all the quiet moves it may make in a row.
    #[inline(always)]
    pub(crate) fn tired(&self, position: &Position<B::Bits>) -> B::Bits {
        let limit = self.rules().king_moves;
        let run = position.runs[position.turn as usize];
        if limit > 0 && run.moves() >= limit { B::Bits::bit(run.square()) } else { B::Bits::NONE }
    }

    /// Whether the rules call the position drawn as it stands, captures aside.
    #[inline(always)]
    pub(crate) fn drawn(&self, position: &Position<B::Bits>) -> Option<Ending> {
        let draws = &self.rules().draws;
        if draws.quiet > 0 && position.quiet >= draws.quiet {
            return Some(Ending::QuietLimit);
        }
        for ending in draws.endings {
            if position.quiet >= ending.quiet && is_against_lone_king(position, ending.strong) {
                return Some(Ending::DrawnEnding);
            }
        }
        None
    }

    /// How many more quiet turns draw the game, where any number does.
    #[inline]
    #[must_use]
    pub fn patience(&self, position: &Position<B::Bits>) -> Option<u16> {
        let draws = &self.rules().draws;
        let endings = draws.endings.iter();
        let ending = endings.filter(|ending| is_against_lone_king(position, ending.strong));
        let limits = ending.map(|ending| ending.quiet).chain((draws.quiet > 0).then_some(draws.quiet));
        limits.min().map(|limit| limit.saturating_sub(position.quiet))
    }

    /// Whether the side to move can capture anything.
    pub(crate) fn can_capture(&self, position: &Position<B::Bits>) -> bool {
        self.capturers(position).is_some()
    }

    /// The pieces of the side to move that can capture.
    pub(crate) fn capturers(&self, position: &Position<B::Bits>) -> B::Bits {
        let (board, book, none) = (&self.board, &self.book, B::Bits::NONE);
        match position.turn {
            Side::White => Field::<B, R, true>::new(board, book, position, none).capturers(),
            Side::Black => Field::<B, R, false>::new(board, book, position, none).capturers(),
        }
    }

    /// Whether the side to move can move or capture.
    pub(crate) fn can_act(&self, position: &Position<B::Bits>) -> bool {
        let (board, book, tired) = (&self.board, &self.book, self.tired(position));
        let none = B::Bits::NONE;
        let can_move = match position.turn {
            Side::White => Field::<B, R, true>::new(board, book, position, none).can_move(tired),
            Side::Black => Field::<B, R, false>::new(board, book, position, none).can_move(tired),
        };
        can_move || self.can_capture(position)
    }

    /// Replaces `out` by every legal capture. Returns whether there is anything to do but capture.
    #[inline]
    pub fn captures(&self, state: &Position<B::Bits>, out: &mut Vec<Move<B::Bits>>) -> bool {
        out.clear();
        if state.theirs().is_none() || self.drawn(state).is_some() {
            return false;
        }
        match state.turn {
            Side::White => self.captures_of::<true>(state, out),
            Side::Black => self.captures_of::<false>(state, out),
        }
    }

    #[inline(always)]
    fn captures_of<const WHITE: bool>(
        &self,
        state: &Position<B::Bits>,
        out: &mut Vec<Move<B::Bits>>,
    ) -> bool {
        let field = Field::<B, R, WHITE>::new(&self.board, &self.book, state, B::Bits::NONE);
        field.captures(out);
        out.is_empty() && field.can_move(self.tired(state))
    }

    #[inline(always)]
    fn actions_of<const WHITE: bool>(&self, state: &Position<B::Bits>, out: &mut Vec<Move<B::Bits>>) {
        let field = Field::<B, R, WHITE>::new(&self.board, &self.book, state, B::Bits::NONE);
        field.captures(out);
        if out.is_empty() {
            field.quiets(false, self.tired(state), out);
        }
    }

    #[inline(always)]
    fn count_of<const WHITE: bool>(
        &self,
        state: &Position<B::Bits>,
        scratch: &mut Vec<Move<B::Bits>>,
    ) -> u64 {
        let field = Field::<B, R, WHITE>::new(&self.board, &self.book, state, B::Bits::NONE);
        match field.count_captures(scratch) {
            0 => field.count_quiets(self.tired(state)),
            captures => captures,
        }
    }
}

/// Whether one side has a single king and nothing else, the other `strong` pieces at most, with a king.
fn is_against_lone_king<B: Bits>(position: &Position<B>, strong: u8) -> bool {
    let [white, black] = position.pieces;
    let lone = |side: B, other: B| {
        side.count() == 1
            && side.meets(position.kings)
            && other.count() <= u32::from(strong)
            && other.meets(position.kings)
    };
    lone(white, black) || lone(black, white)
}

impl<B: Board, R: Rulebook> Game for Draughts<B, R> {
    type State = Position<B::Bits>;
    type Action = Move<B::Bits>;
    type Roll = Infallible;

    fn start(&self) -> Self::State {
        self.start_position()
    }

    fn turn(&self, state: &Self::State) -> Turn {
        let (own, theirs) = (state.own(), state.theirs());
        if own.is_none() {
            return Turn::Over(Outcome::won(state.turn.other(), Ending::NoPieces));
        }
        if theirs.is_none() {
            return Turn::Over(Outcome::won(state.turn, Ending::NoPieces));
        }
        if !self.can_act(state) {
            return Turn::Over(Outcome::won(state.turn.other(), Ending::Blocked));
        }
        match self.drawn(state) {
            Some(ending) => Turn::Over(Outcome::drawn(ending)),
            None => Turn::Act(state.turn),
        }
    }

    #[inline]
    fn actions(&self, state: &Self::State, out: &mut Vec<Self::Action>) {
        out.clear();
        if state.theirs().is_none() || self.drawn(state).is_some() {
            return;
        }
        match state.turn {
            Side::White => self.actions_of::<true>(state, out),
            Side::Black => self.actions_of::<false>(state, out),
        }
    }

    #[inline]
    fn count(&self, state: &Self::State, scratch: &mut Vec<Self::Action>) -> u64 {
        if state.theirs().is_none() || self.drawn(state).is_some() {
            return 0;
        }
        match state.turn {
            Side::White => self.count_of::<true>(state, scratch),
            Side::Black => self.count_of::<false>(state, scratch),
        }
    }

    #[inline]
    fn apply(&self, state: &Self::State, action: Self::Action) -> Self::State {
        self.moved(state, action)
    }

    fn settle(&self, _state: &Self::State, roll: Infallible) -> Self::State {
        match roll {}
    }

    fn key(&self, state: &Self::State) -> u64 {
        state.key(0)
    }

    fn repetition(&self) -> Option<u8> {
        let times = self.rules().draws.repetition;
        (times > 0).then_some(times)
    }
}
