//! The pages that explain the rules: complete in both languages, and everything they show is so.

mod harness;

use std::collections::BTreeSet;

use damier_arena::catalogue::{self, Entry, Family, Values};
use damier_arena::pages::{self, Article, Diagram, Origin, Page, Words};
use damier_arena::{Moves, Verdict};
use damier_rules::reason::Rule;
use harness::attempts::{everything, thin_position, try_everywhere};
use harness::refusals::cases;

fn entries() -> impl Iterator<Item = (&'static Entry, &'static Page)> {
    catalogue::all().iter().map(|entry| {
        let page = pages::of(entry.id).unwrap_or_else(|| panic!("{}: no page", entry.id));
        (*entry, page)
    })
}

/// Every text of a page with the place where it stands, titles aside.
fn texts(page: &Page) -> Vec<(String, &Words)> {
    let mut texts = vec![(format!("{}: introduction", page.game), &page.introduction)];
    for article in &page.articles {
        let place = format!("{}: {}", page.game, article.id);
        texts.push((place.clone(), &article.text));
        texts.extend(article.diagrams.iter().map(|diagram| (place.clone(), &diagram.caption)));
        texts.extend(article.readings.iter().map(|reading| (place.clone(), &reading.text)));
    }
    texts
}

#[test]
fn every_game_has_a_page_that_begins_with_the_set_up_and_ends() {
    for (entry, page) in entries() {
        assert_eq!(page.articles[0].id, "setup", "{}", entry.id);
        assert!(!page.articles[0].diagrams.is_empty(), "{}: no picture of the start", entry.id);
        assert!(page.article("winning").is_some() && page.article("draw").is_some(), "{}", entry.id);
        let at_least = if entry.family == Family::Sheet { 10 } else { 8 };
        assert!(page.articles.len() >= at_least, "{}: only {} rules", entry.id, page.articles.len());
    }
    assert!(pages::of("chess").is_none());
}

#[test]
fn a_page_is_plain_data_for_programs() {
    let json = serde_json::to_value(pages::of("dames-8x8").unwrap()).unwrap();
    assert_eq!(json["game"], "dames-8x8");
    let article =
        &json["articles"].as_array().unwrap().iter().find(|one| one["id"] == "king-priority").unwrap();
    assert_eq!(article["title"]["en"], "Kings capture first");
    assert_eq!(article["refusals"][0], "king-priority");
    assert_eq!(article["diagrams"][0]["refused"], "king-priority");
    assert_eq!(article["diagrams"][1]["options"]["king-priority"], "same-target");
    assert_eq!(article["readings"][0]["origin"], "open");
}

#[test]
fn both_languages_say_something_of_their_own() {
    for (entry, page) in entries() {
        for (place, text) in texts(page) {
            assert_ne!(text.fr, text.en, "{place}");
            for text in [&text.fr, &text.en] {
                let last = text.chars().last().unwrap();
                assert!(".!?…".contains(last), "{place}: no full stop: {text}");
            }
            // One of them left behind when the other was changed is often much shorter.
            let [fr, en] = [&text.fr, &text.en].map(|text| text.chars().count());
            assert!(fr < 2 * en + 20 && en < 2 * fr + 20, "{place}: {fr} and {en} characters");
        }
        for article in &page.articles {
            assert!(!article.title.fr.ends_with('.') && !article.title.en.ends_with('.'), "{}", entry.id);
        }
    }
}

#[test]
fn french_has_its_spaces_and_its_marks() {
    for (_, page) in entries() {
        let titles = page.articles.iter().map(|article| (article.id.clone(), &article.title));
        for (place, words) in texts(page).into_iter().chain(titles) {
            let french: Vec<char> = words.fr.chars().collect();
            for pair in french.windows(2) {
                let is_tied = |mark| mark == '\u{a0}' || mark == '\u{202f}';
                let is_wrong = match pair {
                    [before, ';' | ':' | '?' | '!' | '»'] => !is_tied(*before),
                    ['«', after] => !is_tied(*after),
                    _ => false,
                };
                assert!(!is_wrong, "{place}: {:?}: {}", pair, words.fr);
            }
            for text in [&words.fr, &words.en] {
                assert!(
                    !text.contains("...") && !text.contains('"') && !text.contains("  "),
                    "{place}: {text}"
                );
            }
            for mark in [" ;", " :", " ?", " !", " ,", " ."] {
                assert!(!words.en.contains(mark), "{place}: {}", words.en);
            }
        }
    }
}

#[test]
fn everything_in_a_diagram_is_so() {
    for (entry, page) in entries() {
        for article in &page.articles {
            for diagram in &article.diagrams {
                check_diagram(entry, page, article, diagram);
            }
        }
    }
}

fn check_diagram(entry: &Entry, page: &Page, article: &Article, diagram: &Diagram) {
    let place = format!("{}: {}: {:?}", entry.id, article.id, diagram);
    let options: Vec<(String, String)> = diagram.options.clone().into_iter().collect();
    let game = entry.open(&options).unwrap_or_else(|error| panic!("{place}: {error}"));
    let position = diagram.position.as_deref();
    let moves = game.moves(position).unwrap_or_else(|error| panic!("{place}: {error}"));
    let Some(action) = diagram.action.as_deref() else {
        assert!(diagram.refused.is_none(), "{place}: nothing to refuse");
        return;
    };
    if action.starts_with('[') {
        let Moves::Rolls(rolls) = moves else { panic!("{place}: no chance") };
        assert!(diagram.refused.is_none() && rolls.iter().any(|roll| roll.0 == action), "{place}");
        return;
    }
    match (game.judge(position, action).unwrap().unwrap(), &diagram.refused) {
        (Verdict::Legal(legal), None) => assert_eq!(legal, action, "{place}"),
        (Verdict::Refused(refusal), Some(id)) => {
            assert_eq!(refusal.rule.id(), id, "{place}");
            let explained = page.explaining(refusal.rule).map(|article| &article.id);
            assert_eq!(explained, Some(&article.id), "{place}: explained elsewhere");
        }
        (verdict, _) => panic!("{place}: {verdict:?}"),
    }
}

#[test]
fn every_option_has_one_reading_and_classics_have_no_sheet() {
    for (entry, page) in entries() {
        let readings = || page.articles.iter().flat_map(|article| &article.readings);
        for option in entry.options {
            let named = readings().filter(|reading| reading.option.as_deref() == Some(option.name)).count();
            assert_eq!(named, 1, "{}: {}", entry.id, option.name);
        }
        if entry.family == Family::Classic {
            assert!(readings().all(|reading| reading.origin == Origin::House), "{}", entry.id);
        }
    }
}

#[test]
fn every_choice_of_an_option_is_shown_once_at_least() {
    for (entry, page) in entries() {
        for option in entry.options.iter().filter(|option| matches!(option.values, Values::Choices(_))) {
            let shows = |diagram: &Diagram| {
                diagram.options.get(option.name).is_some_and(|value| value != option.default)
            };
            let is_shown = page.articles.iter().flat_map(|article| &article.diagrams).any(shows);
            assert!(is_shown, "{}: no diagram with another {}", entry.id, option.name);
        }
    }
}

/// The game as usual, and with every other value of each option that has a list of values.
fn choices(entry: &Entry) -> Vec<Vec<(String, String)>> {
    let mut choices = vec![Vec::new()];
    for option in entry.options {
        if let Values::Choices(values) = option.values {
            let others = values.iter().filter(|choice| choice.value != option.default);
            choices.extend(others.map(|choice| vec![(option.name.into(), choice.value.into())]));
        }
    }
    choices
}

/// The refusals that people who don't know the rules meet.
fn met_by_chance(entry: &Entry) -> BTreeSet<&'static str> {
    let mut met = BTreeSet::new();
    for options in choices(entry) {
        let game = entry.open(&options).unwrap();
        try_everywhere(&*game, &mut |_, _, verdict, _| {
            if let Verdict::Refused(refusal) = verdict {
                met.insert(refusal.rule.id());
            }
        });
    }
    met
}

#[test]
fn every_refusal_that_is_met_is_explained() {
    let table = cases().map(|case| (case.game, case.rule));
    let chance = catalogue::all()
        .iter()
        .flat_map(|entry| met_by_chance(entry).into_iter().map(|rule| (entry.id, rule)));
    let met: BTreeSet<(&str, &str)> = table.chain(chance).collect();
    let is_explained = |game: &str, id: &str| {
        Rule::ALL.iter().any(|rule| rule.id() == id && pages::anchor(game, *rule).is_some())
    };
    let wrong: Vec<_> = met.into_iter().filter(|(game, id)| !is_explained(game, id)).collect();
    assert!(wrong.is_empty(), "nothing is said of {wrong:?}");
}

/// Positions in which everything is tried, for each choice of options, before a refusal counts as impossible.
const PATIENCE: usize = 100;

/// Drops the refusals that somebody can meet who tries everything.
fn drop_met(entry: &Entry, refusals: &mut BTreeSet<&str>) {
    for options in choices(entry) {
        let game = entry.open(&options).unwrap();
        let mut random = fastrand::Rng::with_seed(11);
        for _ in 0..PATIENCE {
            if refusals.is_empty() {
                return;
            }
            let position = thin_position(&*game, &mut random);
            if game.moves(Some(&position)).is_err() {
                continue;
            }
            for attempt in everything(&*game, &position) {
                if let Ok(Verdict::Refused(refusal)) = game.judge(Some(&position), &attempt).unwrap() {
                    refusals.remove(refusal.rule.id());
                }
            }
        }
    }
}

#[test]
fn no_refusal_is_explained_that_nobody_meets() {
    let mut wrong = Vec::new();
    for (entry, page) in entries() {
        let explained = page.articles.iter().flat_map(|article| &article.refusals);
        let mut never: BTreeSet<&str> = explained.map(String::as_str).collect();
        for case in cases().filter(|case| case.game == entry.id) {
            never.remove(case.rule);
        }
        for diagram in page.articles.iter().flat_map(|article| &article.diagrams) {
            never.remove(diagram.refused.as_deref().unwrap_or_default());
        }
        for met in met_by_chance(entry) {
            never.remove(met);
        }
        drop_met(entry, &mut never);
        wrong.extend(never.into_iter().map(|id| (entry.id, id)));
    }
    assert!(wrong.is_empty(), "explained, but never met: {wrong:?}");
}

#[test]
fn anchors_that_players_may_have_kept_are_still_there() {
    let everywhere = ["setup", "turn", "winning", "draw"];
    let jumping = ["men-move", "capture", "capture-compulsory", "capture-goes-on", "crowning", "king-moves"];
    let fighting = ["heads", "moves", "attack", "combat", "tie", "victor", "last-row", "no-going-back"];
    for (entry, page) in entries() {
        let fights = page.article("combat").is_some();
        for id in everywhere.iter().chain(if fights { &fighting[..] } else { &jumping[..] }) {
            assert!(page.article(id).is_some(), "{}: {id} is gone", entry.id);
        }
    }
}
