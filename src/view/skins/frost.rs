//! Frost: dark glass with burning edges, on a winter night under northern lights.

use super::{SkinTrim, TileKind, lacquer};
use crate::view::paint::{
    colour_shares, distance_to_rounded_box, inside_coverage, line_coverage, mix_colours, smooth_step,
};
use crate::view::palette;
use bevy::math::{Vec2, Vec3, Vec4};

/// The colours around the blocks: night blue and ice.
pub(super) const TRIM: SkinTrim = SkinTrim {
    panel: [12, 19, 38],
    raised: [26, 40, 72],
    line: [48, 68, 108],
    metal: [150, 220, 255],
    well: [4, 7, 16],
};

/// How soft the edges in a tile are, as a share of half its side.
const SOFT: f32 = 0.03;

fn body(at: Vec2) -> f32 {
    distance_to_rounded_box(at, Vec2::splat(0.95), 0.24)
}

/// The colour of a tile at a point; points go from -1 to 1, y downwards.
pub(super) fn tile_colour_at(at: Vec2, face: TileKind) -> Vec4 {
    match face {
        TileKind::Piece(_, colour) => glass(at, colour_shares(colour), 1.0),
        TileKind::Garbage => glass(at, colour_shares(palette::GARBAGE), 0.55),
        TileKind::Solid => lacquer::solid_garbage_colour_at(at),
        TileKind::Dead => glass(at, colour_shares([90, 100, 120]), 0.35),
    }
}

/// The colour of a tile at a point: glass that is lit along its edges, `fire` strong.
fn glass(at: Vec2, base: Vec3, fire: f32) -> Vec4 {
    let distance = body(at);
    let bright = mix_colours(base, Vec3::ONE, 0.3 * fire);
    // Light falls off from the edge inwards; the lower half holds more of it.
    let glow = (distance * 3.6).exp() * (0.72 + 0.28 * smooth_step(-0.9, 0.9, at.y));
    let mut shade = mix_colours(base * 0.4, base, glow * (0.55 + 0.45 * fire));
    // Two reflections across the pane.
    let across = (at.x + at.y * 0.8) * 0.78;
    let panes = line_coverage(across, -0.52, 0.22).max(line_coverage(across, -0.16, 0.08));
    shade = mix_colours(shade, bright, panes * 0.2 * smooth_step(0.0, -0.2, distance));
    let edge = line_coverage(distance, -0.09, 0.15);
    shade = mix_colours(shade, bright, edge * (0.35 + 0.65 * fire));
    let gleam = line_coverage(distance, -0.085, 0.045) * 0.5 * fire * smooth_step(0.6, -0.9, at.y);
    shade = mix_colours(shade, Vec3::ONE, gleam);
    shade.extend(inside_coverage(distance, SOFT) * 0.97)
}

/// The colour of a ghost's tile at a point, in white: an edge of ice.
pub(super) fn ghost_colour_at(at: Vec2) -> Vec4 {
    let distance = distance_to_rounded_box(at, Vec2::splat(0.92), 0.24);
    let rest = (distance * 4.0).exp() * inside_coverage(distance, SOFT) * 0.22;
    Vec3::ONE.extend((rest + line_coverage(distance, -0.08, 0.11) * 0.85).min(1.0))
}

/// The colour of the window's background at a point: a winter night with stars and three curtains of light.
pub(super) fn background_colour_at(at: Vec2, aspect: f32) -> Vec3 {
    let mut shade = mix_colours(colour_shares([5, 8, 20]), colour_shares([14, 26, 54]), smooth_step(0.0, 1.0, at.y));
    for (number, colour) in [(0.0, [30, 120, 130]), (1.0, [40, 80, 170]), (2.0, [70, 60, 150])] {
        let wave = (at.x * (3.1 + number) + number * 2.1).sin() * 0.09 + (at.x * 7.3 + number * 4.0).sin() * 0.03;
        let foot = 0.36 + number * 0.09 + wave;
        let above = foot - at.y;
        let fold = 0.65 + 0.35 * (at.x * (23.0 + number * 7.0) + wave * 40.0).sin();
        let curtain = if above > 0.0 { (-above * 5.5).exp() } else { (above * 32.0).exp() };
        shade += colour_shares(colour) * curtain * fold * 0.26;
    }
    let sky = Vec2::new(at.x * aspect, at.y) * 46.0;
    let cell = sky.floor();
    let chance = ((cell.x * 127.1 + cell.y * 311.7).sin() * 43_758.547).fract().abs();
    if chance > 0.82 {
        let place = Vec2::new((chance * 57.0).fract(), (chance * 91.0).fract()) * 0.7 + 0.15;
        let star = smooth_step(0.07, 0.0, (sky - cell).distance(place));
        shade += Vec3::splat(star * 0.55 * (chance - 0.82) / 0.18 * (1.0 - at.y * 0.7));
    }
    shade
}
