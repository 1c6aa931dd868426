//! The room in which two programs meet: how it is opened, joined and closed, and what there is to show of it.

mod announcements;
mod listening;
mod own_key;
mod own_side;

use super::Lag;
use crate::app::persistence::{FileClaim, Settings};
use crate::doors::clock::Moment;
use crate::doors::peer::{
    DatagramSource, HIDDEN_WORD, Identity, LEFT_MESSAGE, MeetingPlan, Peer, PlayerId, RoomAddress, RoomCode, RoomPlace,
    RoomRole,
};
use crate::game::SeatSetup;
use crate::game::replay::Replay;
use crate::net::lobby::{AgreedMatch, ClaimedRecord, Lobby, RoomSide};
use crate::net::spectating::{SpectatedMatch, SpectatorNews};
use crate::net::{KeyPacket, engine_fingerprint};
use announcements::RoomAnnouncements;
use bevy::prelude::*;
use own_side::{own_lobby_player, relay_settings, room_terms, rule_words};
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

/// The hash by which two programs see that they play the same game.
pub(super) static ENGINE_FINGERPRINT: LazyLock<u64> = LazyLock::new(engine_fingerprint);

/// The state of a room, or of the attempt to open or reach one.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum RoomState {
    /// No room is open, and none is being looked for.
    #[default]
    Closed,
    /// The room is being opened, or its host is being dialled.
    Coming,
    /// The room is open, and nobody has come yet. A guest finds it at these places.
    Open(Vec<RoomPlace>),
    /// The other player is in the room, and connected.
    Met,
    /// The other player was in the room; the connection is lost.
    Lost,
}

/// The room that this program has opened or gone to.
#[derive(Resource, Debug, Default)]
pub struct OnlineRoom {
    peer: Option<Peer>,
    lobby: Option<Lobby>,
    code: Option<RoomCode>,
    /// The code and the relay, which lines for the player may name and screens may hide.
    secrets: Vec<String>,
    state: RoomState,
    lag: Lag,
    /// When something last came from the other program.
    heard: Option<Moment>,
    /// When the last connection with the other program began.
    met: Option<Moment>,
    /// When the connection was lost last.
    lost: Option<Moment>,
    /// When the room's clock began.
    began: Option<Moment>,
    /// Datagrams that have come and that no match has read yet.
    pub(super) datagrams: Vec<Vec<u8>>,
    /// Whether the other player has paused the match (true) or resumed it (false) since the last
    /// frame; `None` for neither.
    pub(super) rests: Option<bool>,
    /// The last quick word that the other player said, and when it came.
    word: Option<(u8, Moment)>,
    /// Whether the other player was told last that this side has paused the match in progress.
    pub(super) has_told_rest: bool,
    /// The lines that the player is to be shown, beside the state of the room.
    pub(super) notices: Vec<String>,
    /// The computer player at the own seat; `None` where a person plays.
    computer: Option<SeatSetup>,
    /// Whether the other program has said, when it came back, that it is not in the match that began last here; or its
    /// player was turned away.
    pub(super) other_is_elsewhere: bool,
    /// How often the other player has paused the match in progress.
    pub(super) pauses: u32,
    /// How often this side has paused the match in progress.
    pub(super) own_pauses: u32,
    /// The places at which the own room could last be reached, whoever is in it.
    places: Vec<RoomPlace>,
    /// The announcements of the own room; none once somebody has come.
    announcements: RoomAnnouncements,
    /// The players that were turned away from the own room, the last one last.
    turned_away: Vec<PlayerId>,
    /// How many spectators there are.
    spectators: u8,
    /// The match that this program watches as a spectator; `None` where it plays.
    pub(super) spectated: Option<SpectatedMatch>,
    /// What the host has told of the watched match since the last frame.
    pub(super) watched_news: Vec<SpectatorNews>,
    /// The line for the player that says why the room closes with the next frame: what came just before is
    /// to be seen first.
    last_line: Option<String>,
    /// What others are told of the player's earlier matches.
    pub(super) told: ClaimedRecord,
    /// The player's key, `None` before it is first needed; and the folder in which it lies, `None` where
    /// it is not kept.
    identity: Option<Identity>,
    folder: Option<PathBuf>,
    /// The claim on the player's key, held as long as the program runs; `None` while another program has it.
    claim: Option<FileClaim>,
    /// The other's signatures of results that have come, each with the number of its match.
    results: Vec<(u32, String)>,
    /// Whether the other player has left the room.
    other_left: bool,
}

impl OnlineRoom {
    /// The state without a room; the player's key lies in this folder, or without a folder is drawn anew each time.
    pub(super) fn without_room(folder: Option<PathBuf>) -> Self {
        Self { folder, ..Self::default() }
    }

    /// Opens a room with the name, handling and rules of the settings, at this UDP port or at theirs. At the own seat
    /// sits this computer player, or a person.
    ///
    /// # Errors
    /// A line for the player: by these rules no two programs can play, the relay's address is none or is missing, or
    /// there is no network.
    pub fn open(&mut self, settings: &Settings, computer: Option<SeatSetup>, port: Option<u16>) -> Result<(), String> {
        let (id, warning) = self.know_itself();
        let own = own_lobby_player(settings, computer.as_ref(), (id, self.told));
        let lobby =
            Lobby::for_host(*ENGINE_FINGERPRINT, own, room_terms(settings)).map_err(|fault| fault.to_string())?;
        let code = RoomCode::random();
        let relay = relay_settings(settings)?;
        let port = port.unwrap_or(settings.online.port);
        let spectators = settings.online.spectators;
        self.begin(Some(lobby), code, computer, MeetingPlan::Host { code, port, relay, spectators })?;
        self.notices.extend(warning);
        let host = self.lobby.as_ref().map_or_else(String::new, |lobby| lobby.own_player().name.clone());
        self.announcements = RoomAnnouncements::of(&settings.online, host, code, rule_words(settings));
        Ok(())
    }

    /// Goes to a room with the name and handling of the settings, with this computer player at the own
    /// seat, or a person.
    ///
    /// # Errors
    /// A line for the player: the relay's address is none or is missing, or there is no network.
    pub fn join(&mut self, settings: &Settings, computer: Option<SeatSetup>, room: RoomAddress) -> Result<(), String> {
        let (id, warning) = self.know_itself();
        let own = own_lobby_player(settings, computer.as_ref(), (id, self.told));
        let lobby = Lobby::for_guest(*ENGINE_FINGERPRINT, own);
        // The host knows a guest again by the key as long as the room is open, also when the guest's program was ended
        // in between. A program beside another one of the same player's is not the first, and somebody else in a room.
        let key = if self.is_first() { self.own_identity().guest_key(room.code) } else { rand::random() };
        let (relay, role) = (relay_settings(settings)?, RoomRole::Guest);
        self.begin(Some(lobby), room.code, computer, MeetingPlan::Join { key, relay, room, role })?;
        self.notices.extend(warning);
        Ok(())
    }

    /// Goes to a room as a spectator.
    ///
    /// # Errors
    /// A line for the player: the relay's address is none or is missing, or there is no network.
    pub fn spectate(&mut self, settings: &Settings, room: RoomAddress) -> Result<(), String> {
        let (key, relay, role) = (rand::random(), relay_settings(settings)?, RoomRole::Spectator);
        self.begin(None, room.code, None, MeetingPlan::Join { key, relay, room, role })?;
        self.spectated = Some(SpectatedMatch::new(*ENGINE_FINGERPRINT));
        Ok(())
    }

    fn begin(
        &mut self,
        lobby: Option<Lobby>,
        code: RoomCode,
        computer: Option<SeatSetup>,
        meeting: MeetingPlan,
    ) -> Result<(), String> {
        self.leave();
        let (MeetingPlan::Host { relay, .. } | MeetingPlan::Join { relay, .. }) = &meeting;
        let relay = relay.as_ref().map(|way| way.relay.to_string());
        self.secrets = std::iter::once(code.to_string()).chain(relay).collect();
        let peer = Peer::begin_meeting(meeting).map_err(|error| format!("no network: {error}"))?;
        (self.peer, self.lobby, self.code) = (Some(peer), lobby, Some(code));
        (self.computer, self.state, self.began) = (computer, RoomState::Coming, Some(Moment::now()));
        Ok(())
    }

    /// Leaves the room, and tells the other player. Without a room, nothing happens.
    pub fn leave(&mut self) {
        self.close(LEFT_MESSAGE);
    }

    /// Closes the room; the other player reads this line.
    pub(super) fn close(&mut self, line: &str) {
        if let Some(peer) = self.emptied().peer {
            peer.close(line);
        }
    }

    /// Leaves the room because the program ends, and waits until the other program knows.
    pub(super) fn leave_and_wait(&mut self) {
        if let Some(peer) = self.emptied().peer {
            peer.close_and_wait(LEFT_MESSAGE);
        }
    }

    /// Resets this to no room, with the same player and key. Returns the room that was.
    fn emptied(&mut self) -> Self {
        let (identity, folder, claim) = (self.identity.clone(), self.folder.clone(), self.claim.take());
        let next = Self { identity, folder, claim, told: self.told, ..Self::default() };
        std::mem::replace(self, next)
    }

    /// Tells the other the own signature of the result of a match.
    pub(super) fn tell_result_signature(&mut self, number: u32, signature: String) {
        self.with_lobby(|lobby| lobby.send_result_signature(number, signature));
    }

    /// Takes the other's signatures of results that have come, each with the number of its match.
    pub(super) fn take_result_signatures(&mut self) -> Vec<(u32, String)> {
        std::mem::take(&mut self.results)
    }

    /// The state of the room.
    pub const fn state(&self) -> &RoomState {
        &self.state
    }

    /// Whether there is a room: one that is open, is being opened or is being dialled.
    pub fn is_open(&self) -> bool {
        self.state != RoomState::Closed
    }

    /// The lobby: who is in the room, by what terms, and who is ready. `None` without a room, and for a spectator.
    pub const fn lobby(&self) -> Option<&Lobby> {
        self.lobby.as_ref()
    }

    /// The room's code; `None` without a room.
    pub const fn code(&self) -> Option<RoomCode> {
        self.code
    }

    /// A line about the room as it may stand on the screen: without the code and the relay if they are hidden there.
    pub(super) fn line_on_screen(&self, line: String, is_hidden: bool) -> String {
        match is_hidden {
            true => self.secrets.iter().fold(line, |line, secret| line.replace(secret, HIDDEN_WORD)),
            false => line,
        }
    }

    /// The invitation that the other player types in to come to the own room: `CODE@PLACE,...`; `None` unless an own
    /// room waits for somebody.
    pub fn invitation(&self) -> Option<String> {
        let RoomState::Open(places) = &self.state else { return None };
        self.line_with(places)
    }

    /// The same for spectators, whoever is in the own room; `None` in another's room, and before the own one is open.
    pub fn spectator_invitation(&self) -> Option<String> {
        (!self.places.is_empty()).then(|| self.line_with(&self.places)).flatten()
    }

    /// The line that leads to the room at these places.
    fn line_with(&self, places: &[RoomPlace]) -> Option<String> {
        // Who reads the line takes its first places alone: many addresses must not push the relay out.
        let (relays, addresses): (Vec<_>, Vec<_>) = places.iter().partition(|place| place.relay().is_some());
        let places: Vec<String> = relays.into_iter().chain(addresses).map(ToString::to_string).collect();
        Some(format!("{}@{}", self.code?, places.join(",")))
    }

    /// The recording of the match that this program watches, as far as it is told; `None` before a match, and
    /// where this program plays.
    pub fn watched_replay(&self) -> Option<&Arc<Replay>> {
        self.spectated.as_ref()?.replay()
    }

    /// Whether this program is a spectator.
    pub const fn is_spectator(&self) -> bool {
        self.spectated.is_some()
    }

    /// How many spectators there are.
    pub const fn spectator_count(&self) -> u8 {
        self.spectators
    }

    /// The lag between the two programs: how long packets take.
    pub const fn lag(&self) -> &Lag {
        &self.lag
    }

    /// Whether the other player has left the room, rather than been lost.
    pub(super) const fn has_other_left(&self) -> bool {
        self.other_left
    }

    /// For how many seconds nothing has come from the other.
    pub fn silent_seconds(&self) -> f32 {
        self.heard.map_or(0.0, |heard| heard.elapsed().as_secs_f32())
    }

    /// The quick word that the other player said last, in the four seconds in which it is shown.
    pub fn last_received_quick_word(&self) -> Option<u8> {
        self.word.filter(|(_, said)| said.elapsed().as_secs_f32() < 4.0).map(|(word, _)| word)
    }

    /// Sets the handling that a person at the own seat has from the next match on to that of these settings.
    pub fn set_handling(&mut self, settings: &Settings) {
        if let (Some(lobby), None) = (&mut self.lobby, &self.computer) {
            lobby.set_handling(settings.handling);
        }
    }

    /// Says whether this side is ready for the next match. With an own computer player that cannot play by the rules
    /// it stays unready, and the player is told so.
    pub fn set_ready(&mut self, ready: bool) {
        let terms = self.lobby.as_ref().and_then(Lobby::terms);
        if let (true, Some(terms), Some(seat)) = (ready, terms, &self.computer)
            && !seat.can_play_under_rules(&terms.rules)
        {
            let name = &seat.name;
            self.notices.push(format!(
                "{name} cannot play by these rules: the host can set others, or you leave and play yourself"
            ));
            return;
        }
        self.with_lobby(|lobby| lobby.set_ready(ready));
    }

    /// Sets the rules and handicaps of the next match in the own room to those of these settings.
    /// In another's room nothing happens.
    ///
    /// # Errors
    /// A line for the player: by these rules no two programs can play.
    pub fn set_rules(&mut self, settings: &Settings) -> Result<(), String> {
        let Some(lobby) = self.lobby.as_mut().filter(|lobby| lobby.side() == RoomSide::Host) else { return Ok(()) };
        let set = lobby.set_terms(room_terms(settings));
        if set.is_ok() {
            self.announcements.set_rules(rule_words(settings));
        }
        self.send();
        set.map_err(|fault| fault.to_string())
    }

    /// Says a quick word to the other player, by its number.
    pub fn say_quick_word(&mut self, word: u8) {
        self.with_lobby(|lobby| lobby.say_word(word));
    }

    /// Tells the other program that this side has paused the match, or resumed it.
    pub(super) fn tell_pause(&mut self, rests: bool) {
        self.with_lobby(|lobby| lobby.set_paused(rests));
    }

    fn with_lobby(&mut self, act: impl FnOnce(&mut Lobby)) {
        if let Some(lobby) = &mut self.lobby {
            act(lobby);
            self.send();
        }
    }

    /// Sends the texts that the lobby has for the other program, while that is connected.
    fn send(&mut self) {
        if let (Some(lobby), Some(peer), RoomState::Met) = (&mut self.lobby, &self.peer, &self.state) {
            std::iter::from_fn(|| lobby.next_outgoing()).for_each(|text| peer.send(text));
        }
    }

    /// The room's clock: the milliseconds since this program began to open the room or to go to it.
    pub(super) fn clock_millis(&self) -> u32 {
        self.began.map_or(0, |began| began.elapsed().as_millis() as u32)
    }

    /// Has the network's timer send this packet, with the time at which it goes.
    pub(super) fn send_packet(&self, packet: KeyPacket) {
        let (Some(peer), Some(began)) = (&self.peer, self.began) else { return };
        let stamped = move || {
            let clock = began.elapsed().as_millis() as u32;
            let held = packet.held.saturating_add(clock.saturating_sub(packet.clock));
            Some(KeyPacket { clock, held, ..packet.clone() }.encode())
        };
        let next: DatagramSource = Box::new(stamped);
        peer.set_datagram_source(Some(next));
    }

    /// Tells the spectators of an own room that another match begins, with its first text.
    pub(super) fn begin_spectator_match(&self, text: String) {
        if let Some(peer) = &self.peer {
            peer.begin_spectator_match();
            peer.send_to_spectators(text);
        }
    }

    /// Sends these texts about a match to the spectators of an own room.
    pub(super) fn send_to_spectators(&self, texts: Vec<String>) {
        if let Some(peer) = &self.peer {
            texts.into_iter().for_each(|text| peer.send_to_spectators(text));
        }
    }

    /// Takes the match that both have agreed on, with the own computer player at its seat.
    pub(super) fn take_agreed_match(&mut self) -> Option<AgreedMatch> {
        let mut agreed = self.lobby.as_mut().and_then(Lobby::take_agreed_match)?;
        if let (Some(computer), Some(seat)) = (&self.computer, agreed.setup.seats.get_mut(agreed.own_seat)) {
            seat.control = computer.control.clone();
            seat.spec.clone_from(&computer.spec);
        }
        Some(agreed)
    }
}

#[cfg(any(test, feature = "dev"))]
impl OnlineRoom {
    /// For tests and pictures: an own room without a network. Its guest has said hello; `None` if the host does not
    /// understand what was said.
    pub(crate) fn with_guest() -> Option<Self> {
        let [mut host, mut guest] = Self::two_sides()?;
        while let Some(text) = guest.next_outgoing() {
            host.receive(&text).ok()?;
        }
        Some(Self { lobby: Some(host), code: Some(RoomCode::random()), state: RoomState::Met, ..Self::default() })
    }

    /// A host and its guest, who have said hello and have not heard each other; `None` where there is no such room.
    fn two_sides() -> Option<[Lobby; 2]> {
        use crate::net::lobby::{LobbyPlayer, RoomTerms};
        let key = Identity::random();
        let own = LobbyPlayer {
            name: "Anna".to_owned(),
            handling: default(),
            player: crate::game::RecordedPlayer::Person,
            id: key.id(),
            told: default(),
        };
        let terms = RoomTerms { rules: crate::rules::Rules::versus(), handicaps: [1000; 2] };
        let (mut host, mut guest) = (Lobby::for_host(7, own.clone(), terms).ok()?, Lobby::for_guest(7, own));
        for side in [&mut host, &mut guest] {
            side.say_hello("theirs".to_owned(), &key);
        }
        Some([host, guest])
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
impl OnlineRoom {
    /// For tests: a room in this state, in which this side is the guest. Its host has said hello, unless nobody
    /// is in the room yet; then it can be reached at the places of the state.
    pub(crate) fn of_test(state: RoomState) -> Self {
        let [mut host, mut guest] = Self::two_sides().unwrap();
        if !matches!(state, RoomState::Open(_)) {
            std::iter::from_fn(|| host.next_outgoing()).for_each(|text| guest.receive(&text).unwrap());
        }
        let places = if let RoomState::Open(places) = &state { places.clone() } else { Vec::new() };
        Self { lobby: Some(guest), code: Some(RoomCode::random()), places, state, ..Self::default() }
    }

    /// For tests: takes in that the other player is ready for the next match, or is not any more.
    pub(crate) fn hear_other_ready(&mut self, ready: bool) {
        use crate::net::lobby::LobbyMessage;
        let lobby = self.lobby.as_mut().unwrap();
        let (revision, commitment) = (lobby.terms_revision(), ready.then(|| "a promise".to_owned()));
        lobby.receive(&LobbyMessage::Ready { revision, commitment, handling: default() }.text()).unwrap();
    }
}
