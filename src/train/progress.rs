//! Who is told how a round goes.

use super::game::GameResult;

/// Told what happens while results come in.
pub trait Progress {
    /// A generation's games begin.
    fn started(&self, _generation: u32, _genomes: usize) {}
    /// A game of the genome at `index` has ended.
    fn played(&self, _index: usize, _result: &GameResult) {}
    /// The held-out games begin.
    fn held_out(&self, _games: usize) {}
    /// A held-out game has ended.
    fn held_out_played(&self, _result: &GameResult) {}
}

/// Progress that nobody looks at.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {}
