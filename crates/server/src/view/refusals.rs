//! Why a command was not carried out, in the words of the wire.

use damier_arena::sitting::{Denial, No};
use damier_arena::table::Table;
use damier_arena::words;
use damier_notation::action::write_deed;
use damier_notation::square::Style;
use damier_rules::tell::Deed;

use crate::api::Words;
use crate::api::board::{Action, ActionKind};
use crate::api::problem::Refusal;

/// The most actions that are shown as owed.
const MOST_OWED: usize = 12;

/// Why a command was not carried out.
pub(crate) fn refusal(denial: &Denial, table: &dyn Table, style: Style) -> Refusal {
    match denial {
        Denial::Rule(broken) => {
            let rule = words::rule(broken.rule);
            let owed = broken.owed.iter().take(MOST_OWED).map(|deed| owed(deed, table, style)).collect();
            Refusal {
                id: broken.rule.id().into(),
                is_rule: true,
                words: Words { fr: format!("{}.", rule.fr), en: format!("{}.", rule.en) },
                squares: broken.squares.clone(),
                owed,
            }
        }
        Denial::NotAnAction(expected) => {
            let list = expected.join(", ");
            plain(
                "not-an-action",
                &format!("Ce n'est pas un coup ; écrivez par exemple : {list}."),
                &format!("This is no move; write such as {list}."),
            )
        }
        Denial::Ambiguous(could_be) => {
            let list = could_be.join(", ");
            plain(
                "ambiguous",
                &format!("Plusieurs coups sont possibles : {list}."),
                &format!("Several moves could be meant: {list}."),
            )
        }
        Denial::No(no) => no_refusal(*no),
    }
}

/// Something that forbids a command besides the rules of the game.
pub(crate) fn no_refusal(no: No) -> Refusal {
    plain(no.id(), no.words().fr, no.words().en)
}

fn plain(id: &str, fr: &str, en: &str) -> Refusal {
    let words = Words { fr: fr.into(), en: en.into() };
    Refusal { id: id.into(), is_rule: false, words, squares: Vec::new(), owed: Vec::new() }
}

fn owed(deed: &Deed, table: &dyn Table, style: Style) -> Action {
    let (kind, path) = match deed {
        Deed::Move(from, to) => (ActionKind::Move, vec![*from, *to]),
        Deed::Capture(path) => (ActionKind::Capture, path.clone()),
        Deed::Huff(square) => (ActionKind::Huff, vec![*square]),
        Deed::Open(square) => (ActionKind::Open, vec![*square]),
        Deed::Close(square) => (ActionKind::Close, vec![*square]),
        Deed::Pass => (ActionKind::Pass, Vec::new()),
    };
    let text = write_deed(table.layout(), deed, style);
    let legal = table.choices().into_iter().find(|choice| choice.path == path);
    let captures = legal.map(|choice| choice.captures).unwrap_or_default();
    Action { text, kind, path, captures, falls: false, odds: None }
}
