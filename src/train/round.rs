//! A round of training as data: a population and the units of work that measure it, which can be computed anywhere.
//!
//! A unit says which genome plays which part of which game; the round has everything else. Both can be sent and saved.
//! The result of a unit depends on the two alone.

use super::champion::GenomePlayer;
use super::game::{GameResult, StopCheck, TrainingGameSettings};
use super::parts::GenomeGamePart;
use super::recipe::{Genome, Recipe, RecipeError};
use super::versus::LadderGeneration;
use crate::rules::Random;
use crate::search::Weights;
use serde::{Deserialize, Serialize};

/// A generation before its games have been played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainingRound {
    /// The recipe with all its options.
    #[serde(with = "as_toml")]
    pub recipe: Recipe,
    /// The seed of the run.
    pub seed: u64,
    /// The number of the generation, from 0.
    pub generation: u32,
    /// The genomes that are to play.
    pub genomes: Vec<Genome>,
    /// What the search remembers besides the genomes, as finite numbers; empty if nothing.
    pub state: Vec<f64>,
    /// The past generations that the round's matches are against; empty if it plays none.
    pub ladder: Vec<LadderGeneration>,
    /// The best score of all earlier generations.
    pub high_score: u64,
}

/// A piece of work of about a second at most: one part of one game of one genome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkUnit {
    /// The generation that the unit belongs to.
    pub generation: u32,
    /// The number of the unit in the round, from 0.
    pub number: u32,
    /// The genome that plays, by its place in the round.
    pub genome: u32,
    /// The number of the genome's game, from 0.
    pub game: u32,
    /// The part of the game that is to be played.
    pub part: GenomeGamePart,
    /// The seed of the game.
    pub seed: u64,
    /// Whether the game is one of the held-out games.
    pub held_out: bool,
}

/// The result of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnitResult {
    /// The generation that the unit belongs to.
    pub generation: u32,
    /// The number of the unit in the round, from 0.
    pub number: u32,
    /// The result of the part of the game.
    pub result: GameResult,
}

/// A round that was broken off, with the results of all its finished units in the order of their numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnfinishedRound {
    /// The round that was broken off.
    pub round: TrainingRound,
    /// The results of all its finished units, in the order of their numbers.
    pub results: Vec<UnitResult>,
}

/// A round with its players made, which a worker keeps while it computes the round's units.
#[derive(Clone, Debug)]
pub struct PreparedRound {
    generation: u32,
    players: Vec<GenomePlayer>,
    rungs: Vec<Weights>,
    /// For each genome, the index of the one that was drawn opposite to it, if there is one and matches are played.
    opposites: Vec<Option<usize>>,
    /// Whether the two genomes of an opposite pair both play the same rival on the ladder, and not each other.
    rival: bool,
    /// The settings of the generation's games, and of the held-out games.
    game_settings: [TrainingGameSettings; 2],
}

impl TrainingRound {
    /// The settings of the round's games, as the search has them in this generation.
    pub fn game_settings(&self) -> TrainingGameSettings {
        let mut settings = self.recipe.game_settings();
        self.recipe.strategy.genome_search().adapt_game_settings(&mut settings, self.generation);
        settings
    }

    /// The seed of a genome's game, both given by their numbers from 0. Opposites play the same seeds.
    pub fn seed_of(&self, genome: usize, game: usize) -> u64 {
        let first = self.opposite_genome(genome).map_or(genome, |other| genome.min(other));
        let of_generation = Random::derived_seed(self.seed, self.generation.into());
        self.recipe.games.seed(self.seed, of_generation, first, game)
    }

    /// The genome that was drawn opposite to this one. The two play each other or the same rival, and each counts by
    /// how much better it does than the other. `None` if there is no opposite, or no matches are played.
    pub fn opposite_genome(&self, genome: usize) -> Option<usize> {
        let opposite = self.recipe.strategy.genome_search().opposite(genome)?;
        (self.recipe.versus.is_some() && opposite < self.genomes.len()).then_some(opposite)
    }
}

impl PreparedRound {
    /// Makes the players of the round.
    ///
    /// # Errors
    /// An error if a genome does not fit the recipe.
    pub fn new(round: &TrainingRound) -> Result<Self, RecipeError> {
        let recipe = &round.recipe;
        Ok(Self {
            generation: round.generation,
            players: round.genomes.iter().map(|genome| recipe.player_from_genome(genome)).collect::<Result<_, _>>()?,
            rungs: round
                .ladder
                .iter()
                .map(|rung| recipe.weights_from_genome(&rung.genome))
                .collect::<Result<_, _>>()?,
            opposites: (0..round.genomes.len()).map(|genome| round.opposite_genome(genome)).collect(),
            rival: !recipe.against.is_empty(),
            game_settings: [round.game_settings(), recipe.game_settings()],
        })
    }

    /// Computes a unit. `None` if `stop` broke it off, or if the round has no such unit.
    pub fn compute_unit(&self, unit: &WorkUnit, stop: StopCheck) -> Option<UnitResult> {
        let WorkUnit { generation, number, genome, part, seed, .. } = *unit;
        let genome = genome as usize;
        let player = self.players.get(genome).filter(|_| generation == self.generation)?;
        let opposite = self.opposites.get(genome).copied().flatten().filter(|_| !self.rival);
        let rival = match (part, opposite) {
            (GenomeGamePart::Match { .. }, Some(opposite)) => match self.players.get(opposite) {
                Some(GenomePlayer::Champion(weights)) => Some(&**weights),
                _ => None,
            },
            (GenomeGamePart::Match { rival, .. }, None) => self.rungs.get(usize::from(rival)),
            _ => None,
        };
        let settings = &self.game_settings[usize::from(unit.held_out)];
        let result = part.play(player, settings, rival, seed, stop)?;
        Some(UnitResult { generation, number, result })
    }
}

/// How `serde` writes a recipe: as TOML text within every format, as in the files of generations. So it may have
/// options that its reader does not know, and infinite numbers, which not every format can write.
mod as_toml {
    use super::Recipe;
    use serde::de::Error as _;
    use serde::ser::Error as _;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(recipe: &Recipe, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&toml::to_string(recipe).map_err(S::Error::custom)?)
    }

    pub(super) fn deserialize<'a, D: Deserializer<'a>>(deserializer: D) -> Result<Recipe, D::Error> {
        toml::from_str(&String::deserialize(deserializer)?).map_err(|error| D::Error::custom(error.message()))
    }
}
