//! How much work captures can be: a search for the worst positions that play could lead to.
//!
//! No side ever has more pieces than the game begins with. All positions of so many pieces are many more than play
//! can reach, and the worst of them that can be found still stay far within what is followed. The tests climb for
//! some seconds. `DAMIER_CLIMB=10000 cargo test -p damier-rules --test work frisian -- --nocapture` climbs ten
//! thousand times as long and prints what it finds.

#![allow(clippy::print_stdout, reason = "a search for hours tells what it has found")]

use std::fmt::Write as _;

use damier_rules::game::{Game, Side};
use damier_rules::games::{classics, dames_8x8, dames_10x10, damsystem, trappes};
use damier_rules::jump::{KingPriority, Landing, MOST_WORK, Promotion, Removal};
use damier_rules::tell::{Kind, Misfit, Setup, Tell};

/// Jumps followed in one climb, those to look at a position at all included: a quarter of a second.
const CLIMB: u64 = 2_000_000;
/// Jumps that it takes about as long to follow as to set up a position.
const SET_UP: u64 = 50;
/// Changes tried in vain before a climb begins anew.
const PATIENCE: u32 = 3_000;

/// How much longer than usual to climb.
fn times() -> u64 {
    std::env::var("DAMIER_CLIMB").map_or(1, |text| text.parse().expect("how many times as long"))
}

/// The squares of a board, and what White, who is to move, and Black have there.
#[derive(Clone)]
struct Placing {
    squares: Vec<Option<(Side, Kind)>>,
    /// How many pieces a side has at most.
    most: usize,
}

impl Placing {
    fn number(&self, side: Side) -> usize {
        self.squares.iter().flatten().filter(|piece| piece.0 == side).count()
    }

    /// Somewhere to begin: a few kings against all men that there are.
    fn random(squares: u8, most: usize, random: &mut fastrand::Rng) -> Self {
        let mut placing = Placing { squares: vec![None; usize::from(squares)], most };
        for _ in 0..random.usize(1..=most) {
            *random.choice(&mut placing.squares).expect("a square") = Some((Side::Black, Kind::Man));
        }
        for _ in 0..random.usize(1..=4) {
            *random.choice(&mut placing.squares).expect("a square") = Some((Side::White, Kind::King));
        }
        placing
    }

    /// Changes one or two squares.
    fn change(&mut self, random: &mut fastrand::Rng) {
        for _ in 0..random.usize(1..=3) {
            let nth = random.usize(0..self.squares.len());
            if random.bool() {
                let other = random.usize(0..self.squares.len());
                self.squares.swap(nth, other);
                continue;
            }
            let side = if random.u8(0..4) == 0 { Side::White } else { Side::Black };
            let kind = if random.bool() { Kind::King } else { Kind::Man };
            self.squares[nth] = (random.u8(0..4) > 0).then_some((side, kind));
            if self.number(side) > self.most {
                self.squares[nth] = None;
            }
        }
    }

    fn setup(&self) -> Setup {
        let of = |side: Side| {
            let mine = |(number, piece): (u8, &Option<(Side, Kind)>)| {
                piece.filter(|piece| piece.0 == side).map(|piece| (number, piece.1))
            };
            (1..).zip(&self.squares).filter_map(mine).collect()
        };
        Setup::new(Side::White, [of(Side::White), of(Side::Black)])
    }
}

fn text(setup: &Setup) -> String {
    let mut text = String::from("W");
    for (pieces, mut before) in setup.pieces.iter().zip([":W", ":B"]) {
        for (number, kind) in pieces {
            let king = if *kind == Kind::King { "K" } else { "" };
            let _ = write!(text, "{before}{king}{number}");
            before = ",";
        }
    }
    text
}

/// The work of a position, if it is one; positions refused for their work have more than any other.
fn work<G: Tell>(game: &G, placing: &Placing) -> Option<u32> {
    match game.place(&placing.setup()) {
        Ok(state) => Some(game.work(&state)),
        Err(Misfit::TooComplex(_)) => Some(u32::MAX),
        Err(_) => None,
    }
}

/// Climbs from many random positions and returns the most work it found.
fn climb<G: Tell>(name: &str, game: &G) -> u32 {
    let most =
        game.setup(&Game::start(game)).pieces.map(|pieces| pieces.len()).into_iter().max().unwrap_or(0);
    let mut random = fastrand::Rng::with_seed(times());
    let (mut left, mut worst) = (CLIMB * times(), 0);
    while left > 0 {
        let mut here = Placing::random(game.layout().squares(), most, &mut random);
        let (mut best, mut in_vain) = (0, 0);
        while in_vain < PATIENCE && left > 0 {
            let mut next = here.clone();
            next.change(&mut random);
            in_vain += 1;
            let Some(found) = work(game, &next) else { continue };
            left = left.saturating_sub(u64::from(found.min(MOST_WORK)) + SET_UP);
            if found > best {
                in_vain = 0;
            }
            // Sometimes a step down leads further up.
            if found >= best || (found > best - best / 8 && random.u8(0..16) == 0) {
                (here, best) = (next, found);
            }
            if found > worst {
                worst = found;
                println!("{name} {worst} {}", text(&here.setup()));
            }
        }
    }
    worst
}

fn stays_within<G: Tell>(name: &str, game: &G) {
    let worst = climb(name, game);
    assert!(worst <= MOST_WORK / 2, "{name}: {worst}");
}

#[test]
fn frisian_with_twenty_pieces_each() {
    stays_within("frisian", &classics::Frisian::game());
}

#[test]
fn turkish_with_sixteen_pieces_each() {
    stays_within("turkish", &classics::Turkish::game());
}

#[test]
fn canadian_with_thirty_pieces_each() {
    stays_within("canadian", &classics::Canadian::game());
}

#[test]
fn other_classics_with_no_more_pieces_than_they_begin_with() {
    stays_within("international", &classics::International::game());
    stays_within("brazilian", &classics::Brazilian::game());
    stays_within("russian", &classics::Russian::game());
    stays_within("italian", &classics::Italian::game());
    stays_within("spanish", &classics::Spanish::game());
    stays_within("english", &classics::English::game());
    stays_within("czech", &classics::Czech::game());
    stays_within("thai", &classics::Thai::game());
}

#[test]
fn dames_10x10_with_options_that_leave_kings_much_to_choose() {
    for (promotion, victims, stopping_short) in freedoms() {
        let king_landing = Landing::Any;
        let usual = dames_10x10::Options::default();
        let options = dames_10x10::Options { king_landing, promotion, victims, stopping_short, ..usual };
        stays_within("dames-10x10", &options.game());
    }
}

#[test]
fn damsystem_with_options_that_leave_kings_much_to_choose() {
    for (promotion, victims, stopping_short) in freedoms() {
        let (king_landing, usual) = (Landing::Any, damsystem::Options::default());
        let options = damsystem::Options { king_landing, promotion, victims, stopping_short, ..usual };
        for longest_capture in [false, !stopping_short] {
            stays_within(
                "damsystem",
                &damsystem::Options { longest_capture, ..options.clone() }.game().unwrap(),
            );
        }
    }
}

/// When men are crowned, when victims leave, and whether a capture may stop short.
fn freedoms() -> impl Iterator<Item = (Promotion, Removal, bool)> {
    let removals = [Removal::AtEnd, Removal::AtOnce];
    let both = removals.into_iter().flat_map(|removal| [(removal, false), (removal, true)]);
    both.flat_map(|(removal, short)| {
        [Promotion::End, Promotion::Immediate].map(|promotion| (promotion, removal, short))
    })
}

#[test]
fn games_on_sixty_four_squares() {
    for promotion in [Promotion::End, Promotion::Immediate, Promotion::Stop] {
        let (king_landing, king_priority, quiet_limit) = (Landing::Any, KingPriority::SameTarget, 20);
        let options = dames_8x8::Options { king_priority, king_landing, promotion, quiet_limit };
        stays_within("dames-8x8", &options.game());
    }
    stays_within("trappes", &trappes::Options::default().game().unwrap());
}
