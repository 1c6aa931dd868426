//! Elo by generation with its error bars, as a tournament of placements measured it.

use super::picture::{ChartBody, ChartPanel, ChartPicture, Series, SeriesStyle};
use super::scale::{AxisScale, rounded_with_commas};

/// A generation's Elo and half its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloPoint {
    /// The number of the generation.
    pub generation: u32,
    /// Elo points above the mean of all players that took part.
    pub rating: f64,
    /// Half the 95 % interval of the rating, in Elo points.
    pub error: f64,
    /// How many matches were played to measure the rating.
    pub matches: u32,
}

/// The chart of these generations of a recipe; `None` if there are none. `terms` says how long the players thought, and
/// what they were told.
pub fn elo_chart(recipe: &str, terms: &str, points: &[EloPoint]) -> Option<ChartPicture> {
    let (first, last) = (points.iter().map(|of| of.generation).min()?, points.iter().map(|of| of.generation).max()?);
    let mut points = points.to_vec();
    points.sort_by_key(|point| point.generation);
    let at = |point: &EloPoint, rating: f64| (f64::from(point.generation), rating);
    let ends = points
        .iter()
        .flat_map(|point| [point.rating - point.error, point.rating + point.error].map(|rating| at(point, rating)));
    let ratings = points.iter().map(|point| at(point, point.rating)).collect();
    let series = vec![
        Series { name: "95 % interval".into(), colour: 0, style: SeriesStyle::Interval, points: ends.collect() },
        Series::line("Elo of the generation's best", 0, ratings),
    ];
    let matches = points.iter().map(|point| point.matches);
    let (least, most) = (matches.clone().min()?, matches.max()?);
    let matches = match least == most {
        true => rounded_with_commas(least.into()),
        false => format!("{} to {}", rounded_with_commas(least.into()), rounded_with_commas(most.into())),
    };
    // Elo has no zero of its own, so that no axis of logarithms says anything.
    let ends = || series.iter().flat_map(|series| series.points.iter().map(|point| point.1));
    let (lowest, highest) = (ends().fold(0.0, f64::min), ends().fold(0.0, f64::max));
    Some(ChartPicture {
        file: "elo".into(),
        title: "Elo by generation".into(),
        subtitle: format!(
            "recipe {recipe}, {terms}, {matches} matches a generation; the mean of all that took part is 0"
        ),
        body: ChartBody::Panels {
            x: AxisScale::generations(first, last),
            y: AxisScale::linear(lowest, highest),
            y_title: "Elo (points)".into(),
            panels: vec![ChartPanel { heading: String::new(), series }],
        },
    })
}
