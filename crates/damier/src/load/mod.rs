//! `damier load`: many games at once against a running server, to see how fast it is and whether anything is lost.

mod board;
mod game;
mod judge;
mod seen;
mod site;
mod table;
mod tally;
mod wire;

use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::note::note;
use crate::open_files;
use game::Kind;
use site::{Site, Trouble};
use table::Table;
use tally::{Setting, Tally};

/// So many games are opened or compared at once.
const OPENING: usize = 16;
/// How often the live line changes.
const BLINK: Duration = Duration::from_millis(500);
/// Where there is no terminal for a line, so many lines tell how it goes.
const TELLINGS: u64 = 10;
/// Files that are open besides the sockets.
const OTHER_FILES: u64 = 64;
/// How long a table waits after something went wrong, so that a server that is down isn't asked without end.
const PAUSE: Duration = Duration::from_millis(200);

/// How much load, of what kind, and for how long.
#[derive(Args, Debug)]
pub(crate) struct Load {
    /// The server, such as <http://127.0.0.1:8064>; start it with --no-rate-limits, since all comes from one address
    url: String,
    /// Games at once
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    games: u32,
    /// Seconds to measure, once all games are open
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    seconds: u64,
    /// Spectators of each game
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=1000))]
    spectators: u32,
    /// Milliseconds a player thinks on average; 0 is as fast as orders are acknowledged
    #[arg(long, default_value_t = 0, value_name = "MS", value_parser = clap::value_parser!(u64).range(0..=60_000))]
    think: u64,
    /// What is played, by ids of games, with options where wanted, as in english,international:flying-kings=no; every
    /// game where it's left out
    #[arg(long, value_name = "KINDS", value_delimiter = ',')]
    kinds: Vec<Kind>,
    /// The most sockets that may be opened: one for each player and each spectator
    #[arg(long, default_value_t = 20_000, value_name = "SOCKETS", value_parser = clap::value_parser!(u32).range(2..=20_000))]
    connections: u32,
    /// Seconds without a word after which something is lost
    #[arg(long, default_value_t = 30, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=600))]
    patience: u64,
    /// Threads of this program; more than one only where the server has enough for itself
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    threads: u16,
    /// Let the server be on another machine: one that you may put load on
    #[arg(long)]
    anywhere: bool,
    /// The result as JSON on standard output
    #[arg(long)]
    json: bool,
}

/// What all tables share.
pub(crate) struct Run {
    site: Site,
    tally: Tally,
    kinds: Vec<Kind>,
    spectators: usize,
    think: Duration,
    patience: Duration,
    /// Room for opening and comparing games.
    room: Semaphore,
    /// How many tables have not yet opened their first game.
    unready: AtomicU32,
    /// Everybody is ready.
    begin: CancellationToken,
    until: OnceLock<Instant>,
    /// No more of this: interrupted, or turned away.
    stop: CancellationToken,
    limited: OnceLock<String>,
}

impl Run {
    /// When no more orders are sent, once that is known.
    fn until(&self) -> Option<Instant> {
        self.until.get().copied()
    }

    fn is_over(&self) -> bool {
        self.stop.is_cancelled() || self.until().is_some_and(|until| Instant::now() >= until)
    }
}

impl Run {
    /// A table has opened its first game, or can't; once all have, it begins.
    fn ready(&self, time: Duration) {
        if self.unready.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.tally.begin();
            let _ = self.until.set(Instant::now() + time);
            self.begin.cancel();
        }
    }

    /// Ends it before its time.
    fn halt(&self) {
        self.stop.cancel();
        self.begin.cancel();
    }
}

pub(crate) fn run(load: &Load) -> anyhow::Result<ExitCode> {
    let each = 2 + load.spectators;
    let sockets = load.games.saturating_mul(each);
    anyhow::ensure!(
        sockets <= load.connections,
        "games: {} with {} spectators need {sockets} sockets; expected at most {}",
        load.games,
        load.spectators,
        load.connections
    );
    open_files::allow(u64::from(sockets) + OTHER_FILES)?;
    let mut runtime = match load.threads {
        1 => tokio::runtime::Builder::new_current_thread(),
        _ => tokio::runtime::Builder::new_multi_thread(),
    };
    let runtime = runtime.worker_threads(load.threads.into()).enable_all().build()?;
    runtime.block_on(measure(load, sockets))
}

async fn measure(load: &Load, sockets: u32) -> anyhow::Result<ExitCode> {
    let site = Site::find(&load.url, load.anywhere).await?;
    let kinds = if load.kinds.is_empty() { Kind::all() } else { load.kinds.clone() };
    let setting = Setting {
        url: load.url.clone(),
        server: site.version().await?,
        games: load.games,
        spectators: load.spectators,
        sockets,
        think_ms: load.think,
        kinds: kinds.iter().map(Kind::to_string).collect(),
    };
    let run = Arc::new(Run {
        site,
        tally: Tally::default(),
        kinds,
        spectators: load.spectators as usize,
        think: Duration::from_millis(load.think),
        patience: Duration::from_secs(load.patience),
        room: Semaphore::new(OPENING),
        unready: AtomicU32::new(load.games),
        begin: CancellationToken::new(),
        until: OnceLock::new(),
        stop: CancellationToken::new(),
        limited: OnceLock::new(),
    });
    let time = Duration::from_secs(load.seconds);
    let mut tables = JoinSet::new();
    for _ in 0..load.games {
        tables.spawn(keep_playing(run.clone(), time));
    }
    let course = async {
        run.begin.cancelled().await;
        let until = run.until().unwrap_or_else(Instant::now);
        tokio::select! {
            () = tokio::time::sleep_until(until) => {}
            () = run.stop.cancelled() => {}
        }
        run.tally.end();
        // Where everything is turned away, nothing can be brought to its end.
        if run.limited.get().is_none() {
            tables.join_all().await;
        }
    };
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_ok() {
            run.halt();
        }
        std::future::pending().await
    };
    let bar = ProgressBar::new(load.seconds);
    bar.set_style(ProgressStyle::with_template("{wide_bar} {pos}/{len} s {msg}")?);
    tokio::select! {
        () = course => {}
        () = interrupted => {}
        () = show(&run, &bar, load) => {}
    }
    bar.finish_and_clear();
    let report = run.tally.report(setting);
    let mut out = std::io::stdout().lock();
    if load.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        report.write(&mut out)?;
    }
    if let Some(limited) = run.limited.get() {
        anyhow::bail!(
            "the server limits what one address may do: {limited}; expected one with --no-rate-limits"
        );
    }
    Ok(if report.is_clean() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Tells how it goes, without end.
async fn show(run: &Run, bar: &ProgressBar, load: &Load) {
    let mut told = 0;
    loop {
        tokio::time::sleep(BLINK).await;
        let left = run.until().map(|until| until.saturating_duration_since(Instant::now()).as_secs());
        let position = left.map_or(0, |left| load.seconds.saturating_sub(left));
        let message = match left {
            None => format!("{} games to open", run.unready.load(Ordering::Relaxed)),
            Some(_) => run.tally.line(),
        };
        let part = position * TELLINGS / load.seconds;
        if bar.is_hidden() && part > told {
            note(format_args!("{position}/{} s {message}", load.seconds));
            told = part;
        }
        bar.set_position(position);
        bar.set_message(message);
    }
}

/// Plays one game after the other at a table, until the time is over.
async fn keep_playing(run: Arc<Run>, time: Duration) {
    let (mut table, mut is_ready) = (None, false);
    while !run.is_over() {
        let ready = || {
            if !std::mem::replace(&mut is_ready, true) {
                run.ready(time);
            }
        };
        match play(&run, &mut table, ready).await {
            Ok(()) => {}
            Err(Trouble::Limited(problem)) => {
                let _ = run.limited.set(problem.to_string());
                run.halt();
            }
            Err(Trouble::Fault(fault, what)) => {
                run.tally.fault(fault, what);
                table = None;
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
    if let Some(table) = table {
        table.leave().await;
    }
}

/// Plays a game, at a new table where there is none yet.
async fn play(run: &Arc<Run>, kept: &mut Option<Table>, ready: impl FnOnce()) -> Result<(), Trouble> {
    let opened = async {
        let table = match kept {
            Some(table) => {
                let _room = table.hear_while(run.room.acquire()).await?;
                table.open().await?;
                table
            }
            None => {
                let _room = run.room.acquire().await;
                let table = kept.insert(Table::sit(run).await?);
                table.open().await?;
                table
            }
        };
        Ok(table)
    };
    let opened = opened.await;
    // Whoever can't open one isn't waited for.
    ready();
    let table = opened?;
    run.tally.opened();
    table.hear_while(run.begin.cancelled()).await?;
    table.play().await?;
    if table.is_over() {
        run.tally.finished();
    }
    let _room = table.hear_while(run.room.acquire()).await?;
    table.compare().await?;
    run.tally.checked();
    table.forget().await;
    Ok(())
}
