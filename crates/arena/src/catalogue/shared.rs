//! House rules that several games have.

use damier_rules::huff::{Huffing, Obligation};
use damier_rules::jump::{Landing, Promotion};

use super::house_rules::{Choice, Given, HouseRule, Values};
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
