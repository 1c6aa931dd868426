//! What a player gets wrong: faults by kind, to be counted over games. A kind is one entry of the table.

use super::moves::ReviewedMove;
use super::summary::RoundPhase;
use crate::rules::{Rules, Spin};

/// A kind of faults. A fault can be of several kinds.
#[derive(Clone, Copy, Debug)]
pub struct FaultKind {
    /// The name in files.
    pub id: &'static str,
    /// The name that a player reads.
    pub name: &'static str,
    /// What it is, in a line for the player.
    pub about: &'static str,
    /// Whether a move that cost something is of this kind.
    pub applies: fn(&ReviewedMove, &Rules) -> bool,
}

const fn kind(
    id: &'static str,
    name: &'static str,
    about: &'static str,
    applies: fn(&ReviewedMove, &Rules) -> bool,
) -> FaultKind {
    FaultKind { id, name, about, applies }
}

/// Every kind of faults.
pub const FAULT_KINDS: [FaultKind; 14] = [
    kind("misdrop", "Misdrops", "One column beside the best place, or one turn away from it", |moved, rules| {
        moved.misdrop(rules).is_some()
    }),
    kind(
        "missed-attack",
        "Missed attacks",
        "Two lines of attack or more were there within three pieces",
        |moved, _| moved.review.misses_attack(),
    ),
    kind("needless-danger", "Needless danger", "The move can lose where the best one cannot", |moved, _| {
        moved.review.is_needless_danger()
    }),
    kind("missed-spin", "Missed spins", "The best move was a spin that you did not make", |moved, _| {
        let best = moved.review.fault().map(|judgement| judgement.best.0.spin);
        best.is_some_and(|spin| spin != Spin::None) && moved.played().0.spin == Spin::None
    }),
    kind("hold", "The hold slot", "The best move held where you did not, or did not where you held", |moved, _| {
        moved.review.fault().is_some_and(|judgement| judgement.best.1 != moved.played().1)
    }),
    kind("opening", "The opening", "Within the first fourteen pieces of a round, under a low stack", |moved, _| {
        RoundPhase::of(&moved.recorded) == RoundPhase::Opening
    }),
    kind("high-stack", "Under a high stack", "With twelve rows or more, waiting garbage counted", |moved, _| {
        RoundPhase::of(&moved.recorded) == RoundPhase::HighStack
    }),
    kind("buried", "Holes", "What speaks most for the best move: fewer holes", |moved, _| is_about(moved, "buried")),
    kind("surface", "The surface", "What speaks most for the best move: a smoother surface", |moved, _| {
        is_about(moved, "surface")
    }),
    kind("heights", "Height", "What speaks most for the best move: a lower stack", |moved, _| {
        is_about(moved, "heights")
    }),
    kind("windows", "Open columns", "What speaks most for the best move: columns that stay open", |moved, _| {
        is_about(moved, "windows")
    }),
    kind("t-slots", "Room for T-spins", "What speaks most for the best move: a place to turn a T in", |moved, _| {
        is_about(moved, "t-slots")
    }),
    kind("outlooks", "Combos to come", "What speaks most for the best move: a longer combo", |moved, _| {
        is_about(moved, "outlooks")
    }),
    kind("lines-sent", "Attack", "What speaks most for the best move: more lines sent", |moved, _| {
        is_about(moved, "lines-sent")
    }),
];

/// Whether a group of features says most for the best move.
fn is_about(moved: &ReviewedMove, group: &str) -> bool {
    moved.review.explanation.reasons.first().is_some_and(|reason| reason.group == group)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::groups::GROUPS;

    #[test]
    fn kinds_that_are_about_features_have_the_names_of_their_groups() {
        let first = FAULT_KINDS.iter().position(|kind| kind.id == "buried").unwrap_or_default();
        assert_eq!(first, 7, "those before are not about features");
        for kind in &FAULT_KINDS[first..] {
            assert!(GROUPS.iter().any(|(name, _)| *name == kind.id), "{}", kind.id);
        }
    }
}
