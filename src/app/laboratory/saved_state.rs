//! What the laboratory remembers from one start of the program to the next: the plan, the comparison, a run that was
//! not over, and the runs that wait.

use super::{Comparison, RunPlan};
use crate::app::persistence::PlayerFile;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A run that was stopped before it was over, and can go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoppedRun {
    /// The path of the folder that holds the run.
    pub folder: PathBuf,
    /// The number of the generation after which the run is over.
    pub last: u32,
}

/// The contents of the laboratory's file in the folder of the player's data.
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

impl PlayerFile for LaboratoryState {
    const FILE_NAME: &'static str = "laboratory.toml";
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn what_another_program_has_changed_stays() {
        let home = tempfile::tempdir().unwrap();
        let plan = LaboratoryState { plan: RunPlan { seed: 7, ..RunPlan::default() }, ..LaboratoryState::default() };
        let waiting = LaboratoryState { waiting: vec![RunPlan::default()], ..LaboratoryState::default() };
        for changed in [&plan, &waiting] {
            changed.write_changes_to(home.path(), &LaboratoryState::default()).unwrap();
        }
        let kept = LaboratoryState::read_from(home.path()).value;
        assert_eq!(kept, LaboratoryState { waiting: waiting.waiting, ..plan });
    }
}
