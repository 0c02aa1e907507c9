//! `damier admin`: looking at games and removing what has to go.
#![cfg(unix)]

#[path = "../../server/tests/client/mod.rs"]
mod client;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use client::{Site, create, key};
use damier_server::api::requests::*;
use damier_server::storage::sqlite::FILE;
use serde_json::Value;

struct Server {
    child: Child,
    site: Site,
}

impl Server {
    fn start(data: &Path, words: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_damier"))
            .args(["serve", "--no-open", "--no-rate-limits", "--engine-threads", "1", "--log", "off"])
            .args(["--listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .args(words)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("Damier: http://").unwrap_or_else(|| panic!("\"{line}\""));
        Server { child, site: Site::new(address.parse().unwrap()) }
    }

    /// Stops it as an operator does.
    fn stop(mut self) {
        assert!(Command::new("kill").arg(self.child.id().to_string()).status().unwrap().success());
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn admin(data: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.arg("admin").args(words).arg("--data").arg(data).output().unwrap()
}

/// What it says, where it succeeds.
fn said(data: &Path, words: &[&str]) -> String {
    let output = admin(data, words);
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Why it refuses.
fn refused(data: &Path, words: &[&str]) -> String {
    let output = admin(data, words);
    assert_eq!(output.status.code(), Some(2), "{words:?}: {}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stderr).unwrap()
}

/// Whether something can be found anywhere in the files of a folder.
fn is_somewhere(data: &Path, text: &str) -> bool {
    std::fs::read_dir(data).unwrap().any(|file| {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        bytes.windows(text.len()).any(|part| part == text.as_bytes())
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_finds_sets_aside_and_deletes_games_and_names() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let server = Server::start(data, &[]);
    let asked = CreateGame { name: "Annabelle".into(), ..create("trappes", &[], OpponentChoice::Friend {}) };
    let friends: GameCreated = server.site.posted("/api/games", &asked).await;
    let join = JoinGame {
        key: key(),
        code: friends.invitation.map(|invitation| invitation.code),
        name: "Balthazar".into(),
        seed: "violette".into(),
    };
    let path = format!("/api/games/{}", friends.id);
    let _: GameJoined = server.site.posted(&format!("{path}/join"), &join).await;
    let asked = CreateGame { name: "Annabelle".into(), ..create("english", &[], OpponentChoice::Friend {}) };
    let lonely: GameCreated = server.site.posted("/api/games", &asked).await;

    // Looking is possible while the server runs, and changing is not.
    let tag = damier_server::tag(&friends.id);
    let list = said(data, &["list"]);
    assert_eq!(list.lines().count(), 2, "{list}");
    let line = list.lines().find(|line| line.starts_with(&tag)).unwrap();
    for word in [&*friends.id, "trappes", "under way", "Annabelle", "Balthazar"] {
        assert!(line.contains(word), "no {word}: {line}");
    }
    assert_eq!(said(data, &["list", "--name", "Balthazar"]).lines().count(), 1);
    assert_eq!(said(data, &["list", "--most", "1"]).lines().count(), 1);
    let json = said(data, &["list", "--json", "--name", "Balthazar"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((json["tag"].as_str(), json["over"].as_bool()), (Some(&*tag), Some(false)));
    for name in [&friends.id, &tag] {
        let shown = said(data, &["show", name]);
        assert!(shown.contains(&friends.id) && shown.contains("\"sat\""), "{shown}");
    }
    assert!(refused(data, &["show", "nonsense"]).contains("expected an id or a tag"));
    for words in [&["delete", &*tag][..], &["set-aside", &*tag, "rude"], &["forget-name", "Annabelle"]] {
        assert!(refused(data, words).contains("a server is using it"), "{words:?}");
    }
    server.stop();

    assert!(said(data, &["set-aside", &tag, "rude names"]).contains(&tag));
    assert!(said(data, &["list", "--set-aside"]).contains("set aside: rude names"));
    let server = Server::start(data, &[]);
    assert_eq!(server.site.get_text(&path).await.0, 503);
    assert_eq!(server.site.get_text(&format!("/api/games/{}", lonely.id)).await.0, 200);
    server.stop();
    said(data, &["restore", &tag]);
    assert!(refused(data, &["restore", &tag]).contains("not set aside"));
    assert_eq!(said(data, &["list", "--set-aside"]), "");
    assert!(is_somewhere(data, "Annabelle") && is_somewhere(data, "Balthazar"));
    assert!(said(data, &["forget-name", "Annabelle"]).starts_with("2 games"));
    assert!(said(data, &["forget-name", "Balthazar"]).starts_with("1 games"));
    assert!(said(data, &["forget-name", "Balthazar"]).starts_with("0 games"));
    assert!(!is_somewhere(data, "Annabelle") && !is_somewhere(data, "Balthazar"), "gone from the file too");
    let server = Server::start(data, &[]);
    let (status, text) = server.site.get_text(&path).await;
    assert!(status == 200 && text.contains("\"name\":\"\"") && text.contains("playing"), "{status} {text}");
    server.stop();

    said(data, &["delete", &tag]);
    assert!(!is_somewhere(data, &friends.id));
    assert!(said(data, &["delete-finished", "1"]).starts_with("0 games"), "none is as old as that");
    let server = Server::start(data, &[]);
    assert_eq!(server.site.get_text(&path).await.0, 404);
    assert_eq!(server.site.get_text(&format!("/api/games/{}", lonely.id)).await.0, 200);
    server.stop();
    assert!(refused(Path::new("/none/there"), &["list"]).contains(FILE));
}
