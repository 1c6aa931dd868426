//! The format of a round of training that was broken off: what `korobka train` leaves when it is stopped, and goes on
//! from.
//!
//! The [`envelope`] `KBROUND\0`, its payload in bincode 2's standard configuration. Gone once the round's generation
//! is saved.

use super::envelope;
use crate::train::recipe::{MAX_GENERATION, Recipe};
use crate::train::{LadderGeneration, TrainingRound, UnfinishedRound};
use std::path::Path;

/// The ending of the files' names.
pub const EXTENSION: &str = "round";
/// The largest payload that is believed.
const MAX_PAYLOAD: usize = 512 << 20;
/// The envelope of these files.
const KIND: envelope::FileKind = envelope::FileKind {
    magic: *b"KBROUND\0",
    name: "round",
    foreign: "not a round of training; give a file that 'korobka train' wrote",
    newest: 1,
    most: MAX_PAYLOAD,
};

/// What is wrong with the bytes of a round.
pub type RoundFormatError = envelope::Problem;
/// A file that cannot be read as a round, or not be written.
pub type RoundFileError = envelope::FileError<RoundFormatError>;

/// The name of a run's file: `iwumbwe.round`. A run has one round in progress at most.
pub fn file_name(recipe: &str) -> String {
    format!("{recipe}.{EXTENSION}")
}

/// Writes a round into a file, whole.
///
/// # Errors
/// When the system says no.
pub fn write(path: &Path, unfinished: &UnfinishedRound) -> Result<(), RoundFileError> {
    KIND.write(path, encode(unfinished))
}

/// Reads a round from a file.
///
/// # Errors
/// When the system says no, or the file is another one, damaged or impossible.
pub fn read(path: &Path) -> Result<UnfinishedRound, RoundFileError> {
    KIND.read(path, decode)
}

fn encode(unfinished: &UnfinishedRound) -> Result<Vec<u8>, RoundFormatError> {
    let payload = bincode::serde::encode_to_vec(unfinished, bincode::config::standard());
    Ok(KIND.seal(1, &payload.map_err(RoundFormatError::damaged)?))
}

fn decode(bytes: &[u8]) -> Result<UnfinishedRound, RoundFormatError> {
    let (_, payload) = KIND.open(bytes)?;
    let limits = bincode::config::standard().with_limit::<MAX_PAYLOAD>();
    let (UnfinishedRound { round, results }, used) =
        bincode::serde::decode_from_slice(payload, limits).map_err(RoundFormatError::damaged)?;
    let sane = |what: &str, holds: bool| if holds { Ok(()) } else { Err(RoundFormatError::damaged(what)) };
    sane("there is more in it than a round", used == payload.len())?;
    let round = TrainingRound { recipe: round.recipe.checked().map_err(RoundFormatError::damaged)?, ..round };
    possible(&round, sane)?;
    let of_round = results.iter().all(|result| result.generation == round.generation);
    sane("a result of another round", of_round)?;
    sane("a fitness is not a finite number", results.iter().all(|result| result.result.fitness.is_finite()))?;
    Ok(UnfinishedRound { round, results })
}

/// Checks that all parts fit the recipe and each other. A checksum guards against accidents; this
/// guards against the rest.
fn possible(
    round: &TrainingRound,
    sane: impl Fn(&str, bool) -> Result<(), RoundFormatError>,
) -> Result<(), RoundFormatError> {
    let recipe: &Recipe = &round.recipe;
    let length = recipe.genome_length();
    let genome = |genome: &[f64]| genome.len() == length && genome.iter().all(|weight| weight.is_finite());
    sane("an impossible generation number", round.generation <= MAX_GENERATION)?;
    sane("an impossible number of genomes", round.genomes.len() == recipe.genomes())?;
    sane("a genome does not fit the recipe", round.genomes.iter().all(|weights| genome(weights)))?;
    let remembered = recipe.strategy.search().state_length(length, recipe.population);
    sane("the search's state does not fit the recipe", round.state.len() == remembered)?;
    sane("the search's state is not all numbers", round.state.iter().all(|number| number.is_finite()))?;
    let rungs = recipe.versus.map_or(0, |versus| versus.rungs.into());
    sane("too many rungs on the ladder", round.ladder.len() <= rungs)?;
    let whole = |rung: &LadderGeneration| genome(&rung.genome);
    sane("a rung of the ladder is no genome of the recipe", round.ladder.iter().all(whole))
}
