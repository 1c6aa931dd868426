//! The history and the career in the real window: a finished game is written down, and the ladder leads into a match.

use super::support::{Display, Game, WELCOMED, is_screen};
use std::time::Duration;

#[test]
fn a_finished_game_is_in_the_history() {
    let display = Display::open();
    let mut game = Game::start(&display, &["play", "--mode", "marathon", "--seed", "1"], Some(WELCOMED));
    game.wait(0, "the round to begin", |line| line["phase"]["phase"]["phase"] == "playing");
    // A hint is asked for once; it shows in what is written down.
    game.press("h");
    game.press_until("space", "the end by hard drops alone", |line| line["phase"]["phase"]["phase"] == "over");
    game.wait_for_screen(0, "Play", Some("Results"));
    let locked = |line: &&serde_json::Value| !line["happened"]["outcome"]["locked"].is_null();
    let pieces = game.lines.iter().filter(locked).count();
    let path = game.home.path().join("data/history.jsonl");
    let written: serde_json::Value = game.until("the game in the history", || {
        let text = std::fs::read_to_string(&path).ok()?;
        serde_json::from_str(text.lines().next()?).ok()
    });
    assert_eq!((written["mode"].as_str(), written["verdict"].as_str()), (Some("marathon"), Some("ended")));
    assert_eq!(written["you"]["pieces"], pieces);
    assert_eq!(written["hints"], 1);
}

/// Results of the games in the history, once there are so many and the rating, which is written behind
/// it, knows of them.
fn results(game: &Game, count: usize) -> Vec<(String, bool)> {
    let path = game.home.path().join("data/history.jsonl");
    game.until(&format!("{count} games in the history"), || {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let lines = text.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
        let results: Vec<_> = lines
            .map(|line| (line["verdict"].as_str().unwrap_or_default().to_owned(), line["rated"].is_object()))
            .collect();
        let rating = std::fs::read_to_string(game.home.path().join("data/rating.toml")).unwrap_or_default();
        let counted = rating.lines().any(|line| line == format!("matches = {count}"));
        (results.len() >= count && counted).then_some(results)
    })
}

#[test]
fn the_career_leads_into_rated_matches_and_one_that_is_restarted_left_or_killed_is_lost() {
    let display = Display::open();
    let mut game = Game::start(&display, &[], Some(WELCOMED));
    game.open_from_title("Career");
    // To the history and back, then to the first row below the tabs.
    game.press_for("e", "the history", |line| line["page"]["tab"] == 1);
    game.press_for("q", "the ladder", |line| line["page"]["tab"] == 0);
    let first = game.first_row("career");
    // A key that is down when the match begins restarts nothing before it is let go.
    let playing = |line: &serde_json::Value| !line["happened"]["outcome"]["locked"].is_null();
    let from = game.now();
    game.choose(&first, "a match", |line| is_screen(line, "Play", None));
    game.wait(from, "the first piece of the match", playing);
    // Restarted. While the key is being held, the first match goes on.
    game.hold_for("r", Duration::from_secs(2), "the second match", |line| line["phase"]["tick"] == 1);
    assert_eq!(results(&game, 1), [("lost".to_owned(), true)]);
    let from = game.now();
    game.wait(from, "the first piece of the second", playing);
    assert!(!game.log().contains("panicked"), "{}", game.log());
    // Killed: it is found at the next start.
    game.kill_and_start(&[]);
    let lost = || ("lost".to_owned(), true);
    assert_eq!(results(&game, 2), [lost(), lost()]);
    // Left.
    game.open_from_title("Career");
    let (first, from) = (game.first_row("career"), game.now());
    game.choose(&first, "a match", |line| is_screen(line, "Play", None));
    game.wait(from, "the first piece of the third", playing);
    game.give_up("Career");
    assert_eq!(results(&game, 3), [lost(), lost(), lost()]);
    // Each was counted once: the next start finds none.
    game.kill_and_start(&[]);
    game.wait_for_screen(0, "Title", None);
    assert_eq!(results(&game, 3), [lost(), lost(), lost()]);
}
