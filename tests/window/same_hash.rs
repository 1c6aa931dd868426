//! The window changes nothing: a watched match has the same state hash with and without it.

use super::support::{Display, Game};
use std::process::Output;

fn run(display: &str, flags: &[&str]) -> Output {
    let home = tempfile::tempdir().expect("a folder for the game's home");
    let output = Game::command(display, home.path()).args(flags).output();
    output.expect("the game runs")
}

fn hash(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout);
    let value: serde_json::Value = serde_json::from_str(text.trim()).unwrap_or_else(|_| {
        panic!("--json prints one object, not '{text}'; {}", String::from_utf8_lossy(&output.stderr))
    });
    value["hash"].as_str().expect("the object has a hash").to_owned()
}

#[test]
fn a_watched_match_has_the_same_hash_with_and_without_a_window() {
    let flags = ["play", "--mode", "watch", "--seed", "7", "--pps", "4", "--ticks", "8000", "--json"];
    let unseen = hash(&run("", &[&flags[..], &["--headless"]].concat()));
    let other = ["play", "--mode", "watch", "--seed", "8", "--pps", "4", "--ticks", "8000", "--json", "--headless"];
    assert_ne!(unseen, hash(&run("", &other)), "another seed is another match");
    let display = Display::open();
    let seen = hash(&run(&display.name, &flags));
    assert_eq!(seen, unseen, "same rules, seed and players give the same state, frames or not");
}
