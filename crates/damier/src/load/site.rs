//! The server that is asked: over HTTP for what pages ask by it, and over sockets.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::Context;
use reqwest::{Client, StatusCode, Url};
use serde::Deserialize;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use super::tally::Fault;
use super::wire::{LIMITED, Problem};

pub(super) type Socket = WebSocketStream<TcpStream>;

/// How long any answer over HTTP may take.
const LONGEST_ANSWER: Duration = Duration::from_secs(60);
/// What a socket reads at once: most updates fit, and thousands of sockets have room.
const READ: usize = 8 << 10;
/// The longest message that is read.
const LONGEST_MESSAGE: usize = 4 << 20;

/// Why a game can't go on.
#[derive(Debug)]
pub(super) enum Trouble {
    /// The server has done something wrong.
    Fault(Fault, String),
    /// The server turns this address away because it does too much.
    Limited(Problem),
}

impl Trouble {
    pub(super) fn wrong(what: impl Into<String>) -> Self {
        Trouble::Fault(Fault::Wrong, what.into())
    }
}

pub(super) struct Site {
    address: SocketAddr,
    base: Url,
    http: Client,
}

impl Site {
    /// Looks up the server; it has to be on this machine unless it may be anywhere.
    pub(super) async fn find(url: &str, anywhere: bool) -> anyhow::Result<Self> {
        let base: Url = url.parse().with_context(|| format!("url: \"{url}\""))?;
        let (host, port) = (base.host_str().unwrap_or_default(), base.port_or_known_default());
        let is_plain = base.scheme() == "http" && !host.is_empty() && base.path() == "/";
        anyhow::ensure!(is_plain, "url: \"{url}\"; expected such as http://127.0.0.1:8064");
        let name = host.trim_matches(['[', ']']);
        let found = tokio::net::lookup_host((name, port.unwrap_or(80))).await;
        let found: Vec<SocketAddr> = found.with_context(|| format!("url: \"{url}\""))?.collect();
        let is_here = found.iter().all(|address| address.ip().to_canonical().is_loopback());
        anyhow::ensure!(
            is_here || anywhere,
            "url: \"{url}\": not this machine; expected a loopback address, or --anywhere where you may put load on it"
        );
        let address = *found.first().with_context(|| format!("url: \"{url}\": nothing has that name"))?;
        // Figures are of the server, not of a proxy that the environment names.
        let http = Client::builder().timeout(LONGEST_ANSWER).no_proxy().resolve(name, address).build()?;
        Ok(Site { address, base, http })
    }

    /// The version of the server's program.
    pub(super) async fn version(&self) -> anyhow::Result<String> {
        #[derive(Deserialize)]
        struct Health {
            version: String,
        }
        let url = self.url("/healthz");
        let text = async { self.http.get(url).send().await?.error_for_status()?.text().await };
        let text = text.await.with_context(|| format!("url: no server that is well at {}", self.base))?;
        let health: Health = serde_json::from_str(&text).context("url: no server of this kind")?;
        Ok(health.version)
    }

    fn url(&self, path: &str) -> Url {
        let mut url = self.base.clone();
        url.set_path(path);
        url
    }

    /// The body of an answer that has to be a success.
    async fn answer(&self, request: reqwest::RequestBuilder, path: &str) -> Result<String, Trouble> {
        let wrong = |error: reqwest::Error| Trouble::wrong(format!("{path}: {error:?}"));
        let answer = request.send().await.map_err(wrong)?;
        let status = answer.status();
        let text = answer.text().await.map_err(wrong)?;
        if status.is_success() {
            return Ok(text);
        }
        let problem: Problem = serde_json::from_str(&text).unwrap_or_default();
        match status {
            StatusCode::TOO_MANY_REQUESTS => Err(Trouble::Limited(problem)),
            _ => Err(Trouble::wrong(format!("{path}: {status}: {problem}"))),
        }
    }

    pub(super) async fn get(&self, path: &str, secret: Option<&str>) -> Result<String, Trouble> {
        let mut request = self.http.get(self.url(path));
        if let Some(secret) = secret {
            request = request.bearer_auth(secret);
        }
        self.answer(request, path).await
    }

    /// Posts JSON and reads what comes back.
    pub(super) async fn post<T: for<'de> Deserialize<'de>>(
        &self,
        path: &str,
        body: &serde_json::Value,
    ) -> Result<T, Trouble> {
        let text = self.answer(self.http.post(self.url(path)).body(body.to_string()), path).await?;
        serde_json::from_str(&text).map_err(|error| Trouble::wrong(format!("{path}: {error}")))
    }

    /// A socket that has said nothing yet.
    pub(super) async fn socket(&self) -> Result<Socket, Trouble> {
        use tokio_tungstenite::tungstenite::Error;
        let wrong = |error: &dyn std::fmt::Display| Trouble::wrong(format!("socket: {error}"));
        let stream = TcpStream::connect(self.address).await.map_err(|error| wrong(&error))?;
        stream.set_nodelay(true).map_err(|error| wrong(&error))?;
        let url = format!("ws://{}/api/socket", self.base.authority());
        let config = WebSocketConfig::default()
            .read_buffer_size(READ)
            .write_buffer_size(0)
            .max_message_size(Some(LONGEST_MESSAGE));
        match client_async_with_config(url, stream, Some(config)).await {
            Ok((socket, _)) => Ok(socket),
            Err(Error::Http(answer)) if answer.status().as_u16() == 429 => {
                let body = answer.body().as_deref().unwrap_or_default();
                let problem = serde_json::from_slice(body)
                    .unwrap_or(Problem { id: LIMITED.into(), ..Problem::default() });
                Err(Trouble::Limited(problem))
            }
            Err(error) => Err(wrong(&error)),
        }
    }
}
