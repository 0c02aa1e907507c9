//! The texts of the Hub protocol, which draughts engines and their interfaces speak: lines, positions and
//! moves.
//!
//! Version 2 of the protocol is described by Fabien Letouzey in the `protocol.txt` of his engine Scan; version
//! 1 is what Scan 2.0 speaks. `docs/hub.md` says what Damier makes of it.

mod line;
mod words;

pub use line::{BadLine, LONGEST_LINE, Line, read_limited};
pub use words::{Dialect, read_action, read_position, write_action, write_letters, write_position};
