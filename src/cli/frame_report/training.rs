//! A run of training in the background while frames or memory are measured.

use crate::app::laboratory::{Laboratory, RunPlan};
use crate::train::recipe::MAX_GENERATION;
use bevy::prelude::*;

/// Begins a run of small generations, on one thread, when the app starts. The run does not end while anything is
/// measured. Its files go to the user's own folders, so set `KOROBKA_HOME` to a temporary folder before measuring.
pub(in crate::cli) fn beside(app: &mut App) {
    app.add_systems(PostStartup, |mut laboratory: ResMut<Laboratory>| {
        laboratory.plan = RunPlan { last: MAX_GENERATION, cores: 1, ..RunPlan::short_run() };
        if let Err(line) = laboratory.begin() {
            error!("nothing is trained meanwhile: {line}");
        }
    });
}
