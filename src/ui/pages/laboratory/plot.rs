//! How curves by generation are drawn: lines and bands over one axis of generations,
//! logarithmic where values grow by factors.

use super::super::super::graph;
use super::super::super::theme::{self, faded};
use bevy_egui::egui::{Align2, Color32, Painter, Rect, RichText, Stroke, Ui, UiBuilder, pos2, vec2};
use egui_plot::{AxisHints, FilledArea, GridMark, Line, PlotPoints, Points, VLine, uniform_grid_spacer};
use std::ops::RangeInclusive;

/// The least height of a plot, in points, at which its axis of generations has a name.
const NAMED_FROM: f32 = 170.0;
/// The most points of a line that are drawn: as many as there are points across the widest plot.
const MOST_POINTS: usize = 800;

pub(super) struct PlotLine {
    /// The name of the line in the legend; empty for a line that the legend leaves out.
    pub(super) name: String,
    /// The points of the line: a generation and a value each, in the order of the generations.
    pub(super) points: Vec<[f64; 2]>,
    pub(super) ink: Color32,
    /// The width of the line of the plot, in points.
    pub(super) width: f32,
}

/// A band of a plot: in each generation from a lower to an upper value.
pub(super) struct Band {
    /// The name of the band in the legend; empty for a band that the legend leaves out.
    pub(super) name: String,
    /// The points of the band: a generation, and the lower and the upper value in it.
    pub(super) points: Vec<(f64, [f64; 2])>,
    pub(super) ink: Color32,
}

/// The axis of the values of a plot.
#[derive(Clone, Copy)]
struct ValueAxis {
    logarithmic: bool,
    /// The lowest and the highest value that are drawn of a band.
    ends: [f64; 2],
}

impl ValueAxis {
    /// The axis for the values of these lines.
    fn of(traces: &[PlotLine]) -> Self {
        let values = traces.iter().flat_map(|trace| &trace.points).map(|point| point[1]);
        let (low, high) = values.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
        let logarithmic = low >= 0.0 && high > 1000.0 && high > 50.0 * low.max(1.0);
        // A band that goes far beyond the lines is cut off: else they would all lie at one edge, and look the same.
        let ends = if logarithmic {
            [low / 10.0, 10.0 * high]
        } else {
            let span = (high - low).max(0.1 * high.abs());
            [if low >= 0.0 { (low - span).max(0.0) } else { low - span }, high + span]
        };
        Self { logarithmic, ends }
    }

    /// Where a value lies on the axis.
    fn place(self, value: f64) -> f64 {
        if self.logarithmic { (value.max(0.0) + 1.0).log10() } else { value }
    }

    /// The number at a mark of the axis.
    fn label(self, mark: GridMark) -> String {
        if self.logarithmic { power_label(mark.value) } else { short(mark.value, mark.step_size) }
    }
}

/// Draws a title, a legend, lines (the last one on top) and bands under them into `rect`, and a vertical line at the
/// generation `mark`. The axis of the values is logarithmic where they spread far: none of a line is below 0, and the
/// highest is above 1000 and above 50 times the lowest.
pub(super) fn paint(ui: &mut Ui, rect: Rect, title: &str, (traces, bands): (&[PlotLine], &[Band]), mark: Option<u32>) {
    let painter = ui.painter().clone();
    theme::paint_side_background(&painter, rect);
    let top = rect.min + vec2(14.0, 10.0);
    let axis = ValueAxis::of(traces);
    let end = rect.right() - if axis.logarithmic { 88.0 } else { 0.0 };
    // A long title has several lines in an upright window.
    let lines = theme::paragraph(&painter, title, theme::semibold(14.5), theme::GOLD, end - 12.0 - top.x);
    let written = Rect::from_min_size(top, lines.size());
    let row = written.height() / lines.rows.len().max(1) as f32;
    painter.galley(top, lines, theme::GOLD);
    if traces.iter().all(|trace| trace.points.is_empty()) {
        let words = "Its first point comes with the first generation";
        painter.text(rect.center(), Align2::CENTER_CENTER, words, theme::regular(13.5), theme::ASH);
        return;
    }
    let middle = written.bottom() - row / 2.0;
    let down = paint_legend(&painter, &named_strokes(traces, bands), (written, middle), [end, rect.right()]);
    if axis.logarithmic {
        let at = pos2(rect.right() - 12.0, top.y + row / 2.0);
        painter.text(at, Align2::RIGHT_CENTER, "logarithmic", theme::regular(12.0), theme::ASH);
    }
    let place =
        Rect::from_min_max(rect.min + vec2(6.0, 36.0 + written.height() - row + down), rect.max - vec2(10.0, 4.0));
    show_curves(ui, (place, title), (traces, bands), axis, mark);
}

/// The names in the legend with the stroke that stands before each: a band's is as broad as a band.
fn named_strokes<'a>(traces: &'a [PlotLine], bands: &'a [Band]) -> Vec<(&'a str, Stroke)> {
    let lines = traces.iter().filter(|trace| !trace.name.is_empty()).take(3);
    let bands = bands.iter().filter(|band| !band.name.is_empty() && band.points.len() > 1);
    lines
        .map(|trace| (trace.name.as_str(), Stroke::new(2.5, trace.ink)))
        .chain(bands.map(|band| (band.name.as_str(), Stroke::new(10.0, band.ink))))
        .collect()
}

/// Paints the legend beside the last line of the title, whose middle is at the height `middle`, as far as the first of
/// two ends. Where it has no room there, it stands in a line of its own, as far as the second. Returns the height of
/// that line; 0 where there is none.
fn paint_legend(
    painter: &Painter,
    named: &[(&str, Stroke)],
    (title, middle): (Rect, f32),
    [end_beside, end_below]: [f32; 2],
) -> f32 {
    let width = |name: &str| painter.layout_no_wrap(name.to_owned(), theme::regular(12.5), theme::ASH).size().x;
    let (strokes, words) = (33.0 * named.len() as f32, named.iter().map(|(name, _)| width(name)).sum::<f32>());
    let beside = title.right() + 18.0..end_beside;
    let is_below = !named.is_empty() && strokes + words > beside.end - beside.start;
    let (line, down) = if is_below { (title.left()..end_below, 18.0) } else { (beside, 0.0) };
    let share = ((line.end - line.start - strokes) / words).clamp(0.1, 1.0);
    let mut at = pos2(line.start, middle + down);
    for (name, stroke) in named {
        painter.hline(at.x..=at.x + 14.0, at.y, *stroke);
        let (beside, font) = (at + vec2(19.0, 0.0), theme::regular(12.5 * share));
        at.x = painter.text(beside, Align2::LEFT_CENTER, name, font, theme::ASH).right() + 14.0;
    }
    down
}

/// Draws the lines and bands with their axes into `place`.
fn show_curves(
    ui: &mut Ui,
    (place, title): (Rect, &str),
    (traces, bands): (&[PlotLine], &[Band]),
    axis: ValueAxis,
    mark: Option<u32>,
) {
    let mut child = ui.new_child(UiBuilder::new().id_salt(("plot", title)).max_rect(place));
    // The highest mark may lie at the upper edge, with half of its number above it.
    child.set_clip_rect(place.expand2(vec2(0.0, 7.0)).intersect(ui.clip_rect()));
    let whole = |mark: GridMark, _: &RangeInclusive<f64>| {
        let is_whole = (mark.value - mark.value.round()).abs() < 0.01 && mark.value >= 0.0;
        if is_whole { format!("{:.0}", mark.value) } else { String::new() }
    };
    let last = traces.iter().filter_map(|trace| trace.points.last()).map(|point| point[0]).fold(1.0, f64::max);
    let mut across = AxisHints::new_x().formatter(whole).label_spacing(18.0..=30.0);
    if place.height() > NAMED_FROM {
        across = across.label(RichText::new("generation").font(theme::regular(12.0)).color(theme::ASH));
    }
    // So many numbers have room one above the other; between them a logarithmic axis has whole powers of ten.
    let most = f64::from(place.height() / 32.0).clamp(2.0, 7.0);
    let levels = uniform_grid_spacer(move |grid| {
        let span = grid.bounds.1 - grid.bounds.0;
        [if axis.logarithmic { (span / most).ceil().max(1.0) } else { graph::value_step(span, most) }; 3]
    });
    graph::still_plot(("curve", title))
        .custom_x_axes(vec![across])
        .custom_y_axes(vec![AxisHints::new_y().formatter(move |mark, _| axis.label(mark)).label_spacing(14.0..=20.0)])
        .y_grid_spacer(levels)
        .include_x(0.0)
        .include_x(last)
        .show(&mut child, |plot| {
            for (at, band) in bands.iter().enumerate().filter(|(_, band)| band.points.len() > 1) {
                let xs: Vec<f64> = band.points.iter().map(|(x, _)| *x).collect();
                let [floor, roof] = axis.ends;
                let [low, high] = [0, 1].map(|end| {
                    band.points.iter().map(|(_, ends)| axis.place(ends[end].clamp(floor, roof))).collect::<Vec<_>>()
                });
                plot.add(FilledArea::new(format!("band {at}"), &xs, &low, &high).fill_color(band.ink));
            }
            if let Some(mark) = mark {
                let line = VLine::new("mark", f64::from(mark));
                plot.vline(line.color(faded(theme::IVORY, 0.5)).width(1.0));
            }
            for (at, trace) in traces.iter().enumerate() {
                let points: Vec<[f64; 2]> =
                    thinned(&trace.points).into_iter().map(|[x, y]| [x, axis.place(y)]).collect();
                let name = format!("{at} {}", trace.name);
                if points.len() == 1 {
                    let points = Points::new(name.clone(), PlotPoints::from(points.clone()));
                    plot.points(points.color(trace.ink).radius(3.0));
                }
                plot.line(Line::new(name, PlotPoints::from(points)).color(trace.ink).width(trace.width));
            }
        });
}

/// The points of a line that are drawn: all, or where they are more than there is room for, the lowest and the highest
/// of those side by side. A run has thousands of generations, and its curves are drawn in every frame.
fn thinned(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    if points.len() <= MOST_POINTS {
        return points.to_vec();
    }
    let together = points.len().div_ceil(MOST_POINTS / 2);
    let ends = |side_by_side: &[[f64; 2]]| {
        let (mut low, mut high) = (side_by_side[0], side_by_side[0]);
        for &point in side_by_side {
            low = if point[1] < low[1] { point } else { low };
            high = if point[1] > high[1] { point } else { high };
        }
        if low[0] < high[0] { [low, high] } else { [high, low] }
    };
    points.chunks(together).flat_map(ends).collect()
}

/// The number at a mark of a logarithmic axis, on which a value lies at the logarithm of one more than it, so that zero
/// has a place too. Between whole powers of ten there is none.
fn power_label(mark: f64) -> String {
    match mark.round() {
        power if (mark - power).abs() >= 0.01 => String::new(),
        0.0 => "0".to_owned(),
        power => short(10.0_f64.powf(power), 10.0_f64.powf(power)),
    }
}

/// A number in a few characters, such as "12 k", but with as many that one `step` away does not look the same.
fn short(value: f64, step: f64) -> String {
    let (unit, name) = match value.abs() {
        size if size >= 1e6 => (1e6, " M"),
        size if size >= 1e4 => (1e3, " k"),
        _ => (1.0, ""),
    };
    format!("{:.*}{name}", graph::decimals((step / unit) as f32), value / unit)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::super::super::test_frame::{still_frame, texts_in_shapes};
    use super::*;

    #[test]
    fn the_legend_names_a_band_that_has_a_name() {
        let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(394.0, 240.0));
        let line = PlotLine { name: "best".to_owned(), points: vec![[0.0, 1.0]], ink: theme::GOLD, width: 2.0 };
        let bands = ["most of them", ""].map(|name| {
            let points = vec![(0.0, [1.0, 2.0]), (1.0, [2.0, 3.0])];
            Band { name: name.to_owned(), points, ink: theme::RIVER }
        });
        let shapes = still_frame(|menu| {
            let mut ui = menu.side_panel_ui("plot", rect);
            paint(&mut ui, rect, "Fitness", (std::slice::from_ref(&line), &bands), None);
        });
        let texts: Vec<&str> = texts_in_shapes(&shapes).map(|text| text.galley.text()).collect();
        let place = |words: &str| texts.iter().position(|text| *text == words).unwrap();
        assert!(place("best") < place("most of them"), "{texts:?}");
        assert!(!texts.contains(&""), "{texts:?}");
    }

    #[test]
    fn a_line_of_thousands_of_generations_is_drawn_by_its_lowest_and_highest_points() {
        let line = |generations: u32| -> Vec<[f64; 2]> {
            let value = |generation: u32| if generation == 2001 { 900.0 } else { f64::from(generation % 7) };
            (0..generations).map(|generation| [f64::from(generation), value(generation)]).collect()
        };
        assert_eq!(thinned(&line(800)), line(800), "there is room for all");
        let drawn = thinned(&line(5000));
        assert!((700..=MOST_POINTS).contains(&drawn.len()), "{} points", drawn.len());
        assert!(drawn.contains(&[2001.0, 900.0]), "the best of all");
        assert!(drawn.windows(2).all(|pair| pair[0][0] < pair[1][0]), "in the order of the generations");
    }

    #[test]
    fn zero_is_called_zero_on_a_logarithmic_axis() {
        assert_eq!([0.0, 1.0, 4.0, 6.0, 1.5].map(power_label), ["0", "10", "10 k", "1 M", ""]);
    }

    #[test]
    fn great_numbers_that_lie_close_together_do_not_look_the_same() {
        assert_eq!([5e5, 1e6, 1.5e6, 2e6].map(|value| short(value, 5e5)), ["500 k", "1.0 M", "1.5 M", "2.0 M"]);
        assert_eq!([9800.0, 1e4, 10_200.0].map(|value| short(value, 200.0)), ["9800", "10.0 k", "10.2 k"]);
        assert_eq!([0.0, 0.5, 20.0].map(|value| short(value, 0.5)), ["0.0", "0.5", "20.0"]);
        assert_eq!([1e4, 2e4].map(|value| short(value, 1e4)), ["10 k", "20 k"]);
    }

    #[test]
    fn a_band_far_beyond_the_lines_does_not_press_them_together() {
        let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(394.0, 240.0));
        let line =
            PlotLine { name: String::new(), points: vec![[0.0, 10.0], [1.0, 20.0]], ink: theme::GOLD, width: 2.0 };
        let band =
            Band { name: String::new(), points: vec![(0.0, [5.0, 15.0]), (1.0, [-1e9, 1e9])], ink: theme::RIVER };
        let shapes = still_frame(|menu| {
            let drawn = (std::slice::from_ref(&line), std::slice::from_ref(&band));
            paint(&mut menu.side_panel_ui("plot", rect), rect, "Fitness", drawn, None);
        });
        let values = texts_in_shapes(&shapes).filter_map(|text| text.galley.text().parse::<f64>().ok());
        let most = values.fold(0.0, f64::max);
        assert!((20.0..=30.0).contains(&most), "the highest mark of the axis is {most}");
    }

    #[test]
    fn the_names_of_lines_have_room_beside_the_title_or_below_it() {
        let long = "Held-out games: the mean of each condition's runs, with its 95 % interval";
        let cases = [(274.0, "Held-out games"), (394.0, "Held-out games"), (800.0, "Held-out games"), (362.0, long)];
        for (width, title) in cases {
            let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(width, 240.0));
            let lines = ["best", "mean of those that played"].map(|name| {
                let points = vec![[0.0, 1.0], [1.0, 90_000.0]];
                PlotLine { name: name.to_owned(), points, ink: theme::GOLD, width: 2.0 }
            });
            let shapes = still_frame(|menu| {
                paint(&mut menu.side_panel_ui("plot", rect), rect, title, (&lines, &[]), None);
            });
            let title = theme::kept_together(title);
            let text = |words: &str| texts_in_shapes(&shapes).find(|text| text.galley.text() == words).unwrap();
            let place = |words: &str| text(words).visual_bounding_rect();
            let all = [title.as_str(), "logarithmic", &lines[0].name, &lines[1].name].map(place);
            for (at, one) in all.iter().enumerate() {
                assert!(rect.contains_rect(*one) && one.height() > 6.0, "{width}: {all:?}");
                assert!(!all[..at].iter().any(|other| other.intersects(*one)), "{width}: {all:?}");
            }
        }
    }
}
