//! Damier's games over HTTP and sockets, kept safe on disk.

pub mod api;
