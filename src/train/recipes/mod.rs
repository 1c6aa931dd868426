//! The table of recipes: one entry for each learner, each in its own file. No other place in the program lists them.
//!
//! Source of the numbers: `docs/lab/recipes.md`.

mod champion;
mod cmaes;
mod codereview;
mod cogsci;
mod iwumbwe;
mod lin;
mod quads;
mod swarm;
mod termproject;

use super::recipe::{
    ChampionTrainingSettings, CmaEs, Crossover, EvaluatorKind, Evolution, ExtraGamesHeat, Fitness, GameCounts,
    InitialPopulation, Mutation, MutationDirection, MutationScope, NarrowingGeneration, ParentChoice, ParticleSwarm,
    RandomSearch, Recipe, RecipeError, SeedChoice, Strategy, TrainingMatchSettings,
};
use crate::ai::{EvaluationMoment, Lookahead, NextPieceBoard};
use crate::movegen::{DropOrder, PlacementChoice};
use crate::rules::{BoardSize, GeneratorKind, PieceSet, RuleSet, ScoringRule, TopOutRule};

/// The functions that make the recipes, in the order in which they are listed.
static RECIPES: [fn() -> Recipe; 21] = [
    iwumbwe::recipe,
    cogsci::MODEL_RECIPES[0],
    cogsci::MODEL_RECIPES[1],
    cogsci::MODEL_RECIPES[2],
    cogsci::MODEL_RECIPES[3],
    cogsci::MODEL_RECIPES[4],
    lin::recipe,
    codereview::unlimited_recipe,
    codereview::limited_recipe,
    termproject::recipe,
    cmaes::recipe,
    quads::recipe,
    swarm::recipe,
    champion::recipe,
    champion::versus_recipe,
    champion::duel_recipe,
    champion::unannounced_garbage_recipe,
    || champion::solo_recipe(RuleSet::Tetrio, "champion-tetrio"),
    champion::tetrio_duel_recipe,
    || champion::solo_recipe(RuleSet::Tetrio2, "champion-tetrio-2"),
    champion::tetrio_2_duel_recipe,
];

/// The genomes that the recipes' authors published.
pub static PUBLISHED_GENOMES: [&PublishedGenome; 3] =
    [&lin::PUBLISHED_GENOME, &cogsci::PUBLISHED_GENOME, &termproject::PUBLISHED_GENOME];

/// A genome that the author of a recipe published.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PublishedGenome {
    /// The recipe that it belongs to.
    pub recipe: &'static str,
    /// The weights, in the order of the recipe's features.
    pub genome: &'static [f64],
    /// Where the genome comes from and how it plays, in words.
    pub source: &'static str,
}

impl Recipe {
    /// All recipes, in the order of the table.
    pub fn all() -> Vec<Recipe> {
        RECIPES.iter().map(|recipe| recipe()).collect()
    }

    /// The recipe with this name.
    ///
    /// # Errors
    /// An error that lists the known names if no recipe has this one.
    pub fn named(name: &str) -> Result<Recipe, RecipeError> {
        let all = Self::all();
        let known = all.iter().map(|recipe| recipe.name.as_str()).collect::<Vec<_>>().join(", ");
        all.into_iter()
            .find(|recipe| recipe.name == name)
            .ok_or_else(|| RecipeError::Unknown { name: name.to_owned(), known })
    }

    /// The weights that the author of this recipe published. `None` if there are none, or if the recipe has other
    /// inputs than its author's.
    pub fn published_weights(&self) -> Option<&'static [f64]> {
        let ours = PUBLISHED_GENOMES.iter().find(|published| published.recipe == self.name)?;
        (self.ablated.is_empty() && ours.genome.len() == self.genome_length()).then_some(ours.genome)
    }
}

/// A recipe with what the learners have in common unless their entry says otherwise: 10 x 20, uniform tetrominoes, one
/// weight a feature, one game a genome, straight drops within the board, CMA-ES with a first step of 1.
fn plain(name: &str, about: &str, features: &[&str]) -> Recipe {
    Recipe {
        name: name.into(),
        about: about.into(),
        board: BoardSize::default(),
        rows_above: 0,
        pieces: PieceSet::Tetromino,
        generator: GeneratorKind::Uniform,
        scoring: LINES,
        top_out: TopOutRule::PartialLockOut,
        features: features.iter().map(|&name| name.into()).collect(),
        ablated: Vec::new(),
        evaluator: EvaluatorKind::Linear,
        lookahead: Lookahead::None,
        moment: EvaluationMoment::AfterClear,
        population: 50,
        generations: 10,
        score_cap: NO_CAP,
        piece_cap: 0,
        line_cap: 0,
        penalty: 0,
        hold: false,
        order: DropOrder::ColumnOuter,
        next_on: NextPieceBoard::AsValued,
        no_next: 0.0,
        avoids_overflow: false,
        placements: PlacementChoice::Straight,
        fitness: Fitness::Score,
        placing: None,
        versus: None,
        begun_from: String::new(),
        against: String::new(),
        only_new: false,
        fixed: Vec::new(),
        rule_set: RuleSet::Guideline,
        held_out_best: 5,
        held_out_games: 8,
        games: GameCounts::default(),
        strategy: Strategy::CmaEs(CmaEs::new(1.0)),
    }
}

/// A scoring rule that gives one point for each line.
const LINES: ScoringRule = ScoringRule::Flat { piece: 0, lines: [0, 1, 2, 3, 4] };
/// The highest score cap that there is, which stands for no score cap.
const NO_CAP: u64 = u32::MAX as u64;
