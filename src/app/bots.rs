//! Bots that play a match in processes of their own: tells the player when a bot has failed,
//! and when the game waits for one.

use super::screens::Screen;
use super::session::SessionRequest;
use super::toasts::Toasts;
use crate::game::components::PlayerName;
use crate::game::computer::Computer;
use crate::game::{CurrentForfeit, Match, Mode, Pace, Phase};
use bevy::prelude::*;

/// Seconds for which a bot may be late before the player is told that the game waits.
const PATIENCE: f32 = 0.8;

/// Adds the systems that watch the bots of a match.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (give_up, tell, wait).run_if(in_state(Screen::Play)));
}

/// Leaves a match that cannot begin because a bot has failed before its first tick.
fn give_up(current: Single<&Match>, computers: Query<&Computer>, mut toasts: ResMut<Toasts>, mut commands: Commands) {
    let begins = current.round == 0 && matches!(current.phase, Phase::Countdown { .. }) && !current.seats.is_empty();
    let Some(fault) = computers.iter().find_map(Computer::fault).filter(|_| begins) else { return };
    toasts.warn_and_log(format!("The match cannot begin: {fault}"));
    commands.trigger(SessionRequest::Leave(match current.mode {
        Mode::Watch => Screen::Watch,
        Mode::Custom => Screen::Custom,
        _ => Screen::Versus,
    }));
}

/// Tells the player why a match was given up.
fn tell(forfeit: Res<CurrentForfeit>, mut toasts: ResMut<Toasts>) {
    if !forfeit.is_changed() {
        return;
    }
    if let Some(given_up) = forfeit.0.as_ref().filter(|given_up| !given_up.why.is_empty()) {
        toasts.warn_and_log(format!("The match is given up: {}", given_up.why));
    }
}

/// Tells the player which bot the game waits for.
fn wait(
    current: Option<Single<&Match>>,
    computers: Query<(&Computer, &PlayerName)>,
    mut toasts: ResMut<Toasts>,
    time: Res<Time<Real>>,
    mut waited: Local<f32>,
) {
    let late = current.and_then(|current| {
        // One that plays as fast as it can is always waited for.
        let waits = |computer: &Computer| computer.is_late(current.tick + 1) && computer.pace() != Pace::FASTEST;
        let mut late = computers.iter().filter(|(computer, _)| waits(computer));
        late.next().filter(|_| current.is_playing())
    });
    let Some((_, name)) = late else {
        *waited = 0.0;
        return;
    };
    *waited += time.delta_secs();
    if *waited >= PATIENCE {
        *waited -= 2.0;
        toasts.say(format!("Waiting for {}", name.0));
    }
}
