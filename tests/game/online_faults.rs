//! What another program does wrong ends the match with one line, and harms nothing.

use crate::support::{Game, persons, setup};
use bevy::prelude::*;
use korobka::game::components::RefusedRequest;
use korobka::game::{Action, EndMatch, Handling, KeyEvent, SeatWithGuessedKeys, TickInput};
use korobka::net::key_log::KeyTick;
use korobka::net::wire::{MOST_BYTES, WireError};
use korobka::net::{ImpossibleKey, KeyPacket, OnlineFault, OnlineMatch, rollback};
use korobka::rules::random::Purpose;
use korobka::rules::{Random, Rules};

/// A match of two persons, the left one here, after this many ticks of which the other's keys are known.
fn after(ticks: u32) -> Game {
    let rules = Rules { countdown: 0, ..Rules::versus() };
    let mut game = Game::new(setup(rules, 1, persons(2, Handling::STANDARD)));
    game.app.add_plugins(korobka::net::plugin);
    game.app.insert_resource(OnlineMatch::new(7, 0, rules.garbage.travel).expect("long enough"));
    for tick in 0..ticks {
        take(&mut game, &KeyPacket { through: u64::from(tick) + 1, ..nothing() });
        game.tick();
    }
    game
}

/// A packet of the other's that tells of no keys.
fn nothing() -> KeyPacket {
    KeyPacket { number: 7, clock: 1, ..KeyPacket::default() }
}

fn keys(tick: u64, events: &[(Action, bool)]) -> KeyTick {
    let mut input = TickInput::default();
    events.iter().for_each(|&(action, down)| assert!(input.push(KeyEvent { action, down }), "one change a key"));
    KeyTick { tick, input }
}

fn receive(game: &mut Game, bytes: &[u8]) -> Option<OnlineFault> {
    let world = game.app.world_mut();
    world.resource_mut::<OnlineMatch>().receive(bytes, 50);
    rollback::confirm_known_ticks(world);
    world.resource::<OnlineMatch>().fault()
}

fn take(game: &mut Game, packet: &KeyPacket) -> Option<OnlineFault> {
    receive(game, &packet.encode())
}

#[test]
fn impossible_keys_end_the_match_with_a_line_that_names_them() {
    let pressed = keys(103, &[(Action::Left, true)]);
    let wrongs = [
        (vec![pressed, keys(105, &[(Action::Left, true)])], ImpossibleKey::Twice { tick: 105, action: Action::Left }),
        (vec![keys(105, &[(Action::Hold, false)])], ImpossibleKey::Released { tick: 105, action: Action::Hold }),
        (vec![keys(104, &[(Action::Undo, true)])], ImpossibleKey::TookBack(104)),
    ];
    for (ticks, wrong) in wrongs {
        let mut game = after(100);
        let fault = take(&mut game, &KeyPacket { through: 110, ticks, ..nothing() });
        assert_eq!(fault, Some(OnlineFault::Impossible(wrong)));
        let before = game.current().tick;
        game.ticks(5);
        assert_eq!(game.current().tick, before, "nothing is played any more");
        let line = fault.expect("a fault").to_string();
        assert!(line.starts_with("the other program ") && !line.contains('\n'), "{line}");
    }
}

#[test]
fn who_changes_what_was_sent_or_knows_what_is_to_come_is_found() {
    let mut game = after(100);
    let first = KeyPacket { through: 120, ticks: vec![keys(110, &[(Action::Left, true)])], ..nothing() };
    assert_eq!(take(&mut game, &first), None);
    let later = KeyPacket { through: 130, ticks: vec![keys(111, &[(Action::Left, true)])], ..nothing() };
    assert_eq!(take(&mut game, &later), Some(OnlineFault::Changed(120)), "a stamp goes back in time");

    let mut game = after(100);
    assert_eq!(take(&mut game, &KeyPacket { acknowledged: 101, ..nothing() }), Some(OnlineFault::Ahead(101)));

    // Whoever has no keys of this side waits, once garbage that it does not know of may rise.
    let last = 100 + u64::from(Rules::versus().garbage.travel);
    let mut game = after(100);
    assert_eq!(take(&mut game, &KeyPacket { through: last, ..nothing() }), None);
    let beyond = KeyPacket { through: last + 1, ..nothing() };
    assert_eq!(take(&mut game, &beyond), Some(OnlineFault::Beyond(last + 1)));

    let mut game = after(1_500);
    let same = game.app.world().resource::<OnlineMatch>().packet(0);
    assert_eq!(same.second, 1, "a second is confirmed");
    let agrees = KeyPacket { second: 1, hash: same.hash, through: 1_500, ..nothing() };
    assert_eq!(take(&mut game, &agrees), None);
    let differs = KeyPacket { second: 2, hash: 5, through: 1_800, ..nothing() };
    assert_eq!(take(&mut game, &differs), None, "not played yet");
    game.ticks(300);
    assert_eq!(take(&mut game, &KeyPacket { through: 2_100, ..differs }), None, "still not played");
    game.ticks(300);
    rollback::confirm_known_ticks(game.app.world_mut());
    assert_eq!(game.app.world().resource::<OnlineMatch>().fault(), Some(OnlineFault::Differs(2)));
}

#[test]
fn short_travel_times_and_packets_of_other_matches_are_none() {
    let refused = OnlineMatch::new(7, 0, 149).expect_err("too short");
    assert_eq!(
        refused.to_string(),
        "garbage travels for 149 ms by these rules, and a match over a network needs 150; choose others"
    );
    let mut game = after(100);
    let other = KeyPacket { number: 8, through: 500, ticks: vec![keys(105, &[(Action::Undo, true)])], ..nothing() };
    assert_eq!(take(&mut game, &other), None);
    assert_eq!(game.app.world().resource::<OnlineMatch>().last_other_tick(), 100, "it is left unread");
}

#[test]
fn any_bytes_ten_thousand_of_them_leave_the_match_as_it_is() {
    let mut random = Random::new(5, Purpose::Games);
    for _ in 0..10_000 {
        let mut online = OnlineMatch::new(7, 0, 333).expect("long enough");
        let length = random.below(2 * MOST_BYTES as u32);
        let bytes: Vec<u8> = (0..length).map(|_| random.next() as u8).collect();
        online.receive(&bytes, 1);
        let fault = online.fault();
        assert!(matches!(fault, None | Some(OnlineFault::Wire(WireError::Version(_)))), "{fault:?} by {bytes:?}");
        assert_eq!(online.last_other_tick(), 0, "{bytes:?}");
    }
}

#[test]
fn own_keys_that_the_other_would_refuse_are_neither_played_nor_sent() {
    let mut game = after(100);
    game.keys(0, &[(Action::Undo, true), (Action::Left, true), (Action::Undo, false)]);
    game.ticks(3);
    let sent = game.app.world().resource::<OnlineMatch>().packet(0).ticks;
    assert_eq!(sent, [keys(101, &[(Action::Left, true)])]);
}

#[test]
fn a_key_that_takes_nothing_back_in_a_match_between_two_programs_is_refused_and_not_silent() {
    for (action, refused) in [(Action::Undo, RefusedRequest::Undo), (Action::Redo, RefusedRequest::Redo)] {
        let mut game = after(100);
        game.keys(0, &[(action, true)]);
        game.tick();
        assert_eq!(game.outcome(0).refused, Some(refused));
        game.tick();
        assert_eq!(game.outcome(0).refused, None, "once a press");
    }
}

#[test]
fn no_tick_is_played_before_the_first_look_at_what_came() {
    let mut game = after(0);
    game.ticks(5);
    assert_eq!(game.current().tick, 0);
    rollback::confirm_known_ticks(game.app.world_mut());
    game.ticks(5);
    assert_eq!(game.current().tick, 5);
}

#[test]
fn leaving_the_match_forgets_the_other() {
    let mut game = after(100);
    game.tick();
    assert_eq!(*game.app.world().resource::<SeatWithGuessedKeys>(), SeatWithGuessedKeys(Some(1)));
    game.app.world_mut().trigger(EndMatch);
    game.app.world_mut().flush();
    assert!(!game.app.world().contains_resource::<OnlineMatch>());
    game.restart(setup(Rules { countdown: 0, ..Rules::versus() }, 2, persons(2, Handling::STANDARD)));
    assert_eq!(*game.app.world().resource::<SeatWithGuessedKeys>(), SeatWithGuessedKeys(None));
    game.ticks(1_000);
    assert_eq!(game.current().tick, 1_000, "a match in one program waits for nobody");
}
