//! A player's way through the real window: menu, a versus game, its keys, pause, restart, and back.

use super::support::{Display, Game, WELCOMED, is_screen, left};
use korobka::app::persistence::replays::{IN_PROGRESS_FILE, read_in_progress};

#[test]
fn keys_lead_from_the_menu_through_a_versus_game_and_back() {
    let display = Display::open();
    let mut game = Game::start(&display, &[], Some(WELCOMED));
    game.open_from_title("Versus");
    // Enter on the rival that is next starts the game.
    let from = game.now();
    game.press_for("Return", "the match", |line| is_screen(line, "Play", None));
    game.wait(from, "the round to begin", |line| line["phase"]["phase"]["phase"] == "playing");

    game.press_until("Left", "a shift", |line| left(line, |outcome| outcome["shifted"].as_u64() >= Some(1)));
    game.press_until("Up", "a clockwise turn", |line| left(line, |outcome| outcome["turned"] == "Clockwise"));
    game.press_until("z", "a counterclockwise turn", |line| {
        left(line, |outcome| outcome["turned"] == "Counterclockwise")
    });
    game.press_until("c", "a hold", |line| left(line, |outcome| outcome["held"] == true));
    game.press_until("Down", "a soft drop", |line| left(line, |outcome| outcome["soft_dropped"].as_u64() >= Some(1)));
    game.press_until("space", "a hard drop that locks", |line| {
        left(line, |outcome| !outcome["hard_dropped"].is_null() && !outcome["locked"].is_null())
    });
    let from = game.now();
    game.wait(from, "the opponent to lock a piece", |line| {
        line["happened"]["seat"] == 1 && !line["happened"]["outcome"]["locked"].is_null()
    });

    // Pause: no tick passes.
    game.press_for("p", "the pause", |line| is_screen(line, "Play", Some("Pause")));
    std::thread::sleep(std::time::Duration::from_millis(500));
    let paused = game.now();
    std::thread::sleep(std::time::Duration::from_secs(3));
    let later = game.now();
    assert!(
        game.lines[paused..later].iter().all(|line| line.get("happened").is_none()),
        "nothing happens while the game is paused"
    );
    let from = game.now();
    game.press_for("Escape", "the match", |line| is_screen(line, "Play", None));
    game.wait(from, "the opponent to go on", |line| line["happened"]["seat"] == 1);

    // The match is rated: a restart loses it, and wants its key held. The new one begins at its first tick.
    let from = game.now();
    game.press("r");
    std::thread::sleep(std::time::Duration::from_millis(500));
    let later = game.now();
    let is_new = |line: &&serde_json::Value| line["phase"]["tick"] == 1;
    assert_eq!(game.lines[from..later].iter().find(is_new), None, "a tap restarts no rated match");
    game.hold_for("r", std::time::Duration::from_secs(2), "a new match", |line| {
        line["phase"]["tick"] == 1 && line["phase"]["phase"]["phase"] == "countdown"
    });

    // Back to the menu.
    game.give_up("Versus");

    let warnings: Vec<_> = game
        .log()
        .lines()
        .filter(|line| line.contains("ERROR") || line.contains("panicked"))
        .map(str::to_owned)
        .collect();
    assert!(warnings.is_empty(), "the log has no errors: {warnings:?}");
}

#[test]
fn the_first_start_asks_four_things_and_is_in_a_game_that_counts_for_nothing() {
    let display = Display::open();
    let mut game = Game::start(&display, &[], None);
    game.wait_for_screen(0, "FirstStart", None);
    game.wait(0, "the first question", |line| line["page"]["name"] == "first-handling");
    for question in ["first-keys", "first-looks", "first-level"] {
        game.press_for("Return", question, |line| line["page"]["name"] == question);
    }
    game.press_for("Return", "the first match", |line| is_screen(line, "Play", None));
    game.wait(0, "the round to begin", |line| line["phase"]["phase"]["phase"] == "playing");
    let settings = game.home.path().join("config/settings.toml");
    game.until("the answers to be kept", || {
        std::fs::read_to_string(&settings).ok().filter(|text| text.contains("welcomed = true"))
    });
    game.give_up("Title");
    assert!(!game.home.path().join("data/rating.toml").exists(), "the first match is not rated");
}

#[test]
fn a_game_that_the_system_ends_is_saved_up_to_its_last_moment() {
    let display = Display::open();
    let mut game = Game::start(&display, &["play", "--mode", "zen", "--seed", "1"], Some(WELCOMED));
    let locked = |line: &serde_json::Value| left(line, |outcome| !outcome["locked"].is_null());
    let last = game.press_until("space", "a hard drop", locked);
    game.terminate();
    assert!(game.wait_for_end(), "it ends well: {}", game.log());
    let saved = read_in_progress(&game.home.path().join("data").join(IN_PROGRESS_FILE)).unwrap().unwrap();
    assert!(saved.replay.ticks >= last["happened"]["tick"].as_u64().unwrap(), "{} {last}", saved.replay.ticks);
}
