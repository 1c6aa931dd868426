//! Tells when the machine has slept, as with its lid closed: whoever played then is not at the keys yet when it wakes.

use super::away::pause_when_away;
use crate::doors::Moment;
use crate::doors::clock::since_1970;
use bevy::prelude::*;
use std::time::Duration;

/// The shortest sleep that is told of. A system that sets its clock right moves it by less.
const SHORTEST_SLEEP: Duration = Duration::from_secs(10);

/// Tells that the machine has slept before this frame.
#[derive(Message, Clone, Copy, Debug)]
pub(super) struct MachineSlept;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<MachineSlept>();
    // A page that nobody sees is told so by its browser.
    if cfg!(not(target_arch = "wasm32")) {
        app.add_systems(PreUpdate, tell_of_sleep.before(pause_when_away));
    }
}

fn tell_of_sleep(mut slept: MessageWriter<MachineSlept>, mut last: Local<Option<(Moment, Duration)>>) {
    let now = since_1970();
    let Some((moment, before)) = last.replace((Moment::now(), now)) else { return };
    if has_slept(moment.elapsed(), now.saturating_sub(before)) {
        slept.write(MachineSlept);
    }
}

/// Whether the machine has slept between two frames, by how far the steady clock has gone on, which stands still
/// meanwhile, and the time of day.
fn has_slept(steady: Duration, time_of_day: Duration) -> bool {
    // Windows' steady clock goes on in a sleep: there a frame that takes so long counts as one.
    let steady = if cfg!(windows) { Duration::ZERO } else { steady };
    time_of_day > steady + SHORTEST_SLEEP
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_has_slept_when_the_time_of_day_is_far_ahead() {
        let [frame, hour] = [Duration::from_millis(16), Duration::from_secs(3600)];
        assert!(has_slept(frame, hour));
        assert!(!has_slept(frame, frame));
        assert!(!has_slept(frame, SHORTEST_SLEEP), "the clock was set right");
        assert!(!has_slept(hour, Duration::ZERO), "it was set back");
        assert_eq!(has_slept(hour, hour), cfg!(windows), "a frame that took long");
    }

    #[test]
    fn two_frames_of_a_machine_that_is_awake_tell_of_no_sleep() {
        let mut app = App::new();
        app.add_message::<MachineSlept>().add_systems(PreUpdate, tell_of_sleep);
        app.update();
        app.update();
        assert!(app.world().resource::<Messages<MachineSlept>>().is_empty());
    }
}
