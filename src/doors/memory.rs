//! Files in memory: for tests, and for a platform that loads them from elsewhere beforehand.

use super::files::Files;
use super::threads::unpoisoned;
use std::any::Any;
use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

/// Files and folders by their paths. Clones share them. There are no links.
#[derive(Clone, Debug, Default)]
pub struct MemoryFiles {
    shared: Arc<Mutex<Entries>>,
    watcher: Option<Watcher>,
    is_copy: Option<fn() -> bool>,
}

/// Called for every file that has changed, with its path and its bytes; `None` for a file that was removed.
type Watcher = fn(&Path, Option<&[u8]>);

/// The bytes of each file; `None` for a folder. The roots, of relative and of absolute paths, always count as there.
type Entries = BTreeMap<PathBuf, Option<Vec<u8>>>;

/// A writer at the end of a file.
struct Writer {
    memory: MemoryFiles,
    path: PathBuf,
}

impl MemoryFiles {
    /// An empty memory that calls `watcher` for every file that changes.
    pub fn with_watcher(watcher: Watcher) -> Self {
        Self { watcher: Some(watcher), ..Self::default() }
    }

    /// The same memory, which is a copy of another program's files if `is_copy` says so.
    pub fn with_copy_check(self, is_copy: fn() -> bool) -> Self {
        Self { is_copy: Some(is_copy), ..self }
    }

    /// Stores a file together with the folders around it; nothing happens where these cannot be. The watcher is not
    /// called.
    pub fn store_unwatched(&self, path: &Path, bytes: Vec<u8>) {
        if path.parent().is_some_and(|folder| self.create_folders(folder).is_ok()) {
            self.entries().insert(plain(path), Some(bytes));
        }
    }

    fn rename_folder(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut entries = self.entries();
        to.parent().map_or(Ok(()), |folder| check_folder(&entries, folder))?;
        if to.starts_with(from) || entries.contains_key(to) {
            return Err(ErrorKind::AlreadyExists.into());
        }
        let inside: Vec<PathBuf> = entries.keys().filter(|path| path.starts_with(from)).cloned().collect();
        for path in inside {
            let (Some(bytes), Ok(rest)) = (entries.remove(&path), path.strip_prefix(from)) else { continue };
            // Of the folder itself nothing is left over: joined, that would end in a slash.
            let new = if rest.as_os_str().is_empty() { to.to_owned() } else { to.join(rest) };
            if bytes.is_some() {
                self.tell(&new, bytes.as_deref());
                self.tell(&path, None);
            }
            entries.insert(new, bytes);
        }
        Ok(())
    }

    fn tell(&self, path: &Path, bytes: Option<&[u8]>) {
        if let Some(watcher) = self.watcher {
            watcher(path, bytes);
        }
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        unpoisoned(self.shared.lock())
    }

    /// Calls `change` with the bytes of a file. If there is no such file it is made, empty, provided that its folder is
    /// there.
    fn change<T>(&self, path: &Path, change: impl FnOnce(&mut Vec<u8>) -> T) -> io::Result<T> {
        let (mut entries, path) = (self.entries(), plain(path));
        match path.parent() {
            Some(folder) => check_folder(&entries, folder)?,
            None => return Err(ErrorKind::IsADirectory.into()),
        }
        match entries.entry(path.clone()).or_insert_with(|| Some(Vec::new())) {
            Some(bytes) => {
                let changed = change(bytes);
                self.tell(&path, Some(bytes));
                Ok(changed)
            }
            None => Err(ErrorKind::IsADirectory.into()),
        }
    }

    fn file<T>(&self, path: &Path, look: impl FnOnce(&[u8]) -> T) -> io::Result<T> {
        match self.entries().get(&plain(path)) {
            Some(Some(bytes)) => Ok(look(bytes)),
            Some(None) => Err(ErrorKind::IsADirectory.into()),
            None => Err(ErrorKind::NotFound.into()),
        }
    }
}

/// The path without its parts `.`, which change nothing.
fn plain(path: &Path) -> PathBuf {
    path.components().filter(|part| *part != Component::CurDir).collect()
}

fn is_root(path: &Path) -> bool {
    path.parent().is_none()
}

/// Checks that a folder is there; the error says what is there instead.
fn check_folder(entries: &Entries, folder: &Path) -> io::Result<()> {
    match entries.get(folder) {
        _ if is_root(folder) => Ok(()),
        Some(None) => Ok(()),
        Some(Some(_)) => Err(ErrorKind::NotADirectory.into()),
        None => Err(ErrorKind::NotFound.into()),
    }
}

impl Files for MemoryFiles {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.file(path, <[u8]>::to_vec)
    }

    fn read_start(&self, path: &Path, most: usize) -> io::Result<Vec<u8>> {
        self.file(path, |bytes| bytes[..bytes.len().min(most)].to_vec())
    }

    fn write_whole(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.change(path, |file| *file = bytes.to_vec())
    }

    fn append_line(&self, path: &Path, line: &str) -> io::Result<()> {
        self.change(path, |file| {
            if file.last().is_some_and(|last| *last != b'\n') {
                file.push(b'\n');
            }
            file.extend(line.bytes().chain([b'\n']));
        })
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn Write + Send + Sync>> {
        self.change(path, Vec::clear)?;
        Ok(Box::new(Writer { memory: self.clone(), path: path.to_owned() }))
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let (entries, inside) = (self.entries(), plain(folder));
        check_folder(&entries, &inside)?;
        let names = entries.keys().filter(|path| path.parent() == Some(&inside)).filter_map(|path| path.file_name());
        Ok(names.map(|name| folder.join(name)).collect())
    }

    fn create_folders(&self, folder: &Path) -> io::Result<()> {
        let (mut entries, folder) = (self.entries(), plain(folder));
        let folders = || folder.ancestors().filter(|folder| !is_root(folder));
        if folders().any(|folder| matches!(entries.get(folder), Some(Some(_)))) {
            return Err(ErrorKind::NotADirectory.into());
        }
        entries.extend(folders().map(|folder| (folder.to_owned(), None)));
        Ok(())
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.file(path, |_| ())?;
        self.entries().remove(&plain(path));
        self.tell(&plain(path), None);
        Ok(())
    }

    fn remove_folder(&self, folder: &Path) -> io::Result<()> {
        let (mut entries, folder) = (self.entries(), plain(folder));
        check_folder(&entries, &folder)?;
        if entries.keys().any(|path| path.parent() == Some(&folder)) {
            return Err(ErrorKind::DirectoryNotEmpty.into());
        }
        entries.remove(&folder);
        Ok(())
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        if self.is_folder(from) {
            return self.rename_folder(&plain(from), &plain(to));
        }
        let bytes = self.read(from)?;
        self.write_whole(to, &bytes)?;
        if plain(from) == plain(to) { Ok(()) } else { self.remove(from) }
    }

    fn size(&self, path: &Path) -> io::Result<u64> {
        self.file(path, |bytes| bytes.len() as u64)
    }

    fn is_file(&self, path: &Path) -> bool {
        self.file(path, |_| ()).is_ok()
    }

    fn is_folder(&self, path: &Path) -> bool {
        check_folder(&self.entries(), &plain(path)).is_ok()
    }

    /// The path itself, since there are no links in memory.
    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        if self.is_taken(path) { Ok(plain(path)) } else { Err(ErrorKind::NotFound.into()) }
    }

    fn is_taken(&self, path: &Path) -> bool {
        self.is_file(path) || self.is_folder(path)
    }

    /// Always gives the path, since no other program sees this memory.
    fn claim(&self, path: &Path) -> io::Result<Option<Box<dyn Any + Send + Sync>>> {
        self.change(path, |_| ())?;
        Ok(Some(Box::new(())))
    }

    fn is_copy(&self) -> bool {
        self.is_copy.is_some_and(|is_copy| is_copy())
    }
}

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.memory.change(&self.path, |file| file.extend(bytes))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_watcher_is_told_of_every_file_that_changes() {
        static TOLD: Mutex<Vec<(PathBuf, Option<Vec<u8>>)>> = Mutex::new(Vec::new());
        let told = || std::mem::take(&mut *TOLD.lock().unwrap());
        let files = MemoryFiles::with_watcher(|path, bytes| {
            TOLD.lock().unwrap().push((path.to_owned(), bytes.map(<[u8]>::to_vec)));
        });
        let [old, new] = ["/home/old", "/home/new"].map(Path::new);
        files.store_unwatched(Path::new("/home/deep/known"), b"known".to_vec());
        assert_eq!((files.read(Path::new("/home/deep/known")).unwrap(), told()), (b"known".to_vec(), vec![]));
        files.write_whole(old, b"one").unwrap();
        files.append_line(old, "two").unwrap();
        assert_eq!(told(), [b"one".to_vec(), b"one\ntwo\n".to_vec()].map(|bytes| (old.to_owned(), Some(bytes))));
        files.rename(old, new).unwrap();
        assert_eq!(told(), [(new.to_owned(), Some(b"one\ntwo\n".to_vec())), (old.to_owned(), None)]);
        files.create(new).unwrap().write_all(b"three").unwrap();
        assert_eq!(told(), [b"".to_vec(), b"three".to_vec()].map(|bytes| (new.to_owned(), Some(bytes))));
        assert!(files.remove(old).is_err() && files.write_whole(Path::new("/no/file"), b"").is_err());
        assert_eq!(told(), [], "what fails changes nothing");
    }
}
