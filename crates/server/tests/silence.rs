//! Nothing secret is ever logged, links of spectators included; who abuses a server is.

mod client;
mod common;

use std::io::Write;
use std::sync::{Arc, Mutex};

use client::{Trouble, create, key, play_to_the_end};
use damier_server::api::requests::*;
use damier_server::api::socket::{ToPage, ToServer};

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
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .init();
    let running = common::start().await;
    let site = &running.site;
    let asked = create("trappes", &[], OpponentChoice::Friend {});
    let created: GameCreated = site.posted("/api/games", &asked).await;
    let code = created.invitation.as_ref().unwrap().code.clone();
    let join = JoinGame { key: key(), code: Some("wrong".into()), name: String::new(), seed: "s".into() };
    site.post(&format!("/api/games/{}/join", created.id), None, &join).await;
    site.get_text(&format!("/api/games/{}/frames", created.id)).await;
    site.get_text(&format!("/game/{}", created.id)).await;
    let mut socket = site.socket().await;
    let watch = ToServer::Watch { game: created.id.clone(), secret: Some(key()), have: None };
    client::say(&mut socket, &watch).await;
    while !matches!(client::hear(&mut socket).await.unwrap(), ToPage::Problem { .. }) {}
    let mut players = site.game("dames-8x8", &[]).await;
    let mut random = fastrand::Rng::with_seed(1);
    play_to_the_end(&mut players, &mut random, Trouble { one_in: 5 }).await;
    running.stop().await;

    let text = String::from_utf8_lossy(&log.0.lock().unwrap()).to_string();
    // What this program and what it is built on say, the test's own client aside.
    let said: Vec<&str> = text
        .lines()
        .filter(|line| ["damier_server", "tower", "axum", "hyper"].iter().any(|name| line.contains(name)))
        .collect();
    assert!(said.iter().any(|line| line.contains("created")), "something is logged");
    let tag = damier_server::tag(&created.id);
    for (what, why) in [("/api/games/{id}/join", "bad-invitation"), ("watch", "no-seat")] {
        let words = [" INFO ", "refused", "address=127.0.0.1", what, why, &tag];
        assert!(said.iter().any(|line| words.iter().all(|word| line.contains(word))), "{what}: {said:#?}");
    }
    let secrets = [
        created.id,
        players[0].id.clone(),
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
