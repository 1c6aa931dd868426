//! The file of the key by which a player is known at other machines: `identity.key` in the data folder,
//! readable by its owner alone.

use crate::doors::files;
use crate::doors::files::reason;
use crate::doors::peer::Identity;
use crate::storage::toml_files::set_aside;
use std::io;
use std::path::Path;

/// The name of the file in the data folder.
pub const FILE_NAME: &str = "identity.key";

/// Reads the key in a folder. Where there is none, one is drawn and kept; one that is damaged is set aside. The second
/// value is a line for the player, where something was wrong.
pub fn load_or_create(folder: &Path) -> (Identity, Option<String>) {
    let path = folder.join(FILE_NAME);
    // Bytes that are no text are as damaged as a text that is no key.
    let read = files().read(&path).map(|bytes| Identity::read(&String::from_utf8_lossy(&bytes)));
    let warning = match read {
        Ok(Ok(identity)) => return (identity, None),
        Ok(Err(error)) => {
            let damaged = format!("{} is damaged ({error}): others see you as a new player", path.display());
            match set_aside(files(), &path) {
                Ok(aside) => Some(format!("{damaged}; it lies at {} now", aside.display())),
                Err(_) => return (Identity::random(), Some(format!("{damaged}; it is left"))),
            }
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => {
            return (Identity::random(), Some(format!("cannot read {}: {}", path.display(), reason(&error))));
        }
    };
    let identity = Identity::random();
    let kept = files().create_folders(folder).and_then(|()| files().write_private(&path, identity.secret().as_bytes()));
    let unkept = kept
        .err()
        .map(|error| format!("cannot write {}: {}; next time you are a new player", path.display(), reason(&error)));
    (identity, unkept.or(warning))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_key_is_set_aside_once_and_the_new_one_stays() {
        for damaged in [&b""[..], b"no key", b"\xff\xfe"] {
            let home = tempfile::tempdir().unwrap();
            let path = home.path().join(FILE_NAME);
            files().write_whole(&path, damaged).unwrap();
            let (identity, warning) = load_or_create(home.path());
            assert!(warning.is_some_and(|line| line.contains("is damaged")), "{damaged:?}");
            let aside = home.path().join(format!("{FILE_NAME}.damaged-1"));
            assert_eq!(files().read(&aside).unwrap(), damaged);
            let (again, warning) = load_or_create(home.path());
            assert_eq!((again.id(), warning), (identity.id(), None), "{damaged:?}");
        }
    }
}
