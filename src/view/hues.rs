//! The pieces' colours: the guideline's, and two sets for eyes that cannot tell some colours apart. sRGB.

use crate::app::persistence::appearance::PaletteName;
use crate::rules::PieceKind;

/// I, J, L, O, S, T, Z for deuteranopia and protanopia: found by a search for the largest least distance
/// between any two of them, garbage and the well, as normal eyes and both of these see them, as near to the
/// guideline's as that allows.
const RED_GREEN: [[u8; 3]; 7] =
    [[83, 195, 230], [44, 123, 253], [239, 141, 7], [240, 217, 8], [138, 254, 199], [148, 13, 167], [224, 41, 11]];
/// The seven colours for tritanopia, found in the same way.
const BLUE_YELLOW: [[u8; 3]; 7] =
    [[91, 243, 255], [14, 139, 255], [243, 149, 107], [247, 253, 79], [169, 204, 82], [171, 11, 166], [243, 7, 43]];

/// The colour of a piece in a palette, as sRGB.
pub fn piece_rgb(palette: PaletteName, kind: PieceKind) -> [u8; 3] {
    let seven = match palette {
        PaletteName::Guideline => return kind.definition().colour,
        PaletteName::RedGreen => &RED_GREEN,
        PaletteName::BlueYellow => &BLUE_YELLOW,
    };
    // Eighteen pentominoes cannot be told apart by colour alone: they take the seven, lighter and darker in turn.
    let base = seven[kind.index() % 7];
    match kind.index() / 7 {
        0 => base,
        1 => base.map(|part| part / 2 + 120),
        2 => base.map(|part| (u16::from(part) * 3 / 5) as u8),
        _ => base.map(|part| part / 3 + 165),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::palette::{GARBAGE, SOLID_GARBAGE};

    /// The matrix that turns a colour in linear sRGB into the colour that a kind of eye sees. Source: Machado, Oliveira
    /// and Fernandes, "A physiologically-based model for simulation of color vision deficiency", IEEE TVCG 15 (2009),
    /// table for severity 1.0.
    type ColourVision = [[f64; 3]; 3];
    const NORMAL: ColourVision = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    const PROTANOPIA: ColourVision =
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]];
    const DEUTERANOPIA: ColourVision =
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]];
    const TRITANOPIA: ColourVision =
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]];

    /// A colour in Oklab as these eyes see it. Source: Björn Ottosson, "A perceptual color space
    /// for image processing" (2020).
    fn seen(colour: [u8; 3], vision: &ColourVision) -> [f64; 3] {
        let linear = colour.map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        let times =
            |matrix: &ColourVision, v: [f64; 3]| matrix.map(|row| row.iter().zip(v).map(|(a, b)| a * b).sum::<f64>());
        let simulated = times(vision, linear).map(|part| part.clamp(0.0, 1.0));
        let cones = [
            [0.4122214708, 0.5363325363, 0.0514459929],
            [0.2119034982, 0.6806995451, 0.1073969566],
            [0.0883024619, 0.2817188376, 0.6299787005],
        ];
        let lab = [
            [0.2104542553, 0.7936177850, -0.0040720468],
            [1.9779984951, -2.4285922050, 0.4505937099],
            [0.0259040371, 0.7827717662, -0.8086757660],
        ];
        times(&lab, times(&cones, simulated).map(f64::cbrt))
    }

    /// The least distance between any two colours of a palette's seven pieces, garbage and solid garbage, and the
    /// names of the two.
    fn least(palette: PaletteName, vision: &ColourVision) -> (f64, String) {
        let mut colours: Vec<(String, [u8; 3])> = (0..7)
            .filter_map(PieceKind::from_index)
            .map(|kind| (kind.letter().to_string(), piece_rgb(palette, kind)))
            .collect();
        colours.extend([("garbage".to_owned(), GARBAGE), ("solid".to_owned(), SOLID_GARBAGE)]);
        let mut least = (f64::MAX, String::new());
        for (at, (name, colour)) in colours.iter().enumerate() {
            for (other, second) in &colours[..at] {
                let (a, b) = (seen(*colour, vision), seen(*second, vision));
                let far = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt();
                if far < least.0 {
                    least = (far, format!("{name} and {other}"));
                }
            }
        }
        least
    }

    /// Two colours nearer than this in Oklab are easily taken for each other at a glance; 0.02 is just noticeable.
    const BOUND: f64 = 0.13;

    #[test]
    fn every_palette_is_told_apart_by_the_eyes_it_is_for() {
        let pairs = [
            (PaletteName::Guideline, "normal", NORMAL),
            (PaletteName::RedGreen, "normal", NORMAL),
            (PaletteName::RedGreen, "protanopia", PROTANOPIA),
            (PaletteName::RedGreen, "deuteranopia", DEUTERANOPIA),
            (PaletteName::BlueYellow, "normal", NORMAL),
            (PaletteName::BlueYellow, "tritanopia", TRITANOPIA),
        ];
        for (palette, eyes, vision) in pairs {
            let (far, pair) = least(palette, &vision);
            assert!(far >= BOUND, "{palette:?} for {eyes}: {pair} are {far:.3} apart, at least {BOUND} wanted");
        }
    }

    #[test]
    fn the_guideline_colours_are_not_enough_for_all_eyes() {
        for vision in [PROTANOPIA, DEUTERANOPIA, TRITANOPIA] {
            assert!(least(PaletteName::Guideline, &vision).0 < BOUND, "otherwise no palette would be needed");
        }
    }
}
