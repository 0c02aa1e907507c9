//! How long to think: the limits of a `level` line, and what they leave for one move.

use std::time::Duration;

use damier_notation::hub::Line;

/// What a line may ask for in seconds: more than any game takes, and no number that time can't hold.
const LONGEST: f64 = 1e7;
/// Seconds kept for the way between two programs.
const LAG: f64 = 0.05;
/// The shortest thought.
const LEAST: f64 = 0.001;
/// Moves that the rest of a game is planned for, where nobody says how many there are.
const MOVES: f64 = 25.0;

/// Everything that `level` lines have said since the last position or search.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct Level {
    depth: Option<u32>,
    nodes: Option<u64>,
    move_time: Option<f64>,
    moves: Option<u32>,
    time: Option<f64>,
    inc: Option<f64>,
}

/// Limits of one search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Plan {
    pub(super) depth: u32,
    pub(super) nodes: u64,
    /// After this time no deeper iteration is begun.
    pub(super) enough: Duration,
    /// The longest that the clock may run.
    pub(super) most: Duration,
    /// Whether it is the clock that limits: then a forced move needs no thought.
    pub(super) by_clock: bool,
}

impl Level {
    /// Adds what a line says; nothing changes where something is wrong with it.
    pub(super) fn add(&mut self, line: &Line) -> Result<(), String> {
        let mut level = if line.value("infinite").is_some() { Level::default() } else { *self };
        let wrong = |name: &str, text: &str, expected: &str| {
            let shown: String = text.chars().take(60).collect();
            format!("level: {name}: \"{shown}\"; expected {expected}")
        };
        let whole = |name: &str, most: u64| match line.value(name) {
            None => Ok(None),
            Some(text) => match text.parse().ok().filter(|number| (1..=most).contains(number)) {
                Some(number) => Ok(Some(number)),
                None => Err(wrong(name, text, &format!("a whole number from 1 to {most}"))),
            },
        };
        let seconds = |name: &str, least: f64| match line.value(name) {
            None => Ok(None),
            Some(text) => match text.parse().ok().filter(|number| (least..=LONGEST).contains(number)) {
                Some(number) => Ok(Some(f64::max(number, 0.0))),
                None => Err(wrong(name, text, "seconds from 0")),
            },
        };
        level.depth = whole("depth", u64::MAX)?.map(|depth| depth.min(1000) as u32).or(level.depth);
        level.nodes = whole("nodes", u64::MAX)?.or(level.nodes);
        // Some interfaces say 0 where no number of moves is left to play.
        if line.value("moves") != Some("0") {
            level.moves = whole("moves", 100_000)?.map(|moves| moves as u32).or(level.moves);
        }
        level.move_time = seconds("move-time", 0.0)?.or(level.move_time);
        // A clock may have run a little below zero.
        level.time = seconds("time", -LONGEST)?.or(level.time);
        level.inc = seconds("inc", 0.0)?.or(level.inc);
        *self = level;
        Ok(())
    }

    /// What that leaves for the next move. Who thinks on the opponent's time has some of it to spare.
    pub(super) fn plan(self, ponders: bool) -> Plan {
        let (mut enough, mut most) = (f64::INFINITY, f64::INFINITY);
        if self.time.is_some() || self.inc.is_some() {
            let (time, inc) = (self.time.unwrap_or(0.0), self.inc.unwrap_or(0.0));
            let moves = self.moves.map_or(MOVES, |moves| f64::from(moves).min(MOVES));
            let share = (time / moves + inc) * if ponders { 1.2 } else { 1.0 };
            // The increment comes before the move. One slow move must not eat what those after it need.
            let left = (time + inc - LAG).max(LEAST);
            let bound = if moves <= 1.0 { left } else { left * 0.4 + inc.min(left) * 0.5 };
            // The next iteration takes longer than all before it.
            enough = (share * 0.6).min(bound);
            most = (share * 3.0).min(bound);
        }
        if let Some(time) = self.move_time {
            // An iteration that isn't finished still may find a better move, so the whole time is used.
            most = most.min(time);
        }
        let duration = |seconds: f64| match seconds.is_finite() {
            true => Duration::from_secs_f64(seconds.max(LEAST)),
            false => Duration::MAX,
        };
        Plan {
            depth: self.depth.unwrap_or(u32::MAX),
            nodes: self.nodes.unwrap_or(u64::MAX),
            enough: duration(enough),
            most: duration(most),
            by_clock: most.is_finite(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(lines: &[&str]) -> Plan {
        let mut level = Level::default();
        for line in lines {
            level.add(&Line::read(line).unwrap()).unwrap();
        }
        level.plan(false)
    }

    fn seconds(plan: Plan) -> (f64, f64) {
        (plan.enough.as_secs_f64(), plan.most.as_secs_f64())
    }

    #[test]
    fn limits_add_up() {
        let both = plan(&["level depth=7", "level nodes=1000 unknown=3"]);
        assert_eq!((both.depth, both.nodes, both.most, both.by_clock), (7, 1000, Duration::MAX, false));
        assert_eq!(plan(&["level move-time=0.5"]).most, Duration::from_millis(500));
        let forever = plan(&["level depth=7", "level infinite"]);
        assert_eq!((forever.depth, forever.most), (u32::MAX, Duration::MAX));
        assert_eq!(plan(&[]), forever);
    }

    #[test]
    fn a_clock_is_never_overrun() {
        for time in [0.0, 0.02, 0.1, 1.0, 60.0, 7200.0] {
            for moves in [1, 2, 5, 40, 75] {
                for inc in [0.0, 0.1, 3.0] {
                    let (enough, most) =
                        seconds(plan(&[&format!("level time={time} moves={moves} inc={inc}")]));
                    assert!(enough <= most, "{time} {moves} {inc}");
                    let left = (time + inc - LAG).max(LEAST);
                    assert!(most <= left + 1e-9, "{time} {moves} {inc}: {most}");
                }
            }
        }
        // Played to the end at the pace of `most`, every move leaves time for those to come.
        let mut clock = 10.0;
        for moves in (1..=30).rev() {
            let most = seconds(plan(&[&format!("level time={clock} moves={moves}")])).1;
            clock -= most;
            assert!(clock >= 0.0, "{moves} moves before the end: {clock}");
        }
        let (enough, most) = seconds(plan(&["level time=60"]));
        assert!((0.5..3.0).contains(&enough) && most < 10.0, "{enough} {most}");
        assert!(seconds(plan(&["level inc=2"])).1 > 1.0, "an increment alone can be lived on");
        assert_eq!(plan(&["level time=60 moves=0"]), plan(&["level time=60"]));
    }

    #[test]
    fn bad_limits_are_refused_by_name() {
        for text in
            ["depth=0", "depth=x", "nodes=-1", "move-time=soon", "time=nan", "time=1e300", "moves=1.5"]
        {
            let mut level = Level { depth: Some(3), ..Level::default() };
            let error = level.add(&Line::read(&format!("level depth=9 {text}")).unwrap()).unwrap_err();
            assert!(error.contains(text.split_once('=').unwrap().0) && error.contains("expected"), "{error}");
            assert_eq!(level.depth, Some(3), "nothing of a bad line counts");
        }
    }
}
