//! Counting positions: the standard measure of a move generator, of its speed and of its truth.

use crate::game::Game;

/// How many positions are reached after `depth` actions of players.
///
/// Each outcome of chance that changes anything is a branch of its own and costs no depth. A position at depth 0 counts one,
/// whether or not chance is pending there. The last ply is counted without being played.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    let mut buffers = (0..=depth).map(|_| Buffers::default()).collect::<Vec<_>>();
    count(game, state, depth, &mut buffers)
}

struct Buffers<G: Game> {
    actions: Vec<G::Action>,
    rolls: Vec<(G::Roll, u32)>,
}

impl<G: Game> Default for Buffers<G> {
    fn default() -> Self {
        Buffers { actions: Vec::with_capacity(64), rolls: Vec::new() }
    }
}

fn count<G: Game>(game: &G, state: &G::State, depth: u32, buffers: &mut [Buffers<G>]) -> u64 {
    if depth == 0 {
        return 1;
    }
    if game.is_chance(state) {
        let mut rolls = std::mem::take(&mut buffers[0].rolls);
        game.branches(state, &mut rolls);
        let total = rolls
            .iter()
            .map(|&(roll, branches)| {
                u64::from(branches) * count(game, &game.settle(state, roll), depth, buffers)
            })
            .sum();
        buffers[0].rolls = rolls;
        return total;
    }
    let (here, deeper) = buffers.split_first_mut().expect("one buffer for each ply");
    if depth == 1 {
        return game.count(state, &mut here.actions);
    }
    game.actions(state, &mut here.actions);
    let mut total = 0;
    for &action in &here.actions {
        let next = game.apply(state, action);
        total += if depth == 2 && !game.is_chance(&next) {
            game.count(&next, &mut deeper[0].actions)
        } else {
            count(game, &next, depth - 1, deeper)
        };
    }
    total
}
