//! The 64 signs of a fumen, and numbers made of them, the lowest digit first.

use super::FumenError;

const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/// How many signs there are.
pub(super) const BASE: u32 = SIGNS.len() as u32;

/// Takes numbers off a text.
pub(super) struct SymbolReader {
    digits: std::vec::IntoIter<u8>,
}

impl SymbolReader {
    /// Reads `text`; question marks and blanks in it mean nothing.
    ///
    /// # Errors
    /// [`FumenError::Character`] for any other sign that no fumen has.
    pub(super) fn new(text: &str) -> Result<Self, FumenError> {
        let signs = text.chars().filter(|sign| *sign != '?' && !sign.is_whitespace());
        let digit = |sign| {
            let place = SIGNS.iter().position(|known| char::from(*known) == sign);
            place.map(|place| place as u8).ok_or(FumenError::Character(sign))
        };
        let digits: Vec<u8> = signs.map(digit).collect::<Result<_, _>>()?;
        Ok(Self { digits: digits.into_iter() })
    }

    /// The number in the next `count` signs, at most five; `None` if there are fewer left.
    pub(super) fn take(&mut self, count: usize) -> Option<u32> {
        if self.digits.len() < count {
            return None;
        }
        let digits = self.digits.by_ref().take(count);
        let powers = std::iter::successors(Some(1), |power| Some(power * BASE));
        Some(digits.zip(powers).map(|(digit, power)| u32::from(digit) * power).sum())
    }

    /// Whether nothing is left.
    pub(super) fn is_empty(&self) -> bool {
        self.digits.len() == 0
    }
}

/// Gathers numbers for a text.
#[derive(Default)]
pub(super) struct SymbolWriter {
    digits: Vec<u8>,
}

impl SymbolWriter {
    /// Adds the lowest `count` digits of `number`.
    pub(super) fn put(&mut self, number: u32, count: usize) {
        let rest = std::iter::successors(Some(number), |rest| Some(rest / BASE));
        self.digits.extend(rest.take(count).map(|rest| (rest % BASE) as u8));
    }

    /// The place of the sign that was added last.
    pub(super) fn last_place(&self) -> usize {
        self.digits.len().saturating_sub(1)
    }

    /// Adds 1 to the sign at `place`, unless it is the last of the 64. Returns whether it did.
    pub(super) fn increase(&mut self, place: usize) -> bool {
        match self.digits.get_mut(place) {
            Some(digit) if u32::from(*digit) + 1 < BASE => {
                *digit += 1;
                true
            }
            _ => false,
        }
    }

    /// The text, with a question mark after 42 signs and then after every 47, as all writers of fumen have it.
    pub(super) fn text(&self) -> String {
        let mut text = String::with_capacity(self.digits.len() * 48 / 47 + 1);
        for (at, digit) in self.digits.iter().enumerate() {
            if at >= 42 && (at - 42) % 47 == 0 {
                text.push('?');
            }
            text.push(char::from(SIGNS[usize::from(*digit) % SIGNS.len()]));
        }
        text
    }
}
