//! What handlers take from a request, and how faults become answers.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};

use axum::Json;
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Request};
use axum::http::header::{AUTHORIZATION, HOST, RETRY_AFTER};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;

use super::App;
use super::measure::Problem;
use crate::fault::Fault;

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        match &self {
            Fault::Storage(error) => tracing::error!(%error, "storage"),
            Fault::Broken(error) => tracing::error!(error, "broken"),
            _ => {}
        }
        let status = StatusCode::from_u16(self.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let problem = self.problem();
        let told = Problem(problem.id.clone());
        let wait = problem.retry_after.map(HeaderValue::from);
        let mut response = (status, Json(problem)).into_response();
        response.extensions_mut().insert(told);
        if let Some(wait) = wait {
            response.headers_mut().insert(RETRY_AFTER, wait);
        }
        response
    }
}

/// A body of JSON; what is wrong with it is told by name.
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, app: &App) -> Result<Self, Fault> {
        let bytes = axum::body::Bytes::from_request(request, app);
        let bytes = tokio::time::timeout(app.patience, bytes).await.map_err(|_| Fault::TooSlow)?;
        let bytes = bytes.map_err(|rejection| match rejection.into_response().status() {
            StatusCode::PAYLOAD_TOO_LARGE => Fault::TooLarge,
            _ => Fault::BadRequest("body: can't be read".into()),
        })?;
        let read = serde_json::from_slice(&bytes);
        read.map(Body).map_err(|error| Fault::BadRequest(format!("body: {error}")))
    }
}

/// The seat secret of whoever asks.
pub(super) struct Bearer(pub(super) Option<String>);

impl FromRequestParts<App> for Bearer {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Infallible> {
        let value = parts.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        Ok(Bearer(value.and_then(|value| value.strip_prefix("Bearer ")).map(Into::into)))
    }
}

/// The address of whoever asks.
pub(super) struct Caller(pub(super) IpAddr);

impl FromRequestParts<App> for Caller {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Fault> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
        let told = app.behind_proxy.then(|| forwarded(&parts.headers)).flatten();
        told.or(peer).map(Caller).ok_or_else(|| Fault::Broken("a request without an address".into()))
    }
}

/// The address that the nearest proxy saw: the last of its list. Those before it are anybody's claim.
fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    last.rsplit(',').next()?.trim().parse().ok()
}

/// The beginning of links to this server, as whoever asks would type it.
pub(super) struct Base(pub(super) String);

impl FromRequestParts<App> for Base {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let host = parts.headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
        Ok(Base(match &app.public_url {
            Some(url) => url.trim_end_matches('/').into(),
            None => format!("http://{host}"),
        }))
    }
}
