//! The outside: routes, the socket, the page, and what every answer has in common.

mod accept;
mod extract;
mod guard;
mod health;
mod measure;
mod pages;
mod routes;
mod socket;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::DefaultBodyLimit;
use axum::http::header::CONTENT_TYPE;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::get;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::TimeoutLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api;
use crate::fault::Fault;
use crate::hall::Hall;
use crate::limits::{Limits, Places};
use crate::refusals::Refusals;
pub(crate) use accept::{accept, converse};
pub(crate) use health::operator;

/// The most bytes of a request.
const LONGEST_BODY: usize = 16 * 1024;
/// The most bytes of a record that is verified.
const LONGEST_RECORD: usize = 1 << 20;
/// How long an answer may take.
const LONGEST_ANSWER: Duration = Duration::from_secs(30);

/// What every request can reach.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) hall: Arc<Hall>,
    pub(crate) limits: Arc<Limits>,
    /// The address that people type, where it is known.
    pub(crate) public_url: Option<Arc<str>>,
    /// Whether a proxy says who asks.
    pub(crate) behind_proxy: bool,
    /// How often sockets are pinged.
    pub(crate) heartbeat: Duration,
    /// How long a request may take to arrive.
    pub(crate) patience: Duration,
    /// Says that the server stops.
    pub(crate) stopping: CancellationToken,
    /// Room for sockets.
    pub(crate) sockets: Arc<Semaphore>,
    /// The folder of the database.
    pub(crate) data: Arc<Path>,
    /// Tells of what was refused.
    pub(crate) refusals: Arc<Refusals>,
    /// How many sockets each address has.
    pub(crate) places: Arc<Places>,
    /// The number of the next connection.
    pub(crate) connections: Arc<AtomicU64>,
}

#[derive(OpenApi)]
#[openapi(
    info(title = "Damier", description = "Draughts games that exist nowhere else. See docs/api.md."),
    components(schemas(
        api::socket::ToServer,
        api::socket::ToPage,
        api::problem::Problem,
        api::command::NotDone
    ))
)]
struct Document;

/// Every route; the figures only where everybody may see them.
pub(crate) fn app(state: App, figures: bool) -> Router {
    let (api, mut document) = OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(routes::catalogue))
        .routes(routes!(routes::rules))
        .routes(routes!(routes::scene))
        .routes(routes!(routes::analyse))
        .routes(routes!(routes::create))
        .routes(routes!(routes::summaries))
        .routes(routes!(routes::view))
        .routes(routes!(routes::preview))
        .routes(routes!(routes::join))
        .routes(routes!(routes::order))
        .routes(routes!(routes::record))
        .routes(routes!(routes::frames))
        .routes(routes!(routes::lobby))
        .routes(routes!(health::live))
        .routes(routes!(health::ready))
        .routes(routes!(health::health))
        .split_for_parts();
    let (verify, more) = OpenApiRouter::new().routes(routes!(routes::verify)).split_for_parts();
    document.merge(more);
    let document = Bytes::from(document.to_json().unwrap_or_default());
    let document = move || async move { ([(CONTENT_TYPE, "application/json")], document) };
    let plain = Router::new()
        .merge(api.layer(DefaultBodyLimit::max(LONGEST_BODY)))
        .merge(verify.layer(DefaultBodyLimit::max(LONGEST_RECORD + LONGEST_BODY)))
        .route("/api/openapi.json", get(document))
        .route("/metrics", if figures { get(health::metrics) } else { get(|| async { Fault::NotFound }) })
        .fallback(pages::serve)
        .layer(CompressionLayer::new())
        .layer(TimeoutLayer::with_status_code(axum::http::StatusCode::SERVICE_UNAVAILABLE, LONGEST_ANSWER));
    Router::new()
        .route("/api/socket", get(socket::open))
        .merge(plain)
        .layer(from_fn_with_state(state.clone(), guard::check_origin))
        .layer(from_fn(guard::explain))
        .layer(from_fn(guard::set_headers))
        .layer(from_fn_with_state(state.clone(), measure::measure))
        .with_state(state)
}
