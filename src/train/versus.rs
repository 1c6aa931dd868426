//! Matches in training: against a ladder of past generations, both sides of every seed; or, where a search draws
//! samples in opposite pairs, of the two against each other, which tells which way to go from twice the distance and
//! with half the matches.
//!
//! A match is worth more than who won it: how many lines more were sent than received says sooner which of two is the
//! better. They are counted by the pieces of a whole match, so that who sends fast and tops out soon gets nothing for
//! it. Knows no files, no clock.

use super::champion::decided;
use super::game::{GameResult, Stop};
use super::recipe::{Genome, Placing, Versus};
use crate::rules::{Random, RuleSet};
use crate::search::{Duel, DuelResult, Search, Weights, duel};
use serde::{Deserialize, Serialize};

/// Ticks from piece to piece, as in `korobka arena`.
const PACE: u32 = 500;
/// The seed of a game's matches derives from its own by this, so that they bring other pieces than its games alone.
const MATCHES: u64 = 0x7673;

/// A past generation on the ladder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rung {
    /// Its number; that of the player that the run began at is 0, like the first generation's.
    pub generation: u32,
    /// Its centre, or its best.
    pub genome: Genome,
}

impl Versus {
    /// The ladder after a generation whose centre or best is `genome`.
    pub fn climbed(&self, ladder: &[Rung], generation: u32, genome: &Genome) -> Vec<Rung> {
        let mut ladder = ladder.to_vec();
        if ladder.is_empty() || generation.is_multiple_of(self.every.into()) && generation > 0 {
            ladder.push(Rung { generation, genome: genome.clone() });
        }
        // The first stays: who only beats the latest may have forgotten how to beat the others.
        if ladder.len() > self.rungs.into() {
            ladder.remove(1.min(ladder.len() - 1));
        }
        ladder
    }

    /// Plays one match of a game's seed against rival `number`, from the left or, `swapped`, from the right. Fitness
    /// is its worth. `None` if `stop` said so on the way.
    pub(super) fn play(
        &self,
        [weights, rival]: [&Weights; 2],
        (number, swapped): (u8, bool),
        (rule_set, placing): (RuleSet, &Placing),
        seed: u64,
        stop: Stop,
    ) -> Option<GameResult> {
        let course = Duel { untold: self.untold, ..Duel::told(rule_set.rules(), PACE, self.pieces.into()) };
        let seed = Random::derived_seed(Random::derived_seed(seed, MATCHES), number.into());
        let [mut one, mut two] = [0, 1].map(|_| Search::new(&course.rules));
        let mut ours = |state: &_| decided(&mut one, state, weights, placing, stop);
        let mut theirs = |state: &_| decided(&mut two, state, rival, placing, stop);
        let mut played = match swapped {
            false => duel::play(&course, seed, [&mut ours, &mut theirs]),
            true => duel::play(&course, seed, [&mut theirs, &mut ours]),
        };
        if swapped {
            played.sides.reverse();
        }
        let [own, _] = played.sides;
        // A match that was broken off looks lost, so the question is asked once more.
        (!stop()).then_some(GameResult {
            score: own.sent.into(),
            lines: own.lines,
            pieces: played.pieces,
            fitness: value(&played, &course),
            ..GameResult::default()
        })
    }

    /// Counts the matches of a game's seed into what the games alone came to.
    pub(super) fn together(&self, alone: GameResult, matches: &[GameResult]) -> GameResult {
        let (mut worth, mut result) = (0.0, alone);
        for played in matches {
            worth += played.fitness;
            result.pieces += played.pieces;
            if self.share == 1000 {
                // No game alone was played, whose lines these would be.
                result.score += played.score;
                result.lines += played.lines;
            }
        }
        let mean = worth / matches.len() as f64;
        let share = f64::from(self.share) / 1000.0;
        result.fitness = share * mean + (1.0 - share) * alone.fitness;
        result
    }
}

/// What a match is worth: 1 for a win, and how many lines more than it received it sent, by the pieces of a whole
/// match.
fn value(played: &DuelResult, course: &Duel) -> f64 {
    let [own, other] = played.sides;
    played.score() + (f64::from(own.sent) - f64::from(other.sent)) / f64::from(course.most_pieces.max(1))
}
