//! Small TOML files that a player keeps: read whole or set aside, written whole. Knows no contents.
//!
//! A file that cannot be understood is never overwritten: it gets another name, and defaults take its place. One that
//! the system does not let be read may be whole: it stays as it is, and nothing is written in its place.

use super::envelope::on_one_line;
use crate::doors::Files;
use crate::doors::files::reason;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io;
use std::path::{Path, PathBuf};

/// What came of reading a file.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadedFile<T> {
    /// The contents of the file, or the defaults.
    pub value: T,
    /// One line of warning for the log and the screen, when something was wrong; else `None`.
    pub warning: Option<String>,
    /// Whether the file may be written: false when it could not be read, or is damaged and could not be moved
    /// out of the way.
    pub writable: bool,
}

impl<T> LoadedFile<T> {
    /// The contents of a file with which nothing is wrong.
    const fn undamaged(value: T) -> Self {
        Self { value, warning: None, writable: true }
    }
}

/// Reads a file. A missing one is the defaults; a damaged one, or a folder in its place, is set aside and is the
/// defaults, and so is one that the system does not let be read, which stays where it is.
pub fn read<T: DeserializeOwned + Default>(files: &dyn Files, path: &Path) -> LoadedFile<T> {
    match bytes_of(files, path) {
        Ok(bytes) => understand(files, path, &bytes),
        Err(instead) => instead,
    }
}

/// Reads a file as [`read`] does, whose type has a default for each entry at its top. Of a damaged one the entries that
/// can be read are taken: a later version may have written a value that this program does not know. They are written
/// in its place, or the next start would find no file and take the defaults.
pub fn read_by_parts<T: DeserializeOwned + Default>(files: &dyn Files, path: &Path) -> LoadedFile<T> {
    match bytes_of(files, path) {
        Ok(bytes) => understand_parts(files, path, &bytes),
        Err(instead) => instead,
    }
}

/// The bytes of a file. The error is what stands for its contents where it cannot be read.
fn bytes_of<T: Default>(files: &dyn Files, path: &Path) -> Result<Vec<u8>, LoadedFile<T>> {
    files.read(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => LoadedFile::undamaged(T::default()),
        _ if files.is_folder(path) => defaults_for_damaged(files, path),
        _ => {
            let (path, reason) = (path.display(), reason(&error));
            let line = format!("cannot read {path}: {reason}; defaults are in use, changes will not be kept");
            LoadedFile { value: T::default(), warning: Some(line), writable: false }
        }
    })
}

/// What the bytes mean that were read from a file. Where they are damaged the file is set aside.
fn understand<T: DeserializeOwned + Default>(files: &dyn Files, path: &Path, bytes: &[u8]) -> LoadedFile<T> {
    let meaning = |bytes: &[u8]| std::str::from_utf8(bytes).map_err(|_| "not a text".to_owned()).and_then(parse::<T>);
    let why = match meaning(bytes) {
        Ok(value) => return LoadedFile::undamaged(value),
        Err(why) => why,
    };
    let aside = set_aside(files, path);
    if let Ok(aside) = &aside
        && let Ok(bytes) = files.read(aside)
        && let Ok(value) = meaning(&bytes)
    {
        // Another program has set the damaged one aside meanwhile, and has written this in its place: it goes back.
        let _ = files.rename_new(aside, path);
        return LoadedFile::undamaged(value);
    }
    let damaged = defaults_beside(path, aside);
    LoadedFile { warning: damaged.warning.map(|warning| format!("{warning} ({why})")), ..damaged }
}

/// Does what [`understand`] does, and takes of damaged bytes what can be read.
fn understand_parts<T: DeserializeOwned + Default>(files: &dyn Files, path: &Path, bytes: &[u8]) -> LoadedFile<T> {
    let mut kept = understand(files, path, bytes);
    if let Some(warning) = &mut kept.warning
        && let Some((value, parts)) = std::str::from_utf8(bytes).ok().and_then(known_parts::<T>)
    {
        *warning = warning.replacen("defaults are in use", "what of it can be read is in use", 1);
        let text = toml::to_string(&parts).map_err(io::Error::other);
        // What another program has written there meanwhile stays.
        if kept.writable
            && let Err(error) = text.and_then(|text| files.write_new(path, text.as_bytes(), false))
        {
            *warning = format!("{warning}; it could not be written: {}", reason(&error));
        }
        kept.value = value;
    }
    kept
}

/// What the entries at the top of a text make, those left out that alone cannot be read, with the table of those that
/// are left; `None` where none is.
fn known_parts<T: DeserializeOwned>(text: &str) -> Option<(T, toml::Table)> {
    let mut table: toml::Table = text.parse().ok()?;
    table.retain(|name, value| {
        let alone = toml::Table::from_iter([(name.to_owned(), value.clone())]);
        alone.try_into::<T>().is_ok()
    });
    if table.is_empty() {
        return None;
    }
    Some((table.clone().try_into().ok()?, table))
}

/// Reads a value from the text of a file.
///
/// By way of a table, as changes of two programs are merged: so that a type has one reader in the program, not two,
/// which are many bytes in a page.
///
/// # Errors
/// What is wrong, in a line, and where: the line of what is no TOML, or the name of a value that is not of its type.
pub fn parse<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| fault_with_line(text, &error))?;
    table.try_into().map_err(on_one_line)
}

/// What is wrong with a text, in one line, with the number of the line in which the fault begins before it.
pub fn fault_with_line(text: &str, error: &toml::de::Error) -> String {
    let line = error.span().map_or(1, |span| text.bytes().take(span.start).filter(|&byte| byte == b'\n').count() + 1);
    format!("line {line}: {}", on_one_line(error.message().lines().next().unwrap_or("not TOML")))
}

/// Writes a value as TOML: whole beside the old file, then renamed over it. Makes the folder if there is none yet.
///
/// # Errors
/// When the value cannot be written as TOML, or the system cannot write the file.
pub fn write<T: Serialize>(files: &dyn Files, path: &Path, value: &T) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        files.create_folders(folder)?;
    }
    let text = toml::to_string(value).map_err(io::Error::other)?;
    files.write_whole(path, text.as_bytes())
}

/// Gives a file a free name of its own: `settings.toml` becomes `settings.toml.damaged-1`, or the next free number.
///
/// # Errors
/// When no number up to 9999 is free, or the system cannot rename the file.
pub fn set_aside(files: &dyn Files, path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    for number in 1..=9999 {
        let free = path.with_file_name(format!("{name}.damaged-{number}"));
        // In one step: another program may set a file aside at this moment, and this one may end at any.
        if files.rename_new(path, &free)? {
            return Ok(free);
        }
    }
    Err(io::Error::other("no free name left"))
}

/// Renames a damaged file, so that nothing overwrites it, and returns the defaults with a warning that names it.
pub fn defaults_for_damaged<T: Default>(files: &dyn Files, path: &Path) -> LoadedFile<T> {
    defaults_beside(path, set_aside(files, path))
}

/// The defaults in place of a damaged file, with a warning that says what came of setting it aside.
fn defaults_beside<T: Default>(path: &Path, aside: io::Result<PathBuf>) -> LoadedFile<T> {
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let was = name(path);
    let (warning, writable) = match aside {
        Ok(now) => (format!("{was} was damaged and is now {}; defaults are in use", name(&now)), true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            (format!("{was} was damaged and another program has set it aside; defaults are in use"), true)
        }
        Err(error) => {
            let problem = format!("{} is damaged and cannot be renamed: {}", path.display(), reason(&error));
            (format!("{problem}; defaults are in use, changes will not be kept"), false)
        }
    };
    LoadedFile { value: T::default(), warning: Some(warning), writable }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::doors::MemoryFiles;
    #[cfg(unix)]
    use crate::doors::disk::DiskFiles;
    use crate::rules::AttackRules;
    use std::collections::BTreeMap;
    use std::sync::Mutex;

    type Numbers = BTreeMap<String, u32>;

    #[test]
    fn what_is_written_is_read_again_and_a_missing_file_is_the_defaults() {
        let (files, path) = (MemoryFiles::default(), Path::new("/config/deep/numbers.toml"));
        let fine = |value| LoadedFile { value, warning: None, writable: true };
        assert_eq!(read::<Numbers>(&files, path), fine(Numbers::new()));
        let numbers = Numbers::from([("one".to_owned(), 1)]);
        write(&files, path, &numbers).unwrap();
        assert_eq!(read::<Numbers>(&files, path), fine(numbers));
    }

    #[test]
    fn a_damaged_file_is_set_aside_under_a_free_name_and_never_overwritten() {
        let (files, path) = (MemoryFiles::default(), Path::new("/config/numbers.toml"));
        files.create_folders(Path::new("/config")).unwrap();
        let bad = [(&b"\none = "[..], "line 2: "), (b"\xff\xfe", "not a text"), (b"one = -1", "`one`")];
        for (number, (bytes, why)) in (1..).zip(bad) {
            files.write_whole(path, bytes).unwrap();
            let kept: LoadedFile<Numbers> = read(&files, path);
            let line =
                format!("numbers.toml was damaged and is now numbers.toml.damaged-{number}; defaults are in use");
            let warning = kept.warning.unwrap();
            assert!(warning.starts_with(&line) && warning.contains(why) && warning.lines().count() == 1, "{warning}");
            assert_eq!((kept.value, kept.writable), (Numbers::new(), true));
            let aside = path.with_file_name(format!("numbers.toml.damaged-{number}"));
            assert_eq!((files.read(&aside).unwrap(), files.is_taken(path)), (bytes.to_vec(), false));
        }
    }

    #[test]
    fn a_file_is_set_aside_in_one_step_and_where_there_is_no_file_no_name_is_taken() {
        static CHANGES: Mutex<Vec<(PathBuf, Option<usize>)>> = Mutex::new(Vec::new());
        fn note(path: &Path, bytes: Option<&[u8]>) {
            CHANGES.lock().unwrap().push((path.to_owned(), bytes.map(<[u8]>::len)));
        }
        let (files, path) = (MemoryFiles::with_watcher(note), Path::new("/config/numbers.toml"));
        files.store_unwatched(path, b"bad".to_vec());
        let aside = set_aside(&files, path).unwrap();
        assert_eq!(*CHANGES.lock().unwrap(), [(aside.clone(), Some(3)), (path.to_owned(), None)]);
        assert_eq!(set_aside(&files, path).unwrap_err().kind(), io::ErrorKind::NotFound);
        assert_eq!(files.list(Path::new("/config")).unwrap(), [aside]);
    }

    #[test]
    fn of_two_programs_that_find_a_damaged_file_one_sets_it_aside_and_what_it_writes_then_stays() {
        let (files, path, bad) = (MemoryFiles::default(), Path::new("/config/numbers.toml"), b"one = 1\ntwo = -1\n");
        files.store_unwatched(path, bad.to_vec());
        let one = Numbers::from([("one".to_owned(), 1)]);
        let first = understand_parts::<Numbers>(&files, path, bad);
        assert!(first.warning.is_some() && first.value == one);
        // The second has read the damaged one too, and finds what the first has written.
        let fine = LoadedFile { value: one.clone(), warning: None, writable: true };
        assert_eq!(understand_parts::<Numbers>(&files, path, bad), fine);
        // It finds nothing where the first has not written yet.
        files.remove(path).unwrap();
        let second = understand_parts::<Numbers>(&files, path, bad);
        let line = "numbers.toml was damaged and another program has set it aside; what of it can be read is in use";
        assert!(second.warning.is_some_and(|warning| warning.starts_with(line)));
        assert_eq!((second.value, second.writable), (one, true));
        assert_eq!(read::<Numbers>(&files, path), fine);
        let aside = path.with_file_name("numbers.toml.damaged-1");
        assert_eq!(files.list(Path::new("/config")).unwrap(), [path.to_owned(), aside.clone()]);
        assert_eq!(files.read(&aside).unwrap(), bad);
    }

    #[test]
    fn what_is_wrong_with_a_file_is_told_without_its_control_characters() {
        let text = r#"table = "la\u001b[2Jt\u009b1mer""#;
        let of_text = fault_with_line(text, &toml::from_str::<AttackRules>(text).unwrap_err());
        for why in [parse::<AttackRules>(text).unwrap_err(), of_text] {
            assert!(why.contains("la [2Jt 1mer") && !why.contains(char::is_control), "{why:?}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn a_file_that_the_system_does_not_let_be_read_stays_where_it_is_and_is_not_written() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("numbers.toml");
        // A link to itself can be read by nobody, not even by one whom the system forbids nothing.
        std::os::unix::fs::symlink(&path, &path).unwrap();
        let kept: LoadedFile<Numbers> = read(&DiskFiles, &path);
        let warning = kept.warning.unwrap();
        assert!(warning.starts_with(&format!("cannot read {}: ", path.display())), "{warning}");
        assert_eq!((kept.value, kept.writable), (Numbers::new(), false));
        assert_eq!(DiskFiles.list(home.path()).unwrap(), [path]);
    }
}
