//! House rules that several games have.

use damier_rules::huff::{Huffing, Obligation};
use damier_rules::jump::{Landing, Promotion, Removal};

use super::house_rules::{Choice, Given, HouseRule, OptionError, Values};
use super::{Text, text};

const fn choice(value: &'static str, meaning: Text) -> Choice {
    Choice { value, meaning }
}

pub(super) const fn king_landing(default: &'static str) -> HouseRule {
    const CHOICES: &[Choice] = &[
        choice("any", text("sur n'importe quelle case libre derrière", "on any free square behind")),
        choice("adjacent", text("sur la case juste derrière", "on the square just behind")),
    ];
    let meaning =
        text("Où une dame se pose derrière la pièce qu'elle prend", "Where a king lands behind its victim");
    HouseRule { name: "king-landing", default, meaning, values: Values::Choices(CHOICES) }
}

pub(super) fn read_king_landing(given: &Given) -> Landing {
    if given.value("king-landing") == "any" { Landing::Any } else { Landing::Adjacent }
}

pub(super) const fn promotion(default: &'static str) -> HouseRule {
    const CHOICES: &[Choice] = &[
        choice(
            "immediate",
            text("aussitôt, et il continue sa prise en dame", "at once, and it goes on capturing as a king"),
        ),
        choice("end", text("seulement si son coup s'arrête là", "only if its move stops there")),
        choice("stop", text("aussitôt, et le tour s'arrête là", "at once, and its turn ends there")),
    ];
    let meaning = text(
        "Quand un pion arrivé sur la dernière rangée devient dame",
        "When a man that reaches the last row becomes a king",
    );
    HouseRule { name: "promotion", default, meaning, values: Values::Choices(CHOICES) }
}

pub(super) fn read_promotion(given: &Given) -> Promotion {
    match given.value("promotion") {
        "immediate" => Promotion::Immediate,
        "end" => Promotion::End,
        _ => Promotion::Stop,
    }
}

pub(super) const fn obligation(default: &'static str) -> HouseRule {
    const CHOICES: &[Choice] = &[
        choice(
            "huff-any",
            text("l'adversaire retire la pièce de son choix", "the opponent removes any piece he likes"),
        ),
        choice(
            "huff-culprit",
            text(
                "l'adversaire retire une pièce qui pouvait prendre",
                "the opponent removes a piece that could have captured",
            ),
        ),
        choice("must", text("oublier est impossible", "it can't be missed")),
    ];
    let meaning = text("Ce que coûte une prise oubliée", "What a missed capture costs");
    HouseRule { name: "obligation", default, meaning, values: Values::Choices(CHOICES) }
}

pub(super) fn read_obligation(given: &Given) -> Obligation {
    match given.value("obligation") {
        "huff-any" => Obligation::HuffAny,
        "huff-culprit" => Obligation::HuffCulprit,
        _ => Obligation::Must,
    }
}

pub(super) const SHORT_CAPTURE: HouseRule = HouseRule {
    name: "short-capture",
    default: "forbidden",
    meaning: text("Si une prise peut s'arrêter avant la fin", "Whether a capture may stop before its end"),
    values: Values::Choices(&[
        choice("forbidden", text("non, elle continue tant qu'elle peut", "no, it goes on as long as it can")),
        choice(
            "huffed",
            text(
                "oui, mais cela se paie comme une prise oubliée",
                "yes, but it costs as much as a missed one",
            ),
        ),
    ]),
};

/// Whether captures may stop short; refused where none can be missed.
pub(super) fn read_short_capture(given: &Given) -> Result<bool, OptionError> {
    let huffed = given.value("short-capture") == "huffed";
    if huffed && given.value("obligation") == "must" {
        return Err(given.refuse_together("short-capture", "obligation", "forbidden"));
    }
    Ok(huffed)
}

pub(super) const VICTIMS: HouseRule = HouseRule {
    name: "victims",
    default: "stay",
    meaning: text("Quand les pièces prises quittent le damier", "When captured pieces leave the board"),
    values: Values::Choices(&[
        choice(
            "stay",
            text(
                "à la fin de la prise ; d'ici là, elles barrent le chemin",
                "when the capture is over; until then they are in the way",
            ),
        ),
        choice(
            "leave",
            text(
                "aussitôt sautées ; leur case est libre",
                "as they are jumped; their squares are free at once",
            ),
        ),
    ]),
};

pub(super) fn read_victims(given: &Given) -> Removal {
    if given.value("victims") == "leave" { Removal::AtOnce } else { Removal::AtEnd }
}

pub(super) const HUFFING: HouseRule = HouseRule {
    name: "huffing",
    default: "compulsory",
    meaning: text("Si l'adversaire doit souffler", "Whether the opponent has to huff"),
    values: Values::Choices(&[
        choice("compulsory", text("il le doit, avant de jouer", "he must, before he plays")),
        choice(
            "claimed",
            text(
                "il le peut, s'il l'a vu ; s'il joue, il y renonce",
                "he may, if he noticed; if he plays, the right is gone",
            ),
        ),
    ]),
};

pub(super) fn read_huffing(given: &Given) -> Huffing {
    if given.value("huffing") == "claimed" { Huffing::Claimed } else { Huffing::Compulsory }
}
