//! Why a move is worth less than the best one: both followed through the pieces on show, and the features in which the
//! two ends differ.

use super::judge::PlayedMove;
use crate::movegen::Move;
use crate::rules::Rules;
use crate::search::features::{EVENTS, FEATURES};
use crate::search::{MoveLineComparer, State, WeightGroupDifference, Weights};
use serde::{Deserialize, Serialize};

/// How many nodes the search makes for each move of a line of moves after its first.
const LINE_NODES: u64 = 2_000;
/// The most reasons that are kept.
pub const MOST_REASONS: usize = 3;
/// The least share of what all reasons add together that a reason adds, 0 to 1. One that adds less explains nothing.
const LEAST_PART: f32 = 0.1;

/// Why a move is worth less than the best one: how the game would go on after each, and in what the
/// best line ends better.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Explanation {
    /// The best move and those after it.
    pub best: Vec<Move>,
    /// The move that was played and those after it.
    pub played: Vec<Move>,
    /// What speaks for the best line, what says most first.
    pub reasons: Vec<MoveReason>,
}

/// A feature of positions, or an event on the way, that speaks for the best line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveReason {
    /// The name of the group of features that speaks for the best line, as ablations have it.
    pub group: String,
    /// The name of the feature or event of that group that says most.
    pub feature: String,
    /// What that feature measures at the end of the best line.
    pub best: f32,
    /// What that feature measures at the end of the line of the move that was played.
    pub played: f32,
    /// What part of all that speaks for the best line the group is, 0 to 1.
    pub part: f32,
}

/// What a player calls a group of features. A group that is not listed has its own name.
const GROUP_WORDS: [(&str, &str); 12] = [
    ("heights", "height"),
    ("buried", "holes"),
    ("rows", "rows nearly full"),
    ("t-slots", "room for T-spins"),
    ("windows", "open columns"),
    ("outlooks", "combos to come"),
    ("chains", "back-to-back"),
    ("perfect-clears", "perfect clear"),
    ("holding", "piece on hold"),
    ("garbage", "garbage waiting"),
    ("lines-sent", "attack"),
    ("kinds-of-clears", "clears"),
];

impl MoveReason {
    /// The reason in a few words: `holes: rows with a hole, 0 instead of 2`. `None` for a name that no feature has.
    pub fn in_words(&self) -> Option<String> {
        let listed = GROUP_WORDS.iter().find(|(group, _)| *group == self.group);
        let group = listed.map_or(self.group.as_str(), |(_, words)| words);
        let feature = FEATURES.iter().find(|feature| feature.name == self.feature).map(|feature| feature.about);
        let event = EVENTS.iter().find(|event| event.name == self.feature).map(|event| event.about);
        let about = feature.or(event)?;
        let number = |measured: f32| match format!("{measured:.1}").trim_end_matches(".0") {
            "-0" => "0".to_owned(),
            number => number.to_owned(),
        };
        Some(format!("{group}: {about}, {} instead of {}", number(self.best), number(self.played)))
    }
}

/// Explains moves of games under the same rules.
#[derive(Clone, Debug)]
pub struct MoveExplainer {
    comparer: MoveLineComparer,
    weights: Weights,
}

impl MoveExplainer {
    /// An explainer whose search has these weights.
    pub fn new(rules: &Rules, weights: Weights) -> Self {
        Self { comparer: MoveLineComparer::new(rules), weights }
    }

    /// Why the move that was played is worth less than `best`. There are no reasons where one of the two lines is lost
    /// before the pieces on show are used up.
    pub fn explain(&mut self, played: &PlayedMove, best: Move) -> Explanation {
        let state = &played.state;
        let [best, played] = [best, played.search_move()].map(|first| self.expected_line(state, first));
        let reasons = self.reasons(state, [&best, &played]);
        Explanation { best, played, reasons }
    }

    /// A move of a position, and those that the search would make after it through the pieces on show.
    pub(super) fn expected_line(&mut self, state: &State, first: Move) -> Vec<Move> {
        self.comparer.best_line_from(state, &self.weights, first, LINE_NODES)
    }

    /// What speaks for the first of two lines, what says most first; nothing, if only one of them goes on to the end.
    pub(super) fn reasons(&self, state: &State, [best, other]: [&[Move]; 2]) -> Vec<MoveReason> {
        if best.len() != other.len() {
            return Vec::new();
        }
        let differences = self.comparer.differences_by_group(state, &self.weights, [best, other]);
        let all: f32 = differences.iter().map(|difference| difference.more.max(0.0)).sum();
        let reasons = differences.iter().filter(|difference| difference.more > LEAST_PART * all);
        let reason = |difference: &WeightGroupDifference| MoveReason {
            group: difference.group.to_owned(),
            feature: difference.feature.to_owned(),
            best: difference.measured[0],
            played: difference.measured[1],
            part: difference.more / all,
        };
        reasons.take(MOST_REASONS).map(reason).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_measure_that_is_nearly_zero_is_told_as_zero() {
        let told = |best: f32, played: f32| {
            let (group, feature) = ("buried".to_owned(), FEATURES[0].name.to_owned());
            MoveReason { group, feature, best, played, part: 1.0 }.in_words().unwrap_or_default()
        };
        assert!(told(-0.04, 0.04).ends_with(", 0 instead of 0"), "{}", told(-0.04, 0.04));
        assert!(told(-0.06, -10.0).ends_with(", -0.1 instead of -10"), "{}", told(-0.06, -10.0));
    }
}
