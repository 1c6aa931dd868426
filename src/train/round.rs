//! A round of training as data: a population and the units of work that measure it, which can be computed anywhere.
//!
//! A unit says which genome plays which part of which game; the round has everything else. Both can be sent and saved.
//! What a unit comes to depends on the two alone.

use super::champion::Player;
use super::game::{Course, GameResult, Stop};
use super::parts::Part;
use super::recipe::{Genome, Recipe, RecipeError};
use super::versus::Rung;
use crate::rules::Random;
use crate::search::Weights;
use serde::{Deserialize, Serialize};

/// A generation before its games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Round {
    /// The recipe with all its options.
    #[serde(with = "as_toml")]
    pub recipe: Recipe,
    /// The seed of the run.
    pub seed: u64,
    /// The generation's number.
    pub generation: u32,
    /// The genomes.
    pub genomes: Vec<Genome>,
    /// What the search remembers, besides the genomes.
    pub state: Vec<f64>,
    /// Whom its matches are against, if it plays any.
    pub ladder: Vec<Rung>,
    /// The best score of all earlier generations.
    pub high_score: u64,
}

/// A piece of work of about a second at most: one part of one game of one genome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// The round that it belongs to.
    pub generation: u32,
    /// Its number in the round, from 0.
    pub number: u32,
    /// The genome that plays, by its place in the round.
    pub genome: u32,
    /// The number of the genome's game.
    pub game: u32,
    /// Which part of the game.
    pub part: Part,
    /// The game's seed.
    pub seed: u64,
    /// Whether it is one of the held-out games.
    pub held_out: bool,
}

/// What a unit came to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnitResult {
    /// The unit's round.
    pub generation: u32,
    /// The unit's number in it.
    pub number: u32,
    /// The result.
    pub result: GameResult,
}

/// A round that was broken off, with the results of all its finished units in the order of their numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unfinished {
    /// The round.
    pub round: Round,
    /// What has been computed of it.
    pub results: Vec<UnitResult>,
}

/// A round with its players made: what a worker keeps while it computes the round's units.
#[derive(Clone, Debug)]
pub struct Prepared {
    generation: u32,
    players: Vec<Player>,
    rungs: Vec<Weights>,
    /// Every genome's opposite, if one was drawn and they play each other.
    mirrors: Vec<Option<usize>>,
    /// Whether opposites both play the ladder in place of each other.
    rival: bool,
    /// The generation's games, and the held-out ones.
    courses: [Course; 2],
}

impl Round {
    /// Its games, as the search has them in this generation.
    pub fn course(&self) -> Course {
        let mut course = self.recipe.course();
        self.recipe.strategy.search().adapt(&mut course, self.generation);
        course
    }

    /// The seed of a genome's game, both by their numbers from 0. Opposites play the same seeds.
    pub fn seed_of(&self, genome: usize, game: usize) -> u64 {
        let first = self.mirror(genome).map_or(genome, |other| genome.min(other));
        let of_generation = Random::derived_seed(self.seed, self.generation.into());
        self.recipe.games.seed(self.seed, of_generation, first, game)
    }

    /// The genome that was drawn opposite to this one, if any: the two play each other or the same rival, and count by how much better one
    /// does than the other.
    pub fn mirror(&self, genome: usize) -> Option<usize> {
        let mirror = self.recipe.strategy.search().mirror(genome)?;
        (self.recipe.versus.is_some() && mirror < self.genomes.len()).then_some(mirror)
    }
}

impl Prepared {
    /// Makes the round's players.
    ///
    /// # Errors
    /// When a genome does not fit the recipe.
    pub fn new(round: &Round) -> Result<Self, RecipeError> {
        let recipe = &round.recipe;
        Ok(Self {
            generation: round.generation,
            players: round.genomes.iter().map(|genome| recipe.player(genome)).collect::<Result<_, _>>()?,
            rungs: round.ladder.iter().map(|rung| recipe.champion(&rung.genome)).collect::<Result<_, _>>()?,
            mirrors: (0..round.genomes.len()).map(|genome| round.mirror(genome)).collect(),
            rival: !recipe.against.is_empty(),
            courses: [round.course(), recipe.course()],
        })
    }

    /// Computes a unit. `None` if `stop` said so on the way, or if the round has no such unit.
    pub fn compute(&self, unit: &Unit, stop: Stop) -> Option<UnitResult> {
        let Unit { generation, number, genome, part, seed, .. } = *unit;
        let genome = genome as usize;
        let player = self.players.get(genome).filter(|_| generation == self.generation)?;
        let mirror = self.mirrors.get(genome).copied().flatten().filter(|_| !self.rival);
        let rival = match (part, mirror) {
            (Part::Match { .. }, Some(mirror)) => match self.players.get(mirror) {
                Some(Player::Champion(weights)) => Some(&**weights),
                _ => None,
            },
            (Part::Match { rival, .. }, None) => self.rungs.get(usize::from(rival)),
            _ => None,
        };
        let course = &self.courses[usize::from(unit.held_out)];
        let result = part.play(player, course, rival, seed, stop)?;
        Some(UnitResult { generation, number, result })
    }
}

/// Computes one unit of a round by itself; who computes many keeps the round [`Prepared`]. `None` if the round has no
/// such unit.
///
/// # Errors
/// When a genome does not fit the recipe.
pub fn compute(round: &Round, unit: &Unit) -> Result<Option<UnitResult>, RecipeError> {
    Ok(Prepared::new(round)?.compute(unit, &|| false))
}

/// A recipe is text in every format, as in the files of generations: it then may have options that its reader does not
/// know, and numbers without end, which not every format can write.
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
