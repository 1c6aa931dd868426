//! Files by their whole contents, in nested folders: what the program asks of a disk, or of something that takes its
//! place.

use std::any::Any;
use std::fmt::Debug;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// A place that keeps files in folders. Links are followed unless a method says otherwise.
///
/// # Errors
/// All methods give the errors of the system: `NotFound` where there is no such file or folder.
pub trait Files: Debug + Send + Sync {
    /// Reads all bytes of a file.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// Reads the text of a file; the error is `InvalidData` if it is not UTF-8.
    fn read_text(&self, path: &Path) -> io::Result<String> {
        let invalid = |_| io::Error::new(io::ErrorKind::InvalidData, "it is not a text in UTF-8; save it as one");
        String::from_utf8(self.read(path)?).map_err(invalid)
    }

    /// Reads the first bytes of a file, at most `most` of them.
    fn read_start(&self, path: &Path, most: usize) -> io::Result<Vec<u8>>;

    /// Writes a file whole: a reader finds the old contents or the new ones, at whatever moment the power goes.
    fn write_whole(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;

    /// Writes a file whole, unless its path is taken: of two programs the first has its file there, and the other gets
    /// false. Nobody but its owner may read a private one, where the system knows owners.
    fn write_new(&self, path: &Path, bytes: &[u8], _is_private: bool) -> io::Result<bool> {
        if self.is_taken(path) { Ok(false) } else { self.write_whole(path, bytes).map(|()| true) }
    }

    /// Takes from all but its owner the right to read a file, where the system knows owners.
    fn make_private(&self, _path: &Path) -> io::Result<()> {
        Ok(())
    }

    /// Adds a line to the end of a file, which is made if there is none. `line` must have no newline; one is added. The
    /// line stands alone, even behind one that was cut short, and is on the disk when this returns.
    fn append_line(&self, path: &Path, line: &str) -> io::Result<()>;

    /// Makes a file, or empties the one that is there, and gives a writer for it: for what is written as it happens.
    fn create(&self, path: &Path) -> io::Result<Box<dyn Write + Send + Sync>>;

    /// The paths of the files and folders directly in a folder, sorted.
    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>>;

    /// Makes a folder, with the folders that it lies in; nothing happens if it is there.
    fn create_folders(&self, folder: &Path) -> io::Result<()>;

    /// Removes a file, but no folder.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Removes an empty folder; the error is `DirectoryNotEmpty` if something lies in it.
    fn remove_folder(&self, folder: &Path) -> io::Result<()>;

    /// Renames a file, or a folder with all that is in it. A file that has the new name of a file is replaced.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Renames a file, or a folder with all that is in it, in one step, unless the new name is taken: of two programs
    /// the first has its file there, and the other gets false.
    fn rename_new(&self, from: &Path, to: &Path) -> io::Result<bool> {
        if self.is_taken(to) { Ok(false) } else { self.rename(from, to).map(|()| true) }
    }

    /// The number of bytes in a file.
    fn size(&self, path: &Path) -> io::Result<u64>;

    /// Whether there is an ordinary file at this path.
    fn is_file(&self, path: &Path) -> bool;

    /// Whether there is a folder at this path.
    fn is_folder(&self, path: &Path) -> bool;

    /// The path of a file or folder with every link on the way followed.
    fn real_path(&self, path: &Path) -> io::Result<PathBuf>;

    /// Whether the path is in use, even by a link that leads nowhere: a new file must not take it.
    fn is_taken(&self, path: &Path) -> bool;

    /// Takes a path for this program alone, for as long as the value that comes back lives. The system gives the path
    /// back when the program ends, however it ends. A file is made there if there is none. `None` while another program
    /// has the path. Where the file system knows no locks, every program gets it.
    fn claim(&self, path: &Path) -> io::Result<Option<Box<dyn Any + Send + Sync>>>;

    /// Removes what programs have left in a folder and in those that lie in it, when they were killed in the middle of
    /// a write more than a day ago. What cannot be removed stays. A folder that is written to needs no such call.
    fn remove_abandoned(&self, _folder: &Path) {}

    /// Whether these files are a copy of those that another program keeps: what is written here is lost at the end.
    fn is_copy(&self) -> bool {
        false
    }
}

/// The files that [`use_files`] has put in place of those on the disk, if it was called.
#[cfg(feature = "dev")]
static BORROWED: std::sync::OnceLock<&'static dyn Files> = std::sync::OnceLock::new();

/// Has this run of the program use these files in place of those on the disk: a test's, which fail as a disk can. Only
/// the first call counts.
#[cfg(feature = "dev")]
pub fn use_files(files: &'static dyn Files) {
    let _ = BORROWED.set(files);
}

/// The files of this machine: those on its disk, or in a browser those that the page holds.
pub fn files() -> &'static dyn Files {
    #[cfg(feature = "dev")]
    if let Some(files) = BORROWED.get() {
        return *files;
    }
    #[cfg(not(target_arch = "wasm32"))]
    return &super::disk::DiskFiles;
    #[cfg(target_arch = "wasm32")]
    return super::browser::page_file_store();
}

/// The reason of an error of the files, in words for the user: what is wrong, and what can be done about it.
pub fn reason(error: &io::Error) -> String {
    let words = match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "the disk is full; make room on it",
        // Windows says so of what another program has open, too.
        ErrorKind::PermissionDenied => {
            "the system does not allow it; change the rights of the folder or the file, or close what has it open"
        }
        ErrorKind::ReadOnlyFilesystem => "the disk can only be read; make it writable, or use another one",
        ErrorKind::NotFound => "the file or its folder is not there",
        ErrorKind::IsADirectory => "a folder is where a file should be; name a file, or move the folder away",
        ErrorKind::NotADirectory | ErrorKind::AlreadyExists => {
            "a file is where a folder should be; name a folder, or move the file away"
        }
        _ => return error.to_string(),
    };
    words.to_owned()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::{MemoryFiles, disk::DiskFiles};
    use super::*;
    use std::time::{Duration, SystemTime};

    /// Runs a test with a folder on the disk, and with one in memory: both keep the same rules.
    fn each(test: impl Fn(&dyn Files, &Path)) {
        let folder = tempfile::tempdir().unwrap();
        test(&DiskFiles, folder.path());
        let memory = MemoryFiles::default();
        memory.create_folders(Path::new("/home/data")).unwrap();
        test(&memory, Path::new("/home/data"));
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        each(|files, home| {
            let path = home.join("a.toml");
            files.write_whole(&path, b"first").unwrap();
            files.write_whole(&path, b"second").unwrap();
            assert_eq!(files.read(&path).unwrap(), b"second");
            assert_eq!(files.read_text(&path).unwrap(), "second");
            assert_eq!((files.read_start(&path, 3).unwrap(), files.size(&path).unwrap()), (b"sec".to_vec(), 6));
            assert_eq!(files.list(home).unwrap(), std::slice::from_ref(&path), "no temporary file is left");
            files.write_whole(&path, b"\xff").unwrap();
            assert_eq!(files.read_text(&path).unwrap_err().kind(), ErrorKind::InvalidData);
        });
    }

    #[test]
    fn a_file_that_somebody_reads_is_replaced_and_a_folder_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let [path, inner] = ["a.toml", "inner"].map(|name| folder.path().join(name));
        DiskFiles.write_whole(&path, b"old").unwrap();
        let mut reader = std::fs::File::open(&path).unwrap();
        DiskFiles.write_whole(&path, b"new").unwrap();
        let mut seen = Vec::new();
        std::io::Read::read_to_end(&mut reader, &mut seen).unwrap();
        assert_eq!((seen, DiskFiles.read(&path).unwrap()), (b"old".to_vec(), b"new".to_vec()));
        DiskFiles.create_folders(&inner.join("deeper")).unwrap();
        assert!(DiskFiles.write_whole(&inner, b"bytes").is_err());
        assert_eq!(DiskFiles.list(folder.path()).unwrap(), [path, inner], "no temporary file is left");
    }

    #[test]
    fn of_two_that_write_a_new_file_the_first_has_it() {
        each(|files, home| {
            let path = home.join("key");
            assert!(files.write_new(&path, b"first", true).unwrap());
            assert!(!files.write_new(&path, b"second", true).unwrap() && !files.write_new(home, b"", false).unwrap());
            assert_eq!(files.read(&path).unwrap(), b"first");
            assert_eq!(files.list(home).unwrap(), std::slice::from_ref(&path), "no temporary file is left");
            let inside = home.join("missing/key");
            assert_eq!(files.write_new(&inside, b"", false).unwrap_err().kind(), ErrorKind::NotFound);
        });
    }

    #[test]
    fn what_is_not_there_is_not_found() {
        each(|files, home| {
            let (missing, inside) = (home.join("missing"), home.join("missing/deeper/file"));
            for path in [&missing, &inside] {
                assert_eq!(files.read(path).unwrap_err().kind(), ErrorKind::NotFound);
                assert_eq!(files.size(path).unwrap_err().kind(), ErrorKind::NotFound);
                assert_eq!(files.list(path).unwrap_err().kind(), ErrorKind::NotFound);
                assert_eq!(files.remove(path).unwrap_err().kind(), ErrorKind::NotFound);
                assert_eq!(files.rename(path, &home.join("new")).unwrap_err().kind(), ErrorKind::NotFound);
                assert!(!files.is_file(path) && !files.is_folder(path) && !files.is_taken(path));
            }
            assert_eq!(files.write_whole(&inside, b"").unwrap_err().kind(), ErrorKind::NotFound);
            assert_eq!(files.append_line(&inside, "").unwrap_err().kind(), ErrorKind::NotFound);
            assert_eq!(files.create(&inside).err().unwrap().kind(), ErrorKind::NotFound);
        });
    }

    #[test]
    fn what_is_wrong_with_a_file_is_told_with_what_can_be_done_about_it() {
        let kinds = [ErrorKind::StorageFull, ErrorKind::PermissionDenied, ErrorKind::IsADirectory];
        let files = MemoryFiles::default();
        files.store_unwatched(Path::new("/text"), b"\xff".to_vec());
        let no_text = files.read_text(Path::new("/text")).unwrap_err();
        for error in kinds.map(io::Error::from).into_iter().chain([no_text]) {
            assert!(reason(&error).contains("; "), "{error:?}");
        }
    }

    #[test]
    fn folders_hold_files_and_folders() {
        each(|files, home| {
            let deep = home.join("a/b/c");
            files.create_folders(&deep).unwrap();
            files.create_folders(&deep).unwrap();
            files.write_whole(&deep.join("file"), b"x").unwrap();
            files.write_whole(&home.join("a/z"), b"").unwrap();
            assert_eq!(files.list(&home.join("a")).unwrap(), [home.join("a/b"), home.join("a/z")]);
            assert!(files.is_folder(&deep) && !files.is_file(&deep) && files.is_taken(&deep));
            assert!(files.is_file(&deep.join("file")) && !files.is_folder(&deep.join("file")));
            assert!(files.read(&deep).is_err(), "a folder has no bytes");
            assert!(files.write_whole(&deep, b"").is_err(), "and no file takes its place");
            assert!(files.remove(&deep).is_err(), "nor is it removed as one");
            let in_file = deep.join("file/folder");
            assert!(files.create_folders(&in_file).is_err() && files.list(&deep.join("file")).is_err());
        });
    }

    #[test]
    fn a_renamed_file_takes_its_new_name_and_a_removed_one_is_gone() {
        each(|files, home| {
            let [old, new] = ["old", "new"].map(|name| home.join(name));
            files.write_whole(&old, b"old").unwrap();
            files.write_whole(&new, b"new").unwrap();
            files.rename(&old, &new).unwrap();
            assert_eq!((files.read(&new).unwrap(), files.is_taken(&old)), (b"old".to_vec(), false));
            files.rename(&new, &home.join("./new")).unwrap();
            assert_eq!(files.read(&new).unwrap(), b"old", "one that is given its own name stays");
            files.remove(&new).unwrap();
            assert_eq!(files.list(home).unwrap(), Vec::<PathBuf>::new());
        });
    }

    #[test]
    fn a_renamed_folder_takes_with_it_what_is_inside() {
        each(|files, home| {
            let [old, new, beside] = ["run", "named", "run-2"].map(|name| home.join(name));
            files.create_folders(&old.join("deep")).unwrap();
            files.write_whole(&old.join("deep/file"), b"bytes").unwrap();
            files.create_folders(&beside).unwrap();
            files.write_whole(&beside.join("file"), b"other").unwrap();
            files.rename(&old, &new).unwrap();
            assert_eq!(files.read(&new.join("deep/file")).unwrap(), b"bytes");
            assert!(files.is_folder(&new.join("deep")) && !files.is_taken(&old));
            assert_eq!(files.read(&beside.join("file")).unwrap(), b"other");
            assert!(files.rename(&new, &beside).is_err(), "another folder with something in it has the name");
            assert!(files.rename(&new, &home.join("missing/run")).is_err());
            assert!(files.rename(&new, &new.join("inside")).is_err());
            assert_eq!(files.list(home).unwrap(), [new.clone(), beside]);
        });
    }

    #[test]
    fn an_empty_folder_can_be_removed_and_one_that_holds_something_stays() {
        each(|files, home| {
            let folder = home.join("folder");
            files.create_folders(&folder).unwrap();
            files.write_whole(&folder.join("file"), b"bytes").unwrap();
            assert_eq!(files.remove_folder(&folder).unwrap_err().kind(), ErrorKind::DirectoryNotEmpty);
            files.remove(&folder.join("file")).unwrap();
            files.remove_folder(&folder).unwrap();
            assert!(!files.is_taken(&folder));
            assert_eq!(files.remove_folder(&folder).unwrap_err().kind(), ErrorKind::NotFound);
        });
    }

    #[test]
    fn a_line_stands_alone_even_behind_one_that_was_cut_short() {
        each(|files, home| {
            let path = home.join("lines");
            files.append_line(&path, "one").unwrap();
            files.append_line(&path, "two").unwrap();
            assert_eq!(files.read_text(&path).unwrap(), "one\ntwo\n");
            files.write_whole(&path, b"one\ntw").unwrap();
            files.append_line(&path, "three").unwrap();
            assert_eq!(files.read_text(&path).unwrap(), "one\ntw\nthree\n");
        });
    }

    #[test]
    fn a_claimed_path_is_somebody_elses_until_it_is_given_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("claimed");
        let claimed = DiskFiles.claim(&path).unwrap();
        assert!(claimed.is_some() && DiskFiles.claim(&path).unwrap().is_none());
        drop(claimed);
        assert!(DiskFiles.claim(&path).unwrap().is_some());
        assert_eq!(DiskFiles.claim(&folder.path().join("no folder/file")).unwrap_err().kind(), ErrorKind::NotFound);
        assert!(MemoryFiles::default().claim(Path::new("claimed")).unwrap().is_some());
        assert!(!MemoryFiles::default().is_copy() && MemoryFiles::default().with_copy_check(|| true).is_copy());
    }

    #[test]
    fn what_a_killed_program_has_left_is_removed_after_a_day_by_the_next_that_writes_there() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path();
        DiskFiles.create_folders(&home.join("deeper")).unwrap();
        let two_days = Duration::from_secs(2 * 24 * 60 * 60);
        let write = |name: &str, age: Duration| {
            std::fs::write(home.join(name), b"half").unwrap();
            let file = std::fs::File::options().write(true).open(home.join(name)).unwrap();
            file.set_modified(SystemTime::now() - age).unwrap();
        };
        let left = [".korobka-aB3dE9", "deeper/.korobka-zzzzzz"];
        let stay = [".korobka-run", ".korobka-old.toml", "a.toml", "deeper/korobka-aB3dE9"];
        left.iter().chain(&stay).for_each(|name| write(name, two_days));
        write("deeper/.korobka-recent", Duration::from_secs(60));
        write(".korobka-later1", Duration::from_secs(60));
        let elsewhere = tempfile::tempdir().unwrap();
        let others = elsewhere.path().join(left[0]);
        write(&others.to_string_lossy(), two_days);
        #[cfg(unix)]
        std::os::unix::fs::symlink(elsewhere.path(), home.join("link")).unwrap();
        DiskFiles.write_whole(&home.join("new"), b"whole").unwrap();
        assert_eq!(left.map(|name| DiskFiles.is_taken(&home.join(name))), [false, true]);
        DiskFiles.remove_abandoned(home);
        assert!(DiskFiles.is_file(&others), "where a link leads nothing is removed");
        assert!(left.iter().all(|name| !DiskFiles.is_taken(&home.join(name))));
        let stay = stay.iter().chain(&["deeper/.korobka-recent", ".korobka-later1"]);
        stay.for_each(|name| assert!(DiskFiles.is_file(&home.join(name)), "{name}"));
    }

    #[test]
    fn a_created_file_begins_empty_and_grows() {
        each(|files, home| {
            let path = home.join("trace");
            files.write_whole(&path, b"before").unwrap();
            let mut writer = files.create(&path).unwrap();
            assert_eq!(files.size(&path).unwrap(), 0);
            writer.write_all(b"one ").unwrap();
            writer.write_all(b"two").unwrap();
            writer.flush().unwrap();
            assert_eq!(files.read(&path).unwrap(), b"one two");
        });
    }
}
