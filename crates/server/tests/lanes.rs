//! One address wants a lot, and others don't notice.

mod client;
mod common;

use std::time::{Duration, Instant};

use client::{Site, create, key};
use damier_server::Settings;
use damier_server::api::command::{Command, Order};
use damier_server::api::requests::*;
use damier_server::api::state::GameView;

/// As many captures as a position of its game was found to have, and a long way to them.
const HARD: &str = "W:WK1,K2,K3,K4,K6,K47,K51,K54,59,K60,K61,K64:BK11,K14,15,18,K19,K21,29,30,K31,33,K38,41,K44,45,49,56,K57,58";

#[tokio::test(flavor = "multi_thread")]
async fn hard_questions_of_one_address_keep_nobody_else_waiting() {
    let running = common::start_with(|settings| Settings { rate_limits: true, ..settings }).await;
    let (greedy, other) = (running.site.from([127, 0, 0, 2]), running.site.from([127, 0, 0, 3]));
    let scene = |position: Option<&str>| AskScene {
        game: "damsystem".into(),
        options: [("king-landing".to_string(), "any".to_string())].into(),
        position: position.map(Into::into),
    };
    let mut burst = Vec::new();
    for _ in 0..110 {
        let (greedy, hard) = (greedy.clone(), scene(Some(HARD)));
        burst.push(tokio::spawn(async move { greedy.post("/api/scene", None, &hard).await.0 }));
    }
    let mut answered = 0;
    for _ in 0..20 {
        tokio::time::sleep(Duration::from_millis(50)).await;
        let start = Instant::now();
        let (status, text) = other.post("/api/scene", None, &scene(None)).await;
        assert_eq!(status, 200, "{text}");
        assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
        answered = burst.iter().filter(|one| one.is_finished()).count();
    }
    assert!(
        answered < burst.len() || cfg!(not(debug_assertions)),
        "the burst was over before anybody waited"
    );
    for one in burst {
        assert!([200, 429].contains(&one.await.unwrap()));
    }
    running.stop().await;
}

/// A game in which the engine has to begin.
async fn begun(site: &Site) -> String {
    let asked = CreateGame {
        colour: ColourChoice::Black,
        ..create("international", &[], OpponentChoice::Engine { level: 10 })
    };
    let created: GameCreated = site.posted("/api/games", &asked).await;
    let seed = Command::Seed { seed: "rose".into() };
    let order = Order { key: key(), version: 0, side: None, command: seed };
    let (status, text) =
        site.post(&format!("/api/games/{}/orders", created.id), Some(&created.secret), &order).await;
    assert_eq!(status, 200, "{text}");
    created.id
}

async fn has_moved(site: &Site, id: &str) -> bool {
    let view: GameView = site.get(&format!("/api/games/{id}")).await;
    !view.moves.is_empty()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_engine_serves_addresses_in_turn() {
    let running = common::start().await;
    let (greedy, other) = (running.site.from([127, 0, 0, 2]), running.site.from([127, 0, 0, 3]));
    let mut many = Vec::new();
    for _ in 0..24 {
        many.push(begun(&greedy).await);
    }
    let one = begun(&other).await;
    while !has_moved(&other, &one).await {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let mut before = 0;
    for id in &many {
        before += u32::from(has_moved(&greedy, id).await);
    }
    assert!(before < 12, "{before} of 24 came first");
    running.stop().await;
}
