//! Why a command is not carried out.

use damier_notation::action::ActionError;
use damier_rules::reason::Refusal;

use crate::catalogue::Text;

/// Why a command is not carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Denial {
    /// The action breaks a rule of the game.
    Rule(Box<Refusal>),
    /// The text is no action; how actions of the game are written.
    NotAnAction(Vec<String>),
    /// Several actions could be meant.
    Ambiguous(Vec<String>),
    /// Something else forbids it.
    No(No),
}

impl From<ActionError> for Denial {
    fn from(error: ActionError) -> Self {
        match error {
            ActionError::Illegal { refusal, .. } => Denial::Rule(refusal),
            ActionError::Ambiguous { could_be, .. } => Denial::Ambiguous(could_be),
            ActionError::Text { expected, .. } => Denial::NotAnAction(expected),
        }
    }
}

impl From<No> for Denial {
    fn from(no: No) -> Self {
        Denial::No(no)
    }
}

macro_rules! denials {
    ($($(#[$doc:meta])+ $name:ident = $id:literal, $fr:literal, $en:literal;)*) => {
        /// What forbids a command besides the rules of the game.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum No {
            $($(#[$doc])+ $name,)*
        }

        impl No {
            /// The stable id.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $(No::$name => $id,)* }
            }

            /// In words.
            #[must_use]
            pub const fn words(self) -> Text {
                match self { $(No::$name => Text { fr: $fr, en: $en },)* }
            }
        }
    };
}

denials! {
    /// The game hasn't begun.
    NotStarted = "not-started", "La partie n'a pas encore commencé.", "The game hasn't begun yet.";
    /// The game is over.
    Over = "over", "La partie est finie.", "The game is over.";
    /// The game isn't over.
    NotOver = "not-over", "La partie n'est pas finie.", "The game isn't over.";
    /// It is the other side's turn.
    NotYourTurn = "not-your-turn", "Ce n'est pas votre tour.", "It isn't your turn.";
    /// The time ran out before the action came.
    OutOfTime = "out-of-time", "Votre temps est écoulé.", "Your time has run out.";
    /// Nothing is left to chance now.
    NoChanceDue = "no-chance-due", "Il n'y a rien à lancer maintenant.", "There is nothing to spin or roll now.";
    /// The seed isn't one.
    BadSeed = "bad-seed", "Un mot a de 1 à 64 caractères ASCII visibles.", "A word has 1 to 64 printable ASCII characters.";
    /// The host's seed isn't in, and comes before the guest's.
    HostFirst = "host-first",
        "Celui qui invite n'a pas encore donné son mot, qui passe avant le vôtre.",
        "Whoever invites hasn't given a word yet, and it comes before yours.";
    /// The seed is in.
    Seeded = "seeded", "Votre mot est déjà là.", "Your word is in already.";
    /// Nothing of the kind is offered.
    NoOffer = "no-offer", "Il n'y a rien à accepter ni à refuser.", "There is nothing to accept or decline.";
    /// It was offered already.
    Offered = "offered", "C'est déjà proposé : jouez d'abord un coup.", "You have offered it already: play first.";
    /// There were too many offers and takebacks.
    EnoughOffers = "enough-offers",
        "Il y a eu assez de propositions et de reprises dans cette partie.",
        "There have been enough offers and takebacks in this game.";
    /// There is nothing to take back.
    NoTakeback = "no-takeback", "Il n'y a rien à reprendre.", "There is nothing to take back.";
    /// A takeback would undo a roll or a spin.
    TakebackPastChance = "takeback-past-chance",
        "On ne reprend pas un coup d'avant un lancer de dés ou de roulette.",
        "Nothing is taken back past a roll or a spin.";
    /// The second move was made.
    TooLateToAbort = "too-late-to-abort",
        "La partie est engagée : on peut abandonner, pas annuler.",
        "The game is under way: resign instead.";
    /// The opponent hasn't left, or not for long enough, or it isn't his turn.
    NotLeft = "not-left", "L'adversaire n'est pas parti depuis assez longtemps.", "Your opponent hasn't been away for long enough.";
    /// There is no opponent for this.
    NoOpponent = "no-opponent", "Il n'y a pas d'adversaire pour cela.", "There is no opponent for that.";
    /// Whoever has both seats has to say for which side.
    WhichSide = "which-side", "Dites pour quel camp.", "Say for which side.";
    /// No such phrase.
    UnknownPhrase = "unknown-phrase", "Cette phrase n'existe pas.", "There is no such phrase.";
    /// The board has changed since.
    Stale = "stale", "Le damier a changé entre-temps.", "The board has changed in the meantime.";
    /// The guest's seat is taken.
    SeatTaken = "seat-taken", "La place est déjà prise.", "The seat is taken already.";
}
