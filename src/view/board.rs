//! A board's box: the well, its grid, the skyline and the frame around it.

use super::palette::{colour, translucent};
use super::sheet::Art;
use super::stage::{BoardView, SceneSpawner, Stage, depth};
use crate::app::persistence::Settings;
use crate::game::components::Field;
use bevy::prelude::*;
use bevy::sprite::Anchor;

/// Marks the sprite of a line of a board's grid.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct GridLine;

/// The colour of the grid's lines, as opaque as the settings say.
fn grid_colour(stage: &Stage, settings: &Settings) -> Color {
    translucent(stage.skin.trim.line, settings.looks.grid.clamp(0.0, 1.0))
}

pub(super) fn build_boards(
    SceneSpawner { mut commands, stage, sheet, .. }: SceneSpawner,
    settings: Res<Settings>,
    views: Query<&BoardView>,
    fields: Query<&Field>,
) {
    let trim = stage.skin.trim;
    for (place, board, _) in stage.seats() {
        let Ok(view) = views.get(board) else { continue };
        let Ok(field) = fields.get(view.player) else { continue };
        let (well, cell, unit) = (place.well.size(), place.cell, stage.layout.unit);
        let pixel = unit.max(1.0).round();
        let at = |at: Vec2, depth: f32| Transform::from_translation(at.extend(depth));
        commands.entity(board).with_children(|parts| {
            let shade = sheet.sprite(Art::Plain, well, translucent(trim.well, 0.94));
            parts.spawn((Name::new("Well"), shade, Anchor::BOTTOM_LEFT, at(Vec2::ZERO, depth::WELL)));
            // A breath of warm light from the bottom of the box.
            let glow = sheet.sprite(Art::Fade, Vec2::new(well.x, well.y * 0.5), translucent(trim.raised, 0.55));
            parts.spawn((glow, Anchor::BOTTOM_LEFT, at(Vec2::ZERO, depth::WELL + 0.1)));

            let tint = grid_colour(&stage, &settings);
            let size = field.0.board().size();
            for column in 1..size.width {
                let line = sheet.sprite(Art::Plain, Vec2::new(pixel, well.y), tint);
                let x = f32::from(column) * cell - (pixel / 2.0).floor();
                parts.spawn((GridLine, line, Anchor::BOTTOM_LEFT, at(Vec2::new(x, 0.0), depth::GRID)));
            }
            for row in 1..size.visible {
                let line = sheet.sprite(Art::Plain, Vec2::new(well.x, pixel), tint);
                let y = f32::from(row) * cell - (pixel / 2.0).floor();
                parts.spawn((GridLine, line, Anchor::BOTTOM_LEFT, at(Vec2::new(0.0, y), depth::GRID)));
            }
            let skyline = sheet.sprite(Art::Ray, Vec2::new(well.x * 1.04, pixel), translucent(trim.metal, 0.5));
            parts.spawn((Name::new("Skyline"), skyline, at(Vec2::new(well.x / 2.0, well.y), depth::GRID + 0.1)));

            let outside = well + Vec2::new(2.0, 1.0) * place.frame;
            let frame = sheet.stretched(Art::Frame, outside, colour([255; 3]));
            let corner = Vec2::splat(-place.frame);
            parts.spawn((Name::new("Frame"), frame, Anchor::BOTTOM_LEFT, at(corner, depth::FRAME)));
        });
    }
}

/// Tints the grid anew when its slider moves while a match is on show.
pub(super) fn tint_grid(settings: Res<Settings>, stage: Res<Stage>, mut lines: Query<&mut Sprite, With<GridLine>>) {
    for mut line in &mut lines {
        line.color = grid_colour(&stage, &settings);
    }
}
