//! Tests of a column of rows: what the mouse and fingers do on them, and which rows egui is asked about.

use super::*;
use bevy_egui::egui::{Context, Event, Id, PointerButton, Pos2, RawInput, TouchDeviceId, TouchId, TouchPhase};

/// Draws a frame of a column of ten rows while a finger is `at` this place. A thing that can be moved lies on the
/// second row if `has_thing`. Returns how far the column is scrolled, and the row that is chosen.
fn draw(
    context: &Context,
    cursor: &mut Cursor,
    (phase, at): (TouchPhase, Pos2),
    has_thing: bool,
) -> (f32, Option<usize>) {
    let (device_id, id) = (TouchDeviceId(0), TouchId::from(0));
    let mut events = vec![Event::Touch { device_id, id, phase, pos: at, force: None }, Event::PointerMoved(at)];
    if matches!(phase, TouchPhase::Start | TouchPhase::End) {
        let (button, modifiers, pressed) = (PointerButton::Primary, Default::default(), phase == TouchPhase::Start);
        events.push(Event::PointerButton { pos: at, button, pressed, modifiers });
    }
    let view = Rect::from_min_size(pos2(0.0, 0.0), vec2(200.0, 200.0));
    let input = RawInput { screen_rect: Some(view), events, ..RawInput::default() };
    let mut chosen = None;
    let mut shown = context.run_ui(input, |ui| {
        let nav = NavigationSteps::default();
        let mut menu = Menu::begin(ui, (view, SideRoom::NOTHING), nav, cursor, 0.0);
        for index in 0..10 {
            let row = menu.row(40.0, "");
            if menu.is_chosen_while_focused(&row) {
                chosen = Some(index);
            }
        }
        let place = Rect::from_min_size(pos2(50.0, 50.0), vec2(100.0, 100.0));
        if has_thing && menu.ui.interact(place, menu.ui.id().with("thing"), Sense::drag()).dragged() {
            menu.keep_still();
        }
        menu.finish();
    });
    // Textures that are dropped with changes left in them cause a panic.
    shown.textures_delta.clear();
    (cursor.scroll, chosen)
}

#[test]
fn a_finger_draws_the_rows_along_unless_it_moves_a_thing_that_lies_on_them() {
    for has_thing in [false, true] {
        let (context, mut cursor) = (Context::default(), Cursor::default());
        context.set_fonts(theme::fonts());
        let mut moved = |phase, y: f32| draw(&context, &mut cursor, (phase, pos2(100.0, y)), has_thing).0;
        // Nothing is known of rows and places in the frame before.
        moved(TouchPhase::Move, 100.0);
        moved(TouchPhase::Start, 100.0);
        let scrolled = moved(TouchPhase::Move, 70.0);
        assert_eq!(scrolled, if has_thing { 0.0 } else { 30.0 }, "over a thing: {has_thing}");
    }
}

#[test]
fn the_tap_that_gives_a_row_the_focus_does_not_choose_it_yet() {
    let (context, mut cursor) = (Context::default(), Cursor::default());
    context.set_fonts(theme::fonts());
    let mut finger = |phase| draw(&context, &mut cursor, (phase, pos2(100.0, 100.0)), false).1;
    // Nothing is known of rows in the frame before.
    finger(TouchPhase::Move);
    finger(TouchPhase::End);
    let mut tap = || [finger(TouchPhase::Start), finger(TouchPhase::End)];
    assert_eq!([tap(), tap(), tap()], [[None; 2], [None, Some(2)], [None, Some(2)]]);
}

#[test]
fn of_a_long_column_egui_is_asked_about_the_rows_in_view_and_the_one_with_the_focus() {
    let (context, mut cursor) = (Context::default(), Cursor::default());
    context.set_fonts(theme::fonts());
    let mut asked_about = |nav: NavigationSteps| {
        let view = Rect::from_min_size(pos2(0.0, 0.0), vec2(200.0, 200.0));
        let input = RawInput { screen_rect: Some(view), ..RawInput::default() };
        let mut rows: Vec<Id> = Vec::new();
        let mut shown = context.run_ui(input, |ui| {
            let mut menu = Menu::begin(ui, (view, SideRoom::NOTHING), nav, &mut cursor, 0.0);
            rows = (0..1000).map(|_| menu.row(40.0, "").response.id).collect();
            menu.finish();
        });
        // Textures that are dropped with changes left in them cause a panic.
        shown.textures_delta.clear();
        (0..rows.len()).filter(|row| context.read_response(rows[*row]).is_some()).collect::<Vec<_>>()
    };
    let still = NavigationSteps::default();
    assert_eq!(asked_about(still), [0, 1, 2, 3, 4]);
    let to_the_last = NavigationSteps { up: true, ..still };
    assert_eq!(asked_about(to_the_last), [0, 1, 2, 3, 4, 999]);
    // The column scrolls there softly.
    for _ in 0..60 {
        asked_about(still);
    }
    assert_eq!(asked_about(still), [995, 996, 997, 998, 999]);
}
