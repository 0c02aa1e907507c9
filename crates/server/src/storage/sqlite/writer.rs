//! The one writer: a thread that does whatever waits in one transaction, so that many games share one wait for
//! the disk.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, Transaction, TransactionBehavior, params};
use tokio::sync::{mpsc, oneshot};

use crate::storage::{Downtime, SeatKey, Standing, StorageError, Write};

/// The most jobs of one transaction.
const MOST_AT_ONCE: usize = 512;

/// Something to write, and whom to tell when it is on disk.
pub(super) struct Job {
    pub(super) task: Task,
    pub(super) done: oneshot::Sender<Result<(), StorageError>>,
}

pub(super) enum Task {
    Commit(Vec<Write>),
    Alive(i64),
    /// Removes these games if nothing has happened in them since a moment, and notes when.
    Expire {
        games: Vec<String>,
        what: Stale,
        since: i64,
        now: i64,
    },
    SetAside {
        game: String,
        why: String,
    },
    Down(Downtime),
}

/// Which games go with time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stale {
    /// Those of which nothing has come.
    Unplayed,
    /// Those that are over.
    Finished,
}

impl Stale {
    /// The column that says so.
    pub(super) const fn column(self) -> &'static str {
        match self {
            Stale::Unplayed => "unplayed",
            Stale::Finished => "over",
        }
    }
}

/// The file by its name. Once it has another one, or none, the database lives on without one, and whatever is
/// written there is lost with the last one to close it.
pub(super) struct Whereabouts {
    path: PathBuf,
    identity: Identity,
}

#[cfg(unix)]
type Identity = (u64, u64);
/// Elsewhere a file that is open can't be removed.
#[cfg(not(unix))]
type Identity = ();

impl Whereabouts {
    pub(super) fn new(path: &Path) -> Result<Self, StorageError> {
        Ok(Whereabouts { path: path.into(), identity: identity(path)? })
    }

    fn check(&self) -> Result<(), StorageError> {
        let gone = || StorageError::ReadOnly(format!("{}: moved or removed", self.path.display()));
        if identity(&self.path)? == self.identity { Ok(()) } else { Err(gone()) }
    }
}

fn identity(path: &Path) -> Result<Identity, StorageError> {
    let found = std::fs::metadata(path);
    let found = found.map_err(|error| StorageError::ReadOnly(format!("{}: {error}", path.display())))?;
    #[cfg(unix)]
    return Ok((std::os::unix::fs::MetadataExt::dev(&found), std::os::unix::fs::MetadataExt::ino(&found)));
    #[cfg(not(unix))]
    return Ok(drop(found));
}

/// Writes until nobody can send any more.
pub(super) fn run(mut connection: Connection, place: &Whereabouts, mut jobs: mpsc::Receiver<Job>) {
    let mut batch = Vec::new();
    while let Some(first) = jobs.blocking_recv() {
        batch.push(first);
        while batch.len() < MOST_AT_ONCE {
            match jobs.try_recv() {
                Ok(job) => batch.push(job),
                Err(_) => break,
            }
        }
        let results = place.check().and_then(|()| write(&mut connection, &batch));
        match results {
            Ok(results) => {
                for (job, result) in batch.drain(..).zip(results) {
                    // Whoever asked may have gone.
                    let _ = job.done.send(result);
                }
            }
            Err(error) => {
                tracing::error!(%error, jobs = batch.len(), "nothing could be written");
                for job in batch.drain(..) {
                    let _ = job.done.send(Err(copy(&error)));
                }
            }
        }
    }
    let folded = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
    if let Err(error) = folded {
        tracing::warn!(%error, "the write-ahead log stays for the next start");
    }
}

/// The same error for everybody in the transaction.
fn copy(error: &StorageError) -> StorageError {
    match error {
        StorageError::Full(text) => StorageError::Full(text.clone()),
        StorageError::ReadOnly(text) => StorageError::ReadOnly(text.clone()),
        StorageError::Damaged(text) => StorageError::Damaged(text.clone()),
        StorageError::Other(text) => StorageError::Other(text.clone()),
        other => StorageError::Other(other.to_string()),
    }
}

/// Does all jobs in one transaction. One that another writer was faster than is left out before it has changed
/// anything; whatever else goes wrong is a fault of the whole database, and nothing was done.
fn write(connection: &mut Connection, batch: &[Job]) -> Result<Vec<Result<(), StorageError>>, StorageError> {
    let mut transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut results = Vec::with_capacity(batch.len());
    for job in batch {
        let result = match &job.task {
            Task::Commit(writes) => commit(&mut transaction, writes),
            Task::Alive(at) => note_alive(&transaction, *at),
            Task::Expire { games, what, since, now } => expire(&transaction, games, *what, *since, *now),
            Task::SetAside { game, why } => set_aside(&transaction, game, why),
            Task::Down(downtime) => note_downtime(&transaction, *downtime),
        };
        if !matches!(result, Ok(()) | Err(StorageError::Conflict(_))) {
            result?;
        } else {
            results.push(result);
        }
    }
    transaction.commit()?;
    Ok(results)
}

/// Does all of these or none.
fn commit(transaction: &mut Transaction<'_>, writes: &[Write]) -> Result<(), StorageError> {
    match writes {
        // One alone finds out that it comes too late before it has changed anything.
        [write] => write_one(transaction, write),
        several => {
            let savepoint = transaction.savepoint()?;
            several.iter().try_for_each(|write| write_one(&savepoint, write))?;
            Ok(savepoint.commit()?)
        }
    }
}

/// Whether nobody has written yet what this is going to write.
fn check(connection: &Connection, write: &Write) -> Result<(), StorageError> {
    let (game, is_next) = match write {
        Write::Found { founding, .. } => {
            let id = &founding.terms.id;
            let taken = "SELECT 1 FROM games WHERE id = ?1 OR created_key = ?2";
            let is_taken = connection.prepare_cached(taken)?.exists(params![id, founding.created_key])?;
            (id, !is_taken)
        }
        Write::Append { game, after, entries, .. } => {
            let is_there = "SELECT 1 FROM standings WHERE game = ?1 AND version = ?2";
            let mut is_next = connection.prepare_cached(is_there)?.exists(params![game, *after as i64])?;
            for key in entries.iter().filter_map(|(_, key)| key.as_ref()) {
                let is_done = "SELECT 1 FROM entries WHERE game = ?1 AND order_key = ?2";
                is_next &= !connection.prepare_cached(is_done)?.exists([game, key])?;
            }
            (game, is_next)
        }
    };
    if is_next { Ok(()) } else { Err(StorageError::Conflict(game.clone())) }
}

fn note_alive(connection: &Connection, at: i64) -> Result<(), StorageError> {
    connection
        .prepare_cached("INSERT INTO alive VALUES (1, ?1) ON CONFLICT DO UPDATE SET at = max(at, ?1)")?
        .execute([at])?;
    Ok(())
}

/// Removes games of which nothing has come, or that have been over for long. Whoever is about to do something in one of
/// them finds out by his next entry, which needs its game.
fn expire(
    connection: &Connection,
    games: &[String],
    what: Stale,
    since: i64,
    now: i64,
) -> Result<(), StorageError> {
    let is_idle =
        format!("SELECT 1 FROM standings WHERE game = ?1 AND {} AND updated_at < ?2", what.column());
    for game in games {
        if !connection.prepare_cached(&is_idle)?.exists(params![game, since])? {
            continue;
        }
        remove(connection, game)?;
        connection.prepare_cached("INSERT INTO expired VALUES (?1, ?2)")?.execute(params![game, now])?;
    }
    if what == Stale::Unplayed {
        connection.prepare_cached("DELETE FROM expired WHERE at < ?1")?.execute([since])?;
    }
    Ok(())
}

/// Removes a game.
pub(super) fn remove(connection: &Connection, game: &str) -> Result<(), StorageError> {
    for removal in [
        "DELETE FROM entries WHERE game = ?1",
        "DELETE FROM seat_keys WHERE game = ?1",
        "DELETE FROM standings WHERE game = ?1",
        "DELETE FROM games WHERE id = ?1",
    ] {
        connection.prepare_cached(removal)?.execute([game])?;
    }
    Ok(())
}

/// Keeps a downtime, and moves what was due after it began.
fn note_downtime(connection: &Connection, downtime: Downtime) -> Result<(), StorageError> {
    let Downtime { down_at, up_at } = downtime;
    connection.execute("INSERT INTO downtimes VALUES (?1, ?2)", [down_at, up_at])?;
    let moved = "UPDATE standings SET deadline = deadline + ?1 WHERE deadline IS NOT NULL";
    connection.execute(moved, [up_at - down_at])?;
    note_alive(connection, up_at)
}

fn set_aside(connection: &Connection, game: &str, why: &str) -> Result<(), StorageError> {
    connection.execute("UPDATE games SET set_aside = ?2 WHERE id = ?1", [game, why])?;
    Ok(())
}

fn write_one(connection: &Connection, write: &Write) -> Result<(), StorageError> {
    let json = |error: serde_json::Error| StorageError::Other(error.to_string());
    check(connection, write)?;
    match write {
        Write::Found { founding, keys, standing } => {
            let id = &founding.terms.id;
            connection
                .prepare_cached(
                    "INSERT INTO games (id, terms, secret, seat_key, invitation, created_key)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                )?
                .execute(params![
                    id,
                    serde_json::to_string(&founding.terms).map_err(json)?,
                    founding.secret.bytes(),
                    founding.seat_key,
                    founding.invitation,
                    founding.created_key,
                ])?;
            let Standing { over, open, deadline, engine, unplayed, updated_at } = *standing;
            connection
                .prepare_cached(
                    "INSERT INTO standings (game, version, over, open, deadline, engine, unplayed, updated_at)
                     VALUES (?1, 0, ?2, ?3, ?4, ?5, ?6, ?7)",
                )?
                .execute(params![id, over, open, deadline, engine, unplayed, updated_at])?;
            write_keys(connection, id, keys)
        }
        Write::Append { game, after, entries, keys, standing } => {
            let mut version = *after as i64;
            for (kept, key) in entries {
                version += 1;
                let kept = serde_json::to_string(kept).map_err(json)?;
                connection
                    .prepare_cached(
                        "INSERT INTO entries (game, version, order_key, kept) VALUES (?1, ?2, ?3, ?4)",
                    )?
                    .execute(params![game, version, key, kept])?;
            }
            write_keys(connection, game, keys)?;
            let Standing { over, open, deadline, engine, unplayed, updated_at } = *standing;
            connection
                .prepare_cached(
                    "UPDATE standings SET version = ?2, over = ?3, open = ?4, deadline = ?5, engine = ?6,
                        unplayed = ?7, updated_at = ?8 WHERE game = ?1",
                )?
                .execute(params![game, version, over, open, deadline, engine, unplayed, updated_at])?;
            Ok(())
        }
    }
}

fn write_keys(connection: &Connection, game: &str, keys: &[SeatKey]) -> Result<(), StorageError> {
    for key in keys {
        let [host, guest] = key.seats;
        connection
            .prepare_cached("INSERT INTO seat_keys (game, hash, host, guest) VALUES (?1, ?2, ?3, ?4)")?
            .execute(params![game, key.hash, host, guest])?;
    }
    Ok(())
}
