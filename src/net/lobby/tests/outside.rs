//! Tests of what comes to a room from outside: what has no place there closes it, and what does has its limits.

use super::*;
use crate::measure::Rating;
use crate::rules::GeneratorKind;

fn ready(revision: u32, commitment: &str) -> LobbyMessage {
    LobbyMessage::Ready { revision, commitment: Some(commitment.to_owned()), handling: Handling::default() }
}

#[test]
fn what_has_no_place_closes_the_room() {
    let hello = |version: &str, engine: &str| {
        let (version, engine) = (version.to_owned(), engine.to_owned());
        let proof = KEY.sign(&hello_text_to_sign(RoomSide::Host, "theirs"));
        LobbyMessage::Hello { version, engine, player: player("Anna"), begun: None, proof }.text()
    };
    let guest = || Lobby::for_guest(7, player("Boris"));
    let ours = env!("CARGO_PKG_VERSION");
    let fault = |texts: &[String]| {
        let mut lobby = guest();
        say_hello(&mut lobby);
        texts.iter().try_for_each(|text| lobby.receive(text)).unwrap_err().to_string()
    };
    let met = hello(ours, "0000000000000007");
    let with = |message: LobbyMessage| fault(&[met.clone(), message.text()]);
    assert!(fault(&[hello("9.9.9", "0000000000000007")]).starts_with("the other program is korobka 9.9.9"));
    let later = r#"{"type":"hello","version":"99.0.0","later":[7]}"#;
    let line = format!("the other program is korobka 99.0.0, and this is {ours}; update yours");
    assert_eq!(fault(&[later.into()]), line, "whatever else a later version says in its hello");
    assert!(fault(&[hello("0.0.9", "0000000000000007")]).ends_with("the other program must be updated"));
    assert!(fault(&[later.replace("99.0.0", ours)]).starts_with("the other program sent an invalid message"));
    assert!(fault(&[hello(ours, "0000000000000008")]).contains("different matches by the same keys"));
    assert!(fault(&["{}".into()]).starts_with("the other program sent an invalid message: missing field `type`"));
    assert!(fault(&[met.clone(), met.clone()]).contains("hello twice"));
    assert!(with(LobbyMessage::Word { word: 8 }).contains("a word that there is not"));
    let mut short = terms();
    short.rules.garbage.travel = 149;
    let line = "the host's rules are impossible: garbage travels for 149 ms, and 150 is the least";
    assert_eq!(with(LobbyMessage::Terms { revision: 1, terms: Box::new(short.clone()) }), line);
    assert_eq!(Lobby::for_host(7, player("Anna"), short).unwrap_err().to_string(), line);
    let promise = |commitment: &str| ready(0, commitment).text();
    assert!(fault(&[met.clone(), promise("a"), promise("b")]).contains("ready twice"));
    let other = LobbyMessage::Reveal { part: "00".repeat(16), to: String::new() }.text();
    assert!(fault(&[met.clone(), promise("a"), other]).contains("another part of the seed"));
}

#[test]
fn a_promise_cannot_be_changed_for_one_that_suits_better() {
    let mut room = Room::new();
    room.deliver_all();
    room.sides.iter_mut().for_each(|side| side.set_ready(true));
    assert!(room.deliver(1), "the guest's promise comes to the host");
    let other = ready(1, &"00".repeat(32));
    assert_eq!(room.sides[0].receive(&other.text()), Err(LobbyFault::OutOfPlace("ready twice")));
}

#[test]
fn a_promise_is_no_longer_than_a_hash() {
    let promised = |letters: usize| {
        let mut room = Room::new();
        room.deliver_all();
        room.sides[0].receive(&ready(1, &"0".repeat(letters)).text())
    };
    assert_eq!([promised(64), promised(65)], [Ok(()), Err(LobbyFault::Seed)]);
}

#[test]
fn nobody_says_hello_by_the_key_of_another() {
    let hello = |connection: &str, key: &Identity| {
        let mut guest = Lobby::for_guest(7, player("Boris"));
        guest.say_hello(connection.to_owned(), key);
        guest.next_outgoing().unwrap()
    };
    let mut host = Lobby::for_host(7, player("Anna"), terms()).unwrap();
    say_hello(&mut host);
    let own = host.next_outgoing().unwrap();
    for wrong in [hello("theirs", &Identity::random()), hello("another", &KEY), own] {
        assert_eq!(host.receive(&wrong), Err(LobbyFault::Key), "{wrong}");
        assert!(host.other_player().is_none());
    }
    host.receive(&hello("theirs", &KEY)).unwrap();
    assert_eq!(host.other_player().unwrap().id, KEY.id());
}

#[test]
fn whoever_comes_back_is_who_was_there_with_the_rating_that_was_told() {
    let mut room = playing();
    let mut back = room.sides[1].clone();
    back.own.told = ClaimedRecord { of: 7, ..ClaimedRecord::default() };
    let key = Identity::random();
    let mut other = back.clone();
    other.own.id = key.id();
    say_hello(&mut room.sides[0]);
    say_hello(&mut back);
    other.say_hello("theirs".to_owned(), &key);
    let [hello, others] = [back, other].map(|mut side| side.next_outgoing().unwrap());
    assert_eq!(room.sides[0].receive(&others), Err(LobbyFault::OtherPlayer));
    assert_eq!(room.sides[0].receive(&hello), Ok(()));
    assert_eq!(room.sides[0].other_player().unwrap().told, ClaimedRecord::default());
}

#[test]
fn names_from_outside_are_shown_within_limits() {
    let long = player(&"x".repeat(1_000)).within_limits();
    assert_eq!(long.name.len(), 24);
    assert_eq!(player("\u{7}\n ").within_limits().name, "Somebody");
    let mut room = Room::new();
    room.sides[1] = Lobby::for_guest(7, player("Anna"));
    say_hello(&mut room.sides[1]);
    room.deliver_all();
    assert_eq!(room.sides[0].other_player().unwrap().name, "Anna II", "two of one name are told apart");
    for name in ["x".repeat(22), format!("{} II", "x".repeat(21))] {
        let [host, guest] = [player(&name), player(&name)];
        room.sides = [Lobby::for_host(7, host, terms()).unwrap(), Lobby::for_guest(7, guest)];
        (0..2).for_each(|_| reconnect(&mut room));
        assert_eq!(room.sides[0].other_player().unwrap().name, room.sides[1].own.name, "after a lost connection too");
        assert_ne!(room.sides[0].own.name, room.sides[1].own.name, "{name}");
    }
}

#[test]
fn a_hello_that_boasts_is_heard_within_limits() {
    let mut room = Room::new();
    let rating = Rating { rating: 9_999.0, deviation: 1.0, ..Rating::default() };
    // The own side keeps to the limits: another program may not.
    room.sides[1].own = LobbyPlayer {
        name: "x".repeat(1_000),
        handling: Handling { das: 60_000, ..Handling::default() },
        told: ClaimedRecord { rating: Some(rating), left: 30, of: 25 },
        ..player("")
    };
    say_hello(&mut room.sides[1]);
    room.deliver_all();
    let heard = room.sides[0].other_player().unwrap();
    assert_eq!((heard.name.len(), heard.handling.das), (24, 500));
    let rating = Rating { rating: 4_000.0, deviation: 50.0, ..rating };
    assert_eq!(heard.told, ClaimedRecord { rating: Some(rating), left: 20, of: 20 });
}

#[test]
fn a_spec_of_the_others_starts_no_program_and_reads_no_file() {
    let told = |spec: &str, slips: u8| {
        let computer = RecordedPlayer::Computer {
            spec: Some(spec.to_owned()),
            pace: crate::game::Pace::from_pps(1.0),
            slips,
            placements: Default::default(),
        };
        match (LobbyPlayer { player: computer, ..player("Anna") }).within_limits().player {
            RecordedPlayer::Computer { spec, slips, .. } => (spec, slips),
            RecordedPlayer::Person => panic!("it was no person"),
        }
    };
    for fine in ["iwumbwe:7", "iwumbwe:7#3", "lin:published", "literature:bcts"] {
        assert_eq!(told(fine, 3), (Some(fine.to_owned()), 3));
    }
    for wrong in ["tbp:sh -c 'true'", "/etc/passwd", "other.gen", "", &"a".repeat(100)] {
        assert_eq!(told(wrong, 200), (None, 5), "{wrong}: with no more slips than there are");
    }
}

#[test]
fn terms_that_would_hold_the_guest_up_are_refused() {
    let mut slow = terms();
    slow.rules.garbage.travel = 60_000;
    let [mut dealt, mut given] = [terms(), terms()];
    dealt.rules.generator = GeneratorKind::Dealt;
    given.rules.generator = GeneratorKind::Given;
    let strong = RoomTerms { handicaps: [1000, 10_001], ..terms() };
    for wrong in [slow, dealt, given, strong] {
        let text = LobbyMessage::Terms { revision: 9, terms: Box::new(wrong) }.text();
        let mut room = Room::new();
        room.deliver_all();
        assert!(matches!(room.sides[1].receive(&text), Err(LobbyFault::Rules(_))), "{text}");
    }
}
