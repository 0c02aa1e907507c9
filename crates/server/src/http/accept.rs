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
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

/// The most connections at once; more wait to be accepted.
const MOST: usize = 20_000;
/// How long to wait when the system has no more connections to give.
const PAUSE: Duration = Duration::from_millis(50);

/// Serves connections until the server stops; then lets those under way come to their end. A connection that
/// doesn't say what it wants within `patience` is closed.
pub(crate) async fn accept(
    listener: TcpListener,
    app: Router,
    patience: Duration,
    stopping: CancellationToken,
) {
    let (room, served) = (Arc::new(Semaphore::new(MOST)), TaskTracker::new());
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(patience);
    loop {
        let accepted = tokio::select! {
            () = stopping.cancelled() => break,
            accepted = next(&listener, &room) => accepted,
        };
        let Some((stream, address, place)) = accepted else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        // Answers are small and awaited: none waits for more to come.
        let _ = stream.set_nodelay(true);
        let app = app.clone();
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo::<SocketAddr>(address));
            let app = app.clone();
            async move { app.oneshot(request.map(Body::new)).await }
        });
        let connection = builder.serve_connection(TokioIo::new(stream), service).with_upgrades();
        let stopping = stopping.clone();
        served.spawn(async move {
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
            drop(place);
        });
    }
    served.close();
    served.wait().await;
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
