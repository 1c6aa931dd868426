//! Moves of one position compared: the best line that begins with each, in the same guessed worlds.
//!
//! A decision keeps the lines that are better than others, so that it says little of a move that was not chosen. Here
//! each move has a search of its own, with nodes of its own: values of the same world can be subtracted.

use super::beam::Beam;
use super::state::State;
use super::weights::Weights;
use super::worlds::guess_worlds;
use crate::movegen::{AllowedMoves, Move};
use crate::rules::Rules;

/// The most memory that a search of one move takes, in bytes.
const MEMORY: u64 = 64 << 20;

/// Compares moves of a position, and keeps the memory of the search for the next position.
#[derive(Clone, Debug)]
pub struct MoveComparer {
    beam: Beam,
}

impl MoveComparer {
    /// A comparer under these rules, on a board of the usual size.
    pub fn new(rules: &Rules) -> Self {
        Self { beam: Beam::new(rules, AllowedMoves::of(rules), MEMORY) }
    }

    /// For each of `worlds` worlds what each move is worth there, in the order of `moves`: the value of the best line
    /// that begins with it, found with about `nodes` nodes, in the units of the weights. `None` where every line from a
    /// move is lost before the known and guessed pieces are used up, and for a move that cannot be made.
    pub fn values_by_world(
        &mut self,
        state: &State,
        weights: &Weights,
        moves: &[Move],
        worlds: usize,
        nodes: u64,
    ) -> Vec<Vec<Option<f32>>> {
        let weights = weights.for_position(state);
        let worlds = guess_worlds(state, worlds);
        let mut value = |world, first| self.beam.value_of_first_move(first, state, world, &weights, nodes);
        worlds.iter().map(|world| moves.iter().map(|&first| value(world, first)).collect()).collect()
    }
}
