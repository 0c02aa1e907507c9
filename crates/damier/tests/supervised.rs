//! `damier serve` under systemd, beside Prometheus, and on a system that allows few files.
#![cfg(target_os = "linux")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::net::UnixDatagram;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

struct Server {
    child: Child,
    address: SocketAddr,
    data: tempfile::TempDir,
}

impl Server {
    /// Starts it by way of a shell.
    fn start(script: &str, words: &[&str], environment: &[(&str, &str)]) -> Self {
        let data = tempfile::tempdir().unwrap();
        let mut child = Command::new("sh")
            .args(["-c", &format!("{script} exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_damier"), "serve"])
            .args(["--no-open", "--engine-threads", "1", "--listen", "127.0.0.1:0", "--log", "warn"])
            .args(words)
            .arg("--data")
            .arg(data.path())
            .envs(environment.iter().copied())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("Damier: http://").unwrap_or_else(|| panic!("\"{line}\""));
        Server { address: address.parse().unwrap(), child, data }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The status line and the body of an answer.
fn get(address: SocketAddr, path: &str) -> (String, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    let ask = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    stream.write_all(ask.as_bytes()).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    (head.lines().next().unwrap().into(), body.into())
}

#[test]
fn as_many_files_are_opened_as_the_system_allows() {
    let server = Server::start("ulimit -Sn 200; ulimit -Hn 3000;", &[], &[]);
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", server.child.id())).unwrap();
    let line = limits.lines().find(|line| line.starts_with("Max open files")).unwrap();
    assert_eq!(line.split_whitespace().skip(3).take(2).collect::<Vec<_>>(), ["3000", "3000"]);
}

#[test]
fn figures_are_told_only_where_they_are_wanted() {
    let server = Server::start("", &[], &[]);
    let (status, body) = get(server.address, "/metrics");
    assert!(status.contains(" 404 ") && !body.contains("damier_"), "{status} {body}");

    let server = Server::start("", &["--metrics", "here"], &[]);
    assert!(get(server.address, "/metrics").1.contains("damier_connections"));

    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let server = Server::start("", &["--metrics", &free.to_string()], &[]);
    assert!(get(server.address, "/metrics").0.contains(" 404 "));
    for path in ["/livez", "/readyz", "/healthz"] {
        for address in [server.address, free] {
            let (status, body) = get(address, path);
            assert!(status.contains(" 200 ") && body.contains("\"ok\":true"), "{path}: {status} {body}");
        }
    }
    // What was asked for is counted by the server's own words for it.
    get(server.address, "/game/k3f9mwq2xh7d5r2a");
    get(server.address, "/api/games/k3f9mwq2xh7d5r2a");
    let (_, figures) = get(free, "/metrics");
    assert!(!figures.contains("k3f9mwq2xh7d5r2a"), "{figures}");
    for expected in [
        "damier_http_request_seconds_count{route=\"/api/games/{id}\",status=\"404\"} 1",
        "damier_http_request_seconds_count{route=\"page\",status=\"200\"} 1",
        "damier_database_bytes ",
        "damier_database_log_bytes ",
        "process_resident_memory_bytes ",
        "process_open_fds ",
        "process_cpu_seconds_total ",
    ] {
        assert!(figures.contains(expected), "no {expected}: {figures}");
    }
    assert!(figures.ends_with("# EOF\n") && figures.matches("# EOF").count() == 1);
}

#[test]
fn systemd_is_told_that_it_is_ready_that_it_lives_and_that_it_stops() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notify");
    let socket = UnixDatagram::bind(&path).unwrap();
    socket.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let environment = [("NOTIFY_SOCKET", path.to_str().unwrap()), ("WATCHDOG_USEC", "400000")];
    let server = Server::start("", &[], &environment);
    let heard = || {
        let mut bytes = [0; 100];
        let length = socket.recv(&mut bytes).unwrap();
        String::from_utf8_lossy(&bytes[..length]).trim().to_string()
    };
    assert_eq!(heard(), "READY=1");
    for _ in 0..5 {
        assert_eq!(heard(), "WATCHDOG=1");
    }
    assert!(server.data.path().join("damier.sqlite").exists());
    let stopped = Command::new("kill").arg(server.child.id().to_string()).status().unwrap();
    assert!(stopped.success());
    let last = std::iter::repeat_with(heard).find(|word| word != "WATCHDOG=1");
    assert_eq!(last.as_deref(), Some("STOPPING=1"));
}
