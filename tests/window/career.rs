//! The history and the career in the real window: a finished game is written down, and the ladder leads into a match.

use super::support::{Display, Game, PATIENCE};
use std::time::Instant;

#[test]
fn a_finished_game_is_in_the_history() {
    let display = Display::open();
    let mut game = Game::start(&display, &["play", "--mode", "marathon", "--seed", "1"], Some("welcomed = true\n"));
    game.wait(0, "the round to begin", |line| line["phase"]["phase"]["phase"] == "playing");
    // A hint is asked for once; it shows in what is written down.
    game.press("h");
    let over = |line: &serde_json::Value| line["phase"]["phase"]["phase"] == "over";
    let begin = Instant::now();
    while !{
        game.now();
        game.lines.iter().any(over)
    } {
        game.press("space");
        assert!(begin.elapsed() < PATIENCE * 2, "hard drops alone top out");
    }
    game.wait_for_screen(0, "Play", Some("Results"));
    let locked = |line: &&serde_json::Value| !line["happened"]["outcome"]["locked"].is_null();
    let pieces = game.lines.iter().filter(locked).count();
    let path = game.home.path().join("data/history.jsonl");
    while !path.exists() {
        assert!(begin.elapsed() < PATIENCE * 2, "the history is written");
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    let text = std::fs::read_to_string(path).unwrap();
    let written: serde_json::Value = serde_json::from_str(text.lines().next().expect("one game")).unwrap();
    assert_eq!((written["mode"].as_str(), written["verdict"].as_str()), (Some("marathon"), Some("ended")));
    assert_eq!(written["you"]["pieces"], pieces);
    assert_eq!(written["hints"], 1);
}

#[test]
fn the_career_leads_into_a_match_by_keys_alone() {
    let display = Display::open();
    let mut game = Game::start(&display, &[], Some("welcomed = true\n"));
    game.open_from_title("Career");
    // To the history and back, then to the first row below the tabs.
    game.press("e");
    game.press("q");
    game.press("Down");
    let from = game.now();
    game.press("Return");
    game.wait_for_screen(from, "Play", None);
    assert!(!game.log().contains("panicked"), "{}", game.log());
}
