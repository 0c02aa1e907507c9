//! What is kept of a training between generations, so that it can go on after it was interrupted.

use damier_engine::{Examples, Net};

use super::Lessons;

/// A training after some of its generations.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct State {
    /// Generations that are over.
    pub(super) generation: u32,
    /// The best network so far.
    pub(super) best: Option<Net>,
    /// Whether it is better than what there was at the beginning.
    pub(super) is_better: bool,
    /// The examples of the last generations, the oldest first.
    pub(super) memory: Vec<Examples>,
}

const VERSION: &[u8; 17] = b"damier training 2";

/// Why bytes are not the state of a training.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadState {
    /// They begin with something else.
    #[error("state: not a training of this version; expected \"damier training 2\"")]
    Version,
    /// They are those of a training with other numbers.
    #[error("state: of another training ({theirs}); expected {ours}")]
    OtherLessons {
        /// What they say.
        theirs: String,
        /// What was asked for.
        ours: String,
    },
    /// They are cut off or changed.
    #[error("state: cut off or changed")]
    Broken,
}

/// What has to be the same for a training to go on, as text.
fn numbers(lessons: &Lessons<'_>) -> String {
    let Lessons { game, games, nodes, trials, seed, .. } = lessons;
    format!("{game}, games {games}, nodes {nodes}, trials {trials}, seed {seed}")
}

impl State {
    /// A training that begins, with the network that has to be beaten, if there is one.
    #[must_use]
    pub fn new(best: Option<Net>) -> Self {
        State { best, ..State::default() }
    }

    /// The state as bytes: parts, each after its length.
    #[must_use]
    pub fn to_bytes(&self, lessons: &Lessons<'_>) -> Vec<u8> {
        let mut bytes = VERSION.to_vec();
        let mut part = |part: &[u8]| {
            bytes.extend((part.len() as u64).to_le_bytes());
            bytes.extend(part);
        };
        part(numbers(lessons).as_bytes());
        part(&self.generation.to_le_bytes());
        part(&[self.is_better.into()]);
        part(&self.best.as_ref().map(Net::to_bytes).unwrap_or_default());
        self.memory.iter().for_each(|examples| part(&examples.to_bytes()));
        bytes
    }

    /// The state that bytes hold, if it is one of these lessons on a board of so many squares with so many kinds
    /// of things.
    pub(crate) fn from_bytes(
        bytes: &[u8],
        lessons: &Lessons<'_>,
        squares: usize,
        kinds: usize,
    ) -> Result<Self, BadState> {
        let mut rest = bytes.strip_prefix(VERSION).ok_or(BadState::Version)?;
        let mut parts = Vec::new();
        while !rest.is_empty() {
            let (length, after) = rest.split_first_chunk().ok_or(BadState::Broken)?;
            let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| BadState::Broken)?;
            let (part, after) = after.split_at_checked(length).ok_or(BadState::Broken)?;
            parts.push(part);
            rest = after;
        }
        let [theirs, generation, [is_better], best, memory @ ..] = &parts[..] else {
            return Err(BadState::Broken);
        };
        let (theirs, ours) = (String::from_utf8_lossy(theirs).into_owned(), numbers(lessons));
        if theirs != ours {
            return Err(BadState::OtherLessons { theirs, ours });
        }
        let best = match best {
            [] => None,
            bytes => Some(Net::from_bytes(bytes).map_err(|_| BadState::Broken)?),
        };
        let generation = (*generation).try_into().map_err(|_| BadState::Broken)?;
        let memory: Option<Vec<Examples>> = memory.iter().map(|part| Examples::from_bytes(part)).collect();
        let memory = memory.ok_or(BadState::Broken)?;
        let fits = best.as_ref().is_none_or(|net: &Net| net.fits(squares, kinds))
            && memory.iter().all(|examples| examples.fit(squares, kinds));
        if !fits {
            return Err(BadState::Broken);
        }
        Ok(State { generation: u32::from_le_bytes(generation), best, is_better: *is_better != 0, memory })
    }
}
