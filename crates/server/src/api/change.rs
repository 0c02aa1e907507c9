//! What has changed of a state: only what differs, so that most updates are small. Laid over the state before it, it
//! gives the state after it, to the letter.

use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use super::Side;
use super::board::{Action, Board, Chance, Fight, Piece};
use super::event::Event;
use super::state::{
    ChanceState, ClockState, EngineState, GameResult, May, Offers, Phase, Seat, State, Status,
};

/// What has changed of a board. What is left out is as before.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct BoardChange {
    /// Pieces that are new, elsewhere, or something else now; each replaces the one with its id.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Piece>,
    /// The ids of pieces that are gone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<u16>,
    /// By how many columns the plates have slid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<i8>,
    /// The traps that are open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<Vec<u8>>,
    /// The fight being fought; `null` once there is none.
    #[serde(default, deserialize_with = "said", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Fight>)]
    pub fight: Option<Option<Fight>>,
}

/// A field that is there, be it `null`.
fn said<'de, T: Deserialize<'de>, D: Deserializer<'de>>(field: D) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(field).map(Some)
}

/// The new value if it isn't the old one.
pub(crate) fn differing<T: PartialEq + Clone>(old: &T, new: &T) -> Option<T> {
    (old != new).then(|| new.clone())
}

impl BoardChange {
    fn between(old: &Board, new: &Board) -> Option<Self> {
        if old == new {
            return None;
        }
        // Pieces stand by rising square, and all but a few stand still.
        let is_same = |board: &Board, piece: &Piece| {
            let there = board.pieces.binary_search_by_key(&piece.at, |other| other.at);
            there.is_ok_and(|nth| board.pieces[nth] == *piece)
        };
        let pieces: Vec<Piece> = new.pieces.iter().filter(|piece| !is_same(old, piece)).copied().collect();
        let left = old.pieces.iter().filter(|piece| !is_same(new, piece)).map(|piece| piece.id);
        Some(BoardChange {
            gone: left.filter(|id| pieces.iter().all(|piece| piece.id != *id)).collect(),
            pieces,
            offset: differing(&old.offset, &new.offset),
            open: differing(&old.open, &new.open),
            fight: differing(&old.fight, &new.fight),
        })
    }

    fn lay_over(self, board: &mut Board) {
        let is_old = |piece: &Piece| {
            self.gone.contains(&piece.id) || self.pieces.iter().any(|other| other.id == piece.id)
        };
        board.pieces.retain(|piece| !is_old(piece));
        board.pieces.extend(self.pieces);
        board.pieces.sort_by_key(|piece| piece.at);
        board.offset = self.offset.unwrap_or(board.offset);
        if let Some(open) = self.open {
            board.open = open;
        }
        if let Some(fight) = self.fight {
            board.fight = fight;
        }
    }
}

/// Declares the change of a state from one list of its fields, so that none can be forgotten. `optional` fields are
/// `null` in the change once they are absent from the state.
macro_rules! state_change {
    (always { $($always:ident: $always_type:ty,)* } optional { $($optional:ident: $optional_type:ty,)* }) => {
        /// What has changed of a state. What is left out is as before; `null` says that it is absent now.
        #[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
        pub struct StateChange {
            /// The version that it leads to.
            pub version: u64,
            /// The board.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub board: Option<BoardChange>,
            /// The last step consists of the update's own events, from this one on.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub last_from: Option<u32>,
            $(
                #[doc = concat!("As `", stringify!($always), "` of the state.")]
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub $always: Option<$always_type>,
            )*
            $(
                #[doc = concat!("As `", stringify!($optional), "` of the state.")]
                #[serde(default, deserialize_with = "said", skip_serializing_if = "Option::is_none")]
                #[schema(value_type = Option<$optional_type>)]
                pub $optional: Option<Option<$optional_type>>,
            )*
        }

        impl StateChange {
            /// What has changed between two states of a game; `events` are told with it.
            #[must_use]
            pub fn between(old: &State, new: &State, events: &[Event]) -> Self {
                let mut change = StateChange {
                    version: new.version,
                    board: BoardChange::between(&old.board, &new.board),
                    last_from: None,
                    $($always: differing(&old.$always, &new.$always),)*
                    $($optional: differing(&old.$optional, &new.$optional),)*
                };
                let is_told = |last: &Vec<Event>| !last.is_empty() && events.ends_with(last);
                if let Some(last) = change.last.take_if(|last| is_told(last)) {
                    change.last_from = Some((events.len() - last.len()) as u32);
                }
                change
            }

            /// Lays it over the state before it; `events` were told with it.
            pub fn lay_over(self, state: &mut State, events: &[Event]) {
                state.version = self.version;
                if let Some(board) = self.board {
                    board.lay_over(&mut state.board);
                }
                if let Some(last) = self.last_from.and_then(|from| events.get(from as usize..)) {
                    state.last = last.to_vec();
                }
                $(if let Some($always) = self.$always {
                    state.$always = $always;
                })*
                $(if let Some($optional) = self.$optional {
                    state.$optional = $optional;
                })*
            }
        }
    };
}

state_change! {
    always {
        status: Status,
        seats: [Seat; 2],
        you: Vec<Side>,
        phase: Phase,
        actions: Vec<Action>,
        more_actions: bool,
        odds: Vec<Chance>,
        last: Vec<Event>,
        offers: Offers,
        may: May,
        chance: ChanceState,
        position: String,
        quiet: u16,
    }
    optional {
        turn: Side,
        clock: ClockState,
        engine: EngineState,
        result: GameResult,
        rematch: String,
    }
}
