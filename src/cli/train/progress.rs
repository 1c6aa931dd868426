//! The progress of a training for the user: a grid of the genomes, the figures so far, the speed and the time left.
//!
//! On a terminal this is a picture that is drawn over and over; elsewhere there is one line for each generation.

use crate::cli::note;
use crate::cli::output::printable;
use crate::doors::Moment;
use crate::runs::{RunMonitor, RunObservation};
use crate::train::summary::shown_fitness as shown;
use crate::train::{Generation, GenerationFigures};
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use std::time::Duration;

/// How many cells a row of the grid has.
const COLUMNS: usize = 50;
/// The most rows of the grid. Where there are more genomes than cells, a cell stands for several.
const ROWS: usize = 6;
/// The least time from one drawing of the picture to the next.
const FRAME: Duration = Duration::from_millis(80);

/// The progress of a run on the screen.
pub(super) struct ProgressDisplay {
    bar: ProgressBar,
    last_generation: u32,
    drawn: Moment,
}

impl ProgressDisplay {
    pub(super) fn new(last_generation: u32) -> Self {
        let bar = ProgressBar::no_length();
        if let Ok(style) = ProgressStyle::with_template("{msg}") {
            bar.set_style(style);
        }
        Self { bar, last_generation, drawn: Moment::now() }
    }

    /// Writes a line that is not drawn over, without what steers a terminal.
    pub(super) fn say(&self, line: &str) {
        if self.bar.is_hidden() { note(line) } else { self.bar.println(printable(line)) }
    }

    /// Writes a line about a generation that has been evaluated and saved.
    pub(super) fn write_evaluated(&self, generation: &Generation, reading: &RunObservation) {
        let held_out = generation.held_out.ranking.first().map_or(0.0, |best| best.score);
        let (number, took) = (generation.generation, reading.last_took.unwrap_or_default().as_secs_f64());
        let GenerationFigures { best_score, mean_score, best_fitness, mean_fitness, .. } = generation.figures;
        let ([best, mean], speed) = ([best_fitness, mean_fitness].map(shown), reading.speed);
        self.say(&format!(
            "generation {number:>2}: score best {best_score} mean {mean_score:.0}, fitness best {best} mean {mean}, \
             held-out {held_out:.0}, {speed:.0} pieces/s, {took:.1} s"
        ));
    }

    /// Draws the picture, unless it was drawn less than [`FRAME`] ago.
    pub(super) fn draw(&mut self, monitor: &RunMonitor) {
        if !self.bar.is_hidden() && self.drawn.elapsed() >= FRAME {
            self.drawn = Moment::now();
            self.bar.set_message(self.picture(&monitor.observation()));
        }
    }

    /// Removes the picture at the end of the run.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn picture(&self, reading: &RunObservation) -> String {
        let games = reading.games.max(1) as f64;
        let stage = match (reading.held_out, reading.heat_games_done_and_total()) {
            ((_, 0), Some((done, games))) => format!("game {done} of about {games} in heats"),
            ((_, 0), None) => format!("{} of {} genomes", reading.played, reading.genomes.len()),
            ((done, games), _) => format!("held-out game {done} of {games}"),
        };
        let done: Vec<bool> = reading.genomes.iter().map(|genome| genome.games > 0).collect();
        let left = reading.time_left(self.last_generation);
        let left = left.map_or("time left unknown".to_owned(), |left| format!("about {} left", HumanDuration(left)));
        format!(
            "{}generation {} of {}, {stage}\nbest score {}, mean {:.0}; best fitness {}, mean {}\n\
             {:.0} pieces/s, {left}",
            grid(&done),
            reading.generation,
            self.last_generation,
            reading.best.score,
            reading.score_sum as f64 / games,
            shown(reading.best.fitness),
            shown(reading.fitness_sum / games),
            reading.speed,
        )
    }
}

/// The rows of the grid, whose cells fill as their genomes have played.
fn grid(done: &[bool]) -> String {
    const FILLED: [char; 5] = ['\u{b7}', '\u{2591}', '\u{2592}', '\u{2593}', '\u{2588}'];
    let share = done.len().div_ceil(COLUMNS * ROWS).max(1);
    let cells: Vec<char> = done
        .chunks(share)
        .map(|cell| FILLED[cell.iter().filter(|done| **done).count() * (FILLED.len() - 1) / cell.len()])
        .collect();
    cells.chunks(COLUMNS).map(|row| row.iter().chain(&['\n']).collect::<String>()).collect()
}
