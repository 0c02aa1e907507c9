//! A sign that something gets on: whoever looks sees when it last did.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The last sign.
#[derive(Clone, Debug)]
pub(crate) struct Pulse(Arc<Mutex<Instant>>);

impl Default for Pulse {
    fn default() -> Self {
        Pulse(Arc::new(Mutex::new(Instant::now())))
    }
}

impl Pulse {
    /// It gets on.
    pub(crate) fn beat(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// As if the last sign had been longer ago.
    #[cfg(test)]
    pub(crate) fn age(&self, by: Duration) {
        *self.0.lock().unwrap() -= by;
    }

    /// How long ago the last sign was.
    #[must_use]
    pub(crate) fn elapsed(&self) -> Duration {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).elapsed()
    }
}
