//! The sprite sheet: every small picture of a match in one texture, painted at the very size at which it is shown.
//!
//! One texture lets the renderer draw a whole board at once. It is painted anew when the window
//! changes the cell's size.

use super::hues;
use super::layout::{FRAME_THICKNESS, Layout, SeatLayout};
use super::paint::{
    Canvas, blend_over, colour_shares, distance_to_disc, distance_to_rounded_box, inside_coverage, line_coverage,
    mix_colours, smooth_step,
};
use super::palette;
use super::skins::{Skin, TileKind, skin};
use crate::app::persistence::Appearance;
use crate::app::persistence::appearance::{PaletteName, SkinName};
use crate::rules::pieces::PIECES;
use crate::rules::{Mino, PieceKind};
use bevy::math::{Vec2, Vec3, Vec4};
use bevy::platform::collections::HashMap;
use bevy::prelude::*;

/// One picture of the sprite sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Art {
    /// A piece's tile, by its place in the piece table.
    Piece(u8),
    /// The tile of ordinary garbage.
    Garbage,
    /// The tile of solid garbage.
    Solid,
    /// A tile of a lost board.
    Dead,
    /// A tile of the ghost: an outline.
    Ghost,
    /// A tile's shape in white.
    Glint,
    /// Plain white, for lines and areas.
    Plain,
    /// A round glow that fades outwards.
    Glow,
    /// A bar that fades out at both ends.
    Ray,
    /// A bar that fades out upwards.
    Fade,
    /// A star with four points.
    Spark,
    /// A panel, to be stretched.
    Panel,
    /// The frame around a well, open at the top, to be stretched.
    Frame,
    /// The frame's glow, to be stretched.
    Halo,
}

impl Art {
    /// The tile of a mino; `None` for an empty cell.
    pub fn of_mino(mino: Mino) -> Option<Self> {
        match mino {
            Mino::Empty => None,
            Mino::Piece(kind) => Some(Self::Piece(kind.index() as u8)),
            Mino::Garbage => Some(Self::Garbage),
            Mino::Solid => Some(Self::Solid),
        }
    }
}

/// The pictures that the match on show is drawn with, in one texture, and where each lies in it.
#[derive(Resource, Clone, Debug, Default)]
pub struct SpriteSheet {
    image: Handle<Image>,
    places: HashMap<Art, Rect>,
    unit: f32,
    cell: f32,
    skin: SkinName,
    palette: PaletteName,
}

/// How many units at each side of a stretched panel keep their size.
const PANEL_EDGE: f32 = 14.0;
const FRAME_EDGE: f32 = 24.0;
/// Units that the frame's glow reaches beyond the frame.
const HALO_REACH: f32 = 22.0;

impl SpriteSheet {
    /// Whether the sheet was painted for this layout, skin and palette.
    pub fn is_painted_for(&self, layout: &Layout, looks: &Appearance) -> bool {
        let cell = layout.seats.iter().map(|seat| seat.cell).fold(0.0, f32::max);
        let same_skin = self.skin == looks.skin && self.palette == looks.palette;
        self.unit == layout.unit && self.cell == cell && same_skin
    }

    /// A sprite of `size` with this picture.
    pub fn sprite(&self, art: Art, size: Vec2, color: Color) -> Sprite {
        Sprite { image: self.image.clone(), rect: Some(self.rect(art)), custom_size: Some(size), color, ..default() }
    }

    /// A sprite of `size` with this picture, its corners unstretched.
    pub fn stretched(&self, art: Art, size: Vec2, color: Color) -> Sprite {
        let edge = match art {
            Art::Panel => PANEL_EDGE,
            Art::Halo => HALO_REACH * 1.5,
            _ => FRAME_EDGE,
        };
        let border = BorderRect::all((edge * self.unit).round());
        let slicer = TextureSlicer { border, ..default() };
        Sprite { image_mode: SpriteImageMode::Sliced(slicer), ..self.sprite(art, size, color) }
    }

    /// An unseen glow around the frame of a seat's board, and its middle on the board.
    pub fn halo(&self, place: &SeatLayout) -> (Sprite, Vec2) {
        let outside = place.well.size() + Vec2::new(2.0, 1.0) * place.frame;
        let sprite =
            self.stretched(Art::Halo, outside + HALO_REACH * 2.0 * self.unit, palette::translucent([0; 3], 0.0));
        (sprite, place.well.size() / 2.0 - Vec2::new(0.0, place.frame / 2.0))
    }

    /// Where the picture is on the sheet.
    pub fn rect(&self, art: Art) -> Rect {
        let place = self.places.get(&art).copied().unwrap_or_default();
        // What is stretched far is taken from within: the free pixels around it must not shine through.
        let inset = match art {
            Art::Plain => Vec2::splat(1.5),
            Art::Fade => Vec2::new(3.0, 0.5),
            Art::Ray => Vec2::new(0.5, 3.0),
            _ => Vec2::ZERO,
        };
        Rect { min: place.min + inset, max: place.max - inset }
    }

    /// Paints the sheet for a layout in a skin.
    pub fn paint_for_layout(layout: &Layout, looks: &Appearance, images: &mut Assets<Image>) -> Self {
        let (unit, palette) = (layout.unit, looks.palette);
        let skin = skin(looks.skin);
        let cell = layout.seats.iter().map(|seat| seat.cell).fold(0.0, f32::max);
        let edge = |units: f32| (units * unit).round().max(1.0);
        let tile = cell as usize;
        let stretched = |units: f32| edge(units) as usize * 3;
        let mut wanted: Vec<(Art, usize, usize)> =
            (0..PIECES.len() as u8).map(|k| (Art::Piece(k), tile, tile)).collect();
        for art in [Art::Garbage, Art::Solid, Art::Dead, Art::Ghost, Art::Glint] {
            wanted.push((art, tile, tile));
        }
        wanted.extend([
            (Art::Plain, 4, 4),
            (Art::Glow, 64, 64),
            (Art::Ray, 128, 8),
            (Art::Fade, 8, 64),
            (Art::Spark, 32, 32),
            (Art::Panel, stretched(PANEL_EDGE), stretched(PANEL_EDGE)),
            (Art::Frame, stretched(FRAME_EDGE), stretched(FRAME_EDGE)),
            (Art::Halo, stretched(HALO_REACH * 1.5), stretched(HALO_REACH * 1.5)),
        ]);
        // Tall ones first: shelves waste less.
        wanted.sort_by_key(|&(_, _, height)| std::cmp::Reverse(height));
        let (places, width, height) = shelved(&wanted);
        let mut canvas = Canvas::new(width, height);
        for &(art, width, height) in &wanted {
            let Some(place) = places.get(&art) else { continue };
            let size = Vec2::new(width as f32, height as f32);
            canvas.paint_rect(place.min.x as usize, place.min.y as usize, width, height, |at| {
                painted(art, at, size, (unit, skin, palette))
            });
        }
        Self { image: images.add(canvas.into_image()), places, unit, cell, skin: looks.skin, palette }
    }
}

/// Places the pictures on the sheet in rows; gives their places and the sheet's size.
fn shelved(wanted: &[(Art, usize, usize)]) -> (HashMap<Art, Rect>, usize, usize) {
    // Free pixels around a picture, so that its neighbour does not shine through when it is scaled.
    const GAP: usize = 2;
    let widest = wanted.iter().map(|&(_, width, _)| width + 2 * GAP).max().unwrap_or(0);
    let sheet = widest.max(1024);
    let (mut x, mut y, mut shelf) = (GAP, GAP, 0);
    let mut places = HashMap::default();
    for &(art, width, height) in wanted {
        if x + width + GAP > sheet {
            (x, y, shelf) = (GAP, y + shelf + GAP, 0);
        }
        let corner = Vec2::new(x as f32, y as f32);
        places.insert(art, Rect { min: corner, max: corner + Vec2::new(width as f32, height as f32) });
        x += width + GAP;
        shelf = shelf.max(height);
    }
    (places, sheet, y + shelf + GAP)
}

/// The colour of one point of a picture of the sheet; `at` is in pixels from the top left of the
/// picture, which measures `size`.
fn painted(art: Art, at: Vec2, size: Vec2, (unit, skin, palette): (f32, &Skin, PaletteName)) -> Vec4 {
    let centred = at / size * 2.0 - 1.0;
    let white = |alpha: f32| Vec3::ONE.extend(alpha);
    match art {
        Art::Piece(kind) => {
            let colour =
                PieceKind::from_index(kind.into()).map_or(palette::IVORY, |kind| hues::piece_rgb(palette, kind));
            (skin.tile_colour_at)(centred, TileKind::Piece(kind.into(), colour))
        }
        Art::Garbage => (skin.tile_colour_at)(centred, TileKind::Garbage),
        Art::Solid => (skin.tile_colour_at)(centred, TileKind::Solid),
        Art::Dead => (skin.tile_colour_at)(centred, TileKind::Dead),
        Art::Ghost => (skin.ghost_colour_at)(centred),
        // The whole tile's shape, for flashes.
        Art::Glint => white((skin.tile_colour_at)(centred, TileKind::Garbage).w),
        Art::Plain => white(1.0),
        Art::Glow => white((1.0 - centred.length()).clamp(0.0, 1.0).powi(2)),
        Art::Ray => white(smooth_step(1.0, 0.3, centred.x.abs())),
        Art::Fade => white(((centred.y + 1.0) / 2.0).clamp(0.0, 1.0).powf(1.5)),
        Art::Spark => {
            let point = centred.abs();
            white(smooth_step(1.0, 0.0, point.x.sqrt() + point.y.sqrt()))
        }
        Art::Panel => panel(at / unit, size / unit, skin),
        Art::Frame => frame(at / unit, size / unit, skin),
        Art::Halo => {
            let half = size / unit / 2.0;
            let distance = distance_to_rounded_box(at / unit - half, half - HALO_REACH, 6.0);
            white((1.0 - distance.abs() / HALO_REACH).clamp(0.0, 1.0).powi(2))
        }
    }
}

/// The colour of a point of a panel: lacquer with a fine line and golden corners.
fn panel(at: Vec2, size: Vec2, skin: &Skin) -> Vec4 {
    let half = size / 2.0;
    let at = at - half;
    let distance = distance_to_rounded_box(at, half - 1.0, 5.0);
    let lacquer = colour_shares(skin.trim.panel);
    let shade = mix_colours(lacquer * 1.15, lacquer * 0.8, smooth_step(-half.y, half.y, at.y));
    let mut colour = shade.extend(inside_coverage(distance, 0.5) * 0.86);
    colour = blend_over(colour, colour_shares(skin.trim.line), line_coverage(distance, -0.7, 1.3) * 0.9);
    let corner = (half - at.abs()).element_sum();
    let golden = inside_coverage(corner - 13.0, 2.0) * line_coverage(distance, -0.7, 1.5);
    blend_over(colour, colour_shares(skin.trim.metal), golden * 0.75)
}

/// The colour of a point of a board's frame: lacquer between two golden lines, a bead at each end.
fn frame(at: Vec2, size: Vec2, skin: &Skin) -> Vec4 {
    let half = size / 2.0;
    let centred = at - half;
    let outer = distance_to_rounded_box(centred, half - 0.5, 5.0);
    // The well is open at the top: its inside goes on upwards.
    let inner = (at.x - FRAME_THICKNESS).min(size.x - FRAME_THICKNESS - at.x).min(size.y - FRAME_THICKNESS - at.y);
    let wall = outer.max(inner);
    let raised = colour_shares(skin.trim.raised);
    let depth = smooth_step(0.0, FRAME_THICKNESS, -outer);
    let mut colour = mix_colours(raised * 0.75, raised * 1.35, depth).extend(inside_coverage(wall, 0.4));
    let gold = colour_shares(skin.trim.metal);
    colour = blend_over(colour, gold, line_coverage(inner, -1.4, 1.5) * inside_coverage(outer, 0.4) * 0.95);
    colour = blend_over(colour, gold * 0.7, line_coverage(outer, -0.9, 1.0) * inside_coverage(inner, 0.4) * 0.55);
    let middle = FRAME_THICKNESS / 2.0 - 0.2;
    let ends = Vec2::new(
        middle.max(at.x.min(size.x - at.x)) - middle,
        (at.y - middle).abs().min((size.y - middle - at.y).abs()),
    );
    let bead = ends.abs().element_sum() - 2.9;
    let around = inside_coverage(bead - 1.0, 0.4) * inside_coverage(wall, 0.4) * 0.6;
    colour = blend_over(colour, colour_shares(skin.trim.panel), around);
    let gilded = mix_colours(gold, Vec3::ONE, inside_coverage(distance_to_disc(ends, 1.0), 0.8) * 0.5);
    blend_over(colour, gilded, inside_coverage(bead, 0.5))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pictures_lie_apart_and_within_the_sheet() {
        let wanted: Vec<_> = (0..40_u8).rev().map(|kind| (Art::Piece(kind), 150 + usize::from(kind), 100)).collect();
        let (places, width, height) = shelved(&wanted);
        let sheet = Rect::new(0.0, 0.0, width as f32, height as f32);
        for (at, &(art, wide, high)) in wanted.iter().enumerate() {
            let place = places[&art];
            assert_eq!(place.size(), Vec2::new(wide as f32, high as f32));
            // A free pixel belongs to each side of a picture.
            let around = place.inflate(1.0);
            assert_eq!(around.union(sheet), sheet, "{art:?} lies at {place:?}");
            for (other, ..) in &wanted[..at] {
                assert!(around.intersect(places[other].inflate(1.0)).is_empty(), "{art:?} lies on {other:?}");
            }
        }
    }
}
