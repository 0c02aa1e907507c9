//! Damsystem in the catalogue.

use damier_notation::square::Style;
use damier_rules::games::damsystem::Options;

use super::house_rules::{HouseRule, Values, whole_number, yes_or_no};
use super::{Entry, Family, shared, text};
use crate::level::Ladder;

pub(super) const ENTRY: Entry = Entry {
    id: "damsystem",
    name: text("Damsystem", "Damsystem"),
    sentence: text(
        "Trois rangées coulissent après chaque coup et emportent les pièces posées dessus.",
        "Three rows slide after every move and carry along the pieces on them.",
    ),
    family: Family::Sheet,
    game_type: "66,W,11,11,N2,0",
    style: Style::Numbers,
    options: &[
        HouseRule {
            name: "plates",
            default: "4,6,8",
            meaning: text("Les rangées qui coulissent", "The rows that slide"),
            values: Values::Form {
                example: "4,6,8",
                meaning: text(
                    "jusqu'à trois rangées de 4 à 8, ou none,",
                    "up to three rows from 4 to 8, or none,",
                ),
            },
        },
        shared::king_landing("adjacent"),
        shared::promotion("end"),
        shared::obligation("huff-culprit"),
        shared::HUFFING,
        shared::SHORT_CAPTURE,
        shared::VICTIMS,
        HouseRule {
            name: "longest-capture",
            default: "false",
            meaning: text(
                "Si la plus longue prise est obligatoire",
                "Whether the longest capture is compulsory",
            ),
            values: Values::Choices(&yes_or_no(
                text(
                    "il faut prendre le plus de pièces possible",
                    "you have to take as many pieces as possible",
                ),
                text("n'importe quelle prise suffit", "any capture will do"),
            )),
        },
    ],
    levels: Ladder([17, 24, 30, 39, 48, 57, 68, 81, 94]),
    open: |given| {
        let row = |text| whole_number(text).and_then(|row| u8::try_from(row).ok());
        let plates = match given.value("plates") {
            "none" => Some(Vec::new()),
            rows => rows.split(',').map(row).collect(),
        };
        let options = Options {
            plates: plates.ok_or_else(|| given.refuse("plates"))?,
            king_landing: shared::read_king_landing(given),
            promotion: shared::read_promotion(given),
            obligation: shared::read_obligation(given),
            huffing: shared::read_huffing(given),
            stopping_short: shared::read_short_capture(given)?,
            victims: shared::read_victims(given),
            longest_capture: given.is_on("longest-capture"),
        };
        if options.longest_capture && options.stopping_short {
            return Err(given.refuse_together("longest-capture", "short-capture", "false"));
        }
        Ok(Box::new(options.game().map_err(|_| given.refuse("plates"))?))
    },
};
