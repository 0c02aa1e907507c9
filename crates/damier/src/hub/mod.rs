//! `damier hub`: the engine for other programs, by the Hub protocol on standard input and output.
//!
//! This file reads lines and says which command is which; `params.rs` has what can be set, `clock.rs` how long
//! to think, `thinking.rs` the search in its own thread. `docs/hub.md` is for whoever connects an interface.

mod clock;
mod params;
mod thinking;

use std::io::Write;
use std::sync::Arc;

use damier_arena::{Rulebox, Story};
use damier_engine::{Net, Table};
use damier_notation::hub::{LONGEST_LINE, Line, read_limited};
use damier_rules::game::Turn;

use clock::Level;
use params::Params;
use thinking::{Purpose, Question, Thinking};

pub(crate) fn run() -> anyhow::Result<()> {
    let mut session = Session::new()?;
    let mut input = std::io::stdin().lock();
    // At the end of the input the interface has gone, and so does the search with the process.
    while let Some(line) = read_limited(&mut input, LONGEST_LINE)? {
        let answered = match line {
            Err(length) => Err(format!("line: {length} bytes; expected at most {LONGEST_LINE}")),
            Ok(text) if text.trim().is_empty() => Err("line: empty; expected a command".into()),
            Ok(text) => match Line::read(&text) {
                Ok(line) if line.command() == "quit" => return Ok(()),
                Ok(line) => session.obey(&line)?,
                Err(error) => Err(error.to_string()),
            },
        };
        if let Err(message) = answered {
            say(&Line::new("error").with("message", message))?;
        }
    }
    Ok(())
}

/// Tells the interface something. A line is written whole, whichever thread tells it.
fn say(line: &Line) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(format!("{line}\n").as_bytes())?;
    out.flush()
}

/// Everything that an interface may say.
const COMMANDS: &str = "hub, init, set-param, new-game, pos, level, go, stop, ponder-hit, ping, quit";

/// Whoever asks for a search waits for its answer, though there is none.
fn decline(message: &str) -> std::io::Result<Answer> {
    say(&Line::new("error").with("message", message))?;
    say(&Line::new("done"))?;
    Ok(Ok(()))
}

/// What an interface hears when something is wrong with what it said.
type Answer = Result<(), String>;

/// A game that has been opened, as a search wants it.
struct Opened {
    game: Box<dyn Rulebox>,
    net: Option<Net>,
}

/// What is remembered between lines.
struct Session {
    params: Params,
    opened: Arc<Opened>,
    /// Made when it is first needed, since its size can be set until then.
    table: Option<Arc<Table>>,
    story: Option<Story>,
    /// None after a refused one: who asked for some limit shall not get none.
    level: Option<Level>,
    thinking: Option<Thinking>,
}

impl Session {
    fn new() -> anyhow::Result<Self> {
        let params = Params::new()?;
        let opened = Arc::new(params.open()?);
        Ok(Session {
            params,
            opened,
            table: None,
            story: None,
            level: Some(Level::default()),
            thinking: None,
        })
    }

    fn obey(&mut self, line: &Line) -> std::io::Result<Answer> {
        match line.command() {
            "ping" => say(&Line::new("pong"))?,
            // Both may come when the search has just ended by itself.
            "stop" => self.thinking.iter().for_each(Thinking::stop),
            "ponder-hit" => self.thinking.iter().for_each(Thinking::ponder_hit),
            command @ ("hub" | "init" | "set-param" | "new-game" | "pos" | "level" | "go") => {
                // None of these belongs into a search: it ends first, with its answer.
                if let Some(thinking) = self.thinking.take() {
                    thinking.stop();
                    thinking.end();
                }
                return self.obey_at_rest(command, line);
            }
            command => {
                let shown: String = command.chars().take(60).collect();
                return Ok(Err(format!("command: \"{shown}\": unknown; expected one of {COMMANDS}")));
            }
        }
        Ok(Ok(()))
    }

    fn obey_at_rest(&mut self, command: &str, line: &Line) -> std::io::Result<Answer> {
        match command {
            "hub" => {
                let id = Line::new("id").with("name", "Damier").with("version", env!("CARGO_PKG_VERSION"));
                say(&id.with("author", "the Damier authors").with("country", "France"))?;
                for param in self.params.declared() {
                    say(&param)?;
                }
                say(&Line::new("wait"))?;
            }
            "init" => match self.table() {
                Ok(_) => say(&Line::new("ready"))?,
                Err(message) => return Ok(Err(message)),
            },
            "set-param" => return Ok(self.set_param(line)),
            "new-game" => {
                if let Some(table) = &self.table {
                    table.clear();
                }
            }
            "pos" => return Ok(self.set_position(line)),
            "level" => return Ok(self.add_level(line)),
            _ => return self.go(line),
        }
        Ok(Ok(()))
    }

    fn table(&mut self) -> Result<Arc<Table>, String> {
        let table = match self.table.take() {
            Some(table) => table,
            None => Arc::new(
                Table::try_new(self.params.table_slots())
                    .map_err(|_| format!("tt-size: no memory for {} megabytes", self.params.megabytes()))?,
            ),
        };
        Ok(Arc::clone(self.table.insert(table)))
    }

    fn set_param(&mut self, line: &Line) -> Answer {
        let Some(name) = line.value("name") else { return Err("set-param: no name".into()) };
        let changed = self.params.with(name, line.value("value").unwrap_or_default())?;
        if !changed.has_game_of(&self.params) {
            self.opened = Arc::new(changed.open().map_err(|error| error.to_string())?);
            self.story = None;
            // Keys of one game mean nothing in another.
            self.table = None;
        }
        if changed.table_slots() != self.params.table_slots() {
            self.table = None;
        }
        self.params = changed;
        Ok(())
    }

    /// A position that is refused leaves none behind: no search shall begin from another one.
    fn set_position(&mut self, line: &Line) -> Answer {
        (self.story, self.level) = (None, Some(Level::default()));
        let start = match (line.value("start"), line.value("pos")) {
            (Some(_), _) => None,
            (None, Some(pos)) => Some(pos),
            (None, None) => return Err("pos: no position; expected pos=… or start".into()),
        };
        let moves = line.value("moves").unwrap_or_default();
        let story = self.opened.game.follow(start, moves, self.params.variant().dialect);
        self.story = Some(story.map_err(|error| error.to_string())?);
        Ok(())
    }

    fn add_level(&mut self, line: &Line) -> Answer {
        let mut level = self.level.take().unwrap_or_default();
        level.add(line)?;
        self.level = Some(level);
        Ok(())
    }

    fn go(&mut self, line: &Line) -> std::io::Result<Answer> {
        let has = |name: &str| line.value(name).is_some();
        let purpose = match () {
            () if has("analyze") => Purpose::Analyse,
            () if has("ponder") => Purpose::Ponder,
            () => Purpose::Think,
        };
        let problem = match &self.story {
            None => Some("go: no position; expected pos before it"),
            Some(Story { turn: Turn::Over(_), .. }) => Some("go: the game is over; expected a player's turn"),
            Some(Story { turn: Turn::Chance, .. }) => {
                Some("go: chance decides here; expected its outcome among the moves")
            }
            Some(_) if self.level.is_none() => Some("go: its level was refused; expected another one"),
            Some(_) => None,
        };
        let level = self.level.as_mut().map(std::mem::take);
        let (Some(story), Some(level), None) = (self.story.clone(), level, problem) else {
            return decline(problem.unwrap_or_default());
        };
        let table = match self.table() {
            Ok(table) => table,
            Err(message) => return decline(&message),
        };
        self.thinking = Some(Thinking::begin(Question {
            opened: Arc::clone(&self.opened),
            table,
            story,
            purpose,
            plan: level.plan(self.params.ponders()),
            threads: self.params.threads(),
            dialect: self.params.variant().dialect,
        }));
        Ok(Ok(()))
    }
}
