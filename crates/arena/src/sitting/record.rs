//! A game as a record, with what the verification needs.

use damier_notation::record::{Ended, GAME_TAG, OPTIONS_TAG, Record, RecordError};

use super::{Colour, Sitter, Sitting};
use crate::clock::Moment;
use crate::finish::Finish;
use crate::verify::tags;
use crate::words;

/// The day of a moment in universal time, as records have it.
fn date(moment: Moment) -> String {
    let day = jiff::Timestamp::from_millisecond(moment);
    day.map_or_else(|_| "????.??.??".into(), |day| day.strftime("%Y.%m.%d").to_string())
}

impl Sitting {
    /// The record so far as text. The secret is in it once the game is over.
    pub fn record(&self) -> Result<String, RecordError> {
        let name = |seat: usize| match &self.sitters[seat] {
            Sitter::Nobody => "?".to_string(),
            Sitter::Person(name) if name.is_empty() => "?".to_string(),
            Sitter::Person(name) => name.clone(),
            Sitter::Engine(level) => format!("Damier {level}"),
        };
        let white = self.white.unwrap_or_default();
        let mut list = vec![
            ("Event", "Damier".to_string()),
            ("Date", date(self.terms.created_at)),
            ("White", name(white)),
            ("Black", name(1 - white)),
            ("GameType", self.game.game_type.to_string()),
            (GAME_TAG, self.game.id.to_string()),
        ];
        list.extend(words::sides_tag(self.table.is_ranked()));
        let options: Vec<String> =
            self.terms.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        if !options.is_empty() {
            list.push((OPTIONS_TAG, options.join(";")));
        }
        if let Some(finished) = self.finished {
            list.push(("Termination", finished.finish.id().into()));
        }
        list.push((tags::GAME_ID, self.terms.id.clone()));
        list.push((tags::COMMITMENT, self.terms.commitment.clone()));
        for (tag, seed) in [tags::HOST_SEED, tags::GUEST_SEED].into_iter().zip(&self.seeds) {
            list.extend(seed.clone().map(|seed| (tag, seed)));
        }
        if self.started {
            let colour = if white == 0 { tags::WHITE } else { tags::BLACK };
            let drawn = if self.terms.colour == Colour::Random { tags::DRAWN } else { "" };
            list.push((tags::HOST_COLOUR, format!("{colour}{drawn}")));
        }
        list.extend(self.revealed().map(|secret| (tags::SECRET, secret)));
        let result = match self.finished {
            Some(finished) if finished.finish != Finish::Aborted => Ended::won_by(finished.winner),
            _ => Ended::Unknown,
        };
        let tags = list.into_iter().map(|(name, value)| (name.to_string(), value)).collect();
        let record = Record { tags, steps: self.table.steps(), result };
        let rules = self.game.open(&self.terms.options).map_err(|_| RecordError::TooMuch {
            what: "options that the game doesn't have",
            number: self.terms.options.len(),
            most: 0,
        })?;
        rules.write_record(&record, self.game.style)
    }
}
