//! Training the champion: its games alone, without garbage and with it, and what they are worth.
//!
//! The search and its weights are `champion`'s; this makes a recipe's players and games of them. Knows no files, no
//! clock.

use super::game::{GameResult, Stop};
use super::recipe::Placing;
use crate::ai::Brain;
use crate::movegen::Placement;
use crate::rules::Rules;
use crate::search::{Drip, Search, Solo, State, Weights, solo};

/// Someone who plays a recipe's games.
#[derive(Clone, Debug)]
pub enum Player {
    /// A brain, by straight drops.
    Brain(Box<Brain>),
    /// Weights of the champion, by its search.
    Champion(Box<Weights>),
}

/// Plays one of the two games of a seed, `pieces` long, without garbage or with it. Score is lines sent, fitness those
/// a piece with what a lost game lacks taken off. `None` if `stop` said so on the way.
pub fn play(
    weights: &Weights,
    placing: &Placing,
    (rules, pieces): (&Rules, u32),
    garbage: bool,
    seed: u64,
    stop: Stop,
) -> Option<GameResult> {
    let mut search = Search::new(rules);
    let drip = garbage.then_some(Drip::Even { rows: placing.rows, pieces: placing.every.into() });
    let game = solo::play(&Solo { rules: *rules, pieces, drip, untold: false }, seed, |state| {
        decided(&mut search, state, weights, placing, stop)
    });
    let lost = f64::from(placing.lost) / 1000.0;
    let worth = (f64::from(game.attack) - lost * f64::from(pieces - game.pieces)) / f64::from(pieces.max(1));
    // A game that was broken off ends early too, so the question is asked once more.
    (!stop()).then_some(GameResult {
        score: game.attack.into(),
        lines: game.lines,
        pieces: game.pieces,
        tetrises: game.plain[3],
        capped: !game.topped_out,
        fitness: worth,
    })
}

/// What the games of a seed come to together: sums, and the mean fitness.
pub fn together(games: &[GameResult]) -> GameResult {
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

/// Where the champion puts its piece and whether it holds first; `None` without a move, and once `stop` says so.
pub(super) fn decided(
    search: &mut Search,
    state: &State,
    weights: &Weights,
    placing: &Placing,
    stop: Stop,
) -> Option<(Placement, bool)> {
    let choice = search.think(state, weights, placing.nodes.into(), &mut || stop())?;
    (!stop()).then_some((choice.placement, choice.hold))
}
