//! Players that need no file: the controllers of the literature, and the weights that recipes' authors published.

use super::measured::MeasuredPlayerFigures;
use crate::ai::literature::CONTROLLERS;
use crate::train::recipe::Recipe;
use crate::train::recipes::PUBLISHED_GENOMES as PUBLISHED_WEIGHTS;

/// The word before the colon that names the controllers of the literature.
pub const LITERATURE_WORD: &str = "literature";
/// The word after the colon that names a recipe's published weights.
pub const PUBLISHED_WORD: &str = "published";

/// A player that needs no file.
#[derive(Clone, Debug, PartialEq)]
pub struct BuiltInPlayer {
    /// Where the player is from: `literature`, or the name of its recipe.
    pub group: String,
    /// The controller's name, or `published` for the weights that the recipe's author published.
    pub name: String,
    /// One line about the player.
    pub about: String,
    /// The player's measured figures; `None` if there are none.
    pub measured: Option<MeasuredPlayerFigures>,
}

impl BuiltInPlayer {
    /// The SPEC of the player: `literature:bcts`.
    pub fn spec(&self) -> String {
        format!("{}:{}", self.group, self.name)
    }
}

/// All players that need no file: published weights in the order of the recipes, then the literature in the
/// order of its table.
pub fn built_in_players() -> Vec<BuiltInPlayer> {
    let published = PUBLISHED_WEIGHTS.iter().filter_map(|found| {
        let recipe = Recipe::named(found.recipe).ok().filter(|recipe| recipe.published_weights().is_some())?;
        let about = format!("{}: {}", recipe.about, found.source);
        Some(BuiltInPlayer { group: recipe.name, name: PUBLISHED_WORD.to_owned(), about, measured: None })
    });
    let controllers = CONTROLLERS.iter().map(|controller| BuiltInPlayer {
        group: LITERATURE_WORD.to_owned(),
        name: controller.name.to_owned(),
        about: format!("{}; {} lines by its source", controller.about, controller.published_lines),
        measured: None,
    });
    published.chain(controllers).collect()
}

/// The names of all controllers of the literature in one text, for messages.
pub fn controller_names() -> String {
    CONTROLLERS.iter().map(|controller| controller.name).collect::<Vec<_>>().join(", ")
}
