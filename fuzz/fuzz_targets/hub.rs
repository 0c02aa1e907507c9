//! Any text as a line of the Hub protocol: read and written back the same, followed as a game or refused; never a
//! panic.
#![no_main]

use damier_arena::catalogue;
use damier_notation::hub::Line;
use libfuzzer_sys::fuzz_target;

// The game, a line break, and the line.
fuzz_target!(|text: &str| {
    let Some((game, line)) = text.split_once('\n') else { return };
    let Ok(line) = Line::read(line) else { return };
    // Quotes around a value tell nothing about it.
    assert_eq!(Line::read(&line.to_string()).expect("what is written is read"), line);
    let Some(entry) = catalogue::find_variant(game) else { return };
    let Ok(rulebox) = entry.open(&[]) else { return };
    let moves = line.value("moves").unwrap_or_default();
    match rulebox.follow(line.value("pos"), moves, entry.variant().dialect) {
        // A position that is over may have no pieces left, and is none to begin from.
        Ok(story) if story.choices > 0 => {
            rulebox.scene(Some(&story.position)).expect("a position that was reached is one");
        }
        _ => {}
    }
});
