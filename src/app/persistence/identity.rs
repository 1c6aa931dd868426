//! The file of the key by which a player is known at other machines: `identity.key` in the data folder, readable by its
//! owner alone.

use crate::doors::files;
use crate::doors::peer::Identity;
use crate::storage::toml_files::set_aside;
use std::io;
use std::path::Path;

/// The name of the file in the data folder.
pub const FILE_NAME: &str = "identity.key";

/// Reads the key in a folder. Where there is none, one is drawn and kept; one that is damaged is set aside. The second
/// value is a line for the player, where something was wrong.
pub fn load(folder: &Path) -> (Identity, Option<String>) {
    let path = folder.join(FILE_NAME);
    let warning = match files().read_text(&path) {
        Ok(text) => match Identity::read(&text) {
            Ok(identity) => return (identity, None),
            Err(error) => {
                let aside = set_aside(files(), &path);
                let rest = aside.map_or("it is left".to_owned(), |aside| format!("it lies at {} now", aside.display()));
                Some(format!("{} is damaged ({error}): others know you anew; {rest}", path.display()))
            }
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return (Identity::random(), Some(format!("cannot read {}: {error}", path.display()))),
    };
    let identity = Identity::random();
    let kept = files().create_folders(folder).and_then(|()| files().write_private(&path, identity.secret().as_bytes()));
    let unkept =
        kept.err().map(|error| format!("cannot write {}: {error}; next time others know you anew", path.display()));
    (identity, unkept.or(warning))
}
