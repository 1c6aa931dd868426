//! Quiz comments, which tell the pieces to come: `#Q=[hold](current)next`, as `#Q=[T](S)ZIO`. A comment may follow
//! behind a semicolon, or the next quiz.

use crate::rules::PieceKind;
use std::fmt;

/// The mark by which a quiz begins.
const MARK: &str = "#Q=";

/// What a quiz comment says: the pieces that are to come, and the text behind them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Quiz {
    /// The piece on hold.
    pub hold: Option<PieceKind>,
    /// The piece in play.
    pub current: Option<PieceKind>,
    /// The pieces after the one in play, in order.
    pub next: Vec<PieceKind>,
    /// What follows behind the semicolon; `None` without one.
    pub then: Option<String>,
}

impl Quiz {
    /// Reads a comment; `None` if it is no quiz. Blanks in it mean nothing.
    pub fn read(comment: &str) -> Option<Self> {
        let text: String = comment.strip_prefix(MARK)?.chars().filter(|sign| !sign.is_whitespace()).collect();
        let (hold, rest) = slot(&text, '[', ']')?;
        let (current, rest) = slot(rest, '(', ')')?;
        let end = rest.find(|letter| kind(letter).is_none()).unwrap_or(rest.len());
        let (next, then) = rest.split_at(end);
        let then = match then.strip_prefix(';') {
            None if !then.is_empty() => return None,
            then => then.map(str::to_owned),
        };
        Some(Self { hold, current, next: next.chars().filter_map(kind).collect(), then })
    }

    /// The quiz after `used` was placed: the current piece, the one on hold, or the next if one of these two is
    /// missing. `None` if that piece is none of them.
    pub(super) fn after_placing(&self, used: PieceKind) -> Option<Self> {
        let Ok(quiz) = self.begun() else { return None };
        let (used, mut next) = (Some(used), quiz.next.iter().copied());
        let first = next.next();
        let (hold, current) = if quiz.current == used {
            (quiz.hold, first)
        } else if quiz.hold == used {
            (quiz.current, first)
        } else if first == used && quiz.hold.is_none() {
            let second = next.next();
            // The published implementation does not take the last piece before a semicolon like this.
            if second.is_none() && quiz.then.is_some() {
                return None;
            }
            (quiz.current, second)
        } else if first == used && quiz.current.is_none() {
            (quiz.hold, Some(next.next()?))
        } else {
            return None;
        };
        Some(Self { hold, current, next: next.collect(), then: quiz.then })
    }

    /// The quiz as it stands at the beginning of a page: with a current piece, if any is left. Once all pieces are
    /// used, the plain text that follows is the error.
    pub(super) fn normalized(self) -> Result<Self, String> {
        let mut quiz = self.begun()?;
        if quiz.current.is_none() {
            quiz.current = quiz.hold.take();
        }
        if quiz.current.is_none() && !quiz.next.is_empty() {
            quiz.current = Some(quiz.next.remove(0));
        }
        if quiz.current.is_none() { Err(quiz.then.unwrap_or_default()) } else { Ok(quiz) }
    }

    /// This quiz if it has a piece left, else the one behind its semicolon; the error is the text there if
    /// it is no quiz.
    fn begun(&self) -> Result<Self, String> {
        if self.hold.is_some() || self.current.is_some() || !self.next.is_empty() {
            return Ok(self.clone());
        }
        let then = self.then.clone().unwrap_or_default();
        Self::read(&then).ok_or(then)
    }
}

impl fmt::Display for Quiz {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |kind: &Option<PieceKind>| kind.map(|kind| kind.letter().to_string()).unwrap_or_default();
        write!(f, "{MARK}[{}]({})", letter(&self.hold), letter(&self.current))?;
        self.next.iter().try_for_each(|kind| write!(f, "{}", kind.letter()))?;
        self.then.iter().try_for_each(|then| write!(f, ";{then}"))
    }
}

/// The tetromino of a letter, small or large.
fn kind(letter: char) -> Option<PieceKind> {
    let letter = letter.to_ascii_uppercase();
    if "IJLOSTZ".contains(letter) { PieceKind::from_letter(letter) } else { None }
}

/// Reads a slot with a letter or none, as `[T]` or `()`, and returns what follows it.
fn slot(text: &str, opens: char, closes: char) -> Option<(Option<PieceKind>, &str)> {
    let text = text.strip_prefix(opens)?;
    let piece = text.chars().next().and_then(kind);
    // Letters of pieces are one byte long.
    let rest = if piece.is_some() { &text[1..] } else { text };
    Some((piece, rest.strip_prefix(closes)?))
}
