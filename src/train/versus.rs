//! Matches in training: against a ladder of past generations, from both sides for every seed. Where a search draws
//! samples in opposite pairs, the two of a pair play each other instead, which tells the direction to go from twice the
//! distance and with half the matches.
//!
//! The worth of a match is more than who won it: how many more lines were sent than received tells sooner which of two
//! players is the better. The lines are not counted for each piece that was played, so that a player who sends fast and
//! tops out soon gains nothing by it.

use super::champion::decide_placement;
use super::game::{GameResult, StopCheck};
use super::recipe::{ChampionTrainingSettings, Genome, TrainingMatchSettings};
use crate::rules::{Random, RuleSet, Rules};
use crate::search::duel::SideCounts;
use crate::search::{DuelResult, DuelSettings, Search, Weights, duel};
use serde::{Deserialize, Serialize};

/// How many ticks pass from one piece of a training match to the next, as in `korobka match --level placements`.
const PACE: u32 = 500;
/// The seed of a game's matches derives from the game's own seed with this number, so that they bring other pieces than
/// the games alone.
const MATCHES: u64 = 0x7673;

/// A past generation on the ladder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LadderGeneration {
    /// The number of the generation; 0 also for the player that the run began at.
    pub generation: u32,
    /// The centre of the generation, or its best genome if the search has no centre.
    pub genome: Genome,
}

impl TrainingMatchSettings {
    /// The ladder after a generation whose centre or best genome is `genome`.
    pub fn ladder_after(&self, ladder: &[LadderGeneration], generation: u32, genome: &Genome) -> Vec<LadderGeneration> {
        let mut ladder = ladder.to_vec();
        if ladder.is_empty() || generation.is_multiple_of(self.every.into()) && generation > 0 {
            ladder.push(LadderGeneration { generation, genome: genome.clone() });
        }
        // The first rung stays: a player who only beats the latest may have forgotten how to beat the others.
        if ladder.len() > self.rungs.into() {
            ladder.remove(1.min(ladder.len() - 1));
        }
        ladder
    }

    /// Plays one match of a game's seed, under the rule set and with the piece generator of `games`, against rival
    /// `number`, from the left or, if `swapped`, from the right. The fitness of the result is the worth of the match.
    /// `None` if `stop` broke it off.
    pub(super) fn play(
        &self,
        [weights, rival]: [&Weights; 2],
        (number, swapped): (u8, bool),
        (games, placing): (&Rules, &ChampionTrainingSettings),
        seed: u64,
        stop: StopCheck,
    ) -> Option<GameResult> {
        let rules = Rules { generator: games.generator, ..RuleSet::from_rules(games).rules() };
        let settings = DuelSettings {
            untold: self.untold,
            same_pieces: self.same_pieces,
            ..DuelSettings::fully_informed(rules, PACE, self.pieces.into())
        };
        let seed = Random::derived_seed(Random::derived_seed(seed, MATCHES), number.into());
        let [mut one, mut two] = [0, 1].map(|_| Search::new(&settings.rules));
        let mut ours = |state: &_| decide_placement(&mut one, state, weights, placing, stop);
        let mut theirs = |state: &_| decide_placement(&mut two, state, rival, placing, stop);
        let mut played = match swapped {
            false => duel::play_duel(&settings, seed, [&mut ours, &mut theirs]),
            true => duel::play_duel(&settings, seed, [&mut theirs, &mut ours]),
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
            fitness: self.value(&played),
            ..GameResult::default()
        })
    }

    /// Joins the matches of a game's seed with `alone`, the result of the games alone.
    pub(super) fn join_matches(&self, alone: GameResult, matches: &[GameResult]) -> GameResult {
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

    /// The worth of a match to the first of its two sides: 1 for a win, 0.5 for a draw, 0 for a loss, plus its lead in
    /// lines divided by the number of lines that are worth a win.
    fn value(&self, played: &DuelResult) -> f64 {
        let lines = |side: &SideCounts| match self.lines_for_win {
            Some(_) => f64::from(side.attack) + f64::from(side.sent),
            None => f64::from(side.sent),
        };
        let [own, other] = &played.sides;
        played.left_score() + (lines(own) - lines(other)) / f64::from(self.lines_for_win.unwrap_or(self.pieces).max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_count_by_their_share_and_the_games_alone_by_the_rest() {
        let result = |fitness, pieces, score| GameResult { fitness, pieces, score, ..GameResult::default() };
        let played = [result(1.0, 40, 7), result(0.5, 60, 9)];
        let joined = |share| {
            let matches = TrainingMatchSettings { share, rungs: 2, every: 5, ..TrainingMatchSettings::matches_only() };
            let joined = matches.join_matches(result(0.2, 100, 30), &played);
            (joined.fitness, joined.pieces, joined.score)
        };
        let (fitness, pieces, score) = joined(800);
        // 0.8 of the mean of 1 and 0.5, and 0.2 of 0.2.
        assert!((fitness - 0.64).abs() < 1e-12, "{fitness}");
        assert_eq!((pieces, score), (200, 30), "what is sent in matches is none of the lines sent alone");
        assert_eq!(joined(1000), (0.75, 200, 46));
    }

    #[test]
    fn lines_that_count_for_a_win_are_those_of_the_attack_too() {
        let side = |attack, sent, topped_out| SideCounts { attack, sent, topped_out, ..SideCounts::default() };
        let played = DuelResult { sides: [side(40, 30, false), side(25, 15, true)], pieces: 60 };
        let value = |lines_for_win| {
            TrainingMatchSettings { lines_for_win, ..TrainingMatchSettings::matches_only() }.value(&played)
        };
        // 15 lines more were sent, a tenth of 150 pieces; with 15 more of attack they are as much as a win of 30 lines.
        assert_eq!((value(None), value(Some(30))), (1.1, 2.0));
        let lost = DuelResult { sides: [played.sides[1], played.sides[0]], ..played };
        assert_eq!(
            TrainingMatchSettings { lines_for_win: Some(30), ..TrainingMatchSettings::matches_only() }.value(&lost),
            -1.0
        );
    }
}
