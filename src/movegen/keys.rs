//! The fewest keys that bring a piece to a placement, counted as finesse counts them: a tap is one key, a direction
//! held to the wall one, a turn one, soft drop one however far it is held, the hard drop at the end one.
//!
//! Time and gravity do not matter here: `hand` says whether fingers are fast enough.

use super::{AllowedMoves, Placement, SoftDropKind};
use crate::rules::board::{MAX_ROWS, MAX_WIDTH};
use crate::rules::pieces::MAX_MINOS;
use crate::rules::spin::spin_of;
use crate::rules::{Board, FallingPiece, LastMove, Shift, Spin, Turn};

/// One key on the way to a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// A tap of a direction, which moves the piece by one column.
    Tap(Shift),
    /// A direction held until the piece is stopped.
    Hold(Shift),
    /// One turn, with its kicks.
    Turn(Turn),
    /// Soft drop held for this many rows.
    SoftDrop(u8),
    /// Hard drop, always the last key.
    HardDrop,
}

/// Where a piece is and what spin it would lock with.
type PieceState = (FallingPiece, Spin);

/// Columns and rows by which a rotation box may stick out of the board at the left and at the floor.
const MARGIN: usize = MAX_MINOS;
const COLUMNS: usize = MAX_WIDTH + MARGIN;
const STATES: usize = 3 * 4 * COLUMNS * (MAX_ROWS + MARGIN);

/// The fewest keys that lead from where the moves let the piece appear to a lock on the placement's cells with its
/// spin, or `None` if no keys lead there. Of equally short ways it is one with the fewest soft drops of the shortest:
/// turns and shifts above the stack come first.
///
/// ```
/// use korobka::movegen::{AllowedMoves, Landings, fewest_keys_to, find_landings};
/// use korobka::rules::{Board, BoardSize, PieceKind, Rules};
///
/// let (board, moves) = (Board::new(BoardSize::default()), AllowedMoves::of(&Rules::versus()));
/// let mut landings = Landings::new();
/// find_landings(&board, PieceKind::I, &moves, &mut landings);
/// let at_the_wall = landings.iter().find(|landing| landing.piece.cells().all(|(x, _)| x == 0)).ok_or("none")?;
/// let keys = fewest_keys_to(&board, &at_the_wall, &moves).ok_or("out of reach")?;
/// assert!(keys.len() <= 5, "a turn, a few shifts and the hard drop: {keys:?}");
/// # Ok::<(), &str>(())
/// ```
pub fn fewest_keys_to(board: &Board, placement: &Placement, moves: &AllowedMoves) -> Option<Vec<Key>> {
    let start = moves.spawn_piece(board, placement.piece.kind)?;
    KeySearch::new(board, start, LastMove::Other, moves).keys_to(placement)
}

/// The fewest keys without soft drops: turns and shifts where the piece appears, then the hard drop. `None` if these do
/// not lead to the placement.
pub fn straight_keys(board: &Board, placement: &Placement, moves: &AllowedMoves) -> Option<Vec<Key>> {
    let start = moves.spawn_piece(board, placement.piece.kind)?;
    let mut ways = KeySearch { soft_drops: false, ..KeySearch::new(board, start, LastMove::Other, moves) };
    ways.keys_to(placement)
}

/// A search for the fewest keys that bring one piece from where it is to a placement. It goes only as far as it is
/// asked for, so that one search serves many placements.
#[derive(Clone, Debug)]
pub struct KeySearch<'a> {
    board: &'a Board,
    moves: &'a AllowedMoves,
    start: PieceState,
    /// The state and the key by which each state was first reached.
    came: Vec<Option<(PieceState, Key)>>,
    /// The states in the order in which they were reached, and what a hard drop from each locks.
    reached: Vec<(PieceState, LockedCells)>,
    /// How many states of `reached` have had all their keys tried.
    done: usize,
    /// Whether soft drop is a key that may be used.
    soft_drops: bool,
}

/// The cells that a piece locks, and its spin.
type LockedCells = (PieceCells, Spin);

impl<'a> KeySearch<'a> {
    /// A search that starts where `piece` is, whose last move was `last`.
    pub fn new(board: &'a Board, piece: FallingPiece, last: LastMove, moves: &'a AllowedMoves) -> Self {
        let start = (piece, spin_of(board, piece, last, moves.spins));
        let mut ways =
            Self { board, moves, start, came: vec![None; STATES], reached: Vec::new(), done: 0, soft_drops: true };
        ways.reach(start);
        ways
    }

    /// The fewest keys to a placement; `None` if no keys lead there.
    pub fn keys_to(&mut self, placement: &Placement) -> Option<Vec<Key>> {
        let goal = (PieceCells::of(placement.piece), placement.spin);
        let mut at = 0;
        loop {
            while let Some((state, locked)) = self.reached.get(at) {
                if *locked == goal {
                    return Some(traced(&self.came, self.start, *state));
                }
                at += 1;
            }
            let &(state, _) = self.reached.get(self.done)?;
            self.done += 1;
            self.go_on(state);
        }
    }

    /// Adds a state to those that are reached.
    fn reach(&mut self, state: PieceState) {
        let (piece, spin) = state;
        let rest = piece.dropped(self.board);
        let spin = if rest.y == piece.y { spin } else { Spin::None };
        self.reached.push((state, (PieceCells::of(rest), spin)));
    }

    /// Presses every key in `state`, and adds the states that are new.
    fn go_on(&mut self, state: PieceState) {
        let (board, moves) = (self.board, self.moves);
        let soft_drops = self.soft_drops;
        for key in all_keys(moves).filter(|key| soft_drops || !matches!(key, Key::SoftDrop(_))) {
            // A soft drop is a key for every row it may be let go in.
            let mut longer = pressed(board, state.0, key, moves);
            while let Some((after, last, key)) = longer {
                let next = (after, spin_of(board, after, last, moves.spins));
                if let Some(slot) = self.came.get_mut(index(next))
                    && slot.is_none()
                    && next != self.start
                {
                    *slot = Some((state, key));
                    self.reach(next);
                }
                longer = match (key, moves.fall) {
                    (Key::SoftDrop(rows), SoftDropKind::ByRows) => {
                        after.lowered(board).map(|lower| (lower, LastMove::Other, Key::SoftDrop(rows + 1)))
                    }
                    _ => None,
                };
            }
        }
    }
}

/// The cells of a piece, to compare pieces of different facings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PieceCells([(i8, i8); MAX_MINOS]);

impl PieceCells {
    fn of(piece: FallingPiece) -> Self {
        // Cells come in the order of rows and columns.
        let mut cells = [(0, 0); MAX_MINOS];
        cells.iter_mut().zip(piece.cells()).for_each(|(to, cell)| *to = cell);
        Self(cells)
    }
}

fn all_keys(moves: &AllowedMoves) -> impl Iterator<Item = Key> {
    let half = moves.half_turns.then_some(Key::Turn(Turn::Half));
    [Key::Turn(Turn::Clockwise), Key::Turn(Turn::Counterclockwise)]
        .into_iter()
        .chain(half)
        .chain([Shift::Left, Shift::Right].map(Key::Tap))
        .chain([Shift::Left, Shift::Right].map(Key::Hold))
        .chain([Key::SoftDrop(1)])
}

/// The piece after a key, its last move, and the key again, since a drop to the ground says how many rows it was.
/// `None` if the key does nothing.
fn pressed(
    board: &Board,
    piece: FallingPiece,
    key: Key,
    moves: &AllowedMoves,
) -> Option<(FallingPiece, LastMove, Key)> {
    let moved = |after| (after, LastMove::Other, key);
    match key {
        Key::Tap(shift) => piece.shifted(board, shift).map(moved),
        Key::Hold(shift) => {
            let mut after = piece.shifted(board, shift)?;
            while let Some(further) = after.shifted(board, shift) {
                after = further;
            }
            Some(moved(after))
        }
        Key::Turn(turn) => {
            piece.rotated(board, turn, moves.kicks).map(|(after, kick)| (after, LastMove::Rotation { turn, kick }, key))
        }
        Key::SoftDrop(_) if moves.fall == SoftDropKind::ToGround => {
            let after = piece.dropped(board);
            let rows = (piece.y - after.y) as u8;
            (rows > 0).then_some((after, LastMove::Other, Key::SoftDrop(rows)))
        }
        Key::SoftDrop(_) => piece.lowered(board).map(moved),
        Key::HardDrop => None,
    }
}

fn index((piece, spin): PieceState) -> usize {
    let column = (i32::from(piece.x) + MARGIN as i32).clamp(0, COLUMNS as i32 - 1) as usize;
    let row = (i32::from(piece.y) + MARGIN as i32).clamp(0, (MAX_ROWS + MARGIN) as i32 - 1) as usize;
    ((row * COLUMNS + column) * 4 + piece.facing as usize) * 3 + spin as usize
}

/// The keys that lead from the start to a state, and the hard drop after them.
fn traced(came: &[Option<(PieceState, Key)>], start: PieceState, mut state: PieceState) -> Vec<Key> {
    let mut keys = vec![Key::HardDrop];
    while state != start {
        let Some((before, key)) = came[index(state)] else { break };
        keys.push(key);
        state = before;
    }
    keys.reverse();
    keys
}
