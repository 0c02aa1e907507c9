//! The networks that come with the program; `weights/README.md` says how they were made.

/// The bytes of a game's network, if it has one.
pub(super) fn of(id: &str) -> Option<&'static [u8]> {
    macro_rules! networks {
        ($($id:literal)*) => {
            match id {
                $($id => Some(include_bytes!(concat!("../../weights/", $id, ".net"))),)*
                _ => None,
            }
        };
    }
    networks! {
        "dame-2000" "dame-2000-variant" "dames-8x8" "trappes" "damsystem" "dames-10x10"
        "international" "english" "russian" "brazilian" "frisian" "pool" "czech" "italian" "spanish" "thai" "turkish"
        "canadian"
    }
}
