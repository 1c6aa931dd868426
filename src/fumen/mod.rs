//! Fumen: the notation by which players write down boards and sequences, as one line of text. Solution finders, chat
//! bots and teachers speak it.
//!
//! A [`Fumen`] is a sequence of pages. A [`FumenPage`] holds a field, at most one piece on it, a comment, and what
//! happens to the field before the next page. [`decode`] reads versions 110 and 115, [`Fumen::encode`] writes version
//! 115, both as the published implementation `tetris-fumen` 1.1.3 does; the tests hold this module to its test cases.
//!
//! ```
//! use korobka::fumen;
//!
//! let fumen = fumen::decode("v115@vhARQJ")?;
//! let piece = fumen.pages[0].piece.ok_or("no piece")?;
//! assert_eq!(piece.kind.letter(), 'I');
//! assert_eq!(fumen.encode()?, "v115@vhARQJ");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod comment;
mod decode;
mod encode;
mod field;
pub mod picture;
mod quiz;
mod symbols;

pub use decode::{decode, decode_first_page};
pub use field::{FumenField, ROWS, WIDTH};
pub use quiz::Quiz;

use crate::rules::FallingPiece;
use thiserror::Error;

/// The most pages that are read.
pub const MOST_PAGES: usize = 10_000;
/// The most characters of a comment, once every sign outside plain ASCII is written as `%u3042` or `%E9`.
pub const LONGEST_COMMENT: usize = 4095;

/// A fumen: a sequence of pages, each with a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fumen {
    /// The pages, in order; at least one once it is decoded.
    pub pages: Vec<FumenPage>,
    /// Whether viewers show the pieces in the guideline's colours rather than in those of the older games.
    pub guideline_colours: bool,
}

/// A page of a fumen: a position, and what is done there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FumenPage {
    /// The field before the piece is placed.
    pub field: FumenField,
    /// The piece that is shown on the field. Its kind is one of the seven tetrominoes and its cells lie in the field.
    pub piece: Option<FallingPiece>,
    /// The comment. One that begins with `#Q=` tells the pieces to come, see [`Quiz`].
    pub comment: String,
    /// Whether the piece locks and full rows clear before the next page. Without it, `rises` and `mirrors` do nothing.
    pub locks: bool,
    /// Whether the row below the floor rises once the piece has locked.
    pub rises: bool,
    /// Whether left and right are exchanged before the next page, after any rise.
    pub mirrors: bool,
}

impl Default for FumenPage {
    /// An empty field without a piece or a comment.
    fn default() -> Self {
        let (field, comment) = (FumenField::default(), String::new());
        Self { field, piece: None, comment, locks: true, rises: false, mirrors: false }
    }
}

impl FumenPage {
    /// The page that follows if nothing is changed by hand: the field after the piece, and the comment that goes on.
    pub fn derive_next_page(&self) -> Self {
        let mut field = self.field;
        self.act_on(&mut field);
        let mut comment = comment::Comment::new(&self.comment);
        comment.advance(self.piece, self.locks);
        Self { field, comment: comment.text(), ..Self::default() }
    }

    /// The quiz that the comment is, which tells pieces to come; `None` if it is another text.
    pub fn quiz(&self) -> Option<Quiz> {
        Quiz::read(&self.comment)
    }

    /// Does to `field` what this page says before the next one: the piece locks, full rows clear, the field
    /// rises and is mirrored.
    fn act_on(&self, field: &mut FumenField) {
        if !self.locks {
            return;
        }
        if let Some(piece) = self.piece {
            field.place(piece);
        }
        field.clear_full_rows();
        if self.rises {
            field.rise();
        }
        if self.mirrors {
            field.mirror();
        }
    }
}

/// Why a text is no fumen, or pages cannot be written as one. Pages are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FumenError {
    /// The text has no mark of a version that can be read, `115@` or `110@`.
    #[error("this is not a fumen of a known version: there is no v115@ or v110@ in it")]
    Version,
    /// The text has a character that no fumen has.
    #[error("a fumen has no '{0}' in it")]
    Character(char),
    /// The text ends within a page, or before the first.
    #[error("the fumen is cut off on page {page}")]
    CutOff {
        /// The page that is not whole.
        page: usize,
    },
    /// A page has a value that cannot be.
    #[error("page {page} of the fumen is damaged: {what}")]
    Damaged {
        /// The page with the value.
        page: usize,
        /// What is wrong there.
        what: &'static str,
    },
    /// There are more pages than [`MOST_PAGES`].
    #[error("the fumen has more than {MOST_PAGES} pages")]
    Pages,
    /// A comment is longer than [`LONGEST_COMMENT`].
    #[error("the comment of page {page} has {length} characters once it is written, {LONGEST_COMMENT} are allowed")]
    Comment {
        /// The page of the comment.
        page: usize,
        /// How many characters it takes.
        length: usize,
    },
}
