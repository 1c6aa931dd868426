//! A perfect clear: the empty box fills with light, rays turn behind the words, and gold rains.

use super::tween::{Easing, Effects, Pose, Tween};
use crate::app::persistence::appearance::GameMoment;
use crate::game::TickOutcomeMessage;
use crate::view::palette::{self, colour};
use crate::view::sheet::Art;
use crate::view::stage::{BoardView, depth};
use bevy::prelude::*;
use std::f32::consts::PI;

/// How many rays of light cross the well.
const RAYS: usize = 9;
/// How many sparks rain down the well.
const SPARKS: usize = 36;

pub(super) fn show_perfect_clears(
    mut happened: MessageReader<TickOutcomeMessage>,
    mut effects: Effects,
    boards: Query<(Entity, &BoardView)>,
) {
    for happened in happened.read() {
        if !happened.outcome.clear.is_some_and(|clear| clear.perfect && clear.lines > 0) {
            continue;
        }
        let strength = effects.light_of_moment(GameMoment::PerfectClear);
        let Ok((board, view)) = boards.get(effects.board(happened.seat)) else { continue };
        if strength == 0.0 {
            continue;
        }
        let light = effects.wide_light(board, strength);
        let (well, cell) = (view.well, view.cell);
        let gold = colour(palette::GOLD);
        let centre = well * Vec2::new(0.5, 0.55);
        let flood = Tween::going_out(well / 2.0, 0.6 * light, 0.9);
        effects.spawn_sprite(board, Art::Plain, well, gold.mix(&Color::WHITE, 0.4), depth::LIGHT_DEPTH, flood);
        for ray in 0..RAYS {
            let turn = ray as f32 / RAYS as f32 * PI;
            let from = Pose::at_point(centre).with_scale(0.2, 1.0).with_alpha(0.45 * light).with_turn(turn);
            let to = Pose::at_point(centre).with_scale(1.0, 0.6).with_alpha(0.0).with_turn(turn + 0.7);
            let way = Tween::new(from, to, 1.6, Easing::Out);
            let size = Vec2::new(well.y * 1.1, cell * 0.8);
            effects.spawn_sprite(board, Art::Ray, size, gold, depth::LIGHT_DEPTH + 0.1, way);
        }
        if effects.motion(GameMoment::PerfectClear) == 0.0 {
            continue;
        }
        for _ in 0..SPARKS {
            let (x, y, late) = (effects.pseudo_random(), effects.pseudo_random(), effects.pseudo_random().abs());
            let start = Vec2::new(well.x * (0.5 + 0.55 * x), well.y * (0.75 + 0.25 * y));
            let end = start - Vec2::new(x * -cell, well.y * (0.35 + 0.25 * late));
            let from = Pose::at_point(start).with_scale(0.4, 0.4).with_alpha(strength);
            let to = Pose::at_point(end).with_alpha(0.0).with_turn(x * 5.0);
            let way = Tween::new(from, to, 1.1 + 0.5 * late, Easing::In);
            let (way, size) = (way.delayed(late * 0.4), Vec2::splat(cell * 0.8));
            effects.spawn_sprite(board, Art::Spark, size, gold, depth::PARTICLES, way);
        }
    }
}
