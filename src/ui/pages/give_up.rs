//! Shows, while the key or button that restarts a match is held, how far it has been held, and what comes of it.

use super::super::draw::keycap;
use super::super::page::Page;
use super::super::theme::{self, faded};
use crate::app::devices::KeyMap;
use crate::app::devices::keys::{self, Keycap};
use crate::app::rated_match::RatedMatch;
use bevy::prelude::*;
use bevy_egui::egui::{Align2, CornerRadius, Rect, Stroke, StrokeKind, vec2};

pub(super) fn show(
    mut page: Page,
    rated: Res<RatedMatch>,
    down: Res<ButtonInput<KeyCode>>,
    map: Res<KeyMap>,
) -> Result {
    let share = rated.restart_hold_progress();
    if share <= 0.0 {
        return Ok(());
    }
    let ui = page.canvas()?;
    let painter = ui.painter();
    let rect = Rect::from_center_size(ui.max_rect().center(), vec2(460.0, 72.0));
    let edge = Stroke::new(1.0, faded(theme::VERMILION, 0.9));
    painter.rect(rect, CornerRadius::same(5), theme::NIGHT, edge, StrokeKind::Inside);
    let inside = rect.shrink(16.0);
    let button = page.used_pad().zip(page.settings.free_restart_buttons().next());
    let is_down = |name: &&String| keys::key_named(name).is_some_and(|key| down.pressed(key) && !map.is_game_key(key));
    let own = page.settings.restart_keys.iter().find(is_down).map(|name| page.settings.key_labels.keycap(name));
    let by_key = || own.unwrap_or_else(|| Keycap::Text("R".to_owned()));
    let key = button.map_or_else(by_key, |(pad, name)| pad.keycap(name));
    let cap = keycap(painter, inside.left_top() + vec2(0.0, 10.0), &key, 24.0);
    let at = cap.right_center() + vec2(12.0, 0.0);
    let words = match rated.is_on() {
        true => "Hold to give up: this rated match is then lost",
        false => "Hold for a new game: this one then ends",
    };
    painter.text(at, Align2::LEFT_CENTER, words, theme::semibold(15.0), theme::IVORY);
    let track = Rect::from_min_max(inside.left_bottom() - vec2(0.0, 7.0), inside.right_bottom());
    painter.rect_filled(track, CornerRadius::same(3), theme::TRACK);
    let held = Rect::from_min_size(track.min, vec2(track.width() * share, track.height()));
    painter.rect_filled(held, CornerRadius::same(3), theme::VERMILION);
    Ok(())
}
