//! Starting and stopping a server.

use std::future::Future;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use tokio::io::DuplexStream;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use crate::hall::{Care, Hall};
use crate::http::{self, App, accept, app, converse};
use crate::limits::{Limits, Places};
use crate::metrics::Metrics;
use crate::pool::Pool;
use crate::storage::sqlite::make_folder;
use crate::storage::{Sqlite, Storage, StorageError};

/// How long requests that are under way may take when the server stops.
const FAREWELL: Duration = Duration::from_secs(5);
/// The most sockets at once.
const MOST_SOCKETS: usize = 20_000;
/// The most sockets of one address, and the most connections that are none: a school has one address.
const SOCKETS_EACH: usize = 200;
const CONNECTIONS_EACH: usize = 400;
/// How often limits forget quiet addresses.
const TIDY: Duration = Duration::from_secs(60);
/// What fits into a connection in memory.
const DUPLEX: usize = 64 * 1024;
/// The file that says that a server has the folder.
const LOCK: &str = "damier.lock";

/// How a server is run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where it listens.
    pub listen: SocketAddr,
    /// The folder of its database.
    pub data: PathBuf,
    /// The address that people type, if it isn't the one where it listens.
    pub public_url: Option<String>,
    /// Whether a proxy in front of it says who asks, by `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// How long games are kept that nobody comes to play.
    pub keep_unplayed: Duration,
    /// How long games are kept that are over; for ever where it isn't said.
    pub keep_finished: Option<Duration>,
    /// Threads for the engine; one fewer than there are cores where it isn't said.
    pub engine_threads: Option<usize>,
    /// Whether each address may only do so much.
    pub rate_limits: bool,
    /// Who may see the figures.
    pub figures: Figures,
    /// How often sockets are pinged.
    pub heartbeat: Duration,
    /// How long a connection may take to say what it wants.
    pub patience: Duration,
}

/// Where the server tells its figures: how much is played, and from how many addresses nobody needs to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Figures {
    /// Nowhere.
    Nowhere,
    /// Where everything else is, for everybody.
    Here,
    /// At an address of its own.
    At(SocketAddr),
}

impl Settings {
    /// The usual way to run a server on this machine, with its data in a folder.
    #[must_use]
    pub fn local(data: PathBuf) -> Self {
        Settings {
            listen: SocketAddr::from(([127, 0, 0, 1], 8064)),
            data,
            public_url: None,
            behind_proxy: false,
            keep_unplayed: Duration::from_secs(30 * 86_400),
            keep_finished: None,
            engine_threads: None,
            rate_limits: true,
            figures: Figures::Nowhere,
            heartbeat: Duration::from_secs(15),
            patience: Duration::from_secs(20),
        }
    }
}

/// Why a server can't be started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Its storage can't be used.
    #[error("{0}; data folder: {1}")]
    Storage(StorageError, PathBuf),
    /// Another server has its folder.
    #[error("data folder: {0}: another server is using it; expected one server for each folder")]
    Locked(PathBuf),
    /// It can't listen.
    #[error("listen: {0}: {1}")]
    Listen(SocketAddr, std::io::Error),
    /// Anything else.
    #[error(transparent)]
    Other(#[from] std::io::Error),
}

/// Whether a server gets on.
pub struct Vitals(Arc<Hall>);

impl Vitals {
    /// Names what is stuck: it stays so until the program is started again.
    pub async fn check(&self) -> Result<(), &'static str> {
        self.0.stuck().await.map_or(Ok(()), Err)
    }
}

/// A server that is ready.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    state: App,
    app: Router,
    /// Where figures are told apart from everything else.
    figures: Option<(TcpListener, Router)>,
    storage: Arc<dyn Storage>,
    places: Arc<Places>,
    /// Held as long as the server runs.
    _lock: std::fs::File,
}

impl Server {
    /// Opens the database and the port.
    pub async fn start(settings: Settings) -> Result<Self, StartError> {
        let Settings { listen, data, .. } = settings;
        let failed = |error| StartError::Storage(error, data.clone());
        make_folder(&data).map_err(|error| failed(StorageError::ReadOnly(error.to_string())))?;
        let lock = lock(&data)?;
        let storage: Arc<dyn Storage> = Arc::new(Sqlite::open(&data).map_err(failed)?);
        let listener = TcpListener::bind(listen).await.map_err(|error| StartError::Listen(listen, error))?;
        let address = listener.local_addr()?;
        let operator = match settings.figures {
            Figures::At(at) => {
                Some(TcpListener::bind(at).await.map_err(|error| StartError::Listen(at, error))?)
            }
            Figures::Nowhere | Figures::Here => None,
        };
        let metrics = Arc::new(Metrics::default());
        let threads = settings.engine_threads.unwrap_or_else(Pool::usual_threads);
        let limits = Arc::new(Limits::new(settings.rate_limits, metrics.limited.clone()));
        let care = Care {
            engine_threads: threads,
            keep_unplayed: settings.keep_unplayed,
            keep_finished: settings.keep_finished,
        };
        let hall = Hall::open(storage.clone(), care, limits.clone(), metrics).await.map_err(failed)?;
        let state = App {
            hall,
            limits,
            public_url: settings.public_url.map(Into::into),
            behind_proxy: settings.behind_proxy,
            heartbeat: settings.heartbeat,
            patience: settings.patience,
            stopping: CancellationToken::new(),
            sockets: Arc::new(Semaphore::new(MOST_SOCKETS)),
            data: data.into(),
            refusals: Arc::default(),
            places: Places::new(settings.rate_limits.then_some(SOCKETS_EACH)),
            connections: Arc::default(),
        };
        // All connections come from a proxy where there is one.
        let are_limited = settings.rate_limits && !settings.behind_proxy;
        let places = Places::new(are_limited.then_some(CONNECTIONS_EACH));
        let figures = operator.map(|listener| (listener, http::operator(state.clone())));
        let app = app(state.clone(), settings.figures == Figures::Here);
        Ok(Server { listener, address, state, app, figures, storage, places, _lock: lock })
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// What tells whether it gets on.
    #[must_use]
    pub fn vitals(&self) -> Vitals {
        Vitals(self.state.hall.clone())
    }

    /// Where it tells its figures, if at an address of its own.
    #[must_use]
    pub fn figures_address(&self) -> Option<SocketAddr> {
        self.figures.as_ref().and_then(|(listener, _)| listener.local_addr().ok())
    }

    /// A connection that needs no network: whatever is said at its other end is answered as if it came from this
    /// machine.
    pub fn connect(&self) -> DuplexStream {
        let (here, there) = tokio::io::duplex(DUPLEX);
        let address = SocketAddr::from(([127, 0, 0, 1], 0));
        let stopping = self.state.stopping.clone();
        tokio::spawn(converse(there, address, self.app.clone(), self.state.patience, stopping));
        here
    }

    /// Serves until it is told to stop; then lets everybody go and closes the database.
    pub async fn run(self, stop: impl Future<Output = ()> + Send) {
        let Server { listener, state, app, figures, storage, places, _lock, .. } = self;
        let patience = state.patience;
        let (stopping, hall) = (state.stopping.clone(), state.hall.clone());
        let care = tokio::spawn(state.hall.clone().look_after());
        if let Some((listener, app)) = figures {
            let everybody = (Places::new(None), state.refusals.clone());
            tokio::spawn(accept(listener, app, patience, everybody, stopping.clone()));
        }
        let (limits, refusals) = (state.limits.clone(), state.refusals.clone());
        let tidy = tokio::spawn(async move {
            loop {
                tokio::time::sleep(TIDY).await;
                limits.tidy();
                refusals.tell();
            }
        });
        let served =
            tokio::spawn(accept(listener, app, patience, (places, state.refusals), stopping.clone()));
        stop.await;
        stopping.cancel();
        if tokio::time::timeout(FAREWELL, served).await.is_err() {
            tracing::warn!("some requests were still under way");
        }
        // Sockets say goodbye by themselves.
        let goodbye = async {
            while hall.metrics().connections.get() > 0 {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        if tokio::time::timeout(FAREWELL, goodbye).await.is_err() {
            tracing::warn!("some pages didn't hear that the server stops");
        }
        care.abort();
        tidy.abort();
        // It may be at the storage still, and so may be those whose askers have gone.
        let _ = care.await;
        hall.close().await;
        tokio::task::block_in_place(|| storage.close());
    }
}

/// Makes sure that no other server has the folder.
pub(crate) fn lock(data: &std::path::Path) -> Result<std::fs::File, StartError> {
    let path = data.join(LOCK);
    let open = std::fs::OpenOptions::new().create(true).truncate(false).write(true).open(&path);
    let file =
        open.map_err(|error| StartError::Storage(StorageError::ReadOnly(error.to_string()), data.into()))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(StartError::Locked(data.into())),
        Err(std::fs::TryLockError::Error(error)) => Err(StartError::Other(error)),
    }
}
