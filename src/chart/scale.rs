//! An axis's scale: linear, logarithmic with a place for zero, or generations; its ticks and their labels.

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use std::fmt::Display;
use std::ops::Range;

/// Values whose greatest is this many times the least above zero are drawn on a logarithmic scale.
const DECADES_FROM: f64 = 100.0;
/// The most labels on an axis.
const LABELS: usize = 12;
/// How far below the rest of a logarithmic axis zero is drawn, in decades.
const ZERO_BELOW: f64 = 0.5;

/// The scale of an axis: its range, its labels and the fine lines between them.
#[derive(Clone, Debug, PartialEq)]
pub struct AxisScale {
    low: f64,
    high: f64,
    kind: ScaleKind,
    labels: Vec<f64>,
    fine: Vec<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum ScaleKind {
    Linear,
    /// A logarithmic scale: `low` and `high` are logarithms, and zeros are drawn at this one.
    Log(f64),
}

impl AxisScale {
    /// The scale that shows these values best: logarithmic if they span decades and none is below zero.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let values: Vec<f64> = values.into_iter().filter(|value| value.is_finite()).collect();
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let above_zero = values.iter().copied().filter(|value| *value > 0.0).fold(f64::INFINITY, f64::min);
        match least >= 0.0 && above_zero.is_finite() && greatest / above_zero >= DECADES_FROM {
            true => Self::log(above_zero, greatest, least == 0.0),
            false if values.is_empty() => Self::linear(0.0, 1.0),
            false => Self::linear(least.min(0.0), greatest.max(0.0)),
        }
    }

    /// A linear scale from `low` to `high`, with a little room beyond the ends that are not zero.
    pub fn linear(low: f64, high: f64) -> Self {
        let span = if high > low { high - low } else { 1.0 };
        let air = |end: f64| if end == 0.0 { 0.0 } else { span * 0.06 };
        let (low, high) = (low - air(low), if high > low { high + air(high) } else { low + span });
        let step = round_step(high - low, LABELS as f64);
        let (labels, fine) = (multiples(low, high, step), multiples(low, high, step / 2.0));
        Self { low, high, kind: ScaleKind::Linear, labels, fine }
    }

    /// A scale of whole numbers from `first` to `last`, with half a generation of room on both sides.
    pub fn generations(first: u32, last: u32) -> Self {
        let (low, high) = (f64::from(first) - 0.5, f64::from(last) + 0.5);
        let labels = multiples(low, high, round_step(high - low, LABELS as f64).max(1.0).ceil());
        Self { low, high, kind: ScaleKind::Linear, fine: Vec::new(), labels }
    }

    fn log(above_zero: f64, greatest: f64, zeros: bool) -> Self {
        let bottom = libm::log10(above_zero) - 0.12;
        let (first, last) = (libm::ceil(bottom) as i32, libm::floor(libm::log10(greatest) + 0.12) as i32);
        let top = libm::log10(greatest) + 0.12;
        let zero = bottom - ZERO_BELOW;
        let every = (((top - bottom) / LABELS as f64).ceil().max(1.0)) as usize;
        let decades: Vec<f64> = (first..=last).map(f64::from).collect();
        let fine =
            (first - 1..=last).flat_map(|decade| (2..10).map(move |n| f64::from(decade) + libm::log10(f64::from(n))));
        let fine: Vec<f64> =
            fine.filter(|tick| (bottom..=top).contains(tick)).map(|tick| libm::pow(10.0, tick)).collect();
        let mut labels: Vec<f64> = decades.iter().step_by(every).map(|decade| libm::pow(10.0, *decade)).collect();
        if zeros {
            labels.insert(0, 0.0);
        }
        let low = if zeros { zero - 0.1 } else { bottom };
        Self { low, high: top, kind: ScaleKind::Log(zero), labels, fine: if every == 1 { fine } else { Vec::new() } }
    }

    /// What an axis's title adds about the scale; empty for a linear one.
    pub fn title_note(&self) -> &'static str {
        match self.kind {
            ScaleKind::Log(zero) if self.low <= zero => ", log scale with zero at its foot",
            ScaleKind::Log(_) => ", log scale",
            ScaleKind::Linear => "",
        }
    }

    /// The values with a label, upwards.
    pub fn labelled_values(&self) -> &[f64] {
        &self.labels
    }

    /// Where on the axis a value lies, as a share of its length: 0 at its start, 1 at its end.
    pub fn axis_share(&self, value: f64) -> f64 {
        let place = match self.kind {
            ScaleKind::Linear => value,
            ScaleKind::Log(zero) if value <= 0.0 => zero,
            ScaleKind::Log(_) => libm::log10(value).max(self.low),
        };
        (place - self.low) / (self.high - self.low)
    }
}

impl Ranged for AxisScale {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (start, end): (i32, i32)) -> i32 {
        (f64::from(start) + self.axis_share(*value) * f64::from(end - start)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        match hint.weight().allow_light_points() {
            true => self.labels.iter().chain(&self.fine).copied().collect(),
            false => self.labels.clone(),
        }
    }

    fn range(&self) -> Range<f64> {
        match self.kind {
            ScaleKind::Linear => self.low..self.high,
            ScaleKind::Log(_) => libm::pow(10.0, self.low)..libm::pow(10.0, self.high),
        }
    }
}

impl ValueFormatter<f64> for AxisScale {
    fn format(value: &f64) -> String {
        short_number(*value)
    }
}

/// A round step between the labels of an axis: 1, 2 or 5 times a power of ten, so that at most `count` steps make up
/// `span`, which is more than 0.
pub fn round_step(span: f64, count: f64) -> f64 {
    let least = span / count;
    let power = libm::pow(10.0, libm::floor(libm::log10(least)));
    [1.0, 2.0, 5.0].into_iter().map(|n| n * power).find(|step| *step >= least).unwrap_or(10.0 * power)
}

fn multiples(low: f64, high: f64, step: f64) -> Vec<f64> {
    let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
    (first..=last).map(|n| n as f64 * step).collect()
}

/// A number of few letters: 2.5M, 100k, 0.05.
pub(super) fn short_number(value: f64) -> String {
    const UNITS: [(f64, &str); 4] = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    let unit = UNITS.into_iter().find(|(size, _)| value.abs() >= size * 0.999_999);
    let (value, unit) = unit.map_or((value, ""), |(size, unit)| (value / size, unit));
    let digits = if value.abs() >= 1.0 { 2 } else { 6 };
    let text = format!("{value:.digits$}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    format!("{}{unit}", if matches!(text, "" | "-0") { "0" } else { text }).replace('-', "\u{2212}")
}

/// A value rounded to a whole number, with commas between its thousands: 2,505,475.
pub(super) fn rounded_with_commas(value: f64) -> String {
    let digits = format!("{:.0}", value.abs());
    let text = with_commas(&digits);
    if value < 0.0 && digits != "0" { format!("\u{2212}{text}") } else { text }
}

/// The digits of a whole number with commas between its thousands.
pub fn with_commas(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count with what is counted, such as "1 row" or "2 rows".
pub fn counted(count: impl Display, what: &str) -> String {
    let count = count.to_string();
    let plural = if count == "1" { "" } else { "s" };
    format!("{count} {what}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_a_round_step_apart_and_no_more_than_were_asked_for() {
        for (span, count, step) in [(12.0, 12.0, 1.0), (12.1, 12.0, 2.0), (39.0, 4.0, 10.0), (9000.0, 4.0, 5000.0)] {
            assert_eq!(round_step(span, count), step, "{span} in {count}");
        }
    }

    #[test]
    fn one_thing_is_told_as_one() {
        assert_eq!(
            [counted(0, "game"), counted(1.0, "piece"), counted(0.5, "piece")],
            ["0 games", "1 piece", "0.5 pieces"]
        );
    }

    #[test]
    fn a_number_at_an_axis_has_few_letters() {
        let written = [2.5e6, 1e5, 999.999_999_9, 60.0, 0.05, 0.1 + 0.2, 0.0, -1e-9, -1500.0, 3e9, 4e12];
        let expected = ["2.5M", "100k", "1k", "60", "0.05", "0.3", "0", "0", "\u{2212}1.5k", "3G", "4T"];
        assert_eq!(written.map(short_number), expected);
        let written = [2_505_475.2, 999.0, 0.4, -0.4, -1234.0].map(rounded_with_commas);
        assert_eq!(written, ["2,505,475", "999", "0", "0", "\u{2212}1,234"]);
    }
}
