//! The spectators of a room: programs that know its code and are told its matches, and tell nothing themselves.

use super::super::framed_text::write_text;
use super::PeerEvent;
use super::conversation::{LEFT_MESSAGE, PeerConnection, wait_for_last_texts};
use iroh::endpoint::{Connection, VarInt};
use n0_future::time::{sleep, timeout};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Mutex, Semaphore, mpsc, watch};

/// The most spectators of a room.
pub const MOST_SPECTATORS: usize = 4;
/// The most bytes of texts that spectators are told of one match, those too that come later: hours of it.
pub const MOST_TOLD_BYTES: usize = 32 * 1024 * 1024;
/// The most bytes a second that all spectators together are told over a relay. A relay reads what a program sends in
/// order and at a rate, of itself 30,000 bytes a second: behind a long match that is told at once the keys would wait.
const RELAYED_BYTES_PER_SECOND: u64 = 15_000;
/// The reason for a refusal that is told to a spectator for whom a room has no place.
const FULL: &str = "this room has as many spectators as it takes";
/// The reason that is told to a spectator who is sent away because it talks.
const TALKS: &str = "a spectator listens and says nothing";
/// The reason that is told to a spectator who is sent away because it takes texts too slowly.
const TOO_SLOW: &str = "your connection or your program is too slow to watch; come back when it is faster";

/// The texts of the match in progress, for its spectators.
#[derive(Debug, Default)]
pub(super) struct SpectatorTexts {
    /// How many matches have begun; texts of an earlier one are not told any more.
    matches: u64,
    texts: Vec<Arc<str>>,
    bytes: usize,
}

impl SpectatorTexts {
    /// Makes room for another match: the texts of the one before are told to nobody any more.
    pub(super) fn clear_for_next_match(&mut self) {
        *self = Self { matches: self.matches + 1, ..Self::default() };
    }

    /// Adds a text of the match. For the spectators, a match that takes longer than anybody watches ends here.
    pub(super) fn add(&mut self, text: String) {
        self.bytes += text.len();
        if self.bytes <= MOST_TOLD_BYTES {
            self.texts.push(text.into());
        }
    }
}

/// Lets spectators into a room and tells them its matches.
#[derive(Clone)]
pub(super) struct SpectatorDoor {
    pub(super) texts: watch::Receiver<SpectatorTexts>,
    pub(super) events: mpsc::Sender<PeerEvent>,
    /// The places for spectators that are free.
    free: Arc<Semaphore>,
    relayed: RelayedTurns,
}

/// The turns of the spectators who are told something over a relay. One has its turn at a time, for as long as the
/// relay may take over its text.
#[derive(Clone, Default)]
struct RelayedTurns(Arc<Mutex<()>>);

impl RelayedTurns {
    /// Waits until the relay has room for a text of this many bytes.
    async fn wait_for_room(&self, bytes: usize) {
        let _turn = self.0.lock().await;
        sleep(Duration::from_micros(bytes as u64 * 1_000_000 / RELAYED_BYTES_PER_SECOND)).await;
    }
}

/// Whether packets of a connection go over a relay, as far as is known.
fn is_relayed(connection: &Connection) -> bool {
    !connection.paths().iter().any(|path| path.is_selected() && !path.is_relay())
}

impl SpectatorDoor {
    pub(super) fn new(texts: watch::Receiver<SpectatorTexts>, events: mpsc::Sender<PeerEvent>) -> Self {
        Self { texts, events, free: Arc::new(Semaphore::new(MOST_SPECTATORS)), relayed: RelayedTurns::default() }
    }

    /// Waits until nobody is told anything any more, but no longer than this. Where the program has ended the room, the
    /// spectators are told the rest and sent away by themselves.
    pub(super) async fn wait_until_empty(&self, at_most: Duration) {
        let _late = timeout(at_most, self.free.acquire_many(MOST_SPECTATORS as u32)).await;
    }

    /// Tells a spectator all texts that there are and those that come, until one of the two ends it.
    pub(super) async fn show(mut self, line: PeerConnection) {
        let PeerConnection { connection, mut sender, mut receiver } = line;
        let free = Arc::clone(&self.free);
        let Ok(place) = free.try_acquire() else {
            return connection.close(VarInt::from_u32(1), FULL.as_bytes());
        };
        self.tell_count();
        let mut told = (0, 0);
        let reason = 'told: loop {
            let due: Vec<Arc<str>> = {
                let now = self.texts.borrow_and_update();
                if told.0 != now.matches {
                    told = (now.matches, 0);
                }
                now.texts.get(told.1..).unwrap_or_default().to_vec()
            };
            for text in due {
                // In a room that is closed no keys are left that could wait.
                if is_relayed(&connection) && self.texts.has_changed().is_ok() {
                    self.relayed.wait_for_room(text.len()).await;
                }
                if write_text(&mut sender, &text).await.is_err() {
                    break 'told TOO_SLOW;
                }
                told.1 += 1;
            }
            tokio::select! {
                changed = self.texts.changed() => if changed.is_err() { break 'told LEFT_MESSAGE },
                _said = receiver.read_chunk(1) => break 'told TALKS,
            }
        };
        // A connection that is closed delivers nothing more: the last text has to be there before.
        if reason == LEFT_MESSAGE {
            wait_for_last_texts(&mut sender).await;
        }
        connection.close(VarInt::from_u32(1), reason.as_bytes());
        drop(place);
        self.tell_count();
    }

    fn tell_count(&self) {
        // Where there is no room for the event, the next one tells.
        let inside = MOST_SPECTATORS - self.free.available_permits();
        let _unread = self.events.try_send(PeerEvent::Spectators(inside));
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::doors::clock::Moment;

    #[test]
    fn a_match_ends_for_spectators_with_the_last_text_for_which_there_is_room() {
        let mut told = SpectatorTexts { bytes: MOST_TOLD_BYTES - 5, ..SpectatorTexts::default() };
        ["first", "later", "x"].into_iter().for_each(|text| told.add(text.to_owned()));
        let texts = |told: &SpectatorTexts| told.texts.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(texts(&told), ["first"]);
        told.clear_for_next_match();
        told.add("next".to_owned());
        assert_eq!(texts(&told), ["next"], "the next match has all the room again");
    }

    #[test]
    fn all_spectators_together_are_told_no_more_over_a_relay_than_leaves_room_for_keys() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let turns = RelayedTurns::default();
        let begun = Moment::now();
        runtime.block_on(async {
            // Each of the three alone takes a fifteenth of a second.
            tokio::join!(turns.wait_for_room(1000), turns.wait_for_room(1000), turns.wait_for_room(1000));
        });
        assert!(begun.elapsed() >= Duration::from_millis(195), "{:?}", begun.elapsed());
    }
}
