//! What happened, from the arena's words to those of the wire.

use damier_arena::finish::Finished;
use damier_arena::sitting::{Entry, Happening};
use damier_arena::table::{self, Happened};
use damier_notation::action::write_event;
use damier_notation::position::spin_word;

use super::board::{action, fight_odds, head, kind, piece, trap_colour};
use crate::api::board::Chance;
use crate::api::event::{Event, Fighter};

/// What some entries say to players.
pub(crate) fn events(entries: &[Entry]) -> Vec<Event> {
    entries.iter().flat_map(of_entry).collect()
}

/// What one entry says to players.
pub(super) fn of_entry(entry: &Entry) -> Vec<Event> {
    let told = match &entry.kept.what {
        Happening::Acted { .. } | Happening::Rolled { .. } => {
            return entry.happened.iter().filter_map(|event| happened(event, entry.draws)).collect();
        }
        Happening::Sat { .. } | Happening::Seeded { .. } => return Vec::new(),
        Happening::Started { .. } => Event::Started {},
        Happening::DrawOffered { by } => Event::DrawOffered { by: (*by).into() },
        Happening::DrawDeclined { by } => Event::DrawDeclined { by: (*by).into() },
        Happening::TakebackAsked { by } => Event::TakebackAsked { by: (*by).into() },
        Happening::TakebackDeclined { by } => Event::TakebackDeclined { by: (*by).into() },
        Happening::TakenBack { steps } => {
            Event::TakenBack { moves: entry.steps_before.saturating_sub(*steps) as u32 }
        }
        Happening::Ended { winner, finish } => {
            let finished = Finished { winner: winner.map(Into::into), finish: *finish };
            Event::Over { result: super::result(finished) }
        }
        Happening::RematchOffered { by } => Event::RematchOffered { by: (*by).into() },
        Happening::RematchDeclined { by } => Event::RematchDeclined { by: (*by).into() },
        Happening::Rematched { game } => Event::Rematch { game: game.clone() },
    };
    vec![told]
}

/// What happened on the board; `draw` is the number of the last draw.
pub(super) fn happened(event: &Happened, draw: u32) -> Option<Event> {
    Some(match event {
        Happened::Moved(id, side, path) => {
            Event::Moved { piece: *id, side: (*side).into(), path: path.clone() }
        }
        Happened::Captured(pieces) => Event::Captured { pieces: pieces.iter().copied().map(piece).collect() },
        Happened::Crowned(before, after) => {
            Event::Crowned { piece: before.id, at: before.at, before: kind(before.kind), after: kind(*after) }
        }
        Happened::Huffed(huffed, missed) => Event::Huffed {
            piece: piece(*huffed),
            by: huffed.side.other().into(),
            missed: missed.iter().cloned().map(action).collect(),
        },
        Happened::TrapOpened(at, colour, shut_again) => {
            Event::TrapOpened { at: *at, colour: trap_colour(*colour), shut_again: *shut_again }
        }
        Happened::TrapClosed(at, colour) => Event::TrapClosed { at: *at, colour: trap_colour(*colour) },
        Happened::Fell(fallen) => Event::Fell { piece: piece(*fallen) },
        Happened::PlatesSlid(from, to) => Event::PlatesSlid { from: *from, to: *to },
        Happened::Passed(side) => Event::Passed { side: (*side).into() },
        Happened::Spun(side, spin, odds) => Event::Spun {
            side: (*side).into(),
            sector: spin_word(*spin).into(),
            odds: odds
                .iter()
                .map(|(event, weight)| Chance { outcome: super::bare(&write_event(*event)), weight: *weight })
                .collect(),
            draw,
        },
        Happened::Attacked(attacker, defender, odds) => Event::Attacked {
            attacker: piece(*attacker),
            defender: piece(*defender),
            odds: fight_odds(*odds),
        },
        Happened::Round(attacker, defender, over) => Event::Round {
            attacker: fighter(attacker),
            defender: fighter(defender),
            winner: match (over, attacker.after, defender.after) {
                (true, Some(_), None) => Some(attacker.piece.side.into()),
                (true, None, Some(_)) => Some(defender.piece.side.into()),
                _ => None,
            },
            over: *over,
            draw,
        },
    })
}

fn fighter(fighter: &table::Fighter) -> Fighter {
    Fighter {
        piece: fighter.piece.id,
        side: fighter.piece.side.into(),
        at: fighter.piece.at,
        rolled: fighter.rolled,
        before: kind(fighter.piece.kind),
        after: fighter.after.map(head),
    }
}
