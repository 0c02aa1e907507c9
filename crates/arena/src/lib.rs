//! The catalogue of games, and games of any kind behind one object.
//!
//! To the left of this crate a game is a type, and everything about it is resolved by the compiler. From
//! here on a game is chosen by name at run time: [`catalogue::find`] opens a [`Rulebox`], which speaks text
//! and plain data alone.
//!
//! ```
//! let entry = damier_arena::catalogue::find("dames-10x10")?;
//! let game = entry.open(&[("obligation".into(), "huff-any".into())])?;
//! assert_eq!(game.perft(None, 4)?, 9085);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod analysis;
pub mod catalogue;
pub mod clock;
pub mod contest;
mod eyes;
pub mod fair;
pub mod finish;
pub mod level;
mod luck;
pub mod pages;
pub mod phrases;
mod playouts;
mod rolling;
mod rulebox;
pub mod sitting;
mod story;
pub mod table;
pub mod training;
pub mod verify;
pub mod words;

pub use playouts::Playouts;
pub use rulebox::{Moves, Rulebox, Scene, Verdict};
pub use story::{BadStory, Inquiry, Story};
