//! What is told beside the output: how far something is, how fast it went, what went wrong.

use std::fmt::Display;
use std::io::Write;

/// Tells it on standard error. Where nobody can hear it, nothing else is lost.
pub(crate) fn note(text: impl Display) {
    let _ = writeln!(anstream::stderr().lock(), "{text}");
}
