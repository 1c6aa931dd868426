//! The format of a saved generation.
//!
//! The [`envelope`] `KOROBKA\0`, its payload in bincode 2's standard configuration. The recipe lies in it as TOML text,
//! so that recipes can gain options without making old files unreadable. Version 2 has a second part behind the first
//! and version 3 a third; a generation is written as the first version that can hold it. No times, no paths, no thread
//! counts: the same run writes the same bytes.

use super::envelope;
use crate::train::generation::{Generation, GenerationFigures, HeldOut};
use crate::train::recipe::{MAX_GAMES, MAX_GENERATION, MAX_HELD_OUT_GAMES, MAX_POPULATION, Recipe};
use crate::train::{GameResult, Genome, LadderGeneration};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The ending of the files' names.
pub const EXTENSION: &str = "gen";
/// The newest version that this program reads and writes.
pub const VERSION: u16 = 3;
/// The largest payload that is believed: a hundred thousand of the largest networks take half of it.
const MAX_PAYLOAD: usize = 512 << 20;
/// The envelope of these files.
const KIND: envelope::FileKind = envelope::FileKind {
    magic: *b"KOROBKA\0",
    name: "generation",
    foreign: "not a saved generation; give a file that 'korobka train' wrote",
    newest: VERSION,
    most: MAX_PAYLOAD,
};

/// The first part of the payload.
#[derive(Serialize, Deserialize)]
struct GenerationPayload {
    recipe: String,
    seed: u64,
    generation: u32,
    /// Genomes in the file, all weights one after the other.
    genomes: u32,
    weights: Vec<f64>,
    results: Vec<GameResult>,
    held_out: HeldOut,
    figures: GenerationFigures,
}

/// The second part of the payload, from version 2 on.
#[derive(Default, PartialEq, Serialize, Deserialize)]
struct More {
    /// How many games each genome played; empty when all played one.
    games: Vec<u32>,
    /// The numbers that the search remembers from one generation to the next.
    state: Vec<f64>,
}

/// The third part, from version 3 on.
#[derive(Default, PartialEq, Serialize, Deserialize)]
struct LadderPart {
    /// Whom the generation's matches were against.
    ladder: Vec<LadderGeneration>,
}

/// What is wrong with the bytes of a generation.
pub type GenerationFormatError = envelope::Problem;
/// A file that cannot be read as a generation, or not be written.
pub type GenerationFileError = envelope::FileError<GenerationFormatError>;

/// The name of a generation's file: `iwumbwe-0007.gen`.
pub fn file_name(recipe: &str, generation: u32) -> String {
    format!("{recipe}-{generation:04}.{EXTENSION}")
}

/// Writes a generation into a file.
///
/// # Errors
/// When the generation cannot be encoded, or the system cannot write the file.
pub fn write(path: &Path, generation: &Generation) -> Result<(), GenerationFileError> {
    KIND.write(path, encode(generation))
}

/// Reads a generation from a file.
///
/// # Errors
/// When the file cannot be read, holds no generation, is damaged, or holds impossible values.
pub fn read(path: &Path) -> Result<Generation, GenerationFileError> {
    KIND.read(path, decode)
}

/// Encodes a generation as the bytes of a file.
///
/// # Errors
/// When a part of the generation cannot be encoded.
pub fn encode(generation: &Generation) -> Result<Vec<u8>, GenerationFormatError> {
    let saved = GenerationPayload {
        recipe: toml::to_string(&generation.recipe).map_err(damaged)?,
        seed: generation.seed,
        generation: generation.generation,
        genomes: generation.genomes.len() as u32,
        weights: generation.genomes.concat(),
        results: generation.results.clone(),
        held_out: generation.held_out.clone(),
        figures: generation.figures,
    };
    let more = More { games: generation.games.clone(), state: generation.state.clone() };
    let mut payload = bincode::serde::encode_to_vec(&saved, bincode::config::standard()).map_err(damaged)?;
    let ladder_part = LadderPart { ladder: generation.ladder.clone() };
    let version = match (more == More::default(), ladder_part == LadderPart::default()) {
        (true, true) => 1,
        (false, true) => 2,
        (_, false) => 3,
    };
    if version > 1 {
        payload.extend(bincode::serde::encode_to_vec(&more, bincode::config::standard()).map_err(damaged)?);
    }
    if version > 2 {
        payload.extend(bincode::serde::encode_to_vec(&ladder_part, bincode::config::standard()).map_err(damaged)?);
    }
    Ok(KIND.seal(version, &payload))
}

/// Decodes the generation in these bytes, everything about it checked.
///
/// # Errors
/// When the bytes are of another kind or a later version, damaged or impossible.
pub fn decode(bytes: &[u8]) -> Result<Generation, GenerationFormatError> {
    let (version, payload) = KIND.open(bytes)?;
    let limits = bincode::config::standard().with_limit::<MAX_PAYLOAD>();
    let (saved, used): (GenerationPayload, usize) =
        bincode::serde::decode_from_slice(payload, limits).map_err(damaged)?;
    let (more, rest): (More, usize) = match version {
        1 => (More::default(), 0),
        _ => bincode::serde::decode_from_slice(&payload[used..], limits).map_err(damaged)?,
    };
    let (ladder_part, last): (LadderPart, usize) = match version {
        1 | 2 => (LadderPart::default(), 0),
        _ => bincode::serde::decode_from_slice(&payload[used + rest..], limits).map_err(damaged)?,
    };
    if used + rest + last != payload.len() {
        return Err(damaged("there is more in it than a generation"));
    }
    checked(saved, more, ladder_part)
}

/// Checks that all parts fit the recipe and each other. A checksum guards against accidents; this
/// guards against the rest.
fn checked(saved: GenerationPayload, more: More, ladder_part: LadderPart) -> Result<Generation, GenerationFormatError> {
    let recipe: Recipe = toml::from_str(&saved.recipe).map_err(|error| damaged(error.message()))?;
    let recipe = recipe.checked().map_err(damaged)?;
    let (count, length) = (saved.genomes as usize, recipe.genome_length());
    let sane = |what: &str, holds: bool| if holds { Ok(()) } else { Err(damaged(what)) };
    sane("an impossible number of genomes", (1..=recipe.genomes().min(MAX_POPULATION + 1)).contains(&count))?;
    sane("an impossible generation number", saved.generation <= MAX_GENERATION)?;
    sane("the number of weights does not fit the recipe", saved.weights.len() == count * length)?;
    sane("a weight is not a finite number", saved.weights.iter().all(|weight| weight.is_finite()))?;
    sane("not a result for every genome", saved.results.len() == count)?;
    sane("a fitness is not a finite number", saved.results.iter().all(|result| result.fitness.is_finite()))?;
    let More { games, state } = more;
    sane("not a number of games for every genome", games.is_empty() || games.len() == count)?;
    sane("an impossible number of games", games.iter().all(|games| (1..=MAX_GAMES).contains(games)))?;
    let remembered = recipe.strategy.search().state_length(length, recipe.population);
    sane("the search's state does not fit the recipe", state.len() == remembered)?;
    sane("the search's state is not all numbers", state.iter().all(|number| number.is_finite()))?;
    let ladder = ladder_part.ladder;
    let whole =
        |rung: &LadderGeneration| rung.genome.len() == length && rung.genome.iter().all(|weight| weight.is_finite());
    sane("a rung of the ladder is no genome of the recipe", ladder.iter().all(whole))?;
    sane("a ladder without matches", ladder.is_empty() || recipe.versus.is_some())?;
    let (held_out, figures) = (saved.held_out, saved.figures);
    sane("too many held-out games", held_out.seeds.len() <= MAX_HELD_OUT_GAMES as usize)?;
    let mut ranked: Vec<u32> = held_out.ranking.iter().map(|rank| rank.genome).collect();
    ranked.sort_unstable();
    ranked.dedup();
    let distinct = ranked.len() == held_out.ranking.len() && ranked.iter().all(|&genome| genome < saved.genomes);
    sane("a held-out rank of no genome", distinct)?;
    let finite = |rank: &crate::train::HeldOutRank| [rank.score, rank.lines, rank.pieces].iter().all(|x| x.is_finite());
    sane("a held-out figure is not a number", held_out.ranking.iter().all(finite))?;
    let means = [figures.best_fitness, figures.mean_fitness, figures.mean_score];
    sane("a figure is not a number", means.iter().all(|mean| mean.is_finite()))?;
    let genomes: Vec<Genome> = saved.weights.chunks(length).map(<[f64]>::to_vec).collect();
    let (seed, generation, results) = (saved.seed, saved.generation, saved.results);
    Ok(Generation { recipe, seed, generation, genomes, results, games, state, ladder, held_out, figures })
}

fn damaged(reason: impl ToString) -> GenerationFormatError {
    GenerationFormatError::damaged(reason.to_string())
}
