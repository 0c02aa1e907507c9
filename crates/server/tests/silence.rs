//! Nothing secret is ever logged.

mod client;
mod common;

use std::io::Write;
use std::sync::{Arc, Mutex};

use client::{Trouble, create, key, play_to_the_end};
use damier_server::api::requests::*;

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn secrets_are_in_no_log() {
    let log = Log::default();
    let writer = log.clone();
    tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(move || writer.clone())
        .init();
    let running = common::start().await;
    let site = &running.site;
    let asked = create("trappes", &[], OpponentChoice::Friend {});
    let created: GameCreated = site.posted("/api/games", &asked).await;
    let code = created.invitation.as_ref().unwrap().code.clone();
    let join = JoinGame { key: key(), code: Some("wrong".into()), name: String::new(), seed: "s".into() };
    site.post(&format!("/api/games/{}/join", created.id), None, &join).await;
    let mut players = site.game("dames-8x8", &[]).await;
    let mut random = fastrand::Rng::with_seed(1);
    play_to_the_end(&mut players, &mut random, Trouble { one_in: 5 }).await;
    running.stop().await;

    let text = String::from_utf8_lossy(&log.0.lock().unwrap()).to_string();
    // What this program and what it is built on say, the test's own client aside.
    let said: Vec<&str> = text
        .lines()
        .filter(|line| line.contains("damier_server") || line.contains("tower_http") || line.contains("axum"))
        .collect();
    assert!(said.iter().any(|line| line.contains("created")), "something is logged");
    let secrets = [
        created.secret,
        code,
        asked.key,
        join.key,
        players[0].secret.clone().unwrap(),
        players[1].secret.clone().unwrap(),
    ];
    for secret in secrets {
        assert!(!said.iter().any(|line| line.contains(&secret)), "{secret} is in the log");
    }
}
