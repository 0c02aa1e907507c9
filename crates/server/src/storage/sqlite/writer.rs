//! The one writer: a thread that does whatever waits in one transaction, so that many games share one wait for
//! the disk.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, Transaction, TransactionBehavior, params};
use tokio::sync::{mpsc, oneshot};

use crate::storage::{SeatKey, Standing, StorageError, Write};

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
        since: i64,
        now: i64,
    },
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

/// Does all jobs in one transaction. One that fails by itself is undone and leaves the others alone; if the
/// transaction fails, nothing was done.
fn write(connection: &mut Connection, batch: &[Job]) -> Result<Vec<Result<(), StorageError>>, StorageError> {
    let mut transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut results = Vec::with_capacity(batch.len());
    for job in batch {
        let savepoint = transaction.savepoint()?;
        let result = match &job.task {
            Task::Commit(writes) => writes.iter().try_for_each(|one| write_one(&savepoint, one)),
            Task::Alive(at) => note_alive(&savepoint, *at),
            Task::Expire { games, since, now } => expire(&savepoint, games, *since, *now),
        };
        match &result {
            Ok(()) => savepoint.commit()?,
            // A fault of the whole database isn't one of this job.
            Err(StorageError::Conflict(_)) => savepoint.finish()?,
            Err(error) => return Err(copy(error)),
        }
        results.push(result);
    }
    transaction.commit()?;
    Ok(results)
}

fn note_alive(connection: &Connection, at: i64) -> Result<(), StorageError> {
    connection
        .prepare_cached("INSERT INTO alive VALUES (1, ?1) ON CONFLICT DO UPDATE SET at = max(at, ?1)")?
        .execute([at])?;
    Ok(())
}

/// Removes games of which nothing has come. Whoever is about to do something in one of them finds out by his next
/// entry, which needs its game.
fn expire(connection: &Connection, games: &[String], since: i64, now: i64) -> Result<(), StorageError> {
    for game in games {
        let is_idle = "SELECT 1 FROM games WHERE id = ?1 AND unplayed AND updated_at < ?2";
        if !connection.prepare_cached(is_idle)?.exists(params![game, since])? {
            continue;
        }
        for removal in [
            "DELETE FROM entries WHERE game = ?1",
            "DELETE FROM seat_keys WHERE game = ?1",
            "DELETE FROM games WHERE id = ?1",
        ] {
            connection.prepare_cached(removal)?.execute([game])?;
        }
        connection.prepare_cached("INSERT INTO expired VALUES (?1, ?2)")?.execute(params![game, now])?;
    }
    connection.prepare_cached("DELETE FROM expired WHERE at < ?1")?.execute([since])?;
    Ok(())
}

/// Notes for how long no server was running, and moves what was due meanwhile.
pub(super) fn note_downtime(connection: &mut Connection, now: i64) -> Result<(), StorageError> {
    let transaction: Transaction<'_> =
        connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let alive = transaction.query_row("SELECT at FROM alive", [], |row| row.get::<_, i64>(0));
    match alive {
        Ok(alive) if alive < now => {
            transaction.execute("INSERT INTO downtimes VALUES (?1, ?2)", [alive, now])?;
            transaction.execute(
                "UPDATE games SET deadline = deadline + ?1 WHERE deadline IS NOT NULL",
                [now - alive],
            )?;
        }
        Ok(_) | Err(rusqlite::Error::QueryReturnedNoRows) => {}
        Err(error) => return Err(error.into()),
    }
    note_alive(&transaction, now)?;
    Ok(transaction.commit()?)
}

fn write_one(connection: &Connection, write: &Write) -> Result<(), StorageError> {
    let json = |error: serde_json::Error| StorageError::Other(error.to_string());
    match write {
        Write::Found { founding, keys, standing } => {
            let id = &founding.terms.id;
            let inserted = connection
                .prepare_cached(
                    "INSERT INTO games (id, terms, secret, seat_key, invitation, created_key, created_at,
                        updated_at, over, open, deadline, engine, unplayed)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
                )?
                .execute(params![
                    id,
                    serde_json::to_string(&founding.terms).map_err(json)?,
                    founding.secret.bytes(),
                    founding.seat_key,
                    founding.invitation,
                    founding.created_key,
                    founding.terms.created_at,
                    standing.updated_at,
                    standing.over,
                    standing.open,
                    standing.deadline,
                    standing.engine,
                    standing.unplayed,
                ]);
            inserted.map_err(|error| conflict(error, id))?;
            write_keys(connection, id, keys)
        }
        Write::Append { game, after, entries, keys, standing } => {
            for ((kept, key), version) in entries.iter().zip(*after as i64 + 1..) {
                let kept = serde_json::to_string(kept).map_err(json)?;
                let inserted = connection
                    .prepare_cached(
                        "INSERT INTO entries (game, version, order_key, kept) VALUES (?1, ?2, ?3, ?4)",
                    )?
                    .execute(params![game, version, key, kept]);
                inserted.map_err(|error| conflict(error, game))?;
            }
            write_keys(connection, game, keys)?;
            write_standing(connection, game, *standing)
        }
    }
}

fn write_keys(connection: &Connection, game: &str, keys: &[SeatKey]) -> Result<(), StorageError> {
    for key in keys {
        let [host, guest] = key.seats;
        let inserted = connection
            .prepare_cached("INSERT INTO seat_keys (game, hash, host, guest) VALUES (?1, ?2, ?3, ?4)")?
            .execute(params![game, key.hash, host, guest]);
        inserted.map_err(|error| conflict(error, game))?;
    }
    Ok(())
}

fn write_standing(connection: &Connection, game: &str, standing: Standing) -> Result<(), StorageError> {
    let Standing { over, open, deadline, engine, unplayed, updated_at } = standing;
    connection
        .prepare_cached(
            "UPDATE games SET over = ?2, open = ?3, deadline = ?4, engine = ?5, unplayed = ?6, updated_at = ?7
             WHERE id = ?1",
        )?
        .execute(params![game, over, open, deadline, engine, unplayed, updated_at])?;
    Ok(())
}

/// A row that is there already was written by somebody else.
fn conflict(error: rusqlite::Error, game: &str) -> StorageError {
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::ConstraintViolation) => StorageError::Conflict(game.into()),
        _ => error.into(),
    }
}
