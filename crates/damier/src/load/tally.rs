//! What was counted and measured, and how it is told: a line while it lasts, a report for people or for programs at the end.

use std::fmt;
use std::io::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use serde::Serialize;

/// So many faults are told in words; all of them are counted.
const MOST_TOLD: usize = 20;
/// The longest delay that is told apart from longer ones.
const LONGEST: Duration = Duration::from_secs(600);

/// What a server can do wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Fault {
    /// Something that happened was not told, not answered, or is not kept.
    Lost,
    /// Something was told, answered or done twice.
    Doubled,
    /// Something was told before what came before it.
    Disordered,
    /// Something is not as it was told, or was refused though it was offered.
    Wrong,
}

/// The figures while they are gathered.
#[derive(Default)]
pub(super) struct Tally(Mutex<Figures>);

/// How long things took, in microseconds.
struct Delays(Histogram<u64>);

impl Default for Delays {
    fn default() -> Self {
        let longest = LONGEST.as_micros() as u64;
        // These bounds make sense whatever the figures.
        Delays(Histogram::new_with_bounds(1, longest, 3).unwrap_or_else(|_| unreachable!("1 < {longest}")))
    }
}

#[derive(Default)]
struct Figures {
    /// From when on and until when it is measured.
    span: (Option<Instant>, Option<Instant>),
    opened: u64,
    finished: u64,
    checked: u64,
    orders: u64,
    refused: u64,
    retried: u64,
    updates: u64,
    update_bytes: u64,
    reconnected: u64,
    acknowledged: Delays,
    spectators: Delays,
    faults: [u64; 4],
    told: Vec<(Fault, String)>,
}

impl Figures {
    fn is_measured(&self) -> bool {
        matches!(self.span, (Some(_), None))
    }

    fn seconds(&self) -> f64 {
        let Some(begun) = self.span.0 else { return 0.0 };
        (self.span.1.unwrap_or_else(Instant::now) - begun).as_secs_f64()
    }
}

impl Tally {
    fn figures(&self) -> MutexGuard<'_, Figures> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on it is measured.
    pub(super) fn begin(&self) {
        self.figures().span.0 = Some(Instant::now());
    }

    /// From now on it is only counted.
    pub(super) fn end(&self) {
        let mut figures = self.figures();
        figures.span.1 = figures.span.1.or(Some(Instant::now()));
    }

    pub(super) fn opened(&self) {
        self.figures().opened += 1;
    }

    pub(super) fn finished(&self) {
        self.figures().finished += 1;
    }

    /// A game was compared with what was told of it.
    pub(super) fn checked(&self) {
        self.figures().checked += 1;
    }

    pub(super) fn acknowledged(&self, delay: Duration) {
        let mut figures = self.figures();
        if figures.is_measured() {
            figures.orders += 1;
            figures.acknowledged.0.saturating_record(delay.as_micros() as u64);
        }
    }

    /// An order was refused that might be.
    pub(super) fn refused(&self) {
        self.figures().refused += 1;
    }

    /// An order is sent again: the server could not keep it.
    pub(super) fn retried(&self) {
        self.figures().retried += 1;
    }

    /// A watcher was told of a change; spectators also how long after it was sent.
    pub(super) fn update(&self, bytes: usize, delay: Option<Duration>) {
        let mut figures = self.figures();
        if figures.is_measured() {
            figures.updates += 1;
            figures.update_bytes += bytes as u64;
            if let Some(delay) = delay {
                figures.spectators.0.saturating_record(delay.as_micros() as u64);
            }
        }
    }

    /// A connection was cut and made anew.
    pub(super) fn reconnected(&self) {
        self.figures().reconnected += 1;
    }

    pub(super) fn fault(&self, fault: Fault, what: String) {
        let mut figures = self.figures();
        figures.faults[fault as usize] += 1;
        if figures.told.len() < MOST_TOLD {
            figures.told.push((fault, what));
        }
    }

    /// How it goes, in a line.
    pub(super) fn line(&self) -> String {
        let figures = self.figures();
        let faults: u64 = figures.faults.iter().sum();
        let rate = figures.orders as f64 / figures.seconds().max(1e-3);
        let times = Times::of(&figures.acknowledged);
        let faults = if faults == 0 { String::new() } else { format!(", {faults} FAULTS") };
        format!("{rate:.0} orders/s, p50 {:.2} ms, p99 {:.2} ms{faults}", times.p50, times.p99)
    }

    pub(super) fn report(&self, setting: Setting) -> Report {
        let figures = self.figures();
        let (seconds, [lost, doubled, disordered, wrong]) = (figures.seconds(), figures.faults);
        Report {
            setting,
            seconds,
            opened: figures.opened,
            finished: figures.finished,
            checked: figures.checked,
            orders: figures.orders,
            orders_per_second: figures.orders as f64 / seconds.max(1e-3),
            refused: figures.refused,
            retried: figures.retried,
            reconnected: figures.reconnected,
            updates: figures.updates,
            updates_per_second: figures.updates as f64 / seconds.max(1e-3),
            bytes_per_update: figures.update_bytes as f64 / (figures.updates as f64).max(1.0),
            acknowledged_ms: Times::of(&figures.acknowledged),
            spectators_ms: (!figures.spectators.0.is_empty()).then(|| Times::of(&figures.spectators)),
            faults: Faults { lost, doubled, disordered, wrong },
            told: figures.told.clone(),
        }
    }
}

/// What was run.
#[derive(Serialize, Clone)]
pub(super) struct Setting {
    pub(super) url: String,
    /// The version of the server's program.
    pub(super) server: String,
    pub(super) games: u32,
    pub(super) spectators: u32,
    pub(super) sockets: u32,
    pub(super) think_ms: u64,
    pub(super) kinds: Vec<String>,
}

/// What came of it.
#[derive(Serialize)]
pub(super) struct Report {
    #[serde(flatten)]
    setting: Setting,
    seconds: f64,
    opened: u64,
    finished: u64,
    checked: u64,
    orders: u64,
    orders_per_second: f64,
    refused: u64,
    retried: u64,
    reconnected: u64,
    updates: u64,
    updates_per_second: f64,
    bytes_per_update: f64,
    acknowledged_ms: Times,
    spectators_ms: Option<Times>,
    faults: Faults,
    told: Vec<(Fault, String)>,
}

#[derive(Serialize)]
struct Faults {
    lost: u64,
    doubled: u64,
    disordered: u64,
    wrong: u64,
}

/// Delays in milliseconds.
#[derive(Serialize)]
struct Times {
    mean: f64,
    p50: f64,
    p95: f64,
    p99: f64,
    max: f64,
}

impl Times {
    fn of(delays: &Delays) -> Self {
        let at = |quantile| delays.0.value_at_quantile(quantile) as f64 / 1e3;
        let (mean, max) = (delays.0.mean() / 1e3, delays.0.max() as f64 / 1e3);
        Times { mean, p50: at(0.5), p95: at(0.95), p99: at(0.99), max }
    }
}

impl fmt::Display for Times {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Times { p50, p95, p99, max, .. } = self;
        write!(out, "p50 {p50:.2} ms, p95 {p95:.2}, p99 {p99:.2}, at most {max:.2}")
    }
}

impl Report {
    /// Whether nothing was lost or wrong.
    pub(super) fn is_clean(&self) -> bool {
        let Faults { lost, doubled, disordered, wrong } = self.faults;
        lost + doubled + disordered + wrong == 0
    }

    /// Writes it for people.
    pub(super) fn write(&self, out: &mut impl Write) -> std::io::Result<()> {
        let Setting { url, server, games, spectators, sockets, .. } = &self.setting;
        writeln!(
            out,
            "{url}, version {server}: {games} games at once, {spectators} spectators each, {sockets} sockets"
        )?;
        let (orders, rate, seconds) = (self.orders, self.orders_per_second, self.seconds);
        writeln!(out, "orders        {rate:.0}/s ({orders} in {seconds:.1} s)")?;
        writeln!(out, "acknowledged  {}", self.acknowledged_ms)?;
        if let Some(times) = &self.spectators_ms {
            writeln!(out, "spectators    {times}")?;
        }
        let (updates, bytes) = (self.updates_per_second, self.bytes_per_update);
        writeln!(out, "updates       {updates:.0}/s, {bytes:.0} bytes each")?;
        let Report { opened, finished, checked, refused, retried, reconnected, .. } = self;
        writeln!(out, "games         {opened} opened, {finished} finished, {checked} compared")?;
        writeln!(
            out,
            "besides       {refused} huffs refused, {retried} orders sent again, {reconnected} reconnections"
        )?;
        let Faults { lost, doubled, disordered, wrong } = self.faults;
        writeln!(
            out,
            "faults        {lost} lost, {doubled} doubled, {disordered} out of order, {wrong} wrong"
        )?;
        for (fault, what) in &self.told {
            writeln!(out, "  {fault:?}: {what}")?;
        }
        Ok(())
    }
}
