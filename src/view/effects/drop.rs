//! Hard drops leave a trail of light and the board gives; locked pieces glint.

use super::tween::{Easing, Effects, Pose, Tween};
use crate::app::persistence::appearance::GameMoment;
use crate::game::TickOutcomeMessage;
use crate::rules::FallingPiece;
use crate::view::motion::Sway;
use crate::view::palette::colour;
use crate::view::sheet::Art;
use crate::view::stage::{BoardView, depth};
use bevy::prelude::*;
use bevy::sprite::Anchor;

/// How many rows the longest trail has.
const TRAIL: f32 = 12.0;

pub(super) fn show_locks(
    mut happened: MessageReader<TickOutcomeMessage>,
    mut effects: Effects,
    mut boards: Query<(Entity, &BoardView, &mut Sway)>,
) {
    for happened in happened.read() {
        let outcome = &happened.outcome;
        let Some(locked) = outcome.locked else { continue };
        let Ok((board, view, mut sway)) = boards.get_mut(effects.board(happened.seat)) else { continue };
        let (cell, piece) = (view.cell, locked.piece);
        let ink = colour(effects.stage.piece_rgb(piece.kind));
        let strength = effects.light_of_moment(GameMoment::HardDrop);
        if let Some(rows) = outcome.hard_dropped.filter(|_| strength > 0.0) {
            sway.push(strength * Vec2::new(0.0, -2.4 - 0.09 * f32::from(rows)));
            let length = f32::from(rows).min(TRAIL);
            let shape = piece.kind.shape(piece.facing);
            for column in shape.columns.0..=shape.columns.1 {
                let x = piece.x + column;
                let Some(top) = piece.cells().filter(|&(at, _)| at == x).map(|(_, y)| y).max() else { continue };
                if rows > 0 {
                    let at = Vec2::new((f32::from(x) + 0.5) * cell, f32::from(top + 1) * cell);
                    let size = Vec2::new(cell * 0.92, length * cell);
                    let from = Pose::at_point(at).with_alpha(0.36 * strength);
                    let to = Pose::at_point(at).with_scale(0.4, 1.0).with_alpha(0.0);
                    let tween = effects.as_shown(Tween::new(from, to, 0.26, Easing::Out));
                    let sprite = effects.sheet.sprite(Art::Fade, size, ink.mix(&Color::WHITE, 0.35));
                    let place = Transform::from_translation(at.extend(depth::GHOST - 0.2));
                    effects.commands.spawn((sprite, Anchor::BOTTOM_CENTER, place, tween, ChildOf(board)));
                }
            }
            dust(&mut effects, board, piece, cell, rows);
        }
        let strength = effects.light_of_moment(GameMoment::Lock);
        // Cleared rows have a light of their own, and risen ones are elsewhere by now.
        if outcome.cleared == 0 && outcome.risen == 0 && strength > 0.0 {
            for (x, y) in piece.cells() {
                let at = (Vec2::new(f32::from(x), f32::from(y)) + 0.5) * cell;
                let from = Pose::at_point(at).with_alpha(0.6 * strength);
                let to = Pose::at_point(at).with_scale(1.04, 1.04).with_alpha(0.0);
                let tween = Tween::new(from, to, 0.2, Easing::Out);
                effects.spawn_sprite(board, Art::Glint, Vec2::splat(cell), Color::WHITE, depth::LIGHT_DEPTH, tween);
            }
        }
    }
}

/// Dust that leaps up to both sides of where a piece has struck.
fn dust(effects: &mut Effects, board: Entity, piece: FallingPiece, cell: f32, rows: u8) {
    let strength = effects.motion(GameMoment::HardDrop);
    if strength == 0.0 || rows < 2 {
        return;
    }
    let lowest = piece.cells().map(|(_, y)| y).min().unwrap_or(0);
    let foot = piece.cells().filter(|&(_, y)| y == lowest).map(|(x, _)| x);
    let (left, right) = foot.fold((i8::MAX, i8::MIN), |(left, right), x| (left.min(x), right.max(x)));
    let force = (f32::from(rows) / 12.0).min(1.0);
    for (x, side) in [(f32::from(left), -1.0), (f32::from(right) + 1.0, 1.0)] {
        for _ in 0..4 {
            let (far, high) = (effects.pseudo_random().abs(), effects.pseudo_random().abs());
            let start = Vec2::new(x, f32::from(lowest) + 0.06) * cell;
            let end = start + Vec2::new(side * (0.3 + 1.3 * far), 0.15 + 0.75 * high) * cell * (0.5 + 0.5 * force);
            let size = Vec2::splat(cell * (0.2 + 0.3 * high));
            let from = Pose::at_point(start).with_alpha(0.5 * strength);
            let to = Pose::at_point(end).with_scale(1.7, 1.7).with_alpha(0.0);
            let way = Tween::new(from, to, 0.22 + 0.2 * far, Easing::Out);
            effects.spawn_sprite(board, Art::Glow, size, Color::WHITE, depth::PARTICLES, way);
        }
    }
}
