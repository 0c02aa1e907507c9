//! `damier why`: whether an action is legal, which rule forbids it, and where that rule can be read.

use std::io::Write;

use damier_arena::Verdict;
use damier_arena::words::{self, Language};
use damier_rules::reason::Rule;

use crate::cli::Spot;
use crate::rules;

pub(crate) fn run(spot: &Spot, action: &str, language: Language) -> anyhow::Result<()> {
    let game = spot.open()?;
    let verdict = game.judge(spot.position.as_deref(), action)??;
    let mut out = std::io::stdout().lock();
    match verdict {
        Verdict::Legal(action) => writeln!(out, "{}\t{action}", Rule::Legal.id())?,
        Verdict::Refused(refusal) => {
            let words = words::refusal(&refusal, game.layout(), language);
            writeln!(out, "{}\t{words}", refusal.rule.id())?;
            if let Some(pointer) = rules::pointer(spot, refusal.rule, language)? {
                writeln!(out, "{pointer}")?;
            }
        }
    }
    Ok(())
}
