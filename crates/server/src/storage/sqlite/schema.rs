//! Opening a database file: settings, migrations from the first format on, and what can be wrong with it.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::storage::StorageError;

/// The steps from each format to the next; the first makes the tables.
const MIGRATIONS: &[&str] = &[
    include_str!("migrations/0001.sql"),
    include_str!("migrations/0002.sql"),
    include_str!("migrations/0003.sql"),
    include_str!("migrations/0004.sql"),
];

/// Pages of the log after which they are folded into the database: pages that change often are folded once.
const CHECKPOINT: i64 = 4_000;
/// The writer's memory for pages, in KiB.
const CACHE: i64 = 32 * 1024;
/// How long to wait for another process, such as a backup.
const PATIENCE: Duration = Duration::from_secs(10);

impl From<rusqlite::Error> for StorageError {
    fn from(error: rusqlite::Error) -> Self {
        let text = error.to_string();
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => StorageError::Full(text),
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                StorageError::ReadOnly(text)
            }
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => StorageError::Damaged(text),
            _ => StorageError::Other(text),
        }
    }
}

/// Opens the file for writing, makes or updates its tables, and checks that it isn't damaged.
pub(super) fn open_writer(path: &Path) -> Result<Connection, StorageError> {
    let mut connection = Connection::open(path)?;
    connection.busy_timeout(PATIENCE)?;
    let mode: String = connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0))?;
    if mode != "wal" {
        return Err(StorageError::Other(format!("no write-ahead log in {}: {mode}", path.display())));
    }
    // An action is acknowledged only after it is on disk: each commit waits for it.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "wal_autocheckpoint", CHECKPOINT)?;
    // What a transaction has changed stays in memory until it is written once, into the log.
    connection.pragma_update(None, "cache_size", -CACHE)?;
    connection.pragma_update(None, "cache_spill", false)?;
    check(&connection)?;
    // Tables are made anew by migrations, and games with gaps from earlier versions are kept as they are.
    connection.pragma_update(None, "foreign_keys", false)?;
    migrate(&mut connection)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(connection)
}

/// Opens the file for reading.
pub(super) fn open_reader(path: &Path) -> Result<Connection, StorageError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    Ok(connection)
}

/// Whether the file is as this program writes it.
pub(super) fn check_format(connection: &Connection) -> Result<(), StorageError> {
    let found: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let known = MIGRATIONS.len() as i64;
    match found.cmp(&known) {
        std::cmp::Ordering::Equal => Ok(()),
        std::cmp::Ordering::Greater => Err(StorageError::TooNew { found, known }),
        std::cmp::Ordering::Less => Err(StorageError::Other(format!(
            "written by an earlier version of the program (format {found}); expected format {known}: start the server once"
        ))),
    }
}

/// Whether every page of the file makes sense.
pub(super) fn check(connection: &Connection) -> Result<(), StorageError> {
    let found: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if found == "ok" { Ok(()) } else { Err(StorageError::Damaged(found)) }
}

fn migrate(connection: &mut Connection) -> Result<(), StorageError> {
    let transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let found: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let known = MIGRATIONS.len() as i64;
    if !(0..=known).contains(&found) {
        return Err(StorageError::TooNew { found, known });
    }
    for step in &MIGRATIONS[found as usize..] {
        transaction.execute_batch(step)?;
    }
    if found != known {
        tracing::info!(found, known, "the format of the database is updated");
        transaction.pragma_update(None, "user_version", known)?;
    }
    Ok(transaction.commit()?)
}
