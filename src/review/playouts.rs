//! Matches played on from a position: what a move is worth, found by playing rather than by valuing.

use super::judge::PlayedMove;
use crate::movegen::Move;
use crate::rules::{GeneratorKind, Random, Rules};
use crate::search::duel::DuelState;
use crate::search::{DuelResult, DuelSettings, Search, State, Weights};
use libm::sqrt;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;

/// How many pieces each side places at most in a match that is played on.
const MOST_PIECES: u32 = 400;
/// The least number of pairs of matches that are played before the answer can be clear.
const LEAST_PAIRS: usize = 32;
/// The least number of pairs of matches after which it can be clear that a move is a fault: fewer can agree by luck.
const LEAST_PAIRS_OF_FAULTS: u32 = 128;
/// A loss of the chance to win that is surely less than this, nearly a mistake's, needs no more pairs. To be as sure
/// that it is less than an inaccuracy's, 0.08, would take (0.15 / 0.08)² = 3.5 times the pairs.
const NO_MISTAKE: f64 = 0.15;
/// Over how many pieces net lines are counted.
const NET_PIECES: u32 = 10;

/// When in its round a move was made, and how fast its player plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveTiming {
    /// The tick of the round at which the move was made.
    pub now: u64,
    /// Ticks from one piece to the next; matches are played on at this pace.
    pub pace: u32,
}

/// Plays positions on, both sides by the same search.
#[derive(Debug)]
pub struct Playouts {
    rules: Rules,
    search: Search,
    weights: Weights,
    /// How many nodes the search makes for each piece.
    nodes: u64,
}

/// The pairs of matches that were played after two moves so far; the others can be played at any time.
#[derive(Clone, Debug, Default)]
pub struct PlayoutsSoFar {
    /// By how much the first match of each pair ended better.
    differences: Vec<f64>,
    /// How many net lines the first moves brought more, in all pairs together.
    net_lines: f64,
}

/// By how much the matches after one move ended better than those after another.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlayoutComparison {
    /// How many pairs of matches were played.
    pub pairs: u32,
    /// The mean of the differences in score, -1 to 1: how much more the first move won.
    pub difference: f64,
    /// The standard error of that mean. It is no less than if one pair more had gone the other way, since a few pairs
    /// that ended alike prove little.
    pub error: f64,
    /// How many net lines the first move brought more over ten pieces: the mean of the differences.
    pub net_lines: f64,
}

/// How a match that was played on from a position ended for the player of the left side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlayoutResult {
    /// The result of the match: 1 for a win, 0.5 for a draw, 0 for a loss.
    pub score: f64,
    /// Lines sent less those that came, over the first ten pieces.
    pub net_lines: f64,
}

impl PlayoutResult {
    /// Plays a match on from the positions of its two players, with their handicaps, after this first move of the left
    /// one. `decide` gives the other moves, by the side from 0 and what that side sees; whoever gives none has lost.
    pub fn play(
        rules: &Rules,
        positions: [&State; 2],
        handicaps: [u32; 2],
        first: Move,
        timing: MoveTiming,
        seed: u64,
        decide: &dyn Fn(usize, &State) -> Option<Move>,
    ) -> Self {
        // A dealer would not deal the pieces that the player saw.
        let generator = if rules.generator.needs_dealer() { GeneratorKind::Bag } else { rules.generator };
        let duel = DuelSettings::fully_informed(Rules { generator, ..*rules }, timing.pace.max(1), MOST_PIECES);
        let mut table = DuelState::from_positions(&duel, positions, timing.now, seed).with_handicaps(handicaps);
        let (mut first, mut net_lines) = (Some(first), 0.0);
        while !table.is_over() {
            table.play_turn(&mut [&mut |state| first.take().or_else(|| decide(0, state)), &mut |state| {
                decide(1, state)
            }]);
            let DuelResult { sides: [own, other], pieces } = table.result_so_far();
            if *pieces <= NET_PIECES {
                net_lines = f64::from(own.sent) - f64::from(other.sent);
            }
        }
        Self { score: table.result_so_far().left_score(), net_lines }
    }
}

impl PlayoutsSoFar {
    /// Whether no further pair is to be played, of at most this many: the last was played, or the answer is clear.
    pub(super) fn is_enough(&self, most: u32) -> bool {
        let pairs = self.differences.len();
        let may_be_clear = pairs >= LEAST_PAIRS && pairs.is_multiple_of(16);
        pairs >= most as usize || may_be_clear && PlayoutComparison::of(&self.differences).is_clear()
    }

    /// What these pairs say; `None` if there are none.
    pub(super) fn comparison(&self) -> Option<PlayoutComparison> {
        let score = PlayoutComparison::of(&self.differences);
        (score.pairs > 0).then(|| PlayoutComparison { net_lines: self.net_lines / f64::from(score.pairs), ..score })
    }
}

impl PlayoutComparison {
    /// The score of pairs whose differences are `differences`.
    fn of(differences: &[f64]) -> Self {
        let count = differences.len() as f64;
        let mean = differences.iter().sum::<f64>() / count.max(1.0);
        let squares: f64 = differences.iter().map(|one| (one - mean) * (one - mean)).sum();
        let error = sqrt((squares + 1.0) / count.max(1.0) / count.max(1.0));
        Self { pairs: differences.len() as u32, difference: mean, error, net_lines: 0.0 }
    }

    /// Whether more pairs would hardly change what is said of the move: it is no mistake, or it costs something for
    /// certain.
    fn is_clear(&self) -> bool {
        let is_fault = self.pairs >= LEAST_PAIRS_OF_FAULTS && self.difference > 4.0 * self.error;
        is_fault || self.difference + 2.0 * self.error < NO_MISTAKE
    }
}

impl Playouts {
    /// Play-outs under these rules by a search with these weights and this many nodes for each piece.
    pub fn new(rules: &Rules, weights: Weights, nodes: u64) -> Self {
        Self { search: Search::new(rules), rules: *rules, weights, nodes }
    }

    /// How the matches after the first of two moves end against those after the second, by at most this many pairs;
    /// fewer where the answer is clear before. `None` in a game alone. The same move gives the same score every time.
    pub fn compare(
        &mut self,
        played: &PlayedMove,
        moves: [Move; 2],
        timing: MoveTiming,
        most: u32,
    ) -> Option<PlayoutComparison> {
        let mut so_far = PlayoutsSoFar::default();
        while !so_far.is_enough(most) {
            self.play_next_pair(played, moves, timing, &mut so_far)?;
        }
        so_far.comparison()
    }

    /// Plays one more pair of the matches that [`Self::compare`] plays. `None` in a game alone.
    pub(super) fn play_next_pair(
        &mut self,
        played: &PlayedMove,
        moves: [Move; 2],
        timing: MoveTiming,
        so_far: &mut PlayoutsSoFar,
    ) -> Option<()> {
        let seed = Random::derived_seed(played.state.bitboard().hash(), so_far.differences.len() as u64);
        let [first, second] = self.play_pair(played, moves, timing, seed)?;
        so_far.differences.push(first.score - second.score);
        so_far.net_lines += first.net_lines - second.net_lines;
        Some(())
    }

    /// How two matches end for a player who makes each of these two moves and then plays on as the opponent does. Both
    /// matches have the same pieces and holes to come, drawn by `seed`. `None` in a game alone.
    pub fn play_pair(
        &mut self,
        played: &PlayedMove,
        moves: [Move; 2],
        timing: MoveTiming,
        seed: u64,
    ) -> Option<[PlayoutResult; 2]> {
        let opponent = played.opponent.as_ref()?;
        let (positions, handicaps) = ([&played.state, opponent], played.handicaps);
        let search = RefCell::new(&mut self.search);
        let think = |_, state: &State| {
            let best = search.borrow_mut().find_best_move(state, &self.weights, self.nodes, &mut || false)?;
            Some(best.chosen)
        };
        Some(moves.map(|first| PlayoutResult::play(&self.rules, positions, handicaps, first, timing, seed, &think)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_compared_by_their_mean_and_by_its_error_as_if_one_more_had_gone_the_other_way() {
        let score = PlayoutComparison::of(&[1.0, 0.0, 0.5, -0.5]);
        assert_eq!((score.pairs, score.difference), (4, 0.25));
        // Squares of 1.25 about the mean, and 1 for the pair more.
        assert!((score.error - sqrt(2.25) / 4.0).abs() < 1e-12, "{score:?}");
        let none = PlayoutComparison::of(&[]);
        assert_eq!((none.pairs, none.difference, none.error), (0, 0.0, 1.0), "no pair says anything");
    }
}
