//! The career: the ladder of opponents with the rating, and the history of every game.

mod history;
mod ladder;

pub(super) use ladder::record;

use super::super::chronicle::Chronicle;
use super::super::desk::{Desk, Look, Painting};
use super::super::screen::Screen;
use super::super::session::Go;
use crate::game::{Mode, Pace};
use crate::rules::Rules;
use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, egui};

/// What a row of these screens asks for.
enum Wish {
    /// A match against this player at this speed.
    Play(String, Pace),
    /// The history as a file.
    Export,
}

/// Adds the screen.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, show.run_if(in_state(Screen::Career)).in_set(Painting::Screens));
}

fn show(mut desk: Desk, chronicle: Res<Chronicle>, mut view: Local<history::View>) -> Result {
    let look = Look { name: "career", title: "Career", rows: 600.0, side: egui::vec2(470.0, 500.0) };
    let shown = desk.page(look, |menu| match menu.tabs(&["Ladder", "History"]) {
        0 => ladder::show(menu, &chronicle),
        _ => history::show(menu, &chronicle, &mut view),
    })?;
    match shown.inner {
        Some(Wish::Play(spec, pace)) => {
            let mut settings = desk.settings.clone();
            let versus = &mut settings.versus;
            // What strengths were measured under, so that the match is rated.
            versus.rules = Rules { first_to: versus.rules.first_to, ..Rules::line_for_line() };
            (versus.opponent, versus.pace, versus.slips) = (spec, pace, 0);
            settings.chairs.face_computer();
            desk.keep(settings);
            desk.commands.trigger(Go::New(Mode::Versus));
        }
        Some(Wish::Export) => match chronicle.export() {
            Ok(path) => desk.toasts.say(format!("Written to {}", path.display())),
            Err(line) => {
                warn!("{line}");
                desk.toasts.warn(line);
            }
        },
        None if shown.back => desk.go_back(),
        None => {}
    }
    Ok(())
}
