//! What can be wrong with a recipe.

use crate::ai::evaluator::EvaluatorError;
use crate::rules::RuleError;
use crate::search::WeightsError;
use std::borrow::Cow;
use thiserror::Error;

/// What is wrong with a recipe, or with a genome for it.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum RecipeError {
    /// No recipe has this name.
    #[error("unknown recipe '{name}'; known: {known}")]
    Unknown {
        /// The name asked for.
        name: String,
        /// The names of all recipes, separated by commas.
        known: String,
    },
    /// A feature to leave out is none of the recipe's features.
    #[error("unknown feature '{name}' to ablate; recipe {recipe} has {known}")]
    Ablation {
        /// The name or index asked for.
        name: String,
        /// The name of the recipe.
        recipe: String,
        /// The features of the recipe with their indices.
        known: String,
    },
    /// All features of the recipe are left out.
    #[error("every feature of recipe {0} is ablated; leave at least one")]
    NothingLeft(String),
    /// The run was to learn by matches against a player, but the recipe plays none, or the player does not search.
    #[error("recipe {0} plays no matches against {1}; take a recipe by matches and a player that searches")]
    NoMatchesAgainst(String, String),
    /// The run was to begin at a player at which runs of the recipe cannot begin.
    #[error(
        "recipe {recipe} searches by {strategy} and cannot begin at {player}: both must be weighted sums with a weight of the same name, the recipe must search by CMA-ES, and with --only-new it must have weights that {player} lacks"
    )]
    CannotBeginAt {
        /// The name of the recipe.
        recipe: String,
        /// The name of the recipe's way to search.
        strategy: &'static str,
        /// The player to begin at, as a SPEC.
        player: String,
    },
    /// The run was to begin as another player plays where garbage is not announced, for which the recipe has no weights
    /// of its own, or at which it cannot begin.
    #[error(
        "recipe {recipe} has no weights of its own for where garbage is not announced, or {player} is no player that searches; leave --untold-from out"
    )]
    CannotBeginUntoldAt {
        /// The name of the recipe.
        recipe: String,
        /// The player that plays there, as a SPEC.
        player: String,
    },
    /// A number was asked for that the recipe's way to search or to play does not have.
    #[error("recipe {recipe} {way}, which has no {what}")]
    NoSuchNumber {
        /// What the number is, in words, such as `search steps`.
        what: &'static str,
        /// The name of the recipe.
        recipe: String,
        /// How the recipe searches or plays, in words, such as `searches by CMA-ES`.
        way: String,
    },
    /// A text is none of the words that a number takes.
    #[error("{what} is '{text}', must be one of {known}")]
    NoWord {
        /// The name of the number, as its flag.
        what: &'static str,
        /// The text that was given.
        text: String,
        /// The words that the number takes, separated by commas.
        known: String,
    },
    /// A text is not of the form that a number takes.
    #[error("{what} is '{text}': {form}")]
    Form {
        /// The name of the number, as its flag.
        what: &'static str,
        /// The text that was given.
        text: String,
        /// The form that the text must have, as an instruction to the user.
        form: &'static str,
    },
    /// A number is out of bounds.
    #[error("{what} is {value}, must be {range}")]
    Bounds {
        /// What the number is, in words, such as `score cap`.
        what: &'static str,
        /// The value that was given.
        value: String,
        /// The values that are allowed, in words.
        range: Cow<'static, str>,
    },
    /// The recipe says something that the search over placements cannot do; or a brain was asked of a recipe that makes
    /// champions, or the other way round.
    #[error("recipe {recipe} searches over placements: {problem}")]
    Placing {
        /// The name of the recipe.
        recipe: String,
        /// What is wrong, and what to do.
        problem: &'static str,
    },
    /// No weights of the champion can be made of a genome.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// The rules are impossible.
    #[error(transparent)]
    Rules(#[from] RuleError),
    /// The evaluator cannot be built.
    #[error(transparent)]
    Evaluator(#[from] EvaluatorError),
}

impl RecipeError {
    /// The error for a brain asked of a recipe whose genomes are weights of a search over placements.
    pub fn no_brain(recipe: &str) -> Self {
        let problem =
            "it makes no brain; it plays in 'korobka evaluate --lines-sent' and 'korobka match --level placements'";
        Self::Placing { recipe: recipe.to_owned(), problem }
    }
}
