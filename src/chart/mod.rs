//! Charts of runs: what a training came to, drawn to be printed.
//!
//! Knows `train`'s generations and numbers; no files, no flags, no Bevy. A chart is data first ([`ChartPicture`]), then
//! bytes ([`render`]): the same runs give the same bytes on every machine, since the font is the game's own, built in,
//! and nothing of the time or the place goes into a picture.

mod compare;
mod draw;
mod elo;
mod palette;
mod picture;
mod render;
mod scale;
mod single;

pub use compare::overlay_charts;
pub use elo::{EloPoint, elo_chart};
pub use picture::{ChartBody, ChartPanel, ChartPicture, Series, SeriesStyle};
#[cfg(not(target_arch = "wasm32"))]
pub use render::png_file;
pub use render::{ChartError, ChartFormat, render};
pub use scale::{AxisScale, counted, round_step, with_commas};
pub use single::charts_of;
