//! `damier hub` as an interface sees it: a process that speaks the Hub protocol.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use damier_arena::catalogue;
use damier_arena::{Moves, Rulebox};
use damier_notation::hub::{Dialect, Line};
use damier_rules::game::Turn;

/// Far longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(60);

struct Engine {
    process: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
}

impl Engine {
    fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
        let mut process = command.arg("hub").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (tell, output) = channel();
        let out = BufReader::new(process.stdout.take().unwrap());
        std::thread::spawn(move || out.lines().map_while(Result::ok).try_for_each(|line| tell.send(line)));
        Engine { input: process.stdin.take(), process, output }
    }

    /// One that plays a game.
    fn playing(variant: &str) -> Self {
        let mut engine = Engine::start();
        engine.say("hub");
        engine.until("wait");
        engine.say(&format!("set-param name=variant value={variant}"));
        engine.say("set-param name=tt-size value=1");
        engine.say("init");
        engine.until("ready");
        engine
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    fn hear(&self) -> Line {
        let text = self.output.recv_timeout(PATIENCE).expect("an answer");
        Line::read(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// Everything up to a command, which comes last.
    fn until(&self, command: &str) -> Vec<Line> {
        let mut heard = vec![self.hear()];
        while heard[heard.len() - 1].command() != command {
            heard.push(self.hear());
        }
        heard
    }

    /// The next line, which must be an error that says this.
    fn refuses(&self, message: &str) {
        let line = self.hear();
        assert_eq!(line.command(), "error", "{line}");
        assert!(line.value("message").unwrap().contains(message), "{line}");
    }

    /// Still there and well.
    fn answers_ping(&mut self) {
        self.say("ping");
        assert_eq!(self.hear().command(), "pong");
    }

    fn ends(mut self) {
        drop(self.input.take());
        let start = Instant::now();
        while self.process.try_wait().unwrap().is_none() {
            assert!(start.elapsed() < PATIENCE, "it ends with its input");
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(self.process.wait().unwrap().success());
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn it_introduces_itself_and_what_can_be_set() {
    let mut engine = Engine::start();
    engine.say("hub");
    let heard = engine.until("wait");
    assert_eq!(heard[0].command(), "id");
    assert_eq!(heard[0].value("name"), Some("Damier"));
    assert!(heard[0].value("version").is_some() && heard[0].value("author").is_some());
    let variant = heard.iter().find(|line| line.value("name") == Some("variant")).unwrap();
    assert_eq!(variant.value("value"), Some("normal"));
    let values: Vec<&str> = variant.value("values").unwrap().split(' ').collect();
    for name in ["normal", "frisian", "english", "trappes", "dames-10x10", "dame-2000"] {
        assert!(values.contains(&name), "{values:?}");
    }
    assert_eq!(values.len(), catalogue::all().len());
    for name in ["threads", "tt-size", "ponder", "options"] {
        assert!(heard.iter().any(|line| line.value("name") == Some(name)), "{name}");
    }
    engine.say("init");
    engine.until("ready");
    engine.say("new-game");
    engine.answers_ping();
    engine.ends();
}

/// Plays a whole game with itself through the protocol, with the rules of this process as referee. Returns how
/// many moves of each kind there were: actions, outcomes of chance, huffs.
fn whole_game(id: &str, options: &[(String, String)], level: &str) -> (usize, usize, usize) {
    let entry = catalogue::find(id).unwrap();
    let game = entry.open(options).unwrap();
    let mut engine = Engine::playing(entry.variant().name);
    let mut random = fastrand::Rng::with_seed(5);
    let start = match entry.variant().dialect {
        Dialect::Hub => "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww".to_string(),
        Dialect::Own => damier_notation::position::write_setup(&game.scene(None).unwrap().setup),
    };
    engine.say("new-game");
    let (mut moves, mut numbers) = (Vec::<String>::new(), (0, 0, 0));
    while moves.len() < 1000 {
        let told = moves.join(" ");
        let story = game.follow(Some(&start), &told, entry.variant().dialect).unwrap();
        match story.turn {
            Turn::Over(_) => break,
            Turn::Chance => {
                moves.push(drawn(&*game, &story.position, &mut random));
                numbers.1 += 1;
            }
            Turn::Act(_) => {
                // Repetition isn't told by a story, and draws games that nothing else ends.
                if moves.len() > 400 {
                    break;
                }
                engine.say(&format!("pos pos={start} moves=\"{told}\""));
                engine.say(level);
                engine.say("go think");
                let heard = engine.until("done");
                let done = &heard[heard.len() - 1];
                let info = &heard[heard.len() - 2];
                assert_eq!(info.command(), "info", "{info}");
                let played = done.value("move").unwrap().to_string();
                assert_eq!(info.value("pv").unwrap().split(' ').next(), Some(played.as_str()), "{info}");
                for name in ["depth", "score", "nodes", "time", "nps"] {
                    assert!(info.value(name).unwrap().parse::<f64>().is_ok(), "{info}");
                }
                if let Some(ponder) = done.value("ponder") {
                    let expected = format!("{told} {played} {ponder}");
                    game.follow(Some(&start), &expected, entry.variant().dialect).unwrap();
                }
                numbers.0 += 1;
                numbers.2 += usize::from(played.starts_with('*'));
                moves.push(played);
            }
        }
    }
    engine.say("quit");
    engine.ends();
    numbers
}

fn drawn(game: &dyn Rulebox, position: &str, random: &mut fastrand::Rng) -> String {
    match game.moves(Some(position)).unwrap() {
        Moves::Rolls(rolls) => rolls[random.usize(0..rolls.len())].0.clone(),
        other => panic!("chance decides here: {other:?}"),
    }
}

#[test]
fn it_plays_a_whole_game_in_the_letters_of_the_protocol() {
    assert!(whole_game("international", &[], "level nodes=300").0 > 20);
}

#[test]
fn it_plays_a_whole_game_with_chance() {
    let (actions, rolls, _) = whole_game("trappes", &[], "level depth=2");
    assert!(actions > 10 && rolls > 10, "{actions} {rolls}");
    let (actions, rolls, _) = whole_game("dame-2000", &[], "level nodes=300");
    assert!(actions > 10 && rolls > 0, "{actions} {rolls}");
}

#[test]
fn it_plays_a_whole_game_with_huffing() {
    assert!(whole_game("dames-10x10", &[], "level nodes=200").0 > 20);
}

#[test]
fn it_huffs_what_is_owed() {
    let mut engine = Engine::playing("dames-10x10");
    engine.say("pos pos=B:W28,32:B12,19:P28,32:H0:F9");
    engine.say("level depth=3");
    engine.say("go think");
    let heard = engine.until("done");
    let played = heard[heard.len() - 1].value("move").unwrap();
    assert!(["*28", "*32"].contains(&played), "{played}");
    engine.say(&format!("pos pos=B:W28,32:B12,19:P28,32:H0:F9 moves=\"{played} 12-17\""));
    engine.say("level depth=3");
    engine.say("go think");
    assert!(engine.until("done").last().unwrap().value("move").is_some());
}

#[test]
fn options_change_its_game() {
    let mut engine = Engine::playing("dames-10x10");
    engine.say("set-param name=options value=\"obligation=must\"");
    engine.say("pos pos=W:W32:B28:H0:F1 moves=\"32-27\"");
    engine.refuses("not legal");
    engine.say("set-param name=options value=\"obligation=perhaps\"");
    engine.refuses("expected huff-any or huff-culprit or must");
    engine.say("pos pos=W:W32:B28:H0:F1 moves=\"32x23\"");
    engine.answers_ping();
}

#[test]
fn it_is_heard_while_it_searches() {
    let mut engine = Engine::playing("normal");
    engine.say("pos start");
    engine.say("level infinite");
    engine.say("go analyze");
    assert_eq!(engine.hear().command(), "info");
    engine.say("ping");
    engine.until("pong");
    engine.say("ponder-hit");
    engine.say("nonsense");
    let heard = engine.until("error");
    assert!(heard.iter().all(|line| line.command() != "done"), "it searches on");
    engine.say("stop");
    let heard = engine.until("done");
    assert!(heard[heard.len() - 1].value("move").is_some());
    engine.say("stop");
    engine.answers_ping();
    // Any other command ends the search first, with its answer.
    engine.say("go think");
    engine.say("pos start moves=\"32-28\"");
    assert!(engine.until("done").last().unwrap().value("move").is_some());
    engine.say("go think");
    assert_eq!(engine.hear().command(), "info");
    engine.ends();
}

#[test]
fn it_ends_at_once_when_told_to() {
    let mut engine = Engine::playing("normal");
    engine.say("pos start");
    engine.say("go analyze");
    engine.say("quit");
    let start = Instant::now();
    while engine.process.try_wait().unwrap().is_none() {
        assert!(start.elapsed() < PATIENCE);
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn the_clock_runs_from_the_ponder_hit_on() {
    let mut engine = Engine::playing("normal");
    engine.say("set-param name=threads value=2");
    engine.say("pos start moves=\"32-28\"");
    engine.say("level move-time=0.2");
    engine.say("go ponder");
    std::thread::sleep(Duration::from_millis(600));
    engine.say("ping");
    let heard = engine.until("pong");
    assert!(heard.iter().all(|line| line.command() != "done"), "nothing is answered before the hit");
    engine.say("ponder-hit");
    assert!(engine.until("done").last().unwrap().value("move").is_some());
    engine.say("pos start moves=\"32-28\"");
    engine.say("level time=1 inc=0.1");
    engine.say("go think");
    let start = Instant::now();
    engine.until("done");
    assert!(start.elapsed() < Duration::from_secs(20), "a clock of one second");
}

#[test]
fn an_answer_found_early_waits_for_the_ponder_hit() {
    for (variant, position) in [("english", "B:W18:B14,1"), ("dame-2000", "W:Wy22,g23:B18,17:H99:F80")] {
        let mut engine = Engine::playing(variant);
        for hint in ["ponder-hit", "stop"] {
            engine.say(&format!("pos pos={position}"));
            engine.say("go ponder");
            std::thread::sleep(Duration::from_millis(400));
            engine.say("ping");
            let heard = engine.until("pong");
            assert!(heard.iter().all(|line| line.command() != "done"), "{variant}: nobody has moved");
            engine.say(hint);
            assert!(engine.until("done").last().unwrap().value("move").is_some());
        }
    }
}

#[test]
fn no_win_is_told_to_be_seen_beyond_chance() {
    let mut engine = Engine::playing("dame-2000");
    engine.say("pos pos=W:Wy22,y23,y27,y28,y31,y32:B18:H0:F9");
    engine.say("level nodes=20000");
    engine.say("go think");
    let heard = engine.until("done");
    let scores: Vec<f64> = heard.iter().filter_map(|line| line.value("score")?.parse().ok()).collect();
    assert!(scores.last().is_some_and(|&score| (4.0..50.0).contains(&score)), "{scores:?}");
}

#[test]
fn a_forced_move_takes_no_time() {
    let mut engine = Engine::playing("english");
    engine.say("pos pos=B:W18,21:B11,14");
    engine.say("level move-time=3000");
    engine.say("go think");
    let heard = engine.until("done");
    assert_eq!(heard[heard.len() - 1].value("move"), Some("14x23"));
}

#[test]
fn bad_lines_are_refused_by_name_and_survived() {
    let mut engine = Engine::playing("normal");
    for (line, message) in [
        ("", "empty"),
        ("fly", "'fly': unknown"),
        ("=", "no word"),
        ("pos", "pos: no position; expected"),
        ("pos strat", "pos: no position; expected"),
        ("pos pos=\"W", "no closing quote"),
        ("pos pos=Wbbb", "3 letters"),
        ("pos pos=W:W99:B1", "field W"),
        ("pos start moves=\"32-28 32-28\"", "move 2"),
        ("pos start moves=\"32-29\"", "not legal"),
        ("pos start moves=\"[green]\"", "expected an action of a player"),
        ("pos start moves=\"hello\"", "no separator"),
        ("pos pos=W:W31:BK6:H0:F1 moves=\"31-27\" go=1 moves=\"x\"", "no square"),
        ("level depth=deep", "depth"),
        ("level move-time=-1", "expected seconds from 0"),
        ("set-param", "no name"),
        ("set-param name=variant value=chess", "expected one of"),
        ("set-param name=tt-size value=-1", "megabytes"),
    ] {
        engine.say(line);
        engine.refuses(message);
    }
    engine.say("pos start moves=\"32-29\"");
    engine.refuses("not legal");
    engine.say("go think");
    engine.refuses("no position");
    assert_eq!(engine.hear().to_string(), "done", "whoever asks gets an answer");
    engine.say("pos start");
    engine.say("level depth=3");
    engine.say("level move-time=soon");
    engine.refuses("move-time");
    engine.say("go think");
    engine.refuses("its level was refused");
    assert_eq!(engine.hear().to_string(), "done");
    engine.say("pos pos=W:W31:B36:H0:F1 moves=\"31-27\"");
    engine.say(&format!("pos pos={}", "x".repeat(2 << 20)));
    engine.refuses("bytes; expected at most");
    engine.input.as_mut().unwrap().write_all(b"\xff\xfe\x00 \x01\n").unwrap();
    engine.refuses("");
    engine.say(&format!("pos start moves=\"{}\"", "32-28 ".repeat(30_000)));
    engine.refuses("expected at most 20000");
    engine.answers_ping();
    engine.ends();
}

#[test]
fn what_nobody_can_answer_is_answered_all_the_same() {
    let mut engine = Engine::playing("trappes");
    engine.say("pos pos=W:W25:B1:H3:F4");
    engine.say("go think");
    engine.refuses("chance decides here");
    assert_eq!(engine.hear().to_string(), "done");
    engine.say("pos pos=W:W25:B1:H3:F4 moves=\"[sideways]\"");
    engine.refuses("expected an outcome of chance");
    engine.say("set-param name=variant value=english");
    engine.say("pos pos=W:W5:B1");
    engine.say("go think");
    engine.refuses("the game is over");
    assert_eq!(engine.hear().to_string(), "done");
    engine.say("pos pos=W:W5:B1 moves=\"5-1\"");
    engine.refuses("nothing: the game is over");
}
