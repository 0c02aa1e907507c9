//! Figures of the process and its files, looked up when somebody asks for them.

use std::path::Path;
use std::sync::atomic::AtomicU64;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

use crate::storage::sqlite::{FILE, log_of};

/// The figures as of now. What this system doesn't tell is left out.
pub(super) fn figures(data: &Path) -> Registry {
    let mut registry = Registry::default();
    let mut add = |name: &str, help: &str, value: Option<f64>| {
        if let Some(value) = value {
            let gauge = Gauge::<f64, AtomicU64>::default();
            gauge.set(value);
            registry.register(name, help, gauge);
        }
    };
    let path = data.join(FILE);
    let bytes = |path: &Path| std::fs::metadata(path).ok().map(|found| found.len() as f64);
    add("damier_database_bytes", "The size of the database", bytes(&path));
    // Folded into the database there is none.
    add(
        "damier_database_log_bytes",
        "The size of its write-ahead log",
        Some(bytes(&log_of(&path)).unwrap_or_default()),
    );
    add("process_resident_memory_bytes", "Memory in use", resident_bytes());
    add("process_open_fds", "Open files and connections", open_files());
    add("process_max_fds", "How many there may be", most_files());
    if let Some(seconds) = cpu_seconds() {
        let used = Counter::<f64, AtomicU64>::default();
        used.inc_by(seconds);
        registry.register("process_cpu_seconds", "Time of processors used", used);
    }
    registry
}

fn resident_bytes() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: f64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024.0)
}

fn open_files() -> Option<f64> {
    // One of them is the list itself.
    let number = std::fs::read_dir("/proc/self/fd").ok()?.count();
    Some(number.saturating_sub(1) as f64)
}

#[cfg(unix)]
fn most_files() -> Option<f64> {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile);
    limit.current.map(|most| most as f64)
}

#[cfg(unix)]
fn cpu_seconds() -> Option<f64> {
    let used = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Some(used.tv_sec as f64 + used.tv_nsec as f64 / 1e9)
}

#[cfg(not(unix))]
fn most_files() -> Option<f64> {
    None
}

#[cfg(not(unix))]
fn cpu_seconds() -> Option<f64> {
    None
}

#[cfg(test)]
mod tests {
    use prometheus_client::encoding::text::encode;

    #[test]
    #[cfg(target_os = "linux")]
    fn everything_is_told() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(super::FILE), [0; 5000]).unwrap();
        let mut text = String::new();
        encode(&mut text, &super::figures(folder.path())).unwrap();
        let value = |name: &str| -> f64 {
            let line = text.lines().find_map(|line| line.strip_prefix(&format!("{name} ")));
            line.unwrap_or_else(|| panic!("no {name}: {text}")).parse().unwrap()
        };
        assert_eq!((value("damier_database_bytes"), value("damier_database_log_bytes")), (5000.0, 0.0));
        assert!(value("process_resident_memory_bytes") > 1e6 && value("process_cpu_seconds_total") > 0.0);
        assert!((3.0..value("process_max_fds")).contains(&value("process_open_fds")));
    }
}
