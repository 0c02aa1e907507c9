//! Judging what a table is told: every version once and in order, every order answered once.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::site::Trouble;
use super::table::Table;
use super::tally::Fault;
use super::wire::{Done, Fields, Heard, LIMITED, NotDone, Problem};

/// How long to wait before an order is sent again that could not be kept.
const PAUSE: Duration = Duration::from_millis(200);

impl Table {
    /// Takes in a message.
    pub(super) async fn take(&mut self, nth: usize, text: &str) -> Result<(), Trouble> {
        let heard: Heard<'_> = serde_json::from_str(text)
            .map_err(|error| self.fault(Fault::Wrong, format!("a message that can't be read: {error}")))?;
        // Of a game that is followed no longer something may still be under way.
        let is_other = |game: Option<&str>| game.is_some_and(|game| game != self.game.id);
        if is_other(heard.game) || is_other(heard.view.as_ref().map(|view| view.id)) {
            return Ok(());
        }
        // Pings say nothing of the game.
        if heard.kind != "ping" {
            self.heard = Instant::now();
        }
        match (heard.kind, heard.number) {
            ("ping", Some(number)) => {
                self.say(nth, format!(r#"{{"type":"pong","number":{number}}}"#)).await;
                Ok(())
            }
            ("game", _) => self.begin(nth, &heard).await,
            ("update", _) => self.update(nth, &heard, text.len()).await,
            ("done", _) => heard.done.map_or(Ok(()), |done| self.done(nth, &done)),
            ("refused", _) => heard.refused.map_or(Ok(()), |refused| self.refused(&refused)),
            ("problem", _) => self.problem(heard.problem.unwrap_or_default(), heard.key).await,
            _ => Ok(()),
        }
    }

    async fn begin(&mut self, nth: usize, heard: &Heard<'_>) -> Result<(), Trouble> {
        let Some(view) = &heard.view else { return Err(self.fault(Fault::Wrong, "a game without a view")) };
        let watcher = &mut self.watchers[nth];
        let (before, follows) = (watcher.seen.version, watcher.follows);
        watcher.seen.begin(view);
        watcher.follows = true;
        let version = watcher.seen.version;
        if follows && version < before {
            return Err(self.fault(Fault::Lost, format!("version {version} is the last, {before} was told")));
        }
        self.is_back(nth).await;
        Ok(())
    }

    async fn update(&mut self, nth: usize, heard: &Heard<'_>, bytes: usize) -> Result<(), Trouble> {
        let watcher = &mut self.watchers[nth];
        let have = watcher.seen.version;
        let told = heard.change.as_ref().or(heard.state.as_ref());
        let (from, version) = (heard.from, told.and_then(Fields::version));
        let Some(version) = version else {
            return Err(self.fault(Fault::Wrong, "an update without a version"));
        };
        let told_nothing = watcher.is_back && version == have;
        let wrong = match from {
            Some(from) if from < have || (version <= have && !told_nothing) => Some(Fault::Doubled),
            Some(from) if from > have => Some(Fault::Lost),
            None if version <= have => Some(Fault::Disordered),
            _ => None,
        };
        if let Some(fault) = wrong {
            let from = from.map_or("unknown".into(), |from| from.to_string());
            let what = format!("version {version} after {from} was told to a watcher who had {have}");
            return Err(self.fault(fault, what));
        }
        if watcher.seen.update(heard).is_none() {
            return Err(self.fault(Fault::Wrong, format!("version {version} can't follow {have} like that")));
        }
        let spectates = watcher.secret.is_none();
        let sent = self.sent.iter().rev().find(|sent| spectates && sent.0 == have);
        self.run.tally.update(bytes, sent.map(|sent| sent.1.elapsed()));
        self.is_back(nth).await;
        Ok(())
    }

    fn done(&mut self, nth: usize, done: &Done<'_>) -> Result<(), Trouble> {
        let Some(order) = self.pending.take_if(|order| order.key == done.key) else {
            return Err(
                self.fault(Fault::Doubled, format!("order {} was acknowledged without being sent", done.key))
            );
        };
        self.run.tally.acknowledged(order.sent.elapsed());
        let (version, told) = (done.version, self.watchers[nth].seen.version);
        if version <= order.version {
            return Err(self.fault(Fault::Doubled, format!("version {version} was acknowledged twice")));
        }
        if done.repeated && !order.again {
            return Err(self.fault(Fault::Doubled, format!("order {} was done before it was sent", done.key)));
        }
        if told < version {
            return Err(self
                .fault(Fault::Disordered, format!("version {version} was acknowledged before it was told")));
        }
        self.game.keep(version);
        Ok(())
    }

    fn refused(&mut self, refused: &NotDone<'_>) -> Result<(), Trouble> {
        let order = self.pending.take_if(|order| order.key == refused.key);
        if !order.is_some_and(|order| order.may_be_refused) {
            return Err(
                self.fault(Fault::Wrong, format!("order {}: refused: {}", refused.key, refused.refusal.id))
            );
        }
        self.run.tally.refused();
        Ok(())
    }

    /// An order that couldn't be kept is sent again.
    async fn problem(&mut self, problem: Problem, key: Option<&str>) -> Result<(), Trouble> {
        if problem.id == LIMITED {
            return Err(Trouble::Limited(problem));
        }
        let is_pending = self.pending.as_ref().is_some_and(|order| Some(&*order.key) == key);
        if !is_pending || !["storage", "busy"].contains(&&*problem.id) {
            return Err(self.fault(Fault::Wrong, format!("problem: {problem}")));
        }
        self.run.tally.retried();
        sleep(PAUSE).await;
        self.send_again().await;
        Ok(())
    }

    async fn send_again(&mut self) {
        if let Some(order) = &mut self.pending {
            order.again = true;
            let (seat, text) = (order.seat, order.text.clone());
            self.say(seat, text).await;
        }
    }

    /// Whoever has come back has been told what was missed: what wasn't answered is sent again.
    async fn is_back(&mut self, nth: usize) {
        let is_back = std::mem::take(&mut self.watchers[nth].is_back);
        if is_back && self.pending.as_ref().is_some_and(|order| order.seat == nth) {
            self.send_again().await;
        }
    }
}
