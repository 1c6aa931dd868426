//! The file of the key by which a player is known at other machines: `identity.key` in the data folder,
//! readable by its owner alone.

use crate::doors::files;
use crate::doors::files::reason;
use crate::doors::peer::{Identity, InvalidKey};
use crate::storage::toml_files::set_aside;
use std::io;
use std::path::Path;

/// The name of the file in the data folder.
pub const FILE_NAME: &str = "identity.key";

/// Reads the key in a folder. Where there is none, one is drawn and kept; one that is damaged is set aside. The second
/// value is a line for the player, where something was wrong.
pub fn load_or_create(folder: &Path) -> (Identity, Option<String>) {
    let path = folder.join(FILE_NAME);
    match read(&path) {
        Ok(Ok(identity)) => {
            // A copy that was put back may be readable by all. Some file systems know no rights.
            let _ = files().make_private(&path);
            (identity, None)
        }
        Ok(Err(error)) => replace_damaged(folder, error),
        Err(error) if error.kind() == io::ErrorKind::NotFound => keep(folder, Identity::random()),
        Err(error) => {
            let line = format!("cannot read {}: {}; others see you as a new player", path.display(), reason(&error));
            (Identity::random(), Some(line))
        }
    }
}

/// Sets a key aside that was found to be damaged, and keeps one that is drawn. Where another program has done both
/// meanwhile, its key is the player's. The second value is a line for the player.
fn replace_damaged(folder: &Path, error: InvalidKey) -> (Identity, Option<String>) {
    let path = folder.join(FILE_NAME);
    let damaged = format!("{} is damaged ({error}): others see you as a new player", path.display());
    let aside = match set_aside(files(), &path) {
        Ok(aside) => aside,
        // Another program has set it aside.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return keep(folder, Identity::random()),
        Err(_) => return (Identity::random(), Some(format!("{damaged}; it is left"))),
    };
    if let Ok(Ok(first)) = read(&aside) {
        // What was set aside is the key that another program has kept meanwhile: it is put back.
        let (kept, unkept) = keep(folder, first.clone());
        if unkept.is_none() && kept.id() == first.id() {
            let _ = files().remove(&aside);
        }
        return (kept, unkept);
    }
    let (identity, unkept) = keep(folder, Identity::random());
    (identity, unkept.or_else(|| Some(format!("{damaged}; it lies at {} now", aside.display()))))
}

/// Reads a key. Bytes that are no text are as damaged as a text that is no key.
fn read(path: &Path) -> io::Result<Result<Identity, InvalidKey>> {
    files().read(path).map(|bytes| Identity::read(&String::from_utf8_lossy(&bytes)))
}

/// Keeps a key that was drawn in a folder. Where another program has kept one meanwhile, that is the player's. The
/// second value is a line for the player, if the key is not kept.
fn keep(folder: &Path, drawn: Identity) -> (Identity, Option<String>) {
    let path = folder.join(FILE_NAME);
    let written = files().create_folders(folder);
    let problem = match written.and_then(|()| files().write_new(&path, drawn.secret().as_bytes(), true)) {
        Ok(true) => return (drawn, None),
        Ok(false) => match read(&path) {
            Ok(Ok(first)) => return (first, None),
            Ok(Err(error)) => error.to_string(),
            Err(error) => reason(&error),
        },
        Err(error) => reason(&error),
    };
    let line = format!("cannot write {}: {problem}; next time you are a new player", path.display());
    (drawn, Some(line))
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

    #[test]
    fn of_two_programs_at_the_first_start_the_first_one_draws_the_key_of_both() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("data");
        let [first, second] = [(); 2].map(|()| Identity::random());
        for drawn in [&first, &second] {
            let (kept, warning) = keep(&folder, drawn.clone());
            assert_eq!((kept.id(), warning), (first.id(), None));
        }
        assert_eq!(load_or_create(&folder).0.id(), first.id());
    }

    #[test]
    fn of_two_programs_that_find_a_damaged_key_the_first_one_draws_the_key_of_both() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join(FILE_NAME);
        files().write_whole(&path, b"no key").unwrap();
        let found = [(); 2].map(|()| read(&path).unwrap().err().unwrap());
        let (first, warning) = replace_damaged(home.path(), found[0]);
        let aside = home.path().join(format!("{FILE_NAME}.damaged-1"));
        assert!(warning.is_some_and(|line| line.contains(&aside.display().to_string())));
        let (second, warning) = replace_damaged(home.path(), found[1]);
        assert_eq!((second.id(), warning, load_or_create(home.path()).0.id()), (first.id(), None, first.id()));
        assert_eq!(files().list(home.path()).unwrap(), [path.clone(), aside.clone()]);
        assert_eq!(files().read(&aside).unwrap(), b"no key");
        // The first one has set it aside, and has not kept its own yet.
        files().remove(&path).unwrap();
        let (drawn, warning) = replace_damaged(home.path(), found[1]);
        assert_eq!((load_or_create(home.path()).0.id(), warning), (drawn.id(), None));
    }

    #[test]
    #[cfg(unix)]
    #[allow(clippy::disallowed_methods, reason = "rights are asked of the disk")]
    fn a_key_is_its_owners_alone_also_after_it_was_put_back_for_all_to_read() {
        use std::os::unix::fs::PermissionsExt;
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join(FILE_NAME);
        let rights = || path.metadata().unwrap().permissions().mode() & 0o777;
        let drawn = load_or_create(home.path()).0.id();
        assert_eq!(rights(), 0o600);
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o644)).unwrap();
        assert_eq!((load_or_create(home.path()).0.id(), rights()), (drawn, 0o600));
    }
}
