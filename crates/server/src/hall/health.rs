//! Whether the hall does what it is there for: whether clocks are looked after, the engine gets on, and games can be kept.

use std::time::Duration;

use super::Hall;
use crate::fault::Fault;

/// How long nobody may have looked after clocks.
const LONGEST_ROUND: Duration = Duration::from_secs(10);
/// How long a lane may take up nothing new though something waits. No thought takes a tenth of it.
const LONGEST_THOUGHT: Duration = Duration::from_secs(30);
/// How long writing may take.
const LONGEST_WRITE: Duration = Duration::from_secs(10);

impl Hall {
    /// Whether everything gets on. What is stuck stays so until the program is started again.
    pub(crate) fn check_stuck(&self) -> Result<(), Fault> {
        if self.metrics.rounds.elapsed() > LONGEST_ROUND {
            return Err(Fault::Stuck("clocks"));
        }
        self.metrics.stuck_lane(LONGEST_THOUGHT).map_or(Ok(()), |lane| Err(Fault::Stuck(lane)))
    }

    /// Whether games can be kept, and soon.
    pub(crate) async fn check_storage(&self) -> Result<(), Fault> {
        self.check_writer(LONGEST_WRITE).await
    }

    pub(super) async fn check_writer(&self, longest: Duration) -> Result<(), Fault> {
        let kept = tokio::time::timeout(longest, self.storage.note_alive(self.now()));
        Ok(kept.await.map_err(|_| Fault::Stuck("writer"))??)
    }

    /// What is stuck, if anything. That nothing can be written, as on a full disk, is told to those who play and will be
    /// over one day; that writing has no end is not.
    pub(crate) async fn stuck(&self) -> Option<&'static str> {
        let checked = self.check_stuck().and(self.check_storage().await);
        match checked {
            Err(Fault::Stuck(what)) => Some(what),
            _ => None,
        }
    }
}
