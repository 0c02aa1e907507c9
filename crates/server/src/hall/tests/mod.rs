//! Rooms over a storage that fails.

use std::net::IpAddr;
use std::sync::Arc;

use super::*;
use crate::api::command::{Command, Order};
use crate::api::requests::{ClockChoice, ColourChoice, CreateGame, GameCreated, JoinGame, OpponentChoice};
use crate::api::socket::ToPage;
use crate::room::Outbox;
use crate::storage::Sqlite;

mod flaky;
mod hangups;

use flaky::{FAILS, FAILS_AFTERWARDS, FINE, Flaky};

const DAY: Duration = Duration::from_secs(86_400);
const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

/// Keys of requests.
const KEYS: [&str; 3] =
    ["abcdefghijklmnopqrstuvwxyz", "zyxwvutsrqponmlkjihgfedcba", "zyxwvutsrqponmlkjihgfedcbb"];

async fn hall_over(storage: Arc<Flaky>) -> Arc<Hall> {
    let metrics = Arc::new(Metrics::default());
    let limits = Arc::new(Limits::new(true, metrics.limited.clone()));
    let care = Care { engine_threads: 1, keep_unplayed: DAY, keep_finished: Some(2 * DAY) };
    Hall::open(storage, care, limits, metrics).await.unwrap()
}

/// A game without a clock.
fn asked(key: &str, opponent: OpponentChoice) -> CreateGame {
    CreateGame {
        key: key.into(),
        game: "international".into(),
        options: Default::default(),
        opponent,
        colour: ColourChoice::White,
        clock: ClockChoice::None {},
        name: "Anna".into(),
        seed: matches!(opponent, OpponentChoice::Friend {} | OpponentChoice::Open {}).then(|| "rose".into()),
    }
}

struct Stage {
    _folder: tempfile::TempDir,
    storage: Arc<Flaky>,
    hall: Arc<Hall>,
    game: GameCreated,
}

async fn stage() -> Stage {
    let folder = tempfile::tempdir().unwrap();
    let storage = Arc::new(Flaky::new(Sqlite::open(folder.path()).unwrap()));
    let hall = hall_over(storage.clone()).await;
    let game = hall.create(HERE, asked(KEYS[0], OpponentChoice::SameDevice {}), String::new()).await.unwrap();
    let stage = Stage { _folder: folder, storage, hall, game };
    stage.order("seeds-of-both", 0, Command::Seed { seed: "rose".into() }).await.unwrap();
    stage
}

impl Stage {
    async fn order(&self, key: &str, version: u64, command: Command) -> Result<Answer, Fault> {
        let order = Order { key: key.into(), version, side: None, command };
        self.hall.order_with_secret(HERE, &self.game.id, self.game.secret.clone(), order).await
    }

    async fn play(&self) -> Result<Answer, Fault> {
        self.order("first-move", 3, Command::Act { action: "32-28".into() }).await
    }

    fn set(&self, mood: u8) {
        self.storage.set(mood, 0);
    }

    async fn version(&self) -> u64 {
        self.hall.view(HERE, &self.game.id, None).await.unwrap().state.version
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_can_not_be_kept_did_not_happen() {
    let stage = stage().await;
    let (outbox, mut messages, _) = Outbox::new();
    stage.hall.watch(HERE, &stage.game.id, None, None, 1, &outbox).await.unwrap();
    let before = stage.version().await;
    stage.set(FAILS);
    assert!(matches!(stage.play().await, Err(Fault::Storage(StorageError::Full(_)))));
    assert_eq!(stage.version().await, before);
    stage.set(FINE);
    assert!(matches!(stage.play().await, Ok(Answer::Done(done)) if !done.repeated));
    assert_eq!(stage.version().await, before + 1);
    // Whoever follows the game was told nothing that didn't happen, and what did.
    let mut versions = Vec::new();
    while let Ok(text) = messages.try_recv() {
        match serde_json::from_str(&text).unwrap() {
            ToPage::Update { change: Some(change), .. } => versions.push(change.version),
            ToPage::Update { state: Some(state), .. } => versions.push(state.version),
            ToPage::Game { view } => versions.push(view.state.version),
            _ => {}
        }
    }
    assert_eq!(versions, [before, before, before + 1], "the game, the game read again, the move");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_whose_answer_was_lost_is_done_once() {
    let stage = stage().await;
    let before = stage.version().await;
    stage.set(FAILS_AFTERWARDS);
    assert!(stage.play().await.is_err());
    stage.set(FINE);
    assert!(matches!(stage.play().await, Ok(Answer::Done(done)) if done.repeated));
    assert_eq!(stage.version().await, before + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_is_given_up_only_when_nobody_is_there() {
    let stage = stage().await;
    let room = stage.hall.room(&stage.game.id).unwrap();
    let (outbox, _messages, _) = Outbox::new();
    stage.hall.watch(HERE, &stage.game.id, None, None, 1, &outbox).await.unwrap();
    let inside = room.inside.lock().await;
    stage.hall.forget_if_empty(&room, &inside);
    assert_eq!(stage.hall.rooms().len(), 1, "somebody follows the game");
    drop(inside);
    stage.hall.unwatch(&stage.game.id, 1).await;
    let inside = room.inside.lock().await;
    let waits = room.clone();
    stage.hall.forget_if_empty(&room, &inside);
    assert_eq!(stage.hall.rooms().len(), 1, "somebody waits to enter");
    drop(waits);
    stage.hall.forget_if_empty(&room, &inside);
    assert!(stage.hall.rooms().is_empty());
    drop(inside);
    assert!(stage.hall.view(HERE, "aaaaaaaaaaaaaaaa", None).await.is_err());
    assert!(stage.hall.rooms().is_empty(), "guesses leave nothing behind");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rematch_of_an_open_challenge_is_no_challenge() {
    let stage = stage().await;
    let asked = asked(KEYS[1], OpponentChoice::Open {});
    let game = stage.hall.create(HERE, asked, String::new()).await.unwrap();
    let open = || async { stage.storage.challenges(0, 10).await.unwrap().len() };
    assert_eq!(open().await, 1);
    let join =
        JoinGame { key: "abcdefghijklmnopqrstuvwxyz".into(), code: None, name: "B".into(), seed: "b".into() };
    let joined = stage.hall.join(HERE, &game.id, join).await.unwrap();
    assert_eq!(open().await, 0);
    let does = |secret: String, key: &'static str, command| {
        let order = Order { key: key.into(), version: 0, side: None, command };
        let (hall, id) = (stage.hall.clone(), game.id.clone());
        async move { hall.order_with_secret(HERE, &id, secret, order).await.unwrap() }
    };
    for (secret, key, command) in [
        (&game.secret, "host-resigns", Command::Resign {}),
        (&game.secret, "host-offers", Command::OfferRematch {}),
        (&joined.secret, "guest-accepts", Command::AcceptRematch {}),
    ] {
        let answer = does(secret.clone(), key, command).await;
        assert!(matches!(answer, Answer::Done(_)), "{key}: {answer:?}");
    }
    assert_eq!(open().await, 0);
    let next = stage.hall.view(HERE, &game.id, None).await.unwrap().state.rematch.unwrap();
    let view = stage.hall.view(HERE, &next, Some(joined.secret)).await.unwrap();
    assert_eq!(view.state.you, [crate::api::Side::White], "colours are swapped");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_nobody_comes_to_play_expires_and_says_so() {
    let stage = stage().await;
    let friend = |key: &str| asked(key, OpponentChoice::Friend {});
    let waiting = stage.hall.create(HERE, friend("zyxwvutsrqponmlkjihgfedcba"), String::new()).await.unwrap();
    let aborted = stage.hall.create(HERE, friend("zyxwvutsrqponmlkjihgfedcbb"), String::new()).await.unwrap();
    let abort = Order { key: "abort-it".into(), version: 0, side: None, command: Command::Abort {} };
    stage.hall.order_with_secret(HERE, &aborted.id, aborted.secret, abort).await.unwrap();
    for (key, action) in [("first-move", "32-28"), ("second-move", "18-23")] {
        let version = stage.version().await;
        stage.order(key, version, Command::Act { action: action.into() }).await.unwrap();
    }
    let (outbox, mut messages, _) = Outbox::new();
    stage.hall.watch(HERE, &waiting.id, Some(waiting.secret.clone()), None, 1, &outbox).await.unwrap();

    let day = DAY.as_millis() as Moment;
    stage.hall.expire(stage.hall.now() + day - 60_000).await.unwrap();
    assert!(stage.hall.view(HERE, &waiting.id, None).await.is_ok(), "there is still time");
    stage.hall.expire(stage.hall.now() + day + 1).await.unwrap();
    for id in [&waiting.id, &aborted.id] {
        assert!(matches!(stage.hall.view(HERE, id, None).await, Err(Fault::Expired)), "{id}");
        assert!(matches!(stage.hall.preview(HERE, id, None).await, Err(Fault::Expired)));
    }
    let told: Vec<_> = std::iter::from_fn(|| messages.try_recv().ok()).collect();
    assert!(told.iter().any(|text| text.contains("\"expired\"")), "{told:?}");
    assert!(stage.version().await > 4, "a game that is played stays");
    let order = Order { key: "too-late".into(), version: 0, side: None, command: Command::Resign {} };
    let late = stage.hall.order_with_secret(HERE, &waiting.id, waiting.secret, order).await;
    assert!(matches!(late, Err(Fault::Expired)), "{late:?}");
    // As long again, and nobody remembers.
    stage.hall.create(HERE, friend("zyxwvutsrqponmlkjihgfedcbc"), String::new()).await.unwrap();
    stage.hall.expire(stage.hall.now() + 3 * day).await.unwrap();
    assert!(matches!(stage.hall.view(HERE, &waiting.id, None).await, Err(Fault::NotFound)));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_that_meets_the_removal_of_its_game_is_not_acknowledged() {
    let stage = stage().await;
    // Removed behind the back of the room, which still has the game.
    let removed = stage.storage.expire(Moment::MAX, 0, 10).await.unwrap();
    assert_eq!(removed, [&*stage.game.id]);
    assert!(matches!(stage.play().await, Err(Fault::Storage(StorageError::Conflict(_)))));
    assert!(matches!(stage.play().await, Err(Fault::Expired | Fault::NotFound)));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_does_not_get_on_is_named() {
    let stage = stage().await;
    let hall = &stage.hall;
    assert!(hall.check_stuck().is_ok() && hall.check_storage().await.is_ok() && hall.stuck().await.is_none());
    // A disk that is full is no reason to be started again.
    stage.set(FAILS);
    assert!(hall.stuck().await.is_none() && hall.check_storage().await.is_err());
    stage.set(FINE);
    // An engine at one thought for long while another waits.
    let lane = hall.metrics.lane("a lane");
    lane.pulse.age(Duration::from_secs(31));
    assert_eq!(hall.stuck().await, None, "nothing waits");
    lane.waiting.set(1);
    assert_eq!(hall.stuck().await, Some("a lane"));
    lane.pulse.beat();
    assert_eq!(hall.stuck().await, None);
    stage.storage.set(FINE, 5_000);
    let slow = hall.check_writer(Duration::from_millis(50)).await;
    assert!(matches!(slow, Err(Fault::Stuck("writer"))), "{slow:?}");
    stage.set(FINE);
    // Nobody looks after clocks here.
    hall.metrics.rounds.age(Duration::from_secs(11));
    assert_eq!(hall.stuck().await, Some("clocks"));
    assert!(matches!(hall.check_stuck(), Err(Fault::Stuck("clocks"))));
}

#[tokio::test(flavor = "multi_thread")]
async fn games_that_are_over_go_only_when_they_are_old() {
    let stage = stage().await;
    stage.play().await.unwrap();
    let version = stage.version().await;
    stage.order("second-move", version, Command::Act { action: "18-23".into() }).await.unwrap();
    let days = 3 * DAY.as_millis() as Moment;
    let now = stage.hall.now();
    stage.hall.expire(now + days).await.unwrap();
    assert!(stage.version().await > 4, "it isn't over");
    let resign = Order {
        key: "resigned".into(),
        version: 0,
        side: Some(crate::api::Side::White),
        command: Command::Resign {},
    };
    stage.hall.order_with_secret(HERE, &stage.game.id, stage.game.secret.clone(), resign).await.unwrap();
    stage.hall.expire(now + DAY.as_millis() as Moment).await.unwrap();
    assert!(stage.version().await > 4, "it is not old");
    stage.hall.expire(now + days).await.unwrap();
    assert!(matches!(stage.hall.view(HERE, &stage.game.id, None).await, Err(Fault::Expired)));
}
