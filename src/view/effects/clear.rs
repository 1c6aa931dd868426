//! Line clears: full rows flash and are swept away from where the piece locked, sparks fly, and what lay above falls.

use super::tween::{Easing, Effects, Pose, Tween};
use crate::app::persistence::appearance::GameMoment;
use crate::game::TickOutcomeMessage;
use crate::rules::{Mino, Spin};
use crate::view::cells::BoardCells;
use crate::view::layout::ROWS_ABOVE;
use crate::view::motion::Sway;
use crate::view::palette::{self, colour};
use crate::view::sheet::Art;
use crate::view::stage::{BoardView, depth};
use bevy::prelude::*;

/// Seconds that swept tiles live.
const SWEPT: f32 = 0.24;
/// Seconds before rows above fall.
const REST: f32 = 0.1;

pub(super) fn show_clears(
    mut happened: MessageReader<TickOutcomeMessage>,
    mut effects: Effects,
    mut boards: Query<(Entity, &BoardView, &mut BoardCells, &mut Sway)>,
) {
    for happened in happened.read() {
        let outcome = &happened.outcome;
        let (Some(locked), Some(clear)) = (outcome.locked, outcome.clear) else { continue };
        let strength = effects.light_of_moment(GameMoment::LineClear);
        if outcome.cleared == 0 || strength == 0.0 {
            continue;
        }
        let Ok((board, view, mut cells, mut sway)) = boards.get_mut(effects.board(happened.seat)) else { continue };
        let (cell, well) = (view.cell, view.well);
        let shown = (well.y / cell).round() as usize + usize::from(ROWS_ABOVE);
        let centre = locked.piece.cells().map(|(x, _)| f32::from(x) + 0.5).sum::<f32>()
            / f32::from(locked.piece.kind.definition().minos);
        let great = clear.is_difficult() || clear.perfect;
        let flash = colour(if great { palette::GOLD } else { palette::IVORY });
        let moves = effects.motion(GameMoment::LineClear) > 0.0;
        let light = effects.wide_light(board, strength);

        for row in (0..shown.min(64)).filter(|&row| outcome.cleared >> row & 1 == 1) {
            let y = (row as f32 + 0.5) * cell;
            let at = Vec2::new(well.x / 2.0, y);
            if !moves {
                // What lay above is in its place already: light over the rows that went, through which it is seen.
                let way = Tween::going_out(at, 0.6 * light, 0.45);
                effects.spawn_sprite(board, Art::Plain, Vec2::new(well.x, cell), flash, depth::LIGHT_DEPTH, way);
                continue;
            }
            let size = Vec2::new(well.x * 1.25, cell);
            let from = Pose::at_point(at).with_scale(0.75, 1.15).with_alpha(0.95 * light);
            let to = Pose::at_point(at).with_scale(1.05, 0.05).with_alpha(0.0);
            let way = Tween::new(from, to, 0.3, Easing::Out);
            effects.spawn_sprite(board, Art::Ray, size, flash, depth::LIGHT_DEPTH, way);
            for column in 0..cells.width() {
                let of_piece = locked.piece.cells().any(|at| at == (column as i8, row as i8));
                let own = of_piece.then(|| Art::of_mino(Mino::Piece(locked.piece.kind))).flatten();
                let Some(art) = own.or(cells.art(column, row)) else { continue };
                let away = column as f32 + 0.5 - centre;
                let at = Vec2::new((column as f32 + 0.5) * cell, y);
                let thrown =
                    Vec2::new(away.signum() * (0.5 + effects.pseudo_random().abs()), effects.pseudo_random() * 0.5)
                        * cell;
                let turn = effects.pseudo_random() * 0.9;
                let from = Pose::at_point(at);
                let to = Pose::at_point(at + thrown * strength).with_scale(0.15, 0.15).with_alpha(0.0).with_turn(turn);
                let way = Tween::new(from, to, SWEPT, Easing::In);
                let (way, size) = (way.delayed(away.abs() * 0.011), Vec2::splat(cell));
                effects.spawn_sprite(board, art, size, Color::WHITE, depth::CELLS + 0.5, way);
            }
            let sparks = if great { 9 } else { 4 };
            for _ in 0..(sparks as f32 * strength).ceil() as usize {
                spark(&mut effects, board, at, cell, great);
            }
        }
        if clear.perfect && moves {
            for _ in 0..24 {
                let at = Vec2::new(
                    well.x * (0.5 + 0.5 * effects.pseudo_random()),
                    well.y * (0.3 + 0.2 * effects.pseudo_random()),
                );
                spark(&mut effects, board, at, cell * 1.6, true);
            }
        }
        if moves {
            cells.start_row_fall(outcome.cleared, REST * strength);
        }
        let weight = f32::from(clear.lines) + if clear.spin == Spin::None { 0.0 } else { 2.0 };
        sway.push(strength * Vec2::new(0.0, -0.9 * weight));
    }
}

/// A spark that flies off and goes out.
fn spark(effects: &mut Effects, board: Entity, at: Vec2, cell: f32, great: bool) {
    let (x, y) = (effects.pseudo_random(), effects.pseudo_random());
    let start = at + Vec2::new(x * cell * 3.6, 0.0);
    let end = start + Vec2::new(x * 1.2 + effects.pseudo_random() * 0.4, 0.8 + y * 2.4) * cell;
    let ink = colour(if great { palette::GOLD } else { palette::IVORY });
    let size = Vec2::splat(cell * (0.75 + 0.35 * y));
    let to = Pose::at_point(end).with_scale(0.1, 0.1).with_alpha(0.0).with_turn(x * 2.0);
    let way = Tween::new(Pose::at_point(start), to, 0.5, Easing::Out);
    effects.spawn_sprite(board, Art::Spark, size, ink, depth::PARTICLES, way.delayed(y.abs() * 0.08));
}
