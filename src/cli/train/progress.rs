//! What a person sees while a population trains: a grid of the genomes, the figures so far, speed and time left.
//!
//! On a terminal a picture that is drawn over; elsewhere one line a generation.

use crate::doors::Moment;
use crate::train::{GameResult, Generation, Progress};
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Cells of the grid in a row.
const COLUMNS: usize = 50;
/// Its most rows; with more genomes than cells a cell stands for several.
const ROWS: usize = 6;
/// How often the picture is drawn, at most.
const FRAME: Duration = Duration::from_millis(80);

/// The progress of a run.
pub(super) struct Screen {
    bar: ProgressBar,
    population: usize,
    last_generation: u32,
    began: Moment,
    state: Mutex<State>,
}

/// The run in numbers.
pub(super) struct Totals {
    pub(super) pieces: u64,
    pub(super) seconds: f64,
}

struct State {
    generation: u32,
    started: Moment,
    drawn: Moment,
    /// Which genomes are done.
    done: Vec<bool>,
    played: usize,
    games: usize,
    best: GameResult,
    fitness_sum: f64,
    score_sum: u64,
    /// Held-out games done and to do.
    held_out: (usize, usize),
    pieces: u64,
    pieces_before: u64,
    last_took: Option<Duration>,
}

impl Screen {
    pub(super) fn new(population: usize, last_generation: u32) -> Self {
        let terminal = std::io::stderr().is_terminal();
        let target = if terminal { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template("{msg}") {
            bar.set_style(style);
        }
        let now = Moment::now();
        let state = State {
            generation: 0,
            started: now,
            drawn: now,
            done: vec![false; population],
            played: 0,
            games: 0,
            best: GameResult::default(),
            fitness_sum: 0.0,
            score_sum: 0,
            held_out: (0, 0),
            pieces: 0,
            pieces_before: 0,
            last_took: None,
        };
        Self { bar, population, last_generation, began: now, state: Mutex::new(state) }
    }

    /// A generation is evaluated and saved: one line about it stays.
    pub(super) fn evaluated(&self, generation: &Generation) {
        let mut state = self.state();
        let took = state.started.elapsed();
        let speed = (state.pieces - state.pieces_before) as f64 / took.as_secs_f64().max(1e-9);
        let held_out = generation.held_out.ranking.first().map_or(0.0, |best| best.score);
        let figures = &generation.figures;
        let line = format!(
            "generation {:>2}: score best {} mean {:.0}, fitness best {:.0} mean {:.0}, held-out {held_out:.0}, \
             {speed:.0} pieces/s, {:.1} s",
            generation.generation,
            figures.best_score,
            figures.mean_score,
            figures.best_fitness,
            figures.mean_fitness,
            took.as_secs_f64(),
        );
        state.last_took = Some(took);
        drop(state);
        if self.bar.is_hidden() { eprintln!("{line}") } else { self.bar.println(line) }
    }

    /// Takes the picture away.
    pub(super) fn finish(&self) -> Totals {
        self.bar.finish_and_clear();
        Totals { pieces: self.state().pieces, seconds: self.began.elapsed().as_secs_f64() }
    }

    /// Numbers to look at survive a panic on another thread.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn draw(&self, state: &mut State) {
        if self.bar.is_hidden() || state.drawn.elapsed() < FRAME {
            return;
        }
        state.drawn = Moment::now();
        self.bar.set_message(self.picture(state));
    }

    fn picture(&self, state: &State) -> String {
        let games = state.games.max(1) as f64;
        let took = state.started.elapsed();
        let speed = (state.pieces - state.pieces_before) as f64 / took.as_secs_f64().max(1e-9);
        let stage = match state.held_out {
            (_, 0) => format!("{} of {} genomes", state.played, self.population),
            (done, games) => format!("held-out game {done} of {games}"),
        };
        format!(
            "{}generation {} of {}, {stage}\nbest score {}, mean {:.0}; best fitness {:.0}, mean {:.0}\n\
             {speed:.0} pieces/s, {}",
            grid(&state.done),
            state.generation,
            self.last_generation,
            state.best.score,
            state.score_sum as f64 / games,
            state.best.fitness,
            state.fitness_sum / games,
            self.time_left(state, took),
        )
    }

    /// From the games of this generation that are done, and the last generation for those to come.
    fn time_left(&self, state: &State, took: Duration) -> String {
        if state.played == 0 {
            return "time left unknown".to_owned();
        }
        let whole = took.mul_f64(self.population as f64 / state.played as f64);
        let later = self.last_generation.saturating_sub(state.generation);
        let each = state.last_took.map_or(whole, |last| last.max(whole));
        let left = whole.saturating_sub(took) + each * later;
        format!("about {} left", HumanDuration(left))
    }
}

impl Progress for Screen {
    fn started(&self, generation: u32, genomes: usize) {
        let mut state = self.state();
        state.generation = generation;
        state.started = Moment::now();
        state.done = vec![false; genomes];
        state.played = 0;
        state.games = 0;
        state.best = GameResult::default();
        state.fitness_sum = 0.0;
        state.score_sum = 0;
        state.held_out = (0, 0);
        state.pieces_before = state.pieces;
    }

    fn played(&self, index: usize, result: &GameResult) {
        let mut state = self.state();
        // In later heats a genome plays on.
        if !std::mem::replace(&mut state.done[index], true) {
            state.played += 1;
        }
        state.games += 1;
        state.fitness_sum += result.fitness;
        state.score_sum += result.score;
        state.pieces += u64::from(result.pieces);
        state.best.score = state.best.score.max(result.score);
        state.best.fitness = state.best.fitness.max(result.fitness);
        self.draw(&mut state);
    }

    fn held_out(&self, games: usize) {
        self.state().held_out = (0, games);
    }

    fn held_out_played(&self, result: &GameResult) {
        let mut state = self.state();
        state.held_out.0 += 1;
        state.pieces += u64::from(result.pieces);
        self.draw(&mut state);
    }
}

/// Rows of cells that fill as their genomes are done.
fn grid(done: &[bool]) -> String {
    const FILLED: [char; 5] = ['\u{b7}', '\u{2591}', '\u{2592}', '\u{2593}', '\u{2588}'];
    let share = done.len().div_ceil(COLUMNS * ROWS).max(1);
    let cells: Vec<char> = done
        .chunks(share)
        .map(|cell| FILLED[cell.iter().filter(|done| **done).count() * (FILLED.len() - 1) / cell.len()])
        .collect();
    cells.chunks(COLUMNS).map(|row| row.iter().chain(&['\n']).collect::<String>()).collect()
}
