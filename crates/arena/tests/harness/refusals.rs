//! Every reason for which an action can be refused: a table of attempts.

/// An illegal action in a position of a game with options, and the refusal.
pub(crate) struct Case {
    pub(crate) game: &'static str,
    pub(crate) options: &'static [&'static str],
    pub(crate) position: &'static str,
    pub(crate) attempt: &'static str,
    pub(crate) rule: &'static str,
    pub(crate) squares: &'static [u8],
    pub(crate) owed: &'static [&'static str],
}

const fn no(
    (game, options): (&'static str, &'static [&'static str]),
    position: &'static str,
    attempt: &'static str,
    rule: &'static str,
    squares: &'static [u8],
    owed: &'static [&'static str],
) -> Case {
    Case { game, options, position, attempt, rule, squares, owed }
}

/// A game and its options.
pub(crate) type Chosen = (&'static str, &'static [&'static str]);

const INTERNATIONAL: Chosen = ("international", &[]);
const FRISIAN: Chosen = ("frisian", &[]);
const ENGLISH: Chosen = ("english", &[]);
const ITALIAN: Chosen = ("italian", &[]);
const SPANISH: Chosen = ("spanish", &[]);
const CZECH: Chosen = ("czech", &[]);
const RUSSIAN: Chosen = ("russian", &[]);
const THAI: Chosen = ("thai", &[]);
const TURKISH: Chosen = ("turkish", &[]);
const DAMES_8X8: Chosen = ("dames-8x8", &[]);
pub(crate) const SAME_TARGET: Chosen = ("dames-8x8", &["king-priority=same-target"]);
const STOP_8X8: Chosen = ("dames-8x8", &["promotion=stop"]);
const DAMES_10X10: Chosen = ("dames-10x10", &[]);
pub(crate) const FORWARD_ONLY: Chosen = ("dames-10x10", &["men-capture-backwards=false"]);
const MUST_10X10: Chosen = ("dames-10x10", &["obligation=must"]);
const STOP_10X10: Chosen = ("dames-10x10", &["promotion=stop"]);
const CLAIMED: Chosen = ("dames-10x10", &["huffing=claimed"]);
const DAMSYSTEM: Chosen = ("damsystem", &[]);
const MUST_DAMSYSTEM: Chosen = ("damsystem", &["obligation=must"]);
const TRAPPES: Chosen = ("trappes", &[]);
const ENGLISH_TRAPPES: Chosen = ("trappes", &["english=true"]);
const BOTH_COLOURS: Chosen = ("trappes", &["both-colours=true"]);
const DAME_2000: Chosen = ("dame-2000", &[]);
const VARIANT: Chosen = ("dame-2000-variant", &[]);
pub(crate) const LEAP: Chosen = ("dame-2000-variant", &["leap=true"]);

const START_10X10: &str = "W:W31-50:B1-20";
const START_9X9: &str = "W:W28-36,g37,r38,y39,r40,g41:Bg1,r2,y3,r4,g5,6-14";

/// Nobody acts, or not in this way.
const PHASES: &[Case] = &[
    no(DAMES_8X8, "W:WK29:BK4:H30", "29-25", "game-over", &[], &[]),
    no(DAMES_10X10, "W:WK46:BK4:H10", "46-41", "game-over", &[], &[]),
    no(FRISIAN, "W:WK46:BK4:H4", "46-41", "game-over", &[], &[]),
    no(TRAPPES, "W:W21:B17,14", "21-17", "game-over", &[], &[]),
    no(TRAPPES, "W:W21:B4:H100", "+17", "game-over", &[], &[]),
    no(DAME_2000, "W:W27:B1:H100", "27-23", "game-over", &[], &[]),
    no(TRAPPES, "W:W21-32:B1-12", "21-17", "spin-first", &[], &[]),
    no(TRAPPES, "W:W21-32:B1-12", "+17", "spin-first", &[], &[]),
    no(DAME_2000, "W:W27:B23:C27x23", "27-22", "combat-first", &[27, 23], &[]),
    no(INTERNATIONAL, START_10X10, "*20", "not-in-this-game", &[], &[]),
    no(INTERNATIONAL, START_10X10, "+20", "not-in-this-game", &[], &[]),
    no(INTERNATIONAL, START_10X10, "-20", "not-in-this-game", &[], &[]),
    no(INTERNATIONAL, START_10X10, "pass", "not-in-this-game", &[], &[]),
    no(DAMES_10X10, START_10X10, "+20", "not-in-this-game", &[], &[]),
    no(TRAPPES, "W:W21:B4:Rpawn", "*4", "not-in-this-game", &[], &[]),
    no(TRAPPES, "W:W21:B4:Rpawn", "pass", "not-in-this-game", &[], &[]),
    no(DAME_2000, START_9X9, "*20", "not-in-this-game", &[], &[]),
    no(DAME_2000, "W:W27:B23,18", "27x23x18", "not-in-this-game", &[27, 23, 18], &[]),
    no(DAMES_10X10, START_10X10, "pass", "no-passing", &[], &[]),
    no(DAME_2000, START_9X9, "pass", "no-passing", &[], &[]),
];

/// Squares and pieces that can't be meant.
const SQUARES: &[Case] = &[
    no(INTERNATIONAL, START_10X10, "31-51", "no-such-square", &[51], &[]),
    no(INTERNATIONAL, START_10X10, "0x26", "no-such-square", &[0], &[]),
    no(DAMES_10X10, START_10X10, "*51", "no-such-square", &[51], &[]),
    no(TRAPPES, "W:W21:B4:Rgreen", "+33", "no-such-square", &[33], &[]),
    no(DAME_2000, START_9X9, "42-99", "no-such-square", &[42, 99], &[]),
    no(INTERNATIONAL, START_10X10, "28-23", "no-piece", &[28], &[]),
    no(DAME_2000, START_9X9, "22-18", "no-piece", &[22], &[]),
    no(INTERNATIONAL, START_10X10, "20x29", "not-yours", &[20], &[]),
    no(DAME_2000, START_9X9, "14-18", "not-yours", &[14], &[]),
    no(INTERNATIONAL, START_10X10, "37-31", "occupied", &[31], &[]),
    no(INTERNATIONAL, "W:W32:B28,23", "32x23", "occupied", &[23], &[]),
    no(DAME_2000, START_9X9, "33-28", "occupied", &[28], &[]),
    no(INTERNATIONAL, START_10X10, "31-31", "same-square", &[31], &[]),
    no(INTERNATIONAL, "W:W32:B28", "32x23x23", "same-square", &[23], &[]),
    no(DAME_2000, START_9X9, "28-28", "same-square", &[28], &[]),
    no(INTERNATIONAL, START_10X10, "31-28", "not-diagonal", &[28, 31], &[]),
    no(INTERNATIONAL, "W:W32:B28", "32x24", "not-diagonal", &[24, 32], &[]),
    no(DAME_2000, START_9X9, "28-23", "not-diagonal", &[28, 23], &[]),
    // Straight lines are for captures.
    no(FRISIAN, "W:W32:B5", "32-22", "not-diagonal", &[22, 32], &[]),
    no(TURKISH, "W:W36:B1", "36-27", "not-in-line", &[27, 36], &[]),
    no(FRISIAN, "W:W32:B28", "32x24", "not-in-line", &[24, 32], &[]),
];

/// Moves that capture nothing.
const QUIET: &[Case] = &[
    no(INTERNATIONAL, START_10X10, "31-22", "man-one-step", &[22, 31], &[]),
    no(INTERNATIONAL, "W:W27:B5", "27-31", "man-forward", &[27, 31], &[]),
    no(TURKISH, "W:W36:B1", "36-44", "man-forward", &[36, 44], &[]),
    no(ENGLISH, "W:WK29:B4", "29-22", "king-one-step", &[22, 29], &[]),
    no(INTERNATIONAL, "W:WK46,32:B5", "46-28", "blocked-path", &[32], &[]),
    no(INTERNATIONAL, "W:WK46,32:B23,5", "46-10", "blocked-path", &[23, 32], &[]),
    no(VARIANT, "W:Wr37,29:B1", "37-25", "blocked-path", &[29], &[]),
    no(FRISIAN, "W:WK46,36:B5:K46*3,-", "46-41", "king-rests", &[46], &[]),
    no(INTERNATIONAL, "W:W32,37:B28", "37-31", "capture-compulsory", &[28], &["32x23"]),
    no(INTERNATIONAL, "W:W32,36:B28,31", "36-27", "is-a-capture", &[31], &["36x27"]),
    no(MUST_10X10, "W:W32,37:B28", "37-31", "capture-compulsory", &[28], &["32x23"]),
    no(MUST_DAMSYSTEM, "W:W59:B54", "pass", "capture-compulsory", &[54], &["59x49"]),
    no(TRAPPES, "W:W26:B22", "26-23", "capture-compulsory", &[22], &["26x17"]),
    no(TRAPPES, "W:W26:B22", "+19", "capture-compulsory", &[22], &["26x17"]),
    no(DAMES_10X10, "W:W32:B28", "32-23", "is-a-capture", &[28], &["32x23"]),
];

/// Single jumps that can't be made.
const JUMPS: &[Case] = &[
    no(INTERNATIONAL, "W:W32:B5", "32x23", "nothing-to-capture", &[23, 32], &[]),
    no(INTERNATIONAL, "W:WK46:B32,28", "46x23", "blocked-path", &[28, 32], &[]),
    no(INTERNATIONAL, "W:WK46,41:B32", "46x28", "blocked-path", &[32, 41], &[]),
    no(INTERNATIONAL, "W:W32:B23", "32x19", "man-jumps-neighbour", &[19, 32], &[]),
    no(FORWARD_ONLY, "W:W22:B27", "22x31", "man-captures-forward", &[22, 31], &[]),
    no(ITALIAN, "W:W22:BK18,1", "22x13", "man-takes-no-king", &[18], &[]),
    no(ENGLISH, "W:WK29:B22", "29x18", "king-one-step", &[18, 29], &[]),
    no(ENGLISH_TRAPPES, "W:WK29,32:B25,22:Rpawn", "29x18", "blocked-path", &[22, 25], &[]),
    no(DAMES_10X10, "W:WK46:B28", "46x19", "land-just-behind", &[23], &[]),
    no(THAI, "W:WK4:B18", "4x25", "land-just-behind", &[22], &[]),
    no(INTERNATIONAL, "W:WK46:B32", "46x28x46", "jumped-twice", &[32], &[]),
    // In these two games the first victim is gone by then.
    no(TURKISH, "W:WK36:B37,35", "36x38x34", "no-turning-back", &[34, 38], &[]),
    no(TURKISH, "W:WK36:B37,1", "36x38x35", "nothing-to-capture", &[35, 38], &[]),
];

/// Captures that stop too early or too late.
const LENGTHS: &[Case] = &[
    no(INTERNATIONAL, "W:W32:B28,19", "32x23", "capture-goes-on", &[23], &["32x23x14"]),
    no(DAMES_10X10, "W:W32:B28,19", "32x23", "capture-goes-on", &[23], &["32x23x14"]),
    no(CZECH, "W:WK29:B25,14", "29x22", "land-to-go-on", &[14, 25], &["29x18x5", "29x18x9"]),
    no(RUSSIAN, "W:WK29:B25,14", "29x4", "land-to-go-on", &[14, 25], &["29x18x5", "29x18x9"]),
    no(TRAPPES, "W:W9:B6,7", "9x2x11", "crowning-ends-turn", &[2], &[]),
    no(STOP_10X10, "W:W11:B7,8", "11x2x13", "crowning-ends-turn", &[2], &[]),
    no(STOP_8X8, "W:W9:B6,7", "9x2x11", "crowning-ends-turn", &[2], &[]),
    no(CZECH, "W:W9:B6,7", "9x2x11", "crowning-ends-turn", &[2], &[]),
    no(ITALIAN, "W:W10:B6,7", "10x3x12", "crowning-ends-turn", &[3], &[]),
    no(TRAPPES, "W:W26:B22,14:O17", "26x17x10", "fall-ends-capture", &[17], &[]),
    // Crowned on the way, it goes on as a king, and not only from the last row.
    no(RUSSIAN, "W:W9:B6,7,26,25", "9x2x16x30", "capture-goes-on", &[30], &["9x2x16x30x21"]),
];

/// A man that can capture all around and back to its square, and another that captures one piece more.
const ROUND: &str = "W:W27,46:B11,12,21,22,24,34,41,42,43";

/// Captures that come after others.
const PRECEDENCE: &[Case] = &[
    no(DAMES_8X8, "W:WK21,28:B25,24", "28x19", "king-priority", &[25], &["21x30"]),
    no(SAME_TARGET, "W:WK21,22:B25", "22x29", "king-priority", &[25], &["21x30"]),
    no(INTERNATIONAL, "W:W32,36:B28,19,31", "36x27", "longest-capture", &[19, 28], &["32x23x14"]),
    no(
        INTERNATIONAL,
        ROUND,
        "27x16x7x18x27",
        "longest-capture",
        &[24, 34, 41, 42, 43],
        &["46x37x48x39x30x19"],
    ),
    no(
        INTERNATIONAL,
        ROUND,
        "27x18x7x16x27",
        "longest-capture",
        &[24, 34, 41, 42, 43],
        &["46x37x48x39x30x19"],
    ),
    no(TRAPPES, "W:W26,28:B22,14,24", "28x19", "longest-capture", &[14, 22], &["26x17x10"]),
    no(ITALIAN, "W:W22,24:B18,10,20", "24x15", "longest-capture", &[10, 18], &["22x13x6"]),
    no(ITALIAN, "W:W22,K24:B18,20", "22x13", "capture-with-king", &[20], &["24x15"]),
    no(FRISIAN, "W:W36,K35:B31,40", "36x27", "capture-with-king", &[40], &["35x44", "35x49"]),
    no(ITALIAN, "W:WK22,K24:B18,K20", "22x13", "most-kings", &[20], &["24x15"]),
    no(SPANISH, "W:W11,9:B15,K13", "11x20", "most-kings", &[13], &["9x18"]),
    no(ITALIAN, "W:WK22:B18,K10,K19,12", "22x13x6", "kings-first", &[12, 19], &["22x15x8"]),
    no(FRISIAN, "W:W32,45:B28,K40", "32x23", "most-worth", &[40], &["45x34"]),
];

/// Huffing, traps and combat.
const SPECIAL: &[Case] = &[
    no(DAMES_10X10, "B:W31,37:B28:P31,37", "28-33", "huff-first", &[31, 37], &["*31", "*37"]),
    no(DAMES_10X10, "B:W31,37:B28:P31,37", "pass", "huff-first", &[31, 37], &["*31", "*37"]),
    no(DAMSYSTEM, "B:W48,49:B1:P48", "pass", "huff-first", &[48], &["*48"]),
    no(DAMES_10X10, START_10X10, "*20", "nothing-to-huff", &[], &[]),
    no(DAMES_10X10, "B:W31,37:B28:P31", "*37", "not-the-culprit", &[37], &["*31"]),
    no(CLAIMED, "B:W31,37:B28:P31", "*28", "not-the-culprit", &[28], &["*31"]),
    no(TRAPPES, "W:W21:B4:Rgreen", "21-17", "wrong-spin", &[], &[]),
    no(TRAPPES, "W:W21:B4:Rgreen", "+22", "wrong-spin", &[22], &[]),
    no(TRAPPES, "W:W21:B4:Rpawn", "+17", "wrong-spin", &[17], &[]),
    no(BOTH_COLOURS, "W:W21:B4:Rboth", "21-17", "wrong-spin", &[], &[]),
    no(TRAPPES, "W:W21:B4:Rgreen", "+21", "not-a-trap", &[21], &[]),
    no(TRAPPES, "W:W21:B4:O17:Rgreen", "+17", "trap-is-open", &[17], &[]),
    no(TRAPPES, "W:W21:B4:Rgreen", "-17", "trap-is-closed", &[17], &[]),
    no(TRAPPES, "W:W21:B4:O17:Rgreen", "+19", "slider-elsewhere", &[17], &["-17"]),
    no(DAME_2000, "W:Wy22:B1:L27-22,-", "22-27", "no-going-back", &[22, 27], &[]),
    no(DAME_2000, "W:Wy22:B27:L27-22,-", "22x27", "no-going-back", &[22, 27], &[]),
    no(VARIANT, "W:Wg37:B1", "37-33", "exact-distance", &[37, 33], &[]),
    no(LEAP, "W:Wg37,33:B1", "37-25", "exact-distance", &[37, 25], &[]),
    no(DAME_2000, "W:W37:B1", "37-29", "man-one-step", &[37, 29], &[]),
    no(DAME_2000, "W:Wr22:B1", "22-27", "head-forward", &[22, 27], &[]),
    no(DAME_2000, "W:W27:B1", "27x22", "nobody-to-attack", &[22], &[]),
    no(DAME_2000, "W:W27:B22", "27-22", "is-an-attack", &[22], &["27x22"]),
];

/// The whole table.
pub(crate) fn cases() -> impl Iterator<Item = &'static Case> {
    [PHASES, SQUARES, QUIET, JUMPS, LENGTHS, PRECEDENCE, SPECIAL].into_iter().flatten()
}
