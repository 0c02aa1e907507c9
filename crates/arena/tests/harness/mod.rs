//! What the tests of rules share: asking a game by name about a position.

#![allow(dead_code, reason = "each test binary uses a part of it")]

pub(crate) mod attempts;
pub(crate) mod refusals;

use damier_arena::catalogue::Opened;
use damier_arena::{Moves, Rulebox, Verdict, catalogue};
use damier_notation::square::Style;
use damier_notation::{action, position};
use damier_rules::game::Side;
use damier_rules::reason::Refusal;
use damier_rules::tell::Tell;

/// A game with its options.
pub(crate) struct Asked(Box<dyn Rulebox>);

/// A game with every option at its default.
pub(crate) fn game(id: &str) -> Asked {
    game_with(id, &[])
}

/// A game with options such as `huffing=claimed`.
pub(crate) fn game_with(id: &str, options: &[&str]) -> Asked {
    Asked(opened(id, options).unwrap())
}

/// Why a game can't be had with these options.
pub(crate) fn refused(id: &str, options: &[&str]) -> String {
    opened(id, options).err().expect("options that can't be had").to_string()
}

fn opened(id: &str, options: &[&str]) -> Opened {
    let split = |option: &&str| {
        let (name, value) = option.split_once('=').expect("name=value");
        (name.to_string(), value.to_string())
    };
    catalogue::find(id).unwrap().open(&options.iter().map(split).collect::<Vec<_>>())
}

/// Every position of a line of play; the last one may have an empty side, which nobody can set up.
pub(crate) fn played<G: Tell>(game: &G, start: &str, actions: &[&str]) -> Vec<G::State> {
    let mut states = vec![position::read(game, start).unwrap()];
    for text in actions {
        let state = states.last().unwrap();
        let action = action::read(game, state, text).unwrap();
        states.push(game.apply(state, action));
    }
    states
}

impl Asked {
    /// The start position.
    pub(crate) fn start(&self) -> String {
        damier_notation::position::write_setup(&self.0.scene(None).unwrap().setup)
    }

    /// The legal actions, sorted. Panics where chance or nobody acts.
    pub(crate) fn actions(&self, position: &str) -> Vec<String> {
        match self.0.moves(Some(position)).unwrap() {
            Moves::Actions(actions) => {
                let mut actions: Vec<String> = actions.into_iter().map(|action| action.0).collect();
                actions.sort();
                actions
            }
            other => panic!("{position}: nobody acts: {other:?}"),
        }
    }

    /// The legal captures, sorted.
    pub(crate) fn captures(&self, position: &str) -> Vec<String> {
        self.actions(position).into_iter().filter(|action| action.contains('x')).collect()
    }

    /// The position after a legal action.
    pub(crate) fn after(&self, position: &str, action: &str) -> String {
        match self.0.moves(Some(position)).unwrap() {
            Moves::Actions(actions) => match actions.iter().find(|known| known.0 == action) {
                Some(known) => known.1.clone(),
                None => panic!("{position}: {action} is not legal, only {actions:?}"),
            },
            other => panic!("{position}: nobody acts: {other:?}"),
        }
    }

    /// The outcomes of chance as text, weight and position.
    pub(crate) fn rolls(&self, position: &str) -> Vec<(String, u32, String)> {
        match self.0.moves(Some(position)).unwrap() {
            Moves::Rolls(rolls) => rolls,
            other => panic!("{position}: no chance: {other:?}"),
        }
    }

    /// The position after an outcome of chance.
    pub(crate) fn settled(&self, position: &str, roll: &str) -> String {
        let rolls = self.rolls(position);
        match rolls.iter().find(|known| known.0 == roll) {
            Some(known) => known.2.clone(),
            None => panic!("{position}: {roll} can't come up, only {rolls:?}"),
        }
    }

    /// Who won, as `W`, `B` or `draw`, and why; nothing where the game goes on.
    pub(crate) fn over(&self, position: &str) -> Option<(&'static str, &'static str)> {
        match self.0.moves(Some(position)).unwrap() {
            Moves::Over(outcome) => {
                let winner = match outcome.winner {
                    Some(Side::White) => "W",
                    Some(Side::Black) => "B",
                    None => "draw",
                };
                Some((winner, outcome.ending.id()))
            }
            _ => None,
        }
    }

    /// Why an action is refused.
    pub(crate) fn refusal(&self, position: &str, action: &str) -> Refusal {
        match self.0.judge(Some(position), action).unwrap().unwrap() {
            Verdict::Refused(refusal) => *refusal,
            Verdict::Legal(action) => panic!("{position}: {action} is legal"),
        }
    }

    /// The id of the rule that an action breaks.
    pub(crate) fn why(&self, position: &str, action: &str) -> &'static str {
        self.refusal(position, action).rule.id()
    }

    /// What a refusal says is owed, as text.
    pub(crate) fn owed(&self, position: &str, action: &str) -> Vec<String> {
        let owed = self.refusal(position, action).owed;
        let text = |deed| damier_notation::action::write_deed(self.0.layout(), deed, Style::Numbers);
        owed.iter().map(text).collect()
    }

    /// The message with which a position is refused.
    pub(crate) fn refused_position(&self, position: &str) -> String {
        self.0.moves(Some(position)).expect_err("the position is accepted").to_string()
    }

    /// The game itself.
    pub(crate) fn rulebox(&self) -> &dyn Rulebox {
        &*self.0
    }
}
