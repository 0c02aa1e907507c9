//! What somebody at a seat can do, and whether it is done.

use damier_notation::action::write_event;
use damier_rules::game::Side;

use super::{
    AWAY, Colour, Denial, Happening, MOST_OFFERS, No, Opponent, Seat, Sitter, Sitting, Terms, tidy_name,
};
use crate::clock::{ClockTerms, Millis, Moment};
use crate::fair;
use crate::finish::Finish;
use crate::phrases;

/// Who asks for something.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Asker {
    /// The seats that he has.
    pub seats: [bool; 2],
    /// The side for which he asks, where he says so.
    pub side: Option<Side>,
    /// How long his message was on its way.
    pub lag: Millis,
    /// For how long nobody of the other seat has been there.
    pub opponent_away: Option<Millis>,
}

/// What somebody can ask for.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Command {
    Seed(String),
    Act(String),
    Chance,
    OfferDraw,
    AcceptDraw,
    DeclineDraw,
    AskTakeback,
    AcceptTakeback,
    DeclineTakeback,
    Resign,
    Abort,
    /// Claims the game, or a draw, from an opponent who has left.
    ClaimLeft {
        /// The game.
        win: bool,
    },
    OfferRematch,
    AcceptRematch,
    DeclineRematch,
    Say(String),
}

/// What is left to do for whoever keeps the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// Nothing.
    Nothing,
    /// To open the next game: see [`Sitting::rematch_terms`] and [`Sitting::rematched`].
    Rematch,
    /// To pass on a phrase from a seat.
    Say(Seat, &'static str),
}

impl Sitting {
    /// Gives the guest's seat to somebody, once the host's seed is in: whoever operates the server and plays as host
    /// can't choose it to suit the guest's.
    pub fn sit(&mut self, name: &str, seed: &str, now: Moment) -> Result<(), Denial> {
        if self.finished.is_some() {
            return Err(No::Over.into());
        }
        if self.sitters[1] != Sitter::Nobody {
            return Err(No::SeatTaken.into());
        }
        if self.lacks_seed(0) {
            return Err(No::HostFirst.into());
        }
        if !fair::is_seed(seed) {
            return Err(No::BadSeed.into());
        }
        self.push(Happening::Sat { name: tidy_name(name) }, now)?;
        self.push(Happening::Seeded { seat: 1, seed: seed.into() }, now)?;
        self.start_if_ready(now)
    }

    /// Does what somebody asks for. Whether or not it is done, the list may have grown.
    pub fn perform(&mut self, asker: Asker, command: &Command, now: Moment) -> Result<Next, Denial> {
        self.flag(now)?;
        let offers = matches!(command, Command::OfferDraw | Command::AskTakeback | Command::OfferRematch);
        if offers && self.offers_made >= MOST_OFFERS {
            return Err(No::EnoughOffers.into());
        }
        match command {
            Command::Seed(seed) => self.seed(asker, seed, now)?,
            Command::Act(action) => self.act(asker, action, now)?,
            Command::Chance => self.roll(asker, now)?,
            Command::OfferDraw => self.offer_draw(asker, now)?,
            Command::AcceptDraw => self.accept_draw(asker, now)?,
            Command::DeclineDraw => {
                let by = self.offered_to(asker, self.offers.draw)?.into();
                self.push(Happening::DrawDeclined { by }, now)?;
            }
            Command::AskTakeback => self.ask_takeback(asker, now)?,
            Command::AcceptTakeback => {
                let other = self.offered_to(asker, self.offers.takeback)?.other();
                self.take_back(Some(other), now)?;
            }
            Command::DeclineTakeback => {
                let by = self.offered_to(asker, self.offers.takeback)?.into();
                self.push(Happening::TakebackDeclined { by }, now)?;
            }
            Command::Resign => {
                self.check_playing()?;
                let side = self.side_for(asker)?;
                self.end(Some(side.other()), Finish::Resigned, now)?;
            }
            Command::Abort => self.abort(now)?,
            Command::ClaimLeft { win } => self.claim_left(asker, *win, now)?,
            Command::OfferRematch => return self.offer_rematch(asker, now),
            Command::AcceptRematch => {
                self.offered_to(asker, self.offers.rematch)?;
                return Ok(Next::Rematch);
            }
            Command::DeclineRematch => {
                let by = self.offered_to(asker, self.offers.rematch)?.into();
                self.push(Happening::RematchDeclined { by }, now)?;
            }
            Command::Say(phrase) => {
                let phrase = phrases::find(phrase).ok_or(No::UnknownPhrase)?;
                let seat = usize::from(!asker.seats[0]);
                if !matches!(self.sitters[1 - seat], Sitter::Person(_)) || asker.seats == [true; 2] {
                    return Err(No::NoOpponent.into());
                }
                return Ok(Next::Say(seat, phrase.id));
            }
        }
        Ok(Next::Nothing)
    }

    /// Ends the game if the time of the side to move is over.
    pub fn flag(&mut self, now: Moment) -> Result<(), Denial> {
        let late = self.clock.as_ref().and_then(|clock| clock.deadline()).is_some_and(|end| now > end);
        if late && self.is_playing() {
            let loser = self.table.side();
            if let Some(clock) = &mut self.clock {
                clock.stop(now, 0);
            }
            self.end(Some(loser.other()), Finish::OutOfTime, now)?;
        }
        Ok(())
    }

    /// The terms of the next game, with colours swapped.
    #[must_use]
    pub fn rematch_terms(&self, id: String, commitment: String, now: Moment) -> Terms {
        let guest = match &self.sitters[1] {
            Sitter::Person(name) if self.terms.opponent != Opponent::SameDevice {} => Some(name.clone()),
            _ => None,
        };
        Terms {
            id,
            colour: self.side_of(1).map_or(Colour::Random, Colour::of),
            guest,
            commitment,
            created_at: now,
            rematch_of: Some(self.terms.id.clone()),
            ..self.terms.clone()
        }
    }

    /// Says that the next game is there.
    pub fn rematched(&mut self, game: &str, now: Moment) -> Result<(), Denial> {
        self.push(Happening::Rematched { game: game.into() }, now)
    }

    fn check_playing(&self) -> Result<(), No> {
        match (self.started, self.finished) {
            (_, Some(_)) => Err(No::Over),
            (false, None) => Err(No::NotStarted),
            (true, None) => Ok(()),
        }
    }

    /// The sides of whoever asks.
    #[must_use]
    pub fn sides_of(&self, seats: [bool; 2]) -> Vec<Side> {
        let mine = |seat: &Seat| seats[*seat] && !matches!(self.sitters[*seat], Sitter::Engine(_));
        (0..2).filter(mine).filter_map(|seat| self.side_of(seat)).collect()
    }

    /// The one side for which somebody asks.
    fn side_for(&self, asker: Asker) -> Result<Side, No> {
        let sides = self.sides_of(asker.seats);
        match (asker.side, &sides[..]) {
            (Some(side), sides) if sides.contains(&side) => Ok(side),
            (Some(_), _) | (None, []) => Err(No::NotYourTurn),
            (None, [side]) => Ok(*side),
            (None, _) => Err(No::WhichSide),
        }
    }

    /// The side to move, if whoever asks has it or is the engine.
    fn turn_of(&self, asker: Asker) -> Result<Side, No> {
        self.check_playing()?;
        let side = self.table.side();
        let seat = self.seat_of(side).ok_or(No::NotStarted)?;
        if asker.seats[seat] && asker.side.is_none_or(|named| named == side) {
            Ok(side)
        } else {
            Err(No::NotYourTurn)
        }
    }

    /// The side to which something was offered, if whoever asks has it.
    fn offered_to(&self, asker: Asker, offer: Option<Side>) -> Result<Side, No> {
        let side = offer.ok_or(No::NoOffer)?.other();
        if self.sides_of(asker.seats).contains(&side) { Ok(side) } else { Err(No::NoOffer) }
    }

    fn is_same_device(&self) -> bool {
        self.terms.opponent == Opponent::SameDevice {}
    }

    fn plays_engine(&self) -> bool {
        self.sitters.iter().any(|sitter| matches!(sitter, Sitter::Engine(_)))
    }

    fn seed(&mut self, asker: Asker, seed: &str, now: Moment) -> Result<(), Denial> {
        if !fair::is_seed(seed) {
            return Err(No::BadSeed.into());
        }
        if self.finished.is_some() {
            return Err(No::Over.into());
        }
        let version = self.version();
        for seat in 0..2 {
            if asker.seats[seat] && self.awaits_seed(seat) {
                self.push(Happening::Seeded { seat, seed: seed.into() }, now)?;
            }
        }
        if self.version() == version {
            let is_early = (0..2).any(|seat| asker.seats[seat] && self.lacks_seed(seat));
            return Err(if is_early { No::HostFirst } else { No::Seeded }.into());
        }
        self.start_if_ready(now)
    }

    /// Whether a seat's seed may come in now: the host's comes first. A list of earlier days may have it later.
    pub(super) fn awaits_seed(&self, seat: Seat) -> bool {
        self.lacks_seed(seat) && (seat == 0 || !self.lacks_seed(0))
    }

    fn lacks_seed(&self, seat: Seat) -> bool {
        matches!(self.sitters[seat], Sitter::Person(_)) && self.seeds[seat].is_none()
    }

    fn start_if_ready(&mut self, now: Moment) -> Result<(), Denial> {
        let waits = |seat: Seat| self.sitters[seat] == Sitter::Nobody || self.lacks_seed(seat);
        if self.started || waits(0) || waits(1) {
            return Ok(());
        }
        let drawn = || self.draw(fair::COLOURS, &[1, 1]).unwrap_or_default();
        let white = self.white.unwrap_or_else(drawn);
        self.push(Happening::Started { white }, now)
    }

    fn act(&mut self, asker: Asker, action: &str, now: Moment) -> Result<(), Denial> {
        let side = self.turn_of(asker)?;
        let clock = self.clock.clone();
        self.stop_clock(side, asker.lag, now)?;
        let acted = self.push(Happening::Acted { action: action.into() }, now);
        if acted.is_err() {
            // The clock runs on as if nothing had been sent.
            self.clock = clock;
        }
        acted?;
        self.end_by_rules(now)
    }

    fn roll(&mut self, asker: Asker, now: Moment) -> Result<(), Denial> {
        let side = self.turn_of(asker)?;
        let odds = self.table.odds();
        let weights: Vec<u32> = odds.iter().map(|outcome| outcome.1).collect();
        let nth = self.draw(self.draws + 1, &weights).ok_or(No::NoChanceDue)?;
        self.stop_clock(side, asker.lag, now)?;
        let outcome = write_event(odds[nth].0);
        self.push(Happening::Rolled { outcome }, now)?;
        self.end_by_rules(now)
    }

    /// Stops the clock of the side that acts; the game is over if there was nothing left on it.
    fn stop_clock(&mut self, side: Side, lag: Millis, now: Moment) -> Result<(), Denial> {
        let in_time = self.clock.as_mut().is_none_or(|clock| clock.stop(now, lag));
        if !in_time {
            self.end(Some(side.other()), Finish::OutOfTime, now)?;
            return Err(No::OutOfTime.into());
        }
        Ok(())
    }

    fn end_by_rules(&mut self, now: Moment) -> Result<(), Denial> {
        match self.table.result() {
            Some(result) => self.end(result.winner, result.finish, now),
            None => Ok(()),
        }
    }

    fn end(&mut self, winner: Option<Side>, finish: Finish, now: Moment) -> Result<(), Denial> {
        self.push(Happening::Ended { winner: winner.map(Into::into), finish }, now)
    }

    fn offer_draw(&mut self, asker: Asker, now: Moment) -> Result<(), Denial> {
        self.check_playing()?;
        if self.is_same_device() {
            return self.end(None, Finish::Agreed, now);
        }
        let side = self.side_for(asker)?;
        if self.offers.draw == Some(side.other()) {
            return self.accept_draw(asker, now);
        }
        if !self.may_offer_draw(side) {
            return Err(No::Offered.into());
        }
        self.push(Happening::DrawOffered { by: side.into() }, now)?;
        if self.is_engine(side.other()) {
            self.push(Happening::DrawDeclined { by: side.other().into() }, now)?;
        }
        Ok(())
    }

    /// Once for each action of one's own.
    pub(super) fn may_offer_draw(&self, side: Side) -> bool {
        let acted_since = |steps: usize| {
            self.table.lines().iter().skip(steps).any(|line| line.side == side && !line.chance)
        };
        self.offered_at[side as usize].is_none_or(acted_since)
    }

    fn accept_draw(&mut self, asker: Asker, now: Moment) -> Result<(), Denial> {
        self.check_playing()?;
        self.offered_to(asker, self.offers.draw)?;
        self.end(None, Finish::Agreed, now)
    }

    fn ask_takeback(&mut self, asker: Asker, now: Moment) -> Result<(), Denial> {
        self.check_playing()?;
        if self.is_same_device() {
            return self.take_back(None, now);
        }
        let side = self.side_for(asker)?;
        self.takeback_to(Some(side))?;
        if self.plays_engine() {
            return self.take_back(Some(side), now);
        }
        match self.offers.takeback {
            Some(by) if by == side => Err(No::Offered.into()),
            Some(_) => self.take_back(Some(side.other()), now),
            None => self.push(Happening::TakebackAsked { by: side.into() }, now),
        }
    }

    fn take_back(&mut self, side: Option<Side>, now: Moment) -> Result<(), Denial> {
        let steps = self.takeback_to(side)?;
        self.push(Happening::TakenBack { steps }, now)
    }

    /// How many steps stay when a side takes back its last action, or the last one of anybody.
    pub(super) fn takeback_to(&self, side: Option<Side>) -> Result<usize, No> {
        let lines = self.table.lines();
        let own = lines.iter().rposition(|line| !line.chance && side.is_none_or(|side| line.side == side));
        let steps = own.ok_or(No::NoTakeback)?;
        if lines[steps..].iter().any(|line| line.chance) {
            return Err(No::TakebackPastChance);
        }
        Ok(steps)
    }

    fn abort(&mut self, now: Moment) -> Result<(), Denial> {
        if self.finished.is_some() {
            return Err(No::Over.into());
        }
        if !self.may_abort() {
            return Err(No::TooLateToAbort.into());
        }
        self.end(None, Finish::Aborted, now)
    }

    pub(super) fn may_abort(&self) -> bool {
        self.finished.is_none() && self.actions_made() < 2
    }

    /// Whether nothing has come of the game so far: it was aborted, or still could be.
    #[must_use]
    pub fn is_unplayed(&self) -> bool {
        self.may_abort() || self.finished.is_some_and(|finished| finished.finish == Finish::Aborted)
    }

    fn claim_left(&mut self, asker: Asker, win: bool, now: Moment) -> Result<(), Denial> {
        self.check_playing()?;
        let side = self.side_for(asker)?;
        if !self.may_claim_left(side, asker.opponent_away) {
            return Err(No::NotLeft.into());
        }
        self.end(win.then_some(side), Finish::Left, now)
    }

    pub(super) fn may_claim_left(&self, side: Side, away: Option<Millis>) -> bool {
        self.is_playing()
            && self.table.side() != side
            && !matches!(self.terms.clock, ClockTerms::Days { .. })
            && !self.plays_engine()
            && !self.is_same_device()
            && away.is_some_and(|away| away >= AWAY)
    }

    fn offer_rematch(&mut self, asker: Asker, now: Moment) -> Result<Next, Denial> {
        if self.finished.is_none() {
            return Err(No::NotOver.into());
        }
        if self.rematch.is_some() || self.sitters[1] == Sitter::Nobody || !self.started {
            return Err(No::NoOpponent.into());
        }
        if self.is_same_device() || self.plays_engine() {
            return Ok(Next::Rematch);
        }
        let side = self.side_for(asker)?;
        match self.offers.rematch {
            Some(by) if by == side => Err(No::Offered.into()),
            Some(_) => Ok(Next::Rematch),
            None => {
                self.push(Happening::RematchOffered { by: side.into() }, now)?;
                Ok(Next::Nothing)
            }
        }
    }
}
