//! Node counts against fixtures: as deep as a few million leaves go in debug mode, all of them in release.

use damier_arena::catalogue;

/// The largest count checked in debug mode.
const DEBUG_LEAVES: u64 = 2_000_000;

#[test]
fn counts_are_those_of_the_fixtures() {
    let mut checked = 0;
    for line in include_str!("fixtures/counts.txt").lines() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        let [game, position, counts, _source] = parts[..] else { panic!("four parts in {line}") };
        let mut words = game.split(' ');
        let entry = catalogue::find(words.next().unwrap()).unwrap();
        let option = |word: &str| {
            let (name, value) = word.split_once('=').expect("name=value");
            (name.to_string(), value.to_string())
        };
        let rulebox = entry.open(&words.map(option).collect::<Vec<_>>()).unwrap();
        let position = (!position.is_empty()).then_some(position);
        for (count, depth) in counts.split(' ').zip(1..) {
            let count: u64 = count.parse().unwrap();
            if cfg!(debug_assertions) && count > DEBUG_LEAVES {
                break;
            }
            assert_eq!(rulebox.perft(position, depth).unwrap(), count, "{line} at depth {depth}");
            checked += 1;
        }
    }
    assert!(checked > 150, "only {checked} counts were checked");
}

#[test]
fn divided_counts_add_up() {
    for entry in catalogue::all() {
        let rulebox = entry.open(&[]).unwrap();
        let parts = rulebox.divide(None, 3).unwrap();
        let total: u64 = parts.iter().map(|part| part.1).sum();
        assert_eq!(total, rulebox.perft(None, 3).unwrap(), "{}", entry.id);
    }
}
