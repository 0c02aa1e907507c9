//! New games: creating, inviting, joining, and the next game between the same two.

use std::net::IpAddr;
use std::sync::Arc;

use damier_arena::catalogue::{self, Entry};
use damier_arena::clock::Moment;
use damier_arena::fair::{self, Secret};
use damier_arena::level::Level;
use damier_arena::sitting::{Asker, Command, Denial, No, Opponent, Sitter, Sitting, Terms, tidy_name};

use super::{Hall, Visit};
use crate::api::requests::{
    CreateGame, GameCreated, GameJoined, Invitation, InvitationPreview, JoinGame, OpponentChoice,
};
use crate::api::state::GameView;
use crate::fault::Fault;
use crate::room::Game;
use crate::secrets;
use crate::storage::{Founding, SeatKey, StorageError, Write};
use crate::view;

/// The most bytes of a name, before it is made tidy.
const LONGEST_NAME: usize = 400;

fn bad(problem: impl Into<String>) -> Fault {
    Fault::BadRequest(problem.into())
}

fn check_key(key: &str) -> Result<(), Fault> {
    if secrets::is_request_key(key) {
        return Ok(());
    }
    Err(bad("key: expected 22 to 64 random letters, digits, - or _"))
}

fn check_name(name: &str) -> Result<(), Fault> {
    if name.len() <= LONGEST_NAME { Ok(()) } else { Err(bad("name: too long; expected at most 40 letters")) }
}

/// Where no guest's seed follows the commitment the host's must: an operator could choose the secret to suit it.
fn check_seed(asked: &CreateGame) -> Result<(), Fault> {
    let alone = matches!(asked.opponent, OpponentChoice::Engine { .. } | OpponentChoice::SameDevice {});
    match &asked.seed {
        Some(seed) if !fair::is_seed(seed) => Err(bad("seed: expected 1 to 64 printable ASCII characters")),
        Some(_) if alone => {
            Err(bad("seed: expected none: without a guest it has to come after the commitment, as a command"))
        }
        _ => Ok(()),
    }
}

/// Whoever creates a game against somebody else.
const HOST: Asker = Asker { seats: [true, false], side: None, lag: 0, opponent_away: None };

/// The seats of the host: both at one device.
fn host_seats(opponent: Opponent) -> [bool; 2] {
    [true, opponent == Opponent::SameDevice {}]
}

impl Hall {
    /// Creates a game; asked again with the same key, finds it. Links begin with `base`.
    pub(crate) async fn create(
        self: &Arc<Self>,
        address: IpAddr,
        asked: CreateGame,
        base: String,
    ) -> Result<GameCreated, Fault> {
        check_key(&asked.key)?;
        check_name(&asked.name)?;
        let (hall, key) = (self.clone(), secrets::hash(&asked.key));
        let kept = async move { hall.keep_new(&asked, key).await.map(|id| (id, asked)) };
        let (id, asked) = self.finish(address, kept).await?;
        self.visit(&id, address, move |visit| async move { visit.created(address, &asked, &base) }).await
    }

    /// Keeps a new game, unless there is one with this key; its id.
    async fn keep_new(&self, asked: &CreateGame, key: [u8; 32]) -> Result<String, Fault> {
        if let Some(id) = self.storage.find_created(key).await? {
            return Ok(id);
        }
        let (founding, keys) = found(asked, key, self.now())?;
        let id = founding.terms.id.clone();
        let now = founding.terms.created_at;
        let mut sitting = Sitting::new(founding.terms.clone(), founding.secret.clone())
            .map_err(|broken| bad(broken.problem))?;
        if let Some(seed) = &asked.seed {
            let seeded = sitting.perform(HOST, &Command::Seed(seed.clone()), now);
            seeded.map_err(|denial| Fault::Broken(format!("{denial:?}")))?;
        }
        let entries: Vec<_> = sitting.log().iter().map(|entry| (entry.kept.clone(), None)).collect();
        let game = new_game(sitting, &founding, keys.clone());
        let mut writes =
            vec![Write::Found { founding: Box::new(founding), keys, standing: game.standing(now) }];
        if !entries.is_empty() {
            let (game, standing) = (id.clone(), game.standing(now));
            writes.push(Write::Append { game, after: 0, entries, keys: Vec::new(), standing });
        }
        match self.storage.commit(writes).await {
            Ok(()) => {
                self.metrics.games.inc();
                self.lobby_changed.notify_one();
                Ok(id)
            }
            // The same request came twice at once: the other one has made the game.
            Err(StorageError::Conflict(_)) => {
                let found = self.storage.find_created(key).await?;
                found.ok_or_else(|| StorageError::Conflict(id).into())
            }
            Err(error) => Err(error.into()),
        }
    }

    /// What one is invited to.
    pub(crate) async fn preview(
        self: &Arc<Self>,
        address: IpAddr,
        id: &str,
        code: Option<String>,
    ) -> Result<InvitationPreview, Fault> {
        self.visit(id, address, move |mut visit| async move {
            let id = visit.room.id.clone();
            let game = visit.game()?;
            check_invitation(game, code.as_deref())?;
            let terms = game.sitting.terms();
            Ok(InvitationPreview {
                id,
                game: terms.game.clone(),
                options: view::all_options(game.sitting.game(), &terms.options),
                host: terms.host.clone(),
                colour: view::colour(terms.colour.other()),
                clock: view::clock(terms.clock),
                commitment: terms.commitment.clone(),
                host_seed: game.sitting.seeds()[0].clone(),
                free: game.sitting.sitters()[1] == Sitter::Nobody && game.sitting.finished().is_none(),
            })
        })
        .await
    }

    /// Gives the guest's seat to somebody; asked again with the same key, finds it.
    pub(crate) async fn join(
        self: &Arc<Self>,
        address: IpAddr,
        id: &str,
        asked: JoinGame,
    ) -> Result<GameJoined, Fault> {
        check_key(&asked.key)?;
        check_name(&asked.name)?;
        if !fair::is_seed(&asked.seed) {
            return Err(bad("seed: expected 1 to 64 printable ASCII characters"));
        }
        self.visit(id, address, move |mut visit| async move { visit.join(&asked).await }).await
    }
}

impl Visit {
    /// What the host gets.
    fn created(mut self, address: IpAddr, asked: &CreateGame, base: &str) -> Result<GameCreated, Fault> {
        self.inside.address = Some(address);
        let (id, now) = (self.room.id.clone(), self.hall.now());
        let game = self.game()?;
        let is_seed = |seed: &String| game.sitting.seeds()[0].as_ref() == Some(seed);
        if !is_wanted(asked, game.sitting.terms()) || !asked.seed.as_ref().is_none_or(is_seed) {
            return Err(bad("key: another game was created with it; expected a new one for each game"));
        }
        let seats = host_seats(game.sitting.terms().opponent);
        let code = game.invitation.clone();
        Ok(GameCreated {
            secret: secrets::seat_secret(&game.seat_key, seats, &asked.key),
            invitation: code.map(|code| Invitation { url: format!("{base}/join/{id}#{code}"), code }),
            watch_url: format!("{base}/game/{id}"),
            view: self.view(seats, now)?,
            id,
        })
    }

    async fn join(&mut self, asked: &JoinGame) -> Result<GameJoined, Fault> {
        let now = self.hall.now();
        let game = self.game()?;
        let seats = [false, true];
        let secret = secrets::seat_secret(&game.seat_key, seats, &asked.key);
        if secrets::seats_of(&game.keys, &secret) != seats {
            check_invitation(game, asked.code.as_deref())?;
            let version = game.sitting.version();
            match game.sitting.sit(&asked.name, &asked.seed, now) {
                Ok(()) => {}
                Err(Denial::No(No::SeatTaken | No::Over)) => return Err(Fault::SeatTaken),
                Err(Denial::No(No::HostFirst)) => return Err(Fault::NotReady),
                Err(denial) => return Err(bad(format!("{denial:?}"))),
            }
            let keys = vec![SeatKey { hash: secrets::hash(&secret), seats }];
            self.keep(version, None, keys, None).await?;
        }
        Ok(GameJoined { secret, view: self.view(seats, now)? })
    }

    /// The next game between the same two, ready to be kept; this one says so.
    pub(super) fn found_rematch(&mut self, now: Moment) -> Result<Write, Fault> {
        let game = self.game()?;
        let secret = Secret::random()?;
        let terms = game.sitting.rematch_terms(secrets::new_id()?, secret.commitment(), now);
        let id = terms.id.clone();
        let founding =
            Founding { terms, secret, seat_key: secrets::random()?, invitation: None, created_key: None };
        let sitting = Sitting::new(founding.terms.clone(), founding.secret.clone())
            .map_err(|broken| Fault::Broken(broken.to_string()))?;
        // Each player's secret opens a seat in the next game too.
        let keys = game.keys.clone();
        let standing = new_game(sitting, &founding, keys.clone()).standing(now);
        game.sitting.rematched(&id, now).map_err(|denial| Fault::Broken(format!("{denial:?}")))?;
        self.hall.metrics.games.inc();
        Ok(Write::Found { founding: Box::new(founding), keys, standing })
    }

    /// The whole game as somebody sees it.
    pub(super) fn view(&mut self, seats: [bool; 2], now: Moment) -> Result<GameView, Fault> {
        self.game()?;
        let inside = &self.inside;
        inside.game.as_ref().map(|game| inside.view(game, seats, now)).ok_or(Fault::NotFound)
    }
}

fn new_game(sitting: Sitting, founding: &Founding, keys: Vec<SeatKey>) -> Game {
    Game {
        sitting,
        seat_key: founding.seat_key,
        invitation: founding.invitation.clone(),
        keys,
        done: Default::default(),
        thinking: None,
        downtimes: 0,
    }
}

/// The options of a game that aren't at their default.
fn unusual(entry: &Entry, asked: &CreateGame) -> Vec<(String, String)> {
    let is_usual = |name: &str, value: &str| {
        entry.options.iter().any(|option| option.name == name && option.default == value)
    };
    let chosen = asked.options.iter().filter(|(name, value)| !is_usual(name, value));
    chosen.map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// Whether a game that was created with the same key is the one that is asked for.
fn is_wanted(asked: &CreateGame, terms: &Terms) -> bool {
    catalogue::find(&asked.game).is_ok_and(|entry| {
        entry.id == terms.game
            && unusual(entry, asked) == terms.options
            && view::chosen_opponent(asked.opponent) == terms.opponent
            && view::chosen_colour(asked.colour) == terms.colour
            && view::chosen_clock(asked.clock) == terms.clock
            && tidy_name(&asked.name) == terms.host
    })
}

fn found(asked: &CreateGame, created_key: [u8; 32], now: Moment) -> Result<(Founding, Vec<SeatKey>), Fault> {
    let entry = catalogue::find(&asked.game).map_err(|error| bad(error.to_string()))?;
    let options = unusual(entry, asked);
    entry.open(&options).map_err(|error| bad(error.to_string()))?;
    if let OpponentChoice::Engine { level } = asked.opponent {
        Level::new(level).map_err(|error| bad(format!("opponent: {error}")))?;
    }
    check_seed(asked)?;
    let clock = view::chosen_clock(asked.clock);
    if !clock.is_possible() {
        let expected = "expected 10 to 10800 seconds with an increment of 0 to 180, or 1 to 14 days";
        return Err(bad(format!("clock: {expected}")));
    }
    let opponent = view::chosen_opponent(asked.opponent);
    let secret = Secret::random()?;
    let founding = Founding {
        terms: Terms {
            id: secrets::new_id()?,
            game: asked.game.clone(),
            options,
            opponent,
            colour: view::chosen_colour(asked.colour),
            clock,
            host: tidy_name(&asked.name),
            guest: None,
            commitment: secret.commitment(),
            created_at: now,
            rematch_of: None,
        },
        secret,
        seat_key: secrets::random()?,
        invitation: match opponent {
            Opponent::Friend {} => Some(secrets::new_code()?),
            _ => None,
        },
        created_key: Some(created_key),
    };
    let seats = host_seats(opponent);
    let host = secrets::seat_secret(&founding.seat_key, seats, &asked.key);
    let keys = vec![SeatKey { hash: secrets::hash(&host), seats }];
    Ok((founding, keys))
}

/// Open challenges need no code; no code opens a seat at the engine's or one device's game.
fn check_invitation(game: &Game, code: Option<&str>) -> Result<(), Fault> {
    let is_open = game.sitting.terms().opponent == Opponent::Open {};
    let fits = |(known, given): (&String, &str)| secrets::is_same(known, given);
    if is_open || game.invitation.as_ref().zip(code).is_some_and(fits) {
        Ok(())
    } else {
        Err(Fault::BadInvitation)
    }
}
