//! Paints small things that many pages use: shaded minos, pieces, keycaps, arrows, gilded letters.

use super::theme;
use crate::app::devices::keys::{ArrowDirection, Keycap};
use crate::app::persistence::Appearance;
use crate::rules::{Facing, PieceKind};
use crate::view::{hues, skins};
use bevy_egui::egui::emath::TSTransform;
use bevy_egui::egui::text::{LayoutJob, TextFormat};
use bevy_egui::egui::{
    Align, Align2, Color32, ColorImage, CornerRadius, FontId, Galley, Id, Mesh, Painter, Pos2, Rect, Shape, Stroke,
    StrokeKind, TextureHandle, TextureOptions, Vec2, pos2, vec2,
};
use std::sync::Arc;

/// Mixes two colours: `share` 0 gives the first, 1 the second.
pub fn mix_colours(from: Color32, to: Color32, share: f32) -> Color32 {
    from.lerp_to_gamma(to, share.clamp(0.0, 1.0))
}

/// Paints a mino as a lit block with a bevel.
pub fn mino(painter: &Painter, cell: Rect, colour: Color32) {
    let cell = cell.shrink(cell.width() * 0.02);
    let edge = cell.width() * 0.13;
    let inner = cell.shrink(edge);
    painter.rect_filled(cell, CornerRadius::ZERO, mix_colours(colour, Color32::BLACK, 0.22));
    let side = |a: Pos2, b: Pos2, c: Pos2, d: Pos2, shade: Color32| {
        painter.add(Shape::convex_polygon(vec![a, b, c, d], shade, Stroke::NONE));
    };
    let light = mix_colours(colour, Color32::WHITE, 0.45);
    let dark = mix_colours(colour, Color32::BLACK, 0.5);
    side(cell.left_top(), cell.right_top(), inner.right_top(), inner.left_top(), light);
    side(cell.left_bottom(), cell.right_bottom(), inner.right_bottom(), inner.left_bottom(), dark);
    side(cell.left_top(), inner.left_top(), inner.left_bottom(), cell.left_bottom(), mix_colours(colour, light, 0.4));
    gradient_down(painter, inner, mix_colours(colour, Color32::WHITE, 0.1), mix_colours(colour, Color32::BLACK, 0.12));
}

/// Paints a rectangle that goes from one colour at the top to another at the bottom.
pub fn gradient_down(painter: &Painter, rect: Rect, top: Color32, bottom: Color32) {
    gradient(painter, rect, [top, top, bottom, bottom]);
}

/// Paints a rectangle that goes from one colour at the left to another at the right.
pub fn gradient_across(painter: &Painter, rect: Rect, left: Color32, right: Color32) {
    gradient(painter, rect, [left, right, right, left]);
}

/// Paints a rectangle between the colours of its corners, clockwise from the one at the top left.
fn gradient(painter: &Painter, rect: Rect, colours: [Color32; 4]) {
    let mut mesh = Mesh::default();
    let corners = [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()];
    for (corner, colour) in corners.into_iter().zip(colours) {
        mesh.colored_vertex(corner, colour);
    }
    mesh.add_triangle(0, 1, 2);
    mesh.add_triangle(0, 2, 3);
    painter.add(mesh);
}

/// The colour of a kind of piece in the palette that is chosen in the settings, which [`theme`] keeps in the context.
pub fn piece_colour(painter: &Painter, kind: PieceKind) -> Color32 {
    theme::colour(hues::piece_rgb(theme::piece_palette(painter.ctx()), kind))
}

/// The rectangles of a piece's cells around `centre`, `cell` points wide each.
pub fn piece_cells(kind: PieceKind, facing: Facing, centre: Pos2, cell: f32) -> Vec<Rect> {
    let shape = kind.shape(facing);
    let middle =
        vec2(f32::from(shape.columns.0 + shape.columns.1 + 1) / 2.0, f32::from(shape.span.0 + shape.span.1 + 1) / 2.0);
    let cells = shape.cells.iter().take(usize::from(kind.definition().minos));
    cells
        .map(|&(x, y)| {
            let corner = centre + vec2(f32::from(x) - middle.x, middle.y - f32::from(y) - 1.0) * cell;
            Rect::from_min_size(corner, Vec2::splat(cell))
        })
        .collect()
}

/// Paints a piece around `centre`, its cells `cell` points wide.
pub fn piece(painter: &Painter, kind: PieceKind, facing: Facing, centre: Pos2, cell: f32) {
    let colour = piece_colour(painter, kind);
    for rect in piece_cells(kind, facing, centre, cell) {
        mino(painter, rect, colour);
    }
}

/// Paints a piece as the skin of `appearance` does, around `centre`, its cells `cell` points wide.
pub fn skinned_piece(painter: &Painter, kind: PieceKind, centre: Pos2, cell: f32, appearance: &Appearance) {
    for rect in piece_cells(kind, Facing::North, centre, cell) {
        skinned_cell(painter, kind, rect, appearance, 1.0);
    }
}

/// Paints a single mino as the skin of `appearance` does.
pub fn skinned_cell(painter: &Painter, kind: PieceKind, cell: Rect, appearance: &Appearance, opacity: f32) {
    let image = skinned_mino(painter, kind, appearance);
    let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    painter.image(image.id(), cell, whole, Color32::WHITE.gamma_multiply(opacity));
}

/// The picture of a mino in a skin, which is painted once and then kept by the egui context.
fn skinned_mino(painter: &Painter, kind: PieceKind, appearance: &Appearance) -> TextureHandle {
    let id = Id::new(("mino", kind.index(), appearance.skin, appearance.palette));
    let context = painter.ctx();
    if let Some(kept) = context.data(|data| data.get_temp::<TextureHandle>(id)) {
        return kept;
    }
    const SIDE: usize = 64;
    let pixels = skins::tile_pixels(skins::skin(appearance.skin), appearance.palette, kind, SIDE);
    let image = ColorImage::from_rgba_unmultiplied([SIDE, SIDE], &pixels);
    let texture = context.load_texture("mino", image, TextureOptions::LINEAR);
    context.data_mut(|data| data.insert_temp(id, texture.clone()));
    texture
}

/// Paints a filled arrowhead, `size` points large, around `centre`.
pub fn arrowhead(painter: &Painter, centre: Pos2, size: f32, way: ArrowDirection, colour: Color32) {
    let (along, across) = match way {
        ArrowDirection::Left => (vec2(-1.0, 0.0), vec2(0.0, 1.0)),
        ArrowDirection::Right => (vec2(1.0, 0.0), vec2(0.0, 1.0)),
        ArrowDirection::Up => (vec2(0.0, -1.0), vec2(1.0, 0.0)),
        ArrowDirection::Down => (vec2(0.0, 1.0), vec2(1.0, 0.0)),
    };
    let points = vec![
        centre + along * size * 0.5,
        centre - along * size * 0.4 + across * size * 0.55,
        centre - along * size * 0.4 - across * size * 0.55,
    ];
    painter.add(Shape::convex_polygon(points, colour, Stroke::NONE));
}

/// Paints a small lozenge around `centre`.
pub fn lozenge(painter: &Painter, centre: Pos2, radius: f32, colour: Color32) {
    let points = [vec2(0.0, -radius), vec2(radius, 0.0), vec2(0.0, radius), vec2(-radius, 0.0)];
    painter.add(Shape::convex_polygon(points.map(|offset| centre + offset).to_vec(), colour, Stroke::NONE));
}

/// Paints a keycap of this height whose left edge's middle is at `at`. Returns its rectangle.
pub fn keycap(painter: &Painter, at: Pos2, cap: &Keycap, height: f32) -> Rect {
    let font = theme::semibold(height * 0.5);
    let galley = match cap {
        Keycap::Text(text) => Some(painter.layout_no_wrap(text.clone(), font, theme::IVORY)),
        Keycap::Arrow(_) => None,
    };
    let width = galley.as_ref().map_or(height, |galley| (galley.size().x + height * 0.6).max(height));
    let rect = Rect::from_min_size(pos2(at.x, at.y - height / 2.0), vec2(width, height));
    let round = CornerRadius::same((height * 0.18) as u8);
    painter.rect_filled(rect.translate(vec2(0.0, height * 0.09)), round, theme::NIGHT);
    painter.rect(rect, round, theme::HIGHLIGHTED_SURFACE, Stroke::new(1.0, theme::LINE), StrokeKind::Inside);
    match (cap, galley) {
        (Keycap::Arrow(way), _) => arrowhead(painter, rect.center(), height * 0.4, *way, theme::IVORY),
        (_, Some(galley)) => {
            painter.galley(rect.center() - galley.size() / 2.0, galley, theme::IVORY);
        }
        _ => {}
    }
    rect
}

/// Paints groups of keys, each with what it does, in a line of this height that begins at `at`. Returns the x at which
/// the line ends. With a painter that is clipped to nothing it only measures.
pub fn key_line(painter: &Painter, at: Pos2, height: f32, groups: &[(Vec<Keycap>, &str)], ink: Color32) -> f32 {
    spaced_key_line(painter, at, (height, [height, 4.0]), groups, (theme::semibold(height * 0.63), ink))
}

/// Paints groups of keys, each with what it does, in a line, as [`key_line`] does, but with chosen gaps between groups
/// and after a key, and a chosen font for the words. Returns the x at which the line ends.
pub fn spaced_key_line(
    painter: &Painter,
    at: Pos2,
    (height, [between, after]): (f32, [f32; 2]),
    groups: &[(Vec<Keycap>, &str)],
    (font, ink): (FontId, Color32),
) -> f32 {
    let mut x = at.x;
    for (number, (caps, words)) in groups.iter().enumerate() {
        x += if number == 0 { 0.0 } else { between };
        for cap in caps {
            x = keycap(painter, pos2(x, at.y), cap, height).right() + after;
        }
        x = painter.text(pos2(x + 4.0, at.y), Align2::LEFT_CENTER, *words, font.clone(), ink).right();
    }
    x
}

/// Scales what `paint` paints with this painter by `scale` around `centre`. Letters whose size changes from frame to
/// frame are scaled like this: with a font of every size in between, the atlas of letters would grow without end.
pub fn paint_scaled<T>(painter: &Painter, centre: Pos2, scale: f32, paint: impl FnOnce() -> T) -> T {
    let first = painter.add(Shape::Noop);
    let painted = paint();
    let end = painter.add(Shape::Noop);
    let about = TSTransform::from_translation(centre.to_vec2() * (1.0 - scale)) * TSTransform::from_scaling(scale);
    painter.ctx().graphics_mut(|layers| layers.entry(painter.layer_id()).transform_range(first, end, about));
    painted
}

/// Paints text with room between its letters. Returns its rectangle.
pub fn spaced_text(
    painter: &Painter,
    at: Pos2,
    anchor: Align2,
    text: &str,
    font: FontId,
    colour: Color32,
    spacing: f32,
) -> Rect {
    let galley = spaced_galley(painter, text, font, colour, spacing);
    let rect = anchor.anchor_size(at, galley.size());
    painter.galley(rect.min, galley, colour);
    rect
}

/// Paints words in centred lines of at most `width` points. `anchor` says which point of the block of
/// lines lies at `at`.
pub fn centred_text(
    painter: &Painter,
    at: Pos2,
    anchor: Align2,
    words: String,
    (font, width): (FontId, f32),
    ink: Color32,
) {
    let mut job = LayoutJob::simple(words, font, ink, width);
    job.halign = Align::Center;
    let galley = painter.layout_job(job);
    let place = anchor.anchor_size(at, galley.size());
    painter.galley(place.center_top(), galley, ink);
}

/// Paints letters of gold leaf around this place: light at the top, dark at the foot, with a shadow under them.
/// Returns the rectangle of the letters.
pub fn gilded_text(painter: &Painter, centre: Pos2, text: &str, font: FontId, spacing: f32) -> Rect {
    let depth = font.size * 0.045;
    let galley = spaced_galley(painter, text, font, Color32::WHITE, spacing);
    let rect = Align2::CENTER_CENTER.anchor_size(centre, galley.size());
    let shadow = theme::faded(Color32::BLACK, 0.75);
    painter.galley_with_override_text_color(rect.min + vec2(0.0, depth), Arc::clone(&galley), shadow);
    painter.galley(rect.min, graded(&galley), Color32::WHITE);
    rect
}

/// Lays out text with room between its letters; there is none before the first and behind the last.
fn spaced_galley(painter: &Painter, text: &str, font: FontId, colour: Color32, spacing: f32) -> Arc<Galley> {
    let format = TextFormat { font_id: font, extra_letter_spacing: spacing, color: colour, ..TextFormat::default() };
    painter.layout_job(LayoutJob::single_section(text.to_owned(), format))
}

/// A copy of a laid-out text with its letters coloured gold, from light at the top to dark at the foot.
fn graded(galley: &Arc<Galley>) -> Arc<Galley> {
    let mut galley = Galley::clone(galley);
    for row in &mut galley.rows {
        let row = Arc::make_mut(&mut row.row);
        let bounds = row.visuals.mesh_bounds;
        let (pale, deep) = (Color32::from_rgb(255, 232, 168), Color32::from_rgb(204, 122, 30));
        for vertex in &mut row.visuals.mesh.vertices {
            let height = ((vertex.pos.y - bounds.top()) / bounds.height().max(1.0)).clamp(0.0, 1.0);
            vertex.color = mix_colours(pale, deep, height * height * 0.4 + height * 0.6);
        }
    }
    Arc::new(galley)
}

#[cfg(test)]
mod tests {
    use super::super::test_frame::{still_frame, texts_in_shapes};
    use super::*;
    use crate::rules::pieces::PIECES;
    use bevy_egui::egui::{Context, RawInput};

    #[test]
    fn a_piece_lies_around_its_middle_and_points_up() {
        let centre = pos2(300.0, 200.0);
        for kind in (0..PIECES.len()).filter_map(PieceKind::from_index) {
            for facing in Facing::ALL {
                let cells = piece_cells(kind, facing, centre, 10.0);
                let whole = cells.iter().fold(Rect::NOTHING, |whole, cell| whole.union(*cell));
                assert!(whole.center().distance(centre) < 0.01, "{kind:?} {facing:?}: {whole:?}");
                assert_eq!(cells.len(), usize::from(kind.definition().minos));
            }
        }
        let mut cells = piece_cells(PieceKind::T, Facing::North, centre, 10.0);
        cells.sort_by(|one, other| one.top().total_cmp(&other.top()));
        assert!(cells[0].center().x == centre.x && cells[1].top() > cells[0].top(), "one cell on three: {cells:?}");
    }

    #[test]
    fn what_swells_leaves_no_letters_behind() {
        let context = Context::default();
        context.set_fonts(theme::fonts());
        let mut written = Rect::NOTHING;
        let mut added = |scale: f32| {
            let mut shown = context.run_ui(RawInput::default(), |ui| {
                let (painter, at) = (ui.painter(), pos2(300.0, 200.0));
                paint_scaled(painter, at, scale, || {
                    painter.text(at, Align2::CENTER_CENTER, "3", FontId::proportional(120.0), Color32::WHITE)
                });
            });
            for shape in &shown.shapes {
                written = written.union(shape.shape.visual_bounding_rect());
            }
            let changed = shown.textures_delta.set.len();
            // Textures that are dropped with changes left in them cause a panic.
            shown.textures_delta.clear();
            changed
        };
        added(1.0);
        let more: usize = (1..100).map(|step| added(1.0 + step as f32 * 0.002)).sum();
        assert_eq!(more, 0, "nothing is added to the atlas");
        assert!((written.center() - pos2(300.0, 200.0)).length() < 12.0, "it stays where it is");
    }

    #[test]
    fn words_with_room_between_their_letters_stand_in_the_middle() {
        let at = pos2(300.0, 200.0);
        let shapes = still_frame(|menu| {
            let (painter, font) = (menu.side_painter(), theme::extrabold(25.0));
            spaced_text(&painter, at, Align2::CENTER_CENTER, "OXO", font.clone(), Color32::WHITE, 20.0);
            gilded_text(&painter, at, "OXO", font, 20.0);
        });
        let middles: Vec<f32> = texts_in_shapes(&shapes).map(|text| text.visual_bounding_rect().center().x).collect();
        assert!(middles.len() >= 2 && middles.iter().all(|x| (x - at.x).abs() < 1.5), "{middles:?}");
    }
}
