//! Games between two seats: seeds, offers, takebacks, clocks, and the list from which all is made again.

use damier_arena::clock::ClockTerms;
use damier_arena::fair::Secret;
use damier_arena::sitting::*;
use damier_arena::table::Phase;
use damier_arena::verify::{VerifyError, verify};
use damier_rules::game::Side;

const HOST: Asker = Asker { seats: [true, false], side: None, lag: 0, opponent_away: None };
const GUEST: Asker = Asker { seats: [false, true], side: None, lag: 0, opponent_away: None };
const BOTH: Asker = Asker { seats: [true, true], side: None, lag: 0, opponent_away: None };

fn secret() -> Secret {
    Secret::from_bytes([42; 32])
}

fn terms(game: &str, options: &[(&str, &str)], opponent: Opponent) -> Terms {
    Terms {
        id: "k3f9mwq2xh7d".into(),
        game: game.into(),
        options: options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect(),
        opponent,
        colour: Colour::White,
        clock: ClockTerms::None {},
        host: "Anna".into(),
        guest: None,
        commitment: secret().commitment(),
        created_at: 0,
        rematch_of: None,
    }
}

fn begun(terms: Terms) -> Sitting {
    let mut sitting = Sitting::new(terms, secret()).unwrap();
    sitting.perform(HOST, &Command::Seed("rose".into()), 0).unwrap();
    sitting.sit("Benoît", "violette", 0).unwrap();
    assert!(sitting.is_playing());
    sitting
}

fn between(game: &str, options: &[(&str, &str)]) -> Sitting {
    begun(terms(game, options, Opponent::Friend {}))
}

fn act(sitting: &mut Sitting, action: &str) {
    let asker = Asker { seats: [true, true], ..HOST };
    sitting.perform(asker, &Command::Act(action.into()), 0).unwrap();
}

/// Does something at random that the one whose turn it is may do; false when the game is over.
fn step(sitting: &mut Sitting, random: &mut fastrand::Rng, now: i64) -> bool {
    if !sitting.is_playing() {
        return false;
    }
    let seat = sitting.seat_of(sitting.table().side()).unwrap();
    let asker = Asker { seats: [seat == 0, seat == 1], ..HOST };
    let command = match sitting.table().phase() {
        Phase::Spin | Phase::Combat(_) => Command::Chance,
        _ => {
            let choices = sitting.table().choices();
            Command::Act(choices[random.usize(0..choices.len())].text.clone())
        }
    };
    sitting.perform(asker, &command, now).unwrap();
    true
}

fn denied(result: Result<Next, Denial>) -> &'static str {
    match result.unwrap_err() {
        Denial::No(no) => no.id(),
        Denial::Rule(refusal) => refusal.rule.id(),
        Denial::Ambiguous(_) => "ambiguous",
        Denial::NotAnAction(_) => "not-an-action",
    }
}

fn again(sitting: &Sitting) -> Sitting {
    let kept = sitting.log().iter().map(|entry| entry.kept.clone()).collect();
    Sitting::replay(sitting.terms().clone(), secret(), kept).unwrap()
}

fn same(one: &Sitting, other: &Sitting) {
    assert_eq!(one.log(), other.log());
    assert_eq!(one.table().position(false), other.table().position(false));
    assert_eq!(one.table().phase(), other.table().phase());
    assert_eq!(one.table().choices(), other.table().choices());
    assert_eq!(one.table().board(), other.table().board());
    assert_eq!(
        (one.offers(), one.finished(), one.draws()),
        (other.offers(), other.finished(), other.draws())
    );
    assert_eq!(one.clock().map(|clock| clock.running()), other.clock().map(|clock| clock.running()));
}

#[test]
fn a_game_is_made_again_from_its_list_after_every_step() {
    for game in ["dame-2000", "trappes", "damsystem", "dames-10x10"] {
        let mut sitting = begun(Terms {
            clock: ClockTerms::Fischer { seconds: 3600, increment: 2 },
            ..terms(game, &[], Opponent::Friend {})
        });
        let (mut random, mut now) = (fastrand::Rng::with_seed(3), 0);
        let mut steps = 0;
        while step(&mut sitting, &mut random, now) {
            now += 700;
            steps += 1;
            if steps < 80 || steps % 16 == 0 {
                same(&sitting, &again(&sitting));
            }
        }
        same(&sitting, &again(&sitting));
        assert!(sitting.finished().is_some());
    }
}

#[test]
fn a_game_begins_when_both_seeds_are_in_and_the_hosts_comes_first() {
    let mut sitting = Sitting::new(terms("trappes", &[], Opponent::Friend {}), secret()).unwrap();
    assert_eq!(denied(sitting.perform(HOST, &Command::Chance, 0)), "not-started");
    assert_eq!(denied(sitting.perform(HOST, &Command::Seed("é".into()), 0)), "bad-seed");
    assert_eq!(sitting.sit("Benoît", "violette", 0), Err(Denial::No(No::HostFirst)));
    assert_eq!((sitting.version(), &sitting.sitters()[1]), (0, &Sitter::Nobody));
    sitting.perform(HOST, &Command::Seed("rose".into()), 0).unwrap();
    assert!(!sitting.has_started());
    sitting.sit(" Benoît\n\u{202E} D. ", "violette", 0).unwrap();
    assert_eq!(sitting.sitters()[1], Sitter::Person("Benoît D.".into()));
    assert!(sitting.has_started());
    assert_eq!(denied(sitting.perform(HOST, &Command::Seed("tulipe".into()), 0)), "seeded");
    assert!(sitting.sit("Chloé", "lis", 0).is_err());
}

#[test]
fn in_a_rematch_too_the_guest_waits_for_the_hosts_seed() {
    let terms = Terms { guest: Some("Benoît".into()), ..terms("trappes", &[], Opponent::Friend {}) };
    let mut sitting = Sitting::new(terms, secret()).unwrap();
    assert!(sitting.may([true, false], None).seed && !sitting.may([false, true], None).seed);
    assert_eq!(denied(sitting.perform(GUEST, &Command::Seed("violette".into()), 0)), "host-first");
    sitting.perform(HOST, &Command::Seed("rose".into()), 0).unwrap();
    assert!(!sitting.may([true, false], None).seed && sitting.may([false, true], None).seed);
    sitting.perform(GUEST, &Command::Seed("violette".into()), 0).unwrap();
    assert!(sitting.has_started());
}

/// Version 0.1 let the guest sit down before the host's seed was in.
#[test]
fn games_in_which_the_guests_seed_came_first_are_read_and_go_on() {
    let kept = |what| Kept { at: 0, clocks: None, what };
    let list = vec![
        kept(Happening::Sat { name: "Benoît".into() }),
        kept(Happening::Seeded { seat: 1, seed: "violette".into() }),
    ];
    let mut sitting =
        Sitting::replay(terms("trappes", &[], Opponent::Friend {}), secret(), list.clone()).unwrap();
    assert!(sitting.may([true, false], None).seed && !sitting.has_started());
    sitting.perform(HOST, &Command::Seed("rose".into()), 0).unwrap();
    assert!(sitting.has_started());
    let rest =
        [kept(Happening::Seeded { seat: 0, seed: "rose".into() }), kept(Happening::Started { white: 0 })];
    let whole = [list, rest.to_vec()].concat();
    let read = Sitting::replay(terms("trappes", &[], Opponent::Friend {}), secret(), whole).unwrap();
    same(&sitting, &read);
}

#[test]
fn random_colours_are_drawn_from_the_seeds() {
    let white = |seed: &str| {
        let mut sitting = Sitting::new(
            Terms { colour: Colour::Random, ..terms("english", &[], Opponent::Open {}) },
            secret(),
        )
        .unwrap();
        assert_eq!(sitting.side_of(0), None);
        sitting.perform(HOST, &Command::Seed(seed.into()), 0).unwrap();
        sitting.sit("", "violette", 0).unwrap();
        sitting.perform(HOST, &Command::Resign, 0).unwrap();
        let verified = verify(&sitting.record().unwrap(), None).unwrap();
        assert_eq!((verified.holds(), verified.colours), (true, Some(true)));
        sitting.side_of(0).unwrap()
    };
    let sides: Vec<Side> = (0..20).map(|number| white(&format!("seed {number}"))).collect();
    assert!(sides.contains(&Side::White) && sides.contains(&Side::Black));
    assert_eq!(white("rose"), white("rose"));
}

#[test]
fn whoever_has_not_the_turn_waits() {
    let mut sitting = between("english", &[]);
    // Black begins in English draughts, and the host is White.
    assert_eq!(denied(sitting.perform(HOST, &Command::Act("22-18".into()), 0)), "not-your-turn");
    assert_eq!(denied(sitting.perform(GUEST, &Command::Act("22-18".into()), 0)), "not-yours");
    assert_eq!(denied(sitting.perform(GUEST, &Command::Act("rubbish".into()), 0)), "not-an-action");
    assert_eq!(denied(sitting.perform(GUEST, &Command::Chance, 0)), "no-chance-due");
    let version = sitting.version();
    sitting.perform(GUEST, &Command::Act("11-15".into()), 0).unwrap();
    assert_eq!(sitting.version(), version + 1);
}

#[test]
fn a_takeback_needs_consent() {
    let mut sitting = between("english", &[]);
    assert_eq!(denied(sitting.perform(GUEST, &Command::AskTakeback, 0)), "no-takeback");
    act(&mut sitting, "11-15");
    act(&mut sitting, "22-18");
    sitting.perform(GUEST, &Command::AskTakeback, 0).unwrap();
    assert_eq!(denied(sitting.perform(GUEST, &Command::AcceptTakeback, 0)), "no-offer");
    sitting.perform(HOST, &Command::DeclineTakeback, 0).unwrap();
    sitting.perform(GUEST, &Command::AskTakeback, 0).unwrap();
    sitting.perform(HOST, &Command::AcceptTakeback, 0).unwrap();
    assert_eq!(sitting.table().len(), 0, "Black's move, and White's after it");
    same(&sitting, &again(&sitting));
}

#[test]
fn nothing_is_taken_back_past_a_roll_or_a_spin() {
    let mut sitting = between("trappes", &[]);
    let mut random = fastrand::Rng::with_seed(5);
    step(&mut sitting, &mut random, 0);
    step(&mut sitting, &mut random, 0);
    let may = sitting.may([true, false], None);
    assert!(may.takeback && !may.takeback_past_chance, "Black hasn't spun yet");
    step(&mut sitting, &mut random, 0);
    assert_eq!(denied(sitting.perform(HOST, &Command::AskTakeback, 0)), "takeback-past-chance");
    let may = sitting.may([true, false], None);
    assert!(!may.takeback && may.takeback_past_chance);
}

#[test]
fn against_the_engine_and_at_one_device_a_takeback_is_free() {
    let mut sitting =
        Sitting::new(terms("international", &[], Opponent::Engine { level: 1 }), secret()).unwrap();
    sitting.perform(HOST, &Command::Seed("rose".into()), 0).unwrap();
    act(&mut sitting, "32-28");
    assert_eq!(sitting.engine_to_act(), Some(1));
    let engine = Asker { seats: [false, true], ..HOST };
    sitting.perform(engine, &Command::Act("19-23".into()), 0).unwrap();
    sitting.perform(HOST, &Command::AskTakeback, 0).unwrap();
    assert_eq!(sitting.table().len(), 0);

    let mut sitting = Sitting::new(terms("international", &[], Opponent::SameDevice {}), secret()).unwrap();
    sitting.perform(BOTH, &Command::Seed("rose".into()), 0).unwrap();
    act(&mut sitting, "32-28");
    act(&mut sitting, "19-23");
    sitting.perform(BOTH, &Command::AskTakeback, 0).unwrap();
    assert_eq!(sitting.table().len(), 1, "one action at a time");
    assert_eq!(denied(sitting.perform(BOTH, &Command::Resign, 0)), "which-side");
    let black = Asker { side: Some(Side::Black), ..BOTH };
    sitting.perform(black, &Command::Resign, 0).unwrap();
    assert_eq!(sitting.finished().unwrap().winner, Some(Side::White));
}

#[test]
fn draws_are_offered_once_a_turn_and_lapse() {
    let mut sitting = between("international", &[]);
    sitting.perform(HOST, &Command::OfferDraw, 0).unwrap();
    assert_eq!(denied(sitting.perform(HOST, &Command::OfferDraw, 0)), "offered");
    assert_eq!(denied(sitting.perform(HOST, &Command::AcceptDraw, 0)), "no-offer");
    act(&mut sitting, "32-28");
    assert_eq!(sitting.offers().draw, Some(Side::White));
    act(&mut sitting, "19-23");
    assert_eq!(sitting.offers().draw, None);
    sitting.perform(HOST, &Command::OfferDraw, 0).unwrap();
    sitting.perform(GUEST, &Command::OfferDraw, 0).unwrap();
    let finished = sitting.finished().unwrap();
    assert_eq!((finished.winner, finished.finish.id()), (None, "agreed"));
    assert_eq!(denied(sitting.perform(HOST, &Command::Resign, 0)), "over");
}

#[test]
fn the_engine_declines_a_draw() {
    let mut sitting =
        Sitting::new(terms("international", &[], Opponent::Engine { level: 1 }), secret()).unwrap();
    sitting.perform(HOST, &Command::Seed("rose".into()), 0).unwrap();
    sitting.perform(HOST, &Command::OfferDraw, 0).unwrap();
    assert_eq!(sitting.offers().draw, None);
    assert!(sitting.is_playing());
}

#[test]
fn abort_is_for_before_the_second_move() {
    let mut sitting = between("international", &[]);
    act(&mut sitting, "32-28");
    assert!(sitting.may([true, false], None).abort);
    act(&mut sitting, "19-23");
    assert_eq!(denied(sitting.perform(HOST, &Command::Abort, 0)), "too-late-to-abort");
    let mut sitting = Sitting::new(terms("international", &[], Opponent::Open {}), secret()).unwrap();
    sitting.perform(HOST, &Command::Abort, 0).unwrap();
    assert_eq!(sitting.finished().unwrap().finish.id(), "aborted");
}

#[test]
fn the_one_who_waits_decides() {
    let mut sitting = between("international", &[]);
    act(&mut sitting, "32-28");
    let waiting = |away| Asker { opponent_away: away, ..HOST };
    for away in [None, Some(AWAY - 1)] {
        assert_eq!(denied(sitting.perform(waiting(away), &Command::ClaimLeft { win: true }, 0)), "not-left");
    }
    let left = Asker { opponent_away: Some(AWAY), ..GUEST };
    assert_eq!(
        denied(sitting.perform(left, &Command::ClaimLeft { win: true }, 0)),
        "not-left",
        "his own turn"
    );
    assert!(sitting.may([true, false], Some(AWAY)).claim_left);
    sitting.perform(waiting(Some(AWAY)), &Command::ClaimLeft { win: false }, 0).unwrap();
    let finished = sitting.finished().unwrap();
    assert_eq!((finished.winner, finished.finish.id()), (None, "left"));
}

#[test]
fn clocks_run_from_the_third_turn_and_decide() {
    let fischer = ClockTerms::Fischer { seconds: 60, increment: 1 };
    let mut sitting = begun(Terms { clock: fischer, ..terms("international", &[], Opponent::Friend {}) });
    let act =
        |sitting: &mut Sitting, action: &str, now| sitting.perform(BOTH, &Command::Act(action.into()), now);
    act(&mut sitting, "32-28", 100_000).unwrap();
    act(&mut sitting, "19-23", 200_000).unwrap();
    assert_eq!(sitting.clock().unwrap().running(), Some((Side::White, 200_000)));
    assert_eq!(denied(act(&mut sitting, "1-2", 205_000)), "not-yours");
    assert_eq!(sitting.clock().unwrap().left(Side::White, 210_000), 51_000, "a refused action costs time");
    act(&mut sitting, "28x19", 210_000).unwrap();
    assert_eq!(sitting.clock().unwrap().left(Side::White, 0), 52_000);
    same(&sitting, &again(&sitting));
    assert_eq!(denied(act(&mut sitting, "14x23", 300_000)), "over");
    let finished = sitting.finished().unwrap();
    assert_eq!((finished.winner, finished.finish.id()), (Some(Side::White), "out-of-time"));
    same(&sitting, &again(&sitting));
}

#[test]
fn a_clock_stands_still_while_the_roulette_is_shown_and_after_a_restart() {
    let fischer = ClockTerms::Fischer { seconds: 600, increment: 0 };
    let mut sitting = begun(Terms { clock: fischer, ..terms("trappes", &[], Opponent::Friend {}) });
    let mut random = fastrand::Rng::with_seed(2);
    for _ in 0..5 {
        step(&mut sitting, &mut random, 0);
    }
    let (side, since) = sitting.clock().unwrap().running().unwrap();
    assert!(since > 0, "the spin is shown first");
    let mut after = again(&sitting);
    after.pause(3_600_000);
    assert_eq!(
        after.clock().unwrap().left(side, 3_600_000 + since),
        sitting.clock().unwrap().left(side, since)
    );
}

#[test]
fn every_roll_of_a_record_is_verified() {
    for game in ["dame-2000", "dame-2000-variant", "trappes"] {
        let mut sitting = between(game, &[]);
        let mut random = fastrand::Rng::with_seed(8);
        for _ in 0..60 {
            step(&mut sitting, &mut random, 0);
        }
        let running = sitting.record().unwrap();
        assert!(!running.contains(&secret().reveal()));
        assert_eq!(verify(&running, None), Err(VerifyError::Missing("Secret")));
        if sitting.is_playing() {
            sitting.perform(HOST, &Command::Resign, 0).unwrap();
        }
        let record = sitting.record().unwrap();
        let verified = verify(&record, None).unwrap();
        assert!(verified.holds() && verified.draws.len() > 5, "{record}");
        // Programs read PDN's names of the sides, and people the sheet's.
        assert!(record.contains("[White \"Anna\"]"), "{record}");
        assert_eq!(record.contains("[Sides \"Blue, Red\"]"), game != "trappes", "{record}");
        assert_eq!(verified.draws.len() as u32, sitting.draws());

        let other = record.replace("violette", "Violette");
        assert!(!verify(&other, None).unwrap().holds(), "another seed");
        let other = record.replace(&secret().reveal(), &Secret::from_bytes([43; 32]).reveal());
        let found = verify(&other, None).unwrap();
        assert!(!found.commitment && found.draws.iter().any(|check| !check.holds()), "another secret");
    }
}

#[test]
fn a_record_with_another_secret_and_its_commitment_is_found_out_by_whoever_noted_the_first() {
    let mut sitting = between("trappes", &[]);
    sitting.perform(HOST, &Command::Resign, 0).unwrap();
    let (record, forger) = (sitting.record().unwrap(), Secret::from_bytes([43; 32]));
    let forged = record
        .replace(&secret().reveal(), &forger.reveal())
        .replace(&secret().commitment(), &forger.commitment());
    let noted = secret().commitment();
    let found = verify(&forged, None).unwrap();
    assert!(found.commitment && found.promise.is_none() && found.holds(), "consistent in itself");
    let found = verify(&forged, Some(&noted)).unwrap();
    assert!(found.commitment && found.promise == Some(false) && !found.holds());
    let found = verify(&record, Some(&noted.to_uppercase())).unwrap();
    assert!(found.promise == Some(true) && found.holds());
    for wrong in ["", "12", &noted[1..], &format!("{}é", &noted[2..]), &"é".repeat(32)] {
        assert!(matches!(verify(&record, Some(wrong)), Err(VerifyError::Commitment(_))), "{wrong}");
    }
}

#[test]
fn a_changed_spin_is_found() {
    let mut sitting = between("trappes", &[]);
    sitting.perform(HOST, &Command::Chance, 0).unwrap();
    sitting.perform(HOST, &Command::Resign, 0).unwrap();
    let record = sitting.record().unwrap();
    let sectors = ["pawn", "green", "orange"].map(|sector| format!("[%spin {sector}]"));
    let came_up = sectors.iter().find(|sector| record.contains(*sector)).unwrap();
    let other = sectors.iter().find(|sector| !record.contains(*sector)).unwrap();
    let found = verify(&record.replace(came_up, other), None).unwrap();
    assert!(!found.holds() && found.commitment);
    assert!(!found.draws[0].holds());
}

#[test]
fn a_rematch_swaps_colours_and_keeps_seats() {
    let mut sitting = between("international", &[]);
    assert_eq!(denied(sitting.perform(HOST, &Command::OfferRematch, 0)), "not-over");
    sitting.perform(GUEST, &Command::Resign, 0).unwrap();
    assert_eq!(sitting.perform(HOST, &Command::OfferRematch, 0), Ok(Next::Nothing));
    assert_eq!(sitting.perform(GUEST, &Command::AcceptRematch, 0), Ok(Next::Rematch));
    let terms = sitting.rematch_terms("new".into(), "commitment".into(), 7);
    sitting.rematched("new", 7).unwrap();
    assert_eq!((terms.colour, terms.guest.as_deref()), (Colour::Black, Some("Benoît")));
    let next = Sitting::new(terms, secret()).unwrap();
    assert_eq!(next.side_of(0), Some(Side::Black));
    assert!(next.may([true, false], None).seed);
    assert!(!sitting.may([true, false], None).rematch);
}

#[test]
fn a_broken_list_is_refused_by_its_entry() {
    let sitting = between("international", &[]);
    let mut kept: Vec<Kept> = sitting.log().iter().map(|entry| entry.kept.clone()).collect();
    kept.push(Kept { at: 0, clocks: None, what: Happening::Acted { action: "1-50".into() } });
    let error = Sitting::replay(sitting.terms().clone(), secret(), kept).err().unwrap();
    assert_eq!((error.version, error.id.as_str()), (5, "k3f9mwq2xh7d"));
    let error = Sitting::new(terms("chess", &[], Opponent::Open {}), secret()).err().unwrap();
    assert!(error.to_string().contains("chess"));
}

#[test]
fn a_list_does_not_grow_for_ever() {
    let mut sitting = Sitting::new(terms("international", &[], Opponent::SameDevice {}), secret()).unwrap();
    let both = Asker { seats: [true; 2], ..HOST };
    sitting.perform(both, &Command::Seed("rose".into()), 0).unwrap();
    let mut last = Ok(Next::Nothing);
    while last.is_ok() && sitting.version() < 100_000 {
        act(&mut sitting, "32-28");
        last = sitting.perform(both, &Command::AskTakeback, 0);
    }
    assert_eq!(denied(last), "enough-offers");
    assert!(sitting.version() < 3_000, "{}", sitting.version());
    assert!(!sitting.may([true; 2], None).takeback);
    assert!(sitting.perform(both, &Command::Act("18-23".into()), 0).is_ok(), "the game itself goes on");
    let mut made_again = again(&sitting);
    assert_eq!(denied(made_again.perform(both, &Command::AskTakeback, 0)), "enough-offers");
}
