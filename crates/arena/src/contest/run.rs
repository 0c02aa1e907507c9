//! Playing a contest on several threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use damier_engine::{Limits, Net, Playable, Random, Search, Table, Uct};
use damier_notation::action::write_deed;
use damier_notation::record::{Ended, Record, Step};
use damier_notation::square::Style;
use damier_rules::game::{Side, Turn};
use damier_rules::tell::Tell;

use super::{Budget, Mind, Player, Report, Terms};
use crate::eyes::Eyes;

/// Slots of a player's table.
const TABLE: usize = 1 << 18;
/// Actions and rolls after which a game between players is drawn, however it stands.
const LONGEST: usize = 1_000;

/// Random numbers for players that want them.
struct Numbers(fastrand::Rng);

impl Random for Numbers {
    fn below(&mut self, end: u32) -> u32 {
        self.0.u32(0..end.max(1))
    }
}

/// Plays a contest; the engine's players see through their networks, if they have one. `progress` hears of
/// every finished pair.
pub(crate) fn run<G: Tell + Playable>(
    game: &G,
    players: [Player; 2],
    nets: [Option<&Net>; 2],
    terms: Terms,
    progress: &(dyn Fn(&Report) + Sync),
) -> Report {
    let next = AtomicU32::new(0);
    let report = Mutex::new((Report::default(), Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..terms.threads.clamp(1, terms.pairs.max(1) as usize) {
            scope.spawn(|| {
                let tables = [Table::new(TABLE), Table::new(TABLE)];
                loop {
                    let pair = next.fetch_add(1, Ordering::Relaxed);
                    if pair >= terms.pairs {
                        return;
                    }
                    let games = play_pair(game, players, nets, terms, pair, &tables);
                    let mut report = report.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                    let points = games.iter().map(|played| played.points).sum();
                    for played in &games {
                        match played.points {
                            2 => report.0.wins += 1,
                            1 => report.0.draws += 1,
                            _ => report.0.losses += 1,
                        }
                    }
                    report.0.pairs.push(points);
                    if terms.records {
                        report.1.push((pair, games.map(|played| played.record)));
                    }
                    progress(&report.0);
                }
            });
        }
    });
    let (mut report, mut records) = report.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    records.sort_by_key(|(pair, _)| *pair);
    report.records = records.into_iter().flat_map(|(_, records)| records).collect();
    report
}

struct Played {
    /// Half points of the first player: 2 for a win.
    points: u8,
    record: Record,
}

fn play_pair<G: Tell + Playable>(
    game: &G,
    players: [Player; 2],
    nets: [Option<&Net>; 2],
    terms: Terms,
    pair: u32,
    tables: &[Table; 2],
) -> [Played; 2] {
    let seed = terms.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ u64::from(pair);
    [Side::White, Side::Black].map(|first_plays| {
        let mut played = Match::new(game, seed, first_plays);
        played.open(terms.opening);
        tables.iter().for_each(Table::clear);
        played.play(players, nets, tables, first_plays, pair)
    })
}

/// One game between two players.
struct Match<'g, G: Tell + Playable> {
    game: &'g G,
    state: G::State,
    steps: Vec<Step>,
    keys: Vec<u64>,
    chance: fastrand::Rng,
    /// Random numbers for each player's thoughts: other ones in each game, so that two games of a pair between
    /// players of one kind aren't the same game twice.
    thoughts: [Numbers; 2],
}

impl<'g, G: Tell + Playable> Match<'g, G> {
    fn new(game: &'g G, seed: u64, first_plays: Side) -> Self {
        let thoughts = |player: u64| {
            let own = player << 1 | first_plays as u64;
            Numbers(fastrand::Rng::with_seed(!seed ^ own.wrapping_mul(0xD6E8_FEB8_6659_FD93)))
        };
        Match {
            game,
            state: game.start(),
            steps: Vec::new(),
            keys: Vec::new(),
            chance: fastrand::Rng::with_seed(seed),
            thoughts: [thoughts(1), thoughts(2)],
        }
    }

    /// Plays random actions, fewer where the game would be over.
    fn open(&mut self, actions: u32) {
        let mut list = Vec::new();
        for _ in 0..actions {
            self.roll();
            self.game.actions(&self.state, &mut list);
            if list.is_empty() {
                return;
            }
            let action = list[self.chance.usize(0..list.len())];
            self.act(action);
        }
    }

    /// Lets chance decide as long as it has to.
    fn roll(&mut self) {
        let mut rolls = Vec::new();
        while self.game.is_chance(&self.state) {
            self.game.rolls(&self.state, &mut rolls);
            let mut left = self.chance.u32(0..rolls.iter().map(|roll| roll.1).sum());
            for &(roll, weight) in &rolls {
                if left < weight {
                    self.steps.push(Step::Chance(roll.into()));
                    self.state = self.game.settle(&self.state, roll);
                    break;
                }
                left -= weight;
            }
        }
    }

    fn act(&mut self, action: G::Action) {
        let told = self.game.deeds(&self.state).into_iter().find(|told| told.action == action);
        if let Some(told) = told {
            self.steps.push(Step::Action(write_deed(self.game.layout(), &told.deed, Style::Numbers)));
        }
        self.keys.push(self.game.key(&self.state));
        self.state = self.game.apply(&self.state, action);
    }

    fn is_repeated(&self) -> bool {
        let key = self.game.key(&self.state);
        let before = self.keys.iter().filter(|&&known| known == key).count();
        self.game.repetition().is_some_and(|times| before + 1 >= usize::from(times))
    }

    fn play(
        mut self,
        players: [Player; 2],
        nets: [Option<&Net>; 2],
        tables: &[Table; 2],
        first_plays: Side,
        pair: u32,
    ) -> Played {
        let winner = loop {
            self.roll();
            let side = match self.game.turn(&self.state) {
                Turn::Over(outcome) => break outcome.winner,
                Turn::Chance => continue,
                Turn::Act(_) if self.is_repeated() || self.steps.len() >= LONGEST => break None,
                Turn::Act(side) => side,
            };
            let nth = usize::from(side != first_plays);
            let action = self.think(nth, players[nth], nets[nth], &tables[nth]);
            match action {
                Some(action) => self.act(action),
                None => break Some(side.other()),
            }
        };
        let points = match winner {
            None => 1,
            Some(winner) if winner == first_plays => 2,
            Some(_) => 0,
        };
        let [white, black] = if first_plays == Side::White { players } else { [players[1], players[0]] };
        let tags = vec![
            ("White".to_string(), white.to_string()),
            ("Black".to_string(), black.to_string()),
            ("Round".to_string(), (pair + 1).to_string()),
        ];
        Played { points, record: Record { tags, steps: self.steps, result: Ended::won_by(winner) } }
    }

    fn think(&mut self, nth: usize, player: Player, net: Option<&Net>, table: &Table) -> Option<G::Action> {
        let start = Instant::now();
        let end = match player.budget {
            Budget::Seconds(seconds) => Duration::from_secs_f64(seconds),
            _ => Duration::MAX,
        };
        let is_late = || start.elapsed() >= end;
        match player.mind {
            Mind::Engine | Mind::Material => {
                let mut limits = Limits { stop: &is_late, ..Limits::default() };
                match player.budget {
                    Budget::Nodes(nodes) => limits.nodes = nodes,
                    Budget::Depth(depth) => limits.depth = depth,
                    Budget::Seconds(_) => {}
                }
                let eyes = Eyes::new(self.game, net.filter(|_| player.mind == Mind::Engine));
                let mut search = Search::new(self.game, eyes, table);
                let line = search.run(&self.state, &self.keys, limits, |_| {})?;
                line.actions.first().copied()
            }
            Mind::Uct => {
                let mut left = match player.budget {
                    Budget::Nodes(nodes) => nodes,
                    _ => u64::MAX,
                };
                let stop = || {
                    left = left.saturating_sub(1);
                    left == 0 || is_late()
                };
                Uct::new(self.game, &self.state).run(&mut self.thoughts[nth], stop)
            }
            Mind::Random => {
                let mut list = Vec::new();
                self.game.actions(&self.state, &mut list);
                let chosen = self.thoughts[nth].below(list.len() as u32) as usize;
                list.get(chosen).copied()
            }
        }
    }
}
