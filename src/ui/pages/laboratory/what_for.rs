//! The room in which a run's players are used: played against, or watched.

use super::super::super::menu::Menu;
use super::super::super::page::Page;
use super::super::super::theme::{self, faded};
use super::{LaboratoryView, Wish, curves, nothing_yet};
use crate::app::Go;
use crate::app::laboratory::Laboratory;
use crate::game::{Mode, Pace};
use crate::movegen::Choice;
use crate::storage::generation;
use bevy_egui::egui::{Align2, Rect, vec2};

/// Paints the rows of the room "Use", and returns what the player asks for with one of them.
pub(super) fn rows(menu: &mut Menu, laboratory: &Laboratory, shown: &mut LaboratoryView) -> Option<Wish> {
    let mut wish = None;
    let saved = laboratory.saved();
    let Some(run) = saved.get(shown.run.min(saved.len().saturating_sub(1))) else {
        return nothing_yet(
            menu,
            [
                "There is nobody to play yet: the first generation of a run is enough",
                "What you train can be played and watched here",
            ],
        );
    };
    let (recipe, generations) = (&run.summary.recipe, &run.summary.generations);
    let count = generations.len();
    let at = count - 1 - shown.back.min(count - 1);
    let number = generations[at].generation;
    let file = run.folder.join(generation::file_name(&recipe.name, number)).to_string_lossy().into_owned();
    if menu.main_button("Play it") {
        wish = Some(Wish::Play(file.clone()));
    }
    menu.hint("A match against the best of this generation, at the speed that versus is set to; nobody has measured it, so it is not rated");
    if menu.button("Watch it") {
        wish = Some(Wish::Watch(file));
    }
    menu.hint("The best of this generation against the best of the first one");
    let step = menu.choice("Run", &run.summary.name);
    menu.hint("Of which run on this machine");
    if step != 0 {
        let runs = saved.len() as i32;
        (shown.run, shown.back) = ((shown.run as i32 + step).rem_euclid(runs) as usize, 0);
        return wish;
    }
    let step = menu.choice("Generation", &number.to_string());
    menu.hint("Which generation of the run; later ones have learned more");
    let at = (at as i32 + step).rem_euclid(count as i32) as usize;
    shown.back = count - 1 - at;
    let side = menu.side;
    let mut ui = menu.beside_ui("use", side);
    let painter = ui.painter().clone();
    let head = Rect::from_min_size(side.min, vec2(side.width(), 96.0));
    painter.rect_filled(head, 5, faded(theme::NIGHT, 0.75));
    let title = format!("{}, generation {number}", recipe.name);
    painter.text(head.min + vec2(18.0, 14.0), Align2::LEFT_TOP, title, theme::extrabold(20.0), theme::GOLD);
    let words = generations[at].held_out.map_or("It has played no held-out games".to_owned(), |held_out| {
        let games = recipe.held_out_games;
        format!("{:.0} lines on average in {games} games that it had never seen", held_out.best_lines)
    });
    painter.text(head.min + vec2(18.0, 48.0), Align2::LEFT_TOP, words, theme::regular(15.0), theme::IVORY);
    let under = Rect::from_min_max(side.min + vec2(0.0, 108.0), side.max);
    let drawn = curves::Drawn { generations, other: None, mark: Some(number) };
    curves::paint(&mut ui, under, 3, drawn);
    wish
}

/// Begins an unrated match against a player.
pub(super) fn play(page: &mut Page, spec: String) {
    let mut settings = page.settings.clone();
    settings.versus.opponent = spec;
    settings.versus.slips = 0;
    settings.placements.opponent = Choice::Straight;
    settings.seats.face_computer();
    page.keep(settings);
    page.commands.trigger(Go::New(Mode::Versus));
}

/// Begins a match of a player against the first generation of its run.
pub(super) fn watch(page: &mut Page, spec: String) {
    let mut settings = page.settings.clone();
    let first = spec.rsplit_once('-').map(|(before, _)| format!("{before}-0000.gen"));
    (settings.watch.left, settings.watch.right) = (spec.clone(), first.unwrap_or(spec));
    (settings.watch.left_slips, settings.watch.right_slips) = (0, 0);
    (settings.watch.left_pace, settings.watch.right_pace) = (Pace { milli_pps: 2000 }, Pace { milli_pps: 2000 });
    page.keep(settings);
    page.commands.trigger(Go::New(Mode::Watch));
}
