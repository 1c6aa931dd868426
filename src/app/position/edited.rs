//! A position that a player edits, as plain data with its limits.

use crate::game::modes::{Plan, start};
use crate::game::replay::is_reviewable;
use crate::movegen::AllowedMoves;
use crate::rules::{Board, BoardSize, Matrix, Mino, PieceKind, PieceSet, RuleError, Rules, Streak};
use crate::search::{OpponentInfo, State, WaitingGarbage};

/// The most pieces of a position, the falling one among them.
pub const MOST_PIECES: usize = 14;
/// The most pieces that a bag brings: the eighteen pentominoes.
const MOST_IN_BAG: usize = 18;
/// The most rows of garbage that wait.
pub const MOST_GARBAGE: u32 = 20;
/// The highest count of clears in a row, and of difficult ones, that a position can have before the falling piece.
pub const MOST_STREAK: u32 = 50;
/// How many pieces of a position a computer player that is asked about it sees: the falling one and as many
/// as a queue shows.
const SEEN: usize = 7;

/// A position on a board that a player can change in every part.
#[derive(Clone, Debug, PartialEq)]
pub struct EditedPosition {
    /// The rules that the position is played under; its attack rules are edited.
    pub rules: Rules,
    /// The board without the falling piece.
    pub matrix: Matrix,
    /// The falling piece and those after it: at least one, at most [`MOST_PIECES`].
    pub queue: Vec<PieceKind>,
    /// The pieces that the bag still brings after those of the queue, in any order; empty for a full bag.
    pub bag: Vec<PieceKind>,
    /// The held piece; `None` for an empty slot.
    pub hold: Option<PieceKind>,
    /// How many clears came in a row so far, and how many difficult ones.
    pub streak: Streak,
    /// How many rows of garbage wait.
    pub garbage: u32,
}

impl Default for EditedPosition {
    /// An empty board with the seven pieces.
    fn default() -> Self {
        let rules = Rules::versus();
        let (matrix, queue) = (Matrix::new(rules.board), rules.pieces.kinds().collect());
        Self { rules, matrix, queue, bag: Vec::new(), hold: None, streak: Streak::default(), garbage: 0 }
    }
}

impl EditedPosition {
    /// A position of a game under these rules. What is beyond the limits is brought within them.
    pub fn of_state(state: &State, rules: &Rules) -> Self {
        // Where clears of garbage send more, the player's own rows must not pass for it.
        let matrix = match rules.attack.table.rewards_clearing_garbage() {
            true => Matrix::with_garbage_rows(&state.board, state.garbage_rows.into()),
            false => Matrix::from_board(&state.board),
        };
        let garbage = state.garbage.rows.into();
        let (queue, bag) = (state.queue.clone(), state.bag.clone());
        let (hold, streak) = (state.hold, state.streak);
        Self { rules: *rules, matrix, queue, bag, hold, streak, garbage }.clamped()
    }

    /// The position that a game of this plan begins with. Where each game's seed strews cells over the board, it is the
    /// board of one seed.
    pub fn at_game_start(plan: &Plan) -> Self {
        let (rules, start) = (plan.rules, &plan.course.start);
        let kind = |letter| start::piece_of_letter(rules.pieces, letter);
        let (queue, hold) = (start.queue.chars().filter_map(kind).collect(), start.hold.and_then(kind));
        Self { rules, matrix: start::starting_matrix(&rules, start, 1), queue, hold, ..Self::default() }.clamped()
    }

    /// The nearest position within the limits.
    #[must_use]
    pub fn clamped(mut self) -> Self {
        let knows = |set: PieceSet, kind: PieceKind| set.kinds().any(|known| known == kind);
        let (set, has_hold) = (self.rules.pieces, self.rules.hold);
        self.queue.retain(|kind| knows(set, *kind));
        self.queue.truncate(MOST_PIECES);
        if self.queue.is_empty() {
            self.queue.extend(set.kinds().take(SEEN));
        }
        self.bag.retain(|kind| knows(set, *kind));
        self.bag.truncate(MOST_IN_BAG);
        self.hold = self.hold.filter(|kind| has_hold && knows(set, *kind));
        let within = |count: u16| count.min(MOST_STREAK as u16);
        self.streak = Streak { combo: within(self.streak.combo), back_to_back: within(self.streak.back_to_back) };
        self.garbage = self.garbage.min(MOST_GARBAGE);
        self
    }

    /// The size of the board.
    pub const fn size(&self) -> BoardSize {
        self.matrix.board().size()
    }

    /// How many rows are shown: those below the skyline, and higher ones if something lies there.
    pub fn shown_rows(&self) -> usize {
        self.matrix.board().stack_height().max(self.size().visible.into())
    }

    /// Whether a cell is filled; false outside the board.
    pub fn is_filled(&self, x: usize, y: usize) -> bool {
        self.matrix.mino(x, y) != Mino::Empty
    }

    /// Fills a cell, or empties it. Cells above the rows on show stay as they are, and so does solid garbage.
    pub fn set_cell(&mut self, x: usize, y: usize, filled: bool) {
        if y >= self.shown_rows() || y < self.matrix.board().solid_row_count() {
            return;
        }
        // As in `of_state`: where clears of garbage send more, what a player paints must not pass for it.
        let own =
            if self.rules.attack.table.rewards_clearing_garbage() { Mino::Piece(PieceKind::O) } else { Mino::Garbage };
        match filled {
            // A cell of a piece that is painted over keeps its colour.
            true if self.is_filled(x, y) => {}
            true => self.matrix.fill_cell(x, y, own),
            false => self.matrix.clear_cell(x, y),
        }
    }

    /// Gives the position other rules of attack. Where the new rules alone reward clears of garbage, grey cells become
    /// those of pieces, as in [`set_cell`](Self::set_cell), since nobody has said that they are garbage.
    pub fn set_rules(&mut self, rules: Rules) {
        let rewards = |rules: &Rules| rules.attack.table.rewards_clearing_garbage();
        if rewards(&rules) && !rewards(&self.rules) {
            let size = self.size();
            for (x, y) in (0..size.row_count()).flat_map(|y| (0..usize::from(size.width)).map(move |x| (x, y))) {
                if self.matrix.mino(x, y) == Mino::Garbage {
                    self.matrix.fill_cell(x, y, Mino::Piece(PieceKind::O));
                }
            }
        }
        self.rules = rules;
    }

    /// Empties the whole board, which is no game's any more: its rules are the usual ones.
    pub fn clear(&mut self) {
        self.matrix = Matrix::new(self.size());
        self.use_usual_rules();
    }

    /// Plays by the usual rules, but for those that rows of the editor set: the board, the pieces and the attacks.
    pub(super) const fn use_usual_rules(&mut self) {
        let Rules { board, pieces, attack, all_spin, kicks, .. } = self.rules;
        self.rules = Rules { board, pieces, attack, all_spin, kicks, ..Rules::versus() };
    }

    /// Exchanges left and right: the board and every piece of the position become their mirror images.
    pub fn mirror(&mut self) {
        let last = usize::from(self.size().width) - 1;
        self.redraw(|old, x, y| match old.mino(last - x, y) {
            Mino::Piece(kind) => Mino::Piece(kind.mirrored()),
            other => other,
        });
        let pieces = self.queue.iter_mut().chain(&mut self.bag).chain(&mut self.hold);
        pieces.for_each(|kind| *kind = kind.mirrored());
    }

    /// Moves all cells so many columns to the right and so many rows up, or to the left and down where the numbers are
    /// negative. What passes an edge of the board is lost, and solid garbage stays.
    pub fn move_cells(&mut self, columns: i8, rows: i8) {
        let floor = self.matrix.board().solid_row_count();
        self.redraw(|old, x, y| {
            let from_row = y.checked_add_signed(-isize::from(rows)).filter(|y| *y >= floor);
            let from = x.checked_add_signed(-isize::from(columns)).zip(from_row);
            from.map_or(Mino::Empty, |(x, y)| old.mino(x, y))
        });
    }

    /// Fills every cell above the solid garbage with what `mino` says of its column and row, given the board before.
    fn redraw(&mut self, mino: impl Fn(&Matrix, usize, usize) -> Mino) {
        let (size, old) = (self.size(), self.matrix.clone());
        let rows = old.board().solid_row_count()..size.row_count();
        for (x, y) in rows.flat_map(|y| (0..usize::from(size.width)).map(move |x| (x, y))) {
            self.matrix.clear_cell(x, y);
            self.matrix.fill_cell(x, y, mino(&old, x, y));
        }
    }

    /// Gives the board another size, in columns and rows below the skyline. Cells that have no place on it are lost, as
    /// all solid garbage is.
    pub fn resize(&mut self, width: u8, visible: u8) {
        let board = BoardSize { width: width.clamp(4, 16), visible: visible.clamp(4, 40), ..self.size() };
        let mut matrix = Matrix::new(board);
        for (x, y) in (0..board.row_count()).flat_map(|y| (0..usize::from(board.width)).map(move |x| (x, y))) {
            // Solid garbage is no part of a position that one paints.
            if self.matrix.mino(x, y) != Mino::Solid {
                matrix.fill_cell(x, y, self.matrix.mino(x, y));
            }
        }
        (self.matrix, self.rules.board) = (matrix, board);
    }

    /// The position of a game with another set of pieces. Pieces of the position that are not in it are left out.
    #[must_use]
    pub fn with_piece_set(mut self, set: PieceSet) -> Self {
        self.rules.pieces = set;
        self.clamped()
    }

    /// Sets what is left in the bag to the pieces with these letters. No letters stand for a full bag.
    ///
    /// # Errors
    /// A line for the player; nothing has changed then.
    pub fn set_bag(&mut self, letters: &str) -> Result<(), String> {
        self.bag = self.pieces(letters, MOST_IN_BAG)?;
        Ok(())
    }

    /// Sets the pieces of the position to those with these letters, the falling one first. Blanks and commas
    /// between letters mean nothing.
    ///
    /// # Errors
    /// A line for the player; nothing has changed then.
    pub fn set_queue(&mut self, letters: &str) -> Result<(), String> {
        let found = self.pieces(letters, MOST_PIECES)?;
        if found.is_empty() {
            return Err("One piece at least has to fall: write its letter".to_owned());
        }
        self.queue = found;
        Ok(())
    }

    /// The pieces with these letters, `most` at most; tetrominoes may be in lower case. Blanks and commas between
    /// letters mean nothing. An error is a line for the player.
    fn pieces(&self, letters: &str, most: usize) -> Result<Vec<PieceKind>, String> {
        let set = self.rules.pieces;
        let piece = |letter: char| {
            let found = start::piece_of_letter(set, letter)
                .or_else(|| start::piece_of_letter(set, letter.to_ascii_uppercase()));
            let known = || set.kinds().map(PieceKind::letter).collect::<String>();
            found.ok_or_else(|| format!("There is no piece '{letter}': the letters are {}", known()))
        };
        let letters = letters.chars().filter(|letter| !letter.is_whitespace() && *letter != ',');
        let found: Vec<PieceKind> = letters.map(piece).collect::<Result<_, _>>()?;
        match found.len() {
            many if many > most => Err(format!("{many} pieces are too many: write {most} at most")),
            _ => Ok(found),
        }
    }

    /// The pieces as letters, the falling one first.
    pub fn piece_letters(&self) -> String {
        self.queue.iter().map(|kind| kind.letter()).collect()
    }

    /// What is left in the bag as letters; empty for a full bag.
    pub fn bag_letters(&self) -> String {
        self.bag.iter().map(|kind| kind.letter()).collect()
    }

    /// Whether the champion's search can play on the position's board with its pieces. It knows no solid garbage, which
    /// a board still has after the rules of its game have gone.
    pub fn is_playable_by_champion(&self) -> bool {
        is_reviewable(&self.rules) && self.matrix.board().solid_row_count() == 0
    }

    /// Why no player can judge the position or play on from it, as a line for the player. `None` if all is well.
    pub fn problem(&self) -> Option<String> {
        let board = self.matrix.board();
        let too_narrow = self.rules.checked().err().map(|error| {
            let RuleError { what, value, range } = error;
            format!("The {what} is {value}, must be {range}")
        });
        too_narrow.or_else(|| full_row_line(board)).or_else(|| no_room_line(&self.rules, board, self.queue[0]))
    }

    /// The position as a computer player that is asked about it sees it: with as many pieces as a queue shows,
    /// and without an opponent.
    pub fn state(&self) -> State {
        State {
            board: *self.matrix.board(),
            hold: self.hold.filter(|_| self.rules.hold),
            can_hold: self.rules.hold,
            queue: self.queue.iter().copied().take(SEEN).collect(),
            // The pieces that are not seen come before a full bag too.
            bag: self.queue.iter().skip(SEEN).chain(&self.bag).copied().collect(),
            streak: self.streak,
            garbage: WaitingGarbage { rows: self.garbage as u8, due: 1, certain: false },
            rival: OpponentInfo::default(),
            untold: false,
            garbage_rows: self.matrix.lowest_garbage_rows(),
        }
    }
}

/// Which row of a board is full, as a line for the player; `None` if none is.
pub(in crate::app) fn full_row_line(board: &Board) -> Option<String> {
    let full = (0..board.row_count()).find(|&row| board.can_clear_row(row))?;
    Some(format!("Row {} is full, and in a game it would be gone: empty a cell of it", full + 1))
}

/// Why a piece cannot appear on a board, as a line for the player; `None` if it can.
pub(in crate::app) fn no_room_line(rules: &Rules, board: &Board, kind: PieceKind) -> Option<String> {
    let blocked = AllowedMoves::of(rules).spawn_piece(board, kind).is_none();
    blocked.then(|| format!("The {} has no room to appear: empty some cells at the top", kind.letter()))
}
