//! The ornament of the box: gold lines, corners, the backdrop with pieces falling far behind.

use super::draw::{lozenge, mixed, piece_cells, shaded};
use super::theme::{GOLD, LACQUER, LINE, NIGHT, VERMILION, faded};
use crate::rules::{Facing, PieceSet};
use bevy_egui::egui::{Color32, CornerRadius, Mesh, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, pos2, vec2};

/// A lacquer panel with a fine gold line inside its edge and lozenges in its corners.
pub fn panel(painter: &Painter, rect: Rect, opacity: f32) {
    let round = CornerRadius::same(6);
    painter.rect_filled(rect.expand(1.0).translate(vec2(0.0, 6.0)), round, faded(Color32::BLACK, 0.45 * opacity));
    painter.rect(rect, round, faded(LACQUER, opacity), Stroke::new(1.0, faded(LINE, opacity)), StrokeKind::Inside);
    let line = rect.shrink(7.0);
    let stroke = Stroke::new(1.0, faded(GOLD, 0.38 * opacity));
    let cut = 16.0;
    for (corner, x, y) in [
        (line.left_top(), 1.0, 1.0),
        (line.right_top(), -1.0, 1.0),
        (line.right_bottom(), -1.0, -1.0),
        (line.left_bottom(), 1.0, -1.0),
    ] {
        let from = |dx: f32, dy: f32| corner + vec2(dx * x, dy * y);
        // The line steps in at each corner, as frames of painted boxes do.
        painter.line(
            vec![
                from(cut, 0.0),
                from(cut, cut * 0.5),
                from(cut * 0.5, cut * 0.5),
                from(cut * 0.5, cut),
                from(0.0, cut),
            ],
            stroke,
        );
        lozenge(painter, from(cut * 0.25, cut * 0.25), 2.6, faded(VERMILION, opacity));
    }
    painter.hline(line.left() + cut..=line.right() - cut, line.top(), stroke);
    painter.hline(line.left() + cut..=line.right() - cut, line.bottom(), stroke);
    painter.vline(line.left(), line.top() + cut..=line.bottom() - cut, stroke);
    painter.vline(line.right(), line.top() + cut..=line.bottom() - cut, stroke);
}

/// A gold line that fades out to both sides of a lozenge.
pub fn divider(painter: &Painter, centre: Pos2, half: f32, colour: Color32) {
    let gap = 16.0;
    for side in [-1.0, 1.0] {
        let near = centre + vec2(gap * side, 0.0);
        fading_line(painter, near, centre + vec2(half * side, 0.0), colour, 1.2);
        lozenge(painter, centre + vec2(gap * 0.68 * side, 0.0), 2.2, colour);
    }
    lozenge(painter, centre, 5.0, VERMILION);
}

/// A level line, full at `from` and gone at `to`.
pub fn fading_line(painter: &Painter, from: Pos2, to: Pos2, colour: Color32, width: f32) {
    let mut mesh = Mesh::default();
    let half = vec2(0.0, width / 2.0);
    for (at, colour) in [(from, colour), (to, Color32::TRANSPARENT)] {
        mesh.colored_vertex(at - half, colour);
        mesh.colored_vertex(at + half, colour);
    }
    mesh.add_triangle(0, 1, 2);
    mesh.add_triangle(1, 2, 3);
    painter.add(mesh);
}

/// A scroll as on painted boxes: a stem with leaves that curls away from the middle. `side` is -1 for the left one.
pub fn scroll(painter: &Painter, from: Pos2, length: f32, side: f32, colour: Color32) {
    let at = |x: f32, y: f32| from + vec2(x * length * side, y * length);
    let curve = |a: Pos2, b: Pos2, c: Pos2, d: Pos2, width: f32| {
        let points = (0..=24u8).map(|step| {
            let t = f32::from(step) / 24.0;
            let (u, v) = (1.0 - t, t);
            let weigh = |a: f32, b: f32, c: f32, d: f32| {
                u * u * u * a + 3.0 * u * u * v * b + 3.0 * u * v * v * c + v * v * v * d
            };
            pos2(weigh(a.x, b.x, c.x, d.x), weigh(a.y, b.y, c.y, d.y))
        });
        painter.add(Shape::line(points.collect(), Stroke::new(width, colour)));
    };
    curve(at(0.0, 0.0), at(0.35, -0.22), at(0.6, 0.22), at(0.88, 0.02), 1.8);
    curve(at(0.88, 0.02), at(1.04, -0.1), at(0.98, -0.26), at(0.84, -0.19), 1.8);
    curve(at(0.84, -0.19), at(0.78, -0.15), at(0.83, -0.07), at(0.88, -0.1), 1.4);
    curve(at(0.3, -0.055), at(0.42, -0.26), at(0.56, -0.26), at(0.6, -0.14), 1.4);
    curve(at(0.52, 0.06), at(0.58, 0.26), at(0.74, 0.28), at(0.78, 0.16), 1.4);
    for (x, y, radius) in [(0.6, -0.12, 2.4), (0.78, 0.15, 2.4), (0.18, -0.11, 2.0)] {
        painter.circle_filled(at(x, y), radius, VERMILION);
    }
}

/// The table the box stands on: a lit middle, dark edges, and pieces falling slowly far behind.
pub fn backdrop(painter: &Painter, rect: Rect, seconds: f32) {
    let warm = mixed(LACQUER, VERMILION, 0.07);
    shaded(painter, rect, NIGHT, NIGHT);
    let mut glow = Mesh::default();
    glow.colored_vertex(rect.center() - vec2(0.0, rect.height() * 0.12), mixed(warm, GOLD, 0.03));
    let (reach, spokes) = (rect.size() * 0.72, 40u16);
    for spoke in 0..spokes {
        let angle = f32::from(spoke) / f32::from(spokes) * std::f32::consts::TAU;
        glow.colored_vertex(rect.center() + vec2(angle.cos() * reach.x, angle.sin() * reach.y), NIGHT);
        glow.add_triangle(0, u32::from(spoke) + 1, u32::from((spoke + 1) % spokes) + 1);
    }
    painter.add(glow);
    let kinds = PieceSet::Tetromino;
    for index in 0..18u32 {
        // Any numbers that look strewn will do.
        let strewn = |salt: u32| (index * 7919 + salt * 104_729).wrapping_mul(2_654_435_761) >> 8 & 0xffff;
        let unit = |salt: u32| strewn(salt) as f32 / 65_535.0;
        let cell = 14.0 + 26.0 * unit(1);
        let path = rect.height() + cell * 8.0;
        let fallen = (unit(2) * path + seconds * (5.0 + cell * 0.35)) % path;
        let centre = pos2(rect.left() + unit(3) * rect.width(), rect.top() - cell * 4.0 + fallen);
        let facing = Facing::ALL[strewn(4) as usize % 4];
        let opacity = 0.035 + 0.05 * unit(5);
        for block in piece_cells(kinds.kind(index as usize), facing, centre, cell) {
            let stroke = Stroke::new(1.0, faded(GOLD, opacity * 1.6));
            painter.rect(block.shrink(1.0), 2, faded(GOLD, opacity * 0.35), stroke, StrokeKind::Inside);
        }
    }
}
