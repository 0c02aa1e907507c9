//! What somebody may do besides playing, so that a page shows the right buttons.

use super::{MOST_OFFERS, No, Sitter, Sitting};
use crate::clock::Millis;
use crate::table::Phase;

/// What somebody may do besides playing.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct May {
    /// Add a seed.
    pub seed: bool,
    /// Play: it is his turn.
    pub act: bool,
    /// Spin or roll.
    pub chance: bool,
    /// Claim a huff, whether or not there is one to claim; not where everybody knows that there can be none.
    pub claim_huff: bool,
    /// Offer a draw.
    pub offer_draw: bool,
    /// Take back, or ask for it.
    pub takeback: bool,
    /// He could take back, had nothing happened by chance since.
    pub takeback_past_chance: bool,
    /// Resign.
    pub resign: bool,
    /// Abort.
    pub abort: bool,
    /// Claim the game from an opponent who has left.
    pub claim_left: bool,
    /// Offer another game.
    pub rematch: bool,
    /// Say a phrase.
    pub say: bool,
}

impl Sitting {
    /// What whoever has these seats may do; `away` is for how long nobody of the other seat has been there.
    #[must_use]
    pub fn may(&self, seats: [bool; 2], away: Option<Millis>) -> May {
        if seats == [false; 2] {
            return May::default();
        }
        let sides = self.sides_of(seats);
        let own = if let [side] = sides[..] { Some(side) } else { None };
        let playing = self.is_playing();
        let turn = playing && sides.contains(&self.table.side());
        let phase = self.table.phase();
        let act = turn && !matches!(phase, Phase::Spin | Phase::Combat(_));
        let takeback = self.takeback_to(own);
        let may_offer = self.offers_made < MOST_OFFERS;
        let people = self.sitters.iter().all(|sitter| matches!(sitter, Sitter::Person(_)));
        May {
            seed: self.finished.is_none() && (0..2).any(|seat| seats[seat] && self.awaits_seed(seat)),
            act,
            chance: turn && !act,
            claim_huff: act && self.table.may_claim_huff(),
            offer_draw: may_offer && playing && own.is_none_or(|side| self.may_offer_draw(side)),
            takeback: may_offer && playing && takeback.is_ok(),
            takeback_past_chance: playing && takeback == Err(No::TakebackPastChance),
            resign: playing,
            abort: self.may_abort(),
            claim_left: own.is_some_and(|side| self.may_claim_left(side, away)),
            rematch: may_offer
                && self.finished.is_some()
                && self.started
                && self.rematch.is_none()
                && own.is_none_or(|side| self.offers.rematch != Some(side)),
            say: people && seats != [true; 2],
        }
    }
}
