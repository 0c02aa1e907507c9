//! Positions, actions and records of Damier's games as text, both ways.
//!
//! Everything here works for any game: the rules tell positions and actions as plain data with square
//! numbers, and this crate writes and reads those data. Text comes from outside, so every reader limits
//! its length, checks every part, and says which part is wrong and what was expected.
//!
//! ```
//! use damier_notation::{action, position};
//! use damier_rules::{game::Game, games::classics::International};
//!
//! let game = International::game();
//! let state = position::read(&game, "W:W28,32:B23:H0:F1")?;
//! let capture = action::read(&game, &state, "28x19")?;
//! assert_eq!(position::write(&game, &game.apply(&state, capture)), "B:W19,32:B:H0:F1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod action;
pub mod hub;
pub mod position;
pub mod record;
pub mod square;
