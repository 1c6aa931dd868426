//! Runs that are trained one after another to be compared: conditions that differ in one thing,
//! each with the same seeds.

use super::RunPlan;
use crate::train::numbers::{self, RecipeNumber};
use serde::{Deserialize, Serialize};

/// The most conditions of a comparison.
const MOST_CONDITIONS: usize = 40;
/// The most seeds that each condition is trained with.
pub const MOST_SEEDS: u32 = 30;

/// A comparison as the player has set it up: conditions, and how many seeds each of them is trained with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Comparison {
    /// How many seeds each condition is trained with, 1-30: the seed of the condition's plan and those that follow.
    pub seeds: u32,
    /// The conditions, at most 40. Each of the others is compared with the first.
    pub conditions: Vec<RunPlan>,
}

impl Default for Comparison {
    fn default() -> Self {
        Self { seeds: 1, conditions: Vec::new() }
    }
}

impl Comparison {
    /// Adds a condition. It takes the seed, the last generation and the number of threads of the first condition.
    ///
    /// # Errors
    /// A line for the player, if the condition is in the comparison already, or there are 40.
    pub fn add_condition(&mut self, plan: &RunPlan) -> Result<(), String> {
        let mut plan = plan.clone();
        if let Some(first) = self.conditions.first() {
            (plan.seed, plan.last, plan.cores) = (first.seed, first.last, first.cores);
        }
        if self.conditions.contains(&plan) {
            return Err("This is in the comparison already: change one thing, and add it again".to_owned());
        }
        if self.conditions.len() >= MOST_CONDITIONS {
            return Err(format!("A comparison has {MOST_CONDITIONS} conditions at most"));
        }
        self.conditions.push(plan);
        Ok(())
    }

    /// Replaces the conditions by an ablation: the plan as it is, and once without each feature that it uses. Features
    /// that the learner cannot do without are passed over.
    ///
    /// # Errors
    /// A line for the player, if the plan is impossible, or has too many features for 40 conditions. The conditions
    /// stay as they were then.
    pub fn set_ablation(&mut self, plan: &RunPlan) -> Result<(), String> {
        let recipe = plan.full_recipe().map_err(|error| error.to_string())?;
        let mut ablation = Self { seeds: self.seeds, conditions: vec![plan.clone()] };
        let kept = recipe.features.iter().filter(|feature| !recipe.ablated.contains(feature));
        for feature in kept {
            let left_out: Vec<&str> = recipe.ablated.iter().chain([feature]).map(String::as_str).collect();
            let mut without = plan.clone();
            without.set_number(numbers::ABLATE_NAME, left_out.join(","));
            // The learner cannot do without some features: such a plan is impossible, and is passed over.
            if without.full_recipe().is_ok() {
                ablation.add_condition(&without)?;
            }
        }
        *self = ablation;
        Ok(())
    }

    /// How the condition at this place differs from the first one. Empty if there is no such condition, or if the plan
    /// of either is impossible.
    pub fn differences_from_first(&self, at: usize) -> ConditionDifferences {
        let of = |at: usize| self.conditions.get(at).and_then(|plan| Some((plan, plan.full_recipe().ok()?)));
        let (Some((one, first)), Some((plan, own))) = (of(0), of(at)) else { return ConditionDifferences::default() };
        let recipe = (first.name != own.name).then(|| own.name.clone());
        let beginning = (one.from != plan.from).then(|| plan.beginning_in_words());
        ConditionDifferences { numbers: numbers::recipe_differences(&first, &own), recipe, beginning }
    }

    /// The plans of all runs in the order in which they are trained: all conditions with the first seed, then all with
    /// the next, so that conditions can be compared before the last run has ended.
    pub fn run_plans(&self) -> Vec<RunPlan> {
        let of = |(at, condition): (usize, &RunPlan), seed: u32| {
            let seed = condition.seed.wrapping_add(seed.into());
            RunPlan { seed, folder: self.folder(at), ..condition.clone() }
        };
        (0..self.seeds).flat_map(|seed| self.conditions.iter().enumerate().map(move |each| of(each, seed))).collect()
    }

    /// The name of a condition's folders in front of the seed, such as "iwumbwe-without-holes": at most 80 ASCII
    /// letters, digits, dots and hyphens.
    fn folder(&self, at: usize) -> String {
        let ConditionDifferences { numbers, recipe, .. } = self.differences_from_first(at);
        let first = self.conditions.first().map_or(String::new(), |first| first.recipe.clone());
        let mut name = recipe.unwrap_or(first);
        for (number, [before, value]) in numbers {
            if number.name == numbers::ABLATE_NAME {
                let new = value.split(',').filter(|feature| !before.split(',').any(|other| other == *feature));
                name.push_str(&format!("-without-{}", new.collect::<Vec<_>>().join("-")));
            } else {
                name.push_str(&format!("-{}-{value}", number.name));
            }
        }
        let plain = |letter: char| if letter.is_ascii_alphanumeric() || letter == '.' { letter } else { '-' };
        name.chars().map(plain).take(80).collect()
    }

    /// The comparison with 1-30 seeds and at most 40 conditions, each within the limits of plans.
    /// Conditions that cannot be trained are left out.
    pub fn clamped(self) -> Self {
        let possible = self.conditions.into_iter().filter(RunPlan::is_possible);
        let conditions = possible.take(MOST_CONDITIONS).map(RunPlan::clamped).collect();
        Self { seeds: self.seeds.clamp(1, MOST_SEEDS), conditions }
    }
}

/// How a condition differs from the first of its comparison.
#[derive(Clone, Debug, Default)]
pub struct ConditionDifferences {
    /// The numbers that differ, each with the first condition's value and this one's.
    pub numbers: Vec<(&'static RecipeNumber, [String; 2])>,
    /// The name of the condition's recipe if that is not the first condition's: then many things differ. Else `None`.
    pub recipe: Option<String>,
    /// Where the condition begins, in words, if the first begins elsewhere; else `None`.
    pub beginning: Option<String>,
}

impl ConditionDifferences {
    /// Whether more than one thing differs, so that nobody can say which of them made the difference.
    pub fn are_many(&self) -> bool {
        self.numbers.len() + usize::from(self.beginning.is_some()) > 1 || self.recipe.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::Recipe;

    fn plan() -> RunPlan {
        RunPlan { recipe: "iwumbwe".to_owned(), seed: 7, ..RunPlan::default() }
    }

    #[test]
    fn an_ablation_trains_the_recipe_and_once_without_each_feature_every_seed_in_turn() -> Result<(), String> {
        let mut comparison = Comparison { seeds: 2, ..Comparison::default() };
        comparison.set_ablation(&plan())?;
        let features = Recipe::named("iwumbwe").map_err(|error| error.to_string())?.features;
        assert_eq!(comparison.conditions.len(), 1 + features.len());
        for at in 1..comparison.conditions.len() {
            let differences = comparison.differences_from_first(at);
            let found: Vec<(&str, &str)> =
                differences.numbers.iter().map(|(number, values)| (number.name, values[1].as_str())).collect();
            assert_eq!(found, [(numbers::ABLATE_NAME, features[at - 1].as_str())], "one thing differs");
            assert!(!differences.are_many());
        }
        let runs = comparison.run_plans();
        let seeds: Vec<u64> = runs.iter().map(|run| run.seed).collect();
        assert_eq!(seeds, [vec![7; 1 + features.len()], vec![8; 1 + features.len()]].concat());
        assert_eq!(runs[0].folder, "iwumbwe");
        assert_eq!(runs[1].folder, format!("iwumbwe-without-{}", features[0]));
        let folders: std::collections::BTreeSet<_> = runs.iter().map(|run| (&run.folder, run.seed)).collect();
        assert_eq!(folders.len(), runs.len(), "each run has a folder of its own");
        Ok(())
    }

    #[test]
    fn a_condition_takes_the_firsts_seed_and_length_and_is_not_added_twice() -> Result<(), String> {
        let mut comparison = Comparison::default();
        comparison.add_condition(&plan())?;
        assert!(comparison.add_condition(&RunPlan { seed: 9, last: 3, ..plan() }).is_err(), "it differs in nothing");
        let mut small = RunPlan { seed: 9, ..plan() };
        small.set_number("population", "20".to_owned());
        comparison.add_condition(&small)?;
        assert_eq!(comparison.conditions[1].seed, 7);
        assert_eq!(comparison.run_plans()[1].folder, "iwumbwe-population-20");
        assert!(comparison.differences_from_first(0).numbers.is_empty());
        Ok(())
    }

    #[test]
    fn a_condition_from_a_file_is_computed_on_a_possible_number_of_threads() {
        let read = |cores: usize| {
            let comparison = Comparison { seeds: 1, conditions: vec![RunPlan { cores, ..plan() }] };
            comparison.clamped().run_plans().iter().map(|run| run.cores).collect::<Vec<_>>()
        };
        assert_eq!([0, 3, 1_000_000].map(read), [[1], [3], [1024]]);
    }

    #[test]
    fn an_ablation_of_too_many_features_leaves_the_comparison_as_it_was() {
        let before = Comparison { seeds: 2, conditions: vec![plan()] };
        let mut comparison = before.clone();
        let champion = RunPlan { recipe: "champion".to_owned(), ..plan() };
        let refused = comparison.set_ablation(&champion);
        assert_eq!(refused, Err("A comparison has 40 conditions at most".to_owned()));
        assert_eq!(comparison, before);
    }

    #[test]
    fn a_comparison_has_forty_conditions_at_most() -> Result<(), String> {
        let of_size = |population: usize| {
            let mut sized = plan();
            sized.set_number("population", population.to_string());
            sized
        };
        let mut comparison = Comparison::default();
        (20..60).try_for_each(|population| comparison.add_condition(&of_size(population)))?;
        let refused = comparison.add_condition(&of_size(60));
        assert_eq!(refused, Err("A comparison has 40 conditions at most".to_owned()));
        assert_eq!(comparison.conditions.len(), 40);
        Ok(())
    }
}
