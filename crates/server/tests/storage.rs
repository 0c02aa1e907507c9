//! The database: what is acknowledged is there, what is wrong is said.

mod client;
mod common;

use std::io::{Seek, SeekFrom, Write as _};
use std::sync::Arc;

use client::{Player, create};
use damier_arena::clock::ClockTerms;
use damier_arena::fair::Secret;
use damier_arena::sitting::{Colour, Happening, Kept, Opponent, Terms};
use damier_server::api::command::Command;
use damier_server::api::requests::*;
use damier_server::api::state::{GameView, Status};
use damier_server::storage::sqlite::{FILE, backup};
use damier_server::storage::{Downtime, Founding, SeatKey, Sqlite, Standing, Storage, StorageError, Write};
use damier_server::{Server, StartError};

const STANDING: Standing =
    Standing { over: false, open: true, deadline: None, engine: false, unplayed: true, updated_at: 5 };

fn founding(id: &str, created_key: u8) -> Founding {
    let secret = Secret::from_bytes([7; 32]);
    Founding {
        terms: Terms {
            id: id.into(),
            game: "trappes".into(),
            options: vec![("english".into(), "true".into())],
            opponent: Opponent::Open {},
            colour: Colour::Random,
            clock: ClockTerms::Days { days: 3 },
            host: "Anna \"é\" <b>".into(),
            guest: None,
            commitment: secret.commitment(),
            created_at: 5,
            rematch_of: None,
        },
        secret,
        seat_key: [9; 32],
        invitation: Some("code".into()),
        created_key: Some([created_key; 32]),
    }
}

fn found(id: &str, created_key: u8) -> Write {
    let keys = vec![SeatKey { hash: [created_key; 32], seats: [true, false] }];
    Write::Found { founding: Box::new(founding(id, created_key)), keys, standing: STANDING }
}

fn entry(seed: &str) -> Kept {
    let what = Happening::Seeded { seat: 0, seed: seed.into() };
    Kept { at: 6, clocks: Some([1, 2]), what }
}

fn append(id: &str, after: u64, key: Option<&str>) -> Write {
    Write::Append {
        game: id.into(),
        after,
        entries: vec![(entry("a"), None), (entry("b"), key.map(Into::into))],
        keys: vec![],
        standing: STANDING,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_kept_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Sqlite::open(folder.path()).unwrap();
    storage.commit(vec![found("one", 1), append("one", 0, Some("k1"))]).await.unwrap();
    let stored = storage.load("one").await.unwrap().unwrap();
    assert_eq!(stored.founding.terms, founding("one", 1).terms);
    assert_eq!(stored.founding.secret, Secret::from_bytes([7; 32]));
    assert_eq!(stored.keys, [SeatKey { hash: [1; 32], seats: [true, false] }]);
    assert_eq!(stored.entries, [(entry("a"), None), (entry("b"), Some("k1".into()))]);
    assert!(storage.load("two").await.unwrap().is_none());
    assert_eq!(storage.find_created([1; 32]).await.unwrap().as_deref(), Some("one"));
    assert_eq!(storage.challenges(0, 10).await.unwrap().len(), 1);
    assert!(storage.challenges(6, 10).await.unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_writer_and_a_second_key_are_refused_and_nothing_is_half_done() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Sqlite::open(folder.path()).unwrap();
    storage.commit(vec![found("one", 1), append("one", 0, Some("k1"))]).await.unwrap();
    for writes in [
        vec![append("one", 1, None)],
        vec![append("one", 3, None)],
        vec![append("nowhere", 0, None)],
        vec![append("one", 2, Some("k1"))],
        vec![append("one", 2, Some("k2")), found("two", 1)],
        vec![found("one", 3)],
    ] {
        let refused = storage.commit(writes).await;
        assert!(matches!(refused, Err(StorageError::Conflict(_))), "{refused:?}");
    }
    assert_eq!(storage.load("one").await.unwrap().unwrap().entries.len(), 2);
    storage.commit(vec![append("one", 2, Some("k2"))]).await.unwrap();
}

/// Whatever a program gets wrong, the database itself has no room for it.
#[tokio::test(flavor = "multi_thread")]
async fn the_database_takes_no_gap_no_double_and_no_stranger() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Sqlite::open(folder.path()).unwrap();
    storage.commit(vec![found("one", 1), append("one", 0, Some("k1"))]).await.unwrap();
    let database = rusqlite::Connection::open(folder.path().join(FILE)).unwrap();
    database.pragma_update(None, "foreign_keys", true).unwrap();
    let insert = |game: &str, version: i64, key: Option<&str>| {
        let insert = "INSERT INTO entries (game, version, order_key, kept) VALUES (?1, ?2, ?3, '{}')";
        database.execute(insert, rusqlite::params![game, version, key])
    };
    for (game, version, key) in
        [("one", 0, None), ("one", 2, None), ("one", 4, None), ("one", 3, Some("k1")), ("two", 1, None)]
    {
        let refused = insert(game, version, key).unwrap_err();
        let code = refused.sqlite_error_code();
        assert_eq!(code, Some(rusqlite::ErrorCode::ConstraintViolation), "{game} {version} {key:?}");
    }
    insert("one", 3, Some("k2")).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_is_set_aside_is_due_for_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Sqlite::open(folder.path()).unwrap();
    let due = Standing { deadline: Some(5_000), engine: true, ..STANDING };
    for (id, key) in [("one", 1), ("two", 2)] {
        let founding = Box::new(founding(id, key));
        storage.commit(vec![Write::Found { founding, keys: Vec::new(), standing: due }]).await.unwrap();
    }
    storage.set_aside("one", "as the test wants it").await.unwrap();
    let read = storage.load("one").await;
    assert!(matches!(&read, Err(StorageError::SetAside(why)) if why == "as the test wants it"), "{read:?}");
    assert_eq!(storage.due(6_000, 10).await.unwrap(), ["two"]);
    assert_eq!(storage.engine_games().await.unwrap(), ["two"]);
    assert_eq!(storage.challenges(0, 10).await.unwrap().len(), 1);
    assert_eq!(storage.expire(10_000, 10_000, 10).await.unwrap(), ["two"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conflict_leaves_others_of_the_same_commit_alone() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Arc::new(Sqlite::open(folder.path()).unwrap());
    storage.commit(vec![found("base", 200)]).await.unwrap();
    let mut writes = Vec::new();
    for nth in 0..100_u8 {
        let storage = storage.clone();
        writes.push(tokio::spawn(async move {
            let writes =
                if nth % 10 == 0 { vec![found("base", nth)] } else { vec![found(&format!("g{nth}"), nth)] };
            storage.commit(writes).await.is_ok()
        }));
    }
    let mut kept = 0;
    for write in writes {
        kept += u32::from(write.await.unwrap());
    }
    assert_eq!(kept, 90);
    assert_eq!(storage.challenges(0, 1000).await.unwrap().len(), 91);
}

#[tokio::test(flavor = "multi_thread")]
async fn clocks_stand_still_while_no_server_runs() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Sqlite::open(folder.path()).unwrap();
    let due = Standing { deadline: Some(5_000), engine: true, ..STANDING };
    let keys = Vec::new();
    storage
        .commit(vec![Write::Found { founding: Box::new(founding("one", 1)), keys, standing: due }])
        .await
        .unwrap();
    assert_eq!(storage.alive().await.unwrap(), None);
    storage.note_alive(3_000).await.unwrap();
    storage.note_alive(2_000).await.unwrap();
    assert_eq!(storage.alive().await.unwrap(), Some(3_000), "life doesn't go back");
    assert_eq!(storage.due(5_001, 10).await.unwrap(), ["one"]);
    let downtime = Downtime { down_at: 3_000, up_at: 103_000 };
    storage.note_downtime(downtime).await.unwrap();
    drop(storage);
    let storage = Sqlite::open(folder.path()).unwrap();
    assert!(storage.due(104_999, 10).await.unwrap().is_empty(), "moved by the hundred seconds");
    assert_eq!(storage.due(105_001, 10).await.unwrap(), ["one"]);
    assert_eq!(storage.downtimes().await.unwrap(), [downtime]);
    assert_eq!(storage.alive().await.unwrap(), Some(103_000));
    assert_eq!(storage.engine_games().await.unwrap(), ["one"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_no_database_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(FILE), "this is no database, and longer than a header of one").unwrap();
    match Server::start(common::settings(folder.path())).await {
        Err(StartError::Storage(StorageError::Damaged(text), path)) => {
            assert!(text.contains("not a database") && path == folder.path());
        }
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it starts"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_page_is_found_at_the_start() {
    let running = common::start().await;
    for _ in 0..20 {
        let _: GameCreated =
            running.site.posted("/api/games", &create("english", &[], OpponentChoice::Open {})).await;
    }
    let folder = running.stop().await;
    let mut file = std::fs::OpenOptions::new().write(true).open(folder.path().join(FILE)).unwrap();
    file.seek(SeekFrom::Start(4096)).unwrap();
    file.write_all(&[0xFF; 4096]).unwrap();
    drop(file);
    match Server::start(common::settings(folder.path())).await {
        Err(error @ StartError::Storage(StorageError::Damaged(_), _)) => {
            assert!(error.to_string().contains("damaged"), "{error}");
        }
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it starts"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_a_later_version_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    drop(Sqlite::open(folder.path()).unwrap());
    let later = rusqlite::Connection::open(folder.path().join(FILE)).unwrap();
    later.pragma_update(None, "user_version", 999).unwrap();
    drop(later);
    let refused = Sqlite::open(folder.path()).err().unwrap();
    assert!(matches!(refused, StorageError::TooNew { found: 999, .. }), "{refused}");
}

/// The first format, as it was when the first games were kept.
const FIRST: &str = include_str!("../src/storage/sqlite/migrations/0001.sql");

#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_the_first_format_is_brought_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let old = rusqlite::Connection::open(folder.path().join(FILE)).unwrap();
    old.execute_batch(FIRST).unwrap();
    old.pragma_update(None, "user_version", 1).unwrap();
    let terms = serde_json::to_string(&founding("x", 1).terms).unwrap();
    let acted = r#"{"at":6,"what":{"type":"acted","action":"1-2"}}"#;
    let aborted = r#"{"at":6,"what":{"type":"ended","winner":null,"finish":"aborted"}}"#;
    let resigned = r#"{"at":6,"what":{"type":"ended","winner":"white","finish":"resigned"}}"#;
    let games: [(&str, bool, &[&str]); 7] = [
        ("waiting", false, &[]),
        ("begun", false, &[acted]),
        ("aborted", true, &[acted, aborted]),
        ("played", false, &[acted, acted]),
        ("resigned", true, &[acted, resigned]),
        ("damaged", false, &["{", "{"]),
        ("gap", false, &[acted, "", acted]),
    ];
    for (id, over, entries) in games {
        let insert =
            "INSERT INTO games VALUES (?1, ?2, zeroblob(32), zeroblob(32), NULL, NULL, 5, 5, ?3, 0, NULL, 0)";
        old.execute(insert, rusqlite::params![id, terms, over]).unwrap();
        for (kept, version) in entries.iter().zip(1..).filter(|(kept, _)| !kept.is_empty()) {
            let insert = "INSERT INTO entries VALUES (?1, ?2, NULL, ?3)";
            old.execute(insert, rusqlite::params![id, version, kept]).unwrap();
        }
    }
    drop(old);
    let storage = Sqlite::open(folder.path()).unwrap();
    let mut expired = storage.expire(6, 7, 100).await.unwrap();
    expired.sort();
    assert_eq!(expired, ["aborted", "begun", "waiting"]);
    for (id, ..) in games {
        assert_eq!(storage.has_expired(id).await.unwrap(), expired.iter().any(|one| one == id), "{id}");
    }
    assert_eq!(storage.load("played").await.unwrap().unwrap().entries.len(), 2);
    assert!(storage.load("waiting").await.unwrap().is_none());
    let gap = storage.load("gap").await;
    assert!(matches!(gap, Err(StorageError::Damaged(_))), "it is kept as it was: {gap:?}");
    storage.commit(vec![append("played", 2, None)]).await.unwrap();
    drop(storage);
    Sqlite::open(folder.path()).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_that_nobody_takes_goes_by_itself() {
    let keep_unplayed = std::time::Duration::from_millis(500);
    let running = common::start_with(|settings| damier_server::Settings { keep_unplayed, ..settings }).await;
    let created: GameCreated =
        running.site.posted("/api/games", &create("english", &[], OpponentChoice::Friend {})).await;
    let code = created.invitation.map(|invitation| invitation.code);
    let preview = format!("/api/games/{}/preview", created.id);
    let start = std::time::Instant::now();
    loop {
        let (status, text) =
            running.site.post(&preview, None, &PreviewInvitation { code: code.clone() }).await;
        if status == 410 {
            break assert!(text.contains("\"expired\"") && text.contains("expir"), "{text}");
        }
        assert!(start.elapsed() < std::time::Duration::from_secs(60), "{status} {text}");
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_game_that_is_damaged_leaves_the_others_alone() {
    let running = common::start().await;
    let [one, _] = running.site.game("english", &[]).await;
    let [two, _] = running.site.game("english", &[]).await;
    let ids = [one.id.clone(), two.id.clone()];
    let folder = running.stop().await;
    let database = rusqlite::Connection::open(folder.path().join(FILE)).unwrap();
    database.execute("UPDATE entries SET kept = '{' WHERE game = ?1 AND version = 2", [&ids[0]]).unwrap();
    drop(database);
    let running = common::start_in(folder, |settings| settings).await;
    let (status, text) = running.site.get_text(&format!("/api/games/{}", ids[0])).await;
    assert!(status == 503 && text.contains("\"unreadable\"") && !text.contains("retry"), "{status} {text}");
    let asked = ids.each_ref().map(|id| AskSummary { id: id.clone(), secret: None });
    let found: Summaries =
        running.site.posted("/api/games/summaries", &AskSummaries { games: asked.into() }).await;
    assert_eq!(found.games.iter().map(|one| &one.id).collect::<Vec<_>>(), [&ids[1]], "the others are told");
    let database = rusqlite::Connection::open(running.folder.path().join(FILE)).unwrap();
    let aside: String =
        database.query_row("SELECT set_aside FROM games WHERE id = ?1", [&ids[0]], |row| row.get(0)).unwrap();
    assert!(aside.contains("entry 2"), "{aside}");
    let view: GameView = running.site.get(&format!("/api/games/{}", ids[1])).await;
    assert_eq!(view.state.status, Status::Playing);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_server_for_each_folder() {
    let running = common::start().await;
    match Server::start(common::settings(running.folder.path())).await {
        Err(StartError::Locked(path)) => assert_eq!(path, running.folder.path()),
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("a second server starts"),
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_after_a_restart_and_from_a_backup() {
    let running = common::start().await;
    let [host, guest] = running.site.game("trappes", &[]).await;
    let mut players = [host, guest];
    let mut random = fastrand::Rng::with_seed(2);
    for _ in 0..9 {
        let nth = usize::from(!players[0].is_to_act());
        let command = players[nth].choose(&mut random);
        let done = players[nth].order(command).await.unwrap();
        for player in &mut players {
            player.hear_until(|state| state.version >= done.version).await;
        }
    }
    let copy = tempfile::tempdir().unwrap();
    let file = copy.path().join(FILE);
    backup(running.folder.path(), &file).unwrap();
    let twice = backup(running.folder.path(), &file).unwrap_err();
    assert!(twice.to_string().contains("is there already"), "{twice}");
    assert!(backup(copy.path().join("none").as_path(), &copy.path().join("x")).is_err());

    let (id, secret, before) = (players[0].id.clone(), players[0].secret.clone(), players[0].state.clone());
    let folder = running.stop().await;
    for folder in [folder, copy] {
        let running = common::start_in(folder, |settings| settings).await;
        let player = Player::sit(&running.site, &id, secret.as_deref()).await;
        assert_eq!((player.state.version, &player.state.board), (before.version, &before.board));
        assert_eq!((&player.state.phase, &player.state.actions), (&before.phase, &before.actions));
        let other = Player::sit(&running.site, &id, players[1].secret.as_deref()).await;
        let mut player = if player.is_to_act() { player } else { other };
        let command: Command = player.choose(&mut random);
        player.order(command).await.unwrap();
        running.stop().await;
    }
}

#[test]
fn a_backup_that_fails_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.sqlite");
    let files = || {
        let mut names: Vec<_> =
            std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
        names.sort();
        names
    };
    std::fs::write(folder.path().join(FILE), [7; 5000]).unwrap();
    backup(folder.path(), &copy).unwrap_err();
    assert_eq!(files(), [FILE], "nothing that could be taken for a backup");
    // What is there stays.
    std::fs::write(&copy, "dear").unwrap();
    let refused = backup(folder.path(), &copy).unwrap_err().to_string();
    assert!(refused.contains("copy.sqlite") && refused.contains("expected a new file"), "{refused}");
    assert_eq!(std::fs::read_to_string(&copy).unwrap(), "dear");
}
