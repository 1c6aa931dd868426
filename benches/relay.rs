//! How many rooms a relay carries on one core: so many pairs of programs without boards send what a match sends, over
//! one relay, whose processor time is read from the system (`/proc`, so on Linux alone).
//!
//! `cargo bench --locked --features dev --profile dev --bench relay`
#![allow(
    clippy::expect_used,
    clippy::zombie_processes,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::print_stdout
)]

use korobka::doors::peer::{
    MeetingPlan, Peer, PeerEvent, RelayAddress, RelaySettings, RoomAddress, RoomCode, RoomRole,
};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How many rooms there are at a time.
const ROOMS: usize = 20;
/// For how long they are measured.
const TIME: Duration = Duration::from_secs(10);
/// The bytes of a packet of keys, as a match sends it in the middle.
const PACKET: usize = 47;
/// The system's clock ticks of processor time in a second.
const TICKS: f64 = 100.0;

/// The processor time that a process has taken so far, in seconds.
fn processor_time(process: u32) -> f64 {
    let line = std::fs::read_to_string(format!("/proc/{process}/stat")).expect("the relay runs");
    // After the name, which ends with the last bracket, the 12th and 13th word.
    let words: Vec<&str> = line.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    words[11..=12].iter().map(|word| word.parse::<f64>().expect("a number")).sum::<f64>() / TICKS
}

/// Waits until this has happened to a program.
fn wait(peer: &mut Peer, wanted: impl Fn(&PeerEvent) -> bool) {
    let begin = Instant::now();
    loop {
        match peer.next_event() {
            Some(event) if wanted(&event) => return,
            Some(PeerEvent::Failed(line) | PeerEvent::NoRelay(line)) => panic!("{line}"),
            Some(_) => {}
            None => std::thread::sleep(Duration::from_millis(5)),
        }
        assert!(begin.elapsed() < Duration::from_secs(60), "nobody comes");
    }
}

fn main() {
    let mut relay = Command::new(env!("CARGO_BIN_EXE_korobka"))
        .args(["relay", "--listen", "127.0.0.1:0"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("a relay");
    let mut first = String::new();
    BufReader::new(relay.stdout.take().expect("its words")).read_line(&mut first).expect("a line");
    let address = first.split("at ").nth(1).and_then(|rest| rest.split(';').next()).expect("its address").to_owned();
    let way = || {
        let relay: RelayAddress = address.parse().expect("an address");
        Some(RelaySettings { relay, alone: true })
    };
    let mut peers = Vec::new();
    for _ in 0..ROOMS {
        let code = RoomCode::random();
        let mut host = Peer::begin_meeting(MeetingPlan::Host { code, port: 0, relay: way(), spectators: false })
            .expect("a thread");
        wait(&mut host, |event| matches!(event, PeerEvent::Open(_)));
        let room = RoomAddress { code, places: Vec::new() };
        let role = RoomRole::Guest;
        let mut guest =
            Peer::begin_meeting(MeetingPlan::Join { room, key: rand::random(), relay: way(), role }).expect("a thread");
        wait(&mut guest, |event| matches!(event, PeerEvent::Met(_)));
        for peer in [host, guest] {
            peer.set_datagram_source(Some(Box::new(|| Some(vec![7; PACKET]))));
            peers.push(peer);
        }
    }
    // What came while the rooms were opened does not count.
    for peer in &mut peers {
        while peer.next_event().is_some() {}
    }
    let (begin, before) = (Instant::now(), processor_time(relay.id()));
    let mut packets = 0;
    while begin.elapsed() < TIME {
        for peer in &mut peers {
            while let Some(event) = peer.next_event() {
                packets += usize::from(matches!(event, PeerEvent::Datagram(_)));
            }
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let (seconds, taken) = (begin.elapsed().as_secs_f64(), processor_time(relay.id()) - before);
    let each = taken / seconds / ROOMS as f64;
    println!(
        "{ROOMS} rooms for {seconds:.1} s: {packets} packets came, {taken:.2} s of processor time; {:.0} rooms on one core",
        1.0 / each
    );
    relay.kill().and_then(|()| relay.wait()).expect("it ends");
}
