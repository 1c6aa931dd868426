//! The skins: what blocks, boards and the background are made of, as one table of entries.
//!
//! A skin paints a tile and the background point by point and names the colours of boxes, wells and frames. The sheet
//! and the background call it; no other part needs to know which skin it is.

mod enamel;
mod frost;
mod lacquer;
mod woodcut;

use super::hues;
use super::paint::Canvas;
use super::palette;
use crate::app::persistence::appearance::{PaletteName, SkinName};
use crate::rules::PieceKind;
use bevy::math::{Vec2, Vec3, Vec4};

/// What a tile is part of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum TileKind {
    /// A piece, by its place in the table of pieces, and its colour.
    Piece(usize, [u8; 3]),
    /// Garbage that can be cleared.
    Garbage,
    /// Garbage that cannot be cleared.
    Solid,
    /// Any tile of a lost board.
    Dead,
}

/// The colours of what stands around the blocks, in sRGB.
#[derive(Clone, Copy, Debug)]
pub struct SkinTrim {
    /// The panels beside a board.
    pub panel: [u8; 3],
    /// The frames around the wells.
    pub raised: [u8; 3],
    /// Fine lines and the grid.
    pub line: [u8; 3],
    /// Titles, the frame's inlay, what is won.
    pub metal: [u8; 3],
    /// The inside of a well.
    pub well: [u8; 3],
}

/// A skin: its colours, and the functions that paint it.
#[derive(Debug)]
pub struct Skin {
    /// The skin's name in the settings.
    pub name: SkinName,
    /// The colours around the blocks.
    pub trim: SkinTrim,
    /// Whether pieces have colours.
    pub coloured: bool,
    /// Whether scrolls are painted into the background's corners.
    pub(super) scrolls: bool,
    /// The colour of a tile at a point; points go from -1 to 1, y downwards.
    pub(super) tile_colour_at: fn(Vec2, TileKind) -> Vec4,
    /// The ghost's tile in white, at such a point.
    pub(super) ghost_colour_at: fn(Vec2) -> Vec4,
    /// The colour of the background at a point, in shares of the window, y downwards; the second argument is the
    /// window's width over its height.
    pub(super) background_colour_at: fn(Vec2, f32) -> Vec3,
}

/// Every skin that there is.
static SKINS: [Skin; 4] = [
    Skin {
        name: SkinName::Lacquer,
        trim: lacquer::TRIM,
        coloured: true,
        scrolls: true,
        tile_colour_at: lacquer::tile_colour_at,
        ghost_colour_at: lacquer::ghost_colour_at,
        background_colour_at: lacquer::background_colour_at,
    },
    Skin {
        name: SkinName::Enamel,
        trim: enamel::TRIM,
        coloured: true,
        scrolls: false,
        tile_colour_at: enamel::tile_colour_at,
        ghost_colour_at: enamel::ghost_colour_at,
        background_colour_at: enamel::background_colour_at,
    },
    Skin {
        name: SkinName::Frost,
        trim: frost::TRIM,
        coloured: true,
        scrolls: false,
        tile_colour_at: frost::tile_colour_at,
        ghost_colour_at: frost::ghost_colour_at,
        background_colour_at: frost::background_colour_at,
    },
    Skin {
        name: SkinName::Woodcut,
        trim: woodcut::TRIM,
        coloured: false,
        scrolls: false,
        tile_colour_at: woodcut::tile_colour_at,
        ghost_colour_at: woodcut::ghost_colour_at,
        background_colour_at: woodcut::background_colour_at,
    },
];

/// The skin of this name.
pub fn skin(name: SkinName) -> &'static Skin {
    SKINS.iter().find(|skin| skin.name == name).unwrap_or(&SKINS[0])
}

impl Skin {
    /// The colour of a piece in this skin: that of its tile, its ghost and its trail.
    pub fn piece_rgb(&self, palette: PaletteName, kind: PieceKind) -> [u8; 3] {
        if self.coloured { hues::piece_rgb(palette, kind) } else { palette::IVORY }
    }
}

/// A piece's tile as bytes (red, green, blue, alpha; rows from the top), `side` pixels square.
pub fn tile_pixels(skin: &Skin, palette: PaletteName, kind: PieceKind, side: usize) -> Vec<u8> {
    let face = TileKind::Piece(kind.index(), hues::piece_rgb(palette, kind));
    let mut canvas = Canvas::new(side, side);
    canvas.paint_rect(0, 0, side, side, |at| (skin.tile_colour_at)(at / side as f32 * 2.0 - 1.0, face));
    canvas.pixels
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::pieces::PIECES;

    /// How light a tile is at each of 16 by 16 points.
    fn light(skin: &Skin, face: TileKind) -> Vec<f32> {
        let point = |at: usize| Vec2::new((at % 16) as f32 + 0.5, (at / 16) as f32 + 0.5) / 8.0 - 1.0;
        (0..256)
            .map(|at| (skin.tile_colour_at)(point(at), face))
            .map(|shade| shade.truncate().element_sum() / 3.0 * shade.w)
            .collect()
    }

    #[test]
    fn without_colour_every_piece_has_a_pattern_of_its_own() {
        let skin = skin(SkinName::Woodcut);
        let mut faces: Vec<TileKind> = (0..PIECES.len()).map(|kind| TileKind::Piece(kind, [200; 3])).collect();
        faces.extend([TileKind::Garbage, TileKind::Solid]);
        for (number, &face) in faces.iter().enumerate() {
            let own = light(skin, face);
            for &other in &faces[..number] {
                let far = own.iter().zip(light(skin, other)).map(|(a, b)| (a - b).abs()).sum::<f32>() / 256.0;
                assert!(far > 0.06, "{face:?} and {other:?} differ by {far} of full light on average");
            }
        }
    }

    #[test]
    fn a_skin_without_colours_paints_none() {
        for face in [TileKind::Piece(0, [255, 0, 0]), TileKind::Piece(6, [0, 0, 255]), TileKind::Garbage] {
            for at in [Vec2::ZERO, Vec2::splat(0.3), Vec2::new(-0.5, 0.7)] {
                let shade = (skin(SkinName::Woodcut).tile_colour_at)(at, face);
                let spread = shade.truncate().max_element() - shade.truncate().min_element();
                assert!(spread < 0.12, "{face:?} is {shade}: paper, ink and nothing else");
            }
        }
    }

    #[test]
    fn every_skin_that_can_be_chosen_is_in_the_table_and_its_tiles_fill_their_cells_and_no_more() {
        for (name, _) in SkinName::ALL {
            let skin = skin(name);
            assert_eq!(skin.name, name);
            for face in [TileKind::Piece(0, [200; 3]), TileKind::Garbage, TileKind::Solid, TileKind::Dead] {
                let opacity = |at: f32| (skin.tile_colour_at)(Vec2::splat(at), face).w;
                assert!(opacity(0.0) > 0.9 && opacity(0.8) > 0.9, "{name:?} {face:?} has a hole");
                assert!(opacity(1.1) < 0.01 && opacity(-1.1) < 0.01, "{name:?} {face:?} goes over its edge");
            }
            let ghost = |at: f32| (skin.ghost_colour_at)(Vec2::splat(at)).w;
            assert!(ghost(1.1) < 0.01 && ghost(0.0) < 0.5, "a ghost is an outline: {name:?}");
        }
    }
}
