//! Where games are kept: a trait, so that a room doesn't know whether it is a file here or a database elsewhere.

pub mod sqlite;

use async_trait::async_trait;
use damier_arena::clock::Moment;
use damier_arena::fair::Secret;
use damier_arena::sitting::{Kept, Terms};

use crate::secrets::tag;
pub use crate::time::Downtime;
pub use sqlite::Sqlite;

/// Why something couldn't be kept or read.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// Another writer was first: the game has another version than was thought.
    #[error("storage: game {}: changed by another writer", tag(.0))]
    Conflict(String),
    /// There is no room left.
    #[error("storage: the disk is full: {0}")]
    Full(String),
    /// It can't be written to.
    #[error("storage: can't be written to: {0}")]
    ReadOnly(String),
    /// What is there can't be understood.
    #[error("storage: damaged: {0}")]
    Damaged(String),
    /// A game was found damaged before; the reason.
    #[error("storage: set aside: {0}")]
    SetAside(String),
    /// It was written by a later version of the program.
    #[error(
        "storage: written by a later version of the program (format {found}); expected format {known} or less"
    )]
    TooNew {
        /// The format that was found.
        found: i64,
        /// The last format known here.
        known: i64,
    },
    /// It was closed.
    #[error("storage: closed")]
    Closed,
    /// Anything else.
    #[error("storage: {0}")]
    Other(String),
}

/// A key to one or both seats of a game, as its SHA-256.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatKey {
    /// The hash of the seat secret.
    pub hash: [u8; 32],
    /// The seats that it opens: the host's, the guest's.
    pub seats: [bool; 2],
}

/// What a storage has to find without reading a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Whether it is over.
    pub over: bool,
    /// Whether it is an open challenge that nobody has taken.
    pub open: bool,
    /// When the clock that runs is at its end.
    pub deadline: Option<Moment>,
    /// Whether the engine has to act.
    pub engine: bool,
    /// Whether nothing has come of it so far: it was aborted, or still could be.
    pub unplayed: bool,
    /// When something last happened.
    pub updated_at: Moment,
}

/// What is kept of a game besides its entries.
#[derive(Clone, Debug)]
pub struct Founding {
    /// What was agreed on; its id is the game's.
    pub terms: Terms,
    /// The secret of its chance.
    pub secret: Secret,
    /// What seat secrets are derived from.
    pub seat_key: [u8; 32],
    /// The code that lets a friend sit down.
    pub invitation: Option<String>,
    /// The hash of the key with which it was asked for.
    pub created_key: Option<[u8; 32]>,
}

/// One write; several are done together or not at all.
#[derive(Clone, Debug)]
pub enum Write {
    /// A new game.
    Found {
        /// What is kept of it.
        founding: Box<Founding>,
        /// The keys to its seats.
        keys: Vec<SeatKey>,
        /// Its standing.
        standing: Standing,
    },
    /// More entries of a game, or none and only another standing. Refused unless the game has just that version:
    /// there are no gaps and no doubles.
    Append {
        /// The game.
        game: String,
        /// The version that it has so far.
        after: u64,
        /// The entries, each with the receipt of the order that it completes.
        entries: Vec<(Kept, Option<String>)>,
        /// New keys to its seats.
        keys: Vec<SeatKey>,
        /// Its standing after them.
        standing: Standing,
    },
}

/// A game as it was kept.
#[derive(Debug)]
pub struct Stored {
    /// What was kept of it.
    pub founding: Founding,
    /// The keys to its seats.
    pub keys: Vec<SeatKey>,
    /// The entries with the receipts of orders, in their order.
    pub entries: Vec<(Kept, Option<String>)>,
}

/// Where games are kept.
#[async_trait]
pub trait Storage: Send + Sync + 'static {
    /// Does all of these or none. When it returns they are on disk.
    async fn commit(&self, writes: Vec<Write>) -> Result<(), StorageError>;
    /// Reads a game.
    async fn load(&self, game: &str) -> Result<Option<Stored>, StorageError>;
    /// The game that was asked for with a key of this hash.
    async fn find_created(&self, key: [u8; 32]) -> Result<Option<String>, StorageError>;
    /// The open challenges made since a moment, the newest first.
    async fn challenges(&self, since: Moment, most: u32) -> Result<Vec<Terms>, StorageError>;
    /// Games whose clock is at its end.
    async fn due(&self, now: Moment, most: u32) -> Result<Vec<String>, StorageError>;
    /// Games in which the engine has to act.
    async fn engine_games(&self) -> Result<Vec<String>, StorageError>;
    /// Removes games of which nothing has come and in which nothing has happened since a moment; their ids. For as
    /// long again as `since` lies back it is known of them that they have expired.
    async fn expire(&self, since: Moment, now: Moment, most: u32) -> Result<Vec<String>, StorageError>;
    /// Removes games that are over and in which nothing has happened since a moment; their ids. It is known of them that
    /// they have expired, as of those that nobody played.
    async fn retire(&self, since: Moment, now: Moment, most: u32) -> Result<Vec<String>, StorageError>;
    /// Whether a game was removed because nothing had come of it.
    async fn has_expired(&self, game: &str) -> Result<bool, StorageError>;
    /// Sets a game aside that can't be read: it is due for nothing any more, and is read again only once an operator
    /// has taken it back.
    async fn set_aside(&self, game: &str, why: &str) -> Result<(), StorageError>;
    /// The last sign of life, if there ever was one.
    async fn alive(&self) -> Result<Option<Moment>, StorageError>;
    /// Says that the server is running.
    async fn note_alive(&self, now: Moment) -> Result<(), StorageError>;
    /// Every downtime so far, the oldest first.
    async fn downtimes(&self) -> Result<Vec<Downtime>, StorageError>;
    /// Keeps a downtime: what was due afterwards is due later by its length.
    async fn note_downtime(&self, downtime: Downtime) -> Result<(), StorageError>;
    /// Writes what waits, and closes.
    fn close(&self);
}
