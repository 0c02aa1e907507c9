//! Fuzzing what is read from outside, guided by coverage, on the stable toolchain.

use std::path::Path;

use anyhow::{Context, Result};

use crate::shell;

const TARGETS: [&str; 5] = ["position", "action", "record", "hub", "server"];

/// What tells the fuzzer which code an input reached; the same flags that cargo-fuzz sets.
const FLAGS: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table";

/// Runs each target for some seconds, from its seeds and from what earlier runs found.
pub(crate) fn run(root: &Path, seconds: u32) -> Result<()> {
    let folder = root.join("fuzz");
    shell::ensure_package("c++", "g++", root)?;
    // A target folder of its own: these flags would make cargo build everything else again.
    let built = root.join("target/fuzz");
    let built_text = built.to_str().context("the folder's name is text")?;
    // With the target named, the flags are for it alone and not for build scripts.
    let host = shell::host()?;
    let words = ["build", "--release", "--target", &host, "--target-dir", built_text];
    shell::run("build fuzz targets", "cargo", words, &folder, &[("RUSTFLAGS", FLAGS)])?;
    for target in TARGETS {
        let corpus = folder.join("corpus").join(target);
        std::fs::create_dir_all(&corpus)?;
        std::fs::create_dir_all(folder.join("artifacts"))?;
        let program = built.join(&host).join("release").join(target);
        let time = format!("-max_total_time={seconds}");
        let seeds = format!("seeds/{target}");
        let words = [
            &time,
            "-timeout=5",
            "-rss_limit_mb=1024",
            "-max_len=2048",
            "-dict=draughts.dict",
            "-artifact_prefix=artifacts/",
            "-print_final_stats=1",
            "-verbosity=0",
            corpus.to_str().context("the folder's name is text")?,
            &seeds,
        ];
        let program = program.to_str().context("the program's name is text")?;
        shell::run(&format!("fuzz {target}"), program, words, &folder, &[])?;
    }
    Ok(())
}
