//! A genome's game, played again from its seed at a speed that can be watched.

use crate::ai::Brain;
use crate::rules::Matrix;
use crate::train::game::TrainingGame;
use crate::train::{GameResult, Recipe, Round};

/// Seconds from one piece to the next.
const STEP: f32 = 0.12;
/// Pieces that are placed in a frame at most.
const MOST: f32 = 24.0;
/// Seconds for which the last board of a game stays, before the game begins again.
const LOOK: f32 = 1.5;

/// A game of a genome, which begins again a moment after it has ended.
#[derive(Debug)]
pub struct GenomeGame {
    generation: u32,
    genome: usize,
    brain: Brain,
    start: TrainingGame,
    game: TrainingGame,
    rest: f32,
}

impl GenomeGame {
    /// The first game of a genome of a round. `None` if there is no such genome, or if the genome is no brain, such as
    /// those of the champion.
    pub fn new(round: &Round, genome: usize) -> Option<Self> {
        let brain = round.genomes.get(genome).and_then(|weights| round.recipe.brain(weights).ok())?;
        let start = TrainingGame::new(&round.course(), round.seed_of(genome, 0));
        Some(Self { generation: round.generation, genome, brain, game: start.clone(), start, rest: STEP })
    }

    /// The game of this seed by a genome of a recipe; `None` if the genome is no brain.
    pub fn of(recipe: &Recipe, genome: &[f64], seed: u64) -> Option<Self> {
        let brain = recipe.brain(genome).ok()?;
        let start = TrainingGame::new(&recipe.course(), seed);
        Some(Self { generation: 0, genome: 0, brain, game: start.clone(), start, rest: STEP })
    }

    /// Whether this is the game of the genome at this place of the round.
    pub const fn is_of(&self, round: &Round, genome: usize) -> bool {
        self.generation == round.generation && self.genome == genome
    }

    /// Plays on for this many seconds, but for no more than 24 pieces.
    pub fn advance(&mut self, seconds: f32) {
        self.rest -= seconds.min(MOST * STEP);
        while self.rest <= 0.0 {
            if self.game.is_over() {
                self.game = self.start.clone();
            } else {
                self.game.place(&self.brain);
            }
            self.rest += if self.game.is_over() { LOOK } else { STEP };
        }
    }

    /// The board as it stands after the placements made so far.
    pub const fn matrix(&self) -> &Matrix {
        &self.game.field().matrix
    }

    /// Whether the game has ended, so that its last board stays for a moment.
    pub fn is_over(&self) -> bool {
        self.game.is_over()
    }

    /// The result of the game so far.
    pub fn result(&self) -> GameResult {
        self.game.result()
    }
}
