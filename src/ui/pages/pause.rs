//! The pause menu.

use super::super::page::{Look, Page, Painting};
use crate::app::devices::{Gamepads, KeyMap};
use crate::app::rated_match::RatedMatch;
use crate::app::screens::{Overlay, Screen};
use crate::app::session::Go;
use crate::game::{FinishMatch, Match};
use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, egui};

#[derive(Clone, Copy)]
enum Choice {
    Resume,
    Restart,
    Finish,
    Open(Overlay),
    GiveUp,
}

/// Adds the screen.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, show.run_if(in_state(Overlay::Pause)).in_set(Painting::Screens));
}

fn show(
    mut page: Page,
    current: Option<Single<&Match>>,
    rated: Res<RatedMatch>,
    map: Res<KeyMap>,
    pads: Res<Gamepads>,
) -> Result {
    // A game without an end is ended here.
    let endless = current.is_some_and(|current| current.seats.len() == 1 && !current.course.has_goal(&current.rules));
    let look = Look { name: "pause", title: "Pause", rows: 380.0, side: egui::Vec2::ZERO };
    let [restart, give_up] = match rated.is_on() {
        true => ["This match is rated: it is lost, and another one begins", "This match is rated: it is lost"],
        false => ["A new game of the same kind, by R as well", "Out of this game and to the menu"],
    };
    let shown = page.panel(look, |menu| {
        let items = [
            ("Resume", Choice::Resume, "Back to the game, by P or Esc as well"),
            ("Restart", Choice::Restart, restart),
            ("Finish", Choice::Finish, "End this game here and count it"),
            ("Settings", Choice::Open(Overlay::Settings), "Handling, keys, sound, looks"),
            ("Music", Choice::Open(Overlay::Music), "Arrangement, tempo and volume"),
            ("Help", Choice::Open(Overlay::Help), "The rules in pictures, and the keys"),
            ("Give up", Choice::GiveUp, give_up),
        ];
        for number in pads.missing(map.hands()) {
            menu.note(&format!("Gamepad {number} is not connected. Plug it in again to go on with it."));
        }
        let mut chosen = None;
        for (label, choice, hint) in items.into_iter().filter(|item| endless || !matches!(item.1, Choice::Finish)) {
            if menu.button(label) {
                chosen = Some(choice);
            }
            menu.hint(hint);
        }
        chosen
    })?;
    match shown.inner {
        Some(Choice::Resume) => page.next_overlay.set(Overlay::None),
        Some(Choice::Finish) => {
            page.commands.trigger(FinishMatch);
            page.next_overlay.set(Overlay::None);
        }
        Some(Choice::Restart) => page.commands.trigger(Go::Again),
        Some(Choice::Open(overlay)) => page.next_overlay.set(overlay),
        Some(Choice::GiveUp) => page.commands.trigger(Go::Leave(Screen::Title)),
        None if shown.back => page.next_overlay.set(Overlay::None),
        None => {}
    }
    Ok(())
}
