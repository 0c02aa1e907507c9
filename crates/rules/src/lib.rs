//! The rules of the draughts games of Damier.
pub mod bits;
pub mod board;
pub mod combat;
pub mod game;
pub mod games;
pub mod huff;
pub mod jump;
pub mod perft;
pub mod plates;
pub mod reason;
pub mod tell;
pub mod traps;
