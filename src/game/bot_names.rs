//! Bots say their names after a match has begun: from then on the match, its rematch and its replay use them.

use super::components::{PlayerName, Seat};
use super::computer::Computer;
use super::replay::Recorder;
use super::setup::{CurrentSetup, SeatSetup};
use bevy::prelude::*;

/// Adds the system that takes over the names of bots.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, introduce);
}

type NamingComponents = (&'static Seat, &'static Computer, &'static mut PlayerName, &'static mut SeatSetup);

/// Gives players that are bots the names that these have just said.
fn introduce(
    mut players: Query<NamingComponents>,
    mut current: Option<ResMut<CurrentSetup>>,
    mut recorder: Option<ResMut<Recorder>>,
) {
    for (seat, computer, mut name, mut setup) in &mut players {
        let Some(own) = computer.own_name() else { continue };
        if name.0 != own {
            name.0.clone_from(&own);
            setup.name.clone_from(&own);
            if let Some(seat) = current.as_mut().and_then(|current| current.0.seats.get_mut(seat.index())) {
                seat.name.clone_from(&own);
            }
        }
        // The recording may begin before the bot says its name, or after.
        if let Some(recorder) = &mut recorder
            && recorder.player_name(seat.index()).is_some_and(|known| known != own)
        {
            recorder.rename(seat.index(), &own);
        }
    }
}
