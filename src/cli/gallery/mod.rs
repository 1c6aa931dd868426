//! `korobka gallery DIR`: renders every screen and moment, from fixed seeds, to PNG files with the renderer of the
//! game.
//!
//! No window is opened and no display is needed: the camera draws into a picture of the size asked for. Time is counted
//! in frames, so that the same program draws the same moment on every machine.

mod pictures;
mod sample_history;
mod scenes;
mod studio;
mod studio_steps;

use super::{Failure, say};
use crate::app::persistence::{PlayerFile, Settings};
use crate::chart::png_file;
use crate::doors::files;
use crate::storage::toml_files;
use bevy::math::UVec2;
use clap::Args;
use pictures::PICTURES;
use std::path::{Path, PathBuf};
use studio::Studio;

/// Flags of `gallery`.
#[derive(Debug, Args)]
pub struct GalleryFlags {
    /// The folder that the pictures go into; it is made if it is not there
    #[arg(required_unless_present = "list")]
    folder: Option<PathBuf>,
    /// The size of the pictures
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = size)]
    size: UVec2,
    /// Settings to draw them with, in the form of settings.toml: skin, colours, sizes, reduced motion
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,
    /// Only the pictures whose names contain this; given several times, those with any of them
    #[arg(long, value_name = "PART")]
    only: Vec<String>,
    /// List the pictures instead
    #[arg(long, conflicts_with_all = ["folder", "size", "settings"])]
    list: bool,
}

/// The least and the greatest side of a picture, in pixels.
const SIDES: (u32, u32) = (320, 8192);

fn size(words: &str) -> Result<UVec2, String> {
    let sides =
        words.split_once(['x', 'X', '×']).and_then(|(x, y)| Some((x.trim().parse().ok()?, y.trim().parse().ok()?)));
    match sides {
        Some((x, y)) if x >= SIDES.0 && y >= SIDES.0 && x <= SIDES.1 && y <= SIDES.1 => Ok(UVec2::new(x, y)),
        Some(_) => Err(format!("each side must be from {} to {} pixels", SIDES.0, SIDES.1)),
        None => Err("a size is two numbers, such as 1280x720".to_owned()),
    }
}

/// Draws the pictures that the flags ask for, or lists them.
///
/// # Errors
/// A line for the user, if a part is in no picture's name, the settings cannot be read, or a picture cannot be drawn or
/// written.
pub fn run(arguments: &GalleryFlags) -> Result<(), Failure> {
    let parts = &arguments.only;
    let wanted = |name: &str| parts.is_empty() || parts.iter().any(|part| name.contains(part.as_str()));
    if let Some(part) = first_of_no_picture(parts) {
        let line = format!("no picture has '{part}' in its name; 'korobka gallery --list' names them all");
        return Err(Failure::new(line));
    }
    let chosen: Vec<_> = PICTURES.iter().filter(|picture| wanted(picture.name)).collect();
    if arguments.list {
        let width = chosen.iter().map(|picture| picture.name.len()).max().unwrap_or(0);
        let lines = chosen.iter().map(|picture| format!("{:width$}  {}\n", picture.name, picture.about));
        return say(&lines.collect::<String>());
    }
    let Some(folder) = &arguments.folder else { return Err(Failure::new("gallery needs a folder")) };
    files().create_folders(folder).map_err(|error| Failure::new(format!("{}: {error}", folder.display())))?;
    let settings = arguments.settings.as_deref().map_or_else(|| Ok(Settings::default()), settings)?;
    let mut studio = Studio::open(arguments.size, settings)?;
    for picture in chosen {
        studio.reset();
        (picture.prepare)(&mut studio);
        let pixels = studio.take_picture(picture.name)?;
        let path = folder.join(format!("{}.png", picture.name));
        let written = files().write_whole(&path, &encoded(arguments.size, &pixels)?);
        written.map_err(|error| Failure::new(format!("{}: {error}", path.display())))?;
        say(&format!("{}\n", path.display()))?;
    }
    Ok(())
}

/// The first of these parts that no picture has in its name; `None` if there is none.
fn first_of_no_picture(parts: &[String]) -> Option<&String> {
    parts.iter().find(|part| PICTURES.iter().all(|picture| !picture.name.contains(part.as_str())))
}

/// Reads the settings from a file. A file that cannot be read is not changed.
fn settings(path: &Path) -> Result<Settings, Failure> {
    let wrong = |reason: String| Failure::new(format!("{}: {reason}", path.display()));
    let text = files().read_text(path).map_err(|error| wrong(error.to_string()))?;
    let read: Settings = toml_files::parse(&text).map_err(wrong)?;
    Ok(read.checked())
}

/// Encodes pixels, four bytes each, as a PNG file without transparency.
fn encoded(size: UVec2, pixels: &[u8]) -> Result<Vec<u8>, Failure> {
    let opaque: Vec<u8> = pixels.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    Ok(png_file((size.x, size.y), &opaque, |encoder| {
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    })?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_two_numbers_within_reason() {
        assert_eq!(size("1280x720"), Ok(UVec2::new(1280, 720)));
        assert_eq!(size("3840×2160"), Ok(UVec2::new(3840, 2160)));
        for words in ["", "x", "1280", "1280x", "100x100", "100000x720", "-1x5"] {
            assert!(size(words).is_err(), "'{words}' is no size");
        }
    }

    #[test]
    fn a_part_of_no_name_is_found_beside_others_too() {
        let parts = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<String>>();
        let some = parts(&[PICTURES[0].name, "nobody", "none"]);
        assert_eq!(first_of_no_picture(&some), Some(&some[1]));
        assert_eq!(first_of_no_picture(&parts(&[PICTURES[0].name])), None);
        assert_eq!(first_of_no_picture(&[]), None);
    }

    #[test]
    fn every_picture_has_a_name_of_its_own_that_makes_a_file_name() {
        for (number, picture) in PICTURES.iter().enumerate() {
            let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
            assert!(picture.name.chars().all(plain), "{}", picture.name);
            let is_new = PICTURES[..number].iter().all(|other| other.name != picture.name);
            assert!(is_new, "{} is there twice", picture.name);
        }
    }
}
