//! Where the player's own files lie, and how they are carried out of a browser and back into one.

use crate::storage::paths;
use std::path::Path;

/// Whether the files lie in a browser, out of which they must be carried by hand.
pub const IN_BROWSER: bool = cfg!(target_arch = "wasm32");

/// The folders of the player's files, each with what lies there, for a player to read.
pub fn folders() -> impl Iterator<Item = (&'static str, String)> {
    let folders = [("Settings", paths::config_folder()), ("Records, replays, generations", paths::data_folder())];
    folders.into_iter().filter_map(|(what, folder)| Some((what, folder?.display().to_string())))
}

/// Where a file or folder of the player's lies, in words: nobody can open a folder that is in a browser.
pub fn place_in_words(path: &Path) -> String {
    match IN_BROWSER {
        true => "your files: Settings, Rules, Download everything has it".to_owned(),
        false => path.display().to_string(),
    }
}

/// Has the browser give the player all own files as one to download. Does nothing in a window.
pub fn download() {
    #[cfg(target_arch = "wasm32")]
    crate::doors::browser::download_own_files();
}

/// Has the browser give the player one own file to download. Does nothing in a window.
///
/// # Errors
/// A line for the player, if the file cannot be read.
pub fn download_file(file: &Path) -> Result<(), String> {
    #[cfg(target_arch = "wasm32")]
    {
        use crate::doors::files::{files, reason};
        let bytes =
            files().read(file).map_err(|error| format!("cannot read {}: {}", file.display(), reason(&error)))?;
        crate::doors::browser::download_bytes(&file.file_name().unwrap_or_default().to_string_lossy(), bytes);
    }
    #[cfg(not(target_arch = "wasm32"))]
    let _ = file;
    Ok(())
}

/// Has the browser ask for a file of the device and open it like one dropped on the page. Does nothing in a window.
pub fn open_file() {
    #[cfg(target_arch = "wasm32")]
    crate::doors::browser::ask_for_file();
}

/// Has the browser ask for a file that [`download`] made and unpack it, in place of own files of the same names; then
/// the page loads again. Does nothing in a window.
pub fn upload() {
    #[cfg(target_arch = "wasm32")]
    crate::doors::browser::upload_own_files();
}
