//! Games as somebody sees them: from the arena's words to those of the wire.

mod board;
mod events;
mod refusals;

use std::collections::BTreeMap;

use damier_arena::catalogue::{self, Entry, Family, HouseRule, Values};
use damier_arena::clock::{ClockTerms, Millis, Moment};
use damier_arena::finish::Finished;
use damier_arena::level::Level;
use damier_arena::phrases;
use damier_arena::sitting::{Colour, Opponent, Sitter, Sitting, WireSide};
use damier_arena::table::{Line, Phase, Table};
use damier_notation::action::write_event;
use damier_notation::position::spin_word;
use damier_notation::square::Style;
use damier_rules::huff::Huffing;

use crate::api::Side;
use crate::api::board::{self as api, Chance, Scene};
use crate::api::catalogue::{
    Catalogue, ChoiceInfo, FamilyName, GameInfo, LevelInfo, Naming, OptionInfo, OptionValues, PhraseInfo,
};
use crate::api::change::{StateChange, differing};
use crate::api::requests::{ClockChoice, ColourChoice, OpponentChoice};
use crate::api::state::{
    self, ChanceState, GameResult, GameView, HuffingKind, MoveLine, State, Status, Terms,
};
pub(crate) use board::{board, frames};
pub(crate) use events::events;
pub(crate) use refusals::{no_refusal, refusal};

/// The most actions that a state lists; the others can be typed.
const MOST_ACTIONS: usize = 1_000;

/// How the two seats are attended.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Attendance {
    /// For how long nobody of each seat has been connected; nothing while somebody is.
    pub(crate) away: [Option<Millis>; 2],
}

impl Attendance {
    /// For how long nobody of the seat across has been there.
    pub(crate) fn opponent_away(&self, seats: [bool; 2]) -> Option<Millis> {
        match seats {
            [true, false] => self.away[1],
            [false, true] => self.away[0],
            _ => None,
        }
    }
}

/// Whoever looks at a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Looker {
    /// The seats that he has.
    pub(crate) seats: [bool; 2],
    /// How the seats are attended.
    pub(crate) attendance: Attendance,
    /// The engine's place in the queue.
    pub(crate) place: Option<u32>,
    /// What time it is.
    pub(crate) now: Moment,
}

/// A whole game.
pub(crate) fn game(sitting: &Sitting, looker: Looker) -> GameView {
    GameView {
        id: sitting.terms().id.clone(),
        terms: terms(sitting),
        layout: board::layout(sitting.table(), sitting.game().style),
        moves: sitting.table().lines().into_iter().map(line).collect(),
        state: state(sitting, looker),
    }
}

fn terms(sitting: &Sitting) -> Terms {
    let terms = sitting.terms();
    Terms {
        game: terms.game.clone(),
        options: all_options(sitting.game(), &terms.options),
        huffing: match sitting.table().huffing() {
            None => HuffingKind::None,
            Some(Huffing::Compulsory) => HuffingKind::Compulsory,
            Some(Huffing::Claimed) => HuffingKind::Claimed,
        },
        opponent: opponent(terms.opponent),
        colour: colour(terms.colour),
        clock: clock(terms.clock),
        commitment: terms.commitment.clone(),
        created_at: terms.created_at,
        rematch_of: terms.rematch_of.clone(),
    }
}

/// Every option with its value.
pub(crate) fn all_options(entry: &Entry, chosen: &[(String, String)]) -> BTreeMap<String, String> {
    let usual = entry.options.iter().map(|option| (option.name.to_string(), option.default.to_string()));
    usual.chain(chosen.iter().cloned()).collect()
}

/// What only those see who have a seat.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Own {
    you: Vec<Side>,
    actions: Vec<api::Action>,
    more_actions: bool,
    may: state::May,
}

impl Own {
    /// What somebody sees of a game by himself.
    pub(crate) fn of(sitting: &Sitting, looker: Looker) -> Self {
        let seats = looker.seats;
        let may = sitting.may(seats, looker.attendance.opponent_away(seats));
        let mut actions = if may.act { board::actions(sitting.table()) } else { Vec::new() };
        let more_actions = actions.len() > MOST_ACTIONS;
        actions.truncate(MOST_ACTIONS);
        Own {
            you: sitting.sides_of(seats).into_iter().map(Side::from).collect(),
            actions,
            more_actions,
            may: state::May {
                seed: may.seed,
                chance: may.chance,
                claim_huff: may.claim_huff,
                offer_draw: may.offer_draw,
                takeback: may.takeback,
                takeback_past_chance: may.takeback_past_chance,
                resign: may.resign,
                abort: may.abort,
                claim_left: may.claim_left,
                rematch: may.rematch,
                say: may.say,
            },
        }
    }

    /// Adds it to what everybody sees.
    pub(crate) fn with(self, mut state: State) -> State {
        let Own { you, actions, more_actions, may } = self;
        (state.you, state.actions, state.more_actions, state.may) = (you, actions, more_actions, may);
        state
    }

    /// Adds what has changed of it to what has changed for everybody.
    pub(crate) fn change(&self, before: &Own, change: &mut StateChange) {
        change.you = differing(&before.you, &self.you);
        change.actions = differing(&before.actions, &self.actions);
        change.more_actions = differing(&before.more_actions, &self.more_actions);
        change.may = differing(&before.may, &self.may);
    }

    /// Whether the game may be claimed from an opponent who has left.
    pub(crate) fn set_claim_left(&mut self, may: bool) {
        self.may.claim_left = may;
    }
}

/// The state of a game as somebody sees it.
pub(crate) fn state(sitting: &Sitting, looker: Looker) -> State {
    Own::of(sitting, looker).with(common(sitting, looker))
}

/// The state of a game as everybody sees it.
pub(crate) fn common(sitting: &Sitting, looker: Looker) -> State {
    let table = sitting.table();
    let over = sitting.finished().is_some();
    let position = table.board();
    // The step that led here: after a takeback that is an earlier one, or none.
    let mut log = sitting.log().iter().rev();
    let last = log.find(|entry| !entry.happened.is_empty() && entry.steps_before + 1 == table.len());
    let is_shown = |by: Option<damier_rules::game::Side>| by.map(Side::from);
    State {
        version: sitting.version(),
        status: status(sitting),
        seats: seats_of(sitting, looker.attendance),
        you: Vec::new(),
        quiet: position.quiet,
        board: board(&position),
        turn: (!over).then(|| table.side().into()),
        phase: phase(sitting),
        actions: Vec::new(),
        more_actions: false,
        odds: if sitting.is_playing() { odds(table) } else { Vec::new() },
        last: last.map(events::of_entry).unwrap_or_default(),
        offers: state::Offers {
            draw: is_shown(sitting.offers().draw),
            takeback: is_shown(sitting.offers().takeback),
            rematch: is_shown(sitting.offers().rematch),
        },
        may: state::May::default(),
        clock: clock_state(sitting, looker.now),
        engine: sitting
            .engine_to_act()
            .map(|_| state::EngineState { place: looker.place.unwrap_or_default() }),
        result: sitting.finished().map(result),
        chance: ChanceState {
            seeds: sitting.seeds().clone(),
            draws: sitting.draws(),
            secret: sitting.revealed(),
        },
        position: table.position(!over),
        rematch: sitting.rematch().map(Into::into),
    }
}

/// Where a game stands.
pub(crate) fn status(sitting: &Sitting) -> Status {
    match (sitting.has_started(), sitting.finished()) {
        (_, Some(_)) => Status::Over,
        (true, None) => Status::Playing,
        (false, None) => Status::Waiting,
    }
}

/// The two seats.
pub(crate) fn seats_of(sitting: &Sitting, attendance: Attendance) -> [state::Seat; 2] {
    [0, 1].map(|seat| {
        let away = attendance.away[seat];
        let is_person = matches!(sitting.sitters()[seat], Sitter::Person(_));
        state::Seat {
            side: sitting.side_of(seat).map(Side::from),
            sitter: match &sitting.sitters()[seat] {
                Sitter::Nobody => state::Sitter::Nobody {},
                Sitter::Person(name) => state::Sitter::Person { name: name.clone() },
                Sitter::Engine(level) => state::Sitter::Engine { level: *level },
            },
            seeded: sitting.seeds()[seat].is_some(),
            present: is_person && away.is_none(),
            away_ms: away.filter(|_| is_person).map(|away| away.max(0) as u64),
        }
    })
}

fn phase(sitting: &Sitting) -> state::Phase {
    if sitting.finished().is_some() {
        return state::Phase::Over {};
    }
    if !sitting.has_started() {
        return state::Phase::Wait {};
    }
    match sitting.table().phase() {
        Phase::Spin => state::Phase::Spin {},
        Phase::Move(spin) => state::Phase::Move { sector: spin.map(|spin| spin_word(spin).into()) },
        Phase::Slide(spin) => state::Phase::Slide { sector: spin_word(spin).into() },
        Phase::Huff(squares, missed) => {
            state::Phase::Huff { squares, missed: missed.into_iter().map(board::action).collect() }
        }
        Phase::Combat(round) => state::Phase::Combat { round },
        Phase::Over => state::Phase::Over {},
    }
}

fn odds(table: &dyn Table) -> Vec<Chance> {
    let outcome = |(event, weight)| Chance { outcome: bare(&write_event(event)), weight };
    table.odds().into_iter().map(outcome).collect()
}

/// What chance did, without its brackets.
fn bare(outcome: &str) -> String {
    outcome.trim_matches(['[', ']']).into()
}

fn clock_state(sitting: &Sitting, now: Moment) -> Option<state::ClockState> {
    let clock = sitting.clock()?;
    let running = clock.running();
    Some(state::ClockState {
        white_ms: clock.left(damier_rules::game::Side::White, now).max(0),
        black_ms: clock.left(damier_rules::game::Side::Black, now).max(0),
        running: running.map(|(side, _)| side.into()),
        held_ms: running.map_or(0, |(_, since)| (since - now).max(0) as u64),
    })
}

/// How a game ended.
pub(crate) fn result(finished: Finished) -> GameResult {
    GameResult {
        winner: finished.winner.map(Side::from),
        reason: finished.finish.id().into(),
        words: finished.finish.words().into(),
    }
}

/// An entry of the list of moves.
pub(crate) fn line(line: &Line) -> MoveLine {
    MoveLine { number: line.number, side: line.side.into(), text: line.text.clone(), chance: line.chance }
}

/// Every opponent, colour and clock has one word here and one in the arena.
pub(crate) const fn opponent(opponent: Opponent) -> OpponentChoice {
    match opponent {
        Opponent::Friend {} => OpponentChoice::Friend {},
        Opponent::Engine { level } => OpponentChoice::Engine { level },
        Opponent::SameDevice {} => OpponentChoice::SameDevice {},
        Opponent::Open {} => OpponentChoice::Open {},
    }
}

/// The other way round.
pub(crate) const fn chosen_opponent(opponent: OpponentChoice) -> Opponent {
    match opponent {
        OpponentChoice::Friend {} => Opponent::Friend {},
        OpponentChoice::Engine { level } => Opponent::Engine { level },
        OpponentChoice::SameDevice {} => Opponent::SameDevice {},
        OpponentChoice::Open {} => Opponent::Open {},
    }
}

/// A colour.
pub(crate) const fn colour(colour: Colour) -> ColourChoice {
    match colour {
        Colour::White => ColourChoice::White,
        Colour::Black => ColourChoice::Black,
        Colour::Random => ColourChoice::Random,
    }
}

/// The other way round.
pub(crate) const fn chosen_colour(colour: ColourChoice) -> Colour {
    match colour {
        ColourChoice::White => Colour::White,
        ColourChoice::Black => Colour::Black,
        ColourChoice::Random => Colour::Random,
    }
}

/// A clock.
pub(crate) const fn clock(clock: ClockTerms) -> ClockChoice {
    match clock {
        ClockTerms::None {} => ClockChoice::None {},
        ClockTerms::Fischer { seconds, increment } => ClockChoice::Fischer { seconds, increment },
        ClockTerms::Days { days } => ClockChoice::Days { days },
    }
}

/// The other way round.
pub(crate) const fn chosen_clock(clock: ClockChoice) -> ClockTerms {
    match clock {
        ClockChoice::None {} => ClockTerms::None {},
        ClockChoice::Fischer { seconds, increment } => ClockTerms::Fischer { seconds, increment },
        ClockChoice::Days { days } => ClockTerms::Days { days },
    }
}

impl From<WireSide> for Side {
    fn from(side: WireSide) -> Self {
        damier_rules::game::Side::from(side).into()
    }
}

const fn naming(style: Style) -> Naming {
    match style {
        Style::Numbers => Naming::Numbers,
        Style::Letters => Naming::Letters,
    }
}

/// A position for a diagram.
pub(crate) fn scene(entry: &Entry, table: &dyn Table) -> Scene {
    let mut actions = board::actions(table);
    actions.truncate(MOST_ACTIONS);
    Scene {
        layout: board::layout(table, entry.style),
        board: board(&table.board()),
        turn: table.side().into(),
        actions,
        position: table.position(false),
    }
}

/// The catalogue.
pub(crate) fn catalogue() -> Catalogue {
    Catalogue {
        games: catalogue::all().iter().map(|entry| game_info(entry)).collect(),
        levels: Level::all()
            .map(|level| LevelInfo { level: level.number(), name: level.name().into() })
            .collect(),
        phrases: phrases::PHRASES
            .iter()
            .map(|phrase| PhraseInfo { id: phrase.id.into(), words: phrase.words.into() })
            .collect(),
    }
}

fn game_info(entry: &Entry) -> GameInfo {
    let table = entry.open(&[]).ok().and_then(|rules| rules.table(None, entry.style).ok());
    GameInfo {
        id: entry.id.into(),
        name: entry.name.into(),
        sentence: entry.sentence.into(),
        family: match entry.family {
            Family::Sheet => FamilyName::Sheet,
            Family::Classic => FamilyName::Classic,
        },
        chance: table.is_some_and(|table| table.has_chance()),
        naming: naming(entry.style),
        options: entry.options.iter().map(option_info).collect(),
        lets_win: entry.levels.lets_win(),
    }
}

fn option_info(rule: &HouseRule) -> OptionInfo {
    OptionInfo {
        name: rule.name.into(),
        default: rule.default.into(),
        meaning: rule.meaning.into(),
        values: match &rule.values {
            Values::Choices(choices) => OptionValues::Choices {
                choices: choices
                    .iter()
                    .map(|choice| ChoiceInfo { value: choice.value.into(), meaning: choice.meaning.into() })
                    .collect(),
            },
            Values::Number { least, most } => OptionValues::Number { least: *least, most: *most },
            Values::Form { example, meaning } => {
                OptionValues::Form { example: (*example).into(), meaning: (*meaning).into() }
            }
        },
    }
}
