//! Telling a game to the outside: positions, actions and rolls as plain data with square numbers.
//!
//! Text and drawings are made from this, so that whoever writes or draws needs no rules.

use std::convert::Infallible;

use crate::board::Layout;
use crate::combat::{Head, Round};
use crate::game::{Game, Side};
use crate::huff::Huffing;
use crate::reason::Refusal;
use crate::traps::{Colour, Spin};

/// What a piece is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// A man.
    Man,
    /// A king.
    King,
    /// A pawn with a head.
    Pawn(Head),
}

/// A position as data; squares by number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Whose turn it is.
    pub turn: Side,
    /// The pieces of White and of Black, by rising number.
    pub pieces: [Vec<(u8, Kind)>; 2],
    /// Open traps.
    pub open: Vec<u8>,
    /// The spin that awaits an action.
    pub spin: Option<Spin>,
    /// The pieces of which the side to move removes one first.
    pub owed: Vec<u8>,
    /// The fight being fought: attacker, defender.
    pub fight: Option<(u8, u8)>,
    /// White's and Black's last own move, where the rules depend on it.
    pub last: [Option<(u8, u8)>; 2],
    /// White's and Black's king that moved last and how often in a row, where the rules depend on it.
    pub runs: [Option<(u8, u8)>; 2],
    /// Plies since the last progress.
    pub quiet: u16,
    /// The number of the move, from 1.
    pub number: u16,
}

impl Setup {
    /// A position with these pieces and nothing else about it.
    #[must_use]
    pub fn new(turn: Side, pieces: [Vec<(u8, Kind)>; 2]) -> Self {
        Setup {
            turn,
            pieces,
            open: Vec::new(),
            spin: None,
            owed: Vec::new(),
            fight: None,
            last: [None; 2],
            runs: [None; 2],
            quiet: 0,
            number: 1,
        }
    }

    /// Whether its pieces are ranked pawns.
    #[must_use]
    pub fn is_ranked(&self) -> bool {
        self.pieces.iter().flatten().any(|(_, kind)| matches!(kind, Kind::Pawn(_)))
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece(&self, square: u8) -> Option<(Side, Kind)> {
        Side::BOTH.into_iter().find_map(|side| {
            let pieces = &self.pieces[side as usize];
            pieces.iter().find(|piece| piece.0 == square).map(|piece| (side, piece.1))
        })
    }
}

/// A part of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    /// The pieces of one side.
    Pieces(Side),
    /// The open traps.
    Open,
    /// The spin.
    Spin,
    /// The pieces owed.
    Owed,
    /// The fight.
    Fight,
    /// The last moves.
    Last,
    /// The runs of king moves.
    Runs,
}

/// Why data is not a position of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Misfit {
    /// The game has no such part.
    Foreign(Part),
    /// The board has no such square.
    NoSuchSquare(Part, u8),
    /// Two pieces on one square.
    TwoPieces(Side, u8),
    /// A kind of piece that the game doesn't have.
    WrongKind(Side, u8, Kind),
    /// A man on the row where it would have been crowned.
    Uncrowned(Side, u8),
    /// A side without pieces.
    NoPieces(Side),
    /// No trap on this square.
    NotATrap(u8),
    /// Both traps of one slider are open.
    BothTraps(u8, u8),
    /// A piece stands on an open trap.
    OnOpenTrap(u8),
    /// A spin although a capture must be made without one.
    SpinBeforeCapture,
    /// A spin that the roulette can't show.
    NoSuchSector(Spin),
    /// A piece owed that the opponent of the side to move doesn't have.
    NotOwed(u8),
    /// The fighters aren't where they should be.
    NoFight(u8, u8),
    /// A last move that can't have been one.
    NoSuchMove(Side, u8, u8),
    /// No king of that side with that many moves.
    NoRun(Side, u8),
    /// The side to move has more captures than are followed.
    TooComplex(Side),
}

impl Misfit {
    /// The part that is wrong.
    #[must_use]
    pub const fn part(&self) -> Part {
        match *self {
            Misfit::Foreign(part) | Misfit::NoSuchSquare(part, _) => part,
            Misfit::TwoPieces(side, _)
            | Misfit::WrongKind(side, ..)
            | Misfit::Uncrowned(side, _)
            | Misfit::NoPieces(side)
            | Misfit::TooComplex(side) => Part::Pieces(side),
            Misfit::NotATrap(_) | Misfit::BothTraps(..) | Misfit::OnOpenTrap(_) => Part::Open,
            Misfit::SpinBeforeCapture | Misfit::NoSuchSector(_) => Part::Spin,
            Misfit::NotOwed(_) => Part::Owed,
            Misfit::NoFight(..) => Part::Fight,
            Misfit::NoSuchMove(..) => Part::Last,
            Misfit::NoRun(..) => Part::Runs,
        }
    }
}

/// What somebody does or tries to do, squares by number.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Deed {
    /// Goes from one square to another.
    Move(u8, u8),
    /// Captures or attacks: the start, and every square where it lands.
    Capture(Vec<u8>),
    /// Removes a piece by huffing.
    Huff(u8),
    /// Opens a trap.
    Open(u8),
    /// Closes a trap.
    Close(u8),
    /// Passes.
    Pass,
}

/// A legal action with what it does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told<A> {
    /// The action.
    pub action: A,
    /// What it does.
    pub deed: Deed,
    /// The pieces that it captures.
    pub taken: Vec<u8>,
}

/// What chance did.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// The roulette stopped.
    Spin(Spin),
    /// A round of dice was rolled.
    Round(Round),
}

impl From<Spin> for Event {
    fn from(spin: Spin) -> Self {
        Event::Spin(spin)
    }
}
impl From<Round> for Event {
    fn from(round: Round) -> Self {
        Event::Round(round)
    }
}
impl From<Infallible> for Event {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

/// A game that can be told to the outside.
pub trait Tell: Game<Roll: Into<Event>> {
    /// The squares.
    fn layout(&self) -> &Layout;

    /// The traps as colour, left and right, squares by number.
    fn traps(&self) -> Vec<(Colour, u8, u8)> {
        Vec::new()
    }

    /// Who sees to it that a missed capture is paid for, in games where one can be missed.
    fn huffing(&self) -> Option<Huffing> {
        None
    }

    /// The position as data.
    fn setup(&self, state: &Self::State) -> Setup;

    /// The position that the data describe. A position that play can't have left this way is refused.
    fn place(&self, setup: &Setup) -> Result<Self::State, Misfit>;

    /// The work of finding the captures in a position; at most [`MOST_WORK`](crate::jump::MOST_WORK) in one that can
    /// be placed.
    fn work(&self, state: &Self::State) -> u32 {
        let _ = state;
        0
    }

    /// Every legal action, in the order of [`Game::actions`], with what it does.
    fn deeds(&self, state: &Self::State) -> Vec<Told<Self::Action>>;

    /// The pieces taken by a capture whose every landing square is given, if its jumps are possible: the
    /// same capture may be told with another way.
    fn taken_along(&self, state: &Self::State, path: &[u8]) -> Option<Vec<u8>>;

    /// Why something that is not legal is not.
    fn refuse(&self, state: &Self::State, deed: &Deed) -> Refusal;
}
