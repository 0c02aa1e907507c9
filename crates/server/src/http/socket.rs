//! The socket: one per page, for everything that it follows.

use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use tokio::sync::{Notify, mpsc};

use super::App;
use super::extract::Caller;
use crate::api::socket::{ToPage, ToServer};
use crate::fault::Fault;
use crate::hall::Answer;
use crate::limits::Doing;
use crate::refusals::Refused;
use crate::room::Outbox;
use crate::secrets::tag;

/// The most bytes of a message.
const LONGEST_MESSAGE: usize = 4096;
/// The most games that one page follows.
const MOST_WATCHED: usize = 16;
/// How long a page may take to read a message.
const LONGEST_SEND: Duration = Duration::from_secs(10);
/// The most lag that is believed.
const MOST_LAG: i64 = 5_000;

/// Opens a socket.
pub(super) async fn open(
    State(app): State<App>,
    Caller(address): Caller,
    upgrade: WebSocketUpgrade,
) -> Response {
    if let Err(fault) = app.limits.check(Doing::Connect, address) {
        return fault.into_response();
    }
    let Ok(room) = app.sockets.clone().try_acquire_owned() else { return Fault::Busy.into_response() };
    let Some(place) = app.places.take(address) else { return Fault::TooMany(60).into_response() };
    let upgrade = upgrade.max_message_size(LONGEST_MESSAGE).max_frame_size(LONGEST_MESSAGE);
    // A socket that says nothing takes no more room than one message.
    let upgrade = upgrade.read_buffer_size(LONGEST_MESSAGE);
    upgrade.on_upgrade(move |socket| async move {
        talk(app, address, socket).await;
        drop((room, place));
    })
}

async fn talk(app: App, address: IpAddr, socket: WebSocket) {
    let number = app.connections.fetch_add(1, Ordering::Relaxed);
    app.hall.metrics().connections.inc();
    let (sink, stream) = socket.split();
    let (outbox, messages, too_slow) = Outbox::new();
    outbox.send(&ToPage::Welcome {
        version: env!("CARGO_PKG_VERSION").into(),
        heartbeat_ms: app.heartbeat.as_millis() as u64,
    });
    let writer = tokio::spawn(write(sink, messages, too_slow));
    let mut page = Page {
        app: app.clone(),
        address,
        number,
        outbox,
        watched: HashSet::new(),
        lobby: None,
        beat: None,
        lag: 0,
    };
    let writer_gone = writer.abort_handle();
    page.listen(stream, || writer_gone.is_finished()).await;
    page.leave().await;
    drop(page);
    // The writer ends once nobody can send any more; a page that doesn't read isn't waited for.
    let mut writer = writer;
    if tokio::time::timeout(LONGEST_SEND, &mut writer).await.is_err() {
        writer.abort();
    }
    app.hall.metrics().connections.dec();
}

/// Sends what there is until nobody has anything to send, or the page is too slow.
async fn write(
    mut sink: SplitSink<WebSocket, Message>,
    mut messages: mpsc::Receiver<Utf8Bytes>,
    too_slow: Arc<Notify>,
) {
    let code = loop {
        let message = tokio::select! {
            () = too_slow.notified() => break close_code::POLICY,
            message = messages.recv() => message,
        };
        let Some(text) = message else { break close_code::NORMAL };
        // What waits already goes with it: an answer and the update before it are one packet.
        let mut batch = vec![text];
        while let Ok(text) = messages.try_recv() {
            batch.push(text);
        }
        let mut batch = futures_util::stream::iter(batch.into_iter().map(|text| Ok(Message::Text(text))));
        let sent = tokio::time::timeout(LONGEST_SEND, sink.send_all(&mut batch)).await;
        if !matches!(sent, Ok(Ok(()))) {
            return;
        }
    };
    let frame = CloseFrame { code, reason: Utf8Bytes::default() };
    // A page that has gone doesn't hear it.
    let _ = tokio::time::timeout(LONGEST_SEND, sink.send(Message::Close(Some(frame)))).await;
}

/// One page at the other end of a socket.
struct Page {
    app: App,
    address: IpAddr,
    number: u64,
    outbox: Outbox,
    watched: HashSet<String>,
    lobby: Option<tokio::task::AbortHandle>,
    /// The last ping that wasn't answered, and when it was sent.
    beat: Option<(u64, Instant)>,
    /// How long a message takes to the page and back.
    lag: i64,
}

impl Page {
    async fn listen(&mut self, mut stream: SplitStream<WebSocket>, writer_gone: impl Fn() -> bool) {
        let mut heart = tokio::time::interval(self.app.heartbeat);
        heart.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let stopping = self.app.stopping.clone();
        let mut beats = 0;
        loop {
            let heard = tokio::select! {
                () = stopping.cancelled() => return,
                _ = heart.tick() => {
                    // Whoever didn't answer the last ping, or can't be written to, has gone.
                    if self.beat.is_some() || writer_gone() {
                        return;
                    }
                    beats += 1;
                    self.beat = Some((beats, Instant::now()));
                    self.outbox.send(&ToPage::Ping { number: beats });
                    continue;
                }
                heard = stream.next() => heard,
            };
            let text = match heard {
                Some(Ok(Message::Text(text))) => text,
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => Utf8Bytes::default(),
                Some(Ok(Message::Binary(_))) => {
                    let fault = Fault::BadRequest("message: binary; expected text".into());
                    self.complain("message", &fault, None, None);
                    return;
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
            };
            if let Err(fault) = self.app.limits.check(Doing::Act, self.address) {
                self.complain("message", &fault, None, None);
                return;
            }
            if text.is_empty() {
                continue;
            }
            match serde_json::from_str(&text) {
                Ok(message) => self.answer(message).await,
                Err(error) => {
                    self.complain("message", &Fault::BadRequest(format!("message: {error}")), None, None);
                }
            }
        }
    }

    async fn answer(&mut self, message: ToServer) {
        match message {
            ToServer::Watch { game, secret, have } => {
                let watched = self.watch(&game, secret, have).await;
                if let Err(fault) = watched {
                    self.complain("watch", &fault, Some(game), None);
                }
            }
            ToServer::Unwatch { game } => {
                if self.watched.remove(&game) {
                    self.app.hall.unwatch(&game, self.number).await;
                    self.outbox.send(&ToPage::Unwatched { game });
                }
            }
            ToServer::Order { game, order } => {
                let (hall, key) = (&self.app.hall, order.key.clone());
                let answer = match self.app.limits.check_order(&order.command, self.address) {
                    Ok(()) => hall.order(self.address, &game, self.number, order, self.lag).await,
                    Err(fault) => Err(fault),
                };
                match answer {
                    Ok(Answer::Done(done)) => self.outbox.send(&ToPage::Done { game, done }),
                    Ok(Answer::Refused(refused)) => self.outbox.send(&ToPage::Refused { game, refused }),
                    Err(fault) => self.complain("order", &fault, Some(game), Some(key)),
                }
            }
            ToServer::WatchLobby {} => self.watch_lobby(),
            ToServer::UnwatchLobby {} => self.unwatch_lobby(),
            ToServer::Pong { number } => {
                if let Some((_, sent)) = self.beat.take_if(|(known, _)| *known == number) {
                    self.lag = (sent.elapsed().as_millis() as i64).min(MOST_LAG);
                }
            }
        }
    }

    async fn watch(&mut self, game: &str, secret: Option<String>, have: Option<u64>) -> Result<(), Fault> {
        if self.watched.len() >= MOST_WATCHED && !self.watched.contains(game) {
            return Err(Fault::BadRequest(format!("watch: expected at most {MOST_WATCHED} games")));
        }
        self.app.hall.watch(self.address, game, secret, have, self.number, &self.outbox).await?;
        self.watched.insert(game.into());
        Ok(())
    }

    fn watch_lobby(&mut self) {
        self.unwatch_lobby();
        let (mut lobby, outbox) = (self.app.hall.lobby(), self.outbox.clone());
        let task = tokio::spawn(async move {
            loop {
                let now = lobby.borrow_and_update().clone();
                outbox.send(&ToPage::Lobby { lobby: now.as_ref().clone() });
                if lobby.changed().await.is_err() {
                    return;
                }
            }
        });
        self.lobby = Some(task.abort_handle());
    }

    fn unwatch_lobby(&mut self) {
        if let Some(task) = self.lobby.take() {
            task.abort();
        }
    }

    fn complain(&self, what: &str, fault: &Fault, game: Option<String>, key: Option<String>) {
        let problem = fault.problem();
        let tag = game.as_deref().map(tag);
        self.app.refusals.note(self.address, Refused { what, why: &problem.id, game: tag.as_deref() });
        self.outbox.send(&ToPage::Problem { problem, game, key });
    }

    /// Lets go of everything that the page follows.
    async fn leave(&mut self) {
        self.unwatch_lobby();
        for game in self.watched.drain() {
            self.app.hall.unwatch(&game, self.number).await;
        }
    }
}
