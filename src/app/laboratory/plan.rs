//! The plan of a run before it begins: a recipe, the numbers that differ from it, the player that the run begins from,
//! and how far it goes.

use crate::doors::threads::cores;
use crate::storage::generation;
use crate::train::numbers;
use crate::train::recipe::{MAX_GENERATION, RecipeError};
use crate::train::{EvaluatorKind, Recipe, StartingGenerations, Trainer};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// The plan of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RunPlan {
    /// The name of the recipe, as `korobka recipes` lists it.
    pub recipe: String,
    /// The values of the numbers that differ from the recipe's own, by the names of the numbers.
    pub numbers: BTreeMap<String, String>,
    /// The seed that every random choice of the run is drawn from.
    pub seed: u64,
    /// The number of the generation after which the run is over.
    pub last: u32,
    /// How many threads compute the run.
    pub cores: usize,
    /// The name of the run's folder in front of the seed; empty for the recipe's name.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub folder: String,
    /// The path of the generation file whose best player the run begins from; empty to begin from scratch.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub from: String,
}

impl Default for RunPlan {
    fn default() -> Self {
        let (folder, from) = (String::new(), String::new());
        let recipe = "lin".to_owned();
        // One core is left to the game.
        let cores = cores().saturating_sub(1).max(1);
        Self { recipe, numbers: BTreeMap::new(), seed: 1, last: 10, cores, folder, from }
    }
}

impl RunPlan {
    /// Follows a folder of a run that got another name, if the run of this plan begins from a file in it.
    pub(super) fn follow_renamed_folder(&mut self, before: &Path, after: &Path) {
        if let Ok(file) = Path::new(&self.from).strip_prefix(before) {
            self.from = after.join(file).to_string_lossy().into_owned();
        }
    }

    /// A run of about half a minute on one core, in which players get better from generation to generation: networks of
    /// the first learner, a small population, and games that end early.
    pub fn short_run() -> Self {
        let numbers = [("population", "150"), ("score-cap", "200000")];
        let numbers = numbers.map(|(name, text)| (name.to_owned(), text.to_owned())).into();
        Self { recipe: "iwumbwe".to_owned(), numbers, last: 6, ..Self::default() }
    }

    /// The recipe with the numbers of the plan.
    ///
    /// # Errors
    /// An error if there is no such recipe, or its numbers are impossible together.
    pub fn full_recipe(&self) -> Result<Recipe, RecipeError> {
        let asked: Vec<(&str, &str)> = self.numbers.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        numbers::recipe_with_numbers(Recipe::named(&self.recipe)?, &asked)
    }

    /// Whether the run can be trained as it was set up: a later version may know other recipes and other numbers.
    pub(super) fn is_possible(&self) -> bool {
        self.full_recipe().is_ok() && self.numbers.keys().all(|name| numbers::RecipeNumber::named(name).is_some())
    }

    /// Where the run begins, in words: at scratch, or at the player in a file of a run, such as "night, cmaes-0007".
    pub fn beginning_in_words(&self) -> String {
        let from = Path::new(&self.from);
        let [run, file] = [from.parent().and_then(Path::file_name), from.file_stem()];
        match (run, file) {
            (Some(run), Some(file)) => format!("{}, {}", run.to_string_lossy(), file.to_string_lossy()),
            _ if self.from.is_empty() => "scratch".to_owned(),
            _ => self.from.clone(),
        }
    }

    /// Changes the plan to another recipe, with the recipe's own numbers and length. The run begins from scratch then.
    pub fn set_recipe(&mut self, recipe: &Recipe) {
        (self.recipe, self.last) = (recipe.name.clone(), recipe.generations);
        self.numbers.clear();
        self.from.clear();
    }

    /// The trainer of the run.
    ///
    /// # Errors
    /// A line for the player, if the numbers are impossible, the file that the run begins from cannot be read, or this
    /// recipe cannot begin from such a player.
    pub fn trainer(&self) -> Result<Trainer, String> {
        let recipe = self.full_recipe().map_err(|error| error.to_string())?;
        if self.from.is_empty() {
            return Trainer::new(recipe, self.seed).map_err(|error| error.to_string());
        }
        let from = generation::read(Path::new(&self.from)).map_err(|error| error.to_string())?;
        let beginning = StartingGenerations { from: &from, untold: None, against: None };
        Trainer::new_from_best_genome(recipe, self.seed, &beginning).map_err(|error| error.to_string())
    }

    /// The name of the run's folder with the seed, such as `iwumbwe-1`, as long as no other run has the name.
    pub fn folder_name(&self) -> String {
        let name = if self.folder.is_empty() { &self.recipe } else { &self.folder };
        format!("{name}-{}", self.seed)
    }

    /// Sets the number called `name` to the value `text`. A value that is the recipe's own is not kept in the plan.
    pub fn set_number(&mut self, name: &str, text: String) {
        let own = Recipe::named(&self.recipe).ok().zip(numbers::RecipeNumber::named(name));
        if own.is_some_and(|(own, number)| (number.text)(&own) == text) {
            self.numbers.remove(name);
        } else {
            self.numbers.insert(name.to_owned(), text);
        }
    }

    /// The plan with its last generation and its threads within their limits, the latter 1-1024, and without numbers
    /// that no recipe has. If the recipe does not exist, this is the default plan.
    pub fn clamped(mut self) -> Self {
        self.last = self.last.min(MAX_GENERATION);
        self.cores = self.cores.clamp(1, 1024);
        self.numbers.retain(|name, _| numbers::RecipeNumber::named(name).is_some());
        if Recipe::named(&self.recipe).is_err() {
            self = Self::default();
        }
        self
    }
}

/// The evaluator of a recipe in words, such as "a sum of 8 weighted features".
pub fn evaluator_words(recipe: &Recipe) -> String {
    match &recipe.evaluator {
        _ if recipe.placing.is_some() => format!("a search with {} weights", recipe.genome_length()),
        EvaluatorKind::Linear => format!("a sum of {} weighted features", recipe.genome_length()),
        EvaluatorKind::Powered { .. } => format!("a sum with a power, {} numbers", recipe.genome_length()),
        EvaluatorKind::Network(_) => {
            let layers: Vec<String> = recipe.layer_sizes().iter().map(ToString::to_string).collect();
            format!("a network {}, {} weights", layers.join("-"), recipe.genome_length())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_recipe_searches_for_is_told_in_words() {
        let told = |name: &str| Recipe::named(name).map(|recipe| evaluator_words(&recipe)).unwrap_or_default();
        assert_eq!(told("lin"), "a sum of 5 weighted features");
        for (name, begin) in
            [("termproject", "a sum with a power, "), ("iwumbwe", "a network "), ("champion", "a search with ")]
        {
            assert!(told(name).starts_with(begin), "{name}: {}", told(name));
        }
    }
}
