//! The thing that decides: values every straight drop of the piece, with a look at the next one, and takes the best.
//!
//! Total and pure: the same view gives the same choice. Knows no keys and no time.

use super::evaluator::Evaluator;
use super::placements::drops;
use super::terrain::Terrain;
use crate::rules::{Board, FallingPiece, PieceKind};
use serde::{Deserialize, Serialize};

/// How far a brain looks ahead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lookahead {
    /// At the falling piece alone.
    #[default]
    None,
    /// Adds the best value of the next piece's placements, 0 if it has none.
    NextPiece,
}

/// When a landing is valued.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Moment {
    /// With its full rows still there; the next piece lands on them too.
    #[default]
    BeforeClear,
    /// Once its full rows have gone.
    AfterClear,
}

/// What a player sees.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The board without the falling piece.
    pub board: &'a Board,
    /// The falling piece.
    pub falling: PieceKind,
    /// The held piece.
    pub hold: Option<PieceKind>,
    /// Whether the falling piece may be held.
    pub can_hold: bool,
    /// The next queue.
    pub next: &'a [PieceKind],
}

/// A placement and its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked {
    /// Where the piece lands.
    pub piece: FallingPiece,
    /// Whether the falling piece is held first.
    pub hold: bool,
    /// What it is worth.
    pub value: f64,
}

/// An evaluator and how it is used.
#[derive(Clone, Debug)]
pub struct Brain {
    /// Values a terrain.
    pub evaluator: Evaluator,
    /// How far it looks.
    pub lookahead: Lookahead,
    /// When it values.
    pub moment: Moment,
    /// Rows above the skyline that it considers and may use.
    pub rows_above: u8,
    /// Whether it uses the hold slot.
    pub holds: bool,
}

impl Brain {
    /// The best placement; the first of equals. `None` when the piece fits nowhere.
    pub fn choose(&self, view: &View) -> Option<Ranked> {
        let mut best: Option<Ranked> = None;
        self.each(view, |ranked| {
            if best.is_none_or(|best| ranked.value > best.value) {
                best = Some(ranked);
            }
        });
        best
    }

    /// Every placement, the best first, equals in the order of the drops.
    pub fn rank(&self, view: &View) -> Vec<Ranked> {
        let mut all = Vec::new();
        self.each(view, |ranked| all.push(ranked));
        all.sort_by(|a, b| b.value.total_cmp(&a.value));
        all
    }

    fn each(&self, view: &View, mut found: impl FnMut(Ranked)) {
        let rows = usize::from(view.board.size().visible) + usize::from(self.rows_above);
        let terrain = Terrain::of(view.board, rows);
        self.each_drop(&terrain, view.falling, view.next.first().copied(), false, &mut found);
        if self.holds && view.can_hold {
            match (view.hold, view.next) {
                (Some(held), next) => self.each_drop(&terrain, held, next.first().copied(), true, &mut found),
                (None, [first, rest @ ..]) => {
                    self.each_drop(&terrain, *first, rest.first().copied(), true, &mut found);
                }
                (None, []) => {}
            }
        }
    }

    fn each_drop(
        &self,
        terrain: &Terrain,
        kind: PieceKind,
        next: Option<PieceKind>,
        hold: bool,
        found: &mut impl FnMut(Ranked),
    ) {
        for drop in drops(kind, terrain.width()) {
            let Some((landed, row)) = self.landed(terrain, drop) else { continue };
            let value = self.evaluator.value(&landed) + self.best_next(&landed, next);
            found(Ranked { piece: drop.piece_at(row), hold, value });
        }
    }

    /// The greatest value among the next piece's placements.
    #[inline]
    fn best_next(&self, terrain: &Terrain, next: Option<PieceKind>) -> f64 {
        let (Lookahead::NextPiece, Some(kind)) = (self.lookahead, next) else { return 0.0 };
        let ranks = drops(kind, terrain.width())
            .iter()
            .filter_map(|drop| self.landed(terrain, drop))
            .map(|(landed, _)| self.evaluator.rank(&landed));
        ranks.reduce(f64::max).map_or(0.0, |rank| self.evaluator.value_of_rank(rank))
    }

    #[inline]
    fn landed(&self, terrain: &Terrain, drop: &super::Drop) -> Option<(Terrain, u8)> {
        let (landed, row) = terrain.landed(drop)?;
        Some(match self.moment {
            Moment::BeforeClear => (landed, row),
            Moment::AfterClear => (landed.cleared(), row),
        })
    }
}
