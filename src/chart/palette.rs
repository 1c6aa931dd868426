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

/// How long the dashes of the line at `index` are, in pixels of the drawing: by them lines are told apart once the
/// colours have been used up. `None` for a line without gaps.
pub(super) fn dash_length(index: usize) -> Option<i32> {
    match index / SERIES.len() {
        0 => None,
        // A line whose dashes have no length is not drawn at all.
        round => Some((26 / round as i32).max(1)),
    }
}

/// The colour of a value from -1 to 1: blue for -1, white for 0, vermilion for 1, mixed between them.
pub(super) fn diverging_colour(value: f64) -> RGBColor {
    let end = if value < 0.0 { SERIES[0] } else { SERIES[1] };
    let share = value.abs().min(1.0);
    let mix = |to: u8| (255.0 + (f64::from(to) - 255.0) * share) as u8;
    RGBColor(mix(end.0), mix(end.1), mix(end.2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_same_colour_differ_in_their_dashes_and_none_is_invisible() {
        assert_eq!(series_colour(3), series_colour(10));
        assert_eq!([0, 6, 7, 13, 14].map(dash_length), [None, None, Some(26), Some(26), Some(13)]);
        assert!((7..1000).all(|index| dash_length(index).is_some_and(|length| length > 0)));
    }
}
