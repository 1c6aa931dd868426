//! Files that are dropped on the window, or on the page: a replay is watched, and any other is to be a player for the
//! laboratory.

use super::laboratory::{Laboratory, import_file};
use super::persistence::replay::EXTENSION;
use super::replays::open_replay;
use super::screens::Screen;
use super::toasts::Toasts;
use super::watching::WatchReplay;
use crate::doors::files;
use crate::storage::paths;
use bevy::prelude::*;
use bevy::window::FileDragAndDrop;
use std::path::Path;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, take);
}

/// Takes each file that is dropped, and tells the player what has become of it, or why it is refused.
fn take(
    mut dropped: MessageReader<FileDragAndDrop>,
    mut laboratory: ResMut<Laboratory>,
    mut toasts: ResMut<Toasts>,
    screen: Res<State<Screen>>,
    mut commands: Commands,
) {
    for event in dropped.read() {
        let FileDragAndDrop::DroppedFile { path_buf, .. } = event else { continue };
        if !is_replay(path_buf) {
            take_player(path_buf, &mut laboratory, &mut toasts);
        } else if matches!(screen.get(), Screen::Play | Screen::Replay | Screen::Online) {
            // It would take the place of the match, or of the room.
            toasts.warn("A replay opens from the menus: go there, then drop the file again");
        } else if let Some(replay) = open_replay(path_buf, &mut toasts) {
            commands.trigger(WatchReplay(replay));
        }
        // What a page has is a copy in its memory, which nothing reads again.
        if cfg!(target_arch = "wasm32")
            && let Err(error) = files().remove(path_buf)
        {
            warn!("{} stays in memory: {error}", path_buf.display());
        }
    }
}

/// Whether a file is a replay by its name; systems that do not care for capitals may have written it with some.
fn is_replay(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(EXTENSION))
}

/// Takes a file in as a player, and tells the user its name.
fn take_player(file: &Path, laboratory: &mut Laboratory, toasts: &mut Toasts) {
    let folder = paths::generations_folder().ok_or_else(|| "there is no folder for players".to_owned());
    match folder.and_then(|folder| import_file(file, &folder)) {
        Ok(name) => {
            toasts.say(format!("{name} is among the laboratory's players now"));
            laboratory.begin_reading_runs();
        }
        Err(line) => toasts.warn(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::persistence::replay::{self, SavedReplay};
    use crate::game::replay::Replay;
    use crate::storage::MatchLabel;

    /// How many replays were watched.
    #[derive(Resource, Default)]
    struct WatchedCount(usize);

    /// Drops a file on a window with this screen. Gives how many replays are watched then, and what the player is told.
    fn dropped(screen: Screen, path: &Path) -> (usize, Vec<String>) {
        let mut app = App::new();
        app.init_resource::<Laboratory>().init_resource::<Toasts>().init_resource::<WatchedCount>();
        app.insert_resource(State::new(screen)).add_message::<FileDragAndDrop>().add_plugins(plugin);
        app.add_observer(|_: On<WatchReplay>, mut count: ResMut<WatchedCount>| count.0 += 1);
        let path_buf = path.to_owned();
        app.world_mut().write_message(FileDragAndDrop::DroppedFile { window: Entity::PLACEHOLDER, path_buf });
        app.update();
        let told = app.world().resource::<Toasts>().iter().map(|toast| toast.text.clone()).collect();
        (app.world().resource::<WatchedCount>().0, told)
    }

    #[test]
    fn a_replay_that_is_dropped_on_a_menu_is_watched_and_a_damaged_one_is_one_line()
    -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let saved = SavedReplay { label: MatchLabel::default(), replay: Replay::of_test(0) };
        let bytes = replay::encode(&saved)?;
        let whole = folder.path().join("a game.REPLAY");
        files().write_whole(&whole, &bytes)?;
        for screen in [Screen::Title, Screen::Replays, Screen::Laboratory] {
            assert_eq!(dropped(screen, &whole), (1, Vec::new()), "{screen:?}");
        }
        for screen in [Screen::Play, Screen::Replay, Screen::Online] {
            let (watched, told) = dropped(screen, &whole);
            assert!(watched == 0 && told.len() == 1, "{screen:?}: {told:?}");
        }
        let cut = folder.path().join("cut.replay");
        files().write_whole(&cut, &bytes[..bytes.len() / 2])?;
        let (watched, told) = dropped(Screen::Title, &cut);
        let refused = replay::read(&cut).map(drop).map_err(|error| error.to_string());
        assert_eq!((watched, Err(told.concat())), (0, refused));
        Ok(())
    }
}
