//! How a game between players ends: by its rules, or by what the players do.

use damier_rules::game::{Ending, Side};
use serde::{Deserialize, Serialize};

use crate::catalogue::Text;
use crate::words;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finished {
    /// Who won; nobody in a draw and in an aborted game.
    pub winner: Option<Side>,
    /// Why.
    pub finish: Finish,
}

impl Finished {
    pub(crate) const fn repeated() -> Self {
        Finished { winner: None, finish: Finish::Rules(Ending::Repetition) }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Finish {
    /// By its rules.
    Rules(Ending),
    /// It had as many turns as a game may have.
    TurnLimit,
    /// A player resigned.
    Resigned,
    /// The players agreed on a draw.
    Agreed,
    /// A player's time ran out.
    OutOfTime,
    /// A player left, and the other claimed the game or a draw.
    Left,
    /// It was broken off before it had really begun.
    Aborted,
}

impl Finish {
    /// Every way to end.
    const ALL: [Finish; 13] = [
        Finish::Rules(Ending::NoPieces),
        Finish::Rules(Ending::Blocked),
        Finish::Rules(Ending::BothBlocked),
        Finish::Rules(Ending::BothGone),
        Finish::Rules(Ending::QuietLimit),
        Finish::Rules(Ending::DrawnEnding),
        Finish::Rules(Ending::Repetition),
        Finish::TurnLimit,
        Finish::Resigned,
        Finish::Agreed,
        Finish::OutOfTime,
        Finish::Left,
        Finish::Aborted,
    ];

    /// The stable id.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Finish::Rules(ending) => ending.id(),
            Finish::TurnLimit => "turn-limit",
            Finish::Resigned => "resigned",
            Finish::Agreed => "agreed",
            Finish::OutOfTime => "out-of-time",
            Finish::Left => "left",
            Finish::Aborted => "aborted",
        }
    }

    /// In words.
    #[must_use]
    pub const fn words(self) -> Text {
        match self {
            Finish::Rules(ending) => words::ending(ending),
            Finish::TurnLimit => {
                text("la partie a atteint sa longueur maximale", "the game has become too long")
            }
            Finish::Resigned => text("un joueur a abandonné", "a player resigned"),
            Finish::Agreed => text("nulle d'un commun accord", "a draw by agreement"),
            Finish::OutOfTime => text("le temps d'un joueur est écoulé", "a player's time ran out"),
            Finish::Left => text("un joueur est parti", "a player left"),
            Finish::Aborted => text("la partie a été annulée", "the game was broken off"),
        }
    }
}

const fn text(fr: &'static str, en: &'static str) -> Text {
    Text { fr, en }
}

impl From<Finish> for String {
    fn from(finish: Finish) -> Self {
        finish.id().into()
    }
}

impl TryFrom<String> for Finish {
    type Error = String;

    fn try_from(id: String) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|finish| finish.id() == id);
        found.ok_or_else(|| format!("finish: \"{id}\": unknown"))
    }
}
