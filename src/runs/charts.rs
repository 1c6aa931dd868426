//! Draws the charts of a run and writes them as files.

use super::RunError;
use crate::chart::{self, Format, Picture};
use crate::doors::files;
use std::path::{Path, PathBuf};

/// Writes pictures into a folder, each in these formats; returns the files. Everything is drawn before anything is written.
///
/// # Errors
/// When a picture cannot be drawn, or a file not be written.
pub fn write_charts(folder: &Path, pictures: &[Picture], formats: &[Format]) -> Result<Vec<PathBuf>, RunError> {
    let mut drawn = Vec::new();
    for picture in pictures {
        for format in formats {
            let path = folder.join(format!("{}.{}", picture.file, format.extension()));
            drawn.push((path, chart::render(picture, *format)?));
        }
    }
    let failed = |what: &'static str, path: &Path| {
        let path = path.to_owned();
        move |source| RunError::File { what, path, source }
    };
    files().create_folders(folder).map_err(failed("make folder", folder))?;
    for (path, bytes) in &drawn {
        files().write_whole(path, bytes).map_err(failed("write", path))?;
    }
    Ok(drawn.into_iter().map(|(path, _)| path).collect())
}
