//! The game in progress: it is saved every few seconds, so that it can be continued when the program has ended.

use super::{NeededReplays, SavedReplays};
use crate::app::hints::Hints;
use crate::app::persistence::replay::SavedReplay;
use crate::app::persistence::{self, replays};
use crate::app::saving::spawn_after;
use crate::app::toasts::Toasts;
use crate::game::replay::{Recorder, Replay, SeatRecord};
use crate::game::{RecordedPlayer, TickLimit};
use crate::net::OnlineMatch;
use crate::storage::{paths, toml_files};
use bevy::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;

/// Seconds from one saving of the game in progress to the next.
const REST: f32 = 10.0;
/// The name of the file by which a program claims the file of the game in progress.
const IN_PROGRESS_LOCK: &str = "continue.lock";

impl SavedReplays {
    /// The game that can be continued, and how many hints were asked for in it; `None` when there is none.
    pub(in crate::app) fn continuable_game(&self) -> Option<(Arc<Replay>, u32)> {
        self.broken_off.clone().map(|replay| (replay, self.hints))
    }

    /// A few words about the game that can be continued; `None` when there is none.
    pub fn continuable_summary(&self) -> Option<String> {
        let replay = self.broken_off.as_ref()?;
        let seconds = replay.ticks_played() / 1000;
        let other = replay.seats().find(|seat| seat.player != RecordedPlayer::Person);
        let against = other.map(|seat| format!(" against {}", seat.name)).unwrap_or_default();
        Some(format!("{}{against}, {}:{:02} in", replays::mode_title(replay), seconds / 60, seconds % 60))
    }

    /// The match that the program ends in, and the file from which it can be continued; without a file it can only be
    /// watched: where somebody elsewhere plays in it, or nobody, or another program's game has the file. A match of a
    /// given length in which nobody plays is as long as it was meant to be, and is not left unfinished.
    pub(super) fn left_unfinished<'a>(
        &self,
        recorder: &'a Recorder,
        online: Option<&OnlineMatch>,
        limit: Option<&TickLimit>,
    ) -> Option<(&'a Replay, Option<PathBuf>)> {
        let can_go_on = match_in_progress(recorder, online).is_some();
        let replay = recorder.replay_in_progress().filter(|_| can_go_on || limit.is_none())?;
        Some((replay, self.path_in_progress.clone().filter(|_| can_go_on)))
    }

    /// Saves the game that could be continued among the replays, unless it has this seed: another game takes its place.
    pub(super) fn make_way(&mut self, seed: u64, spared: &NeededReplays) {
        if let Some(older) = self.broken_off.take_if(|older| older.setup.seed != seed) {
            let since = older.sit_down_tick();
            self.save(older, since, spared);
        }
    }

    /// Has the game in progress saved with the next frame, unless that was done less than a second ago.
    pub(in crate::app) fn save_soon(&mut self) {
        self.rest = if self.rest < REST - 1.0 { 0.0 } else { self.rest };
    }

    /// Removes the game that could be continued, from memory and from disk.
    pub(super) fn forget(&mut self) {
        self.broken_off = None;
        if let Some(path) = self.path_in_progress.clone() {
            spawn_after(&mut self.in_progress, move || {
                // If it cannot be removed, it is gone already, or the next game writes over it.
                let _ = crate::doors::files().remove(&path);
                Ok(())
            });
        }
    }
}

/// Looks for a game in progress that was saved, unless another program that runs has its game there. One that cannot be
/// read is set aside.
pub(super) fn look(mut replays: ResMut<SavedReplays>, mut toasts: ResMut<Toasts>) {
    let Some(folder) = paths::data_folder() else { return };
    match persistence::claim_file(&folder, IN_PROGRESS_LOCK) {
        Ok(Some(claim)) => replays.claim = Some(claim),
        Ok(None) => return,
        // A folder where files cannot be locked is used as if no other program used it.
        Err(error) => warn!("cannot lock {}: {error}", folder.join(IN_PROGRESS_LOCK).display()),
    }
    let path = folder.join(replays::IN_PROGRESS_FILE);
    replays.path_in_progress = Some(path.clone());
    match replays::read_in_progress(&path) {
        Some(Ok(SavedReplay { label, replay })) => {
            (replays.broken_off, replays.hints) = (Some(Arc::new(replay)), label.hints);
        }
        Some(Err(error)) => {
            let now = toml_files::set_aside(crate::doors::files(), &path);
            let place = now.map_or_else(|_| "left where it is".to_owned(), |now| format!("kept as {}", now.display()));
            toasts.warn_and_log(format!("The game in progress cannot be continued: {error}; {place}"));
        }
        None => {}
    }
}

/// Saves the game that could be continued among the replays, since this version cannot go on with it.
pub(in crate::app) fn save_unfinished_game(mut replays: ResMut<SavedReplays>, spared: NeededReplays) {
    if let Some(replay) = replays.broken_off.clone() {
        replays.forget();
        let since = replay.sit_down_tick();
        replays.save(replay, since, &spared);
    }
}

/// The match in progress, if a person plays in it and nobody elsewhere does: without that somebody it cannot go on.
fn match_in_progress<'a>(recorder: &'a Recorder, online: Option<&OnlineMatch>) -> Option<&'a Replay> {
    let is_person = |seat: &SeatRecord| seat.player == RecordedPlayer::Person;
    recorder.replay_in_progress().filter(|replay| online.is_none() && replay.seats().any(is_person))
}

pub(super) fn save_progress(
    mut replays: ResMut<SavedReplays>,
    (recorder, hints): (Res<Recorder>, Option<Res<Hints>>),
    online: Option<Res<OnlineMatch>>,
    spared: NeededReplays,
) {
    let path = replays.path_in_progress.clone();
    let (Some(replay), Some(path)) = (match_in_progress(&recorder, online.as_deref()), path) else { return };
    let replay = Arc::new(replay.clone());
    replays.make_way(replay.setup.seed, &spared);
    let hints = hints.map_or(0, |hints| hints.used);
    (replays.broken_off, replays.hints) = (Some(Arc::clone(&replay)), hints);
    spawn_after(&mut replays.in_progress, move || replays::keep_in_progress(&path, &replay, hints));
}

/// Saves the game in progress every few seconds, since a machine may lose its power, and when Command is pressed, since
/// a Mac ends the program at Cmd+Q without another frame. A player may have bound that key: it saves once a second.
pub(super) fn save_at_times(
    mut replays: ResMut<SavedReplays>,
    (recorder, hints): (Res<Recorder>, Option<Res<Hints>>),
    online: Option<Res<OnlineMatch>>,
    spared: NeededReplays,
    (time, keys): (Res<Time<Virtual>>, Res<ButtonInput<KeyCode>>),
) {
    if match_in_progress(&recorder, online.as_deref()).is_none() {
        replays.rest = REST;
        return;
    }
    replays.rest -= time.delta_secs();
    // On a disk that takes long, or a network drive that is away, no more and more of them wait.
    let is_writing = replays.in_progress.as_ref().is_some_and(|writing| !writing.is_finished());
    if keys.any_just_pressed([KeyCode::SuperLeft, KeyCode::SuperRight]) {
        replays.save_soon();
    }
    if replays.rest <= 0.0 && !is_writing {
        replays.rest = REST;
        save_progress(replays, (recorder, hints), online, spared);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::replay::recorder_plugin;
    use crate::game::{MatchSetup, Mode, Pace, SeatControl, headless};
    use crate::movegen::PlacementChoice;
    use crate::rules::Rules;
    use bevy::tasks::block_on;
    use std::io;

    #[test]
    fn a_game_is_saved_as_command_is_pressed_by_which_a_mac_ends_the_program() -> io::Result<()> {
        let (home, mut app) = (tempfile::tempdir()?, headless::app(1));
        let path = home.path().join(replays::IN_PROGRESS_FILE);
        let path_in_progress = Some(path.clone());
        app.insert_resource(SavedReplays { path_in_progress, rest: REST, ..SavedReplays::default() });
        app.add_plugins(recorder_plugin).add_systems(Update, save_at_times).init_resource::<ButtonInput<KeyCode>>();
        headless::begin(&mut app, MatchSetup::of_test(Mode::Marathon, Rules::marathon()));
        let mut saves = |key: KeyCode, rest: f32| {
            app.world_mut().resource_mut::<SavedReplays>().rest = rest;
            let mut keys = app.world_mut().resource_mut::<ButtonInput<KeyCode>>();
            keys.reset_all();
            keys.press(key);
            app.update();
            let saving = app.world_mut().resource_mut::<SavedReplays>().in_progress.take();
            saving.is_some_and(|saving| block_on(saving).is_ok())
        };
        assert!(!saves(KeyCode::KeyQ, 5.0) && !saves(KeyCode::SuperLeft, 9.5) && saves(KeyCode::SuperLeft, 5.0));
        assert!(matches!(replays::read_in_progress(&path), Some(Ok(_))));
        Ok(())
    }

    #[test]
    fn a_match_of_no_given_length_that_cannot_be_continued_is_there_to_be_watched_where_the_program_ends_in_it() {
        let (pace, placements) = (Pace::BEGINNER, PlacementChoice::Straight);
        let computer = RecordedPlayer::Computer { spec: None, pace, slips: 0, placements };
        let replays = SavedReplays { path_in_progress: Some("continue.replay".into()), ..SavedReplays::default() };
        let of_length = Some(TickLimit(9_000));
        for (player, online, limit, goes_on) in [
            (RecordedPlayer::Person, None, None, Some(true)),
            (RecordedPlayer::Person, Some(OnlineMatch::default()), None, Some(false)),
            (RecordedPlayer::Person, None, of_length, Some(true)),
            (computer.clone(), None, None, Some(false)),
            (computer, None, of_length, None),
        ] {
            let mut app = headless::app(1);
            app.add_plugins(recorder_plugin);
            let mut setup = MatchSetup::of_test(Mode::Marathon, Rules::marathon());
            setup.seats[0].control = SeatControl::Elsewhere(player);
            headless::begin(&mut app, setup);
            let recorder = app.world().resource::<Recorder>();
            let left = replays.left_unfinished(recorder, online.as_ref(), limit.as_ref());
            assert_eq!(left.map(|(_, path)| path.is_some()), goes_on);
        }
    }
}
