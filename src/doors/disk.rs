//! Files on the disk of a desktop.

use super::files::Files;
use super::threads::{self, unpoisoned};
use std::any::Any;
use std::collections::BTreeSet;
use std::fs::{DirEntry, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;
use tempfile::{NamedTempFile, TempPath};

/// What the name of a temporary file begins with.
const TEMPORARY_PREFIX: &str = ".korobka-";
/// How many letters and digits, drawn at random, follow in the name of a temporary file.
const TEMPORARY_LETTERS: usize = 6;
/// A temporary file that is older is written by nobody any more.
const ABANDONED: Duration = Duration::from_secs(24 * 60 * 60);
/// The rights, as Unix has them, of a file that everybody may read. The umask removes some of them.
const PUBLIC: u32 = 0o666;
/// The rights of a file that nobody but its owner may read.
const PRIVATE: u32 = 0o600;

/// The pauses before a file that another program holds is renamed again. On Windows a virus scanner or an indexer opens
/// what is new for a moment, and nobody can rename it meanwhile.
const PAUSES: [Duration; 4] =
    [Duration::from_millis(5), Duration::from_millis(10), Duration::from_millis(20), Duration::from_millis(40)];

/// The folders that this program has written a file into.
static WRITTEN_TO: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Keeps files on the disk, where the system's own rules of paths and rights hold.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiskFiles;

/// Writes a temporary file into the folder of a path, and has the system put it on the disk. `rights` are those of
/// Unix, of which it has no more than the file that is there; other systems have their own. Before the first file of a
/// folder, what killed programs have left there is removed.
#[cfg_attr(not(unix), allow(unused_variables))]
fn write_beside(path: &Path, bytes: &[u8], rights: u32) -> io::Result<NamedTempFile> {
    let mut temporary = tempfile::Builder::new();
    temporary.prefix(TEMPORARY_PREFIX).rand_bytes(TEMPORARY_LETTERS);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let had = std::fs::metadata(path).map_or(rights, |there| there.permissions().mode());
        temporary.permissions(PermissionsExt::from_mode(rights & had));
    }
    let folder = folder_of(path);
    if unpoisoned(WRITTEN_TO.lock()).insert(folder.to_owned()) {
        remove_abandoned_in(folder, false);
    }
    let mut file = temporary.tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    Ok(file)
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Whether a rename has failed since another program holds the file: on Windows alone, where access is denied then (5),
/// or the file is in use (32).
fn is_held(error: &io::Error) -> bool {
    cfg!(windows) && matches!(error.raw_os_error(), Some(5 | 32))
}

/// Does `rename`, and does it once more after each of the pauses as long as another program holds the file.
fn again_while_held(
    pauses: &[Duration],
    is_held: impl Fn(&io::Error) -> bool,
    mut rename: impl FnMut() -> io::Result<()>,
) -> io::Result<()> {
    for &pause in pauses {
        match rename() {
            Err(error) if is_held(&error) => threads::sleep(pause),
            done => return done,
        }
    }
    rename()
}

/// Renames a file or a folder: for all that is renamed here. A file that has the new name is replaced.
fn rename(from: &Path, to: &Path) -> io::Result<()> {
    again_while_held(&PAUSES, is_held, || std::fs::rename(from, to))
}

/// Renames a file or a folder in one step, unless something has the new name: an error then.
fn rename_to_free(from: &Path, to: &Path) -> io::Result<()> {
    let mut named = TempPath::try_from_path(from)?;
    // It is no temporary file, which would be removed where it cannot be renamed.
    named.disable_cleanup(true);
    named.persist_noclobber(to).map_err(|failed| failed.error)
}

/// Puts on the disk that a file has this path now, which is stored in its folder. Not every platform lets a folder be
/// opened; there the platform has to take care of it.
fn sync_folder_of(path: &Path) {
    if let Ok(folder) = File::open(folder_of(path)) {
        let _ = folder.sync_all();
    }
}

/// Cuts a file off at `end` if nothing but a beginning of `line` comes there: what another program has added meanwhile
/// stays. The file is opened anew, since Windows cuts none that is open for appending alone.
fn cut_off_beginning(path: &Path, end: u64, line: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().read(true).write(true).open(path)?;
    let mut behind = Vec::new();
    file.seek(SeekFrom::Start(end))?;
    (&file).take(line.len() as u64).read_to_end(&mut behind)?;
    if (1..line.len()).contains(&behind.len()) && line.starts_with(&behind) { file.set_len(end) } else { Ok(()) }
}

/// A path without Windows' prefix `\\?\`, behind which `/` parts no names and `..` is one. It stays where no drive
/// follows, as before a place in a network. No real path of another system begins with it.
fn without_verbatim_prefix(path: &str) -> &str {
    let is_drive = |rest: &&str| matches!(rest.as_bytes(), [letter, b':', b'\\', ..] if letter.is_ascii_alphabetic());
    path.strip_prefix(r"\\?\").filter(is_drive).unwrap_or(path)
}

/// Whether a file is a temporary one that nobody writes any more.
fn is_abandoned(file: &DirEntry) -> bool {
    let name = file.file_name();
    let drawn = name.to_str().and_then(|name| name.strip_prefix(TEMPORARY_PREFIX));
    let is_drawn = |drawn: &str| drawn.len() == TEMPORARY_LETTERS && drawn.bytes().all(|it| it.is_ascii_alphanumeric());
    // A clock that was set back makes a file one of the future, which stays.
    let age = || file.metadata().ok()?.modified().ok()?.elapsed().ok();
    drawn.is_some_and(is_drawn) && age().is_some_and(|age| age > ABANDONED)
}

/// Removes the temporary files in a folder, and if it is `deep` in those that lie in it, that nobody writes any more.
fn remove_abandoned_in(folder: &Path, deep: bool) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        // A link is neither: what it leads to may be somebody else's.
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && deep => remove_abandoned_in(&entry.path(), deep),
            Ok(kind) if kind.is_file() && is_abandoned(&entry) => {
                let _ = std::fs::remove_file(entry.path());
            }
            _ => {}
        }
    }
}

impl Files for DiskFiles {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        std::fs::read(path)
    }

    fn read_start(&self, path: &Path, most: usize) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        File::open(path)?.take(most as u64).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Writes a file beside the old one and gives it that one's name. Where a link leads to a file, that file is
    /// meant. Devices and pipes have nothing to keep: they are written to.
    fn write_whole(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        if std::fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
            return OpenOptions::new().write(true).open(path)?.write_all(bytes);
        }
        let real = std::fs::canonicalize(path);
        let path = real.as_deref().unwrap_or(path);
        let file = write_beside(path, bytes, PUBLIC)?;
        // Unlike `persist`, on Windows this also takes the place of a file that another program reads at this moment.
        let (_, written) = file.keep().map_err(|failed| failed.error)?;
        rename(&written, path).inspect_err(|_| {
            let _ = std::fs::remove_file(&written);
        })?;
        sync_folder_of(path);
        Ok(())
    }

    fn write_new(&self, path: &Path, bytes: &[u8], is_private: bool) -> io::Result<bool> {
        let file = write_beside(path, bytes, if is_private { PRIVATE } else { PUBLIC })?;
        let (_, written) = file.keep().map_err(|failed| failed.error)?;
        let renamed = self.rename_new(&written, path);
        if matches!(renamed, Ok(true)) {
            sync_folder_of(path);
        } else {
            let _ = std::fs::remove_file(&written);
        }
        renamed
    }

    #[cfg(unix)]
    fn make_private(&self, path: &Path) -> io::Result<()> {
        use std::os::unix::fs::PermissionsExt;
        let rights = std::fs::metadata(path)?.permissions().mode() & 0o777;
        match rights & PRIVATE {
            private if private == rights => Ok(()),
            private => std::fs::set_permissions(path, PermissionsExt::from_mode(private)),
        }
    }

    fn append_line(&self, path: &Path, line: &str) -> io::Result<()> {
        let mut file = OpenOptions::new().create(true).append(true).read(true).open(path)?;
        let mut last = *b"\n";
        let end = file.seek(SeekFrom::End(0))?;
        if end > 0 {
            file.seek(SeekFrom::End(-1))?;
            file.read_exact(&mut last)?;
        }
        // Written at once, so that two programs do not mix their lines.
        let before = if last == *b"\n" { "" } else { "\n" };
        let line = format!("{before}{line}\n");
        file.write_all(line.as_bytes()).inspect_err(|_| {
            // A full disk has taken the beginning, which would be a broken line from now on.
            let _ = cut_off_beginning(path, end, line.as_bytes());
        })?;
        file.sync_data()
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn Write + Send + Sync>> {
        Ok(Box::new(File::create(path)?))
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        Ok(paths)
    }

    fn create_folders(&self, folder: &Path) -> io::Result<()> {
        std::fs::create_dir_all(folder)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        std::fs::remove_file(path)
    }

    fn remove_folder(&self, folder: &Path) -> io::Result<()> {
        std::fs::remove_dir(folder)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        rename(from, to)
    }

    fn rename_new(&self, from: &Path, to: &Path) -> io::Result<bool> {
        match again_while_held(&PAUSES, is_held, || rename_to_free(from, to)) {
            Ok(()) => {}
            Err(_) if self.is_taken(to) => return Ok(false),
            // Some file systems know neither a rename that replaces nothing nor a second name of a file.
            Err(_) => rename(from, to)?,
        }
        Ok(true)
    }

    fn size(&self, path: &Path) -> io::Result<u64> {
        Ok(std::fs::metadata(path)?.len())
    }

    fn is_file(&self, path: &Path) -> bool {
        path.is_file()
    }

    fn is_folder(&self, path: &Path) -> bool {
        path.is_dir()
    }

    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        let real = path.canonicalize()?;
        Ok(match real.to_str() {
            Some(path) => PathBuf::from(without_verbatim_prefix(path)),
            None => real,
        })
    }

    fn is_taken(&self, path: &Path) -> bool {
        path.symlink_metadata().is_ok()
    }

    fn claim(&self, path: &Path) -> io::Result<Option<Box<dyn Any + Send + Sync>>> {
        // Windows locks no file that is opened for appending alone.
        let file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Box::new(file))),
            Err(TryLockError::WouldBlock) => Ok(None),
            // Some file systems over a network, as Lustre without its option `flock`, know no locks. To refuse such a
            // folder would be worse than to keep nobody else from it.
            Err(TryLockError::Error(_)) => Ok(Some(Box::new(file))),
        }
    }

    fn remove_abandoned(&self, folder: &Path) {
        remove_abandoned_in(folder, true);
    }
}

/// The checksum of the program that runs; 0 where it cannot be read.
#[cfg(feature = "mpi")]
pub(super) fn own_checksum() -> u32 {
    std::env::current_exe().and_then(std::fs::read).map_or(0, |bytes| crc32fast::hash(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_before_a_drive_windows_prefix_of_a_real_path_is_left_away() {
        for (path, plain) in [
            (r"\\?\C:\Games\korobka.exe", r"C:\Games\korobka.exe"),
            (r"\\?\d:\", r"d:\"),
            (r"\\?\UNC\server\games", r"\\?\UNC\server\games"),
            (r"\\?\Volume{1a}\games", r"\\?\Volume{1a}\games"),
            (r"\\?\C:games", r"\\?\C:games"),
            (r"C:\Games", r"C:\Games"),
            ("/opt/korobka", "/opt/korobka"),
            ("", ""),
        ] {
            assert_eq!(without_verbatim_prefix(path), plain);
        }
    }

    #[test]
    fn a_file_that_another_program_holds_for_a_moment_is_renamed_after_it_and_any_other_fault_is_one_at_once() {
        let tries = |error: io::ErrorKind, faults: usize| {
            let mut tried = 0;
            let renamed = again_while_held(
                &[Duration::ZERO; 3],
                |error| error.kind() == io::ErrorKind::ResourceBusy,
                || {
                    tried += 1;
                    if tried > faults { Ok(()) } else { Err(error.into()) }
                },
            );
            (tried, renamed.is_ok())
        };
        assert_eq!(tries(io::ErrorKind::ResourceBusy, 0), (1, true));
        assert_eq!(tries(io::ErrorKind::ResourceBusy, 3), (4, true));
        assert_eq!(tries(io::ErrorKind::ResourceBusy, 9), (4, false), "whoever holds it for long keeps it");
        assert_eq!(tries(io::ErrorKind::NotFound, 1), (1, false));
    }

    #[test]
    fn what_is_renamed_replaces_nothing_and_stays_where_the_name_is_taken() -> io::Result<()> {
        let home = tempfile::tempdir()?;
        let [one, two, folder, free] = ["one", "two", "folder", "free"].map(|name| home.path().join(name));
        DiskFiles.write_whole(&one, b"one")?;
        DiskFiles.write_whole(&two, b"two")?;
        DiskFiles.create_folders(&folder)?;
        assert!(!DiskFiles.rename_new(&one, &two)? && !DiskFiles.rename_new(&folder, &two)?);
        assert!(!DiskFiles.write_new(&two, b"three", false)?);
        assert_eq!(DiskFiles.list(home.path())?, [folder.clone(), one.clone(), two.clone()]);
        assert!(DiskFiles.rename_new(&one, &free)?);
        assert_eq!((DiskFiles.read(&free)?, DiskFiles.read(&two)?), (b"one".to_vec(), b"two".to_vec()));
        assert!(DiskFiles.rename_new(&folder, &one)? && one.is_dir());
        let missing = DiskFiles.rename_new(&folder, &home.path().join("new"));
        assert_eq!(missing.map_err(|error| error.kind()), Err(io::ErrorKind::NotFound));
        Ok(())
    }

    #[test]
    fn of_a_line_that_a_full_disk_refused_the_beginning_goes_and_what_others_have_added_stays() -> io::Result<()> {
        let home = tempfile::tempdir()?;
        let path = home.path().join("lines");
        for (there, left) in [
            ("one\ntw", "one\n"),
            ("one\n", "one\n"),
            ("one\ntw\nother\n", "one\ntw\nother\n"),
            ("one\nother\ntw", "one\nother\ntw"),
        ] {
            DiskFiles.write_whole(&path, there.as_bytes())?;
            cut_off_beginning(&path, 4, b"two\n")?;
            assert_eq!(DiskFiles.read_text(&path)?, left);
        }
        Ok(())
    }

    #[test]
    #[cfg(unix)]
    fn a_file_that_its_owner_has_made_private_stays_so() -> io::Result<()> {
        use std::os::unix::fs::PermissionsExt;
        let home = tempfile::tempdir()?;
        let path = home.path().join("settings.toml");
        DiskFiles.write_whole(&path, b"one")?;
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o600))?;
        DiskFiles.write_whole(&path, b"two")?;
        let mode = std::fs::metadata(&path)?.permissions().mode() & 0o777;
        assert_eq!((DiskFiles.read(&path)?, mode), (b"two".to_vec(), 0o600));
        Ok(())
    }
}
