//! The core that every jumping game is made of: rules as data, positions, moves and captures.
//!
//! [`Draughts`] is the plain game, in which a capture must be made. Games with huffing, traps or plates
//! use the same parts and live in rooms of their own.

mod action;
mod capture;
mod draughts;
mod field;
mod layers;
mod position;
mod refusal;
mod rules;
mod telling;

pub(crate) use action::Holds;
pub use action::Move;
pub use capture::MOST_WORK;
pub use draughts::Draughts;
pub(crate) use field::Field;
pub use position::Position;
pub use rules::{DrawnEnding, Draws, KingPriority, Landing, Precedence, Promotion, Removal, Rulebook, Rules};
pub(crate) use telling::refuse_parts;
