//! What was refused, and to whom: enough in the log to find those who abuse a server, and no more than one line a minute
//! for each address and thing, however often it is tried.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// So many are told apart at a time; of more only the number is told.
const MOST: usize = 1000;

/// Something that was refused. Games are named by their tags: their ids are links.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Refused<'a> {
    /// A route, or a kind of message.
    pub(crate) what: &'a str,
    /// The id of a fault.
    pub(crate) why: &'a str,
    /// The tag of the game.
    pub(crate) game: Option<&'a str>,
}

/// Who was refused what.
type Case = (IpAddr, String, String);

/// How often each was refused since it was told.
#[derive(Default)]
struct Cases {
    again: HashMap<Case, u64>,
    /// How often there was no room to tell it apart.
    others: u64,
}

/// Tells of refusals.
#[derive(Default)]
pub(crate) struct Refusals(Mutex<Cases>);

impl Refusals {
    fn cases(&self) -> MutexGuard<'_, Cases> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells of one, unless it has been told within the last minute: then it is counted.
    pub(crate) fn note(&self, address: IpAddr, refused: Refused<'_>) {
        let Refused { what, why, game } = refused;
        let mut cases = self.cases();
        let case = (address, what.into(), why.into());
        if let Some(again) = cases.again.get_mut(&case) {
            *again += 1;
        } else if cases.again.len() >= MOST {
            cases.others += 1;
        } else {
            cases.again.insert(case, 0);
            drop(cases);
            tracing::info!(%address, what, why, game, "refused");
        }
    }

    /// Tells what was counted, once a minute.
    pub(crate) fn tell(&self) {
        let Cases { again, others } = std::mem::take(&mut *self.cases());
        for ((address, what, why), times) in again.into_iter().filter(|(_, times)| *times > 0) {
            tracing::info!(%address, what, why, times, "refused again");
        }
        if others > 0 {
            tracing::info!(times = others, "refused to others");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::Arc;

    use super::*;

    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    impl Write for Log {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn one_line_a_minute_for_each_address_and_thing() {
        let log = Log::default();
        let writer = log.clone();
        let subscriber =
            tracing_subscriber::fmt().with_writer(move || writer.clone()).with_ansi(false).finish();
        let lines = || {
            let text = String::from_utf8(std::mem::take(&mut *log.0.lock().unwrap())).unwrap();
            text.lines().map(String::from).collect::<Vec<_>>()
        };
        tracing::subscriber::with_default(subscriber, || {
            let (refusals, address) = (Refusals::default(), IpAddr::from([192, 0, 2, 1]));
            let guess = Refused { what: "join", why: "bad-invitation", game: Some("0123abcd") };
            for _ in 0..500 {
                refusals.note(address, guess);
            }
            refusals.note(address, Refused { what: "create", ..guess });
            let told = lines();
            assert_eq!(told.len(), 2, "{told:?}");
            for word in ["192.0.2.1", "join", "bad-invitation", "0123abcd"] {
                assert!(told[0].contains(word), "{told:?}");
            }
            refusals.tell();
            let told = lines();
            assert!(told.len() == 1 && told[0].contains("times=499"), "{told:?}");
            // Whoever has many addresses fills neither the log nor the memory.
            for nth in 0..5000_u32 {
                refusals.note(IpAddr::from(nth.to_be_bytes()), guess);
            }
            assert_eq!(lines().len(), MOST);
            refusals.tell();
            let told = lines();
            assert!(told.len() == 1 && told[0].contains("times=4000"), "{told:?}");
            refusals.note(address, guess);
            assert_eq!(lines().len(), 1, "it is told again after a while");
        });
    }
}
