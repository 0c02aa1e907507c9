//! The one implementation of a table, for every game.

use std::collections::BTreeMap;

use damier_notation::action::{self, ActionError};
use damier_notation::position;
use damier_notation::record::{self, Step};
use damier_notation::square::Style;
use damier_rules::board::Layout;
use damier_rules::game::{Side, Turn, Weight};
use damier_rules::huff::Huffing;
use damier_rules::reason::{Refusal, Rule};
use damier_rules::tell::{Deed, Event, Setup, Tell, Told};
use damier_rules::traps::{Colour, Spin};

use super::happened::{Change, Happened};
use super::odds::FightOdds;
use super::{Board, Choice, ChoiceKind, Line, MOST_TURNS, Phase, Table};
use crate::finish::{Finish, Finished};

/// The most missed captures that are told: more say nothing that a player would read.
const MOST_MISSED: usize = 4;

/// A position with the way it came about.
struct Moment<S> {
    state: S,
    /// What repeats of it.
    key: u64,
    /// How many turns it took; huffs don't count.
    turns: usize,
    /// The number of each piece, by square.
    ids: BTreeMap<u8, u16>,
    /// The step that led here; nothing at the start.
    step: Option<Taken>,
}

struct Taken {
    step: Step,
    line: Line,
    happened: Vec<Happened>,
}

fn is_huff(happened: &[Happened]) -> bool {
    matches!(happened.first(), Some(Happened::Huffed(..)))
}

/// A game in progress.
pub(crate) struct Played<G: Tell> {
    game: G,
    style: Style,
    /// Every position so far; the start is always there.
    moments: Vec<Moment<G::State>>,
    /// The legal actions now.
    legal: Vec<Told<G::Action>>,
}

impl<G: Tell> Played<G> {
    /// A game from a position; squares are written in `style`.
    pub(crate) fn new(game: G, state: G::State, style: Style) -> Self {
        let setup = game.setup(&state);
        let mut squares: Vec<u8> = setup.pieces.iter().flatten().map(|piece| piece.0).collect();
        squares.sort_unstable();
        let ids = squares.into_iter().zip(1..).collect();
        let (legal, key) = (game.deeds(&state), game.key(&state));
        Played { game, style, moments: vec![Moment { state, key, turns: 0, ids, step: None }], legal }
    }

    fn now(&self) -> &Moment<G::State> {
        &self.moments[self.moments.len() - 1]
    }

    fn setup(&self) -> Setup {
        self.game.setup(&self.now().state)
    }

    /// What happens next, repetition and length of the game not counted.
    fn turn(&self) -> Turn {
        self.game.turn(&self.now().state)
    }

    fn is_repeated(&self) -> bool {
        let Some(times) = self.game.repetition() else { return false };
        let seen = self.moments.iter().filter(|moment| moment.key == self.now().key).count();
        seen >= usize::from(times)
    }

    /// Whether there is a huff that the side to move has to notice.
    fn is_hidden(&self) -> bool {
        let is_huff = |told: &Told<G::Action>| matches!(told.deed, Deed::Huff(_));
        self.game.huffing() == Some(Huffing::Claimed) && !self.legal.iter().all(is_huff)
    }

    /// The position in which the turn before this one was played; nothing where there was none, and where this turn has
    /// begun with a huff.
    fn turn_before(&self) -> Option<&Moment<G::State>> {
        let has_huffed = matches!(&self.now().step, Some(taken) if is_huff(&taken.happened));
        self.moments.iter().rev().nth(1).filter(|_| !has_huffed)
    }

    /// Whether nothing can be captured in a position.
    fn is_quiet(&self, state: &G::State) -> bool {
        !self.game.deeds(state).iter().any(|told| matches!(told.deed, Deed::Capture(_)))
    }

    /// The captures that were missed in the turn before this one, some of them where there are many. Where huffs have
    /// to be noticed nothing tells what there was to notice.
    fn missed(&self) -> Vec<Choice> {
        let is_told = self.game.huffing() == Some(Huffing::Compulsory) && !self.setup().owed.is_empty();
        let Some(before) = self.moments.iter().rev().nth(1).filter(|_| is_told) else { return Vec::new() };
        let setup = self.game.setup(&before.state);
        let (start, taken) = self.stopped_short();
        // What would have owed nothing itself, and went on from where a capture stopped short.
        let is_missed = |told: &Told<G::Action>| match &told.deed {
            Deed::Capture(path) => {
                let goes_on =
                    path.first() == start.as_ref() && taken.iter().all(|one| told.taken.contains(one));
                let after = self.game.apply(&before.state, told.action);
                (start.is_none() || goes_on) && self.game.setup(&after).owed.is_empty()
            }
            _ => false,
        };
        let captures = self.game.deeds(&before.state).into_iter().filter(is_missed);
        captures.take(MOST_MISSED).map(|told| self.choice(&setup, &told)).collect()
    }

    /// Where the capture that was made last began, and what it took; nothing where the last step was none.
    fn stopped_short(&self) -> (Option<u8>, Vec<u8>) {
        let happened = self.now().step.as_ref().map_or(&[][..], |taken| &taken.happened);
        match happened {
            [Happened::Moved(_, _, path), Happened::Captured(pieces), ..] => {
                (path.first().copied(), pieces.iter().map(|piece| piece.at).collect())
            }
            _ => (None, Vec::new()),
        }
    }

    /// By how many columns plates have slid at the turn of a side.
    fn offset(&self, side: Side) -> i8 {
        let layout = self.game.layout();
        let slides = |&number: &u8| {
            let place = layout.place(number, Side::White);
            place.is_some_and(|place| layout.sliding.contains(&place.row))
        };
        let square = (1..=layout.squares()).find(slides);
        let column =
            |view| square.and_then(|square| layout.place(square, view)).map_or(0, |place| place.column);
        column(side) - column(Side::White)
    }

    fn board_of(&self, moment: &Moment<G::State>) -> Board {
        let setup = self.game.setup(&moment.state);
        let mut pieces = Vec::with_capacity(moment.ids.len());
        for side in Side::BOTH {
            for &(at, kind) in &setup.pieces[side as usize] {
                let id = moment.ids.get(&at).copied().unwrap_or_default();
                pieces.push(super::Piece { id, at, side, kind });
            }
        }
        pieces.sort_unstable_by_key(|piece| piece.at);
        let odds = FightOdds::of(&self.game, &moment.state);
        let fight = setup.fight.zip(odds).map(|((from, to), odds)| (from, to, odds));
        Board { pieces, offset: self.offset(setup.turn), open: setup.open, fight, quiet: setup.quiet }
    }

    /// Adds a position; `tell` says what happened from the change.
    fn push(
        &mut self,
        state: G::State,
        step: Step,
        text: String,
        tell: impl Fn(&Change<'_>) -> Vec<Happened>,
    ) {
        let (setup, after) = (self.setup(), self.game.setup(&state));
        let before = self.board_of(self.now());
        let traps = self.game.traps();
        let missed = self.missed();
        let change = Change { before: &before, setup: &setup, after: &after, traps: &traps, missed: &missed };
        let mut happened = tell(&change);
        let (from, to) = (self.offset(setup.turn), self.offset(after.turn));
        if from != to {
            happened.push(Happened::PlatesSlid(from, to));
        }
        let mut ids = self.now().ids.clone();
        for event in &happened {
            if let Happened::Moved(id, _, path) = event {
                path.first().map(|from| ids.remove(from));
                path.last().map(|&to| ids.insert(to, *id));
            }
        }
        // Whatever left the board by this step is in the position no more.
        ids.retain(|&square, _| after.piece(square).is_some());
        let chance = matches!(step, Step::Chance(_));
        let line = Line { number: setup.number, side: setup.turn, text, chance };
        let is_turn = !chance && !is_huff(&happened);
        let (key, turns) = (self.game.key(&state), self.now().turns + usize::from(is_turn));
        self.legal = self.game.deeds(&state);
        let step = Some(Taken { step, line, happened });
        self.moments.push(Moment { state, key, turns, ids, step });
    }

    fn choice(&self, setup: &Setup, told: &Told<G::Action>) -> Choice {
        let mut choice = Choice {
            text: action::write_deed(self.game.layout(), &told.deed, self.style),
            kind: ChoiceKind::Pass,
            path: Vec::new(),
            captures: told.taken.clone(),
            falls: false,
            odds: None,
        };
        (choice.kind, choice.path) = match &told.deed {
            Deed::Move(from, to) => (ChoiceKind::Move, vec![*from, *to]),
            Deed::Capture(path) => (ChoiceKind::Capture, path.clone()),
            Deed::Huff(square) => (ChoiceKind::Huff, vec![*square]),
            Deed::Open(square) => (ChoiceKind::Open, vec![*square]),
            Deed::Close(square) => (ChoiceKind::Close, vec![*square]),
            Deed::Pass => (ChoiceKind::Pass, Vec::new()),
        };
        if matches!(choice.kind, ChoiceKind::Move | ChoiceKind::Capture) {
            choice.falls = choice.path.last().is_some_and(|end| setup.open.contains(end));
        }
        if choice.kind == ChoiceKind::Capture && setup.is_ranked() {
            choice.kind = ChoiceKind::Attack;
            choice.odds = FightOdds::of(&self.game, &self.game.apply(&self.now().state, told.action));
        }
        choice
    }

    /// The rounds rolled since the attack.
    fn rounds(&self) -> u32 {
        let rolled = |moment: &&Moment<G::State>| {
            matches!(&moment.step, Some(Taken { step: Step::Chance(Event::Round(_)), .. }))
        };
        self.moments.iter().rev().take_while(rolled).count() as u32
    }
}

impl<G: Tell + Send + Sync> Table for Played<G> {
    fn layout(&self) -> &Layout {
        self.game.layout()
    }

    fn traps(&self) -> Vec<(Colour, u8, u8)> {
        self.game.traps()
    }

    fn huffing(&self) -> Option<Huffing> {
        self.game.huffing()
    }

    fn may_claim_huff(&self) -> bool {
        let Some(turn) = self.turn_before() else { return false };
        let opening = self.game.start();
        let in_opening = turn.key == self.game.key(&opening);
        self.game.huffing() == Some(Huffing::Claimed) && !(in_opening && self.is_quiet(&opening))
    }

    fn has_chance(&self) -> bool {
        self.game.has_chance()
    }

    fn is_ranked(&self) -> bool {
        self.game.setup(&self.game.start()).is_ranked()
    }

    fn side(&self) -> Side {
        self.setup().turn
    }

    fn phase(&self) -> Phase {
        if self.result().is_some() {
            return Phase::Over;
        }
        let setup = self.setup();
        match self.turn() {
            Turn::Over(_) => Phase::Over,
            Turn::Chance if setup.fight.is_some() => Phase::Combat(self.rounds() + 1),
            Turn::Chance => Phase::Spin,
            Turn::Act(_) if !setup.owed.is_empty() && !self.is_hidden() => {
                Phase::Huff(setup.owed, self.missed())
            }
            Turn::Act(_) => match setup.spin {
                Some(spin) if spin != Spin::Pawn => Phase::Slide(spin),
                spin => Phase::Move(spin),
            },
        }
    }

    fn choices(&self) -> Vec<Choice> {
        if self.result().is_some() {
            return Vec::new();
        }
        let (setup, hidden) = (self.setup(), self.is_hidden());
        let shown = |told: &&Told<G::Action>| !(hidden && matches!(told.deed, Deed::Huff(_)));
        self.legal.iter().filter(shown).map(|told| self.choice(&setup, told)).collect()
    }

    fn odds(&self) -> Vec<(Event, Weight)> {
        let mut rolls = Vec::new();
        if self.result().is_none() {
            self.game.rolls(&self.now().state, &mut rolls);
        }
        rolls.into_iter().map(|(roll, weight)| (roll.into(), weight)).collect()
    }

    fn result(&self) -> Option<Finished> {
        match self.turn() {
            Turn::Over(outcome) => {
                Some(Finished { winner: outcome.winner, finish: Finish::Rules(outcome.ending) })
            }
            Turn::Chance => None,
            Turn::Act(_) if self.is_repeated() => Some(Finished::repeated()),
            Turn::Act(_) if self.now().turns >= MOST_TURNS => {
                Some(Finished { winner: None, finish: Finish::TurnLimit })
            }
            Turn::Act(_) => None,
        }
    }

    fn position(&self, hidden: bool) -> String {
        let mut setup = self.setup();
        if hidden && self.is_hidden() {
            setup.owed.clear();
        }
        position::write_setup(&setup)
    }

    fn positions_before(&self) -> Vec<String> {
        let before = &self.moments[..self.moments.len() - 1];
        before.iter().map(|moment| position::write(&self.game, &moment.state)).collect()
    }

    fn act(&mut self, text: &str) -> Result<String, ActionError> {
        let illegal = |refusal: Refusal| ActionError::Illegal {
            text: text.chars().take(60).collect(),
            refusal: Box::new(refusal),
        };
        if self.result().is_some() {
            return Err(illegal(Refusal { rule: Rule::GameOver, squares: Vec::new(), owed: Vec::new() }));
        }
        let state = &self.now().state;
        let action = action::read(&self.game, state, text).map_err(|error| match error {
            // Which claim is wrong mustn't tell whether another would be right.
            ActionError::Illegal { refusal, .. }
                if self.game.huffing() == Some(Huffing::Claimed)
                    && matches!(refusal.rule, Rule::NothingToHuff | Rule::NotTheCulprit) =>
            {
                illegal(Refusal { rule: Rule::NotTheCulprit, squares: Vec::new(), owed: Vec::new() })
            }
            ActionError::Text { text, problem, .. } => {
                ActionError::Text { text, problem, expected: action::forms(&self.game, state, self.style) }
            }
            error => error,
        })?;
        let told = self.legal.iter().find(|told| told.action == action);
        let Some(Told { deed, taken, .. }) = told.cloned() else {
            return Err(illegal(self.game.refuse(state, &Deed::Pass)));
        };
        let next = self.game.apply(state, action);
        let full = action::write_deed(self.game.layout(), &deed, Style::Numbers);
        let shown = action::write_deed(self.game.layout(), &deed, self.style);
        let odds = FightOdds::of(&self.game, &next);
        self.push(next, Step::Action(full.clone()), shown, |change| change.acted(&deed, &taken, odds));
        Ok(full)
    }

    fn settle(&mut self, event: Event) -> bool {
        if self.result().is_some() {
            return false;
        }
        let odds = self.odds();
        let Some(next) = record::settle(&self.game, &self.now().state, event) else { return false };
        let text = action::write_event(event);
        self.push(next, Step::Chance(event), text, |change| change.rolled(event, odds.clone()));
        true
    }

    fn take_back(&mut self, steps: usize) {
        self.moments.truncate(steps + 1);
        self.legal = self.game.deeds(&self.now().state);
    }

    fn steps(&self) -> Vec<Step> {
        self.moments
            .iter()
            .filter_map(|moment| moment.step.as_ref())
            .map(|taken| taken.step.clone())
            .collect()
    }

    fn lines(&self) -> Vec<&Line> {
        self.moments.iter().filter_map(|moment| moment.step.as_ref()).map(|taken| &taken.line).collect()
    }

    fn moment(&self, steps: usize) -> Option<(Board, &[Happened])> {
        let moment = self.moments.get(steps)?;
        let happened = moment.step.as_ref().map_or(&[][..], |taken| &taken.happened);
        Some((self.board_of(moment), happened))
    }

    fn board(&self) -> Board {
        self.board_of(self.now())
    }

    fn len(&self) -> usize {
        self.moments.len() - 1
    }
}
