//! What two players agree on before they play.

use damier_rules::game::Side;
use serde::{Deserialize, Serialize};
use unicode_width::UnicodeWidthChar;

use crate::clock::{ClockTerms, Moment};

/// What never changes about a game between two seats.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Terms {
    /// The id of this one game.
    pub id: String,
    /// The id of the game in the catalogue.
    pub game: String,
    /// The options that were chosen.
    pub options: Vec<(String, String)>,
    /// Against whom the host plays.
    pub opponent: Opponent,
    /// The host's colour.
    pub colour: Colour,
    /// How time is kept.
    pub clock: ClockTerms,
    /// The host's name.
    pub host: String,
    /// The guest's name, where the seat is taken from the start.
    pub guest: Option<String>,
    /// The SHA-256 of the secret, published from the start.
    pub commitment: String,
    /// When the game was created.
    pub created_at: Moment,
    /// The game of which this is the rematch.
    pub rematch_of: Option<String>,
}

/// Against whom one plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Opponent {
    /// A friend with an invitation.
    Friend {},
    /// The engine.
    Engine {
        /// Its level, from 1.
        level: u8,
    },
    /// Somebody at the same device: one browser has both seats.
    SameDevice {},
    /// Whoever takes the challenge.
    Open {},
}

/// Which colour the host plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Colour {
    White,
    Black,
    /// Drawn by fair chance when the seeds are in.
    Random,
}

impl Colour {
    /// The colour of a side.
    #[must_use]
    pub const fn of(side: Side) -> Self {
        match side {
            Side::White => Colour::White,
            Side::Black => Colour::Black,
        }
    }

    /// The colour of the other seat.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
            Colour::Random => Colour::Random,
        }
    }
}

/// The longest name, in letters.
pub const LONGEST_NAME: usize = 40;

/// The most marks on one letter. Hebrew has three; more would climb over the lines above.
const MOST_MARKS: usize = 3;

/// A name as it is shown: without what can't be seen, with few marks on each letter, at most 40 letters.
#[must_use]
pub fn tidy_name(name: &str) -> String {
    let is_shown = |letter: &char| letter.is_whitespace() || !(letter.is_control() || is_invisible(*letter));
    // A mark needs a letter to stand on.
    let mut marks = MOST_MARKS;
    let has_room = |letter: &char| {
        marks = match letter.width() {
            _ if letter.is_whitespace() => MOST_MARKS,
            Some(0) => marks + 1,
            _ => 0,
        };
        marks <= MOST_MARKS
    };
    let shown: String = name.chars().filter(is_shown).filter(has_room).collect();
    let words: Vec<&str> = shown.split_whitespace().collect();
    words.join(" ").chars().take(LONGEST_NAME).collect()
}

/// Marks that turn the direction of writing, take no room, or look like a blank.
const fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
            | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{2800}' | '\u{3164}'
            | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}' | '\u{E0000}'..='\u{E0FFF}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_nothing_that_can_not_be_seen() {
        assert_eq!(tidy_name("  Anna\t\r\n  Ré\u{301} "), "Anna Ré\u{301}");
        assert_eq!(tidy_name("a\u{202E}b\u{2066}c\u{61C}d\u{AD}e\u{E0041}f\u{3164}"), "abcdef");
        assert_eq!(tidy_name("\u{200B}\u{2800}\u{0}"), "");
        assert_eq!(tidy_name(&"é".repeat(100)).chars().count(), LONGEST_NAME);
    }

    #[test]
    fn marks_do_not_climb() {
        let climbing = format!("A{}nna{}", "\u{301}".repeat(30), "\u{20DD}\u{488}".repeat(9));
        assert_eq!(tidy_name(&climbing), "A\u{301}\u{301}\u{301}nna\u{20DD}\u{488}\u{20DD}");
        assert_eq!(tidy_name("\u{301}\u{302} \u{303}x"), "x");
        // A Vietnamese, a Hebrew and a Thai name with all their marks.
        for name in ["Nguye\u{302}\u{303}n", "ש\u{5BC}\u{5C1}\u{5B8}לום", "พิ\u{E48}น", "나무"] {
            assert_eq!(tidy_name(name), name);
        }
    }
}
