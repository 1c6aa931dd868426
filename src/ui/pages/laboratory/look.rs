//! The room in which runs on disk are looked at: their curves, alone or over each other, and the time-lapse.

use super::super::super::menu::Menu;
use super::super::super::theme;
use super::super::{counted, with_thousands};
use super::run::paint_board;
use super::words::fitness_in_words;
use super::{
    LaboratoryView, LaboratoryWish, RunViewKind, comparison, curves, in_middle, nothing_yet, painted_board, place_of,
};
use crate::app::laboratory::{Laboratory, TimeLapseReading};
use crate::app::own_files;
use crate::app::typing::Typing;
use crate::runs::SavedRun;
use crate::train::recipe::MAX_GENERATION;
use crate::train::summary::GenerationSummary;
use bevy_egui::egui::{Align2, Painter, Rect, pos2, vec2};

/// The name, for `Typing`, of the row in which the player types the name of a run.
const CALLED: &str = "name of a run";
/// The speeds of the time-lapse: how many times as fast as usual, and the words for that.
const SPEEDS: [(f32, &str); 5] =
    [(1.0, "as usual"), (3.0, "3 times"), (12.0, "12 times"), (100.0, "as fast as it goes"), (0.5, "half")];

/// Paints the rows of the room "Look" and a run beside them, and returns what the player asks for with one of the rows.
pub(super) fn add_rows(
    menu: &mut Menu,
    laboratory: &mut Laboratory,
    shown: &mut LaboratoryView,
    (typing, seconds): (&mut Typing, f32),
) -> Option<LaboratoryWish> {
    let saved = laboratory.saved_runs();
    let at = shown.run_place(saved);
    let Some(run) = saved.get(at) else {
        return nothing_yet(
            menu,
            "There is no run on disk yet",
            "Every run that was trained on this machine is kept, and can be looked at here",
        );
    };
    let next = run_row(menu, saved, at, typing);
    if run.summary.generations.is_empty() {
        shown.hand.brush.is_on = false;
        menu.note("Its first generation is not complete yet");
        let wish = care_rows(menu, (laboratory.is_busy(), typing), (run, at), shown);
        theme::paint_side_background(&menu.side_painter(), menu.side);
        if next != at {
            shown.turn_to(saved, next);
        }
        return wish;
    }
    view_row(menu, run, shown);
    match shown.run_view {
        RunViewKind::Board => {
            let number = generation_row(menu, &shown.offered(run), shown);
            painted_board::show(menu, laboratory.painted_board(at, number), &mut shown.hand);
            if next != at {
                shown.turn_to(laboratory.saved_runs(), next);
            }
            return None;
        }
        RunViewKind::Family => {
            generation_row(menu, &shown.offered(run), shown);
            genome_row(menu, run, shown);
        }
        RunViewKind::TimeLapse => {
            let at = shown.speed % SPEEDS.len();
            shown.speed = menu.pick_index("Speed", SPEEDS[at].1, at, SPEEDS.len()).unwrap_or(at);
            menu.explain_row("How fast the games go");
        }
        RunViewKind::Curves | RunViewKind::Comparison => curve_rows(menu, saved, at, shown),
    }
    let mut wish = None;
    let hint = "To the Use room, where it is played, watched, rated and named";
    menu.wish_button(&mut wish, "Play or watch it", LaboratoryWish::Room(super::USE), hint);
    wish = care_rows(menu, (laboratory.is_busy(), typing), (run, at), shown).or(wish);
    if next != at {
        shown.turn_to(saved, next);
    }
    paint_view(menu, laboratory, shown, at, seconds);
    wish
}

/// Paints the row that chooses the run, and returns the place of the chosen one. A name that is being typed is that of
/// the run at place `at`, so that it is dropped once another run is chosen.
fn run_row(menu: &mut Menu, saved: &[SavedRun], at: usize, typing: &mut Typing) -> usize {
    let (run, count) = (&saved[at], saved.len());
    let next = menu.pick_index("Run", &run.summary.name, at, count).unwrap_or(at);
    menu.explain_row(format!("{} on this machine; this one takes {}", counted(count, "run"), size(run.bytes)));
    if next != at {
        typing.cancel();
    }
    next
}

/// Paints the row that chooses what is shown of a run.
fn view_row(menu: &mut Menu, run: &SavedRun, shown: &mut LaboratoryView) {
    let views = [
        (RunViewKind::Curves, "curves"),
        (RunViewKind::Comparison, "comparison"),
        (RunViewKind::TimeLapse, "time-lapse"),
        (RunViewKind::Family, "family"),
        (RunViewKind::Board, "a board"),
    ];
    if menu.pick("What is shown", &views, &mut shown.run_view) && shown.run_view == RunViewKind::Comparison {
        // The figures of the table below.
        shown.curve = curves::HELD_OUT_CURVE_INDEX;
    }
    menu.explain_row(match shown.run_view {
        RunViewKind::Curves => "How the run went, generation by generation",
        RunViewKind::Comparison => {
            "All runs of this recipe; those that differ only in their seeds are put together, with intervals"
        }
        RunViewKind::TimeLapse if run.summary.recipe.versus.is_some() => {
            "The same game alone by one generation after the other; the matches, which count too, are not shown"
        }
        RunViewKind::TimeLapse => "The same game played by one generation after the other, side by side",
        RunViewKind::Family => "The genomes that a genome was made of, worked out again from the files",
        RunViewKind::Board => "A board that you paint, and what a generation's best player thinks of every place on it",
    });
}

/// Paints what is shown of the run at place `at` beside the rows. `seconds` have passed since the last frame.
fn paint_view(menu: &mut Menu, laboratory: &mut Laboratory, shown: &mut LaboratoryView, at: usize, seconds: f32) {
    match shown.run_view {
        RunViewKind::TimeLapse => {
            let speed = SPEEDS[shown.speed % SPEEDS.len()].0;
            let (painter, side) = (menu.side_painter(), menu.side);
            if let Some(lapse) = laboratory.lapse_of(at, seconds * speed) {
                boards(&painter, side, lapse);
            }
        }
        RunViewKind::Family => {
            let run = &laboratory.saved_runs()[at];
            let (recipe, number) = (run.summary.recipe.clone(), looked_at(&shown.offered(run), shown));
            let (painter, side) = (menu.side_painter(), menu.side);
            if let Some(family) = laboratory.ancestors_of(at, number, shown.relative) {
                super::family::paint(&painter, side, &recipe, family);
            }
        }
        // It is painted with its rows.
        RunViewKind::Board => {}
        RunViewKind::Comparison => {
            let saved = laboratory.saved_runs();
            let number = looked_at(&shown.offered(&saved[at]), shown);
            comparison::paint(menu, saved, at, (shown.curve, number), &mut shown.compared);
        }
        RunViewKind::Curves => story(menu, laboratory.saved_runs(), at, shown),
    }
}

/// Paints the rows that go on with the run at place `at`, name it, export it and delete it, and returns what is asked
/// for with one of them. `is_busy` is true while a run is in progress.
fn care_rows(
    menu: &mut Menu,
    (is_busy, typing): (bool, &mut Typing),
    (run, at): (&SavedRun, usize),
    shown: &mut LaboratoryView,
) -> Option<LaboratoryWish> {
    let mut wish = None;
    let last = run.summary.generations.last().map_or(0, |last| last.generation);
    let next = last.saturating_add(10).min(MAX_GENERATION);
    if is_busy {
        menu.disabled_row("Ten generations more", "", "A run is in progress: one at a time");
    } else if last >= next {
        menu.disabled_row("Ten generations more", "", "It has the last generation that a run can have");
    } else {
        let hint = format!("Goes on with the run, to generation {next}");
        menu.wish_button(&mut wish, "Ten generations more", LaboratoryWish::TakeUp(at, next), hint);
    }
    if let Some(name) = menu.typed_line_row("Called", CALLED, (&run.summary.name, ""), typing) {
        wish = Some(LaboratoryWish::Rename(at, name));
    }
    menu.explain_row(menu.by_device(
        "The name of the run, and of its folder; Enter begins to type, and ends it",
        "The name of the run, and of its folder; <South> begins to type, and <Start> ends it",
        "The name of the run, and of its folder; a tap begins to type, and Done ends it",
    ));
    if run.summary.generations.is_empty() {
        menu.disabled_row("Export charts", "", "There is no generation to draw yet");
    } else {
        let hint = match own_files::IN_BROWSER {
            true => {
                "Charts as SVG, and the figures, beside the run among your files, which settings, Rules, pack as one"
            }
            false => "Charts as PNG and SVG into the folder of the run; its figures lie there as history.csv",
        };
        menu.wish_button(&mut wish, "Export charts", LaboratoryWish::Export(at), hint);
    }
    let asked = shown.deletes.as_ref() == Some(&run.folder);
    if menu.button(if asked { "Delete it: press again" } else { "Delete" }) {
        typing.cancel();
        wish = asked.then_some(LaboratoryWish::Delete(at));
        shown.deletes = (!asked).then(|| run.folder.clone());
    }
    menu.explain_row(format!("Deletes the run with all its generations, {}", size(run.bytes)));
    wish
}

/// The number of the generation that is looked at, out of those that are offered; 0 if none are offered.
fn looked_at(generations: &[&GenerationSummary], shown: &LaboratoryView) -> u32 {
    generations.get(shown.generation_place(generations)).map_or(0, |each| each.generation)
}

/// Paints the row that chooses the generation that is looked at, and returns the number of that generation.
fn generation_row(menu: &mut Menu, generations: &[&GenerationSummary], shown: &mut LaboratoryView) -> u32 {
    let step = menu.choice("Generation", &looked_at(generations, shown).to_string());
    menu.explain_row(match shown.run_view {
        RunViewKind::Family => "The generation of the genome whose family is shown",
        RunViewKind::Board => "The generation whose best player judges the board",
        _ => "Whose figures stand under the curves",
    });
    if step != 0 {
        let next = shown.generation_place(generations).saturating_add_signed(step as isize);
        let next = generations.get(next).or(generations.last());
        shown.generation = next.map(|each| each.generation);
    }
    looked_at(generations, shown)
}

/// Paints the row that chooses a genome of the generation, by its rank.
fn genome_row(menu: &mut Menu, run: &SavedRun, shown: &mut LaboratoryView) {
    let count = run.summary.recipe.genomes_per_generation().max(1);
    let relative = shown.relative.min(count - 1);
    let words = format!("{} of {}", with_thousands(relative as u64 + 1), with_thousands(count as u64));
    shown.relative = menu.pick_index("Genome", &words, relative, count).unwrap_or(relative);
    menu.explain_row("Whose family is shown; the best of the generation is the first");
}

/// Paints the rows that choose the generation, the curve, and another run to compare with the run at place `at`.
fn curve_rows(menu: &mut Menu, saved: &[SavedRun], at: usize, shown: &mut LaboratoryView) {
    let generations = &saved[at].summary.generations;
    generation_row(menu, &shown.offered(&saved[at]), shown);
    let curves = match shown.run_view {
        // The curves of the search and of the weights differ from run to run, so they are not compared.
        RunViewKind::Comparison => curves::CURVES.len(),
        _ => curves::curve_count(generations),
    };
    let curve = shown.curve.min(curves - 1);
    let (title, about) = curves::curve_title(curve, generations);
    shown.curve = menu.pick_index("Curve", title, curve, curves).unwrap_or(curve);
    menu.explain_row(about);
    if shown.run_view == RunViewKind::Comparison {
        return;
    }
    let with = place_of(saved, shown.other.as_deref()).filter(|other| *other != at);
    let others: Vec<Option<usize>> =
        std::iter::once(None).chain((0..saved.len()).filter(|other| *other != at).map(Some)).collect();
    let place = others.iter().position(|other| *other == with).unwrap_or(0);
    let name = with.map_or("nothing", |other| saved[other].summary.name.as_str());
    if let Some(next) = menu.pick_index("Compare with", name, place, others.len()) {
        shown.other = others[next].map(|other| saved[other].folder.clone());
    }
    menu.explain_row("Another run's curves over these, thin; both runs' held-out games are the same games");
}

/// A size on disk in words, such as "12 kB" or "3.4 MB".
fn size(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{} kB", bytes.div_ceil(1000)),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// Paints two curves of the run at place `at`, and below them the figures of a generation.
fn story(menu: &mut Menu, saved: &[SavedRun], at: usize, shown: &LaboratoryView) {
    let side = menu.side;
    let mut ui = menu.side_panel_ui("look", side);
    let painter = ui.painter().clone();
    let run = &saved[at];
    let generations = &run.summary.generations;
    let other = place_of(saved, shown.other.as_deref()).filter(|other| *other != at);
    let other = other.map(|other| saved[other].summary.generations.as_slice());
    let low = 118.0;
    // Where there is little room beside each other, the curves lie one below the other.
    let upper = vec2(side.width(), side.height() - low - 12.0);
    let (half, step) = if side.width() < 700.0 {
        (vec2(upper.x, (upper.y - 12.0) / 2.0), vec2(0.0, (upper.y + 12.0) / 2.0))
    } else {
        (vec2((upper.x - 12.0) / 2.0, upper.y), vec2((upper.x + 12.0) / 2.0, 0.0))
    };
    let offered = shown.offered(run);
    let Some(each) = offered.get(shown.generation_place(&offered)) else { return };
    let first = if shown.curve == curves::HELD_OUT_CURVE_INDEX {
        curves::FITNESS_CURVE_INDEX
    } else {
        curves::HELD_OUT_CURVE_INDEX
    };
    for (curve, corner) in [(first, side.min), (shown.curve, side.min + step)] {
        let rect = Rect::from_min_size(corner, half);
        curves::paint(&mut ui, rect, curve, generations, other, Some(each.generation));
    }
    let under = Rect::from_min_max(pos2(side.left(), side.bottom() - low), side.max);
    theme::paint_side_background(&painter, under);
    let title = format!("{}, generation {}", run.summary.recipe.name, each.generation);
    painter.text(under.min + vec2(16.0, 12.0), Align2::LEFT_TOP, title, theme::extrabold(17.0), theme::GOLD);
    let whole = |value: f64| with_thousands(value.max(0.0).round() as u64);
    let mut figures = vec![
        ("Best fitness", fitness_in_words(each.best_fitness)),
        ("Mean fitness", fitness_in_words(each.mean_fitness)),
        ("Best score", whole(each.best_score)),
        ("Mean score", whole(each.mean_score)),
        (
            "Held-out lines, best",
            each.held_out.map_or("–".to_owned(), |held_out| format!("{:.1}", held_out.best_lines)),
        ),
        // Neither the history nor a file of the best alone tells it.
        ("Diversity", if each.is_whole { format!("{:.3}", each.diversity) } else { "–".to_owned() }),
    ];
    figures.extend(each.search_figures.iter().map(|(name, value)| (*name, format!("{value:.4}"))));
    figures.push(("Board", format!("{} × {}", run.summary.recipe.board.width, run.summary.recipe.board.visible)));
    figures.push(("Genomes", with_thousands(run.summary.recipe.genomes_per_generation() as u64)));
    // Three columns, with room between them and none behind the last.
    let column = (under.width() - 32.0 + 26.0) / 3.0;
    for (at, (label, value)) in figures.into_iter().take(9).enumerate() {
        let left = under.min + vec2(16.0 + column * (at / 3) as f32, 53.0 + 23.0 * (at % 3) as f32);
        let right = left + vec2(column - 26.0, 0.0);
        let value = painter.text(right, Align2::RIGHT_CENTER, value, theme::semibold(14.0), theme::IVORY);
        theme::paint_shrunk_text(&painter, left, label, 14.0, theme::ASH, value.left() - 8.0 - left.x);
    }
}

/// Paints the boards of a time-lapse, up to four side by side.
fn boards(painter: &Painter, side: Rect, lapse: &TimeLapseReading) {
    theme::paint_side_background(painter, side);
    let count = lapse.found.len();
    if count == 0 {
        in_middle(painter, side, lapse.status_words(), 30.0);
    }
    // Nowhere more than have room for their words.
    let most = ((side.width() / 180.0) as usize).max(1);
    let columns = if count <= 4 { count.max(1) } else { count.div_ceil(2) }.min(most);
    let rows = count.div_ceil(columns).max(1);
    let room = vec2(side.width() / columns as f32, side.height() / rows as f32);
    for (at, board) in lapse.found.iter().enumerate() {
        let corner = side.min + vec2((at % columns) as f32, (at / columns) as f32) * room;
        let place = Rect::from_min_size(corner, room).shrink(12.0);
        let size = board.game.matrix().board().size();
        let words = 96.0_f32.min(place.width() * 0.45);
        let cell = ((place.width() - words) / f32::from(size.width.max(1)))
            .min(place.height() / f32::from(size.visible.max(1)));
        let rect = paint_board(painter, place.min, cell, board.game.matrix());
        let x = rect.right() + 12.0;
        let result = board.game.result();
        let ink = if board.game.is_over() { theme::VERMILION } else { theme::GOLD };
        painter.text(pos2(x, rect.top()), Align2::LEFT_TOP, "generation", theme::regular(12.5), theme::ASH);
        let number = board.generation.to_string();
        painter.text(pos2(x, rect.top() + 14.0), Align2::LEFT_TOP, number, theme::extrabold(26.0), ink);
        let lines = match board.game.player_uses_search() {
            true => ("lines sent", result.score),
            false => (if result.lines == 1 { "line" } else { "lines" }, result.lines.into()),
        };
        for (at, (label, value)) in [lines, ("pieces", result.pieces.into())].into_iter().enumerate() {
            let y = rect.top() + 56.0 + 36.0 * at as f32;
            painter.text(pos2(x, y), Align2::LEFT_TOP, with_thousands(value), theme::semibold(16.0), theme::IVORY);
            painter.text(pos2(x, y + 18.0), Align2::LEFT_TOP, label, theme::regular(12.0), theme::ASH);
        }
        if board.game.is_over() {
            let at = pos2(x, rect.bottom());
            let words = if result.capped { "reached its cap" } else { "topped out" };
            painter.text(at, Align2::LEFT_BOTTOM, words, theme::regular(12.0), theme::ASH);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::super::super::menu::Cursor;
    use super::super::super::super::test_frame::frame;
    use super::*;
    use crate::app::devices::nav::NavigationSteps;
    use crate::train::Recipe;
    use std::path::Path;

    #[test]
    fn a_name_that_is_typed_for_one_run_is_not_that_of_another() {
        let recipe = Recipe::named("lin").unwrap();
        let saved = ["a", "b"].map(|name| SavedRun::new(Path::new(name), &recipe, 1, Vec::new()));
        let mut typing = Typing::default();
        typing.begin(CALLED, "Called", "a");
        let mut after = |right: bool| {
            let (nav, mut next) = (NavigationSteps { right, ..NavigationSteps::default() }, 0);
            frame(500.0, nav, &mut Cursor::default(), |menu| next = run_row(menu, &saved, 0, &mut typing));
            (next, typing.is_on())
        };
        assert_eq!([after(false), after(true)], [(0, true), (1, false)]);
    }

    #[test]
    fn no_run_goes_on_past_the_last_generation_that_a_run_can_have() {
        let recipe = Recipe::named("lin").unwrap();
        let asked = |generation: u32| {
            let generations = vec![GenerationSummary { generation, ..GenerationSummary::default() }];
            let run = SavedRun::new(Path::new("a"), &recipe, 1, generations);
            let (mut shown, mut typing) = (LaboratoryView::default(), Typing::default());
            let (nav, mut wish) = (NavigationSteps { enter: true, ..NavigationSteps::default() }, None);
            frame(500.0, nav, &mut Cursor::default(), |menu| {
                wish = care_rows(menu, (false, &mut typing), (&run, 0), &mut shown);
            });
            match wish {
                Some(LaboratoryWish::TakeUp(_, last)) => Some(last),
                _ => None,
            }
        };
        assert_eq!([9980, 9995, 9999].map(asked), [Some(9990), Some(9999), None]);
    }
}
