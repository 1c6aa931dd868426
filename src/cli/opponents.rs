//! `korobka opponents`: the saved generations and what they are worth.

use super::Failure;
use crate::storage::{Catalog, Entry};
use clap::Args;
use serde_json::{Value, json};

/// Flags of `opponents`.
#[derive(Debug, Args)]
#[command(after_help = "\
--json prints one object: {\"opponents\": [...], \"warnings\": [...]}. Each opponent has recipe, generation, path, ships \
(came with the game), genomes (in the file), held_out_score and held_out_lines (means of the best genome over \
held_out_games games), best_score and mean_score (of the whole population), high_score (of the run so far).")]
pub struct Opponents {
    /// Print one JSON object on standard output
    #[arg(long)]
    pub json: bool,
}

/// Lists the catalog.
pub fn run(arguments: &Opponents) -> Result<(), Failure> {
    let catalog = Catalog::load();
    if arguments.json {
        let opponents: Vec<Value> = catalog.entries.iter().map(as_json).collect();
        println!("{}", json!({ "opponents": opponents, "warnings": catalog.warnings }));
        return Ok(());
    }
    for warning in &catalog.warnings {
        eprintln!("korobka: left out {warning}");
    }
    if catalog.entries.is_empty() {
        println!("No saved generations yet; 'korobka train --recipe iwumbwe' makes some.");
        return Ok(());
    }
    println!(
        "{:<16}{:>16}{:>16}{:>14}{:>14}  from",
        "opponent", "held-out score", "held-out lines", "best score", "mean score"
    );
    for entry in &catalog.entries {
        let held_out = |figure: Option<f64>| figure.map_or("-".to_owned(), |figure| format!("{figure:.0}"));
        println!(
            "{:<16}{:>16}{:>16}{:>14}{:>14.0}  {}",
            format!("{}:{}", entry.recipe, entry.generation),
            held_out(entry.best.map(|best| best.score)),
            held_out(entry.best.map(|best| best.lines)),
            entry.figures.best_score,
            entry.figures.mean_score,
            if entry.ships { "the game".to_owned() } else { entry.path.display().to_string() },
        );
    }
    Ok(())
}

fn as_json(entry: &Entry) -> Value {
    json!({
        "recipe": entry.recipe,
        "generation": entry.generation,
        "path": entry.path,
        "ships": entry.ships,
        "genomes": entry.genomes,
        "held_out_score": entry.best.map(|best| best.score),
        "held_out_lines": entry.best.map(|best| best.lines),
        "held_out_games": entry.games,
        "best_score": entry.figures.best_score,
        "mean_score": entry.figures.mean_score,
        "high_score": entry.figures.high_score,
    })
}
