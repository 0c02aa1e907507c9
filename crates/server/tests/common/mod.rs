//! A server for one test, in a folder of its own.

#![allow(dead_code, reason = "each test binary uses a part of it")]

use std::net::SocketAddr;
use std::time::Duration;

use damier_server::{Figures, Server, Settings};

use crate::client::Site;

/// A server that stops when it is dropped.
pub(crate) struct Running {
    pub(crate) site: Site,
    pub(crate) folder: tempfile::TempDir,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    served: Option<tokio::task::JoinHandle<()>>,
}

/// Settings for a test.
pub(crate) fn settings(folder: &std::path::Path) -> Settings {
    Settings {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        rate_limits: false,
        figures: Figures::Here,
        engine_threads: Some(1),
        ..Settings::local(folder.to_path_buf())
    }
}

/// Starts a server.
pub(crate) async fn start() -> Running {
    start_with(|settings| settings).await
}

/// Starts a server with other settings.
pub(crate) async fn start_with(change: impl FnOnce(Settings) -> Settings) -> Running {
    let folder = tempfile::tempdir().unwrap();
    start_in(folder, change).await
}

/// Starts a server in a folder that may have games.
pub(crate) async fn start_in(
    folder: tempfile::TempDir,
    change: impl FnOnce(Settings) -> Settings,
) -> Running {
    let server = Server::start(change(settings(folder.path()))).await.unwrap();
    let site = Site::new(server.address());
    let (stop, stopped) = tokio::sync::oneshot::channel();
    let served = tokio::spawn(async move {
        let stopped = async { drop(stopped.await) };
        server.run(stopped).await;
    });
    Running { site, folder, stop: Some(stop), served: Some(served) }
}

impl Running {
    /// Stops the server and leaves its folder.
    pub(crate) async fn stop(mut self) -> tempfile::TempDir {
        drop(self.stop.take());
        let served = self.served.take().unwrap();
        tokio::time::timeout(Duration::from_secs(20), served).await.expect("it stops").unwrap();
        std::mem::replace(&mut self.folder, tempfile::tempdir().unwrap())
    }
}
