//! A chart as data: what is to be seen, before anything is drawn.

use super::scale::Scale;

/// A whole chart, one file a format.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The file's name without its ending.
    pub file: String,
    /// What it shows.
    pub title: String,
    /// Of what run, and under which conditions.
    pub subtitle: String,
    /// The picture itself.
    pub body: Body,
}

/// The kinds of charts.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// Series over generations, in panels side by side that share one legend and one scale of height.
    Panels {
        /// The panels, left to right.
        panels: Vec<Panel>,
        /// The generations.
        x: Scale,
        /// The values.
        y: Scale,
        /// What the values are, with their unit.
        y_title: String,
    },
    /// Colours for many weights over generations.
    Heat(Heat),
    /// Bars from zero, one a name.
    Bars(Bars),
}

/// A panel.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// What sets it apart from its neighbour; empty if it is alone.
    pub heading: String,
    /// Drawn in this order, the last on top.
    pub series: Vec<Series>,
}

/// Values that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// Which colour of the palette, for all but references.
    pub colour: usize,
    /// How it is drawn.
    pub mark: Mark,
    /// Generation and value.
    pub points: Vec<(f64, f64)>,
}

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A line with a dot at each value.
    Line,
    /// Small dots, see-through, so that many on one spot look darker.
    Cloud,
    /// A thin dashed grey line to compare with.
    Reference,
    /// Upright bars with caps: an interval from each two points of one generation.
    Interval,
}

/// Weights over generations.
#[derive(Clone, Debug, PartialEq)]
pub struct Heat {
    /// The generations' numbers, left to right.
    pub generations: Vec<u32>,
    /// A row of values for each weight, top to bottom.
    pub rows: Vec<Vec<f64>>,
    /// Names of groups of rows, top to bottom, each with its number of rows and whether a new layer begins with it.
    pub groups: Vec<(String, usize, bool)>,
    /// The size of value that gets the full colour.
    pub limit: f64,
}

/// Bars.
#[derive(Clone, Debug, PartialEq)]
pub struct Bars {
    /// The bars, top to bottom.
    pub bars: Vec<Bar>,
    /// What they measure, with its unit.
    pub title: String,
}

/// One bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// Its name.
    pub name: String,
    /// What each run came to; the bar ends at their mean, and each has a dot.
    pub values: Vec<f64>,
}
