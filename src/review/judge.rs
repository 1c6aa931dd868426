//! The verdict on a move: what was best, and what the move that was played cost.

use super::chance::ChanceModel;
use super::grade::Grade;
use super::playouts::PlayoutComparison;
use crate::ai::RankedPlacement;
use crate::movegen::Move;
use crate::rules::Rules;
use crate::search::{MoveComparer, Search, State, Weights};
use libm::sqrt;
use serde::{Deserialize, Serialize};

/// How many nodes the search makes that says which move is best: enough for four guessed worlds.
const BEST_NODES: u64 = 32_000;
/// In how many worlds, which are guesses of the pieces and holes to come, two moves are compared.
const WORLDS: usize = 8;
/// How many nodes the search makes for each compared move in each world.
const NODES: u64 = 3_000;
/// How far what a search says of a loss of chance is from what matches that are played on say: the standard deviation.
/// Source: `benches/review`, `docs/lab/review.md`.
const SEARCH_ERROR: f64 = 0.15;

/// A move of a game, with what its player knew.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedMove {
    /// The position when the piece appeared.
    pub state: State,
    /// The opponent's position at that moment, the opponent's falling piece first in its queue; `None` in a game alone.
    pub opponent: Option<State>,
    /// By how much the attacks of the player and of the opponent are multiplied, in thousandths: their handicaps.
    pub handicaps: [u32; 2],
    /// Where the piece locked, and whether a hold brought it: from an empty slot the next piece of the queue.
    pub made: Move,
}

impl PlayedMove {
    /// The move as the search has it: a hold that brings the same piece changes nothing, and is none.
    pub fn search_move(&self) -> Move {
        let changes = self.state.hold.is_none() || self.state.hold != self.state.queue.first().copied();
        Move { hold: self.made.hold && changes, ..self.made }
    }
}

/// The verdict on a move: what was best, what the move cost, and its class.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judgement {
    /// The move that the judge takes for the best of this position.
    pub best: Move,
    /// How much more the best move is worth than the one that was played, in the units of the weights: the mean of the
    /// worlds, at least 0. `None` where the move that was played loses in a world in which the best does not.
    pub value_lost: Option<f64>,
    /// The chance to win after the best move, 0 to 1, between equal players.
    pub best_chance: f64,
    /// The chance to win after the move that was played, 0 to 1, between equal players.
    pub played_chance: f64,
    /// The standard error of the difference of the two chances: over the worlds, as long as no matches were played on.
    pub error: f64,
    /// How many pairs of matches were played on from the position; 0 while the search alone has judged.
    pub pairs: u32,
    /// By how many net lines, sent less those that came, the best move is ahead over the next ten pieces: the mean of
    /// the matches that were played on. 0 while the search alone has judged.
    pub net_lines: f64,
    /// The share of the guessed worlds, 0 to 1, in which every line after the move that was played is lost, though not
    /// after the best one.
    pub danger: f64,
    /// The class of the move.
    pub grade: Grade,
}

impl Judgement {
    /// The verdict on who makes this best move, after which the chance to win is `best_chance`.
    pub const fn of_best(best: Move, best_chance: f64) -> Self {
        Self {
            best,
            value_lost: Some(0.0),
            best_chance,
            played_chance: best_chance,
            error: 0.0,
            pairs: 0,
            net_lines: 0.0,
            danger: 0.0,
            grade: Grade::Best,
        }
    }

    /// Whether nothing says that the best move is better than the one that was played. No matches are played on after
    /// a move of which the search says so.
    pub fn costs_nothing(&self) -> bool {
        self.played_chance >= self.best_chance
    }

    /// How much of the chance to win the move lost, 0 to 1.
    pub fn loss(&self) -> f64 {
        self.best_chance - self.played_chance
    }

    /// Whether the move that was played is the best one: the same cells by the same spin, both after a hold or neither.
    pub fn is_best_move(&self, played: &PlayedMove) -> bool {
        self.best.has_same_cells(played.search_move()) && self.best.placement.spin == played.made.placement.spin
    }

    /// The class of the move that was played as words that begin a line. Another move of the best class than the one
    /// that the search liked best is as good.
    pub fn grade_title(&self, played: &PlayedMove) -> &'static str {
        match self.grade {
            Grade::Best if !self.is_best_move(played) => "As good as the best",
            grade => grade.title(),
        }
    }

    /// The same verdict with what matches say that were played on after the best move and after the one that was
    /// played. Both sources count by how sure they are.
    #[must_use]
    pub fn with_playouts(self, score: &PlayoutComparison) -> Self {
        let (search, matches) = (1.0 / (SEARCH_ERROR * SEARCH_ERROR), 1.0 / (score.error * score.error));
        let loss = (self.loss() * search + score.difference * matches) / (search + matches);
        // A verdict that came in a request may have a chance below 0, to which nothing can be clamped.
        let (error, loss) = (1.0 / sqrt(search + matches), loss.min(self.best_chance).max(0.0));
        let grade = Grade::of(loss, error);
        let (played_chance, pairs, net_lines) = (self.best_chance - loss, score.pairs, score.net_lines);
        Self { played_chance, error, pairs, net_lines, grade, ..self }
    }
}

/// What some moves of a position cost against the best of them.
pub(super) struct LossesBehindBest {
    /// By how much of the chance to win each move is behind the best, 0 to 1.
    pub(super) behind: Vec<f64>,
    /// Whether every move is lost in every world.
    pub(super) is_lost: bool,
}

/// Judges the moves of games under the same rules.
#[derive(Clone, Debug)]
pub struct MoveJudge {
    search: Search,
    comparer: MoveComparer,
    weights: Weights,
    model: ChanceModel,
    /// By what factor the search thinks longer than it usually does.
    effort: u64,
}

impl MoveJudge {
    /// A judge with these weights, whose search makes `effort` times the usual number of nodes.
    pub fn new(rules: &Rules, weights: Weights, model: ChanceModel, effort: u64) -> Self {
        Self { search: Search::new(rules), comparer: MoveComparer::new(rules), weights, model, effort: effort.max(1) }
    }

    /// What a position is worth to its player: the value of the best line, the mean of the worlds in which it is not
    /// lost. `None` if there is no move, or every world is lost.
    pub fn position_worth(&mut self, state: &State) -> Option<f64> {
        let best = self.search.find_best_move(state, &self.weights, BEST_NODES / 4, &mut || false)?;
        mean_of_first(&self.values(state, &[best.chosen]))
    }

    /// All moves of a position, the best first.
    pub fn moves_best_first(&mut self, state: &State) -> Vec<Move> {
        let ranked = self.search.rank(state, &self.weights, BEST_NODES * self.effort);
        ranked.into_iter().map(RankedPlacement::to_move).collect()
    }

    /// What each move is worth in each world, world by world; `None` where the move loses.
    fn values(&mut self, state: &State, moves: &[Move]) -> Vec<Vec<Option<f64>>> {
        let found = self.comparer.values_by_world(state, &self.weights, moves, WORLDS, NODES * self.effort);
        found.into_iter().map(|values| values.into_iter().map(|value| value.map(f64::from)).collect()).collect()
    }

    /// How much more the first of two moves is worth than the second, in each world that the first does not lose:
    /// infinite where only the second loses.
    pub fn worth_differences_by_world(&mut self, state: &State, moves: [Move; 2]) -> Vec<f64> {
        differences_in(&self.values(state, &moves))
    }

    /// How much of the chance to win between equal players each of these moves is behind the best of them; `None`
    /// without a move. A move counts in each world by how far it is from what is best there.
    pub(super) fn losses_behind_best(&mut self, state: &State, moves: &[Move]) -> Option<LossesBehindBest> {
        let found = self.values(state, moves);
        let best_of = |values: &Vec<Option<f64>>| values.iter().flatten().copied().reduce(f64::max);
        let chance = |at: usize| {
            let in_world = |values: &Vec<Option<f64>>| {
                let best = best_of(values)?;
                Some(self.model.win_chance(0.0, values[at].map_or(f64::INFINITY, |value| best - value)))
            };
            mean(&found.iter().filter_map(in_world).collect::<Vec<f64>>())
        };
        let chances: Vec<f64> = (0..moves.len()).map(chance).collect();
        let best = chances.iter().copied().reduce(f64::max)?;
        let is_lost = found.iter().all(|values| best_of(values).is_none());
        Some(LossesBehindBest { behind: chances.iter().map(|chance| best - chance).collect(), is_lost })
    }

    /// The verdict on a move; `None` if no piece had a place.
    pub fn judge(&mut self, played: &PlayedMove) -> Option<Judgement> {
        let moves = self.moves_best_first(&played.state);
        let best = *moves.first()?;
        let own = played_among(&moves, played);
        let compared = [best, own];
        let values = self.values(&played.state, if own == best { &compared[..1] } else { &compared });
        let opponent = played.opponent.as_ref().map(|state| self.position_worth(state));
        // Where there is no opponent, one is assumed who is as well off as the player.
        let lead = match (mean_of_first(&values), opponent) {
            (None, _) => f64::NEG_INFINITY,
            (Some(_), Some(None)) => f64::INFINITY,
            (Some(own), Some(Some(other))) => own - other,
            (Some(_), None) => 0.0,
        };
        let best_chance = self.model.win_chance(lead, 0.0);
        let alike = Judgement::of_best(best, best_chance);
        if own == best {
            return Some(alike);
        }
        let differences = differences_in(&values);
        let losses: Vec<f64> =
            differences.iter().map(|difference| best_chance - self.model.win_chance(lead, *difference)).collect();
        if losses.is_empty() {
            return Some(alike);
        }
        // The mean of equal numbers may round to more than each of them.
        let (loss, error) = (mean(&losses).min(best_chance), standard_error(&losses));
        if loss <= 0.0 {
            return Some(Judgement { error, ..alike });
        }
        let (value_lost, played_chance) = (mean(&differences).max(0.0), best_chance - loss);
        let value_lost = Some(value_lost).filter(|lost| lost.is_finite());
        let lost = differences.iter().filter(|difference| difference.is_infinite()).count();
        let danger = lost as f64 / values.len() as f64;
        Some(Judgement { value_lost, played_chance, error, danger, grade: Grade::of(loss, error), ..alike })
    }
}

/// The played move as the search has it: the same cells by the same spin, or else by another.
fn played_among(moves: &[Move], played: &PlayedMove) -> Move {
    let choice = played.search_move();
    let same = |one: &&Move| one.has_same_cells(choice);
    let by_spin = moves.iter().filter(same).find(|one| one.placement.spin == choice.placement.spin);
    by_spin.or_else(|| moves.iter().find(same)).copied().unwrap_or(choice)
}

/// The mean of what the first move is worth, over the worlds in which it is not lost; `None` if every world is lost.
fn mean_of_first(values: &[Vec<Option<f64>>]) -> Option<f64> {
    let found: Vec<f64> = values.iter().filter_map(|values| values[0]).collect();
    (!found.is_empty()).then(|| mean(&found))
}

/// How much more the first of two moves is worth than the second, in each world that the first does not lose: infinite
/// where only the second loses.
fn differences_in(values: &[Vec<Option<f64>>]) -> Vec<f64> {
    let difference = |values: &Vec<Option<f64>>| match (values[0], values[1]) {
        (Some(best), Some(played)) => Some(best - played),
        (Some(_), None) => Some(f64::INFINITY),
        (None, _) => None,
    };
    values.iter().filter_map(difference).collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// The standard error of the mean of these values; 0 for a single one.
fn standard_error(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = mean(values);
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    sqrt(squares / (count - 1.0).max(1.0) / count.max(1.0))
}
