//! Squares, pieces and actions, from the arena's words to those of the wire.

use damier_arena::sitting::Sitting;
use damier_arena::table::{self, ChoiceKind, FightOdds, Table};
use damier_notation::square::{self, Style};
use damier_rules::combat::Head;
use damier_rules::game::Side;
use damier_rules::tell::Kind;
use damier_rules::traps::Colour;

use crate::api;
use crate::api::board::{
    Action, ActionKind, Board, Cell, Fight, Layout, Piece, PieceKind, Plate, Slider, TrapColour,
};
use crate::api::state::{Frame, Frames};

/// The squares of a table.
pub(super) fn layout(table: &dyn Table, style: Style) -> Layout {
    let squares = table.layout();
    let cells: Vec<Cell> = (1..=squares.squares())
        .filter_map(|number| {
            let place = squares.place(number, Side::White)?;
            let name = square::write(squares, number, style);
            Some(Cell { number, name, column: place.column, row: place.row })
        })
        .collect();
    let plates: Vec<Plate> = squares.sliding.iter().map(|&row| plate(squares, &cells, row)).collect();
    let fixed = cells.iter().filter(|cell| !squares.sliding.contains(&cell.row));
    let width = fixed.map(|cell| cell.column + 1).max().unwrap_or_default() as u8;
    let slider = |(colour, left, right)| Slider { colour: trap_colour(colour), left, right };
    Layout {
        columns: [squares.columns.start, squares.columns.end - 1],
        rows: squares.rows,
        width,
        cells,
        plates,
        sliders: table.traps().into_iter().map(slider).collect(),
        naming: super::naming(style),
    }
}

/// A plate is as long as the columns that it covers at White's turn, where it begins at White's left.
fn plate(squares: &damier_rules::board::Layout, cells: &[Cell], row: i8) -> Plate {
    let of_row: Vec<&Cell> = cells.iter().filter(|cell| cell.row == row).collect();
    let length = squares.columns.end.max(0) as u8;
    Plate { row, first_column: 0, length, squares: of_row.iter().map(|cell| cell.number).collect() }
}

/// The colour of a trap.
pub(super) const fn trap_colour(colour: Colour) -> TrapColour {
    match colour {
        Colour::Green => TrapColour::Green,
        Colour::Orange => TrapColour::Orange,
    }
}

/// A kind of piece.
pub(super) const fn kind(kind: Kind) -> PieceKind {
    match kind {
        Kind::Man => PieceKind::Man,
        Kind::King => PieceKind::King,
        Kind::Pawn(head) => self::head(head),
    }
}

/// A head.
pub(super) const fn head(head: Head) -> PieceKind {
    match head {
        Head::Blue => PieceKind::BlueHead,
        Head::Green => PieceKind::GreenHead,
        Head::Red => PieceKind::RedHead,
        Head::Yellow => PieceKind::YellowHead,
    }
}

/// A piece.
pub(super) fn piece(piece: table::Piece) -> Piece {
    Piece { id: piece.id, at: piece.at, side: piece.side.into(), kind: kind(piece.kind) }
}

/// The odds of a fight.
pub(super) const fn fight_odds(odds: FightOdds) -> api::board::FightOdds {
    let FightOdds { of, win, both, lose, heads } = odds;
    api::board::FightOdds { of, win, both, lose, heads }
}

/// A position.
pub(crate) fn board(board: &table::Board) -> Board {
    Board {
        pieces: board.pieces.iter().copied().map(piece).collect(),
        offset: board.offset,
        open: board.open.clone(),
        fight: board.fight.map(|(attacker, defender, odds)| Fight {
            attacker,
            defender,
            odds: fight_odds(odds),
        }),
    }
}

/// What may be done.
pub(super) fn actions(table: &dyn Table) -> Vec<Action> {
    table.choices().into_iter().map(action).collect()
}

/// Something that may be done, or might have been.
pub(super) fn action(choice: table::Choice) -> Action {
    Action {
        text: choice.text,
        kind: match choice.kind {
            ChoiceKind::Move => ActionKind::Move,
            ChoiceKind::Capture => ActionKind::Capture,
            ChoiceKind::Attack => ActionKind::Attack,
            ChoiceKind::Huff => ActionKind::Huff,
            ChoiceKind::Open => ActionKind::Open,
            ChoiceKind::Close => ActionKind::Close,
            ChoiceKind::Pass => ActionKind::Pass,
        },
        path: choice.path,
        captures: choice.captures,
        falls: choice.falls,
        odds: choice.odds.map(fight_odds),
    }
}

/// Every position of a game so far.
pub(crate) fn frames(sitting: &Sitting) -> Frames {
    let table = sitting.table();
    let lines = table.lines();
    let mut draw = 0;
    let frames = (0..=table.len()).filter_map(|steps| {
        let (board, happened) = table.moment(steps)?;
        let line = steps.checked_sub(1).and_then(|nth| lines.get(nth).copied());
        draw += u32::from(line.is_some_and(|line| line.chance));
        Some(Frame {
            line: line.map(super::line),
            events: happened.iter().filter_map(|event| super::events::happened(event, draw)).collect(),
            board: self::board(&board),
        })
    });
    Frames { version: sitting.version(), frames: frames.collect() }
}
