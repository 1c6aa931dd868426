//! A room of two: who is there, by what terms they play, whether both are ready, and the matches that they agree on.
//!
//! Knows of no connection: texts of the other's come in, and own texts go out. Nothing that comes in is believed.

mod message;
mod seed;
mod terms;

pub use message::{ClaimedRecord, LobbyMessage, LobbyPlayer, QUICK_WORDS, RoomTerms, pace_in_room};
pub(super) use message::{check_version, read_told};

use crate::doors::peer::{Identity, sanitize_text};
use crate::game::{Course, Handling, MatchSetup, Mode, RecordedPlayer, SeatControl, SeatSetup};
use message::{hello_text_to_sign, update_advice};
use seed::SeedPart;
use std::mem::discriminant;
use thiserror::Error;

/// The most letters of a commitment, which promises a part of the seed: a SHA-256 hash in hexadecimal digits.
const MOST_COMMITMENT: usize = 64;
/// The most letters of a name that are kept before a number: with it, the name is no longer than names are heard.
const MOST_NUMBERED: usize = 20;

/// Why a room is closed.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum LobbyFault {
    /// The other program sent a text that is no message.
    #[error("the other program sent an invalid message: {0}")]
    Message(String),
    /// The other program said what had no place: what only a host may say, an unknown quick word, hello or a promise
    /// twice, or other terms by the number of earlier ones.
    #[error("the other program said {0} when it had no place")]
    OutOfPlace(&'static str),
    /// The programs are of different versions.
    #[error("the other program is korobka {theirs}, and this is {ours}; {}", update_advice(theirs, ours))]
    Version {
        /// The version of the other program.
        theirs: String,
        /// The version of this program.
        ours: String,
    },
    /// The programs play the same keys differently.
    #[error("the two programs would play different matches by the same keys; both need the same korobka, unchanged")]
    Engine,
    /// The host's rules are impossible.
    #[error("the host's rules are impossible: {0}")]
    Rules(String),
    /// The other program told another part of the seed than it had promised.
    #[error("the other program told another part of the seed than it had promised")]
    Seed,
    /// The other program gave the key of a player without having it.
    #[error("the other program said hello as a player whose key it does not have")]
    Key,
    /// The other program came back as somebody else: the match and its result are those of who was there before.
    #[error("the other program came back as another player")]
    OtherPlayer,
}

/// Which side of the room this program is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoomSide {
    /// This program opened the room, and sets the terms. Its player has the first seat.
    Host,
    /// This program came to the room of another one.
    Guest,
}

/// News of the other side that has nothing to do with agreeing on the next match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LobbySignal {
    /// The other player said a quick word, given by its number in [`QUICK_WORDS`].
    Word(u8),
    /// The other side rests the match (true), or lets it go on.
    Pause(bool),
    /// The other player's signature of the result of the match with this number.
    Result(u32, String),
    /// The number of spectators that the host's room has now.
    Spectators(u8),
    /// The other side is in no match, or in another one than the last that began here.
    NotInMatch,
}

/// A match that both sides have agreed on.
#[derive(Clone, Debug)]
pub struct AgreedMatch {
    /// The number of the match, which its packets carry.
    pub number: u32,
    /// The seat of this side, 0 or 1.
    pub own_seat: usize,
    /// The setup, the same on both sides but for where the keys come from.
    pub setup: MatchSetup,
}

/// A room, seen from one side.
#[derive(Clone, Debug)]
pub struct Lobby {
    side: RoomSide,
    engine: String,
    /// A secret that only the two ends of the connection know; empty before the first connection.
    connection: String,
    own: LobbyPlayer,
    other: Option<LobbyPlayer>,
    revision: u32,
    terms: Option<RoomTerms>,
    /// The terms of the last match that began; `None` before the first.
    played: Option<RoomTerms>,
    /// The own part of the seed, while this side is ready.
    part: Option<SeedPart>,
    has_told: bool,
    /// The commitment by which the other side has promised its part of the seed, while it is ready.
    promise: Option<String>,
    spectators: u8,
    /// The other player who was there before the connection was lost; `None` while it never was lost.
    lost: Option<LobbyPlayer>,
    /// The number of the last match that began in this room; `None` before the first.
    begun: Option<u32>,
    /// How often either side has rested the match in progress or let it go on, and whether it rests.
    rests: (u32, bool),
    /// The number of the last match that has a result, and the own player's signature of that result.
    result: Option<(u32, String)>,
    outgoing: Vec<LobbyMessage>,
    news: Vec<LobbySignal>,
    agreed: Option<AgreedMatch>,
}

impl Lobby {
    /// A room of this program's own, with its terms.
    ///
    /// # Errors
    /// No match between two programs can be played by these terms.
    pub fn for_host(engine: u64, own: LobbyPlayer, terms: RoomTerms) -> Result<Self, LobbyFault> {
        let mut lobby = Self::new(RoomSide::Host, engine, own);
        lobby.set_terms(terms)?;
        Ok(lobby)
    }

    /// The room of another program, which this one has come to.
    pub fn for_guest(engine: u64, own: LobbyPlayer) -> Self {
        Self::new(RoomSide::Guest, engine, own)
    }

    fn new(side: RoomSide, engine: u64, own: LobbyPlayer) -> Self {
        Self {
            side,
            engine: format!("{engine:016x}"),
            connection: String::new(),
            own: own.within_limits(),
            other: None,
            revision: 0,
            terms: None,
            played: None,
            part: None,
            has_told: false,
            promise: None,
            spectators: 0,
            lost: None,
            begun: None,
            rests: (0, false),
            result: None,
            outgoing: Vec::new(),
            news: Vec::new(),
            agreed: None,
        }
    }

    /// Which side this is.
    pub const fn side(&self) -> RoomSide {
        self.side
    }

    /// The own player.
    pub const fn own_player(&self) -> &LobbyPlayer {
        &self.own
    }

    /// The other player; `None` before the hello.
    pub const fn other_player(&self) -> Option<&LobbyPlayer> {
        self.other.as_ref()
    }

    /// The other player, or the one who was there before the connection was lost; `None` before the first hello.
    pub const fn last_other_player(&self) -> Option<&LobbyPlayer> {
        match &self.other {
            Some(other) => Some(other),
            None => self.lost.as_ref(),
        }
    }

    /// Whether a match has begun with whoever is or was in the room.
    pub const fn has_begun_match(&self) -> bool {
        self.begun.is_some()
    }

    /// Whether the match that both have agreed on last rests, by the last message on that.
    pub const fn is_paused(&self) -> bool {
        self.rests.1
    }

    /// Whether this side is ready for the next match, and whether the other side is.
    pub fn are_ready(&self) -> [bool; 2] {
        [self.part.is_some(), self.promise.is_some()]
    }

    /// Says hello over a connection, which is the first one or a new one, and shows by the own key that it is the own
    /// player's. What was agreed on before is forgotten. The last pause and the last result are told once more, since
    /// nobody knows whether they came before.
    pub fn say_hello(&mut self, connection: String, key: &Identity) {
        let proof = key.sign(&hello_text_to_sign(self.side, &connection));
        self.connection = connection;
        self.lost = self.other.take().or(self.lost.take());
        self.promise = None;
        (self.part, self.has_told) = (None, false);
        self.outgoing.clear();
        if self.agreed.take().is_some() {
            // It has not begun here, and does not any more.
            self.begun = None;
        }
        let (version, engine) = (env!("CARGO_PKG_VERSION").to_owned(), self.engine.clone());
        let (player, begun) = (self.own.clone(), self.begun);
        self.outgoing.push(LobbyMessage::Hello { version, engine, player, begun, proof });
        if self.side == RoomSide::Host {
            self.tell_terms();
            self.outgoing.push(LobbyMessage::Spectators { count: self.spectators });
        }
        let (turn, rests) = self.rests;
        self.outgoing.extend((turn > 0).then_some(LobbyMessage::Pause { rests, turn, begun: self.begun }));
        let result = self.result.clone();
        self.outgoing.extend(result.map(|(number, signature)| LobbyMessage::Result { number, signature }));
    }

    /// Forgets the other player, who does not come back: the room is as it was before anybody came, by
    /// the terms of now.
    pub fn forget_other(&mut self) {
        let fresh = Self::new(self.side, 0, self.own.clone());
        *self = Self {
            engine: std::mem::take(&mut self.engine),
            revision: self.revision,
            terms: self.terms.take(),
            spectators: self.spectators,
            ..fresh
        };
    }

    /// Sets how the own pieces answer to keys from the next match on. Once this side is ready, nothing changes.
    pub fn set_handling(&mut self, handling: Handling) {
        if self.part.is_none() {
            self.own.handling = handling.clamped();
        }
    }

    /// Says that this side is ready for the next match, or not any more. Once both sides are ready, they stay so.
    pub fn set_ready(&mut self, ready: bool) {
        if self.has_told || self.terms.is_none() || self.other.is_none() || ready == self.part.is_some() {
            return;
        }
        self.part = ready.then(SeedPart::random);
        let commitment = self.part.map(SeedPart::commitment);
        self.say_ready(commitment);
        self.tell_part();
    }

    fn say_ready(&mut self, commitment: Option<String>) {
        let (revision, handling) = (self.revision, self.own.handling);
        self.outgoing.push(LobbyMessage::Ready { revision, commitment, handling });
    }

    /// Says a quick word.
    pub fn say_word(&mut self, word: u8) {
        self.outgoing.push(LobbyMessage::Word { word });
    }

    /// Rests the match, or lets it go on.
    pub fn set_paused(&mut self, rests: bool) {
        let turn = self.rests.0.saturating_add(1);
        self.rests = (turn, rests);
        self.outgoing.push(LobbyMessage::Pause { rests, turn, begun: self.begun });
    }

    /// Tells the own signature of the result of the match with this number.
    pub fn send_result_signature(&mut self, number: u32, signature: String) {
        self.result = Some((number, signature.clone()));
        self.outgoing.push(LobbyMessage::Result { number, signature });
    }

    /// Tells the guest how many spectators there are.
    pub fn send_spectator_count(&mut self, count: u8) {
        // A guest that comes later hears of it when it changes, or when it comes.
        self.spectators = count;
        // A guest that has not said hello yet may have been told the number before.
        if !self.connection.is_empty() {
            self.outgoing.push(LobbyMessage::Spectators { count });
        }
    }

    /// Takes in a text of the other program's, of which nothing is believed.
    ///
    /// # Errors
    /// Why the room is closed.
    pub fn receive(&mut self, text: &str) -> Result<(), LobbyFault> {
        let message = LobbyMessage::read(text)?;
        if let LobbyMessage::Hello { version, engine, player, begun, proof } = message {
            return self.greet(&version, &engine, player, (begun, &proof));
        }
        // It may have been said before the connection was lost, and belongs to what is forgotten.
        if self.other.is_none() {
            return Ok(());
        }
        match message {
            LobbyMessage::Hello { .. } => {}
            LobbyMessage::Terms { revision, terms } if self.side == RoomSide::Guest => {
                return self.hear_terms(revision, *terms);
            }
            LobbyMessage::Terms { .. } => return Err(LobbyFault::OutOfPlace("the terms of another's room")),
            LobbyMessage::Ready { revision, commitment, handling } => {
                return self.hear_ready(revision, commitment, handling);
            }
            LobbyMessage::Reveal { part, to } => return self.hear_part(&part, &to),
            LobbyMessage::Word { word } if usize::from(word) < QUICK_WORDS.len() => self.note(LobbySignal::Word(word)),
            LobbyMessage::Word { .. } => return Err(LobbyFault::OutOfPlace("a word that there is not")),
            // Where both did so at once, the match rests.
            LobbyMessage::Pause { rests, turn, begun } if begun == self.begun && (turn, rests) > self.rests => {
                self.rests = (turn, rests);
                self.note(LobbySignal::Pause(rests));
            }
            LobbyMessage::Pause { .. } => {}
            LobbyMessage::Result { number, signature } => self.note(LobbySignal::Result(number, signature)),
            LobbyMessage::Spectators { count } if self.side == RoomSide::Guest => {
                self.note(LobbySignal::Spectators(count));
            }
            LobbyMessage::Spectators { .. } => return Err(LobbyFault::OutOfPlace("the spectators of another's room")),
        }
        Ok(())
    }

    /// The next text to send to the other program; `None` when there is none.
    pub fn next_outgoing(&mut self) -> Option<String> {
        (!self.outgoing.is_empty()).then(|| self.outgoing.remove(0).text())
    }

    /// Takes the oldest news of the other side; `None` when there is nothing new.
    pub fn next_signal(&mut self) -> Option<LobbySignal> {
        (!self.news.is_empty()).then(|| self.news.remove(0))
    }

    /// Takes the match that both sides have just agreed on; `None` when there is none.
    pub fn take_agreed_match(&mut self) -> Option<AgreedMatch> {
        self.agreed.take()
    }

    /// Keeps a piece of news of the other side, in place of older news of its kind, which are out of date by it.
    fn note(&mut self, news: LobbySignal) {
        self.news.retain(|older| discriminant(older) != discriminant(&news));
        self.news.push(news);
    }

    fn greet(
        &mut self,
        version: &str,
        engine: &str,
        player: LobbyPlayer,
        (begun, proof): (Option<u32>, &str),
    ) -> Result<(), LobbyFault> {
        check_version(version)?;
        if engine != self.engine {
            return Err(LobbyFault::Engine);
        }
        if self.other.is_some() {
            return Err(LobbyFault::OutOfPlace("hello twice"));
        }
        let theirs = if self.side == RoomSide::Host { RoomSide::Guest } else { RoomSide::Host };
        if !player.id.has_signed(&hello_text_to_sign(theirs, &self.connection), proof) {
            return Err(LobbyFault::Key);
        }
        let mut player = player.within_limits();
        if let Some(lost) = &self.lost {
            if lost.id != player.id {
                return Err(LobbyFault::OtherPlayer);
            }
            // The rating that a match counts against is the one that was told before it.
            player.told = lost.told;
        }
        // Both sides record the same names.
        if player.name == self.own.name {
            let guest = if self.side == RoomSide::Host { &mut player } else { &mut self.own };
            let (name, number) = guest.name.strip_suffix(" II").map_or((&*guest.name, "II"), |name| (name, "III"));
            guest.name = format!("{} {number}", sanitize_text(name, MOST_NUMBERED));
        }
        self.other = Some(player);
        if self.begun.is_some() && begun != self.begun {
            self.note(LobbySignal::NotInMatch);
        }
        Ok(())
    }

    fn hear_ready(&mut self, revision: u32, commitment: Option<String>, handling: Handling) -> Result<(), LobbyFault> {
        // Meant for terms that are not these any more.
        if revision != self.revision {
            return Ok(());
        }
        match commitment {
            // Who knows this side's part must not promise another one.
            Some(_) if self.promise.is_some() => return Err(LobbyFault::OutOfPlace("ready twice")),
            Some(commitment) if commitment.len() > MOST_COMMITMENT => return Err(LobbyFault::Seed),
            Some(commitment) => {
                self.promise = Some(commitment);
                if let Some(other) = &mut self.other {
                    other.handling = handling.clamped();
                }
            }
            None => {
                self.promise = None;
                // What has been told cannot be promised again.
                if std::mem::take(&mut self.has_told) {
                    self.part = None;
                    self.say_ready(None);
                }
            }
        }
        self.tell_part();
        Ok(())
    }

    /// Tells the other side the own part of the seed once both are ready.
    fn tell_part(&mut self) {
        if let (Some(part), Some(to), false) = (self.part, &self.promise, self.has_told) {
            self.has_told = true;
            self.outgoing.push(LobbyMessage::Reveal { part: part.text(), to: to.clone() });
        }
    }

    fn hear_part(&mut self, text: &str, to: &str) -> Result<(), LobbyFault> {
        let Some(commitment) = &self.promise else { return Ok(()) };
        let part = SeedPart::read(text, commitment).ok_or(LobbyFault::Seed)?;
        if self.part.is_none_or(|own| own.commitment() != to) {
            // The answer to a promise that was taken back: the other hears of that, and takes its own back.
            self.promise = None;
            return Ok(());
        }
        let (Some(own), Some(terms), Some(other)) = (self.part, &self.terms, &self.other) else { return Ok(()) };
        let is_host = self.side == RoomSide::Host;
        let (host, guest) = if is_host { (own, part) } else { (part, own) };
        let (seed, number) = seed::agreed_seed_and_number(host, guest);
        let seat = |player: &LobbyPlayer, handicap: u32, is_here: bool| {
            let is_persons = is_here && player.player == RecordedPlayer::Person;
            let control = if is_persons { SeatControl::Person } else { SeatControl::Elsewhere(player.player.clone()) };
            SeatSetup { handicap, control, ..SeatSetup::person(&player.name, player.handling) }
        };
        let players = if is_host { [&self.own, other] } else { [other, &self.own] };
        let seats = (0..2).map(|place| seat(players[place], terms.handicaps[place], (place == 0) == is_host)).collect();
        let setup = MatchSetup { mode: Mode::Versus, rules: terms.rules, course: Course::default(), seed, seats };
        self.played = Some(terms.clone());
        self.agreed = Some(AgreedMatch { number, own_seat: usize::from(!is_host), setup });
        // A pause that is told from here on is one of this match.
        self.news.retain(|news| !matches!(news, LobbySignal::Pause(_)));
        (self.begun, self.rests) = (Some(number), (0, false));
        self.forget_promises();
        Ok(())
    }

    /// Forgets that anybody was ready for the next match.
    fn forget_promises(&mut self) {
        (self.part, self.has_told, self.promise) = (None, false, None);
    }
}

#[cfg(test)]
mod tests;
