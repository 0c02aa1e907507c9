//! `damier arena` with other programs as players: those that play well, and those that do anything else.

#![cfg(unix)]

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(40);
const DAMIER: &str = env!("CARGO_BIN_EXE_damier");

fn arena(words: &[&str]) -> Output {
    Command::new(DAMIER).arg("arena").args(words).output().unwrap()
}

fn lines(words: &[&str]) -> Vec<String> {
    let output = arena(words);
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(String::from).collect()
}

fn refused(words: &[&str]) -> String {
    let output = arena(words);
    assert_eq!(output.status.code(), Some(2), "{words:?}");
    assert!(output.stdout.is_empty(), "{words:?}: nothing on standard output");
    String::from_utf8(output.stderr).unwrap()
}

/// A file of this test's own.
fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("damier-arena-{}-{name}", std::process::id()))
}

/// A player that is a shell script: it greets as it should and does something when it has to move.
fn script(on_go: &str, limit: &str) -> String {
    let greeting = "read a; echo id name=Odd; echo wait";
    let body =
        format!("{greeting}; while read l; do case $l in init) echo ready;; go*) {on_go};; esac; done");
    format!("hub=sh -c '{body}',{limit}")
}

/// What comes of two games against such a player, and their records.
fn against(name: &str, on_go: &str) -> (Vec<String>, String) {
    let path = scratch(name);
    let player = script(on_go, "time=0.02");
    let words = ["nodes=50", &player, "--game", "international", "--games", "2", "--records"];
    let found = lines(&[&words[..], &[path.to_str().unwrap()]].concat());
    let records = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    (found, records)
}

/// The moves of four games of a player against chance.
fn moves_of(player: &str, game: &str) -> Vec<String> {
    let path = scratch(&format!("{game}-{}", player.len()));
    let words = [player, "random", "--game", game, "--games", "4", "--threads", "2", "--records"];
    let found = lines(&[&words[..], &[path.to_str().unwrap()]].concat());
    let went_wrong = |line: &&String| line.contains("lost them");
    assert_eq!(found.iter().find(went_wrong), None, "{game}: {found:?}");
    let records = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    records
        .lines()
        .filter(|line| !line.starts_with("[White") && !line.starts_with("[Black"))
        .map(String::from)
        .collect()
}

#[test]
fn a_program_plays_the_same_moves_as_the_same_engine_at_home() {
    for game in ["international", "frisian", "trappes", "dames-10x10", "damsystem", "russian", "dame-2000"] {
        // A table of the size that players have in the arena.
        let program = format!("hub={DAMIER} hub,tt-size=4,nodes=200");
        assert_eq!(moves_of(&program, game), moves_of("nodes=200", game), "{game}");
    }
}

#[test]
fn a_program_is_told_the_options_of_the_game() {
    let program = format!("hub={DAMIER} hub,depth=2");
    let words = ["random", &program, "--game", "dames-10x10", "--option", "obligation=must", "--games", "2"];
    let found = lines(&words);
    assert_eq!(found.len(), 4, "both play the same game: {found:?}");
}

#[test]
fn who_crashes_loses_the_game() {
    let (found, records) = against("crash", "exit 3");
    assert_eq!(found[1], "+2 =0 -0");
    assert!(found[4].ends_with("crashed in 2 of the games and lost them"), "{found:?}");
    assert!(records.contains("[Termination \"Black crashed\"]"), "{records}");
    assert!(records.contains("[Termination \"White crashed\"]"), "{records}");
}

#[test]
fn who_plays_an_illegal_move_loses_the_game() {
    for answer in ["done move=1-50", "done", "done move=hello"] {
        let (found, records) = against("illegal", &format!("echo {answer}"));
        assert_eq!(found[1], "+2 =0 -0");
        assert!(found[4].ends_with("played an illegal move in 2 of the games and lost them"), "{found:?}");
        assert!(records.contains("[Termination \"White played an illegal move: "), "{records}");
    }
}

#[test]
fn who_hangs_loses_the_game() {
    let (found, records) = against("hang", "sleep 1000");
    assert_eq!(found[1], "+2 =0 -0");
    assert!(found[4].ends_with("gave no answer in time in 2 of the games and lost them"), "{found:?}");
    assert!(records.contains("[Termination \"Black gave no answer in time\"]"), "{records}");
}

#[test]
fn who_talks_without_end_hangs_too() {
    let (found, _) = against("endless", "yes info depth=1");
    assert!(found[4].ends_with("gave no answer in time in 2 of the games and lost them"), "{found:?}");
}

#[test]
fn who_writes_garbage_without_end_hangs_too() {
    let (found, _) = against("garbage", "cat /dev/zero");
    assert!(found[4].ends_with("gave no answer in time in 2 of the games and lost them"), "{found:?}");
}

#[test]
fn who_has_crashed_once_plays_the_next_game() {
    let mark = scratch("mark");
    let _ = std::fs::remove_file(&mark);
    // Crashes in its first game, and is the engine from then on.
    let body = format!(
        "if [ -e {0} ]; then exec {DAMIER} hub; fi; read a; echo id name=Odd; echo wait; \
         while read l; do case $l in init) echo ready;; go*) touch {0}; exit 1;; esac; done",
        mark.display()
    );
    let player = format!("hub=sh -c '{body}',depth=3");
    let found = lines(&["random", &player, "--game", "international", "--games", "6", "--threads", "1"]);
    std::fs::remove_file(&mark).unwrap();
    assert_eq!(found[1], "+1 =0 -5", "{found:?}");
    assert!(found[4].ends_with("crashed in 1 of the games and lost them"), "{found:?}");
}

#[test]
fn who_cannot_play_is_refused_before_the_match() {
    for (player, game, message) in [
        ("hub=/no/such/engine,time=1", "international", "can't be started"),
        ("hub=sh -c 'exit 1',time=1", "international", "ended when it was greeted"),
        (&script("exit", "time=1"), "english", "has no variants and doesn't play english"),
        (&format!("hub={DAMIER} hub,speed=9,time=1"), "english", "unknown; expected variant"),
        (&format!("hub={DAMIER} hub"), "english", "no limit"),
        ("level=11", "english", "no level from 1 to 10"),
        ("time=1e9", "english", "no time from 0.001 to 3600"),
        ("weights=/nowhere", "english", "\"weights=/nowhere\": no limit"),
        ("weights=/nowhere,material,nodes=1", "english", "sees through no weights"),
        ("weights=/nowhere,nodes=1", "english", "weights: /nowhere"),
        ("hub=true,nodes=1,variant=trappes", "english", "the match says which variant"),
    ] {
        let found = refused(&["nodes=1", player, "--game", game]);
        assert!(found.contains(message), "{player}: {found}");
    }
    assert!(refused(&["nodes=1", "nodes=1", "--game", "trappes", "--ballots"]).contains("chance decides"));
    assert!(
        refused(&["nodes=1", "nodes=1", "--game", "english", "--sprt=5"]).contains("the lower one first")
    );
}

#[test]
fn a_match_ends_when_it_is_decided() {
    let words = ["depth=3", "random", "--game", "international", "--ballots", "--games", "2000"];
    let found = lines(&[&words[..], &["--sprt=0,50"]].concat());
    assert!(found[4].starts_with("sprt [0,50] accepted H1, llr +"), "{found:?}");
    let games: u32 = found[0].rsplit_once(", ").unwrap().1.trim_end_matches(" games").parse().unwrap();
    assert!(games < 400, "{found:?}");
    for (asked, bounds) in [("--sprt", "0,10"), ("--sprt=-5,0", "-5,0")] {
        let found = lines(&["random", asked, "random", "--game", "international", "--games", "2"]);
        assert!(found[4].starts_with(&format!("sprt [{bounds}] undecided, llr ")), "{found:?}");
    }
}

#[test]
fn levels_play() {
    let found = lines(&["level=3", "level=1", "--game", "english", "--games", "2"]);
    assert_eq!(found[0], "level=3 against level=1, 2 games");
}

#[test]
fn an_interrupted_match_tells_what_was_played() {
    let mut child = Command::new(DAMIER)
        .args(["arena", "depth=2", "random", "--game", "english", "--games", "1000000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut progress = BufReader::new(child.stderr.take().unwrap()).lines();
    assert!(progress.next().unwrap().unwrap().starts_with("20/1000000 +"));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    assert!(progress.any(|line| line.unwrap().contains("played to their end")));
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let told = String::from_utf8(output.stdout).unwrap();
    let games = told.lines().next().unwrap().trim_start_matches("depth=2 against random, ");
    let games: u32 = games.trim_end_matches(" games").parse().unwrap();
    assert!((20..1_000_000).contains(&games), "{told}");
}

/// A match against a script that writes its number to a file, once it has done so; with that number.
fn started(name: &str, player: impl Fn(&str) -> String) -> (std::process::Child, String) {
    let path = scratch(name);
    let child = Command::new(DAMIER)
        .args(["arena", "depth=2", &player(path.to_str().unwrap()), "--game", "international"])
        .args(["--games", "2", "--threads", "1"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let start = Instant::now();
    let written = loop {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        if text.ends_with('\n') {
            break text;
        }
        assert!(start.elapsed() < PATIENCE, "the program did nothing");
        std::thread::sleep(Duration::from_millis(5));
    };
    std::fs::remove_file(&path).unwrap();
    (child, written.trim().into())
}

fn interrupt(child: &std::process::Child) {
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
}

/// Waits until a process has gone.
fn is_gone(process: &str) {
    let start = Instant::now();
    while Command::new("kill").args(["-0", process]).stderr(Stdio::null()).status().unwrap().success() {
        assert!(start.elapsed() < PATIENCE, "{process} is still there");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn who_stops_a_match_at_once_leaves_no_program_behind() {
    let (mut child, program) =
        started("left", |path| script(&format!("echo $$ > {path}; sleep 60"), "time=30"));
    interrupt(&child);
    let mut progress = BufReader::new(child.stderr.take().unwrap()).lines();
    assert!(progress.any(|line| line.unwrap().contains("once more to stop now")));
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    is_gone(&program);
}

#[test]
fn who_stops_while_a_program_is_tried_leaves_none_behind() {
    let (mut child, program) =
        started("tried", |path| format!("hub=sh -c 'echo $$ > {path}; sleep 60',time=30"));
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    is_gone(&program);
}

#[test]
fn games_that_are_played_again_are_told() {
    let told = |words: &[&str]| String::from_utf8(arena(words).stderr).unwrap();
    let words = ["depth=1", "depth=1", "--game", "english", "--games", "120"];
    let ballots = told(&[&words[..], &["--ballots"]].concat());
    assert!(ballots.contains(" of 60 pairs began like an earlier one"), "{ballots}");
    assert!(told(&[&words[..], &["--opening", "0"]].concat()).contains("59 of 60 pairs"));
    assert!(!told(&[&words[..4], &["--games", "4", "--ballots"]].concat()).contains("earlier"));
}

#[test]
fn records_name_the_weights_of_their_players() {
    let (weights, records) = (scratch("a, b.net"), scratch("named"));
    let ours = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../arena/weights/english.net");
    std::fs::copy(ours, &weights).unwrap();
    let player = format!("weights='{}',nodes=5", weights.display());
    let words = [&player, "nodes=5", "--game", "english", "--games", "2", "--records"];
    let found = lines(&[&words[..], &[records.to_str().unwrap()]].concat());
    assert_eq!(found[0], format!("{player} against nodes=5, 2 games"));
    let text = std::fs::read_to_string(&records).unwrap();
    assert!(
        text.contains(&format!("[White \"{player}\"]")) && text.contains("[White \"nodes=5\"]"),
        "{text}"
    );
    std::fs::remove_file(&weights).unwrap();
    std::fs::remove_file(&records).unwrap();
}
