//! The laboratory: setting up a run of training, watching it, and playing what came of it.

mod curves;
mod genomes;
mod run;
mod set_up;
mod weights;
mod what_for;

use super::super::page::{Look, Page, Painting};
use crate::app::laboratory::Laboratory;
use crate::app::screens::Screen;
use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::vec2;

/// The name of its cursor.
const NAME: &str = "laboratory";
/// The rooms.
const ROOMS: [&str; 3] = ["Set up", "Run", "Use"];
/// The room in which a run is watched.
const RUN: usize = 1;

/// What is chosen in a room.
enum Wish {
    /// Begin the run of the plan.
    Begin,
    /// Go on with the run of an earlier start.
    GoOn,
    /// Go to another room.
    Room(usize),
    /// Play against a generation, named by its SPEC.
    Play(String),
    /// Watch a generation against itself.
    Watch(String),
}

/// What the page remembers.
#[derive(Resource, Debug, Default)]
struct Shown {
    /// The genome that is looked at.
    genome: usize,
    /// Which curve is large.
    curve: usize,
    /// The generation that is used, counted from the last.
    back: usize,
}

/// Adds the screen.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Shown>();
    app.add_systems(EguiPrimaryContextPass, show.run_if(in_state(Screen::Laboratory)).in_set(Painting::Screens));
}

fn show(mut page: Page, mut laboratory: ResMut<Laboratory>, mut shown: ResMut<Shown>, time: Res<Time<Real>>) -> Result {
    if page.is_new(NAME) {
        // Below the tabs.
        page.point(NAME, 1);
    }
    let (rows, side) = match page.tab(NAME) {
        RUN => (330.0, vec2(800.0, 486.0)),
        _ => (600.0, vec2(470.0, 486.0)),
    };
    let look = Look { name: NAME, title: "Laboratory", rows, side };
    let built = page.panel(look, |menu| match menu.tabs(&ROOMS) {
        0 => set_up::rows(menu, &mut laboratory),
        RUN => run::rows(menu, &mut laboratory, &mut shown, time.delta_secs()),
        _ => what_for::rows(menu, &laboratory, &mut shown),
    })?;
    let asked = match built.inner {
        Some(Wish::Begin) => laboratory.begin().map(|()| page.open_tab(NAME, RUN)),
        Some(Wish::GoOn) => laboratory.go_on().map(|()| page.open_tab(NAME, RUN)),
        Some(Wish::Room(room)) => {
            page.open_tab(NAME, room);
            Ok(())
        }
        Some(Wish::Play(spec)) => {
            what_for::play(&mut page, spec);
            Ok(())
        }
        Some(Wish::Watch(spec)) => {
            what_for::watch(&mut page, spec);
            Ok(())
        }
        None => Ok(()),
    };
    if let Err(line) = asked {
        page.toasts.warn(line);
    }
    if built.back {
        page.go_back();
    }
    Ok(())
}
