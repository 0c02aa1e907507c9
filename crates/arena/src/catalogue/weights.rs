//! The networks that come with the program; `weights/README.md` says how they were made.

/// The bytes of a game's network, if it has one.
pub(super) fn of(id: &str) -> Option<&'static [u8]> {
    match id {
        "dames-8x8" => Some(include_bytes!("../../weights/dames-8x8.net")),
        "trappes" => Some(include_bytes!("../../weights/trappes.net")),
        "damsystem" => Some(include_bytes!("../../weights/damsystem.net")),
        "dames-10x10" => Some(include_bytes!("../../weights/dames-10x10.net")),
        _ => None,
    }
}
