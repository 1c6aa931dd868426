//! Training in the window: set up, begun, paused, killed, gone on with and finished by keys, to
//! the command's own files.

use crate::support::{Display, Game, WELCOMED, has_row, home_with, is_screen};
use serde_json::{Value, json};
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

/// The row of a run that is over, where the row "Pause" was.
const OVER: &str = "Play or watch it";

/// Whether the line tells of the room of a run, which computes or is over already.
fn computes(line: &Value) -> bool {
    has_row(line, "Pause") || has_row(line, OVER)
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
    let generation = |number: u32| folder.join(format!("iwumbwe-{number:04}.gen"));
    let remembered = game.home.path().join("data/laboratory.toml");
    game.open_from_title("Laboratory");
    game.choose("Begin", "the room of the run", computes);
    game.until("the first generation", || generation(0).exists().then_some(()));
    // A machine that is busy may hear of the key once the run is over.
    if !has_row(&json!({ "page": game.page() }), OVER) {
        game.choose("Pause", "the pause", |line| has_row(line, "Go on") || has_row(line, OVER));
    }
    game.kill_and_start(&[]);
    game.open_from_title("Laboratory");
    if fs::read_to_string(&remembered).unwrap().contains("stopped") {
        game.choose("Go on with iwumbwe-5", "the room of the run", computes);
    }
    for number in 0..=4 {
        game.until(&format!("generation {number}"), || generation(number).exists().then_some(()));
    }
    game.until("the end", || (!folder.join("iwumbwe.round").exists()).then_some(()));
    game.press_for("Escape", "the title", |line| is_screen(line, "Title", None));
    game.go_to_row("Quit");
    game.press("Return");
    assert!(game.wait_for_end(), "it ends well: {}", game.log());
    let asked = fs::read_to_string(&remembered).unwrap();
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
    game.choose("Train 2 waiting runs", "the room of the run", computes);
    let generations = game.home.path().join("data/generations");
    for run in ["iwumbwe-without-pits-5", "iwumbwe-5"] {
        game.until(run, || generations.join(run).join("iwumbwe-0001.gen").exists().then_some(()));
    }
    let laboratory = game.home.path().join("data/laboratory.toml");
    game.until("an empty list", || {
        (!fs::read_to_string(&laboratory).unwrap_or_default().contains("[[waiting]]")).then_some(())
    });
}
