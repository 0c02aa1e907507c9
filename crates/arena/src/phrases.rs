//! What players can say to each other: a few fixed phrases.

use crate::catalogue::Text;

/// A phrase with its id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Phrase {
    /// Its id.
    pub id: &'static str,
    /// How it is said.
    pub words: Text,
}

const fn phrase(id: &'static str, fr: &'static str, en: &'static str) -> Phrase {
    Phrase { id, words: Text { fr, en } }
}

/// Every phrase.
pub const PHRASES: &[Phrase] = &[
    phrase("hello", "Bonjour !", "Hello!"),
    phrase("good-luck", "Bonne chance !", "Good luck!"),
    phrase("well-played", "Bien joué !", "Well played!"),
    phrase("what-luck", "Quelle chance !", "What luck!"),
    phrase("oops", "Oups…", "Oops…"),
    phrase("thinking", "Je réfléchis.", "I'm thinking."),
    phrase("back-soon", "Je reviens tout de suite.", "I'll be right back."),
    phrase("thanks", "Merci !", "Thank you!"),
    phrase("good-game", "Belle partie !", "Good game!"),
    phrase("bye", "Au revoir !", "Goodbye!"),
];

/// The phrase with this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static Phrase> {
    PHRASES.iter().find(|phrase| phrase.id == id)
}
