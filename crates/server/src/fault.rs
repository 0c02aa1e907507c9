//! What can go wrong with a request.

use crate::api::Words;
use crate::api::problem::Problem;
use crate::storage::StorageError;

/// What went wrong.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Fault {
    /// The request isn't as it should be; what is wrong with it.
    #[error("{0}")]
    BadRequest(String),
    /// The secret opens no seat of the game.
    #[error("no seat")]
    NoSeat,
    /// The request comes from another site.
    #[error("bad origin")]
    BadOrigin,
    /// The invitation isn't one to this game.
    #[error("bad invitation")]
    BadInvitation,
    /// There is no such game or page.
    #[error("not found")]
    NotFound,
    /// Nobody came to play the game, and it was removed.
    #[error("expired")]
    Expired,
    /// The seat is taken.
    #[error("seat taken")]
    SeatTaken,
    /// The seat is free, but the host's seed isn't in yet.
    #[error("not ready")]
    NotReady,
    /// There is such a thing, but this can't be done with it.
    #[error("bad method")]
    BadMethod,
    /// What is asked for didn't come in time.
    #[error("too slow")]
    TooSlow,
    /// The message is too large.
    #[error("too large")]
    TooLarge,
    /// Too many requests; worth trying again after so many seconds.
    #[error("too many requests")]
    TooMany(u32),
    /// The engine has too much to do.
    #[error("busy")]
    Busy,
    /// A part of the server doesn't get on.
    #[error("stuck: {0}")]
    Stuck(&'static str),
    /// The game couldn't be kept or read.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// Something that should work doesn't.
    #[error("{0}")]
    Broken(String),
}

impl From<getrandom::Error> for Fault {
    fn from(error: getrandom::Error) -> Self {
        Fault::Broken(format!("no random numbers: {error}"))
    }
}

impl Fault {
    /// The status of the answer.
    #[must_use]
    pub(crate) const fn status(&self) -> u16 {
        match self {
            Fault::BadRequest(_) => 400,
            Fault::NoSeat => 401,
            Fault::BadOrigin | Fault::BadInvitation => 403,
            Fault::NotFound => 404,
            Fault::BadMethod => 405,
            Fault::TooSlow => 408,
            Fault::SeatTaken | Fault::NotReady => 409,
            Fault::Expired => 410,
            Fault::TooLarge => 413,
            Fault::TooMany(_) => 429,
            Fault::Busy | Fault::Stuck(_) | Fault::Storage(_) => 503,
            Fault::Broken(_) => 500,
        }
    }

    /// The body of the answer. What is wrong with the server itself goes into the log, not to strangers.
    #[must_use]
    pub(crate) fn problem(&self) -> Problem {
        let (id, fr, en) = match self {
            Fault::BadRequest(_) => (
                "bad-request",
                "La demande est incomplète ou mal écrite.",
                "The request is incomplete or badly written.",
            ),
            Fault::NoSeat => (
                "no-seat",
                "Ce secret n'ouvre aucune place de cette partie.",
                "This secret opens no seat of this game.",
            ),
            Fault::BadOrigin => {
                ("bad-origin", "La demande vient d'un autre site.", "The request comes from another site.")
            }
            Fault::BadInvitation => {
                ("bad-invitation", "Cette invitation n'est pas valable.", "This invitation isn't valid.")
            }
            Fault::NotFound => ("not-found", "Cela n'existe pas ici.", "There is no such thing here."),
            Fault::Expired => (
                "expired",
                "Cette partie n'est plus ici : personne n'est venu la jouer, ou elle est finie depuis longtemps.",
                "This game is no longer here: nobody came to play it, or it was over long ago.",
            ),
            Fault::SeatTaken => ("seat-taken", "La place est déjà prise.", "The seat is taken already."),
            Fault::NotReady => (
                "not-ready",
                "Celui qui invite n'a pas encore donné son mot : réessayez dans un instant.",
                "Whoever invites hasn't given a word yet: try again in a moment.",
            ),
            Fault::BadMethod => {
                ("bad-method", "Cela ne se demande pas ainsi.", "That isn't how this is asked for.")
            }
            Fault::TooSlow => (
                "too-slow",
                "La demande a mis trop de temps à arriver.",
                "The request took too long to arrive.",
            ),
            Fault::TooLarge => ("too-large", "Le message est trop long.", "The message is too long."),
            Fault::TooMany(_) => (
                "too-many-requests",
                "Trop de demandes à la fois : attendez un peu.",
                "Too many requests: wait a little.",
            ),
            Fault::Busy => (
                "busy",
                "Le serveur a trop à faire : réessayez dans un instant.",
                "The server has too much to do: try again in a moment.",
            ),
            Fault::Stuck(_) => {
                ("stuck", "Une partie du serveur ne répond plus.", "A part of the server doesn't get on.")
            }
            Fault::Storage(StorageError::SetAside(_) | StorageError::Damaged(_)) => (
                "unreadable",
                "Cette partie ne peut plus être lue. Elle est mise de côté : seul l'opérateur du serveur peut la rétablir.",
                "This game can't be read any more. It is set aside, and only whoever runs the server can restore it.",
            ),
            Fault::Storage(_) => (
                "storage",
                "La partie n'a pas pu être enregistrée ou lue : rien n'est fait, réessayez.",
                "The game couldn't be kept or read: nothing was done, try again.",
            ),
            Fault::Broken(_) => (
                "broken",
                "Le serveur ne fonctionne pas comme il le devrait.",
                "The server doesn't work as it should.",
            ),
        };
        let detail = match self {
            Fault::BadRequest(detail) => Some(detail.clone()),
            Fault::Stuck(what) => Some((*what).into()),
            _ => None,
        };
        let retry_after = match self {
            Fault::TooMany(seconds) => Some(*seconds),
            Fault::Storage(StorageError::SetAside(_) | StorageError::Damaged(_)) => None,
            Fault::Busy | Fault::NotReady | Fault::Storage(_) => Some(5),
            _ => None,
        };
        Problem { id: id.into(), words: Words { fr: fr.into(), en: en.into() }, detail, retry_after }
    }
}
