//! Spins of all landings at once: which are reached by a turn into place, by the rules of `rules::spin`.
//!
//! The rule itself is stated in `rules::spin`, and tests hold both together.

use super::flood::{Facings, Flood, repeat, shifted_positions, turned_positions};
use super::rows::Rows;
use super::shapes::{SRS, Shape, TURNS, canonical_facing};
use crate::rules::PieceKind;

/// The index of the T in the table of pieces.
const T: usize = PieceKind::T.index();

/// Positions of each facing by the corners of the T's box that are filled.
#[derive(Clone, Copy)]
pub(super) struct Corners<const S: u32, const N: usize> {
    /// Positions by facing where both corners in front and at least one behind are filled.
    full: Facings<S, N>,
    /// Positions by facing where one corner in front and both behind are filled.
    mini: Facings<S, N>,
}

impl<const S: u32, const N: usize> Corners<S, N> {
    /// The corners on a field of `width` columns.
    #[inline(always)]
    pub(super) fn of<const W: u32>(field: Rows<S, N>, width: u32) -> Self {
        let width = if W > 0 { W } else { width } as i32;
        let free = Rows::from_column_range((0, width - 1), 0).without(field);
        // Around the box's centre; walls and floor are filled, what is above the field is free.
        let above = |range| Rows::from_column_range(range, Rows::<S, N>::ROWS as i32 - 1);
        let (inner_left, inner_right) = ((1, width - 1), (0, width - 2));
        let bottom_left = !(free.moved(1, 1) & Rows::from_column_range(inner_left, 0));
        let bottom_right = !(free.moved(-1, 1) & Rows::from_column_range(inner_right, 0));
        let top_left = !((free.moved(1, -1) & Rows::from_column_range(inner_left, 0)) | above(inner_left));
        let top_right = !((free.moved(-1, -1) & Rows::from_column_range(inner_right, 0)) | above(inner_right));
        let at = [top_left, top_right, bottom_right, bottom_left];
        let inside = Rows::from_column_range((0, width - 1), 0);
        let mut corners = Self { full: [Rows::EMPTY; 4], mini: [Rows::EMPTY; 4] };
        repeat!(F in [0 1 2 3] {
            // Facing north the front corners are the first two, and they turn with it.
            let (front, other) = (at[F], at[(F + 1) % 4]);
            let (back, last) = (at[(F + 2) % 4], at[(F + 3) % 4]);
            // From the centre to the anchor. A centre above the field has no filled corner but walls.
            let (dx, dy) = const { (Shape::of(T, F).anchor.0 - 1, Shape::of(T, F).anchor.1 - 1) };
            corners.full[F] = (front & other & (back | last) & inside).moved(dx, dy);
            corners.mini[F] = ((front ^ other) & back & last & inside).moved(dx, dy);
        });
        corners
    }

    /// The landings where a T could have a spin; `None` if there are none.
    #[inline(always)]
    pub(super) fn spin_candidates(&self, grounded: &Facings<S, N>) -> Option<Facings<S, N>> {
        let (mut spots, mut all) = ([Rows::EMPTY; 4], Rows::EMPTY);
        repeat!(F in [0 1 2 3] {
            spots[F] = (self.full[F] | self.mini[F]) & grounded[F];
            all |= spots[F];
        });
        all.any().then_some(spots)
    }

    /// The landings of the T by spin, from a search that did not stop early.
    #[inline(always)]
    pub(super) fn landings_by_spin<const W: u32>(
        &self,
        spots: &Facings<S, N>,
        flood: &Flood<S, N>,
        width: u32,
        half_turns: bool,
    ) -> [Facings<S, N>; 3] {
        let mut found = [[Rows::EMPTY; 4]; 3];
        repeat!(F in [0 1 2 3] {
            let reached = flood.reached[F];
            let (landed, spots) = (flood.grounded[F] & reached, spots[F] & reached);
            found[0][F] = landed;
            // Only where a spin is at stake does it matter what the last move was.
            if spots.any() {
                let (mut plain, mut by_last) = (Rows::EMPTY, Rows::EMPTY);
                macro_rules! turn {
                    ($turn:literal) => {
                        let (turned, last) = turned_positions::<SRS, T, { turned_from(F, $turn) }, $turn, W, S, N>(
                            flood.reached[const { turned_from(F, $turn) }],
                            flood.usable[F],
                            width,
                        );
                        plain |= turned;
                        by_last |= last;
                    };
                }
                turn!(0);
                turn!(1);
                if half_turns {
                    turn!(2);
                }
                // What lies in the field's uppermost row has fallen there.
                let fallen =
                    reached.moved(0, -1) | Rows::from_column_range((0, S as i32 - 1), Rows::<S, N>::ROWS as i32 - 1);
                let shifted = shifted_positions::<T, F, W, S, N>(reached, width) | fallen;
                found[0][F] = landed.without(spots.without(shifted));
                found[1][F] = spots & plain & self.mini[F];
                found[2][F] = spots & (((plain | by_last) & self.full[F]) | (by_last & self.mini[F]));
            }
        });
        found
    }
}

/// The facing from which a turn leads to `facing`.
const fn turned_from(facing: usize, turn: usize) -> usize {
    (facing + 4 - TURNS[turn] as usize) % 4
}

/// Makes minis of the T's landings that are stuck and have no spin by corners: only a turn leads there.
#[inline(always)]
pub(super) fn add_immobile<const W: u32, const S: u32, const N: usize>(
    found: &mut [Facings<S, N>; 3],
    spots: &Facings<S, N>,
    flood: &Flood<S, N>,
    width: u32,
) {
    repeat!(F in [0 1 2 3] {
        let landed = (flood.grounded[F] & flood.reached[F]).without(spots[F]);
        let stuck = landed.without(movable::<T, F, W, S, N>(flood.usable[F], width));
        found[0][F] = found[0][F].without(stuck);
        found[1][F] |= stuck;
    });
}

/// The positions from which a piece can move aside or up.
#[inline(always)]
fn movable<const P: usize, const F: usize, const W: u32, const S: u32, const N: usize>(
    usable: Rows<S, N>,
    width: u32,
) -> Rows<S, N> {
    // In the field's uppermost row nothing is stuck.
    let above = usable.moved(0, -1) | Rows::from_column_range((0, S as i32 - 1), Rows::<S, N>::ROWS as i32 - 1);
    shifted_positions::<P, F, W, S, N>(usable, width) | above
}

/// The landings of a piece by spin where every piece can spin, for a T only if no landing has a spin by corners. Stuck
/// landings are minis, since only a turn leads there.
#[inline(always)]
pub(super) fn immobile_spins<const P: usize, const W: u32, const S: u32, const N: usize>(
    flood: &Flood<S, N>,
    width: u32,
) -> [Facings<S, N>; 2] {
    let mut found = [[Rows::EMPTY; 4]; 2];
    repeat!(F in [0 1 2 3] {
        if const { canonical_facing(P, F) == F } {
            let (usable, landed) = (flood.usable[F], flood.reached_positions::<P, F>() & flood.grounded[F]);
            let free = landed & movable::<P, F, W, S, N>(usable, width);
            found[0][F] = free;
            found[1][F] = landed.without(free);
        }
    });
    found
}
