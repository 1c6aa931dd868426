//! The 64 signs of a fumen, and numbers made of them, the lowest digit first.

const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/// How many signs fumens are written with: the base of their numbers.
pub(super) const BASE: u32 = SIGNS.len() as u32;

/// Reads numbers from the signs of a fumen.
pub(super) struct SymbolReader {
    digits: std::vec::IntoIter<u8>,
}

impl SymbolReader {
    /// A reader of the signs in `text` before the first that no fumen has, and that sign. Question marks and blanks in
    /// the text mean nothing.
    pub(super) fn up_to_foreign_sign(text: &str) -> (Self, Option<char>) {
        let (mut digits, mut foreign) = (Vec::new(), None);
        for sign in text.chars().filter(|sign| *sign != '?' && !sign.is_whitespace()) {
            let Some(place) = SIGNS.iter().position(|known| char::from(*known) == sign) else {
                foreign = Some(sign);
                break;
            };
            digits.push(place as u8);
        }
        (Self { digits: digits.into_iter() }, foreign)
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

    /// Whether no sign is left to read.
    pub(super) fn is_empty(&self) -> bool {
        self.digits.len() == 0
    }
}

/// Writes numbers as the signs of a fumen.
#[derive(Default)]
pub(super) struct SymbolWriter {
    digits: Vec<u8>,
}

impl SymbolWriter {
    /// Writes the lowest `count` digits of `number`, one sign each.
    pub(super) fn write_number(&mut self, number: u32, count: usize) {
        let rest = std::iter::successors(Some(number), |rest| Some(rest / BASE));
        self.digits.extend(rest.take(count).map(|rest| (rest % BASE) as u8));
    }

    /// The index of the sign that was added last.
    pub(super) fn last_place(&self) -> usize {
        self.digits.len().saturating_sub(1)
    }

    /// Adds 1 to the digit of the sign at index `place`, unless it is the last of the 64. Returns whether it did.
    pub(super) fn increment_digit(&mut self, place: usize) -> bool {
        match self.digits.get_mut(place) {
            Some(digit) if u32::from(*digit) + 1 < BASE => {
                *digit += 1;
                true
            }
            _ => false,
        }
    }

    /// The text of all signs, with a question mark after 42 signs and then after every 47, as all writers
    /// of fumen have it.
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
