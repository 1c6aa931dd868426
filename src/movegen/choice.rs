//! Which placements a player chooses from: straight drops, as the first learners did, or everything within reach.
//!
//! Players choose through this one interface.

use super::drops::straight_placements;
use super::{AllowedMoves, Landings, Placement, find_landings};
use crate::rules::{Board, PieceKind, Rules, Spin};
use serde::{Deserialize, Serialize};

/// Which placements a player takes, before the rules say what moves there are: what recipes, flags and settings hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlacementChoice {
    /// Only straight drops: the piece is turned and shifted above the stack, then dropped.
    #[default]
    Straight,
    /// Everything within reach: straight drops, tucks and spins.
    Reachable,
}

impl PlacementChoice {
    /// The placements that this choice gives under these rules.
    pub fn to_placement_source(self, rules: &Rules) -> PlacementSource {
        match self {
            PlacementChoice::Straight => PlacementSource::StraightDrops,
            PlacementChoice::Reachable => PlacementSource::Reachable(AllowedMoves::of(rules)),
        }
    }
}

/// Where a player's placements come from: straight drops, or all that certain moves reach.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlacementSource {
    /// Placements of a piece that is turned and shifted above the stack, then dropped.
    #[default]
    StraightDrops,
    /// All placements that these moves reach.
    Reachable(AllowedMoves),
}

impl PlacementSource {
    /// The choice that these placements come from.
    pub const fn placement_choice(&self) -> PlacementChoice {
        match self {
            PlacementSource::StraightDrops => PlacementChoice::Straight,
            PlacementSource::Reachable(_) => PlacementChoice::Reachable,
        }
    }

    /// Calls `take` with every placement of `kind` that lies wholly in the lowest `rows` rows. Straight drops come in
    /// the order of [`straight_placements`], never with a spin; the others in the order of [`Landings::iter`].
    /// `landings` is a buffer for the search; its contents before the call do not matter.
    pub fn each(
        &self,
        board: &Board,
        kind: PieceKind,
        rows: usize,
        landings: &mut Landings,
        mut take: impl FnMut(Placement),
    ) {
        match self {
            PlacementSource::StraightDrops => {
                straight_placements(board, kind, rows).for_each(|piece| take(Placement { piece, spin: Spin::None }));
            }
            PlacementSource::Reachable(moves) => {
                find_landings(board, kind, moves, landings);
                landings.each(|placement| {
                    if (placement.piece.row_range().1 as usize) < rows {
                        take(placement);
                    }
                });
            }
        }
    }
}
