//! The key by which a player is known at other machines, and signs what was played.

use super::RoomCode;
use data_encoding::HEXLOWER;
use iroh::{PublicKey, SecretKey, Signature};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The secret key of a player.
#[derive(Clone)]
pub struct Identity(SecretKey);

/// The public key of a player: 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct PlayerId([u8; 32]);

/// The error for a text that is no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a key has 64 hexadecimal digits")]
pub struct InvalidKey;

impl Identity {
    /// A key drawn at random.
    pub fn random() -> Self {
        Self(SecretKey::from_bytes(&rand::random()))
    }

    /// The key as a text to be kept, which nobody else may read.
    pub fn secret(&self) -> String {
        HEXLOWER.encode(&self.0.to_bytes())
    }

    /// Reads a key from its text.
    ///
    /// # Errors
    /// The text is no key.
    pub fn read(secret: &str) -> Result<Self, InvalidKey> {
        Ok(Self(SecretKey::from_bytes(&bytes(secret.trim())?)))
    }

    /// What others know the player by.
    pub fn id(&self) -> PlayerId {
        PlayerId(*self.0.public().as_bytes())
    }

    /// The secret key by which the player goes to a room, always the same for the same room, so that its host knows the
    /// player again. It is a part of a signature that nobody else sees.
    pub fn guest_key(&self, room: RoomCode) -> [u8; 32] {
        let signature = self.0.sign(format!("korobka guest of room {room}").as_bytes()).to_bytes();
        let mut key = [0; 32];
        // The second half, the number S: the first half is a point of the curve.
        key.copy_from_slice(&signature[32..]);
        key
    }

    /// The player's signature (Ed25519, RFC 8032) of a text, as 128 hexadecimal digits.
    pub fn sign(&self, text: &str) -> String {
        HEXLOWER.encode(&self.0.sign(text.as_bytes()).to_bytes())
    }
}

impl fmt::Debug for Identity {
    /// Writes whose key it is. The key itself is in no log.
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        write!(to, "Identity({})", self.id())
    }
}

impl PlayerId {
    /// Whether this is the player's signature of a text.
    pub fn has_signed(&self, text: &str, signature: &str) -> bool {
        let (Ok(key), Ok(signature)) = (PublicKey::from_bytes(&self.0), bytes(signature)) else { return false };
        key.verify(text.as_bytes(), &Signature::from_bytes(&signature)).is_ok()
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        to.write_str(&HEXLOWER.encode(&self.0))
    }
}

impl FromStr for PlayerId {
    type Err = InvalidKey;

    fn from_str(text: &str) -> Result<Self, InvalidKey> {
        bytes(text).map(Self)
    }
}

impl From<PlayerId> for String {
    fn from(id: PlayerId) -> Self {
        id.to_string()
    }
}

impl TryFrom<String> for PlayerId {
    type Error = InvalidKey;

    fn try_from(text: String) -> Result<Self, InvalidKey> {
        text.parse()
    }
}

/// Reads this many bytes from a text of hexadecimal digits.
fn bytes<const LENGTH: usize>(text: &str) -> Result<[u8; LENGTH], InvalidKey> {
    if text.len() != 2 * LENGTH {
        return Err(InvalidKey);
    }
    HEXLOWER.decode(text.as_bytes()).ok().and_then(|bytes| bytes.try_into().ok()).ok_or(InvalidKey)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_guest_has_the_same_key_in_the_same_room_alone() {
        let [one, other] = [Identity::random(), Identity::random()];
        let [here, there] = [RoomCode::random(), RoomCode::random()];
        assert_eq!(one.guest_key(here), Identity::read(&one.secret()).unwrap().guest_key(here));
        assert_ne!(one.guest_key(here), one.guest_key(there));
        assert_ne!(one.guest_key(here), other.guest_key(here));
    }

    #[test]
    fn a_signature_is_its_signers_and_of_its_text_alone() {
        // RFC 8032, section 7.1, test 1: the secret and the public key, and the signature of an empty text.
        let secret = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
        let id: PlayerId = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a".parse().unwrap();
        let signature = "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b";
        let identity = Identity::read(secret).unwrap();
        assert_eq!((identity.id(), identity.secret()), (id, secret.to_owned()));
        assert_eq!(identity.sign(""), signature);
        assert!(id.has_signed("", signature));
        assert!(!id.has_signed("other", signature) && !id.has_signed("", &signature[2..]));
        assert!(!Identity::random().id().has_signed("", signature));
        assert_eq!(format!("{identity:?}"), format!("Identity({id})"));
    }

    #[test]
    fn what_is_no_key_is_refused() {
        for wrong in ["", "00", &"0".repeat(63), &"g".repeat(64), &"é".repeat(32)] {
            assert_eq!(wrong.parse::<PlayerId>(), Err(InvalidKey), "{wrong}");
            assert!(Identity::read(wrong).is_err(), "{wrong}");
        }
    }
}
