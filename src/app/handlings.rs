//! The handlings that a player has saved under a name. They are read when the settings or the page of versus are
//! opened, and written when they change.

use super::screens::{Overlay, Screen};
use super::toasts::Toasts;
use crate::app::persistence::PlayerFile;
use crate::app::persistence::handlings::Handlings;
use crate::doors::files::reason;
use crate::storage::paths;
use bevy::prelude::*;
use std::path::PathBuf;

/// The handlings that the player has saved under a name.
#[derive(Resource, Debug, Default)]
pub struct SavedHandlings {
    /// The handlings by name.
    pub saved: Handlings,
    folder: Option<PathBuf>,
    warned: Option<String>,
}

impl SavedHandlings {
    /// Writes the handlings to disk. A toast says `done`, or why they could not be written.
    pub fn write(&self, done: String, toasts: &mut Toasts) {
        let Some(folder) = &self.folder else {
            toasts.warn("The handling cannot be saved: there is no folder for it");
            return;
        };
        match self.saved.write_to(folder) {
            Ok(()) => toasts.say(done),
            Err(error) => {
                warn!("cannot write the handlings: {error}");
                toasts.warn(format!("The handling could not be saved: {}", reason(&error)));
            }
        }
    }
}

/// Adds the system that reads the handlings whenever a page that offers them is opened.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SavedHandlings>();
    app.add_systems(OnEnter(Screen::Settings), read).add_systems(OnEnter(Overlay::Settings), read);
    app.add_systems(OnEnter(Screen::Versus), read);
}

fn read(mut own: ResMut<SavedHandlings>, mut toasts: ResMut<Toasts>) {
    let Some(folder) = paths::config_folder() else { return };
    let kept = Handlings::read_from(&folder);
    own.saved = kept.value;
    own.folder = Some(folder).filter(|_| kept.writable);
    if kept.warning.is_some() && own.warned != kept.warning {
        if let Some(warning) = &kept.warning {
            warn!("{warning}");
            toasts.warn(warning.clone());
        }
        own.warned = kept.warning;
    }
}
