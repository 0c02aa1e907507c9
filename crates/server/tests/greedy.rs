//! A client that wants more than its share, or says one thing and then another.

mod client;
mod common;

use std::time::{Duration, Instant};

use client::{Player, create, key};
use damier_server::Settings;
use damier_server::api::command::{Command, Done, NotDone, Order};
use damier_server::api::problem::Problem;
use damier_server::api::requests::*;
use damier_server::api::socket::ToPage;
use damier_server::storage::sqlite::{FILE, backup};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

fn problem(text: &str) -> Problem {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn rematches_are_games_too() {
    let running = common::start_with(|settings| Settings { rate_limits: true, ..settings }).await;
    let site = &running.site;
    let asked = create("english", &[], OpponentChoice::SameDevice {});
    let created: GameCreated = site.posted("/api/games", &asked).await;
    let (mut id, mut made) = (created.id, 1);
    let refused = 'all: loop {
        for command in [Command::Seed { seed: "x".into() }, Command::Resign {}, Command::OfferRematch {}] {
            let side = Some(damier_server::api::Side::White);
            let order = Order { key: key(), version: 0, side, command };
            let (status, text) =
                site.post(&format!("/api/games/{id}/orders"), Some(&created.secret), &order).await;
            if status != 200 {
                break 'all (status, text);
            }
        }
        let view: damier_server::api::state::GameView = site.get(&format!("/api/games/{id}")).await;
        id = view.state.rematch.unwrap();
        made += 1;
        assert!(made < 60, "no end to it");
    };
    assert_eq!((refused.0, problem(&refused.1).id.as_str()), (429, "too-many-requests"));
    assert!((15..40).contains(&made), "{made} games");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_is_only_claimed_helps_nobody() {
    for behind_proxy in [false, true] {
        let running =
            common::start_with(|settings| Settings { rate_limits: true, behind_proxy, ..settings }).await;
        let http = reqwest::Client::new();
        let mut statuses = Vec::new();
        for nth in 0..30 {
            let asked = create("english", &[], OpponentChoice::Friend {});
            let request = http.post(running.site.url("/api/games"));
            // What a client says itself comes before what the proxy has seen.
            let claim =
                if behind_proxy { format!("10.0.0.{nth}, 192.0.2.7") } else { format!("10.0.0.{nth}") };
            let request = request.header("X-Forwarded-For", claim);
            let sent = request.body(serde_json::to_string(&asked).unwrap()).send().await.unwrap();
            statuses.push(sent.status().as_u16());
        }
        assert!(statuses[..20].iter().all(|status| *status == 201), "{statuses:?}");
        assert!(statuses.contains(&429), "{statuses:?}");
        running.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn challenges_of_one_address_do_not_fill_the_lobby() {
    let running = common::start_with(|settings| Settings { rate_limits: true, ..settings }).await;
    let mut statuses = Vec::new();
    for _ in 0..7 {
        let asked = create("english", &[], OpponentChoice::Open {});
        statuses.push(running.site.post("/api/games", None, &asked).await.0);
    }
    assert_eq!(statuses, [201, 201, 201, 201, 201, 201, 429]);
    let friend = create("english", &[], OpponentChoice::Friend {});
    assert_eq!(running.site.post("/api/games", None, &friend).await.0, 201, "friends can still be invited");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_stands_for_one_wish() {
    let running = common::start().await;
    let site = &running.site;
    let asked = create("english", &[], OpponentChoice::SameDevice {});
    let created: GameCreated = site.posted("/api/games", &asked).await;
    let again: GameCreated = site.posted("/api/games", &asked).await;
    assert_eq!((&created.id, &created.secret), (&again.id, &again.secret));
    let other = CreateGame { game: "international".into(), ..asked.clone() };
    let (status, text) = site.post("/api/games", None, &other).await;
    assert!(status == 400 && problem(&text).detail.unwrap().contains("key"), "{status} {text}");

    let [mut host, mut guest] = site.game("english", &[]).await;
    let order = host.make(Command::OfferDraw {});
    host.send(&order).await.unwrap();
    assert!(host.send(&order).await.unwrap().repeated);
    // The other player is never told that his order was done because somebody else's had the same key.
    for (player, order) in
        [(&mut guest, order.clone()), (&mut host, Order { command: Command::Resign {}, ..order.clone() })]
    {
        player.send_only(&order).await;
        loop {
            match player.next().await.unwrap() {
                ToPage::Problem { problem, .. } => {
                    break assert!(problem.detail.unwrap().contains("key"));
                }
                told @ (ToPage::Done { .. } | ToPage::Refused { .. }) => panic!("{told:?}"),
                _ => {}
            }
        }
    }
    // Neither after a restart.
    let (id, secret) = (host.id.clone(), host.secret.clone().unwrap());
    let folder = running.stop().await;
    let running = common::start_in(folder, |settings| settings).await;
    let path = format!("/api/games/{id}/orders");
    let (status, text) = running.site.post(&path, Some(&secret), &order).await;
    assert!(status == 200 && serde_json::from_str::<Done>(&text).unwrap().repeated, "{text}");
    let resign = Order { command: Command::Resign {}, ..order };
    assert_eq!(running.site.post(&path, Some(&secret), &resign).await.0, 400);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_holds_so_many_connections() {
    let running = common::start_with(|settings| Settings { rate_limits: true, ..settings }).await;
    let mut held = Vec::new();
    for _ in 0..400 {
        held.push(TcpStream::connect(running.site.address).await.unwrap());
    }
    let start = Instant::now();
    let mut one_more = TcpStream::connect(running.site.address).await.unwrap();
    let mut byte = [0];
    // It is closed at once, long before the patience with silent ones has an end.
    let _ = one_more.read(&mut byte).await;
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    drop(held);
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(running.site.get_text("/healthz").await.0, 200);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_does_not_take_in_his_answer_is_let_go() {
    let patience = Duration::from_millis(700);
    let running = common::start_with(|settings| Settings { patience, ..settings }).await;
    let mut stream = TcpStream::connect(running.site.address).await.unwrap();
    let one = b"GET /api/rules/trappes HTTP/1.1\r\nHost: localhost\r\n\r\n";
    // Asks and asks, and reads nothing: once everything between the two is full, the server waits for so long.
    let start = Instant::now();
    loop {
        let sent = tokio::time::timeout(Duration::from_secs(10), stream.write_all(one)).await;
        if matches!(sent, Ok(Err(_))) {
            break;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "it is still there");
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_does_not_come_is_not_waited_for() {
    let patience = Duration::from_millis(700);
    let running = common::start_with(|settings| Settings { patience, ..settings }).await;
    let mut stream = TcpStream::connect(running.site.address).await.unwrap();
    let head = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{";
    stream.write_all(head).await.unwrap();
    let mut answer = String::new();
    let read = stream.read_to_string(&mut answer);
    tokio::time::timeout(Duration::from_secs(20), read).await.expect("it is closed").unwrap();
    assert!(answer.starts_with("HTTP/1.1 408 ") && answer.contains("too-slow"), "{answer}");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_goes_wrong_is_told_in_words() {
    let running = common::start().await;
    let http = reqwest::Client::new();
    let url = |path: &str| running.site.url(path);
    let asked = [
        (http.delete(url("/api/games")), 405, "bad-method"),
        (http.get(url("/api/games/%FF")), 400, "bad-request"),
        (http.get(url("/api/socket")), 400, "bad-request"),
        (http.post(url("/api/games")).body("{"), 400, "bad-request"),
        (http.post(url("/assets/none")), 404, "not-found"),
        (http.get(url("/api/lobby")).header("Host", "evil.example"), 403, "bad-origin"),
        (http.get(url("/api/socket")).header("Host", "evil.example"), 403, "bad-origin"),
    ];
    for (request, status, id) in asked {
        let what = format!("{request:?}");
        let response = request.send().await.unwrap();
        assert_eq!(response.status().as_u16(), status, "{what}");
        assert_eq!(response.headers()["content-type"], "application/json", "{what}");
        assert!(response.headers().contains_key("content-security-policy"), "{what}");
        let told = problem(&response.text().await.unwrap());
        assert_eq!(told.id, id, "{what}");
        assert!(!told.words.fr.is_empty() && !told.words.en.is_empty());
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_acknowledged_once_the_database_is_removed() {
    let running = common::start().await;
    let [mut host, mut guest] = running.site.game("english", &[]).await;
    let file = running.folder.path().join(FILE);
    let moved = running.folder.path().join("moved");
    std::fs::rename(&file, &moved).unwrap();
    let player = if host.is_to_act() { &mut host } else { &mut guest };
    let order = player.make(Command::Act { action: player.state.actions[0].text.clone() });
    let path = format!("/api/games/{}/orders", player.id);
    let secret = player.secret.clone().unwrap();
    let (status, text) = running.site.post(&path, Some(&secret), &order).await;
    assert!(status == 503 && problem(&text).id == "storage", "{status} {text}");
    assert_eq!(running.site.get_text("/healthz").await.0, 503);
    // Put back where it was, everything goes on.
    std::fs::rename(&moved, &file).unwrap();
    let (status, text) = running.site.post(&path, Some(&secret), &order).await;
    assert!(status == 200, "{status} {text}");
    running.stop().await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn what_is_kept_can_be_read_by_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let running = common::start().await;
    let [host, _guest] = running.site.game("english", &[]).await;
    let copy = running.folder.path().join("copy");
    backup(running.folder.path(), &copy).unwrap();
    for name in [FILE, "damier.sqlite-wal", "copy"] {
        let mode = std::fs::metadata(running.folder.path().join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{name}: {mode:o}");
    }
    drop(host);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn actions_after_the_flag_change_nothing() {
    let running = common::start().await;
    let site = &running.site;
    let clock = ClockChoice::Fischer { seconds: 10, increment: 0 };
    let asked = CreateGame { clock, ..create("english", &[], OpponentChoice::SameDevice {}) };
    let created: GameCreated = site.posted("/api/games", &asked).await;
    let mut both = Player::sit(site, &created.id, Some(&created.secret)).await;
    both.order(Command::Seed { seed: "x".into() }).await.unwrap();
    for _ in 0..2 {
        both.hear_until(|state| !state.actions.is_empty()).await;
        let action = both.state.actions[0].text.clone();
        let done = both.order(Command::Act { action }).await.unwrap();
        both.hear_until(|state| state.version >= done.version).await;
    }
    let action = both.state.actions[0].text.clone();
    both.hear_until(|state| state.result.is_some()).await;
    let version = both.state.version;
    for command in [
        Command::Act { action },
        Command::OfferDraw {},
        Command::AskTakeback {},
        Command::Abort {},
        Command::Seed { seed: "y".into() },
    ] {
        let order = Order { key: key(), version, side: None, command };
        let (status, text) =
            site.post(&format!("/api/games/{}/orders", created.id), Some(&created.secret), &order).await;
        assert_eq!(status, 409, "{order:?}: {text}");
        let refused: NotDone = serde_json::from_str(&text).unwrap();
        assert_eq!(refused.refusal.id, "over", "{order:?}");
        assert_eq!(refused.state.unwrap().version, version);
    }
    running.stop().await;
}
