//! Where there is no systemd, nobody is told anything.

use damier_server::Vitals;

pub(crate) const fn ready() {}

pub(crate) const fn stopping() {}

pub(crate) async fn keep_watch(_: Vitals) {}
