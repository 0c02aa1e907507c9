//! `damier load` against a server that does what it should, and against one that doesn't.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{accept_async, client_async};

/// A server in a process of its own.
struct Server {
    child: Child,
    address: SocketAddr,
    _data: tempfile::TempDir,
}

impl Server {
    fn start(words: &[&str]) -> Self {
        let data = tempfile::tempdir().unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_damier"))
            .args([
                "serve",
                "--no-open",
                "--engine-threads",
                "1",
                "--listen",
                "127.0.0.1:0",
                "--log",
                "error",
            ])
            .args(words)
            .arg("--data")
            .arg(data.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("Damier: http://").unwrap_or_else(|| panic!("\"{line}\""));
        Server { address: address.parse().unwrap(), child, _data: data }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn load(address: SocketAddr, words: &[&str]) -> Output {
    let url = format!("http://{address}");
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    // A proxy of the environment has no part in it.
    command
        .env("http_proxy", "http://127.0.0.1:9")
        .args(["load", &url, "--json"])
        .args(words)
        .output()
        .unwrap()
}

/// The report, and the code with which it ended.
fn report(output: &Output) -> (Value, Option<i32>) {
    let text = String::from_utf8_lossy(&output.stdout);
    let report = serde_json::from_str(&text)
        .unwrap_or_else(|error| panic!("{error}: {text} {}", String::from_utf8_lossy(&output.stderr)));
    (report, output.status.code())
}

#[test]
fn a_server_that_loses_nothing_is_measured() {
    let server = Server::start(&["--no-rate-limits"]);
    // Every kind is played: there are fewer of them than games.
    let (report, code) =
        report(&load(server.address, &["--games", "40", "--seconds", "6", "--spectators", "2"]));
    assert_eq!(code, Some(0), "{report:#}");
    let number = |name: &str| {
        report.pointer(name).and_then(Value::as_f64).unwrap_or_else(|| panic!("{name}: {report:#}"))
    };
    assert_eq!((number("/sockets"), number("/games")), (160.0, 40.0));
    assert!(number("/orders") > 200.0 && number("/orders_per_second") > 30.0, "{report:#}");
    // All games are compared with what was told, those under way too.
    assert_eq!(number("/checked"), number("/opened"));
    assert!(number("/updates") > 3.0 * number("/orders"), "two players and two spectators: {report:#}");
    assert!(number("/bytes_per_update") > 100.0);
    for times in ["acknowledged_ms", "spectators_ms"] {
        let at = |name| number(&format!("/{times}/{name}"));
        assert!(
            0.0 < at("p50") && at("p50") <= at("p95") && at("p95") <= at("p99") && at("p99") <= at("max")
        );
    }
    assert!(report["kinds"].as_array().unwrap().iter().any(|kind| kind == "dames-10x10:huffing=claimed"));
}

#[test]
fn players_can_take_their_time() {
    let server = Server::start(&["--no-rate-limits"]);
    let words = ["--games", "5", "--seconds", "4", "--think", "400", "--kinds", "trappes,dame-2000"];
    let (report, code) = report(&load(server.address, &words));
    assert_eq!(code, Some(0), "{report:#}");
    // A player thinks for 0.2 to 0.6 seconds.
    assert!((20..=100).contains(&report["orders"].as_u64().unwrap()), "{report:#}");
    assert!(report["spectators_ms"].is_null());
}

#[test]
fn a_server_that_limits_is_no_server_to_be_measured() {
    let server = Server::start(&[]);
    let output = load(server.address, &["--games", "60", "--seconds", "2"]);
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("limits") && text.contains("--no-rate-limits"), "{text}");
}

#[test]
fn what_is_too_much_or_elsewhere_is_refused_by_name() {
    for (words, expected) in [
        (&["http://192.0.2.1:8064"][..], "--anywhere"),
        (&["https://127.0.0.1:8064"], "such as http://127.0.0.1:8064"),
        (&["http://127.0.0.1:1"], "http://127.0.0.1:1"),
        (&["http://127.0.0.1:1", "--games", "10000", "--spectators", "9"], "at most 20000"),
        (&["http://127.0.0.1:1", "--games", "10001"], "10000"),
        (&["http://127.0.0.1:1", "--seconds", "3601"], "3600"),
        (&["http://127.0.0.1:1", "--kinds", "english,chess"], "chess"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_damier")).arg("load").args(words).output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {text}");
        assert!(text.contains(expected), "{words:?}: {text}");
    }
}

/// What is done to the messages of a server that is otherwise right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mischief {
    DropsAnUpdate,
    DoublesAnUpdate,
    TellsLater,
    TellsAnotherState,
    AcknowledgesTwice,
    DropsAnAcknowledgement,
    Cuts,
}

/// The message on which it is done, of all that could be meant: games have begun by then.
const NTH: u32 = 60;

/// What becomes of a message.
fn disturbed(
    mischief: Mischief,
    text: &str,
    met: &AtomicU32,
    held: &mut Option<String>,
) -> Option<Vec<String>> {
    let is = |kind: &str| text.starts_with(&format!("{{\"type\":\"{kind}\""));
    let wanted = match mischief {
        Mischief::AcknowledgesTwice | Mischief::DropsAnAcknowledgement => "done",
        _ => "update",
    };
    let own = text.to_string();
    if let Some(before) = held.take() {
        return Some(vec![own, before]);
    }
    if mischief == Mischief::TellsAnotherState {
        return Some(vec![own.replace("\"quiet\":", "\"quiet\":1")]);
    }
    if !is(wanted) || met.fetch_add(1, Ordering::SeqCst) != NTH {
        return Some(vec![own]);
    }
    Some(match mischief {
        Mischief::DropsAnUpdate | Mischief::DropsAnAcknowledgement => vec![],
        Mischief::DoublesAnUpdate | Mischief::AcknowledgesTwice => vec![own.clone(), own],
        Mischief::TellsLater => {
            *held = Some(own);
            vec![]
        }
        Mischief::Cuts => return None,
        Mischief::TellsAnotherState => unreachable!("it does so always"),
    })
}

/// Stands between the client and a server, and disturbs what the server says.
async fn stand_between(client: TcpStream, server: SocketAddr, mischief: Mischief, met: Arc<AtomicU32>) {
    let mut client = client;
    let mut upstream = TcpStream::connect(server).await.unwrap();
    let mut first = [0; 15];
    let mut read = 0;
    while read < first.len() {
        read = client.peek(&mut first).await.unwrap();
        if read == 0 {
            return;
        }
    }
    if &first != b"GET /api/socket" {
        let _ = tokio::io::copy_bidirectional(&mut client, &mut upstream).await;
        return;
    }
    let Ok(client) = accept_async(client).await else { return };
    let (upstream, _) = client_async(format!("ws://{server}/api/socket"), upstream).await.unwrap();
    let ((mut to_client, mut from_client), (mut to_server, mut from_server)) =
        (client.split(), upstream.split());
    let up = async {
        while let Some(Ok(message)) = from_client.next().await {
            if to_server.send(message).await.is_err() {
                return;
            }
        }
    };
    let down = async {
        let mut held = None;
        while let Some(Ok(message)) = from_server.next().await {
            let Message::Text(text) = message else { continue };
            let Some(told) = disturbed(mischief, &text, &met, &mut held) else { return };
            for text in told {
                if to_client.send(Message::text(text)).await.is_err() {
                    return;
                }
            }
        }
    };
    tokio::select! {
        () = up => {}
        () = down => {}
    }
}

/// What is told of a server with which this is done.
fn measured(mischief: Mischief) -> (Value, Option<i32>) {
    let server = Server::start(&["--no-rate-limits"]);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
    let (address, upstream) = (listener.local_addr().unwrap(), server.address);
    runtime.spawn(async move {
        let met = Arc::new(AtomicU32::new(0));
        while let Ok((client, _)) = listener.accept().await {
            tokio::spawn(stand_between(client, upstream, mischief, met.clone()));
        }
    });
    // A game may end at the very message: then the next one goes on.
    report(&load(address, &["--games", "3", "--seconds", "3", "--spectators", "1", "--patience", "2"]))
}

#[test]
fn a_server_that_misbehaves_once_is_caught() {
    for (mischief, faults) in [
        (Mischief::DropsAnUpdate, &["lost", "disordered"][..]),
        (Mischief::DoublesAnUpdate, &["doubled"]),
        (Mischief::TellsLater, &["lost", "disordered"]),
        (Mischief::AcknowledgesTwice, &["doubled"]),
        (Mischief::DropsAnAcknowledgement, &["lost"]),
    ] {
        let (report, code) = measured(mischief);
        assert_eq!(code, Some(1), "{mischief:?}: {report:#}");
        let found = |name: &&str| report["faults"][name].as_u64() == Some(1);
        assert!(faults.iter().any(found), "{mischief:?}: {report:#}");
    }
}

#[test]
fn what_was_told_is_compared_with_what_there_is() {
    let (report, code) = measured(Mischief::TellsAnotherState);
    assert_eq!(code, Some(1), "{report:#}");
    assert!(report["faults"]["wrong"].as_u64().unwrap() >= 3, "{report:#}");
    assert!(report["told"][0][1].as_str().unwrap().contains("quiet"), "{report:#}");
}

#[test]
fn a_connection_that_is_cut_costs_nothing() {
    let (report, code) = measured(Mischief::Cuts);
    assert_eq!((code, report["reconnected"].as_u64()), (Some(0), Some(1)), "{report:#}");
}
