//! Worlds: guesses of what nobody knows yet, which are the pieces after those on show and the column of the hole in
//! garbage that waits.
//!
//! A search that takes one guess for the truth builds on it. So each world is searched by itself, and the worlds vote
//! on the first move. Guesses follow from the position alone, so that the same position has the same worlds on every
//! machine.

use super::state::State;
use crate::movegen::Move;
use crate::rules::random::Purpose;
use crate::rules::{PieceKind, Random};

/// How many pieces are guessed after those on show.
const GUESSED: usize = 2;
/// How many nodes the budget of a decision must have for each world that it looks at.
const NODES: u64 = 8_000;
/// The most worlds that a decision looks at.
pub(super) const MAX_WORLDS: u64 = 8;
/// With fewer nodes than this nothing is guessed: a beam over more pieces would be too narrow to be of use.
const LEAST: u64 = 2_000;

/// One possible course of what is to come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct World {
    /// The falling piece, those on show, and guesses after them.
    pub queue: Vec<PieceKind>,
    /// The number of the piece with whose lock the waiting garbage rises; 1 is the falling piece.
    pub due: u8,
    /// Whether clears neither cancel the waiting garbage nor keep it waiting.
    pub certain: bool,
    /// The column of the hole in the waiting garbage.
    pub hole: usize,
}

/// The result of the search of one world.
#[derive(Clone, Debug)]
pub(super) struct WorldSearchResult {
    /// The first move of the best line, as an index in `firsts`.
    pub first: usize,
    /// The value of the best line of moves.
    pub worth: f32,
    /// How many positions were made and valued.
    pub nodes: u64,
    /// How many pieces the search looked ahead.
    pub depth: u32,
    /// The moves of the piece that comes now, among which the worlds choose.
    pub firsts: Vec<Move>,
    /// The best value that each first move led to, minus infinity where none of its lines was kept to the end; empty
    /// when the search did not get there.
    pub finals: Vec<f32>,
}

/// The worlds to look at with a budget of this many nodes: one to eight.
pub(super) fn guess_worlds_for_budget(state: &State, budget: u64) -> Vec<World> {
    let count = (budget / NODES).clamp(1, MAX_WORLDS) as usize;
    guess(state, count, if budget < LEAST { 0 } else { GUESSED })
}

/// `count` worlds of a position, each with the usual number of guessed pieces, however many nodes are spent on it.
pub(super) fn guess_worlds(state: &State, count: usize) -> Vec<World> {
    guess(state, count, GUESSED)
}

/// `count` worlds with this many guessed pieces each.
fn guess(state: &State, count: usize, guessed: usize) -> Vec<World> {
    let seed = state.bitboard().hash();
    // Where no piece falls there is nothing to decide about but the held one.
    let guessed = if state.queue.is_empty() { 0 } else { guessed };
    (0..count)
        .map(|at| {
            let mut random = Random::new(seed.wrapping_add(at as u64), Purpose::Search);
            let mut queue = state.searched_queue();
            let mut bag = state.bag.clone();
            // A player who counts pieces knows what is left in the bag, but not in which order.
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
