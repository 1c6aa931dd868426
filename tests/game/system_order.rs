//! The order of systems is promised and no accident: of two systems that touch the same state, one of them writing, one
//! comes before the other, or they say why it does not matter.

use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel};
use bevy::input::InputPlugin;
use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use korobka::game::components::Score;
use korobka::game::computer::replay_thoughts_plugin;
use korobka::game::replay::{move_notes_plugin, playback_plugin, recorder_plugin, timeline_marks_plugin};
use korobka::game::tick::TickSystems;

/// A program before its first frame, with everything that its ticks have in the window.
fn program() -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, StatesPlugin, InputPlugin, korobka::game::plugin));
    app.add_plugins((playback_plugin, recorder_plugin, move_notes_plugin, timeline_marks_plugin));
    app.add_plugins(replay_thoughts_plugin);
    app.add_plugins(korobka::net::plugin);
    app
}

/// What Bevy finds wrong with a schedule that has not been run yet: the pairs of systems without an order, each with
/// its sets. In a build with `--features bevy/debug` it knows the names of the systems and of what they touch too.
fn found_in(app: &mut App, schedule: impl ScheduleLabel + Clone) -> Result<(), String> {
    app.edit_schedule(schedule.clone(), |schedule| {
        let ambiguity_detection = LogLevel::Error;
        schedule.set_build_settings(ScheduleBuildSettings { ambiguity_detection, ..default() });
    });
    app.world_mut().schedule_scope(schedule, |world, schedule| match schedule.initialize(world) {
        Ok(_) => Ok(()),
        Err(error) => Err(error.to_string(schedule.graph(), world)),
    })
}

#[test]
fn no_two_systems_of_a_tick_come_in_an_order_by_accident() {
    found_in(&mut program(), FixedUpdate).unwrap();
}

#[test]
fn a_system_without_its_place_in_the_tick_is_found() {
    let look_on = |_: Query<&Score>| {};
    let meddle = |_: Query<&mut Score>| {};
    for (place, is_found) in [(TickSystems::Record, false), (TickSystems::Clear, true)] {
        let mut app = program();
        app.add_systems(FixedUpdate, look_on.in_set(place));
        assert_eq!(found_in(&mut app, FixedUpdate).is_err(), is_found, "{place:?}");
    }
    let mut app = program();
    app.add_systems(FixedUpdate, meddle.in_set(TickSystems::Report));
    found_in(&mut app, FixedUpdate).unwrap_err();
}

#[cfg(feature = "net")]
#[test]
fn what_surrounds_the_ticks_of_a_frame_comes_in_a_promised_order() {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, StatesPlugin, InputPlugin, korobka::game::plugin, recorder_plugin));
    app.init_resource::<korobka::app::persistence::Settings>().add_plugins(korobka::app::online_plugin);
    found_in(&mut app, bevy::app::RunFixedMainLoop).unwrap();
}
