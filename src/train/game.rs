//! One training game: a brain plays alone until it tops out or reaches the cap.

use super::recipe::Fitness;
use crate::ai::{Brain, Playfield};
use crate::rules::{LastMove, Rules};
use serde::{Deserialize, Serialize};

/// What a game came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GameResult {
    /// Points.
    pub score: u64,
    /// Lines cleared.
    pub lines: u32,
    /// Pieces placed.
    pub pieces: u32,
    /// Clears of four lines.
    pub tetrises: u32,
    /// Whether the cap ended it.
    pub capped: bool,
    /// What selection goes by.
    pub fitness: f64,
}

/// Plays the game of `seed`, up to `cap` points.
pub fn play(brain: &Brain, rules: &Rules, fitness: Fitness, seed: u64, cap: u64) -> GameResult {
    let mut field = Playfield::new(rules, seed);
    // Summed in integers: a hundred million moves of 2^32 points fit.
    let mut summed = 0u128;
    while field.top_out.is_none() && field.score.score < cap {
        let placed = field
            .with_view(|view| brain.choose(view))
            .and_then(|choice| field.place(choice.piece, LastMove::Other, choice.hold, 0));
        if placed.is_none() {
            break;
        }
        summed += u128::from(worth(&field)) + 10;
    }
    GameResult {
        score: field.score.score,
        lines: field.score.lines,
        pieces: field.score.pieces,
        tetrises: field.score.tetrises,
        capped: field.top_out.is_none() && field.score.score >= cap,
        fitness: match fitness {
            Fitness::Default => worth(&field) as f64,
            Fitness::Summed => summed as f64,
        },
    }
}

/// 50 x tetrises + 5 x score. Source: `docs/recipes.md`, R0.
fn worth(field: &Playfield) -> u64 {
    50 * u64::from(field.score.tetrises) + 5 * field.score.score
}
