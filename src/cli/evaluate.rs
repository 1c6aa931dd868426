//! `korobka evaluate`: what one computer player is worth, and how it plays.

use super::conditions::{Conditions, MeasuredPlayer, PlayerToMeasure};
use super::{Failure, say};
use crate::measure::{Cap, Interval, Span};
use crate::storage::Catalog;
use crate::train::Recipe;
use clap::Args;
use serde_json::{Value, json};
use std::fmt::{self, Write};

/// Flags of `evaluate`.
#[derive(Debug, Args)]
#[command(after_help = "\
SPEC is recipe:generation (its best genome on held-out seeds, as iwumbwe:7), recipe:generation#rank, recipe:published, \
literature:controller ('korobka opponents' lists them) or a file. The same flags give the same figures on every run, whatever the number of \
threads. What the figures mean: docs/lab/learners.md.

--json prints one object: player, name, games, seed, board, pieces, dealer (null or its name), piece_set, lookahead, placements (straight or reachable), hold, cap (lines, pieces, score; null \
where not set), lines and score (each mean, low and high, the mean's 95 % interval, median, best, deviation), uncapped_lines (mean, low, high; \
the mean if games were never capped and lines are exponential; null for no upper end), capped (games), tetris_share (of lines), \
well_share (of pieces), well_column (from 1; null without any well) and well_column_share (of the wells), high_pieces (placed on a stack of \
three quarters of the board), needless_raise_share (of these), total_pieces, seconds and pieces_per_second.

--csv prints a heading and a row a game: game, seed, score, lines, pieces, tetrises, capped, well_pieces, high_pieces, needless_raises.")]
pub struct Evaluate {
    /// The player
    #[arg(value_name = "SPEC", required_unless_present = "recipe", conflicts_with_all = ["recipe", "weights"])]
    spec: Option<String>,
    /// Measure a player of this recipe with the --weights, or with those that its author published
    #[arg(long, value_name = "R")]
    recipe: Option<String>,
    /// The recipe's weights, all of them, in the order of its features
    #[arg(long, value_name = "W1,W2,...", requires = "recipe", value_delimiter = ',', allow_hyphen_values = true)]
    weights: Option<Vec<f64>>,
    #[command(flatten)]
    conditions: Conditions,
}

/// Plays the games and prints the figures.
///
/// # Errors
/// When the SPEC names no player that can be measured, the weights do not fit the recipe, the flags make rules that are
/// not allowed, or the figures cannot be printed.
pub fn run(arguments: &Evaluate) -> Result<(), Failure> {
    let player = player(arguments)?;
    let mut out = String::new();
    for measured in arguments.conditions.measure(vec![player])? {
        match (arguments.conditions.json, arguments.conditions.csv) {
            (true, _) => writeln!(out, "{}", as_json(&arguments.conditions, &measured))?,
            (_, true) => print_games(&mut out, &measured)?,
            _ => print(&mut out, &arguments.conditions, &measured)?,
        }
    }
    say(&out)
}

fn player(arguments: &Evaluate) -> Result<PlayerToMeasure, Failure> {
    let own = match (&arguments.spec, &arguments.recipe, &arguments.weights) {
        (_, Some(recipe), Some(weights)) => weighted(recipe, weights)?,
        (_, Some(recipe), None) => named(&format!("{recipe}:published"))?,
        (spec, None, _) => named(spec.as_deref().unwrap_or_default())?,
    };
    arguments.conditions.player(own)
}

fn named(words: &str) -> Result<PlayerToMeasure, Failure> {
    Ok(PlayerToMeasure::of(words, &Catalog::load().contestant(&words.parse()?)?)?)
}

/// A player of a recipe with these weights.
fn weighted(name: &str, weights: &[f64]) -> Result<PlayerToMeasure, Failure> {
    let recipe = Recipe::named(name)?;
    let needed = recipe.genome_length();
    if weights.len() != needed {
        let (layers, inputs) = (recipe.layers(), recipe.inputs().collect::<Vec<_>>().join(", "));
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
    let (rules, cap, brain) = (recipe.rules(), Cap::from(&recipe), recipe.brain(weights)?);
    Ok(PlayerToMeasure { words: name.to_owned(), name: format!("{name} with these weights"), brain, rules, cap })
}

fn print(out: &mut String, conditions: &Conditions, measured: &MeasuredPlayer) -> fmt::Result {
    let figures = &measured.figures;
    writeln!(out, "{}: {}", measured.player.name, conditions.describe(&measured.player))?;
    let head = ["", "mean", "95 % interval", "median", "best", "deviation"].map(str::to_owned);
    let row = |what: &str, span: &Span| {
        let [mean, median, best, deviation] = [span.mean, span.median, span.best, span.deviation].map(number);
        [what.to_owned(), mean, interval(span.interval), median, best, deviation]
    };
    let rows = [head, row("lines", &figures.lines), row("score", &figures.score)];
    // A player that hardly ever tops out has figures of any length.
    let widths: [usize; 6] =
        std::array::from_fn(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0));
    for row in &rows {
        let cells = row.iter().zip(widths).skip(1).map(|(cell, width)| format!("  {cell:>width$}"));
        writeln!(out, "{:<width$}{}", row[0], cells.collect::<String>(), width = widths[0])?;
    }
    writeln!(
        out,
        "lines if never capped, taken as exponential: {}, {}; {} of {} games capped",
        number(figures.uncapped_lines),
        interval(figures.uncapped_interval),
        figures.capped,
        figures.games
    )?;
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let favourite = figures.favourite_well.map_or(String::new(), |(column, share)| {
        format!(", most often in column {} ({} of them)", column + 1, percent(share))
    });
    writeln!(out, "lines cleared four at a time: {}", percent(figures.tetris_share))?;
    writeln!(out, "pieces that left a well: {}{favourite}", percent(figures.well_share))?;
    writeln!(
        out,
        "pieces placed on a high stack: {}, of which {} raised it without need",
        figures.high,
        percent(figures.needless_raise_share)
    )?;
    writeln!(out, "{} pieces, {} a second", figures.pieces, number(measured.speed()))
}

fn print_games(out: &mut String, measured: &MeasuredPlayer) -> fmt::Result {
    writeln!(out, "game,seed,score,lines,pieces,tetrises,capped,well_pieces,high_pieces,needless_raises")?;
    for (index, game) in measured.games.iter().enumerate() {
        writeln!(
            out,
            "{index},{},{},{},{},{},{},{},{},{}",
            game.seed,
            game.score,
            game.lines,
            game.pieces,
            game.tetrises,
            u8::from(game.capped),
            game.habits.wells,
            game.habits.high,
            game.habits.needless_raises,
        )?;
    }
    Ok(())
}

/// The object of `--json`, and of each player of `compare`.
pub(super) fn as_json(conditions: &Conditions, measured: &MeasuredPlayer) -> Value {
    let figures = &measured.figures;
    let span = |span: &Span| {
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
        "tetris_share": figures.tetris_share,
        "well_share": figures.well_share,
        "well_column": favourite.map(|(column, _)| column + 1),
        "well_column_share": favourite.map(|(_, share)| share),
        "high_pieces": figures.high,
        "needless_raise_share": figures.needless_raise_share,
        "total_pieces": figures.pieces,
        "seconds": measured.seconds,
        "pieces_per_second": measured.speed(),
    });
    if let (Value::Object(object), Value::Object(more)) = (&mut object, conditions.as_json(&measured.player)) {
        object.extend(more);
    }
    object
}

/// A figure for people: three digits at least, commas between thousands.
pub(super) fn number(value: f64) -> String {
    if value.is_infinite() {
        return "no end".to_owned();
    }
    let text = if value.abs() < 100.0 { format!("{value:.1}") } else { format!("{value:.0}") };
    let (whole, rest) = text.find('.').map_or((text.as_str(), ""), |dot| text.split_at(dot));
    let (sign, digits) = whole.strip_prefix('-').map_or(("", whole), |digits| ("-", digits));
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{sign}{grouped}{rest}")
}

/// An interval in words, from its low to its high end.
pub(super) fn interval(interval: Interval) -> String {
    format!("{} to {}", number(interval.low), number(interval.high))
}
