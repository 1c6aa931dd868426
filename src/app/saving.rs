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
    /// Whether the records could not be written when they were written last.
    records_unwritten: bool,
}

impl SettingsSaver {
    /// Notes that the records have changed, so that they are written.
    pub fn records_changed(&mut self) {
        self.records_changed = true;
    }

    /// Takes the records over that another program with the same folder has written since, so that those of both stay.
    /// Own ones that are not on disk yet are kept instead.
    pub(super) fn refresh(&self, records: &mut Records) {
        let Some(folder) = self.records_folder.as_ref().filter(|_| !self.records_changed && !self.records_unwritten)
        else {
            return;
        };
        if let Some(found) = Records::read_again(folder) {
            *records = found;
        }
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
    // What could not be written is tried once more at the end: there may be room on the disk by then.
    if (settings.is_changed() || leaving) && *settings != saving.settings {
        saving.rest = Some(REST);
    }
    if let Some(rest) = saving.rest {
        let rest = rest - time.delta_secs();
        saving.rest = Some(rest);
        if rest <= 0.0 || leaving {
            saving.rest = None;
            let written = saving.settings_folder.as_deref().map(|folder| settings.write_to(folder));
            if !matches!(written, Some(Err(_))) {
                saving.settings = settings.clone();
            }
            report("settings", written, &mut toasts);
        }
    }
    if saving.records_changed || leaving && saving.records_unwritten {
        saving.records_changed = false;
        let written = saving.records_folder.as_deref().map(|folder| records.write_to(folder));
        saving.records_unwritten = matches!(written, Some(Err(_)));
        report("records", written, &mut toasts);
    }
}

fn report(what: &str, written: Option<io::Result<()>>, toasts: &mut Toasts) {
    if let Some(Err(error)) = written {
        warn!("cannot write the {what}: {error}");
        toasts.warn(format!("The {what} could not be written: {}", reason(&error)));
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::doors::files;

    #[test]
    fn what_could_not_be_written_is_written_when_the_window_goes() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("data");
        files().write_whole(&folder, b"a file where the folder should be").unwrap();
        let mut app = App::new();
        let [settings_folder, records_folder] = [0, 1].map(|_| Some(folder.clone()));
        app.insert_resource(SettingsSaver { settings_folder, records_folder, ..SettingsSaver::default() });
        app.init_resource::<Settings>().init_resource::<Records>().init_resource::<Toasts>();
        app.init_resource::<Time<Real>>().add_message::<WindowHidden>().add_systems(Last, write);
        app.world_mut().resource_mut::<Settings>().welcomed = true;
        app.world_mut().resource_mut::<Records>().versus.games = 7;
        app.world_mut().resource_mut::<SettingsSaver>().records_changed();
        app.world_mut().write_message(WindowHidden);
        app.update();
        assert_eq!(app.world().resource::<Toasts>().iter().count(), 2, "the player is told of both");
        files().remove(&folder).unwrap();
        app.world_mut().write_message(AppExit::Success);
        app.update();
        assert!(Settings::read_from(&folder).value.welcomed);
        assert_eq!(Records::read_from(&folder).value.versus.games, 7);
    }

    #[test]
    fn a_record_that_another_program_has_set_stays() {
        let home = tempfile::tempdir().unwrap();
        let mut saving = SettingsSaver { records_folder: Some(home.path().to_owned()), ..SettingsSaver::default() };
        let mut own = Records::default();
        own.versus.games = 1;
        saving.refresh(&mut own);
        assert_eq!(own.versus.games, 1, "without a file nothing is taken over");
        let mut others = own.clone();
        others.versus.games = 2;
        others.write_to(home.path()).unwrap();
        saving.refresh(&mut own);
        assert_eq!(own, others);
        own.versus.games = 3;
        saving.records_changed();
        saving.refresh(&mut own);
        assert_eq!(own.versus.games, 3, "what is not written yet is kept");
    }
}
