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
use super::super::page::{Page, PaintingOrder, PanelOptions};
use super::super::theme;
use super::WHOLE;
use crate::app::clipboard::{Clipboard, PasteResult};
use crate::app::history::GameHistory;
use crate::app::laboratory::{Laboratory, PlayerNaming, genome_as_text};
use crate::app::library::PuzzleLibrary;
use crate::app::opponents::OpponentList;
use crate::app::own_files::place_in_words;
use crate::app::screens::Screen;
use crate::app::typing::Typing;
use crate::game::{Mode, Pace};
use crate::runs::SavedRun;
use crate::train::Recipe;
use crate::train::summary::GenerationSummary;
use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{Align2, Painter, Rect, vec2};
use std::path::{Path, PathBuf};
use use_room::begin_match;

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
/// The width in points of the rows of two rooms, which are the narrowest, and of the tabs over all rows.
const LEAST_ROWS: f32 = 330.0;

/// What the player asks for with a row of a room.
enum LaboratoryWish {
    /// Begin the run of the plan, or the runs of the comparison if it has conditions.
    Begin,
    GoOn,
    TrainNext,
    /// None of the runs that wait is to be trained.
    DropWaiting,
    /// The planned run is to be added to the comparison.
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
    /// The saved run at this place in the list is to be deleted.
    Delete(usize),
    /// Give the saved run at this place another name.
    Rename(usize, String),
    /// Play against a generation, named by its SPEC.
    Play(String),
    /// Watch a generation against the rung at this place of the ladder, or with `None` against the first generation of
    /// the same run. The two generations are named by their SPECs.
    Watch([String; 2], Option<usize>),
    /// Watch a generation, named by its SPEC, alone on a board, as fast as it can.
    WatchAlone(String),
    /// Rate the best genome of a generation's file at a speed.
    Rate(PathBuf, Pace),
    StopRating,
    /// Keep the best genome of a generation's file under a name, as a player at a speed.
    KeepAs(PathBuf, PlayerNaming, Pace),
    /// Take the player at this place off the list of the user's own players.
    Dismiss(usize),
    /// Copy the best genome of a generation's file as a line of text.
    CopyText(PathBuf),
    /// Take in the player that was copied as a line of text.
    PasteText,
}

/// The choice of what the room "Look" shows of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RunViewKind {
    /// Two curves of the run, and the figures of a generation.
    #[default]
    Curves,
    /// All runs of the same recipe, by conditions, with intervals.
    Comparison,
    /// The game of one seed, played side by side by up to eight generations of the run.
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
    /// The genome of the run in progress that is looked at, by its place in the round.
    genome: usize,
    /// The curve that the player has chosen, by its place among the curves of the run.
    curve: usize,
    /// The folder of the run on disk that is looked at or used: its place in the list changes whenever the list is read
    /// again. `None` before a run was shown.
    run: Option<PathBuf>,
    /// The folder of another run on disk whose curves are drawn with the run's; `None` for no other.
    other: Option<PathBuf>,
    /// The lines of the list for the comparison that is being set up.
    listed: comparison::ConditionList,
    /// The comparison of runs on disk that is looked at.
    compared: comparison::ComparedRuns,
    /// What the room "Look" shows of the run.
    pub run_view: RunViewKind,
    /// The genome whose family is shown, by its place in the ranking of its generation.
    relative: usize,
    /// The hand that paints the board, and the rank of the placement that is looked at.
    hand: painted_board::PaintedBoardView,
    /// The speed of the time-lapse, by its place in the table of speeds.
    speed: usize,
    /// The folder of the run that is deleted if its row is pressed once more; `None` if the row was not pressed.
    deletes: Option<PathBuf>,
    /// The number of the generation that is looked at or used; `None` for the latest, whichever that is.
    generation: Option<u32>,
    /// The state of the tab "Use" between frames.
    using: use_room::UseRoomView,
    /// The user's own player that is taken off the list if its row is pressed once more, by its place in the list;
    /// `None` if no row was pressed.
    dismisses: Option<usize>,
}

/// Paints a room in which there is nothing yet, with a button that goes to the first room. `why` explains why there is
/// nothing, and `what` says what will be there.
fn nothing_yet(menu: &mut Menu, why: &str, what: &str) -> Option<LaboratoryWish> {
    let sets_up = menu.main_button("Set up a run");
    menu.explain_row(why);
    let (painter, side) = (menu.side_painter(), menu.side);
    theme::paint_side_background(&painter, side);
    in_middle(&painter, side, what, 30.0);
    sets_up.then_some(LaboratoryWish::Room(0))
}

/// Paints a paragraph in the middle of a rectangle, with a margin in points at its sides.
fn in_middle(painter: &Painter, rect: Rect, words: &str, margin: f32) {
    let width = rect.width() - 2.0 * margin;
    let galley = theme::paragraph(painter, words, theme::regular(15.0), theme::ASH, width);
    painter.galley(Align2::CENTER_CENTER.anchor_size(rect.center(), galley.size()).min, galley, theme::ASH);
}

impl LaboratoryView {
    /// Turns to the latest generation of the run in progress.
    pub fn show_latest_generation(&mut self, laboratory: &Laboratory) {
        let Some((job, _)) = laboratory.job() else { return };
        (self.run, self.generation) = (Some(job.folder.clone()), None);
    }

    /// The place among the saved runs of the run that is looked at. If that run is gone, or none was shown yet, the
    /// first one is looked at from now on.
    fn run_place(&mut self, saved: &[SavedRun]) -> usize {
        place_of(saved, self.run.as_deref()).unwrap_or_else(|| {
            self.turn_to(saved, 0);
            0
        })
    }

    /// Turns to the latest generation of the saved run at this place.
    fn turn_to(&mut self, saved: &[SavedRun], at: usize) {
        self.run = saved.get(at).map(|run| run.folder.clone());
        (self.deletes, self.generation) = (None, None);
    }

    /// The index in these generations, which are sorted by number, of the one that is looked at. If that generation is
    /// not there, it is the index of the last one before it.
    fn generation_place(&self, generations: &[&GenerationSummary]) -> usize {
        let is_early = |each: &&GenerationSummary| self.generation.is_none_or(|number| each.generation <= number);
        generations.partition_point(is_early).saturating_sub(1)
    }

    /// The generations of a run that are offered in the room "Look", by number: all of them, or where
    /// genomes are needed, those that have a file.
    fn offered<'a>(&self, run: &'a SavedRun) -> Vec<&'a GenerationSummary> {
        match self.run_view {
            RunViewKind::Family | RunViewKind::Board => run.summary.generations_with_files(),
            RunViewKind::Curves | RunViewKind::Comparison | RunViewKind::TimeLapse => {
                run.summary.generations.iter().collect()
            }
        }
    }

    /// Takes over the new name of a run's folder, wherever the page remembers the old one.
    fn follow_renamed_folder(&mut self, before: &Path, after: &Path) {
        for path in [&mut self.run, &mut self.other, &mut self.using.kept].into_iter().flatten() {
            if let Ok(inside) = path.strip_prefix(before) {
                *path = after.join(inside);
            }
        }
    }
}

/// The place of the run in a folder among the saved runs; `None` if there is no such run.
fn place_of(saved: &[SavedRun], folder: Option<&Path>) -> Option<usize> {
    saved.iter().position(|run| Some(run.folder.as_path()) == folder)
}

/// Adds the page "Laboratory" and its [`LaboratoryView`].
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LaboratoryView>();
    app.add_systems(EguiPrimaryContextPass, show.run_if(in_state(Screen::Laboratory)).in_set(PaintingOrder::Screens));
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
    (mut opponents, library): (ResMut<OpponentList>, Res<PuzzleLibrary>),
    time: Res<Time<Real>>,
) -> Result {
    if page.is_unvisited(NAME) {
        // Below the tabs.
        page.cursors.set_focused_row(NAME, 1);
    }
    if shown.recipes.is_empty() {
        shown.recipes = Recipe::all();
    }
    let is_painted = page.shown_tab(NAME) == LOOK && shown.run_view == RunViewKind::Board;
    let paints = shown.hand.brush.keys_paint(is_painted);
    if paints {
        shown.hand.brush.steps = page.take_navigation_steps();
    }
    // Rows and what lies beside them are as wide together in every room.
    let (rows, side) = match page.shown_tab(NAME) {
        RUN | LOOK => (LEAST_ROWS, page.choose_side_size(vec2(800.0, WHOLE), vec2(560.0, 486.0))),
        _ => (660.0, page.choose_side_size(vec2(470.0, WHOLE), vec2(470.0, 486.0))),
    };
    let look = PanelOptions { name: NAME, title: "Laboratory", row_width: rows, side_size: side };
    let leave = if paints { "Stop painting" } else { "Back" };
    let built = page.panel_with_back_label(leave, look, |menu| {
        let room = menu.tabs_within(LEAST_ROWS, &ROOMS);
        if let Some(line) = &laboratory.unkept {
            menu.alarm(line);
        }
        match room {
            0 => {
                let generations = opponents.saved_generations();
                set_up::add_rows(menu, &mut laboratory, &mut shown, (generations, time.delta_secs()))
            }
            RUN => run::add_rows(menu, &mut laboratory, &mut shown, time.delta_secs()),
            LOOK => look::add_rows(menu, &mut laboratory, &mut shown, (&mut typing, time.delta_secs())),
            _ => use_room::add_rows(menu, &laboratory, &mut shown, (&history, &mut typing)),
        }
    })?;
    let pasted = || clipboard.has_come("laboratory").then_some(LaboratoryWish::PasteText);
    if let Some(wish) = built.inner.or_else(pasted) {
        let players = (&mut *opponents, &*library);
        let done = carry_out(wish, &mut page, (&mut laboratory, &mut shown), (&mut history, &mut clipboard), players);
        page.toasts.warn_if_failed(done);
    }
    if built.back && paints {
        shown.hand.brush.is_on = false;
    } else if built.back {
        page.go_back();
    }
    Ok(())
}

/// Does what the player asks for.
///
/// # Errors
/// A line of text about what cannot be done.
fn carry_out(
    wish: LaboratoryWish,
    page: &mut Page,
    (laboratory, shown): (&mut Laboratory, &mut LaboratoryView),
    (history, clipboard): (&mut GameHistory, &mut Clipboard),
    players: (&mut OpponentList, &PuzzleLibrary),
) -> Result<(), String> {
    match wish {
        LaboratoryWish::Begin => laboratory.begin_run().map(|()| page.open_tab(NAME, RUN)),
        LaboratoryWish::GoOn => laboratory.go_on().map(|()| page.open_tab(NAME, RUN)),
        LaboratoryWish::TrainNext => laboratory.start_next_waiting_run().map(|()| page.open_tab(NAME, RUN)),
        LaboratoryWish::DropWaiting => {
            laboratory.drop_waiting_runs();
            Ok(())
        }
        LaboratoryWish::Compare => laboratory.add_plan_to_comparison(),
        LaboratoryWish::Ablate => laboratory.compare_without_each_feature(),
        LaboratoryWish::Stop => {
            laboratory.stop_run();
            // A run that was stopped in its first round is on the list from now on.
            laboratory.begin_reading_runs();
            page.open_tab(NAME, 0);
            Ok(())
        }
        LaboratoryWish::Room(room) => {
            if page.shown_tab(NAME) == RUN {
                shown.show_latest_generation(laboratory);
            }
            page.open_tab(NAME, room);
            Ok(())
        }
        LaboratoryWish::TakeUp(run, last) => {
            laboratory.continue_saved_run(run, last).map(|()| page.open_tab(NAME, RUN))
        }
        LaboratoryWish::Delete(run) => {
            shown.deletes = None;
            laboratory.delete_run(run).map(|()| {
                shown.turn_to(laboratory.saved_runs(), run.saturating_sub(1));
                page.toasts.say("The run is deleted");
            })
        }
        LaboratoryWish::Rename(run, name) => laboratory.rename_run(run, &name).map(|folders| {
            let mut settings = page.settings.clone();
            if let Some([before, after]) = folders {
                settings.follow_renamed_folder(&before, &after);
                shown.follow_renamed_folder(&before, &after);
            }
            page.replace_settings(settings);
        }),
        LaboratoryWish::Export(run) => laboratory
            .export_charts(run)
            .map(|folder| page.toasts.say(format!("The charts are in {}", place_in_words(&folder)))),
        LaboratoryWish::Play(spec) => {
            begin_match(page, players, Mode::Versus, |settings| use_room::set_up_match_against(settings, spec))
        }
        LaboratoryWish::Watch(specs, against) => {
            let rung = against.and_then(|at| history.ladder.rungs().get(at)).map(|rung| &rung.strength);
            begin_match(page, players, Mode::Watch, |settings| use_room::set_up_watched_match(settings, specs, rung))
        }
        LaboratoryWish::WatchAlone(spec) => {
            begin_match(page, players, Mode::Watch, |settings| use_room::set_up_watched_game(settings, spec))
        }
        LaboratoryWish::Rate(file, pace) => laboratory.begin_rating(&file, pace, &history.ladder),
        LaboratoryWish::StopRating => {
            laboratory.stop_rating();
            Ok(())
        }
        LaboratoryWish::KeepAs(file, naming, pace) => {
            laboratory.save_as_own_player(&naming, &file, pace, history).map(|words| {
                shown.using.kept = Some(file);
                page.toasts.say(words);
            })
        }
        LaboratoryWish::Dismiss(at) => {
            shown.dismisses = None;
            laboratory.remove_own_player(at, history)
        }
        LaboratoryWish::CopyText(file) => match clipboard.set(&genome_as_text(&file)?) {
            true => {
                page.toasts.say("The player is copied as a line of text");
                Ok(())
            }
            false => Err("The system has no clipboard to copy to".to_owned()),
        },
        LaboratoryWish::PasteText => match clipboard.paste("laboratory") {
            PasteResult::Text(text) => laboratory
                .import_text(&text)
                .map(|name| page.toasts.say(format!("{name} is among the laboratory's players now"))),
            PasteResult::Nothing => Err("There is no text in the clipboard".to_owned()),
            PasteResult::Later => Ok(()),
        },
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Makes saved runs for a test, in folders of these names.
    fn runs(names: &[&str]) -> Vec<SavedRun> {
        let recipe = Recipe::named("lin").unwrap();
        names.iter().map(|name| SavedRun::new(Path::new(name), &recipe, 1, Vec::new())).collect()
    }

    #[test]
    fn the_run_that_is_looked_at_stays_the_same_wherever_it_stands_in_the_list() {
        let mut shown = LaboratoryView::default();
        assert_eq!(shown.run_place(&runs(&["b", "c"])), 0);
        assert_eq!(shown.run_place(&runs(&["a", "b", "c"])), 1, "the first one shown is remembered too");
        shown.turn_to(&runs(&["b", "c", "a"]), 1);
        shown.deletes = shown.run.clone();
        assert_eq!(shown.run_place(&runs(&["a", "b", "c"])), 2);
        shown.using.kept = Some("c/lin-0025.gen".into());
        shown.follow_renamed_folder(Path::new("c"), Path::new("0"));
        assert_eq!(shown.using.kept, Some("0/lin-0025.gen".into()), "the player is the same one");
        assert_eq!(shown.run_place(&runs(&["0", "a", "b"])), 0);
        assert_eq!((shown.run_place(&runs(&["a", "b"])), shown.deletes.clone()), (0, None), "it is gone");
        assert_eq!(shown.run_place(&runs(&["0", "a", "b"])), 1, "and does not come back by itself");
        assert_eq!(shown.run_place(&[]), 0);
    }

    #[test]
    fn a_chosen_generation_stays_while_the_run_goes_on_and_the_latest_one_is_followed_otherwise() {
        let all = [0, 1, 2, 5].map(|generation| GenerationSummary { generation, ..GenerationSummary::default() });
        let generations: Vec<&GenerationSummary> = all.iter().collect();
        let mut shown = LaboratoryView::default();
        assert_eq!([shown.generation_place(&generations[..2]), shown.generation_place(&generations)], [1, 3]);
        shown.generation = Some(1);
        assert_eq!([shown.generation_place(&generations[..2]), shown.generation_place(&generations)], [1, 1]);
        shown.generation = Some(4);
        assert_eq!(shown.generation_place(&generations), 2, "there is no generation 4");
        assert_eq!(shown.generation_place(&generations[3..]), 0);
        assert_eq!(shown.generation_place(&[]), 0);
    }
}
