//! A top-out: the box is struck, its upper blocks come loose and fall.

use super::tween::{Easing, Effects, Pose, Tween};
use crate::app::persistence::appearance::GameMoment;
use crate::game::TickOutcomeMessage;
use crate::view::cells::BoardCells;
use crate::view::motion::Sway;
use crate::view::palette::{self, colour};
use crate::view::sheet::Art;
use crate::view::stage::{BoardView, depth};
use bevy::prelude::*;

/// The most blocks that come loose.
const LOOSE: usize = 40;

pub(super) fn show_top_outs(
    mut happened: MessageReader<TickOutcomeMessage>,
    mut effects: Effects,
    mut boards: Query<(Entity, &BoardView, &BoardCells, &mut Sway)>,
) {
    for happened in happened.read() {
        let strength = effects.light_of_moment(GameMoment::TopOut);
        if happened.outcome.topped_out.is_none() || strength == 0.0 {
            continue;
        }
        let Ok((board, view, cells, mut sway)) = boards.get_mut(effects.board(happened.seat)) else { continue };
        let (well, cell) = (view.well, view.cell);
        let light = effects.wide_light(board, strength);
        let flash = Tween::going_out(well / 2.0, 0.5 * light, 0.6);
        effects.spawn_sprite(board, Art::Plain, well, colour(palette::VERMILION), depth::LIGHT_DEPTH, flash);
        sway.push(Vec2::new(effects.pseudo_random() * 4.0, -9.0) * strength);
        if effects.motion(GameMoment::TopOut) == 0.0 {
            continue;
        }
        let rows = (well.y / cell).round() as usize;
        let mut loose = 0;
        for row in (0..rows).rev() {
            for column in 0..cells.width() {
                let Some(art) = cells.art(column, row) else { continue };
                // Every second block, the topmost first.
                if loose >= LOOSE || effects.pseudo_random() < 0.0 {
                    continue;
                }
                loose += 1;
                let at = (Vec2::new(column as f32, row as f32) + 0.5) * cell;
                let away = Vec2::new(effects.pseudo_random() * 2.5, -(row as f32 + 3.0)) * cell;
                let from = Pose::at_point(at).with_alpha(0.95);
                let to = Pose::at_point(at + away).with_alpha(0.0).with_turn(effects.pseudo_random() * 3.0);
                let way = Tween::new(from, to, 0.9 + 0.3 * effects.pseudo_random(), Easing::In);
                let late = effects.pseudo_random().abs() * 0.25;
                effects.spawn_sprite(board, art, Vec2::splat(cell), Color::WHITE, depth::PARTICLES, way.delayed(late));
            }
        }
    }
}
