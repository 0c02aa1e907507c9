//! Dames 8x8 in the catalogue.

use damier_notation::square::Style;
use damier_rules::games::dames_8x8::{self, Options};
use damier_rules::jump::KingPriority;

use super::house_rules::{Choice, HouseRule, Values};
use super::{Entry, Family, shared, text};
use crate::level::Ladder;

pub(super) const ENTRY: Entry = Entry {
    id: "dames-8x8",
    name: text("Dames 8x8", "Dames 8x8"),
    sentence: text(
        "La dame vole loin, et c'est toujours elle qui prend avant les pions.",
        "The king flies far, and always captures before the men do.",
    ),
    family: Family::Sheet,
    game_type: "64,W,8,8,N2,0",
    style: Style::Numbers,
    options: &[
        HouseRule {
            name: "king-priority",
            default: "always",
            meaning: text(
                "Quand une dame doit prendre à la place d'un pion",
                "When a king has to capture instead of a man",
            ),
            values: Values::Choices(&[
                Choice {
                    value: "always",
                    meaning: text("dès qu'une dame peut prendre", "whenever a king can capture"),
                },
                Choice {
                    value: "same-target",
                    meaning: text(
                        "seulement si elle peut commencer par la même pièce",
                        "only where it could begin with the same victim",
                    ),
                },
            ]),
        },
        shared::king_landing("any"),
        shared::promotion("immediate"),
        HouseRule {
            name: "quiet-limit",
            default: "30",
            meaning: text(
                "Nulle après ce nombre de tours sans prise ni coup de pion, ceux des deux joueurs comptés",
                "Drawn after this many turns, both players' counted, without a capture or a man's move",
            ),
            values: Values::Number { least: 1, most: 1000 },
        },
    ],
    levels: Ladder::USUAL,
    open: |given| {
        if given.are_usual() {
            return Ok(Box::new(dames_8x8::usual()));
        }
        let options = Options {
            king_priority: match given.value("king-priority") {
                "always" => KingPriority::Always,
                _ => KingPriority::SameTarget,
            },
            king_landing: shared::read_king_landing(given),
            promotion: shared::read_promotion(given),
            quiet_limit: given.number("quiet-limit"),
        };
        Ok(Box::new(options.game()))
    },
};
