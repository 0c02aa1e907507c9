//! What somebody who doesn't know the rules might try, in positions of all sorts.

use damier_arena::{Moves, Rulebox, Verdict};
use damier_notation::position::write_setup;
use damier_rules::tell::Kind;

/// Something to try: mostly with a piece that is there.
fn random_attempt(random: &mut fastrand::Rng, pieces: &[u8], squares: u8, legal: &[String]) -> String {
    let anywhere = |random: &mut fastrand::Rng| random.u8(1..=squares + 1);
    let start = match random.u8(0..8) {
        0 => anywhere(random),
        _ => *random.choice(pieces).expect("there are pieces"),
    };
    match random.u8(0..12) {
        0 => format!("*{start}"),
        1 => format!("+{}", anywhere(random)),
        2 => format!("-{}", anywhere(random)),
        3 => "pass".into(),
        4..=6 => format!("{start}-{}", anywhere(random)),
        7..=9 => {
            let ends: Vec<String> = (0..random.u8(1..4)).map(|_| format!("x{}", anywhere(random))).collect();
            format!("{start}{}", ends.concat())
        }
        // A legal capture with a square added, dropped or changed.
        _ => {
            let text = random.choice(legal).cloned().unwrap_or_default();
            let mut path: Vec<String> = text.split('x').map(String::from).collect();
            let nth = random.usize(0..path.len());
            match random.u8(0..3) {
                0 => path.insert(nth, anywhere(random).to_string()),
                1 if path.len() > 2 => drop(path.remove(nth)),
                _ => path[nth] = anywhere(random).to_string(),
            }
            path.join("x")
        }
    }
}

/// Hears of a position, an attempt, what the rules say of it, and what is legal.
pub(crate) type Tried<'a> = dyn FnMut(&str, &str, &Verdict, &[String]) + 'a;

/// Tries things in a position; `tried` hears of each.
fn try_things(game: &dyn Rulebox, position: &str, random: &mut fastrand::Rng, tried: &mut Tried<'_>) {
    let legal: Vec<String> = match game.moves(Some(position)).unwrap() {
        Moves::Actions(actions) => actions.into_iter().map(|action| action.0).collect(),
        _ => Vec::new(),
    };
    let setup = game.scene(Some(position)).unwrap().setup;
    let pieces: Vec<u8> = setup.pieces.iter().flatten().map(|piece| piece.0).collect();
    for _ in 0..12 {
        let attempt = random_attempt(random, &pieces, game.layout().squares(), &legal);
        if let Ok(verdict) = game.judge(Some(position), &attempt).unwrap() {
            tried(position, &attempt, &verdict, &legal);
        }
    }
}

/// Everything that can be tried with the pieces of a position: each square, and captures that go too far or not
/// far enough.
pub(crate) fn everything(game: &dyn Rulebox, position: &str) -> Vec<String> {
    let squares = 1..=game.layout().squares();
    let setup = game.scene(Some(position)).unwrap().setup;
    let mut attempts = Vec::new();
    for (piece, _) in &setup.pieces[setup.turn as usize] {
        for square in squares.clone() {
            attempts.extend([format!("{piece}-{square}"), format!("{piece}x{square}")]);
        }
    }
    if let Moves::Actions(actions) = game.moves(Some(position)).unwrap() {
        for (capture, _) in actions.iter().filter(|action| action.0.contains('x')).take(8) {
            attempts.extend(squares.clone().map(|square| format!("{capture}x{square}")));
            attempts.extend(capture.rsplit_once('x').map(|(shorter, _)| shorter.to_string()));
        }
    }
    attempts
}

/// A position with few pieces, in which much can happen; sometimes at the end of a long game.
pub(crate) fn thin_position(game: &dyn Rulebox, random: &mut fastrand::Rng) -> String {
    let crowd = random.u8(1..=3);
    let late = if random.u8(0..8) == 0 { ":H1000" } else { "" };
    random_position(game, crowd, random) + late
}

/// A position with pieces thrown on so many tenths of the board, which the game may refuse.
fn random_position(game: &dyn Rulebox, crowd: u8, random: &mut fastrand::Rng) -> String {
    let heads = game.scene(None).unwrap().setup.pieces[0].iter().any(|piece| !is_draughtsman(piece.1));
    let kinds: &[&str] = if heads { &["", "g", "r", "y"] } else { &["", "", "K"] };
    let mut lists = [Vec::new(), Vec::new()];
    for square in 1..=game.layout().squares() {
        if random.u8(0..10) < crowd {
            let kind = random.choice(kinds).expect("there are kinds");
            lists[random.usize(0..2)].push(format!("{kind}{square}"));
        }
    }
    let turn = if random.bool() { "W" } else { "B" };
    format!("{turn}:W{}:B{}", lists[0].join(","), lists[1].join(","))
}

fn is_draughtsman(kind: Kind) -> bool {
    !matches!(kind, Kind::Pawn(_))
}

/// Tries things in positions thrown together and in positions of random games.
pub(crate) fn try_everywhere(game: &dyn Rulebox, tried: &mut Tried<'_>) {
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..60 {
        let crowd = random.u8(2..8);
        let thrown = random_position(game, crowd, &mut random);
        if game.moves(Some(&thrown)).is_ok() {
            try_things(game, &thrown, &mut random, tried);
        }
    }
    for _ in 0..4 {
        let mut position = write_setup(&game.scene(None).unwrap().setup);
        for _ in 0..60 {
            try_things(game, &position, &mut random, tried);
            let next: Vec<String> = match game.moves(Some(&position)).unwrap() {
                Moves::Actions(actions) => actions.into_iter().map(|action| action.1).collect(),
                Moves::Rolls(rolls) => rolls.into_iter().map(|roll| roll.2).collect(),
                Moves::Over(_) => break,
            };
            position = random.choice(next).expect("somebody acts");
            // A side without pieces can't be set up: the game was over.
            if game.moves(Some(&position)).is_err() {
                break;
            }
        }
    }
}
