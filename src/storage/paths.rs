//! Where things lie: the user's config and data folders, and the assets that ship.

use crate::doors::files;
use directories::ProjectDirs;
use std::env;
use std::path::PathBuf;
use std::sync::OnceLock;

/// Moves both folders: `$KOROBKA_HOME/config` and `$KOROBKA_HOME/data`. Tests use it.
pub const HOME_VARIABLE: &str = "KOROBKA_HOME";
/// Names the assets folder outright.
pub const ASSETS_VARIABLE: &str = "KOROBKA_ASSETS";

/// A home for this run of the program alone.
static BORROWED: OnceLock<PathBuf> = OnceLock::new();

/// Keeps this run out of the user's folders: from now on both lie in `folder`. Only the first call counts.
pub fn borrow_home(folder: PathBuf) {
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

/// The folder of the user's generations.
pub fn generations_folder() -> Option<PathBuf> {
    data_folder().map(|data| data.join("generations"))
}

/// The folder of replays.
pub fn replays_folder() -> Option<PathBuf> {
    data_folder().map(|data| data.join("replays"))
}

/// The assets folder: `KOROBKA_ASSETS`, else Bevy's asset root, else beside the working folder, the executable, or the
/// sources; the first that exists.
pub fn assets_folder() -> Option<PathBuf> {
    let beside_program = || env::current_exe().ok()?.parent().map(|folder| folder.join("assets"));
    let candidates = [
        variable(ASSETS_VARIABLE),
        variable("BEVY_ASSET_ROOT").map(|root| root.join("assets")),
        env::current_dir().ok().map(|folder| folder.join("assets")),
        beside_program(),
        Some(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("assets")),
    ];
    candidates.into_iter().flatten().find(|folder| files().is_folder(folder))
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
