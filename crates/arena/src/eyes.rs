//! How a player of the engine's kind sees positions: through a network, or by counting pieces.

use damier_engine::{Evaluate, Judge, Material, Net, Playable, Score, kinds};
use damier_rules::tell::Tell;

/// A network with the board of a game, or nothing but the pieces.
#[derive(Clone)]
pub(crate) struct Eyes(Option<Box<Judge>>);

impl Eyes {
    /// Through a network, if there is one that suits the game.
    pub(crate) fn new<G: Tell + Playable>(game: &G, net: Option<&Net>) -> Self {
        Eyes(net.filter(|net| suits(game, net)).map(|net| Box::new(Judge::new(net, game.layout()))))
    }
}

/// Whether a network was made for a game of this kind on a board of this size.
pub(crate) fn suits<G: Tell + Playable>(game: &G, net: &Net) -> bool {
    net.fits(usize::from(game.layout().squares()), kinds::<G>())
}

impl<G: Playable> Evaluate<G> for Eyes {
    #[inline]
    fn score(&mut self, game: &G, state: &G::State) -> Score {
        match &mut self.0 {
            Some(judge) => judge.score(game, state),
            None => Material.score(game, state),
        }
    }
}
