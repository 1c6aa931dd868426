//! Deciding among everything within reach: straight drops, tucks and spins alike.
//!
//! The rule is the one of straight drops (a landing's value and the best of the next piece's, the first of equals
//! wins); only there are more placements. Straight drops come first, in the order of the settings, and are valued by
//! the column heights as in `brain`. For what lies below an overhang the terrain is counted anew. Keys and time play no
//! part.

use super::brain::{Brain, Lookahead, RankedPlacement, VisiblePosition};
use super::landed::LandedBoard;
use super::terrain::Terrain;
use crate::movegen::drops::{StraightDrop, straight_drops_in_order};
use crate::movegen::{AllowedMoves, Landings, Placement, find_landings};
use crate::rules::{Board, FallingPiece, PieceKind};

/// A board and the terrain of its considered rows.
struct BoardTerrain {
    board: Board,
    terrain: Terrain,
}

impl BoardTerrain {
    fn new(board: Board, rows: usize) -> Self {
        Self { board, terrain: Terrain::of(&board, rows) }
    }

    /// The board and terrain after a piece is placed; `clears` says whether full rows go.
    fn with(&self, piece: FallingPiece, clears: bool) -> Self {
        let mut board = self.board;
        board.place(piece);
        if clears {
            board.clear_full_rows();
        }
        Self::new(board, self.terrain.considered_rows().len())
    }
}

/// A placement of the falling or the held piece with the value of its landing alone, and the piece that comes next.
type PlacementCandidate = (RankedPlacement, Option<PieceKind>);

/// One decision: who decides, by which moves, about which view.
pub(super) struct PlacementDecision<'a> {
    brain: &'a Brain,
    moves: &'a AllowedMoves,
    view: &'a VisiblePosition<'a>,
    ground: BoardTerrain,
    /// A buffer for the search of placements.
    landings: Landings,
}

impl<'a> PlacementDecision<'a> {
    /// A decision about `view` for a player that makes these moves.
    pub(super) fn new(brain: &'a Brain, moves: &'a AllowedMoves, view: &'a VisiblePosition<'a>) -> Self {
        let rows = usize::from(view.board.size().visible) + usize::from(brain.settings().rows_above);
        Self { brain, moves, view, ground: BoardTerrain::new(*view.board, rows), landings: Landings::new() }
    }

    /// The best placement, the first of equals: the most promising are looked into first. `None` when the piece fits
    /// nowhere.
    pub(super) fn choose(mut self) -> Option<RankedPlacement> {
        let candidates = self.candidates();
        let mut order: Vec<usize> = (0..candidates.len()).collect();
        order.sort_by(|&a, &b| candidates[b].0.value.total_cmp(&candidates[a].0.value));
        let mut best: Option<(usize, f64)> = None;
        for index in order {
            let candidate = &candidates[index];
            if best.is_some_and(|(_, value)| candidate.0.value + self.brain.ceiling < value) {
                break;
            }
            let value = self.value(candidate);
            if best.is_none_or(|(first, most)| value > most || (value == most && index < first)) {
                best = Some((index, value));
            }
        }
        best.map(|(index, value)| RankedPlacement { value, ..candidates[index].0 })
    }

    /// All placements, the best first, equals in the order of the candidates.
    pub(super) fn rank_placements(mut self) -> Vec<RankedPlacement> {
        let candidates = self.candidates();
        let mut all: Vec<RankedPlacement> =
            candidates.iter().map(|at| RankedPlacement { value: self.value(at), ..at.0 }).collect();
        all.sort_by(|a, b| b.value.total_cmp(&a.value));
        all
    }

    /// The placements of the falling piece, then those of the piece that comes by holding it.
    fn candidates(&mut self) -> Vec<PlacementCandidate> {
        let (brain, view, moment) = (self.brain, self.view, self.brain.settings().moment);
        let mut found = Vec::new();
        for (kind, next, hold) in brain.playable_pieces(view).into_iter().flatten() {
            each(brain, &self.ground, kind, self.moves, &mut self.landings, |landed, Placement { piece, spin }| {
                let value = match brain.loses(view, landed) {
                    true => f64::NEG_INFINITY,
                    false => landed.with_board_at_moment(moment, |landed| brain.evaluator().value(landed)),
                };
                found.push((RankedPlacement { piece, spin, hold, value }, next));
            });
        }
        found
    }

    /// The value of a candidate's landing and the greatest that the next piece adds, together.
    fn value(&mut self, (candidate, next): &PlacementCandidate) -> f64 {
        let (brain, view, settings) = (self.brain, self.view, self.brain.settings());
        let (Lookahead::NextPiece, Some(next)) = (settings.lookahead, *next) else { return candidate.value };
        let ground = self.ground.with(candidate.piece, settings.clears_for_next_piece());
        let mut contest = brain.evaluator().begin_landing_contest();
        each(brain, &ground, next, self.moves, &mut self.landings, |landed, _| {
            if !brain.loses(view, landed) {
                landed.with_board_at_moment(settings.moment, |landed| contest.enter(landed));
            }
        });
        candidate.value + contest.greatest_value().unwrap_or(settings.no_next)
    }
}

/// Calls `show` with every landing of `kind` within reach that lies wholly in the considered rows. Each set of cells
/// comes once, with the spin that is worth most: first the straight drops in the brain's order, then the others in
/// the order of [`Landings::each`].
fn each(
    brain: &Brain,
    ground: &BoardTerrain,
    kind: PieceKind,
    moves: &AllowedMoves,
    landings: &mut Landings,
    mut show: impl FnMut(&LandedBoard, Placement),
) {
    find_landings(&ground.board, kind, moves, landings);
    let terrain = &ground.terrain;
    let drops = straight_drops_in_order(brain.settings().order, kind, terrain.width());
    let mut straight = 0;
    for drop in drops {
        let Some(landed) = LandedBoard::from_drop(terrain, drop) else { continue };
        let piece = drop.piece_at_row(landed.piece_row_and_height().0);
        if let Some(spin) = landings.preferred_spin(piece, landed.lines() > 0) {
            straight += 1;
            show(&landed, Placement { piece, spin });
        }
    }
    if landings.len() == straight {
        return;
    }
    landings.each(|placement| {
        let piece = placement.piece;
        let (lowest, highest) = piece.row_range();
        let covered = |(x, y): (i8, i8)| (y as u8) < terrain.heights()[x as usize & 15];
        if highest as usize >= terrain.considered_rows().len() || !piece.cells().any(covered) {
            return;
        }
        let Some(drop) = drop_of(drops, piece) else { return };
        let terrain = terrain.with_piece(drop, lowest as u8);
        let landed = LandedBoard::with_piece_at_row(&terrain, drop, lowest as u8);
        if landings.preferred_spin(piece, landed.lines() > 0) == Some(placement.spin) {
            show(&landed, placement);
        }
    });
}

/// The straight drop that has the same cells over the same columns, whatever the height; `None` if `drops` has none.
pub(super) fn drop_of(drops: &'static [StraightDrop], piece: FallingPiece) -> Option<&'static StraightDrop> {
    let (lowest, _) = piece.row_range();
    let mask = piece.cells().fold(0, |mask, (x, y)| mask | 1u128 << (16 * u32::from((y - lowest) as u8) + x as u32));
    drops.iter().find(|drop| drop.mask == mask)
}
