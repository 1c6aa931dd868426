//! A small picture of what each feature counts: an example board on which the counted places are marked, with the
//! feature's value for that board.

mod example;
mod mark;
mod marks;
mod painting;
mod table;
#[cfg(test)]
mod tests;

pub(super) use painting::paint;

use example::ExampleBoard;
use mark::FeatureMark;

#[derive(Debug)]
struct FeaturePicture {
    /// The name of the feature in the table of features.
    name: &'static str,
    /// The drawing of the example board.
    board: &'static str,
    /// Finds the places of a board that the feature counts.
    marks: fn(&ExampleBoard) -> Vec<FeatureMark>,
    /// Whether the feature's value is the sum of what the marks add. Else it is the root of the mean of their squares,
    /// of which each column has one.
    is_sum: bool,
    /// What the marks mean, in words.
    legend: &'static str,
}

/// The picture of the feature with this name; `None` for a name that is not in the table of features.
fn picture_of(name: &str) -> Option<&'static FeaturePicture> {
    table::PICTURES.iter().find(|picture| picture.name == name)
}
