//! `korobka recipes`: every recipe that can be trained, one line each, or the numbers of one with their flags.

use super::output::{json_line, serialized_name};
use super::{Failure, say};
use crate::ai::Lookahead;
use crate::train::numbers::{NUMBERS, PossibleValues, RecipeNumber, RecipeSection};
use crate::train::{EvaluatorKind, Recipe};
use clap::Args;
use serde_json::{Value, json};
use std::fmt::Write;

/// Flags of `recipes`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  korobka recipes
  korobka recipes lin

With NAME it lists the numbers of that recipe, each with the flag of 'korobka train' that changes it.

The object of --json: docs/lab/output.md.")]
pub struct RecipesFlags {
    /// The recipe whose numbers are listed
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// Print one JSON object on standard output
    #[arg(long)]
    pub json: bool,
}

/// Prints every recipe that can be trained, or the numbers of one.
///
/// # Errors
/// There is no recipe of that name.
pub fn run(flags: &RecipesFlags) -> Result<(), Failure> {
    if let Some(name) = &flags.name {
        let recipe = Recipe::named(name)?;
        return say(&if flags.json { json_line(&numbers_as_json(&recipe)) } else { numbers(&recipe)? });
    }
    let recipes = Recipe::all();
    if flags.json {
        return say(&json_line(&json!({ "recipes": recipes.iter().map(as_json).collect::<Vec<_>>() })));
    }
    let mut text = String::new();
    writeln!(
        text,
        "{:<22} {:<6} {:<23} {:>8}  {:<12} {:<24} {:>9}  about",
        "recipe", "board", "pieces", "features", "evaluator", "search", "trained"
    )?;
    for recipe in &recipes {
        writeln!(
            text,
            "{:<22} {:<6} {:<23} {:>8}  {:<12} {:<24} {:>9}  {}",
            recipe.name,
            board(recipe),
            format!("{}, {}", serialized_name(&recipe.pieces), serialized_name(&recipe.generator)),
            recipe.features.len(),
            evaluator(recipe),
            recipe.strategy.name(),
            format!("{} x {}", recipe.population, recipe.generations),
            recipe.about,
        )?;
    }
    say(&text)
}

/// The numbers of a recipe, by section: the flag, its value here, and what it means.
fn numbers(recipe: &Recipe) -> Result<String, Failure> {
    let mut text = format!("{}: {}\n", recipe.name, recipe.about);
    for (section, heading) in RecipeSection::ALL {
        writeln!(text, "\n{heading}")?;
        for number in NUMBERS.iter().filter(|number| number.section == section) {
            let flag = format!("--{} {}", number.name, form(number));
            writeln!(text, "  {flag:<34} {:<12} {}", (number.text)(recipe), number.about)?;
            if let PossibleValues::Words(words) = number.values {
                for (word, about) in words() {
                    writeln!(text, "  {:<34} {:<12} {word}: {about}", "", "")?;
                }
            }
        }
    }
    Ok(text)
}

/// The word for the value in the usage of a number's flag, such as `N` in `--population N`.
const fn form(number: &RecipeNumber) -> &'static str {
    match number.values {
        PossibleValues::Whole(..) | PossibleValues::OrNever(_) => "N",
        PossibleValues::Real(..) => "X",
        PossibleValues::Text(form, _) => form,
        PossibleValues::Words(_) => "WORD",
    }
}

fn numbers_as_json(recipe: &Recipe) -> Value {
    let number = |number: &RecipeNumber| json!({ "flag": format!("--{}", number.name), "value": (number.text)(recipe), "about": number.about });
    json!({ "recipe": as_json(recipe), "numbers": NUMBERS.iter().map(number).collect::<Vec<_>>() })
}

fn as_json(recipe: &Recipe) -> Value {
    json!({
        "name": recipe.name,
        "about": recipe.about,
        "board": board(recipe),
        "piece_set": serialized_name(&recipe.pieces),
        "pieces": serialized_name(&recipe.generator),
        "features": recipe.features,
        "evaluator": evaluator(recipe),
        "layers": recipe.layer_sizes(),
        "search": recipe.strategy.name(),
        // The champion's search looks at the whole queue.
        "lookahead": recipe.placing.is_none().then_some(u8::from(recipe.lookahead != Lookahead::None)),
        "hold": recipe.hold,
        "population": recipe.population,
        "generations": recipe.generations,
        "published": recipe.published_weights(),
    })
}

fn board(recipe: &Recipe) -> String {
    format!("{}x{}", recipe.board.width, recipe.board.visible)
}

fn evaluator(recipe: &Recipe) -> String {
    match &recipe.evaluator {
        EvaluatorKind::Linear => "linear".into(),
        EvaluatorKind::Powered { .. } => "powered sum".into(),
        EvaluatorKind::Network(_) => {
            let sizes: Vec<String> = recipe.layer_sizes().iter().map(usize::to_string).collect();
            sizes.join("-")
        }
    }
}
