//! `damier serve`: the page, the API, the engine and the database, all on this machine.

use std::io::IsTerminal;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::builder::BoolishValueParser;
use clap::{Args, ValueEnum};
use damier_server::{Figures, Server, Settings};
use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};
use serde::Deserialize;
use tracing_subscriber::EnvFilter;

use crate::{open_files, supervised};

/// The longest that games are kept which nobody came to play.
const MOST_DAYS: u16 = 3_650;
/// The most threads for the engine.
const MOST_THREADS: u16 = 256;
const LOCAL: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
/// An address that is nowhere near and belongs to nobody: it is kept for documents.
const SOMEBODY_ELSE: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));
const DAY: Duration = Duration::from_secs(86_400);

/// How a server is run. What a flag or the environment doesn't say is looked up in the file.
#[derive(Args, Clone, Debug)]
pub(crate) struct Serving {
    /// Where to listen, such as 127.0.0.1:8064 or 0.0.0.0:80
    #[arg(long, env = "DAMIER_LISTEN", value_name = "ADDRESS:PORT", value_parser = address)]
    listen: Option<SocketAddr>,
    #[command(flatten)]
    folder: Folder,
    /// The address that people type, such as <https://damier.example>, for links and for checking who asks
    #[arg(long, env = "DAMIER_PUBLIC_URL", value_name = "URL")]
    public_url: Option<String>,
    /// A proxy in front says who asks, by X-Forwarded-For
    #[arg(long, env = "DAMIER_BEHIND_PROXY", value_name = "YES", value_parser = BoolishValueParser::new())]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "yes")]
    behind_proxy: Option<bool>,
    /// Days after which games are removed that nobody came to play; 30 where it's left out
    #[arg(long, env = "DAMIER_KEEP_UNPLAYED", value_name = "DAYS")]
    keep_unplayed: Option<u16>,
    /// Days after which games are removed that are over; never where it's left out
    #[arg(long, env = "DAMIER_KEEP_FINISHED", value_name = "DAYS")]
    keep_finished: Option<u16>,
    /// Threads for the engine; one fewer than there are cores where it's left out
    #[arg(long, env = "DAMIER_ENGINE_THREADS")]
    engine_threads: Option<u16>,
    /// Let every address do as much as it likes: for tests and for the family's own network
    #[arg(long, env = "DAMIER_NO_RATE_LIMITS", value_name = "YES", value_parser = BoolishValueParser::new())]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "yes")]
    no_rate_limits: Option<bool>,
    /// Where to tell figures for Prometheus: no, here (with everything else, for everybody), or an address of their
    /// own such as 127.0.0.1:8065; no where it's left out
    #[arg(long, env = "DAMIER_METRICS", value_name = "WHERE", value_parser = figures)]
    metrics: Option<Figures>,
    /// Don't open the browser
    #[arg(long, env = "DAMIER_NO_OPEN", value_name = "YES", value_parser = BoolishValueParser::new())]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "yes")]
    no_open: Option<bool>,
    /// What to log: error, warn, info, debug or trace
    #[arg(long, env = "DAMIER_LOG", default_value = "info")]
    log: String,
    /// How to log
    #[arg(long, env = "DAMIER_LOG_FORMAT", value_enum, default_value_t = LogFormat::Text)]
    log_format: LogFormat,
    /// A file in TOML with listen, data, public-url, behind-proxy, keep-unplayed, keep-finished, engine-threads, no-rate-limits and
    /// metrics
    #[arg(long, env = "DAMIER_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
}

/// The folder with the database.
#[derive(Args, Clone, Debug)]
pub(crate) struct Folder {
    /// The folder with the database; the user's data folder where it's left out
    #[arg(long, env = "DAMIER_DATA", value_name = "FOLDER")]
    data: Option<PathBuf>,
}

impl Folder {
    /// The folder, given or usual.
    pub(crate) fn path(&self) -> anyhow::Result<PathBuf> {
        if let Some(data) = &self.data {
            return Ok(data.clone());
        }
        let folders = choose_native_strategy().context("data: no home folder; expected --data FOLDER")?;
        Ok(folders.data_dir().join("damier"))
    }
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum LogFormat {
    /// For people
    Text,
    /// One object of JSON a line
    Json,
}

/// The file.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    listen: Option<SocketAddr>,
    data: Option<PathBuf>,
    public_url: Option<String>,
    behind_proxy: Option<bool>,
    keep_unplayed: Option<u16>,
    keep_finished: Option<u16>,
    engine_threads: Option<u16>,
    no_rate_limits: Option<bool>,
    metrics: Option<String>,
}

/// Where to tell figures.
fn figures(text: &str) -> Result<Figures, &'static str> {
    match text {
        "no" => Ok(Figures::Nowhere),
        "here" => Ok(Figures::Here),
        _ => address(text)
            .map(Figures::At)
            .map_err(|_| "expected no, here, or an address such as 127.0.0.1:8065"),
    }
}

/// Where to listen; the usual complaint says nothing of what is expected.
fn address(text: &str) -> Result<SocketAddr, &'static str> {
    text.parse().map_err(|_| "expected an address in numbers and a port, such as 127.0.0.1:8064")
}

/// Whether a number is one that makes sense, wherever it was said.
fn within(name: &str, number: Option<u16>, expected: RangeInclusive<u16>) -> anyhow::Result<()> {
    let fits = number.is_none_or(|number| expected.contains(&number));
    let (least, most) = expected.into_inner();
    anyhow::ensure!(fits, "{name}: {}; expected {least} to {most}", number.unwrap_or_default());
    Ok(())
}

impl Serving {
    fn settings(&self) -> anyhow::Result<Settings> {
        let file = match &self.config {
            None => File::default(),
            Some(path) => {
                let text = std::fs::read_to_string(path);
                let text = text.with_context(|| format!("config: {}", path.display()))?;
                toml::from_str(&text).with_context(|| format!("config: {}", path.display()))?
            }
        };
        let data = match (&self.folder.data, file.data) {
            (None, Some(data)) => data,
            _ => self.folder.path()?,
        };
        let usual = Settings::local(data);
        let keep_unplayed = self.keep_unplayed.or(file.keep_unplayed);
        let engine_threads = self.engine_threads.or(file.engine_threads);
        let keep_finished = self.keep_finished.or(file.keep_finished);
        within("keep-unplayed", keep_unplayed, 1..=MOST_DAYS)?;
        within("keep-finished", keep_finished, 1..=MOST_DAYS)?;
        within("engine-threads", engine_threads, 1..=MOST_THREADS)?;
        let no_rate_limits = self.no_rate_limits.or(file.no_rate_limits);
        let public_url = self.public_url.clone().or(file.public_url);
        if let Some(url) = &public_url {
            let is_plain = url.starts_with("http://") || url.starts_with("https://");
            anyhow::ensure!(is_plain, "public-url: \"{url}\": expected such as https://damier.example");
        }
        let metrics = file.metrics.map(|text| match figures(&text) {
            Ok(found) => Ok(found),
            Err(expected) => anyhow::bail!("metrics: \"{text}\": {expected}"),
        });
        Ok(Settings {
            listen: self.listen.or(file.listen).unwrap_or(usual.listen),
            public_url,
            behind_proxy: self.behind_proxy.or(file.behind_proxy).unwrap_or(usual.behind_proxy),
            keep_unplayed: keep_unplayed.map_or(usual.keep_unplayed, |days| DAY * days.into()),
            keep_finished: keep_finished.map(|days| DAY * days.into()),
            engine_threads: engine_threads.map(usize::from),
            rate_limits: no_rate_limits.map_or(usual.rate_limits, |none| !none),
            figures: self.metrics.or(metrics.transpose()?).unwrap_or(usual.figures),
            ..usual
        })
    }

    fn start_log(&self) -> anyhow::Result<()> {
        let filter = EnvFilter::try_new(&self.log).with_context(|| format!("log: \"{}\"", self.log))?;
        let log = tracing_subscriber::fmt()
            .with_env_filter(filter)
            .with_ansi(std::io::stderr().is_terminal())
            .with_writer(std::io::stderr);
        match self.log_format {
            LogFormat::Text => log.init(),
            LogFormat::Json => log.json().init(),
        }
        Ok(())
    }
}

pub(crate) fn run(serving: &Serving) -> anyhow::Result<()> {
    let settings = serving.settings()?;
    serving.start_log()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let done = runtime.block_on(async {
        // Each socket is a file; most systems allow few at first and many to whoever asks.
        let files = open_files::raise();
        tracing::debug!(files, "the most files and sockets at once");
        let public_url = settings.public_url.clone();
        let stop = told_to_stop()?;
        let server = Server::start(settings).await?;
        let here = format!("http://{}", reachable(server.address()));
        anstream::println!("Damier: {}", public_url.as_deref().unwrap_or(&here));
        if serving.no_open != Some(true) {
            // A machine without a browser still serves.
            if let Err(error) = open::that_detached(&here) {
                tracing::info!(%error, "no browser opened");
            }
        }
        if let Some(address) = server.figures_address() {
            tracing::info!(%address, "figures");
        }
        supervised::ready();
        let watch = tokio::spawn(supervised::keep_watch(server.vitals()));
        let stop = async {
            stop.await;
            supervised::stopping();
        };
        server.run(stop).await;
        watch.abort();
        anyhow::Ok(())
    });
    // The engine may be thinking still; what it finds is of no use any more.
    runtime.shutdown_timeout(Duration::from_secs(1));
    done
}

/// The address to type, on other machines too where the server listens to them.
fn reachable(address: SocketAddr) -> SocketAddr {
    match address.ip() {
        ip if ip.is_unspecified() => SocketAddr::new(own_address().unwrap_or(LOCAL), address.port()),
        _ => address,
    }
}

/// The address by which this machine would speak to others. Nothing is sent: a socket without connections only looks up
/// the way.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((SOMEBODY_ELSE, 9)).ok()?;
    Some(socket.local_addr().ok()?.ip()).filter(|own| !own.is_unspecified())
}

/// Waits for Ctrl-C, or for the word of whoever looks after the process; from now on neither kills.
#[cfg(unix)]
fn told_to_stop() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        tracing::info!("stopping");
    })
}

/// Waits for Ctrl-C.
#[cfg(not(unix))]
fn told_to_stop() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        tracing::info!("stopping");
    })
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::{Cli, Command};

    fn settings(words: &[&str]) -> Settings {
        let cli = Cli::try_parse_from([&["damier", "serve"], words].concat()).unwrap();
        let Some(Command::Serve(serving)) = cli.command else { panic!("another command") };
        serving.settings().unwrap()
    }

    #[test]
    fn the_address_told_is_one_that_can_be_typed() {
        let told = |text: &str| reachable(text.parse().unwrap());
        assert_eq!(told("127.0.0.1:8064"), "127.0.0.1:8064".parse().unwrap());
        for everywhere in ["0.0.0.0:8064", "[::]:8064"] {
            let address = told(everywhere);
            assert!(!address.ip().is_unspecified() && address.port() == 8064, "{address}");
            // Where there is a network, others can open it.
            assert_eq!(
                address.ip().is_loopback(),
                own_address().is_none_or(|own| own.is_loopback()),
                "{address}"
            );
        }
    }

    #[test]
    fn a_flag_switches_off_what_the_file_switches_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("damier.toml");
        std::fs::write(&path, "behind-proxy = true\nno-rate-limits = true\n").unwrap();
        let file = ["--config", path.to_str().unwrap()];
        let from_file = settings(&file);
        assert!(from_file.behind_proxy && !from_file.rate_limits);
        let switched = settings(&[&file[..], &["--behind-proxy=no", "--no-rate-limits=0"]].concat());
        assert!(!switched.behind_proxy && switched.rate_limits);
        let flags = settings(&["--behind-proxy", "--no-rate-limits", "--data", "/nowhere"]);
        assert!(flags.behind_proxy && !flags.rate_limits);
    }
}
