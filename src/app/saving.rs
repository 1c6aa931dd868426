//! Settings and records in memory and on disk: they are read at the start, and written soon after they change.

use super::toasts::Toasts;
use crate::app::persistence::{PlayerFile, Records, Settings};
use crate::doors::files;
use crate::doors::files::reason;
use crate::storage::paths;
use bevy::app::AppExit;
use bevy::prelude::*;
use bevy::tasks::{IoTaskPool, Task, TaskPool, block_on};
use std::io;
use std::path::PathBuf;

/// What a player is told at the start on a machine without a home.
const NO_HOME: &str = "There is no home folder: settings, records and replays will not be kept";
/// Seconds without a change before changed settings are written: a slider moves through many values.
const REST: f32 = 1.0;

/// The settings as this program read or wrote them last, the folders that may be written to, and what is still to be
/// written or being written.
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
    /// Whether the player has been told that the settings, or the records, cannot be written. Each is told once, until
    /// it works again: a disk that can only be read would otherwise bring a message with every change.
    told: [bool; 2],
    /// The writing of settings and records that is under way on another thread: no frame waits for the disk.
    writing: Option<Task<WrittenFiles>>,
    /// Whether the writing that was begun last includes the records.
    writes_records: bool,
    /// The outcome of a writing that had to be waited for, kept until the end of the frame.
    written: Option<WrittenFiles>,
}

/// The outcome of writing the settings and the records, or the one of them that had changed.
#[derive(Debug)]
struct WrittenFiles {
    /// The settings as they were written, and whether that worked; `None` if they were not written.
    settings: Option<(Settings, io::Result<()>)>,
    records: Option<io::Result<()>>,
}

impl SettingsSaver {
    /// A saver that keeps records in this folder, and no settings.
    #[cfg(test)]
    pub(super) fn of_records(folder: &std::path::Path) -> Self {
        Self { records_folder: Some(folder.to_owned()), ..Self::default() }
    }

    /// Notes that the records have changed, so that they are written.
    pub fn note_records_changed(&mut self) {
        self.records_changed = true;
    }

    /// Takes the records over that another program with the same folder has written since, so that those of both stay.
    /// This program's own records that are not on disk yet are kept instead; those that are being written are waited
    /// for. Settings that are being written hold nobody up.
    pub(super) fn refresh_records(&mut self, records: &mut Records) {
        if let Some(written) = self.writing.take_if(|_| self.writes_records).map(block_on) {
            self.records_unwritten |= written.records.as_ref().is_some_and(Result::is_err);
            self.written = Some(written);
        }
        let is_ahead = self.records_changed || self.records_unwritten;
        let Some(folder) = self.records_folder.as_ref().filter(|_| !is_ahead) else { return };
        if let Some(found) = Records::read_again(folder) {
            *records = found;
        }
    }

    /// Forgets the best games of a kind that is no more, by the id of its course: another of the same name is another.
    pub fn forget_best_games(&mut self, records: &mut Records, id: &str) {
        self.refresh_records(records);
        if records.tables.remove(id).is_some() {
            self.note_records_changed();
        }
    }

    /// Whether the records are being written.
    pub(super) const fn is_writing_records(&self) -> bool {
        self.writes_records && self.writing.is_some()
    }

    /// Takes in the outcome of a writing, and tells the player of a file that could not be written.
    fn take_in(&mut self, written: WrittenFiles, now: &Settings, toasts: &mut Toasts) {
        if let Some((settings, written)) = written.settings {
            if written.is_ok() {
                // They may have changed back meanwhile.
                self.rest = self.rest.or_else(|| (settings != *now).then_some(REST));
                self.settings = settings;
            }
            report("settings", written, &mut self.told[0], toasts);
        }
        if let Some(written) = written.records {
            self.records_unwritten = written.is_err();
            report("records", written, &mut self.told[1], toasts);
        }
    }
}

/// Tells that nobody sees the window any more: what is not written yet is written in this frame.
#[derive(Message, Clone, Copy, Debug)]
pub struct WindowHidden;

/// Tells that the window goes away for good, without the program's own end: a page is closed or loaded again. The
/// program has this frame and the next one.
#[derive(Message, Clone, Copy, Debug)]
pub struct WindowGone;

/// Reads the settings and the records, unless the program has brought its own, which then are not written either.
pub(super) fn plugin(app: &mut App) {
    let mut warnings = Vec::new();
    let settings_folder = load::<Settings>(app, paths::config_folder(), &mut warnings);
    let records_folder = load::<Records>(app, paths::data_folder(), &mut warnings);
    if let (Some(_), Some(data)) = (&settings_folder, paths::data_folder()) {
        app.world_mut().resource_mut::<Settings>().follow_moved_players(&data);
    }
    let settings = app.world().resource::<Settings>().clone();
    app.insert_resource(SettingsSaver { settings, settings_folder, records_folder, warnings, ..default() });
    app.add_message::<WindowHidden>().add_message::<WindowGone>();
    app.add_systems(Startup, (tell, remove_abandoned_files)).add_systems(Last, save_changes);
}

/// Reads a file of a folder as a resource, unless the program has brought its own. Returns the folder if it
/// may be written to.
fn load<T: PlayerFile + Resource>(
    app: &mut App,
    folder: Option<PathBuf>,
    warnings: &mut Vec<String>,
) -> Option<PathBuf> {
    if app.world().contains_resource::<T>() {
        return None;
    }
    app.init_resource::<T>();
    let Some(folder) = folder else {
        // Settings and records have the same home.
        *warnings = vec![NO_HOME.to_owned()];
        return None;
    };
    let read = T::read_from(&folder);
    app.insert_resource(read.value);
    warnings.extend(read.warning);
    Some(folder).filter(|_| read.writable)
}

fn tell(mut saving: ResMut<SettingsSaver>, mut toasts: ResMut<Toasts>) {
    for warning in saving.warnings.drain(..) {
        toasts.warn_and_log(warning);
    }
}

/// Removes, on another thread, what programs have left in the player's folders that were killed while they wrote there.
fn remove_abandoned_files(saving: Res<SettingsSaver>) {
    let folders = [saving.settings_folder.clone(), saving.records_folder.clone()];
    let remove = async move { folders.iter().flatten().for_each(|folder| files().remove_abandoned(folder)) };
    IoTaskPool::get_or_init(TaskPool::default).spawn(remove).detach();
}

/// Writes what has changed: a while after the last change of the settings, and all of it when the program ends.
pub(super) fn save_changes(
    mut saving: ResMut<SettingsSaver>,
    settings: Res<Settings>,
    records: Res<Records>,
    (exits, hidden): (MessageReader<AppExit>, MessageReader<WindowHidden>),
    time: Res<Time<Real>>,
    mut toasts: ResMut<Toasts>,
) {
    // A browser may end a page that is hidden without a word.
    let leaving = !exits.is_empty() || !hidden.is_empty();
    let finished = saving.writing.take_if(|writing| leaving || writing.is_finished()).map(block_on);
    if let Some(written) = saving.written.take().or(finished) {
        saving.take_in(written, &settings, &mut toasts);
    }
    // What could not be written is tried once more at the end: there may be room on the disk by then.
    if (settings.is_changed() || leaving) && *settings != saving.settings {
        saving.rest = Some(REST);
    }
    saving.rest = saving.rest.map(|rest| rest - time.delta_secs());
    if saving.writing.is_some() {
        // What has changed meanwhile is written after that.
        return;
    }
    let new_settings = saving.rest.take_if(|rest| leaving || *rest <= 0.0).map(|_| settings.clone());
    let is_due = std::mem::take(&mut saving.records_changed) || leaving && saving.records_unwritten;
    let new_records = is_due.then(|| records.clone());
    if new_settings.is_none() && new_records.is_none() {
        return;
    }
    let (settings_folder, records_folder) = (saving.settings_folder.clone(), saving.records_folder.clone());
    let before = saving.settings.clone();
    saving.writes_records = new_records.is_some();
    let write = move || WrittenFiles {
        settings: new_settings.map(|new| {
            let written = settings_folder.map_or(Ok(()), |folder| new.write_changes_to(&folder, &before));
            (new, written)
        }),
        records: new_records.map(|new| records_folder.map_or(Ok(()), |folder| new.write_to(&folder))),
    };
    // A page's files lie in memory, and it has no other thread.
    if leaving || cfg!(target_arch = "wasm32") {
        saving.take_in(write(), &settings, &mut toasts);
    } else {
        saving.writing = Some(IoTaskPool::get_or_init(TaskPool::default).spawn(async move { write() }));
    }
}

/// Runs a job on another thread, after the earlier one: no frame waits for the disk. It has failed where either has.
pub(super) fn spawn_after<E: Send + 'static>(
    earlier: &mut Option<Task<Result<(), E>>>,
    job: impl FnOnce() -> Result<(), E> + Send + 'static,
) {
    let before = earlier.take();
    *earlier = Some(IoTaskPool::get_or_init(TaskPool::default).spawn(async move {
        let earlier = match before {
            Some(before) => before.await,
            None => Ok(()),
        };
        job().and(earlier)
    }));
}

fn report(what: &str, written: io::Result<()>, told: &mut bool, toasts: &mut Toasts) {
    let was_told = std::mem::replace(told, written.is_err());
    if let Err(error) = written
        && !was_told
    {
        warn!("cannot write the {what}: {error}");
        toasts.warn(format!("The {what} could not be written: {}", reason(&error)));
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::game::Handling;
    use std::path::Path;
    use std::sync::mpsc;
    use std::time::Duration;

    /// A program that writes settings and records to this folder alone.
    fn started(folder: &Path) -> App {
        let mut app = App::new();
        let [settings_folder, records_folder] = [0, 1].map(|_| Some(folder.to_owned()));
        app.insert_resource(SettingsSaver { settings_folder, records_folder, ..SettingsSaver::default() });
        app.init_resource::<Settings>().init_resource::<Records>().init_resource::<Toasts>();
        app.init_resource::<Time<Real>>().add_message::<WindowHidden>().add_systems(Last, save_changes);
        app
    }

    #[test]
    fn no_frame_waits_for_the_disk_and_the_end_waits_for_all_of_it() {
        let home = tempfile::tempdir().unwrap();
        let mut app = started(home.path());
        let change = |app: &mut App, games: u32| {
            app.world_mut().resource_mut::<Records>().versus.games = games;
            app.world_mut().resource_mut::<SettingsSaver>().note_records_changed();
            app.update();
            app.world().resource::<SettingsSaver>().writing.is_some()
        };
        assert!(change(&mut app, 1), "another thread writes");
        // Perhaps that is being written still, and this waits for it.
        change(&mut app, 2);
        app.world_mut().resource_mut::<Settings>().welcomed = true;
        app.update();
        app.world_mut().write_message(AppExit::Success);
        app.update();
        assert!(app.world().resource::<SettingsSaver>().writing.is_none());
        assert_eq!(Records::read_from(home.path()).value.versus.games, 2);
        assert!(Settings::read_from(home.path()).value.welcomed);
    }

    #[test]
    fn without_a_home_the_player_is_told_once_that_nothing_is_kept() {
        let (mut app, mut warnings) = (App::new(), Vec::new());
        assert_eq!(load::<Settings>(&mut app, None, &mut warnings), None);
        assert_eq!(load::<Records>(&mut app, None, &mut warnings), None);
        assert_eq!(warnings, [NO_HOME]);
        assert!(app.world().contains_resource::<Settings>() && app.world().contains_resource::<Records>());
    }

    #[test]
    fn what_could_not_be_written_is_written_when_the_window_goes() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("data");
        files().write_whole(&folder, b"a file where the folder should be").unwrap();
        let mut app = started(&folder);
        app.world_mut().resource_mut::<Settings>().welcomed = true;
        app.world_mut().resource_mut::<Records>().versus.games = 7;
        app.world_mut().resource_mut::<SettingsSaver>().note_records_changed();
        app.world_mut().write_message(WindowHidden);
        app.update();
        assert_eq!(app.world().resource::<Toasts>().iter().count(), 2, "the player is told of both");
        app.insert_resource(Toasts::default());
        app.world_mut().resource_mut::<Settings>().hold_to_restart = true;
        app.world_mut().resource_mut::<SettingsSaver>().note_records_changed();
        app.world_mut().write_message(WindowHidden);
        app.update();
        assert_eq!(app.world().resource::<Toasts>().last(), None, "and once, as long as nothing can be written");
        files().remove(&folder).unwrap();
        app.world_mut().write_message(AppExit::Success);
        app.update();
        assert!(Settings::read_from(&folder).value.welcomed);
        assert_eq!(Records::read_from(&folder).value.versus.games, 7);
    }

    #[test]
    fn a_record_that_another_program_has_set_stays() {
        let home = tempfile::tempdir().unwrap();
        let mut saving = SettingsSaver::of_records(home.path());
        let mut own = Records::default();
        own.versus.games = 1;
        saving.refresh_records(&mut own);
        assert_eq!(own.versus.games, 1, "without a file nothing is taken over");
        let mut others = own.clone();
        others.versus.games = 2;
        others.write_to(home.path()).unwrap();
        saving.refresh_records(&mut own);
        assert_eq!(own, others);
        own.versus.games = 3;
        saving.note_records_changed();
        saving.refresh_records(&mut own);
        assert_eq!(own.versus.games, 3, "what is not written yet is kept");
        saving.records_changed = false;
        let (new, folder) = (Records { versus: own.versus, ..others }, home.path().to_owned());
        let write = async move { WrittenFiles { settings: None, records: Some(new.write_to(&folder)) } };
        saving.writes_records = true;
        saving.writing = Some(IoTaskPool::get_or_init(TaskPool::default).spawn(write));
        own.versus.games = 0;
        saving.refresh_records(&mut own);
        assert_eq!(own.versus.games, 3, "what is being written is waited for");
        const PATIENCE: Duration = Duration::from_secs(60);
        let (hold, held) = mpsc::channel();
        let write = async move { WrittenFiles { settings: None, records: held.recv_timeout(PATIENCE).ok().map(Ok) } };
        saving.writes_records = false;
        saving.writing = Some(IoTaskPool::get_or_init(TaskPool::default).spawn(write));
        saving.refresh_records(&mut own);
        assert!(saving.writing.is_some(), "settings are not waited for");
        drop(hold);
    }

    #[test]
    fn the_best_games_of_a_puzzle_that_is_deleted_are_forgotten_and_all_others_stay() {
        let home = tempfile::tempdir().unwrap();
        let mut app = started(home.path());
        let mut kept = Records::default();
        kept.tables.entry("puzzle-mine".to_owned()).or_default().games = 1;
        kept.tables.entry("puzzle-mine-2".to_owned()).or_default().games = 2;
        kept.write_to(home.path()).unwrap();
        app.world_mut().resource_scope(|world, mut saving: Mut<SettingsSaver>| {
            saving.forget_best_games(&mut world.resource_mut::<Records>(), "puzzle-mine");
        });
        app.world_mut().write_message(AppExit::Success);
        app.update();
        let tables = Records::read_from(home.path()).value.tables;
        assert_eq!(
            tables.into_iter().map(|(id, table)| (id, table.games)).collect::<Vec<_>>(),
            [("puzzle-mine-2".to_owned(), 2)]
        );
    }

    #[test]
    fn settings_that_another_program_has_changed_stay() {
        let home = tempfile::tempdir().unwrap();
        let [mut one, mut other] = [0, 1].map(|_| started(home.path()));
        let change = |app: &mut App, change: fn(&mut Settings)| {
            change(&mut app.world_mut().resource_mut::<Settings>());
            app.world_mut().write_message(AppExit::Success);
            app.update();
            Settings::read_from(home.path()).value
        };
        change(&mut one, |settings| {
            settings.sound.music = 0.25;
            settings.seats.right_handling = Some(Handling::FAST);
        });
        let both = change(&mut other, |settings| (settings.sound.effects, settings.welcomed) = (0.5, true));
        assert_eq!((both.sound.music, both.sound.effects, both.welcomed), (0.25, 0.5, true));
        assert_eq!(both.seats.right_handling, Some(Handling::FAST));
        let both = change(&mut one, |settings| settings.seats.right_handling = None);
        assert_eq!((both.sound.music, both.sound.effects, both.welcomed), (0.25, 0.5, true));
        assert_eq!(both.seats.right_handling, None, "what was there before is taken away");
        assert_eq!(change(&mut other, |settings| settings.sound.music = 1.0).sound.music, 1.0, "the last one has it");
    }
}
