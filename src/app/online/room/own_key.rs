//! The player's own key, by which others know the player again: it is read when it is first needed, and held.

use super::OnlineRoom;
use crate::app::persistence::{self, identity};
use crate::doors::peer::{Identity, PlayerId};
use std::sync::LazyLock;

/// The name of the file by which a program claims the player's key.
const LOCK: &str = "online.lock";

impl OnlineRoom {
    /// Reads the player's key when it is first needed. Returns its public part, and a line for the player
    /// where something was wrong.
    pub(super) fn know_itself(&mut self) -> (PlayerId, Option<String>) {
        let (identity, warning) = match (self.identity.take(), &self.folder) {
            (Some(identity), _) => (identity, None),
            (None, Some(folder)) => identity::load_or_create(folder),
            (None, None) => (Identity::random(), None),
        };
        let id = identity.id();
        self.identity = Some(identity);
        if let (Some(folder), None) = (&self.folder, &self.claim) {
            // Without it the program is as good as the second one.
            self.claim = persistence::claim_file(folder, LOCK).ok().flatten();
        }
        (id, warning)
    }

    /// Whether no other program of the same player's holds the claim on the player's key.
    pub(super) fn is_first(&self) -> bool {
        self.folder.is_none() || self.claim.is_some()
    }

    /// The player's key; before it is read, a random one.
    pub(in crate::app::online) fn own_identity(&self) -> &Identity {
        static NOBODY: LazyLock<Identity> = LazyLock::new(Identity::random);
        self.identity.as_ref().unwrap_or(&NOBODY)
    }
}
