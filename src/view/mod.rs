//! What is seen of a match: boards, pieces, figures, effects. Reads the game, never writes it.

pub mod palette;

/// The view.
pub fn plugin(app: &mut bevy::prelude::App) {
    app.add_systems(bevy::prelude::Startup, |mut commands: bevy::prelude::Commands| {
        commands.spawn(bevy::prelude::Camera2d);
    });
}
