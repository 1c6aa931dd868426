//! The charts of one run: fitness, score and held-out games over the generations, and the best genome's weights.
//!
//! The first four are those that the first learner's document asks for: average fitness, every fitness, average score,
//! every score. Source: Iwumbwe, *Optimising Tetris gameplay with a genetic algorithm*, objective 5.

use super::picture::{ChartBody, ChartPanel, ChartPicture, HeatMap, Series, SeriesStyle};
use super::scale::{AxisScale, counted, rounded_with_commas};
use crate::train::Recipe;
use crate::train::summary::{GenerationSummary, RunSummary};

/// The most dots in one cloud of a chart: more would only make the file larger.
const MOST_DOTS: usize = 24_000;
/// How wide the dots of a generation are spread, in generations.
const SPREAD: f64 = 0.62;
/// The most weights that are drawn with a line each; more than that become a heat map.
const MOST_LINES: usize = 14;
/// The most generations in a heat map.
const MOST_COLUMNS: usize = 1_000;

/// All charts of a run.
pub fn charts_of(run: &RunSummary) -> Vec<ChartPicture> {
    let fitness = ("Fitness", "fitness");
    let score = (if run.recipe.counts_lines_sent() { "Score (lines sent)" } else { "Score (points)" }, "score");
    let mean_fitness = |each: &GenerationSummary| each.mean_fitness;
    let mean_score = |each: &GenerationSummary| each.mean_score;
    let pictures = [
        mean(run, fitness, mean_fitness),
        every(run, fitness, |each| &each.fitness, |each| each.best_fitness, mean_fitness),
        with_cap(mean(run, score, mean_score), run),
        with_cap(every(run, score, |each| &each.scores, |each| each.best_score, mean_score), run),
    ];
    pictures.into_iter().chain(held_out(run)).chain(weights(run)).collect()
}

/// The chart of the population's mean fitness or mean score over the generations, which is one line.
fn mean(run: &RunSummary, (title, what): (&str, &str), of: fn(&GenerationSummary) -> f64) -> ChartPicture {
    let name = format!("average {what} of the population");
    let series = vec![Series::line(name, 0, series_points(run, |each| Some(of(each))))];
    ChartPicture {
        file: format!("{what}-average"),
        title: format!("Average {what} of each generation"),
        subtitle: conditions_line(run),
        body: panel(run, series, format!("Average {}", title.to_lowercase())),
    }
}

/// The chart of the fitness or the score of every genome, a dot each, with lines for the best and the mean.
fn every(
    run: &RunSummary,
    (title, what): (&str, &str),
    each_of: fn(&GenerationSummary) -> &Vec<f64>,
    best: fn(&GenerationSummary) -> f64,
    mean: fn(&GenerationSummary) -> f64,
) -> ChartPicture {
    let dots: usize = run.generations.iter().map(|each| each_of(each).len()).sum();
    let share = dots.div_ceil(MOST_DOTS).max(1);
    let mut cloud = Vec::new();
    for each in &run.generations {
        let mut values = each_of(each).clone();
        values.sort_by(|a, b| b.total_cmp(a));
        let count = values.len().max(1) as f64;
        let spread = values.iter().enumerate().step_by(share).map(|(rank, value)| {
            // The golden ratio's multiples spread evenly whatever their number, and the same on every machine.
            let across = if count > 1.0 { (rank as f64 * 0.618_033_988_749_895) % 1.0 - 0.5 } else { 0.0 };
            (f64::from(each.generation) + across * SPREAD, *value)
        });
        cloud.extend(spread);
    }
    let kept = run.generations.iter().map(|each| each_of(each).len()).max().unwrap_or(0);
    let name = match (share, kept >= run.recipe.population) {
        (1, true) => "every genome".to_owned(),
        (1, false) => {
            format!("the {} kept of {}", counted(kept, "genome"), rounded_with_commas(run.recipe.population as f64))
        }
        _ => format!("one genome in {share}, by {what}"),
    };
    let line = |name, colour, of: fn(&GenerationSummary) -> f64| {
        Series::line(name, colour, series_points(run, |each| Some(of(each))))
    };
    let series = vec![
        Series { name, colour: 0, style: SeriesStyle::Cloud, points: cloud },
        line("maximum", 1, best),
        line("average of the population", 6, mean),
    ];
    ChartPicture {
        file: format!("{what}-all"),
        title: format!("{} of every genome", title.split(" (").next().unwrap_or_default()),
        subtitle: conditions_line(run),
        body: panel(run, series, title.to_owned()),
    }
}

/// The chart of the held-out games, which selection never sees; `None` if none were played.
fn held_out(run: &RunSummary) -> Option<ChartPicture> {
    let best = series_points(run, |each| each.held_out.map(|games| games.best_score));
    let mean = series_points(run, |each| each.held_out.and_then(|games| games.mean).map(|(score, _)| score));
    if best.is_empty() {
        return None;
    }
    let mut series = vec![Series::line("best genome on held-out games", 1, best)];
    let held_out_genomes = run.recipe.held_out_genome_count();
    if held_out_genomes > 1 && !mean.is_empty() {
        series.push(Series::line(format!("mean of the {held_out_genomes} genomes that played them"), 0, mean));
    }
    // Beside it, what selection saw: the gap is luck, or learning by heart. Matches are not to be compared with games
    // alone.
    if run.recipe.versus.is_none() {
        let seen = series_points(run, |each| Some(each.best_score));
        series.push(Series::line("best score in the generation's own games", 6, seen));
    }
    let picture = ChartPicture {
        file: "held-out".into(),
        title: "Score on held-out games".into(),
        subtitle: conditions_line(run),
        body: panel(run, series, held_out_score_title(&run.recipe).into()),
    };
    Some(with_cap(picture, run))
}

/// What the score of held-out games is, as the title of an axis.
pub(super) fn held_out_score_title(recipe: &Recipe) -> &'static str {
    if recipe.counts_lines_sent() { "Mean lines sent in both games of a seed" } else { "Mean score a game (points)" }
}

/// The chart of the best genome's weights, a line each if they are few, else colours; `None` if no genome is known.
fn weights(run: &RunSummary) -> Option<ChartPicture> {
    let with_genome: Vec<&GenerationSummary> =
        run.generations.iter().filter(|each| !each.best_genome.is_empty()).collect();
    let count = with_genome.first()?.best_genome.len();
    let names: Vec<&str> = run.recipe.input_features().collect();
    let name = |index: usize| {
        if names.len() == count { names[index].to_owned() } else { format!("weight {}", index + 1) }
    };
    let body = if count <= MOST_LINES {
        let weight = |index| series_points(run, |each| each.best_genome.get(index).copied());
        let series = (0..count).map(|index| Series::line(name(index), index, weight(index)));
        panel(run, series.collect(), "Weight (no unit)".into())
    } else {
        let every = with_genome.len().div_ceil(MOST_COLUMNS);
        let columns: Vec<&GenerationSummary> = with_genome.into_iter().step_by(every).collect();
        let rows: Vec<Vec<f64>> =
            (0..count).map(|index| columns.iter().map(|each| each.best_genome[index]).collect()).collect();
        let mut sizes: Vec<f64> = rows.iter().flatten().map(|weight| weight.abs()).collect();
        sizes.sort_by(f64::total_cmp);
        // One very large weight must not make all others pale.
        let limit = sizes[(sizes.len() - 1) * 98 / 100].max(f64::MIN_POSITIVE);
        let generations = columns.iter().map(|each| each.generation).collect();
        ChartBody::Heat(HeatMap { generations, rows, groups: groups(run, count), limit })
    };
    let (file, title) = ("weights".into(), "Weights of each generation's best genome".into());
    Some(ChartPicture { file, title, subtitle: conditions_line(run), body })
}

/// The groups of weights in a heat map, each with its name, its number of weights and whether a new layer begins with
/// it. A network's weights lie layer by layer, for each input those to every node: a group is what leaves one input.
fn groups(run: &RunSummary, count: usize) -> Vec<(String, usize, bool)> {
    let layers = run.recipe.layer_sizes();
    let names: Vec<&str> = run.recipe.input_features().collect();
    let mut groups = Vec::new();
    for (layer, pair) in layers.windows(2).enumerate() {
        if layer > 0 && pair[1] == 1 {
            groups.push(("output".to_owned(), pair[0], true));
            continue;
        }
        for input in 0..pair[0] {
            let name = match layer {
                0 => names.get(input).map_or_else(|| format!("input {}", input + 1), |name| (*name).to_owned()),
                _ => format!("layer {layer} node {}", input + 1),
            };
            groups.push((name, pair[1], input == 0 && layer > 0));
        }
    }
    let fits = groups.iter().map(|(_, rows, _)| rows).sum::<usize>() == count;
    if fits { groups } else { vec![("weights".to_owned(), count, false)] }
}

/// The line below the heading of a run's chart: the recipe and its conditions.
fn conditions_line(run: &RunSummary) -> String {
    let recipe = &run.recipe;
    let mut parts = vec![
        format!("recipe {}", recipe.name),
        format!("seed {}", run.seed),
        format!("population {}", rounded_with_commas(recipe.population as f64)),
    ];
    parts.extend(game_cap_texts(recipe));
    parts.push(format!("{} a genome", counted(run.held_out_games, "held-out game")));
    if !recipe.ablated.is_empty() {
        parts.push(format!("without {}", recipe.ablated.join(", ")));
    }
    parts.join(", ")
}

/// The caps of a recipe's games, in words; none for a cap that is not set.
pub(super) fn game_cap_texts(recipe: &Recipe) -> impl Iterator<Item = String> {
    // Each cap has a number that means none.
    let caps = [
        ("score", recipe.score_cap, u64::from(u32::MAX)),
        ("line", recipe.line_cap.into(), 0),
        ("piece", recipe.piece_cap.into(), 0),
    ];
    let caps = caps.into_iter().filter(|(_, cap, none)| cap != none);
    caps.map(|(what, cap, _)| format!("{what} cap {}", rounded_with_commas(cap as f64)))
}

pub(super) fn series_points(run: &RunSummary, of: impl Fn(&GenerationSummary) -> Option<f64>) -> Vec<(f64, f64)> {
    run.generations.iter().filter_map(|each| Some((f64::from(each.generation), of(each)?))).collect()
}

fn panel(run: &RunSummary, series: Vec<Series>, y_title: String) -> ChartBody {
    generation_panels(std::slice::from_ref(run), vec![ChartPanel { heading: String::new(), series }], y_title)
}

/// Panels over the generations of these runs, with one scale for all their values.
pub(super) fn generation_panels(runs: &[RunSummary], panels: Vec<ChartPanel>, y_title: String) -> ChartBody {
    let numbers = || runs.iter().flat_map(|run| run.generations.iter().map(|each| each.generation));
    let values = panels.iter().flat_map(|panel| &panel.series).flat_map(|series| &series.points);
    let y = AxisScale::of(values.map(|point| point.1));
    ChartBody::Panels {
        x: AxisScale::generations(numbers().min().unwrap_or(0), numbers().max().unwrap_or(0)),
        y_title: y_title + y.title_note(),
        y,
        panels,
    }
}

/// Adds a reference line to a chart at the score at which games were ended, where values come near that score.
fn with_cap(mut picture: ChartPicture, run: &RunSummary) -> ChartPicture {
    let cap = run.recipe.score_cap as f64;
    if let ChartBody::Panels { panels, y, y_title, .. } = &mut picture.body
        && let [panel] = panels.as_mut_slice()
        && let (Some(first), Some(last)) = (run.generations.first(), run.generations.last())
    {
        let values: Vec<f64> =
            panel.series.iter().flat_map(|series| series.points.iter().map(|point| point.1)).collect();
        if values.iter().any(|value| *value >= cap / 2.0) {
            let title = y_title.trim_end_matches(y.title_note()).to_owned();
            *y = AxisScale::of(values.into_iter().chain([cap]));
            *y_title = title + y.title_note();
            let ends = [f64::from(first.generation) - 0.5, f64::from(last.generation) + 0.5];
            let points = ends.map(|x| (x, cap)).to_vec();
            panel.series.push(Series { name: "score cap".into(), colour: 0, style: SeriesStyle::Reference, points });
        }
    }
    picture
}
