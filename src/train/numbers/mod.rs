//! The numbers of a recipe by name: one table that the command's flags, the laboratory's rows and the comparison of a resumed
//! run with its file are made of.
//!
//! Each entry reads its value off a recipe as text, and puts one there from text. Whether all values together are possible,
//! [`Recipe::checked`](super::Recipe::checked) says.

mod search;
mod table;
mod words;

pub use table::NUMBERS;

use super::recipe::{Recipe, RecipeError};

/// What a number is about; rows and help stand together by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// How better genomes are found.
    Search,
    /// What a player sees and chooses from.
    Player,
    /// The games that measure a genome.
    Games,
    /// The champion's search, and matches.
    Champion,
}

impl Section {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Section; 4] = [Section::Search, Section::Player, Section::Games, Section::Champion];

    /// A heading for its rows.
    pub const fn title(self) -> &'static str {
        match self {
            Section::Search => "Search",
            Section::Player => "Player",
            Section::Games => "Games",
            Section::Champion => "Champion",
        }
    }
}

/// What a number can be.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// A whole number from the first to the second.
    Whole(u64, u64),
    /// A whole number up to this, or 0 for never.
    OrNever(u64),
    /// A number from the first to the second.
    Real(f64, f64),
    /// One of these words, each with what it means.
    Words(fn() -> Vec<(&'static str, &'static str)>),
    /// A text of this form, mostly one of these.
    Text(&'static str, &'static [&'static str]),
}

/// A number of a recipe.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// Its name, which is its flag.
    pub name: &'static str,
    /// What rows call it.
    pub title: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// What it is about.
    pub section: Section,
    /// What it can be.
    pub values: Values,
    /// What a recipe has, as [`put`](Self::put) takes it; empty where the recipe has no such number.
    pub of: fn(&Recipe) -> String,
    /// Puts a value there.
    ///
    /// # Errors
    /// When the text is no value of this number, or the recipe has no such number.
    pub put: fn(&mut Recipe, &str) -> Result<(), RecipeError>,
}

impl Number {
    /// The number of this name.
    pub fn named(name: &str) -> Option<&'static Number> {
        NUMBERS.iter().find(|number| number.name == name)
    }
}

/// A recipe with these numbers, each by its name, put there in the order of the table.
///
/// # Errors
/// When a value is impossible, by itself or with the others.
pub fn with(mut recipe: Recipe, asked: &[(&str, &str)]) -> Result<Recipe, RecipeError> {
    for number in &NUMBERS {
        for (_, text) in asked.iter().filter(|(name, _)| *name == number.name) {
            (number.put)(&mut recipe, text)?;
        }
    }
    recipe.checked()
}
