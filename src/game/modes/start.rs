//! What a round begins with: an empty matrix and the generator's queue, or what the course puts there.

use super::course::{Course, StartPosition};
use super::feed::{GarbageFeedState, raise_cheese};
use crate::rules::random::Purpose;
use crate::rules::{Hold, Matrix, Mino, NextQueue, PieceKind, PieceSet, Random, Rules};

/// How many cells are strewn over a board at random: two may fall together. Source: the fifth learner's puzzle boards.
const STREWN: usize = 20;

/// What a player has before the first piece of a round: the board, the queue, the hold slot and the garbage to come.
pub(in crate::game) struct RoundStart {
    pub(in crate::game) matrix: Matrix,
    pub(in crate::game) queue: NextQueue,
    pub(in crate::game) hold: Hold,
    pub(in crate::game) feeding: GarbageFeedState,
}

impl RoundStart {
    /// The start that rules, course and seed make. Both sides of a match get the same.
    pub(in crate::game) fn new(rules: &Rules, course: &Course, seed: u64) -> Self {
        let mut matrix = starting_matrix(rules, &course.start, seed);
        let mut feeding = GarbageFeedState::new(course.feed, seed);
        raise_cheese(&mut matrix, &mut feeding, course.feed);
        // Other letters are passed over.
        let given: Vec<PieceKind> =
            course.start.queue.chars().filter_map(|letter| piece_of_letter(rules.pieces, letter)).collect();
        let queue = if given.is_empty() { rules.queue(seed) } else { rules.queue_starting_with(seed, &given) };
        let hold = course.start.hold.and_then(|letter| piece_of_letter(rules.pieces, letter));
        Self { matrix, queue, hold: Hold::of(hold), feeding }
    }
}

/// The board at the start of a round: as the course draws it, or with cells strewn over it by the seed.
pub fn starting_matrix(rules: &Rules, start: &StartPosition, seed: u64) -> Matrix {
    let mut matrix = Matrix::from_drawing(rules.board, start.board.iter().map(String::as_str));
    if start.strewn > 0 {
        let mut random = Random::new(seed, Purpose::Board);
        for _ in 0..STREWN {
            let x = random.below(rules.board.width.into()) as usize;
            let y = random.below(start.strewn.min(rules.board.visible).into()) as usize;
            matrix.fill_cell(x, y, Mino::Garbage);
        }
        // A row that is full by chance would never clear by itself.
        matrix.clear_full_rows();
    }
    matrix
}

/// The piece of a set with this letter; `None` if the set has none.
pub fn piece_of_letter(set: PieceSet, letter: char) -> Option<PieceKind> {
    set.kinds().find(|kind| kind.letter() == letter)
}
