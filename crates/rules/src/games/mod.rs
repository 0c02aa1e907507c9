//! The games: each a choice of board, rules and options, made of the parts in the other rooms.
//!
//! The games of the old rule sheets have a file each; [`classics`] holds the ones that everybody knows.

pub mod classics;
pub mod dame_2000;
pub mod dames_10x10;
pub mod dames_8x8;
pub mod damsystem;
pub mod trappes;
