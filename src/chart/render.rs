//! From a picture to a file's bytes.
//!
//! Drawn at twice the size. An SVG says the plain size and keeps the finer coordinates; a PNG's pixels are the means of
//! four, which smooths what plotters draws with hard edges.

use super::draw;
use super::picture::ChartPicture;
#[cfg(not(target_arch = "wasm32"))]
use plotters::prelude::BitMapBackend;
use plotters::prelude::{IntoDrawingArea, SVGBackend};
#[cfg(not(target_arch = "wasm32"))]
use plotters::style::{FontStyle, register_font};
#[cfg(not(target_arch = "wasm32"))]
use std::sync::OnceLock;
use thiserror::Error;

/// Width of a chart, in pixels.
const WIDTH: u32 = 1600;
/// Height of a chart, in pixels.
const HEIGHT: u32 = 1000;
/// How many times larger a chart is drawn than it is shown.
const FINER: u32 = 2;
/// The font, and what a viewer without it takes for an SVG's text.
pub(super) const FONT: &str = "'Exo 2', 'DejaVu Sans', Arial, sans-serif";

/// A kind of picture file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChartFormat {
    /// Vectors, which can be drawn at any size.
    Svg,
    /// Pixels, 1600 x 1000 of them. A page in a browser, where every byte of the program is waited for, has none.
    #[cfg(not(target_arch = "wasm32"))]
    Png,
}

impl ChartFormat {
    /// All formats that this build of the program draws.
    pub const ALL: &[Self] = &[
        Self::Svg,
        #[cfg(not(target_arch = "wasm32"))]
        Self::Png,
    ];

    /// The ending of the name of a file in this format, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            #[cfg(not(target_arch = "wasm32"))]
            Self::Png => "png",
        }
    }
}

/// A chart could not be drawn: a fault of the program, not of the data.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("cannot draw the chart: {0}")]
pub struct ChartError(String);

impl ChartError {
    pub(super) fn new(reason: impl ToString) -> Self {
        Self(reason.to_string())
    }
}

/// The bytes of a file that shows the picture in a format.
///
/// # Errors
/// When plotters cannot draw it, which is a fault of the program.
pub fn render(picture: &ChartPicture, format: ChartFormat) -> Result<Vec<u8>, ChartError> {
    // In a browser plotters asks the page how wide a text is, in the font that it finds there.
    #[cfg(not(target_arch = "wasm32"))]
    register()?;
    let size = (WIDTH * FINER, HEIGHT * FINER);
    match format {
        ChartFormat::Svg => {
            let mut text = String::new();
            draw::draw_picture(&SVGBackend::with_string(&mut text, size).into_drawing_area(), picture)?;
            let fine = format!("width=\"{}\" height=\"{}\"", size.0, size.1);
            Ok(text.replacen(&fine, &format!("width=\"{WIDTH}\" height=\"{HEIGHT}\""), 1).into_bytes())
        }
        #[cfg(not(target_arch = "wasm32"))]
        ChartFormat::Png => {
            let mut pixels = vec![255; (size.0 * size.1 * 3) as usize];
            draw::draw_picture(&BitMapBackend::with_buffer(&mut pixels, size).into_drawing_area(), picture)?;
            let pixels = halved(&pixels, size.0 as usize);
            png_file((WIDTH, HEIGHT), &pixels, |encoder| encoder.set_color(png::ColorType::Rgb))
                .map_err(ChartError::new)
        }
    }
}

/// Registers Exo 2 from the game's assets: system fonts would need fontconfig and look different on every machine.
#[cfg(not(target_arch = "wasm32"))]
fn register() -> Result<(), ChartError> {
    static DONE: OnceLock<bool> = OnceLock::new();
    let done = DONE.get_or_init(|| {
        let faces: [(FontStyle, &'static [u8]); 2] = [
            (FontStyle::Normal, include_bytes!("../../assets/fonts/Exo2_400Regular.ttf")),
            (FontStyle::Bold, include_bytes!("../../assets/fonts/Exo2_600SemiBold.ttf")),
        ];
        faces.into_iter().all(|(style, bytes)| register_font(FONT, style, bytes).is_ok())
    });
    if *done { Ok(()) } else { Err(ChartError::new("the built-in font is damaged")) }
}

/// Half the picture in width and height: each pixel is the mean of two by two. `pixels` are rows of RGB.
#[cfg(not(target_arch = "wasm32"))]
fn halved(pixels: &[u8], width: usize) -> Vec<u8> {
    let row = width * 3;
    let mut smaller = Vec::with_capacity(pixels.len() / 4);
    for rows in pixels.chunks_exact(row * 2) {
        for x in (0..row).step_by(6) {
            for channel in x..x + 3 {
                let sum: u16 =
                    [channel, channel + 3, channel + row, channel + row + 3].map(|i| u16::from(rows[i])).iter().sum();
                smaller.push(((sum + 2) / 4) as u8);
            }
        }
    }
    smaller
}

/// A PNG file of this width and height with eight bits a channel; `set` says what the pixels are.
///
/// # Errors
/// An error if the pixels are not as many as the file needs.
#[cfg(not(target_arch = "wasm32"))]
pub fn png_file(
    (width, height): (u32, u32),
    pixels: &[u8],
    set: impl FnOnce(&mut png::Encoder<'static, &mut Vec<u8>>),
) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_depth(png::BitDepth::Eight);
    set(&mut encoder);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(bytes)
}
