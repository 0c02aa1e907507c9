//! The classics: each a set of rules as data, with the article that says so.

use crate::board::{Diagonal, Naming, Orthogonal};
use crate::game::Side;
use crate::jump::{
    Draughts, DrawnEnding, Draws, KingPriority, Landing, Precedence, Promotion, Removal, Rulebook, Rules,
};

/// International draughts. FMJD, Official rules of draughts (Annex 1).
pub const INTERNATIONAL: Rules = Rules {
    naming: Naming::Usual,
    first: Side::White, // 2.8
    rows: 4,            // 2.6
    free_rows: 0,
    men_capture_backwards: true, // 4.1
    men_capture_kings: true,
    flying: true,            // 3.9
    landing: Landing::Any,   // 4.3
    removal: Removal::AtEnd, // 4.11
    turning_back: false,
    stopping_short: false,
    promotion: Promotion::End,          // 4.15
    precedence: Precedence::Most,       // 4.13
    king_priority: KingPriority::Never, // 4.14
    king_moves: 0,
    draws: Draws {
        quiet: 50, // 6.2: 25 moves each with kings only
        endings: &[
            DrawnEnding { strong: 2, quiet: 10 }, // 6.4: 5 moves each
            DrawnEnding { strong: 3, quiet: 32 }, // 6.3: 16 moves each
        ],
        repetition: 3, // 6.1
    },
};

/// Brazilian draughts: the international rules on 64 squares. FMJD-64.
pub const BRAZILIAN: Rules = Rules {
    rows: 3,
    draws: Draws {
        quiet: 40, // national rule 16: 20 moves each with kings only
        endings: &[DrawnEnding { strong: 2, quiet: 10 }],
        repetition: 3,
    },
    ..INTERNATIONAL
};

/// Canadian draughts: the international rules on 144 squares, thirty men each.
pub const CANADIAN: Rules = Rules { rows: 5, ..INTERNATIONAL };

/// Frisian draughts: captures along rows and columns too (a matter of the board). Official rules, 2011.
pub const FRISIAN: Rules = Rules {
    precedence: Precedence::Worth,
    king_moves: 3,
    draws: Draws {
        quiet: 0,
        endings: &[
            DrawnEnding { strong: 1, quiet: 4 }, // king against king: two moves each to strike
            DrawnEnding { strong: 2, quiet: 14 }, // two kings against one: seven moves each
        ],
        repetition: 3,
    },
    ..INTERNATIONAL
};

/// Russian draughts. FMJD-64, Official rules of the game; Kodeks 2004.
pub const RUSSIAN: Rules = Rules {
    rows: 3,
    landing: Landing::Seeking,       // Kodeks 1.5
    promotion: Promotion::Immediate, // Kodeks 1.5.15
    precedence: Precedence::Free,
    draws: Draws {
        quiet: 30,                                        // 7.2.5: 15 moves each with kings only
        endings: &[DrawnEnding { strong: 2, quiet: 10 }], // 7.2.8: 5 moves each
        repetition: 3,                                    // 7.2.3
    },
    ..INTERNATIONAL
};

/// Pool checkers. APCA tournament rules.
pub const POOL: Rules = Rules {
    first: Side::Black,        // 7
    promotion: Promotion::End, // 16, 22, 23
    draws: Draws {
        quiet: 30,                                        // 26
        endings: &[DrawnEnding { strong: 3, quiet: 26 }], // three kings win within 13 moves
        repetition: 3,                                    // 26
    },
    ..RUSSIAN
};

/// English draughts (checkers). WCDF, Rules of draughts, section 1.
pub const ENGLISH: Rules = Rules {
    first: Side::Black, // 1.8
    rows: 3,
    men_capture_backwards: false, // 1.18
    flying: false,                // 1.17
    promotion: Promotion::Stop,   // 1.19
    precedence: Precedence::Free, // 1.20
    draws: Draws {
        quiet: 80, // 1.32.2: 40 moves each
        endings: &[],
        repetition: 3, // 1.32.1
    },
    ..INTERNATIONAL
};

/// Italian draughts. FID, Regolamento tecnico, capo I.
pub const ITALIAN: Rules = Rules {
    naming: Naming::Mirrored, // 2.3 to 2.6
    first: Side::White,
    men_capture_kings: false,             // 5.3 b
    precedence: Precedence::MostThenRank, // 6.6 to 6.9
    draws: Draws {
        quiet: 80, // 10.4
        endings: &[],
        repetition: 4, // 9.3 b1
    },
    ..ENGLISH
};

/// Spanish draughts; the Portuguese classical game has the same rules. FPD, Regras do jogo de damas clássicas.
pub const SPANISH: Rules = Rules {
    naming: Naming::MirroredFromBelow, // 3, 6, 7
    first: Side::White,
    flying: true,
    precedence: Precedence::MostThenKings,
    draws: Draws {
        quiet: 40,
        endings: &[DrawnEnding { strong: 3, quiet: 24 }], // 3.2: limited moves
        repetition: 3,                                    // 14 b
    },
    ..ENGLISH
};

/// Czech draughts. FMJD, Brief rules of Czech draughts.
pub const CZECH: Rules = Rules {
    first: Side::White,
    flying: true, // 3.9
    landing: Landing::Seeking,
    king_priority: KingPriority::Always, // 4.14
    draws: Draws { quiet: 30, endings: &[], repetition: 3 },
    ..ENGLISH
};

/// Thai draughts (makhot): kings fly, stop just behind each victim, and victims leave as they are jumped.
pub const THAI: Rules = Rules {
    naming: Naming::FromBelow,
    flying: true,
    landing: Landing::Adjacent,
    removal: Removal::AtOnce,
    turning_back: true,
    draws: Draws { quiet: 40, endings: &[], repetition: 3 },
    ..ENGLISH
};

/// Turkish draughts (dama): played along rows and columns (a matter of the board).
pub const TURKISH: Rules = Rules {
    first: Side::White,
    rows: 2,
    free_rows: 1,
    men_capture_backwards: false,
    flying: true,
    landing: Landing::Any,
    removal: Removal::AtOnce,
    promotion: Promotion::End,
    precedence: Precedence::Most,
    draws: Draws { quiet: 64, endings: &[DrawnEnding { strong: 1, quiet: 4 }], repetition: 3 },
    ..INTERNATIONAL
};

/// Makes a type that stands for constant rules, so that the compiler knows them.
macro_rules! books {
    ($($(#[$doc:meta])* $name:ident = $rules:ident on $board:ty;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Default, Debug)]
        pub struct $name;
        impl Rulebook for $name {
            #[inline(always)]
            fn rules(&self) -> &Rules {
                &$rules
            }
        }
        impl $name {
            /// The game of these rules.
            #[must_use]
            pub fn game() -> Draughts<$board, $name> {
                Draughts::new(<$board>::default(), $name)
            }
        }
    )*};
}

books! {
    /// [`INTERNATIONAL`].
    International = INTERNATIONAL on Diagonal<10, u64>;
    /// [`FRISIAN`].
    Frisian = FRISIAN on Diagonal<10, u64, true>;
    /// [`ENGLISH`].
    English = ENGLISH on Diagonal<8, u64>;
    /// [`RUSSIAN`].
    Russian = RUSSIAN on Diagonal<8, u64>;
    /// [`POOL`].
    Pool = POOL on Diagonal<8, u64>;
    /// [`BRAZILIAN`].
    Brazilian = BRAZILIAN on Diagonal<8, u64>;
    /// [`ITALIAN`].
    Italian = ITALIAN on Diagonal<8, u64>;
    /// [`SPANISH`].
    Spanish = SPANISH on Diagonal<8, u64>;
    /// [`CZECH`].
    Czech = CZECH on Diagonal<8, u64>;
    /// [`THAI`].
    Thai = THAI on Diagonal<8, u64>;
    /// [`CANADIAN`].
    Canadian = CANADIAN on Diagonal<12, u128>;
    /// [`TURKISH`].
    Turkish = TURKISH on Orthogonal;
}

/// Thai draughts as it is played in Thailand, with eight men each.
#[must_use]
pub fn thai_of_eight() -> Draughts<Diagonal<8, u64>, Rules> {
    Draughts::new(Diagonal::new(), Rules { rows: 2, ..THAI })
}
