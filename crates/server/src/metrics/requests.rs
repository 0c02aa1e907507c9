//! Figures of HTTP: how many requests each route had, how they were answered, and how long that took.

use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

/// Which requests; there are only so many of each.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Label {
    route: String,
    status: u16,
}

/// How long requests took, by route and status.
pub(crate) struct Requests(Family<Label, Histogram>);

impl Requests {
    pub(super) fn register(registry: &mut Registry) -> Self {
        let seconds = Family::new_with_constructor(super::seconds as fn() -> Histogram);
        registry.register(
            "http_request_seconds",
            "How long requests took until their answer began",
            seconds.clone(),
        );
        Requests(seconds)
    }

    /// Notes a request that was answered. `route` is one of the server's own words, never what was asked for.
    pub(crate) fn note(&self, route: &str, status: u16, took: Duration) {
        let label = Label { route: route.into(), status };
        self.0.get_or_create(&label).observe(took.as_secs_f64());
    }
}
