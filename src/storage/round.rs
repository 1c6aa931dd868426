//! The format of a round of training that was broken off: what `korobka train` leaves when it is stopped, and goes on
//! from.
//!
//! The [`envelope`] `KBROUND\0`, its payload in bincode 2's standard configuration. Gone once the round's generation
//! is saved.

use super::envelope::{self, FileError, FormatProblem, encode_part, ensure, read_part};
use super::generation::{are_genome_weights, check_search_state};
use crate::train::recipe::MAX_GENERATION;
use crate::train::{TrainingRound, UnfinishedRound};
use std::path::Path;

/// The ending of the names of rounds' files, without the dot.
pub const EXTENSION: &str = "round";
/// The largest payload that is accepted, in bytes.
const MAX_PAYLOAD: usize = 512 << 20;
/// The kind of these files, by which their envelope is written and read.
const KIND: envelope::FileKind = envelope::FileKind {
    magic: *b"KBROUND\0",
    name: "round",
    foreign: "not a round of training; give a file that 'korobka train' wrote",
    newest: 1,
    max_payload: MAX_PAYLOAD,
};

/// The name of the file for the round in progress of a recipe's run: `iwumbwe.round`. A run has one such round at most.
pub fn file_name(recipe: &str) -> String {
    format!("{recipe}.{EXTENSION}")
}

/// Writes a round into a file, whole.
///
/// # Errors
/// When the round cannot be encoded, or the system cannot write the file.
pub fn write(path: &Path, unfinished: &UnfinishedRound) -> Result<(), FileError> {
    KIND.write(path, encode(unfinished))
}

/// Reads a round from a file.
///
/// # Errors
/// When the system cannot read the file, or it is another one, damaged or impossible.
pub fn read(path: &Path) -> Result<UnfinishedRound, FileError> {
    KIND.read(path, decode)
}

fn encode(unfinished: &UnfinishedRound) -> Result<Vec<u8>, FormatProblem> {
    Ok(KIND.seal(1, &encode_part(unfinished)?))
}

/// Decodes a round, and checks that all parts fit the recipe and each other. A checksum guards against accidents; this
/// guards against the rest.
fn decode(bytes: &[u8]) -> Result<UnfinishedRound, FormatProblem> {
    let (_, payload) = KIND.open(bytes)?;
    let (UnfinishedRound { round, results }, rest) = read_part::<MAX_PAYLOAD, _>(payload)?;
    ensure("there is more in it than a round", rest.is_empty())?;
    let round = TrainingRound { recipe: round.recipe.checked().map_err(FormatProblem::damaged)?, ..round };
    let recipe = &round.recipe;
    let length = recipe.genome_length();
    ensure("an impossible generation number", round.generation <= MAX_GENERATION)?;
    ensure("an impossible number of genomes", round.genomes.len() == recipe.genomes_per_generation())?;
    ensure("a genome does not fit the recipe", round.genomes.iter().all(|genome| are_genome_weights(genome, length)))?;
    let rungs = recipe.versus.map_or(0, |versus| versus.rungs.into());
    ensure("too many rungs on the ladder", round.ladder.len() <= rungs)?;
    check_search_state(recipe, &round.state, &round.ladder)?;
    let of_round = results.iter().all(|result| result.generation == round.generation);
    ensure("a result of another round", of_round)?;
    ensure("a fitness is not a finite number", results.iter().all(|result| result.result.fitness.is_finite()))?;
    Ok(UnfinishedRound { round, results })
}
