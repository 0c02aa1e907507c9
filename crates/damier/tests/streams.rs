//! Streams and files that fail: nobody reads the output, a disk is full, a file never ends.

#![cfg(target_os = "linux")]

use std::fs::File;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A command of which nobody reads the output, or hears the rest.
fn unheard(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    command.args(words).stdout(writer).stderr(File::options().write(true).open("/dev/full").unwrap());
    command
}

/// A file of this test's own.
fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("damier-streams-{}-{name}", std::process::id()))
}

/// What a command says within so little memory that a file without end would not fit.
fn within_bounds(words: &str) -> Output {
    let run = format!("ulimit -v 2000000; exec {} {words}", env!("CARGO_BIN_EXE_damier"));
    Command::new("sh").args(["-c", &run]).stdin(Stdio::null()).output().unwrap()
}

#[test]
fn records_stay_where_nobody_hears_of_the_match() {
    let path = scratch("records");
    std::fs::write(&path, "the last match").unwrap();
    let words = ["arena", "random", "random", "--game", "english", "--games", "40", "--records"];
    let status = unheard(&[&words[..], &[path.to_str().unwrap()]].concat()).status().unwrap();
    assert_eq!(status.code(), Some(0));
    let records = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(records.matches("[Round ").count(), 40, "{records}");
}

#[test]
fn errors_are_errors_where_nobody_hears_of_them() {
    let status = unheard(&["moves", "nosuch"]).status().unwrap();
    assert_eq!(status.code(), Some(2));
    assert_eq!(unheard(&["random", "english", "--games", "10"]).status().unwrap().code(), Some(0));
}

#[test]
fn nobody_is_searched_for_who_has_gone() {
    let start = Instant::now();
    let status = unheard(&["analyse", "english", "--time", "600"]).status().unwrap();
    assert_eq!(status.code(), Some(0));
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}

#[test]
fn files_without_end_are_refused() {
    for words in [
        "verify /dev/zero",
        "analyse english --record /dev/zero",
        "arena weights=/dev/zero,nodes=1 random --game english",
    ] {
        let found = within_bounds(words);
        let message = String::from_utf8(found.stderr).unwrap();
        assert_eq!(found.status.code(), Some(2), "{words}: {message}");
        assert!(message.contains("/dev/zero: too long; expected at most"), "{words}: {message}");
    }
}

#[test]
fn a_table_for_which_there_is_no_memory_is_refused() {
    let said = "set-param name=tt-size value=16000\\ninit\\npos start\\ngo think\\nset-param name=tt-size value=1\\ninit";
    let run = format!("printf '{said}\\n' | (ulimit -v 2000000; {} hub)", env!("CARGO_BIN_EXE_damier"));
    let found = Command::new("sh").args(["-c", &run]).output().unwrap();
    let answers = String::from_utf8(found.stdout).unwrap();
    let expected = "error message=\"tt-size: no memory for 16000 megabytes\"";
    assert_eq!(answers.lines().collect::<Vec<_>>(), [expected, expected, "done", "ready"]);
}
