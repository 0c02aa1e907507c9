//! A page that is wrong is refused by name of its file and its rule.

use super::read::{page, shared};
use crate::catalogue;

const SHARED: &str = r#"
[step]
id = "men-move"
title = { fr = "Un pas", en = "A step" }
text = { fr = "Un pion fait un pas.", en = "A man takes a step." }
refusals = ["man-one-step"]
"#;

/// A page for a game with one option.
const GOOD: &str = r#"
[introduction]
fr = "Voici : c'est un jeu !"
en = "This is a game!"

[[rule]]
id = "setup"
title = { fr = "Le départ", en = "The start" }
text.fr = """
Une phrase
sur deux lignes ; et voilà.

Un paragraphe « à part ».
"""
text.en = "A sentence."
[[rule.readings]]
origin = "house"
option = "men"
text = { fr = "Au choix.", en = "As you like." }

[[rule]]
use = "step"
refusals = ["man-forward"]
"#;

fn read(source: &str) -> Result<super::Page, String> {
    let entry = catalogue::find("thai").unwrap();
    page(entry, source, &shared(SHARED).unwrap()).map_err(|error| error.to_string())
}

#[test]
fn lines_are_joined_spaces_are_tied_and_shared_rules_are_filled_in() {
    let page = read(GOOD).unwrap();
    assert_eq!(page.introduction.fr, "Voici\u{a0}: c'est un jeu\u{202f}!");
    let text = "Une phrase sur deux lignes\u{202f}; et voilà.\nUn paragraphe «\u{a0}à part\u{a0}».";
    assert_eq!(page.articles[0].text.fr, text);
    assert_eq!(page.articles[1].id, "men-move");
    assert_eq!(page.articles[1].refusals, ["man-one-step", "man-forward"]);
}

#[test]
fn what_is_wrong_is_named() {
    let long = format!("Une phrase {}", "longue ".repeat(200));
    for (part, instead, message) in [
        ("en = \"This is a game!\"", "", "missing field `en`"),
        ("use = \"step\"", "use = \"leap\"", "thai.toml: rule \"leap\": no rule of that name in shared.toml"),
        (
            "use = \"step\"",
            "use = \"step\"\nid = \"step\"",
            "thai.toml: rule \"step\": expected either `use`",
        ),
        ("use = \"step\"", "colour = \"red\"", "unknown field `colour`"),
        ("id = \"setup\"", "id = \"start\"", "thai.toml: expected the page to begin with \"setup\""),
        (
            "use = \"step\"",
            "id = \"A b\"\ntitle = { fr = \"x\", en = \"x\" }\ntext = { fr = \"x\", en = \"x\" }",
            "rule \"A b\": expected an anchor",
        ),
        (
            "use = \"step\"",
            "id = \"setup\"\ntitle = { fr = \"x\", en = \"x\" }\ntext = { fr = \"x\", en = \"x\" }",
            "rule \"setup\": the page has this anchor twice",
        ),
        (
            "\"man-forward\"",
            "\"man-flies\"",
            "thai.toml: rule \"men-move\": no refusal is called \"man-flies\"",
        ),
        ("\"man-forward\"", "\"legal\"", "no refusal is called \"legal\""),
        (
            "\"man-forward\"",
            "\"man-one-step\"",
            "rule \"men-move\": the page explains \"man-one-step\" twice",
        ),
        ("option = \"men\"", "option = \"women\"", "rule \"setup\": the game has no option \"women\""),
        ("option = \"men\"", "", "thai.toml: no reading of option \"men\""),
        ("origin = \"house\"", "origin = \"sky\"", "unknown variant `sky`"),
        ("\"A sentence.\"", "\"  \"", "thai.toml: rule \"setup\": text: nothing is written"),
        ("Une phrase", &long, "characters; expected at most"),
    ] {
        let source = GOOD.replacen(part, instead, 1);
        let error = read(&source).expect_err(instead);
        assert!(error.contains(message), "{instead}: {error}");
    }
    let again =
        "[[rule.readings]]\norigin = \"house\"\noption = \"men\"\ntext = { fr = \"x\", en = \"x\" }\n";
    let error = read(&format!("{GOOD}{again}")).unwrap_err();
    assert!(error.contains("rule \"men-move\": the page has two readings of option \"men\""), "{error}");
    assert!(shared("[step]\nid = 1").unwrap_err().to_string().starts_with("shared.toml: "));
}
