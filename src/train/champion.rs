//! Training the champion: its games alone, without garbage and with it, and what they are worth.
//!
//! The search and its weights are `champion`'s; this makes a recipe's players and games of them. Knows no files, no clock.

use super::game::GameResult;
use crate::ai::Brain;
use crate::rules::Rules;
use crate::search::{Drip, Search, Solo, SoloResult, Weights, solo};
use serde::{Deserialize, Serialize};

/// How a recipe's genomes search and play, if they are weights of the champion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Placing {
    /// Nodes a piece.
    pub nodes: u32,
    /// Rows of garbage at a time, in the second of the two games of a seed.
    pub rows: u8,
    /// Pieces between.
    pub every: u8,
    /// What each piece that a lost game lacks takes from its lines, in thousandths.
    pub lost: u16,
}

/// Someone who plays a recipe's games.
#[derive(Clone, Debug)]
pub enum Player {
    /// A brain, by straight drops.
    Brain(Box<Brain>),
    /// Weights of the champion, by its search.
    Champion(Box<Weights>),
}

/// Plays both games of a seed, `pieces` each. Score is lines sent, fitness those a piece with what lost games lack taken off.
pub fn play(weights: &Weights, placing: &Placing, rules: &Rules, pieces: u32, seed: u64) -> GameResult {
    let mut search = Search::new(rules);
    let drip = Drip { rows: placing.rows, pieces: placing.every.into() };
    let games = [None, Some(drip)].map(|drip| {
        solo::play(&Solo { rules: *rules, pieces, drip }, seed, |state| {
            let choice = search.think(state, weights, placing.nodes.into(), &mut || false)?;
            Some((choice.placement, choice.hold))
        })
    });
    let lost = f64::from(placing.lost) / 1000.0;
    let worth = |game: &SoloResult| {
        (f64::from(game.attack) - lost * f64::from(pieces - game.pieces)) / f64::from(pieces.max(1))
    };
    let sum = |of: fn(&SoloResult) -> u32| games.iter().map(of).sum::<u32>();
    GameResult {
        score: sum(|game| game.attack).into(),
        lines: sum(|game| game.lines),
        pieces: sum(|game| game.pieces),
        tetrises: sum(|game| game.plain[3]),
        capped: games.iter().all(|game| !game.topped_out),
        fitness: games.iter().map(worth).sum::<f64>() / games.len() as f64,
    }
}
