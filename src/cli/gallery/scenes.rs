//! Steps in the studio that several pictures share: stacks, matches to their end, skins and palettes.

use super::super::Failure;
use super::studio::Studio;
use crate::app::Screen;
use crate::app::laboratory::{Laboratory, RunPlan, TrainingJobState};
use crate::app::online::OnlineRoom;
use crate::app::persistence::appearance::{PaletteName, SkinName};
use crate::app::persistence::rivals::RIVALS;
use crate::doors::threads;
use crate::game::{Action, MatchSetup, Mode};
use crate::rules::{Facing, PieceKind};
use crate::ui::page::Cursors;
use crate::ui::page_layout;
use crate::ui::pages::laboratory::{LaboratoryView, RunViewKind};
use bevy::input::gamepad::GamepadButton;
use bevy::input::keyboard::KeyCode;
use bevy::prelude::Mut;
use bevy_egui::EguiContext;
use std::time::Duration;

/// A stack as it occurs in a game, with a well at its right.
pub(super) const STACK: &str = "
    ..........
    LL........
    JL.....SS.
    JLTT..SSZ.
    JJTOOSSZZ.
    IIIIOOTTZ.
    ZZLLLTTTJ.
    SZZLJJJSJ.
    SSLLIJOOS.
    TSIIIIOOJ.
    TTLLLZZJJ.
    TLLOOSZZJ.";

/// A stack with garbage at the bottom, so high that the player is in danger.
pub(super) const HIGH_STACK: &str = "
    ...LL.....
    ..TTL..SS.
    .TTOOLSS..
    ZZ.OOLLLJJ
    .ZZIIIIJJ.
    SS.TTTLLLJ
    ##.#######
    ##.#######
    #####.####
    #####.####
    #####.####
    #######.##
    #######.##
    .#########
    .#########
    ####.#####
    ####.#####";

/// A stack with room for a T that is turned in under an overhang.
pub(super) const T_OVERHANG: &str = "
    LL........
    JL.....SSZ
    JLT...SSZZ
    JJTTOO.IZJ
    IITLOO..ZJ
    ZZLLLS..JJ
    SZZIJSSTTT
    SSLIJJST.O";

/// A stack with a T-slot: the cells of its two lowest rows that a T facing south fills.
pub(super) const T_SLOT: &str = "
    JJ........
    JLL....SS.
    JLL...SSZZ
    JJ...OOIZZ
    III.TOOIJJ";

/// Opens a tab of the career, from 0, for a person with a history.
pub(super) fn show_career(studio: &mut Studio, tab: usize) {
    studio.give_made_up_history();
    studio.go_to_tab(Screen::Career, "career", tab);
}

/// Waits until the run in progress computes no more: it is over, or it pauses. No frame is drawn meanwhile, since a
/// software renderer would take the processor from the run, which gives way to everything else.
fn wait_for_run(studio: &mut Studio) {
    let laboratory = studio.world().resource::<Laboratory>();
    while laboratory.job().is_some_and(|(job, _)| job.state() == TrainingJobState::Computing) {
        threads::sleep(Duration::from_millis(20));
    }
}

/// Opens a room of the laboratory by its number, from 0: any but the first after a small run, which always has the same
/// recipe and the same seed.
pub(super) fn show_laboratory(studio: &mut Studio, room: usize) {
    let mut laboratory = studio.world().resource_mut::<Laboratory>();
    laboratory.plan = RunPlan { last: 5, ..RunPlan::short_run() };
    laboratory.plan.set_number("population", "120".to_owned());
    laboratory.plan.set_number("score-cap", "20000".to_owned());
    if room > 0 {
        let begun = laboratory.begin_run();
        studio.ok_or_note(begun);
        wait_for_run(studio);
    }
    // An earlier picture may have chosen another one.
    studio.world().resource_mut::<LaboratoryView>().run_view = RunViewKind::default();
    // The laboratory looks at the run only now and then, and shows a game from its beginning.
    studio.run_frames(30);
    studio.go_to_tab(Screen::Laboratory, "laboratory", room);
    studio.run_frames(120);
}

/// Shows a small run in the room "Look" of the laboratory, in the view that `view` names, such as its curves.
pub(super) fn show_run_view(studio: &mut Studio, view: RunViewKind) {
    show_laboratory(studio, 2);
    studio.world().resource_mut::<LaboratoryView>().run_view = view;
    studio.run_frames(10);
    // Generations are read on a thread of their own.
    threads::sleep(Duration::from_millis(400));
    studio.run_frames(60);
}

/// Shows the room "Set up" of the laboratory for a recipe, with the focus on the row with this label.
pub(super) fn show_set_up_row(studio: &mut Studio, recipe: &str, label: &str) {
    studio.world().resource_mut::<Laboratory>().plan = RunPlan { recipe: recipe.to_owned(), ..RunPlan::default() };
    studio.go_to_tab(Screen::Laboratory, "laboratory", 0);
    focus_row(studio, "laboratory", label);
}

/// Shows the page of an own room with a guest in it, with the focus on the row with this label.
pub(super) fn show_room_with_guest(studio: &mut Studio, label: &str) {
    studio.go_to_screen(Screen::Online);
    let room = OnlineRoom::with_guest().ok_or("the guest of the room is not understood");
    let Some(room) = studio.ok_or_note(room) else { return };
    studio.world().insert_resource(room);
    focus_row(studio, "online", label);
}

/// Puts the focus of the page on show on the row with this label. `name` is that of the page's cursor.
fn focus_row(studio: &mut Studio, name: &'static str, label: &str) {
    let mut contexts = studio.world().query::<&mut EguiContext>();
    let context = contexts.iter_mut(studio.world()).next().map(|mut context| context.get_mut().clone());
    let Some(context) = studio.ok_or_note(context.ok_or("the window has no menus")) else { return };
    // The first call asks for the layout.
    page_layout::take_layout(&context);
    studio.run_frames(3);
    let rows = page_layout::take_layout(&context).rows;
    let row = rows.iter().position(|row| row.label == label);
    let Some(row) = studio.ok_or_note(row.ok_or(format!("the page has no row '{label}'"))) else { return };
    studio.world().resource_mut::<Cursors>().set_focused_row(name, row);
    studio.run_frames(60);
}

/// Shows the keyboard on the screen for a gamepad, by which the queue of pieces in the position editor is written.
pub(super) fn show_screen_keyboard(studio: &mut Studio) {
    use GamepadButton::{DPadDown, DPadRight, South};
    // The row lies below two questions, five moves and the row that paints.
    studio.open_position(T_SLOT, 8);
    [South, DPadDown, DPadRight, DPadDown].into_iter().for_each(|button| studio.press_gamepad_button(button));
    studio.run_frames(20);
}

/// Shows a small ablation with two seeds in a room of the laboratory, from 0: the list of its runs before any is
/// trained, or the results.
pub(super) fn show_ablation(studio: &mut Studio, room: usize) {
    let mut laboratory = studio.world().resource_mut::<Laboratory>();
    laboratory.plan = RunPlan { last: 2, ..RunPlan::short_run() };
    laboratory.plan.set_number("population", "24".to_owned());
    laboratory.plan.set_number("score-cap", "4000".to_owned());
    let mut begun = laboratory.compare_without_each_feature();
    laboratory.comparison.seeds = 2;
    if room > 0 {
        begun = begun.and_then(|()| laboratory.begin_run());
    }
    if studio.ok_or_note(begun).is_none() {
        return;
    }
    if room > 0 {
        // The laboratory looks at its run a few times a second, and begins the next when one is over.
        while studio.world().resource::<Laboratory>().is_busy()
            || studio.world().resource::<Laboratory>().waiting_run_count() > 0
        {
            wait_for_run(studio);
            studio.run_frames(8);
        }
        studio.world().resource_mut::<LaboratoryView>().run_view = RunViewKind::Comparison;
    }
    studio.go_to_tab(Screen::Laboratory, "laboratory", room);
    studio.run_frames(120);
}

/// Shows a painted board that the best player of a small run judges, with the third best placement chosen.
pub(super) fn show_judged_board(studio: &mut Studio, recipe: &str, changes: &[(&str, &str)]) {
    let mut laboratory = studio.world().resource_mut::<Laboratory>();
    laboratory.plan = RunPlan { recipe: recipe.to_owned(), last: 4, ..RunPlan::default() };
    changes.iter().for_each(|(name, value)| laboratory.plan.set_number(name, (*value).to_owned()));
    let begun = laboratory.begin_run();
    studio.ok_or_note(begun);
    wait_for_run(studio);
    studio.run_frames(30);
    studio.world().resource_scope(|world, laboratory: Mut<Laboratory>| {
        let mut view = world.resource_mut::<LaboratoryView>();
        view.run_view = RunViewKind::Board;
        view.show_latest_generation(&laboratory);
    });
    studio.go_to_tab(Screen::Laboratory, "laboratory", 2);
    // The file of the generation is read on a thread.
    threads::sleep(Duration::from_millis(200));
    studio.run_frames(10);
    focus_row(studio, "laboratory", "Place");
    for _ in 0..2 {
        studio.tap_key(KeyCode::ArrowRight);
    }
    studio.run_frames(60);
}

/// Shows a game of a mode, with a stack for modes that do not bring a board of their own.
pub(super) fn show_game(studio: &mut Studio, mode: Mode, stack: &str) {
    studio.start_mode(mode);
    if !stack.is_empty() {
        studio.build_stack(0, stack);
    }
    studio.press_action(0, Action::Hold);
    studio.run_frames(60);
}

/// Drops pieces on each other until there is no room left.
pub(super) fn drop_until_top_out(studio: &mut Studio) {
    for _ in 0..6 {
        studio.put_piece(0, PieceKind::O, Facing::North, (4, 19), false);
        studio.hard_drop(0, 2);
    }
}

/// The setup of a match of one round, otherwise as [`Studio::setup_of_two_computers`] has it.
fn one_round(person: bool, pps: f64) -> Result<MatchSetup, Failure> {
    let mut setup = Studio::setup_of_two_computers(person, pps)?;
    setup.rules.first_to = 1;
    Ok(setup)
}

/// Plays a match of one round between computer players to its end.
pub(super) fn play_short_match(studio: &mut Studio) {
    studio.play_past_countdown(one_round(false, 3.0));
    studio.play_to_results();
}

/// Plays a match in which this seat tops out in the last round.
pub(super) fn play_to_match_end(studio: &mut Studio, loser: u8) {
    studio.play_past_countdown(one_round(true, 1.5));
    studio.run_ticks(9000);
    lose(studio, loser);
    studio.run_frames(44);
}

/// Plays a rated match to two rounds that the person wins, and opens a tab of its results.
pub(super) fn play_rated_match(studio: &mut Studio, tab: usize) {
    studio.give_made_up_history();
    studio.change_settings(|settings| {
        let rival = &RIVALS[9];
        settings.versus.opponent = rival.player.to_owned();
        (settings.versus.pace.milli_pps, settings.versus.slips) = (rival.milli_pps, rival.slips);
        settings.versus.rules.first_to = 2;
    });
    studio.start_mode(Mode::Versus);
    for loser in [1, 0, 1] {
        studio.run_ticks(30_000);
        lose(studio, loser);
        studio.run_ticks(6000);
    }
    studio.run_frames(160);
    studio.world().resource_mut::<Cursors>().go_to_tab("results", tab);
    studio.run_frames(20);
}

/// Makes this seat top out.
fn lose(studio: &mut Studio, loser: u8) {
    studio.build_stack(1 - loser, STACK);
    studio.build_stack(loser, HIGH_STACK);
    for _ in 0..12 {
        if studio.current_match().is_none_or(|current| !current.is_playing()) {
            break;
        }
        studio.put_piece(loser, PieceKind::O, Facing::North, (4, 19), false);
        if studio.is_person(loser) {
            studio.hard_drop(loser, 3);
        } else {
            // On this stack no piece can be placed.
            studio.build_stack(loser, &"...OOOO... ".repeat(22));
            studio.run_frames(20);
        }
    }
}

/// Shows a match in a skin.
pub(super) fn show_skin(studio: &mut Studio, name: SkinName) {
    studio.change_settings(|settings| settings.appearance.skin = name);
    side_by_side(studio);
}

/// Shows a match with a palette.
pub(super) fn show_palette(studio: &mut Studio, name: PaletteName) {
    studio.change_settings(|settings| settings.appearance.palette = name);
    side_by_side(studio);
}

fn side_by_side(studio: &mut Studio) {
    studio.play_past_countdown(Studio::setup_of_two_computers(true, 1.5));
    studio.build_stack(0, STACK);
    studio.build_stack(1, HIGH_STACK);
    studio.add_waiting_garbage(0, &[1, 3]);
    studio.press_action(0, Action::Hold);
    studio.run_frames(45);
}
