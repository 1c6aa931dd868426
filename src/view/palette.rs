//! The colours of the game: a black lacquer box with gold and vermilion, as the painters of Palekh made them.
//!
//! Boards, texts and menus take their colours from here and nowhere else. sRGB.

use bevy::color::Color;

/// The table the box stands on: the window's background.
pub const NIGHT: [u8; 3] = [13, 11, 16];
/// Black lacquer: panels and wells.
pub const LACQUER: [u8; 3] = [22, 19, 27];
/// A raised part of a panel, a button at rest: 1.3:1 on lacquer.
pub const RAISED: [u8; 3] = [48, 42, 58];
/// A raised part under the pointer: 1.3:1 on a raised part.
pub const HIGHLIGHTED_SURFACE: [u8; 3] = [72, 60, 85];
/// Fine lines, as those of the grid.
pub const LINE: [u8; 3] = [66, 56, 76];
/// Texts of first rank.
pub const IVORY: [u8; 3] = [244, 237, 226];
/// Texts of second rank; still 4.5:1 on a raised part under the pointer.
pub const ASH: [u8; 3] = [190, 181, 172];
/// Tracks and marks that are no text: 3:1 on a raised part under the pointer.
pub const TRACK: [u8; 3] = [154, 142, 164];
/// A warning in words: vermilion, light enough to be read on a raised part.
pub const ALARM: [u8; 3] = [252, 136, 108];
/// The accent: what is chosen, titles, back-to-back.
pub const GOLD: [u8; 3] = [240, 182, 74];
/// The other accent: danger, garbage, the first player's name line.
pub const VERMILION: [u8; 3] = [229, 72, 45];
/// Good news, such as being ahead.
pub const LEAF: [u8; 3] = [112, 190, 112];
/// The second player's colour.
pub const RIVER: [u8; 3] = [90, 169, 230];
/// The tiles of garbage rows.
pub const GARBAGE: [u8; 3] = [118, 112, 122];
/// The tiles of solid garbage rows.
pub const SOLID_GARBAGE: [u8; 3] = [70, 66, 76];

/// An sRGB colour as a colour to draw with.
pub const fn colour([red, green, blue]: [u8; 3]) -> Color {
    Color::srgb(red as f32 / 255.0, green as f32 / 255.0, blue as f32 / 255.0)
}

/// An sRGB colour as a colour to draw with, as opaque as `alpha`, 0-1.
pub const fn translucent([red, green, blue]: [u8; 3], alpha: f32) -> Color {
    Color::srgba(red as f32 / 255.0, green as f32 / 255.0, blue as f32 / 255.0, alpha)
}
