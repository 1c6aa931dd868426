//! Settings and records in memory and on disk: they are read at the start, and written soon after they change.

use super::toasts::Toasts;
use crate::app::persistence::{PlayerFile, Records, Settings};
use crate::doors::files::reason;
use crate::storage::paths;
use bevy::app::AppExit;
use bevy::prelude::*;
use std::io;
use std::path::PathBuf;

/// Seconds without a change before changed settings are written: a slider moves through many values.
const REST: f32 = 1.0;

/// The settings as they are on disk, the folders that may be written to, and what is still to be written.
#[derive(Resource, Debug, Default)]
pub struct SettingsSaver {
    settings: Settings,
    settings_folder: Option<PathBuf>,
    records_folder: Option<PathBuf>,
    warnings: Vec<String>,
    rest: Option<f32>,
    records_changed: bool,
}

impl SettingsSaver {
    /// Notes that the records have changed, so that they are written.
    pub fn records_changed(&mut self) {
        self.records_changed = true;
    }
}

/// Nobody sees the window any more: what is not written yet is written in this frame.
#[derive(Message, Clone, Copy, Debug)]
pub struct WindowHidden;

/// The window goes away for good, without the program's own end: a page is closed or loaded again. The program has this
/// frame and the next one.
#[derive(Message, Clone, Copy, Debug)]
pub struct WindowGone;

/// Reads the settings and the records, unless the program has brought its own, which then are not written either.
pub(super) fn plugin(app: &mut App) {
    let mut saving = SettingsSaver::default();
    if !app.world().contains_resource::<Settings>() {
        let folder = paths::config_folder();
        let read = folder.as_deref().map(Settings::read_from);
        if let Some(read) = read {
            saving.settings = read.value;
            saving.warnings.extend(read.warning);
            saving.settings_folder = folder.filter(|_| read.writable);
        }
        app.insert_resource(saving.settings.clone());
    }
    if !app.world().contains_resource::<Records>() {
        let folder = paths::data_folder();
        let read = folder.as_deref().map(Records::read_from);
        let mut found = Records::default();
        if let Some(read) = read {
            found = read.value;
            saving.warnings.extend(read.warning);
            saving.records_folder = folder.filter(|_| read.writable);
        }
        app.insert_resource(found);
    }
    app.insert_resource(saving).add_message::<WindowHidden>().add_message::<WindowGone>();
    app.add_systems(Startup, tell).add_systems(Last, write);
}

fn tell(mut saving: ResMut<SettingsSaver>, mut toasts: ResMut<Toasts>) {
    for warning in saving.warnings.drain(..) {
        warn!("{warning}");
        toasts.warn(warning);
    }
}

fn write(
    mut saving: ResMut<SettingsSaver>,
    settings: Res<Settings>,
    records: Res<Records>,
    (exits, hidden): (MessageReader<AppExit>, MessageReader<WindowHidden>),
    time: Res<Time<Real>>,
    mut toasts: ResMut<Toasts>,
) {
    // A browser may end a page that is hidden without a word.
    let leaving = !exits.is_empty() || !hidden.is_empty();
    if settings.is_changed() && *settings != saving.settings {
        saving.rest = Some(REST);
    }
    if let Some(rest) = saving.rest {
        let rest = rest - time.delta_secs();
        saving.rest = Some(rest);
        if rest <= 0.0 || leaving {
            saving.rest = None;
            saving.settings = settings.clone();
            let written = saving.settings_folder.as_deref().map(|folder| settings.write_to(folder));
            report("settings", written, &mut toasts);
        }
    }
    if saving.records_changed {
        saving.records_changed = false;
        let written = saving.records_folder.as_deref().map(|folder| records.write_to(folder));
        report("records", written, &mut toasts);
    }
}

fn report(what: &str, written: Option<io::Result<()>>, toasts: &mut Toasts) {
    if let Some(Err(error)) = written {
        warn!("cannot write the {what}: {error}");
        toasts.warn(format!("The {what} could not be written: {}", reason(&error)));
    }
}
