//! Tests of a room whose two sides talk to each other.

#![allow(clippy::unwrap_used)]

mod outside;

use super::*;
use crate::doors::peer::Identity;
use crate::game::{Handling, RecordedPlayer};
use crate::rules::random::Purpose;
use crate::rules::{Random, Rules};
use std::collections::VecDeque;
use std::sync::LazyLock;

/// The secret key of all players in these tests.
static KEY: LazyLock<Identity> = LazyLock::new(Identity::random);

fn player(name: &str) -> LobbyPlayer {
    LobbyPlayer {
        told: ClaimedRecord::default(),
        name: name.to_owned(),
        handling: Handling::default(),
        player: RecordedPlayer::Person,
        id: KEY.id(),
    }
}

/// Has a side say hello over the one connection of these tests.
fn say_hello(side: &mut Lobby) {
    side.say_hello("theirs".to_owned(), &KEY);
}

fn terms() -> RoomTerms {
    RoomTerms { rules: Rules::versus(), handicaps: [1000, 1500] }
}

/// Both sides of a room, with the texts that are under way between them.
struct Room {
    sides: [Lobby; 2],
    under_way: [VecDeque<String>; 2],
}

impl Room {
    fn new() -> Self {
        let mut sides = [Lobby::for_host(7, player("Anna"), terms()).unwrap(), Lobby::for_guest(7, player("Boris"))];
        sides.iter_mut().for_each(say_hello);
        Self { sides, under_way: Default::default() }
    }

    fn send(&mut self) {
        for (side, under_way) in self.sides.iter_mut().zip(&mut self.under_way) {
            under_way.extend(std::iter::from_fn(|| side.next_outgoing()));
        }
    }

    /// Hands the oldest text of this side to the other one; false where there is none.
    fn deliver(&mut self, from: usize) -> bool {
        self.send();
        let Some(text) = self.under_way[from].pop_front() else { return false };
        self.sides[1 - from].receive(&text).unwrap();
        true
    }

    fn deliver_all(&mut self) {
        while self.deliver(0) | self.deliver(1) {}
    }

    fn get_both_ready(&mut self) {
        self.sides.iter_mut().for_each(|side| side.set_ready(true));
        self.deliver_all();
    }

    fn agreed(&mut self) -> [Option<AgreedMatch>; 2] {
        self.sides.each_mut().map(Lobby::take_agreed_match)
    }
}

#[test]
fn two_who_are_ready_agree_on_a_match_again_and_again() {
    let mut room = Room::new();
    room.deliver_all();
    assert_eq!(room.sides[1].other_player().unwrap().name, "Anna");
    assert_eq!(room.sides[1].terms(), Some(&terms()));
    let mut seeds = Vec::new();
    for _ in 0..3 {
        room.sides[0].set_ready(true);
        room.deliver_all();
        assert_eq!(room.sides.each_ref().map(Lobby::are_ready), [[true, false], [false, true]]);
        room.sides[1].set_ready(true);
        room.deliver_all();
        let [Some(host), Some(guest)] = room.agreed() else { panic!("both have a match") };
        assert_eq!((host.number, host.setup.seed), (guest.number, guest.setup.seed));
        assert_eq!([host.own_seat, guest.own_seat], [0, 1]);
        let names = |agreed: &AgreedMatch| agreed.setup.seats.iter().map(|seat| seat.name.clone()).collect::<Vec<_>>();
        assert_eq!(
            (names(&host), names(&guest)),
            (vec!["Anna".into(), "Boris".into()], vec!["Anna".into(), "Boris".into()])
        );
        assert!(
            matches!(host.setup.seats[1].control, SeatControl::Elsewhere(RecordedPlayer::Person)),
            "its keys come from elsewhere"
        );
        assert_eq!(guest.setup.seats[1].handicap, 1500);
        seeds.push(host.setup.seed);
    }
    seeds.dedup();
    assert_eq!(seeds.len(), 3, "another seed each time");
}

#[test]
fn a_handling_that_was_changed_counts_from_the_next_match_on() {
    let mut room = Room::new();
    room.deliver_all();
    let handlings = |room: &mut Room| {
        room.sides[1].set_ready(true);
        room.deliver_all();
        let [Some(host), Some(guest)] = room.agreed() else { panic!("both have a match") };
        let of = |agreed: &AgreedMatch| agreed.setup.seats.iter().map(|seat| seat.handling).collect::<Vec<_>>();
        assert_eq!(of(&host), of(&guest));
        of(&host)
    };
    let [usual, quick, slow] = [150, 90, 240].map(|das| Handling { das, ..Handling::default() });
    room.sides[0].set_handling(usual);
    room.sides[0].set_ready(true);
    room.deliver_all();
    // Too late for this match: the other knows already how this side plays it.
    room.sides[0].set_handling(slow);
    assert_eq!(handlings(&mut room)[0], usual);
    room.sides[0].set_handling(quick);
    room.sides[0].set_ready(true);
    room.deliver_all();
    assert_eq!(handlings(&mut room), [quick, Handling::default()]);
}

#[test]
fn however_texts_cross_either_both_have_the_match_or_neither() {
    let mut matches = 0;
    for number in 0..2_000 {
        let mut random = Random::new(number, Purpose::Games);
        let mut room = Room::new();
        room.deliver_all();
        let mut agreed: [Vec<u32>; 2] = Default::default();
        for _ in 0..60 {
            let side = random.below(2) as usize;
            match random.below(8) {
                0..3 => {
                    let ready = !room.sides[side].are_ready()[0];
                    room.sides[side].set_ready(ready);
                }
                3 if random.chance(100) => {
                    let handicaps = [1000, 1000 + random.below(9)];
                    room.sides[0].set_terms(RoomTerms { handicaps, ..terms() }).unwrap();
                }
                _ => drop(room.deliver(side)),
            }
            for (agreed, new) in agreed.iter_mut().zip(room.agreed()) {
                agreed.extend(new.map(|agreed| agreed.number));
            }
        }
        room.deliver_all();
        for (agreed, new) in agreed.iter_mut().zip(room.agreed()) {
            agreed.extend(new.map(|agreed| agreed.number));
        }
        assert_eq!(agreed[0], agreed[1], "room {number}");
        matches += agreed[0].len();
        let [host, guest] = room.sides.each_ref().map(Lobby::are_ready);
        assert_eq!(host, [guest[1], guest[0]], "room {number}: both see who is ready");
    }
    assert!(matches > 500, "{matches} matches");
}

#[test]
fn a_lost_connection_swallows_words_but_no_pause() {
    let mut lobby = Lobby::for_guest(7, player("Boris"));
    say_hello(&mut lobby);
    // Said before the connection was lost, it comes before the hello of the next one.
    lobby.receive(&LobbyMessage::Word { word: 0 }.text()).unwrap();
    assert!(lobby.next_signal().is_none());
    while lobby.next_outgoing().is_some() {}
    lobby.say_word(1);
    lobby.set_paused(true);
    say_hello(&mut lobby);
    let said: Vec<String> = std::iter::from_fn(|| lobby.next_outgoing()).collect();
    assert!(said[0].contains("hello"), "{said:?}");
    assert_eq!(said[1..], [LobbyMessage::Pause { rests: true, turn: 1, begun: None }.text()]);
}

/// A room whose two sides have just begun a match.
fn playing() -> Room {
    let mut room = Room::new();
    room.deliver_all();
    room.get_both_ready();
    assert!(room.agreed().iter().all(Option::is_some), "both have a match");
    room
}

/// Loses the connection with all texts that are under way, and connects both sides again.
fn reconnect(room: &mut Room) {
    room.send();
    room.under_way.iter_mut().for_each(VecDeque::clear);
    room.sides.iter_mut().for_each(say_hello);
    room.deliver_all();
}

fn pauses(lobby: &mut Lobby) -> Vec<bool> {
    let news = std::iter::from_fn(|| lobby.next_signal());
    news.filter_map(|news| if let LobbySignal::Pause(rests) = news { Some(rests) } else { None }).collect()
}

#[test]
fn the_last_word_on_a_pause_counts_on_both_sides_whatever_the_connection_swallowed() {
    let mut room = playing();
    room.sides[0].set_paused(true);
    room.deliver_all();
    assert_eq!(pauses(&mut room.sides[1]), [true]);
    room.sides[1].set_paused(false);
    room.deliver_all();
    assert_eq!(pauses(&mut room.sides[0]), [false]);
    // This one was handed to the connection, and did not come.
    room.sides[0].set_paused(true);
    reconnect(&mut room);
    assert_eq!(pauses(&mut room.sides[1]), [true]);
    assert!(pauses(&mut room.sides[0]).is_empty(), "its own word is the last one");
    room.sides[0].set_paused(false);
    room.sides[1].set_paused(true);
    room.deliver_all();
    assert_eq!([pauses(&mut room.sides[0]), pauses(&mut room.sides[1])], [vec![true], vec![]], "of two at once");
}

#[test]
fn however_much_is_said_at_once_the_last_of_each_kind_is_heard() {
    let mut room = playing();
    while room.sides[1].next_signal().is_some() {}
    (0..20).for_each(|_| room.sides[0].say_word(0));
    room.sides[0].say_word(3);
    room.sides[0].set_paused(true);
    room.deliver_all();
    let news: Vec<LobbySignal> = std::iter::from_fn(|| room.sides[1].next_signal()).collect();
    assert_eq!(news, [LobbySignal::Word(3), LobbySignal::Pause(true)]);
}

#[test]
fn a_pause_that_is_told_after_the_part_of_the_seed_is_one_of_the_new_match() {
    let mut room = playing();
    room.sides[0].set_paused(true);
    room.deliver_all();
    room.get_both_ready();
    assert!(pauses(&mut room.sides[1]).is_empty(), "that was a pause of the match before");
    assert!(!room.sides[1].is_paused());
    room.sides[0].set_paused(true);
    room.deliver_all();
    assert!(room.sides[1].is_paused());
}

#[test]
fn terms_that_are_not_those_of_the_last_match_are_new_to_both() {
    let mut room = playing();
    let are_new = |room: &Room| room.sides.each_ref().map(Lobby::have_terms_changed);
    assert_eq!(are_new(&room), [false, false]);
    let other = RoomTerms { handicaps: [1000, 2000], ..terms() };
    room.sides[0].set_terms(other).unwrap();
    room.deliver_all();
    assert_eq!(are_new(&room), [true, true]);
    room.get_both_ready();
    assert_eq!(are_new(&room), [false, false], "both have agreed on them");
}

#[test]
fn a_guest_hears_after_a_lost_connection_that_no_spectator_is_left() {
    let mut room = playing();
    let spectators = |lobby: &mut Lobby| {
        let news = std::iter::from_fn(|| lobby.next_signal());
        news.filter_map(|news| if let LobbySignal::Spectators(count) = news { Some(count) } else { None }).last()
    };
    room.sides[0].send_spectator_count(3);
    room.deliver_all();
    assert_eq!(spectators(&mut room.sides[1]), Some(3));
    room.sides[0].send_spectator_count(0);
    reconnect(&mut room);
    assert_eq!(spectators(&mut room.sides[1]), Some(0));
}

#[test]
fn who_has_another_match_than_the_other_hears_so_with_the_hello() {
    let not_in_match =
        |lobby: &mut Lobby| std::iter::from_fn(|| lobby.next_signal()).any(|news| news == LobbySignal::NotInMatch);
    let mut room = playing();
    reconnect(&mut room);
    assert_eq!(room.sides.each_mut().map(not_in_match), [false, false]);
    // The part that decides the next match comes to one side alone.
    room.sides.iter_mut().for_each(|side| side.set_ready(true));
    while room.agreed()[0].is_none() {
        room.deliver(1);
        let is_parts = room.under_way[0].front().is_some_and(|text| text.contains("reveal"));
        if !is_parts {
            room.deliver(0);
        }
    }
    reconnect(&mut room);
    assert!(not_in_match(&mut room.sides[0]), "the host is in a match that the guest does not know");
    // Both parts came, but the connection was lost before the host's match began.
    let mut room = playing();
    room.get_both_ready();
    assert!(room.sides[1].take_agreed_match().is_some());
    reconnect(&mut room);
    assert_eq!(room.sides.each_mut().map(not_in_match), [false, true]);
    // The guest's program was ended and started again.
    let mut room = playing();
    room.sides[1] = Lobby::for_guest(7, player("Boris"));
    reconnect(&mut room);
    assert_eq!(room.sides.each_mut().map(not_in_match), [true, false]);
}

#[test]
fn nothing_of_a_guest_that_does_not_come_back_is_left_for_the_next_one() {
    let mut room = playing();
    room.sides[0].set_paused(true);
    room.sides[0].send_result_signature(1, "signed".to_owned());
    room.deliver_all();
    room.sides[1].set_ready(true);
    room.deliver_all();
    room.sides[0].forget_other();
    assert!(room.sides[0].last_other_player().is_none());
    assert_eq!((room.sides[0].are_ready(), room.sides[0].terms()), ([false; 2], Some(&terms())));
    room.sides[1] = Lobby::for_guest(7, player("Clara"));
    reconnect(&mut room);
    assert_eq!(room.sides[0].other_player().unwrap().name, "Clara");
    let news = room.sides.each_mut().map(|side| std::iter::from_fn(|| side.next_signal()).collect::<Vec<_>>());
    assert_eq!(news, [vec![], vec![LobbySignal::Spectators(0)]]);
    room.get_both_ready();
    assert!(room.agreed().iter().all(Option::is_some), "both have a match");
}
