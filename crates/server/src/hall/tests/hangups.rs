//! Requests whose senders hang up: at every point where a request waits, for every route that changes a game, with a
//! disk that is slow, full, or fails after it has written. Memory and database agree, what was acknowledged is there, and
//! whoever asks again gets what he asked for.

use std::pin::pin;
use std::task::Poll;

use super::*;
use crate::storage::Storage;

/// How slow the disk is, in milliseconds for each write.
const SLOW: u64 = 3;
/// The most points at which a request can wait.
const MOST_POINTS: usize = 100;

/// Lets something get to the point where it waits for the `points`th time, and drops it there; its result if it gets to
/// its end before.
async fn hang_up_after<T>(points: usize, work: impl Future<Output = T>) -> Option<T> {
    let (mut work, mut left) = (pin!(work), points);
    std::future::poll_fn(move |context| {
        if left == 0 {
            return Poll::Ready(None);
        }
        left -= 1;
        work.as_mut().poll(context).map(Some)
    })
    .await
}

struct Table {
    storage: Arc<Flaky>,
    hall: Arc<Hall>,
    game: GameCreated,
    outbox: tokio::sync::mpsc::Receiver<axum::extract::ws::Utf8Bytes>,
    _folder: tempfile::TempDir,
}

async fn table(opponent: OpponentChoice) -> Table {
    let folder = tempfile::tempdir().unwrap();
    let storage = Arc::new(Flaky::new(Sqlite::open(folder.path()).unwrap()));
    let hall = hall_over(storage.clone()).await;
    let game = hall.create(HERE, asked(KEYS[0], opponent), String::new()).await.unwrap();
    let (outbox, messages, _) = Outbox::new();
    hall.watch(HERE, &game.id, None, None, 1, &outbox).await.unwrap();
    Table { storage, hall, game, outbox: messages, _folder: folder }
}

impl Table {
    /// What was told to a spectator since the last time: the versions.
    fn told(&mut self) -> Vec<u64> {
        let mut versions = Vec::new();
        while let Ok(text) = self.outbox.try_recv() {
            match serde_json::from_str(&text).unwrap() {
                ToPage::Update { change: Some(change), .. } => versions.push(change.version),
                ToPage::Update { state: Some(state), .. } => versions.push(state.version),
                ToPage::Game { view } => versions.push(view.state.version),
                _ => {}
            }
        }
        versions
    }

    /// Waits until nothing goes on, then compares memory, database and what was told; the version of all three.
    async fn compare(&mut self, what: &str) -> u64 {
        while !self.hall.visits.is_empty() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        let kept = self.storage.load(&self.game.id).await.unwrap().unwrap().entries.len() as u64;
        let seen = self.hall.view(HERE, &self.game.id, None).await.unwrap().state.version;
        assert_eq!(seen, kept, "{what}: memory and database");
        let told = self.told();
        assert!(told.last().is_none_or(|&last| last == kept), "{what}: told {told:?}, kept {kept}");
        kept
    }
}

/// A change that somebody asks for with the same key again and again.
type Ask = Box<dyn Fn(&Table) -> std::pin::Pin<Box<dyn Future<Output = Result<(), Fault>> + Send>>>;

fn order(key: &'static str, version: u64, command: Command) -> Ask {
    Box::new(move |table| {
        let (hall, id, secret) = (table.hall.clone(), table.game.id.clone(), table.game.secret.clone());
        let order = Order { key: key.into(), version, side: None, command: command.clone() };
        Box::pin(async move {
            match hall.order_with_secret(HERE, &id, secret, order).await? {
                Answer::Done(_) => Ok(()),
                Answer::Refused(refused) => Err(Fault::Broken(format!("{refused:?}"))),
            }
        })
    })
}

fn join() -> Ask {
    Box::new(|table| {
        let (hall, id) = (table.hall.clone(), table.game.id.clone());
        let code = table.game.invitation.as_ref().map(|invitation| invitation.code.clone());
        let asked = JoinGame { key: KEYS[1].into(), code, name: "B".into(), seed: "b".into() };
        Box::pin(async move { hall.join(HERE, &id, asked).await.map(drop) })
    })
}

fn create() -> Ask {
    Box::new(|table| {
        let hall = table.hall.clone();
        let asked = asked(KEYS[2], OpponentChoice::SameDevice {});
        Box::pin(async move { hall.create(HERE, asked, String::new()).await.map(drop) })
    })
}

/// Hangs up at every point, each time at a new table, and then asks again.
async fn hang_up_everywhere(name: &str, opponent: OpponentChoice, prepare: &[Ask], ask: Ask) {
    for mood in [FINE, FAILS, FAILS_AFTERWARDS] {
        let mut ended = false;
        for points in 0..MOST_POINTS {
            let mut table = table(opponent).await;
            for ask in prepare {
                ask(&table).await.unwrap();
            }
            let what = format!("{name}, mood {mood}, dropped at point {points}");
            let before = table.compare(&what).await;
            table.storage.set(mood, SLOW);
            let answer = hang_up_after(points, ask(&table)).await;
            let after = table.compare(&what).await;
            if matches!(answer, Some(Ok(()))) && name != "create" {
                assert!(after > before, "{what}: acknowledged and not there");
            }
            // With room again, asking again is all that is needed, and once is enough.
            table.storage.set(FINE, 0);
            for _ in 0..2 {
                let again = ask(&table).await;
                assert!(again.is_ok(), "{what}: asked again: {again:?}");
            }
            let last = table.compare(&what).await;
            if mood == FINE && points > 0 {
                assert_eq!(last, after, "{what}: what had begun was finished, and done once");
            }
            // A server that starts again finds the same.
            let restarted = hall_over(table.storage.clone()).await;
            let seen = restarted.view(HERE, &table.game.id, None).await.unwrap().state.version;
            assert_eq!(seen, last, "{what}: after a restart");
            if answer.is_some() {
                ended = true;
                break;
            }
        }
        assert!(ended, "{name}: it never comes to its end");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn hanging_up_loses_nothing_that_was_acknowledged() {
    let seeds = || order("seeds-of-both", 0, Command::Seed { seed: "rose".into() });
    let device = OpponentChoice::SameDevice {};
    hang_up_everywhere("create", device, &[], create()).await;
    hang_up_everywhere("join", OpponentChoice::Friend {}, &[], join()).await;
    hang_up_everywhere("seed", device, &[], seeds()).await;
    let act = || order("first-move", 3, Command::Act { action: "32-28".into() });
    hang_up_everywhere("act", device, &[seeds()], act()).await;
    let reply = order("second-move", 4, Command::Act { action: "18-23".into() });
    let take_back = order("take-it-back", 5, Command::AskTakeback {});
    hang_up_everywhere("takeback", device, &[seeds(), act(), reply], take_back).await;
    let rematch = order("once-more", 5, Command::OfferRematch {});
    hang_up_everywhere("rematch", device, &[seeds(), act(), resign_by_white()], rematch).await;
}

/// At one device somebody has to say who resigns.
fn resign_by_white() -> Ask {
    Box::new(|table| {
        let (hall, id, secret) = (table.hall.clone(), table.game.id.clone(), table.game.secret.clone());
        let order = Order {
            key: "resignation".into(),
            version: 0,
            side: Some(crate::api::Side::White),
            command: Command::Resign {},
        };
        Box::pin(async move { hall.order_with_secret(HERE, &id, secret, order).await.map(drop) })
    })
}

/// The engine's answer is told too, although whoever moved has gone.
#[tokio::test(flavor = "multi_thread")]
async fn the_engine_answers_whoever_has_hung_up() {
    let mut table = table(OpponentChoice::Engine { level: 1 }).await;
    order("seed-of-host", 0, Command::Seed { seed: "rose".into() })(&table).await.unwrap();
    table.storage.set(FINE, SLOW);
    let act = order("first-move", 2, Command::Act { action: "32-28".into() })(&table);
    assert!(hang_up_after(1, act).await.is_none());
    let start = std::time::Instant::now();
    while table.storage.load(&table.game.id).await.unwrap().unwrap().entries.len() < 4 {
        assert!(start.elapsed() < Duration::from_secs(20), "the engine never moves");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(table.compare("the engine's move").await, 4);
}
