//! What the laboratory remembers from one start of the program to the next: the plan, the comparison, a run that was
//! not over, and the runs that wait.

use super::{Comparison, RunPlan};
use crate::doors::files;
use crate::storage::toml_files;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};

/// The name of the laboratory's file in the folder of the player's data.
const FILE_NAME: &str = "laboratory.toml";

/// A run that was stopped before it was over, and can go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoppedRun {
    /// The path of the folder that holds the run.
    pub folder: PathBuf,
    /// The number of the generation after which the run is over.
    pub last: u32,
}

/// The contents of the laboratory's file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct LaboratoryState {
    pub(super) plan: RunPlan,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) stopped: Option<StoppedRun>,
    pub(super) comparison: Comparison,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) waiting: Vec<RunPlan>,
}

pub(super) fn load(folder: &Path) -> toml_files::LoadedFile<LaboratoryState> {
    toml_files::read(files(), &folder.join(FILE_NAME))
}

pub(super) fn save(folder: &Path, remembered: &LaboratoryState) -> io::Result<()> {
    toml_files::write(files(), &folder.join(FILE_NAME), remembered)
}
