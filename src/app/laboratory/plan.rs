//! What a run shall be, before it begins: a recipe, the numbers that differ from it, where it begins and how far it goes.

use crate::doors::threads::cores;
use crate::storage::generation;
use crate::train::numbers;
use crate::train::recipe::{MAX_GENERATION, RecipeError};
use crate::train::{Beginning, EvaluatorKind, Recipe, Trainer};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// What a run shall be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RunPlan {
    /// The name of the recipe, as `korobka recipes` lists it.
    pub recipe: String,
    /// The numbers that differ from the recipe's own, by their names.
    pub numbers: BTreeMap<String, String>,
    /// The seed that every random choice of the run is drawn from.
    pub seed: u64,
    /// The number of the generation after which the run is over.
    pub last: u32,
    /// Threads to compute on.
    pub cores: usize,
    /// What the folder of the run is called by, in front of its seed; empty for the recipe's name.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub folder: String,
    /// The file of the generation whose best player the run begins at; empty to begin from scratch.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub from: String,
}

impl Default for RunPlan {
    fn default() -> Self {
        let (folder, from) = (String::new(), String::new());
        let recipe = "lin".to_owned();
        Self { recipe, numbers: BTreeMap::new(), seed: 1, last: 10, cores: Self::usual_cores(), folder, from }
    }
}

impl RunPlan {
    /// A run of about half a minute on one core, in which players get better from generation to generation: networks of the
    /// first learner, a small population, and games that end early.
    pub fn first() -> Self {
        let numbers = [("population", "150"), ("score-cap", "200000")];
        let numbers = numbers.map(|(name, text)| (name.to_owned(), text.to_owned())).into();
        Self { recipe: "iwumbwe".to_owned(), numbers, last: 6, ..Self::default() }
    }

    /// All cores but one, which is left to the game.
    pub fn usual_cores() -> usize {
        cores().saturating_sub(1).max(1)
    }

    /// The recipe with the numbers of the plan.
    ///
    /// # Errors
    /// When there is no such recipe, or its numbers are impossible together.
    pub fn whole(&self) -> Result<Recipe, RecipeError> {
        let asked: Vec<(&str, &str)> = self.numbers.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        numbers::with(Recipe::named(&self.recipe)?, &asked)
    }

    /// Takes another recipe, with its own numbers and its own length.
    pub fn take(&mut self, recipe: &Recipe) {
        (self.recipe, self.last) = (recipe.name.clone(), recipe.generations);
        self.numbers.clear();
        self.from.clear();
    }

    /// The trainer of the run.
    ///
    /// # Errors
    /// One line: when the numbers are impossible, the file that it begins from cannot be read, or this recipe cannot begin at
    /// such a player.
    pub fn trainer(&self) -> Result<Trainer, String> {
        let recipe = self.whole().map_err(|error| error.to_string())?;
        if self.from.is_empty() {
            return Trainer::new(recipe, self.seed).map_err(|error| error.to_string());
        }
        let from = generation::read(Path::new(&self.from)).map_err(|error| error.to_string())?;
        let beginning = Beginning { from: &from, untold: None, against: None };
        Trainer::begun_from(recipe, self.seed, &beginning).map_err(|error| error.to_string())
    }

    /// What the folder of the run is to be called, if no other run has the name.
    pub fn folder_name(&self) -> String {
        let name = if self.folder.is_empty() { &self.recipe } else { &self.folder };
        format!("{name}-{}", self.seed)
    }

    /// Puts a number, or takes the recipe's own again where it is the same.
    pub fn put(&mut self, name: &str, text: String) {
        let own = Recipe::named(&self.recipe).ok().zip(numbers::Number::named(name));
        if own.is_some_and(|(own, number)| (number.of)(&own) == text) {
            self.numbers.remove(name);
        } else {
            self.numbers.insert(name.to_owned(), text);
        }
    }

    /// The plan with every number within its limits.
    pub fn clamped(mut self) -> Self {
        self.last = self.last.min(MAX_GENERATION);
        self.cores = self.cores.clamp(1, 1024);
        self.numbers.retain(|name, _| numbers::Number::named(name).is_some());
        if Recipe::named(&self.recipe).is_err() {
            self = Self::default();
        }
        self
    }
}

/// What evaluates a position, in words.
pub fn evaluator_words(recipe: &Recipe) -> String {
    match &recipe.evaluator {
        _ if recipe.placing.is_some() => format!("a search with {} weights", recipe.genome_length()),
        EvaluatorKind::Linear => format!("a sum of {} weighted features", recipe.genome_length()),
        EvaluatorKind::Powered { .. } => format!("a sum with a power, {} numbers", recipe.genome_length()),
        EvaluatorKind::Network(_) => {
            let layers: Vec<String> = recipe.layers().iter().map(ToString::to_string).collect();
            format!("a network {}, {} weights", layers.join("-"), recipe.genome_length())
        }
    }
}
