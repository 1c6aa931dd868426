//! The questions of the first start, for a player who has never been asked.

use super::persistence::Settings;
use super::screens::Screen;
use bevy::prelude::*;

/// Opens the questions at the start, if they have not been answered.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, welcome);
}

/// Opens the three questions. A match that the command line has asked for comes first.
fn welcome(settings: Res<Settings>, screen: Res<State<Screen>>, mut next: ResMut<NextState<Screen>>) {
    if !settings.welcomed && *screen.get() == Screen::Title && matches!(*next, NextState::Unchanged) {
        next.set(Screen::FirstStart);
    }
}
