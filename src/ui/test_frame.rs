//! A frame of a column of rows without a window, for tests.

use super::menu::{Cursor, Menu};
use super::side_room::SideRoom;
use super::theme;
use crate::app::devices::nav::NavigationSteps;
use bevy_egui::egui::epaint::ClippedShape;
use bevy_egui::egui::{Context, RawInput, Rect, pos2, vec2};

/// Builds a column that is this wide by `body`. Returns what is painted.
pub(super) fn frame(
    width: f32,
    nav: NavigationSteps,
    cursor: &mut Cursor,
    mut body: impl FnMut(&mut Menu),
) -> Vec<ClippedShape> {
    let context = Context::default();
    context.set_fonts(theme::fonts());
    let mut shown = context.run_ui(RawInput::default(), |ui| {
        let view = Rect::from_min_size(pos2(0.0, 0.0), vec2(width, 200.0));
        let mut menu = Menu::begin(ui, (view, SideRoom::NOTHING), nav, cursor, 0.0);
        body(&mut menu);
        menu.finish();
    });
    // Textures that are dropped with changes left in them cause a panic.
    shown.textures_delta.clear();
    shown.shapes
}
