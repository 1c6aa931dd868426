//! The manifest of a folder that ships: which files lie in it and in the folders in it, one path a line, sorted.
//!
//! A page in a browser cannot list a folder, and what ships is known beforehand. The player's own folders are listed.

use crate::doors::Files;
use crate::doors::files::reason;
use std::io;
use std::path::{Path, PathBuf};

/// The name of a manifest's file.
pub const FILE_NAME: &str = "manifest.txt";

/// The files that the manifest of a folder lists, in its order, and one line of warning if it cannot be read. A folder
/// that is not there has no files.
pub fn files_in_manifest(files: &dyn Files, folder: &Path) -> (Vec<PathBuf>, Option<String>) {
    if !files.is_folder(folder) {
        return (Vec::new(), None);
    }
    let path = folder.join(FILE_NAME);
    match files.read_text(&path) {
        // Parted by `/` on every system.
        Ok(text) => (lines(&text).map(|line| folder.join(line.split('/').collect::<PathBuf>())).collect(), None),
        Err(error) => (Vec::new(), Some(format!("cannot read {}: {}", path.display(), reason(&error)))),
    }
}

/// Adds files with these names in a folder to the manifest of the folder, or of the one that it lies in,
/// if either has one. A file of that name is somebody else's, and stays as it is, where it lists anything but files
/// with the endings of these.
///
/// # Errors
/// Where the manifest cannot be read or written.
pub fn add_files(files: &dyn Files, folder: &Path, names: &[String]) -> io::Result<()> {
    let above = folder.parent().zip(folder.file_name().map(|name| format!("{}/", name.to_string_lossy())));
    for (place, before) in [Some((folder, String::new())), above].into_iter().flatten() {
        let path = place.join(FILE_NAME);
        if !files.is_file(&path) {
            continue;
        }
        let text = match files.read_text(&path) {
            Err(error) if error.kind() == io::ErrorKind::InvalidData => continue,
            read => read?,
        };
        let is_alike = |line: &str| names.iter().any(|name| Path::new(name).extension() == Path::new(line).extension());
        if !lines(&text).all(is_alike) {
            continue;
        }
        let mut all: Vec<String> = lines(&text).map(str::to_owned).collect();
        all.extend(names.iter().map(|name| format!("{before}{name}")));
        all.sort();
        all.dedup();
        return files.write_whole(&path, format!("{}\n", all.join("\n")).as_bytes());
    }
    Ok(())
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::doors::{MemoryFiles, files};

    #[test]
    fn a_manifest_lists_what_was_added_once_and_sorted() {
        let (files, assets) = (MemoryFiles::default(), Path::new("assets"));
        assert_eq!(files_in_manifest(&files, assets), (Vec::new(), None), "a folder that is not there has no files");
        files.create_folders(&assets.join("b")).unwrap();
        let (found, warning) = files_in_manifest(&files, assets);
        assert!(found.is_empty() && warning.unwrap().starts_with("cannot read assets"));
        add_files(&files, &assets.join("b"), &["x.gen".to_owned()]).unwrap();
        assert!(!files.is_taken(&assets.join(FILE_NAME)), "none is made where there was none");
        files.write_whole(&assets.join(FILE_NAME), b"a/y.gen\n").unwrap();
        for _ in 0..2 {
            add_files(&files, &assets.join("b"), &["x.gen".to_owned(), "w.gen".to_owned()]).unwrap();
            add_files(&files, assets, &["a.gen".to_owned()]).unwrap();
        }
        let expected = ["a.gen", "a/y.gen", "b/w.gen", "b/x.gen"].map(|line| assets.join(line)).to_vec();
        assert_eq!(files_in_manifest(&files, assets), (expected, None));
    }

    #[test]
    fn a_text_of_somebody_else_that_is_called_as_a_manifest_stays_as_it_is() {
        let (files, path) = (MemoryFiles::default(), Path::new("home").join(FILE_NAME));
        files.create_folders(Path::new("home/small")).unwrap();
        for text in [b"My parcels\n\n  3 boxes\n".as_slice(), b"b.gen\na.gen\nread me.txt\n", b"\xff"] {
            files.write_whole(&path, text).unwrap();
            add_files(&files, Path::new("home/small"), &["x.gen".to_owned()]).unwrap();
            assert_eq!(files.read(&path).unwrap(), text);
        }
    }

    #[test]
    fn the_manifests_that_ship_list_every_file() {
        for (name, ending) in [("generations", "gen"), ("puzzles", "toml")] {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets").join(name);
            let mut there: Vec<PathBuf> = Vec::new();
            for path in files().list(&folder).unwrap() {
                let inside = files().list(&path).unwrap_or_default();
                there.extend([path].into_iter().chain(inside));
            }
            there.retain(|path| path.extension().is_some_and(|end| end == ending));
            there.sort();
            assert!(!there.is_empty());
            let (mut found, warning) = files_in_manifest(files(), &folder);
            found.sort();
            assert_eq!((found, warning), (there, None), "the manifest of {name}");
        }
    }
}
