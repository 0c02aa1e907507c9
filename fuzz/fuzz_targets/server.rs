//! Any text as what a client sends: requests and messages go through the whole server, over a connection in memory.
//! Whatever comes, it answers in its own words, and nothing is ever broken.
#![no_main]

use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

use damier_server::api::problem::Problem;
use damier_server::api::socket::ToPage;
use damier_server::{Server, Settings};
use futures_util::{SinkExt, StreamExt};
use libfuzzer_sys::fuzz_target;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};
use tokio::runtime::Runtime;
use tokio_tungstenite::tungstenite::Message;

/// A server, the id of a game that can be played at one device, and the secret of its seats.
struct Stage {
    runtime: Runtime,
    server: Server,
    game: String,
    secret: String,
}

const CREATE: &str =
    r#"{"key":"AAAAAAAAAAAAAAAAAAAAAA","game":"trappes","opponent":{"type":"same-device"},"colour":"white"}"#;

fn stage() -> &'static Stage {
    static STAGE: OnceLock<Stage> = OnceLock::new();
    STAGE.get_or_init(|| {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        let runtime = runtime.expect("a runtime");
        // Games of the last run are of no use.
        let data = PathBuf::from("../target/fuzz/data");
        let _ = std::fs::remove_dir_all(&data);
        let listen = ([127, 0, 0, 1], 0).into();
        let settings = Settings { listen, rate_limits: false, ..Settings::local(data) };
        let server = runtime.block_on(Server::start(settings)).expect("a server");
        let (_, body) = runtime.block_on(async { post(server.connect(), "/api/games", None, CREATE).await });
        let created: serde_json::Value = serde_json::from_str(&body).expect("a game");
        let text = |name: &str| created[name].as_str().expect("a text").to_string();
        let (game, secret) = (text("id"), text("secret"));
        Stage { runtime, server, game, secret }
    })
}

/// Asks over a connection of its own; the status and the body.
async fn post(mut stream: DuplexStream, path: &str, secret: Option<&str>, body: &str) -> (u16, String) {
    let secret = secret.map(|secret| format!("Authorization: Bearer {secret}\r\n")).unwrap_or_default();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {}\r\n{secret}\r\n",
        body.len()
    );
    // The server may have closed before it has read all.
    let _ = stream.write_all(head.as_bytes()).await;
    let _ = stream.write_all(body.as_bytes()).await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    (status.unwrap_or_else(|| panic!("no answer: {answer}")), body.into())
}

async fn request(stage: &Stage, path: &str, body: &str) {
    let (status, told) = post(stage.server.connect(), path, Some(&stage.secret), body).await;
    assert_ne!(status, 500, "{path} {body}: {told}");
    if status >= 400 && !told.contains("\"refusal\"") {
        let problem: Problem = serde_json::from_str(&told).unwrap_or_else(|error| panic!("{error}: {told}"));
        assert!(!problem.words.fr.is_empty(), "{told}");
    }
}

async fn messages(stage: &Stage, lines: &str) {
    let opened = tokio_tungstenite::client_async("ws://localhost/api/socket", stage.server.connect()).await;
    let (mut socket, _) = opened.expect("a socket");
    for line in lines.lines() {
        if socket.send(Message::text(line)).await.is_err() {
            break;
        }
    }
    // What is sent last is answered last.
    let _ = socket.send(Message::text(r#"{"type":"unwatch-lobby"}"#)).await;
    let _ = socket.close(None).await;
    while let Some(Ok(message)) = socket.next().await {
        if let Message::Text(text) = message {
            let told: ToPage = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            assert!(!matches!(told, ToPage::Problem { problem, .. } if problem.id == "broken"), "{lines}");
        }
    }
}

// A path and a body, or "socket" and a message in each line. GAME and SECRET stand for those of a game.
fuzz_target!(|text: &str| {
    let stage = stage();
    let text = text.replace("GAME", &stage.game).replace("SECRET", &stage.secret);
    let Some((path, rest)) = text.split_once('\n') else { return };
    // What is no path at all never gets as far as the server's own words.
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.~%".contains(&byte);
    let is_path = path.starts_with('/') && path.bytes().all(is_plain);
    let exchange = async {
        match path {
            "socket" => messages(stage, rest).await,
            _ if is_path => request(stage, path, rest).await,
            _ => {}
        }
    };
    let answered = async { tokio::time::timeout(Duration::from_secs(60), exchange).await };
    assert!(stage.runtime.block_on(answered).is_ok(), "no answer for a minute");
});
