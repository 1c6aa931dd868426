//! The terms of a room: its host sets them, and its guest hears of them.

use super::{Lobby, LobbyFault, LobbyMessage, RoomTerms};

impl Lobby {
    /// The host's terms; `None` before a guest knows them.
    pub const fn terms(&self) -> Option<&RoomTerms> {
        self.terms.as_ref()
    }

    /// How often the host has set terms in this room; 0 before a guest knows them.
    pub const fn terms_revision(&self) -> u32 {
        self.revision
    }

    /// Whether the next match has other terms than the last one had; false before the first match.
    pub fn have_terms_changed(&self) -> bool {
        self.played.is_some() && self.played != self.terms
    }

    /// Sets the terms of the next match, in the own room. Nobody is ready for them yet.
    ///
    /// # Errors
    /// No match between two programs can be played by them.
    pub fn set_terms(&mut self, terms: RoomTerms) -> Result<(), LobbyFault> {
        let terms = terms.checked()?;
        // Once both are ready, it stays so.
        if self.terms.as_ref() != Some(&terms) && !self.has_told {
            self.terms = Some(terms);
            self.revision += 1;
            self.forget_promises();
            // A guest that has not said hello yet may have been told those before.
            if !self.connection.is_empty() {
                self.tell_terms();
            }
        }
        Ok(())
    }

    /// Tells the guest the terms of now.
    pub(super) fn tell_terms(&mut self) {
        if let Some(terms) = self.terms.clone() {
            self.outgoing.push(LobbyMessage::Terms { revision: self.revision, terms: Box::new(terms) });
        }
    }

    /// Takes in terms of the host's. Those that are known already change nothing: whoever is ready stays so.
    ///
    /// # Errors
    /// No match can be played by them, or the host has told others by this revision or a later one.
    pub(super) fn hear_terms(&mut self, revision: u32, terms: RoomTerms) -> Result<(), LobbyFault> {
        let terms = terms.checked()?;
        let are_known = self.terms.as_ref() == Some(&terms);
        if are_known && revision == self.revision {
            return Ok(());
        }
        if self.terms.is_some() && revision <= self.revision {
            return Err(LobbyFault::OutOfPlace("other terms by the number of those before"));
        }
        (self.terms, self.revision) = (Some(terms), revision);
        self.forget_promises();
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::{LobbyPlayer, LobbySignal};
    use super::*;
    use crate::doors::peer::Identity;
    use crate::game::{Handling, RecordedPlayer};
    use crate::rules::Rules;

    fn terms(handicap: u32) -> RoomTerms {
        RoomTerms { rules: Rules::versus(), handicaps: [1000, handicap] }
    }

    fn told(revision: u32, handicap: u32) -> String {
        LobbyMessage::Terms { revision, terms: Box::new(terms(handicap)) }.text()
    }

    /// The texts that a side has to send.
    fn texts(side: &mut Lobby) -> Vec<String> {
        std::iter::from_fn(|| side.next_outgoing()).collect()
    }

    fn hear(side: &mut Lobby, texts: &[String]) {
        texts.iter().for_each(|text| side.receive(text).unwrap());
    }

    /// A host whose terms are the first of its room, and its guest, who have not said hello yet; and their key.
    fn strangers() -> (Lobby, Lobby, Identity) {
        let key = Identity::random();
        let player = |name: &str| LobbyPlayer {
            name: name.to_owned(),
            handling: Handling::default(),
            player: RecordedPlayer::Person,
            id: key.id(),
            told: Default::default(),
        };
        (Lobby::for_host(7, player("Anna"), terms(1000)).unwrap(), Lobby::for_guest(7, player("Boris")), key)
    }

    /// The same, who know each other; the guest is ready.
    fn met() -> (Lobby, Lobby) {
        let (mut host, mut guest, key) = strangers();
        host.say_hello("theirs".to_owned(), &key);
        guest.say_hello("theirs".to_owned(), &key);
        hear(&mut guest, &texts(&mut host));
        guest.set_ready(true);
        (host, guest)
    }

    #[test]
    fn terms_that_are_told_again_and_again_change_nothing_for_a_guest_that_is_ready() {
        let (_, mut guest) = met();
        let before = texts(&mut guest).len();
        (0..1_000).for_each(|_| hear(&mut guest, &[told(1, 1000)]));
        assert_eq!((guest.are_ready(), texts(&mut guest).len(), before), ([true, false], 0, 2));
        let wrong = LobbyFault::OutOfPlace("other terms by the number of those before");
        for (revision, handicap) in [(1, 2000), (0, 2000), (0, 1000)] {
            assert_eq!(guest.receive(&told(revision, handicap)), Err(wrong.clone()), "{revision} {handicap}");
            assert_eq!((guest.are_ready()[0], guest.terms()), (true, Some(&terms(1000))));
        }
        hear(&mut guest, &[told(2, 1000)]);
        assert_eq!((guest.are_ready()[0], guest.terms_revision()), (false, 2), "nobody has agreed by this number");
    }

    #[test]
    fn a_match_that_a_guest_has_agreed_on_keeps_its_terms_and_other_terms_before_it_end_the_agreement() {
        for comes_late in [false, true] {
            let (mut host, mut guest) = met();
            hear(&mut host, &texts(&mut guest));
            host.set_ready(true);
            let [ready, part] = <[String; 2]>::try_from(texts(&mut host)).unwrap();
            hear(&mut guest, &[ready]);
            assert_eq!(guest.are_ready(), [true; 2]);
            let [first, second] = if comes_late { [part, told(2, 2000)] } else { [told(2, 2000), part] };
            hear(&mut guest, &[first, second]);
            let agreed = guest.take_agreed_match().map(|agreed| agreed.setup.seats[1].handicap);
            assert_eq!((agreed, guest.are_ready()), (comes_late.then_some(1000), [false; 2]));
            assert_eq!(guest.terms(), Some(&terms(2000)), "for the next match");
        }
    }

    #[test]
    fn a_guest_hears_of_terms_and_spectators_that_are_told_just_before_its_hello_comes() {
        let (mut host, mut guest, key) = strangers();
        host.say_hello("theirs".to_owned(), &key);
        guest.say_hello("theirs".to_owned(), &key);
        hear(&mut guest, &texts(&mut host));
        host.set_terms(terms(2000)).unwrap();
        host.send_spectator_count(3);
        hear(&mut host, &texts(&mut guest));
        hear(&mut guest, &texts(&mut host));
        assert_eq!((guest.terms(), guest.terms_revision()), (host.terms(), host.terms_revision()));
        assert_eq!(guest.terms(), Some(&terms(2000)));
        assert_eq!(guest.next_signal(), Some(LobbySignal::Spectators(3)));
    }
}
