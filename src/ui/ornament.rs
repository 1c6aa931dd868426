//! The ornament of the menus: panels with gold lines and corners, as on a painted box.

use super::draw::lozenge;
use super::theme::{GOLD, LACQUER, LINE, VERMILION, faded};
use bevy_egui::egui::{Color32, CornerRadius, Mesh, Painter, Pos2, Rect, Stroke, StrokeKind, vec2};

/// Paints a lacquer panel with a fine gold line inside its edge and lozenges in its corners.
pub fn paint_panel(painter: &Painter, rect: Rect) {
    let round = CornerRadius::same(6);
    painter.rect_filled(rect.expand(1.0).translate(vec2(0.0, 6.0)), round, faded(Color32::BLACK, 0.45));
    painter.rect(rect, round, LACQUER, Stroke::new(1.0, LINE), StrokeKind::Inside);
    let line = rect.shrink(7.0);
    let stroke = Stroke::new(1.0, faded(GOLD, 0.38));
    let cut = 16.0;
    for (corner, x, y) in [
        (line.left_top(), 1.0, 1.0),
        (line.right_top(), -1.0, 1.0),
        (line.right_bottom(), -1.0, -1.0),
        (line.left_bottom(), 1.0, -1.0),
    ] {
        let from = |dx: f32, dy: f32| corner + vec2(dx * x, dy * y);
        // The line steps in at each corner, as frames of painted boxes do.
        let half = cut * 0.5;
        let steps = [(cut, 0.0), (cut, half), (half, half), (half, cut), (0.0, cut)];
        painter.line(steps.map(|(dx, dy)| from(dx, dy)).to_vec(), stroke);
        lozenge(painter, from(cut * 0.25, cut * 0.25), 2.6, VERMILION);
    }
    painter.hline(line.left() + cut..=line.right() - cut, line.top(), stroke);
    painter.hline(line.left() + cut..=line.right() - cut, line.bottom(), stroke);
    painter.vline(line.left(), line.top() + cut..=line.bottom() - cut, stroke);
    painter.vline(line.right(), line.top() + cut..=line.bottom() - cut, stroke);
}

/// Paints a gold line of twice `half` points that fades out to both sides of a lozenge.
pub fn divider(painter: &Painter, centre: Pos2, half: f32, colour: Color32) {
    let gap = 16.0;
    for side in [-1.0, 1.0] {
        let near = centre + vec2(gap * side, 0.0);
        fading_line(painter, near, centre + vec2(half * side, 0.0), colour, 1.2);
        lozenge(painter, centre + vec2(gap * 0.68 * side, 0.0), 2.2, colour);
    }
    lozenge(painter, centre, 5.0, VERMILION);
}

/// Paints a horizontal line, which is opaque at `from` and transparent at `to`.
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
