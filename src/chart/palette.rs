//! Colours that a colour-blind person can tell apart.
//!
//! Source: Okabe and Ito, *Color Universal Design* (2008); its yellow is left out, which white paper swallows.

use plotters::style::RGBColor;

/// The colours of the series of a chart, one each; blue and vermilion, the two furthest apart, come first.
const SERIES: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
    RGBColor(0, 0, 0),
];
/// The colour of text and axes.
pub(super) const INK: RGBColor = RGBColor(34, 34, 34);
/// The colour of subtitles and reference lines.
pub(super) const GREY: RGBColor = RGBColor(96, 96, 96);
/// The colour of grid lines at labels.
pub(super) const GRID: RGBColor = RGBColor(205, 205, 205);
/// The colour of grid lines between labels.
pub(super) const FINE_GRID: RGBColor = RGBColor(236, 236, 236);

/// The colour of the series at `index`.
pub(super) fn series_colour(index: usize) -> RGBColor {
    SERIES[index % SERIES.len()]
}

/// How often the colours have been used up before the series at `index`: such series are told apart by dashes.
pub(super) const fn palette_rounds(index: usize) -> usize {
    index / SERIES.len()
}

/// The colour of a value from -1 to 1: blue for -1, white for 0, vermilion for 1, mixed between them.
pub(super) fn diverging_colour(value: f64) -> RGBColor {
    let end = if value < 0.0 { SERIES[0] } else { SERIES[1] };
    let share = value.abs().min(1.0);
    let mix = |to: u8| (255.0 + (f64::from(to) - 255.0) * share) as u8;
    RGBColor(mix(end.0), mix(end.1), mix(end.2))
}
