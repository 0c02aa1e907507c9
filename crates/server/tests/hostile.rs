//! A client that means harm: garbage, other people's secrets, guesses, floods, and a reader that doesn't read.

mod client;
mod common;

use std::time::{Duration, Instant};

use client::{Player, Site, Socket, create, key};
use damier_server::api::command::{Command, Order};
use damier_server::api::requests::*;
use damier_server::api::socket::ToPage;
use futures_util::{SinkExt, StreamExt};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};

/// The server still plays.
async fn is_well(site: &Site) {
    let [mut host, mut guest] = site.game("english", &[]).await;
    let player = if host.is_to_act() { &mut host } else { &mut guest };
    let action = player.state.actions[0].text.clone();
    player.order(Command::Act { action }).await.unwrap();
    let (status, _) = site.get_text("/healthz").await;
    assert_eq!(status, 200);
}

/// Reads until the connection is closed; the ids of problems that were told.
async fn drain(socket: &mut Socket) -> Vec<String> {
    let mut problems = Vec::new();
    while let Some(message) = client::hear(socket).await {
        if let ToPage::Problem { problem, .. } = message {
            problems.push(problem.id);
        }
    }
    problems
}

#[tokio::test(flavor = "multi_thread")]
async fn garbage_is_refused_and_the_connection_lives() {
    let running = common::start().await;
    let mut socket = running.site.socket().await;
    let deep = "[".repeat(4000);
    let garbage = [
        "",
        "{}",
        "null",
        "[]",
        "\"\\u0000\"",
        "{\"type\":1}",
        "{\"type\":\"watch\"}",
        "\u{FEFF}{}",
        &deep,
        r#"{"type":"watch","game":"../../etc/passwd"}"#,
        r#"{"type":"watch","game":"aaaaaaaaaaaaaaaa"}"#,
        r#"{"type":"watch","game":"aaaaaaaaaaaaaaaa","have":-1}"#,
        r#"{"type":"order","game":"aaaaaaaaaaaaaaaa","order":{"key":"kkkkkkkk","version":18446744073709551615,"command":{"type":"act","action":"1-1"}}}"#,
        r#"{"type":"pong","number":77}"#,
        r#"{"type":"unwatch","game":"x"}"#,
    ];
    for text in garbage {
        socket.send(Message::text(text)).await.unwrap();
    }
    client::say(&mut socket, &damier_server::api::socket::ToServer::WatchLobby {}).await;
    let mut problems = 0;
    loop {
        match client::hear(&mut socket).await.expect("the connection lives") {
            ToPage::Problem { problem, .. } => {
                problems += 1;
                assert!(
                    ["bad-request", "not-found", "no-seat"].contains(&problem.id.as_str()),
                    "{problem:?}"
                );
            }
            ToPage::Lobby { .. } => break,
            _ => {}
        }
    }
    assert_eq!(problems, garbage.len() - 3, "all but the empty one, the pong and the unwatch");
    is_well(&running.site).await;
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_that_are_too_long_or_binary_end_the_connection() {
    let running = common::start().await;
    for message in
        [Message::text("x".repeat(10 << 20)), Message::text("x".repeat(4097)), Message::binary(vec![0; 100])]
    {
        let mut socket = running.site.socket().await;
        // The other end may close before all is sent.
        let _ = socket.send(message).await;
        drain(&mut socket).await;
    }
    is_well(&running.site).await;
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn secrets_of_others_open_nothing() {
    let running = common::start().await;
    let site = &running.site;
    let [one, _] = site.game("english", &[]).await;
    let [mut other, _] = site.game("english", &[]).await;
    let order = Order { key: key(), version: other.state.version, side: None, command: Command::Resign {} };
    let path = format!("/api/games/{}/orders", other.id);
    for secret in [one.secret.as_deref().unwrap(), "", "AAAAAAAAAAAAAAAAAAAAAA", &"x".repeat(8000)] {
        let (status, text) = site.post(&path, Some(secret), &order).await;
        assert!(status == 401 && text.contains("no-seat"), "{status} {text}");
    }
    let (status, _) = site.post(&path, None, &order).await;
    assert_eq!(status, 401);
    let mut socket = site.socket().await;
    let watch = damier_server::api::socket::ToServer::Watch {
        game: other.id.clone(),
        secret: one.secret.clone(),
        have: None,
    };
    client::say(&mut socket, &watch).await;
    loop {
        match client::hear(&mut socket).await.unwrap() {
            ToPage::Problem { problem, .. } => break assert_eq!(problem.id, "no-seat"),
            ToPage::Game { .. } => panic!("a wrong secret opens a seat"),
            _ => {}
        }
    }
    // The same key in the hands of somebody else does nothing twice.
    let done = other.send(&order).await.unwrap();
    assert!(other.send(&order).await.unwrap().repeated);
    assert_eq!(other.state.version, done.version);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invitations_can_not_be_guessed_or_used_twice() {
    let running = common::start().await;
    let site = &running.site;
    let created: GameCreated =
        site.posted("/api/games", &create("english", &[], OpponentChoice::Friend {})).await;
    let code = created.invitation.unwrap().code;
    let path = format!("/api/games/{}", created.id);
    for wrong in [None, Some(String::new()), Some("x".repeat(16)), Some(code[1..].to_string())] {
        let (status, text) =
            site.post(&format!("{path}/preview"), None, &PreviewInvitation { code: wrong.clone() }).await;
        assert!(status == 403 && text.contains("bad-invitation"), "{text}");
        let join = JoinGame { key: key(), code: wrong, name: String::new(), seed: "x".into() };
        assert_eq!(site.post(&format!("{path}/join"), None, &join).await.0, 403);
    }
    let join = JoinGame { key: key(), code: Some(code), name: String::new(), seed: "x".into() };
    assert_eq!(site.post(&format!("{path}/join"), None, &join).await.0, 200);
    let again = JoinGame { key: key(), ..join };
    assert_eq!(site.post(&format!("{path}/join"), None, &again).await.0, 409);
    // Nobody joins the engine's game or somebody else's device.
    for opponent in [OpponentChoice::Engine { level: 1 }, OpponentChoice::SameDevice {}] {
        let created: GameCreated = site.posted("/api/games", &create("english", &[], opponent)).await;
        let join = JoinGame { key: key(), code: None, name: String::new(), seed: "x".into() };
        assert_eq!(site.post(&format!("/api/games/{}/join", created.id), None, &join).await.0, 403);
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_that_are_wrong_are_told_what_is_wrong() {
    let running = common::start().await;
    let site = &running.site;
    let good = create("trappes", &[], OpponentChoice::Friend {});
    let wrong = [
        (CreateGame { key: "short".into(), ..good.clone() }, "key"),
        (CreateGame { game: "chess".into(), ..good.clone() }, "chess"),
        (CreateGame { game: "x".repeat(3000), ..good.clone() }, "unknown"),
        (CreateGame { name: "é".repeat(300), ..good.clone() }, "name"),
        (CreateGame { opponent: OpponentChoice::Engine { level: 11 }, ..good.clone() }, "level"),
        (CreateGame { opponent: OpponentChoice::Engine { level: 0 }, ..good.clone() }, "level"),
        (CreateGame { clock: ClockChoice::Fischer { seconds: 1, increment: 0 }, ..good.clone() }, "clock"),
        (CreateGame { clock: ClockChoice::Days { days: 400 }, ..good.clone() }, "clock"),
        (create("trappes", &[("roulette", "0,0,0,0")], OpponentChoice::Friend {}), "roulette"),
        (create("trappes", &[("nonsense", "1")], OpponentChoice::Friend {}), "nonsense"),
    ];
    for (asked, expected) in wrong {
        let (status, text) = site.post("/api/games", None, &asked).await;
        assert!(status == 400 && text.contains(expected), "{status} {text}");
    }
    let (status, text) = site.post("/api/games", None, &"x".repeat(40_000)).await;
    assert!(status == 413 && text.contains("too-large"), "{text}");
    let (status, _) = site
        .post("/api/verify", None, &AskVerification { record: "[Game \"trappes\"".into(), commitment: None })
        .await;
    assert_eq!(status, 400);
    let scene =
        AskScene { game: "trappes".into(), options: Default::default(), position: Some("W:W:B".into()) };
    let (status, text) = site.post("/api/scene", None, &scene).await;
    assert!(status == 400 && text.contains("position"), "{text}");
    for path in ["/api/games/none", "/api/games/aaaaaaaaaaaaaaaa", "/api/none", "/assets/none.js"] {
        let (status, text) = site.get_text(path).await;
        assert!(status == 404 && text.contains("not-found"), "{path}: {text}");
    }
    let asked = AskSummaries { games: vec![AskSummary { id: "aaaaaaaaaaaaaaaa".into(), secret: None }; 51] };
    assert_eq!(site.post("/api/games/summaries", None, &asked).await.0, 400);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_are_text_and_nothing_else() {
    let running = common::start().await;
    let asked = CreateGame {
        name: "<script>alert(1)</script>\u{202E}\0\n  \"x\"".into(),
        ..create("english", &[], OpponentChoice::Open {})
    };
    let created: GameCreated = running.site.posted("/api/games", &asked).await;
    let (_, text) = running.site.get_text(&format!("/api/games/{}", created.id)).await;
    assert!(!text.contains('\u{202E}') && !text.contains("\\u0000"), "{text}");
    let response = reqwest::get(running.site.url(&format!("/api/games/{}", created.id))).await.unwrap();
    assert_eq!(response.headers()["content-type"], "application/json");
    assert_eq!(response.headers()["x-content-type-options"], "nosniff");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_has_a_strict_policy() {
    let running = common::start().await;
    for path in ["/", "/game/x", "/api/catalogue", "/api/none", "/healthz", "/metrics"] {
        let response = reqwest::get(running.site.url(path)).await.unwrap();
        let policy = response.headers()["content-security-policy"].to_str().unwrap().to_string();
        assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self'"), "{path}");
        assert!(!policy.contains("unsafe"), "{path}");
        assert_eq!(response.headers()["referrer-policy"], "no-referrer");
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_sites_get_nothing() {
    let running = common::start().await;
    let http = reqwest::Client::new();
    let asked = serde_json::to_string(&create("english", &[], OpponentChoice::Open {})).unwrap();
    for (origin, expected) in [
        ("http://evil.example".to_string(), 403),
        ("null".to_string(), 403),
        (format!("http://{}", running.site.address), 201),
    ] {
        let request = http.post(running.site.url("/api/games")).header("Origin", &origin).body(asked.clone());
        assert_eq!(request.send().await.unwrap().status().as_u16(), expected, "{origin}");
        let mut request = format!("ws://{}/api/socket", running.site.address).into_client_request().unwrap();
        request.headers_mut().insert("Origin", origin.parse().unwrap());
        let opened = tokio_tungstenite::connect_async(request).await;
        match opened {
            Ok(_) => assert_eq!(expected, 201, "{origin}"),
            Err(Error::Http(response)) => assert_eq!((response.status().as_u16(), expected), (403, 403)),
            Err(error) => panic!("{error}"),
        }
    }
    // A name that was pointed at this machine.
    let request = http.post(running.site.url("/api/games")).header("Host", "evil.example").body(asked);
    assert_eq!(request.send().await.unwrap().status().as_u16(), 403);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_is_cut_off() {
    let running =
        common::start_with(|settings| damier_server::Settings { rate_limits: true, ..settings }).await;
    let mut socket = running.site.socket().await;
    let mut sent = 0_u32;
    // A million, or as many as get through.
    let start = Instant::now();
    while sent < 1_000_000 {
        let one = socket.feed(Message::text(r#"{"type":"unwatch","game":"x"}"#)).await;
        if one.is_err() || sent.is_multiple_of(256) && socket.flush().await.is_err() {
            break;
        }
        sent += 1;
    }
    let problems = drain(&mut socket).await;
    assert!(sent < 1_000_000, "cut off after {sent} in {:?}", start.elapsed());
    assert!(problems.is_empty() || problems == ["too-many-requests"], "{problems:?}");
    // Creating, too.
    let mut statuses = Vec::new();
    for _ in 0..40 {
        let asked = create("english", &[], OpponentChoice::SameDevice {});
        statuses.push(running.site.post("/api/games", None, &asked).await.0);
    }
    assert!(statuses.contains(&201) && statuses.contains(&429), "{statuses:?}");
    let (status, _) = running.site.get_text("/healthz").await;
    assert_eq!(status, 200);
    let (_, metrics) = running.site.get_text("/metrics").await;
    assert!(metrics.contains("damier_limited_total"), "{metrics}");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_that_does_not_read_is_let_go() {
    let running = common::start().await;
    let [host, guest] = running.site.game("dame-2000", &[]).await;
    let mut slow = running.site.socket().await;
    let watch = format!(r#"{{"type":"watch","game":"{}"}}"#, host.id);
    // Each answer is the whole game; none is read. What waits is bounded, so the connection ends.
    let start = Instant::now();
    loop {
        let sent =
            tokio::time::timeout(Duration::from_secs(20), slow.send(Message::text(watch.clone()))).await;
        if !matches!(sent, Ok(Ok(()))) {
            break;
        }
        assert!(start.elapsed() < Duration::from_secs(40), "it is still there");
    }
    let mut read = 0;
    while let Ok(Some(Ok(_))) = tokio::time::timeout(Duration::from_secs(20), slow.next()).await {
        read += 1;
    }
    assert!(read < 5_000, "{read} messages had been kept for it");
    for mut player in [host, guest] {
        player.reconnect().await;
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_does_not_answer_is_let_go() {
    let beat = Duration::from_millis(500);
    let running =
        common::start_with(|settings| damier_server::Settings { heartbeat: beat, ..settings }).await;
    let [host, mut guest] = running.site.game("english", &[]).await;
    let mut silent = running.site.socket().await;
    let drained = tokio::spawn(async move {
        let start = Instant::now();
        while silent.next().await.is_some_and(|heard| heard.is_ok()) {}
        start.elapsed()
    });
    // The others see that the host, who has stopped answering, is gone.
    let gone = |message: &ToPage| match message {
        ToPage::Presence { seats, .. } => seats.iter().any(|seat| !seat.present && seat.away_ms.is_some()),
        _ => false,
    };
    let _host = host;
    loop {
        let message = guest.next().await.expect("the guest answers and stays");
        if gone(&message) {
            break;
        }
    }
    assert!(drained.await.unwrap() < Duration::from_secs(20));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_follows_a_few_games_at_most() {
    let running = common::start().await;
    let mut ids = Vec::new();
    for _ in 0..17 {
        let asked = create("english", &[], OpponentChoice::Open {});
        let created: GameCreated = running.site.posted("/api/games", &asked).await;
        ids.push(created.id);
    }
    let mut page = Player::sit(&running.site, &ids[0], None).await;
    for id in &ids[1..] {
        let watch =
            damier_server::api::socket::ToServer::Watch { game: id.clone(), secret: None, have: None };
        client::say(&mut page.socket, &watch).await;
    }
    assert!(
        matches!(page.next().await, Some(ToPage::Problem { problem, .. }) if problem.id == "bad-request")
    );
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn half_open_connections_are_dropped() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let patience = Duration::from_millis(500);
    let running = common::start_with(|settings| damier_server::Settings { patience, ..settings }).await;
    for said in ["", "GET / HTTP/1.1\r\nHost: x\r\n", "POST /api/games HTTP/1.1\r\nHost:"] {
        let mut stream = tokio::net::TcpStream::connect(running.site.address).await.unwrap();
        stream.write_all(said.as_bytes()).await.unwrap();
        let mut rest = Vec::new();
        let ended = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut rest)).await;
        assert!(ended.is_ok(), "\"{said}\" holds the line");
    }
    is_well(&running.site).await;
    running.stop().await;
}
