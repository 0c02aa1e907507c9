//! Running other programs, and installing those that are missing.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, ensure};

/// Runs a program to its end, showing what it prints.
pub(crate) fn run<'w>(
    step: &str,
    program: &str,
    words: impl IntoIterator<Item = &'w str>,
    folder: &Path,
    variables: &[(&str, &str)],
) -> Result<()> {
    eprintln!("xtask: {step}");
    let start = Instant::now();
    let mut command = Command::new(program);
    command.args(words).current_dir(folder).envs(variables.iter().copied());
    let status = command.status().with_context(|| format!("{step}: {program} can't be started"))?;
    ensure!(status.success(), "{step}: {program} failed ({status})");
    eprintln!("xtask: {step}: {} s", start.elapsed().as_secs());
    Ok(())
}

/// Whether a program is there.
pub(crate) fn has(program: &str) -> bool {
    let probe = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    probe.is_ok_and(|status| status.success())
}

/// The kind of machine that the compiler runs on.
pub(crate) fn host() -> Result<String> {
    let output = Command::new("rustc").arg("-vV").output().context("rustc can't be started")?;
    let text = String::from_utf8(output.stdout)?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc says no host")?.to_string())
}

/// Installs a part of the Rust toolchain if it is missing.
pub(crate) fn ensure_component(program: &str, component: &str, folder: &Path) -> Result<()> {
    if has(program) {
        return Ok(());
    }
    run(&format!("install {component}"), "rustup", ["component", "add", component], folder, &[])
}

/// Installs a Debian package if its program is missing.
pub(crate) fn ensure_package(program: &str, package: &str, folder: &Path) -> Result<()> {
    if has(program) {
        return Ok(());
    }
    // Whoever isn't root has sudo on a usual Debian machine.
    let apt = |words: &[&str]| {
        let step = format!("install {package}");
        if has("sudo") {
            let words = ["apt-get"].iter().chain(words).copied();
            run(&step, "sudo", words, folder, &[])
        } else {
            run(&step, "apt-get", words.iter().copied(), folder, &[])
        }
    };
    apt(&["update"])?;
    apt(&["install", "--yes", "--no-install-recommends", package])
}
