//! The table of the rule sheets and the tests it names: neither may lack what the other has.

use std::collections::BTreeSet;
use std::path::Path;

const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/sheets.md");
const FILES: [&str; 5] =
    ["sheet_dame_2000", "sheet_dames_8x8", "sheet_trappes", "sheet_damsystem", "sheet_dames_10x10"];
/// Fewer than this, and the table was not read.
const FEWEST: usize = 60;

/// Every `file::test` that a text has between backticks.
fn named(text: &str) -> BTreeSet<String> {
    let quoted = text.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
    quoted.filter(|name| name.contains("::")).map(str::to_string).collect()
}

/// Every test of a file, as `file::test`: the functions right below `#[test]`.
fn tests(file: &str) -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(file).with_extension("rs");
    let source = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    tests_in(file, &source)
}

fn tests_in(file: &str, source: &str) -> BTreeSet<String> {
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    let below = lines.windows(2).filter(|pair| pair[0] == "#[test]").map(|pair| pair[1]);
    below
        .map(|line| {
            let name = line.strip_prefix("fn ").and_then(|rest| rest.split_once("()"));
            format!("{file}::{}", name.unwrap_or_else(|| panic!("{file}: no test: {line}")).0)
        })
        .collect()
}

#[test]
fn the_table_and_the_tests_name_each_other() {
    let table = std::fs::read_to_string(TABLE).unwrap();
    let named = named(&table);
    assert!(named.len() >= FEWEST, "only {} names in the table", named.len());
    let written: BTreeSet<String> = FILES.into_iter().flat_map(tests).collect();
    let missing: Vec<_> = named.difference(&written).collect();
    assert!(missing.is_empty(), "named in the table, but no test: {missing:#?}");
    let untold: Vec<_> = written.difference(&named).collect();
    assert!(untold.is_empty(), "tests that the table doesn't name: {untold:#?}");
}

#[test]
fn every_row_of_the_table_names_a_test() {
    let table = std::fs::read_to_string(TABLE).unwrap();
    let rows = table.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| The sheet |"));
    for row in rows {
        assert!(!named(row).is_empty(), "no test: {row}");
        assert_eq!(row.matches(" | ").count(), 2, "not three columns: {row}");
    }
}

#[test]
fn a_name_that_only_one_side_has_is_seen() {
    let source = "#[test]\nfn a_man_moves() {}\n\nfn helper() {}\n#[cfg(any())]\nfn unmarked() {}\n";
    let written = tests_in("sheet_x", source);
    assert_eq!(written, BTreeSet::from(["sheet_x::a_man_moves".to_string()]));
    let names = named("| `huffing=claimed` | `sheet_x::a_man_moves`, `sheet_x::helper` |");
    assert_eq!(names.difference(&written).collect::<Vec<_>>(), ["sheet_x::helper"]);
}
