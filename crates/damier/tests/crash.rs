//! The program killed at random moments, and disks that refuse: nothing acknowledged is lost.

#[path = "../../server/tests/client/mod.rs"]
mod client;

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use client::{Site, create, key};
use damier_server::api::command::{Command as Do, Done, Order};
use damier_server::api::requests::*;
use damier_server::api::state::{GameView, MoveLine, Phase, Status};

/// A server in a process of its own.
struct Process {
    child: Child,
    site: Site,
}

impl Process {
    /// Starts `damier serve`, by way of a shell that may limit it first.
    fn start(data: &Path, port: u16, before: &str) -> Process {
        let program = env!("CARGO_BIN_EXE_damier");
        let script = format!("{before} exec \"$0\" \"$@\"");
        let mut child = Command::new("sh")
            .args(["-c", &script, program, "serve", "--no-open", "--no-rate-limits", "--engine-threads", "1"])
            .args(["--log", "error", "--listen", &format!("127.0.0.1:{port}"), "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("Damier: http://").unwrap_or_else(|| panic!("\"{line}\""));
        let address: SocketAddr = address.parse().unwrap();
        Process { child, site: Site::new(address) }
    }

    /// Kills it at once.
    fn kill(self) {
        drop(self);
    }
}

impl Drop for Process {
    /// Whatever becomes of the test, nothing is left running.
    fn drop(&mut self) {
        // One that has stopped by itself can't be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A port that is free now, so that the server can come back to it.
fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// A game at one device, or against the engine, played over HTTP with retries.
struct Table {
    site: Site,
    id: String,
    secret: String,
    /// The list of moves that the server has shown since the last acknowledgement.
    known: Vec<MoveLine>,
    version: u64,
    /// An order whose answer was lost.
    pending: Option<Order>,
    random: fastrand::Rng,
}

const GAMES: [(&str, &[(&str, &str)]); 8] = [
    ("dame-2000", &[]),
    ("dame-2000-variant", &[]),
    ("dames-8x8", &[]),
    ("trappes", &[]),
    ("damsystem", &[]),
    ("dames-10x10", &[]),
    ("dames-10x10", &[("huffing", "claimed")]),
    ("trappes", &[("both-colours", "true")]),
];

impl Table {
    async fn open(site: &Site, nth: usize) -> Table {
        let (game, options) = GAMES[nth % GAMES.len()];
        let opponent =
            if nth % 5 == 4 { OpponentChoice::Engine { level: 1 } } else { OpponentChoice::SameDevice {} };
        let asked = CreateGame { colour: ColourChoice::White, ..create(game, options, opponent) };
        let created: GameCreated = site.posted("/api/games", &asked).await;
        let mut table = Table {
            site: site.clone(),
            id: created.id,
            secret: created.secret,
            known: Vec::new(),
            version: 0,
            pending: None,
            random: fastrand::Rng::with_seed(nth as u64),
        };
        let order = Order { key: key(), version: 0, side: None, command: Do::Seed { seed: "s".into() } };
        table.send(order).await.unwrap();
        table
    }

    /// The game as its player sees it; nothing where the server is gone.
    async fn view(&self) -> Option<GameView> {
        let request = reqwest::Client::new().get(self.site.url(&format!("/api/games/{}", self.id)));
        let response = request.bearer_auth(&self.secret).send().await.ok()?;
        let status = response.status();
        let text = response.text().await.ok()?;
        assert!(status.is_success(), "{status} {text}");
        Some(serde_json::from_str(&text).unwrap())
    }

    /// Sends an order; nothing where no answer came.
    async fn send(&mut self, order: Order) -> Option<Done> {
        self.pending = Some(order.clone());
        let body = serde_json::to_string(&order).unwrap();
        let request = reqwest::Client::new().post(self.site.url(&format!("/api/games/{}/orders", self.id)));
        let response = request.bearer_auth(&self.secret).body(body).send().await.ok()?;
        let status = response.status().as_u16();
        let text = response.text().await.ok()?;
        if status == 503 {
            return None;
        }
        self.pending = None;
        assert_eq!(status, 200, "{order:?}: {text}");
        let done: Done = serde_json::from_str(&text).unwrap();
        self.version = self.version.max(done.version);
        Some(done)
    }

    /// Everything that was acknowledged or shown is still there.
    async fn check(&mut self) -> GameView {
        let view = self.view().await.expect("the server is up");
        assert!(view.state.version >= self.version, "{}: {} < {}", self.id, view.state.version, self.version);
        assert!(view.moves.starts_with(&self.known), "{}: {:?} {:?}", self.id, view.moves, self.known);
        (self.known, self.version) = (view.moves.clone(), view.state.version);
        view
    }

    /// Plays until the server is gone.
    async fn play(&mut self, acknowledged: &AtomicU64) {
        loop {
            let Some(view) = self.view().await else { return };
            (self.known, self.version) = (view.moves.clone(), view.state.version);
            let order = match self.pending.clone() {
                Some(order) => order,
                None if view.state.status != Status::Playing => return,
                None => {
                    let command = match view.state.phase {
                        Phase::Spin {} | Phase::Combat { .. } if view.state.may.chance => Do::Chance {},
                        _ if !view.state.actions.is_empty() => {
                            let nth = self.random.usize(0..view.state.actions.len());
                            Do::Act { action: view.state.actions[nth].text.clone() }
                        }
                        // The engine's turn.
                        _ => {
                            tokio::time::sleep(Duration::from_millis(20)).await;
                            continue;
                        }
                    };
                    Order { key: key(), version: view.state.version, side: None, command }
                }
            };
            if self.send(order).await.is_none() {
                return;
            }
            acknowledged.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Moving, spinning, pushing a slider, huffing and fighting.
const PHASES: usize = 5;

#[tokio::test(flavor = "multi_thread")]
async fn killed_twenty_times_nothing_acknowledged_is_lost() {
    let data = tempfile::tempdir().unwrap();
    let port = free_port();
    let mut server = Process::start(data.path(), port, "");
    let mut tables = Vec::new();
    for nth in 0..16 {
        tables.push(Table::open(&server.site, nth).await);
    }
    let acknowledged = Arc::new(AtomicU64::new(0));
    let mut phases = std::collections::HashSet::new();
    let (mut kills, mut repeated) = (0, 0);
    // Twenty times, and on until every phase was interrupted: which ones are is up to the moment.
    while kills < 20 || (phases.len() < PHASES && kills < 100) {
        kills += 1;
        let mut playing = Vec::new();
        for mut table in tables.drain(..) {
            let acknowledged = acknowledged.clone();
            playing.push(tokio::spawn(async move {
                table.play(&acknowledged).await;
                table
            }));
        }
        tokio::time::sleep(Duration::from_millis(fastrand::u64(50..400))).await;
        server.kill();
        for one in playing {
            tables.push(one.await.unwrap());
        }
        server = Process::start(data.path(), port, "");
        for (nth, table) in tables.iter_mut().enumerate() {
            let view = table.check().await;
            if !matches!(view.state.phase, Phase::Wait {} | Phase::Over {}) {
                phases.insert(std::mem::discriminant(&view.state.phase));
            }
            // What wasn't answered is sent again, and done once.
            if let Some(order) = table.pending.take() {
                let before = view.state.version;
                let done = table.send(order).await.expect("the server is up");
                assert_eq!(done.repeated, done.version <= before, "{done:?} {before}");
                repeated += u32::from(done.repeated);
            }
            if view.state.status == Status::Over {
                *table = Table::open(&server.site, nth).await;
            }
        }
    }
    let acknowledged = acknowledged.load(Ordering::Relaxed);
    assert!(acknowledged > 200, "{acknowledged} orders, {repeated} of them repeated");
    assert_eq!(phases.len(), PHASES, "games were under way in every phase, {kills} kills");
    for table in &mut tables {
        table.check().await;
        // It replays from its start: the record is made from all steps, and every roll holds.
        let order = Order {
            key: key(),
            version: table.version,
            side: Some(damier_server::api::Side::White),
            command: Do::Resign {},
        };
        let view = table.check().await;
        if view.state.status == Status::Playing {
            table.send(order).await.unwrap();
        }
        let (_, record) = server.site.get_text(&format!("/api/games/{}/record", table.id)).await;
        let verified: Verification =
            server.site.posted("/api/verify", &AskVerification { record, commitment: None }).await;
        assert!(verified.holds);
    }
    server.kill();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disk_without_room_loses_nothing_acknowledged() {
    let data = tempfile::tempdir().unwrap();
    let port = free_port();
    // No file may grow beyond some hundred kilobytes, and the program isn't told by a signal.
    let server = Process::start(data.path(), port, "trap '' XFSZ; ulimit -f 700;");
    let mut table = Table::open(&server.site, 3).await;
    let acknowledged = AtomicU64::new(0);
    let mut refused = false;
    for _ in 0..10_000 {
        table.play(&acknowledged).await;
        if table.pending.is_some() {
            refused = true;
            break;
        }
        let asked = create("trappes", &[], OpponentChoice::SameDevice {});
        let (status, text) = server.site.post("/api/games", None, &asked).await;
        if status == 503 {
            assert!(text.contains("\"storage\""), "{text}");
            refused = true;
            break;
        }
        table = Table { known: Vec::new(), ..Table::open(&server.site, 3).await };
    }
    assert!(refused, "the disk is full");
    // A last small write may still fit; soon nothing does, and the server says that it isn't well.
    let mut well = true;
    for _ in 0..200 {
        let (status, text) = server.site.get_text("/healthz").await;
        well = status == 200;
        if !well {
            assert!(status == 503 && text.contains("\"storage\""), "{status} {text}");
            break;
        }
    }
    assert!(!well);
    table.check().await;
    server.kill();
    // With room again the game goes on, and the order that was refused can be sent again.
    let server = Process::start(data.path(), port, "");
    table.check().await;
    if let Some(order) = table.pending.take() {
        table.send(order).await.expect("there is room");
    }
    table.check().await;
    server.kill();
}

fn damier_as_nobody(folder: &Path, words: &[&str]) -> std::process::Output {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    let copy = folder.join("damier");
    // Copied by another process: a file that this one has open for writing, be it for a moment, is also open in whatever
    // another test starts just then, and can't be run as long as it is.
    let copied = Command::new("cp").arg(env!("CARGO_BIN_EXE_damier")).arg(&copy).status().unwrap();
    assert!(copied.success());
    std::fs::set_permissions(&copy, PermissionsExt::from_mode(0o755)).unwrap();
    std::fs::set_permissions(folder, PermissionsExt::from_mode(0o755)).unwrap();
    let mut command = Command::new(copy);
    // Root may write anywhere: then somebody else tries.
    if std::fs::metadata("/proc/self").is_ok_and(|me| std::os::unix::fs::MetadataExt::uid(&me) == 0) {
        command.uid(65534);
    }
    let mut child = command
        .args(words)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It ends by itself, and soon.
    for _ in 0..300 {
        if child.try_wait().unwrap().is_some() {
            break;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    let _ = child.kill();
    let mut output = child.wait_with_output().unwrap();
    output.stderr.truncate(10_000);
    output
}

#[test]
fn a_database_that_can_not_be_written_to_is_refused_by_name() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    std::fs::create_dir(&data).unwrap();
    let words = ["serve", "--no-open", "--listen", "127.0.0.1:0", "--data", data.to_str().unwrap()];
    // A folder in which nothing can be made.
    std::fs::set_permissions(&data, PermissionsExt::from_mode(0o555)).unwrap();
    let output = damier_as_nobody(folder.path(), &words);
    let text = String::from_utf8_lossy(&output.stderr).to_string();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("can't be written to") && text.contains("data"), "{text}");
    // A database that is there and can only be read.
    std::fs::write(data.join("damier.sqlite"), "").unwrap();
    std::fs::write(data.join("damier.lock"), "").unwrap();
    std::fs::set_permissions(data.join("damier.sqlite"), PermissionsExt::from_mode(0o444)).unwrap();
    std::fs::set_permissions(data.join("damier.lock"), PermissionsExt::from_mode(0o666)).unwrap();
    let output = damier_as_nobody(folder.path(), &words);
    let text = String::from_utf8_lossy(&output.stderr).to_string();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("can't be written to"), "{text}");
}

#[test]
fn a_damaged_database_is_refused_by_name() {
    let data = tempfile::tempdir().unwrap();
    std::fs::write(data.path().join("damier.sqlite"), [7; 5000]).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(["serve", "--no-open", "--listen", "127.0.0.1:0", "--data"])
        .arg(data.path())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stderr).to_string();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("damaged"), "{text}");
}

#[test]
fn it_stops_cleanly_when_told_to() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Process::start(data.path(), 0, "");
    let told = Command::new("kill").args(["-TERM", &server.child.id().to_string()]).status().unwrap();
    assert!(told.success());
    let status = server.child.wait().unwrap();
    assert!(status.success(), "{status}");
    let mut rest = String::new();
    server.child.stdout.take().unwrap().read_to_string(&mut rest).unwrap();
    assert!(!data.path().join("damier.sqlite-wal").exists(), "the log is folded into the database");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_is_made_while_it_runs_and_a_record_is_verified() {
    let data = tempfile::tempdir().unwrap();
    let server = Process::start(data.path(), 0, "");
    let mut table = Table::open(&server.site, 0).await;
    for _ in 0..40 {
        let Some(view) = table.view().await.filter(|view| view.state.status == Status::Playing) else {
            break;
        };
        let command = match view.state.actions.first() {
            Some(action) => Do::Act { action: action.text.clone() },
            None => Do::Chance {},
        };
        table.send(Order { key: key(), version: view.state.version, side: None, command }).await.unwrap();
    }
    let side = Some(damier_server::api::Side::White);
    let version = table.check().await.state.version;
    table.send(Order { key: key(), version, side, command: Do::Resign {} }).await.unwrap();
    let damier = |words: &[&str]| Command::new(env!("CARGO_BIN_EXE_damier")).args(words).output().unwrap();
    let copy = data.path().join("copy.sqlite");
    let words = ["backup", copy.to_str().unwrap(), "--data", data.path().to_str().unwrap()];
    assert!(damier(&words).status.success());
    assert!(copy.metadata().unwrap().len() > 0);
    assert_eq!(damier(&words).status.code(), Some(2), "not over a file that is there");

    let (_, record) = server.site.get_text(&format!("/api/games/{}/record", table.id)).await;
    let file = data.path().join("game.pdn");
    std::fs::write(&file, &record).unwrap();
    let verified = damier(&["verify", file.to_str().unwrap()]);
    let text = String::from_utf8_lossy(&verified.stdout).to_string();
    assert!(verified.status.success() && text.starts_with("commitment\tconsistent in itself\n"), "{text}");
    assert!(text.contains(", 0 wrong"), "{text}");
    let noted = &table.view().await.unwrap().terms.commitment;
    let verified = damier(&["verify", file.to_str().unwrap(), "--commitment", noted]);
    let text = String::from_utf8_lossy(&verified.stdout).to_string();
    assert!(verified.status.success() && text.starts_with("commitment\tholds\n"), "{text}");
    let another = "0".repeat(64);
    let refused = damier(&["verify", file.to_str().unwrap(), "--commitment", &another]);
    let text = String::from_utf8_lossy(&refused.stdout).to_string();
    assert!(refused.status.code() == Some(2) && text.starts_with("commitment\tWRONG\n"), "{text}");
    let refused = damier(&["verify", file.to_str().unwrap(), "--commitment", "12"]);
    let text = String::from_utf8_lossy(&refused.stderr).to_string();
    assert!(
        refused.status.code() == Some(2) && text.contains("commitment: \"12\": expected 64 digits"),
        "{text}"
    );
    let changed = record.replace("[HostSeed \"s\"]", "[HostSeed \"t\"]");
    std::fs::write(&file, changed).unwrap();
    let refused = damier(&["verify", file.to_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(2), "{}", String::from_utf8_lossy(&refused.stdout));
    server.kill();
}

/// A process that was stopped, like a machine that slept, takes nobody's time.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_was_suspended_ends_no_clock() {
    use damier_server::api::Side;
    use rustix::process::{Pid, Signal, kill_process};

    let folder = tempfile::tempdir().unwrap();
    let process = Process::start(folder.path(), 0, "");
    let site = &process.site;
    let asked = CreateGame {
        clock: ClockChoice::Fischer { seconds: 10, increment: 0 },
        ..create("english", &[], OpponentChoice::SameDevice {})
    };
    let created: GameCreated = site.posted("/api/games", &asked).await;
    let path = format!("/api/games/{}", created.id);
    let order = async |version: u64, side: Option<Side>, command: Do| {
        let order = Order { key: key(), version, side, command };
        let (status, text) = site.post(&format!("{path}/orders"), Some(&created.secret), &order).await;
        assert_eq!(status, 200, "{text}");
        serde_json::from_str::<Done>(&text).unwrap().version
    };
    let mut version = order(0, None, Do::Seed { seed: "rose".into() }).await;
    for (side, action) in [(Side::Black, "11-15"), (Side::White, "22-18")] {
        version = order(version, Some(side), Do::Act { action: action.into() }).await;
    }
    let pid = Pid::from_child(&process.child);
    kill_process(pid, Signal::STOP).unwrap();
    tokio::time::sleep(Duration::from_secs(13)).await;
    kill_process(pid, Signal::CONT).unwrap();
    // Long enough for the next round to look after clocks.
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    let view: GameView = site.get(&path).await;
    assert_eq!(view.state.status, Status::Playing, "{:?}", view.state.result);
    let clock = view.state.clock.unwrap();
    assert!(clock.black_ms > 4_000 && clock.running == Some(Side::Black), "{clock:?}");
    order(version, Some(Side::Black), Do::Act { action: "15x22".into() }).await;
}
