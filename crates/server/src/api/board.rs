//! What a board shows: squares with coordinates, pieces, traps, plates, and what may be done.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Side;
use super::catalogue::Naming;

/// The squares of a board: the same during a whole game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Layout {
    /// The leftmost and the rightmost column of squares, plates at their furthest included; White's left is 0.
    pub columns: [i8; 2],
    /// How many rows; row 0 is at White's edge.
    pub rows: u8,
    /// How wide the fixed board is: columns from 0 to one less.
    pub width: u8,
    /// Every square that is played on, by rising number.
    pub cells: Vec<Cell>,
    /// Rows that slide, from White's edge.
    pub plates: Vec<Plate>,
    /// Sliders with their two traps.
    pub sliders: Vec<Slider>,
    /// How players write squares.
    pub naming: Naming,
}

/// A square.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Cell {
    /// Its number, by which everything else names it.
    pub number: u8,
    /// How players call it: the number or letter and row.
    pub name: String,
    /// Its column; for a square of a plate, where it stands while the plate's offset is 0.
    pub column: i8,
    /// Its row.
    pub row: i8,
}

/// A row that slides with everything on it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Plate {
    /// The row.
    pub row: i8,
    /// The leftmost column of the plate at offset 0, light squares included.
    pub first_column: i8,
    /// How many columns it has, light squares included.
    pub length: u8,
    /// Its squares, by number.
    pub squares: Vec<u8>,
}

/// A slider that works two traps.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Slider {
    /// The colour of both traps.
    pub colour: TrapColour,
    /// The square of the left trap.
    pub left: u8,
    /// The square of the right trap.
    pub right: u8,
}

/// The colour of a trap.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum TrapColour {
    Green,
    Orange,
}

/// A position to draw.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Board {
    /// The pieces by rising square.
    pub pieces: Vec<Piece>,
    /// By how many columns the plates have slid from where `Layout` has them.
    pub offset: i8,
    /// The traps that are open.
    pub open: Vec<u8>,
    /// The fight being fought; the attacker still stands on its start square.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fight: Option<Fight>,
}

/// A piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Piece {
    /// A number that stays the piece's own during the whole game.
    pub id: u16,
    /// The square where it stands.
    pub at: u8,
    /// Whose it is.
    pub side: Side,
    /// What it is.
    pub kind: PieceKind,
}

/// What a piece is. Games of ranked pawns have heads, all others men and kings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PieceKind {
    /// A man.
    Man,
    /// A king.
    King,
    /// A pawn with a blue head, the lowest.
    BlueHead,
    /// A pawn with a green head.
    GreenHead,
    /// A pawn with a red head.
    RedHead,
    /// A pawn with a yellow head, the highest.
    YellowHead,
}

/// Two pawns that fight.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Fight {
    /// The square from which it attacks.
    pub attacker: u8,
    /// The square that is attacked.
    pub defender: u8,
    /// How it will end from here, as far as anybody can know.
    pub odds: FightOdds,
}

/// How a fight ends, in equally likely cases.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct FightOdds {
    /// Cases in all.
    pub of: u64,
    /// Cases in which the attacker wins.
    pub win: u64,
    /// Cases in which both go.
    pub both: u64,
    /// Cases in which the defender wins.
    pub lose: u64,
    /// Among the cases in which the attacker wins, those with a blue, green, red and yellow head in the end.
    pub heads: [u64; 4],
}

/// Something that may be done now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Action {
    /// What to send.
    pub text: String,
    /// What it is.
    pub kind: ActionKind,
    /// The squares it names: start and every landing square; the piece to huff; the trap.
    pub path: Vec<u8>,
    /// The pieces that it captures, by square.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub captures: Vec<u8>,
    /// Whether the piece falls into an open trap at the end of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub falls: bool,
    /// The odds of the fight it begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<FightOdds>,
}

/// What an action is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ActionKind {
    /// A piece goes to a free square.
    Move,
    /// A piece jumps others.
    Capture,
    /// A pawn attacks an enemy.
    Attack,
    /// A piece is taken off the board for a missed capture.
    Huff,
    /// A trap is opened.
    Open,
    /// A trap is closed.
    Close,
    /// Nothing moves; plates, where there are any, slide.
    Pass,
}

/// An outcome of chance and its weight.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Chance {
    /// The outcome: a sector of the roulette, or a round of dice such as `5:3`.
    pub outcome: String,
    /// In how many cases of all it comes up; all are the sum.
    pub weight: u32,
}

/// A position of a game for a diagram, with what may be done in it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Scene {
    /// The squares.
    pub layout: Layout,
    /// The pieces.
    pub board: Board,
    /// Whose turn it is.
    pub turn: Side,
    /// What may be done; empty where chance decides or the game is over.
    pub actions: Vec<Action>,
    /// The position as text.
    pub position: String,
}
