//! Fair chance: rolls and spins that nobody can change once the seeds are in, and that everybody can recompute.
//!
//! When a game is created its [`Secret`] is drawn and its SHA-256 published. Then each seat adds a seed. Outcome
//! number *i* is taken from HMAC-SHA256 with the secret as key over
//!
//! ```text
//! host's seed ⏎ guest's seed ⏎ game's id ⏎ i ⏎ block
//! ```
//!
//! (lines end with a line feed, the last one has none; a seat without a seed has an empty line). The 32 bytes are
//! four whole numbers of 64 bits, the most significant byte first. With *t* the sum of the weights, the first
//! number below the largest multiple of *t* that 64 bits hold decides, modulo *t*; if none of the four is, the
//! next block (0, 1, …) is asked. So every outcome has exactly its weight. `docs/fairness.md` says what this
//! proves and what it doesn't.

use damier_rules::game::Weight;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// The number of the draw that decides colours; rolls and spins follow from 1.
pub const COLOURS: u32 = 0;
/// The longest seed, in bytes.
pub const LONGEST_SEED: usize = 64;

/// What a game's chance comes from. It is shown to nobody before the game is over, and never printed by mistake.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

impl std::fmt::Debug for Secret {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Secret(…)")
    }
}

impl Secret {
    /// A new secret from the operating system.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Secret(bytes))
    }

    /// The secret with these bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Secret(bytes)
    }

    /// The bytes, for whoever keeps them safe.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Reads a secret that was revealed.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).ok()?;
        Some(Secret(bytes))
    }

    /// The secret as text, when the game is over.
    #[must_use]
    pub fn reveal(&self) -> String {
        hex::encode(self.0)
    }

    /// What is published when the game is created: the SHA-256 in hexadecimal.
    #[must_use]
    pub fn commitment(&self) -> String {
        hex::encode(Sha256::digest(self.0))
    }
}

/// Whether a text can be a seed: 1 to 64 printable ASCII characters.
#[must_use]
pub fn is_seed(text: &str) -> bool {
    (1..=LONGEST_SEED).contains(&text.len()) && text.bytes().all(|byte| (b' '..=b'~').contains(&byte))
}

/// The place of outcome number `number` among weights; nothing where all weights are 0.
#[must_use]
pub fn draw(
    secret: &Secret,
    seeds: [Option<&str>; 2],
    game: &str,
    number: u32,
    weights: &[Weight],
) -> Option<usize> {
    let total: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
    let fair = (1_u128 << 64).checked_div(u128::from(total))? * u128::from(total);
    let [host, guest] = seeds.map(Option::unwrap_or_default);
    (0_u32..).find_map(|block| {
        let mut mac = Hmac::<Sha256>::new_from_slice(&secret.0).ok()?;
        mac.update(format!("{host}\n{guest}\n{game}\n{number}\n{block}").as_bytes());
        let bytes = mac.finalize().into_bytes();
        let words = bytes
            .chunks_exact(8)
            .map(|chunk| chunk.iter().fold(0_u64, |word, &byte| word << 8 | u64::from(byte)));
        let mut fair_words = words.filter(|&word| u128::from(word) < fair);
        fair_words.next().map(|word| nth(weights, word % total))
    })
}

/// The place where a case falls when weights are laid end to end.
fn nth(weights: &[Weight], case: u64) -> usize {
    let mut end = 0;
    let found = weights.iter().position(|&weight| {
        end += u64::from(weight);
        case < end
    });
    found.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_is_what_anybody_computes() {
        // From an independent implementation: Python's hmac and hashlib.
        let secret = Secret::from_bytes([7; 32]);
        assert_eq!(secret.commitment(), "4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0");
        let seeds = [Some("rose 7"), Some("violette 42")];
        let draws: Vec<usize> =
            (1..=8).filter_map(|number| draw(&secret, seeds, "k3f9mwq2xh7d", number, &[4, 2, 2])).collect();
        assert_eq!(draws, [1, 0, 0, 0, 0, 1, 2, 0]);
    }

    #[test]
    fn every_outcome_has_its_weight() {
        let secret = Secret::from_bytes([1; 32]);
        let mut seen = [0_u32; 4];
        for number in 0..20_000 {
            seen[draw(&secret, [None, Some("seed")], "game", number, &[4, 0, 1, 3]).unwrap()] += 1;
        }
        assert_eq!(seen[1], 0);
        for (count, weight) in seen.into_iter().zip([4.0, 0.0, 1.0, 3.0]) {
            let expected = 20_000.0 * weight / 8.0;
            assert!((f64::from(count) - expected).abs() < 300.0, "{seen:?}");
        }
    }

    #[test]
    fn words_beyond_the_last_multiple_are_not_used() {
        // With a total just above half of what 64 bits hold no such weights exist; a total of 2^32 + 1 rejects
        // nearly nothing, and nothing at all is drawn from no weights.
        let secret = Secret::from_bytes([2; 32]);
        assert!(draw(&secret, [None, None], "game", 1, &[u32::MAX, 2]).is_some());
        assert_eq!(draw(&secret, [None, None], "game", 1, &[0, 0]), None);
        assert_eq!(draw(&secret, [None, None], "game", 1, &[]), None);
    }

    #[test]
    fn another_seed_secret_game_or_number_is_another_draw() {
        let faces = [1; 1000];
        let base = |secret: u8, seed: &str, game: &str, number| {
            draw(&Secret::from_bytes([secret; 32]), [Some(seed), None], game, number, &faces)
        };
        let first = base(1, "a", "g", 1);
        assert_eq!(first, base(1, "a", "g", 1));
        for other in [base(2, "a", "g", 1), base(1, "b", "g", 1), base(1, "a", "h", 1), base(1, "a", "g", 2)]
        {
            assert_ne!(first, other);
        }
    }

    #[test]
    fn a_secret_is_not_printed() {
        assert_eq!(format!("{:?}", Secret::from_bytes([9; 32])), "Secret(…)");
        let secret = Secret::random().unwrap();
        assert_eq!(Secret::read(&secret.reveal()), Some(secret));
    }

    #[test]
    fn seeds_are_short_and_printable() {
        assert!(is_seed("violette 42") && is_seed(&"x".repeat(64)));
        assert!(!is_seed("") && !is_seed("a\nb") && !is_seed("é") && !is_seed(&"x".repeat(65)));
    }
}
