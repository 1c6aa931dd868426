//! The order of a tick: one millisecond of the game.
//!
//! Everything in `FixedUpdate` runs in this order on one thread: a tick costs microseconds, and handing its systems to
//! a task pool would cost more than it saves.

use super::conditions::{is_playing, may_tick};
use bevy::app::{FixedMain, MainScheduleOrder, RunFixedMainLoop};
use bevy::ecs::schedule::{ScheduleLabel, SingleThreadedExecutor};
use bevy::prelude::*;

/// How many ticks make a second.
const TICKS_PER_SECOND: u32 = 1000;

/// The parts of a tick, in order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TickSystems {
    /// Facts of the last tick are emptied; the clock goes on.
    Begin,
    /// Keyboards, gamepads, computer players and replays write each player's input.
    Input,
    /// Keys act: hold, turn, shift, hard drop; then a held direction repeats. Outside a round they are only noted.
    Act,
    /// Pieces fall by gravity and soft drop.
    Fall,
    /// Pieces lock when they were dropped or their time at rest is up.
    Lock,
    /// Full rows clear; points, combo and back-to-back are counted.
    Clear,
    /// Attacks cancel and travel; garbage rises.
    Exchange,
    /// The next piece appears.
    Spawn,
    /// Rounds and matches are decided.
    Flow,
    /// Facts are handed to the systems that show and sound them; what a player may take back is remembered.
    Report,
    /// The finished tick is recorded, or compared with a recording: nothing changes a player's state after this.
    Record,
}

/// All parts of a tick. They run while its conditions hold: those of `may_tick`, and those of the parts that can
/// hold a tick up.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AllTickSystems;

/// The systems that run only while a round is played, which is asked once a tick, after the clock has gone on and
/// before the round is decided.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RoundSystems;

/// Sets the length of a tick and the order of its parts, and runs them on one thread.
pub(super) fn plugin(app: &mut App) {
    app.insert_resource(Time::<Fixed>::from_hz(f64::from(TICKS_PER_SECOND)));
    app.configure_sets(
        FixedUpdate,
        (
            TickSystems::Begin,
            TickSystems::Input,
            TickSystems::Act,
            TickSystems::Fall,
            TickSystems::Lock,
            TickSystems::Clear,
            TickSystems::Exchange,
            TickSystems::Spawn,
            TickSystems::Flow,
            TickSystems::Report,
            TickSystems::Record,
        )
            .chain()
            .in_set(AllTickSystems),
    );
    app.configure_sets(FixedUpdate, AllTickSystems.run_if(may_tick));
    app.configure_sets(
        FixedUpdate,
        (TickSystems::Fall, TickSystems::Lock, TickSystems::Clear, TickSystems::Exchange, TickSystems::Spawn)
            .in_set(RoundSystems),
    );
    app.configure_sets(FixedUpdate, RoundSystems.run_if(is_playing));
    make_single_threaded(app, FixedFirst);
    make_single_threaded(app, FixedPreUpdate);
    make_single_threaded(app, FixedUpdate);
    make_single_threaded(app, FixedPostUpdate);
    make_single_threaded(app, FixedLast);
    make_single_threaded(app, FixedMain);
    make_single_threaded(app, RunFixedMainLoop);
}

/// Runs what surrounds the ticks on one thread too. Where a frame has little to do, handing its systems to other
/// threads costs more than they do, and several apps side by side wait for the same threads.
pub fn frame_on_one_thread(app: &mut App) {
    let labels = app.world().resource::<MainScheduleOrder>().labels.clone();
    labels.into_iter().for_each(|label| make_single_threaded(app, label));
}

/// Runs a schedule on one thread.
pub fn make_single_threaded(app: &mut App, schedule: impl ScheduleLabel) {
    app.edit_schedule(schedule, |schedule| {
        schedule.set_executor(SingleThreadedExecutor::new());
    });
}
