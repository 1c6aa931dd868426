//! The numbers of a recipe by name: one table that the command's flags, the laboratory's rows and the comparison of a
//! resumed run with its file are made of.
//!
//! Each entry reads its value off a recipe as text, and sets it there from text.
//! [`Recipe::checked`](super::Recipe::checked) says whether all values together are possible.

mod search;
mod table;
mod words;

pub use table::NUMBERS;

use super::recipe::{Recipe, RecipeError};

/// The name of the recipe number that lists the features left out, separated by commas.
pub const ABLATE_NAME: &str = "ablate";

/// What a number is about. Rows and help texts are grouped by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RecipeSection {
    /// How better genomes are found: population, fitness and operators.
    Search,
    /// What a player sees, and what it chooses from.
    Player,
    /// The games that measure a genome: board, pieces, caps and seeds.
    Games,
    /// The champion's search, and matches.
    Champion,
}

impl RecipeSection {
    /// All sections with their headings, in the order in which they are shown.
    pub const ALL: [(Self, &'static str); 4] =
        [(Self::Search, "Search"), (Self::Player, "Player"), (Self::Games, "Games"), (Self::Champion, "Champion")];
}

/// The values that a number can have.
#[derive(Clone, Copy, Debug)]
pub enum PossibleValues {
    /// A whole number from the first to the second, both included.
    Whole(u64, u64),
    /// A whole number from 1 to this, or 0 for never.
    OrNever(u64),
    /// A number from the first to the second, both included.
    Real(f64, f64),
    /// One of these words, each with its meaning.
    Words(fn() -> Vec<(&'static str, &'static str)>),
    /// A text of the form that the first names; the second has usual texts to choose from, and may be empty.
    Text(&'static str, &'static [&'static str]),
}

impl PossibleValues {
    /// The numbers that are possible, as an error says it.
    fn range(&self) -> String {
        match self {
            Self::Whole(low, high) => format!("a whole number from {low} to {high}"),
            Self::OrNever(high) => format!("a whole number from 1 to {high}, or 0 for never"),
            Self::Real(low, high) => format!("a number from {low} to {high}"),
            Self::Words(_) | Self::Text(..) => "one of its words".to_owned(),
        }
    }
}

/// One number of a recipe, which may also be a word or a text: its names, the values that it can have, and how it is
/// read off a recipe and set in one.
#[derive(Clone, Copy, Debug)]
pub struct RecipeNumber {
    /// The name of the number, which is also its flag without the dashes.
    pub name: &'static str,
    /// The title of the number's row in the laboratory.
    pub title: &'static str,
    /// One line of help about the number.
    pub about: &'static str,
    /// The section that the number belongs to.
    pub section: RecipeSection,
    /// The values that the number can have.
    pub values: PossibleValues,
    /// Reads the number off a recipe, as text that [`set`](Self::set) takes; empty where the recipe has no such number.
    pub text: fn(&Recipe) -> String,
    /// Sets the number in a recipe to the value that the text says. [`Recipe::checked`] says whether the other numbers
    /// make this value impossible.
    ///
    /// # Errors
    /// An error if the text is no value of this number, or the recipe has no such number.
    pub set: fn(&mut Recipe, &str) -> Result<(), RecipeError>,
}

impl RecipeNumber {
    /// The number of this name; `None` if there is none.
    pub fn named(name: &str) -> Option<&'static RecipeNumber> {
        NUMBERS.iter().find(|number| number.name == name)
    }
}

/// The recipe with these numbers changed: `asked` has names and values, which are set in the order of the table. A name
/// that is not in the table is passed over.
///
/// # Errors
/// An error if a value is impossible, by itself or with the others, or if the recipe has no such number.
pub fn recipe_with_numbers(mut recipe: Recipe, asked: &[(&str, &str)]) -> Result<Recipe, RecipeError> {
    for number in &NUMBERS {
        for (_, text) in asked.iter().filter(|(name, _)| *name == number.name) {
            (number.set)(&mut recipe, text)?;
        }
    }
    recipe.checked()
}

/// The numbers in which two recipes differ, each with its value in the first and in the second.
pub fn recipe_differences(one: &Recipe, other: &Recipe) -> Vec<(&'static RecipeNumber, [String; 2])> {
    let values = NUMBERS.iter().map(|number| (number, [(number.text)(one), (number.text)(other)]));
    values.filter(|(_, [one, other])| one != other).collect()
}
