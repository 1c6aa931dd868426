//! `korobka recipes`: every recipe that can be trained, one line each.

use super::Failure;
use crate::ai::Lookahead;
use crate::rules::{GeneratorKind, PieceSet};
use crate::train::{EvaluatorKind, Recipe};
use clap::Args;
use serde_json::{Value, json};

/// Flags of `recipes`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  korobka recipes
  korobka recipes --json

The object of --json: docs/lab/output.md.")]
pub struct RecipesFlags {
    /// Print one JSON object on standard output
    #[arg(long)]
    pub json: bool,
}

/// Prints every recipe that can be trained.
///
/// # Errors
/// It never fails; it returns a result because every command does.
pub fn run(flags: &RecipesFlags) -> Result<(), Failure> {
    let recipes = Recipe::all();
    if flags.json {
        println!("{}", json!({ "recipes": recipes.iter().map(as_json).collect::<Vec<_>>() }));
        return Ok(());
    }
    println!(
        "{:<19} {:<6} {:<23} {:>8}  {:<12} {:<24} {:>9}  about",
        "recipe", "board", "pieces", "features", "evaluator", "search", "trained"
    );
    for recipe in &recipes {
        println!(
            "{:<19} {:<6} {:<23} {:>8}  {:<12} {:<24} {:>9}  {}",
            recipe.name,
            board(recipe),
            format!("{}, {}", set(recipe), drawn(recipe)),
            recipe.features.len(),
            evaluator(recipe),
            recipe.strategy.name(),
            format!("{} x {}", recipe.population, recipe.generations),
            recipe.about,
        );
    }
    Ok(())
}

fn as_json(recipe: &Recipe) -> Value {
    json!({
        "name": recipe.name,
        "about": recipe.about,
        "board": board(recipe),
        "piece_set": set(recipe),
        "pieces": drawn(recipe),
        "features": recipe.features,
        "evaluator": evaluator(recipe),
        "layers": recipe.layers(),
        "search": recipe.strategy.name(),
        "lookahead": u8::from(recipe.lookahead != Lookahead::None),
        "hold": recipe.hold,
        "population": recipe.population,
        "generations": recipe.generations,
        "published": recipe.published(),
    })
}

fn board(recipe: &Recipe) -> String {
    format!("{}x{}", recipe.board.width, recipe.board.visible)
}

fn set(recipe: &Recipe) -> &'static str {
    match recipe.pieces {
        PieceSet::Tetromino => "tetromino",
        PieceSet::Pentomino => "pentomino",
    }
}

fn drawn(recipe: &Recipe) -> &'static str {
    match recipe.generator {
        GeneratorKind::Bag => "bag",
        GeneratorKind::Uniform => "uniform",
        GeneratorKind::BagOfNine => "bag-of-nine",
        GeneratorKind::Given => "given",
        GeneratorKind::Dealt => "dealt",
        GeneratorKind::DealtFromBag => "dealt-from-bag",
        GeneratorKind::Alternating => "alternating",
    }
}

fn evaluator(recipe: &Recipe) -> String {
    match &recipe.evaluator {
        EvaluatorKind::Linear => "linear".into(),
        EvaluatorKind::Powered { .. } => "powered sum".into(),
        EvaluatorKind::Network(_) => {
            let sizes: Vec<String> = recipe.layers().iter().map(usize::to_string).collect();
            sizes.join("-")
        }
    }
}
