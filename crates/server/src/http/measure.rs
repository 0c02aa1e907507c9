//! Measuring requests, and telling of those that were refused.

use std::net::IpAddr;
use std::time::Instant;

use axum::RequestPartsExt;
use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::Response;

use super::App;
use super::extract::Caller;
use crate::refusals::Refused;
use crate::secrets::{is_id, tag};

/// How requests are counted that have no route of their own: files and views of the page.
const PAGE: &str = "page";

/// Where the id stands in the path of a game.
const GAME: &str = "/api/games/";

/// The id of a fault that became an answer.
#[derive(Clone)]
pub(super) struct Problem(pub(super) String);

/// Notes how a request was answered and how long that took; where it was refused, who asked for what.
pub(super) async fn measure(State(app): State<App>, request: Request, next: Next) -> Response {
    let start = Instant::now();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let game = request.uri().path().strip_prefix(GAME).and_then(|rest| rest.split('/').next());
    let game = game.filter(|id| is_id(id)).map(tag);
    let (mut parts, body) = request.into_parts();
    let address = parts.extract_with_state::<Caller, _>(&app).await.ok().map(|caller| caller.0);
    let response = next.run(Request::from_parts(parts, body)).await;
    let (route, status) = (route.as_ref().map_or(PAGE, MatchedPath::as_str), response.status());
    let took = start.elapsed();
    app.hall.metrics().requests.note(route, status.as_u16(), took);
    tracing::debug!(route, status = status.as_u16(), ?took, game, "answered");
    if status.is_client_error() || status.is_server_error() {
        let problem = response.extensions().get::<Problem>().map_or(status.as_str(), |problem| &problem.0);
        let address = address.unwrap_or(IpAddr::from([0; 4]));
        app.refusals.note(address, Refused { what: route, why: problem, game: game.as_deref() });
    }
    response
}
