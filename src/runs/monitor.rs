//! What is known of a run in progress: the state of every genome, the figures of the round, and the generations so far.
//!
//! The thread of the run writes this into a [`RunMonitor`]. Other threads read it as a [`RunObservation`], as often as
//! they like.

use crate::doors::Moment;
use crate::doors::threads::unpoisoned;
use crate::train::summary::GenerationSummary;
use crate::train::{GameResult, Generation, Progress, Trainer, TrainingRound};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

/// What a genome of the round does at the moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GenomeState {
    /// No game of the genome has ended, and none is being played.
    #[default]
    Waiting,
    /// A game of the genome is being played.
    Playing,
    /// The genome has played at least one game, and plays none now.
    Done,
}

/// What a genome of the round in progress has played so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GenomeProgress {
    /// The result of the genome's last game, but with the mean fitness of all the genome's games so far. Before the
    /// first game, every figure is 0.
    pub result: GameResult,
    /// How many games the genome has played, without held-out ones.
    pub games: u32,
}

/// The state of a run at one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunObservation {
    /// The number of the generation in progress.
    pub generation: u32,
    /// The round in progress, or the last one; `None` before the first.
    pub round: Option<Arc<TrainingRound>>,
    /// What each genome of the generation in progress has played, in the order of the population.
    pub genomes: Vec<GenomeProgress>,
    /// The genomes that are playing, by their places in the population from 0, held-out games included. A genome is
    /// listed once for each part of a game that is being computed.
    pub playing: Vec<usize>,
    /// How many genomes have played at least one game.
    pub played: usize,
    /// How many games of the round have ended, without held-out ones.
    pub games: usize,
    /// About how many games the population plays in the round, heats included.
    pub games_of_round: usize,
    /// The highest score and the highest fitness of a game in this round, which need not be the same game. The other
    /// figures are not used.
    pub best: GameResult,
    /// The sum of the fitness of all games that `games` counts.
    pub fitness_sum: f64,
    /// The sum of the scores of all games that `games` counts.
    pub score_sum: u64,
    /// How many held-out games of the round have ended, and how many there are. The second is 0 before they begin.
    pub held_out: (usize, usize),
    /// How many pieces were placed in all games that have ended since the program began with the run, held-out games
    /// included.
    pub pieces: u64,
    /// How many pieces a second were placed in this round so far.
    pub speed: f64,
    /// The share of the round's work that an earlier program had done, from 0 to 1.
    pub share_before: f64,
    /// How long the round has taken this program so far, without pauses.
    pub took: Duration,
    /// How long the last round took, without pauses, or would have taken if this program had done all of it; `None`
    /// before a round has ended.
    pub last_took: Option<Duration>,
    /// The summaries of the generations that were evaluated, by number. They are shared, since they are many and read
    /// often.
    pub generations: Arc<Vec<GenerationSummary>>,
}

impl RunObservation {
    /// What the genome at this place of the population does at the moment; [`GenomeState::Waiting`] if there is none.
    pub fn genome_state(&self, genome: usize) -> GenomeState {
        match self.genomes.get(genome) {
            _ if self.playing.contains(&genome) => GenomeState::Playing,
            Some(cell) if cell.games > 0 => GenomeState::Done,
            _ => GenomeState::Waiting,
        }
    }

    /// How many games of heats have ended, and about how many there are. `None` as long as the games last that every
    /// genome plays, and where the recipe has no heats.
    pub fn heat_games_done_and_total(&self) -> Option<(usize, usize)> {
        let games = &self.round.as_ref()?.recipe.games;
        let first = self.genomes.len() * games.each as usize;
        let done = self.games.checked_sub(first).filter(|_| !games.heats.is_empty())?;
        Some((done, self.games_of_round.saturating_sub(first)))
    }

    /// The share of the round's work that is done, from 0 to 1. The first nine tenths count the games of the
    /// population, the last tenth the held-out games that have ended.
    pub fn round_share_done(&self) -> f64 {
        let part = |(done, all): (usize, usize)| done as f64 / all.max(1) as f64;
        match self.held_out {
            (_, 0) => 0.9 * part((self.games, self.games_of_round)).min(1.0),
            held_out => 0.9 + 0.1 * part(held_out),
        }
    }

    /// How long the run will take to the end of generation `last`. `None` while too little is known, and if the
    /// generation in progress comes after `last`.
    ///
    /// The time for this round follows from the share that this program has done, or from the last round while that
    /// share is 2 % or less. Each round to come is taken to last as long as the mean of this one and the last.
    pub fn time_left(&self, last: u32) -> Option<Duration> {
        let later = last.checked_sub(self.generation)?;
        let share = self.round_share_done();
        let done = share - self.share_before;
        let whole = match (done > 0.02, self.last_took) {
            (true, _) => self.took.div_f64(done),
            (false, Some(last)) => last.max(self.took),
            (false, None) => return None,
        };
        let each = self.last_took.map_or(whole, |last| (last + whole) / 2);
        Some(whole.mul_f64(1.0 - share) + each * later)
    }
}

/// The figures of a run in progress, shared by the thread of the run and the threads that show them.
#[derive(Debug)]
pub struct RunMonitor(Mutex<MonitorState>);

#[derive(Debug)]
struct MonitorState {
    reading: RunObservation,
    /// When the round began, or went on after a pause.
    since: Moment,
    /// How long the round had taken before `since`, without pauses.
    before: Duration,
    pieces_before: u64,
    is_paused: bool,
}

impl Default for RunMonitor {
    fn default() -> Self {
        let (reading, since, before) = (RunObservation::default(), Moment::now(), Duration::ZERO);
        Self(Mutex::new(MonitorState { reading, since, before, pieces_before: 0, is_paused: false }))
    }
}

impl RunMonitor {
    /// The state of the run at this moment.
    pub fn observation(&self) -> RunObservation {
        let mut state = self.state();
        state.tell_time();
        state.reading.clone()
    }

    /// Takes the generations that earlier programs evaluated, in place of those that are known so far.
    pub fn set_earlier_generations(&self, generations: Vec<GenerationSummary>) {
        self.state().reading.generations = Arc::new(generations);
    }

    /// Stops the clock of the round, or lets it go on.
    pub fn set_clock_paused(&self, is_paused: bool) {
        let mut state = self.state();
        if is_paused != state.is_paused {
            state.before = state.took();
            (state.since, state.is_paused) = (Moment::now(), is_paused);
        }
    }

    /// Notes that this round is in progress from now on.
    pub(super) fn note_round_begun(&self, round: &TrainingRound) {
        let round = Arc::new(round.clone());
        self.state().reading.round = Some(round);
    }

    /// Notes that the results so far come from an earlier program: neither speed nor time left counts them.
    pub(super) fn note_resumed(&self) {
        let mut state = self.state();
        // An earlier program has placed those pieces.
        state.reading.pieces = state.pieces_before;
        state.reading.share_before = state.reading.round_share_done();
    }

    /// Notes that all games of a generation have been played, and how long they took.
    pub(super) fn note_evaluated(&self, generation: &Generation) {
        // The summary is worked out, and those before it are copied, without the lock, so that no other thread waits
        // for it: who shows the run holds the list. Nobody but the thread of the run adds to it.
        let number = generation.generation;
        let earlier = Arc::clone(&self.state().reading.generations);
        let earlier = earlier.iter().filter(|earlier| earlier.generation < number).cloned();
        let generations = Arc::new(earlier.chain([GenerationSummary::of(generation)]).collect());
        let mut state = self.state();
        state.tell_time();
        let took = state.took().div_f64((1.0 - state.reading.share_before).max(0.02));
        state.reading.last_took = Some(took);
        state.reading.generations = generations;
    }

    /// Notes that these units of the trainer's round are being computed now. `units` has the numbers of the units.
    pub(super) fn note_computing(&self, trainer: &Trainer, units: &[u32]) {
        let playing =
            units.iter().filter_map(|&unit| trainer.find_work_unit(unit)).map(|unit| unit.genome as usize).collect();
        self.state().reading.playing = playing;
    }

    /// The figures behind the lock. They are also used after a panic on another thread, since they are only shown.
    fn state(&self) -> MutexGuard<'_, MonitorState> {
        unpoisoned(self.0.lock())
    }
}

impl MonitorState {
    fn took(&self) -> Duration {
        self.before + if self.is_paused { Duration::ZERO } else { self.since.elapsed() }
    }

    fn tell_time(&mut self) {
        let took = self.took();
        self.reading.took = took;
        self.reading.speed = (self.reading.pieces - self.pieces_before) as f64 / took.as_secs_f64().max(1e-9);
    }
}

impl Progress for RunMonitor {
    fn generation_started(&self, generation: u32, genomes: usize, games_of_round: usize) {
        let mut state = self.state();
        (state.since, state.before) = (Moment::now(), Duration::ZERO);
        state.pieces_before = state.reading.pieces;
        let RunObservation { pieces, last_took, generations, .. } = std::mem::take(&mut state.reading);
        let genomes = vec![GenomeProgress::default(); genomes];
        let earlier = RunObservation { pieces, last_took, generations, ..RunObservation::default() };
        state.reading = RunObservation { generation, genomes, games_of_round, ..earlier };
    }

    fn game_played(&self, index: usize, result: &GameResult) {
        let mut state = self.state();
        let reading = &mut state.reading;
        if let Some(cell) = reading.genomes.get_mut(index) {
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

    fn held_out_started(&self, games: usize) {
        self.state().reading.held_out = (0, games);
    }

    fn held_out_game_played(&self, result: &GameResult) {
        let mut state = self.state();
        state.reading.held_out.0 += 1;
        state.reading.pieces += u64::from(result.pieces);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::train::Recipe;

    #[test]
    fn a_genome_shows_the_mean_fitness_of_its_games_and_whether_it_plays() {
        let monitor = RunMonitor::default();
        let mut trainer = Trainer::new(Recipe { population: 4, ..Recipe::named("lin").unwrap() }, 1).unwrap();
        trainer.begin_round(&monitor);
        let last = std::iter::from_fn(|| trainer.hand_out()).last().unwrap();
        monitor.note_computing(&trainer, &[last.number, last.number + 1]);
        for (genome, fitness) in [(0, 1.0), (0, 2.0), (1, -4.0), (0, 6.0)] {
            monitor.game_played(genome, &GameResult { fitness, ..GameResult::default() });
        }
        let seen = monitor.observation();
        assert_eq!((seen.playing.as_slice(), last.genome), ([3].as_slice(), 3), "a unit that is not listed plays none");
        let states = [0, 2, 3].map(|genome| seen.genome_state(genome));
        assert_eq!(states, [GenomeState::Done, GenomeState::Waiting, GenomeState::Playing]);
        assert_eq!([0, 1].map(|genome| seen.genomes[genome].result.fitness), [3.0, -4.0]);
        assert_eq!((seen.played, seen.games, seen.best.fitness, seen.fitness_sum), (2, 4, 6.0, 5.0));
    }

    #[test]
    fn games_of_heats_are_told_once_every_genome_has_played() {
        let heats = |recipe: &str, games| {
            let recipe = Recipe::named(recipe).unwrap();
            let (each, games_of_round) = (recipe.games.each as usize, recipe.games.total_for_population(4));
            let (genomes, state, ladder) = (Vec::new(), Vec::new(), Vec::new());
            let round = TrainingRound { recipe, seed: 1, generation: 0, genomes, state, ladder, high_score: 0 };
            let (round, genomes) = (Some(Arc::new(round)), vec![GenomeProgress::default(); 4]);
            RunObservation { round, genomes, games: 4 * each + games - 1, games_of_round, ..RunObservation::default() }
                .heat_games_done_and_total()
        };
        // Of four genomes two play six games more, and one of them eighteen more after that.
        assert_eq!([0, 1, 8].map(|games| heats("cmaes", games)), [None, Some((0, 30)), Some((7, 30))]);
        assert_eq!(heats("lin", 1), None);
    }

    #[test]
    fn the_time_left_follows_from_what_this_program_has_done_alone() {
        let minutes = |count: u64| Duration::from_secs(60 * count);
        // An earlier program has done half of the round, and this one a quarter of it in ten minutes.
        let resumed = RunObservation { generation: 3, games: 75, games_of_round: 90, ..RunObservation::default() };
        let resumed = RunObservation { share_before: 0.5, took: minutes(10), ..resumed };
        let left = |seen: &RunObservation, last| seen.time_left(last).map(|left| (left.as_secs_f64() / 60.0).round());
        assert_eq!([2, 3, 5].map(|last| left(&resumed, last)), [None, Some(10.0), Some(90.0)]);
        let known = RunObservation { last_took: Some(minutes(20)), ..resumed.clone() };
        assert_eq!([3, 5].map(|last| left(&known, last)), [Some(10.0), Some(70.0)], "by the last round too");
        let begun = |seen| RunObservation { share_before: 0.74, ..seen };
        assert_eq!(left(&begun(resumed), 3), None, "a hundredth of a round says nothing");
        assert_eq!(left(&begun(known), 3), Some(5.0), "but the last round does");
    }

    #[test]
    fn the_clock_of_a_round_stands_while_the_run_is_paused() {
        let (monitor, before) = (RunMonitor::default(), Duration::from_secs(90));
        monitor.set_clock_paused(true);
        monitor.state().before = before;
        assert_eq!([0; 2].map(|_| monitor.observation().took), [before; 2]);
        monitor.set_clock_paused(false);
        let went_on = Moment::now();
        while went_on.elapsed().is_zero() {
            std::hint::spin_loop();
        }
        assert!(monitor.observation().took > before);
    }
}
