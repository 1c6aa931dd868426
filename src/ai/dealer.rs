//! The adversary that deals: it gives the piece that is worst for the player, by minimax.
//!
//! A piece is dealt as it enters the next queue: the piece that falls has appeared and lies nowhere yet. The dealer
//! sees the board, the falling piece and the pieces on show. For each piece that it may deal it finds the player's best
//! way to set all of them down in their order, the dealt one last, by straight drops. It deals the piece whose best way
//! is worst, the first of equals in the order of the table. A way is worth the sum of a published controller's values
//! of its landings. Sums have a fixed order: every machine deals the same.
//!
//! The hold slot is not taken into account: a dealer that did so gave searching players the same piece for ever, and
//! they survived. Figures: `docs/lab/dealer.md`.
//!
//! With one piece on show all ways are looked at. With more, only the [`BEAM_WIDTH`] best beginnings are followed after
//! each landing: each piece makes up to 34 ways of one, and a draw must not take long enough to be noticed.

use super::brain::EvaluationMoment;
use super::evaluator::Evaluator;
use super::landed::LandedBoard;
use super::literature::published_controller;
use super::terrain::Terrain;
use crate::movegen::StraightDrop;
use crate::movegen::drops::straight_drops;
use crate::rules::{Board, NextQueue, PieceKind, Rules};
use std::cmp::Ordering;
use std::sync::OnceLock;

/// The published controller by whose values the dealer judges.
const CONTROLLER: &str = "bcts";
/// How many sequences of landings are followed after each piece, where the dealer looks at more than two pieces.
pub const BEAM_WIDTH: usize = 32;
/// Rows above the skyline that a piece may lie in, as for the controllers of the literature.
const ROWS_ABOVE: u8 = 4;

/// The value of a sequence of placements, in which the player sets down some pieces one after the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SequenceValue {
    /// How many landings left a cell above the skyline after the clear. Fewer are better, whatever the sum.
    pub above: u8,
    /// The sum of the landings' values.
    pub sum: f64,
}

/// What the dealer sees of a player before it deals.
#[derive(Clone, Copy, Debug)]
pub struct DealerSight<'a> {
    /// The rules of the player's game.
    pub rules: &'a Rules,
    /// The board without the falling piece.
    pub board: &'a Board,
    /// The falling piece, which lies nowhere yet.
    pub falling: PieceKind,
}

/// A sequence of landings as far as it was followed: the board after it, and its value.
struct PathNode {
    terrain: Terrain,
    worth: SequenceValue,
}

/// One more landing after the sequence at index `from`, and the value of the two together.
struct PathStep {
    from: usize,
    drop: &'static StraightDrop,
    worth: SequenceValue,
}

impl SequenceValue {
    const START: Self = Self { above: 0, sum: 0.0 };
    /// The value where the pieces cannot be placed one after the other at all.
    const NONE: Self = Self { above: u8::MAX, sum: f64::NEG_INFINITY };

    /// Compares the values of two sequences; the one that the player likes better is the greater.
    pub fn compare(&self, other: &Self) -> Ordering {
        other.above.cmp(&self.above).then(self.sum.total_cmp(&other.sum))
    }

    /// The value of this sequence with one more landing.
    fn and(self, landed: &LandedBoard, skyline: u8) -> Self {
        let value = evaluator().map_or(0.0, |evaluator| {
            landed.with_board_at_moment(EvaluationMoment::AfterClear, |it| evaluator.value(it))
        });
        Self { above: self.above + u8::from(landed.overflows(skyline)), sum: self.sum + value }
    }
}

/// The evaluator of the published controller by which the dealer judges, built once; `None` if it cannot be built.
fn evaluator() -> Option<&'static Evaluator> {
    static EVALUATOR: OnceLock<Option<Evaluator>> = OnceLock::new();
    let build = || Some(published_controller(CONTROLLER)?.brain().ok()?.evaluator().clone());
    EVALUATOR.get_or_init(build).as_ref()
}

impl DealerSight<'_> {
    /// Deals until the queue shows as many pieces as the rules say. Nothing happens where the rules have no dealer.
    pub fn refill_queue(&self, queue: &mut NextQueue) {
        loop {
            let choices = queue.deal_choices(self.rules.next.into());
            if choices.is_empty() {
                return;
            }
            let known: Vec<PieceKind> = std::iter::once(self.falling).chain(queue.shown()).collect();
            let Some(kind) = self.worst_piece(&known, &choices) else { return };
            queue.add_dealt_piece(kind);
        }
    }

    /// Of `choices`, the piece after which the player's best sequence of placements is worth least, the pieces in
    /// `known` being placed before it; the first of equals. `None` if there are no choices.
    fn worst_piece(&self, known: &[PieceKind], choices: &[PieceKind]) -> Option<PieceKind> {
        // One choice needs no thought.
        if choices.len() < 2 {
            return choices.first().copied();
        }
        let worth = |&kind: &PieceKind| (kind, self.best_sequence_value(&[known, &[kind]].concat()));
        // Of equals the first is the least.
        choices.iter().map(worth).min_by(|a, b| a.1.compare(&b.1)).map(|(kind, _)| kind)
    }

    /// The value of the player's best sequence of placements of these pieces, one after the other.
    pub fn best_sequence_value(&self, pieces: &[PieceKind]) -> SequenceValue {
        let skyline = self.rules.board.visible;
        let terrain = Terrain::of(self.board, usize::from(skyline + ROWS_ABOVE));
        let mut nodes = vec![PathNode { terrain, worth: SequenceValue::START }];
        for (&kind, left) in pieces.iter().zip((0..pieces.len()).rev()) {
            let steps = nodes.iter().enumerate().flat_map(|(from, node)| node.landings(from, kind, skyline));
            if left == 0 {
                return steps.map(|step| step.worth).max_by(SequenceValue::compare).unwrap_or(SequenceValue::NONE);
            }
            let mut steps: Vec<PathStep> = steps.collect();
            if pieces.len() > 2 {
                // Stable: of equals the first stays.
                steps.sort_by(|a, b| b.worth.compare(&a.worth));
                steps.truncate(BEAM_WIDTH);
            }
            nodes = steps.iter().filter_map(|step| nodes[step.from].after(step)).collect();
        }
        SequenceValue::START
    }
}

impl PathNode {
    /// All landings of `kind` after this sequence of landings, which is the one at index `from`.
    fn landings(&self, from: usize, kind: PieceKind, skyline: u8) -> impl Iterator<Item = PathStep> + '_ {
        straight_drops(kind, self.terrain.width()).iter().filter_map(move |drop| {
            let worth = self.worth.and(&LandedBoard::from_drop(&self.terrain, drop)?, skyline);
            Some(PathStep { from, drop, worth })
        })
    }

    /// This sequence with one more landing and its full rows gone; `None` if the piece cannot land there.
    fn after(&self, step: &PathStep) -> Option<Self> {
        let terrain = LandedBoard::from_drop(&self.terrain, step.drop)?.terrain_with_piece().without_full_rows();
        Some(Self { terrain, worth: step.worth })
    }
}
