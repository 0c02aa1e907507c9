//! Plays and analyses every game of Damier.
//!
//! A silent library: it prints nothing, opens nothing and asks no clock. Whoever searches says when to stop
//! and gets results through a handler. One search by depth serves all games, with chance or without, whether or not
//! turns alternate, and another one, best first, looks for the best action where one fight follows another;
//! what they want to know about a game is the trait [`Playable`].
//!
//! ```
//! use damier_engine::{Limits, Material, Search, Table};
//! use damier_rules::{game::Game, games::classics::English};
//!
//! let game = English::game();
//! let table = Table::new(1 << 16);
//! let mut search = Search::new(&game, Material, &table);
//! let best = search.run(&game.start(), &[], Limits { depth: 6, ..Limits::default() }, |_| {});
//! assert_eq!(best.unwrap().depth, 6);
//! ```

mod best_first;
mod evaluate;
mod net;
mod playable;
mod score;
mod search;
mod table;
mod uct;
mod weakness;

pub use evaluate::{Evaluate, Material};
pub use net::{
    BadNet, Chances, Examples, Fit, Judge, Net, Odds, Sighting, inputs, kinds, mirrored, number_of_things,
};
pub use playable::Playable;
pub use score::{Score, WIN, end_in, expected};
pub use search::{Limits, Line, Search, search_together};
pub use table::Table;
pub use uct::{Uct, weighted};
pub use weakness::{Skill, Weakness};
