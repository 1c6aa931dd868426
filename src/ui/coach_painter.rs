//! Paints the coach's offer beside the board that it is about: what the last piece cost, and how to take it back.

use super::board_overlay::{BoardOverlay, CARD_MARGIN, LEAST_CARD_WIDTH};
use super::draw::keycap;
use super::theme;
use crate::app::coach::{Coach, TakeBack};
use crate::app::hints::Hints;
use crate::app::persistence::Settings;
use crate::app::screen_keyboard::ScreenKeyboard;
use crate::game::Action;
use crate::view::stage::Stage;
use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Align2, Rect, Sense, pos2, vec2};

/// The height of the coach's offer without the text of its reason, in points.
const HEIGHT: f32 = 72.0;

pub(super) fn show(
    mut contexts: EguiContexts,
    (coach, hints): (Res<Coach>, Res<Hints>),
    (settings, keyboard): (Res<Settings>, Res<ScreenKeyboard>),
    stage: Option<Res<Stage>>,
    mut commands: Commands,
) -> Result {
    let (Some(offer), Some(stage)) = (coach.current_offer(), stage) else { return Ok(()) };
    let Some((seat, ..)) = stage.seats().nth(offer.seat.into()) else { return Ok(()) };
    if hints.shown_hints().is_some() {
        return Ok(());
    }
    let over = BoardOverlay::new(&mut contexts, "coach")?;
    let room = over.card_room(seat);
    let width = room.width().max(LEAST_CARD_WIDTH);
    let inner = width - 2.0 * CARD_MARGIN;
    let reason = offer
        .reason
        .as_ref()
        .map(|reason| theme::paragraph(&over.painter, reason, theme::regular(12.5), theme::ASH, inner));
    let height = reason.as_ref().map_or(0.0, |reason| reason.size().y) + HEIGHT;
    // Beside a board at the right of an upright window, there is no room at its left.
    let left = (room.right() - width).max(over.painter.clip_rect().left() + CARD_MARGIN);
    let rect = Rect::from_min_size(pos2(left, room.top()), vec2(width, height));
    over.paint_text_background(rect);
    let inside = rect.shrink(CARD_MARGIN);
    let painter = over.painter.with_clip_rect(rect);
    let points = format!("That cost {:.0} points", offer.points);
    painter.text(inside.min, Align2::LEFT_TOP, points, theme::semibold(15.0), theme::VERMILION);
    let mut at = pos2(inside.left(), inside.top() + 33.0);
    if let Some(cap) = keyboard.action_keycap(Action::Undo, &settings) {
        at.x = keycap(&painter, at, &cap, 20.0).right() + 8.0;
    }
    painter.text(at, Align2::LEFT_CENTER, "Take it back", theme::semibold(14.0), theme::GOLD);
    if let Some(reason) = reason {
        painter.galley(pos2(inside.left(), inside.top() + 48.0), reason, theme::ASH);
    }
    // A finger or the mouse takes it back too.
    let context = contexts.ctx_mut()?;
    let area = egui::Area::new(egui::Id::new("coach offer")).fixed_pos(rect.min).order(egui::Order::Middle);
    let clicked = area.show(context, |ui| ui.allocate_response(rect.size(), Sense::CLICK).clicked());
    if clicked.inner {
        commands.trigger(TakeBack);
    }
    Ok(())
}
