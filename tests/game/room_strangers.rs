//! Programs that are none of ours, or of another version, at the door of a room: none of them harms it, and none keeps
//! anybody out.

use super::room::{Program, block_on, join, open, until, until_met};
use iroh::endpoint::{Connection, RecvStream, SendStream};
use korobka::app::online::RoomState;
use korobka::doors::peer::{RoomAddress, RoomCode, RoomKeys, RoomPlace};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// A program that is none of ours connects with the host of a room, which has this key, and says nothing.
async fn connect(room: RoomAddress, host: iroh::PublicKey) -> (iroh::Endpoint, Connection) {
    let builder = iroh::Endpoint::builder(iroh::endpoint::presets::Minimal);
    let endpoint = builder.relay_mode(iroh::RelayMode::Disabled).bind().await.expect("an endpoint");
    let sockets = room.places.into_iter().filter_map(|place| match place {
        RoomPlace::Socket(address) => Some(iroh::TransportAddr::Ip(address)),
        RoomPlace::Relay(_) => None,
    });
    let address = iroh::EndpointAddr::from_parts(host, sockets);
    let connection = endpoint.connect(address, b"korobka/match/5").await.expect("the room is there");
    (endpoint, connection)
}

/// A program that is none of ours comes to a room, if it knows the code or only the host's key. It stays while all
/// that is returned is kept.
pub(crate) async fn dial(room: RoomAddress, knows: bool) -> (iroh::Endpoint, Connection, SendStream, RecvStream) {
    let keys = room.code.derive_keys();
    let host = iroh::SecretKey::from_bytes(&keys.host).public();
    let (endpoint, connection) = connect(room, host).await;
    let (texts, answers) = prove(&keys, &endpoint, &connection, knows).await;
    (endpoint, connection, texts, answers)
}

/// Asks a host for the guest's place, with the code's proof or with one that is wrong.
async fn prove(
    keys: &RoomKeys,
    endpoint: &iroh::Endpoint,
    connection: &Connection,
    knows: bool,
) -> (SendStream, RecvStream) {
    let (mut texts, answers) = connection.open_bi().await.expect("a stream");
    let host = connection.remote_id();
    let proof = if knows { keys.proof(host.as_bytes(), endpoint.id().as_bytes()) } else { "0".repeat(64) };
    let proof = format!("play {proof}");
    texts.write_all(&[&(proof.len() as u32).to_le_bytes(), proof.as_bytes()].concat()).await.expect("a proof goes");
    (texts, answers)
}

/// What a hostile guest does once it is connected, if it knows the code or only the host's key; returns why it ended.
/// It floods the host for as many of the host's frames as are a second on a quiet machine.
async fn hostile(room: RoomAddress, knows: bool, frames: &AtomicU32) -> String {
    let (_endpoint, connection, mut texts, _answers) = dial(room, knows).await;
    if !knows {
        return connection.closed().await.to_string();
    }
    let mut sent = 0_u32;
    while frames.load(Ordering::Relaxed) <= 200 || sent <= 10_000 {
        // Ten a millisecond, of any bytes and lengths; a busy machine takes longer for as many.
        for _ in 0..10 {
            let bytes: Vec<u8> = (0..sent % 1_100).map(|at| (at ^ sent) as u8).collect();
            let _lost = connection.send_datagram(bytes.into());
            sent += 1;
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    texts.write_all(&u32::MAX.to_le_bytes()).await.expect("the length of a huge text goes");
    connection.closed().await.to_string()
}

#[test]
fn a_host_of_another_version_is_a_line_that_says_so() {
    let code = RoomCode::random();
    let key = iroh::SecretKey::from_bytes(&code.derive_keys().host);
    let (bound, port) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        block_on(async {
            let builder = iroh::Endpoint::builder(iroh::endpoint::presets::Minimal).secret_key(key);
            let builder = builder.alpns(vec![b"korobka/match/0".to_vec()]).relay_mode(iroh::RelayMode::Disabled);
            let older = builder.bind().await.expect("an endpoint");
            let sockets = older.bound_sockets();
            let port = sockets.iter().find(|socket| socket.is_ipv4()).expect("a socket").port();
            bound.send(port).expect("somebody waits for it");
            while let Some(incoming) = older.accept().await {
                let _refused = incoming.await;
            }
        });
    });
    let port = port.recv().expect("it is bound");
    let at = vec![RoomPlace::Socket(([127, 0, 0, 1], port).into())];
    let mut guest = Program::new("Boris");
    guest
        .room(|room, settings| room.join(settings, None, RoomAddress { code, places: at }))
        .expect("there is a network");
    until([&mut guest], "the host refuses", |[guest]| guest.state() == RoomState::Closed);
    assert!(guest.told().contains("another version of korobka"), "{}", guest.told());
}

#[test]
fn ten_thousand_packets_a_second_and_a_huge_text_harm_nobody() {
    let mut host = Program::new("Anna");
    let room = open(&mut host);
    let frames = Arc::new(AtomicU32::new(0));
    let drawn = Arc::clone(&frames);
    let guest = std::thread::spawn(move || block_on(hostile(room, true, &drawn)));
    until([&mut host], "the guest is sent away", |_| {
        frames.fetch_add(1, Ordering::Relaxed);
        guest.is_finished()
    });
    let closed = guest.join().expect("the guest has ended by itself");
    assert!(closed.contains("a text of 4294967295 bytes"), "{closed}");
    until([&mut host], "the host is told", |[host]| host.told().contains("a text of 4294967295 bytes"));
    assert!(matches!(host.state(), RoomState::Open(_)), "the room is open to others");
}

#[test]
fn who_knows_the_hosts_key_alone_does_not_come_in() {
    let mut host = Program::new("Anna");
    let room = open(&mut host);
    let stranger = std::thread::spawn(move || block_on(hostile(room, false, &AtomicU32::new(0))));
    until([&mut host], "the stranger is sent away", |_| stranger.is_finished());
    let closed = stranger.join().expect("the stranger has ended by itself");
    assert!(closed.contains("the room has another code"), "{closed}");
    assert!(matches!(host.state(), RoomState::Open(_)), "the host waits on");
}

#[test]
fn strangers_who_connect_and_say_nothing_keep_nobody_out() {
    let mut host = Program::new("Anna");
    let room = open(&mut host);
    let (to, key) = (room.clone(), iroh::SecretKey::from_bytes(&room.code.derive_keys().host).public());
    let (connected, have_connected) = std::sync::mpsc::channel();
    let (stay, stayed) = tokio::sync::oneshot::channel::<()>();
    let strangers = std::thread::spawn(move || {
        block_on(async {
            let mut silent = Vec::new();
            for _ in 0..8 {
                silent.push(connect(to.clone(), key).await);
            }
            connected.send(()).expect("somebody waits for it");
            let _ended = stayed.await;
            drop(silent);
        });
    });
    have_connected.recv().expect("the strangers have connected");
    let mut guest = Program::new("Boris");
    join(&mut guest, room);
    until_met(&mut host, &mut guest);
    drop(stay);
    strangers.join().expect("the strangers have ended by themselves");
}

#[test]
fn strangers_who_are_gone_again_end_no_handshake() {
    let mut host = Program::new("Anna");
    let room = open(&mut host);
    let guest = std::thread::spawn(move || {
        block_on(async {
            let keys = room.code.derive_keys();
            let key = iroh::SecretKey::from_bytes(&keys.host).public();
            let (endpoint, connection) = connect(room.clone(), key).await;
            let mut strangers = Vec::new();
            for _ in 0..8 {
                strangers.push(connect(room.clone(), key).await);
                strangers.iter().for_each(|(_, line)| line.close(0_u32.into(), b""));
            }
            let (_texts, mut answers) = prove(&keys, &endpoint, &connection, true).await;
            answers.read(&mut [0]).await.expect("the host lets the guest in").expect("it says hello");
        });
    });
    until([&mut host], "the guest is in the room, or is sent away", |_| guest.is_finished());
    guest.join().expect("the guest was let in, however long it took");
}
