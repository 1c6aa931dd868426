//! The curves of a run: a table of what there is to draw, and the lines that each is made of.

use super::super::super::theme::{self, faded};
use super::plot::{self, Band, Plotted, Trace};
use crate::train::summary::Summary;
use bevy_egui::egui::{Color32, Rect, Ui};

/// One line of a curve: its name and its value in a generation, where it has one.
type Part = (&'static str, fn(&Summary) -> Option<f64>);

/// A curve by generation.
pub(super) struct RunCurve {
    /// What stands above the plot.
    pub(super) title: &'static str,
    /// What it shows, in one line.
    pub(super) about: &'static str,
    parts: &'static [Part],
    /// How far most genomes are from the first part's mean, where that is shown.
    spread: Option<fn(&Summary) -> Option<[f64; 2]>>,
}

/// The curves that every run has; those of its search and its weights are named by the run.
pub(super) const CURVES: [RunCurve; 5] = [
    RunCurve {
        title: "Fitness",
        about: "What selection goes by: the best, the mean, and between which two thirds of the genomes lie",
        parts: &[("best", |each| Some(each.best_fitness)), ("mean", |each| Some(each.mean_fitness))],
        spread: Some(|each| deviation(&each.fitness)),
    },
    RunCurve {
        title: "Score",
        about: "Points of a training game",
        parts: &[("best", |each| Some(each.best_score)), ("mean", |each| Some(each.mean_score))],
        spread: None,
    },
    RunCurve {
        title: "Lines",
        about: "Lines of a training game",
        parts: &[("best", |each| most(&each.lines)), ("mean", |each| mean(&each.lines))],
        spread: None,
    },
    RunCurve {
        title: "Held-out games",
        about: "Lines in games that selection never sees: how strong it really is",
        parts: &[
            ("best", |each| Some(each.held_out?.best_lines)),
            ("mean of those that played", |each| Some(each.held_out?.mean?.1)),
        ],
        spread: None,
    },
    RunCurve {
        title: "Diversity",
        about: "How much the genomes differ: a run whose genomes are alike finds nothing new",
        parts: &[("deviation of a weight", |each| Some(each.diversity).filter(|_| !each.fitness.is_empty()))],
        spread: None,
    },
];

/// How many curves a run has: those of the table, the search's own, if it has any, and the weights of the best.
pub(super) fn count(generations: &[Summary]) -> usize {
    CURVES.len() + usize::from(of_search(generations)) + 1
}

fn of_search(generations: &[Summary]) -> bool {
    generations.iter().any(|each| !each.of_search.is_empty())
}

/// The name of a curve, and what it shows.
pub(super) fn named(curve: usize, generations: &[Summary]) -> (&'static str, &'static str) {
    match CURVES.get(curve) {
        Some(curve) => (curve.title, curve.about),
        None if curve == CURVES.len() && of_search(generations) => ("Search", "What the search says of itself"),
        None => ("Weights", "The weights of each generation's best"),
    }
}

/// The lines of a curve: a name and a point a generation each.
fn lines(curve: usize, generations: &[Summary]) -> Vec<(String, Vec<[f64; 2]>)> {
    let drawn = |of: &dyn Fn(&Summary) -> Option<f64>| -> Vec<[f64; 2]> {
        let point = |each: &Summary| Some([f64::from(each.generation), of(each).filter(|value| value.is_finite())?]);
        generations.iter().filter_map(point).collect()
    };
    if let Some(curve) = CURVES.get(curve) {
        return curve.parts.iter().map(|(name, of)| ((*name).to_owned(), drawn(of))).collect();
    }
    if curve == CURVES.len() && of_search(generations) {
        let names = generations.iter().map(|each| &each.of_search).max_by_key(|names| names.len());
        let one = |name: &'static str| {
            let of =
                move |each: &Summary| each.of_search.iter().find(|(other, _)| *other == name).map(|(_, value)| *value);
            (name.to_owned(), drawn(&of))
        };
        return names.into_iter().flatten().map(|(name, _)| one(name)).collect();
    }
    let weights = generations.iter().map(|each| each.best_genome.len()).max().unwrap_or(0);
    let one = |gene: usize| (String::new(), drawn(&|each: &Summary| each.best_genome.get(gene).copied()));
    // More lines than these are a thicket.
    (0..weights).step_by(weights.div_ceil(40).max(1)).map(one).collect()
}

/// The value of a curve's first line in a generation, by which runs are compared; `None` where it has none.
pub(super) fn first_value(curve: usize, each: &Summary) -> Option<f64> {
    let (_, of) = CURVES.get(curve)?.parts.first()?;
    of(each).filter(|value| value.is_finite())
}

/// Which runs are drawn, and what marks them.
#[derive(Clone, Copy)]
pub(super) struct Drawn<'a> {
    /// The numbers of each generation of the run.
    pub(super) generations: &'a [Summary],
    /// The numbers of each generation of another run, drawn thin over the first.
    pub(super) other: Option<&'a [Summary]>,
    /// The generation that a vertical line marks.
    pub(super) mark: Option<u32>,
}

/// Draws a curve of one run, or of two over each other, into a place beside the rows.
pub(super) fn paint(ui: &mut Ui, rect: Rect, curve: usize, drawn: Drawn) {
    let Drawn { generations, other, mark } = drawn;
    let inks = [theme::GOLD, theme::RIVER, theme::ASH];
    let own = lines(curve, generations).into_iter().enumerate().map(|(at, (name, points))| {
        let ink = if name.is_empty() { many(at) } else { inks[at % inks.len()] };
        Trace { name, points, ink, width: if at < 3 { 2.0 } else { 1.2 } }
    });
    let over = other.map_or_else(Vec::new, |other| lines(curve, other));
    let over = over.into_iter().take(3).enumerate().map(|(at, (_, points))| {
        let ink = faded([theme::VERMILION, theme::IVORY, theme::ASH][at % 3], 0.8);
        Trace { name: String::new(), points, ink, width: 1.2 }
    });
    let band = CURVES.get(curve).and_then(|curve| curve.spread).map(|spread| {
        let points = generations.iter().filter_map(|each| Some((f64::from(each.generation), spread(each)?)));
        Band { points: points.collect(), ink: faded(theme::RIVER, 0.22) }
    });
    // Those of the other run lie under the run's own.
    let traces: Vec<Trace> = over.chain(own).collect();
    let (title, _) = named(curve, generations);
    plot::paint(ui, rect, &Plotted { title, traces, bands: band.into_iter().collect(), mark });
}

/// One of many lines that need no names.
fn many(at: usize) -> Color32 {
    const INKS: [Color32; 5] = [theme::GOLD, theme::RIVER, theme::VERMILION, theme::ASH, theme::IVORY];
    INKS[at % INKS.len()]
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

fn most(values: &[f64]) -> Option<f64> {
    values.iter().copied().reduce(f64::max)
}

/// Between which values some two thirds lie: a standard deviation around the mean.
fn deviation(values: &[f64]) -> Option<[f64; 2]> {
    let mean = mean(values)?;
    let variance = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / values.len() as f64;
    Some([mean - variance.sqrt(), mean + variance.sqrt()])
}
