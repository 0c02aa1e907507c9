//! Squares as text: by number, or by letter and row where the board has no moving parts.

use damier_rules::board::{Layout, Place};
use damier_rules::game::Side;

/// How squares are written.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Style {
    /// By number.
    #[default]
    Numbers,
    /// By letter and row: `c3`.
    Letters,
}

/// Reads a square: a number from 1, or a letter and a row. Whether the number exists isn't checked here.
pub(crate) fn read(layout: &Layout, text: &str) -> Option<u8> {
    match text.as_bytes().first()? {
        b'0'..=b'9' => number(text),
        letter @ b'a'..=b'z' => {
            let row = number(text.get(1..)?)?;
            let place = Place { column: (letter - b'a') as i8, row: i8::try_from(row).ok()?.checked_sub(1)? };
            layout.at(place)
        }
        _ => None,
    }
}

/// Reads a number written in digits alone.
pub(crate) fn number(text: &str) -> Option<u8> {
    let is_plain = !text.is_empty() && text.len() <= 3 && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_plain { text.parse().ok() } else { None }
}

/// Writes a square.
#[must_use]
pub fn write(layout: &Layout, number: u8, style: Style) -> String {
    match (style, layout.place(number, Side::White)) {
        (Style::Letters, Some(place)) if layout.at(place) == Some(number) => {
            format!("{}{}", char::from(b'a' + place.column as u8), place.row + 1)
        }
        _ => number.to_string(),
    }
}
