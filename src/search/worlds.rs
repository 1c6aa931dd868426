//! What nobody knows yet, guessed several times: the pieces after those on show, and the column of the hole in garbage that waits.
//!
//! A search that takes one guess for the truth builds on it. Each world is searched by itself, and the first moves are voted on.
//! Guesses follow from the position alone, so that the same position has the same worlds on every machine.

use super::state::State;
use crate::movegen::Placement;
use crate::rules::random::Purpose;
use crate::rules::{PieceKind, Random};

/// Pieces guessed after those on show.
const GUESSED: usize = 2;
/// Nodes that are worth a world more.
const NODES: u64 = 8_000;
/// The most worlds.
pub(super) const MOST: u64 = 8;
/// With fewer nodes than this nothing is guessed: a beam over more pieces would be too narrow to be of use.
const LEAST: u64 = 2_000;

/// One course of what is to come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct World {
    /// The falling piece, those on show, and guesses after them.
    pub queue: Vec<PieceKind>,
    /// Garbage: the number of the piece it rises with, and whether it does so for certain.
    pub due: u8,
    /// Whether clears neither cancel it nor keep it waiting.
    pub certain: bool,
    /// The column of its hole.
    pub hole: usize,
}

/// What the search of a world came to.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// The first move of the best line, as a place in `firsts`.
    pub first: usize,
    /// What the line is worth.
    pub worth: f32,
    /// Positions that were made and valued.
    pub nodes: u64,
    /// Pieces looked ahead.
    pub depth: u32,
    /// The first moves: where the piece goes, and whether it is held first.
    pub firsts: Vec<(Placement, bool)>,
    /// The best that each first move led to, as far as any was kept to the end; empty when the search did not get there.
    pub finals: Vec<f32>,
}

/// The worlds to look at with so many nodes.
pub(super) fn worlds(state: &State, budget: u64) -> Vec<World> {
    let count = (budget / NODES).clamp(1, MOST) as usize;
    let guessed = if budget < LEAST { 0 } else { GUESSED };
    let seed = state.field().hash();
    (0..count)
        .map(|at| {
            let mut random = Random::new(seed.wrapping_add(at as u64), Purpose::Search);
            let mut queue = state.queue.clone();
            let mut bag = state.bag.clone();
            // Whoever counts knows no order.
            bag.sort_unstable_by_key(|kind| kind.index());
            for _ in 0..guessed {
                if bag.is_empty() {
                    bag.extend((0..7).filter_map(PieceKind::from_index));
                }
                queue.push(bag.swap_remove(random.below(bag.len() as u32) as usize));
            }
            // Spread over the columns, each as likely as the others.
            // Taken in 64 bits: the same column where `usize` has 32.
            let hole = ((seed % 10) as usize + at * 10 / count) % 10;
            World { queue, due: state.garbage.due, certain: state.garbage.certain, hole }
        })
        .collect()
}
