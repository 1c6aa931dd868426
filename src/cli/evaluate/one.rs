//! One player measured: lines and score with their intervals, and how it plays.

use super::EvaluateFlags;
use super::measured::{PlayerMeasurement, PlayerToMeasure, lookahead_words};
use crate::chart::with_commas;
use crate::cli::named_player::named_player;
use crate::cli::output::{json_line, repeated_games_line};
use crate::cli::{Failure, say};
use crate::measure::{GameCap, Habits, Interval, MeasuredGame, QuantitySummary};
use crate::storage::Catalog;
use crate::train::Recipe;
use serde_json::{Value, json};
use std::fmt::{self, Write};

/// Plays the games and prints the figures.
pub(super) fn run(own: PlayerToMeasure, flags: &EvaluateFlags) -> Result<(), Failure> {
    let player = flags.apply_to_player(own)?;
    let mut out = String::new();
    for measured in flags.measure(vec![player])? {
        match (flags.printing.json, flags.printing.csv) {
            (true, _) => out.push_str(&json_line(&measured_as_json(flags, &measured))),
            (_, true) => print_games(&mut out, &measured)?,
            _ => print(&mut out, flags, &measured)?,
        }
    }
    say(&out)
}

/// The player that a SPEC names.
pub(super) fn player_named(words: &str) -> Result<PlayerToMeasure, Failure> {
    Ok(PlayerToMeasure::of(words, &named_player(&Catalog::load(), words)?)?)
}

/// The player of `--recipe`, with the weights that were given or else those that were published.
pub(super) fn player_of_recipe(flags: &EvaluateFlags) -> Result<PlayerToMeasure, Failure> {
    let recipe = flags.recipe.as_deref().unwrap_or_default();
    match &flags.weights {
        Some(weights) => weighted(recipe, weights),
        None => player_named(&format!("{recipe}:published")),
    }
}

/// A player of a recipe with these weights.
fn weighted(name: &str, weights: &[f64]) -> Result<PlayerToMeasure, Failure> {
    let recipe = Recipe::named(name)?;
    let needed = recipe.genome_length();
    if weights.len() != needed {
        let (layers, inputs) = (recipe.layer_sizes(), recipe.input_features().collect::<Vec<_>>().join(", "));
        let shape = match layers.as_slice() {
            [_, 1] => format!("one each for {inputs}"),
            layers => {
                let sizes: Vec<String> = layers.iter().map(usize::to_string).collect();
                format!("of a {} network over {inputs}", sizes.join("-"))
            }
        };
        return Err(Failure::new(format!(
            "--weights: recipe {name} needs {needed} weights, {shape}; there are {}",
            weights.len()
        )));
    }
    if let Some(at) = weights.iter().position(|weight| !weight.is_finite()) {
        return Err(Failure::new(format!("--weights: weight {} is {}, must be a finite number", at + 1, weights[at])));
    }
    let (rules, cap, brain) = (recipe.rules(), GameCap::from(&recipe), recipe.brain_from_genome(weights)?);
    Ok(PlayerToMeasure { words: name.to_owned(), name: format!("{name} with these weights"), brain, rules, cap })
}

fn print(out: &mut String, flags: &EvaluateFlags, measured: &PlayerMeasurement) -> fmt::Result {
    let figures = &measured.figures;
    let player = &measured.player;
    writeln!(out, "{}: {}", player.name, flags.describe(player, &lookahead_words(player)))?;
    let head = ["", "mean", "95 % interval", "median", "best", "deviation"].map(str::to_owned);
    let row = |what: &str, span: &QuantitySummary| {
        let [mean, median, best, deviation] = [span.mean, span.median, span.best, span.deviation].map(format_figure);
        [what.to_owned(), mean, format_interval(span.interval), median, best, deviation]
    };
    let rows = [head, row("lines", &figures.lines), row("score", &figures.score)];
    // A player that hardly ever tops out has figures of any length.
    let widths: [usize; 6] =
        std::array::from_fn(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0));
    for row in &rows {
        let cells = row.iter().zip(widths).skip(1).map(|(cell, width)| format!("  {cell:>width$}"));
        writeln!(out, "{:<width$}{}", row[0], cells.collect::<String>(), width = widths[0])?;
    }
    let (lines, interval) = (format_figure(figures.uncapped_lines), format_interval(figures.uncapped_interval));
    let (capped, games) = (figures.capped, figures.games);
    writeln!(
        out,
        "lines if never capped, taken as exponential: {lines}, {interval}; {capped} of {games} games capped"
    )?;
    out.push_str(&repeated_games_line([figures.different], figures.games));
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let favourite = figures.favourite_well.map_or(String::new(), |(column, share)| {
        format!(", most often in column {} ({} of them)", column + 1, percent(share))
    });
    writeln!(out, "lines cleared four at a time: {}", percent(figures.tetris_share))?;
    writeln!(out, "pieces that left a well: {}{favourite}", percent(figures.well_share))?;
    let (high, needless) = (figures.on_high_boards, percent(figures.needless_raise_share));
    writeln!(out, "pieces placed on a high stack: {high}, of which {needless} raised it without need")?;
    writeln!(out, "{} pieces, {} a second", figures.pieces, format_figure(measured.pieces_per_second()))
}

fn print_games(out: &mut String, measured: &PlayerMeasurement) -> fmt::Result {
    writeln!(out, "game,seed,score,lines,pieces,tetrises,capped,well_pieces,high_pieces,needless_raises")?;
    for (number, game) in (1..).zip(&measured.games) {
        let MeasuredGame { seed, score, lines, pieces, tetrises, habits, .. } = game;
        let Habits { wells, on_high_boards, needless_raises, .. } = habits;
        let capped = u8::from(game.capped);
        write!(out, "{number},{seed},{score},{lines},{pieces},{tetrises},{capped},")?;
        writeln!(out, "{wells},{on_high_boards},{needless_raises}")?;
    }
    Ok(())
}

/// A measured player as JSON: the object that `--json` prints, alone or for each of several players.
pub(super) fn measured_as_json(flags: &EvaluateFlags, measured: &PlayerMeasurement) -> Value {
    let figures = &measured.figures;
    let span = |span: &QuantitySummary| {
        json!({
            "mean": span.mean, "low": span.interval.low, "high": span.interval.high,
            "median": span.median, "best": span.best, "deviation": span.deviation,
        })
    };
    let (uncapped, favourite) = (figures.uncapped_interval, figures.favourite_well);
    let mut object = json!({
        "player": measured.player.words,
        "name": measured.player.name,
        "lines": span(&figures.lines),
        "score": span(&figures.score),
        "uncapped_lines": { "mean": figures.uncapped_lines, "low": uncapped.low, "high": uncapped.high },
        "capped": figures.capped,
        "different_games": figures.different,
        "tetris_share": figures.tetris_share,
        "well_share": figures.well_share,
        "well_column": favourite.map(|(column, _)| column + 1),
        "well_column_share": favourite.map(|(_, share)| share),
        "high_pieces": figures.on_high_boards,
        "needless_raise_share": figures.needless_raise_share,
        "total_pieces": figures.pieces,
        "seconds": measured.seconds,
        "pieces_per_second": measured.pieces_per_second(),
    });
    if let (Value::Object(object), Value::Object(more)) = (&mut object, flags.conditions_as_json(&measured.player)) {
        object.extend(more);
    }
    object
}

/// A figure as text for people: one decimal place below 100, else none, with commas between thousands.
pub(super) fn format_figure(value: f64) -> String {
    if value.is_infinite() {
        return "no end".to_owned();
    }
    let text = if value.abs() < 100.0 { format!("{value:.1}") } else { format!("{value:.0}") };
    let (whole, rest) = text.find('.').map_or((text.as_str(), ""), |dot| text.split_at(dot));
    let (sign, digits) = whole.strip_prefix('-').map_or(("", whole), |digits| ("-", digits));
    format!("{sign}{}{rest}", with_commas(digits))
}

/// An interval in words, from its low to its high end; a dash where it has no width.
pub(super) fn format_interval(interval: Interval) -> String {
    match interval.is_point() {
        true => "-".to_owned(),
        false => format!("{} to {}", format_figure(interval.low), format_figure(interval.high)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::statistics::mean_interval;

    #[test]
    fn equal_figures_show_no_interval() {
        assert_eq!(format_interval(mean_interval(&[7.0; 16])), "-");
        assert_eq!(format_interval(Interval { low: 6.0, high: 7000.0 }), "6.0 to 7,000");
    }
}
