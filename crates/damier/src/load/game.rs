//! One game of a table: how it is opened, what was acknowledged of it, and whether the server has kept just that.

use damier_arena::catalogue;
use damier_notation::record;
use serde_json::json;

use super::site::Trouble;
use super::table::Table;
use super::tally::Fault;
use super::wire::{Created, Joined, View};

/// A game of the catalogue with options.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    pub(super) game: String,
    pub(super) options: Vec<(String, String)>,
}

/// What a huff has to be noticed by: options that make it so.
const CLAIMED: (&str, &str) = ("huffing", "claimed");

impl Kind {
    /// Every game as it usually is, and those where huffs can be claimed also like that.
    pub(super) fn all() -> Vec<Kind> {
        let claimed = (CLAIMED.0.to_string(), CLAIMED.1.to_string());
        let kinds = catalogue::all().iter().flat_map(|entry| {
            let options = [Vec::new(), vec![claimed.clone()]];
            options.map(|options| Kind { game: entry.id.into(), options })
        });
        kinds.filter(|kind| kind.check().is_ok()).collect()
    }

    fn check(&self) -> anyhow::Result<()> {
        catalogue::find(&self.game)?.open(&self.options)?;
        Ok(())
    }
}

impl std::str::FromStr for Kind {
    type Err = anyhow::Error;

    /// Reads `ID`, or `ID:NAME=VALUE:NAME=VALUE`.
    fn from_str(text: &str) -> anyhow::Result<Self> {
        let mut parts = text.split(':');
        let game = parts.next().unwrap_or_default().to_string();
        let options = parts.map(|part| {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            (name.to_string(), value.to_string())
        });
        let kind = Kind { game, options: options.collect() };
        kind.check()?;
        Ok(kind)
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.game)?;
        self.options.iter().try_for_each(|(name, value)| write!(out, ":{name}={value}"))
    }
}

/// What is known of the game that a table plays.
#[derive(Default)]
pub(super) struct Game {
    pub(super) id: String,
    pub(super) kind: String,
    /// The last version that was acknowledged.
    pub(super) version: u64,
    /// How many steps were acknowledged.
    steps: usize,
    keys: u64,
}

impl Game {
    /// A key that no other order of the game has.
    pub(super) fn next_key(&mut self) -> String {
        self.keys += 1;
        format!("load-{:08}", self.keys)
    }

    /// A step was acknowledged.
    pub(super) fn keep(&mut self, version: u64) {
        self.version = version;
        self.steps += 1;
    }
}

fn random_key() -> String {
    std::iter::repeat_with(fastrand::alphanumeric).take(32).collect()
}

impl Table {
    /// Creates a game and lets everybody sit down, until it can be played.
    pub(super) async fn open(&mut self) -> Result<(), Trouble> {
        let run = self.run.clone();
        let kind = &run.kinds[self.random.usize(..run.kinds.len())];
        let options: serde_json::Map<_, _> =
            kind.options.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
        let asked = json!({
            "key": random_key(), "game": kind.game, "options": options, "opponent": {"type": "friend"},
            "colour": "random", "name": "Host",
        });
        let created: Created = run.site.post("/api/games", &asked).await?;
        let code = created
            .invitation
            .ok_or_else(|| Trouble::wrong("a game against a friend without an invitation"))?
            .code;
        let path = format!("/api/games/{}/join", created.id);
        self.clear(Game { id: created.id, kind: kind.to_string(), ..Game::default() });
        self.watchers[0].secret = Some(created.secret);
        let first = || (0..2 + run.spectators).filter(|&nth| nth != 1);
        for nth in first() {
            self.watch(nth).await;
        }
        self.hear_until(|table| first().all(|nth| table.watchers[nth].follows)).await?;
        self.order(0, r#"{"type":"seed","seed":"load"}"#, false).await;
        self.hear_until(|table| !table.is_waiting()).await?;
        let asked = json!({"key": random_key(), "code": code, "name": "Guest", "seed": "and load"});
        let joined: Joined = run.site.post(&path, &asked).await?;
        self.watchers[1].secret = Some(joined.secret);
        self.watch(1).await;
        self.hear_until(|table| {
            table.watchers.iter().all(|watcher| watcher.follows && watcher.seen.is_playing())
        })
        .await?;
        let version = self.watchers[0].seen.version;
        (self.game.version, self.game.steps) = (version, 0);
        Ok(())
    }

    /// Compares what the server has with what everybody was told and what was acknowledged.
    pub(super) async fn compare(&mut self) -> Result<(), Trouble> {
        let path = format!("/api/games/{}", self.game.id);
        for nth in 0..self.watchers.len().min(3) {
            let watcher = &self.watchers[nth];
            let text = self.run.site.get(&path, watcher.secret.as_deref()).await?;
            let view: View<'_> =
                serde_json::from_str(&text).map_err(|error| Trouble::wrong(format!("{path}: {error}")))?;
            if let Some(difference) = watcher.seen.differs(&view) {
                return Err(self.fault(Fault::Wrong, format!("as told it was {difference}")));
            }
        }
        let spectators = self.watchers.get(2..).unwrap_or_default();
        if let Some(difference) =
            spectators.iter().find_map(|other| spectators[0].seen.differs_from(&other.seen))
        {
            return Err(
                self.fault(Fault::Wrong, format!("two spectators were told different things: {difference}"))
            );
        }
        let text = self.run.site.get(&format!("{path}/record"), None).await?;
        let kept = record::read(&text).map_err(|error| self.fault(Fault::Wrong, error))?.steps.len();
        let (told, acknowledged) = (self.watchers[0].seen.lines(), self.game.steps);
        if kept != acknowledged || told != acknowledged {
            let fault = if kept < acknowledged { Fault::Lost } else { Fault::Doubled };
            let what =
                format!("{acknowledged} steps were acknowledged, {told} told, {kept} are in the record");
            return Err(self.fault(fault, what));
        }
        Ok(())
    }
}
