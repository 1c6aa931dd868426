//! The position that both sides of the protocol keep: a board, a queue, the hold slot, streaks and the bag.
//!
//! A position changes by what is played, by new pieces and by garbage, by the game's own rules. How messages are
//! written is elsewhere.

use super::coordinates::{location_of, piece_at_location};
use super::message::{BOARD_ROWS, BOARD_WIDTH, PendingAttack, PieceLetter, Randomizer, StartMessage, TbpMove, TbpRows};
use crate::movegen::{AllowedMoves, Landings, Move, Placement, find_landings};
use crate::rules::{AttackTable, Board, BoardSize, PieceKind, PieceSet, Streak};
use crate::search::{OpponentInfo, State, WaitingGarbage};
use thiserror::Error;

/// The size of the protocol's board.
const SIZE: BoardSize = BoardSize { width: BOARD_WIDTH as u8, visible: 20, buffer: BOARD_ROWS as u8 - 20 };

/// The most pieces of a queue that a search is given: more than any game shows.
const MOST_SEEN: usize = 24;

/// A position as both sides of the protocol know it.
#[derive(Clone, Debug, PartialEq)]
pub struct TbpPosition {
    /// The board without the current piece.
    pub board: Board,
    /// The held piece; `None` if the slot is empty.
    pub hold: Option<PieceKind>,
    /// The current piece and the pieces after it.
    pub queue: Vec<PieceKind>,
    /// The player's combo and back-to-back so far.
    pub streak: Streak,
    /// What is left in the bag after the queue, never empty; `None` where that is not known.
    pub bag: Option<Vec<PieceKind>>,
    /// The garbage that waits; `None` where that is not known.
    pub garbage: Option<WaitingGarbage>,
}

/// Why a move cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ImpossibleMove {
    /// The piece is neither the current one nor the one that comes by holding it.
    #[error("{} is neither the current piece nor in reach of the hold slot", .0.letter())]
    NotThePiece(PieceKind),
    /// The piece would lie off the board, or over filled cells.
    #[error("it does not fit there")]
    NoRoom,
    /// No keys lead there.
    #[error("no moves lead there")]
    OutOfReach,
}

impl TbpPosition {
    /// The position that a start message describes.
    pub fn from_start(start: &StartMessage) -> Self {
        let bag = match &start.randomizer {
            Some(Randomizer::SevenBag { bag_state }) if !bag_state.is_empty() => {
                Some(bag_state.iter().map(|letter| letter.0).collect())
            }
            _ => None,
        };
        Self {
            board: Board::from_rows(SIZE, start.board.0.iter().copied()),
            hold: start.hold.map(|letter| letter.0),
            queue: start.queue.iter().map(|letter| letter.0).collect(),
            streak: Streak {
                combo: start.combo.min(u16::MAX.into()) as u16,
                back_to_back: u16::from(start.back_to_back),
            },
            bag,
            garbage: None,
        }
    }

    /// The position that a player sees; `bag` is what is left in the bag after the queue.
    pub fn from_state(state: &State, bag: Option<Vec<PieceKind>>) -> Self {
        let State { board, hold, ref queue, streak, .. } = *state;
        Self { board, hold, queue: queue.clone(), streak, bag, garbage: None }
    }

    /// The message with which a bot begins at this position.
    pub fn start_message(&self) -> StartMessage {
        let letters = |kinds: &[PieceKind]| kinds.iter().map(|&kind| PieceLetter(kind)).collect();
        let rows = self.board.row_masks().iter().copied().chain(std::iter::repeat(0)).take(BOARD_ROWS);
        StartMessage {
            hold: self.hold.map(PieceLetter),
            queue: letters(&self.queue),
            combo: self.streak.combo.into(),
            back_to_back: self.streak.back_to_back > 0,
            board: TbpRows(rows.collect()),
            randomizer: self.bag.as_ref().map(|bag| Randomizer::SevenBag { bag_state: letters(bag) }),
        }
    }

    /// The position for a search. The protocol says nothing of the opponent, and of the garbage that waits only by an
    /// extension.
    pub fn state(&self) -> State {
        let (seen, unseen) = self.queue.split_at(self.queue.len().min(MOST_SEEN));
        let mut bag = self.bag.clone();
        for &kind in unseen.iter().rev() {
            bag = bag.and_then(|bag| bag_before(bag, kind));
        }
        State {
            board: self.board,
            hold: self.hold,
            can_hold: true,
            queue: seen.to_vec(),
            bag: bag.unwrap_or_default(),
            streak: self.streak,
            garbage: self.garbage.unwrap_or_default(),
            rival: OpponentInfo::default(),
            untold: self.garbage.is_none(),
            garbage_rows: 0,
        }
    }

    /// Whether the piece has to be held to set `kind` down.
    ///
    /// # Errors
    /// [`ImpossibleMove::NotThePiece`], if `kind` is not the current piece and holding does not bring it either.
    pub fn needs_hold(&self, kind: PieceKind) -> Result<bool, ImpossibleMove> {
        if self.queue.first() == Some(&kind) {
            return Ok(false);
        }
        // Where the queue has come to its end, the held piece is all that is left.
        let by_hold = self.hold.or(self.queue.get(1).copied());
        if by_hold == Some(kind) { Ok(true) } else { Err(ImpossibleMove::NotThePiece(kind)) }
    }

    /// The move as the game has it, with the hold that it needs.
    ///
    /// # Errors
    /// Why the move cannot be made: by the piece or by the room on the board. Whether any keys lead there is not looked
    /// at.
    pub fn game_move(&self, made: &TbpMove) -> Result<Move, ImpossibleMove> {
        let hold = self.needs_hold(made.location.kind.0)?;
        let piece =
            piece_at_location(&made.location).filter(|&piece| self.board.fits(piece)).ok_or(ImpossibleMove::NoRoom)?;
        Ok(Move { placement: Placement { piece, spin: made.spin }, hold })
    }

    /// The move as [`Self::game_move`] gives it, if keys lead there by these `moves`. Its spin is the one that the
    /// rules see in it: the best where lines clear. `landings` is a buffer for the search.
    ///
    /// # Errors
    /// Why the move cannot be made.
    pub fn reachable_move(
        &self,
        made: &TbpMove,
        moves: &AllowedMoves,
        landings: &mut Landings,
    ) -> Result<Move, ImpossibleMove> {
        let Move { placement: Placement { piece, .. }, hold } = self.game_move(made)?;
        find_landings(&self.board, piece.kind, moves, landings);
        let mut after = self.board;
        after.place(piece);
        let spin = landings.preferred_spin(piece, after.full_rows() != 0).ok_or(ImpossibleMove::OutOfReach)?;
        // S, Z, I and O lie in two ways: what counts is the cells.
        let piece =
            landings.iter().map(|known| known.piece).find(|&known| known.fills_same_cells(piece)).unwrap_or(piece);
        Ok(Move { placement: Placement { piece, spin }, hold })
    }

    /// Makes a move, and counts what it clears.
    pub fn play(&mut self, Move { placement, hold }: Move) {
        let falling = (!self.queue.is_empty()).then(|| self.queue.remove(0));
        if hold {
            if self.hold.is_none() && !self.queue.is_empty() {
                // The held slot was empty: the next piece is the one that is set down.
                self.queue.remove(0);
            }
            self.hold = falling;
        }
        self.board.place(placement.piece);
        let lines = self.board.clear_full_rows().count_ones() as u8;
        // The protocol knows no rules of attack: what back-to-back goes on with is the guideline's.
        self.streak.advance(lines, placement.spin, self.board.is_clear(), AttackTable::Guideline);
        // A front end that says what waits says it anew for each piece.
        self.garbage = None;
    }

    /// Adds a piece to the end of the queue, and takes it out of the bag.
    pub fn append(&mut self, kind: PieceKind) {
        self.queue.push(kind);
        self.bag = self.bag.take().and_then(|bag| bag_without(bag, kind));
    }

    /// Sets the garbage that waits to all of `attacks`, as a front end announces them.
    pub fn set_waiting_garbage(&mut self, attacks: &[PendingAttack]) {
        let rows = attacks.iter().fold(0u32, |rows, attack| rows.saturating_add(attack.rows));
        let first = attacks.iter().map(|attack| attack.piece).min().unwrap_or(0);
        self.garbage = Some(WaitingGarbage {
            rows: rows.min(255) as u8,
            due: first.min(255) as u8,
            certain: !attacks.is_empty() && attacks.iter().all(|attack| attack.certain),
        });
    }

    /// Lets rows of garbage rise; the last one ends up lowest.
    pub fn raise(&mut self, rows: &TbpRows) {
        for &row in &rows.0 {
            self.board.raise(row, false);
        }
    }
}

/// The bag without one piece, full again if that was the last; `None` if the piece is not in the bag.
fn bag_without(mut bag: Vec<PieceKind>, kind: PieceKind) -> Option<Vec<PieceKind>> {
    let at = bag.iter().position(|&known| known == kind)?;
    bag.remove(at);
    Some(full_bag_if_empty(bag))
}

/// The bag as it was before this piece was taken out of it; `None` if no bag can have had the piece.
fn bag_before(mut bag: Vec<PieceKind>, kind: PieceKind) -> Option<Vec<PieceKind>> {
    if bag.len() == PieceSet::Tetromino.kinds().count() {
        // A new bag has begun after the piece, which was the last of its own.
        return Some(vec![kind]);
    }
    let was_there = !bag.contains(&kind);
    bag.push(kind);
    Some(bag).filter(|_| was_there)
}

/// The bag, or a full one if nothing is left in it: each of the seven tetrominoes once.
pub fn full_bag_if_empty(bag: Vec<PieceKind>) -> Vec<PieceKind> {
    if bag.is_empty() { PieceSet::Tetromino.kinds().collect() } else { bag }
}

/// A placement as a move of the protocol.
pub fn move_of(placement: Placement) -> TbpMove {
    TbpMove { location: location_of(placement.piece), spin: placement.spin }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::rules::{FallingPiece, Spin};

    fn position(board: &str, queue: &str, hold: Option<PieceKind>) -> TbpPosition {
        let queue: Vec<PieceKind> = queue.chars().filter_map(PieceKind::from_letter).collect();
        let (board, streak) = (Board::from_drawing(SIZE, board), Streak::default());
        TbpPosition { board, hold, queue, streak, bag: None, garbage: None }
    }

    #[test]
    fn a_first_hold_takes_two_pieces_from_the_queue() {
        let mut position = position("", "TIO", None);
        assert_eq!(position.needs_hold(PieceKind::I), Ok(true));
        let lying = FallingPiece { kind: PieceKind::I, facing: crate::rules::Facing::North, x: 0, y: -2 };
        position.play(Move { placement: Placement { piece: lying, spin: Spin::None }, hold: true });
        assert_eq!((position.hold, &position.queue[..]), (Some(PieceKind::T), &[PieceKind::O][..]));
        assert_eq!(position.board.row(0), 0b1111);
        assert_eq!(position.needs_hold(PieceKind::I), Err(ImpossibleMove::NotThePiece(PieceKind::I)));
    }

    #[test]
    fn the_bag_is_never_empty() {
        let mut position = TbpPosition { bag: Some(vec![PieceKind::J]), ..position("", "TIOSZL", None) };
        position.append(PieceKind::J);
        assert_eq!(position.bag.as_ref().map(|bag| bag.len()), Some(7));
        position.append(PieceKind::S);
        assert_eq!(position.bag.map(|bag| bag.len()), Some(6));
    }

    #[test]
    fn of_a_longer_queue_than_it_is_given_a_search_gets_the_bag_after_what_it_is_given() {
        let queue = "TIOSZLJ".repeat(4);
        let full = full_bag_if_empty(Vec::new());
        let mut position = TbpPosition { bag: Some(full), ..position("", &queue, None) };
        let seen = |position: &TbpPosition| {
            let State { queue, bag, .. } = position.state();
            (queue.len(), bag.into_iter().map(PieceKind::letter).collect::<String>())
        };
        // Of the fourth bag three pieces are seen.
        assert_eq!(seen(&position), (24, "JLZS".to_owned()));
        position.append(PieceKind::T);
        assert_eq!(seen(&position), (24, "JLZS".to_owned()), "whatever comes behind it");
        position.queue.truncate(24);
        position.bag = Some(vec![PieceKind::S]);
        assert_eq!(seen(&position), (24, "S".to_owned()));
        position.queue.push(PieceKind::S);
        assert_eq!(seen(&position), (24, String::new()), "no bag has brought this S and has it still");
    }

    #[test]
    fn a_start_tells_the_bag_of_a_seven_bag_alone() {
        let bag = |randomizer: &str| {
            let start = format!(r#"{{"queue":["T"],"board":[],"randomizer":{randomizer}}}"#);
            TbpPosition::from_start(&serde_json::from_str(&start).unwrap()).bag
        };
        let left = vec![PieceKind::I, PieceKind::O];
        assert_eq!(bag(r#"{"type":"seven_bag","bag_state":["I","O"]}"#), Some(left));
        for other in [
            r#"{"type":"seven_bag","bag_state":[]}"#,
            r#"{"type":"seven_bag","bag_state":["X"]}"#,
            r#"{"type":"general_bag","current_bag":{"I":1},"filled_bag":{"I":2}}"#,
            r#"{"type":"uniform"}"#,
            "null",
            "7",
        ] {
            assert_eq!(bag(other), None, "{other}");
        }
    }

    #[test]
    fn the_spin_is_judged_by_the_front_end() {
        let position = position("##........\n#...######\n##.#######", "T", None);
        let (moves, mut landings) = (AllowedMoves::default(), Landings::new());
        let south = FallingPiece { kind: PieceKind::T, facing: crate::rules::Facing::South, x: 1, y: 0 };
        let made = TbpMove { location: location_of(south), spin: Spin::None };
        let Move { placement, hold } = position.reachable_move(&made, &moves, &mut landings).unwrap();
        assert_eq!((placement.spin, hold), (Spin::Full, false), "it clears two lines by a turn, whatever the bot says");
        let buried = TbpMove { location: location_of(south.moved(0, -1)), spin: Spin::None };
        assert_eq!(position.reachable_move(&buried, &moves, &mut landings), Err(ImpossibleMove::NoRoom));
        let floating = TbpMove { location: location_of(south.moved(3, 8)), spin: Spin::None };
        assert_eq!(position.reachable_move(&floating, &moves, &mut landings), Err(ImpossibleMove::OutOfReach));
    }

    #[test]
    fn garbage_rises_with_the_last_row_lowest() {
        let mut position = position("#.........", "T", None);
        position.raise(&TbpRows(vec![0b11_1111_1110, 0b11_1111_1101]));
        assert_eq!(position.board.row_masks()[..3], [0b11_1111_1101, 0b11_1111_1110, 1]);
    }

    #[test]
    fn attacks_wait_together_from_the_first_on_and_are_certain_if_all_are() {
        let waiting = |attacks: &[(u32, u32, bool)]| {
            let mut position = position("", "T", None);
            let attack = |&(rows, piece, certain)| PendingAttack { rows, piece, certain };
            position.set_waiting_garbage(&attacks.iter().map(attack).collect::<Vec<_>>());
            position.garbage.unwrap()
        };
        let garbage = |rows, due, certain| WaitingGarbage { rows, due, certain };
        assert_eq!(waiting(&[(4, 3, true), (2, 1, true)]), garbage(6, 1, true));
        assert_eq!(waiting(&[(4, 3, true), (2, 1, false)]), garbage(6, 1, false));
        assert_eq!(waiting(&[(u32::MAX, 900, true), (1, 900, true)]), garbage(255, 255, true));
        assert_eq!(waiting(&[]), garbage(0, 0, false));
    }
}
