//! Summaries of a player's reviewed moves: accuracy, as a whole and by phases of the game, keys that were more than
//! needed, and what decided each round.

use super::moves::ReviewedMove;
use crate::game::replay::RecordedMove;
use crate::measure::statistics::{NORMAL_QUANTILE, mean, standard_deviation};
use crate::review::{Grade, move_accuracy};
use std::collections::BTreeSet;

/// The summary of a player's reviewed moves: accuracy, and how many are of each class.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ReviewSummary {
    /// How many moves were judged.
    pub moves: u32,
    /// The mean accuracy of the moves in percent, 0 to 100.
    pub accuracy: f64,
    /// Half the 95 % interval of the mean accuracy, in percent. `None` with a single move or equally accurate ones,
    /// which do not say how far others would lie from them.
    pub error: Option<f64>,
    /// How many moves are of each class, in the order of [`Grade::ALL`].
    pub grades: [u32; Grade::ALL.len()],
}

impl ReviewSummary {
    /// Sums up the moves of one seat.
    pub fn of<'a>(moves: impl IntoIterator<Item = &'a ReviewedMove>, seat: u8) -> Self {
        let own = moves.into_iter().filter(|reviewed| reviewed.recorded.seat == seat);
        let (mut summary, mut accuracies) = (Self::default(), Vec::new());
        for judgement in own.filter_map(|reviewed| reviewed.review.judgement.as_ref()) {
            accuracies.push(move_accuracy(judgement.loss()));
            summary.moves += 1;
            summary.grades[judgement.grade as usize] += 1;
        }
        (summary.accuracy, summary.error) = (mean(&accuracies), half_interval(&accuracies));
        summary
    }

    /// The mean accuracy in words, with half its 95 % interval where that is known: `97.1 % ± 1.2`.
    pub fn accuracy_in_words(&self) -> String {
        let error = self.error.map_or_else(String::new, |error| format!(" ± {error:.1}"));
        format!("{:.1} %{error}", self.accuracy)
    }

    /// How many moves are of each class, in words: `90 best, 12 good`. Classes without a move are left out.
    pub fn grades_in_words(&self) -> String {
        let counted = Grade::ALL.iter().map(|grade| (self.grades[*grade as usize], grade));
        let words: Vec<String> =
            counted.filter(|(count, _)| *count > 0).map(|(count, grade)| grade.count_in_words(count)).collect();
        words.join(", ")
    }
}

/// Half the 95 % interval of the mean of these values; `None` for a single one and for equal ones.
fn half_interval(values: &[f64]) -> Option<f64> {
    let differ = values.windows(2).any(|pair| pair[0] != pair[1]);
    differ.then(|| NORMAL_QUANTILE * standard_deviation(values) / (values.len() as f64).sqrt())
}

/// A phase of a round, by the number of the piece and the height of the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundPhase {
    /// The first fourteen pieces, two bags, as long as the stack is not high.
    Opening,
    /// After the opening, as long as the stack is not high.
    Middle,
    /// The stack is twelve rows high or more, with the garbage that waits: as high as a stack must not stay.
    HighStack,
}

/// How many pieces the opening of a round has.
const OPENING: u32 = 14;
/// The height from which on a stack counts as high, in rows.
const HIGH: usize = 12;

impl RoundPhase {
    /// Every phase with its name.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Opening, "opening"), (Self::Middle, "middle"), (Self::HighStack, "high stack")];

    /// The phase in which a move was made.
    pub fn of(recorded: &RecordedMove) -> Self {
        let state = &recorded.played.state;
        match state.board.stack_height() + usize::from(state.garbage.rows) {
            HIGH.. => Self::HighStack,
            _ if recorded.number <= OPENING => Self::Opening,
            _ => Self::Middle,
        }
    }
}

/// The accuracy of a player's moves by phases, in words: `opening 97 %, high stack 71 %`. Phases without a move that
/// was judged are left out.
pub fn phase_accuracy_in_words<'a>(moves: impl IntoIterator<Item = &'a ReviewedMove> + Clone, seat: u8) -> String {
    let of = |(phase, name): (RoundPhase, &str)| {
        let within = moves.clone().into_iter().filter(|reviewed| RoundPhase::of(&reviewed.recorded) == phase);
        let summary = ReviewSummary::of(within, seat);
        (summary.moves > 0).then(|| format!("{name} {:.0} %", summary.accuracy))
    };
    RoundPhase::ALL.into_iter().filter_map(of).collect::<Vec<_>>().join(", ")
}

/// How many turns and shifts a person pressed for nothing, in words; `None` where no keys
/// were counted: of a computer player, or where pieces fell too fast.
pub fn finesse_in_words<'a>(moves: impl IntoIterator<Item = &'a ReviewedMove>, seat: u8) -> Option<String> {
    let own = moves.into_iter().filter(|reviewed| reviewed.recorded.seat == seat);
    let keys: Vec<_> = own.filter_map(|reviewed| reviewed.recorded.finesse).collect();
    let (pieces, faults) = (keys.len(), keys.iter().map(|keys| keys.faults()).sum::<u32>());
    let faulty = keys.iter().filter(|keys| keys.faults() > 0).count();
    let words = if faults == 1 { "key" } else { "keys" };
    (pieces > 0).then(|| format!("Finesse: {faults} {words} too many in {faulty} of {pieces} pieces"))
}

/// What decided a round for a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DecidedRound<'a> {
    /// The number of the round, from 0.
    pub round: u32,
    /// Whether the player won the round.
    pub won: bool,
    /// The move that cost most of the chance to win, of those of whoever lost the round; `None` if none cost anything.
    pub decisive: Option<&'a ReviewedMove>,
}

/// What decided each round that somebody won, for the player of a seat.
pub fn decided_rounds(moves: &[ReviewedMove], seat: u8) -> Vec<DecidedRound<'_>> {
    let rounds: BTreeSet<u32> = moves.iter().map(|reviewed| reviewed.recorded.round).collect();
    let decided = |round: u32| {
        let of_round = || moves.iter().filter(move |reviewed| reviewed.recorded.round == round);
        // Alone nobody loses: the end of the game was reached.
        of_round().find(|reviewed| reviewed.recorded.played.opponent.is_some())?;
        let won = of_round().find_map(|reviewed| {
            let is_own = reviewed.recorded.seat == seat;
            reviewed.recorded.round_won.map(|won| won == is_own)
        })?;
        let lost = of_round().filter(|reviewed| reviewed.recorded.round_won == Some(false));
        let faults = lost.filter(|reviewed| reviewed.review.judgement_if_costly().is_some());
        let decisive = faults.max_by(|one, other| one.points_lost().total_cmp(&other.points_lost()));
        Some(DecidedRound { round, won, decisive })
    };
    rounds.into_iter().filter_map(decided).collect()
}

impl DecidedRound<'_> {
    /// What decided the round in a line: `Round 2 lost: most went with piece 31, a blunder (34 points)`.
    pub fn in_words(&self) -> String {
        let (round, how) = (self.round + 1, if self.won { "won" } else { "lost" });
        let whose = if self.won { "the opponent's " } else { "" };
        match self.decisive.and_then(|reviewed| Some((reviewed, reviewed.review.judgement_if_costly()?))) {
            Some((reviewed, judgement)) => format!(
                "Round {round} {how}: most went with {whose}piece {}, {} ({:.0} points)",
                reviewed.recorded.number,
                judgement.grade.with_article(),
                reviewed.points_lost()
            ),
            None => format!("Round {round} {how}: no single move decided it"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::Playfield;
    use crate::review::{Judgement, MoveReview};
    use crate::rules::{FallingPiece, Rules};
    use crate::search::{State, WaitingGarbage};

    /// The move with this number of a seat in a round, on a stack `height` rows high. It lost this much of the chance
    /// to win the round.
    fn reviewed(
        (seat, round, number): (u8, u32, u32),
        round_won: Option<bool>,
        height: usize,
        loss: f64,
    ) -> ReviewedMove {
        let mut state = State::of(&Playfield::new(&Rules::versus(), 1), WaitingGarbage::default());
        (0..height).for_each(|y| state.board.fill_cell(0, y));
        let piece = FallingPiece::spawn(state.queue[0], state.board.size());
        let mut recorded =
            RecordedMove { seat, round, number, round_won, ..RecordedMove::of_test(state.clone(), piece) };
        recorded.played.opponent = Some(state);
        let grades = [(Grade::Blunder, 0.2), (Grade::Mistake, 0.1)];
        let grade = grades.iter().find(|(_, least)| loss > *least).map_or(Grade::Best, |(grade, _)| *grade);
        let judgement = Judgement { played_chance: 0.5 - loss, grade, ..Judgement::of_best(recorded.played.made, 0.5) };
        ReviewedMove { recorded, review: MoveReview { judgement: Some(judgement), ..MoveReview::default() } }
    }

    #[test]
    fn a_round_was_decided_by_the_worst_move_of_whoever_lost_it() {
        let (lost, won) = (Some(false), Some(true));
        let mut moves = vec![
            reviewed((1, 0, 4), won, 0, 0.4),
            reviewed((0, 0, 5), lost, 0, 0.3),
            reviewed((0, 0, 6), lost, 0, 0.15),
            reviewed((0, 1, 7), won, 0, 0.4),
            reviewed((1, 1, 9), lost, 0, 0.15),
            reviewed((0, 2, 3), None, 0, 0.3),
            reviewed((0, 3, 8), lost, 0, 0.0),
        ];
        let words: Vec<String> = decided_rounds(&moves, 0).into_iter().map(|decided| decided.in_words()).collect();
        let expected = [
            "Round 1 lost: most went with piece 5, a blunder (30 points)",
            "Round 2 won: most went with the opponent's piece 9, a mistake (15 points)",
            "Round 4 lost: no single move decided it",
        ];
        assert_eq!(words, expected, "nobody won the third");
        moves.iter_mut().for_each(|reviewed| reviewed.recorded.played.opponent = None);
        assert!(decided_rounds(&moves, 0).is_empty(), "alone nobody loses");
    }

    #[test]
    fn the_accuracy_of_each_phase_is_that_of_the_moves_within_it() {
        let mut moves = vec![
            reviewed((0, 0, 14), None, 11, 0.0),
            reviewed((1, 0, 14), None, 11, 0.5),
            reviewed((0, 0, 15), None, 11, 0.5),
            reviewed((0, 0, 3), None, 12, 0.0),
        ];
        assert_eq!(phase_accuracy_in_words(&moves, 0), "opening 100 %, middle 9 %, high stack 100 %");
        // Waiting garbage makes a stack as high as rows do.
        moves.truncate(1);
        moves[0].recorded.played.state.garbage.rows = 1;
        assert_eq!(phase_accuracy_in_words(&moves, 0), "high stack 100 %");
    }

    #[test]
    fn an_accuracy_has_an_interval_where_moves_differ() {
        // 1.96 standard errors, by the deviations 10 and 8.165: squares are divided by one less than the moves.
        for (accuracies, half) in [(vec![80.0, 90.0, 100.0], 11.316), (vec![80.0, 90.0, 100.0, 90.0], 8.0015)] {
            let found = half_interval(&accuracies);
            assert!(found.is_some_and(|found| (found - half).abs() < 1e-3), "{found:?} should be {half}");
        }
        for alike in [Vec::new(), vec![71.0], vec![97.3; 3]] {
            assert_eq!(half_interval(&alike), None, "{alike:?}");
        }
        let of = |error| ReviewSummary { moves: 3, accuracy: 90.04, error, ..ReviewSummary::default() };
        assert_eq!(of(Some(11.316)).accuracy_in_words(), "90.0 % ± 11.3");
        assert_eq!(of(None).accuracy_in_words(), "90.0 %");
    }
}
