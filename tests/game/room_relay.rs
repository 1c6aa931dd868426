//! Two programs that meet over a relay on this machine, where no direct way is open to them.

use super::room::{PATIENCE, Program, begin, block_on, join, play, play_on, print_sent, until, until_met};
use bevy::prelude::*;
use korobka::app::online::{OpenRooms, RoomState};
use korobka::app::persistence::Settings;
use korobka::doors::peer::{
    ListedRoom, MeetingPlan, Peer, PeerEvent, RelayAddress, RelaySearch, RelaySettings, RoomAddress, RoomCode,
    RoomNotice, RoomPlace, RoomRole,
};
use korobka::doors::relay::{Relay, RelayError, RelayLimits};
use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

pub(crate) fn limits() -> RelayLimits {
    let rate = NonZeroU32::new(30_000).expect("more than none");
    RelayLimits { rooms: 1, bytes_per_second: rate, time: Duration::from_secs(3600) }
}

/// Where no relay is: a system gives nobody so low a port.
const NOWHERE: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 1);

pub(crate) fn relay_at(port: u16, metrics: Option<SocketAddr>, limits: RelayLimits) -> Relay {
    let begin = Instant::now();
    loop {
        match Relay::start_listening((Ipv4Addr::LOCALHOST, port).into(), metrics, limits) {
            Ok(relay) => return relay,
            // Another test may have been given a port that was free for a moment.
            Err(RelayError::Listen { .. }) if begin.elapsed() < PATIENCE => {
                std::thread::sleep(Duration::from_millis(10));
            }
            Err(error) => panic!("there is no relay: {error}"),
        }
    }
}

/// A program that sends everything over the relay at this address.
fn behind(address: SocketAddr, name: &str) -> Program {
    let mut program = Program::new(name);
    let mut settings = program.app.world_mut().resource_mut::<Settings>();
    settings.online.relay = format!("http://{address}");
    settings.online.relay_alone = true;
    program
}

/// Opens a room that is reached over the relay, and says where it is.
fn open(host: &mut Program) -> RoomAddress {
    host.room(|room, settings| room.open(settings, None, None)).expect("there is a network");
    until([host], "the relay is reached", |[host]| matches!(host.state(), RoomState::Open(_)));
    let written = host.room(|room, _| room.invitation()).expect("the room is open");
    let room: RoomAddress = written.parse().expect("an address");
    assert!(matches!(room.places[..], [RoomPlace::Relay(_)]), "no address of this machine is told: {written}");
    room
}

/// A host and a guest in a room that the guest reaches over the relay at this address alone. The host may have a port
/// of its own too.
pub(crate) fn company_behind(address: SocketAddr, host_has_port: bool) -> [Program; 2] {
    let (mut host, mut guest) = (behind(address, "Anna"), behind(address, "Boris"));
    host.app.world_mut().resource_mut::<Settings>().online.relay_alone = !host_has_port;
    host.room(|room, settings| room.open(settings, None, None)).expect("there is a network");
    let is_there = |place: &RoomPlace| place.relay().is_some();
    until([&mut host], "the relay is reached", |[host]| match host.state() {
        RoomState::Open(places) => places.iter().any(is_there),
        _ => false,
    });
    let room = host.room(|room, _| room.invitation()).expect("the room is open").parse().expect("an address");
    join(&mut guest, room);
    until_met(&mut host, &mut guest);
    [host, guest]
}

#[test]
fn two_programs_play_over_a_relay_alone() {
    let relay = relay_at(0, None, limits());
    let (mut host, mut guest) = (behind(relay.address(), "Anna"), behind(relay.address(), "Boris"));
    let room = open(&mut host);
    // The code alone is enough for whoever has the same relay.
    let code = room.code.to_string();
    join(&mut guest, code.parse().expect("a code"));
    until_met(&mut host, &mut guest);
    assert_eq!(relay.take_report().players, 2);
    begin([&mut host, &mut guest]);
    print_sent([&mut host, &mut guest], 2.0);
    play_on([&mut host, &mut guest], 1);
}

#[test]
fn a_relay_that_is_killed_and_started_again_ends_nothing() {
    let relay = relay_at(0, None, limits());
    let address = relay.address();
    let [mut host, mut guest] = company_behind(address, false);
    drop(relay);
    for _ in 0..100 {
        until([&mut host, &mut guest], "frames", |_| true);
        std::thread::sleep(Duration::from_millis(10));
    }
    let _relay = relay_at(address.port(), None, limits());
    play([&mut host, &mut guest], 1);
}

#[test]
fn a_relay_without_room_and_one_that_is_not_there_are_a_line() {
    let relay = relay_at(0, None, RelayLimits { rooms: 0, ..limits() });
    let mut host = behind(relay.address(), "Anna");
    host.room(|room, settings| room.open(settings, None, None)).expect("there is a network");
    until([&mut host], "the relay refuses", |[host]| host.told().contains("this relay has 0 rooms"));
    let report = relay.take_report();
    let reasons: Vec<&str> = report.refused.keys().map(String::as_str).collect();
    assert_eq!((report.players, reasons), (0, vec!["this relay has 0 rooms, and all are taken"]), "it is counted");
    let mut host = behind(NOWHERE, "Anna");
    host.room(|room, settings| room.open(settings, None, None)).expect("there is a network");
    until([&mut host], "nobody answers", |[host]| host.told().contains("does not answer"));
    let mut settings = Settings::default();
    settings.online.relay = "relay".to_owned();
    let refused = host.room(|room, _| room.open(&settings, None, None)).expect_err("it is no relay");
    assert!(refused.contains("'relay' is not a relay"), "{refused}");
}

#[test]
fn no_line_names_a_code_or_a_relay_that_is_hidden() {
    let [mut host, mut guest] = ["Anna", "Boris"].map(|name| behind(NOWHERE, name));
    for program in [&mut host, &mut guest] {
        program.app.world_mut().resource_mut::<Settings>().online.hidden = true;
    }
    host.room(|room, settings| room.open(settings, None, None)).expect("there is a network");
    join(&mut guest, "K7QM2-XW9PA".parse().expect("a code"));
    until([&mut host, &mut guest], "neither is reached", |[host, guest]| {
        host.told().contains("does not answer") && guest.state() == RoomState::Closed
    });
    assert_eq!(host.told(), "The relay *** does not answer");
    assert!(guest.told().contains("by the code ***"), "{}", guest.told());
    assert!(!guest.told().contains("K7QM2"), "{}", guest.told());
}

#[test]
fn a_room_that_is_listed_at_its_relay_is_seen_there_until_somebody_comes() {
    let relay = relay_at(0, None, RelayLimits { rooms: 2, ..limits() });
    let (mut host, mut guest) = (behind(relay.address(), "Anna"), behind(relay.address(), "Boris"));
    host.app.world_mut().resource_mut::<Settings>().online.listed = true;
    let room = open(&mut host);
    let seen = |program: &Program| program.app.world().resource::<OpenRooms>().at_relay.clone();
    until([&mut host, &mut guest], "the room is listed", |[_, guest]| !seen(guest).is_empty());
    let listed = seen(&guest);
    assert_eq!(listed.len(), 1);
    let report = relay.take_report();
    assert_eq!((report.players, report.listed_rooms), (1, 1), "the guest only looks");
    assert!(report.at_list >= 2 && report.refused.is_empty(), "{report:?}");
    assert_eq!((listed[0].host.as_str(), &listed[0].room), ("Anna", &room));
    assert!(listed[0].rules.ends_with("first to 1"), "{}", listed[0].rules);
    // Other rules are told as well.
    let changed = host.room(|room, settings| {
        let mut settings = settings.clone();
        settings.online.rules.first_to = 7;
        room.set_rules(&settings)
    });
    changed.expect("two programs can play by them");
    let told = |guest: &Program| seen(guest).first().is_some_and(|room| room.rules.ends_with("first to 7"));
    until([&mut host, &mut guest], "the other rules are listed", |[_, guest]| told(guest));
    let address = seen(&guest)[0].room.clone();
    let mut third = behind(relay.address(), "Clara");
    until([&mut host, &mut third], "a third one sees it too", |[_, third]| !seen(third).is_empty());
    join(&mut guest, address);
    until_met(&mut host, &mut guest);
    until([&mut host, &mut guest, &mut third], "it is listed no more", |[_, _, third]| seen(third).is_empty());
}

/// A relay of one room has two places at its list. These are taken for as long as what comes with it lives.
fn relay_with_a_full_list() -> (Relay, (ListedRoom, RelaySearch)) {
    let relay = relay_at(0, None, limits());
    let address: RelayAddress = format!("http://{}", relay.address()).parse().expect("an address");
    let notice = RoomNotice { host: "Boris".into(), code: "K7QM2-XW9PA".into(), rules: String::new() };
    let listed = ListedRoom::begin(address.clone(), notice).expect("there is a network");
    let search = RelaySearch::begin(address).expect("there is a network");
    until([&mut Program::new("Clara")], "both places are taken", |_| !search.rooms().is_empty());
    (relay, (listed, search))
}

#[test]
fn a_host_whose_room_the_relay_does_not_list_is_told() {
    let (relay, _places) = relay_with_a_full_list();
    let mut host = behind(relay.address(), "Anna");
    host.app.world_mut().resource_mut::<Settings>().online.listed = true;
    open(&mut host);
    until([&mut host], "the host is told", |[host]| host.told().contains("does not list your room: this relay has"));
}

#[test]
fn whoever_only_looks_is_told_that_the_relay_refuses() {
    let (relay, _places) = relay_with_a_full_list();
    let mut third = behind(relay.address(), "Anna");
    third.app.world_mut().resource_mut::<Settings>().online.hidden = true;
    until([&mut third], "it is told", |[third]| third.told().contains("does not show its open rooms: this relay has"));
    assert!(third.told().starts_with("The relay *** does"), "{}", third.told());
}

#[test]
fn a_host_whose_room_is_refused_by_the_list_again_and_again_is_told_once() {
    let relay = relay_at(0, None, limits());
    let address: RelayAddress = format!("http://{}", relay.address()).parse().expect("an address");
    // A list takes no control characters.
    let notice = RoomNotice { host: "Anna\n".into(), code: "K7QM2-XW9PA".into(), rules: String::new() };
    let mut listed = ListedRoom::begin(address, notice).expect("there is a network");
    let (begin, mut refused, mut lines) = (Instant::now(), 0, Vec::<String>::new());
    while refused < 3 {
        assert!(begin.elapsed() < PATIENCE, "it is asked again: {refused} times, {lines:?}");
        refused += relay.take_report().refused.values().sum::<usize>();
        lines.extend(listed.take_refusal());
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(matches!(&lines[..], [line] if line.contains("this is not a request to a list")), "{lines:?}");
}

#[test]
fn nobody_but_the_relay_itself_keeps_its_list() {
    let relay = relay_at(0, None, limits());
    // Everybody knows the list's key.
    let key = iroh::SecretKey::from_bytes(b"korobka: a relay's open rooms, 1");
    block_on(async {
        let url = format!("http://{}", relay.address()).parse().expect("an address");
        let config = iroh::RelayConfig::new(url, None);
        let builder = iroh::Endpoint::builder(iroh::endpoint::presets::Minimal).secret_key(key).clear_ip_transports();
        let builder = builder.relay_mode(iroh::RelayMode::Custom([config].into_iter().collect()));
        let endpoint = builder.bind().await.expect("an endpoint");
        let begin = Instant::now();
        while !relay.take_report().refused.contains_key("this key is the relay's own") {
            assert!(begin.elapsed() < PATIENCE, "the relay refuses the key");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let let_in = tokio::time::timeout(Duration::from_secs(1), endpoint.online()).await.is_ok();
        assert!(!let_in, "the relay lets the key in");
    });
}

/// A program's end that comes to a relay for its list alone, and where that list is.
async fn endpoint_for_list(relay: &Relay) -> (iroh::Endpoint, iroh::EndpointAddr) {
    let list = iroh::SecretKey::from_bytes(b"korobka: a relay's open rooms, 1").public();
    let url: iroh::RelayUrl = format!("http://{}", relay.address()).parse().expect("an address");
    let config = iroh::RelayConfig::new(url.clone(), None).with_auth_token("list");
    let builder = iroh::Endpoint::builder(iroh::endpoint::presets::Minimal).clear_ip_transports();
    let builder = builder.relay_mode(iroh::RelayMode::Custom([config].into_iter().collect()));
    let endpoint = builder.bind().await.expect("an endpoint");
    (endpoint, iroh::EndpointAddr::from_parts(list, [iroh::TransportAddr::Relay(url)]))
}

#[test]
fn a_list_whose_places_are_all_taken_refuses_and_is_not_only_out_of_reach() {
    let relay = relay_at(0, None, limits());
    let address: RelayAddress = format!("http://{}", relay.address()).parse().expect("an address");
    block_on(async {
        let (endpoint, list) = endpoint_for_list(&relay).await;
        // The list of a relay of one room has two places. One program that looks twice takes both, and is one guest of
        // the relay itself.
        let mut taken = Vec::new();
        for _ in 0..2 {
            let connection = endpoint.connect(list.clone(), b"korobka/open-rooms/1").await.expect("a place");
            let (mut sender, receiver) = connection.open_bi().await.expect("a stream");
            let look = br#"{"type":"look"}"#;
            let text = [&(look.len() as u32).to_le_bytes(), look.as_slice()].concat();
            sender.write_all(&text).await.expect("the list listens");
            taken.push((connection, sender, receiver));
        }
        let mut search = RelaySearch::begin(address).expect("there is a network");
        let begin = Instant::now();
        let told = loop {
            if let Some(line) = search.take_refusal() {
                break line;
            }
            assert!(begin.elapsed() < PATIENCE, "it is told: {:?}", relay.take_report());
            tokio::time::sleep(Duration::from_millis(10)).await;
        };
        assert!(told.ends_with("no place is left at its list"), "{told}");
    });
}

#[test]
fn a_relays_list_takes_one_stream_of_a_connection_and_lets_no_bytes_wait_in_others() {
    let relay = relay_at(0, None, limits());
    block_on(async {
        let (endpoint, address) = endpoint_for_list(&relay).await;
        let connection = endpoint.connect(address, b"korobka/open-rooms/1").await.expect("the list is there");
        let _first = connection.open_bi().await.expect("a stream");
        let second = Duration::from_secs(1);
        assert!(tokio::time::timeout(second, connection.open_bi()).await.is_err(), "it takes a second stream");
        assert!(tokio::time::timeout(second, connection.open_uni()).await.is_err(), "it takes a stream of one way");
    });
}

#[test]
fn whoever_stays_too_long_is_sent_away_and_may_come_again() {
    let relay = relay_at(0, None, RelayLimits { time: Duration::from_secs(2), ..limits() });
    let mut host = behind(relay.address(), "Anna");
    open(&mut host);
    until([&mut host], "the relay sends it away", |_| relay.take_report().players == 0);
    until([&mut host], "it is there again", |_| relay.take_report().players == 1);
}

#[test]
fn a_long_match_that_a_late_spectator_is_told_over_a_relay_holds_up_no_keys() {
    let relay = relay_at(0, None, RelayLimits { rooms: 2, ..limits() });
    let address: RelayAddress = format!("http://{}", relay.address()).parse().expect("an address");
    let way = || Some(RelaySettings { relay: address.clone(), alone: true });
    let until_told = |peer: &mut Peer, wanted: fn(&PeerEvent) -> bool| {
        let begin = Instant::now();
        while !std::iter::from_fn(|| peer.next_event()).any(|event| wanted(&event)) {
            assert!(begin.elapsed() < PATIENCE, "it is told");
            std::thread::sleep(Duration::from_millis(4));
        }
    };
    let code = RoomCode::random();
    let hosting = MeetingPlan::Host { code, port: 0, relay: way(), spectators: true };
    let mut host = Peer::begin_meeting(hosting).expect("a thread");
    until_told(&mut host, |event| matches!(event, PeerEvent::Open(_)));
    let come = |role: RoomRole| {
        let room = RoomAddress { code, places: Vec::new() };
        Peer::begin_meeting(MeetingPlan::Join { room, key: rand::random(), relay: way(), role }).expect("a thread")
    };
    let mut guest = come(RoomRole::Guest);
    until_told(&mut guest, |event| matches!(event, PeerEvent::Met(_)));
    host.begin_spectator_match();
    (0..300).for_each(|_| host.send_to_spectators("k".repeat(1000)));
    // What stands for keys says how many texts the spectator had been told when it was sent. Texts tell more than a
    // clock does: a machine that is busy is late with both.
    let texts = Arc::new(AtomicU64::new(0));
    let known = Arc::clone(&texts);
    host.set_datagram_source(Some(Box::new(move || Some(known.load(Ordering::Relaxed).to_le_bytes().to_vec()))));
    let mut spectator = come(RoomRole::Spectator);
    let (begin, mut overtaken_by) = (Instant::now(), Vec::new());
    while texts.load(Ordering::Relaxed) < 90 {
        assert!(begin.elapsed() < PATIENCE, "the spectator has been told {texts:?} texts");
        while let Some(event) = guest.next_event() {
            let PeerEvent::Datagram(bytes) = event else { continue };
            let sent = u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
            overtaken_by.push(texts.load(Ordering::Relaxed) - sent);
        }
        // One at a time: those that came while this thread stood still have overtaken no keys.
        if matches!(spectator.next_event(), Some(PeerEvent::Text(_))) {
            texts.fetch_add(1, Ordering::Relaxed);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    overtaken_by.sort_unstable();
    let keys = overtaken_by.len();
    assert!(keys > 50, "{keys} packets have come");
    // With 15,000 bytes a second for the spectators, a key that waits for 700 ms waits for ten texts.
    assert!(overtaken_by[keys / 2] < 10, "half of {keys} packets wait for this many texts: {overtaken_by:?}");
}

#[test]
fn a_relay_tells_its_figures_as_text() {
    let free = || TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port").local_addr().expect("its number");
    let here = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    // Another test may take a port that is free before the relay does.
    let opened = (0..10)
        .map(|_| free())
        .find_map(|port| Relay::start_listening(here, Some(port), limits()).ok().map(|relay| (relay, port)));
    let (relay, port) = opened.expect("there is a relay");
    let mut host = behind(relay.address(), "Anna");
    open(&mut host);
    let mut asked = TcpStream::connect(port).expect("somebody answers");
    asked.write_all(b"GET /metrics HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n").expect("it is asked");
    let mut text = String::new();
    asked.read_to_string(&mut text).expect("it answers");
    println!("{text}");
    // Its own list of rooms, and the host.
    let accepted = text.lines().find_map(|line| line.strip_prefix("relayserver_accepts_total "));
    assert!(accepted.is_some_and(|count| count.parse::<u32>().is_ok_and(|count| count >= 2)), "{text}");
}

#[test]
fn a_relay_answers_whoever_watches_over_it() {
    let relay = relay_at(0, None, limits());
    let mut asked = TcpStream::connect(relay.address()).expect("somebody answers");
    asked.write_all(b"GET /healthz HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n").expect("it is asked");
    let mut text = String::new();
    asked.read_to_string(&mut text).expect("it answers");
    assert!(text.starts_with("HTTP/1.1 200 "), "{text}");
}

#[test]
fn a_relay_that_cannot_listen_tells_which_of_its_addresses_is_taken() {
    let other = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let (taken, free) = (other.local_addr().expect("its number"), SocketAddr::from((Ipv4Addr::LOCALHOST, 0)));
    for (address, metrics) in [(free, taken), (taken, free)] {
        match Relay::start_listening(address, Some(metrics), limits()) {
            Err(RelayError::Listen { address, .. }) => assert_eq!(address, taken),
            opened => panic!("{opened:?}"),
        }
    }
}
