//! Runs of training: a trainer, the folder that its generations are saved in, and what is known of its progress.
//!
//! The command `train` and the laboratory in the window both run their training through this module, so that both write
//! the same files. It uses neither flags nor a screen.

mod charts;
mod comparison;
mod folder;
mod listed;
mod monitor;
mod resume;
mod run;
mod saved;

pub use charts::write_charts;
pub use comparison::{Condition, ConditionResult, condition_result, conditions, mean_by_generation};
pub use folder::CHARTS_FOLDER;
pub use listed::{RunListing, SavedRun, delete_run, rename_run};
pub use monitor::{GenomeProgress, GenomeState, RunMonitor, RunObservation};
pub use resume::{newest_resume_file, trainer_from_file};
pub use run::{EvaluatedGeneration, HaltedRun, RunOptions, TrainingRun};
pub use saved::read_run;

use crate::storage::FileError;
use crate::train::TrainError;
use crate::train::recipe::RecipeError;
use crate::train::summary::OtherRunError;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a run cannot begin or go on. Nothing that the run has saved is lost.
#[derive(Debug, Error)]
pub enum RunError {
    /// This folder holds a run of the recipe, and the caller asked neither to go on with it nor to remove it.
    #[error("folder {} holds a run already", .0.display())]
    Taken(PathBuf),
    /// Another program trains into this folder.
    #[error("another program trains into folder {} right now; wait until it is over, or end it", .0.display())]
    InUse(PathBuf),
    /// This generation in the folder is of another run than the one that goes on, or cannot be read.
    #[error("{} is not of the resumed run, or is damaged; move it out of the folder", .0.display())]
    Foreign(PathBuf),
    /// The run would go on from a round elsewhere, and this round in the folder has come further.
    #[error("{} is of this run and has come further", .0.display())]
    LaterRound(PathBuf),
    /// This generation or round in the folder is of another recipe, or has not the name that a run gives.
    #[error("{} is of another recipe or renamed; move it out of the folder, or train into another one", .0.display())]
    OtherRecipe(PathBuf),
    /// This folder, which should hold a run, holds no generation.
    #[error("there are no generations in folder {}; give one that 'train' wrote", .0.display())]
    Empty(PathBuf),
    /// A generation in a run's folder belongs to another run.
    #[error("{} {other}", path.display())]
    OtherRun {
        /// The path of the generation file that is meant.
        path: PathBuf,
        /// The recipe and the seed that differ from those of the other generations.
        other: OtherRunError,
    },
    /// A line of a run's history cannot be read.
    #[error("{} line {line} is not a generation's figures; mend it or take the file away", path.display())]
    Line {
        /// The path of the history that is meant.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
    },
    /// A chart cannot be drawn.
    #[error(transparent)]
    Chart(#[from] crate::chart::ChartError),
    /// A file or folder of the run cannot be read, written, renamed or removed.
    #[error(transparent)]
    File(#[from] FileError),
    /// The executor, which computes the units, cannot go on; the text is a line that says why.
    #[error("{0}")]
    Executor(String),
    /// The new name of a run has nothing in it that can stand in the name of a folder.
    #[error("a name has letters or digits: type one first")]
    NoName,
    /// The new name of a run is the name of this other file or folder.
    #[error("there is a folder {} already: give it another name", .0.display())]
    NameTaken(PathBuf),
    /// The trainer refuses the recipe or the state it was given.
    #[error(transparent)]
    Train(#[from] TrainError),
    /// A genome does not fit its recipe.
    #[error(transparent)]
    Recipe(#[from] RecipeError),
}

/// Makes the error of what was tried with a file or folder of a run out of the reason that the system gives.
fn system_error(what: &'static str, path: &Path) -> impl Fn(io::Error) -> RunError {
    move |source| RunError::File(FileError::System { what, path: path.to_owned(), source })
}
