//! Verifying a record: every roll and spin recomputed from the secret, the seeds and the rules.

use damier_notation::action::write_event;
use damier_notation::record::{self, GAME_TAG, Record, RecordError, Step};

use crate::catalogue::{self, OptionError, UnknownGame};
use crate::fair::{self, Secret};

/// The tags in which a record carries what the verification needs.
pub mod tags {
    /// The game's id.
    pub const GAME_ID: &str = "GameId";
    /// The SHA-256 of the secret, published when the game was created.
    pub const COMMITMENT: &str = "Commitment";
    /// The host's seed.
    pub const HOST_SEED: &str = "HostSeed";
    /// The guest's seed.
    pub const GUEST_SEED: &str = "GuestSeed";
    /// The host's colour, and whether it was drawn.
    pub const HOST_COLOUR: &str = "HostColour";
    /// The secret, revealed when the game was over.
    pub const SECRET: &str = "Secret";
    pub(crate) const WHITE: &str = "white";
    pub(crate) const BLACK: &str = "black";
    pub(crate) const DRAWN: &str = ", drawn";
}

/// What the verification of a record found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// Whether the secret is the one that the record says was committed to: it is consistent in itself.
    pub commitment: bool,
    /// Whether it is the one that somebody was promised, where he says what that was.
    pub promise: Option<bool>,
    /// Whether the draw of colours holds, where they were drawn.
    pub colours: Option<bool>,
    /// Every roll and spin.
    pub draws: Vec<Check>,
}

impl Verified {
    /// Whether everything holds.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.commitment
            && self.promise != Some(false)
            && self.colours != Some(false)
            && self.draws.iter().all(Check::holds)
    }
}

/// One roll or spin, recomputed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    /// Its number, from 1.
    pub draw: u32,
    /// The step of the record, from 1.
    pub step: usize,
    /// What the record says.
    pub recorded: String,
    /// What it has to be.
    pub computed: String,
}

impl Check {
    /// Whether the record says what it has to.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.recorded == self.computed
    }
}

/// Why a record can't be verified.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum VerifyError {
    /// It isn't a record, or not one of a game that can be played.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Its game isn't known.
    #[error("record: tag {GAME_TAG}: {0}")]
    Game(#[from] UnknownGame),
    /// Its options aren't known.
    #[error("record: tag Options: {0}")]
    Options(#[from] OptionError),
    /// A tag is missing.
    #[error(
        "record: tag {0}: missing; a record can be verified once its game is over and its secret revealed"
    )]
    Missing(&'static str),
    /// What somebody was promised is no commitment.
    #[error("commitment: \"{0}\": expected 64 digits of hexadecimal")]
    Commitment(String),
    /// A tag isn't written as it should be.
    #[error("record: tag {tag}: \"{value}\": expected {expected}")]
    Tag {
        /// Which.
        tag: &'static str,
        /// What it says.
        value: String,
        /// What was expected.
        expected: &'static str,
    },
}

/// Recomputes every roll and spin of a record. `promised` is the commitment that somebody noted when the game began:
/// the one in the record is whatever its writer says it was.
pub fn verify(text: &str, promised: Option<&str>) -> Result<Verified, VerifyError> {
    let is_commitment = |text: &str| text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    if let Some(promised) = promised.filter(|text| !is_commitment(text)) {
        return Err(VerifyError::Commitment(promised.chars().take(80).collect()));
    }
    let record = record::read(text)?;
    let tag = |name: &'static str| record.tag(name).ok_or(VerifyError::Missing(name));
    let entry = catalogue::find(tag(GAME_TAG)?)?;
    let rules = entry.open(&record.options())?;
    rules.replay(&record)?;
    let (commitment, revealed) = (tag(tags::COMMITMENT)?, tag(tags::SECRET)?);
    let bad = |tag, value: &str, expected| VerifyError::Tag {
        tag,
        value: value.chars().take(80).collect(),
        expected,
    };
    let secret =
        Secret::read(revealed).ok_or_else(|| bad(tags::SECRET, revealed, "64 digits of hexadecimal"))?;
    let game = tag(tags::GAME_ID)?;
    let seeds = [record.tag(tags::HOST_SEED), record.tag(tags::GUEST_SEED)];
    let draw = |number: u32, weights: &[u32]| fair::draw(&secret, seeds, game, number, weights);

    let colour = tag(tags::HOST_COLOUR)?;
    let is_side = |colour: &str| colour == tags::WHITE || colour == tags::BLACK;
    let colours = match colour.strip_suffix(tags::DRAWN) {
        None if is_side(colour) => None,
        None => return Err(bad(tags::HOST_COLOUR, colour, "white or black, and whether it was drawn")),
        Some(colour) => {
            let drawn = if draw(fair::COLOURS, &[1, 1]) == Some(0) { tags::WHITE } else { tags::BLACK };
            Some(colour == drawn)
        }
    };
    let draws = checks(&record, &*rules, draw)?;
    let is_of = |commitment: &str| secret.commitment().eq_ignore_ascii_case(commitment);
    Ok(Verified { commitment: is_of(commitment), promise: promised.map(is_of), colours, draws })
}

fn checks(
    record: &Record,
    rules: &dyn crate::Rulebox,
    draw: impl Fn(u32, &[u32]) -> Option<usize>,
) -> Result<Vec<Check>, VerifyError> {
    let start = record.tag(record::FEN_TAG);
    let style = damier_notation::square::Style::Numbers;
    let mut table = rules.table(start, style).map_err(RecordError::from)?;
    let mut found = Vec::new();
    for (step, number) in record.steps.iter().zip(1..) {
        match step {
            Step::Action(action) => {
                let acted = table.act(action);
                acted.map_err(|source| RecordError::Action { number, source })?;
            }
            Step::Chance(event) => {
                let odds = table.odds();
                let weights: Vec<u32> = odds.iter().map(|outcome| outcome.1).collect();
                let count = found.len() as u32 + 1;
                let computed = draw(count, &weights).map(|nth| write_event(odds[nth].0));
                let recorded = write_event(*event);
                table.settle(*event);
                found.push(Check {
                    draw: count,
                    step: number,
                    recorded,
                    computed: computed.unwrap_or_default(),
                });
            }
        }
    }
    Ok(found)
}
