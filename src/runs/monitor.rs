//! What is known of a run while it goes: every genome's state, the figures of the round, and the generations so far.
//!
//! The run writes it on its own thread; whoever shows it takes a [`Observation`] as often as he likes.

use crate::doors::Moment;
use crate::train::summary::Summary;
use crate::train::{GameResult, Generation, Progress, Round, Trainer};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// What a genome of the round does at the moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GenomeState {
    /// None of its games has begun.
    #[default]
    Waiting,
    /// One of its games is being played.
    Playing,
    /// It has played, and plays no game now.
    Done,
}

/// A genome of the round in progress.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cell {
    /// What its last game came to, with the mean fitness of its games so far.
    pub result: GameResult,
    /// Games that it has played.
    pub games: u32,
}

/// A run at one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Observation {
    /// The number of the generation in progress.
    pub generation: u32,
    /// The round in progress, or the last one.
    pub round: Option<Arc<Round>>,
    /// The genomes of the generation in progress, in the order of the population.
    pub cells: Vec<Cell>,
    /// The genomes whose games are being played.
    pub playing: Vec<usize>,
    /// Genomes that have played.
    pub played: usize,
    /// Games that have ended, but for held-out ones.
    pub games: usize,
    /// The highest score and fitness of a game.
    pub best: GameResult,
    /// The sum of the fitness of all games.
    pub fitness_sum: f64,
    /// The sum of the scores of all games.
    pub score_sum: u64,
    /// Held-out games that have ended, and how many there are; the second is 0 before they begin.
    pub held_out: (usize, usize),
    /// Pieces of all games that have ended since the program began with the run.
    pub pieces: u64,
    /// Pieces a second in this round.
    pub speed: f64,
    /// How long the round has taken so far, but for pauses.
    pub took: Duration,
    /// How long the last round took.
    pub last_took: Option<Duration>,
    /// The generations that were evaluated, in their order. Shared, since they are many and looked at often.
    pub generations: Arc<Vec<Summary>>,
}

impl Observation {
    /// What a genome does at the moment.
    pub fn state_of(&self, genome: usize) -> GenomeState {
        match self.cells.get(genome) {
            _ if self.playing.contains(&genome) => GenomeState::Playing,
            Some(cell) if cell.games > 0 => GenomeState::Done,
            _ => GenomeState::Waiting,
        }
    }

    /// The share of the round's work that is done, 0-1, by genomes; the held-out games are its last tenth.
    pub fn share(&self) -> f64 {
        let part = |(done, all): (usize, usize)| done as f64 / all.max(1) as f64;
        match self.held_out {
            (_, 0) => 0.9 * part((self.played, self.cells.len())),
            held_out => 0.9 + 0.1 * part(held_out),
        }
    }

    /// How long the run will take to the end of generation `last`; `None` before anything is known.
    ///
    /// From the games of this round that are done, and from the last round for those to come.
    pub fn time_left(&self, last: u32) -> Option<Duration> {
        let later = last.checked_sub(self.generation)?;
        let share = self.share();
        let whole = match (share > 0.02, self.last_took) {
            (true, _) => self.took.div_f64(share),
            (false, Some(last)) => last.max(self.took),
            (false, None) => return None,
        };
        let each = self.last_took.map_or(whole, |last| (last + whole) / 2);
        Some(whole.saturating_sub(self.took) + each * later)
    }
}

/// Takes note of what a run does. Shared by its thread and by those who look.
#[derive(Debug)]
pub struct Monitor(Mutex<State>);

#[derive(Debug)]
struct State {
    reading: Observation,
    /// When the round began, or went on after a pause.
    since: Moment,
    /// How long the round took before that.
    before: Duration,
    pieces_before: u64,
    is_paused: bool,
}

impl Default for Monitor {
    fn default() -> Self {
        let (since, before) = (Moment::now(), Duration::ZERO);
        Self(Mutex::new(State { reading: Observation::default(), since, before, pieces_before: 0, is_paused: false }))
    }
}

impl Monitor {
    /// The run as it is now.
    pub fn reading(&self) -> Observation {
        let mut state = self.state();
        state.tell_time();
        state.reading.clone()
    }

    /// Adds generations that earlier programs evaluated.
    pub fn earlier(&self, generations: Vec<Summary>) {
        self.state().reading.generations = Arc::new(generations);
    }

    /// The clock of the round stands still from now on, or goes on.
    pub fn pause(&self, is_paused: bool) {
        let mut state = self.state();
        if is_paused != state.is_paused {
            state.before = state.took();
            (state.since, state.is_paused) = (Moment::now(), is_paused);
        }
    }

    /// This is the round in progress from now on.
    pub(super) fn begun(&self, round: &Round) {
        let round = Arc::new(round.clone());
        self.state().reading.round = Some(round);
    }

    /// A generation was evaluated and saved.
    pub(super) fn evaluated(&self, generation: &Generation) {
        // Worked out before anybody has to wait for it.
        let summary = Summary::of(generation);
        let mut state = self.state();
        state.tell_time();
        let took = state.took();
        state.reading.last_took = Some(took);
        let number = generation.generation;
        let generations = Arc::make_mut(&mut state.reading.generations);
        generations.retain(|earlier| earlier.generation < number);
        generations.push(summary);
    }

    /// These units of the trainer's round are being computed now.
    pub(super) fn computing(&self, trainer: &Trainer, units: &[u32]) {
        let playing = units.iter().filter_map(|&unit| trainer.unit(unit)).map(|unit| unit.genome as usize).collect();
        self.state().reading.playing = playing;
    }

    /// Numbers to look at survive a panic on another thread.
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn took(&self) -> Duration {
        self.before + if self.is_paused { Duration::ZERO } else { self.since.elapsed() }
    }

    fn tell_time(&mut self) {
        let took = self.took();
        self.reading.took = took;
        self.reading.speed = (self.reading.pieces - self.pieces_before) as f64 / took.as_secs_f64().max(1e-9);
    }
}

impl Progress for Monitor {
    fn started(&self, generation: u32, genomes: usize) {
        let mut state = self.state();
        (state.since, state.before) = (Moment::now(), Duration::ZERO);
        state.pieces_before = state.reading.pieces;
        let Observation { pieces, last_took, generations, .. } = std::mem::take(&mut state.reading);
        let cells = vec![Cell::default(); genomes];
        state.reading = Observation { generation, cells, pieces, last_took, generations, ..Observation::default() };
    }

    fn played(&self, index: usize, result: &GameResult) {
        let mut state = self.state();
        let reading = &mut state.reading;
        if let Some(cell) = reading.cells.get_mut(index) {
            reading.played += usize::from(cell.games == 0);
            let (fitness, games) = (cell.result.fitness, f64::from(cell.games));
            cell.result = GameResult { fitness: (fitness * games + result.fitness) / (games + 1.0), ..*result };
            cell.games += 1;
        }
        reading.games += 1;
        reading.fitness_sum += result.fitness;
        reading.score_sum += result.score;
        reading.pieces += u64::from(result.pieces);
        reading.best.score = reading.best.score.max(result.score);
        let best = if reading.games == 1 { result.fitness } else { reading.best.fitness.max(result.fitness) };
        reading.best.fitness = best;
    }

    fn held_out(&self, games: usize) {
        self.state().reading.held_out = (0, games);
    }

    fn held_out_played(&self, result: &GameResult) {
        let mut state = self.state();
        state.reading.held_out.0 += 1;
        state.reading.pieces += u64::from(result.pieces);
    }
}
