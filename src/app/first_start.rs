//! The questions of the first start, for a player who has not answered them yet.

use super::persistence::Settings;
use super::screens::Screen;
use bevy::prelude::*;

/// Adds the system that opens the questions at the start.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, welcome);
}

/// Opens the four questions, if they have not been answered. A match that the command line has asked for comes first.
fn welcome(settings: Res<Settings>, screen: Res<State<Screen>>, mut next: ResMut<NextState<Screen>>) {
    if !settings.welcomed && *screen.get() == Screen::Title && matches!(*next, NextState::Unchanged) {
        next.set(Screen::FirstStart);
    }
}
