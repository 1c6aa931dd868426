//! The soak: every screen and mode by itself, without a warning and without growing. One round in every run, in which
//! warnings count; half an hour with `KOROBKA_NIGHTLY=1`, in which memory counts too.

use super::support::{Display, Game};
use std::process::Stdio;

#[test]
fn going_round_every_screen_and_mode_nothing_grows_and_nothing_warns() {
    let display = Display::open();
    let home = tempfile::tempdir().expect("a folder for the game's home");
    let minutes = if std::env::var_os("KOROBKA_NIGHTLY").is_some() { "30" } else { "0" };
    let output = Game::command(&display.name, home.path())
        .args(["soak", "--minutes", minutes])
        .stdin(Stdio::null())
        .output()
        .expect("the game starts");
    let (told, log) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{told}\n{log}");
    assert!(told.contains("\n0 warnings in the log\n"), "{told}");
    assert_eq!(home.path().read_dir().expect("it is there").count(), 0, "the player's own home is left alone");
}
