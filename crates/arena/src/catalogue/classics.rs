//! The classics in the catalogue.

use damier_notation::square::Style;
use damier_rules::games::classics;

use super::house_rules::{Choice, HouseRule, Values};
use super::{Entry, Family, text};
use crate::level::Ladder;

macro_rules! classics {
    ($($entry:ident = $game:ident, $id:literal, $fr:literal, $en:literal, $type:literal, $style:ident, $levels:expr,
        $sentence_fr:literal, $sentence_en:literal;)*) => {$(
        pub(super) const $entry: Entry = Entry {
            id: $id,
            name: text($fr, $en),
            sentence: text($sentence_fr, $sentence_en),
            family: Family::Classic,
            game_type: $type,
            style: Style::$style,
            options: &[],
            levels: $levels,
            open: |_| Ok(Box::new(classics::$game::game())),
        };
    )*};
}

classics! {
    INTERNATIONAL = International, "international", "Dames internationales", "International draughts",
        "20,W,10,10,N2,0", Numbers,
        Ladder([21, 24, 28, 34, 41, 49, 58, 69, 82]),
        "Cent cases, dames volantes, et la plus longue prise est obligatoire.",
        "A hundred squares, flying kings, and the longest capture is compulsory.";
    FRISIAN = Frisian, "frisian", "Dames frisonnes", "Frisian draughts", "40,W,10,10,N2,0", Numbers,
        Ladder([16, 19, 23, 29, 36, 44, 54, 67, 82]),
        "On prend aussi tout droit, le long des rangées et des colonnes.",
        "Pieces also capture straight, along rows and columns.";
    ENGLISH = English, "english", "Dames anglaises", "English draughts", "21,B,8,8,N1,0", Numbers, Ladder::USUAL,
        "Les pions ne prennent qu'en avant, et la dame fait un pas à la fois.",
        "Men capture forwards only, and kings take one step at a time.";
    RUSSIAN = Russian, "russian", "Dames russes", "Russian draughts", "25,W,8,8,A0,0", Letters, Ladder::USUAL,
        "Un pion couronné en pleine prise continue aussitôt en dame.",
        "A man crowned in the middle of a capture goes on as a king.";
    POOL = Pool, "pool", "Dames pool", "Pool checkers", "23,B,8,8,N1,0", Numbers, Ladder::USUAL,
        "Toute prise convient, et l'on n'est couronné qu'à l'arrêt.",
        "Any capture will do, and crowning waits for the end of the move.";
    BRAZILIAN = Brazilian, "brazilian", "Dames brésiliennes", "Brazilian draughts", "26,W,8,8,A0,0", Letters, Ladder::USUAL,
        "Les règles internationales sur soixante-quatre cases.",
        "The international rules on sixty-four squares.";
    ITALIAN = Italian, "italian", "Dames italiennes", "Italian draughts", "22,W,8,8,N2,1", Numbers, Ladder::USUAL,
        "Un pion ne prend pas une dame, et la meilleure prise s'impose.",
        "A man can't capture a king, and the best capture is compulsory.";
    SPANISH = Spanish, "spanish", "Dames espagnoles", "Spanish draughts", "24,W,8,8,N1,1", Numbers, Ladder::USUAL,
        "Il faut prendre le plus de pièces, puis le plus de dames.",
        "You must take the most pieces, and among them the most kings.";
    CZECH = Czech, "czech", "Dames tchèques", "Czech draughts", "29,W,8,8,A0,0", Letters, Ladder::USUAL,
        "La dame volante prend avant les pions, qui ne prennent qu'en avant.",
        "The flying king captures before men, who capture forwards only.";
    CANADIAN = Canadian, "canadian", "Dames canadiennes", "Canadian draughts", "27,W,12,12,N2,0", Numbers,
        Ladder([28, 31, 35, 40, 46, 49, 54, 63, 75]),
        "Trente pions chacun sur cent quarante-quatre cases.",
        "Thirty men each on a hundred and forty-four squares.";
    TURKISH = Turkish, "turkish", "Dames turques", "Turkish draughts", "30,W,8,8,A0,0", Letters,
        Ladder([25, 27, 29, 32, 37, 44, 52, 63, 77]),
        "On joue tout droit, sur toutes les cases.",
        "Played straight ahead and sideways, on every square.";
}

pub(super) const THAI: Entry = Entry {
    id: "thai",
    name: text("Dames thaïes", "Thai draughts"),
    sentence: text(
        "La dame vole mais se pose juste derrière sa prise, qui disparaît aussitôt.",
        "The king flies but lands just behind its victim, which leaves at once.",
    ),
    family: Family::Classic,
    game_type: "31,B,8,8,N2,0",
    style: Style::Numbers,
    options: &[HouseRule {
        name: "men",
        default: "12",
        meaning: text("Le nombre de pions de chacun", "How many men each side has"),
        values: Values::Choices(&[
            Choice { value: "12", meaning: text("trois rangées", "three rows") },
            Choice {
                value: "8",
                meaning: text("deux rangées, comme en Thaïlande", "two rows, as in Thailand"),
            },
        ]),
    }],
    levels: Ladder::USUAL,
    open: |given| {
        if given.are_usual() {
            Ok(Box::new(classics::Thai::game()))
        } else {
            Ok(Box::new(classics::thai_of_eight()))
        }
    },
};
