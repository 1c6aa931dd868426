//! Painting over the boards of a match: the step from the layout's pixels to the painter's points, outlines of pieces,
//! and what stands beside the boards.

use super::theme::{self, faded};
use super::well::outline_cells;
use crate::rules::FallingPiece;
use crate::view::layout::SeatLayout;
use crate::view::stage::FootInset;
use bevy::prelude::{Result, Vec2};
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Color32, CornerRadius, Painter, Pos2, Rect, Stroke, StrokeKind, vec2};

/// The room between the edge of a text card beside a board and the words on it, in points.
pub(super) const CARD_MARGIN: f32 = 10.0;
/// The least width in which a text card beside a board can be read, in points.
pub(super) const LEAST_CARD_WIDTH: f32 = 150.0;

/// A painter over the boards of a match, under the menus.
pub(super) struct BoardOverlay {
    pub(super) painter: Painter,
    /// How many of the painter's points make one pixel.
    scale: f32,
    centre: Pos2,
}

impl BoardOverlay {
    /// Returns a painter over the boards for this frame, which paints on the egui layer of this name.
    ///
    /// # Errors
    /// An error if the window has no egui context.
    pub(super) fn new(contexts: &mut EguiContexts, name: &'static str) -> Result<Self> {
        let context = contexts.ctx_mut()?;
        let layer = egui::LayerId::new(egui::Order::Background, egui::Id::new(name));
        let painter = context.layer_painter(layer);
        Ok(Self { painter, scale: 1.0 / context.pixels_per_point(), centre: context.viewport_rect().center() })
    }

    /// The painter over boards that stand above a foot, as above the bar of a replay.
    pub(super) fn above_foot(mut self, foot: FootInset) -> Self {
        self.centre.y -= foot.lift() * self.scale;
        self
    }

    /// For tests: a painter over a window of 1280 by 720 pixels, each as wide as this many points.
    #[cfg(test)]
    pub(super) fn of_test(painter: Painter, scale: f32) -> Self {
        Self { painter, scale, centre: egui::pos2(640.0, 360.0) * scale }
    }

    fn at(&self, pixel: Vec2) -> Pos2 {
        self.centre + vec2(pixel.x, -pixel.y) * self.scale
    }

    /// Converts a rectangle from the layout's pixels to the painter's points. An empty one stays empty.
    pub(super) fn to_points(&self, rect: bevy::math::Rect) -> Rect {
        Rect::from_min_max(self.at(Vec2::new(rect.min.x, rect.max.y)), self.at(Vec2::new(rect.max.x, rect.min.y)))
    }

    /// The rectangle, in points, at whose upper right corner a text card beside a board stands: where clears are named,
    /// or where the layout has no room for them, as on an upright tablet with finger buttons, under the next queue.
    pub(super) fn card_room(&self, seat: &SeatLayout) -> Rect {
        if !seat.callout.is_empty() {
            return self.to_points(seat.callout);
        }
        // As large as the hold box above the queue, and as far from it.
        let down = 2.0 * (seat.next.center() - seat.hold.center());
        self.to_points(bevy::math::Rect { min: seat.hold.min + down, max: seat.hold.max + down })
    }

    /// The rectangle, in points, below the hold box of a seat, where clears are named and figures stand.
    pub(super) fn figures_rect(&self, seat: &SeatLayout) -> Rect {
        self.to_points(seat.callout.union(seat.left_figures))
    }

    /// Paints the outline of a piece on a board. Returns the middles of its cells, in points.
    pub(super) fn paint_piece_outline(
        &self,
        seat: &SeatLayout,
        piece: FallingPiece,
        colour: Color32,
        width: f32,
    ) -> Vec<Pos2> {
        self.paint_cells_outline(seat, &piece.cells().collect::<Vec<_>>(), colour, width)
    }

    /// Paints the outline of the cells of a piece on a board. Returns their middles, in points.
    pub(super) fn paint_cells_outline(
        &self,
        seat: &SeatLayout,
        cells: &[(i8, i8)],
        colour: Color32,
        width: f32,
    ) -> Vec<Pos2> {
        let corner = |x: i8, y: i8| self.at(seat.well.min + Vec2::new(x.into(), y.into()) * seat.cell);
        let cell = |x: i8, y: i8| Rect::from_two_pos(corner(x, y), corner(x + 1, y + 1));
        for &(x, y) in cells {
            self.painter.rect_filled(cell(x, y), 0, faded(colour, 0.14));
        }
        outline_cells(&self.painter, cells, Stroke::new(width, colour), cell);
        cells.iter().map(|&(x, y)| cell(x, y).center()).collect()
    }

    /// Paints the outlines of pieces that lie on these cells, each with its number in one of them.
    /// The first piece is painted over the others.
    pub(super) fn paint_numbered_cells(&self, seat: &SeatLayout, pieces: &[(Vec<(i8, i8)>, usize, Color32)]) {
        let mut cells: Vec<Vec<Pos2>> = Vec::new();
        for (index, (piece, _, colour)) in pieces.iter().enumerate().rev() {
            cells.push(self.paint_cells_outline(seat, piece, *colour, if index == 0 { 3.0 } else { 2.0 }));
        }
        // Where pieces overlap, a number is as far from the other numbers as possible.
        let mut taken: Vec<Pos2> = Vec::new();
        for ((_, number, colour), cells) in pieces.iter().zip(cells.iter().rev()) {
            let away = |at: &Pos2| taken.iter().map(|other| other.distance(*at)).fold(f32::INFINITY, f32::min);
            let Some(&at) = cells.iter().max_by(|one, other| away(one).total_cmp(&away(other))) else { continue };
            taken.push(at);
            self.paint_badge(at, &number.to_string(), *colour);
        }
    }

    /// Paints a short text, such as a number, in a small box.
    pub(super) fn paint_badge(&self, at: Pos2, words: &str, colour: Color32) {
        let rect = Rect::from_center_size(at, vec2(20.0, 18.0));
        self.painter.rect(rect, CornerRadius::same(4), theme::NIGHT, Stroke::new(1.0, colour), StrokeKind::Inside);
        self.painter.text(at, egui::Align2::CENTER_CENTER, words, theme::extrabold(13.0), colour);
    }

    /// Paints a dark box with a thin gold edge as the background of words.
    pub(super) fn paint_text_background(&self, rect: Rect) {
        let stroke = Stroke::new(1.0, faded(theme::GOLD, 0.5));
        self.painter.rect(rect, CornerRadius::same(4), theme::NIGHT, stroke, StrokeKind::Inside);
    }
}

/// The name of a feature as words, with blanks for hyphens.
pub(super) fn feature_in_words(feature: &str) -> String {
    feature.replace('-', " ")
}

/// A number with about three significant digits; "lost" if it is not finite.
pub(super) fn short_number(value: f64) -> String {
    let size = value.abs();
    match size {
        _ if !value.is_finite() => "lost".to_owned(),
        _ if size < 1e4 && value.fract() == 0.0 => format!("{value:.0}"),
        _ if size >= 1e6 => format!("{:.1} M", value / 1e6),
        _ if size >= 1e4 => format!("{:.0} k", value / 1e3),
        _ if size >= 100.0 => format!("{value:.0}"),
        _ if size >= 1.0 => format!("{value:.2}"),
        _ if size >= 0.01 => format!("{value:.3}"),
        _ if size >= 0.0001 => format!("{value:.4}"),
        _ => format!("{value:.0e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use crate::view::layout::{LayoutRequest, match_layout};
    use crate::view::stage::make_room;
    use bevy::prelude::{App, Camera2d, Transform, UVec2, Update};

    #[test]
    fn above_a_foot_it_paints_where_the_camera_shows_the_boards() {
        let (foot, scale) = (FootInset(181.0), 0.8);
        let mut app = App::new();
        app.insert_resource(foot).add_systems(Update, make_room);
        let camera = app.world_mut().spawn((Camera2d, Transform::default())).id();
        app.update();
        let camera = app.world().get::<Transform>(camera).map_or(Vec2::ZERO, |place| place.translation.truncate());
        let layer = egui::LayerId::background();
        let over = BoardOverlay::of_test(Painter::new(egui::Context::default(), layer, Rect::EVERYTHING), scale);
        let over = over.above_foot(foot);
        let layout = match_layout(&LayoutRequest::new(UVec2::new(1280, 720 - 181), 2, &Rules::versus()));
        for seat in &layout.seats {
            // Points from the upper left corner of the window, in whose middle the camera's place is seen.
            let seen = |at: Vec2| egui::pos2(640.0 + at.x - camera.x, 360.0 + camera.y - at.y) * scale;
            let (drawn, painted) =
                (Rect::from_two_pos(seen(seat.well.min), seen(seat.well.max)), over.to_points(seat.well));
            let away = painted.min.distance(drawn.min).max(painted.max.distance(drawn.max));
            assert!(away < 0.01, "{painted:?} instead of {drawn:?}");
            assert!(painted.bottom() <= (720.0 - 181.0) * scale, "{painted:?} stands on the foot");
        }
    }

    #[test]
    fn a_card_hides_neither_the_held_piece_nor_the_next_ones_of_an_upright_window() {
        let layer = egui::LayerId::background();
        let over = BoardOverlay::of_test(Painter::new(egui::Context::default(), layer, Rect::EVERYTHING), 0.8);
        let windows =
            [(1280, 720), (1920, 1080), (844, 390), (360, 640), (390, 844), (768, 1024), (820, 1180), (800, 1280)];
        let mut without_names = Vec::new();
        for (x, y) in windows {
            for (seats, rules) in [(1, Rules::marathon()), (2, Rules::versus())] {
                let window = UVec2::new(x, y);
                let request = LayoutRequest { fingers: true, ..LayoutRequest::new(window, seats, &rules) };
                let seat = &match_layout(&request).seats[0];
                if !over.to_points(seat.callout).is_positive() {
                    without_names.push((x, seats));
                }
                let card = over.card_room(seat);
                assert!(card.is_finite() && card.is_positive(), "{window}, {seats}: {card:?}");
                // A card reaches down as far as its words do.
                let mut above = vec![over.to_points(seat.hold)];
                above.extend((y > x).then(|| over.to_points(seat.next)));
                assert!(
                    above.iter().all(|part| part.bottom() < card.top()),
                    "{window}, {seats}: {above:?} and {card:?}"
                );
            }
        }
        assert_eq!(without_names, [(768, 2), (820, 1), (820, 2)], "the layout has no room to name clears");
    }

    #[test]
    fn numbers_of_any_size_stay_short() {
        let written = [0.0, 2.0, -0.5123, 123.4, 12_345.6, 2.5e7, 0.000_012, f64::NEG_INFINITY].map(short_number);
        assert_eq!(written, ["0", "2", "-0.512", "123", "12 k", "25.0 M", "1e-5", "lost"]);
    }
}
