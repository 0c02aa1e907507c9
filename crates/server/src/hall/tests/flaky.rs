//! A storage that fails, or is slow, as a test wants it.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use damier_arena::clock::Moment;
use damier_arena::sitting::Terms;

use crate::storage::{Downtime, Sqlite, Storage, StorageError, Stored, Write};

pub(super) const FINE: u8 = 0;
/// Nothing is written.
pub(super) const FAILS: u8 = 1;
/// It is written, but the answer is lost.
pub(super) const FAILS_AFTERWARDS: u8 = 2;

/// A real database behind a disk that isn't well.
pub(super) struct Flaky {
    pub(super) inner: Sqlite,
    mood: AtomicU8,
    /// How long a write takes before and after it is done, in milliseconds.
    slow: AtomicU64,
}

impl Flaky {
    pub(super) fn new(inner: Sqlite) -> Self {
        Flaky { inner, mood: AtomicU8::new(FINE), slow: AtomicU64::new(0) }
    }

    pub(super) fn set(&self, mood: u8, slow: u64) {
        self.mood.store(mood, Ordering::SeqCst);
        self.slow.store(slow, Ordering::SeqCst);
    }

    async fn wait(&self) {
        let slow = self.slow.load(Ordering::SeqCst);
        if slow > 0 {
            tokio::time::sleep(Duration::from_millis(slow)).await;
        }
    }
}

#[async_trait]
impl Storage for Flaky {
    async fn commit(&self, writes: Vec<Write>) -> Result<(), StorageError> {
        let full = || Err(StorageError::Full("as the test wants it".into()));
        let mood = self.mood.load(Ordering::SeqCst);
        self.wait().await;
        if mood == FAILS {
            return full();
        }
        let done = self.inner.commit(writes).await;
        self.wait().await;
        if mood == FAILS_AFTERWARDS { full() } else { done }
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
    async fn retire(&self, since: Moment, now: Moment, most: u32) -> Result<Vec<String>, StorageError> {
        self.inner.retire(since, now, most).await
    }
    async fn has_expired(&self, game: &str) -> Result<bool, StorageError> {
        self.inner.has_expired(game).await
    }
    async fn set_aside(&self, game: &str, why: &str) -> Result<(), StorageError> {
        self.inner.set_aside(game, why).await
    }
    async fn alive(&self) -> Result<Option<Moment>, StorageError> {
        self.inner.alive().await
    }
    async fn note_alive(&self, now: Moment) -> Result<(), StorageError> {
        self.wait().await;
        match self.mood.load(Ordering::SeqCst) {
            FINE => self.inner.note_alive(now).await,
            _ => Err(StorageError::Full("as the test wants it".into())),
        }
    }
    async fn downtimes(&self) -> Result<Vec<Downtime>, StorageError> {
        self.inner.downtimes().await
    }
    async fn note_downtime(&self, downtime: Downtime) -> Result<(), StorageError> {
        self.inner.note_downtime(downtime).await
    }
    fn close(&self) {
        self.inner.close();
    }
}
