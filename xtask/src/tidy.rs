//! Tidy checks: what the compiler can't see about how the project is kept.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// The rooms in the order in which data flow. No crate names one to its right.
const ROOMS: [&str; 6] = ["rules", "notation", "engine", "arena", "server", "damier"];

/// Names of games, which appear in their own room, in the catalogue and in examples of the command line.
const NAMES: [&str; 10] = [
    "dame-2000",
    "dame_2000",
    "dame 2000",
    "dames-8x8",
    "dames_8x8",
    "dames-10x10",
    "dames_10x10",
    "damsystem",
    "trappes",
    "damsy",
];
const ROOMS_OF_NAMES: [&str; 3] =
    ["crates/rules/src/games", "crates/arena/src/catalogue", "crates/damier/src/cli.rs"];

/// Lines after which a file has more than one idea.
const LONGEST_FILE: usize = 600;

/// Marks of unfinished work, in pieces so that this file has none.
const MARKS: [&str; 5] = [
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("#[ig", "nore"),
    concat!("todo", "!("),
    concat!("unimple", "mented!("),
];

/// Fails with everything that is untidy.
pub(crate) fn check(root: &Path) -> Result<()> {
    let mut faults = Vec::new();
    let files = sources(root)?;
    for file in &files {
        let text = fs::read_to_string(root.join(file)).with_context(|| format!("{}", file.display()))?;
        faults.extend(file_faults(file, &text));
    }
    for (nth, room) in ROOMS.iter().enumerate() {
        let manifest = root.join("crates").join(room).join("Cargo.toml");
        if manifest.exists() {
            faults.extend(order_faults(nth, &fs::read_to_string(manifest)?));
        }
    }
    let architecture = fs::read_to_string(root.join("ARCHITECTURE.md")).context("ARCHITECTURE.md")?;
    for entry in fs::read_dir(root.join("crates"))? {
        let name = entry?.file_name().into_string().unwrap_or_default();
        if !ROOMS.contains(&name.as_str()) {
            faults.push(format!("crates/{name}: no room of that name in the order of rooms"));
        }
        if !architecture.contains(&format!("crates/{name}")) {
            faults.push(format!("ARCHITECTURE.md: nothing about crates/{name}"));
        }
    }
    if !faults.is_empty() {
        bail!("tidy:\n{}", faults.join("\n"));
    }
    eprintln!("xtask: tidy: {} files", files.len());
    Ok(())
}

fn file_faults(file: &Path, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let name = file.display().to_string();
    let mut fault = |line: usize, what: &str| faults.push(format!("{name}:{line}: {what}"));
    if !text.starts_with("//!") {
        fault(1, "a file opens with what it is for");
    }
    let lines = text.lines().count();
    if lines > LONGEST_FILE {
        fault(lines, "more than one idea: the file is too long");
    }
    let is_test = name.contains("/tests/") || name.ends_with("/tests.rs");
    let may_name = is_test || ROOMS_OF_NAMES.iter().any(|room| name.starts_with(room));
    for (line, number) in text.lines().zip(1..) {
        if MARKS.iter().any(|mark| line.contains(mark)) {
            fault(number, "unfinished work");
        }
        let code = line.split("//").next().unwrap_or_default().to_lowercase();
        if !may_name && name.starts_with("crates/") && NAMES.iter().any(|game| code.contains(game)) {
            fault(number, "a game's name outside its room");
        }
    }
    faults
}

fn order_faults(room: usize, manifest: &str) -> Vec<String> {
    let names = |crate_name: &str| {
        manifest.lines().any(|line| {
            line.trim_start().starts_with(&format!("{crate_name}."))
                || line.trim_start().starts_with(&format!("{crate_name} "))
        })
    };
    let mut faults: Vec<String> = ROOMS[room + 1..]
        .iter()
        .filter(|right| names(&format!("damier-{right}")) || (**right == "damier" && names("damier")))
        .map(|right| format!("crates/{}: names crates/{right}, which is to its right", ROOMS[room]))
        .collect();
    if room == 0 && manifest.contains("[dependencies]") {
        faults.push("crates/rules: has dependencies".into());
    }
    faults
}

/// Every Rust file of the project, by path from its root.
fn sources(root: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![root.join("crates"), root.join("xtask"), root.join("fuzz/fuzz_targets")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).with_context(|| format!("{}", folder.display()))? {
            let path = entry?.path();
            if path.is_dir() && !path.ends_with("target") {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path.strip_prefix(root)?.to_path_buf());
            }
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    //! A check that can't fail is no check.

    use super::*;

    #[test]
    fn a_name_to_the_right_is_found() {
        let manifest = "[dependencies]\ndamier-rules.workspace = true\ndamier-arena.workspace = true\n";
        assert_eq!(order_faults(1, manifest), ["crates/notation: names crates/arena, which is to its right"]);
        assert!(order_faults(4, manifest).is_empty());
        assert_eq!(order_faults(0, "[dependencies]\n").len(), 1);
    }

    #[test]
    fn a_game_outside_its_room_is_found() {
        let text = "//! What it is for.\nlet game = \"trappes\";\n";
        assert_eq!(file_faults(Path::new("crates/server/src/room.rs"), text).len(), 1);
        assert!(file_faults(Path::new("crates/arena/src/catalogue/trappes.rs"), text).is_empty());
    }

    #[test]
    fn a_file_without_a_first_line_and_a_long_one_are_found() {
        assert_eq!(file_faults(Path::new("crates/rules/src/lib.rs"), "mod board;\n").len(), 1);
        let long = format!("//! What it is for.\n{}", "\n".repeat(LONGEST_FILE));
        assert_eq!(file_faults(Path::new("crates/rules/src/lib.rs"), &long).len(), 1);
    }

    #[test]
    fn unfinished_work_is_found() {
        let text = format!("//! What it is for.\n// {}: later\n", MARKS[0]);
        assert_eq!(file_faults(Path::new("xtask/src/main.rs"), &text).len(), 1);
    }
}
