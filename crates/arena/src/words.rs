//! Rules and endings in words, in French and in English.

use damier_notation::action::write_deed;
use damier_notation::record::SIDES_TAG;
use damier_notation::square::Style;
use damier_rules::board::Layout;
use damier_rules::game::{Ending, Side};
use damier_rules::reason::{Refusal, Rule};

use crate::catalogue::Text;

/// A language.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Language {
    /// French.
    French,
    /// English.
    #[default]
    English,
}

impl Text {
    /// The text in one language.
    #[must_use]
    pub const fn in_language(self, language: Language) -> &'static str {
        match language {
            Language::French => self.fr,
            Language::English => self.en,
        }
    }
}

/// A refusal as a sentence or two: the rule, the squares that show it, and what is owed instead.
#[must_use]
pub fn refusal(refusal: &Refusal, layout: &Layout, language: Language) -> String {
    let mut words = rule(refusal.rule).in_language(language).to_string();
    if !refusal.squares.is_empty() {
        let squares: Vec<String> = refusal.squares.iter().map(u8::to_string).collect();
        words += &format!(" ({})", squares.join(", "));
    }
    words.push('.');
    if !refusal.owed.is_empty() {
        let owed: Vec<String> =
            refusal.owed.iter().map(|deed| write_deed(layout, deed, Style::Numbers)).collect();
        let lead = match language {
            Language::French => " Possible :",
            Language::English => " Possible:",
        };
        words += &format!("{lead} {}.", owed.join(", "));
    }
    words
}

const fn text(fr: &'static str, en: &'static str) -> Text {
    Text { fr, en }
}

/// A side by its colour: the sheet's own where the pieces are ranked pawns.
#[must_use]
pub const fn side(side: Side, ranked: bool) -> Text {
    match (side, ranked) {
        (Side::White, false) => text("les blancs", "White"),
        (Side::Black, false) => text("les noirs", "Black"),
        (Side::White, true) => text("les bleus", "Blue"),
        (Side::Black, true) => text("les rouges", "Red"),
    }
}

/// The sides as a record names them where PDN's White and Black are others.
#[must_use]
pub fn sides_tag(ranked: bool) -> Option<(&'static str, String)> {
    let names = Side::BOTH.map(|one| side(one, ranked).en).join(", ");
    ranked.then_some((SIDES_TAG, names))
}

/// Why a game is over, in words.
#[must_use]
pub const fn ending(ending: Ending) -> Text {
    match ending {
        Ending::NoPieces => text("un camp n'a plus de pièce", "a side has no piece left"),
        Ending::Blocked => text("le joueur au trait ne peut rien jouer", "the side to move can do nothing"),
        Ending::BothBlocked => {
            text("plus aucun joueur ne peut jouer", "neither side can do anything any more")
        }
        Ending::BothGone => {
            text("les dernières pièces sont parties ensemble", "the last pieces of both went together")
        }
        Ending::QuietLimit => text("trop de coups sans progrès", "too many turns without progress"),
        Ending::DrawnEnding => text("trop peu de pièces pour gagner", "too few pieces to win"),
        Ending::Repetition => text("la même position est revenue", "the same position came up again"),
    }
}

/// A rule in words.
#[must_use]
pub const fn rule(rule: Rule) -> Text {
    match rule {
        Rule::Legal => text("Ce coup est permis", "This is legal"),
        Rule::GameOver => text("La partie est finie", "The game is over"),
        Rule::SpinFirst => text("Lancez d'abord la roulette", "Spin the roulette first"),
        Rule::CombatFirst => text("Le combat se termine d'abord", "The combat has to be fought out first"),
        Rule::NotInThisGame => text("Ce jeu ne connaît pas cette action", "This game has no such action"),
        Rule::NoSuchSquare => text("Le damier n'a pas cette case", "The board has no such square"),
        Rule::NoPiece => text("Il n'y a pas de pièce sur cette case", "There is no piece on that square"),
        Rule::NotYours => text("Cette pièce est à l'adversaire", "That piece is your opponent's"),
        Rule::Occupied => text("La case d'arrivée est occupée", "The square is occupied"),
        Rule::SameSquare => text("Une pièce doit changer de case", "A piece has to go somewhere"),
        Rule::NotInLine => {
            text("Ces cases ne sont pas sur une même ligne", "These squares aren't on one line")
        }
        Rule::NotDiagonal => text(
            "Ici on va en diagonale : ces cases ne sont pas sur une même diagonale",
            "Here one goes diagonally: these squares aren't on one diagonal",
        ),
        Rule::BlockedPath => text("Une pièce barre le chemin", "Something stands in the way"),
        Rule::ManOneStep => text("Un pion avance d'une seule case", "This piece moves one square only"),
        Rule::ManForward => text("Un pion avance, il ne recule pas", "A man moves forward only"),
        Rule::KingOneStep => {
            text("Dans ce jeu, la dame fait un pas à la fois", "In this game a king goes one step at a time")
        }
        Rule::CaptureCompulsory => text("Une prise est obligatoire", "A capture is compulsory"),
        Rule::IsACapture => {
            text("C'est une prise : écrivez-la avec un x", "This is a capture: write it with an x")
        }
        Rule::NothingToCapture => text(
            "Il n'y a rien à prendre entre ces cases",
            "There is nothing to capture between these squares",
        ),
        Rule::ManJumpsNeighbour => {
            text("Un pion ne saute que son voisin", "A man jumps only the piece right beside it")
        }
        Rule::ManCapturesForward => {
            text("Dans ce jeu, un pion ne prend qu'en avant", "In this game a man captures forwards only")
        }
        Rule::ManTakesNoKing => {
            text("Dans ce jeu, un pion ne prend pas une dame", "In this game a man can't capture a king")
        }
        Rule::LandJustBehind => {
            text("La dame se pose juste derrière la pièce prise", "A king lands just behind its victim")
        }
        Rule::JumpedTwice => {
            text("On ne saute pas deux fois la même pièce", "No piece is jumped twice in one capture")
        }
        Rule::NoTurningBack => {
            text("Une prise ne repart pas droit en arrière", "A capture doesn't turn straight back")
        }
        Rule::CaptureGoesOn => text("La prise doit continuer", "The capture has to go on"),
        Rule::LandToGoOn => text(
            "La dame se pose là où elle peut continuer à prendre",
            "A king lands where it can go on capturing",
        ),
        Rule::CrowningEndsTurn => text("Le couronnement termine le tour", "Crowning ends the turn"),
        Rule::FallEndsCapture => {
            text("La chute dans une trappe termine la prise", "A fall into a trap ends the capture")
        }
        Rule::KingPriority => text("La dame prend avant le pion", "A king captures before a man does"),
        Rule::LongestCapture => {
            text("La prise du plus grand nombre est obligatoire", "The capture that takes most is compulsory")
        }
        Rule::CaptureWithKing => {
            text("À égalité, c'est la dame qui prend", "Among equal captures, a king has to make it")
        }
        Rule::MostKings => {
            text("À égalité, il faut prendre le plus de dames", "Among equal captures, take the most kings")
        }
        Rule::KingsFirst => text(
            "À égalité, il faut rencontrer une dame au plus tôt",
            "Among equal captures, meet a king first",
        ),
        Rule::MostWorth => {
            text("La prise de plus grande valeur est obligatoire", "The capture worth most is compulsory")
        }
        Rule::KingRests => text(
            "Cette dame a joué trois fois de suite : jouez autre chose",
            "This king has moved three times in a row: play something else",
        ),
        Rule::HuffFirst => text("Soufflez d'abord une pièce", "Huff a piece first"),
        Rule::NothingToHuff => text("Il n'y a rien à souffler", "There is nothing to huff"),
        Rule::NotTheCulprit => text("Cette pièce ne peut pas être soufflée", "That piece can't be huffed"),
        Rule::WrongSpin => text("La roulette dit autre chose", "The roulette says something else"),
        Rule::NotATrap => text("Il n'y a pas de trappe sur cette case", "There is no trap on that square"),
        Rule::TrapIsOpen => text("Cette trappe est déjà ouverte", "That trap is open already"),
        Rule::TrapIsClosed => text("Cette trappe est déjà fermée", "That trap is closed already"),
        Rule::SliderElsewhere => text(
            "La tirette doit d'abord revenir au milieu",
            "The slider has to come back to the middle first",
        ),
        Rule::NoGoingBack => text("Pas d'aller et retour", "No going back and forth"),
        Rule::ExactDistance => {
            text("Cette tête avance exactement de sa distance", "This head moves exactly its own distance")
        }
        Rule::HeadForward => text("Cette tête ne recule pas", "This head moves forward only"),
        Rule::NobodyToAttack => {
            text("Il n'y a personne à attaquer sur cette case", "There is nobody to attack there")
        }
        Rule::IsAnAttack => {
            text("C'est une attaque : écrivez-la avec un x", "This is an attack: write it with an x")
        }
        Rule::NoPassing => text("On ne passe pas quand on peut jouer", "You can't pass when you can play"),
    }
}
