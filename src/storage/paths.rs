//! Where things lie: the user's config and data folders, and the assets that ship.

use crate::doors::files;
use directories::ProjectDirs;
use std::env;
use std::path::PathBuf;
use std::sync::OnceLock;

/// The environment variable that names a folder for the user's config and data, which then are `$KOROBKA_HOME/config`
/// and `$KOROBKA_HOME/data`. Tests use it.
pub const HOME_VARIABLE: &str = "KOROBKA_HOME";
/// The environment variable that names the assets folder outright.
pub const ASSETS_VARIABLE: &str = "KOROBKA_ASSETS";

/// The paths that may lead from the folder of the program to its assets: unpacked beside it, or installed
/// under a common prefix.
#[cfg(not(target_arch = "wasm32"))]
const FROM_PROGRAM: [&str; 3] = ["assets", "../share/korobka/assets", "../lib/korobka/assets"];

/// The path of the assets among the sources. `KOROBKA_PACKAGED`, set when a package is built, leaves it out: what
/// others download must not name a folder of the machine that built it.
const SOURCES: Option<&str> = match option_env!("KOROBKA_PACKAGED") {
    Some(_) => None,
    None => Some(concat!(env!("CARGO_MANIFEST_DIR"), "/assets")),
};

/// The folder that [`use_home`] has set for this run of the program, if it was called.
static BORROWED: OnceLock<PathBuf> = OnceLock::new();

/// Keeps this run of the program out of the user's folders: from now on config and data lie in `folder`. Only
/// the first call counts.
pub fn use_home(folder: PathBuf) {
    let _ = BORROWED.set(folder);
}

/// The folder of settings; `None` on a machine without a home.
pub fn config_folder() -> Option<PathBuf> {
    home().map(|home| home.join("config")).or_else(|| Some(project()?.config_dir().to_owned()))
}

/// The folder of records, replays and trained generations; `None` on a machine without a home.
pub fn data_folder() -> Option<PathBuf> {
    home().map(|home| home.join("data")).or_else(|| Some(project()?.data_dir().to_owned()))
}

/// The folder of the user's generations; `None` on a machine without a home.
pub fn generations_folder() -> Option<PathBuf> {
    data_folder().map(|data| data.join("generations"))
}

/// The folder of replays; `None` on a machine without a home.
pub fn replays_folder() -> Option<PathBuf> {
    data_folder().map(|data| data.join("replays"))
}

/// The assets folder, the first of these that exists: `KOROBKA_ASSETS`, Bevy's asset root, those that came with the
/// program, those in the working folder, and those among the sources.
pub fn assets_folder() -> Option<PathBuf> {
    let named = variable(ASSETS_VARIABLE).into_iter();
    let bevys = variable("BEVY_ASSET_ROOT").map(|root| root.join("assets"));
    let here = env::current_dir().ok().map(|folder| folder.join("assets"));
    let sources = SOURCES.map(PathBuf::from);
    let mut candidates = named.chain(bevys).chain(with_program()).chain(here).chain(sources);
    candidates.find(|folder| files().is_folder(folder))
}

/// Where assets that came with the program may lie, seen from its folder and, if it was started by a link, from the
/// folder of what the link points to. In a browser the page has brought them.
fn with_program() -> Vec<PathBuf> {
    #[cfg(target_arch = "wasm32")]
    return vec![PathBuf::from(crate::doors::browser::ASSETS_FOLDER)];
    #[cfg(not(target_arch = "wasm32"))]
    beside_program()
}

#[cfg(not(target_arch = "wasm32"))]
fn beside_program() -> Vec<PathBuf> {
    let program = env::current_exe().ok();
    let linked = program.as_ref().and_then(|program| files().real_path(program).ok());
    let folders = [&program, &linked].into_iter().flatten().filter_map(|program| program.parent());
    folders.flat_map(|folder| FROM_PROGRAM.map(|way| folder.join(way))).collect()
}

fn home() -> Option<PathBuf> {
    BORROWED.get().cloned().or_else(|| variable(HOME_VARIABLE))
}

fn variable(name: &str) -> Option<PathBuf> {
    env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

fn project() -> Option<ProjectDirs> {
    ProjectDirs::from("", "", "korobka")
}
