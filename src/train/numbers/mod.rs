//! The numbers of a recipe by name: one table that the command's flags, the laboratory's rows and the comparison of a
//! resumed run with its file are made of.
//!
//! Each entry reads its value off a recipe as text, and puts one there from text.
//! [`Recipe::checked`](super::Recipe::checked) says whether all values together are possible.

mod search;
mod table;
mod words;

pub use table::NUMBERS;

use super::recipe::{Recipe, RecipeError};

/// The name of the number that lists the features left out, separated by commas.
pub const ABLATE: &str = "ablate";

/// What a number is about. Rows and help texts are grouped by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// How better genomes are found: population, fitness and operators.
    Search,
    /// What a player sees, and what it chooses from.
    Player,
    /// The games that measure a genome: board, pieces, caps and seeds.
    Games,
    /// The champion's search, and matches.
    Champion,
}

impl Section {
    /// All sections, in the order in which they are shown.
    pub const ALL: [Section; 4] = [Section::Search, Section::Player, Section::Games, Section::Champion];

    /// The heading of the section.
    pub const fn title(self) -> &'static str {
        match self {
            Section::Search => "Search",
            Section::Player => "Player",
            Section::Games => "Games",
            Section::Champion => "Champion",
        }
    }
}

/// The values that a number can have.
#[derive(Clone, Copy, Debug)]
pub enum Values {
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

/// One number of a recipe: its names, its values, and how it is read off a recipe and put into one.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// The name of the number, which is also its flag without the dashes.
    pub name: &'static str,
    /// The title of the number's row in the laboratory.
    pub title: &'static str,
    /// One line of help about the number.
    pub about: &'static str,
    /// The section that the number belongs to.
    pub section: Section,
    /// The values that the number can have.
    pub values: Values,
    /// Reads the number off a recipe, as text that [`put`](Self::put) takes; empty where the recipe has no such number.
    pub of: fn(&Recipe) -> String,
    /// Puts the value in the text into a recipe. The other numbers may make it impossible, which [`Recipe::checked`]
    /// says.
    ///
    /// # Errors
    /// An error if the text is no value of this number, or the recipe has no such number.
    pub put: fn(&mut Recipe, &str) -> Result<(), RecipeError>,
}

impl Number {
    /// The number of this name; `None` if there is none.
    pub fn named(name: &str) -> Option<&'static Number> {
        NUMBERS.iter().find(|number| number.name == name)
    }
}

/// The recipe with these numbers changed: `asked` has names and values, which are put in the order of the table. A name
/// that is not in the table is passed over.
///
/// # Errors
/// An error if a value is impossible, by itself or with the others, or if the recipe has no such number.
pub fn recipe_with_numbers(mut recipe: Recipe, asked: &[(&str, &str)]) -> Result<Recipe, RecipeError> {
    for number in &NUMBERS {
        for (_, text) in asked.iter().filter(|(name, _)| *name == number.name) {
            (number.put)(&mut recipe, text)?;
        }
    }
    recipe.checked()
}

/// The numbers in which two recipes differ, each with its value in the first and in the second.
pub fn differences(one: &Recipe, other: &Recipe) -> Vec<(&'static Number, [String; 2])> {
    let values = NUMBERS.iter().map(|number| (number, [(number.of)(one), (number.of)(other)]));
    values.filter(|(_, [one, other])| one != other).collect()
}
