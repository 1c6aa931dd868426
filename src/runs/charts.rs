//! Draws the charts of a run and writes them as files.

use super::{RunError, system_error};
use crate::chart::{self, ChartFormat, ChartPicture};
use crate::doors::files;
use std::path::{Path, PathBuf};

/// Draws the pictures and writes each into `folder` in each of these formats. Returns the paths of the files.
/// Everything is drawn before anything is written.
///
/// # Errors
/// An error if a picture cannot be drawn, the folder cannot be made, or a file cannot be written.
pub fn write_charts(
    folder: &Path,
    pictures: &[ChartPicture],
    formats: &[ChartFormat],
) -> Result<Vec<PathBuf>, RunError> {
    let mut drawn = Vec::new();
    for picture in pictures {
        for format in formats {
            let path = folder.join(format!("{}.{}", picture.file, format.extension()));
            drawn.push((path, chart::render(picture, *format)?));
        }
    }
    files().create_folders(folder).map_err(system_error("make folder", folder))?;
    for (path, bytes) in &drawn {
        files().write_whole(path, bytes).map_err(system_error("write", path))?;
    }
    Ok(drawn.into_iter().map(|(path, _)| path).collect())
}
