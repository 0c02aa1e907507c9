//! A game as somebody sees it: what never changes about it, and its state at a version.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::board::{Action, Board, Chance, Layout};
use super::event::Event;
use super::requests::{ClockChoice, ColourChoice, OpponentChoice};
use super::{Side, Words};

/// A game as somebody sees it, whole.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameView {
    /// Its id.
    pub id: String,
    /// What is played, and how.
    pub terms: Terms,
    /// The squares.
    pub layout: Layout,
    /// The list of moves so far.
    pub moves: Vec<MoveLine>,
    /// Its state.
    pub state: State,
}

/// What never changes about a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Terms {
    /// The id of the game in the catalogue.
    pub game: String,
    /// Every option with its value, defaults included.
    pub options: BTreeMap<String, String>,
    /// What becomes of a missed capture.
    pub huffing: HuffingKind,
    /// The kind of opponent that was asked for.
    pub opponent: OpponentChoice,
    /// The colour that the host asked for.
    pub colour: ColourChoice,
    /// The clock.
    pub clock: ClockChoice,
    /// The SHA-256 of the secret from which every roll comes, in hexadecimal.
    pub commitment: String,
    /// When it was created, in milliseconds since 1970.
    pub created_at: i64,
    /// The game of which this is the rematch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rematch_of: Option<String>,
}

/// What becomes of a missed capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HuffingKind {
    /// It can't be missed: there is no huffing.
    None,
    /// The opponent has to huff first: the phase says so.
    Compulsory,
    /// The opponent may huff if he noticed: nothing in the state tells whether there is something to notice.
    Claimed,
}

/// A game's state at a version, as somebody sees it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct State {
    /// The version: it grows with everything that happens.
    pub version: u64,
    /// Whether it has begun and whether it is over.
    pub status: Status,
    /// The two seats: the host's and the guest's.
    pub seats: [Seat; 2],
    /// The sides that the one who looks plays; both on one device, none for a spectator.
    pub you: Vec<Side>,
    /// The pieces.
    pub board: Board,
    /// Whose turn it is; during a combat the attacker's; nothing when the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Side>,
    /// What has to be done now.
    pub phase: Phase,
    /// What may be done by the one who looks; empty for everybody else, and where chance decides.
    pub actions: Vec<Action>,
    /// Whether there are more actions than `actions` lists; all can be typed.
    pub more_actions: bool,
    /// The outcomes of chance and their odds, where a spin or a round is due; the roulette's sector that
    /// holds is in `phase`.
    pub odds: Vec<Chance>,
    /// What happened in the step that led to this position, for marks on the board; after a takeback an earlier one.
    pub last: Vec<Event>,
    /// What is offered.
    pub offers: Offers,
    /// What the one who looks may do besides playing.
    pub may: May,
    /// The clocks, if the game has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockState>,
    /// The engine's part, where it has to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<EngineState>,
    /// How it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
    /// What the verification needs; the secret only when the game is over.
    pub chance: ChanceState,
    /// The position as text; in games where huffing is claimed without what is owed.
    pub position: String,
    /// Plies since the last progress.
    pub quiet: u16,
    /// The id of the next game between the two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rematch: Option<String>,
}

/// Where a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// A seat is free or a seed is missing.
    Waiting,
    /// It is being played.
    Playing,
    /// It is over.
    Over,
}

/// What has to be done now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Phase {
    /// Somebody has to sit down, or to add a seed.
    Wait {},
    /// The side to move spins the roulette: the command `chance`.
    Spin {},
    /// The side to move moves or captures.
    Move {
        /// The sector of the roulette that says so.
        #[serde(skip_serializing_if = "Option::is_none")]
        sector: Option<String>,
    },
    /// The side to move pushes a slider.
    Slide {
        /// The sector of the roulette that says which colour: `green`, `orange` or `both`.
        sector: String,
    },
    /// The side to move takes one of these pieces off the board.
    Huff {
        /// Their squares.
        squares: Vec<u8>,
        /// Captures that were missed, four at most; none where huffs have to be noticed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        missed: Vec<Action>,
    },
    /// The next round is rolled, both dice at once, when the attacker says so: the command `chance`.
    Combat {
        /// The number of the round, from 1.
        round: u32,
    },
    /// The game is over.
    Over {},
}

/// A seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Seat {
    /// The side that it plays, once that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// Who sits there.
    pub sitter: Sitter,
    /// Whether the seed of this seat is in.
    pub seeded: bool,
    /// Whether somebody of this seat is connected.
    pub present: bool,
    /// For how long nobody of this seat has been connected, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub away_ms: Option<u64>,
}

/// Who sits on a seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Sitter {
    /// Nobody yet.
    Nobody {},
    /// Somebody; the name may be empty.
    Person {
        /// The name.
        name: String,
    },
    /// The engine.
    Engine {
        /// Its level.
        level: u8,
    },
}

/// What is offered, and by whom.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize, ToSchema)]
pub struct Offers {
    /// A draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<Side>,
    /// A takeback is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub takeback: Option<Side>,
    /// Another game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rematch: Option<Side>,
}

/// What the one who looks may do besides playing; all false for spectators.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, ToSchema)]
pub struct May {
    /// Send a seed: it is still missing.
    pub seed: bool,
    /// Spin or roll: the command `chance`.
    pub chance: bool,
    /// Claim a huff by `*` and a square. True at each turn of a game where huffing is claimed, save
    /// where everybody knows that nothing was missed: in the first move of each side, and after a huff.
    pub claim_huff: bool,
    /// Offer a draw.
    pub offer_draw: bool,
    /// Ask for a takeback; against the engine it happens at once.
    pub takeback: bool,
    /// Why there is no takeback: something by chance has happened since.
    pub takeback_past_chance: bool,
    /// Resign.
    pub resign: bool,
    /// Abort: the second move hasn't been made.
    pub abort: bool,
    /// Claim the game, or a draw, from an opponent who has left.
    pub claim_left: bool,
    /// Offer another game.
    pub rematch: bool,
    /// Say a phrase.
    pub say: bool,
}

/// The clocks at the time of the message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ClockState {
    /// White's time, in milliseconds.
    pub white_ms: i64,
    /// Black's time, in milliseconds.
    pub black_ms: i64,
    /// Whose clock runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub running: Option<Side>,
    /// For how long it doesn't run yet, because dice or the roulette are shown, in milliseconds.
    pub held_ms: u64,
}

/// What the engine is doing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct EngineState {
    /// Its place in the queue; 0 while it thinks.
    pub place: u32,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameResult {
    /// Who won; nobody in a draw and in an aborted game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    /// Why: the id of an ending.
    pub reason: String,
    /// The same in words.
    pub words: Words,
}

/// What the verification needs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ChanceState {
    /// The seeds of host and guest, as far as they are in; the engine has none.
    pub seeds: [Option<String>; 2],
    /// How many outcomes have been drawn.
    pub draws: u32,
    /// The secret in hexadecimal, when the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
}

/// An entry of the list of moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct MoveLine {
    /// The number of the move, as records have it.
    pub number: u16,
    /// Whose turn it was.
    pub side: Side,
    /// What was done, as players write it: `31-27`, `*33`, `[green]`, `[5:3]`.
    pub text: String,
    /// Whether chance did it.
    pub chance: bool,
}

/// What changed in the list of moves: cut it to `from` entries and add `lines`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct MovesChange {
    /// How many entries stay.
    pub from: u32,
    /// The entries after them.
    pub lines: Vec<MoveLine>,
}

/// One position of a game, for replay.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Frame {
    /// The entry of the list of moves that led here; nothing for the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<MoveLine>,
    /// What happened.
    pub events: Vec<Event>,
    /// The board after it.
    pub board: Board,
}

/// Every position of a game so far.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Frames {
    /// The version at which they were made.
    pub version: u64,
    /// The positions, the start first.
    pub frames: Vec<Frame>,
}
