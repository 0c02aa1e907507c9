//! What systemd is told, where it started the server: that it is ready, that it lives, and that it stops.

use damier_server::Vitals;
use sd_notify::NotifyState;

/// Where nobody supervises, nobody hears it.
fn tell(state: NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!(%error, "systemd can't be told");
    }
}

pub(crate) fn ready() {
    tell(NotifyState::Ready);
}

pub(crate) fn stopping() {
    tell(NotifyState::Stopping);
}

/// Says that the server lives as often as systemd wants it, as long as nothing in it is stuck. What is stuck is killed
/// and started again: nothing that was acknowledged is lost by that.
pub(crate) async fn keep_watch(vitals: Vitals) {
    let Some(longest) = sd_notify::watchdog_enabled() else { return };
    // Twice as often as it has to be.
    let mut round = tokio::time::interval(longest / 2);
    loop {
        round.tick().await;
        match vitals.check().await {
            Ok(()) => tell(NotifyState::Watchdog),
            Err(stuck) => tracing::error!(stuck, "a part of the server doesn't get on"),
        }
    }
}
