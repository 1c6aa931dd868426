//! Taking in what has come over the network since the last frame: events, texts of the lobby and datagrams.

use super::{Lag, OnlineRoom, RoomState};
use crate::doors::clock::Moment;
use crate::doors::peer::{Identity, LEFT_MESSAGE, Peer, PeerEvent, TURNED_AWAY_MESSAGE};
use crate::net::lobby::{Lobby, LobbyFault, LobbySignal, RoomSide};
use crate::net::spectating::{SpectatingFault, SpectatorNews};
use bevy::log::info;

/// The most events of the network that a frame takes in: whoever floods it must not hold a frame up.
const MOST_EVENTS: usize = 128;
/// The most signatures of results that wait to be checked.
const MOST_RESULTS: usize = 4;
/// How many guests that were turned away an own room keeps out; then the first of them may come again.
const MOST_TURNED_AWAY: usize = 64;

/// Why a room is closed, in the words of each side.
#[derive(Debug)]
pub(in crate::app::online) struct ClosingLines {
    /// The line that the player here reads.
    pub(in crate::app::online) here: String,
    /// The line that the other player reads.
    pub(in crate::app::online) there: String,
}

impl From<LobbyFault> for ClosingLines {
    fn from(fault: LobbyFault) -> Self {
        Self { here: fault.to_string(), there: fault.line_for_other() }
    }
}

impl From<String> for ClosingLines {
    /// The connection has ended, or is a spectator's, to whom a host does not listen: the line is for here alone.
    fn from(here: String) -> Self {
        Self { here, there: LEFT_MESSAGE.to_owned() }
    }
}

/// Whether an own room is there for others if the next text of its guest is wrong: that of a guest with whom no match
/// has begun, and outside a match also that of one who was there before and has not said hello again.
fn leaves_room_to_others(lobby: &Lobby, is_in_match: bool) -> bool {
    let known = if is_in_match { lobby.last_other_player() } else { lobby.other_player() };
    lobby.side() == RoomSide::Host && (known.is_none() || !lobby.has_begun_match())
}

/// What the player of an own room reads of a guest that could not come in, or could not stay, for this reason.
fn line_on_guest_sent_away(lobby: &Lobby, reason: &str) -> String {
    match lobby.other_player() {
        Some(other) => format!("{} could not stay: {reason}", other.name),
        None => format!("Somebody could not come in: {reason}"),
    }
}

/// What the player of an own room reads where its guest has ended the connection with this line before a match.
fn line_on_guest_gone(lobby: &Lobby, said: &str) -> String {
    match lobby.last_other_player() {
        Some(other) if said == LEFT_MESSAGE => format!("{} has left: the room is open again", other.name),
        Some(other) => format!("{}'s program has left the room, which is open again: {said}", other.name),
        None => "Somebody came and has left: the room is open again".to_owned(),
    }
}

impl OnlineRoom {
    /// Takes in what has come since the last frame; `is_in_match` says whether a match is played that is not over.
    ///
    /// # Errors
    /// The lines for both players that say why the room is closed.
    pub(in crate::app::online) fn receive(&mut self, is_in_match: bool) -> Result<(), ClosingLines> {
        if let Some(line) = self.last_line.take() {
            return Err(line.into());
        }
        for _ in 0..MOST_EVENTS {
            // A watched match is seen to its end before the next one takes its place.
            if self.watched_news.last() == Some(&SpectatorNews::Ended) {
                break;
            }
            let Some(event) = self.peer.as_mut().and_then(Peer::next_event) else { break };
            if matches!(event, PeerEvent::Met(_) | PeerEvent::Text(_) | PeerEvent::Datagram(_)) {
                self.heard = Some(Moment::now());
            }
            let Some(lobby) = &mut self.lobby else {
                self.watch(event)?;
                continue;
            };
            // Whether the other end is that of a guest of the own room with whom no match has begun. Whatever such a
            // guest does, the room is there for others.
            let is_before_match = lobby.side() == RoomSide::Host && !lobby.has_begun_match();
            match event {
                // A relay may be reached only when the other is there already.
                PeerEvent::Open(places) => {
                    self.places = places;
                    if matches!(self.state, RoomState::Coming | RoomState::Open(_)) {
                        self.open_up();
                    }
                }
                PeerEvent::NoRelay(line) => self.notices.push(line),
                PeerEvent::Met(connection) => {
                    // It is the guest's, until that is lost for good.
                    self.announcements.end();
                    (self.state, self.met) = (RoomState::Met, Some(Moment::now()));
                    lobby.say_hello(connection, self.identity.get_or_insert_with(Identity::random));
                    // Before the other's hello may close the room: else the other would not learn the version of here.
                    self.send();
                }
                // What a guest said before it heard that it was sent away is meant for nobody.
                PeerEvent::Text(_) if self.state != RoomState::Met => {}
                PeerEvent::Text(text) => {
                    let ready_for = lobby.are_ready()[0].then(|| lobby.terms_revision());
                    let is_others_place = leaves_room_to_others(lobby, is_in_match);
                    if let Err(fault) = lobby.receive(&text) {
                        if !is_others_place {
                            return Err(fault.into());
                        }
                        let line = line_on_guest_sent_away(lobby, &fault.to_string());
                        self.free_room(Some(line), Some(&fault.line_for_other()));
                        continue;
                    }
                    let other = lobby.other_player().map(|other| other.id);
                    if other.is_some_and(|id| self.turned_away.contains(&id)) {
                        // However often it comes, the player here is told nothing of it.
                        self.free_room(None, Some(TURNED_AWAY_MESSAGE));
                        continue;
                    }
                    if ready_for.is_some_and(|revision| revision != lobby.terms_revision()) {
                        // Else each of the two would wait for the other.
                        let line = "The host has changed the rules: you are not ready for these yet";
                        self.notices.push(line.to_owned());
                    }
                }
                PeerEvent::Datagram(bytes) => self.datagrams.push(bytes),
                PeerEvent::Lag(milliseconds) => self.lag.add_round_trip(milliseconds),
                PeerEvent::Spectators(count) => {
                    self.spectators = count as u8;
                    lobby.send_spectator_count(self.spectators);
                }
                // Of a guest that was sent away: its end may have come before it was told.
                PeerEvent::Lost(_) | PeerEvent::Closed(_) | PeerEvent::Wrong(_)
                    if matches!(self.state, RoomState::Open(_)) =>
                {
                    self.peer.iter().for_each(Peer::admit_next_guest);
                }
                PeerEvent::Lost(reason) => {
                    info!("the connection is lost: {reason}");
                    (self.state, self.lost) = (RoomState::Lost, Some(Moment::now()));
                }
                PeerEvent::Closed(said) if is_before_match => {
                    let line = line_on_guest_gone(lobby, &said);
                    self.free_room(Some(line), None);
                }
                PeerEvent::Wrong(reason) if is_before_match => {
                    let line = line_on_guest_sent_away(lobby, &reason);
                    self.free_room(Some(line), None);
                }
                PeerEvent::Closed(line) => {
                    let other = lobby.last_other_player();
                    let name = other.map_or("The other player", |other| &other.name);
                    self.other_left = line == LEFT_MESSAGE;
                    self.last_line = Some(match line.as_str() {
                        LEFT_MESSAGE => format!("{name} has left the room"),
                        TURNED_AWAY_MESSAGE if lobby.side() == RoomSide::Guest => {
                            "The host has turned you away".to_owned()
                        }
                        // Nobody was there yet: the room goes on without this guest.
                        line if other.is_none() && lobby.side() == RoomSide::Guest => {
                            format!("You cannot come in: {line}")
                        }
                        line => format!("{name}'s program has closed the room: {line}"),
                    });
                }
                PeerEvent::Wrong(line) | PeerEvent::Failed(line) => self.last_line = Some(line),
            }
        }
        self.notices.extend(self.announcements.take_refusal());
        while let Some(news) = self.lobby.as_mut().and_then(Lobby::next_signal) {
            match news {
                LobbySignal::Word(word) => self.word = Some((word, Moment::now())),
                LobbySignal::Pause(rests) => self.rests = Some(rests),
                LobbySignal::NotInMatch => self.other_is_elsewhere = true,
                LobbySignal::Result(number, signature) => {
                    // A result is told again after every lost connection.
                    self.results.retain(|(known, _)| *known != number);
                    self.results.drain(..self.results.len().saturating_sub(MOST_RESULTS - 1));
                    self.results.push((number, signature));
                }
                LobbySignal::Spectators(count) => self.spectators = count,
            }
        }
        self.send();
        Ok(())
    }

    /// Frees an own room whose guest has been lost for so many seconds, or is there for so many and has not said who it
    /// is, so that somebody else may come.
    pub(in crate::app::online) fn free_if_guest_missing(&mut self, seconds: f32) {
        let is_long = |since: Option<Moment>| since.is_some_and(|since| since.elapsed().as_secs_f32() > seconds);
        let Some(lobby) = &self.lobby else { return };
        let is_lost = self.state == RoomState::Lost && is_long(self.lost);
        let is_silent = self.state == RoomState::Met && lobby.other_player().is_none() && is_long(self.met);
        if lobby.side() != RoomSide::Host || !(is_lost || is_silent) {
            return;
        }
        let line = match lobby.last_other_player() {
            Some(other) => format!("{} has not come back: the room is open to others", other.name),
            None if is_lost => "The other player has not come back: the room is open to others".to_owned(),
            None => "Somebody came and said nothing: the room is open again".to_owned(),
        };
        self.free_room(Some(line), is_silent.then_some("your program said nothing for too long"));
    }

    /// Turns the guest of an own room away, and opens the room to others. As long as there is this room, that player
    /// cannot come back to play. Spectators do not say who they are: it may still watch.
    /// This does nothing in a room of somebody else's.
    pub fn turn_guest_away(&mut self) {
        let own = self.lobby.as_ref().filter(|lobby| lobby.side() == RoomSide::Host);
        let Some(other) = own.and_then(Lobby::other_player) else { return };
        let (id, line) = (other.id, format!("{} is turned away: the room is open again", other.name));
        self.turned_away.drain(..self.turned_away.len().saturating_sub(MOST_TURNED_AWAY - 1));
        self.turned_away.push(id);
        // A match that has begun in this very frame, before its screen came, is played by nobody then.
        self.other_is_elsewhere = true;
        self.free_room(Some(line), Some(TURNED_AWAY_MESSAGE));
    }

    /// Frees an own room for whoever comes next, and tells the player here this line. A guest that is still there is
    /// sent away, for this reason.
    fn free_room(&mut self, line: Option<String>, reason: Option<&str>) {
        let (Some(lobby), Some(peer)) = (&mut self.lobby, &self.peer) else { return };
        lobby.forget_other();
        match reason {
            Some(reason) => peer.turn_guest_away(reason),
            None => peer.admit_next_guest(),
        }
        (self.lag, self.heard, self.word) = (Lag::default(), None, None);
        self.open_up();
        self.notices.extend(line);
    }

    /// Opens the room to whoever comes next, and announces it where it is to be.
    fn open_up(&mut self) {
        self.notices.extend(self.announcements.begin(&self.places));
        self.state = RoomState::Open(self.places.clone());
    }

    /// Takes in what has come to a spectator.
    fn watch(&mut self, event: PeerEvent) -> Result<(), String> {
        match event {
            PeerEvent::Met(_) => self.state = RoomState::Met,
            PeerEvent::Lost(reason) => {
                info!("the connection is lost: {reason}");
                self.state = RoomState::Lost;
                self.notices.push("The connection is lost; dialling again …".to_owned());
            }
            PeerEvent::Text(text) => {
                if let Some(spectated) = &mut self.spectated {
                    self.watched_news
                        .push(spectated.receive(&text).map_err(|fault: SpectatingFault| fault.to_string())?);
                }
            }
            PeerEvent::Closed(line) if line == LEFT_MESSAGE => {
                self.last_line = Some("The room is closed".to_owned());
            }
            // A room that takes no spectator, or not this one, goes on without.
            PeerEvent::Closed(line) => self.last_line = Some(format!("You cannot watch: {line}")),
            PeerEvent::Wrong(line) | PeerEvent::Failed(line) => self.last_line = Some(line),
            _ => {}
        }
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::game::RecordedPlayer;
    use crate::game::replay::Replay;
    use crate::net::lobby::{LobbyPlayer, RoomTerms};
    use crate::net::spectating::{SpectatedMatch, SpectatorFeed};
    use crate::rules::Rules;

    #[test]
    fn a_watched_match_is_seen_to_its_end_though_the_next_one_has_come_before_the_frame() {
        let played = Replay::of_two(7);
        let (mut feed, begin) = SpectatorFeed::begin(9, played.setup.clone());
        let texts = [begin.clone()].into_iter().chain(feed.end_texts(&played)).chain([begin]);
        let peer = Some(Peer::of_test(texts.map(PeerEvent::Text)));
        let spectated = Some(SpectatedMatch::new(9));
        let mut room = OnlineRoom { peer, spectated, state: RoomState::Met, ..OnlineRoom::default() };
        let mut news = || {
            room.receive(false).unwrap();
            std::mem::take(&mut room.watched_news)
        };
        let expected = [vec![SpectatorNews::Begun, SpectatorNews::Ended], vec![SpectatorNews::Begun]];
        assert_eq!([news(), news()], expected);
    }

    #[test]
    fn a_host_keeps_the_last_guests_out_that_it_turned_away_and_a_guest_turns_nobody_away() {
        let [mut own, mut others] = [OnlineRoom::with_guest().unwrap(), OnlineRoom::of_test(RoomState::Met)];
        let guest = own.lobby().unwrap().other_player().unwrap().id;
        own.turned_away.push(Identity::random().id());
        for room in [&mut own, &mut others] {
            (0..MOST_TURNED_AWAY).for_each(|_| room.turn_guest_away());
        }
        assert_eq!(own.turned_away, [guest; MOST_TURNED_AWAY]);
        assert!(others.turned_away.is_empty());
    }

    #[test]
    fn a_guest_whose_text_is_wrong_leaves_the_room_to_others_until_a_match_begins_and_when_it_comes_back_after_it() {
        let [host_key, guest_key] = [Identity::random(), Identity::random()];
        let player = |name: &str, key: &Identity| LobbyPlayer {
            name: name.to_owned(),
            handling: Default::default(),
            player: RecordedPlayer::Person,
            id: key.id(),
            told: Default::default(),
        };
        let terms = RoomTerms { rules: Rules::versus(), handicaps: [1000; 2] };
        let mut host = Lobby::for_host(7, player("Anna", &host_key), terms).unwrap();
        let mut guest = Lobby::for_guest(7, player("Boris", &guest_key));
        let leaves = |host: &Lobby| [false, true].map(|is_in_match| leaves_room_to_others(host, is_in_match));
        host.say_hello("theirs".to_owned(), &host_key);
        guest.say_hello("theirs".to_owned(), &guest_key);
        assert_eq!(leaves(&host), [true, true], "nobody is known");
        std::iter::from_fn(|| guest.next_outgoing()).for_each(|text| host.receive(&text).unwrap());
        assert_eq!(leaves(&host), [true, true], "no match has begun");
        assert_eq!(line_on_guest_gone(&host, LEFT_MESSAGE), "Boris has left: the room is open again");
        assert_eq!(line_on_guest_sent_away(&host, "nonsense"), "Boris could not stay: nonsense");
        std::iter::from_fn(|| host.next_outgoing()).for_each(|text| guest.receive(&text).unwrap());
        [&mut host, &mut guest].into_iter().for_each(|side| side.set_ready(true));
        for _ in 0..2 {
            std::iter::from_fn(|| guest.next_outgoing()).for_each(|text| host.receive(&text).unwrap());
            std::iter::from_fn(|| host.next_outgoing()).for_each(|text| guest.receive(&text).unwrap());
        }
        assert!(host.take_agreed_match().is_some());
        assert_eq!(leaves(&host), [false, false], "a match has begun");
        host.say_hello("theirs again".to_owned(), &host_key);
        assert!(host.receive(r#"{"type":"hello","version":"99.0.0"}"#).is_err());
        assert_eq!(leaves(&host), [true, false], "it was there before");
        assert_eq!(leaves(&guest), [false, false], "it is another's room");
    }
}
