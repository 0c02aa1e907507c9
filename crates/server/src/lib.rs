//! Damier's games over HTTP and sockets, kept safe on disk.
//!
//! From the outside in: `http` talks, `hall` has the rooms in which games are played, `storage` keeps what happens,
//! `pool` lends the engine. What goes over the wire is in [`api`]; what a game is, and whether something may be
//! done in it, is in `damier-arena`, and this crate knows no rules.

pub mod api;
mod fault;
mod hall;
mod http;
mod lane;
mod limits;
mod metrics;
mod pool;
mod pulse;
mod receipt;
mod refusals;
mod room;
mod secrets;
mod serve;
pub mod storage;
mod time;
mod view;

pub use secrets::tag;
pub use serve::{Figures, Server, Settings, StartError, Vitals};
