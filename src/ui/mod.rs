//! What is clicked and typed: screens, menus, panels, and keys turned into actions. Starts and ends matches; never writes
//! their state but through the players' input.

pub mod screen;

pub use screen::{Overlay, Screen};

/// The menus.
pub fn plugin(app: &mut bevy::prelude::App) {
    use bevy::prelude::AppExtStates;
    app.init_state::<Screen>().add_sub_state::<Overlay>().init_resource::<crate::storage::Settings>();
}
