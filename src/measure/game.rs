//! Measured games: like a training game, but counted in more ways, and ended by any of three caps.

use super::habits::{Habits, HighBoard};
use crate::ai::{Brain, Playfield};
use crate::rules::{Random, Rules};
use crate::train::Recipe;
use crate::train::held_out::HELD_OUT_SEED;

/// The seeds of measured games derive from this number, so that they are neither those of any training nor those by
/// which a generation's best was picked.
const MEASURED_SEED: u64 = 0x4B4F_524F_424B_4145;

/// What ends a game before it is lost: whichever comes first, of those that are set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameCap {
    /// The number of lines cleared that ends the game; `None`: no number does.
    pub lines: Option<u32>,
    /// The number of pieces placed that ends the game; `None`: no number does.
    pub pieces: Option<u32>,
    /// The number of points that ends the game; `None`: no number does.
    pub score: Option<u64>,
}

impl GameCap {
    /// Whether the game has reached one of the caps.
    fn reached(&self, field: &Playfield) -> bool {
        self.lines.is_some_and(|lines| field.score.lines >= lines)
            || self.pieces.is_some_and(|pieces| field.score.pieces >= pieces)
            || self.score.is_some_and(|score| field.score.score >= score)
    }
}

impl From<&Recipe> for GameCap {
    /// The caps of the recipe's own games.
    fn from(recipe: &Recipe) -> Self {
        // A cap of 0 is none; nor is the highest score that a recipe can hold.
        Self {
            lines: Some(recipe.line_cap).filter(|lines| *lines > 0),
            pieces: Some(recipe.piece_cap).filter(|pieces| *pieces > 0),
            score: Some(recipe.score_cap).filter(|score| *score < u64::from(u32::MAX)),
        }
    }
}

/// The counts of one measured game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MeasuredGame {
    /// The seed of the game's pieces.
    pub seed: u64,
    /// The points that the player scored.
    pub score: u64,
    /// How many lines were cleared.
    pub lines: u32,
    /// How many pieces were placed.
    pub pieces: u32,
    /// Clears of four lines (with larger pieces, of four or more).
    pub tetrises: u32,
    /// How many lines were cleared by the clears that `tetrises` counts.
    pub tetris_lines: u32,
    /// Whether a cap ended the game.
    pub capped: bool,
    /// Counts of how the game was played.
    pub habits: Habits,
}

impl MeasuredGame {
    /// The counts alone, by which a game that was played again on another seed is told.
    #[must_use]
    pub const fn without_seed(self) -> Self {
        Self { seed: 0, ..self }
    }
}

/// The seeds of `count` games. All players that are measured with the same `seed` play the same games.
pub fn measured_game_seeds(seed: u64, count: usize) -> Vec<u64> {
    let own = MEASURED_SEED ^ seed;
    // By one seed they would be the held-out games of training.
    let own = if own == HELD_OUT_SEED { !own } else { own };
    (0..count as u64).map(|game| Random::derived_seed(own, game)).collect()
}

/// Plays the game of `seed` until it is lost or a cap ends it.
pub fn play_measured_game(brain: &Brain, rules: &Rules, cap: GameCap, seed: u64) -> MeasuredGame {
    let mut field = Playfield::new(rules, seed);
    let mut game = MeasuredGame { seed, ..MeasuredGame::default() };
    let style = brain.settings();
    while field.top_out.is_none() && !game.capped {
        let (choice, high) = field
            .call_with_view(|view| (brain.choose(view), HighBoard::from_view(view, style.holds, style.rows_above)));
        let placed = choice.and_then(|choice| field.place(choice.piece, choice.possible_last_move(), choice.hold, 0));
        let Some(outcome) = placed else { break };
        let board = field.matrix.board();
        game.habits.count_resulting_board(board);
        if let Some(before) = high {
            game.habits.count_placement_on_high_board(&before, board.stack_height());
        }
        if outcome.clear.lines >= 4 {
            game.tetris_lines += u32::from(outcome.clear.lines);
        }
        // A game that is lost by the very piece that reaches the cap is lost.
        game.capped = field.top_out.is_none() && cap.reached(&field);
    }
    let (score, lines, pieces, tetrises) =
        (field.score.score, field.score.lines, field.score.pieces, field.score.tetrises);
    MeasuredGame { score, lines, pieces, tetrises, ..game }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::held_out::held_out_seeds;

    #[test]
    fn no_player_is_measured_in_the_games_that_have_picked_it() {
        let held_out = held_out_seeds(20);
        for seed in [MEASURED_SEED ^ HELD_OUT_SEED, 0, 1] {
            let measured = measured_game_seeds(seed, 20);
            assert!(measured.iter().all(|seed| !held_out.contains(seed)), "with the seed {seed}");
        }
    }
}
