//! Reasons: the rule that an illegal action breaks, and the squares that show it.

use crate::tell::Deed;

/// Why an action is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The rule that it breaks.
    pub rule: Rule,
    /// The squares that show it: the piece in the way, the piece that can't be there.
    pub squares: Vec<u8>,
    /// What is owed or possible instead, where the rule says so.
    pub owed: Vec<Deed>,
}

impl Refusal {
    pub(crate) fn new(rule: Rule, squares: impl Into<Vec<u8>>) -> Self {
        Refusal { rule, squares: squares.into(), owed: Vec::new() }
    }
    pub(crate) fn owing(rule: Rule, squares: impl Into<Vec<u8>>, owed: Vec<Deed>) -> Self {
        Refusal { rule, squares: squares.into(), owed }
    }
}

macro_rules! rules {
    ($($(#[$doc:meta])+ $name:ident = $id:literal,)*) => {
        /// A rule that an action can break, with a stable id.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Rule {
            $($(#[$doc])+ $name,)*
        }

        impl Rule {
            /// Every rule.
            pub const ALL: &'static [Rule] = &[$(Rule::$name,)*];

            /// The stable id.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self {
                    $(Rule::$name => $id,)*
                }
            }
        }
    };
}

rules! {
    /// The action is legal: nothing is wrong with it.
    Legal = "legal",
    /// The game is over.
    GameOver = "game-over",
    /// The roulette is spun first.
    SpinFirst = "spin-first",
    /// The fight is fought to its end first.
    CombatFirst = "combat-first",
    /// The game has no action of that kind.
    NotInThisGame = "not-in-this-game",
    /// The board has no such square.
    NoSuchSquare = "no-such-square",
    /// No piece stands there.
    NoPiece = "no-piece",
    /// The piece is the opponent's.
    NotYours = "not-yours",
    /// The square is taken.
    Occupied = "occupied",
    /// A piece has to go somewhere.
    SameSquare = "same-square",
    /// The squares aren't on one line.
    NotInLine = "not-in-line",
    /// The squares aren't on one diagonal, where nothing else is gone along.
    NotDiagonal = "not-diagonal",
    /// Something stands in the way.
    BlockedPath = "blocked-path",
    /// A man moves one square, and a pawn where heads make no difference.
    ManOneStep = "man-one-step",
    /// A man moves forward.
    ManForward = "man-forward",
    /// A king moves one square in this game.
    KingOneStep = "king-one-step",
    /// A capture is compulsory.
    CaptureCompulsory = "capture-compulsory",
    /// A capture is written with an x.
    IsACapture = "is-a-capture",
    /// There is nothing to capture between the squares.
    NothingToCapture = "nothing-to-capture",
    /// A man captures the piece beside it.
    ManJumpsNeighbour = "man-jumps-neighbour",
    /// A man captures forward in this game.
    ManCapturesForward = "man-captures-forward",
    /// A man doesn't capture kings in this game.
    ManTakesNoKing = "man-takes-no-king",
    /// A king lands just behind its victim in this game.
    LandJustBehind = "land-just-behind",
    /// No piece is captured twice.
    JumpedTwice = "jumped-twice",
    /// A capture doesn't turn straight back.
    NoTurningBack = "no-turning-back",
    /// The capture has to go on.
    CaptureGoesOn = "capture-goes-on",
    /// A king lands where it can go on capturing.
    LandToGoOn = "land-to-go-on",
    /// Crowning ends the turn.
    CrowningEndsTurn = "crowning-ends-turn",
    /// A fall into a trap ends the capture.
    FallEndsCapture = "fall-ends-capture",
    /// A king captures before a man.
    KingPriority = "king-priority",
    /// The capture that takes most is compulsory.
    LongestCapture = "longest-capture",
    /// Among equals, a king captures rather than a man.
    CaptureWithKing = "capture-with-king",
    /// Among equals, the capture that takes most kings is compulsory.
    MostKings = "most-kings",
    /// Among equals, the capture that meets a king first is compulsory.
    KingsFirst = "kings-first",
    /// The capture that is worth most is compulsory.
    MostWorth = "most-worth",
    /// The king has moved too often in a row.
    KingRests = "king-rests",
    /// A piece has to be huffed first.
    HuffFirst = "huff-first",
    /// Nothing is owed.
    NothingToHuff = "nothing-to-huff",
    /// That piece can't be huffed.
    NotTheCulprit = "not-the-culprit",
    /// The roulette says something else.
    WrongSpin = "wrong-spin",
    /// There is no trap there.
    NotATrap = "not-a-trap",
    /// The trap is open already.
    TrapIsOpen = "trap-is-open",
    /// The trap is closed already.
    TrapIsClosed = "trap-is-closed",
    /// The slider has to come back from its other trap first.
    SliderElsewhere = "slider-elsewhere",
    /// A pawn doesn't go straight back.
    NoGoingBack = "no-going-back",
    /// A head moves exactly its distance.
    ExactDistance = "exact-distance",
    /// A pawn with this head moves forward.
    HeadForward = "head-forward",
    /// Nobody stands there to be attacked.
    NobodyToAttack = "nobody-to-attack",
    /// An attack is written with an x.
    IsAnAttack = "is-an-attack",
    /// A player who can act doesn't pass.
    NoPassing = "no-passing",
}
