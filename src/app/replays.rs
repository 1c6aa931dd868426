//! Replays between memory and disk: every game is saved when it ends, the one in progress every few seconds and on leaving.
//! Knows no rows.

use super::results::table_id;
use super::saving::Keeping;
use super::screens::{Overlay, Screen};
use super::toasts::Toasts;
use crate::app::persistence::Records;
use crate::app::persistence::replay::{FileError, Saved};
use crate::app::persistence::replays::{self, Found, LEAST_GIVEN_UP};
use crate::game::replay::{Player, Recorded, Recorder, Replay, recorder_plugin};
use crate::storage::{calendar, kept, paths};
use bevy::app::AppExit;
use bevy::prelude::*;
use bevy::tasks::{IoTaskPool, Task, block_on};
use std::path::Path;
use std::sync::Arc;

/// Seconds between two savings of the game in progress.
const REST: f32 = 10.0;
/// Seconds between the end of a game and its replay on disk, at most, for the record to name it.
const ATTACH: u64 = 3;

/// What is known of the saved replays.
#[derive(Resource, Debug, Default)]
pub struct Archive {
    /// The game that ended last.
    last: Option<Arc<Replay>>,
    /// The game that was broken off.
    broken_off: Option<Arc<Replay>>,
    /// The list as it was read last, without the keys.
    pub found: Vec<Found>,
    reading: Option<Task<Vec<Found>>>,
    writing: Vec<Task<Result<Option<Filed>, FileError>>>,
    /// Replays whose game has not been counted yet.
    filed: Vec<Filed>,
    rest: f32,
}

/// A replay that has been saved.
#[derive(Debug)]
struct Filed {
    /// Under which id the records of its kind are kept.
    id: String,
    /// When it was saved, in seconds since 1970.
    date: u64,
    /// The file's name.
    name: String,
}

impl Archive {
    /// The game that ended last.
    pub fn last(&self) -> Option<Arc<Replay>> {
        self.last.clone()
    }

    /// Whether the list has been read.
    pub fn is_read(&self) -> bool {
        self.reading.is_none()
    }

    /// The game that can be continued.
    pub(super) fn to_continue(&self) -> Option<Arc<Replay>> {
        self.broken_off.clone()
    }

    /// What there is to continue, in a few words.
    pub fn broken_off(&self) -> Option<String> {
        let replay = self.broken_off.as_ref()?;
        let seconds = replay.ticks / 1000;
        let other = (0..replay.setup.seats.len())
            .filter_map(|seat| replay.seat(seat))
            .find(|seat| seat.player != Player::Person);
        let against = other.map(|seat| format!(" against {}", seat.name)).unwrap_or_default();
        Some(format!("{}{against}, {}:{:02} in", replays::mode_name(replay), seconds / 60, seconds % 60))
    }

    /// Reads the list again.
    pub fn read_again(&mut self) {
        let Some(folder) = paths::replays_folder() else { return };
        self.reading = Some(IoTaskPool::get().spawn(async move { replays::list(&folder) }));
    }

    /// There is nothing to continue any more.
    fn forget(&mut self) {
        self.broken_off = None;
        // One that is still being written would come after.
        for writing in std::mem::take(&mut self.writing) {
            if let Err(error) = block_on(writing) {
                warn!("a replay was not saved: {error}");
            }
        }
        if let Some(path) = replays::in_progress_path() {
            // It is gone already, or the next game writes over it.
            let _ = std::fs::remove_file(path);
        }
    }
}

/// Records every match, and keeps what is recorded.
pub(super) fn plugin(app: &mut App) {
    app.add_plugins(recorder_plugin).init_resource::<Archive>().add_observer(keep);
    app.add_systems(Startup, look).add_systems(OnEnter(Screen::Replays), |mut archive: ResMut<Archive>| {
        archive.read_again();
    });
    app.add_systems(OnEnter(Overlay::Pause), save_progress).add_systems(Update, (collect, save_at_times));
    app.add_systems(Last, leave.run_if(on_message::<AppExit>));
}

/// Looks for a game that was broken off.
fn look(mut archive: ResMut<Archive>, mut toasts: ResMut<Toasts>) {
    let Some(path) = replays::in_progress_path() else { return };
    match replays::in_progress(&path) {
        Some(Ok(Saved { replay, .. })) => archive.broken_off = Some(Arc::new(replay)),
        Some(Err(error)) => {
            let now = kept::set_aside(&path);
            let place = now.map_or_else(|_| "left where it is".to_owned(), |now| format!("kept as {}", now.display()));
            warn!("the game in progress cannot be continued: {error}; {place}");
            toasts.warn(format!("The game in progress cannot be continued: {error}; {place}"));
        }
        None => {}
    }
}

/// Saves a game that has ended, or that was given up after a while.
fn keep(recorded: On<Recorded>, mut archive: ResMut<Archive>) {
    let replay = Arc::clone(&recorded.0);
    if archive.broken_off.as_ref().is_some_and(|broken| broken.setup.seed == replay.setup.seed) {
        archive.forget();
    }
    if replay.result.over {
        archive.last = Some(Arc::clone(&replay));
    } else if replay.ticks < LEAST_GIVEN_UP {
        return;
    }
    let Some(folder) = paths::replays_folder() else { return };
    let seats = (0..replay.setup.seats.len()).filter_map(|seat| replay.seat(seat));
    let opponent = seats.filter(|seat| seat.player != Player::Person).map(|seat| seat.name.as_str()).next();
    // What was taken over is nobody's record.
    let id = match replay.is_taken_over() {
        true => String::new(),
        false => table_id(replay.setup.mode, &replay.setup.course.id, opponent),
    };
    let save = async move {
        let path = replays::save(&folder, Replay::clone(&replay))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Some(Filed { id, date: calendar::now(), name }))
    };
    archive.writing.push(IoTaskPool::get().spawn(save));
}

/// Takes what has been read and says what could not be written.
fn collect(
    mut archive: ResMut<Archive>,
    mut toasts: ResMut<Toasts>,
    mut records: ResMut<Records>,
    mut keeping: ResMut<Keeping>,
) {
    if archive.reading.as_ref().is_some_and(Task::is_finished)
        && let Some(reading) = archive.reading.take()
    {
        archive.found = block_on(reading);
    }
    if !archive.filed.is_empty() {
        // The game is counted in the frame in which it ends, its replay saved in that or another: whichever comes first.
        let now = calendar::now();
        let mut named = false;
        archive.filed.retain(|filed| {
            let counted = records.attach(&filed.id, filed.date, ATTACH, &filed.name);
            named |= counted;
            !counted && now.saturating_sub(filed.date) <= ATTACH
        });
        if named {
            keeping.records_changed();
        }
    }
    if archive.writing.is_empty() {
        return;
    }
    let (done, writing) = std::mem::take(&mut archive.writing).into_iter().partition::<Vec<_>, _>(Task::is_finished);
    archive.writing = writing;
    for written in done {
        match block_on(written) {
            Ok(Some(filed)) if !filed.id.is_empty() => archive.filed.push(filed),
            Ok(_) => {}
            Err(error) => {
                warn!("a replay was not saved: {error}");
                toasts.warn(format!("The replay was not saved: {error}"));
            }
        }
    }
}

/// The match in progress, if a person plays in it.
fn in_progress(recorder: &Recorder) -> Option<&Replay> {
    let person = |replay: &&Replay| {
        let seats = 0..replay.setup.seats.len();
        seats.filter_map(|seat| replay.seat(seat)).any(|seat| seat.player == Player::Person)
    };
    recorder.in_progress().filter(person)
}

fn save_progress(mut archive: ResMut<Archive>, recorder: Res<Recorder>) {
    let (Some(replay), Some(path)) = (in_progress(&recorder), replays::in_progress_path()) else { return };
    let replay = Arc::new(replay.clone());
    archive.broken_off = Some(Arc::clone(&replay));
    let save = async move { replays::keep_in_progress(&path, Replay::clone(&replay)).map(|()| None) };
    archive.writing.push(IoTaskPool::get().spawn(save));
}

/// A machine may lose its power.
fn save_at_times(mut archive: ResMut<Archive>, recorder: Res<Recorder>, time: Res<Time<Virtual>>) {
    if in_progress(&recorder).is_none() {
        archive.rest = REST;
        return;
    }
    archive.rest -= time.delta_secs();
    if archive.rest <= 0.0 {
        archive.rest = REST;
        save_progress(archive, recorder);
    }
}

/// The program ends: what is being written is waited for, and the game in progress is written last.
fn leave(mut archive: ResMut<Archive>, recorder: Res<Recorder>, screen: Res<State<Screen>>) {
    for writing in std::mem::take(&mut archive.writing) {
        if let Err(error) = block_on(writing) {
            warn!("a replay was not saved: {error}");
        }
    }
    let replay = in_progress(&recorder).filter(|_| *screen.get() == Screen::Play);
    let (Some(replay), Some(path)) = (replay, replays::in_progress_path()) else { return };
    if let Err(error) = replays::keep_in_progress(&path, replay.clone()) {
        warn!("the game in progress was not saved: {error}");
    }
}

/// Reads a replay; what is wrong with it is said on screen and in the log.
pub fn open(path: &Path, toasts: &mut Toasts) -> Option<Arc<Replay>> {
    match crate::app::persistence::replay::read(path) {
        Ok(saved) => Some(Arc::new(saved.replay)),
        Err(error) => {
            warn!("{error}");
            toasts.warn(format!("{error}"));
            None
        }
    }
}
