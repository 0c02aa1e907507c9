//! Who plays: a way of thinking and how much of it, written as `nodes=5000`, `uct,time=0.2`, `level=4` or
//! `hub=COMMAND,time=0.1`.
//!
//! The words of a player have commas between them. A command or the name of a file may have quotes around what has a
//! comma or a blank in it, as in a shell: `hub="/opt/my engines/scan" hub,time=0.1,book=false`. What isn't a limit in
//! the words of a program is one of its parameters.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use damier_engine::Skill;

use crate::level::Level;

/// How a player thinks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mind {
    /// The engine at its best.
    Engine,
    /// The engine's search, counting pieces only.
    Material,
    /// Plain UCT with random playouts.
    Uct,
    /// Any legal action.
    Random,
    /// The engine at one of its levels for people.
    Level(Level),
    /// The engine with part of its skill.
    Skill(Skill),
    /// Another program that speaks the Hub protocol.
    Hub(Arc<Program>),
}

/// A program that plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// Its name and its arguments, as they were written.
    pub command: String,
    /// The same, word by word.
    pub words: Vec<String>,
    /// Parameters that it is given: name and value.
    pub params: Vec<(String, String)>,
}

/// How much a player may think about one action.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Budget {
    /// This many positions or playouts.
    Nodes(u64),
    /// This many seconds.
    Seconds(f64),
    /// This deep.
    Depth(u32),
}

/// A player of a contest.
#[derive(Clone, PartialEq, Debug)]
pub struct Player {
    /// How it thinks.
    pub mind: Mind,
    /// How much; levels and chance have their own measure.
    pub budget: Budget,
    /// The file of the network that it sees through, where it isn't the game's own.
    pub weights: Option<String>,
}

/// A text that names no player.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "player: \"{text}\": {problem}; expected level=N, skill=N, or material, uct, random or hub=COMMAND and nodes=N, \
     time=SECONDS or depth=N, and weights=FILE where the game's own are not wanted"
)]
pub struct BadPlayer {
    /// What it says.
    pub text: String,
    /// What is wrong with it.
    pub problem: String,
}

/// The words of a player's text: what stands between commas that no quotes surround.
fn words(text: &str) -> Vec<&str> {
    let (mut words, mut start, mut quote, mut escaped) = (Vec::new(), 0, None, false);
    for (at, letter) in text.char_indices() {
        match (letter, quote) {
            _ if escaped => escaped = false,
            ('\\', None | Some('"')) => escaped = true,
            ('"' | '\'', None) => quote = Some(letter),
            (_, Some(open)) if letter == open => quote = None,
            (',', None) => {
                words.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    words.push(&text[start..]);
    words
}

impl FromStr for Player {
    type Err = BadPlayer;

    fn from_str(text: &str) -> Result<Self, BadPlayer> {
        let shown: String = text.chars().take(60).collect();
        read(text).map_err(|problem| BadPlayer { text: shown, problem })
    }
}

fn read(text: &str) -> Result<Player, String> {
    let (mut mind, mut budget, mut params) = (None, None, Vec::new());
    for word in words(text) {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let limit = read_limit(name, value)?;
        let is_new = match (limit, name) {
            (Some(limit), _) => budget.replace(limit).is_none(),
            (None, "hub") => mind.replace(Mind::Hub(Arc::new(read_program(value)?))).is_none(),
            (None, "level") => mind.replace(read_level(value)?).is_none(),
            (None, "skill") => mind.replace(read_skill(value)?).is_none(),
            (None, "material") => mind.replace(Mind::Material).is_none(),
            (None, "uct") => mind.replace(Mind::Uct).is_none(),
            (None, "random") => mind.replace(Mind::Random).is_none(),
            (None, _) if word.contains('=') => {
                params.push((name.to_string(), unquoted(value)?.join(" ")));
                true
            }
            (None, _) => return Err(format!("\"{word}\" is no way of thinking")),
        };
        if !is_new {
            return Err(format!("\"{word}\" comes on top of another"));
        }
    }
    let mut mind = mind.unwrap_or(Mind::Engine);
    let mut weights = None;
    match &mut mind {
        Mind::Hub(_) if params.iter().any(|(name, _)| matches!(&name[..], "variant" | "options")) => {
            return Err("the match says which variant and options are played".into());
        }
        Mind::Hub(program) => Arc::make_mut(program).params = params,
        mind => {
            for (name, value) in params {
                match &name[..] {
                    "weights" if weights.is_some() => return Err("weights twice".into()),
                    "weights" if matches!(mind, Mind::Material | Mind::Uct | Mind::Random) => {
                        return Err("sees through no weights".into());
                    }
                    "weights" => weights = Some(value),
                    _ => return Err(format!("\"{name}\" is no limit")),
                }
            }
        }
    }
    let budget = match (&mind, budget) {
        (Mind::Random | Mind::Level(_) | Mind::Skill(_), None) => Budget::Nodes(1),
        (Mind::Level(_) | Mind::Skill(_), Some(_)) => return Err("a level has its own limit".into()),
        (_, None) => return Err("no limit".into()),
        (Mind::Uct, Some(Budget::Depth(_))) => return Err("uct has no depth".into()),
        (_, Some(budget)) => budget,
    };
    Ok(Player { mind, budget, weights })
}

/// A limit, where the name is that of one.
fn read_limit(name: &str, value: &str) -> Result<Option<Budget>, String> {
    let (given, expected) = match name {
        "nodes" => (value.parse().ok().filter(|nodes| *nodes > 0).map(Budget::Nodes), "nodes"),
        "depth" => {
            let depth = value.parse().ok().filter(|depth| (1..=60).contains(depth));
            (depth.map(Budget::Depth), "depth from 1 to 60")
        }
        "time" => {
            let seconds = value.parse().ok().filter(|seconds| (0.001..=3600.0).contains(seconds));
            (seconds.map(Budget::Seconds), "time from 0.001 to 3600")
        }
        _ => return Ok(None),
    };
    given.map(Some).ok_or_else(|| format!("\"{value}\" is no {expected}"))
}

fn read_level(value: &str) -> Result<Mind, String> {
    value.parse().map(Mind::Level).map_err(|_| format!("\"{value}\" is no level from 1 to 10"))
}

fn read_skill(value: &str) -> Result<Mind, String> {
    let skill = value.parse().ok().filter(|skill| (-99..=100).contains(skill)).map(Skill::new);
    skill.map(Mind::Skill).ok_or_else(|| format!("\"{value}\" is no skill from -99 to 100"))
}

fn read_program(command: &str) -> Result<Program, String> {
    let words = unquoted(command)?;
    if words.is_empty() {
        return Err("hub without a command".into());
    }
    Ok(Program { command: command.trim().into(), words, params: Vec::new() })
}

/// Words as a shell makes them.
fn unquoted(text: &str) -> Result<Vec<String>, String> {
    shlex::split(text).ok_or_else(|| format!("{text}: a quote that isn't closed"))
}

/// The other way round, one word.
fn quoted(text: &str) -> Result<Cow<'_, str>, fmt::Error> {
    shlex::try_quote(text).map_err(|_| fmt::Error)
}

impl fmt::Display for Player {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.weights {
            write!(out, "weights={},", quoted(file)?)?;
        }
        match &self.mind {
            Mind::Engine => {}
            Mind::Material => out.write_str("material,")?,
            Mind::Uct => out.write_str("uct,")?,
            Mind::Random => return out.write_str("random"),
            Mind::Level(level) => return write!(out, "level={level}"),
            Mind::Skill(skill) => return write!(out, "skill={skill}"),
            Mind::Hub(program) => {
                write!(out, "hub={},", program.command)?;
                for (name, value) in &program.params {
                    write!(out, "{name}={},", quoted(value)?)?;
                }
            }
        }
        match self.budget {
            Budget::Nodes(nodes) => write!(out, "nodes={nodes}"),
            Budget::Seconds(seconds) => write!(out, "time={seconds}"),
            Budget::Depth(depth) => write!(out, "depth={depth}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(text: &str) -> Program {
        match text.parse::<Player>().unwrap().mind {
            Mind::Hub(program) => (*program).clone(),
            mind => panic!("{text}: {mind:?}"),
        }
    }

    #[test]
    fn players_are_read_as_they_are_written() {
        for text in [
            "nodes=5000",
            "material,time=0.2",
            "uct,nodes=100",
            "random",
            "depth=6",
            "level=1",
            "level=10",
            "weights=a.net,nodes=5",
            "weights='/tmp/a,b.net',level=3",
            "hub=scan hub,time=0.1",
            "hub=\"/opt/my, engines/scan\" hub,book=false,tt-size=20,time=0.1",
            "hub=sh -c 'cd /tmp, exec ./scan hub',books='a=1;b=2,3',nodes=100",
        ] {
            assert_eq!(text.parse::<Player>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn commands_are_split_as_a_shell_does() {
        let scan = program("hub=\"/opt/my, engines/scan\" hub,book=false,time=0.1");
        assert_eq!(scan.words, ["/opt/my, engines/scan", "hub"]);
        assert_eq!(scan.params, [("book".to_string(), "false".to_string())]);
        assert_eq!(program(r"hub=/opt/a\,b\ c hub,depth=1").words, ["/opt/a,b c", "hub"]);
        assert_eq!(program("time=1,hub=x,books='a=1,2'").params, [("books".into(), "a=1,2".into())]);
    }

    #[test]
    fn bad_players_are_refused_by_name() {
        for (text, problem) in [
            ("", "no way of thinking"),
            ("uct", "no limit"),
            ("nodes=0", "\"0\" is no nodes"),
            ("nodes=x", "\"x\" is no nodes"),
            ("time=-1", "\"-1\" is no time"),
            ("speed=9", "\"speed\" is no limit"),
            ("speed=9,nodes=5", "\"speed\" is no limit"),
            ("uct,depth=3", "no depth"),
            ("uct,material,nodes=1", "on top of another"),
            ("nodes=1,nodes=2", "on top of another"),
            ("level=0", "no level"),
            ("level=11", "no level"),
            ("level=3,nodes=5", "its own limit"),
            ("weights=a.net", "no limit"),
            ("weights=a.net,weights=b.net,nodes=5", "weights twice"),
            ("weights=a.net,uct,nodes=5", "sees through no weights"),
            ("hub=,time=1", "without a command"),
            ("hub=scan hub", "no limit"),
            ("hub='scan hub,time=1", "isn't closed"),
        ] {
            let error = text.parse::<Player>().unwrap_err().to_string();
            assert!(error.contains(problem) && error.contains("expected"), "{text}: {error}");
        }
    }
}
