//! Following games and the lobby.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use damier_arena::clock::Moment;
use tokio::sync::watch::Receiver;

use super::{Hall, Visit};
use crate::api::requests::{Challenge, Lobby};
use crate::fault::Fault;
use crate::room::{Inside, Outbox, Watcher};
use crate::secrets;
use crate::view;

/// How long an open challenge stays in the lobby.
const CHALLENGE: Moment = 86_400_000;
/// The most challenges in the lobby.
const MOST_CHALLENGES: u32 = 100;
/// The lobby is made anew at most so often, and at least so often, since its hosts come and go.
const LOBBY_PAUSE: Duration = Duration::from_millis(250);
const LOBBY_AGE: Duration = Duration::from_secs(20);

impl Hall {
    /// Lets a connection follow a game, and sends it what it doesn't have.
    pub(crate) async fn watch(
        self: &Arc<Self>,
        address: IpAddr,
        id: &str,
        secret: Option<String>,
        have: Option<u64>,
        connection: u64,
        outbox: &Outbox,
    ) -> Result<(), Fault> {
        let outbox = outbox.clone();
        self.visit(id, address, move |mut visit| async move {
            let now = visit.hall.now();
            let game = visit.game()?;
            let seats = secret.as_ref().map_or([false; 2], |secret| secrets::seats_of(&game.keys, secret));
            if secret.is_some() && seats == [false; 2] {
                return Err(Fault::NoSeat);
            }
            let Visit { hall, inside, .. } = &mut visit;
            inside.watchers.retain(|watcher| watcher.connection != connection);
            inside.watchers.push(Watcher { connection, seats, outbox: outbox.clone() });
            let came = inside.note_presence(now);
            if let Some(news) = inside.news(have, seats, now) {
                outbox.send(&news);
            }
            if came {
                inside.tell_presence(now);
                hall.note_host(inside);
            }
            Ok(())
        })
        .await
    }

    /// Lets a connection follow a game no longer.
    pub(crate) async fn unwatch(self: &Arc<Self>, id: &str, connection: u64) {
        let room = self.rooms().get(id).cloned();
        let Some(room) = room else { return };
        let mut inside = room.inside.lock().await;
        inside.watchers.retain(|watcher| watcher.connection != connection);
        if inside.note_presence(self.now()) {
            inside.tell_presence(self.now());
            self.note_host(&inside);
        }
    }

    /// The lobby shows which hosts are there.
    fn note_host(&self, inside: &Inside) {
        let now = self.now();
        if inside.game.as_ref().is_some_and(|game| game.standing(now).open) {
            self.lobby_changed.notify_one();
        }
    }

    /// The lobby, now and whenever it changes.
    pub(crate) fn lobby(&self) -> Receiver<Arc<Lobby>> {
        self.lobby.subscribe()
    }

    /// Keeps the lobby up to date.
    pub(super) async fn keep_lobby(&self) {
        loop {
            match self.make_lobby().await {
                Ok(lobby) => {
                    let lobby = Arc::new(lobby);
                    self.lobby.send_if_modified(|known| {
                        let changed = *known != lobby;
                        *known = lobby;
                        changed
                    });
                }
                Err(error) => tracing::error!(%error, "the lobby can't be read"),
            }
            tokio::time::sleep(LOBBY_PAUSE).await;
            // Either way it is made anew.
            let _ = tokio::time::timeout(LOBBY_AGE, self.lobby_changed.notified()).await;
        }
    }

    async fn make_lobby(&self) -> Result<Lobby, Fault> {
        let open = self.storage.challenges(self.now() - CHALLENGE, MOST_CHALLENGES).await?;
        let mut challenges = Vec::with_capacity(open.len());
        for terms in open {
            let room = self.rooms().get(&terms.id).cloned();
            let present = match room {
                Some(room) => room.inside.lock().await.attendance(self.now()).away[0].is_none(),
                None => false,
            };
            challenges.push(Challenge {
                options: terms.options.into_iter().collect(),
                id: terms.id,
                game: terms.game,
                host: terms.host,
                colour: view::colour(terms.colour.other()),
                clock: view::clock(terms.clock),
                created_at: terms.created_at,
                present,
            });
        }
        Ok(Lobby { challenges })
    }
}
