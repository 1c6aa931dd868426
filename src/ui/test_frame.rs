//! A frame of a column of rows without a window, for tests.

use super::menu::{Cursor, Menu};
use super::side_room::SideRoom;
use super::theme;
use crate::app::devices::buttons::PadFamily;
use crate::app::devices::nav::NavigationSteps;
use bevy_egui::egui::epaint::{ClippedShape, TextShape};
use bevy_egui::egui::{Context, RawInput, Rect, Shape, Vec2, pos2, vec2};

/// Lays out a column of rows, `width` points wide, that `body` builds, for one frame. Returns what is painted.
pub(super) fn frame(
    width: f32,
    nav: NavigationSteps,
    cursor: &mut Cursor,
    body: impl FnMut(&mut Menu),
) -> Vec<ClippedShape> {
    frame_beside(vec2(width, 200.0), SideRoom::NOTHING, nav, cursor, body)
}

/// Lays out a column of rows of this size that `body` builds, with a room beside it, for one frame.
/// Returns what is painted.
fn frame_beside(
    size: Vec2,
    aside: SideRoom,
    nav: NavigationSteps,
    cursor: &mut Cursor,
    mut body: impl FnMut(&mut Menu),
) -> Vec<ClippedShape> {
    let context = Context::default();
    context.set_fonts(theme::fonts());
    let mut shown = context.run_ui(RawInput::default(), |ui| {
        let view = Rect::from_min_size(pos2(0.0, 0.0), size);
        let mut menu = Menu::begin(ui, (view, aside), nav, cursor, 0.0);
        body(&mut menu);
        menu.finish();
    });
    // Textures that are dropped with changes left in them cause a panic.
    shown.textures_delta.clear();
    shown.shapes
}

/// Lays out a column of 460 by 400 points that `body` builds, with a room beside it, for one frame.
/// Returns what is painted.
pub(super) fn panel_frame(nav: NavigationSteps, cursor: &mut Cursor, body: impl FnMut(&mut Menu)) -> Vec<ClippedShape> {
    let rect = Rect::from_min_size(pos2(480.0, 0.0), vec2(440.0, 400.0));
    frame_beside(vec2(460.0, 400.0), SideRoom { rect, scale: 1.0 }, nav, cursor, body)
}

/// Lays out a column as [`panel_frame`] does, with the focus on its first row, for a frame in which nothing is pressed.
/// Returns what is painted.
pub(super) fn still_frame(body: impl FnMut(&mut Menu)) -> Vec<ClippedShape> {
    panel_frame(NavigationSteps::default(), &mut Cursor::default(), body)
}

/// All texts of a column of fewer than twenty rows, with the explanation of each row. The flags say whether a gamepad
/// was used last, and whether a keyboard was.
pub(super) fn column_texts(by: [bool; 2], rows: impl FnMut(&mut Menu)) -> String {
    column_texts_by(by, PadFamily::default(), rows)
}

/// All texts as [`column_texts`] gives them, for somebody who used a keyboard last, a gamepad, and fingers.
pub(super) fn texts_by_device(mut rows: impl FnMut(&mut Menu)) -> [String; 3] {
    [[false, true], [true, false], [false, false]].map(|by| column_texts(by, &mut rows))
}

/// All texts as [`column_texts`] gives them, for somebody who used a gamepad of this family last.
pub(super) fn column_texts_on_pad(family: PadFamily, rows: impl FnMut(&mut Menu)) -> String {
    column_texts_by([true, false], family, rows)
}

fn column_texts_by([by_gamepad, by_keys]: [bool; 2], family: PadFamily, mut rows: impl FnMut(&mut Menu)) -> String {
    let mut texts = String::new();
    for at in 0..20 {
        let mut cursor = Cursor::default();
        cursor.at = at;
        let shapes = panel_frame(NavigationSteps::default(), &mut cursor, |menu| {
            (menu.by_gamepad, menu.by_keys, menu.pad_family) = (by_gamepad, by_keys, family);
            rows(menu);
            texts.extend(menu.hint.clone().into_iter().chain(["\n".to_owned()]));
        });
        texts.extend(texts_in_shapes(&shapes).flat_map(|text| [text.galley.text(), "\n"]));
    }
    texts
}

/// Asserts that each row of a column is explained while it has the focus.
pub(super) fn assert_rows_are_explained(mut rows: impl FnMut(&mut Menu)) {
    let mut hint_and_count = |at: usize| {
        let (mut cursor, mut hint, mut count) = (Cursor::default(), None, 0);
        cursor.at = at;
        panel_frame(NavigationSteps::default(), &mut cursor, |menu| {
            rows(menu);
            hint = menu.hint.clone();
            count = menu.rows_so_far();
        });
        (hint, count)
    };
    let all = hint_and_count(0).1;
    assert!(all > 0, "the column has rows");
    let unexplained: Vec<usize> = (0..all).filter(|at| hint_and_count(*at).0.is_none()).collect();
    assert!(unexplained.is_empty(), "nothing explains the rows {unexplained:?} of {all}");
}

/// What each row of a column makes of `first` by a step to the right, or where that changes nothing, to the left. The
/// rows are those that the column has with `first`.
pub(super) fn after_each_row<T: Clone + PartialEq>(first: &T, mut rows: impl FnMut(&mut Menu, &mut T)) -> Vec<T> {
    let mut after = |at: usize, step: i32| {
        let (mut value, mut cursor, mut count) = (first.clone(), Cursor::default(), 0);
        cursor.at = at;
        let nav = NavigationSteps { left: step < 0, right: step > 0, ..NavigationSteps::default() };
        panel_frame(nav, &mut cursor, |menu| {
            rows(menu, &mut value);
            count = menu.rows_so_far();
        });
        (value, count)
    };
    let mut all = Vec::new();
    // A step may lead to another column: fingers have other rows for gestures.
    for at in 0..after(0, 0).1 {
        let value = after(at, 1).0;
        all.push(if value == *first { after(at, -1).0 } else { value });
    }
    all
}

/// The parts of rows for [`assert_rows_change_their_parts`], by their fields.
/// Fields that one row changes together have `&` between them.
macro_rules! parts {
    ($($($($field:ident).+)&+),+ $(,)?) => { [$(|first, new| { $(first.$($field).+ = new.$($field).+;)+ }),+] };
}
pub(super) use parts;

/// Asserts that each row of a column is explained, and of the first rows that each changes the part of `first` that it
/// is for, and nothing else. Each of `parts` copies the part of one row from the second value into the first.
pub(super) fn assert_rows_change_their_parts<T: Clone + PartialEq + std::fmt::Debug>(
    first: &T,
    parts: &[fn(&mut T, &T)],
    mut rows: impl FnMut(&mut Menu, &mut T),
) {
    let mut value = first.clone();
    assert_rows_are_explained(|menu| rows(menu, &mut value));
    let all = after_each_row(first, rows);
    assert!(all.len() >= parts.len(), "there are {} rows", all.len());
    for (at, (after, part)) in all.iter().zip(parts).enumerate() {
        assert!(after != first, "row {at} changes nothing");
        let mut expected = first.clone();
        part(&mut expected, after);
        assert_eq!(expected, *after, "row {at} changes its own part alone");
    }
}

/// The texts among what is painted.
pub(super) fn texts_in_shapes(shapes: &[ClippedShape]) -> impl Iterator<Item = &TextShape> {
    shapes.iter().filter_map(|clipped| match &clipped.shape {
        Shape::Text(text) => Some(text),
        _ => None,
    })
}
