//! The routes of the API.

use std::collections::HashMap;
use std::sync::LazyLock;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use damier_arena::{catalogue, pages, verify};
use serde::Serialize;

use super::App;
use super::extract::{Base, Bearer, Body, Caller};
use crate::api::Words;
use crate::api::analysis::{Analysis, AskAnalysis};
use crate::api::board::Scene;
use crate::api::catalogue::Catalogue;
use crate::api::command::{Done, NotDone, Order};
use crate::api::problem::Problem;
use crate::api::requests::*;
use crate::api::rules::RulesPage;
use crate::api::state::{Frames, GameView};
use crate::fault::Fault;
use crate::hall::Answer;
use crate::limits::Doing;
use crate::secrets::tag;
use crate::{secrets, view};

/// The most games of one request for summaries.
const MOST_SUMMARIES: usize = 50;

/// Something that changes only with the program, made once.
struct Lasting {
    text: Bytes,
    tag: String,
}

impl Lasting {
    fn new(body: &impl Serialize) -> Self {
        let text = serde_json::to_string(body).unwrap_or_default();
        let tag = format!("\"{}\"", hex::encode(&secrets::hash(&text)[..12]));
        Lasting { text: text.into(), tag }
    }

    /// Whoever has it needn't get it again.
    fn answer(&self, headers: &HeaderMap) -> Response {
        if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == self.tag.as_bytes()) {
            return StatusCode::NOT_MODIFIED.into_response();
        }
        let headers = [(CONTENT_TYPE, "application/json"), (ETAG, &self.tag), (CACHE_CONTROL, "no-cache")];
        (headers, self.text.clone()).into_response()
    }
}

/// Games, options, levels and phrases in both languages.
#[utoipa::path(get, path = "/api/catalogue", responses((status = 200, body = Catalogue)))]
pub(super) async fn catalogue(headers: HeaderMap) -> Response {
    static CATALOGUE: LazyLock<Lasting> = LazyLock::new(|| Lasting::new(&view::catalogue()));
    CATALOGUE.answer(&headers)
}

/// The rules of a game in words.
#[utoipa::path(get, path = "/api/rules/{game}", params(("game" = String, Path, description = "The game's id")),
    responses((status = 200, body = RulesPage), (status = 404, body = Problem)))]
pub(super) async fn rules(headers: HeaderMap, Path(game): Path<String>) -> Result<Response, Fault> {
    static PAGES: LazyLock<HashMap<&str, Lasting>> = LazyLock::new(|| {
        pages::all().iter().map(|page| (page.game, Lasting::new(&RulesPage::from(page)))).collect()
    });
    Ok(PAGES.get(&*game).ok_or(Fault::NotFound)?.answer(&headers))
}

/// A position to draw.
#[utoipa::path(post, path = "/api/scene", request_body = AskScene,
    responses((status = 200, body = Scene), (status = 400, body = Problem)))]
pub(super) async fn scene(
    State(app): State<App>,
    Caller(address): Caller,
    Body(asked): Body<AskScene>,
) -> Result<Json<Scene>, Fault> {
    app.limits.check(Doing::Ask, address)?;
    let bad = |error: String| Fault::BadRequest(error);
    let scene = app.hall.pool().aside(address, move || {
        let entry = catalogue::find(&asked.game).map_err(|error| bad(error.to_string()))?;
        let options: Vec<_> = asked.options.into_iter().collect();
        let rules = entry.open(&options).map_err(|error| bad(error.to_string()))?;
        let table =
            rules.table(asked.position.as_deref(), entry.style).map_err(|error| bad(error.to_string()))?;
        Ok(view::scene(entry, &*table))
    });
    scene.await.map(Json)
}

/// What the engine thinks of a position.
#[utoipa::path(post, path = "/api/analyse", request_body = AskAnalysis,
    responses((status = 200, body = Analysis), (status = 400, body = Problem), (status = 429, body = Problem),
        (status = 503, body = Problem)))]
pub(super) async fn analyse(
    State(app): State<App>,
    Caller(address): Caller,
    Body(asked): Body<AskAnalysis>,
) -> Result<Json<Analysis>, Fault> {
    app.limits.check(Doing::Analyse, address)?;
    app.hall.analyse(address, asked).await.map(Json)
}

/// Creates a game.
#[utoipa::path(post, path = "/api/games", request_body = CreateGame,
    responses((status = 201, body = GameCreated), (status = 400, body = Problem), (status = 503, body = Problem)))]
pub(super) async fn create(
    State(app): State<App>,
    Caller(address): Caller,
    Base(base): Base,
    Body(asked): Body<CreateGame>,
) -> Result<(StatusCode, Json<GameCreated>), Fault> {
    app.limits.check(Doing::Create, address)?;
    if asked.opponent == (OpponentChoice::Open {}) {
        app.limits.check(Doing::Challenge, address)?;
    }
    let kind = asked.game.clone();
    let created = app.hall.create(address, asked, base).await?;
    tracing::info!(%address, game = tag(&created.id), kind, "created");
    Ok((StatusCode::CREATED, Json(created)))
}

/// Several games in a few words.
#[utoipa::path(post, path = "/api/games/summaries", request_body = AskSummaries,
    responses((status = 200, body = Summaries)))]
pub(super) async fn summaries(
    State(app): State<App>,
    Caller(address): Caller,
    Body(asked): Body<AskSummaries>,
) -> Result<Json<Summaries>, Fault> {
    app.limits.check(Doing::Ask, address)?;
    if asked.games.len() > MOST_SUMMARIES {
        return Err(Fault::BadRequest(format!(
            "games: {}; expected at most {MOST_SUMMARIES}",
            asked.games.len()
        )));
    }
    let mut games = Vec::with_capacity(asked.games.len());
    for one in asked.games {
        games.extend(app.hall.summary(address, one).await?);
    }
    Ok(Json(Summaries { games }))
}

/// A game.
#[utoipa::path(get, path = "/api/games/{id}", params(("id" = String, Path)),
    responses((status = 200, body = GameView), (status = 401, body = Problem), (status = 404, body = Problem)))]
pub(super) async fn view(
    State(app): State<App>,
    Caller(address): Caller,
    Path(id): Path<String>,
    Bearer(secret): Bearer,
) -> Result<Json<GameView>, Fault> {
    app.limits.check(Doing::Ask, address)?;
    app.hall.view(address, &id, secret).await.map(Json)
}

/// What one is invited to.
#[utoipa::path(post, path = "/api/games/{id}/preview", params(("id" = String, Path)),
    request_body = PreviewInvitation,
    responses((status = 200, body = InvitationPreview), (status = 403, body = Problem)))]
pub(super) async fn preview(
    State(app): State<App>,
    Caller(address): Caller,
    Path(id): Path<String>,
    Body(asked): Body<PreviewInvitation>,
) -> Result<Json<InvitationPreview>, Fault> {
    app.limits.check(Doing::Join, address)?;
    app.hall.preview(address, &id, asked.code).await.map(Json)
}

/// Takes the guest's seat.
#[utoipa::path(post, path = "/api/games/{id}/join", params(("id" = String, Path)), request_body = JoinGame,
    responses((status = 200, body = GameJoined), (status = 403, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn join(
    State(app): State<App>,
    Caller(address): Caller,
    Path(id): Path<String>,
    Body(asked): Body<JoinGame>,
) -> Result<Json<GameJoined>, Fault> {
    app.limits.check(Doing::Join, address)?;
    let joined = app.hall.join(address, &id, asked).await?;
    tracing::info!(%address, game = tag(&id), "joined");
    Ok(Json(joined))
}

/// Carries out an order.
#[utoipa::path(post, path = "/api/games/{id}/orders", params(("id" = String, Path)), request_body = Order,
    responses((status = 200, body = Done), (status = 401, body = Problem), (status = 409, body = NotDone)))]
pub(super) async fn order(
    State(app): State<App>,
    Caller(address): Caller,
    Path(id): Path<String>,
    Bearer(secret): Bearer,
    Body(order): Body<Order>,
) -> Result<Response, Fault> {
    app.limits.check(Doing::Act, address)?;
    app.limits.check_order(&order.command, address)?;
    let secret = secret.ok_or(Fault::NoSeat)?;
    Ok(match app.hall.order_with_secret(address, &id, secret, order).await? {
        Answer::Done(done) => Json(done).into_response(),
        Answer::Refused(refused) => (StatusCode::CONFLICT, Json(refused)).into_response(),
    })
}

/// The record of a game so far.
#[utoipa::path(get, path = "/api/games/{id}/record", params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "text/plain"), (status = 404, body = Problem)))]
pub(super) async fn record(
    State(app): State<App>,
    Caller(address): Caller,
    Path(id): Path<String>,
) -> Result<Response, Fault> {
    app.limits.check(Doing::Ask, address)?;
    let record = app.hall.record(address, &id).await?;
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], record).into_response())
}

/// Every position of a game so far.
#[utoipa::path(get, path = "/api/games/{id}/frames", params(("id" = String, Path)),
    responses((status = 200, body = Frames), (status = 404, body = Problem)))]
pub(super) async fn frames(
    State(app): State<App>,
    Caller(address): Caller,
    Path(id): Path<String>,
) -> Result<Json<Frames>, Fault> {
    app.limits.check(Doing::Ask, address)?;
    app.hall.frames(address, &id).await.map(Json)
}

/// The open challenges.
#[utoipa::path(get, path = "/api/lobby", responses((status = 200, body = Lobby)))]
pub(super) async fn lobby(State(app): State<App>, Caller(address): Caller) -> Result<Json<Lobby>, Fault> {
    app.limits.check(Doing::Ask, address)?;
    let lobby = app.hall.lobby().borrow().as_ref().clone();
    Ok(Json(lobby))
}

/// Recomputes every roll of a record.
#[utoipa::path(post, path = "/api/verify", request_body = AskVerification,
    responses((status = 200, body = Verification), (status = 400, body = Problem)))]
pub(super) async fn verify(
    State(app): State<App>,
    Caller(address): Caller,
    Body(asked): Body<AskVerification>,
) -> Result<Json<Verification>, Fault> {
    app.limits.check(Doing::Ask, address)?;
    let found = app.hall.pool().aside(address, move || {
        verify::verify(&asked.record, asked.commitment.as_deref())
            .map_err(|error| Fault::BadRequest(error.to_string()))
    });
    Ok(Json(told(&found.await?)))
}

fn told(found: &verify::Verified) -> Verification {
    let draws: Vec<DrawCheck> = found
        .draws
        .iter()
        .map(|check| DrawCheck {
            draw: check.draw,
            step: check.step as u32,
            recorded: check.recorded.clone(),
            computed: check.computed.clone(),
            holds: check.holds(),
        })
        .collect();
    let number = draws.len();
    let wrong = draws.iter().filter(|draw| !draw.holds).count();
    let words = if !found.commitment {
        Words {
            fr: "Le secret n'est pas celui qui avait été annoncé.".into(),
            en: "The secret isn't the one that was announced.".into(),
        }
    } else if found.promise == Some(false) {
        Words {
            fr: "Le secret n'est pas celui qui vous avait été promis.".into(),
            en: "The secret isn't the one that you were promised.".into(),
        }
    } else if !found.holds() {
        Words {
            fr: match wrong {
                0 => "Les tirages sont justes, mais pas l'attribution des camps.".into(),
                1 => format!("Un tirage sur {number} ne correspond pas."),
                _ => format!("{wrong} tirages sur {number} ne correspondent pas."),
            },
            en: match wrong {
                0 => "The draws hold, but the sides weren't drawn by them.".into(),
                1 => format!("One of {number} draws doesn't hold."),
                _ => format!("{wrong} of {number} draws don't hold."),
            },
        }
    } else {
        let (drawn_fr, drawn) = match number {
            0 => ("rien n'a été tiré".into(), "nothing was drawn".into()),
            1 => ("un tirage recalculé".into(), "one draw recomputed".into()),
            _ => (format!("{number} tirages recalculés"), format!("{number} draws recomputed")),
        };
        // What the record says itself was committed to proves no more than that.
        let (fr, en) = if found.promise.is_none() {
            ("L'enregistrement est cohérent en lui-même", "The record is consistent in itself")
        } else {
            (
                "Tout est juste, et le secret est celui qui vous avait été promis",
                "Everything holds, and the secret is the one that you were promised",
            )
        };
        Words { fr: format!("{fr} : {drawn_fr}."), en: format!("{en}: {drawn}.") }
    };
    Verification {
        holds: found.holds(),
        commitment_holds: found.commitment,
        promise_holds: found.promise,
        colours_hold: found.colours,
        draws,
        words,
    }
}
