//! The ornament in the corners of the window's background: scrolls of gold with leaves and berries, as Khokhloma
//! painters draw them, grown from a corner.

use super::paint::{Canvas, colour_shares};
use super::palette;
use bevy::math::{Vec2, Vec3};

/// The side of the square that the strokes of the ornament are given for, in units.
const SIDE: f32 = 420.0;
/// Units between two touches of the brush.
const STEP: f32 = 1.2;

/// A stroke that curls: where it begins and heads, how long it is, which way it bends, how thick it begins.
#[derive(Clone, Copy)]
struct Curl {
    at: Vec2,
    heading: f32,
    length: f32,
    bend: f32,
    width: f32,
}

/// A picture that is being painted, and how many of its pixels a unit of the ornament is.
struct Sketch {
    canvas: Canvas,
    scale: f32,
}

impl Sketch {
    fn dot(&mut self, at: Vec2, radius: f32, shade: Vec3) {
        self.canvas.dot(at * self.scale, radius * self.scale, shade);
    }
}

/// The picture of the ornament in one corner, `side` pixels wide and high: it grows from its bottom left.
pub(super) fn corner_ornament_picture(side: usize) -> Canvas {
    let mut sketch = Sketch { canvas: Canvas::new(side, side), scale: side as f32 / SIDE };
    let root = Vec2::new(0.0, SIDE);
    for (x, y, heading, length, bend) in [
        (0.0, -70.0, -0.75, 400.0, 1.0),
        (70.0, 0.0, -0.82, 400.0, -1.0),
        (0.0, -210.0, -1.25, 230.0, 1.0),
        (210.0, 0.0, -0.32, 230.0, -1.0),
    ] {
        let at = root + Vec2::new(x, y);
        scroll(&mut sketch, Curl { at, heading, length, bend, width: 4.6 }, 0);
    }
    sketch.canvas
}

/// Draws a scroll: a stem that curls ever closer, with leaves on both sides, smaller scrolls and a berry at its end.
fn scroll(sketch: &mut Sketch, stroke: Curl, generation: u8) {
    let gold = colour_shares(palette::GOLD);
    let (mut at, mut heading) = (stroke.at, stroke.heading);
    let steps = (stroke.length / STEP) as usize;
    let leaves = (stroke.length / 34.0) as usize;
    for step in 0..steps {
        let way = step as f32 / steps as f32;
        at += Vec2::from_angle(heading) * STEP;
        heading += stroke.bend * (0.7 + 17.0 * way.powi(3)) / stroke.length * STEP;
        sketch.dot(at, (stroke.width * (1.0 - way * 0.7)) / 2.0, gold);
        let number = (way * leaves as f32) as usize;
        let is_new = number != ((step.max(1) - 1) as f32 / steps as f32 * leaves as f32) as usize;
        if is_new && way < 0.86 {
            let side = if number.is_multiple_of(2) { 1.0 } else { -1.0 };
            leaf(sketch, at, heading + side * 0.85, 21.0 * (1.05 - way), gold);
        }
        if generation < 2 && (step == steps * 3 / 10 || step == steps * 11 / 20) {
            let length = stroke.length * if step == steps * 3 / 10 { 0.5 } else { 0.36 };
            let heading = heading - stroke.bend * 0.75;
            let twig = Curl { at, heading, length, bend: -stroke.bend, width: stroke.width * 0.75 };
            scroll(sketch, twig, generation + 1);
        }
    }
    let red = colour_shares(palette::VERMILION);
    let size = 3.0 + stroke.length / 60.0;
    sketch.dot(at, size, red);
    sketch.dot(at - Vec2::splat(size * 0.3), size * 0.28, Vec3::new(1.0, 0.8, 0.6));
}

/// A leaf: a slender lens that bends a little.
fn leaf(sketch: &mut Sketch, from: Vec2, heading: f32, length: f32, shade: Vec3) {
    let steps = (length / STEP) as usize;
    let mut at = from;
    for step in 0..steps {
        let way = step as f32 / steps as f32;
        at += Vec2::from_angle(heading + way * 0.7) * STEP;
        sketch.dot(at, (way * std::f32::consts::PI).sin() * length * 0.15 + 0.3, shade);
    }
}
