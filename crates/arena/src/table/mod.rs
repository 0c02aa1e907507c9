//! A game in progress, of any kind, behind one object.
//!
//! A [`Table`] knows what happened so far, what has to be done now and what may be done, and tells it as plain
//! data: squares by number, pieces with numbers of their own, events from which a drawing can be moved. It
//! rolls no dice: whoever has a table asks for the odds and says what came up.

mod happened;
mod odds;
mod played;

use damier_notation::action::ActionError;
use damier_notation::record::Step;
use damier_rules::board::Layout;
use damier_rules::game::{Side, Weight};
use damier_rules::huff::Huffing;
use damier_rules::tell::{Event, Kind};
use damier_rules::traps::{Colour, Spin};

use crate::finish::Finished;
pub use happened::{Fighter, Happened};
pub use odds::FightOdds;
pub(crate) use played::Played;

/// Turns after which a game is drawn if the rules haven't ended it sooner; huffs don't count.
pub const MOST_TURNS: usize = 600;

/// A game in progress.
pub trait Table: Send + Sync {
    /// The squares.
    fn layout(&self) -> &Layout;
    /// The traps as colour, left and right, squares by number.
    fn traps(&self) -> Vec<(Colour, u8, u8)>;
    /// Who sees to it that a missed capture is paid for, in games where one can be missed.
    fn huffing(&self) -> Option<Huffing>;
    /// Whether a huff may be claimed now, going by what everybody at the table knows without looking for captures. It
    /// says nothing of whether one was missed.
    fn may_claim_huff(&self) -> bool;
    /// Whether dice or a roulette are in the game.
    fn has_chance(&self) -> bool;
    /// Whether the pieces are ranked pawns.
    fn is_ranked(&self) -> bool;

    /// Whose turn it is, the attacker's in a fight; the side that would be next when the game is over.
    fn side(&self) -> Side;
    /// What has to be done now.
    fn phase(&self) -> Phase;
    /// What may be done now; huffs that have to be noticed are left out.
    fn choices(&self) -> Vec<Choice>;
    /// The outcomes that chance has now, in a stable order, with their weights.
    fn odds(&self) -> Vec<(Event, Weight)>;
    /// How the rules ended the game.
    fn result(&self) -> Option<Finished>;
    /// The position as text; `hidden` leaves out what has to be noticed.
    fn position(&self, hidden: bool) -> String;
    /// The positions before this one as text, oldest first.
    fn positions_before(&self) -> Vec<String>;

    /// Plays an action given as text, and returns how it is written in full.
    fn act(&mut self, text: &str) -> Result<String, ActionError>;
    /// Lets something happen by chance; false where it can't.
    fn settle(&mut self, event: Event) -> bool;
    /// Takes back everything after the first `steps` steps.
    fn take_back(&mut self, steps: usize);

    /// What happened so far, as records have it.
    fn steps(&self) -> Vec<Step>;
    /// What happened so far, as players read it.
    fn lines(&self) -> Vec<&Line>;
    /// The board after so many steps, and what the last of them did.
    fn moment(&self, steps: usize) -> Option<(Board, &[Happened])>;
    /// The board now.
    fn board(&self) -> Board;
    /// How many steps there were.
    fn len(&self) -> usize;
    /// Whether nothing has happened yet.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// What has to be done now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The side to move spins.
    Spin,
    /// The side to move moves, captures, attacks or passes; the spin that says so.
    Move(Option<Spin>),
    /// The side to move pushes a slider.
    Slide(Spin),
    /// The side to move takes one of these pieces off the board; the captures that were missed.
    Huff(Vec<u8>, Vec<Choice>),
    /// A round of the fight is rolled: its number, from 1.
    Combat(u32),
    /// The game is over.
    Over,
}

/// A piece with a number that stays its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Its number.
    pub id: u16,
    /// Where it stands.
    pub at: u8,
    /// Whose it is.
    pub side: Side,
    /// What it is.
    pub kind: Kind,
}

/// A position to draw.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    /// The pieces by rising square.
    pub pieces: Vec<Piece>,
    /// By how many columns the plates have slid from where they are at White's turn.
    pub offset: i8,
    /// The open traps.
    pub open: Vec<u8>,
    /// The fight being fought: attacker, defender, and how it may end.
    pub fight: Option<(u8, u8, FightOdds)>,
    /// Plies since the last progress.
    pub quiet: u16,
}

/// What an action is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChoiceKind {
    /// A piece goes to a free square.
    Move,
    /// A piece jumps others.
    Capture,
    /// A pawn attacks.
    Attack,
    /// A piece is huffed.
    Huff,
    /// A trap is opened.
    Open,
    /// A trap is closed.
    Close,
    /// Nothing moves.
    Pass,
}

/// Something that may be done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// How it is written.
    pub text: String,
    /// What it is.
    pub kind: ChoiceKind,
    /// The squares that it names.
    pub path: Vec<u8>,
    /// The pieces that it captures, by square.
    pub captures: Vec<u8>,
    /// Whether the piece falls into a trap in the end.
    pub falls: bool,
    /// How the fight that it begins may end.
    pub odds: Option<FightOdds>,
}

/// An entry of the list of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The number of the move.
    pub number: u16,
    /// Whose turn it was.
    pub side: Side,
    /// What was done.
    pub text: String,
    /// Whether chance did it.
    pub chance: bool,
}
