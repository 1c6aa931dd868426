//! Training the champion: the games that its genomes play alone, without garbage and with it, and the fitness of a
//! game.
//!
//! The search and its weights are in `search`. This module uses neither files nor a clock.

use super::game::{GameResult, StopCheck, TrainingGameSettings};
use super::recipe::{ChampionTrainingSettings, Fitness};
use crate::ai::Brain;
use crate::movegen::Move;
use crate::search::{GarbageDrip, Search, SoloResult, SoloSettings, State, Weights, solo};

/// A player made of a genome, who plays the games of a recipe.
#[derive(Clone, Debug)]
pub enum GenomePlayer {
    /// A brain, which places pieces by straight drops or within reach, as its recipe says.
    Brain(Box<Brain>),
    /// The champion, which plays by a search over placements with these weights.
    Champion(Box<Weights>),
}

/// Plays one of the two games that the champion plays alone on a seed: without garbage, or with it. The score of the
/// result is the number of lines sent. Its fitness is the lines that count minus the loss for pieces that a lost game
/// lacks, for each piece. `None` if `stop` broke the game off.
pub fn play_champion_game(
    weights: &Weights,
    placing: &ChampionTrainingSettings,
    settings: &TrainingGameSettings,
    garbage: bool,
    seed: u64,
    stop: StopCheck,
) -> Option<GameResult> {
    let mut search = Search::new(&settings.rules);
    let game = solo::play_solo_game(&solo_settings(placing, settings, garbage), seed, |state| {
        decide_placement(&mut search, state, weights, placing, stop)
    });
    // A game that was broken off ends early too, so the question is asked once more.
    (!stop()).then_some(solo_training_result(&game, placing, settings))
}

/// The settings of one of the two games that the champion plays alone on a seed: without garbage, or with it.
pub fn solo_settings(
    placing: &ChampionTrainingSettings,
    settings: &TrainingGameSettings,
    garbage: bool,
) -> SoloSettings {
    let drip = garbage.then_some(GarbageDrip::Even { rows: placing.rows, pieces: placing.every.into() });
    SoloSettings { rules: settings.rules, pieces: settings.piece_cap, drip, untold: false }
}

/// The result in training of a game that the champion played alone. Its fitness counts what `settings` says.
pub fn solo_training_result(
    game: &SoloResult,
    placing: &ChampionTrainingSettings,
    settings: &TrainingGameSettings,
) -> GameResult {
    let lost = f64::from(placing.lost) / 1000.0;
    let sent = match settings.fitness {
        Fitness::TSpins => game.sent_by_t_spins(),
        _ => game.attack,
    };
    let pieces = settings.piece_cap;
    let fitness = (f64::from(sent) - lost * f64::from(pieces - game.pieces)) / f64::from(pieces.max(1));
    let &SoloResult { attack, lines, pieces, plain: [.., tetrises], topped_out, .. } = game;
    GameResult { score: attack.into(), lines, pieces, tetrises, capped: !topped_out, fitness }
}

/// One result for the games that the champion played on a seed: the sums of their counts, and their mean fitness.
/// `games` must not be empty.
pub fn join_results(games: &[GameResult]) -> GameResult {
    let sum = |of: fn(&GameResult) -> u32| games.iter().map(of).sum::<u32>();
    GameResult {
        score: games.iter().map(|game| game.score).sum(),
        lines: sum(|game| game.lines),
        pieces: sum(|game| game.pieces),
        tetrises: sum(|game| game.tetrises),
        capped: games.iter().all(|game| game.capped),
        fitness: games.iter().map(|game| game.fitness).sum::<f64>() / games.len() as f64,
    }
}

/// The move that the champion makes. `None` where there is none, or if `stop` broke the search off.
pub fn decide_placement(
    search: &mut Search,
    state: &State,
    weights: &Weights,
    placing: &ChampionTrainingSettings,
    stop: StopCheck,
) -> Option<Move> {
    let choice = search.find_best_move(state, weights, placing.nodes.into(), &mut || stop())?;
    (!stop()).then_some(choice.chosen)
}

#[cfg(test)]
mod tests {
    use super::super::{Recipe, RecipeError};
    use super::*;

    #[test]
    fn a_game_counts_what_its_fitness_says_less_the_pieces_that_it_lacks() -> Result<(), RecipeError> {
        let game = SoloResult {
            pieces: 30,
            attack: 50,
            lines: 26,
            plain: [1, 2, 3, 4],
            spins: [3, 2, 1],
            topped_out: true,
            ..SoloResult::default()
        };
        let placing = ChampionTrainingSettings { nodes: 1, rows: 4, every: 8, lost: 500 };
        let usual = Recipe::named("champion")?.game_settings();
        let counted = |fitness| {
            let settings = TrainingGameSettings { fitness, piece_cap: 40, ..usual };
            solo_training_result(&game, &placing, &settings)
        };
        // Ten pieces are missing, each worth half a line.
        let sent = GameResult { score: 50, lines: 26, pieces: 30, tetrises: 4, capped: false, fitness: 45.0 / 40.0 };
        assert_eq!(counted(Fitness::Attack), sent);
        // Three singles, two doubles and a triple send 6, 8 and 6 lines.
        assert_eq!(counted(Fitness::TSpins), GameResult { fitness: 15.0 / 40.0, ..sent });
        Ok(())
    }
}
