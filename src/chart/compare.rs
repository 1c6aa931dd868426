//! Several runs over each other: held-out games of the best and of the mean side by side, and ablations as bars.

use super::picture::{Bar, Bars, ChartBody, ChartPanel, ChartPicture, Series};
use super::scale::rounded_with_commas;
use super::single::{game_cap_texts, generation_panels, held_out_score_title, series_points};
use crate::tbp::message::is_steering;
use crate::train::Recipe;
use crate::train::summary::{HeldOutFigures, RunSummary};

/// The charts of several runs: held-out score and lines, and bars for each recipe of which runs with different features
/// left out are among them.
pub fn overlay_charts(runs: &[RunSummary]) -> Vec<ChartPicture> {
    let names = names(runs);
    let score: (HeldOutFigure, HeldOutFigure) =
        (|games| Some(games.best_score), |games| games.mean.map(|(score, _)| score));
    let lines: (HeldOutFigure, HeldOutFigure) =
        (|games| Some(games.best_lines), |games| games.mean.map(|(_, lines)| lines));
    let sent = runs.iter().filter(|run| run.recipe.counts_lines_sent()).count();
    let (score_title, lines_title) = match runs.first() {
        Some(run) if sent == runs.len() => {
            (held_out_score_title(&run.recipe), "Mean lines cleared in both games of a seed")
        }
        Some(run) if sent == 0 => (held_out_score_title(&run.recipe), "Mean lines cleared a game"),
        _ => ("Mean score (points a game, or lines sent a seed)", "Mean lines cleared (a game, or a seed)"),
    };
    let mut pictures = vec![
        side_by_side(runs, &names, "score", score_title, score),
        side_by_side(runs, &names, "lines", lines_title, lines),
    ];
    pictures.extend(ablations(runs));
    pictures
}

/// A function that reads one number from the figures of held-out games.
type HeldOutFigure = fn(&HeldOutFigures) -> Option<f64>;

fn side_by_side(
    runs: &[RunSummary],
    names: &[String],
    what: &str,
    title: &str,
    (best, mean): (HeldOutFigure, HeldOutFigure),
) -> ChartPicture {
    let panel = |heading: &str, of: HeldOutFigure| ChartPanel {
        heading: heading.to_owned(),
        series: runs
            .iter()
            .zip(names)
            .enumerate()
            .map(|(colour, (run, name))| {
                Series::line(name.clone(), colour, series_points(run, |each| of(each.held_out.as_ref()?)))
            })
            .collect(),
    };
    let both = vec![panel("Best genome", best), panel("Mean of the genomes that played them", mean)];
    ChartPicture {
        file: format!("compare-{what}"),
        title: format!("{} on held-out games, run by run", if what == "score" { "Score" } else { "Lines cleared" }),
        subtitle: conditions(runs, what == "score"),
        body: generation_panels(runs, both, title.to_owned()),
    }
}

/// The line below the heading of a chart of several runs: the conditions that all runs share, and which ones differ.
fn conditions(runs: &[RunSummary], of_scores: bool) -> String {
    let shared = |what: &str, of: &dyn Fn(&RunSummary) -> String| {
        let mut all = runs.iter().map(of);
        let first = all.next().unwrap_or_default();
        if all.all(|each| each == first) { format!("{what} {first}") } else { format!("{what} differs") }
    };
    let mut parts = vec![
        shared("recipe", &|run| run.recipe.name.clone()),
        shared("population", &|run| rounded_with_commas(run.recipe.population as f64)),
        shared("number of held-out games", &|run| run.held_out_games.to_string()),
    ];
    let Some(first) = runs.first() else { return parts.join(", ") };
    let alike = runs.iter().all(|run| game_cap_texts(&run.recipe).eq(game_cap_texts(&first.recipe)));
    if alike {
        parts.extend(game_cap_texts(&first.recipe))
    } else {
        parts.push("caps differ".into())
    }
    if of_scores && runs.iter().any(|run| run.recipe.scoring != first.recipe.scoring) {
        parts.push("the recipes count points differently: compare their lines".into());
    }
    parts.join(", ")
}

/// The names of the runs in the legend: what tells them apart, the folder's name only where nothing else does.
fn names(runs: &[RunSummary]) -> Vec<String> {
    let describe = |run: &RunSummary| {
        let ablated = if run.recipe.ablated.is_empty() { String::new() } else { format!(", {}", without(&run.recipe)) };
        format!("{}, seed {}{ablated}", run.recipe.name, run.seed)
    };
    let plain: Vec<String> = runs.iter().map(describe).collect();
    let alike = |name: &String| plain.iter().filter(|other| *other == name).count() > 1;
    plain
        .iter()
        .zip(runs)
        .map(|(name, run)| if alike(name) { format!("{name} ({})", shown_name(run)) } else { name.clone() })
        .collect()
}

/// The name of a run without what no picture can show: a control character makes an SVG that nobody reads.
fn shown_name(run: &RunSummary) -> String {
    run.name.chars().map(|sign| if is_steering(sign) { ' ' } else { sign }).collect()
}

fn without(recipe: &Recipe) -> String {
    if recipe.ablated.is_empty() { "all features".into() } else { format!("without {}", recipe.ablated.join(", ")) }
}

/// A bar chart for each recipe of which there are runs with different features left out, and nothing else different.
fn ablations(runs: &[RunSummary]) -> Vec<ChartPicture> {
    let whole = |run: &RunSummary| Recipe { ablated: Vec::new(), ..run.recipe.clone() };
    let mut groups: Vec<(Recipe, Vec<&RunSummary>)> = Vec::new();
    for run in runs {
        let recipe = whole(run);
        match groups.iter_mut().find(|(other, _)| *other == recipe) {
            Some((_, group)) => group.push(run),
            None => groups.push((recipe, vec![run])),
        }
    }
    let mut pictures: Vec<ChartPicture> = Vec::new();
    for (recipe, group) in groups {
        let Some(mut picture) = ablation(&recipe, &group) else { continue };
        let (name, mut number) = (picture.file.clone(), 1);
        while pictures.iter().any(|other| other.file == picture.file) {
            number += 1;
            picture.file = format!("{name}-{number}");
        }
        pictures.push(picture);
    }
    pictures
}

fn ablation(recipe: &Recipe, runs: &[&RunSummary]) -> Option<ChartPicture> {
    // In order of how much is left out, then of the recipe's list.
    let places = |ablated: &[String]| -> Vec<usize> {
        ablated.iter().filter_map(|name| recipe.features.iter().position(|feature| feature == name)).collect()
    };
    let mut bars: Vec<((usize, Vec<usize>), Bar)> = Vec::new();
    for run in runs {
        let Some(games) = run.generations.iter().rev().find_map(|each| each.held_out) else { continue };
        let places = places(&run.recipe.ablated);
        let key = (places.len(), places);
        match bars.iter_mut().find(|(other, _)| *other == key) {
            Some((_, bar)) => bar.values.push(games.best_score),
            None => bars.push((key, Bar { name: without(&run.recipe), values: vec![games.best_score] })),
        }
    }
    if bars.len() < 2 {
        return None;
    }
    bars.sort_by(|a, b| a.0.cmp(&b.0));
    let several = bars.iter().any(|(_, bar)| bar.values.len() > 1);
    let mut subtitle = format!("recipe {}, {}", recipe.name, ends(runs));
    subtitle.push_str(&format!(", population {}", rounded_with_commas(recipe.population as f64)));
    subtitle.extend(game_cap_texts(recipe).map(|cap| format!(", {cap}")));
    if several {
        subtitle.push_str("; a bar is the mean of its runs, a dot is one run");
    }
    Some(ChartPicture {
        file: format!("ablation-{}", recipe.name),
        title: "What leaving features out costs".into(),
        subtitle,
        body: ChartBody::Bars(Bars {
            bars: bars.into_iter().map(|(_, bar)| bar).collect(),
            title: format!("Best genome on held-out games after the last generation: {}", held_out_score_title(recipe)),
        }),
    })
}

/// The number of the last generation of the runs, in words; a range where they differ, which they should not.
fn ends(runs: &[&RunSummary]) -> String {
    let last = |run: &&RunSummary| run.generations.last().map_or(0, |each| each.generation);
    let (least, most) = (runs.iter().map(last).min().unwrap_or(0), runs.iter().map(last).max().unwrap_or(0));
    if least == most { format!("generation {most}") } else { format!("generations {least} to {most}") }
}
