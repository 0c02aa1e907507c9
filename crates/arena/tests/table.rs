//! Games in progress: every game played at random to its end through its table.

use std::collections::BTreeMap;

use damier_arena::catalogue::{self, Entry, Family};
use damier_arena::table::{ChoiceKind, Happened, MOST_TURNS, Phase, Piece, Table};
use damier_notation::action::ActionError;
use damier_notation::record::{self, Ended, GAME_TAG, OPTIONS_TAG, Record};
use damier_rules::combat::Head;
use damier_rules::game::Side;
use damier_rules::tell::Kind;

fn options(list: &[&str]) -> Vec<(String, String)> {
    list.iter().map(|one| one.split_once('=').unwrap()).map(|(n, v)| (n.into(), v.into())).collect()
}

fn table(entry: &Entry, chosen: &[&str], position: Option<&str>) -> Box<dyn Table> {
    entry.open(&options(chosen)).unwrap().table(position, entry.style).unwrap()
}

fn open(id: &str, chosen: &[&str], position: &str) -> Box<dyn Table> {
    table(catalogue::find(id).unwrap(), chosen, Some(position))
}

/// Takes one random step; false when the game is over.
fn step(table: &mut dyn Table, random: &mut fastrand::Rng) -> bool {
    match table.phase() {
        Phase::Over => return false,
        Phase::Spin | Phase::Combat(_) => {
            let odds = table.odds();
            assert!(!odds.is_empty() && table.choices().is_empty());
            assert!(table.settle(odds[random.usize(0..odds.len())].0));
        }
        Phase::Move(_) | Phase::Slide(_) | Phase::Huff(..) => {
            let choices = table.choices();
            assert!(!choices.is_empty() && table.odds().is_empty());
            let choice = &choices[random.usize(0..choices.len())];
            table.act(&choice.text).unwrap();
        }
    }
    true
}

/// Moves a drawing by what happened.
fn redraw(drawn: &mut BTreeMap<u16, Piece>, happened: &[Happened]) {
    for event in happened {
        match event {
            Happened::Moved(id, side, path) => {
                let piece = drawn.get_mut(id).unwrap();
                assert_eq!((piece.side, piece.at), (*side, path[0]));
                piece.at = *path.last().unwrap();
            }
            Happened::Captured(pieces) => {
                pieces.iter().for_each(|piece| assert_eq!(drawn.remove(&piece.id), Some(*piece)));
            }
            Happened::Crowned(piece, kind) => {
                assert_eq!(drawn.insert(piece.id, Piece { kind: *kind, ..*piece }), Some(*piece));
            }
            Happened::Huffed(piece, _) | Happened::Fell(piece) => {
                assert_eq!(drawn.remove(&piece.id), Some(*piece));
            }
            Happened::Round(attacker, defender, _) => {
                for fighter in [attacker, defender] {
                    assert_eq!(drawn.get(&fighter.piece.id), Some(&fighter.piece));
                    match fighter.after {
                        Some(head) => drawn.get_mut(&fighter.piece.id).unwrap().kind = Kind::Pawn(head),
                        None => drop(drawn.remove(&fighter.piece.id)),
                    }
                }
            }
            Happened::TrapOpened(..)
            | Happened::TrapClosed(..)
            | Happened::PlatesSlid(..)
            | Happened::Passed(_)
            | Happened::Spun(..)
            | Happened::Attacked(..) => {}
        }
    }
}

fn pieces(table: &dyn Table) -> BTreeMap<u16, Piece> {
    table.board().pieces.into_iter().map(|piece| (piece.id, piece)).collect()
}

/// Plays a game at random to its end; a drawing that is moved by the events alone always shows the board.
fn play(entry: &Entry, chosen: &[&str], seed: u64) -> Box<dyn Table> {
    let mut table = table(entry, chosen, None);
    let mut random = fastrand::Rng::with_seed(seed);
    let mut drawn = pieces(&*table);
    while step(&mut *table, &mut random) {
        let (board, happened) = table.moment(table.len()).unwrap();
        redraw(&mut drawn, happened);
        assert_eq!(drawn, pieces(&*table), "{} {chosen:?} {:?}", entry.id, table.lines().last());
        assert_eq!(board, table.board());
    }
    table
}

#[test]
fn every_game_is_played_to_its_end_and_its_record_replays() {
    for entry in catalogue::all() {
        let games = if entry.family == Family::Sheet { 12 } else { 2 };
        for seed in 0..games {
            let table = play(entry, &[], seed);
            let result = table.result().unwrap();
            assert_eq!(table.phase(), Phase::Over);
            assert_eq!(table.lines().len(), table.len());
            let tags = vec![(GAME_TAG.to_string(), entry.id.to_string())];
            let record = Record { tags, steps: table.steps(), result: Ended::won_by(result.winner) };
            let rules = entry.open(&[]).unwrap();
            let text = rules.write_record(&record, entry.style).unwrap();
            let read = record::read(&text).unwrap();
            let positions = rules.replay(&read).unwrap();
            assert_eq!(positions.last().unwrap(), &table.position(false), "{}", entry.id);
            assert_eq!(positions.len(), table.len() + 1);
            assert_eq!(positions[..table.len()], table.positions_before());
        }
    }
}

#[test]
fn games_with_other_options_are_played_to_their_end() {
    for (id, chosen) in [
        ("dames-10x10", &["huffing=claimed"][..]),
        ("dames-10x10", &["obligation=huff-culprit", "huffing=claimed"]),
        ("damsystem", &["huffing=claimed"]),
        ("damsystem", &["plates=none"]),
        ("trappes", &["both-colours=true", "close-after-use=true"]),
        ("trappes", &["english=true"]),
        ("dame-2000-variant", &["leap=true"]),
        ("dame-2000", &["strong-line=front"]),
    ] {
        for seed in 0..8 {
            let table = play(catalogue::find(id).unwrap(), chosen, seed);
            assert!(table.result().is_some());
            let text = chosen.join(";");
            let tags = vec![(GAME_TAG.into(), id.into()), (OPTIONS_TAG.into(), text)];
            let record = Record { tags, steps: table.steps(), result: Ended::Unknown };
            catalogue::find(id).unwrap().open(&options(chosen)).unwrap().replay(&record).unwrap();
        }
    }
}

#[test]
fn every_phase_is_met() {
    let mut met = [false; 5];
    for entry in catalogue::all().iter().filter(|entry| entry.family == Family::Sheet) {
        let mut table = table(entry, &[], None);
        let mut random = fastrand::Rng::with_seed(4);
        loop {
            match table.phase() {
                Phase::Spin => met[0] = true,
                Phase::Slide(_) => met[1] = true,
                Phase::Huff(..) => met[2] = true,
                Phase::Combat(round) => met[3] |= round > 1,
                Phase::Move(_) => met[4] = true,
                Phase::Over => break,
            }
            step(&mut *table, &mut random);
        }
    }
    assert_eq!(met, [true; 5], "spin, slide, huff, a second round, move");
}

#[test]
fn a_claimed_huff_shows_nowhere() {
    // White could have captured 28x19 and moves away instead.
    let start = "W:W28,50:B23,1:H0:F1";
    for (huffing, shows) in [("huffing=compulsory", true), ("huffing=claimed", false)] {
        let mut table = open("dames-10x10", &[huffing], start);
        table.act("50-45").unwrap();
        let missed = match table.phase() {
            Phase::Huff(_, missed) => missed.iter().map(|choice| choice.text.clone()).collect(),
            _ => Vec::new(),
        };
        assert_eq!(missed, if shows { vec!["28x19"] } else { Vec::new() }, "{huffing}");
        assert_eq!(table.choices().iter().any(|choice| choice.kind == ChoiceKind::Huff), shows);
        assert_eq!(table.position(true).contains(":P"), shows);
        assert!(table.position(false).contains(":P"));
        assert!(table.act("*28").is_ok(), "whoever noticed may claim");
        let (_, happened) = table.moment(2).unwrap();
        let [Happened::Huffed(Piece { at: 28, .. }, missed)] = happened else { panic!("{happened:?}") };
        assert_eq!(!missed.is_empty(), shows, "{huffing}");
    }
    // And whoever didn't may play.
    let mut table = open("dames-10x10", &["huffing=claimed"], start);
    table.act("50-45").unwrap();
    table.act("1-7").unwrap();
    assert_eq!(table.side(), Side::White);
}

#[test]
fn what_is_no_action_is_answered_by_those_of_the_game() {
    for (id, expected) in [
        ("english", "31-27, 31x22"),
        ("russian", "e1-f2, e1xc3"),
        ("dames-10x10", "31-27, 31x22, *27"),
        ("trappes", "31-27, 31x22, +22, -22"),
        ("damsystem", "31-27, 31x22, *27, pass"),
    ] {
        let mut table = table(catalogue::find(id).unwrap(), &[], None);
        let ActionError::Text { expected: told, .. } = table.act("rubbish").unwrap_err() else {
            panic!("{id}")
        };
        assert_eq!(told.join(", "), expected, "{id}");
    }
}

#[test]
fn a_huff_is_offered_by_what_everybody_knows_and_never_by_what_was_missed() {
    let claimed = ["huffing=claimed"];
    let mut table = table(catalogue::find("dames-10x10").unwrap(), &claimed, None);
    assert!(!table.may_claim_huff(), "nobody has played");
    table.act("32-28").unwrap();
    assert!(!table.may_claim_huff(), "nothing can be captured in the opening");
    table.act("19-23").unwrap();
    assert!(table.may_claim_huff(), "nothing was missed, but that has to be seen");
    table.act("31-27").unwrap();
    assert!(table.may_claim_huff(), "28x19 was missed");
    table.act("*27").unwrap();
    assert!(!table.may_claim_huff(), "one huff a turn");
    table.act("23x32").unwrap();
    assert!(table.may_claim_huff());
    // A capture in the first position of another game is nobody's secret, and may be missed.
    let mut other = open("dames-10x10", &claimed, "W:W28,50:B23,1:H0:F1");
    other.act("50-45").unwrap();
    assert!(other.may_claim_huff());
    let mut told = open("dames-10x10", &[], "W:W28,50:B23,1:H0:F1");
    told.act("50-45").unwrap();
    assert!(!told.may_claim_huff(), "where huffs are told nobody has to claim");
}

#[test]
fn a_wrong_claim_tells_nothing() {
    let chosen = ["huffing=claimed", "obligation=huff-culprit"];
    let refused = |table: &mut dyn Table, text: &str| match table.act(text).unwrap_err() {
        ActionError::Illegal { refusal, .. } => (refusal.rule.id(), refusal.squares, refusal.owed),
        other => panic!("{other}"),
    };
    let mut offence = open("dames-10x10", &chosen, "W:W28,50:B23,1:H0:F1");
    offence.act("50-45").unwrap();
    let mut none = open("dames-10x10", &chosen, "W:W29,50:B23,1:H0:F1");
    none.act("50-45").unwrap();
    let told = refused(&mut *offence, "*45");
    assert_eq!(told, refused(&mut *none, "*45"));
    assert_eq!(told, ("not-the-culprit", vec![], vec![]));
}

#[test]
fn a_fight_has_its_odds_before_and_its_heads_after() {
    // A red head attacks a green one: the higher die wins, a tie costs both a head.
    let mut table = open("dame-2000", &[], "W:Wr24,37:Bg20,5:H0:F1");
    let choices = table.choices();
    let attack = choices.iter().find(|choice| choice.kind == ChoiceKind::Attack).unwrap();
    let odds = attack.odds.unwrap();
    assert_eq!(odds.win + odds.both + odds.lose, odds.of);
    assert_eq!(odds.heads.iter().sum::<u64>(), odds.win);
    // One round: 3..8 against 2..7: 21 of 36 higher, 5 equal, 10 lower; then green against blue, the same dice
    // apart by one; then the blue one is gone on a tie and the other, now blue, rises to green.
    assert_eq!((odds.of, odds.win, odds.both, odds.lose), (1296, 21 * 36 + 5 * 26, 0, 10 * 36 + 5 * 10));
    assert_eq!(odds.heads, [0, 5 * 5, 5 * 21, 21 * 36], "green, red and yellow in the end");
    table.act(&attack.text.clone()).unwrap();
    assert_eq!(table.phase(), Phase::Combat(1));
    assert_eq!(table.board().fight.unwrap().2, odds);
    let tie =
        table.odds().into_iter().find(|(event, _)| format!("{event:?}").contains("attacker: 5, defender: 5"));
    assert!(table.settle(tie.unwrap().0));
    let (_, happened) = table.moment(2).unwrap();
    let [Happened::Round(attacker, defender, over)] = happened else { panic!("{happened:?}") };
    assert_eq!((attacker.after, defender.after, *over), (Some(Head::Green), Some(Head::Blue), false));
    assert_eq!(table.phase(), Phase::Combat(2));
}

#[test]
fn a_tie_that_is_rolled_again_counts_for_nothing() {
    // Two green heads that tie become two blue ones, and those roll until one of them wins.
    let mut table = open("dame-2000", &["double-blue-tie=again"], "W:Wg24,37:Bg20,5:H0:F1");
    let choices = table.choices();
    let attack = choices.iter().find(|choice| choice.kind == ChoiceKind::Attack).unwrap();
    let odds = attack.odds.unwrap();
    assert_eq!((2 * odds.win, odds.both, 2 * odds.lose), (odds.of, 0, odds.of));
    assert_eq!(odds.heads.iter().sum::<u64>(), odds.win);
    table.act(&attack.text.clone()).unwrap();
    let tie = |table: &dyn Table| {
        let ties = table.odds().into_iter().map(|(event, _)| event);
        ties.into_iter().find(|event| format!("{event:?}").contains("attacker: 5, defender: 5")).unwrap()
    };
    for round in 2..=4 {
        let event = tie(&*table);
        assert!(table.settle(event));
        assert_eq!(table.phase(), Phase::Combat(round));
    }
    let (_, happened) = table.moment(3).unwrap();
    let [Happened::Round(attacker, defender, over)] = happened else { panic!("{happened:?}") };
    assert_eq!((attacker.after, defender.after, *over), (Some(Head::Blue), Some(Head::Blue), false));
}

#[test]
fn what_a_capture_that_stopped_short_missed_is_the_rest_of_it() {
    let missed = |chosen: &[&str], action: &str| {
        let mut table = open("dames-10x10", chosen, "W:W32,47:B1,19,28,41:H0:F1");
        table.act(action).unwrap();
        let Phase::Huff(owed, missed) = table.phase() else { panic!("{:?}", table.phase()) };
        (owed, missed.into_iter().map(|one| one.text).collect::<Vec<_>>())
    };
    let short = ["short-capture=huffed", "obligation=huff-culprit"];
    assert_eq!(missed(&short, "32x23"), (vec![23], vec!["32x23x14".to_string()]));
    // Whoever captures nothing has missed all of them, but not what would have been a fault itself.
    let all = vec!["47x36".to_string(), "32x23x14".to_string()];
    assert_eq!(missed(&short, "32-27"), (vec![27, 47], all));
}

#[test]
fn plates_slide_with_every_turn() {
    let mut table = table(catalogue::find("damsystem").unwrap(), &[], None);
    assert_eq!(table.board().offset, 0);
    table.act("pass").unwrap();
    assert_eq!(table.board().offset, -2);
    let (_, happened) = table.moment(1).unwrap();
    assert_eq!(happened, [Happened::Passed(Side::White), Happened::PlatesSlid(0, -2)]);
}

#[test]
fn what_is_taken_back_never_happened() {
    let entry = catalogue::find("trappes").unwrap();
    let mut table = table(entry, &[], None);
    let mut random = fastrand::Rng::with_seed(9);
    for _ in 0..12 {
        step(&mut *table, &mut random);
    }
    let (position, choices, board) = (table.position(false), table.choices(), table.board());
    for _ in 0..5 {
        step(&mut *table, &mut random);
    }
    table.take_back(12);
    assert_eq!((table.position(false), table.choices(), table.board()), (position, choices, board));
}

#[test]
fn the_same_position_a_third_time_is_a_draw() {
    let mut table = open("dames-8x8", &[], "W:WK32:BK4:H0:F1");
    for action in ["32-28", "4-8", "28-32", "8-4", "32-28", "4-8", "28-32", "8-4"] {
        assert!(table.result().is_none(), "{action}");
        table.act(action).unwrap();
    }
    assert_eq!(table.result().unwrap().finish.id(), "repetition");
    assert!(
        matches!(table.act("32-28"), Err(ActionError::Illegal { refusal, .. }) if refusal.rule.id() == "game-over")
    );
}

#[test]
fn a_game_that_never_ends_is_drawn() {
    // Two kings that keep out of each other's way, with the limit of quiet turns out of reach, and no position
    // for a third time.
    let entry = catalogue::find("dames-8x8").unwrap();
    let mut table = table(entry, &["quiet-limit=1000"], Some("W:WK32:BK4:H0:F1"));
    let mut random = fastrand::Rng::with_seed(1);
    let is_calm = |table: &dyn Table| table.choices().iter().all(|choice| choice.kind == ChoiceKind::Move);
    while table.result().is_none() {
        let mut choices = table.choices();
        random.shuffle(&mut choices);
        let calm = choices.iter().find(|choice| {
            table.act(&choice.text).unwrap();
            let ends = table.result().is_some_and(|result| result.finish.id() != "turn-limit");
            let keep = !ends && is_calm(&*table);
            table.take_back(table.len() - 1);
            keep
        });
        let text = calm.expect("a calm move").text.clone();
        table.act(&text).unwrap();
    }
    assert_eq!(table.result().unwrap().finish.id(), "turn-limit");
    assert_eq!((table.len(), table.result().unwrap().winner), (MOST_TURNS, None));
}
