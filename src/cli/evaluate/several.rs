//! Several players measured on the same games, in one table.
//!
//! All of them play under the rules and the cap of the first one's own games, but where the flags say otherwise.

use super::EvaluateFlags;
use super::measured::{PlayerMeasurement, PlayerToMeasure, lookahead_pieces, lookahead_words};
use super::one::{format_figure, format_interval, measured_as_json};
use crate::cli::named_player::named_player;
use crate::cli::output::{json_line, padded, repeated_games_line};
use crate::cli::{Failure, say};
use crate::measure::statistics::paired_ratio;
use crate::measure::{Interval, MeasuredGame, Ratio, different_games};
use crate::storage::{Catalog, cost, csv};
use serde_json::{Value, json};
use std::fmt::{self, Write};

/// One of the compared players, as a row of the table.
struct ComparisonRow {
    measured: PlayerMeasurement,
    ratio: Ratio,
    cost: Option<u64>,
}

/// Plays the games and prints the table.
pub(super) fn run(specs: &[String], flags: &EvaluateFlags) -> Result<(), Failure> {
    let catalog = Catalog::load();
    let (mut players, mut costs) = (Vec::new(), Vec::new());
    let mut common = None;
    for words in specs {
        let found = named_player(&catalog, words)?;
        let own = PlayerToMeasure::of(words, &found)?;
        // Figures under different rules cannot be compared.
        let (rules, cap) = *common.get_or_insert((own.rules, own.cap));
        costs.push(found.path.as_deref().and_then(cost::training_pieces_up_to));
        players.push(flags.apply_to_player(PlayerToMeasure { rules, cap, ..own })?);
    }
    let measured = flags.measure(players)?;
    let first = measured.first().map(|measured| measured.games.clone()).unwrap_or_default();
    let table: Vec<ComparisonRow> = measured
        .into_iter()
        .zip(costs)
        .map(|(measured, cost)| ComparisonRow { ratio: ratio_to_first(&first, &measured), measured, cost })
        .collect();
    let mut out = String::new();
    match (flags.printing.json, flags.printing.csv) {
        (true, _) => print_json(&mut out, flags, &table)?,
        (_, true) => print_csv(&mut out, &table)?,
        _ => print(&mut out, flags, &table)?,
    }
    say(&out)
}

/// How many times as many lines a player clears as the first one, on the same seeds. Where a dealer has them play the
/// same games again, each pair of games counts once, and a single pair has no interval.
fn ratio_to_first(first: &[MeasuredGame], other: &PlayerMeasurement) -> Ratio {
    let pairs = first.iter().zip(&other.games).map(|(one, other)| [one.without_seed(), other.without_seed()]);
    let generator = other.player.rules.generator;
    let pairs: Vec<[MeasuredGame; 2]> = different_games(generator, pairs);
    let lines = |side: usize| pairs.iter().map(|pair| f64::from(pair[side].lines)).collect::<Vec<f64>>();
    let found = paired_ratio(&lines(0), &lines(1));
    match (generator.leaves_little_to_chance(), pairs.len()) {
        (true, 1) => Ratio { interval: Interval { low: found.ratio, high: found.ratio }, ..found },
        _ => found,
    }
}

fn print(out: &mut String, flags: &EvaluateFlags, table: &[ComparisonRow]) -> fmt::Result {
    if let Some(first) = table.first() {
        let all: Vec<String> = table.iter().map(|row| lookahead_words(&row.measured.player)).collect();
        let alike = all.iter().all(|each| *each == all[0]);
        let looks = if alike { &all[0] } else { "each looking ahead as it does" };
        writeln!(out, "{}", flags.describe(&first.measured.player, looks))?;
    }
    let interval = "95 % interval";
    writeln!(
        out,
        "{:<24}{:>12}  {interval:<24}{:>14}  {interval:<28}{:>9}  {interval:<18}{:>7}{:>15}",
        "player", "lines", "score", "to first", "capped", "cost in pieces"
    )?;
    for ComparisonRow { measured, ratio, cost } in table {
        let figures = &measured.figures;
        // The plain mean of capped games says only how far they were let.
        let (lines, of_lines) = match figures.capped {
            0 => (figures.lines.mean, figures.lines.interval),
            _ => (figures.uncapped_lines, figures.uncapped_interval),
        };
        let of_ratio = match ratio.interval.is_point() {
            true => "-".to_owned(),
            false => format!("{:.3} to {:.3}", ratio.interval.low, ratio.interval.high),
        };
        writeln!(
            out,
            "{}{:>12}  {:<24}{:>14}  {:<28}{:>9}  {:<18}{:>7}{:>15}",
            padded(&measured.player.name, 24),
            format_figure(lines),
            format_interval(of_lines),
            format_figure(figures.score.mean),
            format_interval(figures.score.interval),
            format!("{:.3}", ratio.ratio),
            of_ratio,
            figures.capped,
            cost.map_or("-".to_owned(), |cost| format_figure(cost as f64)),
        )?;
    }
    if table.iter().any(|line| line.measured.figures.capped > 0) {
        writeln!(out, "lines of players with capped games are what they would be without a cap, taken as exponential")?;
    }
    let different = table.iter().map(|row| row.measured.figures.different);
    out.push_str(&repeated_games_line(different, table.first().map_or(0, |row| row.measured.figures.games)));
    Ok(())
}

fn print_json(out: &mut String, flags: &EvaluateFlags, table: &[ComparisonRow]) -> fmt::Result {
    let player = |line: &ComparisonRow| {
        let mut object = measured_as_json(flags, &line.measured);
        let Ratio { ratio, interval } = line.ratio;
        if let Value::Object(object) = &mut object {
            object.insert("ratio".to_owned(), json!(ratio));
            object.insert("ratio_low".to_owned(), json!(interval.low));
            object.insert("ratio_high".to_owned(), json!(interval.high));
            object.insert("cost".to_owned(), json!(line.cost));
        }
        object
    };
    out.write_str(&json_line(&json!({ "players": table.iter().map(player).collect::<Vec<_>>() })))
}

fn print_csv(out: &mut String, table: &[ComparisonRow]) -> fmt::Result {
    writeln!(
        out,
        "player,games,capped,lines,lines_low,lines_high,uncapped_lines,uncapped_low,uncapped_high,score,score_low,score_high,\
ratio,ratio_low,ratio_high,cost,tetris_share,well_share,needless_raise_share,lookahead"
    )?;
    let cell = |value: f64| if value.is_finite() { value.to_string() } else { String::new() };
    for ComparisonRow { measured, ratio, cost } in table {
        let (figures, player) = (&measured.figures, &measured.player);
        write!(out, "{},{},{}", csv::cell(&player.words), figures.games, figures.capped)?;
        for (number, interval) in [
            (figures.lines.mean, figures.lines.interval),
            (figures.uncapped_lines, figures.uncapped_interval),
            (figures.score.mean, figures.score.interval),
            (ratio.ratio, ratio.interval),
        ] {
            write!(out, ",{},{},{}", cell(number), cell(interval.low), cell(interval.high))?;
        }
        let cost = cost.map_or(String::new(), |cost| cost.to_string());
        let [tetrises, wells, raises] = [figures.tetris_share, figures.well_share, figures.needless_raise_share];
        writeln!(out, ",{cost},{tetrises},{wells},{raises},{}", lookahead_pieces(&player.brain))?;
    }
    Ok(())
}
