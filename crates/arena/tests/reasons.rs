//! Every reason for which an action can be refused, with the squares that show it and what is owed instead.

mod harness;

use damier_arena::{Rulebox, Verdict, catalogue};
use damier_notation::action::write_deed;
use damier_notation::square::Style;
use damier_rules::reason::Rule;
use harness::attempts::try_everywhere;
use harness::game_with;
use harness::refusals::{Chosen, FORWARD_ONLY, LEAP, SAME_TARGET, cases};

#[test]
fn each_refusal_names_its_rule_its_squares_and_what_is_owed() {
    let mut wrong = String::new();
    for case in cases() {
        let game = game_with(case.game, case.options);
        let refusal = game.refusal(case.position, case.attempt);
        let owed = game.owed(case.position, case.attempt);
        let told = (refusal.rule.id(), &refusal.squares[..], &owed[..]);
        if refusal.rule.id() != case.rule || refusal.squares != case.squares || owed != case.owed {
            wrong += &format!("{} {} {}: {told:?}\n", case.game, case.position, case.attempt);
        }
    }
    assert!(wrong.is_empty(), "refused otherwise than expected:\n{wrong}");
}

#[test]
fn every_rule_has_a_case() {
    for rule in Rule::ALL.iter().filter(|&&rule| rule != Rule::Legal) {
        assert!(cases().any(|case| case.rule == rule.id()), "no case for {}", rule.id());
    }
}

/// Whatever is refused breaks a rule, and whatever is owed is legal.
fn check_everywhere(game: &dyn Rulebox) {
    try_everywhere(game, &mut |position, attempt, verdict, legal| match verdict {
        Verdict::Legal(action) => assert!(legal.contains(action), "{position} {attempt}"),
        Verdict::Refused(refusal) => {
            assert_ne!(refusal.rule, Rule::Legal, "{position} {attempt}");
            assert!(!legal.iter().any(|legal| legal == attempt), "{position} {attempt}");
            for deed in &refusal.owed {
                let owed = write_deed(game.layout(), deed, Style::Numbers);
                assert!(legal.contains(&owed), "{position} {attempt}: {owed} isn't legal");
            }
        }
    });
}

#[test]
fn whatever_is_refused_at_random_breaks_a_rule() {
    for entry in catalogue::all() {
        check_everywhere(&*entry.open(&[]).unwrap());
    }
}

#[test]
fn whatever_is_refused_at_random_breaks_a_rule_with_options_too() {
    let immediate: Chosen = ("dames-10x10", &["king-landing=any", "promotion=immediate", "huffing=claimed"]);
    let stop: Chosen = ("dames-10x10", &["king-landing=any", "promotion=stop", "obligation=must"]);
    let damsystem: Chosen = ("damsystem", &["king-landing=any", "promotion=immediate", "obligation=must"]);
    let end: Chosen = ("dames-8x8", &["king-priority=same-target", "king-landing=adjacent", "promotion=end"]);
    let traps: Chosen = ("trappes", &["english=true", "both-colours=true", "close-after-use=true"]);
    for (game, options) in [immediate, stop, damsystem, SAME_TARGET, end, traps, FORWARD_ONLY, LEAP] {
        check_everywhere(game_with(game, options).rulebox());
    }
}
