//! Which placements a player chooses from: straight drops, as the first learners did, or everything within reach.
//!
//! The one interface that a brain and a computer player's hand need; knows neither.

use super::{Landings, Moves, Placement, find};
use crate::ai::placements::placements;
use crate::rules::{Board, PieceKind, Spin};

/// Which placements count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Placements {
    /// Turned and shifted above the stack, then dropped.
    #[default]
    StraightDrops,
    /// All that these moves reach.
    Reachable(Moves),
}

impl Placements {
    /// Calls `take` with every placement of `kind` that lies wholly in the lowest `rows` rows. Straight drops come in the
    /// order of [`placements`], never with a spin; the others in the order of [`Landings::iter`]. `landings` is room to
    /// work in.
    pub fn each(
        &self,
        board: &Board,
        kind: PieceKind,
        rows: usize,
        landings: &mut Landings,
        mut take: impl FnMut(Placement),
    ) {
        match self {
            Placements::StraightDrops => {
                placements(board, kind, rows).for_each(|piece| take(Placement { piece, spin: Spin::None }));
            }
            Placements::Reachable(moves) => {
                find(board, kind, moves, landings);
                landings.each(|placement| {
                    if (placement.piece.rows().1 as usize) < rows {
                        take(placement);
                    }
                });
            }
        }
    }
}
