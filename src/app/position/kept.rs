//! The position of the editor in a file, so that it is there again when the program starts anew.

use super::PositionEditor;
use super::edited::EditedPosition;
use crate::app::persistence::{KeptFile, PlayerFile};
use crate::app::saving::WindowHidden;
use crate::app::screens::Screen;
use crate::app::toasts::Toasts;
use crate::storage::paths;
use bevy::app::AppExit;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// The position that was edited last, as `position.toml` in the data folder holds it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct LastPosition {
    /// The position as a fumen of one page; empty where a fumen has no words for it.
    fumen: String,
}

impl PlayerFile for LastPosition {
    const FILE_NAME: &'static str = "position.toml";
}

/// Adds the system that reads the position when the program starts, and those that write it.
pub(in crate::app) fn plugin(app: &mut App) {
    app.add_plugins(writing_plugin).add_systems(Startup, read);
}

/// Adds the systems that write the position when the editor is left, or the program in the editor.
fn writing_plugin(app: &mut App) {
    // A browser may end a page that is hidden without a word.
    let ends =
        |exits: MessageReader<AppExit>, hidden: MessageReader<WindowHidden>| !exits.is_empty() || !hidden.is_empty();
    app.add_systems(OnExit(Screen::Position), write);
    app.add_systems(Last, write.run_if(in_state(Screen::Position)).run_if(ends));
}

fn read(mut editor: ResMut<PositionEditor>, mut commands: Commands, mut toasts: ResMut<Toasts>) {
    let Some((file, warning)) = paths::data_folder().map(KeptFile::<LastPosition>::load) else { return };
    if let Some(line) = warning {
        toasts.warn_and_log(line);
    }
    take_up(&mut editor, &file);
    commands.insert_resource(file);
}

/// Shows the position of the file, if it has one that can be read.
fn take_up(editor: &mut PositionEditor, file: &LastPosition) {
    if let Ok(position) = EditedPosition::from_own_fumen(&file.fumen) {
        editor.position = position;
    }
}

fn write(editor: Res<PositionEditor>, file: Option<ResMut<KeptFile<LastPosition>>>, mut toasts: ResMut<Toasts>) {
    let Some(mut file) = file else { return };
    let fumen = editor.position.as_fumen().unwrap_or_default();
    if fumen != file.fumen {
        file.fumen = fumen;
        file.save("The position", &mut toasts);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::app::screens::{go_to, program_on};
    use std::path::Path;

    /// A program on the page of the editor that keeps its position in this folder.
    fn started(folder: &Path) -> App {
        let mut app = program_on(Screen::Position);
        let (file, warning) = KeptFile::<LastPosition>::load(folder.to_owned());
        assert_eq!(warning, None);
        let mut editor = PositionEditor::default();
        take_up(&mut editor, &file);
        app.insert_resource(editor).insert_resource(file).init_resource::<Toasts>();
        app.add_message::<WindowHidden>().add_plugins(writing_plugin).update();
        app
    }

    #[test]
    fn the_position_is_there_again_when_the_program_starts_anew() {
        let home = tempfile::tempdir().unwrap();
        let change = |app: &mut App, change: fn(&mut EditedPosition)| {
            let mut editor = app.world_mut().resource_mut::<PositionEditor>();
            let mut position = editor.position().clone();
            change(&mut position);
            editor.set_position(position, false);
        };
        let kept = || started(home.path()).world().resource::<PositionEditor>().position().clone();
        assert_eq!(kept(), EditedPosition::default());
        let mut app = started(home.path());
        change(&mut app, |position| position.set_cell(3, 0, true));
        go_to(&mut app, Screen::Title);
        assert!(kept().is_filled(3, 0), "the page was left");
        let mut app = started(home.path());
        change(&mut app, |position| position.set_cell(4, 0, true));
        app.update();
        assert!(!kept().is_filled(4, 0), "the page is shown");
        app.world_mut().write_message(WindowHidden);
        app.update();
        assert!(kept().is_filled(4, 0), "a browser has hidden the program");
        change(&mut app, |position| position.set_cell(5, 0, true));
        app.world_mut().write_message(AppExit::Success);
        app.update();
        let position = kept();
        assert!(position.is_filled(3, 0) && position.is_filled(5, 0), "the program was left");
        change(&mut app, |position| (0..10).for_each(|x| position.set_cell(x, 1, true)));
        go_to(&mut app, Screen::Title);
        let position = kept();
        let has_row = |y| (0..10).all(|x| position.is_filled(x, y));
        assert!(has_row(1) && position.is_filled(3, 0), "a full row stays as it was painted");
        go_to(&mut app, Screen::Position);
        change(&mut app, |position| position.resize(12, 20));
        go_to(&mut app, Screen::Title);
        assert_eq!(kept(), EditedPosition::default(), "a fumen has no words for such a board");
    }
}
