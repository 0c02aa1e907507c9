//! Dame 2000 and its variant in the catalogue.

use damier_notation::square::Style;
use damier_rules::combat::{BadDice, Blocked, DoubleBlueTie, Gait, StrongLine};
use damier_rules::games::dame_2000::Options;

use super::house_rules::{Choice, Given, HouseRule, Opened, Values, whole_number, yes_or_no};
use super::{Entry, Family, text};
use crate::level::Ladder;

pub(super) const BASIC: Entry = Entry {
    id: "dame-2000",
    name: text("Dame 2000", "Dame 2000"),
    sentence: text(
        "Des pions à têtes de couleur qui se battent aux dés.",
        "Pawns with coloured heads that fight each other with dice.",
    ),
    family: Family::Sheet,
    game_type: "68,W,9,9,N2,0",
    style: Style::Numbers,
    options: &[STRONG_LINE, DICE, DOUBLE_BLUE_TIE, blocked("pass")],
    // Luck decides so much that the first four have to be kind.
    levels: Ladder([-80, -64, -49, -26, 9, 33, 48, 57, 68]),
    open: |given| open(Options::basic(), given),
};

pub(super) const VARIANT: Entry = Entry {
    id: "dame-2000-variant",
    name: text("Dame 2000, variante", "Dame 2000, variant"),
    sentence: text(
        "Comme Dame 2000, mais chaque tête avance de sa propre distance.",
        "As Dame 2000, but each head moves its own distance.",
    ),
    family: Family::Sheet,
    game_type: "69,W,9,9,N2,0",
    style: Style::Numbers,
    options: &[STRONG_LINE, DICE, DOUBLE_BLUE_TIE, blocked("loses"), LEAP],
    levels: Ladder([-70, -36, -3, 0, 20, 31, 41, 53, 69]),
    open: |given| {
        let gait = if given.is_on("leap") { Gait::Leap } else { Gait::Stride };
        open(Options { gait, ..Options::variant() }, given)
    },
};

const STRONG_LINE: HouseRule = HouseRule {
    name: "strong-line",
    default: "home",
    meaning: text("La rangée des têtes fortes au départ", "The row of the strong heads at the start"),
    values: Values::Choices(&[
        Choice { value: "home", meaning: text("la première, au bord", "the first, at the edge") },
        Choice { value: "front", meaning: text("la troisième, devant", "the third, in front") },
    ]),
};

const DICE: HouseRule = HouseRule {
    name: "dice",
    default: "1,2,3,4,5,6/2,3,4,5,6,7/3,4,5,6,7,8/4,5,6,7,8,9",
    meaning: text(
        "Les faces des dés bleu, vert, rouge et jaune",
        "The faces of the blue, green, red and yellow die",
    ),
    values: Values::Form {
        example: "1,2,3,4,5,6/2,3,4,5,6,7/3,4,5,6,7,8/4,5,6,7,8,9",
        meaning: text("quatre fois six nombres de 0 à 999,", "four times six numbers from 0 to 999,"),
    },
};

const DOUBLE_BLUE_TIE: HouseRule = HouseRule {
    name: "double-blue-tie",
    default: "both",
    meaning: text("Ce que deviennent deux têtes bleues à égalité", "What becomes of two blue heads that tie"),
    values: Values::Choices(&[
        Choice { value: "both", meaning: text("toutes deux sont éliminées", "both are out") },
        Choice { value: "again", meaning: text("elles relancent les dés", "they roll again") },
    ]),
};

const fn blocked(default: &'static str) -> HouseRule {
    const CHOICES: &[Choice] = &[
        Choice {
            value: "pass",
            meaning: text(
                "il passe ; si plus personne ne peut bouger, nulle",
                "he passes; if nobody can move any more, a draw",
            ),
        },
        Choice { value: "loses", meaning: text("il a perdu", "he has lost") },
    ];
    let meaning = text("Ce que devient un joueur bloqué", "What becomes of a player who is blocked");
    HouseRule { name: "blocked", default, meaning, values: Values::Choices(CHOICES) }
}

const LEAP: HouseRule = HouseRule {
    name: "leap",
    default: "false",
    meaning: text("Si les pions passent par-dessus les autres", "Whether pawns pass over others"),
    values: Values::Choices(&yes_or_no(
        text("ils sautent par-dessus", "they leap over them"),
        text("toute la route doit être libre", "the whole way has to be free"),
    )),
};

fn open(usual: Options, given: &Given) -> Opened {
    let options = Options {
        strong_line: if given.value("strong-line") == "home" { StrongLine::Home } else { StrongLine::Front },
        dice: read_dice(given.value("dice")).ok_or_else(|| given.refuse("dice"))?,
        double_blue_tie: if given.value("double-blue-tie") == "both" {
            DoubleBlueTie::Both
        } else {
            DoubleBlueTie::Again
        },
        blocked: if given.value("blocked") == "pass" { Blocked::Pass } else { Blocked::Loses },
        ..usual
    };
    let game = options.game().map_err(|problem| match problem {
        BadDice::TooHigh(_) => given.refuse("dice"),
        BadDice::EndlessTie => {
            given.refuse_together("dice", "double-blue-tie", "a blue die with more than one number on it")
        }
    });
    Ok(Box::new(game?))
}

fn read_dice(text: &str) -> Option<[[u16; 6]; 4]> {
    let die = |text: &str| -> Option<[u16; 6]> {
        let faces: Option<Vec<u16>> = text.split(',').map(whole_number).collect();
        faces?.try_into().ok()
    };
    let dice: Option<Vec<[u16; 6]>> = text.split('/').map(die).collect();
    dice?.try_into().ok()
}
