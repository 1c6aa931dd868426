//! A seed that neither side chooses: both promise a part of it, then both tell theirs.

use data_encoding::HEXLOWER;
use ring::digest::{SHA256, digest};

/// One side's part of a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SeedPart([u8; 16]);

impl SeedPart {
    /// A part of a seed, drawn at random.
    pub(super) fn random() -> Self {
        Self(rand::random())
    }

    /// The part as hexadecimal digits.
    pub(super) fn text(self) -> String {
        HEXLOWER.encode(&self.0)
    }

    /// Reads the part of a seed that was promised by this commitment; `None` where the text is another part's, or none.
    pub(super) fn read(text: &str, commitment: &str) -> Option<Self> {
        let part = Self(HEXLOWER.decode(text.as_bytes()).ok()?.try_into().ok()?);
        (part.commitment() == commitment).then_some(part)
    }

    /// The hash by which a side promises its part of a seed.
    pub(super) fn commitment(self) -> String {
        HEXLOWER.encode(&hash(&[b"korobka part", &self.0]))
    }
}

/// The seed of a match and the match's number, made from the host's part and the guest's.
pub(super) fn agreed_seed_and_number(host: SeedPart, guest: SeedPart) -> (u64, u32) {
    let hash = hash(&[b"korobka seed", &host.0, &guest.0]);
    let number = |bytes: &[u8]| bytes.iter().fold(0_u64, |number, &byte| number << 8 | u64::from(byte));
    (number(&hash[..8]), number(&hash[8..12]) as u32)
}

/// The SHA-256 hash of all these bytes.
fn hash(parts: &[&[u8]]) -> [u8; 32] {
    let mut out = [0; 32];
    out.copy_from_slice(digest(&SHA256, &parts.concat()).as_ref());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_read_by_its_own_promise_alone() {
        let (part, other) = (SeedPart::random(), SeedPart::random());
        assert_eq!(SeedPart::read(&part.text(), &part.commitment()), Some(part));
        assert_eq!(SeedPart::read(&other.text(), &part.commitment()), None);
        for text in ["", "00", &part.text().to_uppercase(), &format!("{}00", part.text()), "ä".repeat(16).as_str()] {
            // Digits alone have no small letters.
            if text != part.text() {
                assert_eq!(SeedPart::read(text, &part.commitment()), None, "{text}");
            }
        }
        assert_ne!(agreed_seed_and_number(part, other), agreed_seed_and_number(other, part));
    }
}
