//! Colours that a colour-blind person can tell apart, and the type.
//!
//! Source: Okabe and Ito, *Color Universal Design* (2008); its yellow is left out, which white paper swallows.

use plotters::style::RGBColor;

/// One colour a series; blue and vermilion, the two furthest apart, come first.
const SERIES: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
    RGBColor(0, 0, 0),
];
/// Text and axes.
pub(super) const INK: RGBColor = RGBColor(34, 34, 34);
/// Subtitles, reference lines.
pub(super) const GREY: RGBColor = RGBColor(96, 96, 96);
/// Lines of the grid at labels, and between them.
pub(super) const GRID: RGBColor = RGBColor(205, 205, 205);
/// Lines of the grid between labels.
pub(super) const FINE_GRID: RGBColor = RGBColor(236, 236, 236);

/// The colour of the series at `index`.
pub(super) fn series(index: usize) -> RGBColor {
    SERIES[index % SERIES.len()]
}

/// How often the colours have been used up before the series at `index`: such series are told apart by dashes.
pub(super) const fn round(index: usize) -> usize {
    index / SERIES.len()
}

/// Blue for -1, white for 0, vermilion for 1.
pub(super) fn diverging(value: f64) -> RGBColor {
    let end = if value < 0.0 { SERIES[0] } else { SERIES[1] };
    let share = value.abs().min(1.0);
    let mix = |to: u8| (255.0 + (f64::from(to) - 255.0) * share) as u8;
    RGBColor(mix(end.0), mix(end.1), mix(end.2))
}
