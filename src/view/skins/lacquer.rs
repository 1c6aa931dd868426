//! Lacquer: blocks with a bevelled rim, a glow from within and a four-petalled flower; a box of black lacquer and gold.
//!
//! Every colour is painted on its own, so that a light is warm and a shade deep instead of merely grey. Points are
//! given from -1 to 1, y downwards.

use super::{SkinTrim, TileKind};
use crate::view::paint::{
    colour_shares, distance_to_disc, distance_to_rounded_box, inside_coverage, line_coverage, mix_colours, smooth_step,
};
use crate::view::palette;
use bevy::math::{Vec2, Vec3, Vec4};

/// Half a tile's side: the rest is the gap to its neighbour.
const HALF: f32 = 0.965;
const RADIUS: f32 = 0.2;
/// How wide the bevelled rim of a tile is, as a share of half its side.
const RIM: f32 = 0.17;
/// How soft the edges in a tile are, as a share of half its side.
const SOFT: f32 = 0.03;

fn body(at: Vec2) -> f32 {
    distance_to_rounded_box(at, Vec2::splat(HALF), RADIUS)
}

/// The direction in which the nearest edge of a tile faces at a point.
fn slope(at: Vec2) -> Vec2 {
    let step = 0.01;
    let rise = |offset: Vec2| body(at + offset) - body(at - offset);
    Vec2::new(rise(Vec2::X * step), rise(Vec2::Y * step)).normalize_or_zero()
}

/// How far a point of a tile is outside the four petals of its flower; negative inside.
fn flower(at: Vec2) -> f32 {
    let turned = Vec2::new(at.x + at.y, at.y - at.x) * std::f32::consts::FRAC_1_SQRT_2;
    let folded = turned.abs();
    let (long, short) = if folded.x > folded.y { (folded.x, folded.y) } else { (folded.y, folded.x) };
    // A petal is where two discs meet.
    let petal = distance_to_disc(Vec2::new(long - 0.3, short + 0.2), 0.315);
    petal.max(-(distance_to_disc(at, 0.075)))
}

/// The colours around the blocks: those of the box.
pub(super) const TRIM: SkinTrim = SkinTrim {
    panel: palette::LACQUER,
    raised: [34, 29, 41],
    line: palette::LINE,
    metal: palette::GOLD,
    well: [9, 7, 12],
};

/// The colour of a tile at a point; points go from -1 to 1, y downwards.
pub(super) fn tile_colour_at(at: Vec2, face: TileKind) -> Vec4 {
    match face {
        TileKind::Piece(_, colour) => piece(at, colour),
        TileKind::Garbage => garbage(at),
        TileKind::Solid => solid_garbage_colour_at(at),
        TileKind::Dead => dead(at),
    }
}

/// The colour of the window's background at a point, in shares of the window: warm light in the
/// middle of black lacquer.
pub(super) fn background_colour_at(at: Vec2, _: f32) -> Vec3 {
    let from = (at - Vec2::new(0.5, 0.46)) * Vec2::new(1.25, 1.0);
    let light = smooth_step(0.75, 0.0, from.length()) * 0.8;
    mix_colours(colour_shares(palette::NIGHT) * 0.6, colour_shares([48, 22, 26]), light)
}

/// The colour of a piece's tile at a point.
fn piece(at: Vec2, colour: [u8; 3]) -> Vec4 {
    let distance = body(at);
    let base = colour_shares(colour);
    let light = mix_colours(base, Vec3::new(1.0, 0.97, 0.9), 0.5);
    let deep = mix_colours(base * 0.42, Vec3::new(0.1, 0.02, 0.14), 0.25);
    let lit = -slope(at).dot(Vec2::new(0.45, 0.9));

    let face = mix_colours(base * 1.02, base * 0.72, smooth_step(-0.9, 0.9, at.y));
    let glow = (-(at - Vec2::new(0.0, -0.12)).length_squared() * 2.6).exp();
    let mut shade = mix_colours(face, light, glow * 0.3);
    let petals = flower(at);
    shade = mix_colours(shade, light, inside_coverage(petals, SOFT) * 0.34);
    shade = mix_colours(shade, deep, line_coverage(petals, 0.035, 0.05) * 0.28);

    let rim =
        if lit > 0.0 { mix_colours(base, light, lit * 0.75) } else { mix_colours(base * 0.86, deep, -lit * 0.85) };
    let on_rim = smooth_step(-RIM - 0.03, -RIM + 0.03, distance);
    shade = mix_colours(shade, rim, on_rim);
    shade = mix_colours(shade, deep, line_coverage(distance, -RIM, 0.05) * 0.35);
    // A streak of light along the upper edge.
    let streak = distance_to_rounded_box(at - Vec2::new(-0.14, -0.855), Vec2::new(0.56, 0.03), 0.03);
    shade = mix_colours(shade, Vec3::ONE, inside_coverage(streak, 0.04) * 0.5);
    shade.extend(inside_coverage(distance, SOFT))
}

/// The colour of an ordinary garbage tile at a point: dull clay with two strokes of the knife.
fn garbage(at: Vec2) -> Vec4 {
    let base = colour_shares(palette::GARBAGE);
    let distance = body(at);
    let lit = -slope(at).dot(Vec2::new(0.45, 0.9));
    let mut shade = mix_colours(base * 0.98, base * 0.74, smooth_step(-0.9, 0.9, at.y));
    let across = (at.x + at.y) * std::f32::consts::FRAC_1_SQRT_2;
    let along = (at.x - at.y) * std::f32::consts::FRAC_1_SQRT_2;
    for offset in [-0.26, 0.26] {
        let stroke = distance_to_rounded_box(Vec2::new(along, across - offset), Vec2::new(0.44, 0.055), 0.05);
        shade = mix_colours(shade, base * 0.5, inside_coverage(stroke, SOFT) * 0.8);
    }
    let rim = base * (1.0 + lit * 0.3);
    shade = mix_colours(shade, rim, smooth_step(-0.15, -0.09, distance));
    shade = mix_colours(shade, base * 0.45, line_coverage(distance, -0.13, 0.05) * 0.5);
    shade.extend(inside_coverage(distance, SOFT))
}

/// The colour of a solid garbage tile at a point: an iron plate with a rivet in each corner.
pub(super) fn solid_garbage_colour_at(at: Vec2) -> Vec4 {
    let base = colour_shares(palette::SOLID_GARBAGE);
    let distance = distance_to_rounded_box(at, Vec2::splat(0.985), 0.06);
    let mut shade = mix_colours(base * 0.86, base * 0.58, smooth_step(-1.0, 1.0, at.y));
    let edge = -(at.y + at.x * 0.5).signum();
    shade = mix_colours(shade, base * (1.0 + edge * 0.4), smooth_step(-0.1, -0.06, distance));
    let plate = distance_to_rounded_box(at, Vec2::splat(0.34), 0.08);
    shade = mix_colours(shade, base * 0.42, inside_coverage(plate, SOFT) * 0.9);
    shade = mix_colours(shade, base * 1.25, line_coverage(plate, 0.03, 0.05) * 0.45);
    let rivet = at.abs() - 0.62;
    shade = mix_colours(shade, base * 0.3, inside_coverage(distance_to_disc(rivet, 0.17), SOFT));
    let gleam = distance_to_disc(rivet * at.signum() + Vec2::new(0.02, 0.03), 0.12);
    shade = mix_colours(shade, base * 1.75, inside_coverage(gleam, 0.05));
    shade.extend(inside_coverage(distance, SOFT))
}

/// The colour of a tile of a lost board at a point: a piece's tile without its light.
fn dead(at: Vec2) -> Vec4 {
    let lively = piece(at, [104, 98, 110]);
    (lively.truncate() * 0.62).extend(lively.w)
}

/// The colour of a ghost's tile at a point, a white outline: it takes the piece's colour when drawn.
pub(super) fn ghost_colour_at(at: Vec2) -> Vec4 {
    let distance = distance_to_rounded_box(at, Vec2::splat(0.93), RADIUS);
    let alpha = inside_coverage(distance, SOFT) * 0.2
        + line_coverage(distance, -0.07, 0.14) * 0.8
        + inside_coverage(flower(at), SOFT) * 0.12;
    Vec3::ONE.extend(alpha.min(1.0))
}
