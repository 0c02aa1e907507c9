//! Positions that are analysed: what comes back, what is refused, and that nobody else waits for it.

mod client;
mod common;

use std::time::{Duration, Instant};

use client::Site;
use damier_server::Settings;
use damier_server::api::Side;
use damier_server::api::analysis::{Analysis, AskAnalysis, Chances};
use damier_server::api::command::Command;
use damier_server::api::requests::AskScene;
use damier_server::api::state::Status;

fn ask(game: &str, position: Option<&str>) -> AskAnalysis {
    AskAnalysis {
        game: game.into(),
        options: Default::default(),
        position: position.map(Into::into),
        lines: 3,
        budget_ms: 100,
    }
}

async fn analysed(site: &Site, asked: &AskAnalysis) -> Analysis {
    site.posted("/api/analyse", asked).await
}

fn assert_whole(chances: Chances) {
    let Chances { win, draw, loss } = chances;
    assert!([win, draw, loss].iter().all(|one| (0.0..=1.0).contains(one)), "{chances:?}");
    assert!((win + draw + loss - 1.0).abs() < 0.001, "{chances:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_best_lines_come_with_their_chances() {
    let running = common::start().await;
    let won = ask("english", Some("B:W18:B14,1"));
    let Analysis::Lines { turn, lines } = analysed(&running.site, &won).await else { panic!("lines") };
    assert_eq!(turn, Side::Black);
    assert_eq!(lines[0].actions, ["14x23"]);
    assert_eq!((lines[0].chances.win, lines.len()), (1.0, 1), "there is one capture, and it wins");
    let Analysis::Lines { lines, .. } = analysed(&running.site, &ask("international", None)).await else {
        panic!("lines")
    };
    assert_eq!(lines.len(), 3);
    assert!(lines.is_sorted_by(|one, next| one.score >= next.score), "{lines:?}");
    for line in &lines {
        assert_whole(line.chances);
        assert!(line.depth > 0 && !line.actions.is_empty());
    }
    // Every text is an action that can be sent: the first ones are played.
    let [mut host, mut guest] = running.site.game("international", &[]).await;
    let white = if host.is_to_act() { &mut host } else { &mut guest };
    white.order(Command::Act { action: lines[2].actions[0].clone() }).await.unwrap();
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn positions_beyond_all_play_are_neither_analysed_nor_drawn() {
    let running = common::start().await;
    let position = "W:WK13,K64:B2,K5,K7,9,10,12,14,15,16,19,21,23,K26,K28,K29,30,31,33,K34,K35,37,K39,40,42,45,K47,49,\
                    50,51,52,K53,K54,56,K58,K61,K63";
    let asked = ask("turkish", Some(position));
    let scene =
        AskScene { game: "turkish".into(), options: Default::default(), position: asked.position.clone() };
    let answers = [
        running.site.post("/api/analyse", None, &asked).await,
        running.site.post("/api/scene", None, &scene).await,
    ];
    for (status, text) in answers {
        assert!(status == 400 && text.contains("too complex"), "{status} {text}");
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn outcomes_of_chance_are_weighed() {
    let running = common::start().await;
    let spin = analysed(&running.site, &ask("trappes", None)).await;
    let Analysis::Outcomes { outcomes, chances, .. } = spin else { panic!("outcomes: {spin:?}") };
    let found: Vec<_> = outcomes.iter().map(|one| (one.outcome.as_str(), one.weight)).collect();
    assert_eq!(found, [("pawn", 4), ("green", 2), ("orange", 2)]);
    assert_whole(chances);
    let mean: f32 = outcomes.iter().map(|one| one.chances.win * one.weight as f32 / 8.0).sum();
    assert!((mean - chances.win).abs() < 0.001, "{outcomes:?} {chances:?}");
    let fight = ask("dame-2000", Some("W:Wg26,y30:By21,18:C26x21:H0:F8"));
    let Analysis::Outcomes { outcomes, .. } = analysed(&running.site, &fight).await else { panic!() };
    assert_eq!(outcomes.len(), 3, "lost, tied, won");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_can_not_be_analysed_is_refused_by_name() {
    let running = common::start().await;
    let good = ask("english", None);
    for (asked, expected) in [
        (AskAnalysis { game: "chess".into(), ..good.clone() }, "chess"),
        (AskAnalysis { options: [("x".into(), "y".into())].into(), ..good.clone() }, "option"),
        (ask("english", Some("W:W1:B")), "position"),
        (ask("english", Some("W:W5:B1")), "over"),
        (AskAnalysis { lines: 0, ..good.clone() }, "lines"),
        (AskAnalysis { lines: 11, ..good.clone() }, "lines"),
        (AskAnalysis { budget_ms: 2001, ..good.clone() }, "budget_ms"),
        (AskAnalysis { budget_ms: 0, ..good.clone() }, "budget_ms"),
    ] {
        let (status, text) = running.site.post("/api/analyse", None, &asked).await;
        assert!(status == 400 && text.contains(expected), "{asked:?}: {status} {text}");
    }
    let (status, text) = running.site.post("/api/analyse", None, &"x".repeat(20_000)).await;
    assert!(status == 413, "{status} {text}");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_has_so_many_positions_analysed() {
    let running = common::start_with(|settings| Settings { rate_limits: true, ..settings }).await;
    let asked = AskAnalysis { lines: 0, ..ask("english", None) };
    let mut statuses = Vec::new();
    for _ in 0..11 {
        statuses.push(running.site.post("/api/analyse", None, &asked).await.0);
    }
    assert_eq!(statuses[..10], [400; 10]);
    assert_eq!(statuses[10], 429);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crowd_of_analyses_does_not_keep_a_game_waiting() {
    let running = common::start().await;
    let flood = AskAnalysis { budget_ms: 600, ..ask("international", None) };
    let mut crowd = Vec::new();
    for _ in 0..60 {
        let (site, flood) = (running.site.clone(), flood.clone());
        crowd.push(tokio::spawn(async move { site.post("/api/analyse", None, &flood).await.0 }));
    }
    let start = Instant::now();
    let mut player = running.site.engine_game("english", 1).await;
    player.hear_until(|state| state.status == Status::Playing && !state.actions.is_empty()).await;
    let action = player.state.actions[0].text.clone();
    let done = player.order(Command::Act { action }).await.unwrap();
    player.hear_until(|state| state.version > done.version && state.engine.is_none()).await;
    // One analysis may be before it in the queue, and one under way.
    assert!(start.elapsed() < Duration::from_secs(15), "{:?}", start.elapsed());
    let mut statuses = Vec::new();
    for one in crowd {
        statuses.push(one.await.unwrap());
    }
    assert!(statuses.iter().all(|status| [200, 429].contains(status)), "{statuses:?}");
    assert!(statuses.contains(&429) && statuses.contains(&200), "one address has room for a few");
    running.stop().await;
}
