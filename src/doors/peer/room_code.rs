//! The code of a room, by which a guest finds and knows its host.

use data_encoding::HEXLOWER;
use ring::{hmac, pbkdf2};
use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use thiserror::Error;

/// The letters of codes: five bits each, none that is easily taken for another.
const LETTERS: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
/// How many letters a code has.
const LENGTH: usize = 10;
/// How often the key is hashed, so that trying all codes takes longer than anybody waits: what OWASP recommends for
/// PBKDF2 with SHA-256
/// (<https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#pbkdf2>).
const ROUNDS: NonZeroU32 = NonZeroU32::new(600_000).unwrap();
/// The salt of the keys that are stretched from codes, so that they are not those of anything else.
const SALT: &[u8] = b"korobka room 1";

/// The code of a room: ten letters and digits, 50 bits. The host's key is stretched from it, so that a guest who knows
/// the code can be sure to meet its host, and finds it without a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoomCode([u8; LENGTH]);

/// The keys that follow from a room's code.
#[derive(Clone, Debug)]
pub struct RoomKeys {
    /// The secret key of the room's host, by which a guest knows it.
    pub host: [u8; 32],
    secret: hmac::Key,
}

impl RoomKeys {
    /// The proof by which a guest shows the host that it knows the code: both their public keys, hashed with a secret
    /// that follows from the code too.
    pub fn proof(&self, host: &[u8; 32], guest: &[u8; 32]) -> String {
        HEXLOWER.encode(hmac::sign(&self.secret, &[*host, *guest].concat()).as_ref())
    }

    /// Whether a text is the guest's proof.
    pub(super) fn is_proof(&self, text: &str, host: &[u8; 32], guest: &[u8; 32]) -> bool {
        let tag = HEXLOWER.decode(text.as_bytes()).unwrap_or_default();
        hmac::verify(&self.secret, &[*host, *guest].concat(), &tag).is_ok()
    }
}

/// The error for a text that is no code of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a room's code has ten letters and digits, such as K7QM2-XW9PA")]
pub struct InvalidRoomCode;

impl RoomCode {
    /// A code drawn at random.
    pub fn random() -> Self {
        let drawn: [u8; LENGTH] = rand::random();
        Self(drawn.map(|byte| LETTERS[usize::from(byte) % LETTERS.len()]))
    }

    /// The keys that are stretched from the code. Takes some tenths of a second.
    pub fn derive_keys(&self) -> RoomKeys {
        let mut both = [[0; 32]; 2];
        pbkdf2::derive(pbkdf2::PBKDF2_HMAC_SHA256, ROUNDS, SALT, &self.0, both.as_flattened_mut());
        let [host, secret] = both;
        RoomKeys { host, secret: hmac::Key::new(hmac::HMAC_SHA256, &secret) }
    }
}

impl fmt::Display for RoomCode {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        for (at, &letter) in self.0.iter().enumerate() {
            let dash = if at == LENGTH / 2 { "-" } else { "" };
            write!(to, "{dash}{}", char::from(letter))?;
        }
        Ok(())
    }
}

impl FromStr for RoomCode {
    type Err = InvalidRoomCode;

    /// Reads a code in small or large letters, with or without a dash or blanks.
    fn from_str(text: &str) -> Result<Self, InvalidRoomCode> {
        let letters = text.bytes().filter(|byte| !matches!(byte, b'-' | b' ')).map(|byte| byte.to_ascii_uppercase());
        let letters: Vec<u8> = letters.take(LENGTH + 1).collect();
        let letters: [u8; LENGTH] = letters.try_into().map_err(|_| InvalidRoomCode)?;
        if letters.iter().all(|letter| LETTERS.contains(letter)) { Ok(Self(letters)) } else { Err(InvalidRoomCode) }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_people_write_it() {
        let code = RoomCode::random();
        let text = code.to_string();
        assert_eq!(text.len(), LENGTH + 1);
        for written in [text.clone(), text.to_lowercase(), text.replace('-', " "), text.replace('-', "")] {
            assert_eq!(written.parse(), Ok(code));
        }
        for wrong in ["", "K7QM2-XW9P", "K7QM2-XW9PAB", "K7QM2-XW9P0", "K7QM2-XW9PÄ"] {
            assert_eq!(wrong.parse::<RoomCode>(), Err(InvalidRoomCode), "{wrong}");
        }
        assert_ne!(RoomCode::random(), code);
    }

    #[test]
    fn a_proof_is_of_one_code_and_two_keys() {
        let (keys, others) = (RoomCode::random().derive_keys(), RoomCode::random().derive_keys());
        let proof = keys.proof(&[1; 32], &[2; 32]);
        assert!(keys.is_proof(&proof, &[1; 32], &[2; 32]));
        assert!(!keys.is_proof(&proof, &[2; 32], &[1; 32]) && !others.is_proof(&proof, &[1; 32], &[2; 32]));
        assert!(!keys.is_proof("", &[1; 32], &[2; 32]) && !keys.is_proof("zz", &[1; 32], &[2; 32]));
    }

    #[test]
    fn the_key_of_a_code_never_changes() {
        let code: RoomCode = "K7QM2-XW9PA".parse().unwrap();
        // Python: hashlib.pbkdf2_hmac("sha256", b"K7QM2XW9PA", b"korobka room 1", 600000).hex()[:8]
        assert_eq!(code.derive_keys().host[..4], [0xb3, 0xb1, 0x2e, 0x7d]);
    }
}
