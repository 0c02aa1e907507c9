//! Who plays: a way of thinking and how much of it, written as `nodes=5000`, `time=0.2`, `uct,time=0.2`.

use std::fmt;
use std::str::FromStr;

/// How a player thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mind {
    /// The engine at its best.
    Engine,
    /// The engine's search, counting pieces only.
    Material,
    /// Plain UCT with random playouts.
    Uct,
    /// Any legal action.
    Random,
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
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Player {
    /// How it thinks.
    pub mind: Mind,
    /// How much.
    pub budget: Budget,
}

/// A text that names no player.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "player: \"{text}\": {problem}; expected material, uct or random and nodes=N, time=SECONDS or depth=N"
)]
pub struct BadPlayer {
    /// What it says.
    pub text: String,
    /// What is wrong with it.
    pub problem: String,
}

impl FromStr for Player {
    type Err = BadPlayer;

    fn from_str(text: &str) -> Result<Self, BadPlayer> {
        let shown: String = text.chars().take(60).collect();
        let bad = |problem: String| BadPlayer { text: shown.clone(), problem };
        let (mut mind, mut budget) = (None, None);
        for word in text.split(',') {
            let is_new = match word.split_once('=') {
                None => {
                    let named = match word {
                        "material" => Mind::Material,
                        "uct" => Mind::Uct,
                        "random" => Mind::Random,
                        _ => return Err(bad(format!("\"{word}\" is no way of thinking"))),
                    };
                    mind.replace(named).is_none()
                }
                Some((name, value)) => {
                    let given = match name {
                        "nodes" => value.parse().ok().filter(|nodes| *nodes > 0).map(Budget::Nodes),
                        "depth" => {
                            value.parse().ok().filter(|depth| (1..=60).contains(depth)).map(Budget::Depth)
                        }
                        "time" => value
                            .parse()
                            .ok()
                            .filter(|seconds| (0.001..=3600.0).contains(seconds))
                            .map(Budget::Seconds),
                        _ => return Err(bad(format!("\"{name}\" is no limit"))),
                    };
                    let given = given.ok_or_else(|| bad(format!("\"{value}\" is no {name}")))?;
                    budget.replace(given).is_none()
                }
            };
            if !is_new {
                return Err(bad(format!("\"{word}\" comes on top of another")));
            }
        }
        let mind = mind.unwrap_or(Mind::Engine);
        match (mind, budget) {
            (Mind::Random, None) => Ok(Player { mind, budget: Budget::Nodes(1) }),
            (_, None) => Err(bad("no limit".into())),
            (Mind::Uct, Some(Budget::Depth(_))) => Err(bad("uct has no depth".into())),
            (_, Some(budget)) => Ok(Player { mind, budget }),
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mind {
            Mind::Engine => {}
            Mind::Material => out.write_str("material,")?,
            Mind::Uct => out.write_str("uct,")?,
            Mind::Random => return out.write_str("random"),
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

    #[test]
    fn players_are_read_as_they_are_written() {
        for text in ["nodes=5000", "material,time=0.2", "uct,nodes=100", "random", "depth=6"] {
            assert_eq!(text.parse::<Player>().unwrap().to_string(), text);
        }
        for text in
            ["", "uct", "nodes=0", "nodes=x", "time=-1", "speed=9", "uct,depth=3", "uct,material,nodes=1"]
        {
            let error = text.parse::<Player>().unwrap_err();
            assert!(error.to_string().contains("expected"), "{error}");
        }
    }
}
