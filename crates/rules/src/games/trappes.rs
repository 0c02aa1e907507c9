//! Trappes: draughts with trap doors and a roulette.

use super::classics::{ENGLISH, INTERNATIONAL};
use crate::board::{Diagonal, Layout, Naming};
use crate::game::Weight;
use crate::jump::{Draughts, Draws, Promotion, Rules};
use crate::traps::{BadSliders, Colour, Sliders, Traps};

const DRAWS: Draws = Draws { quiet: 100, endings: &[], repetition: 0 };

/// The longest capture is compulsory, and crowning ends the turn.
const RULES: Rules = Rules { rows: 3, promotion: Promotion::Stop, draws: DRAWS, ..INTERNATIONAL };

/// The variant of English-speaking players: Black begins, short kings, forward captures, any will do.
const ENGLISH_RULES: Rules = Rules { draws: DRAWS, ..ENGLISH };

/// A slider: its colour, and the numbers of its left and right trap.
pub type Slider = (Colour, u8, u8);

/// What players can choose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The sliders.
    pub sliders: Vec<Slider>,
    /// The sectors of the roulette: pawn, green, orange, both; absent for the usual ones.
    pub roulette: Option<[Weight; 4]>,
    /// A trap shuts at once after it opened.
    pub close_after_use: bool,
    /// Some sectors let the player choose the colour.
    pub both_colours: bool,
    /// As English-speaking players have it.
    pub english: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            // c3|g3, b6|f6, b4|f4, c5|g5.
            sliders: vec![
                (Colour::Orange, 22, 24),
                (Colour::Orange, 9, 11),
                (Colour::Green, 17, 19),
                (Colour::Green, 14, 16),
            ],
            roulette: None,
            close_after_use: false,
            both_colours: false,
            english: false,
        }
    }
}

/// Options that don't go together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadOptions {
    /// A trap on a square that the board doesn't have.
    NoSuchSquare(u8),
    /// Sliders that can't be on one board.
    Sliders(BadSliders),
    /// A roulette with no sector, or with too many.
    Roulette,
    /// A roulette that can show a colour of which there is no slider.
    NoSlider(Colour),
}

impl Options {
    /// The most sectors of one kind.
    pub const MOST_SECTORS: Weight = 1_000;

    /// The sectors in force.
    #[must_use]
    pub fn sectors(&self) -> [Weight; 4] {
        self.roulette.unwrap_or(if self.both_colours { [4, 1, 1, 2] } else { [4, 2, 2, 0] })
    }

    /// The game with these options.
    pub fn game(self) -> Result<Traps, BadOptions> {
        let roulette = self.sectors();
        if roulette == [0; 4] || roulette.iter().any(|&sectors| sectors > Self::MOST_SECTORS) {
            return Err(BadOptions::Roulette);
        }
        let [_, green, orange, both] = roulette;
        for (colour, sectors) in [(Colour::Green, green), (Colour::Orange, orange)] {
            if sectors + both > 0 && !self.sliders.iter().any(|slider| slider.0 == colour) {
                return Err(BadOptions::NoSlider(colour));
            }
        }
        let board = Diagonal::new();
        let layout = Layout::new(&board, Naming::Usual);
        let index = |number| layout.index(number).ok_or(BadOptions::NoSuchSquare(number));
        let sliders = self
            .sliders
            .iter()
            .map(|&(colour, left, right)| Ok((colour, index(left)?, index(right)?)))
            .collect::<Result<_, _>>()?;
        Ok(Traps {
            draughts: Draughts::new(board, if self.english { ENGLISH_RULES } else { RULES }),
            sliders: Sliders::new(sliders).map_err(BadOptions::Sliders)?,
            roulette,
            close_after_use: self.close_after_use,
        })
    }
}
