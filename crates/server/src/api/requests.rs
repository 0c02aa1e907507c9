//! What is asked over HTTP, and what comes back.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::board::Board;
use super::state::{GameResult, GameView, Status};
use super::{Side, Words};

/// Asks for a new game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateGame {
    /// A random text of 22 to 64 letters, digits, `-` or `_` that only this request has: sent again, it finds
    /// the game that it made.
    pub key: String,
    /// The id of the game in the catalogue.
    pub game: String,
    /// The options that aren't at their default.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Against whom.
    pub opponent: OpponentChoice,
    /// The colour of the one who asks.
    pub colour: ColourChoice,
    /// The clock.
    #[serde(default)]
    pub clock: ClockChoice,
    /// The display name, at most 40 letters; may be empty.
    #[serde(default)]
    pub name: String,
    /// The host's seed: 1 to 64 printable ASCII characters. Only where a guest's seed comes after the commitment: against
    /// the engine and at one device the host's has to, as a command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
}

/// Against whom one plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum OpponentChoice {
    /// A friend who gets a link.
    Friend {},
    /// The engine.
    Engine {
        /// From 1 to 10.
        level: u8,
    },
    /// Two people at one device.
    SameDevice {},
    /// Whoever takes the challenge in the lobby.
    Open {},
}

/// Which colour one plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum ColourChoice {
    White,
    Black,
    /// Drawn by the game's fair chance when the seeds are in.
    Random,
}

/// How time is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClockChoice {
    /// It isn't.
    None {},
    /// A time for the game and some more for each turn.
    Fischer {
        /// Seconds for the game, from 10 to 10800.
        seconds: u32,
        /// Seconds added after each turn, from 0 to 180.
        increment: u32,
    },
    /// Some days for each turn.
    Days {
        /// From 1 to 14.
        days: u32,
    },
}

impl Default for ClockChoice {
    fn default() -> Self {
        ClockChoice::None {}
    }
}

/// A new game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameCreated {
    /// Its id.
    pub id: String,
    /// The secret of the seat, for this browser alone.
    pub secret: String,
    /// The invitation for a friend.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invitation: Option<Invitation>,
    /// The link for spectators.
    pub watch_url: String,
    /// The game as the host sees it. It still needs the host's seed, where that didn't come along.
    pub view: GameView,
}

/// An invitation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Invitation {
    /// The code that lets a friend sit down.
    pub code: String,
    /// The link with the code, after a `#` so that no server and no referrer sees it.
    pub url: String,
}

/// Asks what an invitation is for, before sitting down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PreviewInvitation {
    /// The invitation's code; open challenges need none.
    #[serde(default)]
    pub code: Option<String>,
}

/// What one is invited to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct InvitationPreview {
    /// The id of the game.
    pub id: String,
    /// The id of the game in the catalogue.
    pub game: String,
    /// Every option with its value, defaults included.
    pub options: BTreeMap<String, String>,
    /// The name of the host.
    pub host: String,
    /// The colour of the one who is invited.
    pub colour: ColourChoice,
    /// The clock.
    pub clock: ClockChoice,
    /// The SHA-256 of the game's secret, to be seen before one adds a seed.
    pub commitment: String,
    /// The host's seed, which is in before the guest's: nobody can sit down before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host_seed: Option<String>,
    /// Whether the seat is still free.
    pub free: bool,
}

/// Asks for the guest's seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinGame {
    /// A random text of 22 to 64 letters, digits, `-` or `_` that only this request has: sent again, it finds
    /// the seat that it took.
    pub key: String,
    /// The invitation's code; open challenges need none.
    #[serde(default)]
    pub code: Option<String>,
    /// The display name, at most 40 letters; may be empty.
    #[serde(default)]
    pub name: String,
    /// The guest's seed: 1 to 64 printable ASCII characters.
    pub seed: String,
}

/// A seat that was taken.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameJoined {
    /// The secret of the seat, for this browser alone.
    pub secret: String,
    /// The game as the guest sees it.
    pub view: GameView,
}

/// The open challenges.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Lobby {
    /// The newest first.
    pub challenges: Vec<Challenge>,
}

/// An open challenge.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Challenge {
    /// The id of the game.
    pub id: String,
    /// The id of the game in the catalogue.
    pub game: String,
    /// The options that aren't at their default.
    pub options: BTreeMap<String, String>,
    /// The name of the host.
    pub host: String,
    /// The colour of the one who takes it.
    pub colour: ColourChoice,
    /// The clock.
    pub clock: ClockChoice,
    /// When it was made, in milliseconds since 1970.
    pub created_at: i64,
    /// Whether the host is connected.
    pub present: bool,
}

/// Asks about several games of this browser.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AskSummaries {
    /// At most 50 games.
    pub games: Vec<AskSummary>,
}

/// One of them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AskSummary {
    /// Its id.
    pub id: String,
    /// The secret of the seat.
    #[serde(default)]
    pub secret: Option<String>,
}

/// What there is to say about several games; unknown ones are left out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Summaries {
    /// In the order in which they were asked for.
    pub games: Vec<Summary>,
}

/// A game in a few words.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Summary {
    /// Its id.
    pub id: String,
    /// The id of the game in the catalogue.
    pub game: String,
    /// The options that aren't at their default.
    pub options: BTreeMap<String, String>,
    /// The position, to draw on the squares of [`AskScene`].
    pub board: Board,
    /// Where it stands.
    pub status: Status,
    /// The names of the two seats; the engine's and an empty seat's are nothing.
    pub names: [Option<String>; 2],
    /// The sides of the one who asks.
    pub you: Vec<Side>,
    /// Whose turn it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Side>,
    /// How it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
    /// When something last happened, in milliseconds since 1970.
    pub updated_at: i64,
}

/// Asks for a position to draw, in a diagram or a miniature.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AskScene {
    /// The id of the game in the catalogue.
    pub game: String,
    /// The options that aren't at their default.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The position as text; the start where it's left out.
    #[serde(default)]
    pub position: Option<String>,
}

/// Asks for the verification of a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AskVerification {
    /// The record, as it was downloaded.
    pub record: String,
    /// The commitment that somebody noted when the game began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
}

/// What the verification of a record found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Verification {
    /// Whether everything holds.
    pub holds: bool,
    /// Whether the secret is the one that the record says was committed to.
    pub commitment_holds: bool,
    /// Whether it is the one that was promised, where the question says what that was. Without it the record can be no
    /// more than consistent in itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promise_holds: Option<bool>,
    /// The draw of colours, where they were drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colours_hold: Option<bool>,
    /// Every roll and spin.
    pub draws: Vec<DrawCheck>,
    /// The same in words.
    pub words: Words,
}

/// One roll or spin, recomputed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct DrawCheck {
    /// Its number, from 1.
    pub draw: u32,
    /// The step of the record, from 1.
    pub step: u32,
    /// What the record says.
    pub recorded: String,
    /// What it has to be.
    pub computed: String,
    /// Whether the two are the same.
    pub holds: bool,
}

/// Whether the server is well.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Health {
    /// Whether it is.
    pub ok: bool,
    /// The version of the program.
    pub version: String,
}
