//! Comparing runs. Runs whose recipes are the same in everything form one condition and differ only in their seeds.
//! Conditions are compared seed by seed.

use super::SavedRun;
use crate::measure::statistics::{mean, mean_interval, paired_ratio};
use crate::measure::{Interval, Ratio};
use crate::train::summary::GenerationSummary;
use crate::train::{Recipe, numbers};

/// Runs that differ only in their seeds.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    /// The recipe that all runs of the condition follow.
    pub recipe: Recipe,
    /// The places of the runs in the list that was given to [`conditions`], in the order of their seeds. Of two runs
    /// with the same seed only the first in the list is here.
    pub runs: Vec<usize>,
}

/// The held-out results of a condition in one generation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConditionResult {
    /// How many runs of the condition have this generation with held-out games.
    pub runs: usize,
    /// The mean number of lines of the best genome in its held-out games, and of this the mean over the runs.
    pub lines: f64,
    /// The 95 % interval of `lines`; `None` with a single run or equal ones, which say nothing about other runs.
    pub interval: Option<Interval>,
    /// How many times as many lines the condition has as the one that it is compared with, seed by seed, and the 95 %
    /// interval of this ratio. `None` with fewer than two seeds in common, and for a condition that is compared with
    /// itself.
    pub ratio: Option<Ratio>,
}

/// The conditions among the saved runs that have the recipe name and the number of held-out games of the recipe `of`.
/// Runs without generations belong to none. They are sorted by how many numbers differ from the documented recipe apart
/// from the features left out, then by how many features are left out, then by the places of these features.
pub fn conditions(saved: &[SavedRun], of: &Recipe) -> Vec<Condition> {
    let mut found: Vec<Condition> = Vec::new();
    for (at, run) in saved.iter().enumerate() {
        let recipe = &run.summary.recipe;
        // A run that was stopped in its first round would hide one with the same seed that has learned.
        let is_empty = run.summary.generations.is_empty();
        if is_empty || recipe.name != of.name || recipe.held_out_games != of.held_out_games {
            continue;
        }
        match found.iter_mut().find(|condition| condition.recipe == *recipe) {
            Some(condition) if condition.runs.iter().any(|other| saved[*other].summary.seed == run.summary.seed) => {}
            Some(condition) => condition.runs.push(at),
            None => found.push(Condition { recipe: recipe.clone(), runs: vec![at] }),
        }
    }
    found.iter_mut().for_each(|condition| condition.runs.sort_by_key(|at| saved[*at].summary.seed));
    let own = Recipe::named(&of.name).unwrap_or_else(|_| of.clone());
    found.sort_by_cached_key(|condition| {
        let ablated = condition.recipe.ablated.iter();
        let places: Vec<Option<usize>> =
            ablated.map(|name| own.features.iter().position(|feature| feature == name)).collect();
        // Conditions that differ in more than the features left out come last: a smaller population is a study of its
        // own.
        let others = numbers::recipe_differences(&own, &condition.recipe);
        let apart = others.iter().filter(|(number, _)| number.name != numbers::ABLATE_NAME).count();
        (apart, places.len(), places)
    });
    found
}

/// The held-out results of a condition in a generation, compared with the condition `first`. `None` if no run of
/// `condition` has played held-out games in that generation.
pub fn condition_result(
    saved: &[SavedRun],
    condition: &Condition,
    first: &Condition,
    generation: u32,
) -> Option<ConditionResult> {
    let of = |condition: &Condition| -> Vec<(u64, f64)> {
        let lines =
            |at: &usize| Some((saved[*at].summary.seed, at_generation(&saved[*at], generation)?.held_out?.best_lines));
        condition.runs.iter().filter_map(lines).collect()
    };
    let (own, others) = (of(condition), of(first));
    if own.is_empty() {
        return None;
    }
    let lines: Vec<f64> = own.iter().map(|(_, lines)| *lines).collect();
    let pairs =
        own.iter().filter_map(|(seed, lines)| Some((others.iter().find(|(other, _)| other == seed)?.1, *lines)));
    let (before, now): (Vec<f64>, Vec<f64>) = pairs.unzip();
    Some(ConditionResult {
        runs: lines.len(),
        lines: mean(&lines),
        interval: interval_of(&lines),
        ratio: (now.len() > 1 && condition != first).then(|| paired_ratio(&before, &now)),
    })
}

/// The 95 % interval of the mean of these values; `None` for a single one and for equal ones, which do not say how far
/// others would lie from them.
fn interval_of(values: &[f64]) -> Option<Interval> {
    (values.len() > 1).then(|| mean_interval(values)).filter(|interval| !interval.is_point())
}

/// A value over the runs of a condition, by generation: the number of the generation, the mean, and the 95 % interval
/// of the mean, which is `None` where only one run has a value or all have the same. Generations in which no run has a
/// value are left out.
pub fn mean_by_generation(
    saved: &[SavedRun],
    condition: &Condition,
    value: impl Fn(&GenerationSummary) -> Option<f64>,
) -> Vec<(u32, f64, Option<Interval>)> {
    let runs: Vec<&SavedRun> = condition.runs.iter().map(|at| &saved[*at]).collect();
    let last =
        runs.iter().filter_map(|run| run.summary.generations.last()).map(|last| last.generation).max().unwrap_or(0);
    let point = |generation: u32| {
        let values: Vec<f64> = runs.iter().filter_map(|run| value(at_generation(run, generation)?)).collect();
        (!values.is_empty()).then(|| (generation, mean(&values), interval_of(&values)))
    };
    (0..=last).filter_map(point).collect()
}

fn at_generation(run: &SavedRun, generation: u32) -> Option<&GenerationSummary> {
    let generations = &run.summary.generations;
    generations.binary_search_by_key(&generation, |each| each.generation).ok().map(|at| &generations[at])
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::train::summary::HeldOutFigures;
    use std::path::Path;

    fn run(recipe: &Recipe, seed: u64, lines: f64) -> SavedRun {
        let held_out = HeldOutFigures { best_score: lines, best_lines: lines, mean: None };
        let generations = vec![GenerationSummary { held_out: Some(held_out), ..GenerationSummary::default() }];
        SavedRun::new(Path::new("runs"), recipe, seed, generations)
    }

    #[test]
    fn runs_that_differ_in_their_seeds_alone_are_one_condition_and_conditions_are_compared_seed_by_seed() {
        let whole = Recipe::named("iwumbwe").unwrap();
        let without = Recipe { ablated: vec![whole.features[0].clone()], ..whole.clone() };
        let small = Recipe { population: 10, ..whole.clone() };
        // Seed 2 is twice as hard as seed 1. Leaving the feature out nearly halves the lines of both.
        let saved = [
            run(&without, 1, 50.0),
            run(&whole, 2, 50.0),
            run(&small, 1, 3.0),
            run(&whole, 1, 100.0),
            run(&without, 2, 26.0),
            run(&Recipe::named("lin").unwrap(), 1, 1.0),
            run(&whole, 2, 7.0),
        ];
        let found = conditions(&saved, &whole);
        let runs: Vec<&[usize]> = found.iter().map(|condition| condition.runs.as_slice()).collect();
        assert_eq!(runs, [&[3, 1][..], &[0, 4], &[2]], "the documented recipe first, then by what is left out");
        let first = condition_result(&saved, &found[0], &found[0], 0).unwrap();
        assert_eq!((first.runs, first.lines, first.ratio), (2, 75.0, None));
        assert!(first.interval.unwrap().contains(75.0));
        let ratio = condition_result(&saved, &found[1], &found[0], 0).unwrap().ratio.unwrap();
        assert!((ratio.ratio - 0.51).abs() < 0.02, "{ratio:?}");
        assert!(ratio.interval.low > 0.3 && ratio.interval.high < 0.9, "pairs on a seed agree: {ratio:?}");
        let small = condition_result(&saved, &found[2], &found[0], 0).unwrap();
        assert_eq!((small.interval, small.ratio), (None, None), "one run says nothing about others");
        assert_eq!(interval_of(&[7.0, 7.0]), None, "nor do equal ones");
        assert_eq!(condition_result(&saved, &found[0], &found[0], 1), None, "nothing is known of later generations");
        let course = mean_by_generation(&saved, &found[0], |each| Some(each.held_out?.best_lines));
        assert_eq!(course.iter().map(|(at, mean, _)| (*at, *mean)).collect::<Vec<_>>(), [(0, 75.0)]);
    }

    #[test]
    fn a_generation_is_found_by_its_number_wherever_it_stands() {
        let recipe = Recipe::named("iwumbwe").unwrap();
        let (mut whole, mut exported) = (run(&recipe, 1, 3.0), run(&recipe, 2, 40.0));
        exported.summary.generations[0].generation = 7;
        let held_out = Some(HeldOutFigures { best_score: 60.0, best_lines: 60.0, mean: None });
        whole.summary.generations.push(GenerationSummary { generation: 7, held_out, ..GenerationSummary::default() });
        let saved = [whole, exported];
        let found = conditions(&saved, &recipe);
        let at = |generation| {
            condition_result(&saved, &found[0], &found[0], generation).map(|result| (result.runs, result.lines))
        };
        assert_eq!([0, 1, 7].map(at), [Some((1, 3.0)), None, Some((2, 50.0))]);
        let course = mean_by_generation(&saved, &found[0], |each| Some(each.held_out?.best_lines));
        assert_eq!(course.iter().map(|(at, mean, _)| (*at, *mean)).collect::<Vec<_>>(), [(0, 3.0), (7, 50.0)]);
    }

    #[test]
    fn a_run_that_was_stopped_in_its_first_round_hides_none_with_the_same_seed() {
        let recipe = Recipe::named("iwumbwe").unwrap();
        let stopped = SavedRun::new(Path::new("runs"), &recipe, 1, Vec::new());
        let found = conditions(&[stopped, run(&recipe, 1, 5.0)], &recipe);
        assert_eq!(found.iter().map(|condition| condition.runs.as_slice()).collect::<Vec<_>>(), [[1]]);
    }
}
