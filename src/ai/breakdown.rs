//! What an evaluator measures of a placement, feature by feature, and why it prefers one placement to another.
//!
//! A weighted sum falls into shares by itself. A network does not: there the weight of a feature between two placements
//! is what the network's value loses when that one input alone is taken from the other placement.

use super::brain::{Brain, RankedPlacement};
use super::features::Feature;
use super::landed::LandedBoard;
use super::network::MAX_INPUTS;
use super::reaching::drop_of;
use super::terrain::Terrain;
use crate::movegen::drops::straight_drops_in_order;
use crate::rules::Board;

/// The name of what a look at the next piece adds to a value. It is no feature of the table.
pub const NEXT_PIECE_NAME: &str = "next-piece";

/// The value of one feature for a placement.
#[derive(Clone, Copy, Debug)]
pub struct FeatureValue {
    /// The feature that was measured.
    pub feature: &'static Feature,
    /// The value of the feature.
    pub value: f64,
    /// What the feature adds to the sum; `None` in a network, where nothing adds up.
    pub share: Option<f64>,
}

/// The values of all features for one placement, and what the evaluator makes of them.
#[derive(Clone, Debug)]
pub struct ValueBreakdown {
    /// The features, in the evaluator's order.
    pub readings: Vec<FeatureValue>,
    /// The value of the landing itself, without the next piece.
    pub own: f64,
    /// What the look at the next piece has added to `own`.
    pub next: f64,
    inputs: [f64; MAX_INPUTS],
}

/// How much one feature speaks for the first of two placements; below zero it speaks for the second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FeatureAdvantage {
    /// The feature's name, or [`NEXT_PIECE_NAME`].
    pub name: &'static str,
    /// How much the feature speaks for the first placement, in units of the placements' values.
    pub weight: f64,
}

/// Measures a placement for this brain on `board`, the board before the piece falls. `None` where the piece does not
/// fit.
pub fn value_breakdown(brain: &Brain, board: &Board, choice: &RankedPlacement) -> Option<ValueBreakdown> {
    if !board.fits(choice.piece) {
        return None;
    }
    let (evaluator, settings) = (brain.evaluator(), brain.settings());
    let terrain = Terrain::of(board, usize::from(board.size().visible) + usize::from(settings.rows_above));
    let drops = straight_drops_in_order(settings.order, choice.piece.kind, terrain.width());
    let drop = drop_of(drops, choice.piece)?;
    let row = choice.piece.row_range().0;
    let straight = drop.resting_row(terrain.heights()) as i8 == row;
    // Under an overhang: the terrain with the piece in it.
    let row = u8::try_from(row).ok()?;
    let under = terrain.with_piece(drop, row);
    let landed = if straight {
        LandedBoard::from_drop(&terrain, drop)?
    } else {
        LandedBoard::with_piece_at_row(&under, drop, row)
    };
    landed.with_board_at_moment(settings.moment, |landed| {
        let inputs = evaluator.measure(landed);
        let weights = evaluator.linear_weights();
        let share = |index: usize| weights.map(|weights| weights[index] * inputs[index]);
        let features = evaluator.features().iter().enumerate();
        let own = evaluator.value(landed);
        Some(ValueBreakdown {
            readings: features
                .map(|(index, &feature)| FeatureValue { feature, value: inputs[index], share: share(index) })
                .collect(),
            own,
            // A placement that loses has no value to take apart.
            next: if choice.value.is_finite() { choice.value - own } else { 0.0 },
            inputs,
        })
    })
}

/// How much each feature speaks for `this` placement rather than `that` one, in the evaluator's order; then
/// [`NEXT_PIECE_NAME`], if that differs.
pub fn feature_advantages(brain: &Brain, this: &ValueBreakdown, that: &ValueBreakdown) -> Vec<FeatureAdvantage> {
    let evaluator = brain.evaluator();
    let mut advantages: Vec<FeatureAdvantage> = this
        .readings
        .iter()
        .zip(&that.readings)
        .enumerate()
        .map(|(index, (one, two))| {
            let weight = match (one.share, two.share) {
                (Some(one), Some(two)) => one - two,
                _ => {
                    let mut exchanged = this.inputs;
                    exchanged[index] = that.inputs[index];
                    this.own - evaluator.network_value(&exchanged).unwrap_or(this.own)
                }
            };
            FeatureAdvantage { name: one.feature.name, weight }
        })
        .collect();
    let weight = this.next - that.next;
    if weight != 0.0 {
        advantages.push(FeatureAdvantage { name: NEXT_PIECE_NAME, weight });
    }
    advantages
}

/// The advantage that speaks most for the first placement; `None` when none is above zero.
pub fn greatest_advantage(advantages: &[FeatureAdvantage]) -> Option<FeatureAdvantage> {
    let most = advantages.iter().copied().reduce(|most, other| if other.weight > most.weight { other } else { most });
    most.filter(|most| most.weight > 0.0)
}

/// The reason that a feature gives for `this` placement against `that` one, in words that follow "it".
pub fn feature_reason(name: &str, this: &ValueBreakdown, that: &ValueBreakdown) -> &'static str {
    match name {
        NEXT_PIECE_NAME => "leaves a better place for the next piece",
        _ => {
            let value = |breakdown: &ValueBreakdown| {
                breakdown.readings.iter().find(|reading| reading.feature.name == name).copied()
            };
            match (value(this), value(that)) {
                (Some(one), Some(two)) if one.value < two.value => one.feature.less,
                (Some(one), Some(_)) => one.feature.more,
                _ => "is worth more",
            }
        }
    }
}

/// One of the best placements, and the reason that separates it from the best.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The placement with its value.
    pub choice: RankedPlacement,
    /// How far the placement's value is behind the best one's, 0 or more.
    pub gap: f64,
    /// What speaks most for the best placement against this one, in words that follow "it"; for the best itself,
    /// against the second. `None` where nothing does, or where no landing describes one of the two.
    pub reason: Option<&'static str>,
}

/// The best `count` of these placements, which come best first. A placement that the falling and the held piece share
/// comes once.
pub fn placement_hints(brain: &Brain, board: &Board, ranked: &[RankedPlacement], count: usize) -> Vec<Hint> {
    let mut chosen: Vec<RankedPlacement> = Vec::new();
    for choice in ranked {
        if chosen.len() < count && !chosen.iter().any(|known| known.piece == choice.piece) {
            chosen.push(*choice);
        }
    }
    let Some(first) = chosen.first().copied() else { return Vec::new() };
    let seen: Vec<Option<ValueBreakdown>> = chosen.iter().map(|choice| value_breakdown(brain, board, choice)).collect();
    let against = |other: usize| {
        let (this, that) = (seen.first()?.as_ref()?, seen.get(other)?.as_ref()?);
        greatest_advantage(&feature_advantages(brain, this, that)).map(|weight| feature_reason(weight.name, this, that))
    };
    let hint = |(index, choice): (usize, &RankedPlacement)| {
        let gap = first.value - choice.value;
        // Two placements that both lose are no further apart than nothing.
        Hint { choice: *choice, gap: if gap.is_nan() { 0.0 } else { gap }, reason: against(index.max(1)) }
    };
    chosen.iter().enumerate().map(hint).collect()
}
