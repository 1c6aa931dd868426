//! Training in the window: set up, begun, paused, killed, gone on with and finished by keys, to
//! the command's own files.

use crate::support::{Display, Game, WELCOMED, home_with};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// A run of a few seconds, as the page remembers it from an earlier start.
const PLAN: &str = "[plan]\nrecipe = \"iwumbwe\"\nseed = 5\nlast = 4\ncores = 1\n\
    [plan.numbers]\npopulation = \"24\"\nscore-cap = \"2500\"\nheld-out-games = \"2\"\n";

/// The home of a player whose page of the laboratory remembers this.
fn home_planning(plans: &str) -> TempDir {
    home_with(&[("config/settings.toml", WELCOMED.as_bytes()), ("data/laboratory.toml", plans.as_bytes())])
}

/// The generations and the history in a folder.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap).filter(|entry| entry.path().is_file());
    entries.map(|entry| (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).unwrap())).collect()
}

#[test]
fn a_run_paused_killed_and_gone_on_with_by_keys_has_the_commands_files() {
    let commands_home = tempfile::tempdir().unwrap();
    let command = commands_home.path().join("run");
    let trained = Command::new(env!("CARGO_BIN_EXE_korobka"))
        .args(["train", "--recipe", "iwumbwe", "--seed", "5", "--generations", "4", "--population", "24"])
        .args(["--score-cap", "2500", "--held-out-games", "2", "--no-charts", "--out"])
        .arg(&command)
        .output()
        .unwrap();
    assert!(trained.status.success(), "{}", String::from_utf8_lossy(&trained.stderr));

    let display = Display::open();
    let mut game = Game::start_in(&display, home_planning(PLAN), &[], &[]);
    let folder = game.home.path().join("data/generations/iwumbwe-5");
    let last = folder.join("iwumbwe-0004.gen");
    game.open_from_title("Laboratory");
    // Above it stands the offer of a first run.
    game.press("Down");
    game.press("Return");
    game.until("the first generation", || folder.join("iwumbwe-0000.gen").exists().then_some(()));
    // The row that begins a run pauses it in the next room.
    game.press("Return");
    game.kill_and_start(&[]);
    game.open_from_title("Laboratory");
    if !last.exists() {
        game.press("Return");
        game.until("the last generation", || last.exists().then_some(()));
    }
    game.until("the end", || (!folder.join("iwumbwe.round").exists()).then_some(()));
    let from = game.now();
    game.press("Escape");
    game.wait_for_screen(from, "Title", None);
    game.press("Escape");
    game.press("Return");
    assert!(game.wait_for_end(), "it ends well: {}", game.log());
    let asked = fs::read_to_string(game.home.path().join("data/laboratory.toml")).unwrap();
    assert!(!asked.contains("stopped"), "nothing is left to go on with: {asked}");
    assert_eq!(files(&folder), files(&command));
}

/// Two runs of a comparison that wait, as the page remembers them from an earlier start.
const WAITING: &str = "[[waiting]]\nrecipe = \"iwumbwe\"\nseed = 5\nlast = 1\ncores = 1\nfolder = \"iwumbwe-without-pits\"\n\
    [waiting.numbers]\npopulation = \"12\"\nscore-cap = \"500\"\nheld-out-games = \"2\"\nablate = \"pits\"\n\
    [[waiting]]\nrecipe = \"iwumbwe\"\nseed = 5\nlast = 1\ncores = 1\n\
    [waiting.numbers]\npopulation = \"12\"\nscore-cap = \"500\"\nheld-out-games = \"2\"\n";

#[test]
fn the_runs_of_a_comparison_are_trained_one_after_the_other() {
    let display = Display::open();
    let mut game = Game::start_in(&display, home_planning(WAITING), &[], &[]);
    game.open_from_title("Laboratory");
    game.press("Return");
    let generations = game.home.path().join("data/generations");
    for run in ["iwumbwe-without-pits-5", "iwumbwe-5"] {
        game.until(run, || generations.join(run).join("iwumbwe-0001.gen").exists().then_some(()));
    }
    let laboratory = game.home.path().join("data/laboratory.toml");
    game.until("an empty list", || {
        (!fs::read_to_string(&laboratory).unwrap_or_default().contains("[[waiting]]")).then_some(())
    });
}
