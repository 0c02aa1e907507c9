//! Ids, invitation codes and seat secrets: how they are made, and how they are compared.
//!
//! A seat secret is derived from a random key of the game and from a random key that the browser chose. So a
//! browser whose answer was lost asks again with the same key and gets the same secret, while the storage knows
//! nothing but its hash.

use data_encoding::{BASE32_NOPAD, BASE64URL_NOPAD};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::storage::SeatKey;

/// The bytes of a seat secret: 128 bits.
const SECRET: usize = 16;
/// The bytes of a game's id.
const ID: usize = 10;
/// The bytes of a game's tag.
const TAG: usize = 6;
/// The bytes of an invitation code.
const CODE: usize = 12;

/// Random bytes from the operating system.
pub(crate) fn random<const N: usize>() -> Result<[u8; N], getrandom::Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}

/// A new id of a game: sixteen small letters and digits.
pub(crate) fn new_id() -> Result<String, getrandom::Error> {
    Ok(BASE32_NOPAD.encode(&random::<ID>()?).to_ascii_lowercase())
}

/// Whether a text can be the id of a game.
pub(crate) fn is_id(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

/// A game's tag: what it is called where its id, which is a link, must not be known, as in the log.
#[must_use]
pub fn tag(id: &str) -> String {
    hex::encode(&hash(id)[..TAG])
}

/// A new invitation code.
pub(crate) fn new_code() -> Result<String, getrandom::Error> {
    Ok(BASE64URL_NOPAD.encode(&random::<CODE>()?))
}

/// Whether a text can be the key of a request: long enough to be guessed by nobody else.
pub(crate) fn is_request_key(text: &str) -> bool {
    (22..=64).contains(&text.len()) && is_plain(text)
}

/// Whether a text can be the key of an order.
pub(crate) fn is_order_key(text: &str) -> bool {
    (8..=64).contains(&text.len()) && is_plain(text)
}

fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

/// The SHA-256 of a text.
pub(crate) fn hash(text: &str) -> [u8; 32] {
    Sha256::digest(text.as_bytes()).into()
}

/// The secret of a seat that was asked for with a browser's key.
pub(crate) fn seat_secret(seat_key: &[u8; 32], seats: [bool; 2], request_key: &str) -> String {
    // A key of 32 bytes always fits.
    let mut mac = Hmac::<Sha256>::new_from_slice(seat_key).expect("HMAC takes keys of any length");
    mac.update(&[u8::from(seats[0]), u8::from(seats[1])]);
    mac.update(request_key.as_bytes());
    BASE64URL_NOPAD.encode(&mac.finalize().into_bytes()[..SECRET])
}

/// The seats that a secret opens. Every key is compared, each in constant time.
pub(crate) fn seats_of(keys: &[SeatKey], secret: &str) -> [bool; 2] {
    let hash = hash(secret);
    keys.iter()
        .filter(|key| bool::from(key.hash.ct_eq(&hash)))
        .fold([false; 2], |seats, key| [seats[0] | key.seats[0], seats[1] | key.seats[1]])
}

/// Whether two texts are the same, compared in constant time.
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_comes_again_for_the_same_key_alone() {
        let key = random::<32>().unwrap();
        let secret = seat_secret(&key, [true, false], "abc");
        assert_eq!(secret, seat_secret(&key, [true, false], "abc"));
        assert_ne!(secret, seat_secret(&key, [false, true], "abc"));
        assert_ne!(secret, seat_secret(&key, [true, false], "abd"));
        assert_ne!(secret, seat_secret(&random().unwrap(), [true, false], "abc"));
        assert_eq!(BASE64URL_NOPAD.decode(secret.as_bytes()).unwrap().len(), 16);
    }

    #[test]
    fn a_secret_opens_its_own_seats() {
        let keys = [
            SeatKey { hash: hash("host"), seats: [true, false] },
            SeatKey { hash: hash("guest"), seats: [false, true] },
        ];
        assert_eq!(seats_of(&keys, "host"), [true, false]);
        assert_eq!(seats_of(&keys, "guest"), [false, true]);
        assert_eq!(seats_of(&keys, "guess"), [false, false]);
        assert_eq!(seats_of(&[], ""), [false, false]);
    }

    #[test]
    fn ids_look_like_ids() {
        assert!(is_id(&new_id().unwrap()));
        for text in ["", "short", "ABCDEFGHIJKLMNOP", "abcdefghijklmno/", "abcdefghijklmnopq"] {
            assert!(!is_id(text));
        }
        assert!(!is_request_key("short") && is_request_key("5kQ0c0Jm3yH1nq0u8fPq2w"));
        assert!(!is_order_key("a b c d e f") && is_order_key("a1b2c3d4"));
    }
}
