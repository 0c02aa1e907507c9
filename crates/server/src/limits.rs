//! What each address may do: so much in a time, and so many connections at once.

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use pin_project_lite::pin_project;
use prometheus_client::metrics::counter::Counter;

use crate::api::command::Command;
use crate::fault::Fault;

/// What is limited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Doing {
    /// Creating games, rematches included.
    Create,
    /// Adding challenges to the lobby, where they push out those of others.
    Challenge,
    /// Looking at invitations and taking seats: guesses are among them.
    Join,
    /// Saying phrases, which the other has to read.
    Say,
    /// Orders and every other message of a socket.
    Act,
    /// Whatever makes the server think: scenes, verifications, summaries, views.
    Ask,
    /// Having positions analysed.
    Analyse,
    /// Opening sockets.
    Connect,
}

/// One for each of [`Doing`]: so many at once, and one more each so many milliseconds.
const QUOTAS: [(Doing, u32, u64); 8] = [
    (Doing::Create, 20, 3_000),
    (Doing::Challenge, 6, 300_000),
    (Doing::Join, 30, 1_000),
    (Doing::Say, 10, 3_000),
    (Doing::Act, 120, 50),
    (Doing::Ask, 120, 100),
    (Doing::Analyse, 10, 2_000),
    (Doing::Connect, 40, 500),
];

/// How long the server works for an address without a pause.
const CREDIT: Duration = Duration::from_secs(3);
/// In so many seconds one second of work is forgiven.
const FORGIVEN: u32 = 10;

/// The limits of a server.
pub(crate) struct Limits {
    clock: DefaultClock,
    /// Counts who was turned away.
    turned_away: Counter,
    buckets: Option<Vec<(Doing, DefaultKeyedRateLimiter<IpAddr>)>>,
    /// How long the server has worked for each address, as of when: few questions can be hard ones.
    debts: Mutex<HashMap<IpAddr, (Duration, Instant)>>,
}

/// What is left of a debt.
fn owed((debt, since): (Duration, Instant)) -> Duration {
    debt.saturating_sub(since.elapsed() / FORGIVEN)
}

impl Limits {
    /// The usual limits, or none; `turned_away` counts whoever does too much.
    pub(crate) fn new(on: bool, turned_away: Counter) -> Self {
        let bucket = |(doing, burst, pause): (Doing, u32, u64)| {
            let burst = NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN);
            let quota =
                Quota::with_period(Duration::from_millis(pause)).map(|quota| quota.allow_burst(burst));
            Some((doing, RateLimiter::keyed(quota?)))
        };
        let buckets = on.then(|| QUOTAS.into_iter().filter_map(bucket).collect());
        Limits { clock: DefaultClock::default(), turned_away, buckets, debts: Mutex::default() }
    }

    /// Whether an address may do this now.
    pub(crate) fn check(&self, doing: Doing, address: IpAddr) -> Result<(), Fault> {
        if matches!(doing, Doing::Ask | Doing::Analyse) {
            self.check_debt(address)?;
        }
        let buckets = self.buckets.iter().flatten();
        let Some((_, bucket)) = buckets.into_iter().find(|bucket| bucket.0 == doing) else { return Ok(()) };
        bucket.check_key(&network(address)).map_err(|until| {
            self.turned_away.inc();
            let wait = until.wait_time_from(self.clock.now());
            Fault::TooMany(wait.as_secs() as u32 + 1)
        })
    }

    /// Whether an address may ask for this now, besides its number of messages: a rematch is a new game.
    pub(crate) fn check_order(&self, command: &Command, address: IpAddr) -> Result<(), Fault> {
        match command {
            Command::OfferRematch {} | Command::AcceptRematch {} => self.check(Doing::Create, address),
            Command::Say { .. } => self.check(Doing::Say, address),
            _ => Ok(()),
        }
    }

    /// Notes how long the server has worked for an address.
    pub(crate) fn charge(&self, address: IpAddr, spent: Duration) {
        if self.buckets.is_some() {
            let mut debts = self.debts();
            let debt = debts.entry(network(address)).or_insert((Duration::ZERO, Instant::now()));
            *debt = (owed(*debt) + spent, Instant::now());
        }
    }

    /// Whether the server hasn't worked too much for an address of late.
    pub(crate) fn check_debt(&self, address: IpAddr) -> Result<(), Fault> {
        let debt = self.debts().get(&network(address)).copied().map(owed).unwrap_or_default();
        match debt.checked_sub(CREDIT) {
            None => Ok(()),
            Some(over) => {
                self.turned_away.inc();
                Err(Fault::TooMany((over * FORGIVEN).as_secs() as u32 + 1))
            }
        }
    }

    fn debts(&self) -> std::sync::MutexGuard<'_, HashMap<IpAddr, (Duration, Instant)>> {
        self.debts.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Forgets addresses that have been quiet.
    pub(crate) fn tidy(&self) {
        for (_, bucket) in self.buckets.iter().flatten() {
            bucket.retain_recent();
            bucket.shrink_to_fit();
        }
        self.debts().retain(|_, debt| owed(*debt) > Duration::ZERO);
    }
}

pin_project! {
    /// Something whose work is charged to an address as it is done, and so is what is left undone.
    pub(crate) struct Metered<F> {
        #[pin]
        work: F,
        limits: Arc<Limits>,
        address: IpAddr,
        spent: Duration,
    }

    impl<F> PinnedDrop for Metered<F> {
        fn drop(this: Pin<&mut Self>) {
            let this = this.project();
            this.limits.charge(*this.address, *this.spent);
        }
    }
}

impl<F> Metered<F> {
    /// Work for an address.
    pub(crate) fn new(work: F, limits: Arc<Limits>, address: IpAddr) -> Self {
        Metered { work, limits, address, spent: Duration::ZERO }
    }
}

impl<F: Future> Future for Metered<F> {
    type Output = F::Output;

    /// Only work counts, not waiting.
    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        let start = Instant::now();
        let polled = this.work.poll(context);
        *this.spent += start.elapsed();
        polled
    }
}

/// Places of which each address may hold so many at once.
pub(crate) struct Places {
    most: usize,
    held: Mutex<HashMap<IpAddr, usize>>,
}

impl Places {
    /// So many for each address; nothing where it may hold as many as it likes.
    pub(crate) fn new(most: Option<usize>) -> Arc<Self> {
        Arc::new(Places { most: most.unwrap_or(usize::MAX), held: Mutex::default() })
    }

    /// A place for an address until it is dropped, if it may hold another one.
    pub(crate) fn take(self: &Arc<Self>, address: IpAddr) -> Option<Place> {
        let address = network(address);
        let mut held = self.held();
        let number = held.entry(address).or_default();
        if *number >= self.most {
            return None;
        }
        *number += 1;
        Some(Place { places: self.clone(), address })
    }

    fn held(&self) -> std::sync::MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.held.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

/// A place that an address holds.
pub(crate) struct Place {
    places: Arc<Places>,
    address: IpAddr,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut held = self.places.held();
        if let Some(number) = held.get_mut(&self.address) {
            *number -= 1;
            if *number == 0 {
                held.remove(&self.address);
            }
        }
    }
}

/// One household: an address, or the network of an address of version 6, which has as many as it likes.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6([a, b, c, d, 0, 0, 0, 0].into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_does_too_much_waits_and_others_do_not() {
        let limits = Limits::new(true, Counter::default());
        let [one, other]: [IpAddr; 2] = ["192.0.2.1".parse().unwrap(), "192.0.2.2".parse().unwrap()];
        let done = (0..100).filter(|_| limits.check(Doing::Create, one).is_ok()).count();
        assert_eq!(done, 20);
        assert!(matches!(limits.check(Doing::Create, one), Err(Fault::TooMany(1..=3))));
        assert!(limits.check(Doing::Create, other).is_ok());
        assert!(limits.check(Doing::Act, one).is_ok());
        limits.tidy();
        assert!(limits.check(Doing::Create, one).is_err());
    }

    #[test]
    fn a_network_of_version_6_is_one_household() {
        let at = |text: &str| network(text.parse().unwrap());
        assert_eq!(at("2001:db8:1:2:3::4"), at("2001:db8:1:2::9"));
        assert_ne!(at("2001:db8:1:2::9"), at("2001:db8:1:3::9"));
        assert_eq!(at("::ffff:192.0.2.1"), at("192.0.2.1"));
    }

    #[test]
    fn a_place_is_free_again_once_it_is_left() {
        let places = Places::new(Some(2));
        let address = "192.0.2.1".parse().unwrap();
        let held = [places.take(address), places.take(address)];
        assert!(held.iter().all(Option::is_some) && places.take(address).is_none());
        assert!(places.take("192.0.2.2".parse().unwrap()).is_some());
        drop(held);
        assert!(places.take(address).is_some());
        assert!(places.held().is_empty(), "nothing is remembered of those who have gone");
    }

    #[test]
    fn whoever_asks_hard_questions_may_ask_fewer() {
        let limits = Limits::new(true, Counter::default());
        let address = "192.0.2.1".parse().unwrap();
        let asked = |doing| limits.check(doing, address).is_ok();
        for _ in 0..50 {
            assert!(asked(Doing::Ask), "easy ones cost little");
            limits.charge(address, Duration::from_millis(5));
        }
        limits.charge(address, Duration::from_secs(60));
        for _ in 0..3 {
            assert!(!asked(Doing::Ask) && !asked(Doing::Analyse), "it is owed until it is forgiven");
        }
        assert!(matches!(limits.check(Doing::Ask, address), Err(Fault::TooMany(560..=580))));
        assert!(asked(Doing::Act), "games go on");
        limits.tidy();
        assert!(!asked(Doing::Ask));
    }

    #[test]
    fn limits_can_be_off() {
        let limits = Limits::new(false, Counter::default());
        assert!((0..1000).all(|_| limits.check(Doing::Create, "::1".parse().unwrap()).is_ok()));
    }
}
