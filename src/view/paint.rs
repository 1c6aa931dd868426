//! A small brush: pictures computed point by point from distances and shades. Knows nothing of what it paints.

use bevy::asset::RenderAssetUsages;
use bevy::image::{Image, ImageSampler};
use bevy::math::{FloatExt, Vec2, Vec3, Vec4};
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

/// At how many points along each side of a pixel a picture is sampled.
const SAMPLES: u32 = 3;

/// An sRGB colour as shares of one.
pub(super) fn colour_shares([red, green, blue]: [u8; 3]) -> Vec3 {
    Vec3::new(f32::from(red), f32::from(green), f32::from(blue)) / 255.0
}

/// How far `at` is outside a box around the origin with rounded corners; negative inside.
pub(super) fn distance_to_rounded_box(at: Vec2, half: Vec2, radius: f32) -> f32 {
    let corner = at.abs() - half + radius;
    corner.max(Vec2::ZERO).length() + corner.max_element().min(0.0) - radius
}

/// How far `at` is outside a disc around the origin.
pub(super) fn distance_to_disc(at: Vec2, radius: f32) -> f32 {
    at.length() - radius
}

/// How much of a point lies inside a shape, 0-1, by its distance from the edge: 1 below `-soft`, 0 above `soft`.
pub(super) fn inside_coverage(distance: f32, soft: f32) -> f32 {
    1.0 - smooth_step(-soft, soft, distance)
}

/// How much of a point lies on a line, 0-1: the line is `width` wide and runs at distance `at` from a shape's edge.
pub(super) fn line_coverage(distance: f32, at: f32, width: f32) -> f32 {
    inside_coverage((distance - at).abs() - width / 2.0, width * 0.35)
}

/// The smooth step from 0 at `low` to 1 at `high`.
pub(super) fn smooth_step(low: f32, high: f32, value: f32) -> f32 {
    let t = ((value - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// The colour of `over` laid on `under`, both with an alpha of their own.
pub(super) fn blend_over(under: Vec4, over: Vec3, alpha: f32) -> Vec4 {
    let total = alpha + under.w * (1.0 - alpha);
    if total <= 0.0 {
        return Vec4::ZERO;
    }
    ((over * alpha + under.truncate() * under.w * (1.0 - alpha)) / total).extend(total)
}

/// A picture in memory, which can be painted.
pub(super) struct Canvas {
    /// How many pixels a row has.
    pub(super) width: usize,
    /// How many rows there are.
    pub(super) height: usize,
    /// The picture as bytes: red, green, blue, alpha, row by row from the top.
    pub(super) pixels: Vec<u8>,
}

impl Canvas {
    /// An empty, wholly transparent picture.
    pub(super) fn new(width: usize, height: usize) -> Self {
        Self { width, height, pixels: vec![0; width * height * 4] }
    }

    /// Paints the rectangle at (`left`, `top`) with what `paint` gives for each point of it, in pixels
    /// from its top left.
    pub(super) fn paint_rect(
        &mut self,
        left: usize,
        top: usize,
        width: usize,
        height: usize,
        paint: impl Fn(Vec2) -> Vec4,
    ) {
        for y in 0..height {
            for x in 0..width {
                let (mut colour, mut alpha) = (Vec3::ZERO, 0.0);
                for sample in 0..SAMPLES * SAMPLES {
                    let offset = Vec2::new((sample % SAMPLES) as f32 + 0.5, (sample / SAMPLES) as f32 + 0.5);
                    let found = paint(Vec2::new(x as f32, y as f32) + offset / SAMPLES as f32);
                    colour += found.truncate() * found.w;
                    alpha += found.w;
                }
                let colour = if alpha > 0.0 { colour / alpha } else { Vec3::ZERO };
                self.put(left + x, top + y, colour.extend(alpha / (SAMPLES * SAMPLES) as f32));
            }
        }
    }

    /// Fills the whole picture with what `paint` gives at each pixel's centre; a grain finer than a shade keeps slow
    /// gradients from showing steps.
    pub(super) fn fill(&mut self, paint: impl Fn(Vec2) -> Vec3) {
        let mut grain = 1u32;
        for y in 0..self.height {
            for x in 0..self.width {
                grain = grain.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let colour = paint(Vec2::new(x as f32, y as f32) + 0.5);
                let shift = ((grain >> 16) as f32 / 65_536.0 - 0.5) / 255.0;
                self.put(x, y, (colour + shift).extend(1.0));
            }
        }
    }

    /// Lays a picture on this one with its corner at (`left`, `top`), mirrored if asked, as opaque as `alpha`.
    pub(super) fn draw_canvas(&mut self, other: &Canvas, left: usize, top: usize, mirrored: (bool, bool), alpha: f32) {
        for y in 0..other.height {
            for x in 0..other.width {
                let from_x = if mirrored.0 { other.width - 1 - x } else { x };
                let from_y = if mirrored.1 { other.height - 1 - y } else { y };
                let colour = other.get(from_x, from_y);
                if colour.w > 0.0 && left + x < self.width && top + y < self.height {
                    let under = self.get(left + x, top + y);
                    self.put(left + x, top + y, blend_over(under, colour.truncate(), colour.w * alpha));
                }
            }
        }
    }

    /// Paints a disc over what is there, smooth at its edge; `at` and `radius` are in pixels.
    pub(super) fn dot(&mut self, at: Vec2, radius: f32, colour: Vec3) {
        let (low, high) = (at - radius - 1.0, at + radius + 1.0);
        let limit = |value: f32, most: usize| value.clamp(0.0, most as f32) as usize;
        for y in limit(low.y, self.height)..limit(high.y.ceil(), self.height) {
            for x in limit(low.x, self.width)..limit(high.x.ceil(), self.width) {
                let distance = at.distance(Vec2::new(x as f32, y as f32) + 0.5) - radius;
                let alpha = (0.5 - distance).clamp(0.0, 1.0);
                if alpha > 0.0 {
                    self.put(x, y, blend_over(self.get(x, y), colour, alpha));
                }
            }
        }
    }

    fn get(&self, x: usize, y: usize) -> Vec4 {
        let at = (y * self.width + x) * 4;
        let bytes = self.pixels.get(at..at + 4).unwrap_or(&[0; 4]);
        Vec4::from_slice(&[bytes[0], bytes[1], bytes[2], bytes[3]].map(|byte| f32::from(byte) / 255.0))
    }

    fn put(&mut self, x: usize, y: usize, colour: Vec4) {
        if x < self.width && y < self.height {
            let at = (y * self.width + x) * 4;
            let bytes = colour.to_array().map(|value| (value.clamp(0.0, 1.0) * 255.0).round() as u8);
            self.pixels[at..at + 4].copy_from_slice(&bytes);
        }
    }

    /// The picture as a texture, smooth when it is scaled, kept on the graphics card only.
    pub(super) fn into_image(self) -> Image {
        let size = Extent3d { width: self.width as u32, height: self.height as u32, depth_or_array_layers: 1 };
        let format = TextureFormat::Rgba8UnormSrgb;
        let mut image = Image::new(size, TextureDimension::D2, self.pixels, format, RenderAssetUsages::RENDER_WORLD);
        image.sampler = ImageSampler::linear();
        image
    }
}

/// The colour that lies `share` (0-1) of the way between two.
pub(super) fn mix_colours(from: Vec3, to: Vec3, share: f32) -> Vec3 {
    Vec3::new(from.x.lerp(to.x, share), from.y.lerp(to.y, share), from.z.lerp(to.z, share))
}
