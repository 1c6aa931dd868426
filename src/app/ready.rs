//! The seconds before a game goes on: one that was continued or taken over, and where the player so chose every game of
//! a person that has rested.

use super::resume::Resuming;
use super::screens::Overlay;
use crate::app::persistence::Settings;
use crate::game::modes::FinishRequested;
use crate::game::{Match, SeatSetup};
use crate::net::OnlineMatch;
use bevy::prelude::*;
use bevy::state::state::StateTransitionSystems;

/// How many seconds the player has before a game goes on that was continued or taken over.
const WAIT: f32 = 3.0;
/// The most seconds that one frame counts for.
const LONGEST_FRAME: f32 = 0.1;

/// The countdown of [`Overlay::Ready`].
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct ReadyCountdown {
    left: f32,
    is_after_pause: bool,
    begins_second: bool,
}

impl ReadyCountdown {
    /// The number that is shown: seconds until the game goes on, rounded up, and at least 1.
    pub fn shown_seconds(&self) -> f32 {
        self.left.ceil().max(1.0)
    }

    /// How much of the second that is shown is left, 0-1.
    pub fn rest_of_second(&self) -> f32 {
        self.left - self.left.floor()
    }

    /// Whether the game only rested, so that its player knows the board.
    pub const fn is_after_pause(&self) -> bool {
        self.is_after_pause
    }

    /// Whether the number that is shown has changed in this frame.
    pub const fn begins_second(&self) -> bool {
        self.begins_second
    }
}

/// Adds the countdown, and the system that puts it between a pause and the game.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ReadyCountdown>();
    app.add_systems(StateTransition, wait_after_pause.before(StateTransitionSystems::DependentTransitions));
    app.add_systems(OnEnter(Overlay::Ready), begin).add_systems(Update, count.run_if(in_state(Overlay::Ready)));
}

/// Puts the countdown before a round that goes on after a page lay over it, if the player wants one. However the page
/// was left, the wish for the bare match arrives here.
fn wait_after_pause(
    settings: Option<Res<Settings>>,
    overlay: Option<Res<State<Overlay>>>,
    current: Option<Single<&Match>>,
    seats: Query<&SeatSetup>,
    finishing: Option<Res<FinishRequested>>,
    online: Option<Res<OnlineMatch>>,
    mut next: ResMut<NextState<Overlay>>,
    mut countdown: ResMut<ReadyCountdown>,
) {
    let overlay = overlay.map_or(Overlay::None, |overlay| *overlay.get());
    if overlay == Overlay::Ready {
        return;
    }
    let rested = !matches!(overlay, Overlay::None | Overlay::Results);
    if !rested && countdown.left > 0.0 {
        // What it was for is over.
        countdown.left = 0.0;
    }
    let goes_on = matches!(*next, NextState::Pending(Overlay::None) | NextState::PendingIfNeq(Overlay::None));
    // A new match has its own countdown, and one that its player ends has no need of it. A match in a room rests for
    // both, who would count at different times.
    let is_played = current.is_some_and(|current| current.is_playing())
        && !finishing.is_some_and(|finishing| finishing.is_on())
        && online.is_none()
        && seats.iter().any(SeatSetup::is_persons_here);
    let resumes = rested && goes_on && is_played;
    let waits = resumes && settings.is_some_and(|settings| settings.countdown_after_pause > 0);
    // A countdown in which the game was paused begins anew, whether or not the player wants one after pauses.
    if waits || (resumes && countdown.left > 0.0) {
        next.set(Overlay::Ready);
    }
    if countdown.is_after_pause != waits {
        countdown.is_after_pause = waits;
    }
}

fn begin(settings: Option<Res<Settings>>, mut countdown: ResMut<ReadyCountdown>) {
    let chosen = settings.map(|settings| f32::from(settings.countdown_after_pause));
    countdown.left = chosen.filter(|_| countdown.is_after_pause).unwrap_or(WAIT);
    countdown.begins_second = false;
}

/// Counts down, and lets the game go on in the end unless something else is wished for.
fn count(
    resuming: Option<Res<Resuming>>,
    time: Res<Time<Real>>,
    mut next: ResMut<NextState<Overlay>>,
    mut countdown: ResMut<ReadyCountdown>,
) {
    // A game that is still played up to where it was left has no player yet.
    if resuming.is_some() {
        return;
    }
    let before = countdown.left.ceil();
    countdown.left -= time.delta_secs().min(LONGEST_FRAME);
    countdown.begins_second = countdown.left > 0.0 && countdown.left.ceil() < before;
    if countdown.left <= 0.0 && matches!(*next, NextState::Unchanged) {
        next.set(Overlay::None);
    }
}
