//! What happened on the board, step by step, for animation and for the live region.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Side;
use super::board::{Action, Chance, FightOdds, Piece, PieceKind, TrapColour};
use super::state::GameResult;

/// Something that happened. Squares are numbers; pieces keep their ids from before to after.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Event {
    /// Both seats are taken and the seeds are in: the game begins.
    Started {},
    /// A piece moved along its path; with captures, one landing square after the other.
    Moved {
        /// The piece.
        piece: u16,
        /// Whose it is.
        side: Side,
        /// Start and every landing square.
        path: Vec<u8>,
    },
    /// Pieces were captured.
    Captured {
        /// The pieces as they were.
        pieces: Vec<Piece>,
    },
    /// A piece changed its kind: a man was crowned, a head rose or dropped.
    Crowned {
        /// The piece.
        piece: u16,
        /// Where it stands.
        at: u8,
        /// What it was.
        before: PieceKind,
        /// What it is now.
        after: PieceKind,
    },
    /// A piece was taken off the board for a missed capture.
    Huffed {
        /// The piece as it was.
        piece: Piece,
        /// Who took it.
        by: Side,
        /// Captures that were missed, four at most; none where huffs have to be noticed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        missed: Vec<Action>,
    },
    /// A trap opened.
    TrapOpened {
        /// Its square.
        at: u8,
        /// Its colour.
        colour: TrapColour,
        /// Whether it shut again at once.
        shut_again: bool,
    },
    /// A trap closed.
    TrapClosed {
        /// Its square.
        at: u8,
        /// Its colour.
        colour: TrapColour,
    },
    /// A piece fell into a trap.
    Fell {
        /// The piece as it was.
        piece: Piece,
    },
    /// The plates slid with what stands on them.
    PlatesSlid {
        /// The offset before.
        from: i8,
        /// The offset now.
        to: i8,
    },
    /// A turn was passed.
    Passed {
        /// By whom.
        side: Side,
    },
    /// The roulette stopped.
    Spun {
        /// Whose turn it is.
        side: Side,
        /// The sector.
        sector: String,
        /// Every sector and its weight.
        odds: Vec<Chance>,
        /// The number of the draw, for the verification.
        draw: u32,
    },
    /// A pawn attacked.
    Attacked {
        /// The attacker.
        attacker: Piece,
        /// The one attacked.
        defender: Piece,
        /// The odds before the first round.
        odds: FightOdds,
    },
    /// A round of a fight.
    Round {
        /// The attacker's part in it.
        attacker: Fighter,
        /// The defender's.
        defender: Fighter,
        /// Who won the fight by it; nothing where it goes on, or both went.
        #[serde(skip_serializing_if = "Option::is_none")]
        winner: Option<Side>,
        /// Whether the fight is over.
        over: bool,
        /// The number of the draw, for the verification.
        draw: u32,
    },
    /// The last actions were taken back; the board is as it was before them.
    TakenBack {
        /// How many entries of the list of moves went.
        moves: u32,
    },
    /// Somebody offers a draw.
    DrawOffered {
        /// Who.
        by: Side,
    },
    /// A draw was declined, or its offer lapsed.
    DrawDeclined {
        /// Who declined.
        by: Side,
    },
    /// Somebody would like to take back.
    TakebackAsked {
        /// Who.
        by: Side,
    },
    /// A takeback was declined, or its wish lapsed.
    TakebackDeclined {
        /// Who declined.
        by: Side,
    },
    /// The game is over.
    Over {
        /// How.
        result: GameResult,
    },
    /// Somebody would like another game.
    RematchOffered {
        /// Who.
        by: Side,
    },
    /// Another game was declined.
    RematchDeclined {
        /// Who declined.
        by: Side,
    },
    /// The next game is there, with colours swapped; each player's secret opens a seat in it too.
    Rematch {
        /// The id of the new game.
        game: String,
    },
}

/// One of two fighters in a round.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Fighter {
    /// The pawn.
    pub piece: u16,
    /// Whose it is.
    pub side: Side,
    /// Where it stood.
    pub at: u8,
    /// What it rolled.
    pub rolled: u16,
    /// Its head when it rolled.
    pub before: PieceKind,
    /// Its head after the round; nothing where it is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<PieceKind>,
}
