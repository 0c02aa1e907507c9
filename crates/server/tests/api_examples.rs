//! Every example of `docs/api.md` is what its type writes and reads.

mod client;
mod common;

use damier_server::api::analysis::{Analysis, AskAnalysis};
use damier_server::api::board::Scene;
use damier_server::api::catalogue::Catalogue;
use damier_server::api::event::Event;
use damier_server::api::problem::Problem;
use damier_server::api::requests::*;
use damier_server::api::rules::RulesPage;
use damier_server::api::socket::{ToPage, ToServer};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

const DOCUMENT: &str = include_str!("../../../docs/api.md");

/// Reads an example as a type, writes it again and compares.
fn check<T: DeserializeOwned + Serialize>(example: &str) {
    let value: Value = serde_json::from_str(example).unwrap_or_else(|error| panic!("{error}: {example}"));
    let read: T = serde_json::from_str(example).unwrap_or_else(|error| panic!("{error}: {example}"));
    let mut written = serde_json::to_value(&read).unwrap();
    let mut value = value;
    drop_nulls(&mut value);
    drop_nulls(&mut written);
    assert_eq!(written, value, "{example}");
}

/// A field that may be left out may also say nothing.
fn drop_nulls(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|_, field| !field.is_null());
            fields.values_mut().for_each(drop_nulls);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_nulls),
        _ => {}
    }
}

#[test]
fn every_example_is_of_its_type() {
    let mut seen = 0;
    for block in DOCUMENT.split("```json ").skip(1) {
        let (head, rest) = block.split_once('\n').unwrap();
        let example = rest.split("```").next().unwrap();
        seen += 1;
        match head.trim() {
            "Problem" => check::<Problem>(example),
            "Catalogue" => check::<Catalogue>(example),
            "AskScene" => check::<AskScene>(example),
            "Scene" => check::<Scene>(example),
            "AskAnalysis" => check::<AskAnalysis>(example),
            "Analysis" => check::<Analysis>(example),
            "RulesPage" => check::<RulesPage>(example),
            "CreateGame" => check::<CreateGame>(example),
            "GameCreated" => check::<GameCreated>(example),
            "PreviewInvitation" => check::<PreviewInvitation>(example),
            "InvitationPreview" => check::<InvitationPreview>(example),
            "JoinGame" => check::<JoinGame>(example),
            "Lobby" => check::<Lobby>(example),
            "AskSummaries" => check::<AskSummaries>(example),
            "Summaries" => check::<Summaries>(example),
            "AskVerification" => check::<AskVerification>(example),
            "Verification" => check::<Verification>(example),
            "ToPage" => check::<ToPage>(example),
            "ToServer" => check::<ToServer>(example),
            "Event" => check::<Event>(example),
            other => panic!("an example of an unknown type: {other}"),
        }
    }
    assert!(seen >= 25, "{seen} examples");
}

/// Every route that the document explains is in the OpenAPI document made from the code, and the other way round.
#[tokio::test(flavor = "multi_thread")]
async fn every_route_is_explained() {
    let running = common::start().await;
    let document: Value = running.site.get("/api/openapi.json").await;
    let routes: Vec<String> = document["paths"].as_object().unwrap().keys().cloned().collect();
    assert!(routes.len() >= 12, "{routes:?}");
    for route in routes {
        assert!(DOCUMENT.contains(&route), "docs/api.md: nothing about {route}");
    }
    let explained =
        DOCUMENT.lines().filter(|line| line.starts_with("### `")).flat_map(|line| line.split('`'));
    for route in explained.filter_map(|code| code.split_once(' ').map(|(_, path)| path)) {
        if route.starts_with("/api/") && route != "/api/openapi.json" {
            assert!(document["paths"].get(route).is_some(), "no route {route}");
        }
    }
    for schema in ["ToPage", "ToServer", "State", "NotDone", "Problem"] {
        assert!(document["components"]["schemas"].get(schema).is_some(), "no schema {schema}");
    }
    running.stop().await;
}

#[test]
fn a_field_that_nobody_knows_is_refused_by_name() {
    let refused = |text: &str| serde_json::from_str::<ToServer>(text).unwrap_err().to_string();
    for text in [
        r#"{"type":"watch","game":"x","extra":1}"#,
        r#"{"type":"watch-lobby","extra":1}"#,
        r#"{"type":"order","game":"x","order":{"key":"k","version":1,"extra":1,"command":{"type":"resign"}}}"#,
        r#"{"type":"order","game":"x","order":{"key":"k","version":1,"command":{"type":"resign","extra":1}}}"#,
        r#"{"type":"order","game":"x","order":{"key":"k","version":1,"command":{"type":"chance","extra":1}}}"#,
    ] {
        assert!(refused(text).contains("extra"), "{text}: {}", refused(text));
    }
    assert!(refused(r#"{"type":"shout"}"#).contains("shout"));
    let create = |text: &str| serde_json::from_str::<CreateGame>(text).unwrap_err().to_string();
    let text = r#"{"key":"k","game":"g","opponent":{"type":"friend","level":3},"colour":"white"}"#;
    assert!(create(text).contains("level"));
    let text = r#"{"key":"k","game":"g","opponent":{"type":"friend"},"colour":"white","clock":{"type":"none","days":3}}"#;
    assert!(create(text).contains("days"));
}
