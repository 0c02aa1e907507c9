//! Luck: how far what chance brought is from what it could have brought.
//!
//! The worth of what came, less the mean over everything that could have come: whoever judges it, and however badly, on
//! average there is no luck. So a result without the luck on its way has the same mean and varies far less (a control
//! variate, as players of backgammon use it).

use damier_engine::{Limits, Playable, Search, expected};
use damier_rules::game::{Side, Turn};

use crate::eyes::Eyes;

/// What chance can bring, and what each of it is worth to White: 1 for a win, 1/2 for a draw.
pub(crate) struct Prospects<S> {
    outcomes: Vec<(S, f32)>,
    mean: f32,
}

impl<S: PartialEq> Prospects<S> {
    /// Everything that chance can bring in a position, each looked at for a single ply.
    pub(crate) fn of<G: Playable<State = S>>(game: &G, search: &mut Search<'_, G, Eyes>, state: &S) -> Self {
        let (mut outcomes, mut mean) = (Vec::new(), 0.0);
        game.outcomes(state, &mut outcomes);
        for (after, one) in &mut outcomes {
            let probability = std::mem::replace(one, worth(game, search, after));
            mean += probability * *one;
        }
        Prospects { outcomes, mean }
    }

    /// How lucky White was that this came.
    pub(crate) fn luck(&self, came: &S) -> f32 {
        let worth = self.outcomes.iter().find(|(after, _)| after == came).map(|(_, worth)| worth);
        worth.map_or(0.0, |worth| worth - self.mean)
    }
}

/// What a position is worth to White.
fn worth<G: Playable>(game: &G, search: &mut Search<'_, G, Eyes>, state: &G::State) -> f32 {
    if let Turn::Over(outcome) = game.turn(state) {
        return points(Side::White, outcome.winner);
    }
    let limits = Limits { depth: 1, ..Limits::default() };
    let line = search.run(state, &[], limits, |_| {});
    from(game.side(state), expected(line.map_or(0, |line| line.score)))
}

/// An expected result of White as a side sees it, and the other way round.
pub(crate) fn from(side: Side, expected: f32) -> f32 {
    if side == Side::White { expected } else { 1.0 - expected }
}

/// The points of a side in a game that is over.
pub(crate) fn points(side: Side, winner: Option<Side>) -> f32 {
    winner.map_or(0.5, |winner| f32::from(u8::from(winner == side)))
}

#[cfg(test)]
mod tests;
