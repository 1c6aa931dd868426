//! Writes an edited position as a fumen and reads it back. Board, pieces and hold are written as everybody writes them;
//! what no fumen has words for stands in the comment behind them, where it was changed.

use super::super::written_board::{MOST_FUMEN_CHARACTERS, board_and_quiz_as_fumen};
use super::edited::{EditedPosition, MOST_PIECES};
use crate::fumen::{self, FumenPage, Quiz};
use crate::rules::{RuleSet, Streak};

impl EditedPosition {
    /// The position as a fumen of one page; `None` where the notation has no words for it: a board that is not ten
    /// wide or has something above row 23, or pieces that are no tetrominoes.
    pub fn as_fumen(&self) -> Option<String> {
        let (current, next) = self.queue.split_first()?;
        let number = |is: u32, word: &str| (is > 0).then(|| format!("{word}={is}"));
        let (streak, set) = (self.streak, RuleSet::from_rules(&self.rules));
        let told = [
            number(streak.back_to_back.into(), "b2b"),
            number(streak.combo.into(), "combo"),
            number(self.garbage, "garbage"),
            (set != RuleSet::from_rules(&Self::default().rules)).then(|| format!("rules={}", set.name())),
            (!self.bag.is_empty()).then(|| format!("bag={}", self.bag_letters())),
        ];
        let told: Vec<String> = told.into_iter().flatten().collect();
        let then = (!told.is_empty()).then(|| told.join(","));
        board_and_quiz_as_fumen(
            &self.matrix,
            &Quiz { hold: self.hold, current: Some(*current), next: next.to_vec(), then },
        )
    }

    /// The position that a fumen's first page shows, and how many pieces it tells that are too many. Without
    /// pieces it leaves the queue as it is here; all else that it does not tell is as in a new position.
    ///
    /// # Errors
    /// A line for the player that says what is wrong with the text.
    pub fn with_fumen(&self, text: &str) -> Result<(Self, usize), String> {
        Ok(self.with_fumen_page(&first_page(text)?))
    }

    /// The position that a page of a fumen shows, and how many pieces it tells that are too many, as
    /// [`with_fumen`](Self::with_fumen) gives them for the first page. Full rows are gone, as they are in a game that
    /// begins at the page.
    pub fn with_fumen_page(&self, page: &FumenPage) -> (Self, usize) {
        let (mut found, beyond) = self.with_page_as_drawn(page);
        found.matrix.clear_full_rows();
        (found, beyond)
    }

    /// The position that [`as_fumen`](Self::as_fumen) has written, with the full rows that a player has painted.
    ///
    /// # Errors
    /// A line for the player that says what is wrong with the text.
    pub(super) fn from_own_fumen(text: &str) -> Result<Self, String> {
        Ok(Self::default().with_page_as_drawn(&first_page(text)?).0)
    }

    fn with_page_as_drawn(&self, page: &FumenPage) -> (Self, usize) {
        let mut found = Self::default();
        found.matrix = page.field.to_matrix(found.rules.board);
        let quiz = page.quiz().unwrap_or_default();
        let current = quiz.current.or(page.piece.map(|piece| piece.kind));
        found.queue = current.into_iter().chain(quiz.next).collect();
        if found.queue.is_empty() {
            found.queue.clone_from(&self.queue);
        }
        found.hold = quiz.hold;
        found.take_words(&quiz.then.unwrap_or_default());
        let beyond = found.queue.len().saturating_sub(MOST_PIECES);
        (found.clamped(), beyond)
    }

    /// Takes over what the words in the comment behind the pieces say, such as `combo=2`; unknown
    /// words are passed over.
    fn take_words(&mut self, told: &str) {
        for (word, value) in told.split(',').filter_map(|told| told.split_once('=')) {
            let number: u16 = value.parse().unwrap_or(0);
            match word {
                "b2b" => self.streak = Streak { back_to_back: number, ..self.streak },
                "combo" => self.streak = Streak { combo: number, ..self.streak },
                "garbage" => self.garbage = number.into(),
                // Letters that are no pieces leave the bag as it is.
                "bag" => self.set_bag(value).unwrap_or_default(),
                "rules" => RuleSet::named(value).into_iter().for_each(|set| set.apply_to(&mut self.rules)),
                _ => {}
            }
        }
    }
}

/// The first page of a fumen. The error is a line for the player.
fn first_page(text: &str) -> Result<FumenPage, String> {
    if text.len() > MOST_FUMEN_CHARACTERS {
        return Err(format!("This text has more than {MOST_FUMEN_CHARACTERS} characters: paste a fumen alone"));
    }
    let fumen = fumen::decode_first_page(text.trim()).map_err(|error| format!("This is not a board: {error}"))?;
    fumen.pages.into_iter().next().ok_or_else(|| "This fumen has no page".to_owned())
}
