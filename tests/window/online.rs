//! Two windows that play with each other over the network of this machine, by keys.

use super::support::{Display, Game, WELCOMED, is_screen};
use serde_json::Value;

/// Whether a seat has locked a piece.
fn locked(line: &Value, seat: u64) -> bool {
    line["happened"]["seat"] == seat && !line["happened"]["outcome"]["locked"].is_null()
}

#[test]
fn two_windows_meet_in_a_room_and_play_by_keys() {
    let one = Display::open();
    let beside = one.beside();
    let mut host = Game::start(&one, &["host", "--name", "Anna"], Some(WELCOMED));
    let room = host.wait(0, "the room", |line| line["room"]["invitation"].is_string());
    let room = room["room"]["invitation"].as_str().expect("a line").to_owned();
    let mut guest = Game::start(&beside, &["join", &room, "--name", "Boris"], Some(WELCOMED));
    let third = one.beside();
    let mut spectator = Game::start(&third, &["join", &room, "--watch"], Some(WELCOMED));
    host.wait(0, "the guest", |line| line["room"]["other"] == "Boris");
    guest.wait(0, "the host", |line| line["room"]["other"] == "Anna");
    // The first row makes ready.
    for game in [&mut host, &mut guest] {
        game.press("Return");
    }
    for game in [&mut host, &mut guest] {
        game.wait_for_screen(0, "Play", None);
        game.wait(0, "the round", |line| line["phase"]["phase"]["phase"] == "playing");
    }
    // What one does, the other sees.
    let seen = guest.now();
    host.press_until("space", "an own piece that locks", |line| locked(line, 0));
    guest.wait(seen, "the host's piece", |line| locked(line, 0));
    let seen = host.now();
    guest.press_until("space", "an own piece that locks", |line| locked(line, 1));
    host.wait(seen, "the guest's piece", |line| locked(line, 1));
    // The spectator's window goes over to the match by itself, and sees both, some seconds later.
    spectator.wait_for_screen(0, "Replay", None);
    spectator.wait(0, "the host's piece", |line| locked(line, 0));
    spectator.wait(0, "the guest's piece", |line| locked(line, 1));
    drop((spectator, third));
    // A pause is a pause of both.
    let others = guest.now();
    host.press_for("Escape", "the pause", |line| is_screen(line, "Play", Some("Pause")));
    guest.wait_for_screen(others, "Play", Some("Pause"));
    let from = host.now();
    guest.press_for("Escape", "the match", |line| is_screen(line, "Play", None));
    host.wait_for_screen(from, "Play", None);
    // The guest piles its pieces up until it has lost. Both sign the result and keep it.
    let from = host.now();
    guest.press_until("space", "the end of the match", |line| line["phase"]["phase"]["phase"] == "over");
    host.wait(from, "the end of the match", |line| line["phase"]["phase"]["phase"] == "over");
    let [one, other] = [signed(&mut host, "won", "Boris"), signed(&mut guest, "lost", "Anna")];
    assert_eq!(one["result"], other["result"], "both have signed the same");
    assert_eq!([&one["signatures"][0], &one["signatures"][1]], [&other["signatures"][1], &other["signatures"][0]]);
    assert_ne!(one["id"], other["id"]);
    #[cfg(unix)]
    {
        let key = std::fs::metadata(host.home.path().join("data/identity.key")).expect("the host has a key");
        assert_eq!(std::os::unix::fs::PermissionsExt::mode(&key.permissions()) & 0o777, 0o600, "its owner's alone");
    }
    // Once more, which both must want. Whoever leaves that match has lost it.
    let from = [host.now(), guest.now()];
    let begun = |game: &mut Game, from: usize| {
        game.now();
        game.lines[from..].iter().any(|line| line["phase"]["phase"]["phase"] == "playing")
    };
    let begin = std::time::Instant::now();
    while !begun(&mut host, from[0]) || !begun(&mut guest, from[1]) {
        if !begun(&mut host, from[0]) {
            host.press("Return");
            guest.press("Return");
        }
        std::thread::sleep(std::time::Duration::from_millis(500));
        assert!(begin.elapsed() < super::support::PATIENCE, "another match; {}", host.log());
    }
    let from = host.now();
    guest.give_up("Title");
    host.wait(from, "the closed room", |line| line["room"]["open"] == false);
    host.wait_for_screen(from, "Play", Some("Results"));
    for (game, verdict) in [(&host, "won"), (&guest, "lost")] {
        let path = game.home.path().join("data/history.jsonl");
        let last: Value = game.until("the second match in the history", || {
            let text = std::fs::read_to_string(&path).ok()?;
            serde_json::from_str(text.lines().nth(1)?).ok()
        });
        assert_eq!((&last["verdict"], &last["online"]["left"]), (&verdict.into(), &true.into()), "{last}");
    }
}

/// What the history of a game says of the other in the last match, once both have signed it.
fn signed(game: &mut Game, verdict: &str, other: &str) -> Value {
    let path = game.home.path().join("data/history.jsonl");
    game.until("the match in the history", || {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let line: Value = serde_json::from_str(text.lines().last()?).ok()?;
        assert_eq!((line["verdict"].as_str(), line["online"]["name"].as_str()), (Some(verdict), Some(other)));
        let signatures = line["online"]["signatures"].as_array().map_or(0, Vec::len);
        assert_eq!(signatures, 2, "both have signed: {line}");
        Some(line["online"].clone())
    })
}
