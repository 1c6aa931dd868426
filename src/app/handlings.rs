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
    /// Whether they could not be written when they were written last.
    is_unwritten: bool,
    warned: Option<String>,
}

impl SavedHandlings {
    /// Takes over the handlings that another program with the same folder has saved since, so that those of both stay.
    /// Own ones that are not on disk yet are kept instead.
    pub fn refresh(&mut self) {
        let folder = self.folder.as_ref().filter(|_| !self.is_unwritten);
        if let Some(found) = folder.and_then(|folder| Handlings::read_again(folder)) {
            self.saved = found;
        }
    }

    /// Writes the handlings to disk. A toast says `done`, or why they could not be written.
    pub fn write(&mut self, done: String, toasts: &mut Toasts) {
        let Some(folder) = &self.folder else {
            toasts.warn("The handling cannot be saved: there is no folder for it");
            return;
        };
        let written = self.saved.write_to(folder);
        self.is_unwritten = written.is_err();
        match written {
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
    (own.saved, own.is_unwritten) = (kept.value, false);
    own.folder = Some(folder).filter(|_| kept.writable);
    if kept.warning.is_some() && own.warned != kept.warning {
        if let Some(warning) = &kept.warning {
            warn!("{warning}");
            toasts.warn(warning.clone());
        }
        own.warned = kept.warning;
    }
}
