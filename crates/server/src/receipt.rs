//! What is kept of an order that was carried out, so that it is recognised when it comes again.

use sha2::{Digest, Sha256};

use crate::api::command::Order;

/// The key of an order, and a print of what it says and who sent it: the same key on another order is a mistake of
/// its sender, who mustn't be told that it was done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Receipt {
    pub(crate) key: String,
    /// Nothing where it was kept before there were prints.
    print: Option<String>,
}

impl Receipt {
    /// The receipt of an order from somebody with these seats.
    pub(crate) fn of(order: &Order, seats: [bool; 2]) -> Self {
        let said = serde_json::to_string(&(&order.command, order.side, seats)).unwrap_or_default();
        let print = hex::encode(&Sha256::digest(said.as_bytes())[..8]);
        Receipt { key: order.key.clone(), print: Some(print) }
    }

    /// As it is kept.
    pub(crate) fn written(&self) -> String {
        match &self.print {
            // No key has a dot.
            Some(print) => format!("{}.{print}", self.key),
            None => self.key.clone(),
        }
    }

    /// As it was kept.
    pub(crate) fn read(text: &str) -> Self {
        match text.split_once('.') {
            Some((key, print)) => Receipt { key: key.into(), print: Some(print.into()) },
            None => Receipt { key: text.into(), print: None },
        }
    }

    /// Whether another one with the same key is of the same order, as far as that is known.
    pub(crate) fn fits(&self, other: &Receipt) -> bool {
        self.print.as_ref().zip(other.print.as_ref()).is_none_or(|(one, other)| one == other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::command::Command;

    #[test]
    fn the_same_order_fits_and_another_one_does_not() {
        let order = |command| Order { key: "a1b2c3d4".into(), version: 3, side: None, command };
        let host = [true, false];
        let receipt = Receipt::of(&order(Command::Resign {}), host);
        assert_eq!(Receipt::read(&receipt.written()), receipt);
        let later = Order { version: 9, ..order(Command::Resign {}) };
        assert!(receipt.fits(&Receipt::of(&later, host)), "what was seen meanwhile doesn't matter");
        assert!(!receipt.fits(&Receipt::of(&order(Command::OfferDraw {}), host)));
        assert!(!receipt.fits(&Receipt::of(&order(Command::Resign {}), [false, true])));
        assert!(Receipt::read("a1b2c3d4").fits(&receipt), "kept by an earlier version");
    }
}
