//! How the numbers that only one way to search has, and those of matches, are read off a recipe and set in one.

use super::super::recipe::{
    ChampionTrainingSettings, CmaEs, Evolution, InitialPopulation, NarrowingGeneration, ParticleSwarm, Recipe,
    RecipeError, Strategy, TrainingMatchSettings,
};
use super::words::{RANDOM_SOURCE_OPTIONS, value_of_word, word_for_value};

/// The error where a recipe has no such number.
pub(super) fn no_such_number(what: &'static str, recipe: &Recipe) -> RecipeError {
    let way = format!("searches by {}", recipe.strategy.name());
    RecipeError::NoSuchNumber { what, recipe: recipe.name.clone(), way }
}

/// A number that every recipe has, as text.
pub(super) fn any_recipe_number_text(recipe: &Recipe, of: fn(&Recipe) -> String) -> String {
    of(recipe)
}

/// The recipe, for numbers that every recipe has.
pub(super) fn any_recipe_mut<'a>(recipe: &'a mut Recipe, _: &'static str) -> Result<&'a mut Recipe, RecipeError> {
    Ok(recipe)
}

/// A number that only recipes for brains have, as text; empty where the players search over placements.
pub(super) fn brain_number_text(recipe: &Recipe, of: fn(&Recipe) -> String) -> String {
    if recipe.placing.is_none() { of(recipe) } else { String::new() }
}

/// The recipe, if its players are brains, so that a number of theirs can be set; an error where they search over
/// placements, which has no such number.
pub(super) fn brain_recipe_mut<'a>(recipe: &'a mut Recipe, what: &'static str) -> Result<&'a mut Recipe, RecipeError> {
    if recipe.placing.is_none() {
        Ok(recipe)
    } else {
        let way = "plays by a search over placements".to_owned();
        Err(RecipeError::NoSuchNumber { what, recipe: recipe.name.clone(), way })
    }
}

/// Makes what reads a number of one way to search as text, which is empty where the recipe searches otherwise, and what
/// gives that way to be changed, or the error that the recipe lacks it.
macro_rules! strategy_part {
    ($Part:ident, $text:ident, $part_mut:ident) => {
        pub(super) fn $text(recipe: &Recipe, of: fn(&$Part) -> String) -> String {
            if let Strategy::$Part(part) = &recipe.strategy { of(part) } else { String::new() }
        }

        pub(super) fn $part_mut<'a>(recipe: &'a mut Recipe, what: &'static str) -> Result<&'a mut $Part, RecipeError> {
            let missing = no_such_number(what, recipe);
            if let Strategy::$Part(part) = &mut recipe.strategy { Ok(part) } else { Err(missing) }
        }
    };
}

strategy_part!(Evolution, evolution_text, evolution_mut);
strategy_part!(CmaEs, cma_es_text, cma_es_mut);
strategy_part!(ParticleSwarm, swarm_text, swarm_mut);

/// Makes the same two for a part that not every recipe has.
macro_rules! optional_part {
    ($part:ident: $Part:ident, $text:ident, $part_mut:ident) => {
        pub(super) fn $text(recipe: &Recipe, of: fn(&$Part) -> String) -> String {
            recipe.$part.as_ref().map_or_else(String::new, of)
        }

        pub(super) fn $part_mut<'a>(recipe: &'a mut Recipe, what: &'static str) -> Result<&'a mut $Part, RecipeError> {
            let missing = no_such_number(what, recipe);
            recipe.$part.as_mut().ok_or(missing)
        }
    };
}

optional_part!(placing: ChampionTrainingSettings, placing_text, placing_mut);
optional_part!(versus: TrainingMatchSettings, matches_text, matches_mut);

/// How many past generations matches are against; `None` where there are no matches, or where opposites play them:
/// against each other, or both against one player.
pub(super) const fn rung_count_mut(recipe: &mut Recipe) -> Option<&mut u8> {
    match (&recipe.strategy, &mut recipe.versus) {
        (Strategy::CmaEs(CmaEs { mirrored: true, .. }), _) | (_, None) => None,
        (_, Some(versus)) => Some(&mut versus.rungs),
    }
}

/// The word for whose random numbers, our own or Python's, draw the first population; empty where the population is not
/// drawn uniformly between two numbers.
pub(super) fn random_source_word(recipe: &Recipe) -> String {
    evolution_text(recipe, |evolution| match evolution.initial {
        InitialPopulation::Uniform(..) | InitialPopulation::Python(..) => {
            word_for_value(&RANDOM_SOURCE_OPTIONS, &matches!(evolution.initial, InitialPopulation::Python(..)))
        }
        _ => String::new(),
    })
}

/// Sets whose random numbers draw the first population, by the word for our own or for Python's.
pub(super) fn set_random_source_by_word(recipe: &mut Recipe, text: &str) -> Result<(), RecipeError> {
    let python = value_of_word("first-draws", &RANDOM_SOURCE_OPTIONS, text)?;
    let missing = no_such_number("uniform first population", recipe);
    match &mut recipe.strategy {
        Strategy::Evolution(Evolution { initial, .. })
            if let InitialPopulation::Uniform(low, high) | InitialPopulation::Python(low, high) = *initial =>
        {
            *initial =
                if python { InitialPopulation::Python(low, high) } else { InitialPopulation::Uniform(low, high) };
            Ok(())
        }
        _ => Err(missing),
    }
}

/// The steps of a narrowing search as `RANGE:LINES:ROWS`, separated by commas; empty where the recipe searches
/// otherwise.
pub(super) fn narrowing_steps_text(recipe: &Recipe) -> String {
    let Strategy::RandomSearch(search) = &recipe.strategy else { return String::new() };
    let step = |step: &NarrowingGeneration| format!("{}:{}:{}", step.range, step.lines, step.puzzle_rows);
    search.steps.iter().map(step).collect::<Vec<_>>().join(",")
}

/// Sets the steps of a narrowing search, and the number of generations so that each step has one.
pub(super) fn set_narrowing_steps(recipe: &mut Recipe, text: &str) -> Result<(), RecipeError> {
    let missing = no_such_number("search steps", recipe);
    let steps: Option<Vec<NarrowingGeneration>> = text.split(',').map(step).collect();
    let form = "give range:lines:rows, such as 0.5:8000:0";
    let steps = steps.ok_or_else(|| RecipeError::Form { what: "search-steps", text: text.to_owned(), form })?;
    match &mut recipe.strategy {
        Strategy::RandomSearch(search) => {
            recipe.generations = steps.len() as u32 - 1;
            search.steps = steps;
            Ok(())
        }
        _ => Err(missing),
    }
}

fn step(text: &str) -> Option<NarrowingGeneration> {
    let mut parts = text.split(':');
    let (range, lines) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let puzzle_rows = parts.next()?.parse().ok()?;
    parts.next().is_none().then_some(NarrowingGeneration { range, lines, puzzle_rows })
}
