//! Whole games over the socket, with lost connections, retries and old boards in between.

mod client;
mod common;

use client::{Player, Trouble, create, key, play_to_the_end};
use damier_server::api::command::{Claim, Command, Order};
use damier_server::api::event::Event;
use damier_server::api::requests::*;
use damier_server::api::socket::{ToPage, ToServer};
use damier_server::api::state::{Frames, GameView, Phase, Status};

const SHEETS: [(&str, &[(&str, &str)]); 8] = [
    ("dame-2000", &[]),
    ("dame-2000-variant", &[]),
    ("dames-8x8", &[]),
    ("trappes", &[]),
    ("damsystem", &[]),
    ("dames-10x10", &[]),
    ("dames-10x10", &[("huffing", "claimed")]),
    ("trappes", &[("both-colours", "true"), ("close-after-use", "true")]),
];

#[tokio::test(flavor = "multi_thread")]
async fn every_sheet_game_is_played_to_its_end_through_trouble() {
    let running = common::start().await;
    let mut games = Vec::new();
    for (nth, (game, options)) in SHEETS.into_iter().enumerate() {
        let site = running.site.clone();
        games.push(tokio::spawn(async move {
            let mut random = fastrand::Rng::with_seed(nth as u64);
            let mut players = site.game(game, options).await;
            play_to_the_end(&mut players, &mut random, Trouble { one_in: 4 }).await;
            let [host, _] = &players;
            let result = host.state.result.clone().unwrap();
            assert!(!result.words.fr.is_empty() && !result.words.en.is_empty());
            assert_eq!(host.state.phase, Phase::Over {});
            assert!(host.state.chance.secret.is_some());

            let frames: Frames = site.get(&format!("/api/games/{}/frames", host.id)).await;
            assert_eq!(frames.frames.len(), host.moves.len() + 1);
            assert_eq!(frames.frames.last().unwrap().board, host.state.board);

            let (_, record) = site.get_text(&format!("/api/games/{}/record", host.id)).await;
            let view: GameView = site.get(&format!("/api/games/{}", host.id)).await;
            for (commitment, promise, said) in [
                (None, None, "consistent in itself"),
                (Some(view.terms.commitment), Some(true), "that you were promised"),
                (Some("0".repeat(64)), Some(false), "isn't the one that you were promised"),
            ] {
                let asked = AskVerification { record: record.clone(), commitment };
                let verified: Verification = site.posted("/api/verify", &asked).await;
                assert_eq!(verified.promise_holds, promise, "{game}");
                assert_eq!(verified.holds, promise != Some(false), "{game}: {verified:?}");
                assert!(verified.words.en.contains(said), "{game}: {}", verified.words.en);
                assert_eq!(verified.draws.len() as u32, host.state.chance.draws);
            }
            let asked = AskVerification { record, commitment: Some("12".into()) };
            let (status, text) = site.post("/api/verify", None, &asked).await;
            assert!(status == 400 && text.contains("expected 64 digits of hexadecimal"), "{text}");
        }));
    }
    for game in games {
        game.await.unwrap();
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_games_at_once() {
    let running = common::start().await;
    let mut games = Vec::new();
    for nth in 0..100 {
        let site = running.site.clone();
        games.push(tokio::spawn(async move {
            let mut random = fastrand::Rng::with_seed(1000 + nth);
            let (game, options) = SHEETS[nth as usize % SHEETS.len()];
            let mut players = site.game(game, options).await;
            play_to_the_end(&mut players, &mut random, Trouble { one_in: 30 }).await
        }));
    }
    let mut acknowledged = 0;
    for game in games {
        acknowledged += game.await.unwrap();
    }
    assert!(acknowledged > 3_000, "{acknowledged}");
    let (_, metrics) = running.site.get_text("/metrics").await;
    assert!(metrics.contains("damier_games_created_total 100"), "{metrics}");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_against_the_engine_goes_to_its_end() {
    let running = common::start().await;
    for game in ["trappes", "dame-2000", "dames-8x8"] {
        let mut player = running.site.engine_game(game, 1).await;
        let mut random = fastrand::Rng::with_seed(5);
        for turn in 0.. {
            player
                .hear_until(|state| {
                    state.status == Status::Over || state.turn.is_some_and(|turn| state.you.contains(&turn))
                })
                .await;
            if player.state.status == Status::Over || turn == 25 {
                break;
            }
            let command = player.choose(&mut random);
            player.order(command).await.unwrap();
        }
        if player.state.status != Status::Over {
            player.order(Command::Resign {}).await.unwrap();
        }
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_is_sent_twice_is_done_once() {
    let running = common::start().await;
    let site = &running.site;
    let asked = create("english", &[], OpponentChoice::Open {});
    let first: GameCreated = site.posted("/api/games", &asked).await;
    let again: GameCreated = site.posted("/api/games", &asked).await;
    assert_eq!((first.id.clone(), first.secret.clone()), (again.id, again.secret));

    let path = format!("/api/games/{}/join", first.id);
    let join = JoinGame { key: key(), code: None, name: "Chloé".into(), seed: "lis".into() };
    let joined: GameJoined = site.posted(&path, &join).await;
    let again: GameJoined = site.posted(&path, &join).await;
    assert_eq!(joined.secret, again.secret);
    let (status, text) = site.post(&path, None, &JoinGame { key: key(), ..join }).await;
    assert_eq!((status, text.contains("seat-taken")), (409, true), "{text}");

    let order = Order { key: key(), version: 4, side: None, command: Command::OfferDraw {} };
    let path = format!("/api/games/{}/orders", first.id);
    let (status, text) = site.post(&path, Some(&first.secret), &order).await;
    assert_eq!((status, text.contains("\"repeated\":false")), (200, true), "{text}");
    let (_, text) = site.post(&path, Some(&first.secret), &order).await;
    assert!(text.contains("\"repeated\":true"), "{text}");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_can_sit_down_before_the_hosts_seed_is_in() {
    let running = common::start().await;
    let site = &running.site;
    let usual = create("trappes", &[], OpponentChoice::Open {});
    let preview = async |id: &str| -> InvitationPreview {
        site.posted(&format!("/api/games/{id}/preview"), &PreviewInvitation { code: None }).await
    };
    let join = || JoinGame { key: key(), code: None, name: String::new(), seed: "lis".into() };
    // A client of earlier days sends its seed afterwards.
    let asked = CreateGame { seed: None, key: key(), ..usual.clone() };
    let created: GameCreated = site.posted("/api/games", &asked).await;
    assert_eq!(preview(&created.id).await.host_seed, None);
    let path = format!("/api/games/{}/join", created.id);
    let (status, text) = site.post(&path, None, &join()).await;
    assert!(status == 409 && text.contains("not-ready"), "{status} {text}");
    let mut host = Player::sit(site, &created.id, Some(&created.secret)).await;
    host.order(Command::Seed { seed: "tulipe".into() }).await.unwrap();
    assert_eq!(preview(&created.id).await.host_seed.as_deref(), Some("tulipe"));
    let joined: GameJoined = site.posted(&path, &join()).await;
    assert_eq!(joined.view.state.chance.seeds, [Some("tulipe".into()), Some("lis".into())]);

    let created: GameCreated = site.posted("/api/games", &usual).await;
    assert_eq!(created.view.state.chance.seeds, [Some("rose 7".into()), None]);
    assert!(!created.view.state.may.seed && created.view.state.seats[0].seeded);
    assert_eq!(preview(&created.id).await.host_seed.as_deref(), Some("rose 7"));
    let (status, text) =
        site.post("/api/games", None, &CreateGame { seed: Some("lis".into()), ..usual }).await;
    assert!(status == 400 && text.contains("another game was created"), "{text}");

    // Without a guest whose seed comes last, the secret could be chosen to suit the host's.
    for opponent in [OpponentChoice::Engine { level: 1 }, OpponentChoice::SameDevice {}] {
        let asked = CreateGame { seed: Some("rose".into()), ..create("trappes", &[], opponent) };
        let (status, text) = site.post("/api/games", None, &asked).await;
        assert!(status == 400 && text.contains("seed: expected none"), "{text}");
    }
    let asked = CreateGame { seed: Some("é".into()), ..create("trappes", &[], OpponentChoice::Open {}) };
    let (status, text) = site.post("/api/games", None, &asked).await;
    assert!(status == 400 && text.contains("seed: expected 1 to 64"), "{text}");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn spectators_see_everything_but_do_nothing() {
    let running = common::start().await;
    let [mut host, mut guest] = running.site.game("dames-8x8", &[]).await;
    let mut spectator = Player::sit(&running.site, &host.id, None).await;
    assert!(spectator.state.you.is_empty() && spectator.state.actions.is_empty());
    let player = if host.is_to_act() { &mut host } else { &mut guest };
    let text = player.state.actions[0].text.clone();
    let done = player.order(Command::Act { action: text }).await.unwrap();
    spectator.hear_until(|state| state.version == done.version).await;
    assert_eq!(spectator.moves.len(), 1);
    let order = spectator.make(Command::Resign {});
    spectator.send_only(&order).await;
    assert!(
        matches!(spectator.next().await, Some(ToPage::Problem { problem, .. }) if problem.id == "no-seat")
    );
    // No secret, no code and no hidden seed in what a spectator gets.
    let (_, text) = running.site.get_text(&format!("/api/games/{}", host.id)).await;
    for secret in [&host.secret, &guest.secret] {
        assert!(!text.contains(secret.as_deref().unwrap()));
    }
    assert!(!text.contains("\"secret\""));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_takebacks_phrases_and_rematches() {
    let running = common::start().await;
    let [host, guest] = running.site.game("international", &[]).await;
    let host_is_white = host.state.you == [damier_server::api::Side::White];
    let (mut white, mut black) = if host_is_white { (host, guest) } else { (guest, host) };
    white.order(Command::Act { action: "32-28".into() }).await.unwrap();
    black
        .hear_until(|state| state.may.takeback || state.turn.is_some_and(|turn| state.you.contains(&turn)))
        .await;
    white.order(Command::AskTakeback {}).await.unwrap();
    black.hear_until(|state| state.offers.takeback.is_some()).await;
    black.order(Command::AcceptTakeback {}).await.unwrap();
    white.hear_until(|state| state.actions.len() == 9).await;
    assert!(white.moves.is_empty() && black.moves.is_empty());

    black.order(Command::Say { phrase: "well-played".into() }).await.unwrap();
    loop {
        if let Some(ToPage::Said { phrase, .. }) = white.next().await {
            break assert_eq!(phrase, "well-played");
        }
    }
    assert_eq!(
        black.order(Command::Say { phrase: "rubbish".into() }).await.unwrap_err().refusal.id,
        "unknown-phrase"
    );
    assert_eq!(
        white.order(Command::ClaimLeft { claim: Claim::Win }).await.unwrap_err().refusal.id,
        "not-left"
    );
    white.order(Command::OfferDraw {}).await.unwrap();
    black.hear_until(|state| state.offers.draw.is_some()).await;
    black.order(Command::AcceptDraw {}).await.unwrap();
    white.hear_until(|state| state.status == Status::Over).await;
    assert_eq!(white.state.result.as_ref().unwrap().reason, "agreed");

    white.order(Command::OfferRematch {}).await.unwrap();
    black.hear_until(|state| state.offers.rematch.is_some()).await;
    black.order(Command::AcceptRematch {}).await.unwrap();
    white.hear_until(|state| state.rematch.is_some()).await;
    let next = white.state.rematch.clone().unwrap();
    let mut was_white = Player::sit(&running.site, &next, white.secret.as_deref()).await;
    let mut was_black = Player::sit(&running.site, &next, black.secret.as_deref()).await;
    assert_eq!(was_white.state.you, [damier_server::api::Side::Black]);
    // The host is the same as before, and gives the first word again.
    let [host, guest] = if was_white.state.may.seed {
        [&mut was_white, &mut was_black]
    } else {
        [&mut was_black, &mut was_white]
    };
    assert!(host.state.may.seed && !guest.state.may.seed);
    let early = guest.order(Command::Seed { seed: "b".into() }).await.unwrap_err();
    assert_eq!(early.refusal.id, "host-first");
    host.order(Command::Seed { seed: "a".into() }).await.unwrap();
    guest.hear_until(|state| state.may.seed).await;
    guest.order(Command::Seed { seed: "b".into() }).await.unwrap();
    was_black.hear_until(|state| state.status == Status::Playing && !state.actions.is_empty()).await;
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claimed_huff_is_nowhere_to_be_seen() {
    let running = common::start().await;
    let [mut host, mut guest] = running.site.game("dames-10x10", &[("huffing", "claimed")]).await;
    let mut random = fastrand::Rng::with_seed(11);
    // Until somebody misses a capture.
    let mut missed = false;
    for turn in 0..200 {
        let (player, other) =
            if host.is_to_act() { (&mut host, &mut guest) } else { (&mut guest, &mut host) };
        // Whatever was missed; but in the first move of the game nothing can be.
        assert_eq!(player.state.may.claim_huff, turn > 1);
        let text = serde_json::to_string(&player.state).unwrap();
        assert!(!text.contains("\"huff\"") && !text.contains(":P"), "{text}");
        if missed {
            // Whoever noticed tries every piece; exactly what is owed is granted, the rest tells nothing.
            let enemies: Vec<u8> = player
                .state
                .board
                .pieces
                .iter()
                .filter(|piece| !player.state.you.contains(&piece.side))
                .map(|piece| piece.at)
                .collect();
            let done = player.order(Command::Act { action: format!("*{}", enemies[0]) }).await;
            assert!(done.is_ok(), "any piece may be huffed");
            return drop(running.stop().await);
        }
        let refused = player.order(Command::Act { action: "*1".into() }).await;
        if let Err(refused) = refused {
            assert_eq!((refused.refusal.id.as_str(), refused.refusal.squares.len()), ("not-the-culprit", 0));
        }
        let captures = player.state.actions.iter().any(|action| !action.captures.is_empty());
        let quiet: Vec<String> = player
            .state
            .actions
            .iter()
            .filter(|action| action.captures.is_empty())
            .map(|action| action.text.clone())
            .collect();
        missed = captures && !quiet.is_empty();
        let command =
            if missed { Command::Act { action: quiet[0].clone() } } else { player.choose(&mut random) };
        let done = player.order(command).await.unwrap();
        player.hear_until(|state| state.version >= done.version).await;
        other.hear_until(|state| state.version >= done.version).await;
    }
    panic!("nobody missed a capture");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_device_plays_both_sides() {
    let running = common::start().await;
    let asked =
        CreateGame { colour: ColourChoice::White, ..create("trappes", &[], OpponentChoice::SameDevice {}) };
    let created: GameCreated = running.site.posted("/api/games", &asked).await;
    let mut player = Player::sit(&running.site, &created.id, Some(&created.secret)).await;
    player.order(Command::Seed { seed: "rose".into() }).await.unwrap();
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..30 {
        let command = player.choose(&mut random);
        player.order(command).await.unwrap();
        assert_eq!(player.state.you.len(), 2);
    }
    assert_eq!(player.order(Command::Resign {}).await.unwrap_err().refusal.id, "which-side");
    let order = Order { side: Some(damier_server::api::Side::Black), ..player.make(Command::Resign {}) };
    player.send(&order).await.unwrap();
    assert_eq!(player.state.result.as_ref().unwrap().winner, Some(damier_server::api::Side::White));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_has_open_challenges_until_they_are_taken() {
    let running = common::start().await;
    let site = &running.site;
    let mut socket = site.socket().await;
    client::say(&mut socket, &ToServer::WatchLobby {}).await;
    let asked = create("trappes", &[("english", "true")], OpponentChoice::Open {});
    let created: GameCreated = site.posted("/api/games", &asked).await;
    let in_lobby = |message: &ToPage| match message {
        ToPage::Lobby { lobby } => Some(lobby.challenges.iter().any(|challenge| challenge.id == created.id)),
        _ => None,
    };
    while in_lobby(&client::hear(&mut socket).await.unwrap()) != Some(true) {}
    let preview: InvitationPreview =
        site.posted(&format!("/api/games/{}/preview", created.id), &PreviewInvitation { code: None }).await;
    assert!(preview.free && preview.options["english"] == "true" && preview.host == "Anna");
    let join = JoinGame { key: key(), code: None, name: String::new(), seed: "lis".into() };
    let _: GameJoined = site.posted(&format!("/api/games/{}/join", created.id), &join).await;
    while in_lobby(&client::hear(&mut socket).await.unwrap()) != Some(false) {}
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn time_runs_out_on_the_server() {
    let running = common::start().await;
    let asked = CreateGame {
        clock: ClockChoice::Fischer { seconds: 10, increment: 0 },
        colour: ColourChoice::White,
        ..create("international", &[], OpponentChoice::SameDevice {})
    };
    let created: GameCreated = running.site.posted("/api/games", &asked).await;
    let mut player = Player::sit(&running.site, &created.id, Some(&created.secret)).await;
    player.order(Command::Seed { seed: "rose".into() }).await.unwrap();
    for action in ["32-28", "19-23"] {
        player.order(Command::Act { action: action.into() }).await.unwrap();
    }
    assert!(player.state.clock.as_ref().unwrap().running.is_some());
    player.hear_until(|state| state.status == Status::Over).await;
    let result = player.state.result.clone().unwrap();
    assert_eq!(
        (result.reason.as_str(), result.winner),
        ("out-of-time", Some(damier_server::api::Side::Black))
    );
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_comes_back_hears_what_was_missed() {
    let running = common::start().await;
    let [host, guest] = running.site.game("dame-2000", &[]).await;
    let (mut white, mut black) = if host.is_to_act() { (host, guest) } else { (guest, host) };
    let have = black.state.version;
    let action = white.state.actions[0].text.clone();
    white.order(Command::Act { action }).await.unwrap();
    let mut socket = running.site.socket().await;
    let watch = ToServer::Watch { game: black.id.clone(), secret: black.secret.clone(), have: Some(have) };
    client::say(&mut socket, &watch).await;
    loop {
        match client::hear(&mut socket).await.unwrap() {
            ToPage::Update { from, events, state, .. } => {
                assert_eq!((from, state.unwrap().version), (have, have + 1));
                assert!(matches!(events[..], [Event::Moved { .. }]), "{events:?}");
                break;
            }
            ToPage::Game { .. } => panic!("the whole game"),
            _ => {}
        }
    }
    // A version that isn't there gets the whole game.
    client::say(&mut socket, &ToServer::Watch { game: black.id.clone(), secret: None, have: Some(999) })
        .await;
    while !matches!(client::hear(&mut socket).await.unwrap(), ToPage::Game { .. }) {}
    black.reconnect().await;
    let view: GameView = running.site.get(&format!("/api/games/{}", black.id)).await;
    assert_eq!(view.state.version, black.state.version);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_engine_answers_everybody_in_turn_and_says_who_waits() {
    let running = common::start().await;
    let mut games = Vec::new();
    for _ in 0..10 {
        let site = running.site.clone();
        games.push(tokio::spawn(async move {
            let asked = CreateGame {
                colour: ColourChoice::Black,
                ..create("international", &[], OpponentChoice::Engine { level: 10 })
            };
            let created: GameCreated = site.posted("/api/games", &asked).await;
            let mut player = Player::sit(&site, &created.id, Some(&created.secret)).await;
            player.order(Command::Seed { seed: "rose".into() }).await.unwrap();
            let mut highest = player.state.engine.as_ref().map_or(0, |engine| engine.place);
            while player.moves.is_empty() {
                let message = client::hear(&mut player.socket).await.unwrap();
                if let ToPage::Engine { engine, .. } = &message {
                    highest = highest.max(engine.place);
                }
                player.take(message).await;
            }
            assert!(player.is_to_act());
            highest
        }));
    }
    let mut highest = 0;
    for game in games {
        highest = highest.max(game.await.unwrap());
    }
    assert!(highest >= 2, "with one thread somebody waited: {highest}");
    running.stop().await;
}
