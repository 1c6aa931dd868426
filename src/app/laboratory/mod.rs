//! The laboratory in the window: the plan of the next run, the run in progress, and the runs on disk.
//!
//! A run goes on while pages change and matches are played. It is saved when the program ends, and is offered again at
//! the next start if it was not over.

mod comparison;
mod estimate;
mod family;
mod genome_game;
mod growth;
mod import;
mod job;
mod naming;
mod painted_board;
mod plan;
mod players;
mod rating;
mod run_reading;
mod saved_state;
mod searched_game;
mod systems;
mod time_lapse;

pub use comparison::{Comparison, ConditionDifferences, MOST_SEEDS};
pub use estimate::RunDuration;
pub use family::{AncestorsReading, Birth, Relative};
pub use genome_game::GenomeGame;
pub use import::{genome_as_text, import_file, import_text};
pub use job::{TrainingJob, TrainingJobState};
pub use naming::{PlayerNaming, remove_own_player, save_as_own_player};
pub use painted_board::{ComparedFeature, ComparisonToBest, Judge, PaintedBoard, PaintedPosition};
pub use plan::{RunPlan, evaluator_words};
pub use rating::{RatingJob, RatingSoFar};
pub use run_reading::RunReading;
pub use saved_state::StoppedRun;

pub(super) use systems::plugin;
pub use time_lapse::TimeLapseReading;

use crate::app::persistence::PlayerFile;
use crate::chart;
use crate::doors::files;
use crate::doors::files::reason;
use crate::doors::steps::{Step, StepwiseWork};
use crate::doors::threads::Priority;
use crate::runs::{self, RunMonitor, RunObservation, RunOptions, SavedRun, TrainingRun};
use crate::storage::{CatalogEntry, generation, paths};
use crate::train::{Recipe, Trainer};
use bevy::prelude::*;
use estimate::RunDurationEstimate;
use saved_state::LaboratoryState;
use std::path::{Path, PathBuf};

/// The laboratory: the plan, the run in progress, the runs on this machine, and the games that are shown of them.
#[derive(Resource, Default)]
pub struct Laboratory {
    /// The plan of the next run.
    pub plan: RunPlan,
    /// The comparison that is being set up. Without conditions, a single run begins.
    pub comparison: Comparison,
    /// Runs of a comparison that are still to be trained, the next one first.
    waiting: Vec<RunPlan>,
    /// Runs of the laboratory's file that wait for a later version, which knows their recipes: they stay in the file.
    waiting_of_later: Vec<RunPlan>,
    planned: Option<(RunPlan, Result<Recipe, String>)>,
    job: Option<TrainingJob>,
    reading: RunObservation,
    /// The game of the genome that is looked at; `None` if none is.
    pub game: Option<GenomeGame>,
    /// The runs on disk, as they were read last.
    saved: Vec<SavedRun>,
    listing: Option<StepwiseWork<(Vec<SavedRun>, Vec<String>)>>,
    /// A line for each run on disk that could not be read when the list was read last; the player was told of it.
    left_out: Vec<String>,
    /// The time-lapse of the saved run that the player looks at.
    lapse: Option<TimeLapseReading>,
    /// The ancestors of the genome that is looked at.
    family: Option<AncestorsReading>,
    /// The board that the player paints.
    painted: PaintedBoard,
    /// The matches by which a player is rated.
    rating: Option<RatingJob>,
    /// The run that can go on: the one in progress, or one that was stopped before it was over.
    /// `None` if there is none.
    stopped: Option<StoppedRun>,
    /// The estimate of how long the plan will take.
    estimate: RunDurationEstimate,
    /// Whether a run was ever trained on this machine, which is so if the folder of the generations exists.
    pub has_trained: bool,
    /// Seconds until the figures of the run in progress are read again.
    rest: f32,
    /// The folder of the player's data, in which the laboratory's file is. `None` if there is none.
    folder: Option<PathBuf>,
    /// The contents of the laboratory's file, as this program read or wrote them last.
    /// `None` if the file may not be written.
    kept: Option<LaboratoryState>,
    /// A line for the player if the laboratory's file could not be written when it was written last, so that the next
    /// start would not know the plan, the comparison and the runs that wait.
    pub unkept: Option<String>,
}

impl Laboratory {
    /// The run in progress, or the last one that is over, with its figures as they were read last.
    /// `None` if there is none.
    pub fn job(&self) -> Option<(&TrainingJob, &RunObservation)> {
        self.job.as_ref().map(|job| (job, &self.reading))
    }

    /// Plays the game of a genome of the round in progress on for this many seconds. The game of another genome than
    /// before begins from its start. Without a round, nothing happens.
    pub fn advance_watched_game(&mut self, genome: usize, seconds: f32) {
        let Some(round) = self.reading.round.as_ref() else { return };
        if !self.game.as_ref().is_some_and(|game| game.is_of(round, genome)) {
            self.game = GenomeGame::new(round, genome);
        }
        self.game.iter_mut().for_each(|game| game.advance(seconds));
    }

    /// The runs on disk, as they were read last.
    pub fn saved_runs(&self) -> &[SavedRun] {
        &self.saved
    }

    /// Begins to read the runs on disk again, beside the frames. [`saved_runs`](Self::saved_runs) has them a moment
    /// later. What is being read already is dropped: it may have passed over what has changed since it began.
    pub fn begin_reading_runs(&mut self) {
        let Some(folder) = paths::generations_folder() else { return };
        let mut listing = runs::RunListing::of(&folder);
        let read = move || if listing.read_next() { Step::More } else { Step::Done(listing.take_found()) };
        self.listing = StepwiseWork::begin(Priority::Usual, "runs on disk", read).ok();
    }

    /// Reads the runs on disk anew if they are being read: what has been read of them may be out of date.
    fn outdate_reading_of_runs(&mut self) {
        if self.listing.is_some() {
            self.begin_reading_runs();
        }
    }

    /// The time-lapse of the saved run at this place, this many seconds later than it was shown last; `None` if there
    /// is no such run.
    pub fn lapse_of(&mut self, at: usize, seconds: f32) -> Option<&TimeLapseReading> {
        let run = self.saved.get(at)?;
        let numbers = run.summary.generations_with_files().iter().map(|each| each.generation).collect();
        let of = (run.folder.clone(), numbers);
        let lapse = match self.lapse.take() {
            Some(same) if same.of == of => same,
            other => {
                // Where the run has gone on, so do the games.
                let known = other.filter(|lapse| lapse.of.0 == of.0).map_or_else(Vec::new, |lapse| lapse.found);
                TimeLapseReading::begin_reading(of, &run.summary.recipe.name, known)
            }
        };
        let lapse = self.lapse.insert(lapse);
        lapse.advance(seconds);
        Some(lapse)
    }

    /// The ancestors of the genome of this rank, from 0, of generation `number` of the saved run at this place; `None`
    /// if there is no such run.
    pub fn ancestors_of(&mut self, at: usize, number: u32, rank: usize) -> Option<&AncestorsReading> {
        let run = self.saved.get(at)?;
        let of = (run.folder.clone(), number, rank);
        let same = self.family.take().filter(|family| family.of == of);
        let family =
            self.family.insert(same.unwrap_or_else(|| AncestorsReading::begin_reading(of, &run.summary.recipe.name)));
        family.poll();
        Some(family)
    }

    /// The board that the player paints, judged by the best player of this generation of the saved run at this place;
    /// `None` if there is no such run.
    pub fn painted_board(&mut self, at: usize, generation: u32) -> Option<&mut PaintedBoard> {
        let run = self.saved.get(at)?;
        let file = run.folder.join(generation::file_name(&run.summary.recipe.name, generation));
        Some(self.painted.set_judge_file(file))
    }

    /// Begins to compute further generations of the saved run at this place, up to generation `last`.
    /// Without such a run, nothing happens.
    ///
    /// # Errors
    /// A line for the player, if the run cannot be read or cannot go on.
    pub fn continue_saved_run(&mut self, at: usize, last: u32) -> Result<(), String> {
        let Some(run) = self.saved.get(at) else { return Ok(()) };
        self.resume(run.folder.clone(), last)
    }

    /// Draws the charts of the saved run at this place, and returns the path of the folder that they are in.
    ///
    /// # Errors
    /// A line for the player, if there is no such run, or a chart cannot be drawn or written.
    pub fn export_charts(&self, at: usize) -> Result<PathBuf, String> {
        let run = self.saved.get(at).ok_or("There is no such run")?;
        let folder = run.folder.join(runs::CHARTS_FOLDER);
        let pictures = chart::charts_of(&run.summary);
        let written = runs::write_charts(&folder, &pictures, chart::ChartFormat::ALL);
        written.map_err(|error| error.to_string())?;
        Ok(folder)
    }

    /// Whether a run is in progress that is not over.
    pub fn is_busy(&self) -> bool {
        self.job.as_ref().is_some_and(|job| job.state() != TrainingJobState::Over)
    }

    /// Deletes the saved run at this place with all its generations. Without such a run, nothing happens.
    ///
    /// # Errors
    /// A line for the player, if the run is in progress, or its files cannot be removed.
    pub fn delete_run(&mut self, at: usize) -> Result<(), String> {
        let Some(run) = self.saved.get(at) else { return Ok(()) };
        if self.is_busy() && self.job.as_ref().is_some_and(|job| job.folder == run.folder) {
            return Err("This run is in progress: stop it first, in the Run room".to_owned());
        }
        // A run that is over is not shown any longer in the Run room, and has its folder no more.
        self.job = self.job.take().filter(|job| job.folder != run.folder);
        runs::delete_run(run).map_err(|error| error.to_string())?;
        let folder = self.saved.remove(at).folder;
        self.outdate_reading_of_runs();
        (self.lapse, self.family) = (None, None);
        self.painted = PaintedBoard::default();
        if self.stopped.as_ref().is_some_and(|stopped| stopped.folder == folder) {
            self.forget_stopped_run();
        }
        Ok(())
    }

    /// Gives the saved run at this place another name, which its folder gets too. Returns the folder before and after;
    /// `None` without such a run.
    ///
    /// # Errors
    /// A line for the player, if the run is in progress, or its folder cannot have that name.
    pub fn rename_run(&mut self, at: usize, text: &str) -> Result<Option<[PathBuf; 2]>, String> {
        let Some(run) = self.saved.get(at) else { return Ok(None) };
        let before = run.folder.clone();
        if self.job.as_ref().is_some_and(|job| job.folder == before && job.state() != TrainingJobState::Over) {
            return Err("This run is in progress: give it a name once it is over".to_owned());
        }
        let after = runs::rename_run(run, text).map_err(|error| error.to_string())?;
        // The job of a run that is over is dropped, because it has the path from before.
        self.job = self.job.take().filter(|job| job.folder != before);
        if let Some(stopped) = self.stopped.as_mut().filter(|stopped| stopped.folder == before) {
            stopped.folder.clone_from(&after);
        }
        let later = self.waiting.iter_mut().chain(&mut self.waiting_of_later).chain(&mut self.comparison.conditions);
        later.chain([&mut self.plan]).for_each(|plan| plan.follow_renamed_folder(&before, &after));
        if let Some(rating) = &mut self.rating {
            rating.spec.follow_renamed_folder(&before, &after);
        }
        self.keep();
        if let Some(run) = self.saved.get_mut(at) {
            run.summary.name = after.file_name().unwrap_or_default().to_string_lossy().into_owned();
            run.folder.clone_from(&after);
        }
        self.outdate_reading_of_runs();
        Ok(Some([before, after]))
    }

    /// The run that can go on: the one in progress, or one that was stopped before it was over.
    /// `None` if there is none.
    pub const fn stopped_run(&self) -> Option<&StoppedRun> {
        self.stopped.as_ref()
    }

    /// The recipe of the plan, or a line for the player about why the plan is impossible. It is worked out again only
    /// when the plan has changed.
    pub fn planned_recipe(&mut self) -> &Result<Recipe, String> {
        let plan = &self.plan;
        self.planned.take_if(|(planned, _)| *planned != *plan);
        let made = || (plan.clone(), plan.trainer().map(|trainer| trainer.recipe().clone()));
        &self.planned.get_or_insert_with(made).1
    }

    /// How long the plan will take on this machine; `None` until it is known. Call this in every frame, with the
    /// seconds since the last one. By those of the `saved` generations that ship it is reckoned how games grow.
    pub fn estimated_run_duration(&mut self, saved: &[CatalogEntry], seconds: f32) -> Option<RunDuration> {
        self.estimate.update(&self.plan, saved, seconds)
    }

    /// Adds the plan to the comparison as a condition.
    ///
    /// # Errors
    /// A line for the player, if the plan is impossible or in the comparison already, or if there are 40 conditions.
    pub fn add_plan_to_comparison(&mut self) -> Result<(), String> {
        self.planned_recipe().clone()?;
        self.comparison.add_condition(&self.plan)
    }

    /// Replaces the conditions of the comparison by an ablation of the plan: the plan as it is,
    /// and once without each of its features.
    ///
    /// # Errors
    /// A line for the player, if the plan is impossible, or has too many features for 40 conditions.
    pub fn compare_without_each_feature(&mut self) -> Result<(), String> {
        self.planned_recipe().clone()?;
        self.comparison.set_ablation(&self.plan)
    }

    /// How many runs of a comparison are still to be trained.
    pub fn waiting_run_count(&self) -> usize {
        self.waiting.len()
    }

    /// Drops the runs that wait to be trained. Those that were trained stay.
    pub fn drop_waiting_runs(&mut self) {
        self.waiting.clear();
        self.keep();
    }

    /// Begins the run of the plan in a new folder. If the comparison has conditions, its first run begins instead,
    /// and the others wait.
    ///
    /// # Errors
    /// A line for the player, if the run cannot begin.
    pub fn begin_run(&mut self) -> Result<(), String> {
        if self.comparison.conditions.is_empty() {
            return self.train(&self.plan.clone());
        }
        self.waiting.extend(self.comparison.run_plans());
        // They wait now, whatever comes of the first.
        self.comparison.conditions.clear();
        let begun = self.start_next_waiting_run();
        self.keep();
        begun
    }

    /// Begins the next of the runs that wait, if there is one. A run that cannot begin waits on.
    ///
    /// # Errors
    /// A line for the player, if the run cannot begin.
    pub fn start_next_waiting_run(&mut self) -> Result<(), String> {
        let Some(next) = self.waiting.first().cloned() else { return Ok(()) };
        // The run leaves the list before it begins, so that the laboratory's file never has it twice.
        self.waiting.remove(0);
        let begun = self.train(&next);
        if begun.is_err() {
            self.waiting.insert(0, next);
            self.keep();
        }
        begun
    }

    fn train(&mut self, plan: &RunPlan) -> Result<(), String> {
        let generations = paths::generations_folder().ok_or("There is no folder to save generations in")?;
        let folder = free_folder(&generations, &plan.folder_name());
        let options = RunOptions { final_generation: plan.last, save_every: 1, ..RunOptions::default() };
        self.open(plan.trainer()?, plan.cores, folder, options, RunMonitor::default())
    }

    /// Goes on with the run that was [stopped](Self::stopped_run), if there is one.
    ///
    /// # Errors
    /// A line for the player, if the run cannot be read or cannot go on. The run is still offered then.
    pub fn go_on(&mut self) -> Result<(), String> {
        let Some(StoppedRun { folder, last }) = self.stopped.clone() else { return Ok(()) };
        self.resume(folder, last)
    }

    /// Goes on with the run in this folder up to generation `last`. If that fails, the run that was offered stays.
    fn resume(&mut self, folder: PathBuf, last: u32) -> Result<(), String> {
        let resume = runs::newest_resume_file(&folder).map_err(|error| error.to_string())?;
        let trainer = runs::trainer_from_file(&resume).map_err(|error| error.to_string())?;
        let monitor = RunMonitor::default();
        if let Ok(earlier) = runs::read_run(&folder) {
            monitor.set_earlier_generations(earlier.generations);
        }
        let options = RunOptions { final_generation: last, save_every: 1, resume: Some(resume), force: false };
        self.open(trainer, self.plan.cores, folder, options, monitor)
    }

    /// Ends the run in progress, if there is one. What is computed is saved, and the run is offered again
    /// if it is not over.
    pub fn stop_run(&mut self) {
        let Some(mut job) = self.job.take() else { return };
        job.save_and_end();
        let state = job.state();
        if let TrainingJobState::Broken(why) = &state {
            warn!("what was computed last is not saved: {why}");
        }
        self.stopped =
            (state != TrainingJobState::Over).then(|| StoppedRun { folder: job.folder.clone(), last: job.last });
        self.keep();
    }

    /// Offers the run that was stopped no longer. Its files stay.
    pub fn forget_stopped_run(&mut self) {
        self.stopped = None;
        self.keep();
    }

    fn open(
        &mut self,
        trainer: Trainer,
        cores: usize,
        folder: PathBuf,
        options: RunOptions,
        monitor: RunMonitor,
    ) -> Result<(), String> {
        let last = options.final_generation;
        let run = TrainingRun::prepare(trainer, folder.clone(), options).map_err(|error| error.to_string())?;
        let job = TrainingJob::begin(run, monitor, cores).map_err(|error| error.to_string())?;
        self.reading = job.observation();
        (self.job, self.has_trained) = (Some(job), true);
        // The run is remembered until it is over, so that the next start offers it even if the program is killed.
        self.stopped = Some(StoppedRun { folder, last });
        self.keep();
        Ok(())
    }

    /// Takes the generations of the run in progress over into the list of saved runs, so that they need
    /// not be read from disk.
    fn remember_saved(&mut self) {
        let Some(job) = &self.job else { return };
        let generations = self.reading.generations.to_vec();
        if generations.is_empty() {
            return;
        }
        let run = SavedRun::new(&job.folder, &job.recipe, job.seed, generations);
        match self.saved.iter_mut().find(|saved| saved.folder == run.folder) {
            Some(saved) => *saved = run,
            // At the end until the list is read again: nothing goes by a run's place for longer than a frame.
            None => self.saved.push(run),
        }
    }

    /// What is to be written to the laboratory's file.
    fn state(&self) -> LaboratoryState {
        LaboratoryState {
            plan: self.plan.clone(),
            stopped: self.stopped.clone(),
            comparison: self.comparison.clone(),
            waiting: [self.waiting.as_slice(), &self.waiting_of_later].concat(),
        }
    }

    fn keep(&mut self) {
        let (Some(folder), Some(kept)) = (&self.folder, &self.kept) else { return };
        let state = self.state();
        if state == *kept {
            self.unkept = None;
            return;
        }
        match state.write_changes_to(folder, kept) {
            Ok(()) => (self.kept, self.unkept) = (Some(state), None),
            Err(error) => {
                let line = format!("The laboratory's plans could not be saved: {}", reason(&error));
                warn!("{line}");
                self.unkept = Some(line);
            }
        }
    }
}

/// The path of a folder in `generations` that does not exist yet: called `name`, or `name` with the first free number
/// behind it, from 2. If no number below 10,000 is free, it is the path of `name`.
fn free_folder(generations: &Path, name: &str) -> PathBuf {
    let numbered = (2..10_000).map(|number| generations.join(format!("{name}-{number}")));
    let mut candidates = std::iter::once(generations.join(name)).chain(numbered);
    candidates.find(|folder| !files().is_taken(folder)).unwrap_or_else(|| generations.join(name))
}
