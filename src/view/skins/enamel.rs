//! Enamel: smooth bright blocks that are told apart at a glance, on graphite without ornament.

use super::{SkinTrim, TileKind, lacquer};
use crate::view::paint::{
    colour_shares, distance_to_rounded_box, inside_coverage, line_coverage, mix_colours, smooth_step,
};
use crate::view::palette;
use bevy::math::{Vec2, Vec3, Vec4};

/// The colours around the blocks: graphite and silver.
pub(super) const TRIM: SkinTrim = SkinTrim {
    panel: [25, 28, 34],
    raised: [44, 49, 58],
    line: [62, 69, 80],
    metal: [201, 210, 222],
    well: [10, 11, 14],
};

/// How soft the edges in a tile are, as a share of half its side.
const SOFT: f32 = 0.03;

fn body(at: Vec2) -> f32 {
    distance_to_rounded_box(at, Vec2::splat(0.97), 0.14)
}

/// The colour of a tile at a point; points go from -1 to 1, y downwards.
pub(super) fn tile_colour_at(at: Vec2, face: TileKind) -> Vec4 {
    match face {
        TileKind::Piece(_, colour) => glazed(at, colour_shares(colour)),
        TileKind::Garbage => pressed(at, colour_shares(palette::GARBAGE)),
        TileKind::Solid => lacquer::solid_garbage_colour_at(at),
        TileKind::Dead => {
            (glazed(at, colour_shares([96, 99, 106])).truncate() * 0.6).extend(inside_coverage(body(at), SOFT))
        }
    }
}

/// The colour of a piece's tile at a point, a drop of enamel: lit along its upper edge, shaded along its lower one,
/// with a soft gloss over its upper half.
fn glazed(at: Vec2, base: Vec3) -> Vec4 {
    let distance = body(at);
    let mut shade = mix_colours(base * 1.02, base * 0.86, smooth_step(-0.8, 0.9, at.y));
    let gloss = distance_to_rounded_box(at - Vec2::new(0.0, -0.42), Vec2::new(0.72, 0.34), 0.22);
    shade = mix_colours(shade, Vec3::ONE, inside_coverage(gloss, 0.06) * 0.13);
    let light = mix_colours(base, Vec3::ONE, 0.48);
    let upper = smooth_step(0.35, -0.35, at.y + at.x.abs() * 0.15);
    let rim = mix_colours(base * 0.6, light, upper);
    shade = mix_colours(shade, rim, smooth_step(-0.17, -0.13, distance));
    shade = mix_colours(shade, base * 0.45, line_coverage(distance, -0.03, 0.05) * 0.5);
    shade.extend(inside_coverage(distance, SOFT))
}

/// The colour of a garbage tile at a point: pressed flat, with a notch.
fn pressed(at: Vec2, base: Vec3) -> Vec4 {
    let distance = body(at);
    let mut shade = base * 0.78;
    shade = mix_colours(shade, base * 0.5, smooth_step(-0.2, -0.15, distance));
    let notch = distance_to_rounded_box(at, Vec2::new(0.34, 0.08), 0.06);
    shade = mix_colours(shade, base * 0.42, inside_coverage(notch, SOFT));
    shade.extend(inside_coverage(distance, SOFT))
}

/// The colour of a ghost's tile at a point, in white: an outline and a breath of fill.
pub(super) fn ghost_colour_at(at: Vec2) -> Vec4 {
    let distance = distance_to_rounded_box(at, Vec2::splat(0.93), 0.14);
    Vec3::ONE.extend((inside_coverage(distance, SOFT) * 0.16 + line_coverage(distance, -0.09, 0.13) * 0.8).min(1.0))
}

/// The colour of the window's background at a point: graphite, folded into faint facets.
pub(super) fn background_colour_at(at: Vec2, aspect: f32) -> Vec3 {
    let square = Vec2::new(at.x * aspect, at.y) * 3.2;
    // Triangles of a slanted grid, each a little lighter or darker.
    let slanted = Vec2::new(square.x - square.y * 0.577, square.y * 1.155);
    let cell = slanted.floor();
    let half = if (slanted - cell).element_sum() > 1.0 { 0.37 } else { 0.0 };
    let facet = ((cell.x * 12.9898 + cell.y * 78.233 + half * 37.7).sin() * 43_758.547).fract().abs();
    let middle = smooth_step(0.85, 0.1, (at - Vec2::new(0.5, 0.45)).length());
    mix_colours(colour_shares([11, 12, 15]), colour_shares([36, 41, 50]), middle * 0.75 + facet * 0.1)
}
