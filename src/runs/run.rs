//! A run in its folder: rounds are computed by an executor, generations saved as soon as they are evaluated, and the round
//! in progress every few seconds.

use super::folder::{Claim, History, RunFolder};
use super::{Monitor, RunError};
use crate::doors::{Executor, Moment, executor, files};
use crate::train::{Trainer, Unfinished};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How often the round in progress is saved: a killed program loses no more than this much work.
const SAVED_EVERY: Duration = Duration::from_secs(8);

/// How a run is to go.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// The last generation; generation 0 is the first population.
    pub last: u32,
    /// Every so many generations one is saved, and the last always.
    pub save_every: u32,
    /// The file that it goes on from: a generation, or a round that was broken off.
    pub resume: Option<PathBuf>,
    /// Whether an earlier run of the recipe in the folder is removed.
    pub force: bool,
}

/// A generation that was evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluated {
    /// The number of the generation that was evaluated, 0 for the first.
    pub generation: u32,
    /// Its file; `None` if only every so many generations are saved, and not this one.
    pub file: Option<PathBuf>,
}

/// A run in progress. No other program trains into its folder while this lives.
pub struct TrainingRun {
    trainer: Trainer,
    folder: RunFolder,
    options: RunOptions,
    history: History,
    /// A round of an earlier program that is gone on with once the trainer comes to it.
    unfinished: Option<Unfinished>,
    /// Whether the executor has the round in progress.
    begun: bool,
    /// The last generation is evaluated and not saved yet: saving it failed.
    unsaved: bool,
    round_saved: Moment,
    notes: Vec<String>,
    _claim: Claim,
}

impl TrainingRun {
    /// Begins a run in a folder, or goes on with the one that lies there.
    ///
    /// # Errors
    /// When the folder cannot be written to, holds another run, or another program trains into it.
    pub fn open(trainer: Trainer, folder: PathBuf, options: RunOptions) -> Result<Self, RunError> {
        let folder = RunFolder::new(folder, &trainer.recipe().name);
        let resume = options.resume.as_deref();
        let claim = folder.prepare(&trainer, resume, options.force)?;
        let history = folder.history(&trainer, resume);
        let (unfinished, note) = folder.unfinished(&trainer, resume);
        Ok(Self {
            trainer,
            folder,
            history,
            unfinished,
            begun: false,
            unsaved: false,
            round_saved: Moment::now(),
            notes: note.into_iter().collect(),
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

    /// The last generation that it comes to.
    pub const fn last(&self) -> u32 {
        self.options.last
    }

    /// Whether the last generation is evaluated and saved.
    pub fn is_over(&self) -> bool {
        !self.unsaved && self.trainer.generation() > self.options.last
    }

    /// Lines about files that were set aside, each given once.
    pub fn notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    /// Hands work to the executor and takes what has come back, waiting for the first result no longer than `at_most`. Returns
    /// the generation if one was evaluated and saved by it.
    ///
    /// # Errors
    /// When a file cannot be written. The run is as it was: the next call tries to write it again.
    pub fn advance(
        &mut self,
        executor: &mut dyn Executor,
        at_most: Duration,
        monitor: &Monitor,
    ) -> Result<Option<Evaluated>, RunError> {
        if self.unsaved {
            return self.save(monitor).map(Some);
        }
        if self.is_over() {
            return Ok(None);
        }
        if !self.begun {
            self.begin(executor, monitor)?;
        }
        if self.trainer.round().is_some() {
            executor::step(&mut self.trainer, executor, at_most, monitor);
            monitor.computing(&self.trainer, &executor.computing());
        }
        if self.trainer.round().is_none() {
            (self.begun, self.unsaved) = (false, true);
            return self.save(monitor).map(Some);
        }
        if self.round_saved.elapsed() >= SAVED_EVERY {
            self.save_round()?;
        }
        Ok(None)
    }

    /// Drops what is being computed and saves what has been computed of the round in progress. Returns its file; `None`
    /// between two rounds. The run can go on by [`advance`](Self::advance).
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn halt(&mut self, executor: &mut dyn Executor, monitor: &Monitor) -> Result<Option<PathBuf>, RunError> {
        executor.drop_units();
        executor.results(Duration::ZERO).into_iter().for_each(|result| self.trainer.take(result, monitor));
        monitor.computing(&self.trainer, &[]);
        if self.begun && self.trainer.round().is_none() {
            (self.begun, self.unsaved) = (false, true);
        }
        if self.unsaved {
            self.save(monitor)?;
        }
        self.begun = false;
        self.save_round()
    }

    /// Has the round in progress, or the next one, computed from here on.
    fn begin(&mut self, executor: &mut dyn Executor, monitor: &Monitor) -> Result<(), RunError> {
        let round = self.trainer.begin(monitor);
        monitor.begun(round);
        executor.begin(round)?;
        let ours = self.unfinished.take_if(|unfinished| unfinished.round == *round);
        if self.unfinished.take_if(|unfinished| unfinished.round.generation <= round.generation).is_some() {
            self.notes.push(self.folder.set_round_aside("is of no round that this run comes to"));
        }
        let found = ours.map(|unfinished| unfinished.results);
        found.into_iter().flatten().for_each(|result| self.trainer.take(result, monitor));
        self.begun = true;
        self.round_saved = Moment::now();
        Ok(())
    }

    /// Saves the last generation, its line of the history, and removes the file of its round.
    fn save(&mut self, monitor: &Monitor) -> Result<Evaluated, RunError> {
        // What was deleted while the run went on is made again, so that nothing computed is lost.
        if !files().is_folder(self.folder.path()) {
            self._claim = self.folder.claim()?;
        }
        let Some(generation) = self.trainer.last() else {
            self.unsaved = false;
            return Ok(Evaluated { generation: 0, file: None });
        };
        let number = generation.generation;
        let wanted = number.is_multiple_of(self.options.save_every) || number == self.options.last;
        let file = if wanted { Some(self.folder.save(generation)?) } else { None };
        let mut history = self.history.clone();
        history.push(generation);
        self.folder.save_history(&history)?;
        if self.unfinished.is_none() {
            self.folder.forget_round()?;
        }
        monitor.evaluated(generation);
        (self.history, self.unsaved) = (history, false);
        Ok(Evaluated { generation: number, file })
    }

    /// Saves the round in progress, if there is one; returns its file.
    fn save_round(&mut self) -> Result<Option<PathBuf>, RunError> {
        self.round_saved = Moment::now();
        let Some(unfinished) = self.trainer.unfinished() else { return Ok(None) };
        self.folder.save_round(&unfinished).map(Some)
    }
}

impl Drop for TrainingRun {
    fn drop(&mut self) {
        self.folder.give_back();
    }
}
