//! How fingers on a screen play: the rows of the settings, and a small window in which the buttons are moved.

use super::super::fingers;
use super::super::menu::Menu;
use super::super::theme::{self, faded};
use crate::app::devices::fingers::buttons::{TouchScope, placed_buttons};
use crate::app::persistence::fingers::FingerSettings;
use bevy::math::Vec2;
use bevy_egui::egui::{Align2, CornerRadius, Rect, Sense, Stroke, StrokeKind, vec2};

/// The height of the small window in a wide window and in an upright one, in points.
const HIGH: [f32; 2] = [190.0, 400.0];

/// Adds the rows of the settings for playing by fingers.
pub(super) fn add_rows(menu: &mut Menu, settings: &mut FingerSettings) {
    menu.pick("Played by", &[(false, "Buttons"), (true, "Gestures")], &mut settings.gestures);
    menu.explain_row(match settings.gestures {
        true => "Drag to shift, tap to turn, flick down to drop, flick up to hold, drag down slowly to fall faster",
        false => "They appear when the screen is touched, and go when a key is pressed",
    });
    if settings.gestures {
        menu.per_cent("Distance for one column", &mut settings.reach, 0.5..=2.0, 0.1);
        menu.explain_row("How far a finger moves to shift a piece by one column");
        return;
    }
    menu.toggle("Button for Rotate 180", &mut settings.half);
    menu.explain_row("One more button, which turns a piece by 180 degrees where the rules allow it");
    menu.per_cent("Size of the buttons", &mut settings.size, 0.7..=1.5, 0.05);
    menu.explain_row("How large all of them are; 100 % is the size that they come in");
    menu.per_cent("How visible they are", &mut settings.visible, 0.0..=1.0, 0.1);
    menu.explain_row("How clearly they are drawn; at 0 % their signs alone are left, and they work as before");
    if menu.button("Put the buttons back") {
        settings.upright.clear();
        settings.wide.clear();
    }
    menu.explain_row("Every button to where it was at first, in a tall window and in a wide one");
    menu.note("Drag a button to where it should be. A window that is taller than wide has places of its own.");
    arrange(menu, settings);
}

/// Paints a small picture of the window with the buttons for fingers, which the player can drag to other places.
fn arrange(menu: &mut Menu, settings: &mut FingerSettings) {
    let context = menu.ui.ctx().clone();
    let screen = context.viewport_rect().size() * context.zoom_factor();
    let window = Vec2::new(screen.x, screen.y);
    let upright = theme::is_upright(screen);
    let room = menu.add_room(HIGH[usize::from(upright)]);
    let scale = (room.width() / window.x).min(room.height() / window.y);
    let picture = Rect::from_center_size(room.center(), vec2(window.x, window.y) * scale);
    let painter = menu.painter();
    let edge = Stroke::new(1.0, theme::LINE);
    painter.rect(picture, CornerRadius::same(4), theme::NIGHT, edge, StrokeKind::Inside);
    let words = if upright { "the window, upright" } else { "the window" };
    let ink = faded(theme::ASH, 0.7);
    painter.text(picture.center(), Align2::CENTER_CENTER, words, theme::regular(13.0), ink);
    let mut moved = None;
    for placed in placed_buttons(settings, window, TouchScope::ALL) {
        let middle = picture.min + vec2(placed.middle.x, placed.middle.y) * scale;
        let radius = placed.radius * scale;
        let place = Rect::from_center_size(middle, vec2(radius, radius) * 2.0);
        let id = menu.ui.id().with(("finger", placed.button.name));
        let response = menu.ui.interact(place, id, Sense::drag());
        fingers::paint_touch_button(&painter, &placed, (middle, radius), response.dragged(), settings.visible.max(0.3));
        if response.dragged() {
            menu.keep_still();
            let to = (middle + response.drag_delta() - picture.min) / picture.size();
            moved = Some((placed.button.name.to_owned(), [to.x, to.y].map(|share| share.clamp(0.0, 1.0))));
        }
    }
    if let Some((name, place)) = moved {
        settings.button_places_mut(upright).insert(name, place);
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::test_frame::{assert_rows_change_their_parts, parts};
    use super::*;

    #[test]
    fn every_row_of_the_fingers_changes_its_own_setting() {
        const BUTTONS: [fn(&mut FingerSettings, &FingerSettings); 4] = parts! { gestures, half, size, visible };
        const WAYS: [fn(&mut FingerSettings, &FingerSettings); 2] = parts! { gestures, reach };
        assert_rows_change_their_parts(&FingerSettings::default(), &BUTTONS, add_rows);
        let gestures = FingerSettings { gestures: true, ..FingerSettings::default() };
        assert_rows_change_their_parts(&gestures, &WAYS, add_rows);
    }
}
