//! How `damier serve` is set up: by flags, the environment and a file.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn damier(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.args(words).stdin(Stdio::null());
    command
}

fn refused(output: &Output, expected: &[&str]) {
    let text = String::from_utf8_lossy(&output.stderr).to_string();
    assert_eq!(output.status.code(), Some(2), "{text}");
    for word in expected {
        assert!(text.contains(word), "no \"{word}\" in: {text}");
    }
}

/// Starts a server, reads the line with its address, and stops it.
fn address(mut command: Command) -> String {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    line.trim().into()
}

fn config(folder: &Path, text: &str) -> String {
    let path = folder.join("damier.toml");
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().into()
}

#[test]
fn a_file_sets_what_flags_and_environment_do_not() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("from the file");
    let text = format!(
        "listen = \"127.0.0.1:0\"\ndata = {:?}\npublic-url = \"https://file.example\"\nengine-threads = 1\nkeep-unplayed = 7\n",
        data.to_str().unwrap()
    );
    let file = config(folder.path(), &text);
    let mut command = damier(&["serve", "--no-open"]);
    command.env("DAMIER_CONFIG", &file);
    assert_eq!(address(command), "Damier: https://file.example");
    assert!(data.join("damier.sqlite").exists());

    let mut command = damier(&["serve", "--config", &file, "--public-url", "https://flag.example"]);
    command.env("DAMIER_PUBLIC_URL", "https://environment.example").env("DAMIER_NO_OPEN", "true");
    assert_eq!(address(command), "Damier: https://flag.example");
    let mut command = damier(&["serve", "--config", &file, "--no-open"]);
    command.env("DAMIER_PUBLIC_URL", "https://environment.example");
    assert_eq!(address(command), "Damier: https://environment.example");
}

#[test]
fn no_command_at_all_serves() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = damier(&[]);
    command
        .env("DAMIER_DATA", folder.path())
        .env("DAMIER_LISTEN", "127.0.0.1:0")
        .env("DAMIER_NO_OPEN", "true");
    assert!(address(command).starts_with("Damier: http://127.0.0.1:"));
}

#[test]
fn what_is_wrong_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let serve = |words: &[&str]| {
        let all = [&["serve", "--no-open", "--data", data], words].concat();
        damier(&all).output().unwrap()
    };
    let file = config(folder.path(), "lisen = 3\n");
    refused(&serve(&["--config", &file]), &["config", "lisen"]);
    let file = config(folder.path(), "engine-threads = 60000\n");
    refused(&serve(&["--config", &file]), &["engine-threads", "60000", "256"]);
    refused(&serve(&["--keep-unplayed", "0"]), &["keep-unplayed", "0", "1 to 3650"]);
    refused(&serve(&["--config", "/none/there"]), &["config", "/none/there"]);
    refused(&serve(&["--public-url", "damier.example"]), &["public-url", "damier.example"]);
    refused(&serve(&["--listen", "nowhere"]), &["--listen", "nowhere", "such as 127.0.0.1:8064"]);
    refused(&serve(&["--listen", "127.0.0.1:0", "--log", "info,=,"]), &["log"]);
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().to_string();
    refused(&serve(&["--listen", &port]), &["listen", &port]);
    refused(&damier(&["verify", "/none/there"]).output().unwrap(), &["record", "/none/there"]);
    refused(&damier(&["backup", "/none/there", "--data", data]).output().unwrap(), &["/none/there"]);
}
