//! Levels for people: how well the engine plays against them, from a beginner to its best.

use std::time::{Duration, Instant};

use damier_engine::{Limits, Net, Playable, Search, Skill, Table};
use damier_rules::tell::Tell;

use crate::catalogue::{Entry, Text};
use crate::eyes::Eyes;

/// A level, from 1 to [`Level::HIGHEST`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// A number that is no level.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("level: \"{0}\": no level; expected a number from 1 to {highest}", highest = Level::HIGHEST.0)]
pub struct NoLevel(String);

impl Level {
    /// Full strength.
    pub const HIGHEST: Level = Level(10);

    /// Every level, the lowest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=Level::HIGHEST.0).map(Level)
    }

    /// The level of this number.
    pub fn new(number: u8) -> Result<Self, NoLevel> {
        let known = (1..=Level::HIGHEST.0).contains(&number);
        known.then_some(Level(number)).ok_or_else(|| NoLevel(number.to_string()))
    }

    /// Its number.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// What people call somebody who plays like that.
    #[must_use]
    pub fn name(self) -> Text {
        const NAMES: [Text; 10] = [
            Text { fr: "Débutant", en: "Beginner" },
            Text { fr: "Novice", en: "Novice" },
            Text { fr: "Amateur", en: "Casual" },
            Text { fr: "Joueur", en: "Player" },
            Text { fr: "Habitué", en: "Regular" },
            Text { fr: "Avancé", en: "Advanced" },
            Text { fr: "Fort", en: "Strong" },
            Text { fr: "Expert", en: "Expert" },
            Text { fr: "Maître", en: "Master" },
            Text { fr: "Champion", en: "Champion" },
        ];
        NAMES[usize::from(self.0) - 1]
    }
}

impl std::fmt::Display for Level {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(out)
    }
}

impl std::str::FromStr for Level {
    type Err = NoLevel;

    fn from_str(text: &str) -> Result<Self, NoLevel> {
        let number = text.parse().map_err(|_| NoLevel(text.chars().take(20).collect()))?;
        Level::new(number)
    }
}

/// The skills of the levels below the highest, which has all of it. Games differ in how much skill decides:
/// each has a ladder of its own, measured so that every step counts about the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ladder(pub(crate) [i8; 9]);

impl Default for Ladder {
    fn default() -> Self {
        Ladder::USUAL
    }
}

impl Ladder {
    /// That of Dames 8x8, which suits most classics too.
    pub const USUAL: Ladder = Ladder([12, 16, 20, 26, 34, 44, 57, 73, 88]);

    /// How many levels, from the lowest, would rather lose: their skill is below nothing.
    #[must_use]
    pub fn lets_win(self) -> u8 {
        self.0.iter().take_while(|&&skill| skill < 0).count() as u8
    }

    /// The skill of a level.
    #[must_use]
    pub fn skill(self, level: Level) -> Skill {
        self.0.get(usize::from(level.0) - 1).map_or(Skill::BEST, |&skill| Skill::new(skill))
    }
}

/// The engine as somebody's opponent in one game.
#[derive(Clone, Debug)]
pub struct Opponent {
    skill: Skill,
    net: Option<Net>,
}

impl Opponent {
    /// The engine at a level.
    #[must_use]
    pub fn new(entry: &Entry, level: Level) -> Self {
        Opponent { skill: entry.levels.skill(level), net: entry.net() }
    }
}

/// The longest that an opponent thinks.
pub const LONGEST_THOUGHT: Duration = Duration::from_secs(1);
/// Most slots of an opponent's table: 16 MB.
const TABLE: usize = 1 << 20;

/// A table for a player of some skill. A weak one looks at few positions, and a small table is soon cleared.
pub(crate) fn table_for(skill: Skill) -> Table {
    let slots = if skill == Skill::BEST { TABLE } else { usize::try_from(skill.nodes()).unwrap_or(TABLE) };
    Table::new(slots.clamp(1 << 10, TABLE))
}

/// What an opponent plays in a position after these; nothing where nobody acts. The seed decides how a weak one is
/// wrong.
pub(crate) fn choose<G: Tell + Playable>(
    game: &G,
    Opponent { skill, net }: &Opponent,
    (state, played): (&G::State, &[G::State]),
    seed: u64,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<G::Action> {
    let start = Instant::now();
    let longest = longest_thought(game, state, played.iter());
    let stop = || start.elapsed() >= longest || stop();
    let keys: Vec<u64> = played.iter().map(|state| game.key(state)).collect();
    think(game, *skill, net.as_ref(), &table_for(*skill), (state, &keys), seed, &stop)
}

/// The longest thought in a position after these. Where several decisions make a turn, as when a huff comes before a move,
/// each has half the time of the one before it, so that a turn never takes twice [`LONGEST_THOUGHT`].
pub(crate) fn longest_thought<'s, G: Tell + Playable>(
    game: &G,
    state: &G::State,
    played: impl DoubleEndedIterator<Item = &'s G::State>,
) -> Duration
where
    G::State: 's,
{
    let decisions = played.rev().filter(|before| !game.is_chance(before));
    let before = decisions.take_while(|before| game.side(before) == game.side(state)).count();
    LONGEST_THOUGHT / (1 << before.min(10))
}

/// What a player of some skill plays.
pub(crate) fn think<G: Tell + Playable>(
    game: &G,
    skill: Skill,
    net: Option<&Net>,
    table: &Table,
    (state, played): (&G::State, &[u64]),
    seed: u64,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<G::Action> {
    let mut actions = Vec::new();
    game.actions(state, &mut actions);
    if let [only] = actions[..] {
        return Some(only);
    }
    let mut limits = Limits { stop, ..Limits::default() };
    if skill < Skill::BEST {
        limits = Limits { nodes: skill.nodes(), weakness: skill.weakness(seed), ..limits };
    }
    let line = Search::new(game, Eyes::new(game, net), table).run(state, played, limits, |_| {})?;
    line.actions.first().copied()
}

#[cfg(test)]
mod tests;
