//! Trappes in the catalogue.

use damier_notation::square::Style;
use damier_rules::board::{Diagonal, Layout, Naming, Place};
use damier_rules::games::trappes::{BadOptions, Options, Slider};
use damier_rules::traps::Colour;

use super::house_rules::{HouseRule, Values, whole_number, yes_or_no};
use super::{Entry, Family, text};
use crate::level::Ladder;

pub(super) const ENTRY: Entry = Entry {
    id: "trappes",
    name: text("Trappes", "Trappes"),
    sentence: text(
        "Une roulette dit si l'on joue un pion ou si l'on ouvre une trappe sous une pièce.",
        "A roulette says whether you move a piece or open a trap door under one.",
    ),
    family: Family::Sheet,
    game_type: "67,W,8,8,N2,0",
    style: Style::Numbers,
    options: &[
        HouseRule {
            name: "traps",
            default: "orange:c3/g3,orange:b6/f6,green:b4/f4,green:c5/g5",
            meaning: text("Les tirettes et leurs trappes", "The sliders and their traps"),
            values: Values::Form {
                example: "orange:c3/g3,green:b4/f4",
                meaning: text(
                    "des tirettes : couleur, trappe de gauche, trappe de droite,",
                    "sliders with their colour, left and right trap,",
                ),
            },
        },
        HouseRule {
            name: "roulette",
            default: "usual",
            meaning: text(
                "Les secteurs de la roulette : pion, vert, orange, les deux",
                "The sectors of the roulette: pawn, green, orange, both",
            ),
            values: Values::Form {
                example: "4,2,2,0",
                meaning: text(
                    "usual (4,2,2,0, ou 4,1,1,2 avec both-colours) ou quatre nombres",
                    "usual (4,2,2,0, or 4,1,1,2 with both-colours) or four numbers",
                ),
            },
        },
        HouseRule {
            name: "close-after-use",
            default: "false",
            meaning: text("Si une trappe se referme aussitôt ouverte", "Whether a trap shuts again at once"),
            values: Values::Choices(&yes_or_no(
                text("elle se referme", "it shuts again"),
                text("elle reste ouverte", "it stays open"),
            )),
        },
        HouseRule {
            name: "both-colours",
            default: "false",
            meaning: text(
                "Si la roulette peut laisser le choix de la couleur",
                "Whether the roulette can leave the choice of the colour",
            ),
            values: Values::Choices(&yes_or_no(
                text("deux secteurs laissent le choix", "two sectors leave the choice"),
                text("chaque secteur a sa couleur", "every sector has its colour"),
            )),
        },
        HouseRule {
            name: "english",
            default: "false",
            meaning: text("Si l'on joue comme les Anglais", "Whether one plays as the English do"),
            values: Values::Choices(&yes_or_no(
                text(
                    "les noirs commencent, on prend en avant, la dame fait un pas, toute prise convient",
                    "Black begins, men capture forwards, kings step, any capture will do",
                ),
                text(
                    "les blancs commencent, on prend partout, la dame vole, la plus longue prise s'impose",
                    "White begins, men capture all around, kings fly, the longest capture is compulsory",
                ),
            )),
        },
    ],
    levels: Ladder([12, 20, 24, 28, 34, 41, 51, 62, 73]),
    open: |given| {
        let roulette = match given.value("roulette") {
            "usual" => None,
            sectors => {
                let number = |text| whole_number(text).map(u32::from);
                let sectors: Option<Vec<u32>> = sectors.split(',').map(number).collect();
                let sectors = sectors.and_then(|sectors| sectors.try_into().ok());
                Some(sectors.ok_or_else(|| given.refuse("roulette"))?)
            }
        };
        let options = Options {
            sliders: read_sliders(given.value("traps")).ok_or_else(|| given.refuse("traps"))?,
            roulette,
            close_after_use: given.is_on("close-after-use"),
            both_colours: given.is_on("both-colours"),
            english: given.is_on("english"),
        };
        let game = options.game().map_err(|bad| match bad {
            BadOptions::Roulette => given.refuse("roulette"),
            BadOptions::NoSuchSquare(_) | BadOptions::Sliders(_) | BadOptions::NoSlider(_) => {
                given.refuse("traps")
            }
        })?;
        Ok(Box::new(game))
    },
};

/// Reads sliders such as `orange:c3/g3,green:b4/f4`; `|` may stand for `/`.
fn read_sliders(text: &str) -> Option<Vec<Slider>> {
    let layout = Layout::new(&Diagonal::<8, u64>::new(), Naming::Usual);
    let square = |text: &str| {
        let (letter, row) = text.split_at_checked(1)?;
        let column = i8::try_from(letter.as_bytes()[0].checked_sub(b'a')?).ok()?;
        let row = i8::try_from(whole_number(row)?).ok()?.checked_sub(1)?;
        layout.at(Place { column, row })
    };
    let slider = |text: &str| {
        let (colour, traps) = text.split_once(':')?;
        let (left, right) = traps.split_once(['/', '|'])?;
        let colour = match colour {
            "orange" => Colour::Orange,
            "green" => Colour::Green,
            _ => return None,
        };
        Some((colour, square(left)?, square(right)?))
    };
    text.split(',').map(slider).collect()
}
