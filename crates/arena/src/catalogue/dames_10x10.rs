//! Dames 10x10 in the catalogue.

use damier_notation::square::Style;
use damier_rules::games::dames_10x10::Options;

use super::house_rules::{HouseRule, Values, yes_or_no};
use super::{Entry, Family, shared, text};
use crate::level::Ladder;

pub(super) const ENTRY: Entry = Entry {
    id: "dames-10x10",
    name: text("Dames 10x10", "Dames 10x10"),
    sentence: text(
        "On peut oublier de prendre, mais l'adversaire souffle alors la pièce de son choix.",
        "You may miss a capture, but then your opponent huffs whichever piece he likes.",
    ),
    family: Family::Sheet,
    game_type: "65,W,10,10,N2,0",
    style: Style::Numbers,
    options: &[
        HouseRule {
            name: "men-capture-backwards",
            default: "true",
            meaning: text("Si les pions prennent aussi en arrière", "Whether men capture backwards too"),
            values: Values::Choices(&yes_or_no(
                text("en avant et en arrière", "forwards and backwards"),
                text("en avant seulement", "forwards only"),
            )),
        },
        shared::king_landing("adjacent"),
        shared::promotion("end"),
        shared::obligation("huff-any"),
        shared::HUFFING,
        shared::SHORT_CAPTURE,
        shared::VICTIMS,
        HouseRule {
            name: "few-kings",
            default: "10",
            meaning: text(
                "Après combien de tours sans progrès, ceux des deux joueurs comptés, une dame contre trois au plus fait nulle",
                "After how many turns without progress, counting both players', one king against three at most is a draw",
            ),
            values: Values::Number { least: 0, most: 100 },
        },
    ],
    levels: Ladder([14, 22, 32, 40, 48, 58, 70, 82, 92]),
    open: |given| {
        let options = Options {
            men_capture_backwards: given.is_on("men-capture-backwards"),
            king_landing: shared::read_king_landing(given),
            promotion: shared::read_promotion(given),
            obligation: shared::read_obligation(given),
            huffing: shared::read_huffing(given),
            stopping_short: shared::read_short_capture(given)?,
            victims: shared::read_victims(given),
            few_kings: given.number("few-kings"),
        };
        Ok(Box::new(options.game()))
    },
};
