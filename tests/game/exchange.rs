//! Exchanges of garbage, as a table: who clears what when, and what then waits, rises and travels.

use crate::support::{Game, still_versus};
use korobka::game::components::{Field, Handicap, IncomingGarbage, RoundTally, ToppedOut};
use korobka::game::{Action, Phase};
use korobka::rules::{AttackTable, Board, Facing, GarbageKind, Matrix, Mino, PieceKind, Rules, TopOut};

/// What one side does in a step: nothing, or a lock that clears this many lines.
type Lock = Option<u8>;

/// One exchange: its name, what is other in the rules than line for line and no travel, its steps, and left and right
/// at the end: attack, sent, received, risen, waiting. Each step is: ticks waited, left, right, and takes two ticks
/// more, the lock falling on the first of them.
type Exchange = (&'static str, fn(&mut Rules), &'static [(u32, Lock, Lock)], [[u32; 5]; 2]);

const NONE: fn(&mut Rules) = |_| {};

#[rustfmt::skip]
const TABLE: [Exchange; 19] = [
    ("an attack waits in the receiver's queue", NONE, &[(0, Some(4), None)], [[4, 4, 0, 0, 0], [0, 0, 4, 0, 4]]),
    ("it rises at a lock without a clear", NONE,
        &[(0, Some(4), None), (0, None, Some(0))], [[4, 4, 0, 0, 0], [0, 0, 4, 4, 0]]),
    ("it does not rise without a lock", NONE,
        &[(0, Some(4), None), (3000, None, None)], [[4, 4, 0, 0, 0], [0, 0, 4, 0, 4]]),
    ("the receiver's clear cancels before it sends", NONE,
        &[(0, Some(4), None), (0, None, Some(3))], [[4, 4, 0, 0, 0], [3, 0, 4, 0, 1]]),
    ("what is left after cancelling is sent", NONE,
        &[(0, Some(2), None), (0, None, Some(4))], [[2, 2, 2, 0, 2], [4, 2, 2, 0, 0]]),
    ("a clear keeps waiting garbage down", NONE,
        &[(0, Some(4), None), (0, None, Some(1))], [[4, 4, 0, 0, 0], [1, 0, 4, 0, 3]]),
    ("the next lock without a clear lets it rise", NONE,
        &[(0, Some(4), None), (0, None, Some(1)), (0, None, Some(0))], [[4, 4, 0, 0, 0], [1, 0, 4, 3, 0]]),
    ("without blocking it rises at a clear too, after cancelling", |rules| rules.garbage.blocking = false,
        &[(0, Some(4), None), (0, None, Some(1))], [[4, 4, 0, 0, 0], [1, 0, 4, 3, 0]]),
    ("at most eight rows rise at a lock", NONE,
        &[(0, Some(4), None), (0, Some(4), None), (0, Some(4), None), (0, None, Some(0))],
        [[12, 12, 0, 0, 0], [0, 0, 12, 8, 4]]),
    ("the rest rises at the next lock", |rules| rules.garbage.cap = 3,
        &[(0, Some(4), None), (0, None, Some(0)), (0, None, Some(0))], [[4, 4, 0, 0, 0], [0, 0, 4, 4, 0]]),
    ("garbage still on its way does not rise", |rules| rules.garbage.travel = 333,
        &[(0, Some(4), None), (330, None, Some(0))], [[4, 4, 0, 0, 0], [0, 0, 4, 0, 4]]),
    ("333 ms after the clear it does", |rules| rules.garbage.travel = 333,
        &[(0, Some(4), None), (331, None, Some(0))], [[4, 4, 0, 0, 0], [0, 0, 4, 4, 0]]),
    ("both clear in one tick: neither cancels the other's", NONE,
        &[(0, Some(4), Some(2))], [[4, 4, 2, 0, 2], [2, 2, 4, 0, 4]]),
    ("without travel a lock in the tick of the attack takes it", NONE,
        &[(0, Some(4), Some(0))], [[4, 4, 0, 0, 0], [0, 0, 4, 4, 0]]),
    ("and in the other order of seats just so", NONE, &[(0, Some(0), Some(4))], [[0, 0, 4, 4, 0], [4, 4, 0, 0, 0]]),
    ("the guideline's singles send nothing, doubles one", |rules| rules.attack.table = AttackTable::Guideline,
        &[(0, Some(1), None), (0, Some(0), None), (0, Some(2), None)], [[1, 1, 0, 0, 0], [0, 0, 1, 0, 1]]),
    ("the guideline's quads: four, then five back-to-back", |rules| rules.attack.table = AttackTable::Guideline,
        &[(0, Some(4), None), (0, Some(0), None), (0, Some(4), None)], [[9, 9, 0, 0, 0], [0, 0, 9, 0, 9]]),
    ("attacks grow after the margin time", |rules| rules.attack.margin = 1000,
        &[(500, Some(4), None), (126_000, Some(4), None)], [[12, 12, 0, 0, 0], [0, 0, 12, 0, 12]]),
    ("an exchange of several attacks cancels the oldest first", |rules| rules.garbage.travel = 1000,
        &[(0, Some(3), None), (900, Some(2), None), (200, None, Some(2)), (0, None, Some(0))],
        [[5, 5, 0, 0, 0], [2, 0, 5, 1, 2]]),
];

fn play(game: &mut Game, steps: &[(u32, Lock, Lock)]) {
    for &(wait, left, right) in steps {
        game.ticks(wait);
        for (seat, lock) in [left, right].into_iter().enumerate() {
            if let Some(lines) = lock {
                game.ready(seat, lines);
            }
        }
        // The second tick takes the release of the keys.
        game.ticks(2);
    }
}

fn end(game: &Game, seat: usize) -> [u32; 5] {
    let tally = *game.get::<RoundTally>(seat);
    [tally.attack, tally.sent, tally.received, tally.risen, game.get::<IncomingGarbage>(seat).0.waiting_row_count()]
}

fn rules(change: fn(&mut Rules)) -> Rules {
    let mut rules = still_versus();
    rules.attack.table = AttackTable::LineForLine;
    rules.garbage.travel = 0;
    change(&mut rules);
    rules
}

#[test]
fn exchanges_end_as_the_table_says() {
    for (name, change, steps, ends) in TABLE {
        let mut game = Game::versus(rules(change));
        play(&mut game, steps);
        for (seat, side) in ["left", "right"].into_iter().enumerate() {
            assert_eq!(end(&game, seat), ends[seat], "{name}: {side} attack, sent, received, risen, waiting");
        }
    }
}

#[test]
fn what_rises_lies_in_the_matrix() {
    let mut game = Game::versus(rules(NONE));
    play(&mut game, &[(0, Some(4), None), (0, None, Some(0))]);
    let matrix = &game.get::<Field>(1).0;
    for y in 0..4 {
        assert_eq!(matrix.board().row(y).count_ones(), 9, "row {y} has one hole");
        assert_eq!(matrix.board().row(y), matrix.board().row(0), "all rows of an attack have it in the same column");
    }
    assert_eq!(matrix.board().count(), 4 * 9 + 5, "what lay there is pushed up, not overwritten");
    assert!(matches!(matrix.mino(4, 4), Mino::Piece(_)), "the piece that locked lies on the garbage");
}

/// Attack, sent, received, risen, waiting, and solid rows left: of the right side.
const SOLID: [(&str, &[(u32, Lock, Lock)], [u32; 6]); 6] = [
    ("solid rows rise like others", &[(0, Some(3), None), (0, None, Some(0))], [0, 0, 3, 3, 0, 3]),
    (
        "cleared lines take own rows away first, and are used up by it",
        &[(0, Some(3), None), (0, None, Some(0)), (0, None, Some(2))],
        [2, 0, 3, 3, 0, 1],
    ),
    (
        "the rest goes to the opponent",
        &[(0, Some(3), None), (0, None, Some(0)), (0, None, Some(4))],
        [4, 1, 3, 3, 0, 0],
    ),
    (
        "rows in the matrix go before rows that wait",
        &[(0, Some(3), None), (0, None, Some(0)), (0, Some(2), None), (0, None, Some(4))],
        [4, 0, 5, 3, 1, 0],
    ),
    ("rows that wait are cancelled", &[(0, Some(3), None), (0, None, Some(4))], [4, 1, 3, 0, 0, 0]),
    (
        "many rows: at most eight a lock",
        &[(0, Some(4), None), (0, Some(4), None), (0, Some(4), None), (0, None, Some(0))],
        [0, 0, 12, 8, 4, 8],
    ),
];

#[test]
fn solid_exchanges_end_as_the_table_says() {
    for (name, steps, expected) in SOLID {
        let mut game = Game::versus(rules(|rules| rules.garbage.kind = GarbageKind::Solid));
        play(&mut game, steps);
        let mut found = [0; 6];
        found[..5].copy_from_slice(&end(&game, 1));
        found[5] = game.board(1).solid_row_count() as u32;
        assert_eq!(found, expected, "{name}: attack, sent, received, risen, waiting, solid rows");
    }
}

#[test]
fn solid_rows_go_by_lines_cleared_whatever_the_attack() {
    let mut game = Game::versus(rules(|rules| {
        rules.garbage.kind = GarbageKind::Solid;
        rules.attack.table = AttackTable::Guideline;
    }));
    play(&mut game, &[(0, Some(4), None), (0, None, Some(0)), (0, None, Some(1))]);
    assert_eq!(game.board(1).solid_row_count(), 3, "a single takes one solid row away though it attacks with none");
}

/// Lets this many rows rise on the right, where a cell lies in the last row of the buffer but one.
fn rise_under_row_39(game: &mut Game, rows: u8) {
    play(game, &[(0, Some(rows), None)]);
    let mut board = Board::new(game.board(1).size());
    board.fill_cell(9, 38);
    game.set(1, Field(Matrix::from_board(&board)));
    game.give(1, PieceKind::O, Facing::North, 0, 5);
    game.press_for(1, Action::HardDrop, 1);
}

#[test]
fn garbage_past_the_buffer_loses() {
    for kind in [GarbageKind::Ordinary, GarbageKind::Solid] {
        let mut rules = Rules { first_to: 1, ..rules(NONE) };
        rules.garbage.kind = kind;
        let mut game = Game::versus(rules);
        rise_under_row_39(&mut game, 2);
        assert_eq!(
            game.get::<ToppedOut>(1).0,
            Some(TopOut::GarbageOut),
            "{kind:?}: two rows push row 39 past the buffer"
        );
        assert_eq!(game.phase(), Phase::Over { winner: Some(0) }, "and the sender wins");
    }
}

#[test]
fn garbage_that_fits_the_buffer_does_not_lose() {
    let mut game = Game::versus(rules(NONE));
    rise_under_row_39(&mut game, 1);
    assert_eq!(game.get::<ToppedOut>(1).0, None, "one row pushes row 39 to the last of the buffer");
    assert!(game.board(1).is_filled(9, 39), "where it lies now");
}

#[test]
fn nothing_rises_under_a_player_whose_lock_lost() {
    let mut game = Game::versus(rules(NONE));
    play(&mut game, &[(0, Some(4), None)]);
    let mut board = Board::new(game.board(1).size());
    (0..20).for_each(|y| board.fill_cell(4, y));
    game.set(1, Field(Matrix::from_board(&board)));
    game.give(1, PieceKind::O, Facing::North, 3, 20);
    game.press_for(1, Action::HardDrop, 1);
    assert_eq!(game.get::<ToppedOut>(1).0, Some(TopOut::LockOut), "the piece locked above the skyline");
    assert_eq!(end(&game, 1), [0, 0, 4, 0, 4], "four lines still wait");
}

#[test]
fn handicaps_multiply_what_a_player_sends() {
    let mut game = Game::versus(rules(NONE));
    game.set(0, Handicap(500));
    game.set(1, Handicap(2000));
    play(&mut game, &[(0, Some(4), Some(1))]);
    assert_eq!(end(&game, 0), [2, 2, 2, 0, 2], "half of four lines");
    assert_eq!(end(&game, 1), [2, 2, 2, 0, 2], "twice one line");
}

#[test]
fn a_game_for_one_exchanges_nothing() {
    let mut game = Game::alone(rules(NONE), korobka::game::Handling::STANDARD);
    game.drop_clearing(0, 4, 1);
    assert_eq!(game.outcome(0).clear.map(|clear| clear.lines), Some(4), "four lines cleared");
    assert_eq!(
        *game.get::<RoundTally>(0),
        RoundTally { dug: 4, keys: 1, ..RoundTally::default() },
        "but no attack made"
    );
}
