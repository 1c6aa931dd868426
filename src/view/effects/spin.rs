//! Spins: light whirls out of the hollow that the piece has turned into.

use super::tween::{Easing, Effects, Pose, Tween};
use crate::app::persistence::appearance::GameMoment;
use crate::game::TickOutcomeMessage;
use crate::rules::Spin;
use crate::view::motion::Sway;
use crate::view::palette::colour;
use crate::view::sheet::Art;
use crate::view::stage::{BoardView, depth};
use bevy::prelude::*;
use std::f32::consts::{PI, TAU};

/// How many sparks a whirl has.
const SPARKS: usize = 12;

pub(super) fn show_spins(
    mut happened: MessageReader<TickOutcomeMessage>,
    mut effects: Effects,
    mut boards: Query<(Entity, &BoardView, &mut Sway)>,
) {
    for happened in happened.read() {
        let Some(locked) = happened.outcome.locked.filter(|locked| locked.spin != Spin::None) else { continue };
        let strength = effects.light_of_moment(GameMoment::Spin);
        if strength == 0.0 {
            continue;
        }
        let Ok((board, view, mut sway)) = boards.get_mut(effects.board(happened.seat)) else { continue };
        let cell = view.cell;
        let count = f32::from(locked.piece.kind.definition().minos);
        let sum = locked.piece.cells().fold(Vec2::ZERO, |sum, (x, y)| sum + Vec2::new(f32::from(x), f32::from(y)));
        let centre = (sum / count + 0.5) * cell;
        let full = if locked.spin == Spin::Full { 1.0 } else { 0.6 };
        let ink = colour(effects.stage.piece_rgb(locked.piece.kind)).mix(&Color::WHITE, 0.35);
        let from = Pose::at_point(centre).with_scale(0.5, 0.5).with_alpha(0.8 * strength);
        let to = Pose::at_point(centre).with_scale(1.5, 1.5).with_alpha(0.0);
        let glow = Tween::new(from, to, 0.5, Easing::Out);
        effects.spawn_sprite(board, Art::Glow, Vec2::splat(cell * 7.0 * full), ink, depth::LIGHT_DEPTH, glow);
        // Two crossed blades of light turn by half a circle.
        for blade in 0..2 {
            let turn = blade as f32 * PI / 2.0;
            let from = Pose::at_point(centre).with_scale(0.3, 1.0).with_alpha(0.9 * strength).with_turn(turn);
            let to = Pose::at_point(centre).with_scale(1.1, 0.2).with_alpha(0.0).with_turn(turn - PI);
            let way = Tween::new(from, to, 0.45, Easing::Out);
            let size = Vec2::new(9.0, 0.42) * cell * full;
            effects.spawn_sprite(board, Art::Ray, size, ink, depth::LIGHT_DEPTH + 0.1, way);
        }
        if effects.motion(GameMoment::Spin) > 0.0 {
            for number in 0..SPARKS {
                let angle = number as f32 / SPARKS as f32 * TAU + effects.pseudo_random() * 0.2;
                let far = (2.2 + 0.9 * effects.pseudo_random()) * full;
                let start = centre + Vec2::from_angle(angle) * cell * 0.5;
                let end = centre + Vec2::from_angle(angle - 1.3) * cell * far;
                let from = Pose::at_point(start).with_alpha(strength);
                let to = Pose::at_point(end).with_scale(0.1, 0.1).with_alpha(0.0).with_turn(-3.0);
                let way = Tween::new(from, to, 0.5, Easing::Out);
                effects.spawn_sprite(board, Art::Spark, Vec2::splat(cell), ink, depth::PARTICLES, way);
            }
            // The board swings away from the side that was struck.
            let side = if centre.x < view.well.x / 2.0 { 1.0 } else { -1.0 };
            sway.push(Vec2::new(side * 2.2, -1.0) * strength * full);
        }
    }
}
