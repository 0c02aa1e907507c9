//! What whoever runs a server does with its games, in the data folder: looking at them, setting them aside and taking
//! them back, and removing games and names.
//!
//! Looking is always possible. Whatever changes something needs the folder for itself, so that no server has a game in
//! memory that is another one on disk.

use std::fs::File;
use std::path::Path;

use damier_arena::clock::Moment;
use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};
use serde::Serialize;
use serde_json::Value;

use super::{FILE, schema, writer};
use crate::secrets::tag;
use crate::serve::StartError;
use crate::storage::StorageError;

/// A game as an operator sees it. Of one that can't be read it has whatever can.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameRow {
    /// Its id, with which one can watch.
    pub id: String,
    /// What the log calls it.
    pub tag: String,
    /// The id of the game in the catalogue.
    pub game: Option<String>,
    /// The host's name.
    pub host: Option<String>,
    /// The guest's name.
    pub guest: Option<String>,
    /// When it was made, in milliseconds since 1970.
    pub created_at: Option<Moment>,
    /// When something last happened.
    pub updated_at: Moment,
    /// How much has happened.
    pub version: u64,
    /// Whether it is over.
    pub over: bool,
    /// Why it was set aside, if it was.
    pub set_aside: Option<String>,
}

/// Which games are listed, the latest first.
#[derive(Clone, Default, Debug)]
pub struct Wanted {
    /// Only those that are set aside.
    pub set_aside: bool,
    /// Only those in which somebody has this name.
    pub name: Option<String>,
    /// So many at most.
    pub most: usize,
}

/// Games with the names of who plays. JSON that is damaged says nothing.
const ROWS: &str = "SELECT id, iif(json_valid(terms), terms, '{}'), updated_at, version, over, set_aside,
        (SELECT json_extract(kept, '$.what.name') FROM entries
          WHERE entries.game = id AND json_valid(kept) AND json_extract(kept, '$.what.type') = 'sat' LIMIT 1)
   FROM games JOIN standings ON standings.game = id";

fn row(row: &rusqlite::Row<'_>) -> rusqlite::Result<GameRow> {
    let id: String = row.get(0)?;
    let terms: Value = serde_json::from_str(&row.get::<_, String>(1)?).unwrap_or_default();
    let text = |name: &str| terms[name].as_str().map(String::from);
    Ok(GameRow {
        tag: tag(&id),
        game: text("game"),
        host: text("host"),
        guest: row.get::<_, Option<String>>(6)?.or_else(|| text("guest")),
        created_at: terms["created_at"].as_i64(),
        updated_at: row.get(2)?,
        version: row.get(3)?,
        over: row.get(4)?,
        set_aside: row.get(5)?,
        id,
    })
}

/// The database of a data folder in the hands of an operator.
pub struct Admin {
    connection: Connection,
    /// Held as long as something may be changed.
    _lock: Option<File>,
}

impl Admin {
    /// To look at games, whether a server is running or not.
    pub fn look(folder: &Path) -> Result<Self, StorageError> {
        let connection = schema::open_reader(&existing(folder)?)?;
        schema::check_format(&connection)?;
        Ok(Admin { connection, _lock: None })
    }

    /// To change something, while no server is running.
    pub fn change(folder: &Path) -> Result<Self, StorageError> {
        let path = existing(folder)?;
        let lock = crate::serve::lock(folder).map_err(|error| match error {
            StartError::Locked(folder) => {
                let folder = folder.display();
                StorageError::Other(format!("{folder}: a server is using it; expected one that is stopped"))
            }
            other => StorageError::Other(other.to_string()),
        })?;
        let connection = schema::open_writer(&path)?;
        Ok(Admin { connection, _lock: Some(lock) })
    }

    /// Games, the latest first.
    pub fn games(&self, wanted: &Wanted) -> Result<Vec<GameRow>, StorageError> {
        let only = if wanted.set_aside { " WHERE set_aside IS NOT NULL" } else { "" };
        let mut query = self.connection.prepare(&format!("{ROWS}{only} ORDER BY updated_at DESC, id"))?;
        let has_name = |row: &GameRow| {
            let names = [&row.host, &row.guest];
            wanted.name.as_ref().is_none_or(|name| names.into_iter().flatten().any(|one| one == name))
        };
        let mut found = Vec::new();
        for row in query.query_map([], row)? {
            let row = row?;
            if found.len() == wanted.most {
                break;
            }
            if has_name(&row) {
                found.push(row);
            }
        }
        Ok(found)
    }

    /// The game with this id or tag.
    pub fn find(&self, name: &str) -> Result<GameRow, StorageError> {
        let unknown = || StorageError::Other(format!("game \"{name}\": unknown; expected an id or a tag"));
        let mut ids = self.connection.prepare("SELECT id FROM games")?;
        let ids = ids.query_map([], |row| row.get::<_, String>(0))?;
        let mut found = ids.filter(|id| id.as_ref().map_or(true, |id| id == name || tag(id) == name));
        let id = found.next().ok_or_else(unknown)??;
        let found = self.connection.query_row(&format!("{ROWS} WHERE id = ?1"), [id], row);
        found.optional()?.ok_or_else(unknown)
    }

    /// Whatever happened in a game, as it is kept.
    pub fn entries(&self, id: &str) -> Result<Vec<String>, StorageError> {
        super::ids(&self.connection, "SELECT kept FROM entries WHERE game = ?1 ORDER BY version", [id])
    }

    /// Sets a game aside, or takes it back where no reason is given.
    pub fn set_aside(&mut self, id: &str, why: Option<&str>) -> Result<(), StorageError> {
        self.connection.execute("UPDATE games SET set_aside = ?2 WHERE id = ?1", params![id, why])?;
        Ok(())
    }

    /// Removes these games and everything that is known of them.
    pub fn delete(&mut self, ids: &[String]) -> Result<(), StorageError> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for id in ids {
            writer::remove(&transaction, id)?;
            transaction.execute("DELETE FROM expired WHERE id = ?1", [id])?;
        }
        transaction.commit()?;
        self.rewrite()
    }

    /// The games that were over before a moment.
    pub fn finished_before(&self, moment: Moment) -> Result<Vec<String>, StorageError> {
        super::ids(&self.connection, "SELECT game FROM standings WHERE over AND updated_at < ?1", [moment])
    }

    /// Removes a name from all games; from how many. Whoever had it has none.
    pub fn forget_name(&mut self, name: &str) -> Result<usize, StorageError> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut games = std::collections::BTreeSet::new();
        for place in ["$.host", "$.guest"] {
            let mut forget = transaction.prepare(
                "UPDATE games SET terms = json_set(terms, ?1, '')
                  WHERE json_valid(terms) AND json_extract(terms, ?1) = ?2 RETURNING id",
            )?;
            for id in forget.query_map([place, name], |row| row.get::<_, String>(0))? {
                games.insert(id?);
            }
        }
        let mut forget = transaction.prepare(
            "UPDATE entries SET kept = json_set(kept, '$.what.name', '')
              WHERE json_valid(kept) AND json_extract(kept, '$.what.type') = 'sat'
                AND json_extract(kept, '$.what.name') = ?1 RETURNING game",
        )?;
        for id in forget.query_map([name], |row| row.get::<_, String>(0))? {
            games.insert(id?);
        }
        drop(forget);
        transaction.commit()?;
        self.rewrite()?;
        Ok(games.len())
    }

    /// Writes the whole file anew. Otherwise what was removed would stay in it, where there is room for something else,
    /// and in the write-ahead log.
    fn rewrite(&self) -> Result<(), StorageError> {
        self.connection.execute_batch("VACUUM")?;
        Ok(self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?)
    }
}

fn existing(folder: &Path) -> Result<std::path::PathBuf, StorageError> {
    let path = folder.join(FILE);
    if path.exists() {
        return Ok(path);
    }
    Err(StorageError::Other(format!("{}: no such file; expected a data folder", path.display())))
}
