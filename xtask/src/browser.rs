//! The page in a real browser: types checked, then every test of `xtask/browser` against the program itself.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::shell;

/// Installs what is missing, builds the program and drives Chromium. Pictures go to `target/screenshots`.
pub(crate) fn test(root: &Path) -> Result<()> {
    let folder = root.join("xtask/browser");
    shell::ensure_package("node", "nodejs", root)?;
    shell::ensure_package("npm", "npm", root)?;
    shell::ensure_package("chromium", "chromium", root)?;
    let words = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
    shell::run("install browser tests", "npm", words, &folder, &[])?;
    shell::run("types of the page", "npx", ["tsc", "--project", "tsconfig.json"], &folder, &[])?;
    // As the tests are built, so that nothing is compiled twice.
    shell::run("build", "cargo", ["test", "--workspace", "--no-run", "--locked"], root, &[])?;
    let target = target(root);
    let (program, pictures) = (target.join("debug/damier"), target.join("screenshots"));
    let text = |path: &Path| path.to_str().map(String::from).context("a path that isn't text");
    let variables = [("DAMIER", &*text(&program)?), ("SCREENSHOTS", &*text(&pictures)?)];
    let words = ["--test", "--test-reporter=spec", "all.test.js"];
    shell::run("page in the browser", "node", words, &folder, &variables)
}

/// Where cargo puts what it builds.
fn target(root: &Path) -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |folder| root.join(folder))
}
