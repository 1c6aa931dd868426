//! The classes of moves.

use serde::{Deserialize, Serialize};

/// How many of its standard errors a loss of the chance to win must exceed to count
/// as one. Source: `docs/lab/review.md`.
const ERRORS: f64 = 3.0;

/// The class of a move, by the chance to win that it lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// The move that the search would have played, or one of which nothing shows that it is worse.
    Best,
    /// A move that is worse for certain, but by less than an inaccuracy: it lost 2 percentage points of the chance
    /// to win or more.
    Good,
    /// A move that lost 8 percentage points of the chance to win or more, but less than a mistake.
    Inaccuracy,
    /// A move that lost 16 percentage points of the chance to win or more, but less than a blunder.
    Mistake,
    /// A move that lost 24 percentage points of the chance to win or more.
    Blunder,
}

impl Grade {
    /// Every class, the best first.
    pub const ALL: [Self; 5] = [Self::Best, Self::Good, Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The least loss of the chance to win, 0 to 1, the class in a word, and this word with a capital letter.
    const fn facts(self) -> (f64, &'static str, &'static str) {
        match self {
            Self::Best => (0.0, "best", "Best"),
            Self::Good => (0.02, "good", "Good"),
            Self::Inaccuracy => (0.08, "inaccuracy", "Inaccuracy"),
            Self::Mistake => (0.16, "mistake", "Mistake"),
            Self::Blunder => (0.24, "blunder", "Blunder"),
        }
    }

    /// The least loss of the chance to win, 0 to 1, of this class.
    pub const fn least_loss(self) -> f64 {
        self.facts().0
    }

    /// The class of a loss of chance, 0 to 1, with its standard error.
    pub(super) fn of(loss: f64, error: f64) -> Self {
        let found = Self::ALL.into_iter().rev().find(|grade| loss >= grade.least_loss());
        found.filter(|_| loss > ERRORS * error).unwrap_or(Self::Best)
    }

    /// The class as a word with a capital letter, which begins a line.
    pub const fn title(self) -> &'static str {
        self.facts().2
    }

    /// A number of moves of this class in words: `1 mistake`, `3 inaccuracies`, `20 good`.
    pub fn count_in_words(self, count: u32) -> String {
        match self {
            Self::Inaccuracy if count != 1 => format!("{count} inaccuracies"),
            Self::Mistake | Self::Blunder if count != 1 => format!("{count} {}s", self.name()),
            _ => format!("{count} {}", self.name()),
        }
    }

    /// The class with its article: `an inaccuracy`.
    pub fn with_article(self) -> String {
        match self {
            Self::Best | Self::Good => format!("a {} move", self.name()),
            Self::Inaccuracy => format!("an {}", self.name()),
            Self::Mistake | Self::Blunder => format!("a {}", self.name()),
        }
    }

    /// The class in a word.
    pub const fn name(self) -> &'static str {
        self.facts().1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_begins_at_its_least_loss_where_that_is_lost_for_certain() {
        for (at, &grade) in Grade::ALL.iter().enumerate().skip(1) {
            let least = grade.least_loss();
            assert_eq!([Grade::of(least, 0.0), Grade::of(least - 1e-9, 0.0)], [grade, Grade::ALL[at - 1]]);
            assert_eq!([Grade::of(least, least / 3.1), Grade::of(least, least / 2.9)], [grade, Grade::Best]);
        }
        let points = [Grade::Inaccuracy, Grade::Mistake, Grade::Blunder].map(|grade| 100.0 * grade.least_loss());
        assert_eq!(points.map(f64::round), [8.0, 16.0, 24.0], "as the page of a review says");
    }
}
