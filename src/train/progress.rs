//! The trait that is called while a round goes on, to show its progress.

use super::game::GameResult;

/// A listener whose methods are called as the results of a round come in. By default they do nothing.
pub trait Progress {
    /// Called when the games of a generation with this number of genomes begin: about `games` of them, heats included.
    fn generation_started(&self, _generation: u32, _genomes: usize, _games: usize) {}
    /// Called when a game of the genome at `index` has ended, with its result as it counts for the genome. A game that
    /// counts against that of the opposite genome is told once both have ended.
    fn game_played(&self, _index: usize, _result: &GameResult) {}
    /// Called when the held-out games begin: `games` of them, over all genomes that play them.
    fn held_out_started(&self, _games: usize) {}
    /// Called when all parts of a held-out game have ended.
    fn held_out_game_played(&self, _result: &GameResult) {}
}

/// A [`Progress`] that shows nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct SilentProgress;

impl Progress for SilentProgress {}
