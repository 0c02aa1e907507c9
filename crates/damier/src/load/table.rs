//! A table: two players and their spectators, each at a socket of its own, who play one game after the other.

use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::ready;
use futures_util::stream::{SelectAll, SplitSink, SplitStream, once};
use futures_util::{SinkExt, Stream, StreamExt};
use tokio::time::{Instant, Sleep, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

use super::Run;
use super::game::Game;
use super::seen::Seen;
use super::site::{Socket, Trouble};
use super::tally::Fault;

/// How long after a cut to connect anew.
const RECONNECT: Duration = Duration::from_millis(100);
/// Of so many orders it is known when they were sent: spectators hear of them a little later.
const REMEMBERED: usize = 64;

/// What a watcher hears; nothing where the connection ends.
type Listening = Pin<Box<dyn Stream<Item = (usize, Option<Message>)> + Send>>;

/// Somebody who is told of the game: at a seat or not.
pub(super) struct Watcher {
    sink: SplitSink<Socket, Message>,
    pub(super) secret: Option<String>,
    pub(super) seen: Seen,
    /// Whether the game was told at all.
    pub(super) follows: bool,
    /// Whether it came back after its connection was cut.
    pub(super) is_back: bool,
}

/// An order that was sent.
pub(super) struct Pending {
    pub(super) seat: usize,
    pub(super) key: String,
    pub(super) version: u64,
    pub(super) text: String,
    pub(super) sent: Instant,
    pub(super) may_be_refused: bool,
    /// Whether it was sent more than once: it may have been done the first time.
    pub(super) again: bool,
}

pub(super) struct Table {
    pub(super) run: Arc<Run>,
    listening: SelectAll<Listening>,
    pub(super) watchers: Vec<Watcher>,
    pub(super) game: Game,
    pub(super) pending: Option<Pending>,
    /// When the latest orders were sent, by the version they were based on.
    pub(super) sent: VecDeque<(u64, Instant)>,
    /// When the one whose turn it is has thought enough.
    due: Option<Instant>,
    /// Since when nothing was heard.
    pub(super) heard: Instant,
    timer: Pin<Box<Sleep>>,
    pub(super) random: fastrand::Rng,
}

fn listen(nth: usize, stream: SplitStream<Socket>) -> Listening {
    // After an error there comes nothing more.
    let heard = stream.filter_map(|heard| ready(heard.ok().map(Some)));
    heard.chain(once(ready(None))).map(move |heard| (nth, heard)).boxed()
}

impl Table {
    /// Opens a socket for everybody.
    pub(super) async fn sit(run: &Arc<Run>) -> Result<Self, Trouble> {
        let mut table = Table {
            run: run.clone(),
            listening: SelectAll::new(),
            watchers: Vec::new(),
            game: Game::default(),
            pending: None,
            sent: VecDeque::new(),
            due: None,
            heard: Instant::now(),
            timer: Box::pin(sleep(run.patience)),
            random: fastrand::Rng::new(),
        };
        for nth in 0..2 + run.spectators {
            let (sink, stream) = run.site.socket().await?.split();
            table.listening.push(listen(nth, stream));
            let seen = Seen::default();
            table.watchers.push(Watcher { sink, secret: None, seen, follows: false, is_back: false });
        }
        Ok(table)
    }

    /// Plays until the game or the time is over, and everybody was told.
    pub(super) async fn play(&mut self) -> Result<(), Trouble> {
        while !self.go_on().await? {
            self.hear().await?;
        }
        Ok(())
    }

    /// Whether the game is over.
    pub(super) fn is_over(&self) -> bool {
        self.watchers[0].seen.is_over()
    }

    /// Follows the game no longer.
    pub(super) async fn forget(&mut self) {
        let text = format!(r#"{{"type":"unwatch","game":"{}"}}"#, self.game.id);
        for nth in 0..self.watchers.len() {
            self.say(nth, text.clone()).await;
        }
    }

    /// Says goodbye.
    pub(super) async fn leave(mut self) {
        for watcher in &mut self.watchers {
            // Whoever doesn't hear it learns that the connection ends.
            let _ = timeout(Duration::from_secs(1), watcher.sink.close()).await;
        }
    }

    /// Forgets the game before.
    pub(super) fn clear(&mut self, game: Game) {
        self.game = game;
        (self.pending, self.due) = (None, None);
        self.sent.clear();
        for watcher in &mut self.watchers {
            (watcher.secret, watcher.follows, watcher.is_back) = (None, false, false);
        }
    }

    /// Sends something; a connection that has ended is noticed where its messages come from.
    pub(super) async fn say(&mut self, nth: usize, text: String) {
        let _ = self.watchers[nth].sink.send(Message::text(text)).await;
    }

    /// Follows the game, with what it has where it comes back.
    pub(super) async fn watch(&mut self, nth: usize) {
        let watcher = &self.watchers[nth];
        let secret =
            watcher.secret.as_ref().map_or(String::new(), |secret| format!(r#","secret":"{secret}""#));
        let have =
            if watcher.follows { format!(r#","have":{}"#, watcher.seen.version) } else { String::new() };
        let text = format!(r#"{{"type":"watch","game":"{}"{secret}{have}}}"#, self.game.id);
        self.say(nth, text).await;
    }

    /// Sends an order of a seat.
    pub(super) async fn order(&mut self, seat: usize, command: &str, may_be_refused: bool) {
        let (key, version) = (self.game.next_key(), self.watchers[seat].seen.version);
        let text = format!(
            r#"{{"type":"order","game":"{}","order":{{"key":"{key}","version":{version},"command":{command}}}}}"#,
            self.game.id
        );
        let sent = Instant::now();
        if self.sent.len() == REMEMBERED {
            self.sent.pop_front();
        }
        self.sent.push_back((version, sent));
        self.pending =
            Some(Pending { seat, key, version, text: text.clone(), sent, may_be_refused, again: false });
        self.say(seat, text).await;
    }

    pub(super) fn is_waiting(&self) -> bool {
        self.pending.is_some()
    }

    /// Does what is due; whether everybody has been told of everything and nothing is to come.
    async fn go_on(&mut self) -> Result<bool, Trouble> {
        if self.pending.is_some() {
            return Ok(false);
        }
        let kept = self.game.version;
        if let Some(more) = self.watchers.iter().find(|watcher| watcher.seen.version > kept) {
            let version = more.seen.version;
            return Err(self
                .fault(Fault::Doubled, format!("version {version} came, {kept} was the last acknowledged")));
        }
        let run = self.run.clone();
        if run.is_over() || self.watchers[0].seen.is_over() {
            return Ok(self.watchers.iter().all(|watcher| watcher.seen.version == kept));
        }
        let mut seats = self.watchers[..2].iter();
        let turn = seats.position(|watcher| watcher.seen.version == kept && watcher.seen.has_turn());
        let Some(seat) = turn else { return Ok(false) };
        if !run.think.is_zero() {
            let now = Instant::now();
            let due = *self.due.get_or_insert_with(|| now + run.think.mul_f64(0.5 + self.random.f64()));
            if now < due {
                self.timer.as_mut().reset(run.until().map_or(due, |until| until.min(due)));
                return Ok(false);
            }
            self.due = None;
        }
        match self.watchers[seat].seen.choose(&mut self.random) {
            Some((command, may_be_refused)) => self.order(seat, &command, may_be_refused).await,
            None => return Err(self.fault(Fault::Wrong, "nothing to do for whoever has the turn")),
        }
        Ok(false)
    }

    /// Takes in messages until it is as it should be.
    pub(super) async fn hear_until(&mut self, wanted: impl Fn(&Table) -> bool) -> Result<(), Trouble> {
        self.heard = Instant::now();
        while !wanted(self) {
            self.hear().await?;
        }
        Ok(())
    }

    /// Takes in messages, pings above all, while it waits for something that has nothing to do with the game.
    pub(super) async fn hear_while<T>(&mut self, wait: impl Future<Output = T>) -> Result<T, Trouble> {
        let mut wait = std::pin::pin!(wait);
        loop {
            let heard = tokio::select! {
                done = &mut wait => {
                    self.heard = Instant::now();
                    return Ok(done);
                }
                heard = self.next() => heard,
            };
            if let Some((nth, message)) = heard {
                self.handle(nth, message).await?;
            }
        }
    }

    /// Takes in the next message, or notices that there is none.
    async fn hear(&mut self) -> Result<(), Trouble> {
        match self.next().await {
            Some((nth, message)) => self.handle(nth, message).await,
            None if self.due.is_some() || self.heard.elapsed() < self.run.patience => Ok(()),
            None => Err(self.fault(
                Fault::Lost,
                match &self.pending {
                    Some(order) => format!("order {} on version {}: no answer", order.key, order.version),
                    None => format!("version {}: not everybody was told", self.game.version),
                },
            )),
        }
    }

    /// What comes next: something from a watcher's socket, its end, or nothing for some time.
    async fn next(&mut self) -> Option<(usize, Option<Message>)> {
        tokio::select! {
            biased;
            Some(heard) = self.listening.next() => Some(heard),
            () = &mut self.timer => {
                self.timer.as_mut().reset(Instant::now() + self.run.patience);
                None
            }
        }
    }

    async fn handle(&mut self, nth: usize, message: Option<Message>) -> Result<(), Trouble> {
        match message {
            Some(Message::Text(text)) => self.take(nth, &text).await,
            Some(_) => Ok(()),
            None => self.come_back(nth).await,
        }
    }

    pub(super) fn fault(&self, fault: Fault, what: impl std::fmt::Display) -> Trouble {
        Trouble::Fault(fault, format!("game {} ({}): {what}", self.game.id, self.game.kind))
    }

    /// Connects anew where a connection was cut, and asks for what was missed.
    async fn come_back(&mut self, nth: usize) -> Result<(), Trouble> {
        let (run, since) = (self.run.clone(), Instant::now());
        let socket = loop {
            sleep(RECONNECT).await;
            match run.site.socket().await {
                Err(Trouble::Fault(..)) if since.elapsed() < run.patience => {}
                socket => break socket?,
            }
        };
        run.tally.reconnected();
        let (sink, stream) = socket.split();
        self.listening.push(listen(nth, stream));
        (self.watchers[nth].sink, self.watchers[nth].is_back) = (sink, true);
        self.watch(nth).await;
        Ok(())
    }
}
