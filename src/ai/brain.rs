//! The brain of a learner: it values every straight drop of the piece, with a look at the next one, and takes the best.
//!
//! It keeps no state: the same view gives the same choice. Keys and time play no part. Players that tuck and spin
//! decide in `reaching`, by the same rule over more placements.

use super::evaluator::Evaluator;
use super::landed::LandedBoard;
use super::reaching::PlacementDecision;
use super::terrain::Terrain;
use crate::movegen::drops::{DropOrder, MAX_DROPS, StraightDrop, straight_drops, straight_drops_in_order};
use crate::movegen::{Move, Placement, PlacementSource};
use crate::rules::{Board, FallingPiece, LastMove, PieceKind, Spin};
use serde::{Deserialize, Serialize};

/// How far a brain looks ahead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lookahead {
    /// Looks at the falling piece alone.
    #[default]
    None,
    /// Looks at the next piece too, and adds the best value of its placements.
    NextPiece,
}

/// At which moment a landing is valued.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EvaluationMoment {
    /// The landing is valued with its full rows still there.
    #[default]
    BeforeClear,
    /// The landing is valued once its full rows have gone.
    AfterClear,
}

/// Which board the next piece lands on in a look ahead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NextPieceBoard {
    /// The board at the [`EvaluationMoment`] at which landings are valued.
    #[default]
    AsValued,
    /// The board with its full rows still there.
    Uncleared,
    /// The board with its full rows gone.
    Cleared,
}

/// What a player sees when a piece is decided on.
#[derive(Clone, Copy, Debug)]
pub struct VisiblePosition<'a> {
    /// The board without the falling piece.
    pub board: &'a Board,
    /// The falling piece, which is to be placed.
    pub falling: PieceKind,
    /// The held piece; `None` if the slot is empty.
    pub hold: Option<PieceKind>,
    /// Whether the falling piece may be held.
    pub can_hold: bool,
    /// The pieces on show after the falling one, the next one first.
    pub next: &'a [PieceKind],
}

/// A placement and its value, as a brain or a search ranks it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RankedPlacement {
    /// Where the piece lands.
    pub piece: FallingPiece,
    /// The spin that it locks with; straight drops have none.
    pub spin: Spin,
    /// Whether the falling piece is held first.
    pub hold: bool,
    /// The value of the placement: the greater, the better.
    pub value: f64,
}

impl RankedPlacement {
    /// The placement without its value.
    pub const fn placement(&self) -> Placement {
        Placement { piece: self.piece, spin: self.spin }
    }

    /// The move without its value.
    pub const fn to_move(self) -> Move {
        Move { placement: self.placement(), hold: self.hold }
    }

    /// A last move that gives the placement's spin.
    pub const fn possible_last_move(&self) -> LastMove {
        self.spin.possible_last_move()
    }
}

/// A computer player that decides by an evaluator of landings, used as its settings say.
#[derive(Clone, Debug)]
pub struct Brain {
    evaluator: Evaluator,
    settings: BrainSettings,
    /// The most that a next piece adds to a value.
    pub(super) ceiling: f64,
}

/// How a brain uses its evaluator, the same for every decision.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BrainSettings {
    /// How far the brain looks ahead.
    pub lookahead: Lookahead,
    /// At which moment the brain values a landing.
    pub moment: EvaluationMoment,
    /// How many rows above the skyline the brain considers and may use, as far as the board has them.
    pub rows_above: u8,
    /// Whether the brain uses the hold slot.
    pub holds: bool,
    /// The order in which placements are tried: the first of equals wins.
    pub order: DropOrder,
    /// Which board the next piece lands on in a look ahead.
    pub next_on: NextPieceBoard,
    /// What is added to a placement's value when the next piece has no placement; minus infinity is possible.
    pub no_next: f64,
    /// Whether a placement that leaves a cell above the skyline after the clear is worth minus infinity, and does not
    /// count as a placement of the next piece.
    pub avoids_overflow: bool,
    /// Which placements the brain chooses from.
    pub placements: PlacementSource,
}

impl BrainSettings {
    /// Whether the next piece of a look ahead lands on the board with its full rows gone.
    pub(super) fn clears_for_next_piece(&self) -> bool {
        match self.next_on {
            NextPieceBoard::AsValued => self.moment == EvaluationMoment::AfterClear,
            board => board == NextPieceBoard::Cleared,
        }
    }
}

/// A placement of the falling or the held piece before the next one is looked at.
#[derive(Clone, Copy)]
struct Candidate {
    drop: &'static StraightDrop,
    /// The piece that comes after the one that is placed.
    next: Option<PieceKind>,
    hold: bool,
    /// The value of the landing, without the next piece.
    value: f64,
}

impl Brain {
    /// A player that values landings by `evaluator`, with these settings.
    pub fn new(evaluator: Evaluator, settings: BrainSettings) -> Self {
        let ceiling = match settings.lookahead {
            Lookahead::None => 0.0,
            // A landing without a next placement may add more than any placement.
            Lookahead::NextPiece => evaluator.value_upper_bound().max(settings.no_next),
        };
        Self { evaluator, settings, ceiling }
    }

    /// The evaluator that values landings.
    pub fn evaluator(&self) -> &Evaluator {
        &self.evaluator
    }

    /// How the brain uses its evaluator.
    pub fn settings(&self) -> BrainSettings {
        self.settings
    }

    /// The same brain, choosing from other placements.
    #[must_use]
    pub fn with_placements(&self, placements: PlacementSource) -> Self {
        Self { settings: BrainSettings { placements, ..self.settings }, ..self.clone() }
    }

    /// The best placement, the first of equals; `None` when the piece fits nowhere.
    ///
    /// It is the first of [`Brain::rank`], found faster: candidates are looked into from the most promising on, until
    /// not even the greatest value that a next piece can add would make the next candidate the best.
    pub fn choose(&self, view: &VisiblePosition) -> Option<RankedPlacement> {
        if let PlacementSource::Reachable(moves) = &self.settings.placements {
            return PlacementDecision::new(self, moves, view).choose();
        }
        let terrain = self.terrain(view);
        let mut candidates: Candidates = self.candidates(&terrain, view).collect();
        let mut best: Option<(usize, f64)> = None;
        while let Some((index, promise)) = candidates.take_most_promising() {
            if best.is_some_and(|(_, value)| promise + self.ceiling < value) {
                break;
            }
            let value = self.value(&terrain, view, &candidates.all[index]);
            if best.is_none_or(|(first, most)| value > most || (value == most && index < first)) {
                best = Some((index, value));
            }
        }
        best.map(|(index, value)| ranked(&terrain, &candidates.all[index], value))
    }

    /// All placements, the best first, equals in the order of the drops. Empty when the piece fits nowhere.
    pub fn rank(&self, view: &VisiblePosition) -> Vec<RankedPlacement> {
        if let PlacementSource::Reachable(moves) = &self.settings.placements {
            return PlacementDecision::new(self, moves, view).rank_placements();
        }
        let terrain = self.terrain(view);
        let value = |candidate: Candidate| ranked(&terrain, &candidate, self.value(&terrain, view, &candidate));
        let mut all: Vec<RankedPlacement> = self.candidates(&terrain, view).map(value).collect();
        all.sort_by(|a, b| b.value.total_cmp(&a.value));
        all
    }

    fn terrain(&self, view: &VisiblePosition) -> Terrain {
        Terrain::of(view.board, usize::from(view.board.size().visible) + usize::from(self.settings.rows_above))
    }

    /// The placements of the falling piece, then those of the piece that comes by holding it.
    fn candidates<'a>(
        &'a self,
        terrain: &'a Terrain,
        view: &'a VisiblePosition,
    ) -> impl Iterator<Item = Candidate> + 'a {
        self.playable_pieces(view).into_iter().flatten().flat_map(move |(kind, next, hold)| {
            straight_drops_in_order(self.settings.order, kind, terrain.width()).iter().filter_map(move |drop| {
                let landed = LandedBoard::from_drop(terrain, drop)?;
                let value = match self.loses(view, &landed) {
                    true => f64::NEG_INFINITY,
                    false => landed.with_board_at_moment(self.settings.moment, |landed| self.evaluator.value(landed)),
                };
                Some(Candidate { drop, next, hold, value })
            })
        })
    }

    /// The falling piece, and the piece that comes by holding it. Each stands with the piece after it, and with whether
    /// the falling piece is held first.
    pub(super) fn playable_pieces(&self, view: &VisiblePosition) -> [Option<(PieceKind, Option<PieceKind>, bool)>; 2] {
        let held = match (view.hold, view.next) {
            _ if !self.settings.holds || !view.can_hold => None,
            (Some(held), next) => Some((held, next.first().copied(), true)),
            (None, [first, rest @ ..]) => Some((*first, rest.first().copied(), true)),
            (None, []) => None,
        };
        [Some((view.falling, view.next.first().copied(), false)), held]
    }

    /// The value of a candidate's landing and the greatest that the next piece adds, together.
    fn value(&self, terrain: &Terrain, view: &VisiblePosition, candidate: &Candidate) -> f64 {
        let (Lookahead::NextPiece, Some(next)) = (self.settings.lookahead, candidate.next) else {
            return candidate.value;
        };
        let Some(landed) = LandedBoard::from_drop(terrain, candidate.drop) else { return candidate.value };
        let ground = landed.terrain_with_piece();
        let ground = if self.settings.clears_for_next_piece() { ground.without_full_rows() } else { ground };
        let mut contest = self.evaluator.begin_landing_contest();
        for drop in straight_drops_in_order(self.settings.order, next, ground.width()) {
            if let Some(landed) = LandedBoard::from_drop(&ground, drop)
                && !self.loses(view, &landed)
            {
                landed.with_board_at_moment(self.settings.moment, |landed| contest.enter(landed));
            }
        }
        candidate.value + contest.greatest_value().unwrap_or(self.settings.no_next)
    }

    /// Whether a landing loses the game. Always false for a player that does not avoid overflow.
    pub(super) fn loses(&self, view: &VisiblePosition, landed: &LandedBoard) -> bool {
        self.settings.avoids_overflow && landed.overflows(view.board.size().visible)
    }
}

fn ranked(terrain: &Terrain, candidate: &Candidate, value: f64) -> RankedPlacement {
    let row = candidate.drop.resting_row(terrain.heights());
    RankedPlacement { piece: candidate.drop.piece_at_row(row), spin: Spin::None, hold: candidate.hold, value }
}

/// The candidates of a decision, and which of them are still to be looked into. They lie on the stack, so that a
/// decision allocates nothing.
struct Candidates {
    all: [Candidate; 2 * MAX_DROPS],
    /// Indices of the candidates not looked into yet, the first `waiting` valid.
    order: [u8; 2 * MAX_DROPS],
    waiting: usize,
}

impl FromIterator<Candidate> for Candidates {
    fn from_iter<I: IntoIterator<Item = Candidate>>(candidates: I) -> Self {
        let none = Candidate { drop: &straight_drops(PieceKind::O, 4)[0], next: None, hold: false, value: 0.0 };
        let mut found = Self { all: [none; 2 * MAX_DROPS], order: [0; 2 * MAX_DROPS], waiting: 0 };
        for candidate in candidates.into_iter().take(2 * MAX_DROPS) {
            found.all[found.waiting] = candidate;
            found.order[found.waiting] = found.waiting as u8;
            found.waiting += 1;
        }
        found
    }
}

impl Candidates {
    /// Takes out the candidate of the greatest value: its index and that value. `None` when none is waiting.
    fn take_most_promising(&mut self) -> Option<(usize, f64)> {
        let value = |at: usize| self.all[usize::from(self.order[at])].value;
        let most = (0..self.waiting).reduce(|best, at| if value(at) > value(best) { at } else { best })?;
        let index = usize::from(self.order[most]);
        self.waiting -= 1;
        self.order[most] = self.order[self.waiting];
        Some((index, self.all[index].value))
    }
}
