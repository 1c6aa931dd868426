//! Paints the buttons over a match that are pressed with fingers on a touch screen.

use super::draw;
use super::theme::{self, faded};
use crate::app::Screen;
use crate::app::devices::TouchScreen;
use crate::app::devices::fingers::buttons::{ButtonUse, PlacedButton, placed_buttons};
use crate::app::persistence::Settings;
use crate::game::{Action, Match, SeatSetup};
use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Align2, Color32, Painter, Pos2, Stroke, pos2, vec2};
use std::f32::consts::{FRAC_PI_2, PI};

pub(super) fn show(
    mut contexts: EguiContexts,
    (fingers, screen): (Res<TouchScreen>, Res<State<Screen>>),
    settings: Res<Settings>,
    (current, seats): (Option<Single<&Match>>, Query<&SeatSetup>),
) -> Result {
    // In the menus there is no match to play, and in the replay player there are other buttons.
    if !fingers.shown || seats.is_empty() || *screen.get() != Screen::Play {
        return Ok(());
    }
    let context = contexts.ctx_mut()?;
    let layer = egui::LayerId::new(egui::Order::Background, egui::Id::new("fingers"));
    let painter = context.layer_painter(layer);
    // The buttons are placed in logical pixels; the painter's points are as many times larger as the menus are.
    let scale = 1.0 / context.zoom_factor();
    let whole = context.viewport_rect();
    let window = Vec2::new(whole.width(), whole.height()) / scale;
    let scope = TouchScreen::scope_in_match(current.as_deref().copied(), seats);
    for placed in placed_buttons(&settings.fingers, window, scope) {
        let middle = whole.min + vec2(placed.middle.x, placed.middle.y) * scale;
        let held = fingers.is_button_held(placed.button);
        paint_touch_button(&painter, &placed, (middle, placed.radius * scale), held, settings.fingers.visible);
    }
    Ok(())
}

/// Paints a round touch button with its sign, around the point `middle`.
pub(super) fn paint_touch_button(
    painter: &Painter,
    placed: &PlacedButton,
    (middle, radius): (Pos2, f32),
    held: bool,
    visible: f32,
) {
    let ground = if held { theme::GOLD } else { theme::LACQUER };
    painter.circle_filled(middle, radius, faded(ground, if held { 0.45 } else { 0.6 * visible }));
    painter.circle_stroke(middle, radius - 1.0, Stroke::new(1.5, faded(theme::GOLD, visible)));
    button_sign(painter, placed.button.does, middle, radius, faded(theme::IVORY, visible.max(0.3)));
}

/// Paints the sign on a touch button, such as an arrow, that shows what the button does.
pub(super) fn button_sign(painter: &Painter, does: ButtonUse, middle: Pos2, radius: f32, ink: Color32) {
    let size = radius * 0.42;
    let line = Stroke::new((radius * 0.1).max(1.5), ink);
    let arrow = |tip: egui::Vec2, way: egui::Vec2| {
        let (tip, side) = (middle + tip * size, vec2(-way.y, way.x));
        let barb = |turn: f32| tip - way * size * 0.6 + side * turn * size * 0.6;
        painter.line(vec![barb(1.0), tip, barb(-1.0)], line);
    };
    let (right, down) = (vec2(1.0, 0.0), vec2(0.0, 1.0));
    let shaft = |from: egui::Vec2, to: egui::Vec2| {
        painter.line_segment([middle + from * size, middle + to * size], line);
    };
    let straight = |way: egui::Vec2| {
        shaft(-way, way);
        arrow(way, way);
    };
    match does {
        ButtonUse::Act(Action::Left) => straight(-right),
        ButtonUse::Act(Action::Right) => straight(right),
        ButtonUse::Act(Action::SoftDrop) => straight(down),
        ButtonUse::Act(Action::HardDrop) => {
            shaft(-down, vec2(0.0, 0.7));
            arrow(vec2(0.0, 0.7), down);
            shaft(vec2(-0.8, 1.1), vec2(0.8, 1.1));
        }
        ButtonUse::Act(Action::Undo) => {
            for tip in [-1.0, 0.0] {
                arrow(vec2(tip, 0.0), -right);
            }
        }
        ButtonUse::Act(Action::Clockwise) => turn(painter, middle, size, 1.0, line),
        ButtonUse::Act(Action::Counterclockwise) => turn(painter, middle, size, -1.0, line),
        ButtonUse::Pause => {
            for side in [-0.4, 0.4] {
                shaft(vec2(side, -0.8), vec2(side, 0.8));
            }
        }
        ButtonUse::Act(other) => {
            let words = if other == Action::Half { "180".to_owned() } else { other.title().to_uppercase() };
            let font = theme::semibold(radius * if other == Action::Half { 0.6 } else { 0.42 });
            draw::spaced_text(painter, middle, Align2::CENTER_CENTER, &words, font, ink, 1.0);
        }
    }
}

/// Paints an arrow along three quarters of a circle; `way` is 1 for a turn to the right, -1 for one to the left.
fn turn(painter: &Painter, middle: Pos2, size: f32, way: f32, line: Stroke) {
    let at = |angle: f32| pos2(middle.x + way * angle.cos() * size, middle.y + angle.sin() * size);
    let from = PI * 0.75;
    let arc: Vec<Pos2> = (0..=24).map(|step| at(from + (PI * 1.35) * step as f32 / 24.0)).collect();
    let end = from + PI * 1.35;
    let tip = at(end);
    painter.line(arc, line);
    // The barbs point back along the circle.
    let along = end + FRAC_PI_2;
    for spread in [-0.75_f32, 0.75] {
        let back = along + PI + spread;
        let to = tip + vec2(way * back.cos(), back.sin()) * size * 0.75;
        painter.line_segment([tip, to], line);
    }
}
