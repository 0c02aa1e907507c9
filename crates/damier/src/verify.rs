//! `damier verify`: every roll of a record recomputed.

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use damier_arena::verify::verify;
use damier_arena::words::Language;
use damier_notation::record::LONGEST;

use crate::files::read_text;

pub(crate) fn run(path: &Path, commitment: Option<&str>, language: Language) -> anyhow::Result<()> {
    let shown = path.display();
    let found = verify(&read_text(path, LONGEST).context("record")?, commitment)?;
    let say = |fr: &'static str, en: &'static str| match language {
        Language::French => fr,
        Language::English => en,
    };
    let yes = |holds: bool| if holds { say("juste", "holds") } else { say("FAUX", "WRONG") };
    let mut out = anstream::stdout().lock();
    let kept = match found.promise {
        // The record says itself what was committed to: that can't be more.
        None if found.commitment => say("cohérent en lui-même", "consistent in itself"),
        promise => yes(found.commitment && promise != Some(false)),
    };
    writeln!(out, "{}\t{kept}", say("engagement", "commitment"))?;
    if let Some(colours) = found.colours {
        writeln!(out, "{}\t{}", say("couleurs", "colours"), yes(colours))?;
    }
    for check in &found.draws {
        let (draw, recorded, computed) = (check.draw, &check.recorded, &check.computed);
        writeln!(out, "{draw}\t{recorded}\t{computed}\t{}", yes(check.holds()))?;
    }
    let wrong = found.draws.iter().filter(|check| !check.holds()).count();
    let number = found.draws.len();
    let draws = match number {
        0 => say("tirage", "draws"),
        1 => say("tirage", "draw"),
        _ => say("tirages", "draws"),
    };
    writeln!(out, "{number} {draws}, {wrong} {}", say("faux", "wrong"))?;
    anyhow::ensure!(found.holds(), "record: {shown}: {}", say("il ne tient pas", "it doesn't hold"));
    Ok(())
}
