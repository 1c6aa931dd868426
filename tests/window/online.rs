//! Two windows that play with each other over the network of this machine, by keys.

use super::support::{Display, Game};
use serde_json::Value;

const WELCOMED: &str = "welcomed = true\n";

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
    // A pause is a pause of both.
    let (from, others) = (host.now(), guest.now());
    host.press("Escape");
    host.wait_for_screen(from, "Play", Some("Pause"));
    guest.wait_for_screen(others, "Play", Some("Pause"));
    let (from, others) = (host.now(), guest.now());
    guest.press("Escape");
    guest.wait_for_screen(others, "Play", None);
    host.wait_for_screen(from, "Play", None);
    // Whoever gives up leaves the room; the other is in it no more, and reads why.
    let from = host.now();
    guest.give_up();
    host.wait_for_screen(from, "Online", None);
    host.wait(from, "the closed room", |line| line["room"]["open"] == false);
}
