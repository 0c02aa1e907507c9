//! Reading pages from their source, and checking what can be checked without playing.

use std::collections::{BTreeMap, BTreeSet};

use damier_rules::reason::Rule;
use serde::Deserialize;

use super::{Article, Diagram, Page, Reading, Words};
use crate::catalogue::{self, Entry};

/// The anchor of the article with which every page begins.
const FIRST: &str = "setup";
/// The longest title, caption, reading or introduction, and text, in characters.
const LONGEST_TITLE: usize = 40;
const LONGEST_CAPTION: usize = 160;
const LONGEST_READING: usize = 360;
const LONGEST_TEXT: usize = 640;

/// What is wrong with a page.
#[derive(Debug, thiserror::Error)]
#[error("{file}.toml: {}{fault}", .article.as_ref().map(|id| format!("rule \"{id}\": ")).unwrap_or_default())]
pub(super) struct PageError {
    file: String,
    article: Option<String>,
    fault: Fault,
}

/// What can be wrong with it.
#[derive(Debug, thiserror::Error)]
pub(super) enum Fault {
    #[error("{0}")]
    Form(Box<toml::de::Error>),
    #[error("no rule of that name in shared.toml")]
    NotShared,
    #[error("expected either `use`, or an id, a title and a text")]
    Unclear,
    #[error("expected an anchor of small letters, digits and hyphens")]
    Anchor,
    #[error("the page has this anchor twice")]
    AnchorTwice,
    #[error("expected the page to begin with \"{FIRST}\"")]
    First,
    #[error("{0}: nothing is written")]
    Empty(&'static str),
    #[error("{0}: {1} characters; expected at most {2}")]
    TooLong(&'static str, usize, usize),
    #[error("no refusal is called \"{0}\"")]
    UnknownRefusal(String),
    #[error("the page explains \"{0}\" twice")]
    RefusalTwice(String),
    #[error("the game has no option \"{0}\"")]
    UnknownOption(String),
    #[error("the page has two readings of option \"{0}\"")]
    OptionTwice(String),
    #[error("no reading of option \"{0}\"")]
    NoReading(&'static str),
}

impl Fault {
    fn of_page(self, file: &str) -> PageError {
        PageError { file: file.into(), article: None, fault: self }
    }
    fn of_article(self, file: &str, id: &str) -> PageError {
        PageError { file: file.into(), article: Some(id.into()), fault: self }
    }
}

/// Rules of several games, by the name under which pages include them.
pub(super) type Shared = BTreeMap<String, Article>;

/// A page as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Source {
    introduction: Words,
    rule: Vec<Draft>,
}

/// A rule as it is written: a shared one, to which diagrams and readings may be added, or one of the page's own.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Draft {
    r#use: Option<String>,
    id: Option<String>,
    title: Option<Words>,
    text: Option<Words>,
    #[serde(default)]
    refusals: Vec<String>,
    #[serde(default)]
    diagrams: Vec<Diagram>,
    #[serde(default)]
    readings: Vec<Reading>,
}

/// Reads the page of every game.
pub(super) fn all() -> Result<Vec<Page>, PageError> {
    let shared = shared(catalogue::SHARED_RULES)?;
    catalogue::all().iter().map(|entry| page(entry, entry.page_source(), &shared)).collect()
}

/// Reads the rules that several games share.
pub(super) fn shared(source: &str) -> Result<Shared, PageError> {
    toml::from_str(source).map_err(|error| Fault::Form(error.into()).of_page("shared"))
}

/// Reads the page of a game.
pub(super) fn page(entry: &Entry, source: &str, shared: &Shared) -> Result<Page, PageError> {
    let file = entry.id;
    let source: Source = toml::from_str(source).map_err(|error| Fault::Form(error.into()).of_page(file))?;
    let articles: Result<Vec<Article>, PageError> =
        source.rule.into_iter().map(|draft| article(file, draft, shared)).collect();
    let introduction =
        source.introduction.set("introduction", LONGEST_READING).map_err(|fault| fault.of_page(file))?;
    let page = Page { game: entry.id, introduction, articles: articles? };
    check(entry, &page)?;
    Ok(page)
}

fn article(file: &str, draft: Draft, shared: &Shared) -> Result<Article, PageError> {
    let name = draft.r#use.clone().or(draft.id.clone()).unwrap_or_default();
    let whole = match (draft.r#use, draft.id, draft.title, draft.text) {
        (Some(name), None, None, None) => shared.get(&name).cloned().ok_or(Fault::NotShared),
        (None, Some(id), Some(title), Some(text)) => {
            Ok(Article { id, title, text, refusals: vec![], diagrams: vec![], readings: vec![] })
        }
        _ => Err(Fault::Unclear),
    };
    let mut whole = whole.map_err(|fault| fault.of_article(file, &name))?;
    whole.refusals.extend(draft.refusals);
    whole.diagrams.extend(draft.diagrams);
    whole.readings.extend(draft.readings);
    let id = whole.id.clone();
    set(whole).map_err(|fault| fault.of_article(file, &id))
}

/// Sets every text of an article.
fn set(article: Article) -> Result<Article, Fault> {
    let diagram = |diagram: Diagram| {
        Ok(Diagram { caption: diagram.caption.set("caption", LONGEST_CAPTION)?, ..diagram })
    };
    let reading =
        |reading: Reading| Ok(Reading { text: reading.text.set("reading", LONGEST_READING)?, ..reading });
    Ok(Article {
        title: article.title.set("title", LONGEST_TITLE)?,
        text: article.text.set("text", LONGEST_TEXT)?,
        diagrams: article.diagrams.into_iter().map(diagram).collect::<Result<_, Fault>>()?,
        readings: article.readings.into_iter().map(reading).collect::<Result<_, Fault>>()?,
        ..article
    })
}

impl Words {
    /// The texts as they are shown; none may be missing or go on for too long.
    fn set(&self, what: &'static str, longest: usize) -> Result<Words, Fault> {
        let set = Words { fr: with_narrow_spaces(&paragraphs(&self.fr)), en: paragraphs(&self.en) };
        for text in [&set.fr, &set.en] {
            let length = text.chars().count();
            if length == 0 {
                return Err(Fault::Empty(what));
            }
            if length > longest {
                return Err(Fault::TooLong(what, length, longest));
            }
        }
        Ok(set)
    }
}

/// Joins lines; an empty line begins a new paragraph.
fn paragraphs(text: &str) -> String {
    let joined = text.split("\n\n").map(|lines| lines.split_whitespace().collect::<Vec<_>>().join(" "));
    joined.filter(|paragraph| !paragraph.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Sets the spaces that French has before some marks and that no line may break at; the source has plain
/// ones, which can be seen and typed.
fn with_narrow_spaces(text: &str) -> String {
    [
        (" ;", "\u{202f};"),
        (" ?", "\u{202f}?"),
        (" !", "\u{202f}!"),
        (" :", "\u{a0}:"),
        ("« ", "«\u{a0}"),
        (" »", "\u{a0}»"),
    ]
    .into_iter()
    .fold(text.to_string(), |text, (plain, set)| text.replace(plain, set))
}

/// Checks what an article can't know by itself.
fn check(entry: &Entry, page: &Page) -> Result<(), PageError> {
    let file = entry.id;
    if page.articles.first().is_none_or(|article| article.id != FIRST) {
        return Err(Fault::First.of_page(file));
    }
    let (mut anchors, mut refusals, mut options) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for article in &page.articles {
        let refuse = |fault: Fault| Err(fault.of_article(file, &article.id));
        let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if article.id.is_empty() || !article.id.bytes().all(is_plain) {
            return refuse(Fault::Anchor);
        }
        if !anchors.insert(&article.id) {
            return refuse(Fault::AnchorTwice);
        }
        let refused = article.diagrams.iter().filter_map(|diagram| diagram.refused.as_ref());
        for id in article.refusals.iter().chain(refused) {
            if !Rule::ALL.iter().any(|rule| rule.id() == id && *rule != Rule::Legal) {
                return refuse(Fault::UnknownRefusal(id.clone()));
            }
        }
        for id in &article.refusals {
            if !refusals.insert(id) {
                return refuse(Fault::RefusalTwice(id.clone()));
            }
        }
        for option in article.readings.iter().filter_map(|reading| reading.option.as_ref()) {
            if !entry.options.iter().any(|known| known.name == option) {
                return refuse(Fault::UnknownOption(option.clone()));
            }
            if !options.insert(option.as_str()) {
                return refuse(Fault::OptionTwice(option.clone()));
            }
        }
    }
    match entry.options.iter().find(|option| !options.contains(option.name)) {
        Some(option) => Err(Fault::NoReading(option.name).of_page(file)),
        None => Ok(()),
    }
}
