//! The ancestors of a genome: those that it was made of, and what these were made of, as far back as the files go.

use super::run_reading::RunReading;
use crate::doors::steps::StepwiseWork;
use crate::storage::generation;
use crate::train::Generation;
use crate::train::search::Descent;
use crate::train::trainer::descents_of_next_generation;
use std::collections::HashMap;
use std::path::PathBuf;

/// How many births lie between the genome and the earliest relatives that are shown.
const DEPTH: usize = 3;
/// The most files of generations that are read for one genome's ancestors.
const MOST_FILES: usize = 200;

/// A genome, or one of its ancestors.
#[derive(Clone, Debug, PartialEq)]
pub struct Relative {
    /// The generation in which the genome first was; where that is not known, the earliest that is.
    pub generation: u32,
    /// The place of the genome in the ranking of that generation, from 0:
    /// those with held-out games first, then by fitness.
    pub rank: usize,
    /// How many genomes that generation had.
    pub population: usize,
    /// The genome's fitness in that generation.
    pub fitness: f64,
    /// Its weights.
    pub genome: Vec<f64>,
    /// How the genome came to be.
    pub birth: Birth,
    /// The places of its parents among [`AncestorsReading`]; empty where it has none or they are too far back.
    pub parents: Vec<usize>,
    /// How many births lie between this genome and the one whose ancestors these are.
    pub depth: usize,
}

/// How a genome came to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Birth {
    /// It belongs to the first generation.
    First,
    /// It was made of its parents, and this many of its weights were changed at random.
    Child(usize),
    /// It is where its only parent has moved to.
    Moved,
    /// It was drawn at random around what the search has learned.
    Drawn,
    /// It cannot be told, for the reason in this line.
    Unknown(String),
}

/// A genome and its ancestors, the genome itself first. It is asked for by the folder of the run, the number of a
/// generation, and the place in its ranking, from 0.
pub type AncestorsReading = RunReading<(PathBuf, u32, usize), Vec<Relative>>;

impl AncestorsReading {
    /// Begins to read the ancestors of a genome of a run of this recipe, beside the frames.
    pub(super) fn begin_reading(of: (PathBuf, u32, usize), recipe: &str) -> Self {
        let ((folder, number, rank), recipe) = (of.clone(), recipe.to_owned());
        let mut reader = Reader { folder, recipe, read: HashMap::new() };
        Self::new(of, StepwiseWork::begin_single_step("family", move || reader.family(number, rank)))
    }
}

/// A generation that was read, and what followed from it.
struct Read {
    generation: Generation,
    /// Where each genome of the next generation comes from; `None` where the file holds only the best of this one.
    followed: Option<Vec<Descent>>,
}

/// Reads the generations of a run, each once.
struct Reader {
    folder: PathBuf,
    recipe: String,
    read: HashMap<u32, Result<Read, String>>,
}

impl Reader {
    /// The genome of this rank, from 0, of generation `number`, and its relatives.
    fn family(&mut self, number: u32, rank: usize) -> Result<Vec<Relative>, String> {
        let read = self.generation(number).as_ref().map_err(Clone::clone)?;
        let place = read.generation.ranked_indices().get(rank).copied().ok_or("the generation has no such genome")?;
        let mut relatives = Vec::new();
        self.add(&mut relatives, number, place, 0)?;
        Ok(relatives)
    }

    /// Adds a genome of a generation, given by its place there, and its ancestors. Returns its place among `relatives`.
    fn add(
        &mut self,
        relatives: &mut Vec<Relative>,
        mut number: u32,
        mut place: usize,
        depth: usize,
    ) -> Result<usize, String> {
        let (birth, parents) = loop {
            match self.descent(number, place) {
                // What went on as it was, was born in an earlier generation.
                Ok(Some(Descent::Survivor(before))) => (number, place) = (number - 1, before),
                Ok(Some(Descent::Child { parents, mutated })) => break (Birth::Child(mutated), parents.to_vec()),
                Ok(Some(Descent::Moved(before))) => break (Birth::Moved, vec![before]),
                Ok(Some(Descent::Drawn)) => break (Birth::Drawn, Vec::new()),
                Ok(None) => break (Birth::First, Vec::new()),
                Err(why) => break (Birth::Unknown(why), Vec::new()),
            }
        };
        let generation = &self.generation(number).as_ref().map_err(Clone::clone)?.generation;
        let rank = generation.ranked_indices().iter().position(|index| *index == place).unwrap_or(0);
        let at = relatives.len();
        relatives.push(Relative {
            generation: number,
            rank,
            population: generation.recipe.genomes_per_generation(),
            fitness: generation.results.get(place).map_or(0.0, |result| result.fitness),
            genome: generation.genomes.get(place).cloned().unwrap_or_default(),
            birth,
            parents: Vec::new(),
            depth,
        });
        if depth < DEPTH {
            for parent in parents {
                let parent = self.add(relatives, number - 1, parent, depth + 1)?;
                relatives[at].parents.push(parent);
            }
        }
        Ok(at)
    }

    /// How the genome at this place of a generation came from the generation before; `None` in the first. An error is a
    /// line about why that cannot be told.
    fn descent(&mut self, number: u32, place: usize) -> Result<Option<Descent>, String> {
        let Some(before) = number.checked_sub(1) else { return Ok(None) };
        if self.read.len() >= MOST_FILES && !self.read.contains_key(&before) {
            return Err("earlier generations are not looked at".to_owned());
        }
        let read = self.generation(before).as_ref().map_err(|_| format!("generation {before} is not on disk"))?;
        let followed = read.followed.as_ref().ok_or_else(|| format!("generation {before} holds only its best"))?;
        followed.get(place).copied().map(Some).ok_or_else(|| "the generation has no such genome".to_owned())
    }

    fn generation(&mut self, number: u32) -> &Result<Read, String> {
        let path = self.folder.join(generation::file_name(&self.recipe, number));
        self.read.entry(number).or_insert_with(|| {
            let generation = generation::read(&path).map_err(|error| error.to_string())?;
            Ok(Read { followed: descents_of_next_generation(&generation), generation })
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_genome_stood_among_all_of_its_generation_though_the_file_holds_only_the_best() {
        let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/generations/iwumbwe"));
        let mut reader = Reader { folder, recipe: "iwumbwe".to_owned(), read: HashMap::new() };
        let family = reader.family(12, 1).unwrap();
        assert_eq!((family[0].rank, family[0].population), (1, 1000));
    }
}
