//! A player that is another program and speaks the Hub protocol, version 1 or 2.
//!
//! The program stays for game after game. When it has crashed, kept silent too long or played something illegal,
//! it has lost that game and another one is started for the next.

use std::sync::Arc;
use std::time::{Duration, Instant};

use damier_engine::Playable;
use damier_notation::action::write_event;
use damier_notation::hub::{self, Dialect, Line};
use damier_notation::record::Step;
use damier_rules::tell::Tell;

use super::child::Child;
use super::mind::{Moment, Thinker};
use super::play::Done;
use super::{Budget, Fault, HubGame, NORMAL, Program};

/// How long a program may take to say what it is, and again to get ready.
const PATIENCE: Duration = Duration::from_secs(60);
/// What a program may take beyond its time before it counts as hung: so many seconds, and so many times its time.
const GRACE: f64 = 5.0;
const TIMES: f64 = 10.0;
/// How slow a program may be that is limited by positions, in positions a second, and how long it may take to
/// reach a depth.
const SLOWEST: f64 = 10_000.0;
const DEPTH_PATIENCE: f64 = 600.0;

/// The most parameters that are listened to.
const MOST_PARAMS: usize = 1_000;

/// Why a program can't play.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("hub: \"{command}\": {problem}")]
pub struct BadProgram {
    /// The command.
    pub command: String,
    /// What is wrong.
    pub problem: String,
}

/// Starts a program and lets it go again, to see whether it plays a game.
pub fn try_program(program: &Program, budget: Budget, game: &HubGame) -> Result<(), BadProgram> {
    Running::start(program, budget, game, PATIENCE)?.child.dismiss();
    Ok(())
}

/// The program as a player.
pub(super) struct External {
    program: Arc<Program>,
    budget: Budget,
    game: HubGame,
    running: Option<Running>,
}

struct Running {
    child: Child,
    version: Version,
    is_new: bool,
}

/// Which Hub a program speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Version {
    One,
    Two,
}

impl External {
    pub(super) fn new(program: &Arc<Program>, budget: Budget, game: &HubGame) -> Self {
        External { program: Arc::clone(program), budget, game: game.clone(), running: None }
    }

    /// How long an answer is waited for.
    fn patience(&self) -> Duration {
        Duration::from_secs_f64(match self.budget {
            Budget::Seconds(seconds) => GRACE + (1.0 + TIMES) * seconds,
            Budget::Nodes(nodes) => (GRACE + nodes as f64 / SLOWEST).min(DEPTH_PATIENCE),
            Budget::Depth(_) => DEPTH_PATIENCE,
        })
    }

    fn ask<G: Tell + Playable>(&mut self, moment: &Moment<'_, G>) -> Result<G::Action, Fault> {
        let patience = self.patience();
        let running = match &mut self.running {
            Some(running) => running,
            empty => {
                let started = Running::start(&self.program, self.budget, &self.game, PATIENCE);
                empty.insert(started.map_err(|_| Fault::Crashed)?)
            }
        };
        let dialect = self.game.variant.dialect;
        running.child.say(match running.version {
            Version::One => question_1(moment, self.budget),
            Version::Two => question_2(moment, self.budget, dialect),
        })?;
        running.is_new = false;
        let until = Instant::now() + patience;
        let text = loop {
            if let Some(text) = running.version.answer(&running.child.hear(until)?) {
                break text;
            }
        };
        hub::read_action(moment.game, moment.state, &text, dialect)
            .map_err(|_| Fault::Illegal(text.chars().take(60).collect()))
    }
}

impl<G: Tell + Playable> Thinker<G> for External {
    fn begin(&mut self, _seed: u64) {
        if let Some(running) = self.running.as_mut().filter(|running| !running.is_new) {
            let text = match running.version {
                Version::One => "new\n",
                Version::Two => "new-game\n",
            };
            if running.child.say(text.into()).is_err() {
                self.running = None;
            }
        }
    }

    fn choose(&mut self, moment: &Moment<'_, G>) -> Result<G::Action, Fault> {
        let asked = self.ask(moment);
        if asked.is_err() {
            self.running = None;
        }
        asked
    }
}

impl Drop for External {
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            running.child.dismiss();
        }
    }
}

impl Running {
    fn start(
        program: &Program,
        budget: Budget,
        game: &HubGame,
        patience: Duration,
    ) -> Result<Self, BadProgram> {
        let bad = |problem: String| BadProgram { command: program.command.clone(), problem };
        let fault = |what: &str| {
            let what = what.to_string();
            move |fault| {
                bad(match fault {
                    Fault::Crashed => format!("ended {what}"),
                    Fault::Hung => format!("no answer {what} within {} s", patience.as_secs_f64()),
                    Fault::Illegal(text) => format!("\"{text}\" {what}"),
                })
            }
        };
        let child =
            Child::start(&program.words).map_err(|error| bad(format!("can't be started: {error}")))?;
        child.say("hub\n".into()).map_err(fault("when it was greeted"))?;
        let until = Instant::now() + patience;
        let mut declared = Vec::new();
        let version = loop {
            let text = child.hear(until).map_err(fault("when it was greeted"))?;
            if text.trim() == "wait" {
                let has_id = declared.iter().any(|line: &Line| line.command() == "id");
                break if has_id { Version::Two } else { Version::One };
            }
            // Only what is of use is kept, whatever a program says.
            match Line::read(&text) {
                Ok(line) if matches!(line.command(), "id" | "param") && declared.len() < MOST_PARAMS => {
                    declared.push(line);
                }
                _ => {}
            }
        };
        let settings = match version {
            Version::One => settings_1(program, budget, game),
            Version::Two => settings_2(program, game, &declared),
        };
        child.say(settings.map_err(bad)? + "init\n").map_err(fault("when it was set up"))?;
        let until = Instant::now() + patience;
        loop {
            let text = child.hear(until).map_err(fault("when it was set up"))?;
            match text.split_whitespace().next() {
                Some("ready") => return Ok(Running { child, version, is_new: true }),
                Some("error") => return Err(bad(text.chars().take(200).collect())),
                _ => {}
            }
        }
    }
}

/// Parameters for version 1, which knows one game only.
fn settings_1(program: &Program, budget: Budget, game: &HubGame) -> Result<String, String> {
    if game.variant != NORMAL || !game.options.is_empty() {
        return Err(format!("speaks Hub 1 and doesn't play {}", game.variant.name));
    }
    if matches!(budget, Budget::Nodes(_)) {
        return Err("speaks Hub 1, which knows no nodes; expected time=SECONDS or depth=N".into());
    }
    Ok(program.params.iter().map(|(name, value)| format!("set {name} {value}\n")).collect())
}

/// Parameters for version 2: the game, unless it is what the program plays anyway, and what the player asks for.
fn settings_2(program: &Program, game: &HubGame, declared: &[Line]) -> Result<String, String> {
    let param = |name: &str| {
        declared.iter().find(|line| line.command() == "param" && line.value("name") == Some(name))
    };
    let mut settings = Vec::new();
    match param("variant") {
        None if game.variant == NORMAL => {}
        None => return Err(format!("has no variants and doesn't play {}", game.variant.name)),
        Some(line) if line.value("value") == Some(game.variant.name) => {}
        Some(line) => {
            let plays = |values: &str| values.split_whitespace().any(|value| value == game.variant.name);
            if !line.value("values").is_none_or(plays) {
                return Err(format!("doesn't play {}", game.variant.name));
            }
            settings.push(("variant", game.variant.name));
        }
    }
    match param("options") {
        _ if game.options.is_empty() => {}
        Some(_) => settings.push(("options", &game.options)),
        None => return Err(format!("knows no options of games and can't play with {}", game.options)),
    }
    settings.extend(program.params.iter().map(|(name, value)| (name.as_str(), value.as_str())));
    let line =
        |(name, value)| format!("{}\n", Line::new("set-param").with("name", name).with("value", value));
    Ok(settings.into_iter().map(line).collect())
}

/// The position and the limit for version 1: moves come one by one, and only those that can be taken back by
/// others matter for repetition.
fn question_1<G: Tell + Playable>(moment: &Moment<'_, G>, budget: Budget) -> String {
    let quiet = usize::from(moment.game.setup(moment.state).quiet);
    let since = moment.path.len().saturating_sub(quiet);
    let from = moment.path.get(since).map_or(moment.state, |step| &step.before);
    let letters = hub::write_position(moment.game, from, Dialect::Hub);
    // The side to move is a small letter there.
    let mut text = format!("pos {}{}\n", letters[..1].to_lowercase(), &letters[1..]);
    for step in &moment.path[since..] {
        text += &format!("move {}\n", step.text(moment.game, Dialect::Hub));
    }
    text += &match budget {
        Budget::Seconds(seconds) => format!("time {}\n", (seconds * 1000.0).round().max(1.0)),
        Budget::Depth(depth) => format!("depth {depth}\n"),
        Budget::Nodes(_) => String::new(),
    };
    text + "go\n"
}

/// The same for version 2: the whole game.
fn question_2<G: Tell + Playable>(moment: &Moment<'_, G>, budget: Budget, dialect: Dialect) -> String {
    let start = hub::write_position(moment.game, &moment.game.start(), dialect);
    let moves: Vec<String> = moment.path.iter().map(|step| step.text(moment.game, dialect)).collect();
    let mut position = Line::new("pos").with("pos", start);
    if !moves.is_empty() {
        position = position.with("moves", moves.join(" "));
    }
    let level = Line::new("level");
    let level = match budget {
        Budget::Seconds(seconds) => level.with("move-time", seconds),
        Budget::Depth(depth) => level.with("depth", depth),
        Budget::Nodes(nodes) => level.with("nodes", nodes),
    };
    format!("{position}\n{level}\ngo think\n")
}

impl Version {
    /// The move that a line answers with, empty where it has none; nothing where it is no answer.
    fn answer(self, text: &str) -> Option<String> {
        match self {
            Version::One => {
                let mut words = text.split_whitespace();
                (words.next() == Some("move")).then(|| words.next().unwrap_or_default().into())
            }
            Version::Two => {
                let line = Line::read(text).ok().filter(|line| line.command() == "done")?;
                Some(line.value("move").unwrap_or_default().into())
            }
        }
    }
}

impl<S, A: Copy + PartialEq> Done<S, A> {
    /// What was done, as a program reads it.
    fn text(&self, game: &impl Tell<State = S, Action = A>, dialect: Dialect) -> String {
        match (&self.step, self.action) {
            (Step::Chance(event), _) => write_event(*event),
            (Step::Action(text), Some(action)) if dialect == Dialect::Hub => {
                let told = game.deeds(&self.before).into_iter().find(|told| told.action == action);
                told.map_or_else(|| text.clone(), |told| hub::write_action(game, &told, dialect))
            }
            (Step::Action(text), _) => text.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::{Mind, Player};

    fn normal() -> HubGame {
        HubGame { variant: NORMAL, options: String::new() }
    }

    fn program(script: &str) -> Arc<Program> {
        let text = format!("hub=sh -c {},time=0.1", shlex::try_quote(script).unwrap());
        match text.parse::<Player>().unwrap().mind {
            Mind::Hub(program) => program,
            mind => panic!("{mind:?}"),
        }
    }

    fn started(script: &str, game: &HubGame, budget: Budget) -> Result<Version, String> {
        // Only who never answers is waited for to the end.
        let is_silent = ["sleep", "yes", "head"].iter().any(|word| script.starts_with(word));
        let patience = Duration::from_millis(if is_silent { 500 } else { 30_000 });
        let running = Running::start(&program(script), budget, game, patience);
        running.map(|running| running.version).map_err(|error| error.to_string())
    }

    const ONE: &str = "echo garbage; read a; echo name X; echo wait; read b; echo ready; sleep 9";
    const TWO: &str = "read a; echo id name=X; echo param name=variant value=bt values='\"bt frisian\"'; echo wait; \
        while read b; do case $b in init) echo ready;; *=mad*) echo error message=mad;; esac; done";

    #[test]
    fn the_version_is_heard_from_the_greeting() {
        let time = Budget::Seconds(0.1);
        assert_eq!(started(ONE, &normal(), time), Ok(Version::One));
        let frisian = HubGame { variant: catalogue_variant("frisian"), options: String::new() };
        assert_eq!(started(TWO, &frisian, time), Ok(Version::Two));
        for (script, game, budget, problem) in [
            (ONE, frisian.clone(), time, "speaks Hub 1 and doesn't play frisian"),
            (ONE, normal(), Budget::Nodes(5), "knows no nodes"),
            (TWO, normal(), time, "doesn't play normal"),
            (TWO, HubGame { options: "a=1".into(), ..frisian }, time, "knows no options"),
            ("exit 3", normal(), time, "ended when it was greeted"),
            ("sleep 9", normal(), time, "no answer when it was greeted within 0.5 s"),
            ("yes", normal(), time, "no answer when it was greeted"),
            ("head -c 100000000 /dev/zero; sleep 9", normal(), time, "no answer"),
            ("read a; echo wait; read b", normal(), time, "ended when it was set up"),
        ] {
            let error = started(script, &game, budget).unwrap_err();
            assert!(error.contains(problem), "{script}: {error}");
        }
    }

    fn catalogue_variant(id: &str) -> crate::catalogue::Variant {
        crate::catalogue::find(id).unwrap().variant()
    }

    #[test]
    fn a_program_that_isnt_there_is_named() {
        let player: Player = "hub=/no/such/engine,time=1".parse().unwrap();
        let Mind::Hub(program) = player.mind else { panic!() };
        let error = try_program(&program, player.budget, &normal()).unwrap_err().to_string();
        assert!(error.contains("\"/no/such/engine\": can't be started"), "{error}");
    }

    #[test]
    fn answers_are_told_from_other_lines() {
        assert_eq!(Version::One.answer("move 32-28 19-23"), Some("32-28".into()));
        assert_eq!(Version::One.answer("info 12 3.0 move"), None);
        assert_eq!(Version::Two.answer("done move=32-28 ponder=19-23"), Some("32-28".into()));
        assert_eq!(Version::Two.answer("done"), Some(String::new()));
        for garbage in ["", "\"", "info depth=1", "done \u{1}"] {
            assert_eq!(Version::Two.answer(garbage), None, "{garbage}");
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_child_is_killed_with_everything_it_started() {
        let mark = format!("3{:05}", std::process::id() % 100_000);
        let script = format!("sleep {mark} & sleep {mark}");
        let child = Child::start(&program(&script).words).unwrap();
        let sleeping = || {
            let mut found = 0;
            for entry in std::fs::read_dir("/proc").unwrap().flatten() {
                let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
                found += usize::from(line == format!("sleep\0{mark}\0").as_bytes());
            }
            found
        };
        let begun = Instant::now();
        while sleeping() < 2 && begun.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(sleeping(), 2);
        drop(child);
        let begun = Instant::now();
        while sleeping() > 0 && begun.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(sleeping(), 0);
    }
}
