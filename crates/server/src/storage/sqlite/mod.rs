//! Games in an SQLite file: one writer that groups commits, and a few readers beside it.

mod admin;
mod schema;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use async_trait::async_trait;
use damier_arena::clock::Moment;
use damier_arena::fair::Secret;
use damier_arena::sitting::Terms;
use rusqlite::{Connection, OptionalExtension};
use tokio::sync::{mpsc, oneshot};

use super::{Downtime, Founding, SeatKey, Storage, StorageError, Stored, Write};
pub use admin::{Admin, GameRow, Wanted};
use writer::{Job, Stale, Task};

use crate::secrets::tag;

/// The name of the file in the data folder.
pub const FILE: &str = "damier.sqlite";
/// Jobs that may wait for the writer; more wait at their own place.
const QUEUE: usize = 1024;
/// How many can read at once.
const READERS: usize = 4;

/// Games in an SQLite file.
pub struct Sqlite {
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
    writer: Mutex<Option<std::thread::JoinHandle<()>>>,
    readers: Arc<Readers>,
}

struct Readers {
    path: PathBuf,
    free: Mutex<Vec<Connection>>,
    /// Held by whoever reads, so that closing waits for them.
    is_open: RwLock<bool>,
}

impl Sqlite {
    /// Opens the file in a folder, and makes both where they are missing.
    pub fn open(folder: &Path) -> Result<Self, StorageError> {
        make_folder(folder)
            .map_err(|error| StorageError::ReadOnly(format!("{}: {error}", folder.display())))?;
        let path = folder.join(FILE);
        if !path.exists() {
            make_file(&path)
                .map_err(|error| StorageError::ReadOnly(format!("{}: {error}", path.display())))?;
        }
        let connection = schema::open_writer(&path)?;
        let place = writer::Whereabouts::new(&path)?;
        let (jobs, queue) = mpsc::channel(QUEUE);
        let thread = std::thread::Builder::new().name("writer".into());
        let handle = thread
            .spawn(move || writer::run(connection, &place, queue))
            .map_err(|error| StorageError::Other(error.to_string()))?;
        let readers = Arc::new(Readers { path, free: Mutex::default(), is_open: RwLock::new(true) });
        Ok(Sqlite { jobs: Mutex::new(Some(jobs)), writer: Mutex::new(Some(handle)), readers })
    }

    async fn write(&self, task: Task) -> Result<(), StorageError> {
        let jobs = lock(&self.jobs).clone().ok_or(StorageError::Closed)?;
        let (done, told) = oneshot::channel();
        jobs.send(Job { task, done }).await.map_err(|_| StorageError::Closed)?;
        told.await.map_err(|_| StorageError::Closed)?
    }

    async fn remove(
        &self,
        what: Stale,
        since: Moment,
        now: Moment,
        most: u32,
    ) -> Result<Vec<String>, StorageError> {
        let query = format!(
            "SELECT game FROM standings WHERE {} AND updated_at < ?1
                AND game NOT IN (SELECT id FROM games WHERE set_aside IS NOT NULL) ORDER BY updated_at LIMIT ?2",
            what.column()
        );
        let games = self.read(move |connection| ids(connection, &query, [since, i64::from(most)])).await?;
        if !games.is_empty() {
            self.write(Task::Expire { games: games.clone(), what, since, now }).await?;
        }
        Ok(games)
    }

    async fn read<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&Connection) -> Result<T, StorageError> + Send + 'static,
    ) -> Result<T, StorageError> {
        let readers = self.readers.clone();
        let asked = tokio::task::spawn_blocking(move || {
            let is_open = readers.is_open.read().unwrap_or_else(PoisonError::into_inner);
            if !*is_open {
                return Err(StorageError::Closed);
            }
            let free = lock(&readers.free).pop();
            let connection = free.map_or_else(|| schema::open_reader(&readers.path), Ok)?;
            let answer = ask(&connection)?;
            let mut free = lock(&readers.free);
            if free.len() < READERS {
                free.push(connection);
            }
            Ok(answer)
        });
        asked.await.map_err(|error| StorageError::Other(error.to_string()))?
    }
}

impl Drop for Sqlite {
    fn drop(&mut self) {
        self.close();
    }
}

/// The write-ahead log of a database.
pub(crate) fn log_of(path: &Path) -> PathBuf {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    log.into()
}

/// Makes a folder that only its owner can look into: secrets of games are kept there.
pub(crate) fn make_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// Makes a new file that only its owner can read.
fn make_file(path: &Path) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.write(true).create_new(true).open(path).map(drop)
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes a copy of the database in a folder to a new file, whether or not a server is running.
pub fn backup(folder: &Path, copy: &Path) -> Result<(), StorageError> {
    let other = |error: std::io::Error| StorageError::Other(format!("{}: {error}", copy.display()));
    let path = folder.join(FILE);
    if !path.exists() {
        return Err(StorageError::Other(format!("{}: no such file; expected a data folder", path.display())));
    }
    // Whatever is there already isn't lost by mistake.
    if copy.exists() {
        return Err(StorageError::Other(format!(
            "{}: is there already; expected a new file",
            copy.display()
        )));
    }
    // Half a backup could be taken for a whole one: it has another name until it is whole.
    let mut part = copy.as_os_str().to_owned();
    part.push(".part");
    let part = Path::new(&part);
    let text = part.to_str().ok_or_else(|| StorageError::Other("the name of the copy isn't UTF-8".into()))?;
    make_file(part).map_err(other)?;
    let copied = schema::open_reader(&path).and_then(|source| {
        source.execute("VACUUM INTO ?1", [text])?;
        schema::check(&schema::open_reader(part)?)?;
        let synced = std::fs::File::open(part).and_then(|file| file.sync_all());
        synced.and_then(|()| std::fs::rename(part, copy)).map_err(other)
    });
    if copied.is_err() {
        // What can't be removed is named as what it is.
        let _ = std::fs::remove_file(part);
    }
    copied
}

fn bytes(blob: Vec<u8>, what: &str) -> Result<[u8; 32], StorageError> {
    blob.try_into().map_err(|_| StorageError::Damaged(format!("{what}: expected 32 bytes")))
}

fn read_json<T: serde::de::DeserializeOwned>(text: &str, what: &str) -> Result<T, StorageError> {
    serde_json::from_str(text).map_err(|error| StorageError::Damaged(format!("{what}: {error}")))
}

fn load(connection: &Connection, game: &str) -> Result<Option<Stored>, StorageError> {
    // One read transaction: the entries belong to the keys.
    let connection = connection.unchecked_transaction()?;
    let row = connection
        .prepare_cached(
            "SELECT terms, secret, seat_key, invitation, created_key, set_aside FROM games WHERE id = ?1",
        )?
        .query_row([game], |row| {
            let blobs: (Vec<u8>, Vec<u8>) = (row.get(1)?, row.get(2)?);
            let rest = (row.get::<_, Option<Vec<u8>>>(4)?, row.get::<_, Option<String>>(5)?);
            Ok((row.get::<_, String>(0)?, blobs, row.get(3)?, rest))
        })
        .optional()?;
    let Some((terms, (secret, seat_key), invitation, (created_key, set_aside))) = row else {
        return Ok(None);
    };
    if let Some(why) = set_aside {
        return Err(StorageError::SetAside(why));
    }
    let founding = Founding {
        terms: read_json(&terms, &format!("game {}: terms", tag(game)))?,
        secret: Secret::from_bytes(bytes(secret, "secret")?),
        seat_key: bytes(seat_key, "seat key")?,
        invitation,
        created_key: created_key.map(|key| bytes(key, "key")).transpose()?,
    };
    let keys = connection
        .prepare_cached("SELECT hash, host, guest FROM seat_keys WHERE game = ?1")?
        .query_map([game], |row| Ok((row.get::<_, Vec<u8>>(0)?, [row.get(1)?, row.get(2)?])))?
        .map(|row| row.map_err(StorageError::from))
        .map(|row| row.and_then(|(hash, seats)| Ok(SeatKey { hash: bytes(hash, "seat key")?, seats })))
        .collect::<Result<_, _>>()?;
    let mut entries = Vec::new();
    let mut query = connection
        .prepare_cached("SELECT version, order_key, kept FROM entries WHERE game = ?1 ORDER BY version")?;
    let rows = query.query_map([game], |row| {
        Ok((row.get::<_, i64>(0)?, row.get::<_, Option<String>>(1)?, row.get::<_, String>(2)?))
    })?;
    for row in rows {
        let (version, key, kept) = row?;
        let what = format!("game {}: entry {version}", tag(game));
        if version != entries.len() as i64 + 1 {
            return Err(StorageError::Damaged(format!("{what}: one before it is missing")));
        }
        entries.push((read_json(&kept, &what)?, key));
    }
    drop(query);
    Ok(Some(Stored { founding, keys, entries }))
}

fn ids(
    connection: &Connection,
    query: &str,
    values: impl rusqlite::Params,
) -> Result<Vec<String>, StorageError> {
    let mut query = connection.prepare_cached(query)?;
    let rows = query.query_map(values, |row| row.get(0))?;
    rows.map(|row| row.map_err(StorageError::from)).collect()
}

#[async_trait]
impl Storage for Sqlite {
    async fn commit(&self, writes: Vec<Write>) -> Result<(), StorageError> {
        self.write(Task::Commit(writes)).await
    }

    async fn load(&self, game: &str) -> Result<Option<Stored>, StorageError> {
        let game = game.to_string();
        self.read(move |connection| load(connection, &game)).await
    }

    async fn find_created(&self, key: [u8; 32]) -> Result<Option<String>, StorageError> {
        let query = "SELECT id FROM games WHERE created_key = ?1";
        self.read(move |connection| Ok(ids(connection, query, [key])?.pop())).await
    }

    async fn challenges(&self, since: Moment, most: u32) -> Result<Vec<Terms>, StorageError> {
        let query = "SELECT terms FROM standings JOIN games ON id = game
            WHERE open AND standings.updated_at >= ?1 AND set_aside IS NULL
            ORDER BY standings.updated_at DESC LIMIT ?2";
        self.read(move |connection| {
            let terms = ids(connection, query, [since, i64::from(most)])?;
            terms.iter().map(|terms| read_json(terms, "terms")).collect()
        })
        .await
    }

    async fn due(&self, now: Moment, most: u32) -> Result<Vec<String>, StorageError> {
        let query = "SELECT game FROM standings WHERE deadline IS NOT NULL AND deadline < ?1
            AND game NOT IN (SELECT id FROM games WHERE set_aside IS NOT NULL) ORDER BY deadline LIMIT ?2";
        self.read(move |connection| ids(connection, query, [now, i64::from(most)])).await
    }

    async fn engine_games(&self) -> Result<Vec<String>, StorageError> {
        let query = "SELECT game FROM standings WHERE engine
            AND game NOT IN (SELECT id FROM games WHERE set_aside IS NOT NULL)";
        self.read(|connection| ids(connection, query, [])).await
    }

    async fn expire(&self, since: Moment, now: Moment, most: u32) -> Result<Vec<String>, StorageError> {
        self.remove(Stale::Unplayed, since, now, most).await
    }

    async fn retire(&self, since: Moment, now: Moment, most: u32) -> Result<Vec<String>, StorageError> {
        self.remove(Stale::Finished, since, now, most).await
    }

    async fn has_expired(&self, game: &str) -> Result<bool, StorageError> {
        let (query, game) = ("SELECT id FROM expired WHERE id = ?1", game.to_string());
        self.read(move |connection| Ok(!ids(connection, query, [game])?.is_empty())).await
    }

    async fn set_aside(&self, game: &str, why: &str) -> Result<(), StorageError> {
        self.write(Task::SetAside { game: game.into(), why: why.into() }).await
    }

    async fn alive(&self) -> Result<Option<Moment>, StorageError> {
        self.read(|connection| {
            Ok(connection.query_row("SELECT at FROM alive", [], |row| row.get(0)).optional()?)
        })
        .await
    }

    async fn note_alive(&self, now: Moment) -> Result<(), StorageError> {
        self.write(Task::Alive(now)).await
    }

    async fn downtimes(&self) -> Result<Vec<Downtime>, StorageError> {
        self.read(|connection| {
            let mut query = connection.prepare("SELECT down_at, up_at FROM downtimes ORDER BY up_at")?;
            let rows =
                query.query_map([], |row| Ok(Downtime { down_at: row.get(0)?, up_at: row.get(1)? }))?;
            rows.map(|row| row.map_err(StorageError::from)).collect()
        })
        .await
    }

    async fn note_downtime(&self, downtime: Downtime) -> Result<(), StorageError> {
        self.write(Task::Down(downtime)).await
    }

    fn close(&self) {
        // The last one out folds the write-ahead log into the database, and that has to be the writer.
        *self.readers.is_open.write().unwrap_or_else(PoisonError::into_inner) = false;
        lock(&self.readers.free).clear();
        lock(&self.jobs).take();
        if let Some(writer) = lock(&self.writer).take() {
            // A writer that panicked has nothing more to write.
            let _ = writer.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn closing_waits_for_those_who_read_and_folds_the_log() {
        let folder = tempfile::tempdir().unwrap();
        let storage = Arc::new(Sqlite::open(folder.path()).unwrap());
        let (begun, has_begun) = oneshot::channel();
        let (end, may_end) = std::sync::mpsc::channel();
        let reading = tokio::spawn({
            let storage = storage.clone();
            async move {
                let ask = move |connection: &Connection| {
                    begun.send(()).unwrap();
                    may_end.recv().unwrap();
                    ids(connection, "SELECT id FROM games", [])
                };
                storage.read(ask).await
            }
        });
        has_begun.await.unwrap();
        let closing = tokio::task::spawn_blocking({
            let storage = storage.clone();
            move || storage.close()
        });
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        assert!(!closing.is_finished(), "somebody is still reading");
        end.send(()).unwrap();
        closing.await.unwrap();
        assert_eq!(reading.await.unwrap().unwrap(), Vec::<String>::new());
        assert!(!folder.path().join("damier.sqlite-wal").exists(), "the log is folded into the database");
        assert!(matches!(storage.engine_games().await, Err(StorageError::Closed)));
    }
}
