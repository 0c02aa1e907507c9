//! A scripted client: a page without a screen, which loses its connection, asks twice and looks at old boards.

#![allow(dead_code, reason = "each test binary uses a part of it")]

use std::net::SocketAddr;
use std::time::Duration;

use damier_server::api::command::{Command, Done, NotDone, Order};
use damier_server::api::requests::*;
use damier_server::api::socket::{ToPage, ToServer};
use damier_server::api::state::{GameView, MoveLine, Phase, State, Status};
use futures_util::{SinkExt, StreamExt};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio_tungstenite::tungstenite::Message;

pub(crate) type Socket =
    tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

/// How long any answer may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// A text that nobody else has.
pub(crate) fn key() -> String {
    std::iter::repeat_with(fastrand::alphanumeric).take(24).collect()
}

/// A server somewhere.
#[derive(Clone)]
pub(crate) struct Site {
    pub(crate) address: SocketAddr,
    http: reqwest::Client,
}

impl Site {
    pub(crate) fn new(address: SocketAddr) -> Self {
        Site { address, http: reqwest::Client::builder().timeout(PATIENCE).build().unwrap() }
    }

    /// The same server, asked from another address of this machine.
    pub(crate) fn from(&self, address: [u8; 4]) -> Self {
        let http =
            reqwest::Client::builder().timeout(PATIENCE).local_address(std::net::IpAddr::from(address));
        Site { address: self.address, http: http.build().unwrap() }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Posts something; the status and the body.
    pub(crate) async fn post(
        &self,
        path: &str,
        secret: Option<&str>,
        body: &impl Serialize,
    ) -> (u16, String) {
        let mut request = self.http.post(self.url(path)).body(serde_json::to_string(body).unwrap());
        if let Some(secret) = secret {
            request = request.bearer_auth(secret);
        }
        let response = request.send().await.unwrap();
        (response.status().as_u16(), response.text().await.unwrap())
    }

    /// Posts something that has to succeed.
    pub(crate) async fn posted<T: DeserializeOwned>(&self, path: &str, body: &impl Serialize) -> T {
        let (status, text) = self.post(path, None, body).await;
        assert!(status < 300, "{path}: {status} {text}");
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}: {text}"))
    }

    pub(crate) async fn get_text(&self, path: &str) -> (u16, String) {
        let response = self.http.get(self.url(path)).send().await.unwrap();
        (response.status().as_u16(), response.text().await.unwrap())
    }

    /// Gets something as somebody with a secret.
    pub(crate) async fn get_as<T: DeserializeOwned>(&self, path: &str, secret: Option<&str>) -> T {
        let mut request = self.http.get(self.url(path));
        if let Some(secret) = secret {
            request = request.bearer_auth(secret);
        }
        let text = request.send().await.unwrap().text().await.unwrap();
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}: {text}"))
    }

    pub(crate) async fn get<T: DeserializeOwned>(&self, path: &str) -> T {
        let (status, text) = self.get_text(path).await;
        assert_eq!(status, 200, "{path}: {text}");
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}: {text}"))
    }

    pub(crate) async fn socket(&self) -> Socket {
        let url = format!("ws://{}/api/socket", self.address);
        tokio_tungstenite::connect_async(url).await.unwrap().0
    }

    /// Creates a game against a friend, joined by the friend, both seeds in: the two of them.
    pub(crate) async fn game(&self, game: &str, options: &[(&str, &str)]) -> [Player; 2] {
        let asked = create(game, options, OpponentChoice::Friend {});
        let created: GameCreated = self.posted("/api/games", &asked).await;
        let mut host = Player::sit(self, &created.id, Some(&created.secret)).await;
        let join = JoinGame {
            key: key(),
            code: created.invitation.map(|invitation| invitation.code),
            name: "Benoît".into(),
            seed: "violette".into(),
        };
        let path = format!("/api/games/{}/join", created.id);
        let joined: GameJoined = self.posted(&path, &join).await;
        let guest = Player::sit(self, &created.id, Some(&joined.secret)).await;
        host.hear_until(|state| state.status == Status::Playing).await;
        [host, guest]
    }

    /// Creates a game against the engine, ready to play.
    pub(crate) async fn engine_game(&self, game: &str, level: u8) -> Player {
        let asked = create(game, &[], OpponentChoice::Engine { level });
        let created: GameCreated = self.posted("/api/games", &asked).await;
        let mut host = Player::sit(self, &created.id, Some(&created.secret)).await;
        host.order(Command::Seed { seed: "rose 7".into() }).await.unwrap();
        host
    }
}

pub(crate) fn create(game: &str, options: &[(&str, &str)], opponent: OpponentChoice) -> CreateGame {
    CreateGame {
        key: key(),
        game: game.into(),
        options: options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect(),
        opponent,
        colour: ColourChoice::Random,
        clock: ClockChoice::None {},
        name: "Anna".into(),
        seed: matches!(opponent, OpponentChoice::Friend {} | OpponentChoice::Open {})
            .then(|| "rose 7".into()),
    }
}

/// Somebody who follows a game, at a seat or not.
pub(crate) struct Player {
    pub(crate) site: Site,
    pub(crate) id: String,
    pub(crate) secret: Option<String>,
    pub(crate) socket: Socket,
    pub(crate) state: State,
    pub(crate) moves: Vec<MoveLine>,
    /// What the last answers said besides the state.
    pub(crate) heard: Vec<ToPage>,
}

/// Sends a message.
pub(crate) async fn say(socket: &mut Socket, message: &ToServer) {
    socket.send(Message::text(serde_json::to_string(message).unwrap())).await.unwrap();
}

/// The next message; nothing where the connection is closed.
pub(crate) async fn hear(socket: &mut Socket) -> Option<ToPage> {
    loop {
        let heard = tokio::time::timeout(PATIENCE, socket.next()).await.expect("no message for a minute");
        match heard? {
            Ok(Message::Text(text)) => {
                let message = serde_json::from_str(&text);
                return Some(message.unwrap_or_else(|error| panic!("{error}: {text}")));
            }
            Ok(Message::Close(_)) | Err(_) => return None,
            Ok(_) => {}
        }
    }
}

impl Player {
    /// Follows a game from the start.
    pub(crate) async fn sit(site: &Site, id: &str, secret: Option<&str>) -> Self {
        let (socket, view) = watch(site, id, secret).await;
        let GameView { state, moves, .. } = view;
        let (id, secret) = (id.to_string(), secret.map(String::from));
        Player { site: site.clone(), id, secret, socket, state, moves, heard: Vec::new() }
    }

    /// Takes in a message.
    pub(crate) async fn take(&mut self, message: ToPage) {
        match message {
            ToPage::Ping { number } => say(&mut self.socket, &ToServer::Pong { number }).await,
            ToPage::Update { from, events, moves, change, state, .. } => {
                // Nothing is ever missed: whoever comes back says what he has.
                assert_eq!(from, self.state.version, "an update begins where the one before ended");
                self.moves.truncate(moves.from as usize);
                self.moves.extend(moves.lines);
                match (change, state) {
                    (Some(change), None) => change.lay_over(&mut self.state, &events),
                    (None, Some(state)) => self.state = *state,
                    both => panic!("a change or a state: {both:?}"),
                }
            }
            ToPage::Game { view } => {
                self.moves = view.moves;
                self.state = view.state;
            }
            other => {
                // Who is there and what the engine does comes in between.
                match &other {
                    ToPage::Presence { seats, may_claim_left, .. } => {
                        self.state.seats = seats.clone();
                        self.state.may.claim_left = *may_claim_left;
                    }
                    ToPage::Engine { engine, .. } => {
                        self.state.engine.iter_mut().for_each(|known| *known = engine.clone());
                    }
                    _ => {}
                }
                self.heard.push(other);
            }
        }
    }

    /// The next message that isn't the state of the game; nothing where the connection is closed.
    pub(crate) async fn next(&mut self) -> Option<ToPage> {
        loop {
            if let Some(message) = self.heard.pop() {
                return Some(message);
            }
            let message = hear(&mut self.socket).await?;
            self.take(message).await;
        }
    }

    /// Listens until the state is as it should be.
    pub(crate) async fn hear_until(&mut self, wanted: impl Fn(&State) -> bool) {
        while !wanted(&self.state) {
            let message = hear(&mut self.socket).await.expect("the connection is closed");
            self.take(message).await;
        }
    }

    /// Sends an order and waits for its answer.
    pub(crate) async fn order(&mut self, command: Command) -> Result<Done, NotDone> {
        self.send(&self.make(command)).await
    }

    pub(crate) fn make(&self, command: Command) -> Order {
        Order { key: key(), version: self.state.version, side: None, command }
    }

    pub(crate) async fn send_only(&mut self, order: &Order) {
        say(&mut self.socket, &ToServer::Order { game: self.id.clone(), order: order.clone() }).await;
    }

    pub(crate) async fn send(&mut self, order: &Order) -> Result<Done, NotDone> {
        self.send_only(order).await;
        loop {
            match self.next().await.expect("the connection is closed") {
                ToPage::Done { done, .. } if done.key == order.key => return Ok(done),
                ToPage::Refused { refused, .. } if refused.key == order.key => return Err(*refused),
                ToPage::Problem { problem, .. } => panic!("{order:?}: {problem:?}"),
                _ => {}
            }
        }
    }

    /// Loses the connection and comes back.
    pub(crate) async fn reconnect(&mut self) {
        let (socket, _) = connect(&self.site).await;
        self.socket = socket;
        self.heard.clear();
        let watch = ToServer::Watch {
            game: self.id.clone(),
            secret: self.secret.clone(),
            have: Some(self.state.version),
        };
        say(&mut self.socket, &watch).await;
        loop {
            let message = hear(&mut self.socket).await.expect("the connection is closed");
            let is_game = matches!(message, ToPage::Update { .. } | ToPage::Game { .. });
            self.take(message).await;
            if is_game {
                return;
            }
        }
    }

    /// Whether all changes laid over each other make what the server tells as a whole.
    pub(crate) async fn compare(&self) {
        let path = format!("/api/games/{}", self.id);
        let whole: GameView = self.site.get_as(&path, self.secret.as_deref()).await;
        assert_eq!(whole.moves, self.moves);
        // Time goes on between the two.
        let timeless = |state: &State| {
            let mut state = state.clone();
            state.clock = None;
            state.seats.iter_mut().for_each(|seat| seat.away_ms = None);
            state
        };
        assert_eq!(timeless(&whole.state), timeless(&self.state));
    }

    /// Whether this player has something to do.
    pub(crate) fn is_to_act(&self) -> bool {
        self.state.status == Status::Playing
            && self.state.turn.is_some_and(|turn| self.state.you.contains(&turn))
    }

    /// Something at random that may be done now.
    pub(crate) fn choose(&self, random: &mut fastrand::Rng) -> Command {
        match self.state.phase {
            Phase::Spin {} | Phase::Combat { .. } => {
                assert!(self.state.may.chance && !self.state.odds.is_empty());
                Command::Chance {}
            }
            _ => {
                let actions = &self.state.actions;
                assert!(!actions.is_empty(), "nothing to do: {:?}", self.state);
                Command::Act { action: actions[random.usize(0..actions.len())].text.clone() }
            }
        }
    }
}

async fn connect(site: &Site) -> (Socket, String) {
    let mut socket = site.socket().await;
    match hear(&mut socket).await {
        Some(ToPage::Welcome { version, .. }) => (socket, version),
        other => panic!("no welcome: {other:?}"),
    }
}

async fn watch(site: &Site, id: &str, secret: Option<&str>) -> (Socket, GameView) {
    let (mut socket, _) = connect(site).await;
    let message = ToServer::Watch { game: id.into(), secret: secret.map(Into::into), have: None };
    say(&mut socket, &message).await;
    loop {
        match hear(&mut socket).await {
            Some(ToPage::Game { view }) => return (socket, *view),
            Some(ToPage::Ping { number }) => say(&mut socket, &ToServer::Pong { number }).await,
            other => panic!("no game: {other:?}"),
        }
    }
}

/// How a game is disturbed while it is played.
#[derive(Clone, Copy)]
pub(crate) struct Trouble {
    /// One order in so many meets trouble; 0 for none.
    pub(crate) one_in: u32,
}

/// Plays a game to its end; every order may meet trouble. Returns how many orders were acknowledged.
pub(crate) async fn play_to_the_end(
    players: &mut [Player; 2],
    random: &mut fastrand::Rng,
    trouble: Trouble,
) -> u64 {
    let mut acknowledged = 0;
    while players[0].state.status == Status::Playing {
        let Some(nth) = players.iter().position(Player::is_to_act) else {
            panic!("nobody has the turn: {:?}", players[0].state)
        };
        let [one, other] = players;
        let (player, other) = if nth == 0 { (one, other) } else { (other, one) };
        let order = player.make(player.choose(random));
        let kind =
            if trouble.one_in > 0 && random.u32(0..trouble.one_in) == 0 { random.u32(0..7) } else { 99 };
        let version = player.state.version;
        match kind {
            0 => player.reconnect().await,
            1 => {
                // The answer is lost: whether or not the order arrived, sending it again does it once.
                player.send_only(&order).await;
                player.reconnect().await;
            }
            2 => {
                // An old board.
                let stale = Order { version: version.saturating_sub(1), key: key(), ..order.clone() };
                let refused = player.send(&stale).await.unwrap_err();
                assert_eq!(refused.refusal.id, "stale");
                assert_eq!(refused.state.unwrap().version, version);
            }
            3 => {
                // A version that isn't there yet.
                let refused = player.send(&Order { version: version + 1, key: key(), ..order.clone() }).await;
                assert_eq!(refused.unwrap_err().refusal.id, "stale");
            }
            4 => {
                let refused =
                    player.send(&player.make(Command::Act { action: "1-1".into() })).await.unwrap_err();
                assert!(!refused.refusal.words.fr.is_empty() && refused.refusal.is_rule, "{refused:?}");
            }
            5 => {
                let refused = other.send(&Order { key: key(), ..order.clone() }).await.unwrap_err();
                assert!(["not-your-turn", "stale"].contains(&refused.refusal.id.as_str()), "{refused:?}");
            }
            6 => other.reconnect().await,
            _ => {}
        }
        let done = player.send(&order).await.unwrap_or_else(|refused| panic!("{order:?}: {refused:?}"));
        acknowledged += 1;
        if kind != 1 {
            assert!(!done.repeated);
        }
        if kind == 2 {
            assert!(player.send(&order).await.unwrap().repeated, "the same key again");
        }
        let reached = done.version;
        for player in players.iter_mut() {
            player.hear_until(|state| state.version >= reached).await;
        }
        assert_eq!(players[0].state.board, players[1].state.board);
        assert_eq!(players[0].moves, players[1].moves);
        for player in players.iter() {
            player.compare().await;
        }
    }
    acknowledged
}
