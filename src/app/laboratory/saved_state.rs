//! What the laboratory remembers from one start of the program to the next: the plan, the comparison, a run that was
//! not over, and the runs that wait.

use super::{Comparison, RunPlan};
use crate::app::persistence::PlayerFile;
use crate::doors::files;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// A run that was stopped before it was over, and can go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoppedRun {
    /// The path of the folder that holds the run.
    pub folder: PathBuf,
    /// The number of the generation after which the run is over.
    pub last: u32,
}

impl StoppedRun {
    /// The run where its folder is now: at the path that was noted, or of the same name in the folder `generations`,
    /// with which it may have come from another machine. `None` if it is in neither.
    pub(super) fn where_it_is_now(self, generations: Option<&Path>) -> Option<Self> {
        let moved = generations.zip(self.folder.file_name()).map(|(generations, name)| generations.join(name));
        let folder = std::iter::once(self.folder).chain(moved).find(|folder| files().is_folder(folder))?;
        Some(Self { folder, last: self.last })
    }
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

impl LaboratoryState {
    /// The state within its limits, since a file may say anything. The runs that wait and are not
    /// [possible](RunPlan::is_possible) here come apart from it.
    pub(super) fn clamped(self) -> (Self, Vec<RunPlan>) {
        let (possible, of_later): (Vec<_>, _) = self.waiting.into_iter().partition(RunPlan::is_possible);
        let waiting = possible.into_iter().map(RunPlan::clamped).collect();
        let (plan, comparison) = (self.plan.clamped(), self.comparison.clamped());
        (Self { plan, comparison, waiting, stopped: self.stopped }, of_later)
    }
}

impl PlayerFile for LaboratoryState {
    const FILE_NAME: &'static str = "laboratory.toml";
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_waits_and_cannot_be_trained_is_set_apart_and_does_not_become_another_one() {
        let later = RunPlan { recipe: "of-a-later-version".to_owned(), ..RunPlan::default() };
        let numbers = [("of-a-later-version".to_owned(), "7".to_owned())].into();
        let waiting = vec![later, RunPlan { numbers, ..RunPlan::default() }, RunPlan { seed: 7, ..RunPlan::default() }];
        let (read, of_later) = LaboratoryState { waiting: waiting.clone(), ..LaboratoryState::default() }.clamped();
        assert_eq!((read.waiting.as_slice(), of_later.as_slice()), (&waiting[2..], &waiting[..2]));
    }

    #[test]
    fn a_stopped_run_is_found_where_the_data_have_moved() {
        let home = tempfile::tempdir().unwrap();
        let [before, now] = ["before", "now"].map(|name| home.path().join(name));
        let found = |folder: PathBuf| StoppedRun { folder, last: 7 }.where_it_is_now(Some(&now)).map(|run| run.folder);
        assert_eq!(found(before.join("lin-1")), None);
        files().create_folders(&now.join("lin-1")).unwrap();
        assert_eq!(found(before.join("lin-1")), Some(now.join("lin-1")));
        files().create_folders(&before.join("lin-1")).unwrap();
        assert_eq!(found(before.join("lin-1")), Some(before.join("lin-1")), "where it was noted, if it is there");
    }
}
