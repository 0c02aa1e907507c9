//! One game between two players, from its opening to its end.

use damier_engine::{Playable, Search};
use damier_notation::action::write_deed;
use damier_notation::record::{Ended, Record, Step};
use damier_notation::square::Style;
use damier_rules::game::{Side, Turn};
use damier_rules::tell::Tell;

use super::mind::{Moment, Thinker};
use super::{Fault, Player};
use crate::eyes::Eyes;
use crate::luck::Prospects;
use crate::rolling;
use crate::words;

/// Actions and rolls after which a game between players is drawn, however it stands.
const LONGEST: usize = 1_000;

/// Something that was done.
#[derive(Clone)]
pub(super) struct Done<S, A> {
    pub(super) before: S,
    /// The action, unless chance did it.
    pub(super) action: Option<A>,
    pub(super) step: Step,
}

/// A game being played.
pub(super) struct Match<'g, G: Tell + Playable> {
    pub(super) game: &'g G,
    pub(super) state: G::State,
    path: Vec<Done<G::State, G::Action>>,
    pub(super) keys: Vec<u64>,
    /// Where the outcomes of chance come from, and the actions of an opening.
    pub(super) chance: fastrand::Rng,
}

impl<G: Tell + Playable> Clone for Match<'_, G> {
    fn clone(&self) -> Self {
        Match {
            game: self.game,
            state: self.state,
            path: self.path.clone(),
            keys: self.keys.clone(),
            chance: self.chance.clone(),
        }
    }
}

/// A game that was played.
pub(super) struct Played {
    /// Half points of the first player: 2 for a win.
    pub(super) points: u8,
    /// How lucky the first player was, in wins.
    pub(super) luck: f32,
    pub(super) record: Record,
    /// What went wrong, and with whom.
    pub(super) fault: Option<(usize, Fault)>,
}

impl<'g, G: Tell + Playable> Match<'g, G> {
    /// A game that begins; its chance comes from a seed.
    pub(super) fn new(game: &'g G, seed: u64) -> Self {
        let chance = fastrand::Rng::with_seed(seed);
        Match { game, state: game.start(), path: Vec::new(), keys: Vec::new(), chance }
    }

    /// Lets chance decide as long as it has to.
    pub(super) fn roll(&mut self) {
        let mut rolls = Vec::new();
        while self.game.is_chance(&self.state) {
            self.game.rolls(&self.state, &mut rolls);
            let roll = rolling::drawn(&rolls, &mut self.chance);
            self.path.push(Done { before: self.state, action: None, step: Step::Chance(roll.into()) });
            self.state = self.game.settle(&self.state, roll);
        }
    }

    /// Does a legal action.
    pub(super) fn act(&mut self, action: G::Action) {
        let told = self.game.deeds(&self.state).into_iter().find(|told| told.action == action);
        let text = told.map(|told| write_deed(self.game.layout(), &told.deed, Style::Numbers));
        let step = Step::Action(text.unwrap_or_default());
        self.path.push(Done { before: self.state, action: Some(action), step });
        self.keys.push(self.game.key(&self.state));
        self.state = self.game.apply(&self.state, action);
    }

    fn is_repeated(&self) -> bool {
        let key = self.game.key(&self.state);
        let before = self.keys.iter().filter(|&&known| known == key).count();
        self.game.repetition().is_some_and(|times| before + 1 >= usize::from(times))
    }

    /// Lets chance decide as long as it has to; says how lucky White was.
    fn roll_and_weigh(&mut self, judge: &mut Search<'_, G, Eyes>) -> f32 {
        if !self.game.is_chance(&self.state) {
            return 0.0;
        }
        let prospects = Prospects::of(self.game, judge, &self.state);
        self.roll();
        prospects.luck(&self.state)
    }

    /// Plays to the end; the first player has the given side.
    pub(super) fn play(
        mut self,
        players: &[Player; 2],
        seats: &mut [Box<dyn Thinker<G> + '_>; 2],
        first_plays: Side,
        pair: u32,
        judge: &mut Search<'_, G, Eyes>,
    ) -> Played {
        let (mut fault, mut luck) = (None, 0.0);
        let mut actions = Vec::new();
        let winner = loop {
            luck += self.roll_and_weigh(judge);
            let side = match self.game.turn(&self.state) {
                Turn::Over(outcome) => break outcome.winner,
                Turn::Chance => continue,
                Turn::Act(_) if self.is_repeated() || self.path.len() >= LONGEST => break None,
                Turn::Act(side) => side,
            };
            let nth = usize::from(side != first_plays);
            self.game.actions(&self.state, &mut actions);
            // Where there is no choice, there is nothing to think about.
            let chosen = match actions[..] {
                [only] => Ok(only),
                _ => {
                    let Match { game, state, keys, path, .. } = &self;
                    seats[nth].choose(&Moment { game: *game, state, keys, path })
                }
            };
            match chosen {
                Ok(action) => self.act(action),
                Err(wrong) => {
                    fault = Some((nth, wrong));
                    break Some(side.other());
                }
            }
        };
        let points = match winner {
            None => 1,
            Some(winner) if winner == first_plays => 2,
            Some(_) => 0,
        };
        let mut sides = [&players[0], &players[1]];
        if first_plays == Side::Black {
            sides.reverse();
        }
        let mut tags = vec![
            ("White".to_string(), sides[0].to_string()),
            ("Black".to_string(), sides[1].to_string()),
            ("Round".to_string(), (pair + 1).to_string()),
        ];
        let ranked = self.game.setup(&self.game.start()).is_ranked();
        tags.extend(words::sides_tag(ranked).map(|(name, names)| (name.to_string(), names)));
        if let Some((nth, wrong)) = &fault {
            let side = if *nth == 0 { first_plays } else { first_plays.other() };
            tags.push(("Termination".to_string(), format!("{} {wrong}", words::side(side, ranked).en)));
        }
        let steps = self.path.into_iter().map(|done| done.step).collect();
        let luck = if first_plays == Side::White { luck } else { -luck };
        Played { points, luck, record: Record { tags, steps, result: Ended::won_by(winner) }, fault }
    }
}
