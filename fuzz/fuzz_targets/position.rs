//! Any text as a game, its options and a position: read, or refused with a reason; never a panic. What is
//! read is written as text that is read as the same.
#![no_main]

use damier_arena::catalogue;
use damier_notation::position::write_setup;
use libfuzzer_sys::fuzz_target;

// A line with the game and its options, then the position.
fuzz_target!(|text: &str| {
    let Some((game, position)) = text.split_once('\n') else { return };
    let mut words = game.split(' ');
    let Ok(entry) = catalogue::find(words.next().unwrap_or_default()) else { return };
    let option = |word: &str| word.split_once('=').map(|(name, value)| (name.into(), value.into()));
    let Ok(rulebox) = entry.open(&words.filter_map(option).collect::<Vec<_>>()) else { return };
    if let Ok(scene) = rulebox.scene(Some(position)) {
        let written = write_setup(&scene.setup);
        let again = rulebox.scene(Some(&written)).expect("what is written can be read");
        assert_eq!(write_setup(&again.setup), written);
        rulebox.moves(Some(&written)).expect("and has moves, or is over");
    }
});
