//! Units of training that are computed elsewhere, as in a Web Worker: orders and answers, one JSON object each.
//!
//! A worker is sent a round once, and then units of it. Every number arrives to the bit: JSON is written and read
//! without rounding, and a recipe, which may have infinite numbers, travels as TOML text.

use super::round::{PreparedRound, TrainingRound, UnitResult, WorkUnit};
use crate::search::request::json_line;
use serde::{Deserialize, Serialize};

/// What a worker is asked to do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TrainingOrder {
    /// Make the players of this round. All units from now on belong to this round.
    Round(Box<TrainingRound>),
    /// Compute this unit of the round.
    Unit(WorkUnit),
}

/// What a worker answers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TrainingAnswer {
    /// The players of the round are made.
    Ready,
    /// The result of the unit.
    Result(UnitResult),
}

impl TrainingAnswer {
    /// Reads an answer that [`TrainingResponder::answer`] has written.
    ///
    /// # Errors
    /// One line that says what is wrong with the answer.
    pub fn read(line: &str) -> Result<Self, String> {
        serde_json::from_str(line).map_err(|error| format!("the worker's answer: {error}"))
    }
}

/// A worker's part of training: answers orders, one after another, and keeps the players of the last round.
#[derive(Clone, Debug, Default)]
pub struct TrainingResponder {
    round: Option<PreparedRound>,
}

impl TrainingResponder {
    /// A responder that has no round yet.
    pub const fn new() -> Self {
        Self { round: None }
    }

    /// Does what an order says, written by [`json_line`], and gives the [`TrainingAnswer`] as JSON.
    ///
    /// # Errors
    /// One line of text, if the order cannot be read, the recipe of its round is impossible, a genome does not fit the
    /// recipe, or the round has no such unit.
    pub fn answer(&mut self, order: &str) -> Result<String, String> {
        let order = serde_json::from_str(order).map_err(|error| format!("the order to train: {error}"))?;
        let answer = match order {
            TrainingOrder::Round(round) => {
                let prepared = round.recipe.clone().checked().and_then(|_| PreparedRound::new(&round));
                self.round = Some(prepared.map_err(|error| error.to_string())?);
                TrainingAnswer::Ready
            }
            TrainingOrder::Unit(unit) => {
                let result = self.round.as_ref().and_then(|round| round.compute_unit(&unit, &|| false));
                TrainingAnswer::Result(result.ok_or("the order to train: the worker has no round with this unit")?)
            }
        };
        json_line(&answer)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::progress::SilentProgress;
    use super::super::trainer::Trainer;
    use super::super::{Recipe, RecipeError};
    use super::*;
    use crate::rules::BoardSize;

    fn trainer(name: &str) -> Result<Trainer, RecipeError> {
        let recipe = Recipe { population: 4, piece_cap: 30, held_out_games: 1, ..Recipe::named(name)? };
        Ok(Trainer::new(recipe, 1).unwrap())
    }

    #[test]
    fn a_worker_comes_to_the_result_on_the_spot_to_the_bit() -> Result<(), RecipeError> {
        for name in ["lin", "iwumbwe", "cmaes", "champion"] {
            let mut trainer = trainer(name)?;
            let round = trainer.begin_round(&SilentProgress).clone();
            let (mut responder, prepared) = (TrainingResponder::new(), PreparedRound::new(&round)?);
            let order = TrainingOrder::Round(Box::new(round));
            let sent = json_line(&order).unwrap();
            assert_eq!(serde_json::from_str::<TrainingOrder>(&sent).unwrap(), order, "{name}");
            assert_eq!(TrainingAnswer::read(&responder.answer(&sent).unwrap()), Ok(TrainingAnswer::Ready));
            for _ in 0..3 {
                let unit = trainer.hand_out().unwrap();
                let asked = json_line(&TrainingOrder::Unit(unit)).unwrap();
                let there = TrainingAnswer::read(&responder.answer(&asked).unwrap()).unwrap();
                let here = prepared.compute_unit(&unit, &|| false).unwrap();
                let TrainingAnswer::Result(there) = there else { panic!("{name}: {there:?}") };
                assert_eq!(there, here, "{name}");
                assert_eq!(there.result.fitness.to_bits(), here.result.fitness.to_bits(), "{name}");
            }
        }
        Ok(())
    }

    #[test]
    fn an_order_that_cannot_be_followed_is_one_line() -> Result<(), RecipeError> {
        let mut trainer = trainer("lin")?;
        let round = trainer.begin_round(&SilentProgress).clone();
        let unit = json_line(&TrainingOrder::Unit(trainer.hand_out().unwrap())).unwrap();
        let board = BoardSize { width: 200, ..round.recipe.board };
        let wide = TrainingRound { recipe: Recipe { board, ..round.recipe.clone() }, ..round.clone() };
        let wide = json_line(&TrainingOrder::Round(Box::new(wide))).unwrap();
        let foreign =
            json_line(&TrainingOrder::Round(Box::new(TrainingRound { genomes: vec![vec![1.0]], ..round }))).unwrap();
        let mut responder = TrainingResponder::new();
        for bad in ["", "{}", "{\"round\":{}}", &unit, &wide, &foreign] {
            let line = responder.answer(bad).unwrap_err();
            assert!(!line.is_empty() && !line.contains('\n'), "{bad}: {line}");
            let answer = TrainingAnswer::read(bad).unwrap_err();
            assert!(answer.starts_with("the worker's answer: ") && !answer.contains('\n'), "{bad}: {answer}");
        }
        Ok(())
    }
}
