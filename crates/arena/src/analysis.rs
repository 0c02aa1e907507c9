//! Analysis: the best lines of a position with the chances that they mean, and what chance makes of a position in
//! which nobody acts.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

pub use damier_engine::{Chances, Line, WIN};
use damier_engine::{Limits, Net, Score, Table, end_in};
use damier_notation::hub::Dialect;
use damier_rules::game::{Outcome, Side, Turn, Weight};

use crate::catalogue::Entry;
use crate::rulebox::{Moves, Rulebox};
use crate::story::{BadStory, Inquiry};

/// Somebody who looks at positions of one game.
pub struct Analyst {
    game: Box<dyn Rulebox>,
    net: Option<Net>,
    table: Table,
    threads: usize,
    depth: u32,
}

/// What a position promises, and why.
#[derive(Clone, PartialEq, Debug)]
pub struct Worth {
    /// The chances of the side that is meant.
    pub chances: Chances,
    /// Where they come from.
    pub from: Source,
}

/// Where chances come from.
#[derive(Clone, PartialEq, Debug)]
pub enum Source {
    /// The game is over.
    Over,
    /// Chance decides: they are a mean.
    Chance,
    /// A line of play.
    Line {
        /// How deep it was searched.
        depth: u32,
        /// Its actions.
        actions: Vec<String>,
    },
}

/// An outcome of chance, and what it promises to the side whose turn it is before it.
#[derive(Clone, PartialEq, Debug)]
pub struct Prospect {
    /// What comes up; where several outcomes come to the same, the first of them.
    pub outcome: String,
    /// How many cases it has.
    pub weight: Weight,
    /// What the position after it is worth.
    pub worth: Worth,
}

impl Analyst {
    /// An analyst of a game with so many slots in his table, who thinks with so many threads and no deeper than
    /// `depth`.
    #[must_use]
    pub fn new(entry: &Entry, game: Box<dyn Rulebox>, slots: usize, threads: usize, depth: u32) -> Self {
        Analyst { game, net: entry.net(), table: Table::new(slots), threads, depth }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &dyn Rulebox {
        &*self.game
    }

    /// The side whose turn it is.
    pub fn side(&self, position: Option<&str>) -> Result<Side, BadStory> {
        Ok(self.game.scene(position)?.setup.turn)
    }

    /// Tells every line that a search finds ([`damier_engine::Search::run`] says when) where a game has come to from a
    /// position by some moves, with the chances that its score means to the side to move. Whoever hears of them may end it.
    pub fn lines(
        &self,
        (position, moves): (Option<&str>, &str),
        time: Duration,
        lines: usize,
        found: &mut dyn FnMut(&Line<String>, Chances) -> ControlFlow<()>,
    ) -> Result<(), BadStory> {
        let start = Instant::now();
        let is_ended = AtomicBool::new(false);
        let stop = || start.elapsed() >= time || is_ended.load(Ordering::Relaxed);
        let story = self.game.follow(position, moves, Dialect::Own)?;
        let chances = |score: Score| self.game.chances(Some(&story.position), self.net.as_ref(), score);
        let inquiry = Inquiry {
            limits: Limits { depth: self.depth, stop: &stop, lines, ..Limits::default() },
            threads: self.threads,
            table: &self.table,
            dialect: Dialect::Own,
        };
        // Where chance has a part, a high score is the mean of what may come, not a win that is seen.
        let sure = |score: Score| sure(score).filter(|_| !self.game.has_chance());
        self.game.search(&story, self.net.as_ref(), &inquiry, &mut |line| {
            if let Ok(chances) = chances(line.score) {
                let goes_on = found(line, sure(line.score).unwrap_or(chances));
                is_ended.fetch_or(goes_on.is_break(), Ordering::Relaxed);
            }
        })?;
        Ok(())
    }

    /// What every outcome of chance promises to the side whose turn it is, and all of them together.
    pub fn prospects(
        &self,
        position: Option<&str>,
        rolls: Vec<(String, Weight, String)>,
        time: Duration,
    ) -> Result<(Vec<Prospect>, Chances), BadStory> {
        let side = self.side(position)?;
        let total = rolls.iter().map(|roll| roll.1).sum::<Weight>() as f32;
        let rolls = merged(rolls);
        let share = time / rolls.len().max(1) as u32;
        let mut mean = Chances { win: 0.0, draw: 0.0, loss: 0.0 };
        let mut prospects = Vec::with_capacity(rolls.len());
        for (outcome, weight, next) in rolls {
            let mut worth = match self.game.turn_after(position, &outcome)? {
                Some(Turn::Over(outcome)) => over(outcome),
                _ => self.worth((Some(&next), ""), share)?,
            };
            worth.chances = seen_by(side, worth.chances);
            let part = weight as f32 / total;
            mean.win += part * worth.chances.win;
            mean.draw += part * worth.chances.draw;
            mean.loss += part * worth.chances.loss;
            prospects.push(Prospect { outcome, weight, worth });
        }
        Ok((prospects, mean))
    }

    /// What a game promises to White where it has come to from a position by some moves.
    pub fn worth(&self, game: (Option<&str>, &str), time: Duration) -> Result<Worth, BadStory> {
        let story = self.game.follow(game.0, game.1, Dialect::Own)?;
        let position = Some(&story.position[..]);
        match story.turn {
            Turn::Over(outcome) => Ok(over(outcome)),
            Turn::Act(side) => {
                let worth = self.best(game, time)?;
                Ok(Worth { chances: seen_by(side, worth.chances), ..worth })
            }
            Turn::Chance => {
                let Moves::Rolls(rolls) = self.game.moves(position)? else { return Ok(even(Source::Chance)) };
                let (_, mean) = self.prospects(position, rolls, time)?;
                Ok(Worth { chances: seen_by(self.side(position)?, mean), from: Source::Chance })
            }
        }
    }

    /// What the best line promises to the side to move where a game has come to from a position by some moves.
    pub fn best(&self, game: (Option<&str>, &str), time: Duration) -> Result<Worth, BadStory> {
        let mut best = even(Source::Line { depth: 0, actions: Vec::new() });
        self.lines(game, time, 1, &mut |line, chances| {
            best = Worth { chances, from: Source::Line { depth: line.depth, actions: line.actions.clone() } };
            ControlFlow::Continue(())
        })?;
        Ok(best)
    }
}

/// What promises nothing to anybody.
fn even(from: Source) -> Worth {
    Worth { chances: Chances { win: 0.0, draw: 1.0, loss: 0.0 }, from }
}

/// What a game that is over has come to.
fn over(outcome: Outcome) -> Worth {
    let chance = |winner| if outcome.winner == winner { 1.0 } else { 0.0 };
    let [win, draw, loss] = [Some(Side::White), None, Some(Side::Black)].map(chance);
    Worth { chances: Chances { win, draw, loss }, from: Source::Over }
}

/// Outcomes with the same position after them as one, named after the first.
fn merged(rolls: Vec<(String, Weight, String)>) -> Vec<(String, Weight, String)> {
    let mut merged: Vec<(String, Weight, String)> = Vec::new();
    for roll in rolls {
        match merged.iter_mut().find(|known| known.2 == roll.2) {
            Some(known) => known.1 += roll.1,
            None => merged.push(roll),
        }
    }
    merged
}

/// Chances of a side as White sees them, or the other way round.
#[must_use]
pub fn seen_by(side: Side, chances: Chances) -> Chances {
    match side {
        Side::White => chances,
        Side::Black => Chances { win: chances.loss, loss: chances.win, ..chances },
    }
}

/// The chances of a game whose end is in sight.
fn sure(score: Score) -> Option<Chances> {
    let chance = |yes: bool| if yes { 1.0 } else { 0.0 };
    end_in(score).map(|_| Chances { win: chance(score > 0), draw: 0.0, loss: chance(score < 0) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;

    fn analyst(game: &str) -> Analyst {
        let entry = catalogue::find(game).unwrap();
        Analyst::new(entry, entry.open(&[]).unwrap(), 1 << 16, 1, 60)
    }

    #[test]
    fn time_is_kept_where_a_list_of_moves_takes_long() {
        let hostile = [
            ("frisian", "W:WK32,K50:BK3,9,11,13,14,17,K20,21,22,23,K24,K25,26,K28,31,33,37,39,42,43,44,K48"),
            (
                "turkish",
                "W:WK1,K21:BK3,7,10,12,13,K16,K17,19,K22,23,26,29,K32,K33,36,K38,42,K43,45,47,48,52,54,K59,K61",
            ),
        ];
        for (game, position) in hostile {
            let (analyst, start) = (analyst(game), Instant::now());
            analyst.game().moves(Some(position)).unwrap();
            let (one_list, start) = (start.elapsed(), Instant::now());
            let time = Duration::from_millis(200);
            let mut lines = Vec::new();
            let found = &mut |line: &Line<String>, _| {
                lines.push(line.clone());
                ControlFlow::Continue(())
            };
            analyst.lines((Some(position), ""), time, 3, found).unwrap();
            assert!(!lines.is_empty(), "{game}: there is a line whatever the time");
            // A list takes a second where the program isn't optimised, and there are a few of them. Compared with
            // one of them, a busy machine is as good as any.
            let most = time + 10 * one_list;
            assert!(start.elapsed() < most, "{game}: {:?}, a list {one_list:?}", start.elapsed());
        }
    }

    #[test]
    fn whoever_hears_of_lines_can_end_it() {
        let mut heard = 0;
        let found = &mut |_: &Line<String>, _| {
            heard += 1;
            ControlFlow::Break(())
        };
        // Far more time than a test has.
        analyst("english").lines((None, ""), Duration::from_secs(86_400), 1, found).unwrap();
        assert!(heard > 0);
    }

    #[test]
    fn a_game_that_is_over_and_one_that_is_won() {
        let analyst = analyst("english");
        let worth = analyst.worth((Some("W:W5:B1"), ""), Duration::from_millis(50)).unwrap();
        assert_eq!(worth.from, Source::Over);
        let worth = analyst.worth((Some("B:W18:B14,1"), ""), Duration::from_millis(200)).unwrap();
        assert_eq!(worth.chances, Chances { win: 0.0, draw: 0.0, loss: 1.0 }, "White's");
        assert!(matches!(worth.from, Source::Line { actions, .. } if actions == ["14x23"]));
    }

    #[test]
    fn what_repeats_in_a_game_is_known() {
        let (analyst, time) = (analyst("english"), Duration::from_millis(300));
        let loss = |game| analyst.best(game, time).unwrap().chances.loss;
        let fresh = loss((Some("B:WK18,K22,K23:BK5:H3:F10"), ""));
        let repeated = loss((Some("W:WK18,K22,K23:BK1:H0:F9"), "22-17 1-5 17-22"));
        assert!(fresh > 0.8 && repeated < 0.5, "back to 1 it is the same again: {fresh} {repeated}");
    }
}
