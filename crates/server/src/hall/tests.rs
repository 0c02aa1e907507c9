//! Rooms over a storage that fails.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use async_trait::async_trait;
use damier_arena::clock::{Millis, Moment};
use damier_arena::sitting::Terms;

use super::*;
use crate::api::command::{Command, Order};
use crate::api::requests::{ClockChoice, ColourChoice, CreateGame, GameCreated, JoinGame, OpponentChoice};
use crate::api::socket::ToPage;
use crate::room::Outbox;
use crate::storage::{Sqlite, Stored, Write};

const DAY: Duration = Duration::from_secs(86_400);
const FINE: u8 = 0;
/// Nothing is written.
const FAILS: u8 = 1;
/// It is written, but the answer is lost.
const FAILS_AFTERWARDS: u8 = 2;

struct Flaky {
    inner: Sqlite,
    mood: AtomicU8,
}

#[async_trait]
impl Storage for Flaky {
    async fn commit(&self, writes: Vec<Write>) -> Result<(), StorageError> {
        let full = || Err(StorageError::Full("as the test wants it".into()));
        match self.mood.load(Ordering::SeqCst) {
            FAILS => full(),
            FAILS_AFTERWARDS => {
                self.inner.commit(writes).await?;
                full()
            }
            _ => self.inner.commit(writes).await,
        }
    }
    async fn load(&self, game: &str) -> Result<Option<Stored>, StorageError> {
        self.inner.load(game).await
    }
    async fn find_created(&self, key: [u8; 32]) -> Result<Option<String>, StorageError> {
        self.inner.find_created(key).await
    }
    async fn challenges(&self, since: Moment, most: u32) -> Result<Vec<Terms>, StorageError> {
        self.inner.challenges(since, most).await
    }
    async fn due(&self, now: Moment, most: u32) -> Result<Vec<String>, StorageError> {
        self.inner.due(now, most).await
    }
    async fn engine_games(&self) -> Result<Vec<String>, StorageError> {
        self.inner.engine_games().await
    }
    async fn expire(&self, since: Moment, now: Moment, most: u32) -> Result<Vec<String>, StorageError> {
        self.inner.expire(since, now, most).await
    }
    async fn has_expired(&self, game: &str) -> Result<bool, StorageError> {
        self.inner.has_expired(game).await
    }
    async fn downtime_since(&self, since: Moment) -> Result<Millis, StorageError> {
        self.inner.downtime_since(since).await
    }
    async fn note_alive(&self, now: Moment) -> Result<(), StorageError> {
        self.inner.note_alive(now).await
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
    let inner = Sqlite::open(folder.path(), 0).unwrap();
    let storage = Arc::new(Flaky { inner, mood: AtomicU8::new(FINE) });
    let hall = Hall::open(storage.clone(), 1, DAY, Arc::default()).unwrap();
    let asked = CreateGame {
        key: "abcdefghijklmnopqrstuvwxyz".into(),
        game: "international".into(),
        options: Default::default(),
        opponent: OpponentChoice::SameDevice {},
        colour: ColourChoice::White,
        clock: ClockChoice::None {},
        name: "Anna".into(),
    };
    let game = hall.create(&asked, "").await.unwrap();
    let stage = Stage { _folder: folder, storage, hall, game };
    stage.order("seeds-of-both", 0, Command::Seed { seed: "rose".into() }).await.unwrap();
    stage
}

impl Stage {
    async fn order(&self, key: &str, version: u64, command: Command) -> Result<Answer, Fault> {
        let order = Order { key: key.into(), version, side: None, command };
        self.hall.order_with_secret(&self.game.id, &self.game.secret, &order).await
    }

    async fn play(&self) -> Result<Answer, Fault> {
        self.order("first-move", 3, Command::Act { action: "32-28".into() }).await
    }

    fn set(&self, mood: u8) {
        self.storage.mood.store(mood, Ordering::SeqCst);
    }

    async fn version(&self) -> u64 {
        self.hall.view(&self.game.id, None).await.unwrap().state.version
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_can_not_be_kept_did_not_happen() {
    let stage = stage().await;
    let (outbox, mut messages, _) = Outbox::new();
    stage.hall.watch(&stage.game.id, None, None, 1, &outbox).await.unwrap();
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
            ToPage::Update { state, .. } => versions.push(state.version),
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
    stage.hall.watch(&stage.game.id, None, None, 1, &outbox).await.unwrap();
    let inside = stage.hall.enter(&room).await.unwrap();
    stage.hall.forget_if_empty(&room, &inside);
    assert_eq!(stage.hall.rooms().len(), 1, "somebody follows the game");
    drop(inside);
    stage.hall.unwatch(&stage.game.id, 1).await;
    let inside = stage.hall.enter(&room).await.unwrap();
    let waits = room.clone();
    stage.hall.forget_if_empty(&room, &inside);
    assert_eq!(stage.hall.rooms().len(), 1, "somebody waits to enter");
    drop(waits);
    stage.hall.forget_if_empty(&room, &inside);
    assert!(stage.hall.rooms().is_empty());
    drop(inside);
    assert!(stage.hall.view("aaaaaaaaaaaaaaaa", None).await.is_err());
    assert!(stage.hall.rooms().is_empty(), "guesses leave nothing behind");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rematch_of_an_open_challenge_is_no_challenge() {
    let stage = stage().await;
    let asked = CreateGame {
        key: "zyxwvutsrqponmlkjihgfedcba".into(),
        game: "international".into(),
        options: Default::default(),
        opponent: OpponentChoice::Open {},
        colour: ColourChoice::White,
        clock: ClockChoice::None {},
        name: "Anna".into(),
    };
    let game = stage.hall.create(&asked, "").await.unwrap();
    let open = || async { stage.storage.challenges(0, 10).await.unwrap().len() };
    assert_eq!(open().await, 1);
    let join =
        JoinGame { key: "abcdefghijklmnopqrstuvwxyz".into(), code: None, name: "B".into(), seed: "b".into() };
    let joined = stage.hall.join(&game.id, &join).await.unwrap();
    assert_eq!(open().await, 0);
    let does = |secret: String, key: &'static str, command| {
        let order = Order { key: key.into(), version: 0, side: None, command };
        let (hall, id) = (stage.hall.clone(), game.id.clone());
        async move { hall.order_with_secret(&id, &secret, &order).await.unwrap() }
    };
    for (secret, key, command) in [
        (&game.secret, "host-seed", Command::Seed { seed: "a".into() }),
        (&game.secret, "host-resigns", Command::Resign {}),
        (&game.secret, "host-offers", Command::OfferRematch {}),
        (&joined.secret, "guest-accepts", Command::AcceptRematch {}),
    ] {
        let answer = does(secret.clone(), key, command).await;
        assert!(matches!(answer, Answer::Done(_)), "{key}: {answer:?}");
    }
    assert_eq!(open().await, 0);
    let next = stage.hall.view(&game.id, None).await.unwrap().state.rematch.unwrap();
    let view = stage.hall.view(&next, Some(&joined.secret)).await.unwrap();
    assert_eq!(view.state.you, [crate::api::Side::White], "colours are swapped");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_nobody_comes_to_play_expires_and_says_so() {
    let stage = stage().await;
    let friend = |key: &str| CreateGame {
        key: key.into(),
        game: "international".into(),
        options: Default::default(),
        opponent: OpponentChoice::Friend {},
        colour: ColourChoice::White,
        clock: ClockChoice::None {},
        name: "Anna".into(),
    };
    let waiting = stage.hall.create(&friend("zyxwvutsrqponmlkjihgfedcba"), "").await.unwrap();
    let aborted = stage.hall.create(&friend("zyxwvutsrqponmlkjihgfedcbb"), "").await.unwrap();
    let abort = Order { key: "abort-it".into(), version: 0, side: None, command: Command::Abort {} };
    stage.hall.order_with_secret(&aborted.id, &aborted.secret, &abort).await.unwrap();
    for (key, action) in [("first-move", "32-28"), ("second-move", "18-23")] {
        let version = stage.version().await;
        stage.order(key, version, Command::Act { action: action.into() }).await.unwrap();
    }
    let (outbox, mut messages, _) = Outbox::new();
    stage.hall.watch(&waiting.id, Some(&waiting.secret), None, 1, &outbox).await.unwrap();

    let day = DAY.as_millis() as Moment;
    stage.hall.expire(now() + day - 60_000).await.unwrap();
    assert!(stage.hall.view(&waiting.id, None).await.is_ok(), "there is still time");
    stage.hall.expire(now() + day + 1).await.unwrap();
    for id in [&waiting.id, &aborted.id] {
        assert!(matches!(stage.hall.view(id, None).await, Err(Fault::Expired)), "{id}");
        assert!(matches!(stage.hall.preview(id, None).await, Err(Fault::Expired)));
    }
    let told: Vec<_> = std::iter::from_fn(|| messages.try_recv().ok()).collect();
    assert!(told.iter().any(|text| text.contains("\"expired\"")), "{told:?}");
    assert!(stage.version().await > 4, "a game that is played stays");
    let order = Order { key: "too-late".into(), version: 0, side: None, command: Command::Resign {} };
    let late = stage.hall.order_with_secret(&waiting.id, &waiting.secret, &order).await;
    assert!(matches!(late, Err(Fault::Expired)), "{late:?}");
    // As long again, and nobody remembers.
    stage.hall.create(&friend("zyxwvutsrqponmlkjihgfedcbc"), "").await.unwrap();
    stage.hall.expire(now() + 3 * day).await.unwrap();
    assert!(matches!(stage.hall.view(&waiting.id, None).await, Err(Fault::NotFound)));
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
