//! The saved replays. Every game is written to disk when it ends; the game in progress is written every few seconds and
//! when the program ends.

mod in_progress;

use super::drills::Drills;
use super::hints::Hints;
use super::results::{opponent_in_tables, record_table_id};
use super::saving::{self, SettingsSaver};
use super::screens::{Overlay, Screen};
use super::toasts::Toasts;
use crate::app::persistence::replay::ReplayFileError;
use crate::app::persistence::replays::{self, MIN_GIVEN_UP_TICKS, ReplayFile};
use crate::app::persistence::{FileClaim, Records};
use crate::game::replay::{Recorder, RecordingFinished, Replay, SeatRecord, SetupRecord, recorder_plugin};
use crate::game::{RecordedPlayer, TickLimit};
use crate::net::OnlineMatch;
use crate::storage::{calendar, paths};
use bevy::app::AppExit;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::tasks::{IoTaskPool, Task, block_on};
use in_progress::{look, save_at_times, save_progress};
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(super) use in_progress::save_unfinished_game;

/// The most seconds between the end of a game and the saving of its replay for which the replay's name is written into
/// the record of the game.
const ATTACH: u64 = 3;

/// The saved replays, and the game that can be continued.
#[derive(Resource, Debug, Default)]
pub struct SavedReplays {
    /// The game that ended last.
    last: Option<Arc<Replay>>,
    /// The file of the game that ended last, once it has been saved.
    last_path: Option<PathBuf>,
    /// The game that was broken off, which can be continued.
    broken_off: Option<Arc<Replay>>,
    /// How many hints were asked for in the game that was broken off.
    hints: u32,
    /// The list of replays as it was read last, without their keys.
    pub found: Vec<ReplayFile>,
    reading: Option<Task<Vec<ReplayFile>>>,
    writing: Vec<Task<Result<Filed, ReplayFileError>>>,
    /// The file of the game in progress. `None` where nothing is kept, or while this file holds the game of
    /// another program that runs at the same time.
    path_in_progress: Option<PathBuf>,
    /// The claim on the file of the game in progress, held until this program ends.
    claim: Option<FileClaim>,
    /// The writing or removing of the file of the game in progress, each after the one before: a file that is still
    /// being written would come back after it was removed.
    in_progress: Option<Task<Result<(), ReplayFileError>>>,
    /// Whether the game in progress could not be saved when that was tried last.
    is_unsaved: bool,
    /// Saved replays whose names are still to be written into the records of their games.
    filed: Vec<Filed>,
    rest: f32,
}

/// A replay that has been saved.
#[derive(Debug)]
struct Filed {
    /// The id under which the records of the game's kind are kept.
    id: String,
    /// When it was saved, in seconds since 1970.
    date: u64,
    /// Where the replay lies on disk.
    path: PathBuf,
    /// The game as it was recorded, without its file.
    replay: Arc<Replay>,
}

impl SavedReplays {
    /// The game that ended last; `None` if none has ended since the program started.
    pub fn last_finished_game(&self) -> Option<Arc<Replay>> {
        self.last.clone()
    }

    /// The file of the game that ended last; `None` until it has been saved.
    pub fn last_path(&self) -> Option<PathBuf> {
        self.last_path.clone()
    }

    /// Whether the game that ended last has no file yet, since it is still being saved.
    pub const fn is_last_being_saved(&self) -> bool {
        self.last_path.is_none() && !self.writing.is_empty()
    }

    /// Whether no reading of the list of saved replays is under way.
    pub fn is_read(&self) -> bool {
        self.reading.is_none()
    }

    /// Starts to read the list of saved replays again, on another thread.
    pub fn read_again(&mut self) {
        let Some(folder) = paths::replays_folder() else { return };
        self.reading = Some(IoTaskPool::get().spawn(async move { replays::list(&folder) }));
    }

    /// Saves a replay among the others, on another thread, if the game was over or went on for at least
    /// [`MIN_GIVEN_UP_TICKS`] ticks, from where it was taken over on.
    pub(super) fn save(&mut self, replay: Arc<Replay>, since: u64, spared: &NeededReplays) {
        if !replay.result.over && replay.ticks < since + MIN_GIVEN_UP_TICKS {
            return;
        }
        let Some(folder) = paths::replays_folder() else { return };
        let SetupRecord { mode, rules, course, seats, .. } = &replay.setup;
        let opponent = replay.seats().find(|seat| seat.player != RecordedPlayer::Person);
        let opponent = opponent.map(|seat| opponent_in_tables(*mode, &seat.name, &seat.player));
        let is_even = !seats.iter().any(SeatRecord::has_handicap);
        // A game that was taken over belongs to no record.
        let id = match replay.is_taken_over() {
            true => String::new(),
            false => record_table_id(*mode, (course, rules), opponent.as_deref(), is_even),
        };
        let (spared, data) = (spared.files(), paths::data_folder());
        // By it the record of the game is found: that was made in these moments, and saving can take long.
        let date = calendar::seconds_since_1970();
        self.writing.push(IoTaskPool::get().spawn(async move {
            let spared = replays::replays_in_use(data.as_deref(), spared);
            let path = replays::save(&folder, &replay, spared.as_deref())?;
            Ok(Filed { id, date, path, replay })
        }));
    }

    /// Writes the names of saved replays into the records of their games. The game is counted in the frame in which it
    /// ends, and its replay is saved in that frame or another: either may come first.
    fn name_in(&mut self, records: &mut Records, saving: &mut SettingsSaver) {
        let now = calendar::seconds_since_1970();
        self.filed.retain(|filed| {
            if !records.has_game_without_replay(&filed.id, filed.date, ATTACH) {
                return now.abs_diff(filed.date) <= ATTACH;
            }
            saving.refresh_records(records);
            let name = filed.path.file_name().unwrap_or_default().to_string_lossy();
            records.attach_replay(&filed.id, filed.date, ATTACH, &name);
            saving.note_records_changed();
            false
        });
    }
}

/// The drills and records that need replays, as a system parameter: these replays stay though others are newer.
#[derive(SystemParam)]
pub(super) struct NeededReplays<'w> {
    drills: Option<Res<'w, Drills>>,
    records: Option<Res<'w, Records>>,
}

impl NeededReplays<'_> {
    /// The names of the replay files that must stay.
    fn files(&self) -> Vec<String> {
        // A drill is a moment of a replay, which must not go before the drill is done.
        let drills = self.drills.as_ref().map(|drills| drills.replay_names()).unwrap_or_default();
        // The best games are shown with their replays.
        let best = self.records.iter().flat_map(|records| records.replay_names()).map(str::to_owned);
        drills.into_iter().chain(best).collect()
    }
}

/// Adds the recorder of matches, and the systems that save what it records.
pub(super) fn plugin(app: &mut App) {
    app.add_plugins(recorder_plugin).init_resource::<SavedReplays>().add_observer(keep);
    app.add_systems(Startup, look).add_systems(OnEnter(Screen::Replays), |mut replays: ResMut<SavedReplays>| {
        replays.read_again();
    });
    app.add_systems(OnEnter(Overlay::Pause), save_progress).add_systems(Update, (collect, save_at_times));
    let at_end = (leave, name_in_records).chain().before(saving::save_changes);
    app.add_systems(Last, at_end.run_if(on_message::<AppExit>));
}

/// Saves the replay of a game that has ended, or that was given up after a while.
fn keep(recorded: On<RecordingFinished>, mut replays: ResMut<SavedReplays>, spared: NeededReplays) {
    let replay = Arc::clone(&recorded.0);
    if replays.broken_off.as_ref().is_some_and(|broken| broken.setup.seed == replay.setup.seed) {
        replays.forget();
    }
    if replay.result.over {
        (replays.last, replays.last_path) = (Some(Arc::clone(&replay)), None);
    }
    replays.save(replay, recorded.1, &spared);
}

/// Takes what other threads have read or written, and tells the player what could not be written.
fn collect(
    mut replays: ResMut<SavedReplays>,
    mut toasts: ResMut<Toasts>,
    mut records: ResMut<Records>,
    mut saving: ResMut<SettingsSaver>,
) {
    if let Some(reading) = replays.reading.take_if(|reading| reading.is_finished()) {
        replays.found = block_on(reading);
    }
    // While records are being written nothing is read again, since a frame would wait for it.
    if !replays.filed.is_empty() && !saving.is_writing_records() {
        replays.name_in(&mut records, &mut saving);
    }
    if let Some(written) = replays.in_progress.take_if(|task| task.is_finished()).map(block_on) {
        // The player is told once of a disk that stays full, and not every few seconds of the game.
        let was_unsaved = std::mem::replace(&mut replays.is_unsaved, written.is_err());
        if let Err(error) = written
            && !was_unsaved
        {
            report("The game in progress", &error, &mut toasts);
        }
    }
    if replays.writing.is_empty() {
        return;
    }
    let (done, writing) = std::mem::take(&mut replays.writing).into_iter().partition::<Vec<_>, _>(Task::is_finished);
    replays.writing = writing;
    for written in done {
        match block_on(written) {
            Ok(filed) => {
                if replays.last.as_ref().is_some_and(|last| Arc::ptr_eq(last, &filed.replay)) {
                    replays.last_path = Some(filed.path.clone());
                }
                if !filed.id.is_empty() {
                    replays.filed.push(filed);
                }
            }
            Err(error) => report("The replay", &error, &mut toasts),
        }
    }
}

fn report(what: &str, error: &ReplayFileError, toasts: &mut Toasts) {
    toasts.warn_and_log(format!("{what} was not saved: {error}"));
}

/// When the program ends, waits until everything is written, and then writes the game in progress.
fn leave(
    mut replays: ResMut<SavedReplays>,
    (recorder, hints): (Res<Recorder>, Option<Res<Hints>>),
    (online, limit): (Option<Res<OnlineMatch>>, Option<Res<TickLimit>>),
    spared: NeededReplays,
    screen: Res<State<Screen>>,
) {
    let left = replays.left_unfinished(&recorder, online.as_deref(), limit.as_deref());
    let left = left.filter(|_| *screen.get() == Screen::Play);
    match &left {
        Some((replay, Some(_))) => replays.make_way(replay.setup.seed, &spared),
        Some((replay, None)) => replays.save(Arc::new(Replay::clone(replay)), recorder.sit_down_tick(), &spared),
        None => {}
    }
    for written in std::mem::take(&mut replays.writing).into_iter().map(block_on) {
        match written {
            Ok(filed) => replays.filed.push(filed),
            Err(error) => warn!("a replay was not saved: {error}"),
        }
    }
    if let Some(Err(error)) = replays.in_progress.take().map(block_on) {
        warn!("the game in progress was not saved: {error}");
    }
    let Some((replay, Some(path))) = left else { return };
    if let Err(error) = replays::keep_in_progress(&path, replay, hints.map_or(0, |hints| hints.used)) {
        warn!("the game in progress was not saved: {error}");
    }
}

/// Names the replays in the records that were saved only when the program ended. This waits for records that are being
/// written, and comes before they are written for the last time.
fn name_in_records(mut replays: ResMut<SavedReplays>, mut records: ResMut<Records>, mut saving: ResMut<SettingsSaver>) {
    replays.name_in(&mut records, &mut saving);
}

/// Reads a replay. `None`, with a toast and a line in the log, if the file cannot be read as a replay.
pub fn open_replay(path: &Path, toasts: &mut Toasts) -> Option<Arc<Replay>> {
    let saved = crate::app::persistence::replay::read(path).map_err(|error| toasts.warn_and_log(error.to_string()));
    Some(Arc::new(saved.ok()?.replay))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::persistence::PlayerFile;
    use crate::app::persistence::records::Record;
    use crate::app::saving::spawn_after;
    use bevy::tasks::TaskPool;
    use std::io::{self, ErrorKind};

    /// A replay of a game of this kind, saved as `a.replay`.
    fn filed(id: &str, date: u64) -> Filed {
        Filed { id: id.to_owned(), date, path: "folder/a.replay".into(), replay: Arc::new(Replay::of_test(0)) }
    }

    #[test]
    fn a_replay_that_is_saved_while_the_program_ends_is_named_in_its_record() -> io::Result<()> {
        let pool = IoTaskPool::get_or_init(TaskPool::default);
        let (home, id, date) = (tempfile::tempdir()?, "sprint-40".to_owned(), calendar::seconds_since_1970());
        let mut records = Records::default();
        records.tables.entry(id.clone()).or_default().best.push(Record { date, ..Record::default() });
        let saved = filed(&id, date);
        let writing = vec![pool.spawn(async move { Ok(saved) })];
        let mut app = App::new();
        app.insert_resource(SavedReplays { writing, ..SavedReplays::default() }).insert_resource(records);
        app.insert_resource(SettingsSaver::of_records(home.path())).insert_resource(State::new(Screen::Title));
        app.init_resource::<Recorder>().add_systems(Last, (leave, name_in_records).chain());
        assert!(app.world().resource::<SavedReplays>().is_last_being_saved());
        app.update();
        let replay = app.world().resource::<Records>().best(&id).and_then(|best| best.replay.as_deref());
        assert_eq!(replay, Some("a.replay"));
        Ok(())
    }

    #[test]
    fn a_disk_that_stays_full_is_told_once_and_again_after_there_was_room() {
        IoTaskPool::get_or_init(TaskPool::default);
        let mut app = App::new();
        app.init_resource::<SavedReplays>().init_resource::<Toasts>().init_resource::<Records>();
        app.init_resource::<SettingsSaver>().add_systems(Update, collect);
        let full = || ReplayFileError::System {
            what: "write",
            path: "continue.replay".into(),
            source: ErrorKind::StorageFull.into(),
        };
        let mut told = |is_full: bool| {
            let mut replays = app.world_mut().resource_mut::<SavedReplays>();
            spawn_after(&mut replays.in_progress, move || if is_full { Err(full()) } else { Ok(()) });
            while app.world().resource::<SavedReplays>().in_progress.is_some() {
                app.update();
            }
            let mut toasts = app.world_mut().resource_mut::<Toasts>();
            let told = toasts.iter().count();
            assert!(toasts.iter().all(|toast| toast.text.starts_with("The game in progress was not saved: ")));
            toasts.pass_time(9.0, 1.0);
            told
        };
        assert_eq!([true, true, false, true].map(&mut told), [1, 0, 0, 1]);
    }

    #[test]
    fn a_record_that_another_program_has_set_stays_where_a_replay_is_named() -> io::Result<()> {
        let (home, id, date) = (tempfile::tempdir()?, "sprint-40".to_owned(), calendar::seconds_since_1970());
        let mut own = Records::default();
        own.tables.entry(id.clone()).or_default().best.push(Record { date, ..Record::default() });
        let mut others = own.clone();
        others.versus.games = 5;
        others.write_to(home.path())?;
        let filed = vec![filed(&id, date)];
        let mut app = App::new();
        app.insert_resource(SavedReplays { filed, ..SavedReplays::default() }).init_resource::<Toasts>();
        app.insert_resource(own).insert_resource(SettingsSaver::of_records(home.path())).add_systems(Update, collect);
        app.update();
        let records = app.world().resource::<Records>();
        let replay = records.best(&id).and_then(|best| best.replay.as_deref());
        assert_eq!((records.versus.games, replay), (5, Some("a.replay")));
        Ok(())
    }
}
