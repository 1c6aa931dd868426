//! The curves of a run: a table of the curves that every run has, and the lines that each curve consists of.

use super::super::super::theme::{self, faded};
use super::plot::{self, Band, PlotLine};
use crate::measure::statistics::mean;
use crate::train::summary::GenerationSummary;
use bevy_egui::egui::{Rect, Ui};

/// One line of a curve: its name, and the function that gives its value in a generation, `None` if it has none there.
type CurveLine = (&'static str, fn(&GenerationSummary) -> Option<f64>);

/// A curve of a run, with a value for each generation.
pub(super) struct RunCurve {
    pub(super) title: &'static str,
    /// One line of text about what the curve shows.
    pub(super) about: &'static str,
    parts: &'static [CurveLine],
}

/// The place in [`CURVES`] of the fitness, which alone has a band.
pub(super) const FITNESS_CURVE_INDEX: usize = 0;
/// The place in [`CURVES`] of the held-out games.
pub(super) const HELD_OUT_CURVE_INDEX: usize = 3;

/// The curves that every run has. The curves of the search and of the weights come behind them,
/// and differ from run to run.
pub(super) const CURVES: [RunCurve; 5] = [
    RunCurve {
        title: "Fitness",
        about: "What selection goes by: the best genome, the mean of all, and a band that holds the middle two thirds",
        parts: &[("best", |each| Some(each.best_fitness)), ("mean", |each| Some(each.mean_fitness))],
    },
    RunCurve {
        title: "Score",
        about: "What a training game scores: points, or lines sent with a recipe of the champion's",
        parts: &[("best", |each| Some(each.best_score)), ("mean", |each| Some(each.mean_score))],
    },
    RunCurve {
        title: "Lines",
        about: "Lines of a training game",
        parts: &[
            ("best", |each| most(&each.lines).filter(|_| each.is_whole)),
            ("mean", |each| each.is_whole.then(|| mean(&each.lines))),
        ],
    },
    RunCurve {
        title: "Held-out lines",
        about: "Lines in games that selection never sees; the champion's are of the two games of a seed together",
        parts: &[
            ("best", |each| Some(each.held_out?.best_lines)),
            ("mean of those that played", |each| Some(each.held_out?.mean?.1)),
        ],
    },
    RunCurve {
        title: "Diversity",
        about: "How much the genomes differ: a run whose genomes are alike finds nothing new",
        parts: &[("deviation of a weight", |each| each.is_whole.then_some(each.diversity))],
    },
];

/// How many curves a run has: those of the table, the search's own, if it has any, and the weights of the best.
pub(super) fn curve_count(generations: &[GenerationSummary]) -> usize {
    CURVES.len() + usize::from(of_search(generations)) + 1
}

fn of_search(generations: &[GenerationSummary]) -> bool {
    generations.iter().any(|each| !each.search_figures.is_empty())
}

/// The title of a curve, and one line that says what the curve shows.
pub(super) fn curve_title(curve: usize, generations: &[GenerationSummary]) -> (&'static str, &'static str) {
    match CURVES.get(curve) {
        Some(curve) => (curve.title, curve.about),
        None if curve == CURVES.len() && of_search(generations) => ("Search", "What the search says of itself"),
        None => ("Weights", "The weights of each generation's best"),
    }
}

/// The lines of a curve, each with its name, which may be empty, and its points: the number of a generation and the
/// value there. Generations without a value are left out.
fn lines(curve: usize, generations: &[GenerationSummary]) -> Vec<(String, Vec<[f64; 2]>)> {
    let drawn = |of: &dyn Fn(&GenerationSummary) -> Option<f64>| -> Vec<[f64; 2]> {
        let point =
            |each: &GenerationSummary| Some([f64::from(each.generation), of(each).filter(|value| value.is_finite())?]);
        generations.iter().filter_map(point).collect()
    };
    if let Some(curve) = CURVES.get(curve) {
        return curve.parts.iter().map(|(name, of)| ((*name).to_owned(), drawn(of))).collect();
    }
    if curve == CURVES.len() && of_search(generations) {
        let names = generations.iter().map(|each| &each.search_figures).max_by_key(|names| names.len());
        let one = |name: &'static str| {
            let of = move |each: &GenerationSummary| {
                each.search_figures.iter().find(|(other, _)| *other == name).map(|(_, value)| *value)
            };
            (name.to_owned(), drawn(&of))
        };
        return names.into_iter().flatten().map(|(name, _)| one(name)).collect();
    }
    let weights = generations.iter().map(|each| each.best_genome.len()).max().unwrap_or(0);
    let one = |gene: usize| (String::new(), drawn(&|each: &GenerationSummary| each.best_genome.get(gene).copied()));
    // More than 40 lines cannot be told apart.
    (0..weights).step_by(weights.div_ceil(40).max(1)).map(one).collect()
}

/// The lines of the curve that has this title; none for a run without such a curve. The weights of a run have another
/// place among its curves than those of a run whose search has a curve of its own.
fn lines_called(title: &str, generations: &[GenerationSummary]) -> Vec<(String, Vec<[f64; 2]>)> {
    let curve = (0..curve_count(generations)).find(|curve| curve_title(*curve, generations).0 == title);
    curve.map_or_else(Vec::new, |curve| lines(curve, generations))
}

/// The value of a curve's first line in a generation, by which runs are compared. `None` if the line has no value
/// there, or if the curve is not among [`CURVES`].
pub(super) fn first_line_value(curve: usize, each: &GenerationSummary) -> Option<f64> {
    let (_, of) = CURVES.get(curve)?.parts.first()?;
    of(each).filter(|value| value.is_finite())
}

/// Draws a curve of a run into `rect` beside the rows, and thin under it that of another run. Runs are given by the
/// summaries of their generations, by number. A vertical line marks the generation `mark`.
pub(super) fn paint(
    ui: &mut Ui,
    rect: Rect,
    curve: usize,
    generations: &[GenerationSummary],
    other: Option<&[GenerationSummary]>,
    mark: Option<u32>,
) {
    let inks = [theme::GOLD, theme::RIVER, theme::ASH];
    let nameless = [theme::GOLD, theme::RIVER, theme::VERMILION, theme::ASH, theme::IVORY];
    let own = lines(curve, generations).into_iter().enumerate().map(|(at, (name, points))| {
        let ink = if name.is_empty() { nameless[at % nameless.len()] } else { inks[at % inks.len()] };
        PlotLine { name, points, ink, width: if at < 3 { 2.0 } else { 1.2 } }
    });
    let (title, _) = curve_title(curve, generations);
    let over = other.map_or_else(Vec::new, |other| lines_called(title, other));
    let over = over.into_iter().take(3).enumerate().map(|(at, (_, points))| {
        let ink = faded([theme::VERMILION, theme::IVORY, theme::ASH][at % 3], 0.8);
        PlotLine { name: String::new(), points, ink, width: 1.2 }
    });
    let band = (curve == FITNESS_CURVE_INDEX).then(|| Band {
        name: "two thirds of the genomes".to_owned(),
        points: middle_of_each(generations),
        ink: faded(theme::RIVER, 0.22),
    });
    // The lines of the other run lie under the run's own.
    let traces: Vec<PlotLine> = over.chain(own).collect();
    plot::paint(ui, rect, title, (&traces, band.as_slice()), mark);
}

fn most(values: &[f64]) -> Option<f64> {
    values.iter().copied().reduce(f64::max)
}

/// The points of the band of the fitness: the number of a generation, and the two ends of its middle two thirds.
/// Generations that are not known as a whole are left out. The ends are not worked out here: the page is painted in
/// every frame, and a run has hundreds of generations of up to thousands of genomes.
fn middle_of_each(generations: &[GenerationSummary]) -> Vec<(f64, [f64; 2])> {
    let of_all = generations.iter().filter(|each| each.is_whole);
    of_all.filter_map(|each| Some((f64::from(each.generation), each.middle_fitness?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_compared_with_the_same_curve_of_another_whose_search_has_none_of_its_own() {
        let run = |search_figures: &[(&'static str, f64)]| {
            let (search_figures, best_genome) = (search_figures.to_vec(), vec![2.0]);
            [GenerationSummary { search_figures, best_genome, ..GenerationSummary::default() }]
        };
        let (with, without) = (run(&[("step size", 0.5)]), run(&[]));
        let values = |title: &str, run: &[GenerationSummary]| {
            lines_called(title, run).into_iter().flat_map(|(_, points)| points).map(|[_, y]| y).collect::<Vec<f64>>()
        };
        assert_eq!((values("Search", &with), values("Weights", &with)), (vec![0.5], vec![2.0]));
        assert_eq!((values("Search", &without), values("Weights", &without)), (Vec::new(), vec![2.0]));
    }

    #[test]
    fn the_best_of_a_generation_draw_no_curve_of_its_population() {
        let drawn = |is_whole| {
            let each = GenerationSummary {
                lines: vec![3.0, 5.0],
                middle_fitness: Some([1.0, 2.0]),
                diversity: 0.5,
                is_whole,
                ..GenerationSummary::default()
            };
            let values = |title| {
                let curve = CURVES.iter().position(|curve| curve.title == title).unwrap_or(CURVES.len());
                lines(curve, std::slice::from_ref(&each)).into_iter().flat_map(|(_, points)| points).map(|[_, y]| y)
            };
            let band = middle_of_each(std::slice::from_ref(&each)).into_iter().flat_map(|(_, ends)| ends);
            values("Lines").chain(values("Diversity")).chain(band).collect::<Vec<f64>>()
        };
        assert_eq!(drawn(true), [5.0, 4.0, 0.5, 1.0, 2.0], "the best, the mean, how much they differ, and the band");
        assert!(drawn(false).is_empty(), "a player that was sent or named is not what the others were like");
    }
}
