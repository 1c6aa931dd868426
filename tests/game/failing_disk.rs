//! The disk of this machine, but full or closed to writing or reading inside the folders that a test names. It fails
//! for every user, also for one whom the system forbids nothing.

use korobka::doors::Files;
use korobka::doors::disk::DiskFiles;
use korobka::doors::files::use_files;
use std::any::Any;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is wrong with a folder and everything in it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fault {
    /// The files may have this many bytes altogether.
    Full(u64),
    /// Nothing may be written, renamed or removed.
    Unwritable,
    /// No folder may be listed.
    Unlisted,
}

/// The disk with its faults.
#[derive(Debug, Default)]
pub(crate) struct FailingDisk(Mutex<BTreeMap<PathBuf, Fault>>);

static DISK: FailingDisk = FailingDisk(Mutex::new(BTreeMap::new()));

/// The disk that the whole program uses from the first call on.
pub(crate) fn disk() -> &'static FailingDisk {
    use_files(&DISK);
    &DISK
}

impl FailingDisk {
    /// Gives a folder a fault in place of an earlier one.
    pub(crate) fn fail(&self, folder: &Path, fault: Fault) {
        self.faults().insert(folder.to_owned(), fault);
    }

    /// Takes the faults of all folders away.
    pub(crate) fn mend(&self) {
        self.faults().clear();
    }

    fn faults(&self) -> MutexGuard<'_, BTreeMap<PathBuf, Fault>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Checks that this many more bytes can be written at a path.
    fn check(&self, path: &Path, more: usize) -> io::Result<()> {
        for (folder, fault) in self.faults().iter().filter(|(folder, _)| path.starts_with(folder)) {
            match fault {
                Fault::Full(room) if more > 0 && size(folder) + more as u64 > *room => {
                    return Err(ErrorKind::StorageFull.into());
                }
                Fault::Unwritable => return Err(ErrorKind::PermissionDenied.into()),
                Fault::Full(_) | Fault::Unlisted => {}
            }
        }
        Ok(())
    }
}

/// How many bytes the files in a folder have, those in its folders included.
fn size(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = entries.map(|entry| match entry.metadata() {
        Ok(entry_data) if entry_data.is_dir() => size(&entry.path()),
        Ok(entry_data) => entry_data.len(),
        Err(_) => 0,
    });
    sizes.sum()
}

impl Files for FailingDisk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        DiskFiles.read(path)
    }

    fn read_start(&self, path: &Path, most: usize) -> io::Result<Vec<u8>> {
        DiskFiles.read_start(path, most)
    }

    fn write_whole(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        // The old file stays until the new one is there.
        self.check(path, bytes.len()).and_then(|()| DiskFiles.write_whole(path, bytes))
    }

    fn append_line(&self, path: &Path, line: &str) -> io::Result<()> {
        self.check(path, line.len() + 1).and_then(|()| DiskFiles.append_line(path, line))
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn Write + Send + Sync>> {
        self.check(path, 0).and_then(|()| DiskFiles.create(path))
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let is_unlisted = |(at, fault): (&PathBuf, &Fault)| folder.starts_with(at) && matches!(fault, Fault::Unlisted);
        match self.faults().iter().any(is_unlisted) {
            true => Err(ErrorKind::PermissionDenied.into()),
            false => DiskFiles.list(folder),
        }
    }

    fn create_folders(&self, folder: &Path) -> io::Result<()> {
        match folder.is_dir() {
            true => Ok(()),
            false => self.check(folder, 0).and_then(|()| DiskFiles.create_folders(folder)),
        }
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.check(path, 0).and_then(|()| DiskFiles.remove(path))
    }

    fn remove_folder(&self, folder: &Path) -> io::Result<()> {
        self.check(folder, 0).and_then(|()| DiskFiles.remove_folder(folder))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.check(from, 0)?;
        self.check(to, 0).and_then(|()| DiskFiles.rename(from, to))
    }

    fn size(&self, path: &Path) -> io::Result<u64> {
        DiskFiles.size(path)
    }

    fn is_file(&self, path: &Path) -> bool {
        DiskFiles.is_file(path)
    }

    fn is_folder(&self, path: &Path) -> bool {
        DiskFiles.is_folder(path)
    }

    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        DiskFiles.real_path(path)
    }

    fn is_taken(&self, path: &Path) -> bool {
        DiskFiles.is_taken(path)
    }

    fn claim(&self, path: &Path) -> io::Result<Option<Box<dyn Any + Send + Sync>>> {
        self.check(path, 0).and_then(|()| DiskFiles.claim(path))
    }
}
