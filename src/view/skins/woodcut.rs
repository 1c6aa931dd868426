//! Woodcut: a popular print in black and white. Every piece has a pattern of its own, so that no colour is needed.

use super::{SkinTrim, TileKind, lacquer};
use crate::view::paint::{
    colour_shares, distance_to_disc, distance_to_rounded_box, inside_coverage, line_coverage, mix_colours, smooth_step,
};
use bevy::math::{Vec2, Vec3, Vec4};

/// The colours around the blocks: paper and printer's ink.
pub(super) const TRIM: SkinTrim = SkinTrim {
    panel: [30, 29, 30],
    raised: [54, 52, 52],
    line: [82, 79, 77],
    metal: [236, 229, 216],
    well: [13, 12, 13],
};

const PAPER: [u8; 3] = [238, 232, 220];
const INK: [u8; 3] = [24, 22, 24];
/// How soft the edges in a tile are, as a share of half its side.
const SOFT: f32 = 0.04;

/// The pattern of a piece's tile, as a function that says how far outside the pattern's ink a point is.
type Engraving = fn(Vec2) -> f32;

/// A pattern of `count` bars across an axis, within -0.66 and 0.66, as wide as the gaps between them: how far outside
/// the bars the place `along` the axis is.
fn bars(along: f32, count: f32) -> f32 {
    let pitch = 1.32 / (count - 0.5);
    let folded = (along + 0.66).rem_euclid(pitch);
    (folded - pitch * 0.25).abs() - pitch * 0.25
}

/// The patterns, the most unlike first: the tetrominoes take seven, and with ink and paper changed there are 26.
const ENGRAVINGS: [Engraving; 13] = [
    // I: lines along it.
    |at| bars(at.y, 3.0),
    // J: the lower left half.
    |at| at.x - at.y,
    // L: slanted lines.
    |at| bars((at.x + at.y) * 0.72, 3.5),
    // O: a target.
    |at| (distance_to_disc(at, 0.6)).max(-distance_to_disc(at, 0.36)).min(distance_to_disc(at, 0.15)),
    // S: dots.
    |at| distance_to_disc((at + 0.66).rem_euclid(Vec2::splat(0.66)) - 0.33, 0.2),
    // T: a cross.
    |at| {
        let bar = |half: Vec2| distance_to_rounded_box(at, half, 0.0);
        bar(Vec2::new(0.66, 0.2)).min(bar(Vec2::new(0.2, 0.66)))
    },
    // Z: a chequer.
    |at| if at.x * at.y > 0.0 { -at.x.abs().min(at.y.abs()) } else { at.x.abs().min(at.y.abs()) },
    |at| bars(at.x, 3.0),
    |at| bars((at.x - at.y) * 0.72, 3.5),
    |at| ((at.abs().element_sum() - 0.66) * 0.7).max((0.4 - at.abs().element_sum()) * 0.7),
    |at| ((at.x - at.y).abs().min((at.x + at.y).abs()) - 0.26) * 0.7,
    |at| distance_to_rounded_box(at, Vec2::splat(0.56), 0.0).max(-distance_to_rounded_box(at, Vec2::splat(0.26), 0.0)),
    |at| at.x.max(at.y - 0.66),
];

fn body(at: Vec2) -> f32 {
    distance_to_rounded_box(at, Vec2::splat(0.96), 0.08)
}

/// The colour of a tile at a point; points go from -1 to 1, y downwards.
pub(super) fn tile_colour_at(at: Vec2, face: TileKind) -> Vec4 {
    match face {
        TileKind::Piece(kind, _) => print(at, kind),
        TileKind::Garbage => rubbed(at),
        TileKind::Solid => lacquer::solid_garbage_colour_at(at),
        TileKind::Dead => {
            let light = 0.3 - 0.12 * inside_coverage(body(at) + 0.2, SOFT);
            let shade = mix_colours(colour_shares(INK), colour_shares(PAPER), light);
            shade.extend(inside_coverage(body(at), SOFT))
        }
    }
}

/// The colour of a piece's tile at a point: a white edge, and the piece's pattern within.
fn print(at: Vec2, kind: usize) -> Vec4 {
    let engraving = ENGRAVINGS[kind % ENGRAVINGS.len()];
    let field = distance_to_rounded_box(at, Vec2::splat(0.7), 0.0);
    let mut inked = inside_coverage(engraving(at), SOFT);
    if kind >= ENGRAVINGS.len() {
        inked = 1.0 - inked;
    }
    let distance = body(at);
    let shade = mix_colours(colour_shares(PAPER), colour_shares(INK), inked * inside_coverage(field, SOFT));
    // The press leaves a darker line around the block.
    let shade = mix_colours(shade, colour_shares(INK), line_coverage(distance, -0.02, 0.05) * 0.5);
    shade.extend(inside_coverage(distance, SOFT))
}

/// The colour of a garbage tile at a point: plain grey, nothing printed.
fn rubbed(at: Vec2) -> Vec4 {
    let distance = body(at);
    let shade =
        mix_colours(colour_shares([128, 124, 120]), colour_shares([92, 89, 87]), smooth_step(-0.16, -0.1, distance));
    shade.extend(inside_coverage(distance, SOFT))
}

/// The colour of a ghost's tile at a point, in white: an outline.
pub(super) fn ghost_colour_at(at: Vec2) -> Vec4 {
    let distance = distance_to_rounded_box(at, Vec2::splat(0.92), 0.08);
    Vec3::ONE.extend((line_coverage(distance, -0.1, 0.16) + inside_coverage(distance, SOFT) * 0.1).min(1.0))
}

/// The colour of the window's background at a point: dark paper with the rays of a rising sun, cut in lines.
pub(super) fn background_colour_at(at: Vec2, aspect: f32) -> Vec3 {
    let from = Vec2::new((at.x - 0.5) * aspect, 1.12 - at.y);
    let angle = from.y.atan2(from.x);
    let ray = smooth_step(-0.12, 0.12, (angle * 26.0).sin());
    let fine = smooth_step(-0.4, 0.4, (from.length() * 150.0).sin());
    let far = smooth_step(1.5, 0.2, from.length());
    mix_colours(colour_shares([17, 16, 17]), colour_shares([56, 54, 53]), (0.12 + 0.34 * ray * fine) * far + 0.06)
}
