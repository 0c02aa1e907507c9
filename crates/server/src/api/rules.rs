//! The rules of a game in words.

use std::collections::BTreeMap;

use damier_arena::pages;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Words;

impl From<&pages::Words> for Words {
    fn from(words: &pages::Words) -> Self {
        Words { fr: words.fr.clone(), en: words.en.clone() }
    }
}

/// The rules of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RulesPage {
    /// The game's id.
    pub game: String,
    /// What is odd and fun about it. Paragraphs of a text are lines of their own.
    pub introduction: Words,
    /// The set-up first, then the rules in the order in which a player needs them.
    pub articles: Vec<Article>,
}

/// A rule in words.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Article {
    /// A stable word, unique on its page.
    pub id: String,
    /// What it is about.
    pub title: Words,
    /// What it says.
    pub text: Words,
    /// The rules of refusals that it explains.
    pub refusals: Vec<String>,
    /// What it looks like.
    pub diagrams: Vec<Diagram>,
    /// What can be read or played in another way.
    pub readings: Vec<Reading>,
}

/// A position with something that happens in it, or is refused.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Diagram {
    /// The position; the start where it's left out.
    pub position: Option<String>,
    /// The options that it needs.
    pub options: BTreeMap<String, String>,
    /// An action, or an outcome of chance.
    pub action: Option<String>,
    /// The rule that the action breaks; it is legal where this is left out.
    pub refused: Option<String>,
    /// What it shows.
    pub caption: Words,
}

/// A point that can be played in several ways.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Reading {
    /// Whose doing it is.
    pub origin: Origin,
    /// The option that changes it; none where it can't be changed.
    pub option: Option<String>,
    /// What is left open, how it is played here, and why.
    pub text: Words,
}

/// Where the freedom to play in another way comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// The rule sheet leaves the point open.
    Open,
    /// The rule sheet itself offers a variant.
    Variant,
    /// An option that isn't on any sheet.
    House,
}

impl From<&pages::Page> for RulesPage {
    fn from(page: &pages::Page) -> Self {
        RulesPage {
            game: page.game.into(),
            introduction: (&page.introduction).into(),
            articles: page.articles.iter().map(Article::from).collect(),
        }
    }
}

impl From<&pages::Article> for Article {
    fn from(article: &pages::Article) -> Self {
        Article {
            id: article.id.clone(),
            title: (&article.title).into(),
            text: (&article.text).into(),
            refusals: article.refusals.clone(),
            diagrams: article.diagrams.iter().map(Diagram::from).collect(),
            readings: article.readings.iter().map(Reading::from).collect(),
        }
    }
}

impl From<&pages::Diagram> for Diagram {
    fn from(diagram: &pages::Diagram) -> Self {
        Diagram {
            position: diagram.position.clone(),
            options: diagram.options.clone(),
            action: diagram.action.clone(),
            refused: diagram.refused.clone(),
            caption: (&diagram.caption).into(),
        }
    }
}

impl From<&pages::Reading> for Reading {
    fn from(reading: &pages::Reading) -> Self {
        let origin = match reading.origin {
            pages::Origin::Open => Origin::Open,
            pages::Origin::Variant => Origin::Variant,
            pages::Origin::House => Origin::House,
        };
        Reading { origin, option: reading.option.clone(), text: (&reading.text).into() }
    }
}
