//! Paints the short messages to the player over any screen. They fade at their end.

use super::draw::lozenge;
use super::theme;
use crate::app::Toasts;
use crate::app::persistence::Settings;
use bevy::prelude::*;
use bevy_egui::egui::{Align2, CornerRadius, Rect, Stroke, StrokeKind, vec2};
use bevy_egui::{EguiContexts, egui};

/// Seconds that a message takes to fade.
const FADE: f32 = 0.5;
/// The most seconds of a frame that count for the time that a message stays.
const LONGEST_FRAME: f32 = 0.1;

pub(super) fn show(
    mut contexts: EguiContexts,
    mut toasts: ResMut<Toasts>,
    settings: Res<Settings>,
    time: Res<Time<Real>>,
) -> Result {
    if toasts.iter().next().is_none() {
        return Ok(());
    }
    let context = contexts.ctx_mut()?;
    // A tab that nobody sees has a frame a second or a minute: what was not on the screen has not been read.
    toasts.pass_time(time.delta_secs().min(LONGEST_FRAME), settings.looks.scale);
    let layer = egui::LayerId::new(egui::Order::Foreground, egui::Id::new("toasts"));
    let painter = context.layer_painter(layer);
    let screen = context.viewport_rect();
    let mut top = screen.top() + 18.0;
    for toast in toasts.iter() {
        let mut painter = painter.clone();
        painter.set_opacity((toast.left / FADE).clamp(0.0, 1.0));
        let width = (screen.width() - 120.0).min(270.0);
        let galley = theme::paragraph(&painter, &toast.text, theme::semibold(15.5), theme::IVORY, width);
        let size = galley.size() + vec2(62.0, 22.0);
        // They stand in the corner, so that the clock, the logo and the boards stay free.
        let rect = Rect::from_min_size(egui::pos2(screen.right() - 16.0 - size.x, top), size);
        let accent = if toast.grave { theme::VERMILION } else { theme::GOLD };
        painter.rect(rect, CornerRadius::same(5), theme::RAISED, Stroke::new(1.0, accent), StrokeKind::Inside);
        lozenge(&painter, rect.left_center() + vec2(22.0, 0.0), 5.0, accent);
        let at = Align2::LEFT_CENTER.anchor_size(rect.left_center() + vec2(40.0, 0.0), galley.size()).min;
        painter.galley(at, galley, theme::IVORY);
        top += size.y + 8.0;
    }
    Ok(())
}
