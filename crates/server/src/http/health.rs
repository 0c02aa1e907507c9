//! For those who run the server: whether it lives, whether it is ready, and its figures.

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};

use super::App;
use super::extract::Caller;
use crate::api::problem::Problem;
use crate::api::requests::Health;
use crate::fault::Fault;
use crate::limits::Doing;

fn well() -> Json<Health> {
    Json(Health { ok: true, version: env!("CARGO_PKG_VERSION").into() })
}

/// Whether the server lives: whether it answers.
#[utoipa::path(get, path = "/livez", responses((status = 200, body = Health)))]
pub(super) async fn live() -> Json<Health> {
    well()
}

/// Whether the server is ready: whether clocks and the engine get on, and games can be kept.
#[utoipa::path(get, path = "/readyz", responses((status = 200, body = Health), (status = 503, body = Problem)))]
pub(super) async fn ready(State(app): State<App>, Caller(address): Caller) -> Result<Json<Health>, Fault> {
    app.limits.check(Doing::Ask, address)?;
    app.hall.check_stuck()?;
    app.hall.check_storage().await?;
    Ok(well())
}

/// The same as `/readyz`.
#[utoipa::path(get, path = "/healthz", responses((status = 200, body = Health), (status = 503, body = Problem)))]
pub(super) async fn health(state: State<App>, caller: Caller) -> Result<Json<Health>, Fault> {
    ready(state, caller).await
}

/// The figures of the server.
pub(super) async fn metrics(State(app): State<App>) -> Result<Response, Fault> {
    let figures = move || app.hall.metrics().text(&app.data);
    // Files are looked up for it.
    let text =
        tokio::task::spawn_blocking(figures).await.map_err(|error| Fault::Broken(error.to_string()))?;
    let text = text.map_err(|error| Fault::Broken(error.to_string()))?;
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok(([(CONTENT_TYPE, kind)], text).into_response())
}

/// What is answered at an address of its own, where nobody else asks.
pub(crate) fn operator(state: App) -> Router {
    Router::new()
        .route("/metrics", get(metrics))
        .route("/livez", get(live))
        .route("/readyz", get(ready))
        .route("/healthz", get(health))
        .with_state(state)
}
