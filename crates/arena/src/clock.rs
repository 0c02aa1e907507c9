//! Clocks: a time for the game with an increment, or days for each turn. Whoever has a clock says what time it is.

use damier_rules::game::Side;
use serde::{Deserialize, Serialize};

/// Milliseconds since some fixed moment.
pub type Moment = i64;
/// Milliseconds.
pub type Millis = i64;

/// How much lag a player is given back at each turn, as far as it was measured.
const LAG_EACH_TURN: Millis = 200;
/// How much unused lag a player can save up.
const MOST_LAG: Millis = 1_000;
const DAY: Millis = 86_400_000;

/// How time is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClockTerms {
    /// It isn't.
    None {},
    /// A time for the game, and some more after each turn.
    Fischer {
        /// Seconds for the game.
        seconds: u32,
        /// Seconds added after each turn.
        increment: u32,
    },
    /// Some days for each turn.
    Days {
        /// How many.
        days: u32,
    },
}

impl ClockTerms {
    /// Whether a clock can be set so.
    #[must_use]
    pub const fn is_possible(self) -> bool {
        match self {
            ClockTerms::None {} => true,
            ClockTerms::Fischer { seconds, increment } => {
                10 <= seconds && seconds <= 10_800 && increment <= 180
            }
            ClockTerms::Days { days } => 1 <= days && days <= 14,
        }
    }

    const fn start(self) -> Millis {
        match self {
            ClockTerms::None {} => 0,
            ClockTerms::Fischer { seconds, .. } => seconds as Millis * 1_000,
            ClockTerms::Days { days } => days as Millis * DAY,
        }
    }
}

/// The two clocks of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    terms: ClockTerms,
    left: [Millis; 2],
    /// The side whose clock runs, and since when; that may lie ahead while dice are shown.
    running: Option<(Side, Moment)>,
    lag: [Millis; 2],
}

impl Clock {
    /// Clocks at their start; nothing where time isn't kept.
    #[must_use]
    pub fn new(terms: ClockTerms) -> Option<Self> {
        let start = terms.start();
        (start > 0).then_some(Clock { terms, left: [start; 2], running: None, lag: [LAG_EACH_TURN; 2] })
    }

    /// Starts a side's clock; `since` may lie ahead.
    pub fn start(&mut self, side: Side, since: Moment) {
        self.running = Some((side, since));
    }

    /// Stops the clock that runs. `lag` is how long the player's message was on its way, as far as anybody knows;
    /// some of it isn't counted. Whether time was left.
    pub fn stop(&mut self, now: Moment, lag: Millis) -> bool {
        let Some((side, since)) = self.running.take() else { return true };
        let saved = &mut self.lag[side as usize];
        let spent = (now - since).max(0);
        let forgiven = lag.clamp(0, *saved).min(spent);
        *saved -= forgiven;
        let left = &mut self.left[side as usize];
        *left -= spent - forgiven;
        *left >= 0
    }

    /// Stops the clock that runs without counting what ran.
    pub fn halt(&mut self) {
        self.running = None;
    }

    /// A side has finished its turn in time.
    pub fn finish_turn(&mut self, side: Side) {
        let lag = &mut self.lag[side as usize];
        *lag = (*lag + LAG_EACH_TURN).min(MOST_LAG);
        let left = &mut self.left[side as usize];
        match self.terms {
            ClockTerms::None {} => {}
            ClockTerms::Fischer { increment, .. } => *left += Millis::from(increment) * 1_000,
            ClockTerms::Days { .. } => *left = self.terms.start(),
        }
    }

    /// What is left to a side now.
    #[must_use]
    pub fn left(&self, side: Side, now: Moment) -> Millis {
        let ran = match self.running {
            Some((running, since)) if running == side => (now - since).max(0),
            _ => 0,
        };
        self.left[side as usize] - ran
    }

    /// What was left to both when their clocks last stopped.
    #[must_use]
    pub const fn stopped_at(&self) -> [Millis; 2] {
        self.left
    }

    /// Sets what is left to both.
    pub fn set(&mut self, left: [Millis; 2]) {
        self.left = left;
    }

    /// Whose clock runs, and since when.
    #[must_use]
    pub const fn running(&self) -> Option<(Side, Moment)> {
        self.running
    }

    /// When the clock that runs is at its end, all lag forgiven.
    #[must_use]
    pub fn deadline(&self) -> Option<Moment> {
        let (side, since) = self.running?;
        Some(since + self.left[side as usize] + self.lag[side as usize])
    }

    /// Lets the clock that runs stand still for some time that has passed.
    pub fn pause(&mut self, millis: Millis) {
        if let Some((_, since)) = &mut self.running {
            *since += millis;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIVE_THREE: ClockTerms = ClockTerms::Fischer { seconds: 300, increment: 3 };

    #[test]
    fn a_turn_costs_its_time_and_earns_its_increment() {
        let mut clock = Clock::new(FIVE_THREE).unwrap();
        clock.start(Side::White, 1_000);
        assert_eq!(clock.left(Side::White, 5_000), 296_000);
        assert!(clock.stop(11_000, 0));
        clock.finish_turn(Side::White);
        assert_eq!(clock.stopped_at(), [293_000, 300_000]);
    }

    #[test]
    fn lag_is_forgiven_within_limits() {
        let mut clock = Clock::new(FIVE_THREE).unwrap();
        clock.start(Side::White, 0);
        clock.stop(10_000, 150);
        assert_eq!(clock.left(Side::White, 10_000), 290_150);
        clock.start(Side::White, 10_000);
        clock.stop(20_000, 5_000);
        assert_eq!(clock.left(Side::White, 20_000), 280_200, "50 ms were left of the first 200");
        for _ in 0..100 {
            clock.finish_turn(Side::Black);
        }
        clock.start(Side::Black, 0);
        clock.stop(10_000, 60_000);
        assert_eq!(clock.left(Side::Black, 10_000), 300_000 + 300_000 - 9_000);
        clock.start(Side::Black, 20_000);
        assert!(clock.stop(20_000, 500), "a lag longer than the thought earns nothing");
        assert_eq!(clock.left(Side::Black, 20_000), 591_000);
    }

    #[test]
    fn time_runs_out() {
        let mut clock = Clock::new(ClockTerms::Fischer { seconds: 10, increment: 0 }).unwrap();
        clock.start(Side::Black, 0);
        assert_eq!(clock.deadline(), Some(10_200));
        assert!(!clock.stop(10_100, 0));
        let mut clock = Clock::new(ClockTerms::Fischer { seconds: 10, increment: 0 }).unwrap();
        clock.start(Side::Black, 0);
        assert!(clock.stop(10_100, 100), "the lag is forgiven");
    }

    #[test]
    fn a_clock_stands_still_while_dice_are_shown_and_the_server_is_down() {
        let mut clock = Clock::new(FIVE_THREE).unwrap();
        clock.start(Side::White, 3_000);
        assert_eq!(clock.left(Side::White, 1_000), 300_000);
        clock.pause(60_000);
        assert_eq!(clock.left(Side::White, 64_000), 299_000);
        clock.halt();
        assert_eq!(clock.left(Side::White, 999_000), 300_000);
    }

    #[test]
    fn days_are_for_each_turn() {
        let mut clock = Clock::new(ClockTerms::Days { days: 2 }).unwrap();
        clock.start(Side::White, 0);
        assert!(clock.stop(DAY, 0));
        clock.finish_turn(Side::White);
        assert_eq!(clock.stopped_at(), [2 * DAY; 2]);
        assert_eq!(Clock::new(ClockTerms::None {}), None);
    }

    #[test]
    fn clocks_that_nobody_can_play_with_are_refused() {
        assert!(FIVE_THREE.is_possible() && ClockTerms::None {}.is_possible());
        assert!(!ClockTerms::Fischer { seconds: 9, increment: 0 }.is_possible());
        assert!(!ClockTerms::Fischer { seconds: 60, increment: 181 }.is_possible());
        assert!(!ClockTerms::Days { days: 0 }.is_possible() && !ClockTerms::Days { days: 15 }.is_possible());
    }
}
