//! A chart as data: what is to be seen, before anything is drawn.

use super::scale::AxisScale;

/// A whole chart, which is written as one file in each format.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartPicture {
    /// The file's name without its ending.
    pub file: String,
    /// The heading, which says what the chart shows.
    pub title: String,
    /// The line below the heading, which says what run is shown and under which conditions.
    pub subtitle: String,
    /// What is drawn below the headings.
    pub body: ChartBody,
}

/// The kinds of charts.
#[derive(Clone, Debug, PartialEq)]
pub enum ChartBody {
    /// Series over generations, in panels side by side that share one legend and one scale of height.
    Panels {
        /// The panels, left to right.
        panels: Vec<ChartPanel>,
        /// The axis of the generations.
        x: AxisScale,
        /// The axis of the values.
        y: AxisScale,
        /// What the values are, with their unit.
        y_title: String,
    },
    /// Colours for many weights over generations.
    Heat(HeatMap),
    /// Bars that begin at zero, one for each name.
    Bars(Bars),
}

/// A panel: series that are drawn over each other.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartPanel {
    /// The heading, which says how the panel differs from the one beside it; empty if it is alone.
    pub heading: String,
    /// The series, in the order in which they are drawn, the last on top.
    pub series: Vec<Series>,
}

/// Values over generations that belong together, such as one line of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The name in the legend.
    pub name: String,
    /// The index of the colour in the palette; references are always grey.
    pub colour: usize,
    /// How the series is drawn.
    pub style: SeriesStyle,
    /// The generation and the value of each point.
    pub points: Vec<(f64, f64)>,
}

impl Series {
    /// A series that is drawn as a line.
    pub(super) fn line(name: impl Into<String>, colour: usize, points: Vec<(f64, f64)>) -> Self {
        Self { name: name.into(), colour, style: SeriesStyle::Line, points }
    }
}

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeriesStyle {
    /// A line with a dot at each value.
    Line,
    /// Small dots, see-through, so that many on one spot look darker.
    Cloud,
    /// A thin dashed grey line to compare with.
    Reference,
    /// Upright bars with caps. Each two points, of one generation, are the ends of an interval.
    Interval,
}

/// A heat map of weights over generations.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMap {
    /// The generations' numbers, left to right.
    pub generations: Vec<u32>,
    /// A row of values for each weight, top to bottom.
    pub rows: Vec<Vec<f64>>,
    /// Names of groups of rows, top to bottom, each with its number of rows and whether a new layer begins with it.
    pub groups: Vec<(String, usize, bool)>,
    /// The size from which on a value has the full colour, whatever its sign.
    pub limit: f64,
}

/// Bars below each other, whose lengths are compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Bars {
    /// The bars, top to bottom.
    pub bars: Vec<Bar>,
    /// What the bars measure, with its unit.
    pub title: String,
}

/// A bar for the runs of one name.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// The name beside the bar.
    pub name: String,
    /// The values of the runs. The bar ends at their mean; where there are several, each has a dot.
    pub values: Vec<f64>,
}
