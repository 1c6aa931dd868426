//! The curves of a run, a table of what there is to draw, and how one is drawn.

use super::super::super::graph::still_plot;
use super::super::super::theme::{self, faded};
use crate::train::summary::Summary;
use bevy_egui::egui::{Align2, Color32, Rect, Ui, pos2, vec2};
use egui_plot::{AxisHints, FilledArea, GridMark, Line, PlotPoints, Points, VLine};

/// One line of a curve: its name and its value in a generation, where it has one.
type Part = (&'static str, fn(&Summary) -> Option<f64>);

/// A curve by generation.
pub(super) struct Curve {
    /// What stands above the plot.
    pub(super) title: &'static str,
    /// What it shows, in one line.
    pub(super) about: &'static str,
    parts: &'static [Part],
    /// How far most genomes are from the first part's mean, where that is shown.
    spread: Option<fn(&Summary) -> Option<[f64; 2]>>,
}

/// The curves that every run has; those of its search and its weights are named by the run.
pub(super) const CURVES: [Curve; 5] = [
    Curve {
        title: "Fitness",
        about: "What selection goes by: the best, the mean, and between which two thirds of the genomes lie",
        parts: &[("best", |each| Some(each.best_fitness)), ("mean", |each| Some(each.mean_fitness))],
        spread: Some(|each| deviation(&each.fitness)),
    },
    Curve {
        title: "Score",
        about: "Points of a training game",
        parts: &[("best", |each| Some(each.best_score)), ("mean", |each| Some(each.mean_score))],
        spread: None,
    },
    Curve {
        title: "Lines",
        about: "Lines of a training game",
        parts: &[("best", |each| most(&each.lines)), ("mean", |each| mean(&each.lines))],
        spread: None,
    },
    Curve {
        title: "Held-out games",
        about: "Lines in games that selection never sees: how strong it really is",
        parts: &[
            ("best", |each| Some(each.held_out?.best_lines)),
            ("mean of those that played", |each| Some(each.held_out?.mean?.1)),
        ],
        spread: None,
    },
    Curve {
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

/// Which runs are drawn, and what marks them.
#[derive(Clone, Copy)]
pub(super) struct Drawn<'a> {
    /// The numbers of each generation of the run.
    pub(super) generations: &'a [Summary],
    /// Another run, over it.
    pub(super) other: Option<&'a [Summary]>,
    /// A generation with a mark.
    pub(super) mark: Option<u32>,
}

/// Draws a curve into a place beside the rows.
pub(super) fn paint(ui: &mut Ui, rect: Rect, curve: usize, drawn: Drawn) {
    let Drawn { generations, other, mark } = drawn;
    let painter = ui.painter().clone();
    painter.rect_filled(rect, 5, faded(theme::NIGHT, 0.75));
    let top = rect.min + vec2(14.0, 10.0);
    let (title, _) = named(curve, generations);
    let written = painter.text(top, Align2::LEFT_TOP, title, theme::semibold(14.5), theme::GOLD);
    let over = other.map_or_else(Vec::new, |other| lines(curve, other));
    let lines = lines(curve, generations);
    if lines.iter().all(|(_, points)| points.is_empty()) {
        let words = "Its first point comes with the first generation";
        painter.text(rect.center(), Align2::CENTER_CENTER, words, theme::regular(13.5), theme::ASH);
        return;
    }
    let values = || lines.iter().chain(&over).flat_map(|(_, points)| points).map(|point| point[1]);
    let (low, high) = values().fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
    // What grows by factors is drawn by its logarithm.
    let logarithmic = low >= 0.0 && high > 1000.0 && high > 50.0 * low.max(1.0);
    let scale = move |value: f64| if logarithmic { (value + 1.0).log10() } else { value };
    let inks = [theme::GOLD, theme::RIVER, theme::ASH];
    let mut x = written.right() + 18.0;
    for ((name, _), ink) in lines.iter().zip(inks).filter(|((name, _), _)| !name.is_empty()) {
        painter.hline(x..=x + 14.0, written.center().y, bevy_egui::egui::Stroke::new(2.5, ink));
        let at = pos2(x + 19.0, written.center().y);
        x = painter.text(at, Align2::LEFT_CENTER, name, theme::regular(12.5), theme::ASH).right() + 14.0;
    }
    if logarithmic {
        let at = pos2(rect.right() - 12.0, written.center().y);
        painter.text(at, Align2::RIGHT_CENTER, "logarithmic", theme::regular(12.0), theme::ASH);
    }
    let place = Rect::from_min_max(rect.min + vec2(6.0, 30.0), rect.max - vec2(10.0, 4.0));
    let mut child = ui.new_child(bevy_egui::egui::UiBuilder::new().id_salt(("plot", title)).max_rect(place));
    child.set_clip_rect(place.intersect(ui.clip_rect()));
    let label = move |mark: GridMark, _: &std::ops::RangeInclusive<f64>| match logarithmic {
        true if (mark.value - mark.value.round()).abs() < 0.01 => short(10.0_f64.powf(mark.value)),
        true => String::new(),
        false => short(mark.value),
    };
    let whole = |mark: GridMark, _: &std::ops::RangeInclusive<f64>| {
        let is_whole = (mark.value - mark.value.round()).abs() < 0.01 && mark.value >= 0.0;
        if is_whole { format!("{:.0}", mark.value) } else { String::new() }
    };
    let spread = CURVES.get(curve).and_then(|curve| curve.spread);
    let ends = generations.last().into_iter().chain(other.and_then(<[Summary]>::last));
    let last = ends.map(|last| f64::from(last.generation)).fold(1.0, f64::max);
    still_plot(("curve", title))
        .custom_x_axes(vec![AxisHints::new_x().formatter(whole).label_spacing(18.0..=30.0)])
        .custom_y_axes(vec![AxisHints::new_y().formatter(label).label_spacing(14.0..=26.0)])
        .include_x(0.0)
        .include_x(last)
        .show(&mut child, |plot| {
            if let Some(spread) = spread {
                let bands: Vec<(f64, [f64; 2])> =
                    generations.iter().filter_map(|each| Some((f64::from(each.generation), spread(each)?))).collect();
                let xs: Vec<f64> = bands.iter().map(|(x, _)| *x).collect();
                let [low, high] = [0, 1].map(|end| {
                    bands
                        .iter()
                        .map(|(_, band)| scale(band[end].max(if logarithmic { 0.0 } else { f64::MIN })))
                        .collect::<Vec<_>>()
                });
                if xs.len() > 1 {
                    plot.add(FilledArea::new("spread", &xs, &low, &high).fill_color(faded(theme::RIVER, 0.22)));
                }
            }
            if let Some(mark) = mark {
                plot.vline(VLine::new("mark", f64::from(mark)).color(faded(theme::IVORY, 0.5)).width(1.0));
            }
            for (at, (_, points)) in over.into_iter().enumerate().take(3) {
                let points: Vec<[f64; 2]> = points.into_iter().map(|[x, y]| [x, scale(y)]).collect();
                let ink = faded([theme::VERMILION, theme::IVORY, theme::ASH][at % 3], 0.8);
                plot.line(Line::new(format!("over {at}"), PlotPoints::from(points)).color(ink).width(1.2));
            }
            for (at, (name, points)) in lines.into_iter().enumerate() {
                let ink = if name.is_empty() { many(at) } else { inks[at % inks.len()] };
                let points: Vec<[f64; 2]> = points.into_iter().map(|[x, y]| [x, scale(y)]).collect();
                let name = format!("{at} {name}");
                if points.len() == 1 {
                    plot.points(Points::new(name.clone(), PlotPoints::from(points.clone())).color(ink).radius(3.0));
                }
                plot.line(Line::new(name, PlotPoints::from(points)).color(ink).width(if at < 3 { 2.0 } else { 1.2 }));
            }
        });
}

/// One of many lines that need no names.
fn many(at: usize) -> Color32 {
    const INKS: [Color32; 5] = [theme::GOLD, theme::RIVER, theme::VERMILION, theme::ASH, theme::IVORY];
    INKS[at % INKS.len()]
}

/// A number of a few letters.
fn short(value: f64) -> String {
    match value.abs() {
        size if size >= 1e6 => format!("{:.0} M", value / 1e6),
        size if size >= 1e4 => format!("{:.0} k", value / 1e3),
        size if size >= 10.0 || size == 0.0 => format!("{value:.0}"),
        size if size >= 0.1 => format!("{value:.1}"),
        _ => format!("{value:.3}"),
    }
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
