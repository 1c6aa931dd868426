//! The modes for one player: a card each with its best result. Beside them stand the ten best games
//! of the mode in focus.

use super::super::page::{Page, PanelOptions};
use super::best;
use crate::app::drills::Drills;
use crate::app::library::PuzzleLibrary;
use crate::app::persistence::Records;
use crate::app::screens::Screen;
use crate::app::setup::best_games_kind;
use crate::game::Mode;
use crate::game::modes::table::MODES;
use crate::storage::calendar;
use bevy::prelude::*;
use bevy_egui::egui::vec2;

/// The screen on which the options of a mode are chosen.
pub(super) fn screen_of(mode: Mode) -> Screen {
    match mode {
        Mode::Puzzle => Screen::Puzzles,
        Mode::Custom => Screen::Custom,
        _ => Screen::Mode,
    }
}

pub(super) fn show(mut page: Page, records: Res<Records>, library: Res<PuzzleLibrary>, drills: Res<Drills>) -> Result {
    let mut settings = page.settings.clone();
    let look = PanelOptions { name: "single", title: "Single player", row_width: 480.0, side_size: vec2(400.0, 428.0) };
    let shown = page.panel(look, |menu| {
        let (mut chosen, mut replay, mut leads) = (None, None, None);
        for entry in MODES.iter().filter(|entry| entry.mode.is_single()) {
            let focused = menu.is_next_focused();
            let (id, name, better) = best_games_kind(entry.mode, &settings, &library.book);
            let table = records.best_games(&id);
            if menu.card(entry.name, entry.about, &best::best_figure_text(table, better)) {
                chosen = Some(entry.mode);
            }
            if focused {
                let shown = best::BestGamesTable { title: &name, table, better, mark: None };
                replay = shown.show(menu, menu.side);
            }
        }
        let due = drills.due_count(calendar::seconds_since_1970());
        let figure = if due > 0 { format!("{due} due") } else { String::new() };
        if menu.card("Drills", "Your own games, where you lost most", &figure) {
            leads = Some(Screen::Drills);
        }
        menu.explain_row("Positions that a review found; they come back until you have solved them");
        if menu.card("Position", "Paint a board and ask the champion about it", "") {
            leads = Some(Screen::Position);
        }
        menu.explain_row("The best moves on any board, every place of a piece, games and puzzles that begin there");
        (chosen, replay, leads)
    })?;
    if let Some(replay) = shown.inner.1 {
        best::watch_replay(&mut page, &replay);
    } else if let Some(screen) = shown.inner.2 {
        page.next_screen.set(screen);
    } else if let Some(mode) = shown.inner.0 {
        settings.modes.chosen = mode;
        page.next_screen.set(screen_of(mode));
    } else if shown.back {
        page.go_back();
    }
    page.replace_settings(settings);
    Ok(())
}
