//! The catalog of opponents: every saved generation that ships or that the user trained, and the players
//! that need no file.

use super::built_in::{self, BuiltInPlayer};
use super::elo::{self, GenerationElo};
use super::envelope::FileError;
use super::spec::{OpponentSource, Spec};
use super::{generation, manifest, measured, paths};
use crate::doors::files;
use crate::rules::RuleSet;
use crate::train::generation::{Generation, GenerationFigures, HeldOutResult};
use crate::train::recipe::{Recipe, RecipeError};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// One saved generation of the catalog.
#[derive(Clone, Debug, PartialEq)]
pub struct CatalogEntry {
    /// The name of the recipe.
    pub recipe: String,
    /// The number of the generation.
    pub generation: u32,
    /// The path of the generation's file.
    pub path: PathBuf,
    /// Whether the generation came with the game.
    pub ships: bool,
    /// The rules of the matches that it learned from, if it searches over placements as the champion does; `None` for
    /// the others, which learned alone.
    pub match_rules: Option<RuleSet>,
    /// How many genomes the file has.
    pub genomes: usize,
    /// The whole population's figures.
    pub figures: GenerationFigures,
    /// The best genome's figures on the held-out games; `None` if they were not played.
    pub best: Option<HeldOutResult>,
    /// How many held-out games each of the compared genomes played: `best` has the means over them.
    pub held_out_games: usize,
    /// The generation's Elo among those that ship; `None` if it was not measured.
    pub elo: Option<GenerationElo>,
}

/// Everyone there is to play against.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    /// Saved generations by recipe and number, those that ship before the user's.
    pub entries: Vec<CatalogEntry>,
    /// The players that need no file.
    pub built_in: Vec<BuiltInPlayer>,
    /// One line for each file that cannot be used.
    pub warnings: Vec<String>,
}

/// Why a SPEC names no opponent, or none that can be used here.
#[derive(Debug, Error)]
pub enum OpponentError {
    /// The words cannot be read as a SPEC.
    #[error(
        "opponent '{0}': give recipe:generation (such as iwumbwe:7, or iwumbwe:7#3 for its fourth), recipe:published, \
literature:controller, a file or tbp:command"
    )]
    Spec(String),
    /// No command follows the `tbp:`, or one with a quote left open.
    #[error(
        "opponent '{0}': give a program and arguments with every quote closed, such as \
\"tbp:bots/cold-clear-2 --config weights.json\""
    )]
    Command(String),
    /// A program was named where an evaluator is asked for.
    #[error("{0} is a program of its own: it plays matches and 'evaluate --lines-sent', nothing else")]
    NoBrain(String),
    /// A player was named that is in no saved generation, where one is asked for.
    #[error("{0} is not a saved generation; give one, such as champion:91, or a file")]
    NotSaved(String),
    /// A genome was named by its rank, where only the best of a generation counts.
    #[error("{0}: only the best genome of a generation counts here; leave the rank out")]
    NotBest(String),
    /// The recipe has no such generation in the catalog.
    #[error("there is no {recipe}:{generation}; there are {known}")]
    NoGeneration {
        /// The recipe that was asked for.
        recipe: String,
        /// The number of the generation that was asked for.
        generation: u32,
        /// The generations that there are, in words.
        known: String,
    },
    /// The literature has no controller of this name.
    #[error("there is no literature:{name}; known: {known}")]
    NoController {
        /// The name of the controller that was asked for.
        name: String,
        /// The names of all controllers, in words.
        known: String,
    },
    /// The recipe's author published no weights.
    #[error("no weights were published for recipe {recipe}; there are {known}")]
    NotPublished {
        /// The recipe that was asked for.
        recipe: String,
        /// The generations of this recipe, in words.
        known: String,
    },
    /// The source has no genome of this rank.
    #[error("{from} holds {genomes} genome{}, there is no #{rank}", if *genomes == 1 { "" } else { "s" })]
    NoRank {
        /// The source that the spec names.
        from: String,
        /// The rank that was asked for.
        rank: usize,
        /// How many genomes there are.
        genomes: usize,
    },
    /// No such recipe, or one that makes no player.
    #[error(transparent)]
    Recipe(#[from] RecipeError),
    /// The file of the generation cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
}

impl Catalog {
    /// Makes the catalog from the assets and the user's data folder.
    pub fn load() -> Self {
        let assets = paths::assets_folder();
        let shipped = assets.as_ref().map(|assets| assets.join("generations"));
        let mut catalog = Self::from_folders(shipped.as_deref(), paths::generations_folder().as_deref());
        if let Some(assets) = assets {
            catalog.read_measured(&assets.join(measured::FILE_NAME));
            catalog.read_elo(&assets.join(elo::FILE_NAME));
        }
        catalog
    }

    /// Adds the measured figures of the players that need no file, from the file at `path`.
    pub fn read_measured(&mut self, path: &Path) {
        let (found, warnings) = measured::read(path);
        for player in &mut self.built_in {
            let spec = player.spec();
            player.measured = found.iter().find(|measured| measured.player == spec).cloned();
        }
        self.warnings.extend(warnings);
    }

    /// Adds the Elo of the generations that ship, from the file at `path`.
    pub fn read_elo(&mut self, path: &Path) {
        let (found, warnings) = elo::read(path);
        for entry in self.entries.iter_mut().filter(|entry| entry.ships) {
            let spec = entry.spec().to_string();
            let this = |rated: &&GenerationElo| rated.player == spec && Some(rated.rules) == entry.match_rules;
            entry.elo = found.iter().find(this).cloned();
        }
        self.warnings.extend(warnings);
    }

    /// Reads the generations that the manifest of the folder that ships lists, and those in the user's folder and in
    /// the folders in it. A file that cannot be used becomes a warning.
    pub fn from_folders(shipped: Option<&Path>, trained: Option<&Path>) -> Self {
        let mut catalog = Self { built_in: built_in::built_in_players(), ..Self::default() };
        let (shipped, warning) = shipped.map(|folder| manifest::files_in_manifest(files(), folder)).unwrap_or_default();
        catalog.warnings.extend(warning);
        for (paths, ships) in [(shipped, true), (trained.map(generation_files_below).unwrap_or_default(), false)] {
            for path in paths {
                match generation::read(&path) {
                    Ok(generation) => catalog.entries.push(CatalogEntry::new(&generation, path, ships)),
                    Err(error) => catalog.warnings.push(error.to_string()),
                }
            }
        }
        let key = |entry: &CatalogEntry| (entry.recipe.clone(), entry.generation, !entry.ships, entry.path.clone());
        catalog.entries.sort_by_cached_key(key);
        catalog
    }

    /// The path of a generation's file.
    ///
    /// # Errors
    /// When there is no such recipe, or the catalog has no such generation of it.
    pub(super) fn path_of(&self, recipe: &str, generation: u32) -> Result<&PathBuf, OpponentError> {
        let of_recipe = self.of_recipe(recipe);
        if of_recipe.is_empty() {
            Recipe::named(recipe)?;
        }
        let found = of_recipe.iter().find(|entry| entry.generation == generation);
        found.map(|entry| &entry.path).ok_or_else(|| OpponentError::NoGeneration {
            recipe: recipe.to_owned(),
            generation,
            known: known(&of_recipe),
        })
    }

    /// The files of all generations with a spec's recipe and number. The first is the one that the spec means: that
    /// which ships, then those of own runs by their path. Empty for players that are no saved generation.
    pub fn files_of_spec(&self, spec: &Spec) -> Vec<&Path> {
        let OpponentSource::Saved { recipe, generation } = &spec.source else { return Vec::new() };
        let named = self.entries.iter().filter(|entry| entry.recipe == *recipe && entry.generation == *generation);
        named.map(|entry| entry.path.as_path()).collect()
    }

    /// The error for a recipe whose author published no weights.
    pub(super) fn not_published_error(&self, recipe: &str) -> OpponentError {
        OpponentError::NotPublished { recipe: recipe.to_owned(), known: known(&self.of_recipe(recipe)) }
    }

    fn of_recipe(&self, recipe: &str) -> Vec<&CatalogEntry> {
        self.entries.iter().filter(|entry| entry.recipe == recipe).collect()
    }
}

impl CatalogEntry {
    /// The spec that names the best genome of this generation.
    pub fn spec(&self) -> Spec {
        Spec::of_generation(&self.recipe, self.generation)
    }

    fn new(generation: &Generation, path: PathBuf, ships: bool) -> Self {
        Self {
            recipe: generation.recipe.name.clone(),
            generation: generation.generation,
            path,
            ships,
            match_rules: generation.recipe.placing.map(|_| generation.recipe.rule_set),
            genomes: generation.genomes.len(),
            figures: generation.figures,
            best: generation.held_out.ranking.first().copied(),
            held_out_games: generation.held_out.seeds.len(),
            elo: None,
        }
    }

    /// Whether the player searches over placements.
    pub const fn searches(&self) -> bool {
        self.match_rules.is_some()
    }
}

/// The files of generations directly in a folder, sorted by name.
pub fn generation_files_in(folder: &Path) -> Vec<PathBuf> {
    let mut found = files().list(folder).unwrap_or_default();
    let is_generation = |path: &PathBuf| path.extension().is_some_and(|ending| ending == generation::EXTENSION);
    found.retain(|path| is_generation(path) && files().is_file(path));
    found
}

/// The files of generations in a folder and in the folders directly in it, sorted by path.
pub fn generation_files_below(folder: &Path) -> Vec<PathBuf> {
    let inside = files().list(folder).unwrap_or_default();
    let folders = inside.iter().filter(|path| files().is_folder(path));
    let mut found: Vec<PathBuf> =
        generation_files_in(folder).into_iter().chain(folders.flat_map(|path| generation_files_in(path))).collect();
    found.sort();
    found
}

/// The numbers of these generations in a text, runs of numbers joined: "0-12, 20".
fn known(entries: &[&CatalogEntry]) -> String {
    let mut numbers: Vec<u32> = entries.iter().map(|entry| entry.generation).collect();
    numbers.dedup();
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let name = |&(first, last): &(u32, u32)| if first == last { first.to_string() } else { format!("{first}-{last}") };
    match runs.is_empty() {
        true => "none saved yet".to_owned(),
        false => format!("generations {}", runs.iter().map(name).collect::<Vec<_>>().join(", ")),
    }
}
