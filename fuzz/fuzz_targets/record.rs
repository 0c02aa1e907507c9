//! Any text as a record: read, verified, or refused with a reason; never a panic. What can be replayed is written
//! as text that is read as the same.
#![no_main]

use damier_arena::{catalogue, verify};
use damier_notation::record::{self, GAME_TAG};
use damier_notation::square::Style;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(record) = record::read(text) else { return };
    let _ = verify::verify(text, None);
    let id = record.tag(GAME_TAG).unwrap_or("english");
    let Some(rulebox) = catalogue::find(id).ok().and_then(|entry| entry.open(&record.options()).ok()) else {
        return;
    };
    if let Ok(written) = rulebox.write_record(&record, Style::Numbers) {
        let again = record::read(&written).expect("what is written can be read");
        assert_eq!(rulebox.replay(&again), rulebox.replay(&record));
    }
});
