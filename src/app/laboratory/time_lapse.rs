//! The time-lapse of a run: the same game, played by one generation after the other, side by side.

use super::genome_game::GenomeGame;
use crate::doors::threads::{self, Thread};
use crate::storage::generation;
use std::path::{Path, PathBuf};

/// The most boards at once.
const BOARDS: usize = 8;

/// A generation and its best player's game.
#[derive(Debug)]
pub struct PlayedGeneration {
    /// The number of the generation.
    pub generation: u32,
    /// The game of this generation, placement by placement.
    pub game: GenomeGame,
}

/// A run's generations, each at the same game.
#[derive(Debug)]
pub struct TimeLapse {
    folder: PathBuf,
    generations: Vec<u32>,
    reading: Option<Thread<Result<Vec<PlayedGeneration>, String>>>,
    /// The boards, from the earliest generation on.
    pub boards: Vec<PlayedGeneration>,
    /// Why there are none, in one line.
    pub problem: Option<String>,
}

impl TimeLapse {
    /// Reads these generations of the run in a folder on another thread; of many those are shown whose numbers double: 0, 1, 2,
    /// 4 and so on, and the last.
    pub fn of(folder: &Path, recipe: &str, generations: &[u32]) -> Self {
        let numbers = shown(generations);
        let paths: Vec<PathBuf> =
            numbers.into_iter().map(|number| folder.join(generation::file_name(recipe, number))).collect();
        let read = move || paths.iter().map(|path| board(path)).collect::<Result<Vec<_>, String>>();
        let reading = threads::spawn("time-lapse", read);
        let problem = reading.as_ref().err().map(|error| format!("the generations cannot be read: {error}"));
        Self {
            folder: folder.to_owned(),
            generations: generations.to_vec(),
            reading: reading.ok(),
            boards: Vec::new(),
            problem,
        }
    }

    /// Whether it is of these generations of the run in a folder.
    pub fn is_of(&self, folder: &Path, generations: &[u32]) -> bool {
        self.folder == folder && self.generations == generations
    }

    /// Whether its generations are still being read.
    pub const fn is_reading(&self) -> bool {
        self.reading.is_some()
    }

    /// Plays on for this much time.
    pub fn advance(&mut self, seconds: f32) {
        if let Some(reading) = self.reading.take_if(|reading| reading.is_finished()) {
            match reading.join() {
                Some(Ok(boards)) => self.boards = boards,
                Some(Err(line)) => self.problem = Some(line),
                None => self.problem = Some("the generations could not be read".to_owned()),
            }
        }
        self.boards.iter_mut().for_each(|board| board.game.advance(seconds));
    }
}

/// The game of a saved generation's best.
fn board(path: &Path) -> Result<PlayedGeneration, String> {
    let saved = generation::read(path).map_err(|error| error.to_string())?;
    let best = saved.ranking().first().copied().unwrap_or(0);
    // Every generation plays the first held-out game, which none has learned from.
    let seed = saved.held_out.seeds.first().copied().unwrap_or(saved.seed);
    let game = saved.genomes.get(best).and_then(|genome| GenomeGame::of(&saved.recipe, genome, seed));
    let game = game.ok_or_else(|| format!("{}: its players search, which is not shown here", path.display()))?;
    Ok(PlayedGeneration { generation: saved.generation, game })
}

/// The generations that are shown of those that there are.
fn shown(generations: &[u32]) -> Vec<u32> {
    if generations.len() <= BOARDS {
        return generations.to_vec();
    }
    let (first, last) = (generations[0], generations[generations.len() - 1]);
    let doubling = (0..).map(|power| if power == 0 { 0 } else { 1u32 << (power - 1) }).map(|step| first + step);
    let mut numbers: Vec<u32> =
        doubling.take_while(|number| *number < last).filter(|number| generations.contains(number)).collect();
    // The early ones are alike; the last is what everybody wants to see.
    while numbers.len() >= BOARDS {
        numbers.remove(1);
    }
    numbers.push(last);
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_generations_are_all_shown_and_of_many_those_that_double_and_the_last() {
        let up_to = |last: u32| (0..=last).collect::<Vec<_>>();
        assert_eq!(shown(&up_to(5)), [0, 1, 2, 3, 4, 5]);
        assert_eq!(shown(&up_to(20)), [0, 1, 2, 4, 8, 16, 20]);
        assert_eq!(shown(&up_to(100)), [0, 2, 4, 8, 16, 32, 64, 100]);
        assert_eq!(shown(&[]), [] as [u32; 0]);
    }
}
