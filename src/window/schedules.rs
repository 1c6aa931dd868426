//! Which threads an app with a window uses: one for everything that is its own, one for the renderer.
//!
//! Some hundred small systems a frame cost less than handing them to other threads and waking those up; the computer
//! players' thinking and the pictures' work on the graphics card have threads of their own.

use crate::game::tick::{frame_on_one_thread, make_single_threaded};
use bevy::core_pipeline::Core2d;
use bevy::ecs::schedule::{ScheduleLabel, SingleThreadedExecutor};
use bevy::prelude::*;
use bevy::render::renderer::RenderGraph;
use bevy::render::{ExtractSchedule, Render, RenderApp};
use bevy_egui::EguiPrimaryContextPass;

/// Sets which schedules run on one thread, once all plugins are in.
pub(super) fn use_few_threads(app: &mut App) {
    frame_on_one_thread(app);
    make_single_threaded(app, EguiPrimaryContextPass);
    let Some(renderer) = app.get_sub_app_mut(RenderApp) else { return };
    // Commands of the extraction are applied on the renderer's own thread, as Bevy's plugin has it.
    on_its_thread(renderer, ExtractSchedule, false);
    // On those systems surfaces are made on the main thread: the renderer must be able to hand that over.
    if cfg!(not(any(target_os = "macos", target_os = "ios"))) {
        on_its_thread(renderer, Render, true);
        on_its_thread(renderer, RenderGraph, true);
        on_its_thread(renderer, Core2d, true);
    }
}

/// Runs a schedule on one thread; its commands are applied at its end if it `applies` them at all.
fn on_its_thread(app: &mut SubApp, schedule: impl ScheduleLabel, applies: bool) {
    app.edit_schedule(schedule, |schedule| {
        schedule.set_executor(SingleThreadedExecutor::new()).set_apply_final_deferred(applies);
    });
}
