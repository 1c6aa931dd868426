//! The handlings that a player has saved under a name. They are read when the settings or the page of versus are
//! opened, and written when they change.

use super::screens::{Overlay, Screen};
use super::toasts::Toasts;
use crate::app::persistence::KeptFile;
use crate::app::persistence::handlings::Handlings;
use crate::storage::paths;
use bevy::prelude::*;

/// The handlings that the player has saved under a name.
#[derive(Resource, Debug, Default)]
pub struct SavedHandlings {
    /// The handlings by name.
    pub saved: KeptFile<Handlings>,
    warned: Option<String>,
}

/// Adds the system that reads the handlings whenever a page that offers them is opened.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SavedHandlings>();
    app.add_systems(OnEnter(Screen::Settings), read).add_systems(OnEnter(Overlay::Settings), read);
    app.add_systems(OnEnter(Screen::Versus), read);
}

fn read(mut own: ResMut<SavedHandlings>, mut toasts: ResMut<Toasts>) {
    let Some((saved, warning)) = paths::config_folder().map(KeptFile::load) else { return };
    own.saved = saved;
    if let Some(line) = warning.clone().filter(|_| own.warned != warning) {
        toasts.warn_and_log(line);
        own.warned = warning;
    }
}
