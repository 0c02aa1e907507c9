//! Rate limits for each address.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use prometheus_client::metrics::counter::Counter;

use crate::fault::Fault;

/// What is limited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Doing {
    /// Creating games.
    Create,
    /// Looking at invitations and taking seats: guesses are among them.
    Join,
    /// Orders and every other message of a socket.
    Act,
    /// Whatever makes the server think: scenes, verifications, summaries, views.
    Ask,
    /// Opening sockets.
    Connect,
}

/// One for each of [`Doing`]: so many at once, and one more each so many milliseconds.
const QUOTAS: [(Doing, u32, u64); 5] = [
    (Doing::Create, 20, 3_000),
    (Doing::Join, 30, 1_000),
    (Doing::Act, 120, 50),
    (Doing::Ask, 120, 100),
    (Doing::Connect, 40, 500),
];

/// The limits of a server.
pub(crate) struct Limits {
    clock: DefaultClock,
    /// Counts who was turned away.
    turned_away: Counter,
    buckets: Option<Vec<(Doing, DefaultKeyedRateLimiter<IpAddr>)>>,
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
        Limits { clock: DefaultClock::default(), turned_away, buckets }
    }

    /// Whether an address may do this now.
    pub(crate) fn check(&self, doing: Doing, address: IpAddr) -> Result<(), Fault> {
        let buckets = self.buckets.iter().flatten();
        let Some((_, bucket)) = buckets.into_iter().find(|bucket| bucket.0 == doing) else { return Ok(()) };
        bucket.check_key(&network(address)).map_err(|until| {
            self.turned_away.inc();
            let wait = until.wait_time_from(self.clock.now());
            Fault::TooMany(wait.as_secs() as u32 + 1)
        })
    }

    /// Forgets addresses that have been quiet.
    pub(crate) fn tidy(&self) {
        for (_, bucket) in self.buckets.iter().flatten() {
            bucket.retain_recent();
            bucket.shrink_to_fit();
        }
    }
}

/// One household: an address, or the network of an address of version 6, which has as many as it likes.
fn network(address: IpAddr) -> IpAddr {
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
    fn limits_can_be_off() {
        let limits = Limits::new(false, Counter::default());
        assert!((0..1000).all(|_| limits.check(Doing::Create, "::1".parse().unwrap()).is_ok()));
    }
}
