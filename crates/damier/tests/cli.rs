//! The command line as scripts see it: lines on standard output, errors on standard error with code 2.

use std::process::{Command, Output};

fn damier(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_damier")).args(words).output().unwrap()
}

fn lines(words: &[&str]) -> Vec<String> {
    let output = damier(words);
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(String::from).collect()
}

/// The message of a call that is refused.
fn refused(words: &[&str]) -> String {
    let output = damier(words);
    assert_eq!(output.status.code(), Some(2), "{words:?}");
    assert!(output.stdout.is_empty(), "{words:?}: nothing on standard output");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn moves_of_a_player_are_action_and_position() {
    let found = lines(&["moves", "english", "--position", "B:W18,21:B11,14"]);
    assert_eq!(found, ["14x23\tW:W21:B11,23:H0:F1"]);
}

#[test]
fn moves_of_chance_have_their_odds() {
    let found = lines(&["moves", "trappes", "--position", "W:W25:B1:H3:F4"]);
    assert_eq!(
        found,
        [
            "[pawn]\t4/8\tW:W25:B1:Rpawn:H3:F4",
            "[green]\t2/8\tW:W25:B1:Rgreen:H3:F4",
            "[orange]\t2/8\tW:W25:B1:Rorange:H3:F4",
        ]
    );
}

#[test]
fn a_game_that_is_over_says_who_won_and_why() {
    assert_eq!(lines(&["moves", "english", "--position", "W:W5:B1"]), ["over\tB\tblocked"]);
    assert_eq!(
        lines(&["moves", "dames-8x8", "--position", "W:WK5:BK7:H30:F40"]),
        ["over\tdraw\tquiet-limit"]
    );
}

#[test]
fn perft_ends_with_the_count() {
    assert_eq!(lines(&["perft", "international", "5"]), ["27117"]);
    assert_eq!(lines(&["perft", "dame-2000", "0"]), ["1"]);
    let divided = lines(&["perft", "trappes", "2", "--divide"]);
    assert_eq!(divided.len(), 4);
    assert_eq!(divided[3], "217");
    assert!(divided[0].starts_with("[pawn]\t"));
    let output = damier(&["perft", "english", "6", "--bench"]);
    assert_eq!(output.stdout, b"36768\n");
    assert!(String::from_utf8(output.stderr).unwrap().contains("M/s"));
}

#[test]
fn options_change_the_game() {
    let position = "B:W28,32:B12,19:P28,32:H0:F9";
    assert_eq!(lines(&["moves", "dames-10x10", "--position", position]).len(), 2);
    let claimed = ["moves", "dames-10x10", "--position", position, "--option", "huffing=claimed"];
    assert!(lines(&claimed).len() > 2);
}

#[test]
fn games_are_listed_for_people_and_for_programs() {
    let text = lines(&["games"]).join("\n");
    assert!(text.contains("dames-10x10") && text.contains("--option huffing=compulsory"), "{text}");
    assert!(lines(&["games", "--lang", "fr"]).join("\n").contains("Dames internationales"));
    let json: serde_json::Value = serde_json::from_str(&lines(&["games", "--json"]).join("\n")).unwrap();
    let games = json.as_array().unwrap();
    assert_eq!(games.len(), 18);
    for game in games {
        assert!(game["name"]["fr"].is_string() && game["sentence"]["en"].is_string(), "{game}");
        for option in game["options"].as_array().unwrap() {
            assert!(option["default"].is_string() && option["meaning"]["fr"].is_string(), "{option}");
        }
    }
}

#[test]
fn the_board_is_drawn_without_colour_where_nobody_looks() {
    let found = lines(&["show", "trappes", "--position", "W:W22,K5:B12,K30:O17:H0:F1"]);
    assert!(found.iter().all(|line| !line.contains('\u{1b}')), "{found:?}");
    assert_eq!(
        found[4].trim_end(),
        " 4     [  ]     18      19      20",
        "row 4 with an open trap: {found:?}"
    );
    assert!(found.contains(&"slider green 17|19: left trap open".to_string()), "{found:?}");
    let damsystem = lines(&["show", "damsystem"]);
    assert!(damsystem[3].ends_with("⇄"), "a plate is marked: {damsystem:?}");
    assert!(lines(&["show", "dame-2000"])[0].contains("by"), "heads are letters");
}

#[test]
fn sides_have_the_colours_of_the_sheet() {
    let says = |arguments: &[&str], sentence: &str| {
        let found = lines(arguments);
        assert!(found.iter().any(|line| line == sentence), "{sentence}: {found:?}");
    };
    says(&["show", "dame-2000"], "Blue to play");
    says(&["show", "dame-2000-variant", "--lang", "fr"], "Les bleus jouent");
    says(&["show", "damsystem", "--lang", "fr"], "Les blancs jouent");
    let drawn = ["show", "dames-10x10", "--position", "W:WK46,K47:BK6:H10"];
    says(&drawn, "Draw: too few pieces to win");
    says(&[&drawn[..], &["--lang", "fr"]].concat(), "Nulle\u{a0}: trop peu de pièces pour gagner");
    says(&["show", "dame-2000", "--position", "W:W1:Bg41"], "Draw: neither side can do anything any more");
    let path = std::env::temp_dir().join(format!("damier-sides-{}.pdn", std::process::id()));
    std::fs::write(&path, "[Game \"dame-2000\"]\n1. 28-24 10-15 *\n").unwrap();
    let found = lines(&["analyse", "dame-2000", "--depth", "1", "--record", path.to_str().unwrap()]);
    std::fs::remove_file(&path).unwrap();
    assert!(found[0].starts_with("Blue 28-24 ") && found[1].starts_with("Red 10-15 "), "{found:?}");
    assert!(found[2].starts_with("in all  Blue gives away ") && found[2].contains(" Red "), "{found:?}");
}

#[test]
fn why_names_the_rule() {
    let found = lines(&["why", "english", "11-16", "--position", "B:W18,21:B11,14"]);
    assert_eq!(
        found,
        [
            "capture-compulsory\tA capture is compulsory (18). Possible: 14x23.",
            "see: damier rules english --rule capture-compulsory",
        ]
    );
    let french = lines(&["why", "english", "11-16", "--position", "B:W18,21:B11,14", "--lang", "fr"]);
    assert_eq!(
        french,
        [
            "capture-compulsory\tUne prise est obligatoire (18). Possible : 14x23.",
            "voir\u{a0}: damier rules english --rule capture-compulsory --lang fr",
        ]
    );
    assert_eq!(lines(&["why", "trappes", "-22", "--position", "W:W25:B1:O22:Rorange"]), ["legal\t-22"]);
}

#[test]
fn the_rules_of_every_game_are_set_in_both_languages() {
    let json: serde_json::Value = serde_json::from_str(&lines(&["games", "--json"]).join("\n")).unwrap();
    for game in json.as_array().unwrap() {
        let id = game["id"].as_str().unwrap();
        for language in ["fr", "en"] {
            let found = lines(&["rules", id, "--lang", language]);
            let name = game["name"][language].as_str().unwrap();
            assert_eq!(found[0], name.to_uppercase());
            for line in &found {
                assert!(line.trim_end().chars().count() <= 80 && !line.contains('\u{1b}'), "{id}: {line}");
            }
            for option in game["options"].as_array().unwrap() {
                let shown = format!("--option {}=", option["name"].as_str().unwrap());
                assert!(found.iter().any(|line| line.contains(&shown)), "{id}: {shown}");
            }
        }
    }
}

#[test]
fn the_rule_that_forbids_an_action_can_be_read() {
    let pointer = lines(&["why", "dames-8x8", "28x19", "--position", "W:WK21,28:B25,24", "--lang", "fr"]);
    let words: Vec<&str> = pointer[1].split_whitespace().skip_while(|word| *word != "damier").collect();
    let found = lines(&words[1..]);
    assert_eq!(found[0], "La dame prend d'abord  [king-priority]");
    let text = found.join("\n");
    for part in ["✗ 28x19  Le pion en 28", "→ 28x19  Autre choix", "(king-priority=same-target)"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(text.contains("--option king-priority=always (par défaut)\u{a0}: dès qu'une dame"), "{text}");
    let english = lines(&["rules", "dames-8x8", "--rule", "king-priority"]).join("\n");
    assert!(english.contains("    Our reading: The sheet's text"), "{english}");
}

#[test]
fn bad_calls_are_refused_by_name() {
    for (words, message) in [
        (&["moves", "chess"][..], "game: \"chess\": unknown; expected one of dame-2000,"),
        (&["moves", "english", "--position", "W:W99:B1"], "field W"),
        (
            &["moves", "english", "--option", "speed=9"],
            "option: \"speed\": this game has no such option; expected none",
        ),
        (&["moves", "dames-8x8", "--option", "speed=9"], "expected one of king-priority"),
        (&["moves", "dames-8x8", "--option", "promotion=never"], "expected immediate or end or stop"),
        (&["moves", "dames-8x8", "--option", "quiet-limit=0"], "a whole number from 1 to 1000"),
        (&["moves", "dames-8x8", "--option", "promotion"], "no value; expected NAME=VALUE"),
        (&["moves", "dames-8x8", "--option", "promotion=end", "--option", "promotion=end"], "given twice"),
        (&["moves", "damsystem", "--option", "plates=1,2"], "plates: \"1,2\""),
        (&["moves", "damsystem", "--option", "plates=4,4"], "plates: \"4,4\""),
        (&["moves", "trappes", "--option", "roulette=0,0,0,0"], "roulette: \"0,0,0,0\""),
        (&["moves", "trappes", "--option", "traps=blue:a1/c1"], "traps: \"blue:a1/c1\""),
        (&["moves", "trappes", "--option", "traps=green:a1/c1"], "traps: \"green:a1/c1\""),
        (&["moves", "dame-2000", "--option", "dice=1,2,3"], "dice: \"1,2,3\""),
        (&["perft", "english", "31"], "31 is not in 0..=30"),
        (&["perft", "english", "x"], "invalid"),
        (&["why", "english", "nonsense"], "action: \"nonsense\""),
        (&["fly"], "unrecognized subcommand"),
        (&["rules", "chess"], "game: \"chess\": unknown; expected one of dame-2000,"),
        (
            &["rules", "english", "--rule", "king-priority"],
            "rule: \"king-priority\": not on this game's page; expected one of setup, turn, men-move,",
        ),
        (&["random", "english", "--position", "W:W31:B1"], "'--position'"),
    ] {
        let found = refused(words);
        assert!(found.contains(message), "{words:?}: {found}");
    }
    let long = format!("W:W31:B{}", "1,".repeat(600));
    assert!(refused(&["moves", "english", "--position", &long]).contains("at most 1024 bytes"));
}

#[test]
fn what_is_too_complex_is_refused_by_every_command() {
    let position = "W:WK13,K64:B2,K5,K7,9,10,12,14,15,16,19,21,23,K26,K28,K29,30,31,33,K34,K35,37,K39,40,42,45,K47,49,\
                    50,51,52,K53,K54,56,K58,K61,K63";
    let path = std::env::temp_dir().join(format!("damier-complex-{}.pdn", std::process::id()));
    let file = path.to_str().unwrap();
    std::fs::write(&path, format!("[Game \"turkish\"]\n[FEN \"{position}\"]\n1. 13-14 *\n")).unwrap();
    let refusals = [
        refused(&["moves", "turkish", "--position", position]),
        refused(&["show", "turkish", "--position", position]),
        refused(&["perft", "turkish", "2", "--position", position]),
        refused(&["why", "turkish", "13-14", "--position", position]),
        refused(&["analyse", "turkish", "--position", position]),
        refused(&["analyse", "turkish", "--record", file]),
        refused(&["verify", file]),
    ];
    std::fs::remove_file(&path).unwrap();
    for refusal in refusals {
        assert!(refusal.contains("too complex: more ways to capture than can be followed"), "{refusal}");
    }
}

#[test]
fn a_position_is_analysed() {
    let found = lines(&["analyse", "english", "--position", "B:W18:B14,1", "--depth", "3", "--lines", "2"]);
    assert!(found[0].starts_with("depth 1 1 +1.000 win 100 % draw 0 % loss 0 %  nodes "), "{found:?}");
    assert!(found[0].ends_with("  14x23"), "{found:?}");
    assert!(refused(&["analyse", "english", "--position", "W:W5:B1"]).contains("the game is over"));
    assert!(refused(&["analyse", "english", "--time", "0"]).contains("seconds from 0.001"));
}

#[test]
fn outcomes_of_chance_are_analysed_each_and_in_all() {
    let found = lines(&["analyse", "trappes", "--depth", "2"]);
    assert_eq!(found.len(), 4, "{found:?}");
    assert!(found[0].starts_with("[pawn] 4/8  win ") && found[3].starts_with("in all  win "), "{found:?}");
    let fight = ["analyse", "dame-2000", "--depth", "1", "--position", "W:Wg26,y30:By21,18:C26x21:H0:F8"];
    let found = lines(&fight);
    assert_eq!(found.len(), 4, "lost, tied, won, in all: {found:?}");
}

#[test]
fn every_position_of_a_record_is_analysed() {
    let path = std::env::temp_dir().join(format!("damier-record-{}.pdn", std::process::id()));
    let file = path.to_str().unwrap();
    std::fs::write(&path, "[Game \"english\"]\n1. 11-15 23-19 2. 8-11 22-17 *\n").unwrap();
    let found = lines(&["analyse", "english", "--depth", "3", "--record", file]);
    assert_eq!(found.len(), 5, "{found:?}");
    assert!(found[1].starts_with("W 23-19 ") && found[1].contains(" %  gives away "), "{found:?}");
    assert!(found[1].contains(" depth 3  ") && found[4].starts_with("in all  W gives away "), "{found:?}");
    std::fs::write(&path, "[FEN \"W:W18,32:B11,12\"]\n1. 18-15 11x18 0-1\n").unwrap();
    let blunder = lines(&["analyse", "english", "--depth", "9", "--record", file]);
    std::fs::remove_file(&path).unwrap();
    let lost = blunder[0].split_once("gives away ").unwrap().1.split_once(' ').unwrap().0;
    assert!(lost.parse::<f32>().unwrap() > 20.0, "a man for nothing: {blunder:?}");
    assert!(blunder[1].contains("gives away 0.0 %"), "nothing else can be done: {blunder:?}");
    assert!(refused(&["analyse", "english", "--record", "/nowhere"]).contains("record: /nowhere"));
}

#[test]
fn a_record_says_what_was_played() {
    let path = std::env::temp_dir().join(format!("damier-options-{}.pdn", std::process::id()));
    let file = path.to_str().unwrap();
    let text = "[Game \"trappes\"]\n[Options \"both-colours=true\"]\n1. {[%spin both]} {[%open 14]} *\n";
    std::fs::write(&path, text).unwrap();
    let found = lines(&["analyse", "trappes", "--depth", "1", "--record", file]);
    let other_game = refused(&["analyse", "english", "--record", file]);
    let other = ["analyse", "trappes", "--option", "english=true", "--record", file];
    let other_options = refused(&other);
    let usual = text.replace("both-colours=true", "");
    std::fs::write(&path, usual).unwrap();
    let not_usual = refused(&other);
    let two = text.replace("both-colours=true", "close-after-use=true;both-colours=true");
    std::fs::write(&path, two).unwrap();
    let in_any_order = ["--option", "both-colours=true", "--option", "close-after-use=true"];
    let same =
        lines(&[&["analyse", "trappes", "--depth", "1", "--record", file], &in_any_order[..]].concat());
    std::fs::remove_file(&path).unwrap();
    assert!(same[1].starts_with("W +14 "), "{same:?}");
    assert!(not_usual.contains("tag Options: \"\"; expected english=true"), "{not_usual}");
    assert!(found[0].starts_with("  [both]       luck of W ") && found[1].starts_with("W +14 "), "{found:?}");
    assert!(found[2].contains("; luck of W "), "{found:?}");
    assert!(other_game.contains("tag Game: \"trappes\"; expected english"), "{other_game}");
    assert!(
        other_options.contains("tag Options: \"both-colours=true\"; expected english=true"),
        "{other_options}"
    );
}

#[test]
fn nothing_is_said_twice() {
    let path = std::env::temp_dir().join(format!("damier-twice-{}.pdn", std::process::id()));
    let file = path.to_str().unwrap();
    std::fs::write(&path, "[Game \"english\"]\n[FEN \"W:W1,1:B2\"]\n *\n").unwrap();
    let found = refused(&["analyse", "english", "--record", file]);
    std::fs::write(&path, "[Game \"nosuch\"]\n *\n").unwrap();
    let verified = refused(&["verify", file]);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(found.matches("position:").count(), 1, "{found}");
    assert_eq!(verified.matches("dames-8x8").count(), 1, "{verified}");
}

#[test]
fn a_training_that_could_not_be_kept_does_not_begin() {
    let found = refused(&["train", "english", "--games", "1000000", "--out", "/nowhere/new.net"]);
    assert!(found.contains("can't write /nowhere/new.net.state"), "{found}");
    assert!(refused(&["train", "english", "--position", "W:WK1:BK32"]).contains("'--position'"));
}

#[test]
fn a_match_is_played_and_written_down() {
    let path = std::env::temp_dir().join(format!("damier-match-{}.pdn", std::process::id()));
    let words = ["arena", "depth=3", "random", "--game", "trappes", "--games", "4", "--records"];
    let found = lines(&[&words[..], &[path.to_str().unwrap()]].concat());
    assert_eq!(found[0], "depth=3 against random, 4 games");
    assert!(found[3].starts_with("elo "), "{found:?}");
    let records = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(records.matches("[Game \"trappes\"]").count(), 4);
    assert!(records.contains("[White \"depth=3\"]") && records.contains("{[%spin "), "{records}");
    assert!(refused(&["arena", "depth=3", "chess", "--game", "english"]).contains("player: \"chess\""));
}

#[test]
fn completions_are_printed() {
    assert!(lines(&["completions", "bash"]).join("\n").contains("_damier"));
}

#[test]
fn the_manual_has_a_page_for_every_command() {
    let folder = std::env::temp_dir().join(format!("damier-manual-{}", std::process::id()));
    std::fs::create_dir(&folder).unwrap();
    assert!(lines(&["man", folder.to_str().unwrap()]).is_empty());
    let overview = std::fs::read_to_string(folder.join("damier.1")).unwrap();
    let pages = overview.split("(1)").filter_map(|text| text.split_once("damier\\-")).map(|(_, name)| name);
    let pages: Vec<String> = pages.map(|name| format!("damier-{}.1", name.replace('\\', ""))).collect();
    assert!(pages.contains(&"damier-serve.1".into()), "{pages:?}");
    for page in pages {
        assert!(folder.join(&page).exists(), "{page}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(refused(&["man", "/none/there"]).contains("can't write to /none/there"));
}

#[test]
fn random_games_come_to_their_end() {
    let found = lines(&["random", "trappes", "--games", "20", "--seed", "3"]);
    assert_eq!(
        found,
        lines(&["random", "trappes", "--games", "20", "--seed", "3"]),
        "and are the same again"
    );
    let numbers = found[0].split_whitespace().filter_map(|word| word.parse::<u32>().ok());
    assert_eq!(numbers.sum::<u32>(), 20);
}

#[test]
fn a_fight_against_the_last_pawn_can_be_analysed() {
    let position = "W:W26,37:B21:C26x21:H0:F8";
    let found = lines(&["analyse", "dame-2000", "--position", position, "--time", "0.1"]);
    // No text tells what the board looks like without the last pawn.
    assert_eq!(found.len(), 4, "{found:?}");
    assert_eq!(found[0], "[1:1] 6/36  win 100 % draw 0 % loss 0 %  over");
    assert!(found[1].starts_with("[1:2] 15/36  win ") && !found[1].ends_with("over"), "{found:?}");
    assert_eq!(found[2], "[2:1] 15/36  win 100 % draw 0 % loss 0 %  over");
}
