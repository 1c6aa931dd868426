//! A run of training in the background while frames or memory are measured.

use crate::app::laboratory::{Laboratory, RunPlan};
use bevy::prelude::*;

/// Begins a run of small generations that does not end, on one thread, when the app starts. Its files lie with the user's:
/// whoever measures sets `KOROBKA_HOME` to a folder that is thrown away.
pub(in crate::cli) fn beside(app: &mut App) {
    app.add_systems(PostStartup, |mut laboratory: ResMut<Laboratory>| {
        laboratory.plan = RunPlan { last: 100_000, cores: 1, ..RunPlan::first() };
        if let Err(line) = laboratory.begin() {
            error!("nothing is trained meanwhile: {line}");
        }
    });
}
