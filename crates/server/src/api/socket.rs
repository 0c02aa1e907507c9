//! The messages of the socket, one per page.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::change::StateChange;
use super::command::{Done, NotDone, Order};
use super::event::Event;
use super::problem::Problem;
use super::requests::Lobby;
use super::state::{EngineState, GameView, MovesChange, Seat, State};

/// What a page sends.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ToServer {
    /// Follows a game. Answered by `game`, or by `update` where the page already has a version of it.
    Watch {
        /// The id of the game.
        game: String,
        /// The secret of the seat; spectators have none.
        #[serde(default)]
        secret: Option<String>,
        /// The version that the page has, if any.
        #[serde(default)]
        have: Option<u64>,
    },
    /// Follows a game no longer.
    Unwatch {
        /// The id of the game.
        game: String,
    },
    /// Does something in a game that is followed with a secret. Answered by `done` or `refused`.
    Order {
        /// The id of the game.
        game: String,
        /// What to do.
        order: Order,
    },
    /// Follows the lobby. Answered by `lobby`, now and whenever it changes.
    WatchLobby {},
    /// Follows the lobby no longer.
    UnwatchLobby {},
    /// Answers a `ping`.
    Pong {
        /// The number of the ping.
        number: u64,
    },
}

/// What the server sends.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ToPage {
    /// The first message of every connection.
    Welcome {
        /// The version of the program; a page of another version reloads itself when it suits.
        version: String,
        /// A ping comes at least this often, in milliseconds: a page that hears nothing for twice as long
        /// connects anew.
        heartbeat_ms: u64,
    },
    /// A whole game.
    Game {
        /// The game.
        view: Box<GameView>,
    },
    /// What happened in a game since the last `game` or `update`, or since the version that the page said to have.
    Update {
        /// The id of the game.
        game: String,
        /// The version after which `events` begin. A page that has another one asks for the whole game by `watch`
        /// without `have`.
        from: u64,
        /// What happened, in order.
        events: Vec<Event>,
        /// What changed in the list of moves since `from`.
        moves: MovesChange,
        /// What changed of the state since `from`.
        #[serde(skip_serializing_if = "Option::is_none")]
        change: Option<Box<StateChange>>,
        /// The whole state instead, for a page that comes back.
        #[serde(skip_serializing_if = "Option::is_none")]
        state: Option<Box<State>>,
    },
    /// A command was carried out and is on disk.
    Done {
        /// The id of the game.
        game: String,
        /// Which command, and the version that it led to.
        done: Done,
    },
    /// A command was not carried out.
    Refused {
        /// The id of the game.
        game: String,
        /// Which command, and why.
        refused: Box<NotDone>,
    },
    /// Somebody came or went. The version stays.
    Presence {
        /// The id of the game.
        game: String,
        /// The seats.
        seats: [Seat; 2],
        /// Whether the one who looks may now claim the game from an opponent who has left.
        may_claim_left: bool,
    },
    /// The engine's place in the queue changed. The version stays.
    Engine {
        /// The id of the game.
        game: String,
        /// Its place.
        engine: EngineState,
    },
    /// Somebody said something. The version stays, and nothing of it is kept.
    Said {
        /// The id of the game.
        game: String,
        /// The seat, 0 for the host's.
        seat: u8,
        /// The id of the phrase.
        phrase: String,
    },
    /// The open challenges.
    Lobby {
        /// All of them.
        lobby: Lobby,
    },
    /// A game is followed no longer: the page asked for it, or was too slow, or the game can't be read.
    Unwatched {
        /// The id of the game.
        game: String,
    },
    /// Asks whether the page is still there; to be answered by `pong` at once. The time it takes is given back
    /// to the player's clock, within limits.
    Ping {
        /// Its number.
        number: u64,
    },
    /// A message was not understood, or can't be answered.
    Problem {
        /// What is wrong.
        problem: Problem,
        /// The game that it was about.
        #[serde(skip_serializing_if = "Option::is_none")]
        game: Option<String>,
        /// The key of the command that it was about: it may or may not have been carried out, and can be sent
        /// again.
        #[serde(skip_serializing_if = "Option::is_none")]
        key: Option<String>,
    },
}
