//! The time-lapse of a run: the same game, played by one generation after the other, side by side.

use super::genome_game::GenomeGame;
use super::run_reading::RunReading;
use crate::doors::steps::{Step, StepwiseWork};
use crate::doors::threads::Priority;
use crate::storage::generation;
use std::path::{Path, PathBuf};

/// The most boards that are shown at once.
const BOARDS: usize = 8;

/// A generation, and the game of its best player.
#[derive(Debug)]
pub struct PlayedGeneration {
    /// The number of the generation.
    pub generation: u32,
    /// The game of the best player, placement by placement.
    pub game: GenomeGame,
}

/// Generations of a run whose best players play the same game side by side, the earliest first. They are asked for by
/// the folder of the run and the numbers of its generations.
pub type TimeLapseReading = RunReading<(PathBuf, Vec<u32>), Vec<PlayedGeneration>>;

impl TimeLapseReading {
    /// Begins to read these generations of a run of this recipe, beside the frames. Of more than eight generations,
    /// eight at most are shown: those whose places double, 0, 1, 2, 4 and so on, and the last. The games of those that
    /// are `known` already go on.
    pub(super) fn begin_reading(of: (PathBuf, Vec<u32>), recipe: &str, mut known: Vec<PlayedGeneration>) -> Self {
        let (folder, mut numbers) = (&of.0, shown(&of.1));
        known.retain(|board| numbers.contains(&board.generation));
        numbers.retain(|number| known.iter().all(|board| board.generation != *number));
        let paths: Vec<PathBuf> =
            numbers.into_iter().map(|number| folder.join(generation::file_name(recipe, number))).collect();
        let (mut paths, mut boards) = (paths.into_iter(), Vec::new());
        let step = move || match paths.next().map(|path| board(&path)) {
            Some(Ok(board)) => {
                boards.push(board);
                Step::More
            }
            Some(Err(line)) => Step::Done(Err(line)),
            None => Step::Done(Ok(std::mem::take(&mut boards))),
        };
        let mut reading = Self::new(of, StepwiseWork::begin(Priority::Usual, "time-lapse", step));
        reading.found = known;
        reading
    }

    /// Plays all games on for this many seconds. Takes the boards first if the generations have been read.
    pub(super) fn advance(&mut self, seconds: f32) {
        let known = std::mem::take(&mut self.found);
        self.poll();
        // Boards beside an error would hide its line.
        if self.problem.is_none() {
            self.found.extend(known);
        }
        self.found.sort_by_key(|board| board.generation);
        self.found.iter_mut().for_each(|board| board.game.advance(seconds));
        if let Some(line) = self.found.iter().find_map(|board| board.game.problem()) {
            self.problem = Some(line.to_owned());
            self.found.clear();
        }
    }
}

/// Reads a saved generation and begins the game of its best player. An error is a line for the user.
fn board(path: &Path) -> Result<PlayedGeneration, String> {
    let saved = generation::read(path).map_err(|error| error.to_string())?;
    let best = saved.ranked_indices().first().copied().unwrap_or(0);
    // Every generation plays the first held-out game, which none has learned from.
    let seed = saved.held_out.seeds.first().copied().unwrap_or(saved.seed);
    let game = saved.genomes.get(best).and_then(|genome| GenomeGame::from_recipe(&saved.recipe, genome, seed));
    let game = game.ok_or_else(|| format!("{}: its best player does not fit its recipe", path.display()))?;
    Ok(PlayedGeneration { generation: saved.generation, game })
}

/// The numbers of the generations that are shown, out of all that are saved: eight at most.
fn shown(generations: &[u32]) -> Vec<u32> {
    if generations.len() <= BOARDS {
        return generations.to_vec();
    }
    let last = generations.len() - 1;
    let doubling = std::iter::successors(Some(0), |at: &usize| Some((2 * at).max(1)));
    let mut numbers: Vec<u32> = doubling.take_while(|at| *at < last).map(|at| generations[at]).collect();
    // The second is left out first, since early generations play alike. The last is always shown.
    while numbers.len() >= BOARDS {
        numbers.remove(1);
    }
    numbers.push(generations[last]);
    numbers
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::app::laboratory::Laboratory;
    use crate::doors::threads;
    use crate::runs::{SavedRun, read_run};
    use std::time::Duration;

    #[test]
    fn the_games_of_a_run_in_progress_go_on_when_a_further_generation_is_saved() {
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/generations/lin"));
        let (run, mut laboratory) = (read_run(folder).unwrap(), Laboratory::default());
        let mut played = |count: usize, seconds: f32| -> Vec<(u32, u32)> {
            let generations = run.generations[..count].to_vec();
            laboratory.saved = vec![SavedRun::new(folder, &run.recipe, run.seed, generations)];
            for _ in 0..30_000 {
                if laboratory.lapse_of(0, 0.0).unwrap().found.len() == count {
                    break;
                }
                threads::sleep(Duration::from_millis(1));
            }
            let lapse = laboratory.lapse_of(0, seconds).unwrap();
            lapse.found.iter().map(|board| (board.generation, board.game.result().pieces)).collect()
        };
        let before = played(2, 1.0);
        assert!(before.iter().all(|(_, pieces)| *pieces > 1), "{before:?}");
        let after = played(3, 0.0);
        assert_eq!((after.len(), &after[..2]), (3, before.as_slice()));
    }

    #[test]
    fn a_further_generation_that_cannot_be_read_is_told_in_the_place_of_the_games() {
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/generations/lin"));
        let known = vec![board(&folder.join(generation::file_name("lin", 0))).unwrap()];
        let missing = 9000;
        let mut lapse = TimeLapseReading::begin_reading((folder.to_owned(), vec![0, missing]), "lin", known);
        for _ in 0..30_000 {
            lapse.advance(0.0);
            if lapse.problem.is_some() {
                break;
            }
            threads::sleep(Duration::from_millis(1));
        }
        let name = generation::file_name("lin", missing);
        assert!(lapse.problem.as_ref().is_some_and(|line| line.contains(&name)), "{:?}", lapse.problem);
        assert!(lapse.found.is_empty());
    }

    #[test]
    fn few_generations_are_all_shown_and_of_many_those_that_double_and_the_last() {
        let up_to = |last: u32| (0..=last).collect::<Vec<_>>();
        assert_eq!(shown(&up_to(5)), [0, 1, 2, 3, 4, 5]);
        assert_eq!(shown(&up_to(20)), [0, 1, 2, 4, 8, 16, 20]);
        assert_eq!(shown(&up_to(100)), [0, 2, 4, 8, 16, 32, 64, 100]);
        let each_fifth: Vec<u32> = (0..=20).map(|at| at * 5).collect();
        assert_eq!(shown(&each_fifth), [0, 5, 10, 20, 40, 80, 100]);
        assert_eq!(shown(&[]), [] as [u32; 0]);
    }
}
