//! A genome's game, played again from its seed at a speed that can be watched.

use super::searched_game::SearchedGame;
use crate::ai::Brain;
use crate::rules::Matrix;
use crate::train::champion::GenomePlayer;
use crate::train::game::{TrainingGame, TrainingGameSettings};
use crate::train::{GameResult, Recipe, TrainingRound};

/// Seconds from one piece to the next.
const STEP: f32 = 0.12;
/// Pieces that are placed in a frame at most.
const MOST: f32 = 24.0;
/// Seconds for which the last board of a game stays, before the game begins again.
const LOOK: f32 = 1.5;

/// A game of a genome, which begins again a moment after it has ended.
#[derive(Debug)]
pub struct GenomeGame {
    recipe: Recipe,
    /// The number of the generation, the seed of the run, and the place of the genome; `None` for a game of no round.
    place: Option<(u32, u64, usize)>,
    game: Game,
    rest: f32,
}

/// A genome's game, by the kind of its player.
#[derive(Debug)]
enum Game {
    /// The whole game of a brain, which places its pieces at once.
    Brain { brain: Box<Brain>, start: Box<TrainingGame>, game: Box<TrainingGame> },
    /// The game alone, without garbage, of a player that searches.
    Searched(Box<SearchedGame>),
}

impl GenomeGame {
    /// The first game of a genome of a round; for a genome whose player searches, the game of it that is played alone
    /// without garbage. `None` if there is no such genome, or if it does not fit the recipe.
    pub fn new(round: &TrainingRound, genome: usize) -> Option<Self> {
        let game =
            Game::of(&round.recipe, round.genomes.get(genome)?, &round.game_settings(), round.seed_of(genome, 0))?;
        let place = Some((round.generation, round.seed, genome));
        Some(Self { recipe: round.recipe.clone(), place, game, rest: STEP })
    }

    /// The game of this seed by a genome of a recipe, alone and without garbage.
    /// `None` if the genome does not fit the recipe.
    pub fn from_recipe(recipe: &Recipe, genome: &[f64], seed: u64) -> Option<Self> {
        let game = Game::of(recipe, genome, &recipe.game_settings(), seed)?;
        Some(Self { recipe: recipe.clone(), place: None, game, rest: STEP })
    }

    /// Whether this is the game of the genome at this place of the round.
    pub fn is_of(&self, round: &TrainingRound, genome: usize) -> bool {
        self.place == Some((round.generation, round.seed, genome)) && self.recipe == round.recipe
    }

    /// Whether the genome's player searches. The score of the game is the number of lines sent then.
    pub const fn player_uses_search(&self) -> bool {
        matches!(self.game, Game::Searched(_))
    }

    /// The title of the game's score: players that search count the lines that they send. Where matches count as well,
    /// the title says that this is the game alone.
    pub const fn score_title(&self) -> &'static str {
        match (self.player_uses_search(), self.recipe.versus.is_some()) {
            (false, _) => "This game: score",
            (true, false) => "This game: lines sent",
            (true, true) => "Its game alone: lines sent",
        }
    }

    /// Plays on for this many seconds, but for no more than 24 pieces. Waits where the next piece is not decided yet.
    pub fn advance(&mut self, seconds: f32) {
        if let Game::Searched(game) = &mut self.game {
            game.decide_ahead();
        }
        self.rest -= seconds.min(MOST * STEP);
        while self.rest <= 0.0 {
            if self.is_over() {
                self.game.begin_again();
            } else if !self.game.place() {
                self.rest = 0.0;
                return;
            }
            self.rest += if self.is_over() { LOOK } else { STEP };
        }
    }

    /// The board as it stands after the placements made so far.
    pub const fn matrix(&self) -> &Matrix {
        match &self.game {
            Game::Brain { game, .. } => &game.playfield().matrix,
            Game::Searched(searched) => &searched.game.playfield().matrix,
        }
    }

    /// Whether the game has ended, so that its last board stays for a moment.
    pub fn is_over(&self) -> bool {
        match &self.game {
            Game::Brain { game, .. } => game.is_over(),
            Game::Searched(searched) => searched.game.is_over(),
        }
    }

    /// The result of the game so far.
    pub fn result(&self) -> GameResult {
        match &self.game {
            Game::Brain { game, .. } => game.result(),
            Game::Searched(game) => game.shown_result(),
        }
    }

    /// Why the game does not go on, in one line; `None` if nothing went wrong.
    pub fn problem(&self) -> Option<&str> {
        match &self.game {
            Game::Brain { .. } => None,
            Game::Searched(game) => game.problem.as_deref(),
        }
    }
}

impl Game {
    fn of(recipe: &Recipe, genome: &[f64], course: &TrainingGameSettings, seed: u64) -> Option<Self> {
        Some(match (recipe.player_from_genome(genome).ok()?, course.placing) {
            (GenomePlayer::Brain(brain), _) => {
                let start = Box::new(TrainingGame::new(course, seed));
                Self::Brain { brain, game: start.clone(), start }
            }
            (GenomePlayer::Champion(weights), placing) => {
                Self::Searched(Box::new(SearchedGame::new(*weights, placing?, course, seed)))
            }
        })
    }

    /// Goes back to the position before the first piece.
    fn begin_again(&mut self) {
        match self {
            Self::Brain { start, game, .. } => game.clone_from(start),
            Self::Searched(game) => game.show_from_start(),
        }
    }

    /// Places the next piece. Returns whether that was possible; if the piece is not decided yet, nothing changes.
    fn place(&mut self) -> bool {
        match self {
            Self::Brain { brain, game, .. } => {
                game.place_next_piece(brain);
                true
            }
            Self::Searched(game) => game.show_next_piece(),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::doors::threads;
    use crate::train::champion;
    use crate::train::recipe::ChampionTrainingSettings;
    use std::time::Duration;

    /// Plays a game to its end, and asserts that it does not stand still for long.
    fn played(game: &mut GenomeGame) -> GameResult {
        let mut looks = 0;
        while !game.is_over() {
            game.advance(STEP);
            assert_eq!(game.problem(), None);
            threads::sleep(Duration::from_millis(1));
            looks += 1;
            assert!(looks < 60_000, "it stands still at piece {}", game.result().pieces);
        }
        game.result()
    }

    #[test]
    fn a_searching_genomes_game_is_the_one_of_training_piece_by_piece() {
        let recipe = Recipe::named("champion").unwrap();
        let placing = ChampionTrainingSettings { nodes: 60, ..recipe.placing.unwrap() };
        let recipe = Recipe { placing: Some(placing), piece_cap: 120, ..recipe };
        let genomes = recipe.first_genomes(2, 3);
        let round = TrainingRound {
            recipe: recipe.clone(),
            seed: 3,
            generation: 2,
            genomes: genomes.clone(),
            state: Vec::new(),
            ladder: Vec::new(),
            high_score: 0,
        };
        for (place, genome) in genomes.iter().enumerate() {
            let mut game = GenomeGame::new(&round, place).unwrap();
            assert!(game.is_of(&round, place) && game.result().pieces == 0);
            let of_other_run = TrainingRound { seed: 4, ..round.clone() };
            assert!(!game.is_of(&of_other_run, place) && !game.is_of(&round, place + 1));
            let weights = recipe.weights_from_genome(genome).unwrap();
            let trained = champion::play_champion_game(
                &weights,
                &placing,
                &round.game_settings(),
                false,
                round.seed_of(place, 0),
                &|| false,
            );
            let result = played(&mut game);
            assert_eq!(Some(result), trained, "genome {place}");
            assert!(result.pieces > 15, "genome {place}: the game is some pieces long");
            // It begins again, and is the same.
            game.advance(LOOK + STEP);
            assert!(!game.is_over() && game.result().pieces < 3);
            assert_eq!(played(&mut game), result);
        }
    }
}
