//! The catalog of opponents: every saved generation that ships or that the user trained, and how to name one.

use super::generation::{self, FileError};
use super::paths;
use crate::ai::Brain;
use crate::train::generation::{Figures, Generation, HeldOutRank};
use crate::train::recipe::{Recipe, RecipeError};
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use thiserror::Error;

/// One saved generation of the catalog.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its recipe.
    pub recipe: String,
    /// Its number.
    pub generation: u32,
    /// Its file.
    pub path: PathBuf,
    /// Whether it came with the game.
    pub ships: bool,
    /// Genomes in the file.
    pub genomes: usize,
    /// The whole population's figures.
    pub figures: Figures,
    /// Its best genome on the held-out games, if they were played.
    pub best: Option<HeldOutRank>,
    /// How many held-out games those figures are the mean of.
    pub games: usize,
}

/// All saved generations.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    /// Those that can be played against, by recipe and generation, those that ship before the user's.
    pub entries: Vec<Entry>,
    /// One line for each file that cannot be used.
    pub warnings: Vec<String>,
}

/// Whom to play against: `recipe:generation` or a file, and `#rank` for another than the best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// Where it is from.
    pub source: Source,
    /// 0 for the best on held-out seeds.
    pub rank: usize,
}

/// Where an opponent is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A generation of the catalog.
    Saved {
        /// Its recipe.
        recipe: String,
        /// Its number.
        generation: u32,
    },
    /// A file.
    File(PathBuf),
}

/// Someone to play against.
#[derive(Clone, Debug)]
pub struct Opponent {
    /// What to call it: "iwumbwe 12", or "iwumbwe 12 #3".
    pub name: String,
    /// Its recipe.
    pub recipe: String,
    /// Its generation.
    pub generation: u32,
    /// Its rank in the generation, 0 for the best.
    pub rank: usize,
    /// Its figures on the held-out games, if it played them.
    pub held_out: Option<HeldOutRank>,
    /// Decides.
    pub brain: Brain,
}

/// Why there is no such opponent.
#[derive(Debug, Error)]
pub enum OpponentError {
    /// The words make no sense.
    #[error("opponent '{0}': give recipe:generation (as iwumbwe:7, or iwumbwe:7#3 for its fourth) or a file")]
    Spec(String),
    /// No such generation.
    #[error("there is no {recipe}:{generation}; there are {known}")]
    NoGeneration {
        /// The recipe.
        recipe: String,
        /// The number asked for.
        generation: u32,
        /// Those there are.
        known: String,
    },
    /// No such rank.
    #[error("{from} holds {genomes} genomes, there is no #{rank}")]
    NoRank {
        /// The spec's source.
        from: String,
        /// The rank asked for.
        rank: usize,
        /// How many there are.
        genomes: usize,
    },
    /// No such recipe, or one that makes no player.
    #[error(transparent)]
    Recipe(#[from] RecipeError),
    /// The file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
}

impl FromStr for Spec {
    type Err = OpponentError;

    fn from_str(text: &str) -> Result<Self, OpponentError> {
        let wrong = || OpponentError::Spec(text.to_owned());
        let (source, rank) = match text.rsplit_once('#') {
            Some((source, rank)) => (source, rank.parse().map_err(|_| wrong())?),
            None => (text, 0),
        };
        let is_file = source.contains(['/', '\\']) || source.ends_with(".gen");
        let source = match source.split_once(':') {
            _ if source.is_empty() => return Err(wrong()),
            _ if is_file => Source::File(source.into()),
            Some((recipe, generation)) => {
                Source::Saved { recipe: recipe.to_owned(), generation: generation.parse().map_err(|_| wrong())? }
            }
            None if Path::new(source).is_file() => Source::File(source.into()),
            None => return Err(wrong()),
        };
        Ok(Self { source, rank })
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Saved { recipe, generation } => write!(f, "{recipe}:{generation}"),
            Source::File(path) => write!(f, "{}", path.display()),
        }
    }
}

impl Catalog {
    /// Looks through the assets and the user's data folder.
    pub fn load() -> Self {
        let shipped = paths::assets_folder().map(|assets| assets.join("generations"));
        Self::of(shipped.as_deref(), paths::generations_folder().as_deref())
    }

    /// Looks through these two folders and the folders in them. A file that cannot be used becomes a warning.
    pub fn of(shipped: Option<&Path>, trained: Option<&Path>) -> Self {
        let mut catalog = Self::default();
        for (folder, ships) in [(shipped, true), (trained, false)] {
            for path in folder.map(generation_files).unwrap_or_default() {
                match generation::read(&path) {
                    Ok(generation) => catalog.entries.push(Entry::new(&generation, path, ships)),
                    Err(error) => catalog.warnings.push(error.to_string()),
                }
            }
        }
        catalog.entries.sort_by(|a, b| {
            let key = |entry: &Entry| (entry.recipe.clone(), entry.generation, !entry.ships, entry.path.clone());
            key(a).cmp(&key(b))
        });
        catalog
    }

    /// The opponent that `spec` names.
    pub fn opponent(&self, spec: &Spec) -> Result<Opponent, OpponentError> {
        let path = match &spec.source {
            Source::File(path) => path,
            Source::Saved { recipe, generation } => self.path_of(recipe, *generation)?,
        };
        let generation = generation::read(path)?;
        let no_rank = || OpponentError::NoRank {
            from: spec.source.to_string(),
            rank: spec.rank,
            genomes: generation.genomes.len(),
        };
        let place = generation.ranking().get(spec.rank).copied().ok_or_else(no_rank)?;
        Opponent::of(&generation, place, spec.rank)
    }

    /// The file of a generation.
    fn path_of(&self, recipe: &str, generation: u32) -> Result<&PathBuf, OpponentError> {
        let of_recipe: Vec<&Entry> = self.entries.iter().filter(|entry| entry.recipe == recipe).collect();
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
}

impl Entry {
    fn new(generation: &Generation, path: PathBuf, ships: bool) -> Self {
        Self {
            recipe: generation.recipe.name.clone(),
            generation: generation.generation,
            path,
            ships,
            genomes: generation.genomes.len(),
            figures: generation.figures,
            best: generation.held_out.ranking.first().copied(),
            games: generation.held_out.seeds.len(),
        }
    }
}

impl Opponent {
    /// The genome at `place` of a generation, which is its `rank`-th.
    pub fn of(generation: &Generation, place: usize, rank: usize) -> Result<Self, OpponentError> {
        let name = match rank {
            0 => format!("{} {}", generation.recipe.name, generation.generation),
            _ => format!("{} {} #{rank}", generation.recipe.name, generation.generation),
        };
        Ok(Self {
            name,
            recipe: generation.recipe.name.clone(),
            generation: generation.generation,
            rank,
            held_out: generation.held_out.ranking.iter().find(|found| found.genome as usize == place).copied(),
            brain: generation.recipe.brain(&generation.genomes[place])?,
        })
    }
}

/// The generation files of a folder and of the folders in it, by name.
pub fn generation_files(folder: &Path) -> Vec<PathBuf> {
    let inside = |folder: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).collect()
    };
    let is_generation = |path: &PathBuf| path.extension().is_some_and(|ending| ending == generation::EXTENSION);
    let mut found = inside(folder);
    let deeper: Vec<PathBuf> = found.iter().filter(|path| path.is_dir()).flat_map(|path| inside(path)).collect();
    found.extend(deeper);
    found.retain(|path| is_generation(path) && path.is_file());
    found.sort();
    found
}

/// The generations there are, runs of numbers joined: "0-12, 20".
fn known(entries: &[&Entry]) -> String {
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
