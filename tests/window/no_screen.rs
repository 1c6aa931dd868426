//! Where no window can open: one line says so.

use super::support::Game;

#[test]
fn without_a_screen_there_is_one_line_and_no_panic() {
    let home = tempfile::tempdir().expect("a folder for the game's home");
    // A display that is not there, and none at all.
    for display in [":9999", ""] {
        let output = Game::command(display, home.path()).output().expect("the game starts");
        let said = String::from_utf8_lossy(&output.stderr);
        let lines: Vec<&str> = said.lines().filter(|line| !line.is_empty()).collect();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(lines.last().is_some_and(|line| line.starts_with("korobka: cannot open a window")), "{said}");
        assert!(!said.contains("panicked"), "{said}");
    }
}
