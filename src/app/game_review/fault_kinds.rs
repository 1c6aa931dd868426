//! What a player gets wrong: faults by kind, to be counted over games. A kind is one entry of the table.

use super::moves::ReviewedMove;
use super::summary::RoundPhase;
use crate::rules::{Rules, Spin};

/// A kind of faults. A fault can be of several kinds.
#[derive(Clone, Copy, Debug)]
pub struct FaultKind {
    /// The id of the kind, by which files know it.
    pub id: &'static str,
    /// The name of the kind that a player reads.
    pub name: &'static str,
    /// What a fault of the kind is, in a line for the player; of a kind that is about a group of features, what speaks
    /// for the best move.
    about: &'static str,
    /// A check whether a move that cost something is of this kind. `None` for a kind that is a group of features: a
    /// move is of it if that group speaks most for the best move.
    applies: Option<fn(&ReviewedMove, &Rules) -> bool>,
}

impl FaultKind {
    /// What a fault of the kind is, in a line for the player.
    pub fn in_words(&self) -> String {
        match self.applies {
            Some(_) => self.about.to_owned(),
            None => format!("What speaks most for the best move: {}", self.about),
        }
    }

    /// Whether a move that cost something is of this kind.
    pub fn applies(&self, moved: &ReviewedMove, rules: &Rules) -> bool {
        match self.applies {
            Some(applies) => applies(moved, rules),
            None => moved.review.explanation.reasons.first().is_some_and(|reason| reason.group == self.id),
        }
    }
}

const fn kind(
    id: &'static str,
    name: &'static str,
    about: &'static str,
    applies: fn(&ReviewedMove, &Rules) -> bool,
) -> FaultKind {
    FaultKind { id, name, about, applies: Some(applies) }
}

const fn feature(id: &'static str, name: &'static str, about: &'static str) -> FaultKind {
    FaultKind { id, name, about, applies: None }
}

/// Every kind of faults.
pub const FAULT_KINDS: [FaultKind; 23] = [
    kind("misdrop", "Misdrops", "One column beside the best place, or one turn away from it", |moved, rules| {
        moved.misdrop_in_words(rules).is_some()
    }),
    kind(
        "missed-attack",
        "Missed attacks",
        "The move put two lines of attack or more out of reach, within three pieces",
        |moved, _| moved.review.misses_attack(),
    ),
    kind("needless-danger", "Needless danger", "The move can lose where the best one cannot", |moved, _| {
        moved.review.is_needless_danger()
    }),
    kind("missed-spin", "Missed spins", "The best move was a spin that you did not make", |moved, _| {
        let best = moved.review.judgement_if_costly().map(|judgement| judgement.best.placement.spin);
        best.is_some_and(|spin| spin != Spin::None) && moved.played_move().placement.spin == Spin::None
    }),
    kind("hold", "The hold slot", "The best move held where you did not, or did not where you held", |moved, _| {
        moved
            .review
            .judgement_if_costly()
            .is_some_and(|judgement| judgement.best.hold != moved.recorded.played.search_move().hold)
    }),
    kind("opening", "The opening", "Within the first fourteen pieces of a round, under a low stack", |moved, _| {
        RoundPhase::of(&moved.recorded) == RoundPhase::Opening
    }),
    kind("high-stack", "Under a high stack", "With twelve rows or more, waiting garbage counted", |moved, _| {
        RoundPhase::of(&moved.recorded) == RoundPhase::HighStack
    }),
    feature("buried", "Holes", "fewer holes"),
    feature("surface", "The surface", "a smoother surface"),
    feature("heights", "Height", "a lower stack"),
    feature("rows", "Rows nearly full", "rows that lack fewer cells"),
    feature("windows", "Open columns", "columns that stay open"),
    feature("parity", "Parity", "cells spread evenly over the colours of a chessboard"),
    feature("t-slots", "Room for T-spins", "a place to turn a T in"),
    feature("outlooks", "Combos to come", "a longer combo"),
    feature("combos", "Combos", "a combo that goes on"),
    feature("chains", "Back-to-back", "back-to-back that is kept"),
    feature("perfect-clears", "Perfect clears", "a perfect clear"),
    feature("holding", "The piece on hold", "a better piece on hold"),
    feature("lines-sent", "Attack", "more lines sent"),
    feature("kinds-of-clears", "Kinds of clears", "clears of a better kind"),
    feature("garbage", "Waiting garbage", "room for the garbage that waits"),
    feature("opponent", "The opponent", "attack while it hurts most"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::groups::WEIGHT_GROUPS;

    #[test]
    fn every_group_of_features_has_a_kind() {
        let features = FAULT_KINDS.iter().filter(|kind| kind.applies.is_none());
        let mut ids: Vec<&str> = features.map(|kind| kind.id).collect();
        let mut groups: Vec<&str> = WEIGHT_GROUPS.iter().map(|(name, _)| *name).collect();
        ids.sort_unstable();
        groups.sort_unstable();
        assert_eq!(ids, groups);
    }
}
