//! What can be wrong with a recipe.

use crate::ai::evaluator::EvaluatorError;
use crate::rules::RuleError;
use thiserror::Error;

/// What is wrong with a recipe, or with a genome for it.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum RecipeError {
    /// No recipe has this name.
    #[error("unknown recipe '{name}'; known: {known}")]
    Unknown {
        /// The name asked for.
        name: String,
        /// All names.
        known: String,
    },
    /// Something to ablate is none of its features.
    #[error("unknown feature '{name}' to ablate; recipe {recipe} has {known}")]
    Ablation {
        /// The name or index asked for.
        name: String,
        /// The recipe.
        recipe: String,
        /// Its features with their indices.
        known: String,
    },
    /// Nothing is left.
    #[error("every feature of recipe {0} is ablated; leave at least one")]
    NothingLeft(String),
    /// A number belongs to another way to search.
    #[error("recipe {recipe} searches by {strategy}, which has no {what}")]
    NoSuch {
        /// The option.
        what: &'static str,
        /// The recipe.
        recipe: String,
        /// Its way to search.
        strategy: &'static str,
    },
    /// A text is none of the words that a number takes.
    #[error("{what} is '{text}', must be one of {known}")]
    NoWord {
        /// The number's name.
        what: &'static str,
        /// The text.
        text: String,
        /// The words.
        known: String,
    },
    /// A text is no value of a number.
    #[error("{what} is '{text}': {form}")]
    Form {
        /// The number's name.
        what: &'static str,
        /// The text.
        text: String,
        /// What to give.
        form: &'static str,
    },
    /// A number is out of bounds.
    #[error("{what} is {value}, must be {range}")]
    Bounds {
        /// The option.
        what: &'static str,
        /// Its value.
        value: String,
        /// What is allowed.
        range: &'static str,
    },
    /// The champion needs what its search is made for, or a brain was asked for.
    #[error("recipe {recipe} searches over placements: {problem}")]
    Placing {
        /// The recipe.
        recipe: String,
        /// What is wrong, and what to do.
        problem: &'static str,
    },
    /// The rules are impossible.
    #[error(transparent)]
    Rules(#[from] RuleError),
    /// The evaluator is.
    #[error(transparent)]
    Evaluator(#[from] EvaluatorError),
}

impl RecipeError {
    /// A brain was asked for, of a recipe whose genomes search.
    pub fn no_brain(recipe: &str) -> Self {
        let problem = "it makes no brain; it plays in 'korobka solo' and 'korobka arena'";
        Self::Placing { recipe: recipe.to_owned(), problem }
    }
}
