//! Makes of a recipe the players of its genomes, the games that they play, and the search for better genomes.

use super::champion::GenomePlayer;
use super::game::TrainingGameSettings;
use super::recipe::{Genome, PopulationShape, Recipe, RecipeError, Strategy};
use super::search::GenomeSearch;
use crate::ai::{Brain, BrainSettings};
use crate::search::features::weight_names;
use crate::search::{Weights, WeightsError};

impl Recipe {
    /// The player that a genome makes.
    ///
    /// # Errors
    /// An error if the genome does not fit the recipe, or no player can be made of it.
    pub fn player_from_genome(&self, genome: &[f64]) -> Result<GenomePlayer, RecipeError> {
        match self.placing {
            None => self.brain_from_genome(genome).map(|brain| GenomePlayer::Brain(Box::new(brain))),
            Some(_) => self.weights_from_genome(genome).map(|weights| GenomePlayer::Champion(Box::new(weights))),
        }
    }

    /// The champion's weights in a genome; those of features left out are 0.
    ///
    /// # Errors
    /// An error if the recipe's genomes are brains, if the genome has another number of weights than the recipe, or if
    /// the weights are impossible.
    pub fn weights_from_genome(&self, genome: &[f64]) -> Result<Weights, RecipeError> {
        if self.placing.is_none() {
            let problem = "this one does not; its genomes are brains";
            return Err(RecipeError::Placing { recipe: self.name.clone(), problem });
        }
        let (needed, found) = (self.genome_length(), genome.len());
        if found != needed {
            return Err(WeightsError::Count { needed, found }.into());
        }
        let weight =
            |name| self.input_features().position(|input| input == name).and_then(|at| genome.get(at).copied());
        let whole: Vec<f64> = weight_names().map(|name| weight(name).unwrap_or(0.0)).collect();
        Ok(Weights::new(&whole)?)
    }

    /// The brain that a genome makes.
    ///
    /// # Errors
    /// An error if the recipe's genomes are weights of the champion, or if the genome has another number of weights
    /// than the recipe.
    pub fn brain_from_genome(&self, genome: &[f64]) -> Result<Brain, RecipeError> {
        if self.placing.is_some() {
            return Err(RecipeError::no_brain(&self.name));
        }
        let style = BrainSettings {
            lookahead: self.lookahead,
            moment: self.moment,
            rows_above: self.rows_above,
            holds: self.hold,
            order: self.order,
            next_on: self.next_on,
            no_next: self.no_next,
            avoids_overflow: self.avoids_overflow,
            placements: self.placements.to_placement_source(&self.rules()),
        };
        Ok(Brain::new(self.evaluator_from_genome(genome)?, style))
    }

    /// The settings of the recipe's games, before the search changes them for a generation.
    pub fn game_settings(&self) -> TrainingGameSettings {
        TrainingGameSettings {
            rules: self.rules(),
            fitness: self.fitness,
            score_cap: self.score_cap,
            piece_cap: self.piece_cap,
            line_cap: self.line_cap,
            penalty: self.penalty,
            puzzle_rows: 0,
            placing: self.placing,
            versus: self.versus,
        }
    }

    /// The first `count` genomes of a run with this seed. A search that has a centre puts it first, on top of the
    /// `count`.
    pub fn first_genomes(&self, count: usize, seed: u64) -> Vec<Genome> {
        self.strategy
            .genome_search()
            .first_population(&PopulationShape { population: count, ..self.population_shape() }, seed)
            .genomes
    }
}

impl Strategy {
    /// The search that this strategy is the settings of, which can be asked for populations.
    pub fn genome_search(&self) -> &dyn GenomeSearch {
        match self {
            Strategy::Evolution(search) => search,
            Strategy::RandomSearch(search) => search,
            Strategy::CmaEs(search) => search,
            Strategy::ParticleSwarm(search) => search,
        }
    }
}
