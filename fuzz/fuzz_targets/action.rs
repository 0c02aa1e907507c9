//! Any text as an action in any position: legal, refused, or not understood; never a panic.
#![no_main]

use damier_arena::catalogue;
use libfuzzer_sys::fuzz_target;

// A line each: the game, the position, the action.
fuzz_target!(|text: &str| {
    let mut lines = text.splitn(3, '\n');
    let (Some(game), Some(position), Some(action)) = (lines.next(), lines.next(), lines.next()) else {
        return;
    };
    let Some(rulebox) = catalogue::find(game).ok().and_then(|entry| entry.open(&[]).ok()) else { return };
    let position = rulebox.scene(Some(position)).ok().map(|_| position);
    let _ = rulebox.judge(position, action).expect("the position was read before");
});
