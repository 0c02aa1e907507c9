//! The project's own tasks: `cargo xtask test` runs every check there is, `cargo xtask tidy`,
//! `cargo xtask browser` and `cargo xtask fuzz SECONDS` a part of them.

#![allow(clippy::print_stderr, reason = "telling how far it is, is all that this program has to say")]

mod browser;
mod fuzz;
mod shell;
mod tidy;

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Result, bail};

/// How long each fuzz target runs as a part of all tests.
const FUZZ_SECONDS: u32 = 8;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["test"] => test(),
        ["tidy"] => tidy::check(&root()),
        ["browser"] => browser::test(&root()),
        ["fuzz", seconds] => fuzz::run(&root(), seconds.parse()?),
        _ => bail!("cargo xtask test | tidy | browser | fuzz SECONDS"),
    }
}

/// Everything that has to hold before a change lands.
fn test() -> Result<()> {
    let root = root();
    let cargo = |step: &str, words: &str| shell::run(step, "cargo", words.split(' '), &root, &[]);
    let start = Instant::now();
    shell::ensure_component("rustfmt", "rustfmt", &root)?;
    shell::ensure_component("cargo-clippy", "clippy", &root)?;
    cargo("format", "fmt --all --check")?;
    tidy::check(&root)?;
    cargo("clippy", "clippy --workspace --all-targets --locked -- --deny warnings")?;
    cargo("tests", "test --workspace --locked")?;
    cargo("deep counts", "test --release --locked --package damier-arena --test counts --test hostile")?;
    cargo("documentation", "doc --workspace --no-deps --locked")?;
    browser::test(&root)?;
    fuzz::run(&root, FUZZ_SECONDS)?;
    eprintln!("xtask: everything passed in {} s", start.elapsed().as_secs());
    Ok(())
}

fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().expect("the task is a folder of the project").to_path_buf()
}
