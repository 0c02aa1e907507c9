//! Accepting connections: as many as there is room for, and none that only holds the line.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

use crate::limits::Places;
use crate::refusals::{Refusals, Refused};

/// The most connections at once; more wait to be accepted.
const MOST: usize = 20_000;
/// How much of a request is kept before its end has come: its headers fit.
const LONGEST_HEAD: usize = 32 * 1024;
/// How long to wait when the system has no more connections to give.
const PAUSE: Duration = Duration::from_millis(50);

/// Serves connections until the server stops; then lets those under way come to their end. A connection that
/// doesn't say what it wants within `patience`, or doesn't take in its answer, is closed, and so is one of an address
/// that has too many.
pub(crate) async fn accept(
    listener: TcpListener,
    app: Router,
    patience: Duration,
    (places, refusals): (Arc<Places>, Arc<Refusals>),
    stopping: CancellationToken,
) {
    let (room, served) = (Arc::new(Semaphore::new(MOST)), TaskTracker::new());
    loop {
        let accepted = tokio::select! {
            () = stopping.cancelled() => break,
            accepted = next(&listener, &room) => accepted,
        };
        let Some((stream, address, place)) = accepted else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let Some(own) = places.take(address.ip()) else {
            let refused = Refused { what: "connection", why: "too-many-requests", game: None };
            refusals.note(address.ip(), refused);
            continue;
        };
        // Answers are small and awaited: none waits for more to come.
        let _ = stream.set_nodelay(true);
        let talk = converse(stream, address, app.clone(), patience, stopping.clone());
        served.spawn(async move {
            talk.await;
            drop((place, own));
        });
    }
    served.close();
    served.wait().await;
}

/// Answers what comes over one connection until it ends, or is a socket.
pub(crate) async fn converse(
    stream: impl AsyncRead + AsyncWrite + Send + 'static,
    address: SocketAddr,
    app: Router,
    patience: Duration,
    stopping: CancellationToken,
) {
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(patience));
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo::<SocketAddr>(address));
        let app = app.clone();
        async move { app.oneshot(request.map(Body::new)).await }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(patience).max_buf_size(LONGEST_HEAD);
    let connection = builder.serve_connection(TokioIo::new(Box::pin(stream)), service).with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = stopping.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::trace!(%error, "a connection ended");
    }
}

/// The next connection, once there is room for it; nothing where the system has none to give.
async fn next(
    listener: &TcpListener,
    room: &Arc<Semaphore>,
) -> Option<(tokio::net::TcpStream, SocketAddr, tokio::sync::OwnedSemaphorePermit)> {
    let place = room.clone().acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, address)) => Some((stream, address, place)),
        Err(error) => {
            tracing::warn!(%error, "no connection accepted");
            None
        }
    }
}
