//! A run of training in its folder. An executor computes the rounds. Generations are saved as soon as they are
//! evaluated, and the round in progress every few seconds.

use super::folder::{FolderClaim, HistoryLines, RunFolder};
use super::{RunError, RunMonitor};
use crate::doors::{Executor, Moment, executor, files};
use crate::train::{Trainer, UnfinishedRound};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How often the round in progress is saved: a killed program loses no more than this much work.
const SAVED_EVERY: Duration = Duration::from_secs(8);

/// The settings of a run: how far it goes, and which files it writes and replaces.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// The number of the generation after which the run is over. Generation 0 is the first population.
    pub final_generation: u32,
    /// A generation is saved if its number is a multiple of this, and the last always. 0 counts as 1.
    pub save_every: u32,
    /// The path of the file that the run goes on from, a generation or a round that was broken off; `None` for a new
    /// run.
    pub resume: Option<PathBuf>,
    /// Whether the run may remove generations of another run of the recipe from the folder, and replace a round of its
    /// own that has come further. Otherwise such a folder is refused.
    pub force: bool,
}

/// A generation that was evaluated, by where it was saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvaluatedGeneration {
    /// The path of the generation's file; `None` if `save_every` says that this generation is not saved.
    pub file: Option<PathBuf>,
}

/// What was saved of a run that was halted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HaltedRun {
    /// The generation that became complete as the run was halted, if one did.
    pub evaluated: Option<EvaluatedGeneration>,
    /// The path of the round's file; `None` if the run is over. Between two rounds this is the file of the next one,
    /// since the last generation may have none. Where the run went on from an older generation, a later round may still
    /// lie in this file.
    pub round_file: Option<PathBuf>,
}

/// A run in progress. No other program trains into its folder while this lives.
pub struct TrainingRun {
    trainer: Trainer,
    folder: RunFolder,
    options: RunOptions,
    history: HistoryLines,
    /// A round that an earlier program left unfinished, whose results are used once the trainer comes to it.
    unfinished: Option<UnfinishedRound>,
    /// Whether the executor was given the round in progress.
    begun: bool,
    /// Whether the last generation is evaluated and not saved yet. It stays true if saving fails.
    unsaved: bool,
    round_saved: Moment,
    notes: Vec<String>,
    _claim: FolderClaim,
}

impl TrainingRun {
    /// Prepares a folder for a new run, or for one that goes on from `options.resume`. Nothing is computed before
    /// [`advance`](Self::advance).
    ///
    /// # Errors
    /// An error if the folder cannot be written to, holds another run, or another program trains into it.
    pub fn prepare(trainer: Trainer, folder: PathBuf, options: RunOptions) -> Result<Self, RunError> {
        let folder = RunFolder::new(folder, &trainer.recipe().name);
        let resume = options.resume.as_deref();
        let claim = folder.prepare(&trainer, resume, options.force)?;
        let (history, damaged) = folder.initial_history(&trainer, resume)?;
        if damaged.is_some() || folder.has_other_history(&trainer, &history) {
            // The table is whole from here on, though the run may have nothing more to write.
            folder.save_history(&history)?;
        }
        let (unfinished, note) = folder.read_unfinished(&trainer, resume);
        Ok(Self {
            trainer,
            folder,
            history,
            unfinished,
            begun: false,
            unsaved: false,
            round_saved: Moment::now(),
            notes: damaged.into_iter().chain(note).collect(),
            options: RunOptions { save_every: options.save_every.max(1), ..options },
            _claim: claim,
        })
    }

    /// The trainer that computes this run.
    pub const fn trainer(&self) -> &Trainer {
        &self.trainer
    }

    /// The path of the folder that the run writes to.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The number of the generation after which the run is over.
    pub const fn final_generation_number(&self) -> u32 {
        self.options.final_generation
    }

    /// Whether the last generation is evaluated and saved.
    pub fn is_over(&self) -> bool {
        !self.unsaved && self.trainer.generation_number() > self.options.final_generation
    }

    /// Lines about files that were set aside, and a folder that was made again, since the last call.
    pub fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    /// Hands work to the executor and takes the results that have come back, waiting for the first no longer than
    /// `at_most`. Returns the generation that this call evaluated and saved; `None` if the round is not over yet, or
    /// the whole run is.
    ///
    /// # Errors
    /// An error if a file cannot be written, or the executor cannot begin the round. The next call tries again. Also an
    /// error if the executor has failed: [`halt`](Self::halt) the run then, and go on with another executor.
    pub fn advance(
        &mut self,
        executor: &mut dyn Executor,
        at_most: Duration,
        monitor: &RunMonitor,
    ) -> Result<Option<EvaluatedGeneration>, RunError> {
        if self.unsaved {
            return self.save(monitor).map(Some);
        }
        if self.is_over() {
            return Ok(None);
        }
        if !self.begun {
            self.begin(executor, monitor)?;
        }
        if self.trainer.round_in_progress().is_some() {
            executor::exchange_with_executor(&mut self.trainer, executor, at_most, monitor);
            monitor.note_computing(&self.trainer, &executor.computing());
            if let Some(line) = executor.failure() {
                return Err(RunError::Executor(line.to_owned()));
            }
        }
        if self.trainer.round_in_progress().is_none() {
            (self.begun, self.unsaved) = (false, true);
            return self.save(monitor).map(Some);
        }
        if self.round_saved.elapsed() >= SAVED_EVERY {
            self.save_round()?;
        }
        Ok(None)
    }

    /// Drops what is being computed and saves what has been computed: a generation that is complete, which is returned
    /// too, and the round in progress. The run can go on by [`advance`](Self::advance).
    ///
    /// # Errors
    /// An error if a file cannot be written.
    pub fn halt(&mut self, executor: &mut dyn Executor, monitor: &RunMonitor) -> Result<HaltedRun, RunError> {
        executor.drop_units();
        executor
            .take_results(Duration::ZERO)
            .into_iter()
            .for_each(|result| self.trainer.accept_result(result, monitor));
        monitor.note_computing(&self.trainer, &[]);
        if self.begun && self.trainer.round_in_progress().is_none() {
            (self.begun, self.unsaved) = (false, true);
        }
        let evaluated = if self.unsaved { Some(self.save(monitor)?) } else { None };
        self.begun = false;
        if !self.is_over() && self.trainer.round_in_progress().is_none() {
            self.begin_round(monitor);
        }
        Ok(HaltedRun { evaluated, round_file: self.save_round()? })
    }

    /// Gives the executor the round in progress, or the next one.
    fn begin(&mut self, executor: &mut dyn Executor, monitor: &RunMonitor) -> Result<(), RunError> {
        self.begin_round(monitor);
        if let Some(round) = self.trainer.round_in_progress() {
            executor.begin(round)?;
        }
        self.begun = true;
        Ok(())
    }

    /// Begins the next round, unless one is in progress, and takes the results that an earlier program has saved of it.
    fn begin_round(&mut self, monitor: &RunMonitor) {
        let round = self.trainer.begin_round(monitor);
        monitor.note_round_begun(round);
        let ours = self.unfinished.take_if(|unfinished| unfinished.round == *round);
        if self.unfinished.take_if(|unfinished| unfinished.round.generation <= round.generation).is_some() {
            self.notes.push(self.folder.set_round_aside("is of no round that this run comes to"));
        }
        if let Some(unfinished) = ours {
            unfinished.results.into_iter().for_each(|result| self.trainer.accept_result(result, monitor));
            monitor.note_resumed();
        }
    }

    /// Saves the last generation, if the options say so, and its line of the history. The generation's file takes the
    /// place of its round's: without one, a killed program goes on from the round.
    fn save(&mut self, monitor: &RunMonitor) -> Result<EvaluatedGeneration, RunError> {
        self.make_folder_again()?;
        let Some(generation) = self.trainer.last_generation() else {
            self.unsaved = false;
            return Ok(EvaluatedGeneration { file: None });
        };
        let number = generation.generation;
        let wanted = number.is_multiple_of(self.options.save_every) || number == self.options.final_generation;
        let file = if wanted { Some(self.folder.save_generation(generation)?) } else { None };
        if file.is_some() {
            self.round_saved = Moment::now();
        }
        let mut history = self.history.clone();
        history.set_line_of(generation);
        self.folder.save_history(&history)?;
        if file.is_some() && self.unfinished.is_none() {
            self.folder.remove_round_file()?;
        }
        monitor.note_evaluated(generation);
        (self.history, self.unsaved) = (history, false);
        Ok(EvaluatedGeneration { file })
    }

    /// Saves the round in progress and returns the path of its file; `None` if there is no such round. A run that goes
    /// on from an older generation leaves a later round in the file until it comes to it: that is worth more.
    fn save_round(&mut self) -> Result<Option<PathBuf>, RunError> {
        self.round_saved = Moment::now();
        let Some(now) = self.trainer.unfinished_round() else { return Ok(None) };
        self.make_folder_again()?;
        self.folder.save_round(self.unfinished.as_ref().unwrap_or(&now)).map(Some)
    }

    /// Makes the folder again if it was deleted while the run went on, so that nothing computed is lost.
    fn make_folder_again(&mut self) -> Result<(), RunError> {
        let folder = self.folder.path();
        if !files().is_folder(folder) {
            let note = format!("folder {} was deleted; it is made again, for what comes from now on", folder.display());
            self._claim = self.folder.claim()?;
            self.notes.push(note);
        }
        Ok(())
    }
}

impl Drop for TrainingRun {
    fn drop(&mut self) {
        self.folder.remove_claim_file();
    }
}
