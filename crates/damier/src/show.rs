//! `damier show`: the board drawn in the terminal.
//!
//! Free squares show their number, pieces a letter for their side: `w` and `b`, capital for kings, with the
//! first letter of its head for a ranked pawn. An open trap is a pair of brackets. Colour adds to this and
//! is never needed to read it.

use std::io::Write;

use anstyle::{AnsiColor, Color, Style};
use damier_arena::words::{self, Language};
use damier_arena::{Rulebox, Scene};
use damier_rules::board::Place;
use damier_rules::combat::Head;
use damier_rules::game::{Side, Turn};
use damier_rules::tell::Kind;
use damier_rules::traps::Colour;

use crate::cli::Spot;

/// How wide a square is drawn.
const WIDTH: usize = 4;

pub(crate) fn run(spot: &Spot, language: Language) -> anyhow::Result<()> {
    let game = spot.open()?;
    let scene = game.scene(spot.position.as_deref())?;
    let mut out = anstream::stdout().lock();
    for line in board(&*game, &scene) {
        writeln!(out, "{line}")?;
    }
    for line in below(&*game, &scene, language) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// The board, row by row from the top, and the letters of its columns.
pub(crate) fn board(game: &dyn Rulebox, scene: &Scene) -> Vec<String> {
    let layout = game.layout();
    let view = scene.setup.turn;
    let squares: Vec<(Place, u8)> =
        (1..=layout.squares()).filter_map(|number| Some((layout.place(number, view)?, number))).collect();
    let mut lines = Vec::new();
    for row in (0..layout.rows as i8).rev() {
        let mut line = format!("{:>2} ", row + 1);
        for column in layout.columns.clone() {
            let square = squares.iter().find(|square| square.0 == Place { column, row });
            match square {
                Some(&(_, number)) => line += &cell(game, scene, number),
                None => line += &" ".repeat(WIDTH),
            }
        }
        let plate = if layout.sliding.contains(&row) { " ⇄" } else { "" };
        lines.push(format!("{}{plate}", line.trim_end()));
    }
    let letters: String = layout
        .columns
        .clone()
        .map(|column| match u8::try_from(column) {
            Ok(column) if column < layout.rows => format!("{:^WIDTH$}", char::from(b'a' + column)),
            _ => " ".repeat(WIDTH),
        })
        .collect();
    lines.push(format!("   {}", letters.trim_end()));
    lines
}

fn cell(game: &dyn Rulebox, scene: &Scene, number: u8) -> String {
    let setup = &scene.setup;
    let trap = game.traps().into_iter().find(|&(_, left, right)| left == number || right == number);
    let (text, style) = match setup.piece(number) {
        Some((side, kind)) => (piece(side, kind), piece_style(side, kind)),
        None if setup.open.contains(&number) => ("[  ]".into(), Style::new()),
        None => (number.to_string(), Style::new().dimmed()),
    };
    let style = match trap {
        Some((Colour::Green, ..)) => style.bg_color(Some(Color::Ansi(AnsiColor::Green))),
        Some((Colour::Orange, ..)) => style.bg_color(Some(Color::Ansi(AnsiColor::Yellow))),
        None => style.bg_color(Some(Color::Ansi(AnsiColor::Black))),
    };
    let text = if setup.owed.contains(&number) { format!("*{text}") } else { text };
    format!("{style}{text:^WIDTH$}{style:#}")
}

fn piece(side: Side, kind: Kind) -> String {
    let letter = match (side, kind) {
        (Side::White, Kind::King) => "W",
        (Side::Black, Kind::King) => "B",
        (Side::White, _) => "w",
        (Side::Black, _) => "b",
    };
    let head = match kind {
        Kind::Pawn(Head::Blue) => "b",
        Kind::Pawn(Head::Green) => "g",
        Kind::Pawn(Head::Red) => "r",
        Kind::Pawn(Head::Yellow) => "y",
        Kind::Man | Kind::King => "",
    };
    format!("{letter}{head}")
}

fn piece_style(side: Side, kind: Kind) -> Style {
    let colour = match (kind, side) {
        (Kind::Pawn(Head::Blue), _) => AnsiColor::BrightBlue,
        (Kind::Pawn(Head::Green), _) => AnsiColor::BrightGreen,
        (Kind::Pawn(Head::Red), _) => AnsiColor::BrightRed,
        (Kind::Pawn(Head::Yellow), _) => AnsiColor::BrightYellow,
        (_, Side::White) => AnsiColor::BrightWhite,
        (_, Side::Black) => AnsiColor::BrightMagenta,
    };
    Style::new().bold().fg_color(Some(Color::Ansi(colour)))
}

fn below(game: &dyn Rulebox, scene: &Scene, language: Language) -> Vec<String> {
    let say = |fr: &'static str, en: &'static str| match language {
        Language::French => fr,
        Language::English => en,
    };
    let side = |side: Side| words::side(side, scene.setup.is_ranked()).in_language(language);
    let colon = say("\u{a0}:", ":");
    let mut lines = Vec::new();
    for (colour, left, right) in game.traps() {
        let colour = match colour {
            Colour::Green => say("verte", "green"),
            Colour::Orange => say("orange", "orange"),
        };
        let state = if scene.setup.open.contains(&left) {
            say("ouverte à gauche", "left trap open")
        } else if scene.setup.open.contains(&right) {
            say("ouverte à droite", "right trap open")
        } else {
            say("fermée", "closed")
        };
        lines.push(format!("{} {colour} {left}|{right}{colon} {state}", say("tirette", "slider")));
    }
    let next = match scene.turn {
        Turn::Act(to_move) if !scene.setup.owed.is_empty() => {
            format!("{} {}", side(to_move), say("doivent souffler une pièce (*)", "to huff (*)"))
        }
        Turn::Act(to_move) => match scene.setup.spin {
            Some(spin) => {
                let spin = damier_notation::position::spin_word(spin);
                format!("{} {} [{spin}]", side(to_move), say("jouent", "to play"))
            }
            None => format!("{} {}", side(to_move), say("jouent", "to play")),
        },
        Turn::Chance => match scene.setup.fight {
            Some((from, to)) => format!("{} {from}x{to}", say("combat", "combat")),
            None => format!("{} {}", side(scene.setup.turn), say("lancent la roulette", "to spin")),
        },
        Turn::Over(outcome) => {
            let result = match outcome.winner {
                Some(winner) => format!("{} {}", side(winner), say("gagnent", "wins")),
                None => say("nulle", "draw").into(),
            };
            format!("{result}{colon} {}", words::ending(outcome.ending).in_language(language))
        }
    };
    lines.push(capital(&next));
    lines.push(damier_notation::position::write_setup(&scene.setup));
    lines
}

/// A sentence with a capital to begin with.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
