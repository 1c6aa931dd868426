//! The laboratory: setting up a run of training, watching it, and playing what came of it.

mod comparison;
mod curves;
mod family;
mod feature_pictures;
mod genomes;
mod look;
mod painted_board;
mod placements;
mod plot;
mod run;
mod set_up;
mod use_room;
mod weights;
mod words;

use super::super::menu::Menu;
use super::super::page::{Page, Painting, PanelLook};
use super::super::theme::{self, faded};
use crate::app::clipboard::{Clipboard, PastedText};
use crate::app::history::GameHistory;
use crate::app::laboratory::{Laboratory, as_text};
use crate::app::own_files::place_in_words;
use crate::app::screens::Screen;
use crate::app::typing::Typing;
use crate::game::Pace;
use crate::train::Recipe;
use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{Align2, vec2};
use std::path::PathBuf;

/// The name by which the page's cursor and the open tab are remembered.
const NAME: &str = "laboratory";
/// The names of the four rooms, in the order in which a run passes through them.
const ROOMS: [&str; 4] = ["Set up", "Run", "Look", "Use"];
/// The place in [`ROOMS`] of the room in which a run is watched.
const RUN: usize = 1;
/// The place in [`ROOMS`] of the room in which runs on disk are looked at.
const LOOK: usize = 2;
/// The place in [`ROOMS`] of the room in which trained players are used.
const USE: usize = 3;

/// What the player asks for with a row of a room.
enum LaboratoryWish {
    /// Begin the run of the plan, or the runs of the comparison if it has conditions.
    Begin,
    /// Go on with the run that was stopped.
    GoOn,
    /// Begin the next run of those that wait.
    TrainNext,
    /// Train none of the runs that wait.
    DropWaiting,
    /// Add the plan to the comparison.
    Compare,
    /// Make the comparison an ablation: the plan as it is, and once without each of its features.
    Ablate,
    /// End the run in progress, which can go on later.
    Stop,
    /// Go to the room at this place of [`ROOMS`].
    Room(usize),
    /// Compute further generations of the saved run at this place, up to the generation of this number.
    TakeUp(usize, u32),
    /// Write the charts of the saved run at this place.
    Export(usize),
    /// Delete the saved run at this place.
    Delete(usize),
    /// Give the saved run at this place another name.
    Rename(usize, String),
    /// Play against a generation, named by its SPEC.
    Play(String),
    /// Watch a generation, named by its SPEC, against the rung at this place of the ladder. `None` stands for the first
    /// generation of the same run.
    Watch(String, Option<usize>),
    /// Watch a generation, named by its SPEC, alone on a board, as fast as it can.
    WatchAlone(String),
    /// Rate the best genome of a generation's file at a speed.
    Rate(PathBuf, Pace),
    /// Break off the rating in progress.
    StopRating,
    /// Keep the best genome of a generation's file under a name.
    KeepAs(use_room::KeepWish),
    /// Take the player at this place off the list of the user's own players.
    Dismiss(usize),
    /// Copy the best genome of a generation's file as a line of text.
    CopyText(PathBuf),
    /// Take in the player that was copied as a line of text.
    PasteText,
}

/// What is shown of a run in the room "Look".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RunStory {
    /// Two curves of the run, and the figures of a generation.
    #[default]
    Curves,
    /// All runs of the same recipe, by conditions, with intervals.
    Comparison,
    /// The same game, played by up to eight generations of the run.
    TimeLapse,
    /// The genomes that a genome was made of.
    Family,
    /// A board that the player paints, and what a genome thinks of every place on it.
    Board,
}

/// What the page "Laboratory" remembers from frame to frame.
#[derive(Resource, Debug, Default)]
pub struct LaboratoryView {
    /// All recipes, made when the page is first shown.
    recipes: Vec<Recipe>,
    /// The genome that is looked at, by its place in the round.
    genome: usize,
    /// The curve that the player has chosen, by its place among the curves of the run.
    curve: usize,
    /// The run on disk that is looked at or used, by its place in the list.
    run: usize,
    /// Another run on disk whose curves are drawn with the run's; `None` for no other.
    other: Option<usize>,
    /// The lines of the list for the comparison that is being set up.
    listed: comparison::ConditionList,
    /// The comparison of runs on disk that is looked at.
    compared: comparison::ComparedRuns,
    /// What the room "Look" shows of the run.
    pub story: RunStory,
    /// The genome whose family is shown, by its place in the ranking of its generation.
    relative: usize,
    /// The hand that paints the board, and the place on it that is looked at.
    hand: painted_board::BoardCursor,
    /// The speed of the time-lapse, by its place in the table of speeds.
    speed: usize,
    /// The run that is deleted if the player presses its row once more; `None` if the row was not pressed.
    deletes: Option<usize>,
    /// The generation that is looked at or used, counted from the last, which is 0.
    back: usize,
    /// What the room "Use" remembers.
    using: use_room::UseRoom,
    /// The user's own player that is dismissed if its row is pressed once more; `None` if no row was pressed.
    dismisses: Option<usize>,
}

/// Paints a room in which there is nothing yet, with a button that goes to the first room. `why` explains why there is
/// nothing, and `what` says what will be there.
fn nothing_yet(menu: &mut Menu, [why, what]: [&str; 2]) -> Option<LaboratoryWish> {
    let sets_up = menu.main_button("Set up a run");
    menu.explain_row(why);
    let (painter, side) = (menu.side_painter(), menu.side);
    painter.rect_filled(side, 5, faded(theme::NIGHT, 0.75));
    painter.text(side.center(), Align2::CENTER_CENTER, what, theme::regular(15.5), theme::ASH);
    sets_up.then_some(LaboratoryWish::Room(0))
}

impl LaboratoryView {
    /// Turns to the last generation of the run in progress.
    pub fn show(&mut self, laboratory: &Laboratory) {
        let Some((job, _)) = laboratory.job() else { return };
        let at = laboratory.saved_runs().iter().position(|run| run.folder == job.folder());
        (self.run, self.back) = (at.unwrap_or(self.run), 0);
    }
}

/// Adds the page "Laboratory" and its [`LaboratoryView`].
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LaboratoryView>();
    app.add_systems(EguiPrimaryContextPass, show.run_if(in_state(Screen::Laboratory)).in_set(Painting::Screens));
    // What was asked for once is not done at the first press of another visit.
    app.add_systems(OnExit(Screen::Laboratory), |mut shown: ResMut<LaboratoryView>| {
        (shown.deletes, shown.dismisses) = (None, None);
    });
}

fn show(
    mut page: Page,
    mut laboratory: ResMut<Laboratory>,
    mut shown: ResMut<LaboratoryView>,
    (mut history, mut typing): (ResMut<GameHistory>, ResMut<Typing>),
    mut clipboard: NonSendMut<Clipboard>,
    time: Res<Time<Real>>,
) -> Result {
    if page.is_new(NAME) {
        // Below the tabs.
        page.cursors.focus(NAME, 1);
    }
    if shown.recipes.is_empty() {
        shown.recipes = Recipe::all();
    }
    let is_painted = page.tab(NAME) == LOOK && shown.story == RunStory::Board;
    let paints = shown.hand.brush.keys_paint(is_painted);
    if paints {
        shown.hand.brush.take(page.take_steps());
    }
    let (rows, side) = match page.tab(NAME) {
        RUN | LOOK => (330.0, vec2(800.0, 486.0)),
        _ => (600.0, vec2(470.0, 486.0)),
    };
    let look = PanelLook { name: NAME, title: "Laboratory", rows, side };
    let leave = if paints { "Stop painting" } else { "Back" };
    let built = page.panel_left_by(leave, look, |menu| match menu.tabs(&ROOMS) {
        0 => set_up::rows(menu, &mut laboratory, &mut shown, time.delta_secs()),
        RUN => run::rows(menu, &mut laboratory, &mut shown, time.delta_secs()),
        LOOK => look::rows(menu, &mut laboratory, &mut shown, (&mut typing, time.delta_secs())),
        _ => use_room::rows(menu, &laboratory, &mut shown, (&history, &mut typing)),
    })?;
    let pasted = || clipboard.has_come("laboratory").then_some(LaboratoryWish::PasteText);
    let asked = match built.inner.or_else(pasted) {
        Some(LaboratoryWish::Begin) => laboratory.begin().map(|()| page.open_tab(NAME, RUN)),
        Some(LaboratoryWish::GoOn) => laboratory.go_on().map(|()| page.open_tab(NAME, RUN)),
        Some(LaboratoryWish::TrainNext) => laboratory.train_next().map(|()| page.open_tab(NAME, RUN)),
        Some(LaboratoryWish::DropWaiting) => {
            laboratory.drop_waiting_runs();
            Ok(())
        }
        Some(LaboratoryWish::Compare) => laboratory.add_to_comparison(),
        Some(LaboratoryWish::Ablate) => laboratory.compare_without_each_feature(),
        Some(LaboratoryWish::Stop) => {
            laboratory.stop();
            page.open_tab(NAME, 0);
            Ok(())
        }
        Some(LaboratoryWish::Room(room)) => {
            if page.tab(NAME) == RUN {
                shown.show(&laboratory);
            }
            page.open_tab(NAME, room);
            Ok(())
        }
        Some(LaboratoryWish::TakeUp(run, last)) => {
            laboratory.continue_saved_run(run, last).map(|()| page.open_tab(NAME, RUN))
        }
        Some(LaboratoryWish::Delete(run)) => {
            shown.deletes = None;
            laboratory.delete(run).map(|()| {
                shown.run = run.saturating_sub(1);
                page.toasts.say("The run is deleted");
            })
        }
        Some(LaboratoryWish::Rename(run, name)) => laboratory.rename(run, &name).map(|folders| {
            let mut settings = page.settings.clone();
            folders.iter().for_each(|[before, after]| settings.follow_renamed(before, after));
            page.apply_settings(settings);
        }),
        Some(LaboratoryWish::Export(run)) => laboratory
            .export(run)
            .map(|folder| page.toasts.say(format!("The charts are in {}", place_in_words(&folder)))),
        Some(LaboratoryWish::Play(spec)) => {
            use_room::play(&mut page, spec);
            Ok(())
        }
        Some(LaboratoryWish::Watch(spec, against)) => {
            use_room::watch(&mut page, spec, &history, against);
            Ok(())
        }
        Some(LaboratoryWish::WatchAlone(spec)) => {
            use_room::watch_alone(&mut page, spec);
            Ok(())
        }
        Some(LaboratoryWish::Rate(file, pace)) => laboratory.rate(&file, pace, &history.ladder),
        Some(LaboratoryWish::StopRating) => {
            laboratory.stop_rating();
            Ok(())
        }
        Some(LaboratoryWish::KeepAs(asked)) => {
            let kept = laboratory.keep_as(&asked.naming, &asked.file, asked.pace, &mut history);
            kept.map(|words| page.toasts.say(words))
        }
        Some(LaboratoryWish::Dismiss(at)) => {
            shown.dismisses = None;
            laboratory.remove_own_player(at, &mut history)
        }
        Some(LaboratoryWish::CopyText(file)) => as_text(&file).and_then(|text| match clipboard.set(&text) {
            true => {
                page.toasts.say("The player is copied as a line of text");
                Ok(())
            }
            false => Err("The system has no clipboard to copy to".to_owned()),
        }),
        Some(LaboratoryWish::PasteText) => match clipboard.paste("laboratory") {
            PastedText::Text(text) => laboratory
                .import_text(&text)
                .map(|name| page.toasts.say(format!("{name} is among the laboratory's players now"))),
            PastedText::Nothing => Err("There is no text in the clipboard".to_owned()),
            PastedText::Later => Ok(()),
        },
        None => Ok(()),
    };
    if let Err(line) = asked {
        page.toasts.warn(line);
    }
    if built.back && paints {
        shown.hand.brush.stop();
    } else if built.back {
        page.go_back();
    }
    Ok(())
}
