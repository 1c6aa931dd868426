//! `korobka opponents`: the saved generations and the players that need none, and what they are worth.

use super::Failure;
use super::output::{json_line, note, padded, path_text, printable, say};
use crate::storage::{BuiltInPlayer, Catalog, CatalogEntry, MeasuredPlayerFigures};
use clap::Args;
use serde_json::{Value, json};
use std::fmt::Write;

/// Flags of `opponents`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  korobka opponents
  korobka opponents --json

The object of --json: docs/lab/output.md.")]
pub struct OpponentsFlags {
    /// Print one JSON object on standard output
    #[arg(long)]
    pub json: bool,
}

/// Prints the catalog of opponents.
///
/// # Errors
/// When standard output cannot be written to.
pub fn run(arguments: &OpponentsFlags) -> Result<(), Failure> {
    let (catalog, mut out) = (Catalog::load(), String::new());
    if arguments.json {
        let opponents: Vec<Value> = catalog.entries.iter().map(as_json).collect();
        let built_in: Vec<Value> = catalog.built_in.iter().map(built_in_as_json).collect();
        let warnings = &catalog.warnings;
        return say(&json_line(&json!({ "opponents": opponents, "standing": built_in, "warnings": warnings })));
    }
    for warning in &catalog.warnings {
        note(format_args!("korobka: {warning}; it is left out"));
    }
    if catalog.entries.is_empty() {
        writeln!(out, "No saved generations yet; 'korobka train --recipe iwumbwe' makes some.")?;
    }
    writeln!(
        out,
        "{:<26}{:>16}{:>16}{:>14}{:>14}{:>14}  {:<15}from",
        "opponent", "held-out score", "held-out lines", "best score", "mean score", "Elo", "by the rules"
    )?;
    for entry in &catalog.entries {
        writeln!(out, "{}", generation_row(entry))?;
    }
    for player in &catalog.built_in {
        let figure = |of: fn(&MeasuredPlayerFigures) -> f64| {
            player.measured.as_ref().map_or("-".to_owned(), |measured| format!("{:.0}", of(measured)))
        };
        writeln!(
            out,
            "{:<26}{:>16}{:>16}{:>14}{:>14}{:>14}  {:<15}{}",
            player.spec(),
            figure(|measured| measured.score.mean),
            figure(|measured| measured.lines.mean),
            figure(|measured| measured.score.best),
            "-",
            "-",
            "-",
            player.about,
        )?;
    }
    say(&out)
}

/// The line of a saved generation.
fn generation_row(entry: &CatalogEntry) -> String {
    let held_out = |figure: Option<f64>| figure.map_or("-".to_owned(), |figure| format!("{figure:.0}"));
    format!(
        "{}{:>16}{:>16}{:>14}{:>14.0}{:>14}  {:<15}{}",
        padded(&format!("{}:{}", entry.recipe, entry.generation), 26),
        held_out(entry.best.map(|best| best.score)),
        held_out(entry.best.map(|best| best.lines)),
        entry.figures.best_score,
        entry.figures.mean_score,
        entry.elo.as_ref().map_or("-".to_owned(), |elo| format!("{:+.0} ± {:.0}", elo.rating, elo.error)),
        // Each set of rules has a scale of its own, whose zero is another.
        entry.elo.as_ref().map_or("-", |elo| elo.rules.name()),
        if entry.ships { "the game".to_owned() } else { printable(&path_text(&entry.path)) },
    )
}

fn built_in_as_json(player: &BuiltInPlayer) -> Value {
    json!({ "spec": player.spec(), "about": player.about, "measured": player.measured })
}

fn as_json(entry: &CatalogEntry) -> Value {
    json!({
        "recipe": entry.recipe,
        "generation": entry.generation,
        "path": path_text(&entry.path),
        "ships": entry.ships,
        "rules": entry.match_rules,
        "genomes": entry.genomes,
        "held_out_score": entry.best.map(|best| best.score),
        "held_out_lines": entry.best.map(|best| best.lines),
        "held_out_games": entry.held_out_games,
        "best_score": entry.figures.best_score,
        "mean_score": entry.figures.mean_score,
        "high_score": entry.figures.high_score,
        "elo": entry.elo.as_ref().map(|elo| elo.rating),
        "elo_error": entry.elo.as_ref().map(|elo| elo.error),
    })
}

#[cfg(test)]
mod tests {
    use super::super::output::places;
    use super::*;
    use crate::train::generation::GenerationFigures;

    #[test]
    fn the_columns_behind_a_recipe_of_wide_letters_stay_straight() {
        let row = |recipe: &str| {
            generation_row(&CatalogEntry {
                recipe: recipe.to_owned(),
                generation: 7,
                path: "here".into(),
                ships: false,
                match_rules: None,
                genomes: 1,
                figures: GenerationFigures::default(),
                best: None,
                held_out_games: 0,
                elo: None,
            })
        };
        assert_eq!(["海龙", "линия", "e\u{301}\n"].map(|recipe| places(&row(recipe))), [places(&row("lin")); 3]);
    }
}
