//! What each schedule of a frame costs the main thread, so that an expensive frame differs from its neighbours by
//! more than a sum.

use super::FrameClock;
use crate::game::tick::make_single_threaded;
use bevy::app::MainScheduleOrder;
use bevy::ecs::schedule::ScheduleLabel;
use bevy::prelude::*;
use cpu_time::ThreadTime;
use std::time::Duration;

/// The most schedules that are measured apart; Bevy has eight.
const MOST: usize = 12;

/// The processor time of each schedule, in the order in which they run.
pub(super) type ScheduleTimes = [Duration; MOST];

/// The schedule that runs right after the schedule of this number, from 0.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct After(usize);

/// Adds systems that note the time after each schedule of a frame; returns the names of the schedules.
pub(super) fn plugin(app: &mut App) -> Vec<String> {
    let labels = app.world().resource::<MainScheduleOrder>().labels.clone();
    let with_notes = labels.iter().enumerate().flat_map(|(part, label)| [*label, After(part).intern()]).collect();
    app.world_mut().resource_mut::<MainScheduleOrder>().labels = with_notes;
    for part in 0..labels.len().min(MOST) {
        app.add_systems(After(part), move |thread: NonSend<ThreadTime>, mut clock: ResMut<FrameClock>| {
            let before = clock.frame.schedules();
            let Some((began, _)) = clock.began else { return };
            clock.frame.parts[part] = thread.elapsed().saturating_sub(began + before);
        });
        make_single_threaded(app, After(part));
    }
    labels.iter().take(MOST).map(|label| format!("{label:?}")).collect()
}
