//! Draws a picture on plotters' paper. All sizes are in pixels of the double-sized drawing.

use super::palette::{self, FINE_GRID, GREY, GRID, INK};
use super::picture::{Bars, ChartBody, ChartPanel, ChartPicture, HeatMap, Series, SeriesStyle};
use super::render::{ChartError, FONT};
use super::scale::{AxisScale, rounded_with_commas, short_number};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

type Area<B> = DrawingArea<B, Shift>;
type DrawResult = Result<(), ChartError>;

const MARGIN: i32 = 60;
const TITLE: i32 = 64;
const SUBTITLE: i32 = 40;
const TEXT: i32 = 42;
const TICK: i32 = 38;
/// The width that is left free for the numbers and the title of the vertical axis.
const LEFT: i32 = 190;
const BOTTOM: i32 = 130;
/// The most rows of a legend: more would leave the picture less than two thirds of its height.
const LEGEND_ROWS: i32 = 8;

/// Draws the title, then the body below it.
pub(super) fn draw_picture<B: DrawingBackend>(area: &DrawingArea<B, Shift>, picture: &ChartPicture) -> DrawResult {
    area.fill(&WHITE).map_err(ChartError::new)?;
    let width = area.dim_in_pixel().0 as i32 - 2 * MARGIN;
    text(area, &picture.title, (MARGIN, 50), TITLE, INK, true, (HPos::Left, VPos::Top))?;
    let mut y = 50 + TITLE + 24;
    for line in wrapped(area, &picture.subtitle, SUBTITLE, width)? {
        text(area, &line, (MARGIN, y), SUBTITLE, GREY, false, (HPos::Left, VPos::Top))?;
        y += SUBTITLE + 12;
    }
    let body = area.clone().split_vertically(y + 20).1;
    match &picture.body {
        ChartBody::Panels { panels: all, x, y, y_title } => panels(&body, all, x, y, y_title),
        ChartBody::Heat(map) => heat(&body, map),
        ChartBody::Bars(rows) => bars(&body, rows),
    }?;
    area.present().map_err(ChartError::new)
}

fn panels<B: DrawingBackend>(
    area: &Area<B>,
    all: &[ChartPanel],
    x: &AxisScale,
    y: &AxisScale,
    y_title: &str,
) -> DrawResult {
    let series: &[Series] = all.first().map_or(&[], |panel| &panel.series);
    let used = legend(area, series)?;
    let below = area.clone().split_vertically(used).1;
    for (index, (part, panel)) in below.split_evenly((1, all.len().max(1))).iter().zip(all).enumerate() {
        // The heading's line is left free above all panels, so that the top label never meets the legend.
        let (heading, part) = part.split_vertically(if panel.heading.is_empty() { 16 } else { 76 });
        text(&heading, &panel.heading, (LEFT + MARGIN, 16), TEXT, INK, true, (HPos::Left, VPos::Top))?;
        one_panel(&part, panel, x, y, if index == 0 { y_title } else { "" })?;
    }
    Ok(())
}

fn one_panel<B: DrawingBackend>(
    area: &Area<B>,
    panel: &ChartPanel,
    x: &AxisScale,
    y: &AxisScale,
    y_title: &str,
) -> DrawResult {
    let mut chart = ChartBuilder::on(area)
        .margin_left(MARGIN as u32)
        .margin_right(MARGIN as u32)
        .margin_bottom(30)
        .x_label_area_size(BOTTOM as u32)
        .y_label_area_size(LEFT as u32)
        .build_cartesian_2d(x.clone(), y.clone())
        .map_err(ChartError::new)?;
    chart
        .configure_mesh()
        .x_desc("Generation")
        .y_desc(y_title)
        .axis_desc_style(style(TEXT, INK, false))
        .label_style(style(TICK, INK, false))
        .x_label_formatter(&|value| rounded_with_commas(*value))
        .y_label_formatter(&|value| short_number(*value))
        .bold_line_style(GRID.stroke_width(2))
        .light_line_style(FINE_GRID.stroke_width(2))
        .set_all_tick_mark_size(14)
        .axis_style(INK.stroke_width(3))
        .draw()
        .map_err(ChartError::new)?;
    for series in &panel.series {
        let colour = palette::series_colour(series.colour);
        let points = series.points.iter().copied();
        match series.style {
            SeriesStyle::Cloud => {
                let (size, ink) = if series.points.len() < 2_000 { (7, 0.6) } else { (5, 0.35) };
                let dot = |at| Circle::new(at, size, colour.mix(ink).filled());
                chart.draw_series(points.map(dot)).map_err(ChartError::new)?;
            }
            SeriesStyle::Reference => {
                let line = DashedLineSeries::new(points, 18, 14, GREY.stroke_width(4));
                chart.draw_series(line).map_err(ChartError::new)?;
            }
            SeriesStyle::Interval => {
                for ends in series.points.chunks_exact(2) {
                    let stroke = colour.stroke_width(4);
                    let bar = PathElement::new(ends.to_vec(), stroke);
                    chart.draw_series(std::iter::once(bar)).map_err(ChartError::new)?;
                    let cap = |&at| EmptyElement::at(at) + PathElement::new(vec![(-11, 0), (11, 0)], stroke);
                    chart.draw_series(ends.iter().map(cap)).map_err(ChartError::new)?;
                }
            }
            SeriesStyle::Line => {
                match palette::dash_length(series.colour) {
                    None => chart.draw_series(LineSeries::new(points.clone(), colour.stroke_width(6))),
                    Some(length) => {
                        chart.draw_series(DashedLineSeries::new(points.clone(), length, 14, colour.stroke_width(6)))
                    }
                }
                .map_err(ChartError::new)?;
                // With very many generations the dots would hide the line.
                if series.points.len() <= 120 {
                    chart
                        .draw_series(points.map(|at| Circle::new(at, 10, colour.filled())))
                        .map_err(ChartError::new)?;
                }
            }
        }
    }
    Ok(())
}

/// Where entries of a legend with these widths begin, each as its left end and its row, and where a text that is `more`
/// pixels wide follows them, if not all have room in [`LEGEND_ROWS`].
fn legend_places(widths: &[i32], more: i32, (left, right): (i32, i32)) -> (Vec<(i32, i32)>, Option<(i32, i32)>) {
    let (mut x, mut row, mut places) = (left, 0, Vec::new());
    for wide in widths {
        if x + wide > right && x > left {
            (x, row) = (left, row + 1);
        }
        places.push((x, row));
        x += wide;
    }
    if row < LEGEND_ROWS {
        return (places, None);
    }
    places.retain(|(_, row)| *row < LEGEND_ROWS);
    loop {
        let Some(&(x, row)) = places.last() else { return (places, Some((left, 0))) };
        let behind = x + widths[places.len() - 1];
        if behind + more <= right {
            return (places, Some((behind, row)));
        }
        places.pop();
    }
}

/// Draws the legend in rows above the picture, where it covers nothing, with as many series as leave the picture its
/// room. Returns the height of the legend.
fn legend<B: DrawingBackend>(area: &Area<B>, series: &[Series]) -> Result<i32, ChartError> {
    const SAMPLE: i32 = 90;
    const ROW: i32 = TICK + 20;
    let wide = |each: &Series| Ok(SAMPLE + 24 + width(area, &each.name, TICK)? + 70);
    let widths = series.iter().map(wide).collect::<Result<Vec<i32>, ChartError>>()?;
    let more = |count: usize| format!("and {count} more");
    let ends = (LEFT + MARGIN, area.dim_in_pixel().0 as i32 - MARGIN);
    let (places, rest) = legend_places(&widths, width(area, &more(series.len()), TICK)?, ends);
    if let Some((x, row)) = rest {
        let at = (x, 10 + row * ROW + TICK / 2);
        text(area, &more(series.len() - places.len()), at, TICK, INK, false, (HPos::Left, VPos::Center))?;
    }
    for (each, &(x, row)) in series.iter().zip(&places) {
        let y = 10 + row * ROW;
        let (colour, middle) = (palette::series_colour(each.colour), y + TICK / 2);
        let dashes = |length: i32, gap: i32, style: ShapeStyle| -> DrawResult {
            let mut from = x;
            while from < x + SAMPLE {
                let to = (from + length).min(x + SAMPLE);
                put(area, PathElement::new(vec![(from, middle), (to, middle)], style))?;
                from = to + gap;
            }
            Ok(())
        };
        match each.style {
            SeriesStyle::Cloud => {
                for dot in 0..3 {
                    put(area, Circle::new((x + 20 + dot * 25, middle), 6, colour.mix(0.6).filled()))?;
                }
            }
            SeriesStyle::Reference => dashes(18, 14, GREY.stroke_width(4))?,
            SeriesStyle::Interval => {
                let (left, right) = (x + SAMPLE / 2 - 11, x + SAMPLE / 2 + 11);
                for (from, to) in [
                    ((left + 11, middle - 20), (left + 11, middle + 20)),
                    ((left, middle - 20), (right, middle - 20)),
                    ((left, middle + 20), (right, middle + 20)),
                ] {
                    put(area, PathElement::new(vec![from, to], colour.stroke_width(4)))?;
                }
            }
            SeriesStyle::Line => {
                let (length, gap) = palette::dash_length(each.colour).map_or((SAMPLE, 0), |length| (length, 14));
                dashes(length, gap, colour.stroke_width(6))?;
                put(area, Circle::new((x + SAMPLE / 2, middle), 10, colour.filled()))?;
            }
        }
        text(area, &each.name, (x + SAMPLE + 24, middle), TICK, INK, false, (HPos::Left, VPos::Center))?;
    }
    Ok(10 + places.last().map_or(0, |(_, row)| row * ROW) + TICK + 24)
}

fn heat<B: DrawingBackend>(area: &Area<B>, map: &HeatMap) -> DrawResult {
    let (wide, high) = area.dim_in_pixel();
    let (wide, high) = (wide as i32, high as i32);
    let names = map.groups.iter().map(|(name, ..)| width(area, name, 34)).collect::<Result<Vec<_>, _>>()?;
    let left = MARGIN + names.into_iter().max().unwrap_or(0) + 24;
    let (right, top, bottom) = (wide - MARGIN - 300, 20, high - BOTTOM - 30);
    let (columns, rows) = (map.generations.len().max(1), map.rows.len().max(1));
    let x = |column: usize| left + ((right - left) as i64 * column as i64 / columns as i64) as i32;
    let y = |row: usize| top + ((bottom - top) as i64 * row as i64 / rows as i64) as i32;
    for (row, weights) in map.rows.iter().enumerate() {
        for (column, weight) in weights.iter().enumerate() {
            let colour = palette::diverging_colour(weight / map.limit).filled();
            put(area, Rectangle::new([(x(column), y(row)), (x(column + 1), y(row + 1))], colour))?;
        }
    }
    let mut row = 0;
    for (name, count, new_layer) in &map.groups {
        let line = if *new_layer { INK.stroke_width(5) } else { GREY.mix(0.5).stroke_width(2) };
        put(area, PathElement::new(vec![(left, y(row)), (right, y(row))], line))?;
        let middle = (y(row) + y(row + count)) / 2;
        text(area, name, (left - 20, middle), 34, INK, false, (HPos::Right, VPos::Center))?;
        row += count;
    }
    put(area, Rectangle::new([(left, top), (right, bottom)], INK.stroke_width(3)))?;
    let every = columns.div_ceil(26);
    for (column, number) in map.generations.iter().enumerate().step_by(every) {
        let at = ((x(column) + x(column + 1)) / 2, bottom + 16);
        text(area, &rounded_with_commas(f64::from(*number)), at, TICK, INK, false, (HPos::Center, VPos::Top))?;
    }
    text(area, "Generation", ((left + right) / 2, bottom + 78), TEXT, INK, false, (HPos::Center, VPos::Top))?;
    colours(area, map.limit, right + 70, (top + 120, bottom - 120))
}

/// Draws the colour bar beside a heat map, which says which colour is which weight.
fn colours<B: DrawingBackend>(area: &Area<B>, limit: f64, x: i32, (top, bottom): (i32, i32)) -> DrawResult {
    let high = bottom - top;
    for y in 0..high {
        let value = 1.0 - 2.0 * f64::from(y) / f64::from(high);
        put(area, Rectangle::new([(x, top + y), (x + 50, top + y + 1)], palette::diverging_colour(value).filled()))?;
    }
    put(area, Rectangle::new([(x, top), (x + 50, bottom)], INK.stroke_width(3)))?;
    let label = |share: f64| format!("{}{:.2}", if share < 0.0 { "\u{2212}" } else { "" }, (share * limit).abs());
    for (share, name) in [
        (1.0, format!("\u{2265} {}", label(1.0))),
        (0.5, label(0.5)),
        (0.0, "0".to_owned()),
        (-0.5, label(-0.5)),
        (-1.0, format!("\u{2264} {}", label(-1.0))),
    ] {
        let y = top + ((1.0 - share) / 2.0 * f64::from(high)) as i32;
        text(area, &name, (x + 68, y), TICK, INK, false, (HPos::Left, VPos::Center))?;
    }
    text(area, "Weight", (x, top - 60), TEXT, INK, false, (HPos::Left, VPos::Center))
}

/// Draws bars that start at zero on a linear scale, for their lengths are compared; the number beside each says what is
/// too small to be seen.
fn bars<B: DrawingBackend>(area: &Area<B>, all: &Bars) -> DrawResult {
    let (wide, high) = area.dim_in_pixel();
    let (wide, high) = (wide as i32, high as i32);
    let room = wide * 2 / 5;
    let mut names = Vec::new();
    let mut left = 0;
    for bar in &all.bars {
        let lines = wrapped(area, &bar.name, TICK, room)?;
        for line in &lines {
            left = left.max(width(area, line, TICK)?);
        }
        names.push(lines);
    }
    let (left, right, top, bottom) = (MARGIN + left + 24, wide - MARGIN - 380, 20, high - BOTTOM - 30);
    let scale = AxisScale::linear(0.0, all.bars.iter().flat_map(|bar| bar.values.iter().copied()).fold(0.0, f64::max));
    let x = |value: f64| left + (scale.axis_share(value) * f64::from(right - left)) as i32;
    for tick in scale.labelled_values() {
        put(area, PathElement::new(vec![(x(*tick), top), (x(*tick), bottom)], GRID.stroke_width(2)))?;
        text(area, &short_number(*tick), (x(*tick), bottom + 16), TICK, INK, false, (HPos::Center, VPos::Top))?;
    }
    let step = (bottom - top) / all.bars.len().max(1) as i32;
    for (index, (bar, lines)) in all.bars.iter().zip(&names).enumerate() {
        let middle = top + step * index as i32 + step / 2;
        let mean = bar.values.iter().sum::<f64>() / bar.values.len().max(1) as f64;
        let half = (step * 3 / 10).clamp(4, 70);
        let colour = palette::series_colour(if index == 0 { 0 } else { 4 });
        put(area, Rectangle::new([(left, middle - half), (x(mean), middle + half)], colour.filled()))?;
        let mut end = x(mean);
        if bar.values.len() > 1 {
            for value in &bar.values {
                put(area, Circle::new((x(*value), middle), 14, WHITE.filled()))?;
                put(area, Circle::new((x(*value), middle), 11, INK.filled()))?;
                end = end.max(x(*value));
            }
        }
        let number = match bar.values.len() {
            1 => rounded_with_commas(mean),
            runs => format!("{}, mean of {runs}", rounded_with_commas(mean)),
        };
        let behind = [(end + 20, middle - TICK / 2), (end + 28 + width(area, &number, TICK)?, middle + TICK / 2)];
        put(area, Rectangle::new(behind, WHITE.filled()))?;
        text(area, &number, (end + 24, middle), TICK, INK, false, (HPos::Left, VPos::Center))?;
        let first = middle - (lines.len() as i32 - 1) * (TICK + 6) / 2;
        for (row, line) in lines.iter().enumerate() {
            let at = (left - 24, first + row as i32 * (TICK + 6));
            text(area, line, at, TICK, INK, false, (HPos::Right, VPos::Center))?;
        }
    }
    put(area, PathElement::new(vec![(left, top), (left, bottom), (right, bottom)], INK.stroke_width(3)))?;
    text(area, &all.title, ((MARGIN + wide - MARGIN) / 2, bottom + 78), TEXT, INK, false, (HPos::Center, VPos::Top))
}

fn put<B, E>(area: &Area<B>, element: E) -> DrawResult
where
    B: DrawingBackend,
    for<'b> &'b E: plotters::element::PointCollection<'b, (i32, i32)>,
    E: plotters::element::Drawable<B>,
{
    area.draw(&element).map_err(ChartError::new)
}

fn style(size: i32, colour: RGBColor, bold: bool) -> TextStyle<'static> {
    let face = if bold { FontStyle::Bold } else { FontStyle::Normal };
    let mut style = TextStyle::from((FONT, size, face).into_font());
    style.color = colour.to_backend_color();
    style
}

fn text<B: DrawingBackend>(
    area: &Area<B>,
    words: &str,
    at: (i32, i32),
    size: i32,
    colour: RGBColor,
    bold: bool,
    (across, down): (HPos, VPos),
) -> DrawResult {
    if words.is_empty() {
        return Ok(());
    }
    area.draw_text(words, &style(size, colour, bold).pos(Pos::new(across, down)), at).map_err(ChartError::new)
}

fn width<B: DrawingBackend>(area: &Area<B>, words: &str, size: i32) -> Result<i32, ChartError> {
    area.estimate_text_size(words, &style(size, INK, false)).map(|(wide, _)| wide as i32).map_err(ChartError::new)
}

/// Breaks the words into lines that are at most `room` pixels wide.
fn wrapped<B: DrawingBackend>(area: &Area<B>, words: &str, size: i32, room: i32) -> Result<Vec<String>, ChartError> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split(' ') {
        match lines.last_mut() {
            Some(line) if width(area, &format!("{line} {word}"), size)? <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    Ok(lines)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::render::{ChartFormat, render};
    use super::*;

    #[test]
    fn beside_a_number_of_the_colour_bar_is_the_colour_of_such_a_weight() {
        let map = HeatMap { generations: vec![0], rows: vec![vec![0.5]], groups: Vec::new(), limit: 2.0 };
        let [file, title, subtitle] = ["weights", "", ""].map(str::to_owned);
        let picture = ChartPicture { file, title, subtitle, body: ChartBody::Heat(map) };
        let svg = String::from_utf8(render(&picture, ChartFormat::Svg).unwrap()).unwrap();
        let height = |tag: &str| tag.split('"').nth(3).unwrap().parse::<i32>().unwrap();
        let colour_at = |y: i32| {
            let stripe = svg.split("<rect ").skip(1).find(|&tag| tag.contains(" width=\"50\"") && height(tag) == y);
            let digits = stripe.unwrap().split_once("fill=\"#").unwrap().1[..6].to_owned();
            [0, 2, 4].map(|at| i32::from_str_radix(&digits[at..at + 2], 16).unwrap())
        };
        for (words, weight) in [("\u{2265} 2.00", 2.0), ("\n1.00", 1.0), ("\n0\n", 0.0), ("\n\u{2212}1.00", -1.0)] {
            let label = svg.split("<text ").skip(1).find(|tag| tag.contains(words) && tag.contains("\"start\""));
            let RGBColor(red, green, blue) = palette::diverging_colour(weight / 2.0);
            let expected = [red, green, blue].map(i32::from);
            let found = colour_at(height(label.unwrap()));
            let is_like = found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() <= 2);
            assert!(is_like, "{words:?}: {found:?}, expected {expected:?}");
        }
    }
}
