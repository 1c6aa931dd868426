//! Short messages that come up over any screen and fade.

use super::desk::Painting;
use super::draw::lozenge;
use super::theme;
use bevy::prelude::*;
use bevy_egui::egui::{Align2, CornerRadius, Rect, Stroke, StrokeKind, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use std::collections::VecDeque;

/// Seconds that a message takes to fade.
const FADE: f32 = 0.5;

/// The messages on screen, oldest first.
#[derive(Resource, Debug, Default)]
pub struct Toasts(VecDeque<Toast>);

#[derive(Debug)]
struct Toast {
    text: String,
    left: f32,
    grave: bool,
}

impl Toasts {
    /// Something to know.
    pub fn say(&mut self, text: impl Into<String>) {
        self.push(text.into(), 2.0, false);
    }

    /// Something that went wrong; it stays for longer.
    pub fn warn(&mut self, text: impl Into<String>) {
        self.push(text.into(), 8.0, true);
    }

    /// What was said last, if it is still on screen.
    pub fn last(&self) -> Option<&str> {
        self.0.back().map(|toast| toast.text.as_str())
    }

    fn push(&mut self, text: String, left: f32, grave: bool) {
        // The same switch pressed again replaces its message; a warning is never pushed away by a switch.
        self.0.retain(|toast| toast.text != text && (toast.grave || grave));
        self.0.push_back(Toast { text, left, grave });
        while self.0.len() > 4 {
            self.0.pop_front();
        }
    }
}

/// Shows and ages the messages.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Toasts>();
    app.add_systems(EguiPrimaryContextPass, show.in_set(Painting::Above));
}

fn show(mut contexts: EguiContexts, mut toasts: ResMut<Toasts>, time: Res<Time<Real>>) -> Result {
    if toasts.0.is_empty() {
        return Ok(());
    }
    let context = contexts.ctx_mut()?;
    let layer = egui::LayerId::new(egui::Order::Foreground, egui::Id::new("toasts"));
    let painter = context.layer_painter(layer);
    let screen = context.viewport_rect();
    let mut top = screen.top() + 18.0;
    for toast in &mut toasts.0 {
        toast.left -= time.delta_secs();
        let mut painter = painter.clone();
        painter.set_opacity((toast.left / FADE).clamp(0.0, 1.0));
        let width = (screen.width() - 120.0).min(760.0);
        let galley = painter.layout(toast.text.clone(), theme::semibold(15.5), theme::IVORY, width);
        let size = galley.size() + vec2(62.0, 22.0);
        let rect = Rect::from_center_size(egui::pos2(screen.center().x, top + size.y / 2.0), size);
        let accent = if toast.grave { theme::VERMILION } else { theme::GOLD };
        painter.rect(rect, CornerRadius::same(5), theme::RAISED, Stroke::new(1.0, accent), StrokeKind::Inside);
        lozenge(&painter, rect.left_center() + vec2(22.0, 0.0), 5.0, accent);
        let at = Align2::LEFT_CENTER.anchor_size(rect.left_center() + vec2(40.0, 0.0), galley.size()).min;
        painter.galley(at, galley, theme::IVORY);
        top += size.y + 8.0;
    }
    toasts.0.retain(|toast| toast.left > 0.0);
    Ok(())
}
