//! Matches between two programs that something comes between: a cable that is out, a program that sleeps, two who leave
//! at the same time.

use super::room::{
    PATIENCE, Program, begin, block_on, company, company_at, join, open, play, play_on, until, until_met,
};
use super::room_relay::{company_behind, limits, relay_at};
use super::room_strangers::dial;
use bevy::time::TimeUpdateStrategy;
use korobka::app::online::{OnlineRoom, RoomState};
use korobka::app::{Screen, SessionRequest};
use korobka::doors::peer::{MeetingPlan, Peer, PeerEvent, RoomAddress, RoomCode, RoomRole, TURNED_AWAY_MESSAGE};
use korobka::doors::relay::Relay;
use korobka::game::Paused;
use korobka::net::OnlineMatch;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

/// Draws frames of these programs for this many seconds.
fn frames<const COUNT: usize>(mut programs: [&mut Program; COUNT], seconds: f32) {
    let begin = Instant::now();
    while begin.elapsed().as_secs_f32() < seconds {
        programs.iter_mut().for_each(|program| program.app.update());
        std::thread::sleep(Duration::from_millis(8));
    }
}

/// For how many ticks a program has waited for the other's keys.
fn waited(program: &Program) -> u64 {
    program.app.world().get_resource::<OnlineMatch>().map_or(0, OnlineMatch::waited_ticks)
}

/// The last tick of the other's keys that a program knows.
fn others(program: &Program) -> u64 {
    program.app.world().get_resource::<OnlineMatch>().map_or(0, OnlineMatch::last_other_tick)
}

/// Two programs in a match over a relay alone, of which the host may have a port of its own too. Without the relay no
/// packet goes, as with a cable that is out.
fn connected_by_a_cable(host_has_port: bool) -> (Relay, SocketAddr, [Program; 2]) {
    let relay = relay_at(0, None, limits());
    let address = relay.address();
    let [mut host, mut guest] = company_behind(address, host_has_port);
    begin([&mut host, &mut guest]);
    frames([&mut host, &mut guest], 0.5);
    (relay, address, [host, guest])
}

#[test]
fn a_cable_that_is_out_for_one_and_for_ten_seconds_ends_nothing() {
    out_for(&[1.0, 10.0], false);
}

#[test]
fn a_room_that_is_opened_anew_is_at_its_port_again() {
    out_for(&[10.0], true);
}

/// Plays a match in which the cable is out for this many seconds each time.
fn out_for(times: &[f32], host_has_port: bool) {
    let (mut relay, address, [mut host, mut guest]) = connected_by_a_cable(host_has_port);
    for &seconds in times {
        let before = [&host, &guest].map(waited);
        drop(relay);
        frames([&mut host, &mut guest], seconds);
        until([&mut host, &mut guest], "both wait", |[host, guest]| {
            waited(host) > before[0] && waited(guest) > before[1]
        });
        relay = relay_at(address.port(), None, limits());
        let known = [&host, &guest].map(others);
        until([&mut host, &mut guest], "keys come again", |[host, guest]| {
            others(host) > known[0] && others(guest) > known[1]
        });
    }
    play_on([&mut host, &mut guest], 1);
    drop(relay);
}

/// Waits until two programs know that they have lost each other.
fn until_lost(host: &mut Program, guest: &mut Program) {
    until([host, guest], "the connection is lost", |both| {
        both.iter().all(|program| program.state() == RoomState::Lost)
    });
}

#[test]
fn a_cable_that_is_out_for_half_a_minute_leaves_the_match_undecided_on_both_sides() {
    let (relay, _, [mut host, mut guest]) = connected_by_a_cable(false);
    drop(relay);
    until_lost(&mut host, &mut guest);
    for program in [&mut host, &mut guest] {
        program.fly_through(40);
        assert!(program.told().contains("undecided"), "{}", program.told());
        assert!(!program.told().contains("garbage"), "no rules help against that: {}", program.told());
        assert!(!program.is_playing() && program.recorded().is_empty(), "nobody has won");
        assert_eq!(program.state(), RoomState::Closed);
    }
    // Another room can be opened at once.
    let [mut host, mut guest] = company();
    play([&mut host, &mut guest], 1);
}

#[test]
fn a_match_that_rests_is_undecided_after_five_minutes_without_a_connection() {
    let (relay, _, [mut host, mut guest]) = connected_by_a_cable(false);
    for program in [&mut host, &mut guest] {
        program.app.world_mut().resource_mut::<Paused>().0 = true;
    }
    drop(relay);
    until_lost(&mut host, &mut guest);
    host.app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs(50)));
    for _ in 0..5 {
        host.app.update();
    }
    assert!(host.is_playing(), "the other may still come back");
    for _ in 0..3 {
        host.app.update();
    }
    assert!(host.told().contains("undecided"), "{}", host.told());
    assert!(!host.is_playing() && host.recorded().is_empty(), "nobody has won");
    assert_eq!(host.state(), RoomState::Closed);
}

#[test]
fn a_guest_that_does_not_come_back_leaves_its_place_to_others() {
    let mut host = Program::new("Anna");
    let room = open(&mut host);
    let to = room.clone();
    let closing = std::thread::spawn(move || {
        block_on(async {
            let (endpoint, connection, _texts, _answers) = dial(to, true).await;
            tokio::time::sleep(Duration::from_secs(1)).await;
            // Without a word, as a tab that is closed.
            connection.close(0_u32.into(), b"");
            endpoint.close().await;
        });
    });
    until([&mut host], "the guest is lost", |[host]| host.state() == RoomState::Lost);
    closing.join().expect("the guest has closed its connection");
    let mut other = Program::new("Clara");
    join(&mut other, room.clone());
    until([&mut host, &mut other], "the guest may still come back", |[_, other]| other.state() == RoomState::Closed);
    assert!(other.told().contains("somebody else is in this room"), "{}", other.told());
    until([&mut host], "the room is free", |[host]| matches!(host.state(), RoomState::Open(_)));
    join(&mut other, room);
    until_met(&mut host, &mut other);
    play([&mut host, &mut other], 1);
}

#[test]
fn a_guest_that_says_nothing_leaves_the_room_to_others() {
    let mut host = Program::new("Anna");
    let room = open(&mut host);
    let to = room.clone();
    let silent = std::thread::spawn(move || {
        block_on(async {
            let (_endpoint, connection, _texts, _answers) = dial(to, true).await;
            connection.closed().await.to_string()
        })
    });
    until([&mut host], "somebody is coming in", |[host]| host.state() == RoomState::Met);
    until([&mut host], "the room is open again", |[host]| matches!(host.state(), RoomState::Open(_)));
    until([&mut host], "the host is told", |[host]| {
        host.told() == "Somebody came and said nothing: the room is open again"
    });
    let closed = silent.join().expect("the guest is sent away");
    assert!(closed.contains("your program said nothing for too long"), "{closed}");
    let mut other = Program::new("Clara");
    join(&mut other, room);
    until_met(&mut host, &mut other);
}

#[test]
fn a_program_that_sleeps_for_eight_seconds_goes_on_where_it_was() {
    let [mut host, mut guest] = company();
    begin([&mut host, &mut guest]);
    frames([&mut host, &mut guest], 0.5);
    let before = waited(&host);
    frames([&mut host], 8.0);
    until([&mut host], "the host waits", |[host]| waited(host) > before);
    play_on([&mut host, &mut guest], 1);
}

#[test]
fn two_who_leave_at_the_same_time_hold_each_other_up_in_nothing() {
    let [mut host, mut guest] = company();
    begin([&mut host, &mut guest]);
    frames([&mut host, &mut guest], 0.5);
    for program in [&mut host, &mut guest] {
        program.app.world_mut().trigger(SessionRequest::Leave(Screen::Title));
    }
    until([&mut host, &mut guest], "both are out", |both| {
        both.iter().all(|program| program.state() == RoomState::Closed)
    });
    frames([&mut host, &mut guest], 1.0);
    assert!(host.recorded().is_empty() && guest.recorded().is_empty(), "nobody has won");
}

#[test]
fn a_guest_of_another_version_hears_the_hosts_and_leaves_the_room_to_others() {
    let mut host = Program::new("Anna");
    let room = open(&mut host);
    let to = room.clone();
    let guest = std::thread::spawn(move || {
        block_on(async {
            let (_endpoint, connection, mut texts, mut answers) = dial(to, true).await;
            let hello = r#"{"type":"hello","version":"99.0.0","later":[7]}"#;
            let bytes = [&(hello.len() as u32).to_le_bytes(), hello.as_bytes()].concat();
            texts.write_all(&bytes).await.expect("a hello goes");
            answers.read(&mut [0]).await.expect("the host lets the guest in").expect("it says hello");
            connection.closed().await.to_string()
        })
    });
    until([&mut host], "the guest is sent away", |_| guest.is_finished());
    let closed = guest.join().expect("the guest has ended by itself");
    assert!(closed.contains("and this is 99.0.0; the other program must be updated"), "{closed}");
    until([&mut host], "the host is told", |[host]| host.told().ends_with("update yours"));
    let mut other = Program::new("Clara");
    join(&mut other, room);
    until_met(&mut host, &mut other);
}

#[test]
fn a_guest_that_leaves_before_it_says_who_it_is_leaves_the_room_to_others() {
    let mut host = Program::new("Anna");
    let room = open(&mut host);
    let to = room.clone();
    let guest = std::thread::spawn(move || {
        block_on(async {
            let (endpoint, connection, _texts, mut answers) = dial(to, true).await;
            answers.read(&mut [0]).await.expect("the host lets the guest in").expect("it says hello");
            connection.close(0_u32.into(), b"left");
            endpoint.close().await;
        });
    });
    until([&mut host], "the host is told", |[host]| {
        host.told() == "Somebody came and has left: the room is open again"
    });
    guest.join().expect("the guest has ended by itself");
    let mut other = Program::new("Clara");
    join(&mut other, room);
    until_met(&mut host, &mut other);
    play([&mut host, &mut other], 1);
}

#[test]
fn a_guest_that_leaves_before_a_match_begins_leaves_the_room_to_others() {
    let (mut host, mut guest, room) = company_at(|_| {});
    let word = |host: &Program| host.app.world().resource::<OnlineRoom>().last_received_quick_word();
    guest.room(|room, _| room.set_ready(true));
    guest.room(|room, _| room.say_quick_word(1));
    until([&mut host, &mut guest], "the host reads the word", |[host, _]| word(host) == Some(1));
    guest.room(|room, _| room.leave());
    until([&mut host], "the host is told", |[host]| host.told() == "Boris has left: the room is open again");
    assert!(matches!(host.state(), RoomState::Open(_)));
    assert_eq!(word(&host), None, "what the guest said goes with it");
    let mut other = Program::new("Clara");
    join(&mut other, room);
    until_met(&mut host, &mut other);
    play([&mut host, &mut other], 1);
    other.room(|room, _| room.leave());
    until([&mut host], "the room of a match is closed", |[host]| host.state() == RoomState::Closed);
}

#[test]
fn a_guest_that_is_turned_away_cannot_come_back_and_leaves_the_room_to_others() {
    let (mut host, mut guest, room) = company_at(|_| {});
    play([&mut host, &mut guest], 1);
    guest.room(|room, _| room.turn_guest_away());
    until([&mut host, &mut guest], "frames", |_| true);
    assert!(host.has_met() && guest.has_met(), "a guest turns nobody away");
    host.room(|room, _| room.turn_guest_away());
    for comes_back in [false, true] {
        if comes_back {
            join(&mut guest, room.clone());
        }
        until([&mut host, &mut guest], "the guest is sent away", |[_, guest]| guest.state() == RoomState::Closed);
        assert_eq!(guest.told(), "The host has turned you away");
        assert!(matches!(host.state(), RoomState::Open(_)));
        assert_eq!(host.told(), "Boris is turned away: the room is open again");
    }
    let mut other = Program::new("Clara");
    join(&mut other, room);
    until_met(&mut host, &mut other);
    host.room(|room, _| room.leave());
    let room = open(&mut host);
    join(&mut guest, room);
    until_met(&mut host, &mut guest);
}

/// Waits until the program is told an event of which `read` makes something, and gives that.
fn told<T>(peer: &mut Peer, read: impl Fn(PeerEvent) -> Option<T>) -> T {
    let begin = Instant::now();
    loop {
        if let Some(told) = std::iter::from_fn(|| peer.next_event()).find_map(&read) {
            return told;
        }
        assert!(begin.elapsed() < PATIENCE, "it is told");
        std::thread::sleep(Duration::from_millis(4));
    }
}

#[test]
fn a_guest_that_was_turned_away_does_not_take_the_room_for_a_moment_when_it_comes_back() {
    let (code, key) = (RoomCode::random(), rand::random());
    let hosting = MeetingPlan::Host { code, port: 0, relay: None, spectators: false };
    let mut host = Peer::begin_meeting(hosting).expect("a thread");
    let places = told(&mut host, |event| match event {
        PeerEvent::Open(places) => Some(places),
        _ => None,
    });
    let come = || {
        let (room, role) = (RoomAddress { code, places: places.clone() }, RoomRole::Guest);
        Peer::begin_meeting(MeetingPlan::Join { room, key, relay: None, role }).expect("a thread")
    };
    let met = |event: PeerEvent| matches!(event, PeerEvent::Met(_)).then_some(());
    let sent_away = |event: PeerEvent| match event {
        PeerEvent::Closed(why) => (why == TURNED_AWAY_MESSAGE).then_some(()),
        _ => None,
    };
    let mut guest = come();
    told(&mut host, met);
    host.turn_guest_away(TURNED_AWAY_MESSAGE);
    told(&mut guest, sent_away);
    drop(guest);
    told(&mut come(), sent_away);
    assert_eq!(std::iter::from_fn(|| host.next_event()).find_map(met), None, "the host is told nothing of it");
}

#[test]
fn a_guest_that_is_turned_away_as_a_match_begins_holds_nobody_in_it() {
    let (mut host, mut guest, _) = company_at(|_| {});
    begin([&mut host, &mut guest]);
    host.room(|room, _| room.turn_guest_away());
    until([&mut host, &mut guest], "the match ends", |both| both.iter().all(|program| !program.is_playing()));
    assert!(matches!(host.state(), RoomState::Open(_)));
    assert_eq!(guest.told(), "The host has turned you away");
}
