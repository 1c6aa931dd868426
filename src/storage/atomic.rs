//! Files that are there whole or not at all.

use std::io::{self, Write};
use std::path::Path;
use tempfile::NamedTempFile;

/// Writes `bytes` to a temporary file in the same folder, makes sure of it, and renames it to `path`: whoever reads
/// `path`, at whatever moment the power goes, finds the old file or the new one.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(".korobka-").permissions_like_others().tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    persist(file, path)?;
    // The rename itself lies in the folder. Not every platform lets a folder be opened; then this is left to it.
    if let Ok(folder) = std::fs::File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

fn persist(file: NamedTempFile, path: &Path) -> io::Result<()> {
    file.persist(path).map(drop).map_err(|failed| failed.error)
}

/// Temporary files are private by default; what is renamed into place should be as readable as any other file.
trait PermissionsLikeOthers {
    fn permissions_like_others(&mut self) -> &mut Self;
}

impl PermissionsLikeOthers for tempfile::Builder<'_, '_> {
    #[cfg(unix)]
    fn permissions_like_others(&mut self) -> &mut Self {
        use std::os::unix::fs::PermissionsExt;
        // The process's umask takes its share off.
        self.permissions(std::fs::Permissions::from_mode(0o666))
    }

    #[cfg(not(unix))]
    fn permissions_like_others(&mut self) -> &mut Self {
        self
    }
}
