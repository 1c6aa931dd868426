//! The format of a saved generation.
//!
//! The [`envelope`] `KOROBKA\0`, its payload in bincode 2's standard configuration. The recipe lies in it as TOML text,
//! so that recipes can gain options without making old files unreadable. Version 2 has a second part behind the first
//! and version 3 a third; a generation is written as the first version that can hold it. No times, no paths, no thread
//! counts: the same run writes the same bytes.

use super::envelope::{self, FileError, FormatProblem, encode_part, ensure, read_part};
use crate::train::generation::{Generation, GenerationFigures, HeldOutGames, HeldOutResult};
use crate::train::recipe::{MAX_GAMES, MAX_GENERATION, MAX_HELD_OUT_GAMES, Recipe};
use crate::train::{GameResult, Genome, LadderGeneration};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The ending of the names of generations' files, without the dot.
pub const EXTENSION: &str = "gen";
/// The newest version that this program reads and writes.
pub const VERSION: u16 = 3;
/// The largest payload that is accepted, in bytes: a hundred thousand of the largest networks take half of it.
const MAX_PAYLOAD: usize = 512 << 20;
/// The kind of these files, by which their envelope is written and read.
const KIND: envelope::FileKind = envelope::FileKind {
    magic: *b"KOROBKA\0",
    name: "generation",
    foreign: "not a saved generation; give a file that 'korobka train' wrote",
    newest: VERSION,
    max_payload: MAX_PAYLOAD,
};

/// The first part of the payload: the recipe, all genomes and their results.
#[derive(Serialize, Deserialize)]
struct GenerationPayload {
    recipe: String,
    seed: u64,
    generation: u32,
    /// How many genomes the file has. Their weights follow, one genome after the other.
    genomes: u32,
    weights: Vec<f64>,
    results: Vec<GameResult>,
    held_out: HeldOutGames,
    figures: GenerationFigures,
}

/// The second part of the payload, from version 2 on: how many games each genome played, none when all played one, and
/// the numbers that the search remembers from one generation to the next.
type More = (Vec<u32>, Vec<f64>);
/// The third part, from version 3 on: whom the generation's matches were against.
type Rungs = Vec<LadderGeneration>;

/// The name of a generation's file: `iwumbwe-0007.gen`.
pub fn file_name(recipe: &str, generation: u32) -> String {
    format!("{recipe}-{generation:04}.{EXTENSION}")
}

/// Writes a generation into a file.
///
/// # Errors
/// When the generation cannot be encoded, or the system cannot write the file.
pub fn write(path: &Path, generation: &Generation) -> Result<(), FileError> {
    KIND.write(path, encode(generation))
}

/// Reads a generation from a file.
///
/// # Errors
/// When the file cannot be read, holds no generation, is damaged, or holds impossible values.
pub fn read(path: &Path) -> Result<Generation, FileError> {
    KIND.read(path, decode)
}

/// Encodes a generation as the bytes of a file.
///
/// # Errors
/// When a part of the generation cannot be encoded.
pub fn encode(generation: &Generation) -> Result<Vec<u8>, FormatProblem> {
    let saved = GenerationPayload {
        recipe: toml::to_string(&generation.recipe).map_err(FormatProblem::damaged)?,
        seed: generation.seed,
        generation: generation.generation,
        genomes: generation.genomes.len() as u32,
        weights: generation.genomes.concat(),
        results: generation.results.clone(),
        held_out: generation.held_out.clone(),
        figures: generation.figures,
    };
    let Generation { games, state, ladder, .. } = generation;
    let version = match (games.is_empty() && state.is_empty(), ladder.is_empty()) {
        (true, true) => 1,
        (false, true) => 2,
        (_, false) => 3,
    };
    let mut payload = encode_part(&saved)?;
    if version > 1 {
        payload.extend(encode_part(&(games, state))?);
    }
    if version > 2 {
        payload.extend(encode_part(ladder)?);
    }
    Ok(KIND.seal(version, &payload))
}

/// Decodes the generation in these bytes, everything about it checked.
///
/// # Errors
/// When the bytes are of another kind or a later version, damaged or impossible.
pub fn decode(bytes: &[u8]) -> Result<Generation, FormatProblem> {
    let (version, payload) = KIND.open(bytes)?;
    let (saved, rest) = read_part::<MAX_PAYLOAD, GenerationPayload>(payload)?;
    let (more, rest) = if version > 1 { read_part::<MAX_PAYLOAD, More>(rest)? } else { (More::default(), rest) };
    let (ladder, rest) = if version > 2 { read_part::<MAX_PAYLOAD, Rungs>(rest)? } else { (Rungs::new(), rest) };
    ensure("there is more in it than a generation", rest.is_empty())?;
    checked(saved, more, ladder)
}

/// Checks that all parts fit the recipe and each other. A checksum guards against accidents; this
/// guards against the rest.
fn checked(saved: GenerationPayload, (games, state): More, ladder: Rungs) -> Result<Generation, FormatProblem> {
    let recipe: Recipe = toml::from_str(&saved.recipe).map_err(|error| FormatProblem::of_text(error.message()))?;
    let recipe = recipe.checked().map_err(FormatProblem::damaged)?;
    let (count, length) = (saved.genomes as usize, recipe.genome_length());
    ensure("an impossible number of genomes", (1..=recipe.genomes_per_generation()).contains(&count))?;
    ensure("an impossible generation number", saved.generation <= MAX_GENERATION)?;
    ensure("the number of weights does not fit the recipe", saved.weights.len() == count * length)?;
    ensure("a weight is not a finite number", saved.weights.iter().all(|weight| weight.is_finite()))?;
    ensure("not a result for every genome", saved.results.len() == count)?;
    ensure("a fitness is not a finite number", saved.results.iter().all(|result| result.fitness.is_finite()))?;
    ensure("not a number of games for every genome", games.is_empty() || games.len() == count)?;
    ensure("an impossible number of games", games.iter().all(|games| (1..=MAX_GAMES).contains(games)))?;
    check_search_state(&recipe, &state, &ladder)?;
    ensure("a ladder without matches", ladder.is_empty() || recipe.versus.is_some())?;
    let (held_out, figures) = (saved.held_out, saved.figures);
    ensure("too many held-out games", held_out.seeds.len() <= MAX_HELD_OUT_GAMES as usize)?;
    let mut ranked: Vec<u32> = held_out.ranking.iter().map(|rank| rank.genome).collect();
    ranked.sort_unstable();
    ranked.dedup();
    let distinct = ranked.len() == held_out.ranking.len() && ranked.iter().all(|&genome| genome < saved.genomes);
    ensure("a held-out rank of no genome", distinct)?;
    let finite = |rank: &HeldOutResult| [rank.score, rank.lines, rank.pieces].iter().all(|x| x.is_finite());
    ensure("a held-out figure is not a number", held_out.ranking.iter().all(finite))?;
    let means = [figures.best_fitness, figures.mean_fitness, figures.mean_score];
    ensure("a figure is not a number", means.iter().all(|mean| mean.is_finite()))?;
    let genomes: Vec<Genome> = saved.weights.chunks(length).map(<[f64]>::to_vec).collect();
    let (seed, generation, results) = (saved.seed, saved.generation, saved.results);
    Ok(Generation { recipe, seed, generation, genomes, results, games, state, ladder, held_out, figures })
}

/// Checks that what the search remembers and the rungs of the ladder are of the recipe.
pub(super) fn check_search_state(
    recipe: &Recipe,
    state: &[f64],
    ladder: &[LadderGeneration],
) -> Result<(), FormatProblem> {
    let length = recipe.genome_length();
    let remembered = recipe.strategy.genome_search().state_length(length, recipe.population);
    ensure("the search's state does not fit the recipe", state.len() == remembered)?;
    ensure("the search's state is not all numbers", state.iter().all(|number| number.is_finite()))?;
    ensure(
        "a rung of the ladder is not a genome of the recipe",
        ladder.iter().all(|rung| are_genome_weights(&rung.genome, length)),
    )
}

/// Whether these are as many weights as a genome has, all of them numbers.
pub(super) fn are_genome_weights(weights: &[f64], length: usize) -> bool {
    weights.len() == length && weights.iter().all(|weight| weight.is_finite())
}
